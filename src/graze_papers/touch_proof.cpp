#include "graze_papers/touch_proof.h"

#include "graze/core/assert.h"

#include <algorithm>

namespace graze::papers {
namespace {

constexpr double kFirstSpan = 0x1p-30;  // of time, to either side of where the contact was found
constexpr double kSpanGrows = 8.0;
constexpr int kMostHalvings = 40;

using Places = std::array<IntervalVec3, 3>;

Places places_of(const MovingFeature& feature, const Interval& time) {
    Places places;
    if (const auto* ends = std::get_if<VertexEnds>(&feature.motion)) {
        for (int i = 0; i < feature.count; ++i) {
            const IntervalVec3 from = exactly(feature.vertices[i]);
            places[i] = from + time * (exactly(ends->to[i]) - from);
        }
        return places;
    }
    const MotionJet jet = jet_of(feature, time);
    for (int i = 0; i < feature.count; ++i) places[i] = point_at(jet, feature.vertices[i]);
    return places;
}

// A vertex before a face; two edges.
struct TouchPair {
    const MovingFeature& first;
    const MovingFeature& second;

    [[nodiscard]] bool is_edges() const { return first.count == 2; }
};

// 1 or -1 if the sign of the volume at t is certain, else 0.
int volume_sign(const TouchPair& pair, double t) {
    const Places a = places_of(pair.first, exactly(t)), b = places_of(pair.second, exactly(t));
    const Interval volume = pair.is_edges() ? dot(b[0] - a[0], cross(a[1] - a[0], b[1] - b[0]))
                                            : dot(a[0] - b[0], cross(b[1] - b[0], b[2] - b[0]));
    return certainly_positive(volume) ? 1 : certainly_negative(volume) ? -1 : 0;
}

bool is_certainly_inside_face(const IntervalVec3& x, const Places& face) {
    const IntervalVec3 normal = cross(face[1] - face[0], face[2] - face[0]);
    for (int i = 0; i < 3; ++i)
        if (!certainly_positive(dot(cross(face[(i + 1) % 3] - face[i], x - face[i]), normal))) return false;
    return true;
}

bool do_certainly_cross(const Places& a, const Places& b) {
    const IntervalVec3 e = a[1] - a[0], f = b[1] - b[0], r = b[0] - a[0], n = cross(e, f);
    const Interval length_sq = norm_sq(n);
    if (!certainly_positive(length_sq)) return false;
    const Interval on_a = dot(cross(r, f), n) / length_sq, on_b = dot(cross(r, e), n) / length_sq;
    return certainly_inside(on_a, {0.0, 1.0}) && certainly_inside(on_b, {0.0, 1.0});
}

// If all four are in one plane at a time of the stretch, they meet then.
bool certainly_meet_where_coplanar(const TouchPair& pair, const Interval& time) {
    const Places a = places_of(pair.first, time), b = places_of(pair.second, time);
    return pair.is_edges() ? do_certainly_cross(a, b) : is_certainly_inside_face(a[0], b);
}

// Pre: the signs at the ends of `time` are certain and differ; sign: at its start.
std::optional<double> crossing_in(const TouchPair& pair, Interval time, int sign) {
    for (int halving = 0; halving < kMostHalvings; ++halving) {
        if (certainly_meet_where_coplanar(pair, time)) return time.hi;
        const double middle = midpoint(time);
        const int there = volume_sign(pair, middle);
        if (there == 0) return std::nullopt;
        (there == sign ? time.lo : time.hi) = middle;
    }
    return std::nullopt;
}

}  // namespace

std::optional<double> prove_touch(const MovingFeature& a, const MovingFeature& b, double near) {
    GRAZE_ASSERT(a.count + b.count == 4 && a.count >= 1 && b.count >= 1 && near >= 0.0 && near <= 1.0);
    const TouchPair pair = a.count <= b.count ? TouchPair{a, b} : TouchPair{b, a};
    for (double span = kFirstSpan; span <= kSpanGrows; span *= kSpanGrows) {
        const Interval time{std::max(0.0, near - span), std::min(1.0, near + span)};
        const int before = volume_sign(pair, time.lo), after = volume_sign(pair, time.hi);
        if (before * after >= 0) continue;
        if (const auto found = crossing_in(pair, time, before)) return found;
    }
    return std::nullopt;
}

}  // namespace graze::papers
