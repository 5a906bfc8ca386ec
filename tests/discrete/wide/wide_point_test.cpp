#include "graze/discrete/wide/wide_point.h"

#include "support/plain_solid.h"
#include "support/random_vector.h"
#include "support/shapes.h"
#include "support/slower.h"

#include <gtest/gtest.h>

namespace graze::wide_point_test {
namespace {

constexpr double kPlainError = 1e-12;  // plain formulas on coordinates below 10

/// Two boxes in one mesh, the second as a cavity if it is turned inside out.
Mesh joined(const Mesh& a, Mesh b, bool inside_out) {
    Mesh mesh = a;
    const auto first = static_cast<std::uint32_t>(a.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), b.vertices.begin(), b.vertices.end());
    for (Triangle t : b.triangles) {
        if (inside_out) std::swap(t[1], t[2]);
        mesh.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
    make_one_surface(mesh, "joined");
    return mesh;
}

const Mesh kBox = test::box_mesh({1.5, 2.5, 3.5});

TEST(PointQuery, Example_DistancesToABoxFromInsideAndOutside) {
    const BodyModel model = build_body_model(kBox);
    PointQuery query(model);
    const auto expect = [&](const Vec3& x, double distance) {
        const PointGap gap = query.nearest(x);
        EXPECT_LE(gap.lo, distance);
        EXPECT_GE(gap.hi, distance);
        EXPECT_NEAR(gap.lo, gap.hi, 1e-12);
        EXPECT_NEAR((gap.on - x).norm(), distance, 1e-12);
    };
    expect({0, 0, 0}, 1.5);         // a face, from inside
    expect({1, 0.25, 3.25}, 0.25);  // another face
    expect({4.5, 6.5, 3}, 5);       // an edge: 3, 4
    expect({2.5, 4.5, 5.5}, 3);     // a corner: 1, 2, 2
    expect({1.5, 1, 2}, 0);         // on a face
}

TEST(PointQuery, Example_WindingNumbersOfPiecesAndCavities) {
    const Mesh small = test::box_mesh({0.25, 0.5, 0.75});
    const auto winding = [](const Mesh& mesh, const Vec3& x) {
        const BodyModel model = build_body_model(mesh);
        return PointQuery(model).winding(x);
    };
    EXPECT_EQ(winding(kBox, {0.1, 0.2, 0.3}), 1);
    EXPECT_EQ(winding(kBox, {1.6, 0.2, 0.3}), 0);
    EXPECT_EQ(winding(joined(kBox, small, true), {0.1, 0.2, 0.3}), 0);
    EXPECT_EQ(winding(joined(kBox, small, true), {0.3, 0.2, 0.3}), 1);
    EXPECT_EQ(winding(joined(kBox, small, false), {0.1, 0.2, 0.3}), 2);
}

TEST(PointQuery, Degenerate_PointsOnTheSkinHaveNoWindingNumber) {
    const BodyModel model = build_body_model(kBox);
    PointQuery query(model);
    EXPECT_EQ(query.winding({1.5, 0.25, 0.75}), std::nullopt);
    EXPECT_EQ(query.winding({1.5, 2.5, 3.5}), std::nullopt);
    EXPECT_EQ(query.winding({std::nextafter(1.5, 0.0), 0.25, 0.75}), 1);
    EXPECT_EQ(query.winding({std::nextafter(1.5, 2.0), 0.25, 0.75}), 0);
}

TEST(PointQuery, Degenerate_ZeroAreaTrianglesCountForDistancesOnly) {
    Mesh mesh = kBox;
    mesh.vertices.push_back({0.5, 0.5, 0.5});
    const auto tip = static_cast<std::uint32_t>(mesh.vertices.size() - 1);
    mesh.triangles.push_back({tip, tip, tip});
    mesh.triangles.push_back({0, 7, tip});
    mesh.triangles.push_back({7, 0, tip});
    make_one_surface(mesh, "spiked");
    const BodyModel model = build_body_model(mesh);
    PointQuery query(model);
    const PointGap gap = query.nearest({0.5, 0.5, 0.75});
    EXPECT_LE(gap.lo, 0.25);
    EXPECT_GE(gap.hi, test::plain_distance({0.5, 0.5, 0.75}, test::plain_solid(mesh, {})) - kPlainError);
    EXPECT_EQ(query.winding({0.5, 0.4, -0.75}), 1);
}

/// Lengths at which squares vanish or overflow: the bounds hold, if wider.
TEST(PointQuery, Degenerate_TinyAndHugeLengthsKeepTheBounds) {
    for (const double scale : {0x1p-400, 0x1p-60, 0x1p40, 0x1p400}) {
        Mesh mesh = kBox;
        for (Vec3& v : mesh.vertices) v *= scale;
        const BodyModel model = build_body_model(mesh);
        PointQuery query(model);
        const PointGap gap = query.nearest(scale * Vec3(1.0, 0.25, 0.5));
        EXPECT_LE(gap.lo, 0.5 * scale) << scale;
        EXPECT_GE(gap.hi, 0.5 * scale) << scale;
        EXPECT_EQ(query.winding(scale * Vec3(1.0, 0.25, 0.5)), 1) << scale;
    }
}

TEST(PointQuery, Reference_AgreesWithPlainFormulas) {
    const Mesh meshes[] = {test::bumpy_sphere_mesh(20, 30), kBox,
                           joined(kBox, test::box_mesh({1, 4, 2}), false), test::lattice_mesh(2, 1.0, 0.3)};
    Rng rng(71);
    int insides = 0, outsides = 0;
    for (const Mesh& mesh : meshes) {
        const BodyModel model = build_body_model(mesh);
        const test::PlainSolid plain = test::plain_solid(mesh, {});
        PointQuery query(model);
        for (int trial = 0; trial < 1000 / test::kSlower; ++trial) {
            const Vec3 x = test::random_vector(rng, 2.0);
            const double distance = test::plain_distance(x, plain);
            const PointGap gap =
                query.nearest(x, static_cast<std::uint32_t>(rng.below(mesh.triangles.size())));
            ASSERT_LE(gap.lo, distance + kPlainError);
            ASSERT_GE(gap.hi, distance - kPlainError);
            ASSERT_LE(gap.hi - gap.lo, 1e-12);  // tightness
            ASSERT_GE(query.most_distance(x, gap.triangle), distance - kPlainError);
            const auto winding = query.winding(x);
            ASSERT_TRUE(winding);
            ASSERT_EQ(*winding, test::plain_winding(x, plain));
            ++(*winding == 0 ? outsides : insides);
        }
    }
    EXPECT_GT(insides, 300 / test::kSlower);
    EXPECT_GT(outsides, 300 / test::kSlower);
}

TEST(PointQuery, Property_FarFromTheOriginTheBoundsHold) {
    Mesh mesh = test::bumpy_sphere_mesh(12, 17);
    const Vec3 away(1e7, -3e6, 2e7);
    Mesh far = mesh;
    for (Vec3& v : far.vertices) v += away;
    const BodyModel model = build_body_model(far);
    PointQuery query(model);
    Rng rng(5);
    for (int trial = 0; trial < 300; ++trial) {
        const Vec3 x = test::random_vector(rng, 1.5) + away;
        const PointGap gap = query.nearest(x);
        // Differences of far doubles are exact, so the plain formulas are good here, too.
        Mesh moved = far;
        for (Vec3& v : moved.vertices) v -= x;
        const double distance = test::plain_distance(Vec3::Zero(), test::plain_solid(moved, {}));
        ASSERT_LE(gap.lo, distance + kPlainError);
        ASSERT_GE(gap.hi, distance - kPlainError);
        ASSERT_LE(gap.hi - gap.lo, 0x1p-45 * 2e7);
    }
}

}  // namespace
}  // namespace graze::wide_point_test
