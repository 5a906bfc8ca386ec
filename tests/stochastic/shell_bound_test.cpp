#include "graze/stochastic/shell_bound.h"

#include "graze/core/random.h"
#include "graze/discrete/triangles/triangle_distance.h"
#include "graze/stochastic/paper_shells.h"

#include "support/random_poses.h"
#include "support/shapes.h"
#include "support/slower.h"
#include "support/soups.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace graze::shell_bound_test {
namespace {

using test::random_pose;
using test::random_vector;

/// An upper bound of the least distance of the triangles below two facets, by trying all; 0 if some meet.
double reference_distance(const Mesh& mesh, const LayeredShells& shells, std::size_t level, std::uint32_t i,
                          std::uint32_t j, const PosePair& poses) {
    const FacetRange a = finest_below(shells, level, i), b = finest_below(shells, level, j);
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t t = b.begin; t < b.end; ++t) {
        const MovedTriangle moved = move_into_a(poses, corners(mesh, shells.triangles[t]));
        for (std::uint32_t s = a.begin; s < a.end; ++s) {
            const Corners of_a = corners(mesh, shells.triangles[s]);
            const double hi = gap(of_a, moved).hi;
            if (hi < least) least = hi;
            if (!(hi > 0.05) && meeting_of(of_a, moved, poses).meeting != TriangleMeeting::Apart) return 0.0;
        }
    }
    return least;
}

/// A pose that brings two facets near each other, about face to face.
Pose near_pose(Rng& rng, const ShellFacet& a, const ShellFacet& b, double gap) {
    const Vec3 n_a(a.normal[0], a.normal[1], a.normal[2]), n_b(b.normal[0], b.normal[1], b.normal[2]);
    const Vec3 axis = random_vector(rng, 1.0).normalized();
    const Eigen::Quaterniond tilt(Eigen::AngleAxisd(rng.uniform(-0.7, 0.7), axis));
    const Eigen::Quaterniond turn =
        (tilt * Eigen::Quaterniond::FromTwoVectors(n_b, -n_a)).normalized();
    const Vec3 c_a(a.centre[0], a.centre[1], a.centre[2]), c_b(b.centre[0], b.centre[1], b.centre[2]);
    const Vec3 aside = random_vector(rng, double(a.radius) + double(b.radius));
    return {c_a + gap * n_a + 0.7 * (aside - n_a * n_a.dot(aside)) - turn * c_b, turn};
}

struct Tried {
    int pairs = 0, apart = 0, ours = 0, average_only = 0, contacts = 0;
};

/// (1) along the average plane alone.
double average_plane_bound(const PlacedFacet& a, const PlacedFacet& b) {
    const Vec3 w = (a.normal - b.normal).normalized();
    const auto reach = [&](const PlacedFacet& f) {
        const Vec3 n = f.normal.normalized();
        return f.radius * w.cross(n).norm() + f.half_thickness * std::abs(w.dot(n));
    };
    return w.dot(b.centre - a.centre) - reach(a) - reach(b);
}

/// Random facets of the finer levels, near each other.
Tried attack(const Mesh& mesh, std::uint64_t seed, int count) {
    const LayeredShells shells = build_layered_shells(mesh, find_adjacency(mesh), {.coarsest = 8});
    Rng rng(seed);
    Tried tried;
    for (int trial = 0; trial < count; ++trial) {
        const std::size_t level = rng.below(3);
        const auto& facets = shells.levels[level].facets;
        const auto i = static_cast<std::uint32_t>(rng.below(facets.size())),
                   j = static_cast<std::uint32_t>(rng.below(facets.size()));
        const double reach = double(facets[i].radius) + double(facets[j].radius);
        const Pose pose = near_pose(rng, facets[i], facets[j], rng.uniform(-0.2, 0.8) * reach);
        const Placement placement = placement_of(pose);
        const double truth = reference_distance(mesh, shells, level, i, j, pose_pair({}, pose));
        const double bound = lower_bound_distance(as_it_is(facets[i]), placed(placement, facets[j]));
        EXPECT_LE(bound, truth);
        ++tried.pairs;
        tried.apart += truth > 0.05 * reach ? 1 : 0;
        tried.ours += bound > 0.0 ? 1 : 0;
        tried.average_only +=
            average_plane_bound(as_it_is(facets[i]), placed(placement, facets[j])) > 0.0 ? 1 : 0;
        tried.contacts += truth > 0.0 ? 0 : 1;
    }
    return tried;
}

constexpr int kTrials = 3000 / test::kSlower;

}  // namespace

TEST(ShellBound, Example_ParallelDisksAreAsFarApartAsTheyAre) {
    const ShellFacet a{{0, 0, 0}, {0, 0, 1}, 1.0f, 0.25f}, b{{0.5, 0, 2}, {0, 0, -1}, 1.0f, 0.25f};
    EXPECT_NEAR(lower_bound_distance(as_it_is(a), as_it_is(b)), 1.5, 1e-12);
    const ShellFacet beside{{4, 0, 0}, {0, 0, 1}, 1.0f, 0.25f};
    EXPECT_NEAR(lower_bound_distance(as_it_is(a), as_it_is(beside)), 2.0, 1e-12);
    const ShellFacet upright{{0, 0, 3}, {1, 0, 0}, 1.0f, 0.25f};
    EXPECT_NEAR(lower_bound_distance(as_it_is(a), as_it_is(upright)), 1.75, 1e-12);
}

TEST(ShellBound, Degenerate_NothingKnownProvesNothing) {
    const float infinite = std::numeric_limits<float>::infinity();
    const ShellFacet a{{0, 0, 0}, {0, 0, 1}, 1.0f, 0.0f}, wild{{5, 0, 0}, {0, 0, 1}, infinite, 0.0f},
        lost{{std::nan(""), 0, 0}, {0, 0, 1}, 1.0f, 0.0f};
    EXPECT_LT(lower_bound_distance(as_it_is(a), as_it_is(wild)), 0.0);
    EXPECT_LT(lower_bound_distance(as_it_is(a), as_it_is(lost)), 0.0);
    EXPECT_LT(lower_bound_distance(as_it_is(lost), as_it_is(a)), 0.0);
    EXPECT_LT(lower_bound_distance(as_it_is(a), as_it_is(a)), 0.0);
}

TEST(ShellBound, Reference_IsNeverAboveTheDistanceOfTheTrianglesBelow) {
    const Tried smooth = attack(test::bumpy_sphere_mesh(16, 20), 2631, kTrials);
    const Tried sharp = attack(test::lattice_mesh(3, 1.0, 0.2), 2632, kTrials);
    for (const Tried& tried : {smooth, sharp}) {
        EXPECT_GT(tried.contacts, tried.pairs / 50);
        EXPECT_GT(tried.apart, tried.pairs / 4);
    }
    EXPECT_GT(10 * smooth.ours, 6 * smooth.apart);  // tight enough to be of use
}

TEST(ShellBound, Property_ManySmallPosesAndFarPlacesStaySound) {
    // A unit body a million away: roundings are what decides.
    Rng rng(2633);
    const Mesh mesh = test::box_mesh(Vec3(1, 1.5, 0.5));
    const LayeredShells shells = build_layered_shells(mesh, find_adjacency(mesh), {.coarsest = 2});
    for (int trial = 0; trial < kTrials; ++trial) {
        const auto i = static_cast<std::uint32_t>(rng.below(12)), j = static_cast<std::uint32_t>(rng.below(12));
        const Vec3 far = random_vector(rng, 1e6);
        const Pose a = random_pose(rng, far);
        const Pose b = random_pose(rng, far + random_vector(rng, 2.0));
        const FinePlacement fine = fine_placement(a, b);
        const double truth =
            fine_gap(corners(mesh, shells.triangles[i]), corners(mesh, shells.triangles[j]), fine).hi;
        const Placement b_in_a = placement_of(b, a);
        ASSERT_LE(lower_bound_distance(as_it_is(shells.levels[0].facets[i]),
                                       placed(b_in_a, shells.levels[0].facets[j])),
                  truth);
    }
}

TEST(ShellBound, Regression_PaperDeltaDeniesContacts) {
    // [GuyDebunne04, sec. 4.2]: "no collision is missed". A triangle with legs 1 and 0.1, and its mirror image in
    // a tilted plane through its far corner: they share that corner, and both disks stay clear of the plane.
    const Vec3 corner(1, 0, 0), across = Vec3(0.5, 0, std::sqrt(0.75));
    const auto mirrored = [&](const Vec3& x) -> Vec3 { return x - 2.0 * across * across.dot(x - corner); };
    Mesh a, b;
    test::add_triangle(a, {Vec3(0, 0, 0), corner, Vec3(0, 0.1, 0)}, 0);
    test::add_triangle(b, {mirrored(Vec3(0, 0.1, 0)), corner, mirrored(Vec3(0, 0, 0))}, 0);
    const PosePair poses = pose_pair({}, {});
    ASSERT_NE(meeting_of(corners(a, 0), move_into_a(poses, corners(b, 0)), poses).meeting,
              TriangleMeeting::Apart);
    const LayeredShells of_a = build_layered_shells(a, find_adjacency(a)),
                        of_b = build_layered_shells(b, find_adjacency(b));
    const auto facet = [](const LayeredShells& shells) { return as_it_is(shells.levels[0].facets[0]); };
    EXPECT_GT(paper_delta(facet(paper_form(of_a, a)), facet(paper_form(of_b, b))), 0.1);
    EXPECT_LE(lower_bound_distance(facet(of_a), facet(of_b)), 0.0);
}

TEST(ShellBound, Regression_TheAveragePlaneAloneMissesSome) {
    const Tried tried = attack(test::bumpy_sphere_mesh(16, 20), 2635, kTrials);
    EXPECT_LT(20 * tried.average_only, 19 * tried.ours);
}

}  // namespace graze::shell_bound_test
