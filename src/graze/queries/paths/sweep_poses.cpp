#include "graze/queries/paths/sweep_poses.h"

#include "graze/motion/rounded_pose.h"
#include "graze/queries/broad/swept_boxes.h"

#include <algorithm>

namespace graze::internal {
namespace {

constexpr double kLeastPart = 0x1p-40;                    // of a segment
constexpr std::size_t kMostPoses = std::size_t{1} << 20;  // beyond, slacks grow: sound, and loose
constexpr double kDiagonal = 1.7320508075688774;          // above the square root of 3

/// No point of the box is faster than this during the time. Velocities are affine in the point.
Interval speed_of(const MotionRef& motion, const Box& own, const Interval& time) {
    const MotionJet jet = jet_over(motion, time);
    Interval most{0.0, 0.0};
    for (int i = 0; i < 8; ++i) {
        const Vec3 corner((i & 1 ? own.max : own.min).x(), (i & 2 ? own.max : own.min).y(),
                          (i & 4 ? own.max : own.min).z());
        most = max(most, norm(velocity_at(jet, corner)));
    }
    return most;
}

class PoseMaker {
  public:
    PoseMaker(const MovingScene& moving, std::uint32_t body, double slack)
        : moving_(moving), body_(body), own_(moving.own_boxes[moving.mesh_of_body[body]]), slack_(slack) {}

    SweepPoses run() {
        for (segment_ = 0; segment_ < moving_.segments.size(); ++segment_) {
            way_ = 0.0;
            last_ = 0.0;
            divide({0.0, 1.0}, motion_of(moving_, segment_, body_));
        }
        return std::move(result_);
    }

  private:
    void divide(const Interval& time, const MotionRef& motion) {
        const double middle = 0.5 * (time.lo + time.hi), half = 0.5 * (time.hi - time.lo);
        const Interval way = speed_of(motion, own_, time) * exactly(half);
        const bool is_rest = is_at_rest(motion);
        if (!(way.hi <= slack_) && !is_rest && half > kLeastPart && result_.poses.size() < kMostPoses) {
            divide({time.lo, middle}, motion);
            divide({middle, time.hi}, motion);
            return;
        }
        const RoundedPose at = rounded_pose(motion, middle, own_);
        const double slack = is_rest ? at.error : (way + exactly(at.error)).hi;
        result_.bounds.add(swept_box(motion, own_, time));
        way_ = (exactly(way_) + exactly(last_) + exactly(slack)).hi;
        last_ = slack;
        result_.poses.push_back({placement_of(Pose{}, at.pose), slack, at.error, way_});
        result_.segment.push_back(static_cast<std::uint32_t>(segment_));
        result_.most_slack = larger_bound(result_.most_slack, slack);
    }

    const MovingScene& moving_;
    std::uint32_t body_;
    const Box& own_;
    double slack_;
    std::size_t segment_ = 0;
    double way_ = 0.0, last_ = 0.0;
    SweepPoses result_;
};

}  // namespace

SweepPoses sweep_poses(const MovingScene& moving, std::uint32_t body, double slack) {
    return PoseMaker(moving, body, slack).run();
}

SweepMeter::Gap SweepMeter::gap_at(const Vec3& point, std::uint32_t pose, std::uint32_t guess) {
    const PosedPoint y = place(poses_.poses[pose].world_in_body, point);
    const PointGap gap = query_.nearest(y.near, guess);
    const Interval error = exactly(kDiagonal) * exactly(y.error);
    const double lo = (exactly(gap.lo) - error).lo, hi = (exactly(gap.hi) + error).hi;
    return {lo > 0.0 ? lo : 0.0, hi >= 0.0 ? hi : kInfinity, gap.triangle};  // NaN: nothing is known
}

void SweepMeter::nearest_within(const Vec3& point, double radius, double limit,
                                std::span<const NearPose> from, std::vector<NearPose>& kept) {
    kept.clear();
    const double wide = (exactly(2.0) * exactly(radius)).hi;
    double most = limit, apart = 0.0, apart_way = 0.0;  // all nearer ones are wanted; known of the last one
    std::uint32_t segment = ~std::uint32_t{0};
    for (const NearPose& next : from) {
        const SweepPose& pose = poses_.poses[next.pose];
        const double reserve = (exactly(pose.slack) + exactly(margin_)).hi;
        if (poses_.segment[next.pose] == segment &&
            (exactly(apart) - (exactly(pose.way) - exactly(apart_way)) - exactly(reserve)).lo >= most)
            continue;
        const Gap gap = gap_at(point, next.pose, next.triangle);
        segment = poses_.segment[next.pose], apart = gap.lo, apart_way = pose.way;
        const double below = (exactly(gap.lo) - exactly(reserve)).lo;
        most = std::min(most, (exactly(gap.hi) - exactly(reserve) + exactly(wide)).hi);
        if (!(below > most)) kept.push_back({next.pose, gap.triangle, below});
    }
    std::erase_if(kept, [&](const NearPose& pose) { return pose.below > most; });
}

SweepMeter::Distance SweepMeter::distance(const Vec3& point, double limit, std::span<const NearPose> from) {
    Distance least{limit, kInfinity};
    double apart = 0.0, apart_way = 0.0;
    std::uint32_t segment = ~std::uint32_t{0};
    const auto look = [&](const NearPose& next) {
        const SweepPose& pose = poses_.poses[next.pose];
        const Interval reserve = exactly(pose.slack) + exactly(margin_);
        if (poses_.segment[next.pose] == segment &&
            (exactly(apart) - (exactly(pose.way) - exactly(apart_way)) - reserve).lo >= least.below)
            return;
        const Gap gap = gap_at(point, next.pose, next.triangle);
        segment = poses_.segment[next.pose], apart = gap.lo, apart_way = pose.way;
        least.below = std::min(least.below, (exactly(gap.lo) - reserve).lo);
        least.above = std::min(least.above, (exactly(gap.hi) + exactly(pose.error) - exactly(margin_)).hi);
    };
    const auto first = std::min_element(
        from.begin(), from.end(), [](const NearPose& p, const NearPose& q) { return p.below < q.below; });
    if (first != from.end()) look(*first);
    segment = ~std::uint32_t{0};
    for (const NearPose& next : from) {
        if (!(least.below > 0.0)) break;
        look(next);
    }
    if (!(least.below > 0.0)) least.below = 0.0;
    return least;
}

double SweepMeter::above(const Vec3& point) {
    double least = kInfinity, apart = 0.0, apart_way = 0.0;
    std::uint32_t segment = ~std::uint32_t{0}, triangle = 0;
    for (std::uint32_t i = 0; i < poses_.poses.size(); ++i) {
        const SweepPose& pose = poses_.poses[i];
        if (poses_.segment[i] == segment && apart - (pose.way - apart_way) >= least) continue;
        const Gap gap = gap_at(point, i, triangle);
        segment = poses_.segment[i], apart = gap.lo, apart_way = pose.way, triangle = gap.triangle;
        least = std::min(least, (exactly(gap.hi) + exactly(pose.error)).hi);
    }
    return least;
}

bool SweepMeter::is_inside(const Vec3& point, std::uint32_t pose) {
    const PosedPoint y = place(poses_.poses[pose].world_in_body, point);
    return query_.winding(y.near).value_or(1) != 0;  // not known: filled, which is safe
}

}  // namespace graze::internal
