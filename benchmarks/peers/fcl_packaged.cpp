// FCL as Debian packages it: compiled for any x86-64, so SSE2.
#include "peers/contestant.h"

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include "peers/fcl_model.h"

#include <limits>

namespace graze::bench {
namespace {

template <class Box>
class FclContestant : public Contestant {
  public:
    FclContestant(const PlainMesh& a, const PlainMesh& b) : a_(fcl_model<Box>(a)), b_(fcl_model<Box>(b)) {}

    void place(const PlainPose& pose) override { pose_ = fcl_pose(pose); }
    bool meets() override { return collide(1) != 0; }
    [[nodiscard]] bool can_count() const override { return true; }
    std::uint64_t count_pairs() override { return collide(std::numeric_limits<int>::max()); }
    [[nodiscard]] bool can_measure() const override { return std::is_same_v<Box, fcl::OBBRSSd>; }
    double distance() override {
        fcl::DistanceRequestd request(false);
        request.enable_signed_distance = false;
        fcl::DistanceResultd result;
        return fcl::distance(a_.get(), fcl::Transform3d::Identity(), b_.get(), pose_, request, result);
    }

  private:
    std::size_t collide(std::size_t most) {
        const fcl::CollisionRequestd request(most, false);
        fcl::CollisionResultd result;
        return fcl::collide(a_.get(), fcl::Transform3d::Identity(), b_.get(), pose_, request, result);
    }

    std::unique_ptr<fcl::BVHModel<Box>> a_, b_;
    fcl::Transform3d pose_ = fcl::Transform3d::Identity();
};

}  // namespace

std::unique_ptr<Contestant> make_fcl_obb(const PlainMesh& a, const PlainMesh& b) {
    return std::make_unique<FclContestant<fcl::OBBd>>(a, b);
}
std::unique_ptr<Contestant> make_fcl_obbrss(const PlainMesh& a, const PlainMesh& b) {
    return std::make_unique<FclContestant<fcl::OBBRSSd>>(a, b);
}

}  // namespace graze::bench
