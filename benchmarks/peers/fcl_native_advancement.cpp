// Conservative advancement by us on FCL's trees, with FCL's distances of boxes and of triangles, compiled for
// this processor: the strongest rival that we could make of it.
//
// As [Tang, Kim, Manocha: C2A, 2009], each pair of boxes or triangles brings its own step: its distance over
// the speed at which it can come nearer along the direction of its closest points (plain_screw.h); the least
// step is the one taken. That is far more than the least distance over the greatest speed, since what is near
// often does not approach. Doubles, no bounds on rounding.
#include "peers/continuous_peer.h"
#include "peers/plain_screw.h"

#include "peers/fcl_native_begin.h"

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/detail/primitive_shape_algorithm/triangle_distance.h>
#undef extern

#include "peers/fcl_model.h"

namespace graze::bench {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr int kMostSteps = 100000;
/// A pair whose step is not this much shorter than the best so far is not opened; its own bound then counts.
/// Without it (1.0) a query takes three times as long; 0.5 to 0.85 hardly differ.
constexpr double kWorthOpening = 0.8;

Plain3 plain_of(const fcl::Vector3d& v) { return {v[0], v[1], v[2]}; }

class LocalAdvancement : public ContinuousPeer {
  public:
    LocalAdvancement(const PlainMesh& a, const PlainMesh& b, double tolerance)
        : a_(fcl_model<fcl::OBBRSSd>(a)), b_(fcl_model<fcl::OBBRSSd>(b)), tolerance_(tolerance) {}

    void move(const PlainMotion& motion) override { screw_ = plain_screw(motion.from, motion.to); }

    PeerContact first_contact() override {
        PeerContact result;
        near_ = {0, 0};
        for (double t = 0.0; result.steps < kMostSteps;) {
            ++result.steps;
            const PlainPose pose = pose_at(screw_, t);
            turn_ = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(pose.rotation);
            shift_ = Eigen::Map<const fcl::Vector3d>(pose.translation);
            step_ = left_out_ = kNever;
            is_near_ = false;
            meet(near_[0], near_[1]);
            if (!is_near_) open(0, 0);
            if (is_near_) return {true, t, result.steps};
            t += std::min(step_, left_out_);
            if (t > 1.0) return result;
        }
        return {true, 0.0, result.steps};  // gave up
    }

  private:
    [[nodiscard]] double step_for(double distance, const fcl::Vector3d& from_a_to_b, double from_axis) const {
        const double length = from_a_to_b.norm();
        if (!(length > 0.0)) return 0.0;
        const double speed = speed_against(screw_, plain_of(from_a_to_b / length), from_axis);
        return speed > 0.0 ? distance / speed : kNever;
    }

    void meet(int triangle_a, int triangle_b) {
        const fcl::Triangle &ta = a_->tri_indices[triangle_a], &tb = b_->tri_indices[triangle_b];
        const fcl::Vector3d *va = a_->vertices, *vb = b_->vertices;
        fcl::Vector3d p, q;
        const double distance = fcl::detail::TriangleDistance<double>::triDistance(
            va[ta[0]], va[ta[1]], va[ta[2]], vb[tb[0]], vb[tb[1]], vb[tb[2]], turn_, shift_, p, q);
        if (distance <= tolerance_) {
            is_near_ = true;
            return;
        }
        double from_axis = 0.0;
        for (int i = 0; i < 3; ++i)
            from_axis = std::max(from_axis, distance_from_axis(screw_, plain_of(vb[tb[i]])));
        const double step = step_for(distance, q - p, from_axis);
        if (step < step_) step_ = step, near_ = {triangle_a, triangle_b};
    }

    [[nodiscard]] double bound(int i, int j) const {
        const fcl::RSSd &ra = a_->getBV(i).bv.rss, &rb = b_->getBV(j).bv.rss;
        fcl::Vector3d p, q;
        const double distance = fcl::distance(turn_, shift_, ra, rb, &p, &q);
        if (!(distance > 0.0)) return 0.0;
        const double from_axis =
            distance_from_axis(screw_, plain_of(rb.center())) + 0.5 * std::hypot(rb.l[0], rb.l[1]) + rb.r;
        const fcl::Vector3d apart = ra.axis * (q - p);
        // Closest points that do not have the distance that was found: any direction.
        const bool is_sure = std::abs(apart.norm() - (distance + ra.r + rb.r)) <= 1e-9 * apart.norm();
        const double any = std::sqrt(plain_dot(screw_.way, screw_.way) +
                                     screw_.angle * screw_.angle * from_axis * from_axis);
        return is_sure ? step_for(distance, apart, from_axis) : any > 0.0 ? distance / any : kNever;
    }

    void open_if(int i, int j, double least) {
        if (is_near_ || least == kNever) return;
        if (least >= kWorthOpening * std::min(step_, 1.0))
            left_out_ = std::min(left_out_, least);
        else
            open(i, j);
    }

    void open(int i, int j) {
        const auto &na = a_->getBV(i), &nb = b_->getBV(j);
        if (na.isLeaf() && nb.isLeaf()) {
            meet(na.primitiveId(), nb.primitiveId());
            return;
        }
        const bool first = nb.isLeaf() || (!na.isLeaf() && na.bv.rss.size() > nb.bv.rss.size());
        const int i0 = first ? na.leftChild() : i, i1 = first ? na.rightChild() : i;
        const int j0 = first ? j : nb.leftChild(), j1 = first ? j : nb.rightChild();
        const double least0 = bound(i0, j0), least1 = bound(i1, j1);
        if (least0 <= least1) {
            open_if(i0, j0, least0);
            open_if(i1, j1, least1);
        } else {
            open_if(i1, j1, least1);
            open_if(i0, j0, least0);
        }
    }

    std::unique_ptr<fcl::BVHModel<fcl::OBBRSSd>> a_, b_;
    double tolerance_;
    PlainScrew screw_;
    fcl::Matrix3d turn_;
    fcl::Vector3d shift_;
    double step_ = 0.0, left_out_ = 0.0;
    std::array<int, 2> near_{};
    bool is_near_ = false;
};

}  // namespace

__attribute__((visibility("default"))) std::unique_ptr<ContinuousPeer> make_local_advancement(
    const PlainMesh& a, const PlainMesh& b, double tolerance) {
    return std::make_unique<LocalAdvancement>(a, b, tolerance);
}

}  // namespace graze::bench
