#include "graze/stochastic/triangle_passage.h"

#include "graze/continuous/features/feature_contact.h"

namespace graze::internal {
namespace {

constexpr int kMostWindows = 400;  // a pair of features

MovingFeature corner_of(const Corners& c, int k, const RigidMotion& motion) {
    return {1, {c[k], Vec3::Zero(), Vec3::Zero()}, &motion};
}
MovingFeature edge_of(const Corners& c, int k, const RigidMotion& motion) {
    return {2, {c[k], c[(k + 1) % 3], Vec3::Zero()}, &motion};
}
MovingFeature face_of(const Corners& c, const RigidMotion& motion) { return {3, c, &motion}; }

}  // namespace

Passage passage_of(const Pose& from, const Pose& to, const Vec3& straight) {
    Passage passage{make_slerp({from, to}, straight), {}};
    passage.rounded = rounded_motion(passage.motion);
    return passage;
}

std::optional<TriangleContact> first_contact_of(const PassingTriangle& a, const PassingTriangle& b,
                                                double tolerance) {
    const RigidMotion &move_a = a.passage.motion, &move_b = b.passage.motion;
    const MotionPair motions{&a.passage.rounded, &b.passage.rounded};
    const FeatureContactOptions options{.tolerance = tolerance, .most_windows = kMostWindows};
    std::optional<TriangleContact> first;
    const auto look = [&](const MovingFeature& of_a, const MovingFeature& of_b) {
        const FeatureContact found = first_feature_contact(of_a, of_b, motions, options);
        if (found.verdict == ContactVerdict::Contact && (!first || found.clear_until < first->time))
            first = {found.clear_until, found.distance_hi};
    };
    for (int i = 0; i < 3; ++i) {
        look(corner_of(a.corners, i, move_a), face_of(b.corners, move_b));
        look(face_of(a.corners, move_a), corner_of(b.corners, i, move_b));
        for (int j = 0; j < 3; ++j) look(edge_of(a.corners, i, move_a), edge_of(b.corners, j, move_b));
    }
    return first;
}

}  // namespace graze::internal
