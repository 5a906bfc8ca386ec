#include "graze/soft/audit_step.h"

#include "graze/continuous/features/feature_contact.h"
#include "graze/discrete/triangles/triangle_overlap.h"
#include "graze/soft/prove_step.h"

#include <numbers>

namespace graze::soft {
namespace {

constexpr double kAuditTolerance = 1e-9;  // of the clearance: what first contact may leave open

MovingFeature feature_of_corners(const StraightSet& set, std::initializer_list<std::size_t> corners) {
    MovingFeature feature;
    VertexEnds ends;
    feature.count = 0;
    for (const std::size_t k : corners) {
        feature.vertices[static_cast<std::size_t>(feature.count)] = set.from[k];
        ends.to[static_cast<std::size_t>(feature.count++)] = set.to[k];
    }
    feature.motion = ends;
    return feature;
}

bool stay_apart(const MovingFeature& a, const MovingFeature& b, double clearance) {
    const FeatureContactOptions options{.clearance = clearance, .tolerance = kAuditTolerance * clearance};
    return first_feature_contact(a, b, options).verdict == ContactVerdict::Clear;
}

/// A segment that does not pierce the triangle at first, and whose features never come near those of the triangle, never
/// does.
bool is_clear_of(const StraightSet& segment, const StraightSet& triangle, double clearance) {
    const Corners flat{segment.from[0], segment.from[1], segment.from[1]};
    if (triangles_meet(flat, Pose{}, triangle.from, Pose{})) return false;
    const double wanted = clearance + triangle.error;
    for (const std::size_t end : {0, 1})
        if (!stay_apart(feature_of_corners(segment, {end}), feature_of_corners(triangle, {0, 1, 2}), wanted)) return false;
    for (const std::size_t k : {0, 1, 2})
        if (!stay_apart(feature_of_corners(segment, {0, 1}), feature_of_corners(triangle, {k, (k + 1) % 3}), wanted)) return false;
    return true;
}

double length_between(const Rod& rod, std::uint32_t first, std::uint32_t second) {
    double between = 0.0;
    for (std::uint32_t k = first + 1; k < second; ++k) between += rod.length[k];
    return between;
}

bool is_clear_of_rod(const SoftModel& model, const SoftWays& ways, std::uint32_t a, std::uint32_t b) {
    const Segment &p = model.segments[a], &q = model.segments[b];
    const double clearance = clearance_of(model, a) + clearance_of(model, b);
    if (p.rod == q.rod && b - a > 1) {
        const std::uint32_t first = model.first_segment[p.rod];
        const RodCandidate pair{a, b, clearance, true};
        if (length_between(model.rods[p.rod], a - first, b - first) < std::numbers::pi * p.radius && prove_unfolded(model, pair, ways)) return true;
    }
    return stay_apart(feature_of_corners(segment_on(model, a, ways.from, ways.to), {0, 1}),
                      feature_of_corners(segment_on(model, b, ways.from, ways.to), {0, 1}), clearance);
}

}  // namespace

StepAudit audit_step(const SoftModel& model, const SoftWays& ways) {
    StepAudit audit;
    const auto note = [&](std::uint32_t segment, bool is_clear) {
        if (audit.is_clear && !is_clear) audit.segment = segment;
        audit.is_clear = audit.is_clear && is_clear;
    };
    for (std::uint32_t s = 0; s < model.segments.size(); ++s) {
        note(s, prove_rings_apart(model, s, ways));
        const StraightSet segment = segment_on(model, s, ways.from, ways.to);
        for (std::uint32_t b = 0; b < model.bodies.size(); ++b) {
            if (model.is_ignored[model.segments[s].rod][b]) continue;
            const auto triangles = static_cast<std::uint32_t>(model.bodies[b].body.mesh().triangles.size());
            for (std::uint32_t t = 0; t < triangles; ++t, ++audit.pairs)
                note(s, is_clear_of(segment, triangle_on(model.bodies[b], ways.bodies[b], t), clearance_of(model, s)));
        }
        for (std::uint32_t other = s + 1; other < model.segments.size(); ++other) {
            if (other == s + 1 && model.segments[other].rod == model.segments[s].rod) continue;
            ++audit.pairs;
            note(s, is_clear_of_rod(model, ways, s, other));
        }
    }
    return audit;
}

}  // namespace graze::soft
