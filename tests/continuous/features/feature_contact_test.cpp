#include "graze/continuous/features/feature_contact.h"

#include "graze/motion/angle.h"

#include "support/feature_queries.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace graze::feature_contact_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

MovingFeature still(std::vector<Vec3> vertices) {
    MovingFeature feature;
    feature.count = static_cast<int>(vertices.size());
    feature.vertices.fill(Vec3::Zero());
    std::copy(vertices.begin(), vertices.end(), feature.vertices.begin());
    feature.motion = VertexEnds{feature.vertices};
    return feature;
}

MovingFeature moved(std::vector<Vec3> vertices, const Vec3& way) {
    MovingFeature feature = still(vertices);
    for (Vec3& x : std::get<VertexEnds>(feature.motion).to) x += way;
    return feature;
}

MovingFeature turned(std::vector<Vec3> vertices, const RigidMotion& motion) {
    MovingFeature feature = still(vertices);
    feature.motion = &motion;
    return feature;
}

// 20,000, or what a campaign asks for (./test --campaign elementary).
int queries_wanted() {
    const char* wanted = std::getenv("GRAZE_CAMPAIGN_QUERIES");
    return wanted == nullptr ? 20000 : std::max(20000, std::atoi(wanted));
}

const std::vector<Vec3> kFace{{0, 0, 0}, {2, 0, 0}, {0, 1, 0}};

}  // namespace

TEST(FeatureContact, Example_VertexFallsOnFace) {
    const auto result = first_feature_contact(moved({{0.5, 0.25, 1}}, {0, 0, -2}), still(kFace), {});
    ASSERT_EQ(result.verdict, ContactVerdict::Contact);
    EXPECT_LE(result.clear_until, 0.5);
    EXPECT_NEAR(result.clear_until, 0.5, 1e-6);
    EXPECT_LE(result.distance_hi, 1e-6);
    EXPECT_NEAR(result.normal.z(), 1.0, 1e-6);
    EXPECT_LT(result.windows, 10);
    const auto beside = first_feature_contact(moved({{1.5, 0.75, 1}}, {0, 0, -2}), still(kFace), {});
    EXPECT_EQ(beside.verdict, ContactVerdict::Clear);
    EXPECT_EQ(beside.clear_until, 1.0);
    // The clearance counts from the face.
    const auto early =
        first_feature_contact(moved({{0.5, 0.25, 1}}, {0, 0, -2}), still(kFace), {.clearance = 0.5});
    EXPECT_NEAR(early.clear_until, 0.25, 1e-6);
}

TEST(FeatureContact, Example_TheEdgeThatThePapersAnnulusRejects) {
    // DESIGN 5: the inner radius at the end points of the moving edge is 1.005, but it passes the axis at 0.1
    // and meets the static edge at radius 0.3.
    const RigidMotion quarter =
        make_joint({.placement = {}, .axis = {0, 0, 1}, .angle_t0 = 0, .angle_t1 = kPi.lo / 2});
    const MovingFeature edge = turned({{-1, 0.1, 0}, {1, 0.1, 0}}, quarter);
    // Static: vertical through (0, 0.3): met when the moving line passes it, sin(a) ... found by the oracle.
    const auto result = first_feature_contact(edge, still({{0, 0.3, -1}, {0, 0.3, 1}}), {});
    ASSERT_EQ(result.verdict, ContactVerdict::Contact);
    // x = 0 on the turned line is at y = 0.1 / cos(angle) = 0.3.
    EXPECT_NEAR(result.clear_until * kPi.lo / 2, std::acos(0.1 / 0.3), 1e-4);
}

TEST(FeatureContact, Example_TangentialTouchIsContact) {
    // A vertex on a wheel of radius 1 touches the plane y = 1 from below, and only touches it.
    const RigidMotion half = make_joint({.placement = {}, .axis = {0, 0, 1}, .angle_t0 = 0, .angle_t1 = 3});
    const auto at = [&](double y) {
        return first_feature_contact(turned({{1, 0, 0}}, half), still({{-3, y, -3}, {3, y, -3}, {0, y, 5}}),
                                     {.tolerance = 1e-9});
    };
    EXPECT_EQ(at(1.0).verdict, ContactVerdict::Contact);
    EXPECT_NEAR(at(1.0).clear_until, kPi.lo / 6, 1e-4);
    EXPECT_EQ(at(1.0 + 1e-8).verdict, ContactVerdict::Clear);
    EXPECT_LT(at(1.0 + 1e-8).windows, 100);
    EXPECT_EQ(at(1.0 - 1e-8).verdict, ContactVerdict::Contact);
}

TEST(FeatureContact, Degenerate_SlidingInACommonPlaneAndSpinningPlates) {
    // Sliding above the face at a gap, and on it.
    const auto slide = [&](double z) {
        return first_feature_contact(moved({{-2, 0.25, z}}, {6, 0, 0}), still(kFace), {.tolerance = 1e-6});
    };
    EXPECT_EQ(slide(0.0).verdict, ContactVerdict::Contact);
    EXPECT_NEAR(slide(0.0).clear_until, 1.0 / 3.0, 1e-6);
    EXPECT_EQ(slide(1e-5).verdict, ContactVerdict::Clear);
    EXPECT_LT(slide(1e-5).windows, 100);
    // Parallel edges, collinear edges.
    const auto edges = [&](const Vec3& offset) {
        return first_feature_contact(moved({Vec3(-3, 0, 0) + offset, Vec3(-2, 0, 0) + offset}, {6, 0, 0}),
                                     still({{0, 0, 0}, {1, 0, 0}}), {.tolerance = 1e-6});
    };
    EXPECT_NEAR(edges({0, 0, 0}).clear_until, 1.0 / 3.0, 1e-6);
    EXPECT_EQ(edges({0, 1e-4, 0}).verdict, ContactVerdict::Clear);
    EXPECT_LT(edges({0, 1e-4, 0}).windows, 100);
    // A vertex of a plate that spins three turns above a face, tilted so that no axis is a coordinate axis.
    const Pose tilted{{1, 2, 3}, Eigen::Quaterniond(0.8, 0.36, -0.48, 0.0)};
    const RigidMotion spin =
        make_joint({.placement = tilted, .axis = {0, 0, 1}, .angle_t0 = 0, .angle_t1 = 18.8});
    const RigidMotion rest = AtRest{tilted};
    const MovingFeature below = turned({{-9, -9, -1e-4}, {9, -9, -1e-4}, {0, 9, -1e-4}}, rest);
    const auto plate = first_feature_contact(turned({{1, 1, 0}}, spin), below, {.tolerance = 1e-6});
    EXPECT_EQ(plate.verdict, ContactVerdict::Clear);
    EXPECT_LT(plate.windows, 10);
}

TEST(FeatureContact, Degenerate_ContactFromTheStartTouchAndLeavePointsAndNoMotion) {
    const auto start = first_feature_contact(moved({{0.5, 0.25, 0}}, {0, 0, 5}), still(kFace), {});
    EXPECT_EQ(start.verdict, ContactVerdict::Contact);
    EXPECT_EQ(start.clear_until, 0.0);
    EXPECT_EQ(first_feature_contact(still({{0.5, 0.25, 1}}), still(kFace), {}).verdict,
              ContactVerdict::Clear);
    const std::vector<Vec3> point{{1, 1, 1}, {1, 1, 1}};
    EXPECT_NEAR(first_feature_contact(moved(point, {2, 0, 0}), still({{2, 1, 1}, {2, 1, 1}}), {}).clear_until,
                0.5, 1e-6);
    const std::vector<Vec3> flat{{0, 0, 0}, {1, 0, 0}, {0.25, 0, 0}};  // a face without area
    EXPECT_NEAR(first_feature_contact(moved({{0.5, -1, 0}}, {0, 2, 0}), still(flat), {}).clear_until, 0.5,
                1e-6);
    EXPECT_EQ(first_feature_contact(moved({{0.5, -1, 1e-4}}, {0, 2, 0}), still(flat), {}).verdict,
              ContactVerdict::Clear);
    // Too small a budget, and a tolerance below rounding, are said and not guessed.
    const auto poor =
        first_feature_contact(moved({{0.5, 0.25, 1}}, {0, 0, -2}), still(kFace), {.most_windows = 1});
    EXPECT_EQ(poor.verdict, ContactVerdict::Undecided);
    const auto far = first_feature_contact(
        moved({{1e9 + 0.5, 0.25, 1}}, {0, 0.001, -2}),
        moved({{1e9, 0, 0}, {1e9 + 2, 0, 0}, {1e9, 1, 0.3}}, {0.1, 0, 0.2}), {.tolerance = 1e-12});
    EXPECT_NE(far.verdict, ContactVerdict::Clear);
    EXPECT_LE(far.clear_until, 0.5);
}

TEST(FeatureContact, Reference_NoPlantedContactIsMissed) {
    Rng rng(1973);
    int contacts = 0, undecided = 0, checked = 0;
    long windows = 0;
    double latest = 0.0;
    const int queries = queries_wanted();
    for (int i = 0; i < queries; ++i) {
        SCOPED_TRACE(i);
        const auto family_a = MotionFamily(rng.below(kMotionFamilies)),
                   family_b = MotionFamily(rng.below(kMotionFamilies));
        const PlantedQuery query =
            i % 4 == 0 ? random_linear_query(rng) : random_planted_query(rng, family_a, family_b);
        // At the planted time the distance is rounding: below 1e-11 of all lengths, which the oracle
        // confirms.
        const double rounding = 1e-11 * query.reach;
        if (i % 100 == 1 && family_a != MotionFamily::LeastTurn && family_b != MotionFamily::LeastTurn) {
            ASSERT_LE(oracle::distance_at(query.a.truth(), query.b.truth(), query.time).hi, rounding);
            ++checked;
        }
        const FeatureContactOptions options{.clearance = rounding,
                                            .tolerance = std::max(1e-6 * query.size, rounding)};
        const auto result = first_feature_contact(query.a.feature, query.b.feature, options);
        ASSERT_NE(result.verdict, ContactVerdict::Clear) << "missed";
        ASSERT_LE(result.clear_until, query.time) << "missed";
        contacts += result.verdict == ContactVerdict::Contact;
        undecided += result.verdict == ContactVerdict::Undecided;
        windows += result.windows;
        latest = std::max(latest, result.clear_until);
    }
    EXPECT_EQ(undecided, 0);
    EXPECT_GT(checked, 100);
    EXPECT_GT(latest, 0.99);
    RecordProperty("windows_per_query", std::to_string(double(windows) / queries));
    EXPECT_EQ(contacts, queries);
}

}  // namespace graze::feature_contact_test
