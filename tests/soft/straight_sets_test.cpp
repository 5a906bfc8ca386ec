// How long straight moving sets stay apart: against first contact of their features, and against sampled points.
#include "graze/soft/straight_sets.h"

#include "graze/continuous/features/feature_contact.h"
#include "graze/core/random.h"
#include "support/random_vector.h"

#include <gtest/gtest.h>

#include <cmath>

namespace graze::straight_sets_test {

using namespace graze::test;
using namespace graze::soft;

MovingFeature feature(const StraightSet& set, std::initializer_list<std::size_t> corners) {
    MovingFeature one;
    VertexEnds ends;
    one.count = 0;
    for (const std::size_t k : corners) {
        one.vertices[static_cast<std::size_t>(one.count)] = set.from[k];
        ends.to[static_cast<std::size_t>(one.count++)] = set.to[k];
    }
    one.motion = ends;
    return one;
}

/// The earliest contact of a vertex with a face, or of two edges; 1 if there is none.
double first_feature_time(const StraightSet& a, const StraightSet& b, double clearance, double scale) {
    double first = 1.0;
    const auto ask = [&](const MovingFeature& p, const MovingFeature& q) {
        const FeatureContact contact = first_feature_contact(p, q, {.clearance = clearance, .tolerance = 1e-9 * scale});
        EXPECT_NE(contact.verdict, ContactVerdict::Undecided);
        if (contact.verdict == ContactVerdict::Contact) first = std::min(first, contact.clear_until);
    };
    if (b.count == 2) {
        ask(feature(a, {0, 1}), feature(b, {0, 1}));
        return first;
    }
    for (const std::size_t end : {0, 1}) ask(feature(a, {end}), feature(b, {0, 1, 2}));
    for (const std::size_t k : {0, 1, 2}) ask(feature(a, {0, 1}), feature(b, {k, (k + 1) % 3}));
    return first;
}

Vec3 some_point(Rng& rng, const StraightSet& set, double t) {
    std::array<double, 3> weight{rng.unit(), rng.unit(), set.count == 3 ? rng.unit() : 0.0};
    if (rng.below(3) == 0) weight[rng.below(static_cast<std::uint64_t>(set.count))] = 0.0;
    const double sum = weight[0] + weight[1] + weight[2] + 1e-30;
    Vec3 point = Vec3::Zero();
    for (std::size_t k = 0; k < static_cast<std::size_t>(set.count); ++k)
        point += weight[k] / sum * (set.from[k] + t * (set.to[k] - set.from[k]));
    return point;
}

StraightSet random_set(Rng& rng, int count, double size, const Vec3& middle, double move) {
    StraightSet set{.count = count, .from = {}, .to = {}};
    const Vec3 way = random_vector(rng, move);
    for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) {
        set.from[k] = middle + random_vector(rng, size);
        set.to[k] = set.from[k] + way + random_vector(rng, 0.3 * move);
    }
    if (rng.below(8) == 0) set.from[1] = set.from[0], set.to[1] = set.to[0];  // without length
    return set;
}

TEST(StraightSets, Reference_ProofsEndWhereFeaturesTouch) {
    Rng rng(281);
    int clear = 0, touching = 0, late = 0, begun = 0;
    for (int round = 0; round < 4000; ++round) {
        const double scale = std::pow(10.0, rng.uniform(-4.0, 4.0));
        const Vec3 far = rng.below(3) == 0 ? Vec3(random_vector(rng, 100.0 * scale)) : Vec3(Vec3::Zero());
        const StraightSet a = random_set(rng, 2, scale, far, 2.0 * scale);
        const StraightSet b = random_set(rng, rng.below(2) == 0 ? 2 : 3, scale, far + random_vector(rng, 2.5 * scale), 2.0 * scale);
        const double clearance = rng.below(4) == 0 ? 0.0 : scale * rng.uniform(0.0, 0.6);
        const double until = prove_apart_until(a, b, clearance);
        const double first = first_feature_time(a, b, clearance, scale);
        if (until >= 0.0) {
            ++begun;
            ASSERT_LE(until, first + 1e-5) << round;  // a miss would be here
        }
        for (int k = 0; k < 20 && until >= 0.0; ++k) {
            const double t = rng.below(4) == 0 ? until : until * rng.unit();
            ASSERT_GT((some_point(rng, a, t) - some_point(rng, b, t)).norm(), clearance * (1.0 - 1e-12)) << round;
        }
        // Piercing at the start is no contact of features: then nothing may be proved, and nothing is compared.
        if (until < 0.0) continue;
        clear += until >= 1.0;
        touching += first < 1.0;
        late += until < first - 1e-3;
    }
    EXPECT_GT(clear, 800);
    EXPECT_GT(touching, 100);
    EXPECT_LT(late, begun / 50) << "tightness";
}

TEST(StraightSets, Degenerate_TouchingPiercingAndNaNProveNothing) {
    StraightSet triangle{.count = 3, .from = {Vec3(0, 0, 0), Vec3(2, 0, 0), Vec3(0, 2, 0)}, .to = {}};
    triangle.to = triangle.from;
    const auto proved = [&](const Vec3& p, const Vec3& q, double clearance) {
        const StraightSet segment{.count = 2, .from = {p, q}, .to = {p, q}};
        return prove_apart_until(segment, triangle, clearance);
    };
    EXPECT_EQ(proved({0.5, 0.5, -1.0}, {0.5, 0.5, 1.0}, 0.0), -1.0);  // pierces
    EXPECT_EQ(proved({0.5, 0.5, 0.0}, {0.5, 0.5, 1.0}, 0.0), -1.0);   // touches
    EXPECT_EQ(proved({0.5, 0.5, 1.0}, {0.5, 0.5, 2.0}, 1.0), -1.0);   // as near as the clearance
    EXPECT_EQ(proved({0.5, 0.5, 1.0}, {0.5, 0.5, 2.0}, 0.999), 1.0);
    EXPECT_EQ(proved({0.5, 0.5, std::nan("")}, {0.5, 0.5, 2.0}, 0.1), -1.0);
    StraightSet off = triangle;
    off.error = 0.5;
    const StraightSet segment{.count = 2, .from = {Vec3(0.5, 0.5, 1.0), Vec3(0.5, 0.5, 2.0)}, .to = {Vec3(0.5, 0.5, 1.0), Vec3(0.5, 0.5, 2.0)}};
    EXPECT_EQ(prove_apart_until(segment, off, 0.6), -1.0);
    EXPECT_EQ(prove_apart_until(segment, off, 0.4), 1.0);
}

TEST(StraightSets, Example_FallingOntoATriangle) {
    const StraightSet triangle{.count = 3, .from = {Vec3(-5, -5, 0), Vec3(5, -5, 0), Vec3(0, 5, 0)}, .to = {Vec3(-5, -5, 0), Vec3(5, -5, 0), Vec3(0, 5, 0)}};
    const StraightSet segment{.count = 2, .from = {Vec3(-1, 0, 4), Vec3(1, 0, 4)}, .to = {Vec3(-1, 0, -4), Vec3(1, 0, -4)}};
    EXPECT_NEAR(prove_apart_until(segment, triangle, 1.0), 3.0 / 8.0, 1e-6);
}

}  // namespace graze::straight_sets_test
