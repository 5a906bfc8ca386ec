// Bends of two nodes in floats, where numbers are of ordinary size and axes keep their directions: for the
// kernel of the node test, which would spend more on a call than on these.
#pragma once

#include "graze/continuous/relative/bend_rounding.h"
#include "graze/continuous/relative/relative_motion.h"
#include "graze/core/internal.h"

#include <algorithm>
#include <cmath>

namespace graze::internal {

// A product or sum of non-negative numbers is rounded by 2^-24 of it, and no bend takes more
// than 32 of these; a point is placed by 6 roundings of no more than its arm and that of the reference point.
inline constexpr float kQuickUp = 1.0f + 0x1p-18f;
inline constexpr float kQuickSlack = 0x1p-20f;
inline constexpr float kQuickUnderflow = 0x1p-70f;  // more than squares of what is tiny can lose, as a length
inline constexpr float kLeastRadius = 0x1p-40f,
                       kMostQuick = 0x1p40f;  // so that this is nothing, and nothing overflows

/// As arm_of.
[[gnu::always_inline]] inline float quick_arm(const QuickTurning& turning, const WideNode& node) {
    if (!turning.turns) return 0.0f;
    const float x = static_cast<float>(node.origin[0] - turning.reference[0]),
                y = static_cast<float>(node.origin[1] - turning.reference[1]),
                z = static_cast<float>(node.origin[2] - turning.reference[2]);
    const auto about = [&](int i) {
        return ((turning.cosine[i][0] * x + turning.cosine[i][1] * y) + turning.cosine[i][2] * z) +
               turning.out[i];
    };
    const float u = about(0), v = about(1), w = about(2);
    const float sum = (std::abs(x) + std::abs(y)) + std::abs(z);
    return (std::sqrt((u * u + v * v) + w * w) + turning.arm_slack * sum) + turning.fixed_slack;
}

/// As bend_along.
[[gnu::always_inline]] inline Bend quick_bend_along(const QuickTurning& own, const QuickTurning& other,
                                                    float own_arm, float other_arm, float distance,
                                                    float wander, float scale) {
    const float farthest = own_arm + distance;
    const float from_other = other.spin * other.spin * other_arm;
    const float from_own =
        own.spin * (own.spin * farthest + 2.0f * (other.spin * other_arm + own.relative_drift));
    const float across = static_cast<float>(kAcross);
    const float isotropic = (other.spin_rate * other_arm + own.spin_rate * farthest) +
                            (from_other * (across + wander) + from_own * across);
    const float least = static_cast<float>(kSmallest);  // for what underflows; a factor of 0 stays 0
    return {from_own > 0.0f ? from_own * scale + least : 0.0f,
            from_other > 0.0f ? from_other * scale + least : 0.0f, isotropic * scale + 4.0f * least};
}

/// NaN: no.
[[nodiscard]] inline bool is_ordinary(const PairBends& bends) {
    const auto sum = [](const Bend& bend) { return (bend.from_own + bend.from_other) + bend.isotropic; };
    return sum(bends.in_a) + sum(bends.in_b) <= kMostQuick;
}

/// As bends_of of a body that moves and one that stands still: for directions fixed in each.
struct OneMoves {
    Bend in_moving, in_still;
};
[[gnu::always_inline]] inline OneMoves quick_bends_of_one(const QuickTurning& moving, const WideNode& moves,
                                                          const WideNode& stays, const BendQuery& query) {
    const float length = static_cast<float>(query.length), across = static_cast<float>(kAcross);
    const float origin = quick_arm(moving, moves), arm = origin + moves.radius;
    const float distance =
        static_cast<float>(query.distance) + 0.5f * length * (moving.spin * arm + moving.drift_speed);
    const float scale = 0.125f * length * length * kQuickUp, least = static_cast<float>(kSmallest);
    const float farthest = origin + (distance + stays.radius);
    const float from_own = moving.spin * (moving.spin * farthest + 2.0f * moving.relative_drift),
                from_other = moving.spin * moving.spin * arm;
    const float own = moving.spin_rate * farthest + from_own * across,
                other = moving.spin_rate * arm + from_other * across;
    return {{from_own > 0.0f ? from_own * scale + least : 0.0f, 0.0f, own * scale + 4.0f * least},
            {0.0f, from_other > 0.0f ? from_other * scale + least : 0.0f, other * scale + 4.0f * least}};
}

/// As bends_of; NaN or huge if a number is too large.
[[gnu::always_inline, nodiscard]] inline PairBends quick_bends(const QuickBends& quick,
                                                               const BendQuery& query) {
    if (quick.a.is_still) {
        const OneMoves bends = quick_bends_of_one(quick.b, query.b, query.a, query);
        return {bends.in_still, bends.in_moving};
    }
    if (quick.b.is_still) {
        const OneMoves bends = quick_bends_of_one(quick.a, query.a, query.b, query);
        return {bends.in_moving, bends.in_still};
    }
    const float length = static_cast<float>(query.length), radius_a = query.a.radius,
                radius_b = query.b.radius;
    const float origin_a = quick_arm(quick.a, query.a), origin_b = quick_arm(quick.b, query.b);
    const float arm_a = origin_a + radius_a, arm_b = origin_b + radius_b;
    const float speed =
        (quick.a.spin * arm_a + quick.a.drift_speed) + (quick.b.spin * arm_b + quick.b.drift_speed);
    const float distance = static_cast<float>(query.distance) + 0.5f * length * speed;
    const float scale = 0.125f * length * length * kQuickUp;
    const float wander = quick.axes_sine * length * kQuickUp;
    const float wander_a = std::min(1.0f, quick.a.spin * wander),
                wander_b = std::min(1.0f, quick.b.spin * wander);
    return {quick_bend_along(quick.a, quick.b, origin_a, arm_b, distance + radius_b, wander_a, scale),
            quick_bend_along(quick.b, quick.a, origin_b, arm_a, distance + radius_a, wander_b, scale)};
}

}  // namespace graze::internal
