#include "graze/continuous/proof/hull_gap.h"

#include "graze/core/random.h"

#include <gtest/gtest.h>
#include <Eigen/Geometry>

namespace graze::hull_gap_test {
namespace {

Vec3 random_point(Rng& rng, double size) {
    return {rng.uniform(-size, size), rng.uniform(-size, size), rng.uniform(-size, size)};
}

std::vector<Vec3> random_points(Rng& rng, std::size_t count, const Vec3& about, double size) {
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < count; ++i) points.push_back(about + random_point(rng, size));
    return points;
}

// How far n separates the sets: a lower bound of the distance for any n.
double separation(const std::vector<Vec3>& a, const std::vector<Vec3>& b, const Vec3& n) {
    double least = std::numeric_limits<double>::infinity(), most = -least;
    for (const Vec3& x : a) least = std::min(least, n.dot(x));
    for (const Vec3& y : b) most = std::max(most, n.dot(y));
    return (least - most) / n.norm();
}

}  // namespace

TEST(HullGap, Example_CornersEdgesAndFacesAreTold) {
    const std::vector<Vec3> face{{-5, -5, 0}, {5, -5, 0}, {0, 5, 0}}, corner{{0, 0, 2}, {1, 0, 4}, {0, 1, 4}},
        edge{{-1, 0.1, 3}, {1, 0.1, 3}, {0, 0, 9}}, across{{0.2, -1, 1}, {0.2, 1, 1}, {0.2, 0, -5}};
    const HullGap above = hull_gap({corner, {}}, {face, {}});
    EXPECT_NEAR(above.distance, 2.0, 1e-12);
    EXPECT_EQ(above.corners_a, 1);
    EXPECT_EQ(above.corners_b, 3);
    EXPECT_NEAR((above.separation - Vec3(0, 0, 2)).norm(), 0.0, 1e-12);
    const HullGap crossing = hull_gap({edge, {}}, {across, {}});
    EXPECT_NEAR(crossing.distance, 2.0, 1e-12);
    EXPECT_EQ(crossing.corners_a, 2);
    EXPECT_EQ(crossing.corners_b, 2);
    EXPECT_NEAR((crossing.on_a - Vec3(0.2, 0.1, 3)).norm(), 0.0, 1e-9);
}

// Two-sided: the points are a distance apart, and their direction separates the sets by as much.
TEST(HullGap, Property_NearestPointsSeparateTheSets) {
    Rng rng(41);
    int apart = 0;
    for (int i = 0; i < 3000; ++i) {
        SCOPED_TRACE(i);
        const auto a = random_points(rng, 1 + rng.below(12), random_point(rng, 1.2), rng.uniform(0.0, 1.5));
        const auto b = random_points(rng, 1 + rng.below(12), random_point(rng, 1.2), rng.uniform(0.0, 1.5));
        const HullGap gap = hull_gap({a, {}}, {b, {}});
        EXPECT_NEAR((gap.on_a - gap.on_b - gap.separation).norm(), 0.0, 1e-14);
        if (gap.distance < 1e-6) {
            // They meet: no direction of many separates them.
            for (int k = 0; k < 50; ++k) EXPECT_LT(separation(a, b, random_point(rng, 1.0)), 1e-6);
            continue;
        }
        ++apart;
        EXPECT_GE(separation(a, b, gap.separation), gap.distance * (1.0 - 1e-4));
        EXPECT_LE(separation(a, b, gap.separation), gap.distance * (1.0 + 1e-12));
    }
    EXPECT_GT(apart, 1000);
    EXPECT_LT(apart, 2900);
}

TEST(HullGap, Property_PlacementsAreApplied) {
    Rng rng(42);
    for (int i = 0; i < 300; ++i) {
        const auto a = random_points(rng, 5, random_point(rng, 2.0), 0.4),
                   b = random_points(rng, 4, {3, 0, 0}, 0.4);
        const Eigen::Quaterniond q =
            Eigen::Quaterniond(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1))
                .normalized();
        const Eigen::Matrix3d r = q.toRotationMatrix();
        const RoughPlacement at{{r.col(0), r.col(1), r.col(2)}, random_point(rng, 1.0)};
        std::vector<Vec3> moved;
        for (const Vec3& x : a) moved.push_back(placed(at, x));
        EXPECT_NEAR((moved[0] - (r * a[0] + at.place)).norm(), 0.0, 1e-14);
        EXPECT_NEAR(hull_gap({a, at}, {b, {}}).distance, hull_gap({moved, {}}, {b, {}}).distance, 1e-9);
    }
}

TEST(HullGap, Degenerate_PointsLinesAndCopies) {
    const std::vector<Vec3> point{{1, 2, 3}}, same{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}},
        line{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}};
    EXPECT_EQ(hull_gap({point, {}}, {same, {}}).distance, 0.0);
    const HullGap gap = hull_gap({same, {}}, {line, {}});
    EXPECT_NEAR(gap.distance, std::sqrt(1.0 + 4.0 + 1.0), 1e-12);
    EXPECT_EQ(gap.corners_a, 1);
}

}  // namespace graze::hull_gap_test
