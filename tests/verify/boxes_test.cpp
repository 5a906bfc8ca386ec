#include "graze_verify/boxes.h"

#include "graze/continuous/proof/world_boxes.h"
#include "graze/core/random.h"

#include "both_links.h"
#include "claim_oracle.h"

#include <gtest/gtest.h>

namespace graze::verify::boxes_test {
namespace {

/// A triangle with unlike sides, away from the origin.
CertificateMesh triangle() {
    CertificateMesh mesh;
    mesh.vertices = {{0.2, -0.3, 0.1}, {0.9, 0.1, 0.4}, {0.3, 0.6, -0.2}};
    mesh.triangles = {{0, 1, 2}};
    mesh.ids = {0};
    return mesh;
}

struct Chain {
    std::vector<RigidMotion> ours;
    CertificateMotion theirs;
};
Chain random_chain(Rng& rng, std::size_t count) {
    Chain chain;
    for (std::size_t i = 0; i < count; ++i) {
        const test::BothLinks link = test::random_link(rng);
        chain.ours.push_back(link.ours), chain.theirs.push_back(link.theirs);
    }
    return chain;
}

/// Where the corners of the mesh's box are at an instant.
template <class Visit>
void for_corners(const MeshExtent& extent, const CertificateMotion& motion, double t, Visit visit) {
    std::vector<test::TrueLink> links;
    for (const CertificateLink& link : motion) links.push_back(test::true_link(link));
    for (int corner = 0; corner < 8; ++corner) {
        oracle::NumVec x{0.0, 0.0, 0.0};
        for (int k = 0; k < 3; ++k) x[k] = corner >> k & 1 ? extent.box[k].hi : extent.box[k].lo;
        for (auto link = links.rbegin(); link != links.rend(); ++link) x = link->path(x, t);
        visit(x);
    }
}

CertificateLink slide(double from, double to) {
    return {.kind = LinkKind::Prismatic, .axis = {2, 0, 0}, .value_from = from, .value_to = to};
}

}  // namespace

TEST(WorldBoxes, Example_ExtentOfAMesh) {
    const MeshExtent extent = extent_of(triangle());
    const Bound expected[] = {{0.2, 0.9}, {-0.3, 0.6}, {-0.2, 0.4}};
    const double reach[] = {0.9, 0.6, 0.4}, centre[] = {0.55, 0.15, 0.1};
    for (int k = 0; k < 3; ++k) {
        EXPECT_EQ(extent.box[k].lo, expected[k].lo);
        EXPECT_EQ(extent.box[k].hi, expected[k].hi);
        EXPECT_EQ(extent.reach[k], reach[k]);
        EXPECT_NEAR(extent.centre[k], centre[k], 1e-15);
    }
}

TEST(WorldBoxes, Example_ASlideCoversItsWay) {
    const MeshExtent extent = extent_of(triangle());
    const BoundVec box = world_box(extent, {slide(1.0, 3.0)}, 1.0),
                   half = world_box(extent, {slide(1.0, 3.0)}, 0.5);
    EXPECT_NEAR(box[0].lo, 1.2, 1e-12);
    EXPECT_NEAR(box[0].hi, 3.9, 1e-12);
    EXPECT_NEAR(half[0].hi, 2.9, 1e-12);
    EXPECT_NEAR(box[1].lo, -0.3, 1e-12);
    EXPECT_LE(box[0].lo, 1.2);
    EXPECT_GE(box[0].hi, 3.9);
}

TEST(WorldBoxes, Example_AllCoveredSegmentsCount) {
    CertificateHead head;
    head.bodies = {{"", 0, {slide(0.0, 0.0)}}};
    head.motions = {{{0, {slide(0.0, 8.0)}}}, {{0, {slide(8.0, -4.0)}}}, {{0, {slide(-4.0, 0.0)}}}, {}};
    const MeshExtent extent = extent_of(triangle());
    const auto sides = [&](std::uint64_t segments, double until) {
        head.whole_segments = segments, head.until = until;
        const Bound x = world_box(extent, courses_of(head)[0], head)[0];
        return std::array{x.lo - 0.2, x.hi - 0.9};
    };
    const auto expect_near = [](const std::array<double, 2>& got, double lo, double hi) {
        EXPECT_NEAR(got[0], lo, 1e-12);
        EXPECT_NEAR(got[1], hi, 1e-12);
    };
    expect_near(sides(0, 0.25), 0.0, 2.0);
    expect_near(sides(1, 0.0), 0.0, 8.0);
    expect_near(sides(1, 0.75), -1.0, 8.0);
    expect_near(sides(2, 0.0), -4.0, 8.0);
    expect_near(sides(3, 0.0), -4.0, 8.0);
    expect_near(sides(4, 0.0), -4.0, 8.0);
    head.motions = {{}, {{0, {slide(0.0, 8.0)}}}};  // as usual, then named
    expect_near(sides(1, 0.0), 0.0, 0.0);
    expect_near(sides(2, 0.0), 0.0, 8.0);
    expect_near(sides(1, 0.5), 0.0, 4.0);
    head.motions = {{{0, {slide(5.0, 0.0)}}}, {}};  // the other way round
    expect_near(sides(1, 0.0), 0.0, 5.0);
    expect_near(sides(1, 0.5), 0.0, 5.0);
    head.bodies[0].links = {slide(0.0, -6.0)};
    expect_near(sides(1, 0.5), -3.0, 5.0);
    expect_near(sides(2, 0.0), -6.0, 5.0);
}

TEST(WorldBoxes, Example_ApartMeansFartherThanTheDistance) {
    const BoundVec unit{{{0, 1}, {0, 1}, {0, 1}}};
    for (int k = 0; k < 3; ++k) {
        BoundVec other = unit;
        other[k] = {3.0, 4.0};
        for (const bool swapped : {false, true}) {
            const BoundVec &p = swapped ? other : unit, &q = swapped ? unit : other;
            EXPECT_TRUE(prove_apart(p, q, 1.99));
            EXPECT_TRUE(prove_apart(p, q, 2.0 - 1e-14));
            EXPECT_FALSE(prove_apart(p, q, 2.0));
            EXPECT_FALSE(prove_apart(p, q, 2.5));
        }
    }
    EXPECT_FALSE(prove_apart(unit, unit, 0.0));
    BoundVec touching = unit;
    touching[1] = {1.0, 2.0};
    EXPECT_FALSE(prove_apart(unit, touching, 0.0));
    BoundVec nowhere;
    nowhere.fill({std::nan(""), std::nan("")});
    EXPECT_FALSE(prove_apart(unit, nowhere, 0.0));
    // Rounded down, as the page says: 1 - 2^-54 is 1 when rounded to nearest.
    BoundVec tiny = unit, huge = unit;
    tiny[0] = {-1.0, 0x1p-54}, huge[0] = {1.0, 2.0};
    EXPECT_FALSE(prove_apart(tiny, huge, std::nextafter(1.0, 0.0)));
    EXPECT_FALSE(prove_apart(huge, tiny, std::nextafter(1.0, 0.0)));
}

TEST(WorldBoxes, Degenerate_WhatOverflowsIsAWholeLine) {
    CertificateMesh mesh = triangle();
    mesh.vertices[0][0] = 1e308, mesh.vertices[1][0] = -1e308;
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    CertificateHead head;
    head.bodies = {{"", 0, {slide(0.0, 1e308)}}};
    head.motions = {{}}, head.whole_segments = 1;
    const BoundVec box = world_box(extent_of(mesh), courses_of(head)[0], head);
    EXPECT_EQ(box[0].lo, -kInfinity);
    EXPECT_EQ(box[0].hi, kInfinity);
    for (const Bound& side : box) EXPECT_FALSE(side.lo > -0.2);  // NaN too
    Box own;
    for (const auto& x : mesh.vertices) own.add({x[0], x[1], x[2]});
    const RigidMotion far =
        make_joint({.axis = {2, 0, 0}, .slide_t0 = 0.0, .slide_t1 = 1e308, .unit = AngleUnit::Degree});
    const Box ours = graze::world_box({&far, 1}, own, 0.0, 1.0);
    EXPECT_LE(ours.min[0], -1e308);
    EXPECT_EQ(ours.max[0], kInfinity);
}

TEST(WorldBoxes, Reference_HoldWhereABodyTrulyIs) {
    oracle::Num::digits() = 120;
    Rng rng(81);
    const MeshExtent extent = extent_of(triangle());
    double wide = 0.0, true_wide = 0.0;
    int outermost = 0;  // the body comes near to the sides
    for (int trial = 0; trial < 150; ++trial) {
        SCOPED_TRACE(trial);
        const Chain chain = random_chain(rng, rng.below(3));
        const double end = trial % 3 ? 1.0 : rng.unit();
        const BoundVec box = world_box(extent, chain.theirs, end);
        BoundVec seen;
        seen.fill({1e300, -1e300});
        for (int i = 0; i <= 32; ++i)
            for_corners(extent, chain.theirs, end * i / 32.0, [&](const oracle::NumVec& x) {
                for (int k = 0; k < 3; ++k) {
                    EXPECT_GE(x[k].hi(), box[k].lo);
                    EXPECT_LE(x[k].lo(), box[k].hi);
                    seen[k] = {std::min(seen[k].lo, x[k].middle()), std::max(seen[k].hi, x[k].middle())};
                }
            });
        for (int k = 0; k < 3; ++k) {
            wide += box[k].hi - box[k].lo, true_wide += seen[k].hi - seen[k].lo;
            outermost += seen[k].hi > box[k].hi - 1e-9;
        }
    }
    EXPECT_LT(wide, 1.5 * true_wide) << wide / true_wide;  // else far fewer pairs would hold by boxes
    EXPECT_GT(outermost, 50);
}

// What the prover counts on, the checker grants.
TEST(WorldBoxes, Property_ProverAndCheckerHaveTheSameBoxes) {
    Rng rng(82);
    const MeshExtent extent = extent_of(triangle());
    Box own;
    for (const auto& x : triangle().vertices) own.add({x[0], x[1], x[2]});
    for (int trial = 0; trial < 1000; ++trial) {
        SCOPED_TRACE(trial);
        const Chain chain = random_chain(rng, rng.below(4));
        const double end = trial % 3 ? 1.0 : rng.unit();
        const BoundVec theirs = world_box(extent, chain.theirs, end);
        const Box ours = graze::world_box(chain.ours, own, 0.0, end);
        for (int k = 0; k < 3; ++k) {
            const double size = 1.0 + std::abs(theirs[k].lo) + std::abs(theirs[k].hi);
            EXPECT_NEAR(ours.min[k], theirs[k].lo, 1e-11 * size);
            EXPECT_NEAR(ours.max[k], theirs[k].hi, 1e-11 * size);
        }
    }
}

TEST(WorldBoxes, Property_ProverMayAskForAnyPartOfTheTime) {
    oracle::Num::digits() = 120;
    Rng rng(83);
    const MeshExtent extent = extent_of(triangle());
    Box own;
    for (const auto& x : triangle().vertices) own.add({x[0], x[1], x[2]});
    for (int trial = 0; trial < 60; ++trial) {
        SCOPED_TRACE(trial);
        const Chain chain = random_chain(rng, rng.below(3));
        const double from = 0.7 * rng.unit(), until = from + 0.3 * rng.unit();
        const Box box = graze::world_box(chain.ours, own, from, until);
        for (int i = 0; i <= 16; ++i) {
            const double t = std::min(from + (until - from) * i / 16.0, until);
            for_corners(extent, chain.theirs, t, [&](const oracle::NumVec& x) {
                for (int k = 0; k < 3; ++k) {
                    EXPECT_GE(x[k].hi(), box.min[k]);
                    EXPECT_LE(x[k].lo(), box.max[k]);
                }
            });
        }
    }
}

}  // namespace graze::verify::boxes_test
