#include "graze/motion/rounded_pose.h"
#include "graze/queries/paths/profile_work.h"

#include <algorithm>

namespace graze::internal {
namespace {

/// At least the distance of any point of one box from any of the other.
double farthest(const Box& p, const Box& q) {
    Interval sum{0.0, 0.0};
    for (int k = 0; k < 3; ++k) {
        const Interval one = exactly(p.max[k]) - exactly(q.min[k]), other = exactly(q.max[k]) - exactly(p.min[k]);
        sum = sum + sqr(max(one, other));
    }
    return sqrt(sum).hi;
}

/// About the distance of two boxes: for the order alone.
double rough_gap(const Box& p, const Box& q) {
    const Vec3 gap = (p.min - q.max).cwiseMax(q.min - p.max).cwiseMax(0.0);
    return gap.x() * gap.x() + gap.y() * gap.y() + gap.z() * gap.z();
}

}  // namespace

ProfileMeter::ProfileMeter(const ProfileWork& work, std::size_t segment)
    : work_(work), segment_(segment), boxes_(work.moving.rest.size()) {}

const Box& ProfileMeter::box_of(std::uint32_t body, const Interval& time) {
    if (!link_of(work_.moving.segments[segment_], body)) return work_.moving.rest_boxes[body];
    TimedBox& known = boxes_[body];
    if (known.time.lo != time.lo || known.time.hi != time.hi)
        known = {time, swept_box(motion_of(work_.moving, segment_, body),
                                 work_.moving.own_boxes[work_.moving.mesh_of_body[body]], time)};
    return known.box;
}

PairList ProfileMeter::pairs_near(const PairList& pairs, const Interval& time, double distance) {
    PairList near;
    for (const std::uint32_t pair : pairs) {
        const auto [a, b] = work_.pairs[pair];
        if (may_be_within(box_of(a, time), box_of(b, time), distance)) near.push_back(pair);
    }
    return near;
}

double ProfileMeter::most_by_boxes(const PairList& pairs, const Interval& time) {
    double most = kInfinity;
    for (const std::uint32_t pair : pairs) {
        const auto [a, b] = work_.pairs[pair];
        const double far = farthest(box_of(a, time), box_of(b, time));
        if (far < most) most = far;
    }
    return most;
}

void ProfileMeter::measure(std::uint32_t pair, double t, LeastAt& least) {
    const BodyPair& bodies = work_.pairs[pair];
    std::array<RoundedPose, 2> at;
    for (int side = 0; side < 2; ++side)
        at[side] = rounded_pose(motion_of(work_.moving, segment_, bodies[side]), t,
                                work_.moving.own_boxes[work_.moving.mesh_of_body[bodies[side]]]);
    ++distances_;
    const BodyDistance found = distance(wide(*work_.models.of_body[bodies[0]]), at[0].pose,
                                        wide(*work_.models.of_body[bodies[1]]), at[1].pose, discrete_);
    const Interval error = exactly(at[0].error) + exactly(at[1].error);
    const Interval known{(exactly(found.lo) - error).lo, (exactly(found.hi) + error).hi};
    const double lo = known.lo > 0.0 ? known.lo : 0.0;  // NaN: 0
    if (lo < least.lo) least.lo = lo;
    if (known.hi < least.hi) {
        least.hi = known.hi;
        least.nearest = {pair, found.triangles};
        least.points = {found.on_a, found.on_b};
    }
}

LeastAt ProfileMeter::least_at(const PairList& pairs, double t) {
    struct Order {
        double gap;
        std::uint32_t pair;
    };
    std::vector<Order> order;
    for (const std::uint32_t pair : pairs) {
        const auto [a, b] = work_.pairs[pair];
        order.push_back({rough_gap(box_of(a, exactly(t)), box_of(b, exactly(t))), pair});
    }
    std::stable_sort(order.begin(), order.end(), [](const Order& x, const Order& y) { return x.gap < y.gap; });
    LeastAt least;
    for (const Order& next : order) {
        const auto [a, b] = work_.pairs[next.pair];
        if (!(least.hi < kInfinity) || may_be_within(box_of(a, exactly(t)), box_of(b, exactly(t)), least.hi))
            measure(next.pair, t, least);
    }
    least.lo = std::min(least.lo, least.hi);
    return least;
}

}  // namespace graze::internal
