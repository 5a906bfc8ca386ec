#include "graze/geometry/posed_predicates.h"

#include "graze/core/assert.h"
#include "graze/geometry/exact_frame.h"

#include <array>

namespace graze::internal::exact {
namespace {

constexpr int kSignBits = 2;      // quaternions of 0, 1, -1
constexpr int kNarrowBits = 62;   // quaternion or length
constexpr int kMiddleBits = 126;  // quaternion or length
constexpr int kFullTurnBits = 1088;
constexpr int kFullLengthBits = 2112;
static_assert(kFullTurnBits >= 1 + 1074 + 1,
              "components of an accepted quaternion are below 2; and the sign");
static_assert(kFullLengthBits >= 1024 + 1074 + 1, "every finite double over 2^-1074, and the sign");

using Points = std::initializer_list<const PairPoint*>;

bool are_finite(Points points) {
    for (const PairPoint* p : points)
        if (!p->local.allFinite()) return false;
    return true;
}

/// True if `near` is the exact point for all of them: the plain predicates then do.
bool are_exactly_near(Points points) {
    for (const PairPoint* p : points)
        if (p->error != 0.0) return false;
    return true;
}

bool are_of_one_body(Points points) {
    for (const PairPoint* p : points)
        if (p->side != (*points.begin())->side) return false;
    return true;
}

/// Evaluates `formula` in an exact frame owned by `owner`, at the least widths that hold all doubles.
template <class Formula>
Decision in_frame_of(Side owner, const PosePair& pair, Points points, Formula&& formula) {
    BitRange lengths = pair.bits_of_translations;
    for (const PairPoint* p : points) lengths.add(p->local);
    const bool by_a = owner == Side::A;
    const Pose &own = by_a ? pair.a : pair.b, &other = by_a ? pair.b : pair.a;
    const FrameGrid grid{(by_a ? pair.bits_a : pair.bits_b).low(), (by_a ? pair.bits_b : pair.bits_a).low(),
                         lengths.low()};
    const int turn = std::max(pair.bits_a.width(), pair.bits_b.width()), length = lengths.width();
    const auto with = [&]<int Q, int X>(Stage stage) -> Decision {
        if (pair.same_rotation) return {formula(ParallelFrame<Q, X>(own, other, grid)), stage};
        return {formula(TurnedFrame<Q, X>(own, other, grid)), stage};
    };
    if (turn < kSignBits && length < kNarrowBits)
        return with.template operator()<kSignBits, kNarrowBits>(Stage::Narrow);
    if (turn < kSignBits && length < kMiddleBits)
        return with.template operator()<kSignBits, kMiddleBits>(Stage::Middle);
    if (turn < kNarrowBits && length < kNarrowBits)
        return with.template operator()<kNarrowBits, kNarrowBits>(Stage::Narrow);
    if (turn < kNarrowBits && length < kMiddleBits)
        return with.template operator()<kNarrowBits, kMiddleBits>(Stage::Middle);
    if (turn < kMiddleBits && length < kMiddleBits)
        return with.template operator()<kMiddleBits, kMiddleBits>(Stage::Middle);
    return with.template operator()<kFullTurnBits, kFullLengthBits>(Stage::Full);
}

/// A positive multiple of to - from, in the frame of A.
template <class Frame>
WideVec3<Frame::kWideBits + 1> difference(const Frame& frame, const PairPoint& from, const PairPoint& to) {
    const auto x = frame.length(from.local), y = frame.length(to.local);
    const auto extended = [](const auto& v) { return WideVec3<Frame::kWideBits + 1>{v[0], v[1], v[2]}; };
    if (from.side == to.side) return to.side == Side::A ? extended(y - x) : extended(frame.turned(y - x));
    if (to.side == Side::B) return extended(frame.across(y, x));
    const auto back = frame.across(x, y);
    return {-back[0], -back[1], -back[2]};
}

/// The four points with those of the owner first, and the sign of that permutation.
struct Sorted {
    std::array<const PairPoint*, 4> points;
    Sign parity;
    int count_of_owner;
};

Sorted owner_first(Side owner, const std::array<const PairPoint*, 4>& points) {
    Sorted sorted{{}, Sign::Positive, 0};
    int others = 0;
    for (const PairPoint* p : points) {
        if (p->side != owner) {
            ++others;
            continue;
        }
        if (others % 2 == 1) sorted.parity = -sorted.parity;  // it passes that many
        sorted.points[sorted.count_of_owner++] = p;
    }
    int next = sorted.count_of_owner;
    for (const PairPoint* p : points)
        if (p->side != owner) sorted.points[next++] = p;
    return sorted;
}

/// det(x1 - x0, x2 - x0, y - x0) with x of the owner.
template <class Frame>
Sign orient_three_to_one(const Frame& frame, const std::array<const PairPoint*, 4>& points) {
    const auto origin = frame.length(points[0]->local);
    const auto normal =
        cross(frame.length(points[1]->local) - origin, frame.length(points[2]->local) - origin);
    return dot(normal, frame.across(frame.length(points[3]->local), origin)).sign();
}

/// det(x1 - x0, y0 - x0, y1 - x0) = det(x1 - x0, y0 - x0, y1 - y0) with x of the owner.
template <class Frame>
Sign orient_two_to_two(const Frame& frame, const std::array<const PairPoint*, 4>& points) {
    const auto x0 = frame.length(points[0]->local), y0 = frame.length(points[2]->local);
    const auto normal =
        cross(frame.length(points[1]->local) - x0, frame.turned(frame.length(points[3]->local) - y0));
    return (-dot(normal, frame.across(y0, x0))).sign();
}

template <int Bits>
Sign minor_sign(Axis axis, const WideVec3<Bits>& a, const WideVec3<Bits>& b) {
    const int i = (static_cast<int>(axis) + 1) % 3, j = (static_cast<int>(axis) + 2) % 3;
    return minor_of(a[i], a[j], b[i], b[j]).sign();
}

Decision compare(double a, double b) { return {sign_of(a - b), Stage::Evident}; }

}  // namespace

Decision orient3d(const PosePair& pair, const PairPoint& p, const PairPoint& q, const PairPoint& r,
                  const PairPoint& s) {
    const Points all{&p, &q, &r, &s};
    GRAZE_ASSERT(are_finite(all));
    if (are_exactly_near(all)) return orient3d(p.near, q.near, r.near, s.near);
    if (are_of_one_body(all)) return orient3d(p.local, q.local, r.local, s.local);
    int of_a = 0;
    for (const PairPoint* point : all) of_a += point->side == Side::A;
    const Side owner = of_a >= 2 ? Side::A : Side::B;
    const Sorted sorted = owner_first(owner, {&p, &q, &r, &s});
    Decision decision = in_frame_of(owner, pair, all, [&](const auto& frame) {
        return sorted.count_of_owner == 3 ? orient_three_to_one(frame, sorted.points)
                                          : orient_two_to_two(frame, sorted.points);
    });
    decision.sign = decision.sign * sorted.parity;
    return decision;
}

Decision orient2d_without(Axis axis, const PosePair& pair, const PairPoint& p, const PairPoint& q,
                          const PairPoint& r) {
    const Points all{&p, &q, &r};
    GRAZE_ASSERT(are_finite(all));
    if (are_exactly_near(all))
        return orient2d(without(axis, p.near), without(axis, q.near), without(axis, r.near));
    return in_frame_of(Side::A, pair, all, [&](const auto& frame) {
        return minor_sign(axis, difference(frame, p, q), difference(frame, p, r));
    });
}

Decision dot_sign(const PosePair& pair, const PairPoint& origin, const PairPoint& p, const PairPoint& q) {
    const Points all{&origin, &p, &q};
    GRAZE_ASSERT(are_finite(all));
    if (are_exactly_near(all)) return dot_sign(origin.near, p.near, q.near);
    if (are_of_one_body(all)) return dot_sign(origin.local, p.local, q.local);
    return in_frame_of(Side::A, pair, all, [&](const auto& frame) {
        return dot(difference(frame, origin, p), difference(frame, origin, q)).sign();
    });
}

Decision area_sign(const PosePair& pair, const PairPoint& p, const PairPoint& q, const PairPoint& r) {
    const Points all{&p, &q, &r};
    GRAZE_ASSERT(are_finite(all));
    if (are_exactly_near(all)) return area_sign(p.near, q.near, r.near);
    if (are_of_one_body(all)) return area_sign(p.local, q.local, r.local);
    return in_frame_of(Side::A, pair, all, [&](const auto& frame) {
        return is_zero(cross(difference(frame, p, q), difference(frame, p, r))) ? Sign::Zero : Sign::Positive;
    });
}

Decision compare_coordinate(Axis axis, const PosePair& pair, const PairPoint& p, const PairPoint& q) {
    const int k = static_cast<int>(axis);
    const Points all{&p, &q};
    GRAZE_ASSERT(are_finite(all));
    if (are_exactly_near(all)) return compare(p.near[k], q.near[k]);
    return in_frame_of(Side::A, pair, all,
                       [&](const auto& frame) { return difference(frame, q, p)[k].sign(); });
}

}  // namespace graze::internal::exact
