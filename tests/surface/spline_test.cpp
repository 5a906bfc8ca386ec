#include "graze/surface/spline.h"

#include "graze/core/random.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace graze::spline_test {
namespace {

using surface::Knots;
using surface::Range;
using surface::Spline;

/// Cox and de Boor's recursion in long double, from the definition: shares nothing with blossoms.
long double basis(const Knots& knots, int i, int degree, long double x) {
    const auto knot = [&](int k) {
        return static_cast<long double>(knots.values[static_cast<std::size_t>(k)]);
    };
    if (degree == 0) {
        const bool is_last = knot(i + 1) == static_cast<long double>(knots.last()) && x >= knot(i + 1) &&
                             knot(i) < knot(i + 1);
        return (knot(i) <= x && x < knot(i + 1)) || is_last ? 1.0L : 0.0L;
    }
    long double sum = 0.0L;
    if (knot(i + degree) > knot(i))
        sum += (x - knot(i)) / (knot(i + degree) - knot(i)) * basis(knots, i, degree - 1, x);
    if (knot(i + degree + 1) > knot(i + 1))
        sum += (knot(i + degree + 1) - x) / (knot(i + degree + 1) - knot(i + 1)) *
               basis(knots, i + 1, degree - 1, x);
    return sum;
}

using Long3 = std::array<long double, 3>;

Long3 true_point(const Spline& s, long double u, long double v) {
    Long3 sum{};
    long double weight = 0.0L;
    for (int i = 0; i < s.u.poles(); ++i)
        for (int j = 0; j < s.v.poles(); ++j) {
            const auto at = static_cast<std::size_t>(i * s.v.poles() + j);
            const long double w = basis(s.u, i, s.u.degree, u) * basis(s.v, j, s.v.degree, v) *
                                  (s.weights.empty() ? 1.0L : static_cast<long double>(s.weights[at]));
            weight += w;
            for (std::size_t k = 0; k < 3; ++k)
                sum[k] += w * static_cast<long double>(s.poles[at][static_cast<int>(k)]);
        }
    for (long double& x : sum) x /= weight;
    return sum;
}

long double length(const Long3& a) { return std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]); }

Knots random_knots(Rng& random, int degree, int spans) {
    Knots knots{degree, std::vector<double>(static_cast<std::size_t>(degree) + 1, -0.75)};
    double x = -0.75;
    for (int i = 1; i < spans; ++i) {
        x += random.uniform(0.1, 1.0);
        const int times = 1 + static_cast<int>(random.uniform(0.0, degree - 0.01));
        knots.values.insert(knots.values.end(), static_cast<std::size_t>(std::min(times, degree)), x);
    }
    knots.values.insert(knots.values.end(), static_cast<std::size_t>(degree) + 1, x + 0.6);
    return knots;
}

Spline random_spline(Rng& random, int p, int q, bool rational, double offset) {
    Spline s{random_knots(random, p, 1 + static_cast<int>(random.uniform(0.0, 3.9))),
             random_knots(random, q, 2),
             {},
             {}};
    for (int i = 0; i < s.u.poles() * s.v.poles(); ++i) {
        s.poles.emplace_back(random.uniform(-3, 5) + offset, random.uniform(-2, 2), random.uniform(0, 7));
        if (rational) s.weights.push_back(std::pow(10.0, random.uniform(-1.5, 1.5)));
    }
    return s;
}

double within(Rng& random, const Knots& knots) { return random.uniform(knots.first(), knots.last()); }

constexpr int kSplines = 120;

/// Central differences in long double: off by about h^2, and by rounding 1e-19 / h^2.
constexpr long double kStep = 1e-4L;

}  // namespace

TEST(Spline, Example_QuarterCircleAsRationalQuadratic) {
    Spline s{{2, {0, 0, 0, 1, 1, 1}}, {0, {0, 1}}, {{1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {1, std::sqrt(0.5), 1}};
    ASSERT_EQ(surface::fault_of(s), nullptr);
    for (const double t : {0.0, 0.25, 0.5, 1.0}) {
        const auto p = surface::point(s, t, 0.0);
        EXPECT_NEAR(p.at.norm(), 1.0, 1e-15 + p.error);
    }
    // Its middle: c' has length sqrt(2) * (sqrt(2) - 1) * 2 there.
    const auto most = surface::bounds_over(s, {{0.49, 0.51}, {0.0, 1.0}});
    EXPECT_NEAR(most.first_norm[0], 2.0 * std::sqrt(2.0) * (std::sqrt(2.0) - 1.0) * std::sqrt(2.0), 0.1);
}

TEST(Spline, Degenerate_FaultsAreNamed) {
    const Spline good{{1, {0, 0, 1, 1}}, {0, {0, 1}}, {{0, 0, 0}, {1, 0, 0}}, {}};
    ASSERT_EQ(surface::fault_of(good), nullptr);
    Spline s = good;
    s.u.values = {0, 0, 1};
    EXPECT_NE(surface::fault_of(s), nullptr);
    s = good, s.u.values = {0, 1, 0, 1};
    EXPECT_NE(surface::fault_of(s), nullptr);
    s = good, s.u.values = {0, 0, 0, 0};
    EXPECT_NE(surface::fault_of(s), nullptr);
    s = good, s.weights = {1, 0};
    EXPECT_NE(surface::fault_of(s), nullptr);
    s = good, s.poles[1].x() = std::numeric_limits<double>::infinity();
    EXPECT_NE(surface::fault_of(s), nullptr);
    s = good, s.u.degree = 26;
    EXPECT_NE(surface::fault_of(s), nullptr);
}

TEST(Spline, Reference_PointsAreWithinTheirError) {
    Rng random(20261119);
    double worst = 0.0;  // of the error that is claimed
    for (int n = 0; n < kSplines; ++n) {
        const Spline s = random_spline(random, 1 + n % 8, 1 + n / 8 % 4, n % 3 == 0, n % 5 == 0 ? 4e3 : 0.0);
        ASSERT_EQ(surface::fault_of(s), nullptr);
        for (int i = 0; i < 8; ++i) {
            const double u = i == 0   ? s.u.last()
                             : i == 1 ? s.u.values[s.u.values.size() / 2]
                                      : within(random, s.u);
            const double v = within(random, s.v);
            const auto p = surface::point(s, u, v);
            Long3 off = true_point(s, u, v);
            for (std::size_t k = 0; k < 3; ++k) off[k] -= static_cast<long double>(p.at[static_cast<int>(k)]);
            EXPECT_LE(length(off), static_cast<long double>(p.error)) << n << " " << u << " " << v;
            EXPECT_LE(p.error, 1e-8);
            worst = std::max(worst, static_cast<double>(length(off)) / p.error);
        }
    }
    EXPECT_GT(worst, 1e-3);  // the error is not absurdly large
}

TEST(Spline, Reference_BoundsHoldAndAreNotFarOff) {
    Rng random(7);
    double tightest = 1e9;
    for (int n = 0; n < kSplines; ++n) {
        const Spline s = random_spline(random, 1 + n % 8, 1 + n / 8 % 4, n % 2 == 0, 0.0);
        const double wide_u = random.uniform(0.001, 0.6), wide_v = random.uniform(0.001, 0.6);
        const double u0 = within(random, s.u), v0 = within(random, s.v);
        const surface::UvBox box{{u0, std::min(u0 + wide_u, s.u.last())},
                                 {v0, std::min(v0 + wide_v, s.v.last())}};
        const auto most = surface::bounds_over(s, box);
        Long3 greatest_second{}, greatest_first{};
        for (int i = 0; i < 8; ++i) {
            const long double h = kStep * static_cast<long double>(std::min(box.u.width(), box.v.width()));
            const auto u = static_cast<long double>(random.uniform(box.u.lo, box.u.hi));
            const auto v = static_cast<long double>(random.uniform(box.v.lo, box.v.hi));
            const auto near_knot = [&](const Knots& knots, long double x) {
                for (const double k : knots.values)
                    if (std::abs(x - static_cast<long double>(k)) <= 2 * h) return true;
                return false;
            };
            if (h < 1e-8L || near_knot(s.u, u) || near_knot(s.v, v)) continue;
            const auto at = [&](int i1, int j1) { return true_point(s, u + i1 * h, v + j1 * h); };
            const Long3 p = at(0, 0), pu = at(1, 0), mu = at(-1, 0), pv = at(0, 1), mv = at(0, -1);
            const Long3 pp = at(1, 1), pm = at(1, -1), mp = at(-1, 1), mm = at(-1, -1);
            Long3 du, dv, duu, duv, dvv;
            for (std::size_t k = 0; k < 3; ++k) {
                du[k] = (pu[k] - mu[k]) / (2 * h), dv[k] = (pv[k] - mv[k]) / (2 * h);
                duu[k] = (pu[k] - 2 * p[k] + mu[k]) / (h * h), dvv[k] = (pv[k] - 2 * p[k] + mv[k]) / (h * h);
                duv[k] = (pp[k] - pm[k] - mp[k] + mm[k]) / (4 * h * h);
            }
            const auto holds = [&](const Long3& d, double norm, const Vec3& each, const char* what) {
                const long double slack = 1e-4L * (1.0L + static_cast<long double>(norm));
                EXPECT_LE(length(d), static_cast<long double>(norm) + slack) << what << " " << n;
                for (std::size_t k = 0; k < 3; ++k)
                    EXPECT_LE(std::abs(d[k]), static_cast<long double>(each[static_cast<int>(k)]) + slack)
                        << what << " " << n;
            };
            holds(du, most.first_norm[0], most.first[0], "u");
            holds(dv, most.first_norm[1], most.first[1], "v");
            holds(duu, most.second_norm[0], most.second[0], "uu");
            holds(duv, most.second_norm[1], most.second[1], "uv");
            holds(dvv, most.second_norm[2], most.second[2], "vv");
            greatest_first[0] = std::max(greatest_first[0], length(du));
            greatest_second[0] = std::max(greatest_second[0], length(duu));
            if (box.u.width() < 0.02 && box.v.width() < 0.02 && length(duu) > 1e-2L)
                tightest = std::min(tightest, most.second_norm[0] / static_cast<double>(length(duu)));
        }
    }
    EXPECT_LT(tightest, 1.3);  // small boxes: nearly the derivative itself
}

TEST(Spline, Property_CreasesAreKnotsOfFullMultiplicity) {
    EXPECT_EQ(surface::creases_of(Knots{2, {0, 0, 0, 1, 2, 2, 3, 3, 3}}), std::vector<double>({2.0}));
    EXPECT_EQ(surface::creases_of(Knots{1, {0, 0, 0.5, 1, 1}}), std::vector<double>({0.5}));
    EXPECT_TRUE(surface::creases_of(Knots{3, {0, 0, 0, 0, 1, 1, 2, 2, 2, 2}}).empty());
}

TEST(Spline, Degenerate_BeyondTheKnotsTheLastPieceGoesOn) {
    const Spline s{
        {2, {0, 0, 0, 1, 1, 1}}, {0, {0, 1}}, {{0, 0, 0}, {1, 2, 0}, {2, 0, 0}}, {}};  // y = 2 x (2 - x)
    const auto p = surface::point(s, 1.25, 0.0);
    EXPECT_NEAR(p.at.x(), 2.5, p.error);
    EXPECT_NEAR(p.at.y(), 4.0 * 1.25 * (1.0 - 1.25), p.error);
    EXPECT_LT(p.error, 1e-12);
}

}  // namespace graze::spline_test
