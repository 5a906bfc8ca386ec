// Bounds over windows of time against true ranges: what the tests of motion/ share.
#pragma once

#include "graze/motion/motion_window.h"

#include "oracle/true_range.h"
#include "support/motion_families.h"

#include <gtest/gtest.h>

#include <string>

namespace graze::test {

using oracle::Num;
using oracle::NumVec;

inline constexpr double kWindows[] = {1.0, 0.2, 0.02, 1e-4, 0.0};
inline constexpr double kSizes[] = {1e-6, 1.0, 1e6};

[[nodiscard]] inline Interval random_window(Rng& rng, double length) {
    const double begin = rng.below(4) == 0 ? 0.0 : rng.uniform(0.0, 1.0 - length);
    return {begin, std::min(1.0, begin + length)};
}

/// Bounds over true values; counts how often they were asked, and how much wider they were.
struct Tightness {
    double sum = 0.0, worst = 0.0;
    int count = 0;

    void add(const Interval& ours, const oracle::TrueRange& truth, double scale) {
        const double width = truth.inner_hi - truth.inner_lo;
        if (!(width > 1e-6 * scale)) return;  // rounding would be measured
        const double ratio = (ours.hi - ours.lo) / width;
        sum += ratio;
        worst = std::max(worst, ratio);
        ++count;
    }
    /// The mean may be at most `ceiling`; recorded in the test's XML.
    void expect_mean_below(double ceiling, const std::string& name) const {
        ::testing::Test::RecordProperty(name, std::to_string(mean()));
        EXPECT_GT(count, 10) << name;
        EXPECT_LT(mean(), ceiling) << name << ", worst " << worst;
        EXPECT_GE(mean(), 1.0 - 1e-9) << name;
    }
    [[nodiscard]] double mean() const { return count == 0 ? 0.0 : sum / count; }
};

[[nodiscard]] inline bool contains(const Interval& ours, const oracle::TrueRange& truth) {
    return ours.lo <= truth.inner_lo && ours.hi >= truth.inner_hi;
}

struct Attack {
    MotionCase a;
    Interval time;
    Vec3 point, n;
    double size;
};

[[nodiscard]] inline Attack random_attack(Rng& rng, MotionFamily family) {
    const double size = kSizes[rng.below(3)];
    Attack attack{random_motion(rng, family, size), random_window(rng, kWindows[rng.below(5)]), {}, {}, size};
    attack.point = attack.a.near + random_vector(rng, size);
    attack.n = rng.below(5) == 0 ? Vec3(Vec3::Unit(static_cast<int>(rng.below(3)))) : random_vector(rng, 1.0);
    if (rng.below(6) == 0)  // along the axis: the directional remainder vanishes
        if (const auto* steady = std::get_if<SteadyTurn>(&attack.a.motion);
            steady && magnitude(steady->angle) > 0)
            for (int k = 0; k < 3; ++k) attack.n[k] = midpoint(steady->axis[k]);
    return attack;
}

// A turn of the 1e5-fold arm is what FarBody's scale is.
[[nodiscard]] inline double length_scale(const Attack& attack, MotionFamily family) {
    return attack.size * (family == MotionFamily::FarBody ? 1e5 : 1.0);
}

[[nodiscard]] inline oracle::TrueRange truth_of(const oracle::Function1& f, const Interval& time) {
    return oracle::true_range(f, time.lo, time.hi, 0.01, 240);
}

[[nodiscard]] inline int window_class(const Interval& time) {
    const double length = time.hi - time.lo;
    return length > 0.5 ? 0 : length > 0.1 ? 1 : length > 0.01 ? 2 : 3;
}

[[nodiscard]] inline bool is_parameters(const RigidMotion& motion) {
    return std::holds_alternative<LinearParameters>(motion);
}

}  // namespace graze::test
