// FCL's continuousCollide, as Debian packages it: samples of time, and its own conservative advancement.
//
// Its linear motion is made here: the constructor that continuousCollide uses leaves the point that moves on
// a straight line uninitialised (interp_motion-inl.h).
#include "peers/continuous_peer.h"

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/motion/interp_motion.h>
#include <fcl/math/motion/screw_motion.h>
#include <fcl/narrowphase/continuous_collision.h>

#include "peers/fcl_model.h"

namespace graze::bench {
namespace {

std::unique_ptr<fcl::MotionBased> fcl_motion(const PlainMotion& motion) {
    const fcl::Transform3d from = fcl_pose(motion.from), to = fcl_pose(motion.to);
    if (motion.path == PlainPath::Screw) return std::make_unique<fcl::ScrewMotion<double>>(from, to);
    return std::make_unique<fcl::InterpMotion<double>>(from.linear(), from.translation(), to.linear(),
                                                       to.translation(), fcl::Vector3d(0, 0, 0));
}

template <class Box>
struct FclPair {
    std::unique_ptr<fcl::BVHModel<Box>> a, b;
};

template <class Box>
class FclContinuous : public ContinuousPeer {
  public:
    FclContinuous(std::shared_ptr<FclPair<Box>> bodies, const fcl::ContinuousCollisionRequestd& request)
        : bodies_(std::move(bodies)), request_(request) {}

    void move(const PlainMotion& motion) override { motion_ = fcl_motion(motion); }
    PeerContact first_contact() override {
        const fcl::TranslationMotion<double> rest(fcl::Transform3d::Identity(), fcl::Transform3d::Identity());
        fcl::ContinuousCollisionResultd result;
        fcl::continuousCollide(bodies_->a.get(), &rest, bodies_->b.get(), motion_.get(), request_, result);
        return {result.is_collide, result.time_of_contact, 0};
    }

  private:
    std::shared_ptr<FclPair<Box>> bodies_;
    fcl::ContinuousCollisionRequestd request_;
    std::unique_ptr<fcl::MotionBased> motion_;
};

template <class Box>
std::shared_ptr<FclPair<Box>> fcl_pair(const PlainMesh& a, const PlainMesh& b) {
    return std::make_shared<FclPair<Box>>(FclPair<Box>{fcl_model<Box>(a), fcl_model<Box>(b)});
}

}  // namespace

std::vector<NamedPeer> fcl_samplers(const PlainMesh& a, const PlainMesh& b, const std::vector<int>& samples) {
    const auto bodies = fcl_pair<fcl::OBBd>(a, b);
    std::vector<NamedPeer> peers;
    for (const int count : samples) {
        const fcl::ContinuousCollisionRequestd request(count, 1e-9, fcl::CCDM_SCREW, fcl::GST_LIBCCD,
                                                       fcl::CCDC_NAIVE);
        peers.push_back({"FCL, " + std::to_string(count) + " samples",
                         std::make_unique<FclContinuous<fcl::OBBd>>(bodies, request)});
    }
    return peers;
}

std::unique_ptr<ContinuousPeer> make_fcl_advancement(const PlainMesh& a, const PlainMesh& b) {
    const fcl::ContinuousCollisionRequestd request(1000, 1e-6, fcl::CCDM_SCREW, fcl::GST_LIBCCD,
                                                   fcl::CCDC_CONSERVATIVE_ADVANCEMENT);
    return std::make_unique<FclContinuous<fcl::OBBRSSd>>(fcl_pair<fcl::OBBRSSd>(a, b), request);
}

}  // namespace graze::bench
