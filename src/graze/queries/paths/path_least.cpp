#include "graze/queries/paths/path_least.h"

#include "graze/core/interrupt.h"
#include "graze/discrete/wide/wide_distance.h"

#include <algorithm>

namespace graze::internal {
namespace {

constexpr std::size_t kInstants = 64;  // of all segments
constexpr std::size_t kMostOfSegment = 16, kLeastOfSegment = 2;

/// Pairs that are judged by a distance from the start on.
std::vector<BodyPair> plain_pairs(const PathWork& work, const PathProof& proof) {
    const auto names = [](const auto& list, const BodyPair& pair) {
        return std::any_of(list.begin(), list.end(), [&](const auto& item) { return item.bodies == pair; });
    };
    std::vector<BodyPair> pairs;
    for (const MovingPair& pair : work.pairs)
        if (!names(proof.seated, pair.bodies) && !names(proof.not_judged, pair.bodies) &&
            !names(proof.undecided, pair.bodies))
            pairs.push_back(pair.bodies);
    return pairs;
}

ContactFeaturePair nearest_of(const Scene& scene, const BodyPair& bodies, const BodyDistance& found) {
    ContactFeaturePair nearest{};
    nearest.triangles = {found.triangles.a, found.triangles.b};
    for (int side = 0; side < 2; ++side)
        nearest.surfaces[side] =
            scene.bodies[bodies[side]].mesh->surface_of_triangle[nearest.triangles[side]];
    nearest.points = {found.on_a, found.on_b};
    nearest.normal = Vec3::Zero();
    return nearest;
}

class Least {
  public:
    explicit Least(const PathWork& work) : work_(work) {}

    void look(const BodyPair& bodies, const PathTime& at) {
        std::array<Box, 2> boxes;
        std::array<RoundedPose, 2> poses;
        for (int side = 0; side < 2; ++side) {
            const MotionRef motion = motion_of(work_.moving, at.segment, bodies[side]);
            const Box& own = work_.moving.own_boxes[work_.moving.mesh_of_body[bodies[side]]];
            boxes[side] = swept_box(motion, own, exactly(at.t));
            poses[side] = rounded_pose(motion, at.t, own);
        }
        if (least_ && !may_be_within(boxes[0], boxes[1], least_->hi)) return;
        const BodyDistance found =
            distance(wide(*work_.models.of_body[bodies[0]]), poses[0].pose,
                     wide(*work_.models.of_body[bodies[1]]), poses[1].pose, workspace_);
        const double hi = (exactly(found.hi) + exactly(poses[0].error) + exactly(poses[1].error)).hi;
        if (!(hi < (least_ ? least_->hi : kInfinity))) return;  // NaN too
        least_ = LeastClearance{0.0, hi, at, bodies, nearest_of(work_.moving.scene, bodies, found)};
        least_->nearest.distance_hi = hi;
    }

    std::optional<LeastClearance> least_;

  private:
    const PathWork& work_;
    DiscreteMemory workspace_;
};

}  // namespace

std::optional<LeastClearance> least_clearance(const PathWork& work, const PathProof& proof) {
    const std::vector<BodyPair> pairs = plain_pairs(work, proof);
    const std::size_t segments = work.moving.segments.size();
    const std::size_t steps = std::clamp(kInstants / segments, kLeastOfSegment, kMostOfSegment);
    if (proof.covered.segment == 0 && proof.covered.t == 0.0) return std::nullopt;
    Least least(work);
    for (std::size_t segment = 0; segment <= proof.covered.segment; ++segment) {
        const double end = segment == proof.covered.segment ? proof.covered.t : 1.0;
        for (std::size_t i = 0; i <= steps && !interrupt_requested(); ++i)
            for (const BodyPair& pair : pairs)
                least.look(pair, {segment, end * static_cast<double>(i) / static_cast<double>(steps)});
    }
    if (!least.least_) return std::nullopt;
    // Pairs with clearances of their own may be nearer than the others.
    const Scene& scene = work.moving.scene;
    const bool is_for_all = scene.clearance.empty() && scene.by_group.clearance.empty();
    least.least_->lo = is_for_all ? std::min(work.options.clearance, least.least_->hi) : 0.0;
    return least.least_;
}

}  // namespace graze::internal
