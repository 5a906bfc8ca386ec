// The oracle is itself tested on contacts that are known by construction, then sent against the product.
#include "oracle/first_contact.h"

#include "graze/motion/angle.h"

#include "support/feature_queries.h"

#include <gtest/gtest.h>

namespace graze::first_contact_oracle_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)
using oracle::Bracket;

oracle::FeaturePath fixed(const std::vector<Vec3>& vertices) {
    return [=](const Num&) {
        std::vector<NumVec> places;
        for (const Vec3& x : vertices) places.push_back(oracle::nums(x));
        return places;
    };
}

// A vertex on a wheel of radius 1 about z, by `angle` over the whole time.
oracle::FeaturePath wheel(double angle) {
    return [=](const Num& t) {
        return std::vector<NumVec>{{oracle::cos(Num(angle) * t), oracle::sin(Num(angle) * t), Num(0.0)}};
    };
}

std::vector<Vec3> face_at(double y) { return {{-3, y, -3}, {3, y, -3}, {0, y, 5}}; }

// Slow and obvious: a grid over both features.
double sampled_distance(const std::vector<Vec3>& a, const std::vector<Vec3>& b, int steps) {
    const auto points = [&](const std::vector<Vec3>& f) {
        std::vector<Vec3> all;
        for (int i = 0; i <= steps; ++i)
            for (int j = 0; j <= (f.size() == 3 ? steps - i : 0); ++j) {
                Vec3 p = f[0];
                if (f.size() > 1) p += (double(i) / steps) * (f[1] - f[0]);
                if (f.size() > 2) p += (double(j) / steps) * (f[2] - f[0]);
                all.push_back(p);
            }
        return all;
    };
    double best = HUGE_VAL;
    for (const Vec3& p : points(a))
        for (const Vec3& q : points(b)) best = std::min(best, (p - q).norm());
    return best;
}

}  // namespace

TEST(FirstContactOracle, Example_KnownTimes) {
    const Bracket crossing = oracle::first_time(wheel(2.0), fixed(face_at(0.5)), 1e-7, 1e-7);
    const double truth = std::asin(0.5) / 2.0;
    EXPECT_LE(crossing.lo, truth);
    EXPECT_GE(crossing.hi, truth - 1e-7);
    EXPECT_LT(crossing.hi - crossing.lo, 1e-6);
    // Tangential: only at 90 degrees, where the distance is zero.
    const Bracket touching = oracle::first_time(wheel(2.0), fixed(face_at(1.0)), 1e-9, 1e-7);
    EXPECT_LE(touching.lo, kPi.hi / 4.0);
    EXPECT_GT(touching.lo, kPi.hi / 4.0 - 5e-4);
    EXPECT_EQ(oracle::first_time(wheel(2.0), fixed(face_at(1.001)), 1e-9, 1e-7).lo, 2.0);
    EXPECT_EQ(oracle::first_time(wheel(2.0), fixed(face_at(1.001)), 1e-9, 1e-7).hi, 2.0);
    const Bracket least = oracle::least_distance(wheel(2.0), fixed(face_at(1.001)), {0.0, 1.0}, 1e-5);
    EXPECT_LE(least.lo, 0.001);
    EXPECT_NEAR(least.hi, 0.001, 2e-5);
}

TEST(FirstContactOracle, Reference_DistancesOfFeaturesAtRest) {
    Rng rng(14);
    const int sizes[4][2] = {{1, 3}, {3, 1}, {2, 2}, {1, 2}};
    int inside = 0;
    for (int trial = 0; trial < 200; ++trial) {
        const auto& [na, nb] = sizes[rng.below(4)];
        std::vector<Vec3> a(na), b(nb);
        for (Vec3& x : a) x = random_vector(rng, 1.0);
        for (Vec3& x : b) x = random_vector(rng, 1.0);
        const auto kind = rng.below(5);
        if (kind == 0 && na == 2) b[1] = b[0] + (a[1] - a[0]);  // parallel
        if (kind == 1 && nb > 1) b[1] = b[0];
        if (kind == 2 && nb == 3) b[2] = 0.25 * b[0] + 0.75 * b[1];
        const Bracket ours = oracle::distance_at(fixed(a), fixed(b), 0.0);
        const double sampled = sampled_distance(a, b, 60);
        ASSERT_LE(ours.hi - ours.lo, 1e-12);
        ASSERT_LE(ours.lo, sampled + 1e-12);
        ASSERT_GE(ours.hi, sampled - 0.12);  // two steps of the grid
        inside += sampled < 0.3;
    }
    EXPECT_GT(inside, 10);
    EXPECT_LT(inside, 190);
}

TEST(FeatureContact, Reference_VerdictsAgreeWithTheOracle) {
    Rng rng(4242);
    const oracle::MoreDigits digits(160);
    int clear = 0, contact = 0;
    for (int trial = 0; trial < 120; ++trial) {
        SCOPED_TRACE(trial);
        auto family = [&] {
            const auto f = MotionFamily(rng.below(kMotionFamilies));
            const bool is_slow =
                f == MotionFamily::LeastTurn || f == MotionFamily::FarBody || f == MotionFamily::Parameters;
            return is_slow ? MotionFamily::Screw : f;
        };
        const MotionFamily family_a = family(), family_b = rng.below(2) == 0 ? MotionFamily::Rest : family();
        PlantedQuery query =
            rng.below(4) == 0 ? random_linear_query(rng) : random_planted_query(rng, family_a, family_b);
        // Move one feature away, so that there is a least distance to be found.
        for (Vec3& x : query.a.feature.vertices) x += Vec3(0.9, -1.1, 1.3) * query.size;
        if (auto* ends = std::get_if<VertexEnds>(&query.a.feature.motion)) {
            for (Vec3& x : ends->to) x += Vec3(0.9, -1.1, 1.3) * query.size;
        }
        const auto truth_a = query.a.truth(), truth_b = query.b.truth();
        const Bracket least = oracle::least_distance(truth_a, truth_b, {0.0, 1.0}, 0.01 * query.size, 600);
        const double e = 1e-4 * query.size;
        // Above the least distance that was seen: never clear. Below what is possible by more than e: clear.
        const auto touching =
            first_feature_contact(query.a.feature, query.b.feature, {.clearance = least.hi, .tolerance = e});
        ASSERT_EQ(touching.verdict, ContactVerdict::Contact);
        ++contact;
        const Bracket there = oracle::distance_at(truth_a, truth_b, touching.clear_until);
        ASSERT_LE(there.lo, least.hi + e);
        ASSERT_LE(there.lo, touching.distance_hi);
        if (touching.clear_until > 0.0) {
            const double before = std::nextafter(touching.clear_until, 0.0);
            const Bracket earlier =
                oracle::least_distance(truth_a, truth_b, {0.0, before}, 0.01 * query.size, 300);
            ASSERT_GE(earlier.hi, least.hi);  // nothing as near was seen before the reported time
        }
        if (least.lo <= 2.0 * e) continue;
        const auto apart = first_feature_contact(query.a.feature, query.b.feature,
                                                 {.clearance = least.lo - 1.01 * e, .tolerance = e});
        ASSERT_EQ(apart.verdict, ContactVerdict::Clear);
        ++clear;
    }
    EXPECT_GT(clear, 30);
    EXPECT_GT(contact, 100);
}

}  // namespace graze::first_contact_oracle_test
