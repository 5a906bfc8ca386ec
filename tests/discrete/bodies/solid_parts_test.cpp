// The parts of which solid_overlap is made, each on its own: frame, winding number, cells, self-contacts.
#include "graze/discrete/bodies/solid_overlap-inl.h"
#include "graze/discrete/bodies/solid_winding-inl.h"
#include "oracle/posed_points.h"
#include "support/pose_families.h"
#include "support/voxels.h"

#include <gtest/gtest.h>

#include <map>

namespace graze::solid_parts_test {
namespace {

mpq_class rational(const Int& numerator, const Int& denominator, int exponent) {
    mpq_class q(mpz_class(numerator.str()), mpz_class(denominator.str()));
    q.canonicalize();
    mpz_class power;
    mpz_ui_pow_ui(power.get_mpz_t(), 2, static_cast<unsigned long>(std::abs(exponent)));
    return exponent < 0 ? mpq_class(q / power) : mpq_class(q * power);
}

oracle::Point<mpq_class> rational(const GridPoint& p, int low) {
    return {rational(p.numerator[0], p.denominator, low), rational(p.numerator[1], p.denominator, low),
            rational(p.numerator[2], p.denominator, low)};
}

TEST(SolidFrame, Reference_BothFramesShowTheSamePoint) {
    Rng rng(61);
    for (int i = 0; i < 40; ++i) {
        const Pose a = test::random_pose(rng, 10.0), other = test::random_pose(rng, 10.0);
        const Pose b = i % 4 == 0 ? Pose{other.translation, a.rotation} : other;
        const Vec3 v = test::random_vector(rng, 5.0);
        BitRange bits;
        for (const Vec3& x : {a.translation, b.translation, v}) bits.add(x);
        const SolidFrame frame(a, b, bits.low());
        const GridPoint from_b{frame.from_b(v), 1}, from_a{frame.from_a(v), 1};
        EXPECT_EQ(oracle::posed(a, rational(frame.in_a(from_b), frame.low())),
                  oracle::posed(b, oracle::rationals(v)));
        EXPECT_EQ(oracle::posed(b, rational(frame.in_b(from_a), frame.low())),
                  oracle::posed(a, oracle::rationals(v)));
        EXPECT_EQ(rational(frame.in_b(from_b), frame.low()), oracle::rationals(v));
    }
}

TEST(SolidFrame, Property_IntervalsHoldTheQuotient) {
    Rng rng(62);
    for (int i = 0; i < 2000; ++i) {
        const unsigned up = static_cast<unsigned>(rng.below(300)),
                       down = static_cast<unsigned>(rng.below(300));
        Int n = Int(rng.bits() >> rng.below(64)) << up, d = (Int(rng.bits() >> rng.below(64)) << down) + 1;
        if (rng.below(2) == 0) n = -n;
        const int exponent = static_cast<int>(rng.below(1200)) - 600;
        const Interval bounds = interval_of(n, d, exponent);
        const mpq_class truth = rational(n, d, exponent);
        EXPECT_TRUE(bounds.lo == -kInfinity || mpq_class(bounds.lo) <= truth);
        EXPECT_TRUE(bounds.hi == kInfinity || mpq_class(bounds.hi) >= truth);
    }
}

/// A point of the unit grid divided by `parts`.
GridPoint at(long x, long y, long z, const Int& parts) { return {{Int(x), Int(y), Int(z)}, parts}; }

TEST(SolidWinding, Example_InsideOutsideAndOn) {
    const Mesh brick = test::brick({0, 0, 0}, {4, 3, 2});
    const BodyModel model = build_body_model(brick);
    const auto number = [&](const GridPoint& p) { return winding_at(wide(model), p, 0); };
    EXPECT_EQ(number(at(1, 1, 1, 1))->ahead, 1);
    EXPECT_EQ(number(at(9, 1, 1, 1))->ahead, 0);
    EXPECT_EQ(number(at(-9, -9, -9, 1))->ahead, 0);
    EXPECT_FALSE(number(at(0, 0, 0, 1)).has_value()) << "on a corner";
    EXPECT_FALSE(number(at(2, 0, 0, 1)).has_value()) << "on an edge";
    const auto on = number(at(3, 1, 2, 1));  // on the face z = 2
    ASSERT_TRUE(on.has_value());
    ASSERT_EQ(on->on.size(), 1u);
    EXPECT_EQ(on->ahead, on->on[0].facing > 0 ? 0 : 1);
}

/// So near to a face that no interval of doubles can tell: the exact stage has to.
TEST(SolidWinding, Degenerate_JustBelowAndAboveAFace) {
    const Mesh brick = test::brick({0, 0, 0}, {4, 3, 2});
    const BodyModel model = build_body_model(brick);
    const Int fine = Int(1) << 200;
    for (int k = 0; k < 3; ++k) {
        const std::array<int, 3> top = {4, 3, 2};
        GridPoint p{{Int(fine * 3 / 2), Int(fine + 12345), Int(fine + 777)}, fine};
        for (const int low_side : {0, 1}) {
            p.numerator[k] = low_side ? Int(0) : Int(fine * top[k]);
            const Int outward = low_side ? -1 : 1;
            GridPoint inside = p, outside = p;
            inside.numerator[k] -= outward;
            outside.numerator[k] += outward;
            ASSERT_TRUE(winding_at(wide(model), inside, 0) && winding_at(wide(model), outside, 0));
            EXPECT_EQ(winding_at(wide(model), inside, 0)->ahead, 1) << k << low_side;
            EXPECT_EQ(winding_at(wide(model), outside, 0)->ahead, 0) << k << low_side;
        }
    }
}

IntTriangle triangle(const std::array<int, 9>& c) {
    return {Int3{c[0], c[1], c[2]}, Int3{c[3], c[4], c[5]}, Int3{c[6], c[7], c[8]}};
}

/// How many parts have their sample strictly inside, on the line y = limit, and beyond.
struct Split {
    int below = 0, above = 0;
};
Split split_by_y(const TriangleCells& cells, int limit) {
    Split split;
    for (std::size_t i = 0; i < cells.count(); ++i)
        for (const int attempt : {0, 1, 5}) {
            const GridPoint p = cells.sample(i, attempt);
            const Int side = p.numerator[1] - limit * p.denominator;
            EXPECT_NE(side.sign(), 0);
            ++(side.sign() < 0 ? split.below : split.above);
        }
    return split;
}

const IntTriangle kWide = triangle({0, 0, 5, 90, 0, 5, 0, 90, 5});

TEST(SolidCells, Example_StandingTriangleCutsAcross) {
    TriangleCells cells(kWide);
    EXPECT_EQ(cells.count(), 1u);
    cells.cut(triangle({-9, 20, 0, 99, 20, 0, 40, 20, 99}));  // stands on y = 20, through the plane
    EXPECT_EQ(cells.count(), 2u);
    const Split split = split_by_y(cells, 20);
    EXPECT_EQ(split.below, 3);
    EXPECT_EQ(split.above, 3);
}

TEST(SolidCells, Example_EdgeOnThePlaneCutsToo) {
    TriangleCells cells(kWide);
    cells.cut(triangle({-9, 20, 5, 99, 20, 5, 40, 20, 99}));
    EXPECT_EQ(cells.count(), 2u);
    TriangleCells touched(kWide);
    touched.cut(triangle({20, 20, 5, 30, 20, 9, 40, 20, 99}));  // a corner parts nothing
    touched.cut(triangle({0, -5, 0, 90, -5, 0, 50, -5, 99}));   // a triangle beside it neither
    touched.cut(triangle({0, 0, 5, 90, 0, 5, 0, 0, 99}));       // nor one that shares an edge
    EXPECT_EQ(touched.count(), 1u);
}

/// Parts of a triangle that a coplanar one covers, by their samples.
int covered(const TriangleCells& cells, const IntTriangle& cover) {
    int count = 0;
    for (std::size_t i = 0; i < cells.count(); ++i) {
        const GridPoint p = cells.sample(i, 0);
        bool inside = true;
        for (std::size_t e = 0; e < 3; ++e) {  // counter-clockwise in x, y
            const Int3 &u = cover[e], &v = cover[(e + 1) % 3];
            const Int turn = (v[0] - u[0]) * (p.numerator[1] - u[1] * p.denominator) -
                             (v[1] - u[1]) * (p.numerator[0] - u[0] * p.denominator);
            EXPECT_NE(turn.sign(), 0) << "samples are off all lines";
            inside = inside && turn.sign() > 0;
        }
        count += inside ? 1 : 0;
    }
    return count;
}

TEST(SolidCells, Example_CoplanarTrianglesCut) {
    const IntTriangle island = triangle({20, 20, 5, 30, 20, 5, 20, 30, 5});
    TriangleCells cells(kWide);
    cells.cut(island);
    EXPECT_EQ(cells.count(), 4u) << "the island and three parts around it";
    EXPECT_EQ(covered(cells, island), 1);
    TriangleCells same(kWide);
    same.cut(kWide);
    EXPECT_EQ(same.count(), 1u);
    EXPECT_EQ(covered(same, kWide), 1);
    const IntTriangle corner = triangle({-10, -10, 5, 30, -10, 5, -10, 30, 5});
    TriangleCells part(kWide);
    part.cut(corner);
    EXPECT_EQ(part.count(), 2u);
    EXPECT_EQ(covered(part, corner), 1);
    TriangleCells beside(kWide);
    beside.cut(triangle({0, 0, 5, 0, -50, 5, 90, 0, 5}));  // shares an edge, on the other side
    EXPECT_EQ(beside.count(), 1u);
}

TEST(SolidCells, Example_FacingOfCoplanarTriangles) {
    for (const IntTriangle& t :
         {kWide, triangle({0, 0, 0, 0, 9, 3, 0, 2, 9}), triangle({1, 0, 0, 1, 5, 9, 9, 0, 0})}) {
        const TriangleCells cells(t);
        EXPECT_EQ(cells.facing(t), 1);
        EXPECT_EQ(cells.facing({t[0], t[2], t[1]}), -1);
    }
}

TEST(SolidSelf, Example_NeighboursAreHarmlessOthersAreListed) {
    Mesh mesh = test::brick({-2, -1.5, -1}, {2, 1.5, 1});
    for (std::uint32_t t = 0; t < 12; ++t) EXPECT_TRUE(self_contacts(build_body_model(mesh), t).empty()) << t;
    const auto first = static_cast<std::uint32_t>(mesh.triangles.size());
    test::add_loose(mesh, {Vec3(0.5, 0.25, 0), Vec3(0.75, 0.5, 5), Vec3(0.5, 0.75, 5)});  // through the top
    test::add_loose(mesh, {Vec3(0.1, 0, -1), Vec3(0.2, 0, -1), Vec3(0.1, 0.1, -1)});      // on the bottom
    test::add_loose(mesh,
                    {Vec3(-2, -1.5, -1), Vec3(0, -1.5, -1), Vec3(2, -1.5, -1)});  // zero area on an edge
    std::map<std::uint32_t, std::vector<std::uint32_t>> found;
    const BodyModel model = build_body_model(mesh);
    for (std::uint32_t t = 0; t < 12; ++t)
        for (const std::uint32_t other : self_contacts(model, t)) found[other].push_back(t);
    EXPECT_EQ(found.size(), 2u);
    EXPECT_FALSE(found[first].empty());
    EXPECT_FALSE(found[first + 1].empty());
}

/// A small part in the corner of a big face: the sample of the whole face would miss it.
TEST(SolidOverlap, Example_FlushPartsAreFoundFromBothSides) {
    const Mesh block = test::brick({-20, -15, -10}, {20, 15, 10}),
               flush = test::brick({14, 0.5, 6}, {16, 3.5, 10}),
               on_top = test::brick({14, 0.5, 10}, {16, 3.5, 14});
    const BodyModel a = build_body_model(block);
    for (const Mesh* mesh : {&flush, &on_top}) {
        const BodyModel b = build_body_model(*mesh);
        DiscreteMemory workspace;
        const auto found =
            find_intersections(wide(a), {}, wide(b), {}, {.find = Find::TrianglePairs}, workspace);
        const Pose pose;
        const SolidOverlap overlap({a, pose}, {b, pose}, found.triangles);
        EXPECT_EQ(overlap.overlap_at_contacts(Side::A, 1), mesh == &flush);
        EXPECT_EQ(overlap.overlap_at_contacts(Side::B, 2), mesh == &flush);
        EXPECT_EQ(overlap.patches(Side::B).inside, mesh == &flush ? 1u : 0u);
        EXPECT_EQ(overlap.patches(Side::A).inside, 0u);
    }
}

}  // namespace
}  // namespace graze::solid_parts_test
