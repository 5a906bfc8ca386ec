#include "graze/discrete/wide/wide_distance.h"

#include "graze/discrete/triangles/triangle_distance.h"
#include "graze/discrete/wide/wide_nearest_search.h"
#include "graze/discrete/wide/wide_within_search.h"

namespace graze::internal {
namespace {

Vec3 posed(const Pose& pose, const Vec3& x) {
    return pose.rotation * x / pose.rotation.squaredNorm() +
           pose.translation;  // Eigen's product is R(q) x for any q
}

DiscreteCounters search_within(const WidePair& of, double clearance, bool stop_at_first, DiscreteMemory& w) {
    WithinSearch search;
    begin(search, of, clearance, stop_at_first, w);
    while (!search.is_over) (void)go_on(search, of, {}, w);
    return search.counters;
}

}  // namespace

BodyDistance distance_of_meeting(const WidePair& of, const IdPair& pair, const DiscreteCounters& counters) {
    const TriangleGap near = fine_gap(corners(of.a.mesh, pair.a), corners(of.b.mesh, pair.b),
                                      fine_placement(of.pose_a, of.pose_b));
    return {0.0, 0.0, posed(of.pose_a, near.on_a), posed(of.pose_a, near.on_b), pair, counters};
}

BodyDistance distance(const WideBody& a, const Pose& pose_a, const WideBody& b, const Pose& pose_b,
                      DiscreteMemory& w) {
    const WidePair of{a, pose_a, b, pose_b};
    const Intersections meeting = find_intersections(a, pose_a, b, pose_b, {}, w);
    if (!meeting.triangles.empty()) return distance_of_meeting(of, meeting.triangles[0], meeting.counters);
    NearestSearch search;
    begin(search, of, w);
    while (search.stage != NearestSearch::Stage::Done) (void)go_on(search, of, {}, w);
    return search.result;
}

bool is_within(const WideBody& a, const Pose& pose_a, const WideBody& b, const Pose& pose_b, double clearance,
               DiscreteMemory& w) {
    (void)search_within({a, pose_a, b, pose_b}, clearance, true, w);
    return !w.hits.empty();
}

Intersections find_within(const WideBody& a, const Pose& pose_a, const WideBody& b, const Pose& pose_b,
                          double clearance, DiscreteMemory& w) {
    const DiscreteCounters counters = search_within({a, pose_a, b, pose_b}, clearance, false, w);
    sort_hits(Find::TrianglePairs, w);
    return {w.triangles, w.surfaces, counters};
}

}  // namespace graze::internal

namespace graze {

BodyDistance distance(const PosedBody& a, const PosedBody& b, DiscreteWorkspace* workspace) {
    const WideBody wide_a = wide(a.body.model()), wide_b = wide(b.body.model());
    if (workspace != nullptr) return distance(wide_a, a.pose, wide_b, b.pose, workspace->memory());
    DiscreteMemory fresh;
    return distance(wide_a, a.pose, wide_b, b.pose, fresh);
}

bool is_within(const PosedBody& a, const PosedBody& b, double clearance, DiscreteWorkspace* workspace) {
    const WideBody wide_a = wide(a.body.model()), wide_b = wide(b.body.model());
    if (workspace != nullptr)
        return is_within(wide_a, a.pose, wide_b, b.pose, clearance, workspace->memory());
    DiscreteMemory fresh;
    return is_within(wide_a, a.pose, wide_b, b.pose, clearance, fresh);
}

Intersections find_within(const PosedBody& a, const PosedBody& b, double clearance,
                          DiscreteWorkspace* workspace) {
    const WideBody wide_a = wide(a.body.model()), wide_b = wide(b.body.model());
    if (workspace != nullptr)
        return find_within(wide_a, a.pose, wide_b, b.pose, clearance, workspace->memory());
    DiscreteMemory fresh;
    return owned(find_within(wide_a, a.pose, wide_b, b.pose, clearance, fresh), fresh);
}

}  // namespace graze
