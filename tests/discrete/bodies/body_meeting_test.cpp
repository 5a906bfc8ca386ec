#include "graze/discrete/bodies/body_meeting.h"
#include "graze/discrete/wide/wide_query.h"

#include "graze/discrete/wide/wide_query.h"
#include "oracle/exact_triangles.h"
#include "support/pose_families.h"
#include "support/slower.h"
#include "support/voxels.h"

#include <gtest/gtest.h>

#include <map>

namespace graze::body_meeting_test {
namespace {

using test::brick;
using test::Voxels;

BodyMeeting meet(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
    const BodyModel model_a = build_body_model(a), model_b = build_body_model(b);
    DiscreteMemory workspace;
    const auto found = find_intersections(wide(model_a), pose_a, wide(model_b), pose_b,
                                          {.find = Find::TrianglePairs}, workspace);
    const BodyMeeting meeting = meeting_of({model_a, pose_a}, {model_b, pose_b}, found.triangles);
    if (found.triangles.empty() && !some_piece_is_inside({model_a, pose_a}, {model_b, pose_b})) {
        EXPECT_EQ(meeting, BodyMeeting::Apart);
    }
    return meeting;
}

BodyMeeting swapped(BodyMeeting meeting) {
    return meeting == BodyMeeting::AInB   ? BodyMeeting::BInA
           : meeting == BodyMeeting::BInA ? BodyMeeting::AInB
                                          : meeting;
}

/// The same in every common pose and with the bodies exchanged.
void expect_meeting(const Mesh& a, const Mesh& b, BodyMeeting expected, const char* what) {
    Rng rng(7);
    for (int i = 0; i < 4; ++i) {
        const Pose pose = i == 0 ? Pose{} : test::random_pose(rng, 100.0);
        EXPECT_EQ(meet(a, pose, b, pose), expected) << what << ", pose " << i;
        EXPECT_EQ(meet(b, pose, a, pose), swapped(expected)) << what << " exchanged, pose " << i;
    }
}

/// A brick with a brick-shaped cavity.
Mesh hollow(const Vec3& min, const Vec3& max, const Vec3& hole_min, const Vec3& hole_max) {
    Mesh mesh = brick(min, max);
    const Mesh hole = brick(hole_min, hole_max);
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), hole.vertices.begin(), hole.vertices.end());
    for (const Triangle& t : hole.triangles)
        mesh.triangles.push_back({t[0] + first, t[2] + first, t[1] + first});
    make_one_surface(mesh, "hollow");
    return mesh;
}

Mesh inside_out(Mesh mesh) {
    for (Triangle& t : mesh.triangles) std::swap(t[1], t[2]);
    return mesh;
}

const Mesh kBrick = brick({0, 0, 0}, {4, 3, 2});

TEST(BodyMeeting, Example_BricksAsTheEyeSeesThem) {
    using enum BodyMeeting;
    expect_meeting(kBrick, brick({5, 0, 0}, {6, 3, 2}), Apart, "apart");
    expect_meeting(kBrick, brick({4, 0, 0}, {6, 3, 2}), Touching, "equal faces pressed together");
    expect_meeting(kBrick, brick({4, 1, 1}, {6, 5, 7}), Touching, "faces that overlap in part");
    expect_meeting(kBrick, brick({4, 3, 1}, {6, 5, 7}), Touching, "edge on edge");
    expect_meeting(kBrick, brick({4, 3, 2}, {6, 5, 7}), Touching, "corner on corner");
    expect_meeting(kBrick, brick({3, 1, 1}, {6, 5, 7}), Intersecting, "overlap");
    expect_meeting(kBrick, brick({1, 1, 0.5}, {2, 2, 1}), BInA, "inside");
}

TEST(BodyMeeting, Example_SomePieceIsInside) {
    const Mesh big = brick({0, 0, 0}, {4, 5, 6}), small = brick({1, 1, 1}, {2, 2, 2});
    const Mesh shell = hollow({0, 0, 0}, {4, 5, 6}, {0.5, 0.5, 0.5}, {3, 3, 3});
    const BodyModel model = build_body_model(big), inner = build_body_model(small),
                    hole = build_body_model(shell);
    EXPECT_EQ(hole.piece_samples.size(), 2u);
    const auto is_inside = [&](const BodyModel& a, double x) {
        Pose aside;
        aside.translation = Vec3(x, 0.0, 0.0);
        return some_piece_is_inside({a, Pose{}}, {inner, aside});
    };
    EXPECT_TRUE(is_inside(model, 0.0));
    EXPECT_TRUE(is_inside(model, 1.0));
    EXPECT_FALSE(is_inside(model, 9.0));  // outside its box
    EXPECT_FALSE(is_inside(hole, 0.5));   // in the cavity
}

TEST(BodyMeeting, Example_InteriorsThatOverlapWithoutACrossing) {
    using enum BodyMeeting;
    expect_meeting(kBrick, kBrick, Intersecting, "the same body twice");
    expect_meeting(kBrick, brick({0, 1, 1}, {2, 2, 1.5}), Intersecting, "inside, one face shared");
    expect_meeting(kBrick, brick({0, 0, 0}, {2, 3, 2}), Intersecting, "one half of the other");
    expect_meeting(kBrick, brick({-1, 0, 0}, {2, 3, 2}), Intersecting, "coaxial beams that overlap");
    // An octahedron whose six corners touch the faces from inside.
    Mesh octahedron;
    octahedron.vertices = {{4, 1, 1}, {0, 1, 1}, {1, 3, 1}, {1, 0, 1}, {1, 1, 2}, {1, 1, 0}};
    octahedron.triangles = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                            {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
    make_one_surface(octahedron, "o");
    expect_meeting(kBrick, octahedron, Intersecting, "corners touch from inside");
}

/// Two prisms whose edges meet edges and corners meet corners: no two triangles cross.
TEST(BodyMeeting, Example_EdgesThroughEdgesOverlap) {
    const auto prism =
        [](double turn) {  // a square column about z with corners at (+-1, 0), (0, +-1), or turned
            Mesh mesh;
            for (int k = 0; k < 8; ++k) {
                const int corner = k % 4;
                const Vec3 straight[4] = {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}};
                const Vec3 turned[4] = {{1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}, {1, -1, 0}};
                Vec3 p = turn == 0.0 ? straight[corner] : turned[corner];
                p.z() = k < 4 ? -1 : 1;
                mesh.vertices.push_back(p);
            }
            mesh.triangles = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7}};
            for (std::uint32_t k = 0; k < 4; ++k) {
                mesh.triangles.push_back({k, (k + 1) % 4, (k + 1) % 4 + 4});
                mesh.triangles.push_back({k, (k + 1) % 4 + 4, k + 4});
            }
            make_one_surface(mesh, "prism");
            return mesh;
        };
    expect_meeting(prism(0.0), prism(1.0), BodyMeeting::Intersecting, "inscribed column of the same height");
}

TEST(BodyMeeting, Example_CavitiesAreOutside) {
    using enum BodyMeeting;
    const Mesh box = hollow({0, 0, 0}, {9, 8, 7}, {2, 2, 2}, {6, 5, 4});
    expect_meeting(box, brick({3, 3, 2.5}, {4, 4, 3}), Apart, "in the cavity");
    expect_meeting(box, brick({2, 3, 2.5}, {4, 4, 3}), Touching, "in the cavity, on its wall");
    expect_meeting(box, brick({2, 2, 2}, {6, 5, 4}), Touching, "fills the cavity");
    expect_meeting(box, brick({1, 3, 2.5}, {4, 4, 3}), Intersecting, "sticks in the wall");
    expect_meeting(box, brick({7, 2, 2}, {8, 3, 3}), BInA, "within the wall");
    expect_meeting(box, brick({1, 1, 1}, {8, 7, 6}), Intersecting, "around the cavity, in the wall: not in");
    expect_meeting(box, inside_out(brick({7, 2, 2}, {8, 3, 3})), BInA, "a body turned inside out");
    expect_meeting(inside_out(kBrick), brick({1, 1, 0.5}, {2, 2, 1}), BInA, "in a body turned inside out");
}

TEST(BodyMeeting, Example_BodiesInSeveralPieces) {
    using enum BodyMeeting;
    Mesh two = brick({1, 1, 0.5}, {2, 2, 1});
    const Mesh second = brick({10, 1, 0.5}, {12, 2, 1});
    for (const Triangle& t : second.triangles) two.triangles.push_back({t[0] + 8, t[1] + 8, t[2] + 8});
    two.vertices.insert(two.vertices.end(), second.vertices.begin(), second.vertices.end());
    make_one_surface(two, "two");
    expect_meeting(kBrick, two, Intersecting, "one piece inside, one outside");
}

TEST(BodyMeeting, Example_SoupsCrossOrTouch) {
    using enum BodyMeeting;
    Mesh plate;
    test::add_loose(plate, {Vec3(-1, 1, 1), Vec3(9, 1, 1), Vec3(-1, 2, 1)});
    expect_meeting(kBrick, plate, Intersecting, "a plate through a brick");
    Mesh lid;
    test::add_loose(lid, {Vec3(-1, -1, 2), Vec3(9, -1, 2), Vec3(-1, 9, 2)});
    expect_meeting(kBrick, lid, Touching, "a plate on a face");
    Mesh flake;
    test::add_loose(flake, {Vec3(1, 1, 1), Vec3(2, 1, 1), Vec3(1, 2, 1)});
    expect_meeting(kBrick, flake, BInA, "a flake inside");
    test::add_loose(flake, {Vec3(11, 1, 1), Vec3(12, 1, 1), Vec3(11, 2, 1)});
    expect_meeting(kBrick, flake, Intersecting, "one flake inside, one outside");
    expect_meeting(lid, flake, Apart, "soups hold nothing");
}

TEST(BodyMeeting, Degenerate_ZeroAreaAndFoldsHaveNoInterior) {
    using enum BodyMeeting;
    Mesh sheet;  // both sides of one triangle: closed, without volume
    sheet.vertices = {{1, 1, 1}, {9, 1, 1}, {1, 2, 1}};
    sheet.triangles = {{0, 1, 2}, {0, 2, 1}};
    make_one_surface(sheet, "sheet");
    expect_meeting(kBrick, sheet, Touching, "a folded sheet through a face has nothing inside");
    Mesh loose = brick({20, 0, 0}, {21, 1, 1});  // a body elsewhere with a folded sheet within the brick
    for (const Vec3& v : {Vec3(1, 1, 1), Vec3(2, 1, 1), Vec3(1, 2, 1)}) loose.vertices.push_back(v);
    loose.triangles.push_back({8, 9, 10});
    loose.triangles.push_back({8, 10, 9});
    make_one_surface(loose, "loose");
    expect_meeting(kBrick, loose, Apart, "a folded sheet overlaps nothing");
    sheet.vertices[1] = {2, 1, 1};
    expect_meeting(kBrick, sheet, BInA, "a folded sheet inside");
    Mesh split = kBrick;  // a triangle of zero area along an edge, as tools leave them
    const auto middle = static_cast<std::uint32_t>(split.vertices.size());
    split.vertices.push_back({2, 0, 0});
    for (Triangle& t : split.triangles)
        if (t == Triangle{0, 3, 1}) t = {0, 3, middle};
    split.triangles.push_back({middle, 3, 1});
    split.triangles.push_back({0, middle, 1});
    make_one_surface(split, "split");
    ASSERT_TRUE(build_body_model(split).is_solid);
    expect_meeting(split, brick({1, -1, -2}, {3, 0, 0}), Touching, "on an edge with a needle");
    expect_meeting(split, brick({1, -1, -2}, {3, 1, 1}), Intersecting, "through an edge with a needle");
}

TEST(BodyMeeting, Degenerate_OverlappingPiecesAreSolid) {
    Mesh cross = brick({-9, -1, -1}, {9, 1, 1});  // two bars through each other, one mesh
    const Mesh second = brick({-1.5, -9, -0.5}, {1.5, 9, 0.5});
    for (const Triangle& t : second.triangles) cross.triangles.push_back({t[0] + 8, t[1] + 8, t[2] + 8});
    cross.vertices.insert(cross.vertices.end(), second.vertices.begin(), second.vertices.end());
    make_one_surface(cross, "cross");
    expect_meeting(cross, brick({3, 3, -0.25}, {4, 4, 0.25}), BodyMeeting::Apart, "between bars");
    expect_meeting(cross, brick({-0.5, -0.5, -0.25}, {0.5, 0.75, 0.25}), BodyMeeting::BInA,
                   "where they overlap");
    expect_meeting(cross, brick({-0.5, -0.5, 1}, {0.5, 0.75, 2}), BodyMeeting::Touching, "on top");
    expect_meeting(cross, brick({-0.5, -0.5, 0.5}, {0.5, 0.75, 1}), BodyMeeting::Intersecting,
                   "flush with both");
}

TEST(BodyMeeting, Reference_CubesTellTheTruth) {
    Rng rng(11);
    std::map<BodyMeeting, int> seen;
    for (int i = 0; i < 300; ++i) {
        const Voxels a = test::random_voxels(rng), b = test::random_voxels(rng);
        const BodyMeeting expected = test::meeting_of(a, b);
        const Pose pose = i % 3 == 0 ? Pose{} : test::random_pose(rng, 10.0);
        EXPECT_EQ(meet(test::skin_of(a), pose, test::skin_of(b), pose), expected) << "round " << i;
        ++seen[expected];
    }
    for (const BodyMeeting kind : {BodyMeeting::Apart, BodyMeeting::Touching, BodyMeeting::Intersecting,
                                   BodyMeeting::AInB, BodyMeeting::BInA})
        EXPECT_GE(seen[kind], 3) << static_cast<int>(kind);
}

/// Tetrahedra with small integer corners, by linear programming.
class TetrahedraByLinearProgram {
  public:
    static Mesh mesh(Rng& rng, int limit) {
        for (;;) {
            Mesh mesh;
            for (int k = 0; k < 4; ++k) mesh.vertices.push_back(test::small_point(rng, limit));
            const auto& v = mesh.vertices;
            const double volume = (v[1] - v[0]).cross(v[2] - v[0]).dot(v[3] - v[0]);
            if (volume == 0.0) continue;
            mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
            make_one_surface(mesh, "t");
            return volume < 0.0 ? inside_out(mesh) : mesh;
        }
    }

    /// Do the convex hulls meet; with `margin` 1: do their interiors?
    static bool meet(const std::vector<Vec3>& a, const std::vector<Vec3>& b, int margin) {
        const std::size_t n = a.size() + b.size();
        oracle::System system{std::vector<std::vector<mpz_class>>(5, std::vector<mpz_class>(n + 1))};
        for (std::size_t i = 0; i < n; ++i) {
            const int sign = i < a.size() ? 1 : -1;
            const Vec3& p = i < a.size() ? a[i] : b[i - a.size()];
            for (std::size_t k = 0; k < 3; ++k) {
                system.rows[k][i] = sign * static_cast<long>(p[static_cast<int>(k)]);
                system.rows[k][n] -= margin * system.rows[k][i];
            }
            system.rows[3][i] = sign;
            system.rows[3][n] -= margin * sign;
            system.rows[4][i] = margin == 0 ? (sign > 0 ? 1 : 0) : 0;
        }
        system.rows[4][n] = margin == 0 ? 1 : 0;
        return oracle::is_feasible(system);
    }

    static BodyMeeting meeting(const Mesh& a, const Mesh& b) {
        if (!meet(a.vertices, b.vertices, 0)) return BodyMeeting::Apart;
        if (!meet(a.vertices, b.vertices, 1)) return BodyMeeting::Touching;
        const auto inside = [](const Mesh& inner, const Mesh& outer) {
            for (const Vec3& p : inner.vertices)
                if (!meet({p}, outer.vertices, 1)) return false;
            return true;
        };
        if (inside(a, b)) return BodyMeeting::AInB;
        return inside(b, a) ? BodyMeeting::BInA : BodyMeeting::Intersecting;
    }
};

TEST(BodyMeeting, Reference_TetrahedraByLinearProgramming) {
    Rng rng(12);
    std::map<BodyMeeting, int> seen;
    for (int i = 0; i < 3000; ++i) {
        const Mesh a = TetrahedraByLinearProgram::mesh(rng, 2 + 3 * (i % 5));
        const Mesh b = TetrahedraByLinearProgram::mesh(rng, 1 + i % 3);
        const BodyMeeting expected = TetrahedraByLinearProgram::meeting(a, b);
        const Pose pose = i % 2 == 0 ? Pose{} : test::random_pose(rng, 10.0);
        ASSERT_EQ(meet(a, pose, b, pose), expected) << "round " << i;
        ++seen[expected];
    }
    EXPECT_GE(seen[BodyMeeting::Apart], 50);
    EXPECT_GE(seen[BodyMeeting::Touching], 50);
    EXPECT_GE(seen[BodyMeeting::Intersecting], 50);
    EXPECT_GE(seen[BodyMeeting::BInA], 10);
}

/// Faces of a voxel solid pressed on each other, in frames turned by quarter turns: what touches still does.
TEST(BodyMeeting, Property_QuarterTurnsChangeNothing) {
    Rng rng(13);
    const Pose turned{{0, 0, 0}, {0.7071067811865476, 0, 0, 0.7071067811865476}};  // about z
    for (int i = 0; i < 40 / test::kSlower; ++i) {
        const Voxels a = test::random_voxels(rng), b = test::random_voxels(rng);
        Mesh back = test::skin_of(b);  // turned back, so that the pose brings it home
        for (Vec3& v : back.vertices) v = Vec3(v.y(), -v.x(), v.z());
        EXPECT_EQ(meet(test::skin_of(a), Pose{}, back, turned), test::meeting_of(a, b)) << "round " << i;
    }
}

/// Turns about z keep heights exactly, whatever the angle: no plane parts a column from the cavity that it
/// spans, and no triangles cross.
TEST(BodyMeeting, Property_ColumnsTurnedBetweenFloorAndCeiling) {
    using enum BodyMeeting;
    Rng rng(15);
    const Mesh box = hollow({-9, -8, 0}, {9, 7, 7}, {-5, -6, 2}, {6, 5, 4});
    const Mesh block = brick({-9, -8, 2}, {9, 7, 4});
    for (int i = 0; i < 12; ++i) {
        const double lift = rng.uniform(-5, 5);
        const Pose a{{1, 2, lift}, test::turn_about(2, std::sin(0.5 * i), std::cos(0.5 * i))};
        const Pose b{{1.1, 2.3, lift}, test::random_rotation(rng)};
        Pose turned = b;
        turned.rotation = test::turn_about(2, b.rotation.z(), b.rotation.w());
        turned.rotation.coeffs() /= turned.rotation.norm();
        const auto column = [&](double low, double high) { return brick({-1, -2, low}, {2, 1.5, high}); };
        EXPECT_EQ(meet(box, a, column(2, 4), turned), Touching) << i;
        EXPECT_EQ(meet(column(2, 4), turned, box, a), Touching) << i;
        EXPECT_EQ(meet(block, a, column(2, 4), turned), Intersecting) << i;
        EXPECT_EQ(meet(box, a, column(2.5, 3), turned), Apart) << i;
        EXPECT_EQ(meet(box, a, column(1, 4), turned), Intersecting) << i;
        EXPECT_EQ(meet(block, a, column(2.5, 3), turned), BInA) << i;
    }
}

TEST(BodyMeeting, Property_ScalesAndFarPlaces) {
    Rng rng(14);
    for (const double unit : {0x1p-1000, 0x1p-30, 0.1, 1e5, 0x1p900})
        for (int i = 0; i < 10 / test::kSlower; ++i) {
            const Voxels a = test::random_voxels(rng), b = test::random_voxels(rng);
            const Vec3 offset(unit * 0x1p20, -unit * 0x1p18, 0);
            const Mesh mesh_a = test::skin_of(a, offset, unit), mesh_b = test::skin_of(b, offset, unit);
            EXPECT_EQ(meet(mesh_a, Pose{}, mesh_b, Pose{}), test::meeting_of(a, b)) << unit << " round " << i;
        }
}

}  // namespace
}  // namespace graze::body_meeting_test
