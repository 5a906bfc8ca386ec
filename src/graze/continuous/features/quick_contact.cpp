#include "graze/continuous/features/quick_contact.h"

#include "graze/continuous/features/feature_distance.h"
#include "graze/continuous/features/gap_bound.h"
#include "graze/continuous/features/lasting_gap.h"
#include "graze/continuous/features/time_islands.h"
#include "graze/numeric/ordered_sums.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace graze::internal {
namespace {

constexpr double kMostArc = 1.6;              // radians that a stretch may take: features.md (F4)
constexpr double kErrorPerTolerance = 0.125;  // the most of the tolerance that roundings may take
constexpr double kAimPerTolerance = 0.25;     // how far above the clearance a stretch ends
constexpr double kLeastError = 0x1p-440, kMostError = 0x1p440;  // no product of proofs under- or overflows
constexpr double kBackOff = 0.875;                              // of a guessed stretch that is not proved
constexpr int kBackOffs = 4;
constexpr int kRefinements = 4;
constexpr double kShorter = 4.0;     // a stretch that is at most this much longer than what is proved is fine
constexpr double kLookAhead = 0.75;  // of the last stretch
constexpr int kPatience = 400;       // windows before intervals try b's own frame

// Unit up to 8 u; none where squares lose digits.
std::optional<Vec3> unit(const Vec3& v) {
    const double length_sq = dot(v, v);
    if (!(length_sq >= kLeastSquare && length_sq <= kLargest)) return std::nullopt;
    return Vec3(v * (1.0 / std::sqrt(length_sq)));
}

struct Projections {
    int count;
    std::array<ProjectedVertex, 3> of;
};

const PlacedVertex& vertex_of(const PlacedFeature& feature, int i) { return feature.vertices[i]; }
const PlacedVertex& vertex_of(const MidwayFeature& feature, int i) { return *feature.vertices[i]; }

template <class Feature>
Projections project(const Feature& feature, const Vec3& n) {
    Projections result;
    result.count = feature.count;
    for (int i = 0; i < feature.count; ++i) {
        const PlacedVertex& v = vertex_of(feature, i);
        result.of[i] = {dot(n, v.place),  dot(n, v.straight), dot(n, v.turning),
                        dot(n, v.inward), v.swerve,           v.jerk};
    }
    return result;
}

// Of vertices that stand still only the one that is farthest along n (sign 1) or against it counts.
template <class Feature>
Projections project_still(const Feature& feature, const Vec3& n, double sign) {
    double farthest = dot(n, vertex_of(feature, 0).place);
    for (int i = 1; i < feature.count; ++i) {
        const double next = dot(n, vertex_of(feature, i).place);
        if (sign * next > sign * farthest) farthest = next;
    }
    Projections result;
    result.count = 1;
    result.of[0] = {farthest, 0.0, 0.0, 0.0, 0.0};
    return result;
}

// The vertices that count: of a feature at rest the one that is farthest along n (sign 1) or against it.
template <class Feature>
Projections project_towards(const Feature& feature, const Vec3& n, double sign) {
    return feature.is_still ? project_still(feature, n, sign) : project(feature, n);
}

// What is asked for along a unit direction, and what is aimed at so that the proof has room.
struct Levels {
    double least_gap, aim;
};

// The gaps of all pairs of vertices over a stretch.
struct QuickGaps {
    std::array<GapBound, 4> of;
    int count = 0;
};

// How far the features are proved apart; at most x.
double proved_stretch(const QuickGaps& gaps, double x, const Levels& levels) {
    for (int i = 0; i < gaps.count; ++i) {
        x = guessed_fall(gaps.of[i], levels.aim, x);
        if (!(x > 0.0)) return 0.0;
    }
    const auto is_proved = [&](const GapBound& gap) {
        return least_over(gap, x) > levels.least_gap;
    };  // NaN: no
    for (int k = 0; k < kBackOffs; ++k) {
        if (std::all_of(gaps.of.begin(), gaps.of.begin() + gaps.count, is_proved)) return x;
        x *= kBackOff;
    }
    return 0.0;
}

// The normal of a face, or of both edges, follows them: n + x rate.
struct Heading {
    Vec3 n, rate;
    double rate_length;
};

Vec3 velocity_of(const PlacedVertex& v) { return v.straight + v.turning; }

// The cross product of two edges of the features, and its rate.
std::optional<Heading> following(const PlacedFeature& a, const PlacedFeature& b, const Vec3& normal) {
    const double length_sq = dot(normal, normal);
    if (!(length_sq >= kLeastSquare && length_sq <= kLargest)) return std::nullopt;
    const double inverse = 1.0 / std::sqrt(length_sq);
    Heading heading{normal * inverse, Vec3::Zero(), 0.0};
    const PlacedFeature& face = a.count == 3 ? a : b;
    const bool is_face = face.count == 3;
    if (is_face ? face.is_still : a.is_still && b.is_still) return heading;
    const PlacedVertex *p = &face.vertices[0], *q = p;
    const PlacedVertex *p1 = &face.vertices[1], *q1 = &face.vertices[2];
    if (!is_face) {
        p = &a.vertices[0], p1 = &a.vertices[1];
        q = &b.vertices[0], q1 = &b.vertices[1];
    }
    const Vec3 e = p1->place - p->place, f = q1->place - q->place;
    const Vec3 e_rate = velocity_of(*p1) - velocity_of(*p), f_rate = velocity_of(*q1) - velocity_of(*q);
    Vec3 rate = (cross(e_rate, f) + cross(e, f_rate)) * inverse;
    if (dot(cross(e, f), normal) < 0.0) rate = -rate;
    heading.rate = rate - dot(heading.n, rate) * heading.n;
    heading.rate_length = std::sqrt(dot(heading.rate, heading.rate)) * kUnitLength;
    return heading;
}

// A time, and how long before and after it the features are proved apart.
struct Stretch {
    double before = 0.0, after = 0.0;
};

FeatureContact nothing_known(double from) {
    return {ContactVerdict::Undecided, from, kInfinity, Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), 0};
}

class QuickSearch {
  public:
    QuickSearch(const RoundedFeature& a, const RoundedFeature& b, const FeatureContactOptions& options,
                const QuickSpan& span)
        : a_(a), b_(b), options_(options), span_(span), error_(a.error + b.error) {
        const double w = std::max(magnitude_of(a.angle), magnitude_of(b.angle));
        longest_ = w > kMostArc ? kMostArc / w : 1.0;
        enough_ = (exactly(options.clearance) + exactly(options.tolerance)).lo;
        const double least_gap = (options.clearance + error_) * kUnitLength;
        levels_ = {least_gap, least_gap + kAimPerTolerance * options.tolerance};
        const double least_gap_twice = (options.clearance + 2.0 * error_) * kUnitLength;  // features.md (F8)
        following_levels_ = {least_gap_twice, least_gap_twice + kAimPerTolerance * options.tolerance};
    }

    // Written so that NaN is no.
    [[nodiscard]] bool is_possible() const {
        return error_ >= kLeastError && error_ <= kMostError && levels_.aim <= kMostError &&
               error_ <= kErrorPerTolerance * options_.tolerance;
    }

    QuickContact run();

  private:
    void look_at(double t);
    void look_closely();
    [[nodiscard]] double distance_hi() const;
    void extend(const Heading& heading, const Stretch& wanted, Stretch& proved) const;
    void extend(const Vec3& direction, const Stretch& wanted, Stretch& proved) const;
    [[nodiscard]] Stretch proved_around(const Stretch& wanted) const;
    [[nodiscard]] FeatureContact contact() const;

    const RoundedFeature& a_;
    const RoundedFeature& b_;
    const FeatureContactOptions& options_;
    const QuickSpan& span_;
    double error_, longest_, enough_;
    Levels levels_, following_levels_;
    // The moment that is looked at.
    double now_ = 0.0;
    PlacedFeature at_a_, at_b_;
    ClosestFeatures closest_;
    int windows_ = 0;
};

void QuickSearch::look_at(double t) {
    now_ = t;
    ++windows_;
    if (!a_.is_still || windows_ == 1) place_feature(a_, t, at_a_);
    if (!b_.is_still || windows_ == 1) place_feature(b_, t, at_b_);
    const auto of_a = at_a_.places(), of_b = at_b_.places();
    closest_ = nearly_closest_features({of_a.data(), static_cast<std::size_t>(a_.count)},
                                       {of_b.data(), static_cast<std::size_t>(b_.count)});
}

// Again, where the first look did not lead on.
void QuickSearch::look_closely() {
    const auto of_a = at_a_.places(), of_b = at_b_.places();
    closest_ = closest_features({of_a.data(), static_cast<std::size_t>(a_.count)},
                                {of_b.data(), static_cast<std::size_t>(b_.count)});
}

// Of the closest points found: an upper bound of the distance now.
double QuickSearch::distance_hi() const {
    return (std::sqrt(dot(closest_.separation, closest_.separation)) + error_) * kUnitLength;
}

// Bounds over a stretch that is much longer than what they prove are poor: again over shorter ones, by
// bisection of the exponent.
template <class OneWay>
double longest_proved(OneWay one_way, double sign, double wanted) {
    double best = one_way(sign, wanted);
    for (int k = 0; k < kRefinements && best > 0.0 && kShorter * best < wanted; ++k) {
        const double between = std::sqrt(best * wanted), x = one_way(sign, between);
        best = std::max(best, x);
        if (x < between) wanted = between;
    }
    return best;
}

template <class OneWay>
void extend_both(OneWay one_way, const Stretch& wanted, Stretch& proved) {
    if (proved.before < wanted.before)
        proved.before = std::max(proved.before, longest_proved(one_way, -1.0, wanted.before));
    if (proved.after < wanted.after)
        proved.after = std::max(proved.after, longest_proved(one_way, 1.0, wanted.after));
}

// Along a direction that stays.
void QuickSearch::extend(const Vec3& direction, const Stretch& wanted, Stretch& proved) const {
    const auto n = unit(direction);
    if (!n) return;
    const Projections of_a = project_towards(at_a_, *n, -1.0), of_b = project_towards(at_b_, *n, 1.0);
    const auto one_way = [&](double sign, double x) {
        const ArcFactors arc_a = arc_factors(magnitude_of(a_.angle), x),
                         arc_b = arc_factors(magnitude_of(b_.angle), x);
        QuickGaps gaps;
        for (int i = 0; i < of_a.count; ++i) {
            const GapBound below = bound_below(of_a.of[i], sign, arc_a);
            for (int j = 0; j < of_b.count; ++j)
                gaps.of[gaps.count++] = below - bound_above(of_b.of[j], sign, arc_b);
        }
        return proved_stretch(gaps, x, levels_);
    };
    extend_both(one_way, wanted, proved);
}

// Along one that turns with the features: features.md (F8).
void QuickSearch::extend(const Heading& heading, const Stretch& wanted, Stretch& proved) const {
    const Projections a = project(at_a_, heading.n), b = project(at_b_, heading.n);
    const Projections a_turning = project(at_a_, heading.rate), b_turning = project(at_b_, heading.rate);
    const double longer =
        following_levels_.least_gap * heading.rate_length * heading.rate_length * kUnitLength;
    const auto one_way = [&](double sign, double x) {
        if (x * heading.rate_length > 1.0) x = 1.0 / heading.rate_length * (2.0 - kUnitLength);
        const ArcFactors arc_a = arc_factors(magnitude_of(a_.angle), x),
                         arc_b = arc_factors(magnitude_of(b_.angle), x);
        const DirectionTurn turn{x, heading.rate_length};
        QuickGaps gaps;
        for (int i = 0; i < a.count; ++i) {
            GapBound below =
                bound_below(a.of[i], sign, arc_a) + turning_below(a_turning.of[i], sign, arc_a, turn);
            below.bend += longer;
            for (int j = 0; j < b.count; ++j)
                gaps.of[gaps.count++] = below - (bound_above(b.of[j], sign, arc_b) +
                                                 turning_above(b_turning.of[j], sign, arc_b, turn));
        }
        return proved_stretch(gaps, x, following_levels_);
    };
    extend_both(one_way, wanted, proved);
}

Stretch QuickSearch::proved_around(const Stretch& wanted) const {
    Stretch proved;
    const auto is_done = [&] { return proved.before >= wanted.before && proved.after >= wanted.after; };
    extend(closest_.separation, wanted, proved);
    if (is_done()) return proved;
    if (const auto heading = following(at_a_, at_b_, closest_.normal)) {
        if (heading->rate_length > 0.0)
            extend(*heading, wanted, proved);
        else
            extend(heading->n, wanted, proved);
    }
    return proved;
}

FeatureContact QuickSearch::contact() const {
    const auto point_of = [](const PlacedFeature& feature, const FeaturePoint& at) {
        const auto p = feature.places();
        return Vec3(p[0] + at.u * (p[1] - p[0]) + at.v * (p[2] - p[0]));
    };
    const double length = std::sqrt(dot(closest_.separation, closest_.separation));
    return {ContactVerdict::Contact,
            now_,
            distance_hi(),
            point_of(at_a_, closest_.on_a),
            point_of(at_b_, closest_.on_b),
            length > 0.0 ? Vec3(closest_.separation / length) : Vec3(Vec3::Zero()),
            windows_};
}

QuickContact QuickSearch::run() {
    FeatureContact open = nothing_known(span_.from);
    const bool both_turn = a_.angle != 0.0 && b_.angle != 0.0;
    const bool is_whole = span_.from == 0.0 && span_.until == 1.0;
    double reached = is_whole && prove_apart_all_the_time(a_, b_, levels_.least_gap) ? 1.0 : span_.from;
    double ahead = std::min(0.5, longest_);
    TimeIslands islands;
    islands.last = span_.until;
    for (;;) {
        reached = islands.passed_from(reached);
        open.clear_until = reached;
        open.windows = windows_;
        if (reached >= span_.until) {
            open.verdict = ContactVerdict::Clear;
            return {true, open};
        }
        if (reached > span_.stop) return {true, open};
        if (windows_ >= options_.most_windows) return {true, open};
        if (both_turn && windows_ > kPatience) return {false, open};
        const double end = islands.next_begin();
        const double t = reached + std::min(ahead, 0.5 * (end - reached));
        look_at(t);
        const Stretch wanted{t - reached, std::min(longest_, end - t)};
        if (t == reached && distance_hi() <= enough_) return {true, contact()};
        Stretch proved = proved_around(wanted);
        if (t == reached && proved.after == 0.0) {
            look_closely();
            if (distance_hi() <= enough_) return {true, contact()};
            proved = proved_around(wanted);
        }
        const double next = proved.after >= end - t ? end : std::min(end, t + proved.after);
        if (proved.before >= wanted.before) {
            if (!(next > reached)) return {false, open};
            ahead = kLookAhead * proved.after;
            reached = next;
        } else {
            islands.add(t - proved.before, next);
            ahead = 0.0;
        }
    }
}

// (F5) for all pairs of vertices, both ways.
bool stays_above(const MidwayPair& pair, const Vec3& n, double least_gap) {
    const Projections a = project_towards(pair.a, n, -1.0), b = project_towards(pair.b, n, 1.0);
    const ArcFactors arc_a = arc_factors(magnitude_of(pair.a.angle), pair.half),
                     arc_b = arc_factors(magnitude_of(pair.b.angle), pair.half);
    for (const double sign : {1.0, -1.0}) {
        for (int i = 0; i < a.count; ++i) {
            const GapBound below = bound_below(a.of[i], sign, arc_a);
            for (int j = 0; j < b.count; ++j)
                if (!(least_over(below - bound_above(b.of[j], sign, arc_b), pair.half) > least_gap))
                    return false;
        }
    }
    return true;
}

}  // namespace

bool prove_apart_around(const MidwayPair& pair, double clearance) {
    const double arc = std::max(magnitude_of(pair.a.angle), magnitude_of(pair.b.angle)) * pair.half;
    const double least_gap = (clearance + pair.error) * kUnitLength;
    if (!(arc <= kMostArc && pair.error >= kLeastError && least_gap <= kMostError)) return false;  // NaN: no
    const auto places = [](const MidwayFeature& feature) {
        std::array<Vec3, 3> of;
        for (int i = 0; i < feature.count; ++i) of[i] = feature.vertices[i]->place;
        return of;
    };
    const auto of_a = places(pair.a), of_b = places(pair.b);
    const auto closest = nearly_closest_features({of_a.data(), static_cast<std::size_t>(pair.a.count)},
                                                 {of_b.data(), static_cast<std::size_t>(pair.b.count)});
    const auto n = unit(closest.separation);
    return n && stays_above(pair, *n, least_gap);
}

QuickContact quick_feature_contact(const RoundedFeature& a, const RoundedFeature& b,
                                   const FeatureContactOptions& options, const QuickSpan& span) {
    QuickSearch search(a, b, options, span);
    return search.is_possible() ? search.run() : QuickContact{false, nothing_known(span.from)};
}

}  // namespace graze::internal
