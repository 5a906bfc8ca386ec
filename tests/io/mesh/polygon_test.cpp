#include "graze/io/mesh/polygon.h"

#include "graze/core/random.h"

#include <map>
#include <numbers>

#include <gmpxx.h>
#include <gtest/gtest.h>

namespace graze::polygon_test {
namespace {

/// +1 left, -1 right, 0 straight; in rationals, so that it shares nothing with the code.
int turn(const Vec2& a, const Vec2& b, const Vec2& c) {
    const mpq_class ax(a.x()), ay(a.y()), bx(b.x()), by(b.y()), cx(c.x()), cy(c.y());
    return sgn(mpq_class((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)));
}

std::vector<std::uint32_t> all_corners(std::size_t n) {
    std::vector<std::uint32_t> ids(n);
    for (std::uint32_t i = 0; i < n; ++i) ids[i] = i;
    return ids;
}

std::vector<Triangle> cut(const std::vector<Vec3>& vertices) {
    std::vector<Triangle> triangles;
    triangulate(vertices, all_corners(vertices.size()), triangles);
    return triangles;
}

double area_xy(const std::vector<Vec3>& p, const Triangle& t) {
    return 0.5 * ((p[t[1]].x() - p[t[0]].x()) * (p[t[2]].y() - p[t[0]].y()) -
                  (p[t[1]].y() - p[t[0]].y()) * (p[t[2]].x() - p[t[0]].x()));
}

/// n - 2 triangles; inner edges run both ways, so the rim of the triangles is the polygon itself.
void expect_same_rim(std::size_t corners, const std::vector<Triangle>& triangles) {
    ASSERT_EQ(triangles.size(), corners - 2);
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
    for (const Triangle& t : triangles)
        for (int k = 0; k < 3; ++k) {
            ++edges[{t[k], t[(k + 1) % 3]}];
            --edges[{t[(k + 1) % 3], t[k]}];
        }
    for (std::uint32_t i = 0; i < corners; ++i)
        --edges[{i, static_cast<std::uint32_t>((i + 1) % corners)}],
            ++edges[{static_cast<std::uint32_t>((i + 1) % corners), i}];
    for (const auto& [edge, count] : edges) ASSERT_EQ(count, 0) << edge.first << "-" << edge.second;
}

/// All triangles turn as the polygon does and together have its area: a proper cut of a simple polygon.
void expect_proper(const std::vector<Vec3>& p, double area) {
    const auto triangles = cut(p);
    expect_same_rim(p.size(), triangles);
    double sum = 0.0;
    for (const Triangle& t : triangles) {
        ASSERT_GE(turn({p[t[0]].x(), p[t[0]].y()}, {p[t[1]].x(), p[t[1]].y()}, {p[t[2]].x(), p[t[2]].y()}),
                  0);
        sum += area_xy(p, t);
    }
    EXPECT_NEAR(sum, area, 1e-9 * area);  // rounding of the areas themselves
}

}  // namespace

TEST(Polygon, Example_AConvexPolygonIsAFan) {
    EXPECT_EQ(cut({{0, 0, 0}, {3, 0, 0}, {4, 2, 0}, {1, 3, 0}, {-1, 1, 0}}),
              (std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}));
}

TEST(Polygon, Example_AnArrowheadIsCutAtItsReflexCorner) {
    // Corner 1 is reflex: the fan from 0 would leave the polygon.
    const auto triangles = cut({{4, 0, 0}, {1, 0, 0}, {-1, -2, 0}, {-1, 2, 0}});
    expect_same_rim(4, triangles);
    for (const Triangle& t : triangles) EXPECT_TRUE(t[0] == 1 || t[1] == 1 || t[2] == 1);
}

TEST(Polygon, Example_EveryOrientationInSpace) {
    const std::vector<Vec2> ell{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 3}, {0, 3}};
    for (int axis = 0; axis < 3; ++axis)
        for (const bool back : {false, true}) {
            std::vector<Vec3> p;
            for (const Vec2& q : ell) {
                Vec3 v = Vec3::Constant(7.0);
                v[(axis + 1) % 3] = back ? q.y() : q.x();
                v[(axis + 2) % 3] = back ? q.x() : q.y();
                p.push_back(v + Vec3::Unit(axis) * 0.1 * q.x());  // a little tilted
            }
            const auto triangles = cut(p);
            expect_same_rim(6, triangles);
            for (const Triangle& t : triangles)
                EXPECT_EQ(turn(ell[t[0]], ell[t[1]], ell[t[2]]), 1) << axis << back;
        }
}

TEST(Polygon, Degenerate_CornersOnStraightStretchesStayCorners) {
    expect_proper({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {2, 2, 0}, {1, 2, 0}, {0, 2, 0}, {0, 1, 0}},
                  4.0);
    expect_proper({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 2, 0}}, 2.0);
}

TEST(Polygon, Degenerate_AHoleTiedInByADoubledEdge) {
    // A 6 x 6 square with a 2 x 2 hole; the bridge runs from (0,0) to (2,2) and back.
    expect_proper({{0, 0, 0},
                   {6, 0, 0},
                   {6, 6, 0},
                   {0, 6, 0},
                   {0, 0, 0},
                   {2, 2, 0},
                   {2, 4, 0},
                   {4, 4, 0},
                   {4, 2, 0},
                   {2, 2, 0}},
                  32.0);
}

TEST(Polygon, Degenerate_FlatCrossingAndHugeOnesLoseNoTriangle) {
    expect_same_rim(5, cut({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}, {4, 4, 4}}));
    expect_same_rim(4, cut({{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}}));  // crosses itself
    expect_same_rim(5, cut({{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}}));
    expect_same_rim(5,
                    cut({{1e200, 0, 0}, {0, 1e200, 0}, {-1e200, 0, 0}, {-1e150, -1e200, 0}, {0, -1e100, 0}}));
    std::vector<Vec3> star;  // a pentagram winds twice
    for (int i = 0; i < 5; ++i)
        star.emplace_back(std::cos(0.8 * std::numbers::pi * i), std::sin(0.8 * std::numbers::pi * i), 0.0);
    expect_same_rim(5, cut(star));
}

TEST(Polygon, Property_RandomStarShapedAndCombPolygonsAreCutProperly) {
    Rng rng(4242);
    int reflex_seen = 0;
    for (int trial = 0; trial < 400; ++trial) {
        SCOPED_TRACE(trial);
        const std::size_t n = 4 + rng.below(60);
        std::vector<Vec3> p;
        double area = 0.0;
        for (std::size_t i = 0; i < n; ++i) {
            const double angle = 2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n),
                         radius = rng.uniform(0.2, 3.0);
            p.emplace_back(radius * std::cos(angle), radius * std::sin(angle), 0.0);
        }
        const auto shift = static_cast<std::ptrdiff_t>(rng.below(n));
        std::rotate(p.begin(), p.begin() + shift, p.end());
        for (std::size_t i = 0; i < n; ++i)
            area += 0.5 * (p[i].x() * p[(i + 1) % n].y() - p[i].y() * p[(i + 1) % n].x());
        for (std::size_t i = 0; i < n; ++i) {
            const auto flat = [&](std::size_t k) { return Vec2(p[k % n].x(), p[k % n].y()); };
            reflex_seen += turn(flat(i), flat(i + 1), flat(i + 2)) < 0;
        }
        expect_proper(p, area);
    }
    EXPECT_GT(reflex_seen, 2000);
    std::vector<Vec3> comb{{0, -1, 0}};  // many narrow teeth: most diagonals are blocked
    for (int i = 0; i <= 200; ++i) comb.emplace_back(static_cast<double>(i), i % 2 ? 5.0 : 0.0, 0.0);
    comb.emplace_back(200.0, -1.0, 0.0);
    std::reverse(comb.begin(), comb.end());
    double area = 200.0 * 1.0 + 100 * 5.0;
    expect_proper(comb, area);
}

TEST(Polygon, Property_TheSameBitsGiveTheSameTriangles) {
    std::vector<Vec3> p;
    for (int i = 0; i < 30; ++i)
        p.emplace_back((i % 2 ? 1.0 : 3.0) * std::cos(0.2 * i), (i % 2 ? 1.0 : 3.0) * std::sin(0.2 * i),
                       0.01 * i);
    EXPECT_EQ(cut(p), cut(p));
}

}  // namespace graze::polygon_test
