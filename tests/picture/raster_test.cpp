#include "graze/picture/raster.h"

#include "graze/core/random.h"
#include "support/shapes.h"

#include <map>

#include <gtest/gtest.h>

namespace graze::picture::raster_test {
namespace {

constexpr PixelRect kTileRect{64, 128, 128,
                              192};  // not at the origin: coordinates relative to the tile matter
constexpr double kNearEdge = 1e-3;   // pixels: rounding of float coordinates around 200 is 2e-5

ScreenTriangle triangle_of(const std::array<ScreenPoint, 3>& points) { return {points, 0, 0, 0}; }

// Counts for every sample of the tile how many triangles cover it.
class SampleCounts {
  public:
    SampleCounts() : counts_(kTile * kTile * kSamples, 0) {}
    void add(const ScreenTriangle& triangle) {
        for_each_covered_pixel(triangle, kTileRect, [&](int x, int y, Int4 mask, Float4) {
            for (int s = 0; s < kSamples; ++s)
                if (mask[s]) ++at(x, y, s);
        });
    }
    int& at(int x, int y, int s) {
        return counts_[static_cast<std::size_t>(((y - kTileRect.y0) * kTile + (x - kTileRect.x0)) * kSamples +
                                                s)];
    }

  private:
    std::vector<int> counts_;
};

// Twice the area of (a, b, p), the slow and obvious way.
double side(const ScreenPoint& a, const ScreenPoint& b, double x, double y) {
    return (static_cast<double>(b.x) - a.x) * (y - a.y) - (static_cast<double>(b.y) - a.y) * (x - a.x);
}

struct Truth {
    bool is_inside;
    bool is_doubtful;  // on an edge, but for rounding
};

Truth truth_at(const ScreenTriangle& triangle, double x, double y) {
    bool all_positive = true, all_negative = true, doubtful = false;
    for (int k = 0; k < 3; ++k) {
        const ScreenPoint &a = triangle.points[static_cast<std::size_t>(k)],
                          &b = triangle.points[static_cast<std::size_t>((k + 1) % 3)];
        const double value = side(a, b, x, y), length = std::hypot(b.x - a.x, b.y - a.y);
        all_positive = all_positive && value > 0.0;
        all_negative = all_negative && value < 0.0;
        doubtful = doubtful || std::abs(value) <= kNearEdge * length;
    }
    return {all_positive || all_negative, doubtful};
}

ScreenPoint random_point(Rng& rng, double lo, double hi) {
    return {static_cast<float>(rng.uniform(64.0 + lo, 64.0 + hi)),
            static_cast<float>(rng.uniform(128.0 + lo, 128.0 + hi)),
            static_cast<float>(rng.uniform(0.5, 2.0))};
}

}  // namespace

TEST(Raster, Example_SquareOfTwoTrianglesCoversItsPixelsOnce) {
    const ScreenPoint a{70, 130, 1}, b{90, 130, 1}, c{90, 150, 1}, d{70, 150, 1};
    SampleCounts counts;
    counts.add(triangle_of({a, b, c}));
    counts.add(triangle_of({a, c, d}));
    for (int y = kTileRect.y0; y < kTileRect.y1; ++y)
        for (int x = kTileRect.x0; x < kTileRect.x1; ++x)
            for (int s = 0; s < kSamples; ++s)
                ASSERT_EQ(counts.at(x, y, s), x >= 70 && x < 90 && y >= 130 && y < 150 ? 1 : 0)
                    << x << " " << y;
}

TEST(Raster, Example_DepthIsLinearInBetween) {
    const ScreenTriangle triangle =
        triangle_of({ScreenPoint{70, 130, 1.0f}, {110, 130, 3.0f}, {70, 170, 1.0f}});
    int visited = 0;
    for_each_covered_pixel(triangle, kTileRect, [&](int x, int, Int4 mask, Float4 depth) {
        for (int s = 0; s < kSamples; ++s)
            if (mask[s]) {
                EXPECT_NEAR(depth[s], 1.0 + 2.0 * (static_cast<double>(x) + kSampleX[s] - 70.0) / 40.0, 1e-5);
                ++visited;
            }
    });
    EXPECT_GT(visited, 3000);
}

TEST(Raster, Degenerate_PointsNeedlesAndGiantsAreHarmless) {
    const auto covered = [](const ScreenTriangle& triangle) {
        int count = 0;
        for_each_covered_pixel(triangle, kTileRect, [&](int, int, Int4, Float4 depth) {
            for (int s = 0; s < kSamples; ++s) EXPECT_TRUE(std::isfinite(depth[s]));
            ++count;
        });
        return count;
    };
    EXPECT_EQ(covered(triangle_of({ScreenPoint{80, 140, 1}, {80, 140, 1}, {80, 140, 1}})), 0);
    EXPECT_EQ(covered(triangle_of({ScreenPoint{70, 130, 1}, {90, 150, 2}, {80, 140, 1.5f}})), 0);
    EXPECT_EQ(covered(triangle_of({ScreenPoint{-1e12f, -1e12f, 1}, {1e12f, -1e12f, 1}, {0, 1e12f, 9}})),
              kTile * kTile);
    EXPECT_EQ(covered(triangle_of({ScreenPoint{1e12f, 1e12f, 1}, {1e12f, 2e11f, 1}, {9e11f, 1e12f, 9}})), 0);
}

TEST(Raster, Reference_CoverageAgreesWithSidesOfEdges) {
    Rng rng(20260401);
    int inside = 0, outside = 0;
    for (int trial = 0; trial < 600; ++trial) {
        const double spread = trial % 3 == 0 ? 8.0 : trial % 3 == 1 ? 64.0 : 3000.0;
        const double lo = trial % 3 == 2 ? -1500.0 : rng.uniform(-4.0, 56.0);
        const ScreenTriangle triangle =
            triangle_of({random_point(rng, lo, lo + spread), random_point(rng, lo, lo + spread),
                         random_point(rng, lo, lo + spread)});
        SampleCounts counts;
        counts.add(triangle);
        for (int y = kTileRect.y0; y < kTileRect.y1; ++y)
            for (int x = kTileRect.x0; x < kTileRect.x1; ++x)
                for (int s = 0; s < kSamples; ++s) {
                    const Truth truth = truth_at(triangle, static_cast<double>(x) + kSampleX[s],
                                                 static_cast<double>(y) + kSampleY[s]);
                    if (truth.is_doubtful) continue;
                    ASSERT_EQ(counts.at(x, y, s), truth.is_inside ? 1 : 0)
                        << "trial " << trial << " pixel " << x << " " << y;
                    ++(truth.is_inside ? inside : outside);
                }
    }
    EXPECT_GT(inside, 100000);
    EXPECT_GT(outside, 100000);
}

// Quadrangles stay convex, so either diagonal divides them. Vertices on a grid of eighths lie on samples and
// edges run through them: every sample must be taken exactly once.
TEST(Raster, Property_TrianglesOfASheetLeaveNoCracksAndDoNotOverlap) {
    Rng rng(7);
    for (const double grid : {0.125, 1e-4}) {
        for (int trial = 0; trial < 20; ++trial) {
            constexpr int kSide = 12;
            std::array<std::array<ScreenPoint, kSide + 1>, kSide + 1> points;
            for (int i = 0; i <= kSide; ++i)
                for (int j = 0; j <= kSide; ++j) {
                    const auto snapped = [&](double value) {
                        return static_cast<float>(std::round(value / grid) * grid);
                    };
                    points[i][j] = {snapped(60.0 + 6.0 * i + rng.uniform(-1.2, 1.2)),
                                    snapped(124.0 + 6.0 * j + rng.uniform(-1.2, 1.2)), 1.0f};
                }
            SampleCounts counts;
            for (int i = 0; i < kSide; ++i)
                for (int j = 0; j < kSide; ++j) {
                    const ScreenPoint &a = points[i][j], &b = points[i + 1][j], &c = points[i + 1][j + 1],
                                      &d = points[i][j + 1];
                    // Either diagonal, either orientation.
                    if (rng.below(2))
                        counts.add(triangle_of({a, b, c})), counts.add(triangle_of({a, d, c}));
                    else
                        counts.add(triangle_of({b, a, d})), counts.add(triangle_of({b, c, d}));
                }
            for (int y = 132; y < 188; ++y)
                for (int x = 68; x < 124; ++x)
                    for (int s = 0; s < kSamples; ++s)
                        ASSERT_EQ(counts.at(x, y, s), 1) << "trial " << trial << " " << x << " " << y;
        }
    }
}

// ---- what is nearest, against casting a ray through every sample

namespace {

struct Hit {
    double z = 1e300;
    std::uint32_t triangle = kNone;
};

// Intersection of the ray (u, v, 1) z with a triangle in view space; `margin` is how far inside it passes, in
// barycentric terms.
struct RayHit {
    double z, margin;
};

std::optional<RayHit> hit_of(const std::array<Vec3, 3>& p, double u, double v) {
    Mat3 m;
    m.col(0) = p[1] - p[0];
    m.col(1) = p[2] - p[0];
    m.col(2) = -Vec3(u, v, 1.0);
    if (std::abs(m.determinant()) < 1e-14) return std::nullopt;
    const Vec3 solution = m.inverse() * -p[0];
    return RayHit{solution.z(), std::min({solution.x(), solution.y(), 1.0 - solution.x() - solution.y()})};
}

Mesh random_soup(Rng& rng, int count) {
    Mesh mesh;
    for (int t = 0; t < count; ++t) {
        const Vec3 centre(rng.uniform(-2, 2), rng.uniform(-2, 2), rng.uniform(-2, 2));
        for (int k = 0; k < 3; ++k)
            mesh.vertices.push_back(
                centre + Vec3(rng.uniform(-1.5, 1.5), rng.uniform(-1.5, 1.5), rng.uniform(-1.5, 1.5)));
        const auto first = static_cast<std::uint32_t>(3 * t);
        mesh.triangles.push_back({first, first + 1, first + 2});
    }
    make_one_surface(mesh, "soup");
    return mesh;
}

}  // namespace

TEST(Raster, Reference_NearestTriangleAgreesWithRays) {
    Rng rng(41);
    int compared = 0, hits = 0, cut = 0;
    for (int trial = 0; trial < 12; ++trial) {
        const Mesh mesh = random_soup(rng, 40);
        PictureOptions options;
        options.width = 90, options.height = 70;
        Camera camera;
        camera.eye = trial % 2 ? Vec3(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1))
                               : Vec3(3, -7, 2);  // amid the soup, or before it
        camera.target = Vec3(0.1, 0.2, -0.3);
        camera.field_of_view_deg = 50;
        const View view = view_of(camera, options.width, options.height);
        Loops loops(1);
        const std::vector<PictureBody> bodies{{&mesh, {}, {}, 1.0, {}}};
        const Projection projection = project(bodies, options, view, loops);
        const Tiles tiles{options.width, options.height};
        const Visibility seen = visible_triangles(projection, triangle_bins(projection, tiles, loops),
                                                  {0, projection.first_transparent}, tiles, loops);
        std::vector<std::array<Vec3, 3>> triangles;
        for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
            triangles.push_back(corners(mesh, t));
            for (Vec3& p : triangles.back()) p = in_view(view, map_of({}), p);
            const auto& p = triangles.back();
            const auto [lo, hi] = std::minmax({p[0].z(), p[1].z(), p[2].z()});
            cut += lo < kNear && hi > kNear ? 1 : 0;
        }
        for (int y = 0; y < options.height; ++y)
            for (int x = 0; x < options.width; ++x)
                for (int s = 0; s < kSamples; ++s) {
                    const double u = (static_cast<double>(x) + kSampleX[s] - view.centre_x) / view.focal,
                                 v = (static_cast<double>(y) + kSampleY[s] - view.centre_y) / view.focal;
                    Hit nearest;
                    double second = 1e300;
                    bool doubtful = false;
                    for (std::uint32_t t = 0; t < triangles.size(); ++t) {
                        const auto hit = hit_of(triangles[t], u, v);
                        if (!hit || hit->z < 0.5 * kNear) continue;
                        doubtful = doubtful || std::abs(hit->margin) < 2e-3 || hit->z < 2.0 * kNear;
                        if (hit->margin < 0.0) continue;
                        if (hit->z < nearest.z)
                            second = nearest.z, nearest = {hit->z, t};
                        else
                            second = std::min(second, hit->z);
                    }
                    if (doubtful || second < nearest.z * (1.0 + 1e-4)) continue;
                    const std::uint32_t id = seen.triangle[seen.pixel(x, y)][s];
                    ASSERT_EQ(id == kNone ? kNone : projection.triangles[id].triangle, nearest.triangle)
                        << "trial " << trial << " pixel " << x << " " << y;
                    ++compared;
                    if (id == kNone) continue;
                    ++hits;
                    ASSERT_NEAR(seen.depth[seen.pixel(x, y)][s] * nearest.z, 1.0, 1e-4);
                }
    }
    EXPECT_GT(compared, 100000);
    EXPECT_GT(hits, 60000);
    EXPECT_GT(cut, 20);
}

}  // namespace graze::picture::raster_test
