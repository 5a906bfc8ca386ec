// FCL's trees of oriented boxes for bodies that deform.
#include "peers/deforming_peer.h"

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>

#include "peers/fcl_model.h"

namespace graze::bench {
namespace {

using Box = fcl::OBB<double>;

class FclDeforming : public DeformingPeer {
  public:
    FclDeforming(const PlainMesh& a, const PlainMesh& b) : a_(fcl_model<Box>(a)), b_(fcl_model<Box>(b)) {}

    void move(std::span<const double> a, std::span<const double> b, TreeUpdate how) override {
        move_one(*a_, a, how);
        move_one(*b_, b, how);
    }

    bool meets(const PlainPose& pose) override {
        fcl::CollisionRequest<double> request;
        request.num_max_contacts = 1;
        fcl::CollisionResult<double> result;
        return fcl::collide(a_.get(), fcl::Transform3d::Identity(), b_.get(), fcl_pose(pose), request, result) > 0;
    }

  private:
    static void move_one(fcl::BVHModel<Box>& model, std::span<const double> x, TreeUpdate how) {
        std::vector<fcl::Vector3d> vertices;
        vertices.reserve(x.size() / 3);
        for (std::size_t i = 0; i < x.size(); i += 3) vertices.emplace_back(x[i], x[i + 1], x[i + 2]);
        model.beginReplaceModel();
        model.replaceSubModel(vertices);
        model.endReplaceModel(how == TreeUpdate::Refit, true);
    }

    std::unique_ptr<fcl::BVHModel<Box>> a_, b_;
};

}  // namespace

std::unique_ptr<DeformingPeer> make_fcl_deforming(const PlainMesh& a, const PlainMesh& b) {
    return std::make_unique<FclDeforming>(a, b);
}

}  // namespace graze::bench
