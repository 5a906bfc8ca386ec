#include "graze/continuous/features/interval_contact.h"

#include "graze/continuous/features/feature_distance.h"
#include "graze/core/assert.h"
#include "graze/numeric/ordered_sums.h"

#include <algorithm>
#include <cmath>

namespace graze::internal {
namespace {

constexpr double kGrow = 4.0;                          // of the window after a full step
constexpr double kShrink = 0.125;                      // after no progress
constexpr double kNextWindow = 2.0;                    // next window, as a multiple of the last partial step
constexpr double kBackOff[] = {0.995, 0.9, 0.5, 0.1};  // of the estimated end of the proof

using Windows = std::array<PointWindow, 3>;

using Places = std::array<IntervalVec3, 3>;

MotionWindow window_of(const RigidMotion* motion, const Interval& time) { return window_over(*motion, time); }
MotionWindow window_of(const Piecewise* motion, const Interval& time) { return window_over(*motion, time); }
MotionWindow window_of(const LinkMotion& motion, const Interval& time) { return window_over(motion, time); }
MotionWindow window_of(const ClockedRigid& motion, const Interval& time) { return window_over(motion, time); }
MotionJet jet_of(const RigidMotion* motion, const Interval& time) { return jet_over(*motion, time); }
MotionJet jet_of(const Piecewise* motion, const Interval& time) { return jet_over(*motion, time); }
MotionJet jet_of(const LinkMotion& motion, const Interval& time) { return jet_over(motion, time); }
MotionJet jet_of(const ClockedRigid& motion, const Interval& time) { return jet_over(motion, time); }

bool is_rigid(const MovingFeature& feature) { return !std::holds_alternative<VertexEnds>(feature.motion); }

// Calls with the motion of a rigid feature, whatever its kind.
template <class Visit>
auto with_motion(const MovingFeature& feature, Visit visit) {
    if (const auto* motion = std::get_if<const RigidMotion*>(&feature.motion)) return visit(*motion);
    if (const auto* pieces = std::get_if<const Piecewise*>(&feature.motion)) return visit(*pieces);
    if (const auto* clocked = std::get_if<ClockedRigid>(&feature.motion)) return visit(*clocked);
    return visit(std::get<LinkMotion>(feature.motion));
}

MotionWindow window_of(const MovingFeature& feature, const Interval& time) {
    return with_motion(feature, [&](const auto& motion) { return window_of(motion, time); });
}

Windows windows_of(const MovingFeature& feature, const MotionWindow& window) {
    Windows windows;
    for (int i = 0; i < feature.count; ++i) windows[i] = point_over(window, feature.vertices[i]);
    return windows;
}

Windows windows_of_lines(const MovingFeature& feature, const std::array<Vec3, 3>& to, const Interval& time) {
    Windows windows;
    for (int i = 0; i < feature.count; ++i)
        windows[i] = point_over(LinearVertex{feature.vertices[i], to[i]}, time);
    return windows;
}

Windows windows_of(const MovingFeature& feature, const Interval& time) {
    if (const auto* ends = std::get_if<VertexEnds>(&feature.motion))
        return windows_of_lines(feature, ends->to, time);
    return windows_of(feature, window_of(feature, time));
}

// Where the vertices are at one instant.
Places places_of(const MovingFeature& feature, double t) {
    Places places;
    if (const auto* ends = std::get_if<VertexEnds>(&feature.motion)) {
        for (int i = 0; i < feature.count; ++i) {
            const IntervalVec3 from = exactly(feature.vertices[i]);
            places[i] = from + exactly(t) * (exactly(ends->to[i]) - from);
        }
        return places;
    }
    const MotionJet jet =
        with_motion(feature, [&](const auto& motion) { return jet_of(motion, exactly(t)); });
    for (int i = 0; i < feature.count; ++i) places[i] = point_at(jet, feature.vertices[i]);
    return places;
}

// The end of the smooth piece that begins at or contains t.
double smooth_until(const MovingFeature& feature, double t) {
    const auto* pieces = std::get_if<const Piecewise*>(&feature.motion);
    if (pieces == nullptr) return 1.0;
    for (const double next : (*pieces)->breaks)
        if (next > t) return next;
    return 1.0;
}

IntervalVec3 place_of(const Places& feature, int count, const FeaturePoint& at) {
    IntervalVec3 place = feature[0];
    if (count > 1) place = place + exactly(at.u) * (feature[1] - feature[0]);
    if (count > 2) place = place + exactly(at.v) * (feature[2] - feature[0]);
    return place;
}

// What is known at one instant.
struct Instant {
    ClosestFeatures closest;
    double distance_hi;
    Vec3 point_a, point_b;
};

Instant look_at(const MovingFeature& a, const MovingFeature& b, double t) {
    const Places of_a = places_of(a, t), of_b = places_of(b, t);
    std::array<Vec3, 3> at_a, at_b;
    const Vec3 home = middle_of(of_b[0]);  // near: differences of places lose nothing
    for (int i = 0; i < a.count; ++i) at_a[i] = middle_of(of_a[i]) - home;
    for (int i = 0; i < b.count; ++i) at_b[i] = middle_of(of_b[i]) - home;
    Instant now{closest_features({at_a.data(), static_cast<std::size_t>(a.count)},
                                 {at_b.data(), static_cast<std::size_t>(b.count)}),
                kInfinity,
                {},
                {}};
    const IntervalVec3 on_a = place_of(of_a, a.count, now.closest.on_a);
    const IntervalVec3 on_b = place_of(of_b, b.count, now.closest.on_b);
    now.distance_hi = norm(on_a - on_b).hi;
    now.point_a = middle_of(on_a);
    now.point_b = middle_of(on_b);
    return now;
}

// The gap between two vertices along n, less the clearance, is at least
//     constant + min(slope.lo x, slope.hi x) + bend x^2 / 2,   x = t - middle,   bend <= 0.
//
// (features.md, F1)
struct GapBound {
    Interval constant, slope, bend;

    [[nodiscard]] double estimate(double x) const {
        return constant.lo + std::min(slope.lo * x, slope.hi * x) + 0.5 * bend.lo * x * x;
    }
    [[nodiscard]] double lower_bound(const Interval& x) const {
        return (constant + slope * x + exactly(0.5) * bend * sqr(x)).lo;
    }
};

struct Gaps {
    std::array<GapBound, 9> of;
    int count = 0;
    double middle = 0.0;

    // Written so that NaN proves nothing.
    [[nodiscard]] bool are_proved_at(double t) const {
        const Interval x = exactly(t) - exactly(middle);
        return std::all_of(of.begin(), of.begin() + count,
                           [&](const GapBound& gap) { return gap.lower_bound(x) > 0.0; });
    }
    [[nodiscard]] double estimate(double t) const {
        double least = kInfinity;
        for (int i = 0; i < count; ++i) least = std::min(least, of[i].estimate(t - middle));
        return least;
    }
};

struct FeaturePair {
    const MovingFeature& a;
    const MovingFeature& b;
    Windows of_a, of_b;
};

Gaps gaps_along(const FeaturePair& scene, const Vec3& n, double clearance) {
    const Interval least_gap = exactly(clearance) * norm(exactly(n));
    Gaps gaps;
    gaps.middle = scene.of_a[0].middle;
    std::array<ProjectionWindow, 3> of_b;
    for (int j = 0; j < scene.b.count; ++j) of_b[j] = projection(scene.of_b[j], n);
    for (int i = 0; i < scene.a.count; ++i) {
        const ProjectionWindow p = projection(scene.of_a[i], n);
        for (int j = 0; j < scene.b.count; ++j) {
            const Interval bend = p.curvature - of_b[j].curvature;
            gaps.of[gaps.count++] = {p.centre - of_b[j].centre - least_gap,
                                     p.slope - of_b[j].slope,
                                     {std::min(bend.lo, 0.0), 0.0}};
        }
    }
    return gaps;
}

// The latest time up to which the gap is proved from time.lo on; nothing gained: time.lo.
double proved_until(const Gaps& gaps, const Interval& time) {
    if (!gaps.are_proved_at(time.lo)) return time.lo;
    if (gaps.are_proved_at(time.hi)) return time.hi;
    // The estimate is concave and changes sign once between the ends.
    double lo = time.lo, hi = time.hi;
    for (int i = 0; i < 24; ++i) {
        const double middle = 0.5 * (lo + hi);
        (gaps.estimate(middle) > 0.0 ? lo : hi) = middle;
    }
    for (const double fraction : kBackOff) {
        const double t = time.lo + fraction * (lo - time.lo);
        if (t > time.lo && t < time.hi && gaps.are_proved_at(t)) return t;
    }
    return time.lo;
}

// Scaled by a power of two, so that no product of the proof under- or overflows for want of a unit.
Vec3 scaled_direction(const Vec3& n) {
    const double largest = n.cwiseAbs().maxCoeff();
    if (!(largest > 0.0 && largest <= kLargest)) return Vec3::Zero();
    const int exponent = std::ilogb(largest);
    return n.unaryExpr([&](double c) { return std::ldexp(c, -exponent); });
}

// Not Eigen's product: the order of its sums is its own.

// `turn`: from the world to the frame that the scene is in, rounded.
double advance_in(const FeaturePair& scene, const Instant& now, const Interval& time, const Mat3& turn,
                  double clearance) {
    double best = time.lo;
    for (const Vec3& candidate : {now.closest.separation, now.closest.normal}) {
        const Vec3 n = scaled_direction(turned(turn, candidate));
        if (n.isZero(0.0)) continue;
        best = std::max(best, proved_until(gaps_along(scene, n, clearance), time));
        if (best == time.hi) break;
    }
    return best;
}

Mat3 middle_of(const IntervalMat3& m) {
    Mat3 result;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) result(i, j) = midpoint(m[i][j]);
    return result;
}

bool turns(const MotionWindow& window) {
    const IntervalVec3& w = window.throughout.spin;
    return magnitude(w[0]) > 0.0 || magnitude(w[1]) > 0.0 || magnitude(w[2]) > 0.0;
}

// Directions fixed in the world first; if that does not do and b turns, directions fixed in b, which stay
// normal to its faces as they turn.
double advance(const MovingFeature& a, const MovingFeature& b, const Instant& now, const Interval& time,
               double clearance) {
    const Mat3 world = Mat3::Identity();
    if (!is_rigid(a) || !is_rigid(b))
        return advance_in({a, b, windows_of(a, time), windows_of(b, time)}, now, time, world, clearance);
    const MotionWindow of_a = window_of(a, time), of_b = window_of(b, time);
    const double reached =
        advance_in({a, b, windows_of(a, of_a), windows_of(b, of_b)}, now, time, world, clearance);
    if (reached == time.hi || !turns(of_b)) return reached;
    const Mat3 to_b = middle_of(with_motion(
        b, [&](const auto& motion) { return transposed(jet_of(motion, exactly(time.lo)).rotation); }));
    const FeaturePair from_b{a, b, windows_of(a, relative(of_a, of_b)),
                             windows_of_lines(b, b.vertices, time)};
    return std::max(reached, advance_in(from_b, now, time, to_b, clearance));
}

FeatureContact contact_at(double t, const Instant& now, int windows) {
    const double length = midpoint(norm(exactly(now.closest.separation)));
    return {ContactVerdict::Contact,
            t,
            now.distance_hi,
            now.point_a,
            now.point_b,
            length > 0.0 ? Vec3(now.closest.separation / length) : Vec3(Vec3::Zero()),
            windows};
}

}  // namespace

FeatureContact feature_contact_by_intervals(const MovingFeature& a, const MovingFeature& b,
                                            const FeatureContactOptions& options,
                                            const ContactProgress& done) {
    GRAZE_ASSERT(is_valid_pair(a, b) && options.clearance >= 0.0 && options.tolerance > 0.0);
    const double enough = (exactly(options.clearance) + exactly(options.tolerance)).lo;
    FeatureContact none{
        ContactVerdict::Undecided, done.clear_until, kInfinity, {}, {}, Vec3::Zero(), done.windows};
    none.point_a = none.point_b = Vec3::Zero();
    double t = done.clear_until, step = 1.0;
    Instant now = look_at(a, b, t);
    for (int windows = done.windows + 1; windows <= options.most_windows; ++windows) {
        none.windows = windows;
        none.clear_until = t;
        if (t > done.stop) return none;
        if (now.distance_hi <= enough) return contact_at(t, now, windows);
        const double end = std::min({1.0, t + step, smooth_until(a, t), smooth_until(b, t)});
        if (!(end > t)) return none;  // no double between: rounding decides nothing here
        const Interval time{t, end};
        const double reached = advance(a, b, now, time, options.clearance);
        if (reached == 1.0) {
            none.verdict = ContactVerdict::Clear;
            none.clear_until = 1.0;
            return none;
        }
        if (reached == t) {
            step = (end - t) * kShrink;
            continue;
        }
        step = reached == end ? (end - t) * kGrow : (reached - t) * kNextWindow;
        t = reached;
        now = look_at(a, b, t);
    }
    return none;
}

}  // namespace graze::internal
