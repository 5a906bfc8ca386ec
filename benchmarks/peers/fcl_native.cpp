// FCL's trees compiled for this processor, from its headers, in a library of its own that hides everything
// but two functions. Not fcl::collide: its headers need private ones of libccd, which Debian does not
// install; the functions that it ends in for two meshes.
#include "peers/contestant.h"

#include "peers/fcl_native_begin.h"

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/detail/traversal/collision/mesh_collision_traversal_node.h>
#include <fcl/narrowphase/detail/traversal/collision_node.h>
#include <fcl/narrowphase/detail/traversal/distance/mesh_distance_traversal_node.h>
#undef extern

#include "peers/fcl_model.h"

namespace graze::bench {
namespace {

template <class Box, class CollisionNode>
class NativeContestant : public Contestant {
  public:
    NativeContestant(const PlainMesh& a, const PlainMesh& b) : a_(fcl_model<Box>(a)), b_(fcl_model<Box>(b)) {}

    void place(const PlainPose& pose) override { pose_ = fcl_pose(pose); }
    bool meets() override { return collide(1) != 0; }
    [[nodiscard]] bool can_count() const override { return true; }
    std::uint64_t count_pairs() override { return collide(std::numeric_limits<int>::max()); }

  protected:
    std::size_t collide(std::size_t most) {
        const fcl::CollisionRequestd request(most, false);
        fcl::CollisionResultd result;
        CollisionNode node;
        fcl::detail::initialize(node, *a_, fcl::Transform3d::Identity(), *b_, pose_, request, result);
        fcl::detail::collide(&node);
        return result.numContacts();
    }

    std::unique_ptr<fcl::BVHModel<Box>> a_, b_;
    fcl::Transform3d pose_ = fcl::Transform3d::Identity();
};

using NativeObb = NativeContestant<fcl::OBBd, fcl::detail::MeshCollisionTraversalNodeOBBd>;

class NativeObbrss : public NativeContestant<fcl::OBBRSSd, fcl::detail::MeshCollisionTraversalNodeOBBRSSd> {
  public:
    using NativeContestant::NativeContestant;
    [[nodiscard]] bool can_measure() const override { return true; }
    double distance() override {
        const fcl::DistanceRequestd request(false);
        fcl::DistanceResultd result;
        fcl::detail::MeshDistanceTraversalNodeOBBRSSd node;
        fcl::detail::initialize(node, *a_, fcl::Transform3d::Identity(), *b_, pose_, request, result);
        fcl::detail::distance(&node);
        return result.min_distance;
    }
};

}  // namespace

#define GRAZE_SHOWN __attribute__((visibility("default")))

GRAZE_SHOWN std::unique_ptr<Contestant> make_fcl_native_obb(const PlainMesh& a, const PlainMesh& b) {
    return std::make_unique<NativeObb>(a, b);
}
GRAZE_SHOWN std::unique_ptr<Contestant> make_fcl_native_obbrss(const PlainMesh& a, const PlainMesh& b) {
    return std::make_unique<NativeObbrss>(a, b);
}

}  // namespace graze::bench
