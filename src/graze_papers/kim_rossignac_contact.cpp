#include "graze_papers/kim_rossignac_contact.h"

#include "graze/continuous/features/feature_distance.h"
#include "graze/core/assert.h"
#include "graze/motion/angle.h"
#include "graze/numeric/interval_trig.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace graze::papers {
namespace {

constexpr double kPiRounded = 0x1.921fb54442d18p+1;
constexpr int kMostNewtonSteps = 30;
constexpr double kShortestStretch = 0x1p-40;  // of a stretch of time that Isolated still halves

// --- The closed form, for doubles and intervals alike.

double from_double(double x, const double*) { return x; }
Interval from_double(double x, const Interval*) { return exactly(x); }

template <class T, class Vector>
std::array<T, 3> entries(const Vector& v) {
    return {v[0], v[1], v[2]};
}
template <class T>
using Triple = std::array<T, 3>;
template <class T>
Triple<T> difference(const Triple<T>& a, const Triple<T>& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
template <class T>
Triple<T> vector_product(const Triple<T>& a, const Triple<T>& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
template <class T>
T scalar_product(const Triple<T>& a, const Triple<T>& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// n.(q(t) - v): q turns, n and v stand still (papers.md, K10).
template <class T>
ScrewVolume<T> volume_of_vertex(const Triple<T>& q, const std::array<Triple<T>, 3>& face, const T& slide,
                                const T& angle) {
    const Triple<T> n = vector_product(difference(face[1], face[0]), difference(face[2], face[0]));
    const T zero = from_double(0.0, static_cast<const T*>(nullptr));
    return {n[2] * q[2] - scalar_product(n, face[0]),
            n[2] * slide,
            n[0] * q[0] + n[1] * q[1],
            zero,
            n[1] * q[0] - n[0] * q[1],
            zero,
            angle};
}

// (R p + t d s - r).(R e x f), p and e the turning edge, r and f the one at rest; R turns about s = z. With
// g = p x e and h = r x f this is R g.f + h.R e + t d s.(R e x f) (papers.md, K11).
template <class T>
ScrewVolume<T> volume_of_edges(const std::array<Triple<T>, 2>& a, const std::array<Triple<T>, 2>& b,
                               const T& slide, const T& angle) {
    const Triple<T> e = difference(a[1], a[0]), f = difference(b[1], b[0]);
    const Triple<T> g = vector_product(a[0], e), h = vector_product(b[0], f);
    const T zero = from_double(0.0, static_cast<const T*>(nullptr));
    return {g[2] * f[2] + h[2] * e[2],
            zero,
            g[0] * f[0] + g[1] * f[1] + h[0] * e[0] + h[1] * e[1],
            slide * (e[0] * f[1] - e[1] * f[0]),
            g[0] * f[1] - g[1] * f[0] + h[1] * e[0] - h[0] * e[1],
            -slide * (e[0] * f[0] + e[1] * f[1]),
            angle};
}

template <class T, class Vector>
ScrewVolume<T> volume_of(const T& slide, const T& angle, std::span<const Vector> moving,
                         std::span<const Vector> still) {
    const auto at = [](std::span<const Vector> points, std::size_t i) { return entries<T>(points[i]); };
    if (moving.size() == 2)
        return volume_of_edges<T>({at(moving, 0), at(moving, 1)}, {at(still, 0), at(still, 1)}, slide, angle);
    if (moving.size() == 1)
        return volume_of_vertex<T>(at(moving, 0), {at(still, 0), at(still, 1), at(still, 2)}, slide, angle);
    // A face that moves: seen from it, the vertex turns and slides the other way.
    return volume_of_vertex<T>(at(still, 0), {at(moving, 0), at(moving, 1), at(moving, 2)}, -slide, -angle);
}

double slope_at(const ScrewVolume<double>& f, double t) {
    const double c = std::cos(f.angle * t), s = std::sin(f.angle * t);
    return f.k1 + (f.k3 + f.angle * (f.k4 + f.k5 * t)) * c + (f.k5 - f.angle * (f.k2 + f.k3 * t)) * s;
}

// --- Roots, and whether features meet there.

struct Pair {
    std::array<Vec3, 3> moving, still;
    std::size_t moving_count, still_count;
    double slide, angle;

    [[nodiscard]] double distance_at(double t) const {
        const double c = std::cos(angle * t), s = std::sin(angle * t);
        std::array<Vec3, 3> now;
        for (std::size_t i = 0; i < moving_count; ++i) {
            const Vec3& p = moving[i];
            now[i] = {p.x() * c - p.y() * s, p.x() * s + p.y() * c, p.z() + t * slide};
        }
        return closest_features({now.data(), moving_count}, {still.data(), still_count}).separation.norm();
    }
};

class RootSearch {
  public:
    RootSearch(const Pair& pair, const KimRossignacOptions& options) : pair_(pair), options_(options) {}

    [[nodiscard]] int evaluations() const { return evaluations_; }

    // The first contact among the roots that Newton's method finds from the published starts, or from better
    // ones.
    std::optional<double> from_starts(const ScrewVolume<double>& f) {
        if (pair_.moving_count == 2) return from_samples(f);
        return between_extremes(f);
    }

  private:
    bool is_contact(double t) const { return pair_.distance_at(t) <= options_.tolerance; }

    double value(const ScrewVolume<double>& f, double t) {
        ++evaluations_;
        return value_at(f, t);
    }

    // Plain Newton, as published: three or four steps where it converges.
    std::optional<double> newton(const ScrewVolume<double>& f, double t) {
        for (int i = 0; i < kMostNewtonSteps; ++i) {
            const double step = value(f, t) / slope_at(f, t);
            if (!std::isfinite(step)) return std::nullopt;
            t -= step;
            if (std::abs(step) <= 1e-14) return t >= 0.0 && t <= 1.0 ? std::optional(t) : std::nullopt;
        }
        return std::nullopt;
    }

    // [KimRossignac03, after eq. 21]: five starts a period.
    std::optional<double> from_samples(const ScrewVolume<double>& f) {
        const int starts = std::max(1, static_cast<int>(std::ceil(5.0 * f.angle / (2.0 * kPiRounded))));
        std::optional<double> first;
        for (int i = 0; i < starts; ++i) {
            const auto root = newton(f, (i + 0.5) / starts);
            if (root && (!first || *root < *first) && is_contact(*root)) first = root;
        }
        return first;
    }

    // f' = k1 - A b sin(bt - theta): extremes at bt = theta + (-1)^m alpha + m pi, inflections half way
    // [KimRossignac03, eq. 12 to 15].
    std::optional<double> between_extremes(const ScrewVolume<double>& f) {
        const double b = std::abs(f.angle), amplitude = std::hypot(f.k2, f.k4);
        const double theta = std::atan2(f.angle < 0.0 ? -f.k4 : f.k4, f.k2);
        const double sine = f.k1 / (amplitude * b);
        const bool has_extremes = std::abs(sine) <= 1.0;
        if (!has_extremes && options_.starts == RootStarts::AsPublished) return std::nullopt;
        const double alpha = has_extremes ? std::asin(sine) : 0.0;
        const auto extreme = [&](double m) {
            return (theta + (std::fmod(m, 2.0) == 0.0 ? alpha : -alpha) + m * kPiRounded) / b;
        };
        double m = std::floor(-(theta + std::abs(alpha)) / kPiRounded);
        while (has_extremes && extreme(m) <= 0.0) ++m;
        if (options_.starts == RootStarts::WithEnds) return in_pieces(f, extreme, m, has_extremes);
        for (; extreme(m) <= 1.0; ++m) {
            if (value(f, extreme(m)) * value(f, extreme(m + 1.0)) > 0.0) continue;
            const auto root = newton(f, (theta + (m + 0.5) * kPiRounded) / b);
            if (root && is_contact(*root)) return root;
        }
        return std::nullopt;
    }

    // Every piece of [0, 1] on which f is monotone.
    template <class Extreme>
    std::optional<double> in_pieces(const ScrewVolume<double>& f, const Extreme& extreme, double m,
                                    bool has_extremes) {
        double from = 0.0, at_from = value(f, 0.0);
        for (;; ++m) {
            const double to = has_extremes ? std::min(1.0, extreme(m)) : 1.0;
            const double at_to = value(f, to);
            if (is_contact(from)) return from;  // a double root is an extreme
            if (at_from * at_to <= 0.0) {
                const double root = root_between(f, from, to);
                if (is_contact(root)) return root;
            }
            if (to >= 1.0) return is_contact(1.0) ? std::optional(1.0) : std::nullopt;
            from = to;
            at_from = at_to;
        }
    }

    double root_between(const ScrewVolume<double>& f, double lo, double hi) {
        const bool rises = value(f, lo) < value(f, hi);
        double t = 0.5 * (lo + hi);
        for (int i = 0; i < 2 * kMostNewtonSteps; ++i) {
            const double now = value(f, t);
            ((now < 0.0) == rises ? lo : hi) = t;
            const double next = t - now / slope_at(f, t);
            if (std::abs(next - t) <= 1e-15) return t;
            t = next > lo && next < hi ? next : 0.5 * (lo + hi);
        }
        return t;
    }

    const Pair& pair_;
    const KimRossignacOptions& options_;
    int evaluations_ = 0;
};

// Stretches of time that may hold a root, the earliest first.
class Isolation {
  public:
    Isolation(const ScrewVolume<Interval>& f, const Pair& pair, const KimRossignacOptions& options)
        : f_(f), pair_(pair), options_(options) {}

    KimRossignacContact run() {
        const bool may_meet = look({0.0, 1.0});
        if (is_spent_) return {ContactVerdict::Undecided, time_, evaluations_};
        return {may_meet ? ContactVerdict::Contact : ContactVerdict::Clear, time_, evaluations_};
    }

  private:
    // Whether a stretch may hold a contact; stops at the first.
    bool look(const Interval& time) {
        if (is_spent_ || ++evaluations_ > options_.most_evaluations) {
            is_spent_ = true;
            return true;
        }
        const double middle = 0.5 * (time.lo + time.hi);
        // The mean value theorem, from the middle (papers.md, K12).
        const Interval centred =
            value_at(f_, exactly(middle)) + papers::slope_at(f_, time) * (time - exactly(middle));
        if (!may_contain(centred, 0.0) || !may_contain(value_at(f_, time), 0.0)) return false;
        // A root that is far from any contact of the features needs no precision.
        if (pair_.distance_at(middle) > options_.tolerance + farthest(time)) return false;
        time_ = middle;
        if (time.hi - time.lo <= kShortestStretch) return true;
        return look({time.lo, middle}) || look({middle, time.hi});
    }

    // No vertex gets farther than this from its place at the middle; rounding is far below the tolerance.
    [[nodiscard]] double farthest(const Interval& time) const {
        double radius = 0.0;
        for (std::size_t i = 0; i < pair_.moving_count; ++i)
            radius = std::max(radius, std::hypot(pair_.moving[i].x(), pair_.moving[i].y()));
        return 0.5 * (time.hi - time.lo) * (std::abs(pair_.slide) + std::abs(pair_.angle) * radius);
    }

    const ScrewVolume<Interval>& f_;
    const Pair& pair_;
    const KimRossignacOptions& options_;
    int evaluations_ = 0;
    bool is_spent_ = false;
    double time_ = 0.0;
};

Pair pair_of(const AxialScrew& screw, std::span<const IntervalVec3> moving,
             std::span<const IntervalVec3> still) {
    Pair pair{{}, {}, moving.size(), still.size(), midpoint(screw.slide), midpoint(screw.angle)};
    for (std::size_t i = 0; i < moving.size(); ++i) pair.moving[i] = middle_of(moving[i]);
    for (std::size_t i = 0; i < still.size(); ++i) pair.still[i] = middle_of(still[i]);
    return pair;
}

}  // namespace

double value_at(const ScrewVolume<double>& f, double t) {
    const double c = std::cos(f.angle * t), s = std::sin(f.angle * t);
    return f.k0 + f.k1 * t + (f.k2 + f.k3 * t) * c + (f.k4 + f.k5 * t) * s;
}

Interval value_at(const ScrewVolume<Interval>& f, const Interval& t) {
    const SinCos at = sin_cos(f.angle * t);
    return f.k0 + f.k1 * t + (f.k2 + f.k3 * t) * at.cos + (f.k4 + f.k5 * t) * at.sin;
}

Interval slope_at(const ScrewVolume<Interval>& f, const Interval& t) {
    const SinCos at = sin_cos(f.angle * t);
    return f.k1 + (f.k3 + f.angle * (f.k4 + f.k5 * t)) * at.cos +
           (f.k5 - f.angle * (f.k2 + f.k3 * t)) * at.sin;
}

ScrewVolume<double> screw_volume(const AxialScrew& screw, std::span<const Vec3> moving,
                                 std::span<const Vec3> still) {
    return volume_of<double, Vec3>(midpoint(screw.slide), midpoint(screw.angle), moving, still);
}

ScrewVolume<Interval> screw_volume(const AxialScrew& screw, std::span<const IntervalVec3> moving,
                                   std::span<const IntervalVec3> still) {
    return volume_of<Interval, IntervalVec3>(screw.slide, screw.angle, moving, still);
}

KimRossignacContact kim_rossignac_contact(const AxialScrew& screw, std::span<const IntervalVec3> moving,
                                          std::span<const IntervalVec3> still,
                                          const KimRossignacOptions& options) {
    GRAZE_ASSERT(moving.size() + still.size() == 4 && !moving.empty() && !still.empty());
    const Pair pair = pair_of(screw, moving, still);
    if (options.starts == RootStarts::Isolated)
        return Isolation(screw_volume(screw, moving, still), pair, options).run();
    RootSearch search(pair, options);
    const auto root = search.from_starts(screw_volume(screw, std::span(pair.moving).first(moving.size()),
                                                      std::span(pair.still).first(still.size())));
    return {root ? ContactVerdict::Contact : ContactVerdict::Clear, root.value_or(1.0), search.evaluations()};
}

}  // namespace graze::papers
