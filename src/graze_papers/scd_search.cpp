#include "graze_papers/scd_search.h"

#include <algorithm>
#include <tuple>

namespace graze::papers {

ScdSearch::ScdSearch(const ScdBody& body_a, const ScdBody& body_b, Find wanted, ScdWorkspace& memory)
    : a(body_a.model),
      b(body_b.model),
      poses(pose_pair(body_a.pose, body_b.pose)),
      a_in_b(placement_of(body_a.pose, body_b.pose)),
      find_(wanted),
      workspace_(memory) {
    workspace_.triangles.clear();
    workspace_.surfaces.clear();
    workspace_.last_seen_with.assign(a.surface_count(), 0);
}

MovedTriangle ScdSearch::moved(std::uint32_t triangle_b) {
    ++counters.triangle_transforms;
    return move_into_a(poses, b.corners(triangle_b));
}

bool ScdSearch::try_pair(std::uint32_t triangle_a, std::uint32_t triangle_b, const MovedTriangle& moved_b) {
    ++counters.triangle_tests;
    const TriangleDecision decision = meeting_of(a.corners(triangle_a), moved_b, poses);
    counters.exact_tests += decision.needed_exact;
    if (decision.meeting == TriangleMeeting::Apart) return true;
    workspace_.triangles.push_back({triangle_a, triangle_b});
    workspace_.last_seen_with[a.surface_of(triangle_a)] = b.surface_of(triangle_b) + 1;
    return find_ != Find::FirstPair;
}

void ScdSearch::keep_one_witness_per_surface_pair() {
    auto& triangles = workspace_.triangles;
    const auto surfaces_of = [&](const IdPair& pair) {
        return IdPair{a.surface_of(pair.a), b.surface_of(pair.b)};
    };
    std::sort(triangles.begin(), triangles.end(), [&](const IdPair& p, const IdPair& q) {
        return std::tuple(surfaces_of(p), p) < std::tuple(surfaces_of(q), q);
    });
    const auto same = [&](const IdPair& p, const IdPair& q) { return surfaces_of(p) == surfaces_of(q); };
    triangles.erase(std::unique(triangles.begin(), triangles.end(), same), triangles.end());
}

Intersections ScdSearch::result() {
    auto &triangles = workspace_.triangles, &surfaces = workspace_.surfaces;
    if (find_ == Find::SurfacePairs)
        keep_one_witness_per_surface_pair();
    else
        std::sort(triangles.begin(), triangles.end());
    for (const IdPair& pair : triangles) surfaces.push_back({a.surface_of(pair.a), b.surface_of(pair.b)});
    std::sort(surfaces.begin(), surfaces.end());
    surfaces.erase(std::unique(surfaces.begin(), surfaces.end()), surfaces.end());
    return {triangles, surfaces, counters};
}

}  // namespace graze::papers
