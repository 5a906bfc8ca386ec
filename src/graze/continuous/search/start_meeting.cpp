#include "graze/continuous/search/start_meeting.h"

#include "graze/discrete/bodies/body_meeting.h"

#include <cmath>

namespace graze::internal {
namespace {

/// Two triangles that meet or are near, with the nearest points of the bodies.
ContactFeaturePair witness_of(const PosedModel& a, const PosedModel& b, const IdPair& triangles,
                              const BodyDistance& near) {
    const Vec3 separation = near.on_a - near.on_b;
    const double length = std::sqrt(separation.dot(separation));
    return {{triangles.a, triangles.b},
            {a.model.mesh->surface_of_triangle[triangles.a], b.model.mesh->surface_of_triangle[triangles.b]},
            {kFaceSlot, kFaceSlot},
            {near.on_a, near.on_b},
            length > 0.0 ? Vec3(separation / length) : Vec3(Vec3::Zero()),
            near.hi};
}

}  // namespace

StartMeeting near_at_start(const PosedModel& a, const PosedModel& b, double clearance, DiscreteMemory& w) {
    const WideBody wide_a = wide(a.model), wide_b = wide(b.model);
    if (!(clearance > 0.0) || !is_within(wide_a, a.pose, wide_b, b.pose, clearance, w)) return {};
    const BodyDistance near = distance(wide_a, a.pose, wide_b, b.pose, w);
    return {BodyMeeting::Apart, witness_of(a, b, near.triangles, near)};
}

StartMeeting meet_at_start(const PosedModel& a, const PosedModel& b, double clearance, DiscreteMemory& w) {
    const WideBody wide_a = wide(a.model), wide_b = wide(b.model);
    const auto nearest = [&] { return distance(wide_a, a.pose, wide_b, b.pose, w); };
    const auto meeting = find_intersections(wide_a, a.pose, wide_b, b.pose, {}, w);
    if (!meeting.triangles.empty()) {
        const IdPair witness = meeting.triangles.front();
        const auto all = find_intersections(wide_a, a.pose, wide_b, b.pose, {.find = Find::TrianglePairs}, w);
        const BodyMeeting how = meeting_of(a, b, all.triangles);
        return {how, witness_of(a, b, witness, nearest())};
    }
    if (const StartMeeting near = near_at_start(a, b, clearance, w); near.witness) return near;
    return {meeting_of(a, b, {}), std::nullopt};
}

}  // namespace graze::internal
