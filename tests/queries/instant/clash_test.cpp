#include "graze/queries/instant/clash.h"

#include "graze/core/random.h"
#include "graze/discrete/wide/wide_distance.h"
#include "support/pose_families.h"
#include "support/shapes.h"
#include "support/voxels.h"

#include <gtest/gtest.h>

#include <map>

namespace graze::clash_test {
namespace {

using test::Voxels;

using test::brick;

void add(Scene& scene, const std::string& name, Mesh mesh, const Pose& pose = {}) {
    scene.bodies.push_back({name, std::make_shared<const Mesh>(std::move(mesh)), pose});
}

/// 0 touches 1, 0 overlaps 2, 3 lies in 0, 4 is 0.5 away from 0, 5 is far.
Scene one_of_each() {
    Scene scene;
    add(scene, "base", brick({0, 0, 0}, {4, 3, 2}));
    add(scene, "on it", brick({0, 0, 2}, {4, 3, 3}));
    add(scene, "through it", brick({3, 1, -1}, {5, 2, 1}));
    add(scene, "in it", brick({1, 1, 0.5}, {2, 2, 1}));
    add(scene, "beside it", brick({-2, 0, 0}, {-0.5, 3, 1}));
    add(scene, "far", brick({90, 0, 0}, {91, 3, 2}));
    return scene;
}

ClashReport clashes(const Scene& scene, ClashOptions options = {}) {
    options.progress = Progress::Draw::Never;
    auto report = find_clashes(scene, options);
    EXPECT_TRUE(report.has_value());
    return report ? *report : ClashReport{};
}

std::map<BodyPair, ClashKind> kinds(const ClashReport& report) {
    std::map<BodyPair, ClashKind> result;
    for (const ClashPair& pair : report.pairs) result[pair.bodies] = pair.kind;
    return result;
}

using Kinds = std::map<BodyPair, ClashKind>;

TEST(Clash, Example_OneOfEachKind) {
    const ClashReport report = clashes(one_of_each(), {.clearance = 0.5});
    EXPECT_EQ(kinds(report), (Kinds{{{0, 1}, ClashKind::Touching},
                                    {{0, 2}, ClashKind::Intersecting},
                                    {{0, 3}, ClashKind::Contained},
                                    {{0, 4}, ClashKind::WithinClearance}}));
    EXPECT_TRUE(report.is_clash);
    EXPECT_EQ(report.pairs[2].inside, 3u);
    EXPECT_LE(report.pairs[3].distance_lo, 0.5);
    EXPECT_GE(report.pairs[3].distance_hi, 0.5);
    EXPECT_NEAR(report.pairs[3].distance_hi, 0.5, 1e-14);
    EXPECT_NEAR(report.pairs[3].distance_lo, 0.5, 1e-14);
    EXPECT_EQ(report.pairs[3].clearance, 0.5);
    EXPECT_EQ(report.pairs[0].distance_hi, 0.0);
    EXPECT_FALSE(report.pairs[0].is_clash) << "touching alone is no clash";
    EXPECT_TRUE(report.pairs[1].is_clash && report.pairs[2].is_clash && report.pairs[3].is_clash);
    EXPECT_EQ(kinds(clashes(one_of_each(), {.clearance = 0.49})).count({0, 4}), 0u);
    EXPECT_EQ(kinds(clashes(one_of_each())).size(), 3u);
}

/// Two squares, back to back: closed, and nothing is inside. And the same square four times, or a box twice, the
/// second time inside out.
std::vector<Mesh> sheets_without_thickness() {
    Mesh sheet = test::square_mesh(5.0);
    sheet.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 2, 1}, {0, 3, 2}};
    Mesh crossed = sheet;  // the two sides are divided along different diagonals
    crossed.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
    Mesh twice = brick({-5, -5, -1}, {5, 5, 1});
    const std::vector<Triangle> outward = twice.triangles;
    for (const Triangle& t : outward) twice.triangles.push_back({t[0], t[2], t[1]});
    std::vector<Mesh> sheets{sheet, crossed, twice};
    for (Mesh& mesh : sheets) make_one_surface(mesh, "sheet");
    return sheets;
}

TEST(Clash, Regression_ASheetWithoutThicknessThatAPinGoesThroughIsAClash) {
    for (const Mesh& sheet : sheets_without_thickness()) {
        for (const double z : {-3.0, -0.5}) {
            Scene scene;
            add(scene, "sheet", sheet);
            add(scene, "pin", brick({-0.5, -0.25, z}, {0.5, 0.75, 4.0}));
            for (const ClashDetail detail : {ClashDetail::Summary, ClashDetail::First}) {
                const ClashReport report = clashes(scene, {.detail = detail});
                ASSERT_EQ(report.pairs.size(), 1u);
                EXPECT_EQ(report.pairs[0].kind, ClashKind::Intersecting);
                EXPECT_EQ(report.pairs[0].exact_kind, ClashKind::Touching) << "interiors do not overlap";
                EXPECT_TRUE(report.is_clash);
            }
        }
        Scene beside;  // on the sheet, and not through it
        add(beside, "sheet", sheet);
        add(beside, "pin", brick({-0.5, -0.25, bounds_of(sheet).max.z()}, {0.5, 0.75, 4.0}));
        EXPECT_FALSE(clashes(beside).is_clash);
    }
}

/// A flattened body in the middle of another, its rim on that one's skin: no triangles cross, no interiors overlap.
TEST(Clash, Regression_AFlatBodyInsideAnotherIsAClash) {
    for (const double x : {0.5, 0.25, 1e-3, 0.0}) {
        for (const bool swapped : {false, true}) {
            Scene scene;
            if (swapped) add(scene, "flat", brick({x, 0, 0}, {x, 1, 1}));
            add(scene, "cube", brick({0, 0, 0}, {1, 1, 1}));
            if (!swapped) add(scene, "flat", brick({x, 0, 0}, {x, 1, 1}));
            const ClashReport report = clashes(scene);
            ASSERT_EQ(report.pairs.size(), 1u);
            EXPECT_EQ(report.pairs[0].exact_kind, ClashKind::Touching);
            EXPECT_EQ(report.pairs[0].kind, x > 0.0 ? ClashKind::Intersecting : ClashKind::Touching) << x;
            EXPECT_EQ(report.is_clash, x > 0.0);
        }
    }
}

/// A vertex of a cube, 0.02 of its size below the middle of a large plate: one pair of surfaces, so one contact is listed.
TEST(Clash, Regression_ACornerThatIsPressedIntoALargePlateIsAClash) {
    Rng rng(8);
    int clash = 0;
    for (int trial = 0; trial < 12; ++trial) {
        const double depth = 0.05 * (1 + trial % 3);
        Scene scene;
        add(scene, "plate", brick({0, 0, 0}, {1000, 1000, 5}));
        const Pose turned = test::random_pose(rng, 0.0);
        Mesh cube = test::box_mesh({20, 20, 20});
        double lowest = 0.0;
        for (Vec3& v : cube.vertices) v = apply(turned, v), lowest = std::min(lowest, v.z());
        const Vec3 place(rng.uniform(100, 900), rng.uniform(100, 900), 5.0 - depth - lowest);
        add(scene, "cube", cube, Pose{place, Eigen::Quaterniond::Identity()});
        const ClashReport report = clashes(scene);
        ASSERT_EQ(report.pairs.size(), 1u) << trial;
        ASSERT_TRUE(report.pairs[0].penetration.has_value());
        EXPECT_LE(report.pairs[0].penetration->lo, depth + 1e-9);
        EXPECT_GE(report.pairs[0].penetration->skin_hi, depth - 1e-9);
        clash += report.is_clash;
    }
    EXPECT_EQ(clash, 12) << "depths of 3 to 10 times what counts as rounding";
}

/// Rounding is a share of the body's size: vertices of no triangle, and triangles without an area, do not count.
TEST(Clash, Regression_StrayVerticesAllowNoDepth) {
    Mesh stray = brick({0, 0, 0}, {4, 3, 2});
    for (int k = 0; k < 4; ++k) stray.vertices.push_back(Vec3(1e9, 0, 0));
    stray.triangles.push_back({8, 9, 10});
    make_one_surface(stray, "stray");
    Scene scene;
    add(scene, "stray", stray);
    add(scene, "other", brick({1, 1, 1.9}, {2, 2, 5}));
    const ClashReport report = clashes(scene);
    ASSERT_EQ(report.pairs.size(), 1u);
    EXPECT_EQ(report.pairs[0].kind, ClashKind::Intersecting);
    EXPECT_LT(report.pairs[0].contact_depth, 1e-3);
}

TEST(Clash, Example_TouchingIsAClashIfDenied) {
    Scene scene = one_of_each();
    scene.bodies.resize(2);
    EXPECT_FALSE(clashes(scene).is_clash);
    EXPECT_TRUE(clashes(scene, {.deny_touching = true}).is_clash);
    EXPECT_FALSE(clashes(scene, {.clearance = 1.0}).is_clash) << "a general clearance leaves touching alone";
    scene.clearance = {{{1, 0}, 0.25}};
    EXPECT_TRUE(clashes(scene).is_clash) << "the pair's own clearance does not";
    scene.clearance = {{{1, 0}, 0.0}};
    EXPECT_FALSE(clashes(scene).is_clash);
}

TEST(Clash, Example_OneClashAmongManyIsAClash) {
    Scene scene;
    add(scene, "base", brick({0, 0, 0}, {4, 3, 2}));
    add(scene, "through it", brick({3, 1, -1}, {5, 2, 1}));
    add(scene, "on it", brick({0, 0, 2}, {4, 3, 3}));
    const ClashReport report = clashes(scene);
    ASSERT_EQ(report.pairs.size(), 2u);
    EXPECT_FALSE(report.pairs.back().is_clash);
    EXPECT_TRUE(report.is_clash);
}

TEST(Clash, Example_WhatTheSceneAllowsIsNotReported) {
    Scene scene = one_of_each();
    scene.ignore = {{{0, 1}, Allowed::Touching, {}},
                    {{2, 0}, Allowed::Everything, {}},
                    {{0, 3}, Allowed::Interference, {}},
                    {{4, 0}, Allowed::Touching, {}}};
    const ClashReport report = clashes(scene, {.clearance = 0.5, .deny_touching = true});
    EXPECT_TRUE(report.pairs.empty());
    EXPECT_FALSE(report.is_clash);
    scene.ignore[1].allowed = Allowed::Touching;  // but they overlap
    scene.clearance = {{{4, 0}, 0.75}};           // of its own: reported although they may touch
    EXPECT_EQ(kinds(clashes(scene)),
              (Kinds{{{0, 2}, ClashKind::Intersecting}, {{0, 4}, ClashKind::WithinClearance}}));
}

TEST(Clash, Example_AllowedDepthIsJudgedByPenetration) {
    Scene scene;
    add(scene, "base", brick({0, 0, 0}, {4, 3, 2}));
    add(scene, "quarter deep", brick({3.75, 1, 0.5}, {6, 2, 1.5}));
    const auto with_depth = [&](double depth) {
        scene.ignore = {{{0, 1}, Allowed::Interference, depth}};
        return clashes(scene);
    };
    EXPECT_TRUE(with_depth(0.3).pairs.empty());
    const ClashReport report = with_depth(0.2);
    ASSERT_EQ(report.pairs.size(), 1u);
    EXPECT_TRUE(report.pairs[0].is_clash);
    EXPECT_EQ(report.pairs[0].allowed_depth, 0.2);
    EXPECT_LE(report.pairs[0].penetration->lo, 0.25);
    EXPECT_GT(report.pairs[0].penetration->lo, 0.2);
    // Bodies that touch keep any depth; one that is inside is as deep as it is.
    Scene all = one_of_each();
    all.ignore = {{{0, 1}, Allowed::Interference, 0.1},
                  {{0, 2}, Allowed::Interference, 0.1},
                  {{0, 3}, Allowed::Interference, 0.1}};
    EXPECT_EQ(kinds(clashes(all)),
              (Kinds{{{0, 2}, ClashKind::Intersecting}, {{0, 3}, ClashKind::Contained}}));
}

TEST(Clash, Example_DepthTellsContactsFromClashes) {
    const auto lid_at = [](double depth) {
        Scene scene;
        add(scene, "base", brick({0, 0, 0}, {4, 3, 2}));
        add(scene, "lid", brick({1, 1, 2 - depth}, {3, 2, 5}));
        return scene;
    };
    const auto pair = [](const Scene& scene, const ClashOptions& options = {}) {
        const ClashReport report = clashes(scene, options);
        EXPECT_EQ(report.pairs.size(), 1u);
        return report.pairs.at(0);
    };
    for (const double depth : {0.0, 0x1p-50, 1e-9, 1e-5}) {  // the base's size is 5.4
        const ClashPair found = pair(lid_at(depth));
        EXPECT_EQ(found.kind, ClashKind::Touching) << depth;
        EXPECT_EQ(found.exact_kind, depth > 0.0 ? ClashKind::Intersecting : ClashKind::Touching) << depth;
        EXPECT_FALSE(found.is_clash);
        EXPECT_TRUE(pair(lid_at(depth), {.deny_touching = true}).is_clash);
    }
    EXPECT_EQ(pair(lid_at(1e-3)).kind, ClashKind::Intersecting);
    EXPECT_EQ(pair(lid_at(1e-3), {.depth = 1e-2}).kind, ClashKind::ContactWithinError);
    EXPECT_FALSE(pair(lid_at(1e-3), {.depth = 1e-2}).is_clash);
    EXPECT_EQ(pair(lid_at(1e-9), {.depth = 0.0}).kind, ClashKind::Intersecting);
    Scene cad = lid_at(1e-3);
    for (SceneBody& body : cad.bodies) {
        Mesh mesh = *body.mesh;
        mesh.deviation = TessellationDeviation{1e-3, 5e-4};
        body.mesh = std::make_shared<const Mesh>(mesh);
    }
    EXPECT_EQ(pair(cad).kind, ClashKind::ContactWithinError);
    EXPECT_NEAR(pair(cad).contact_depth, 4e-3 + 1e-5 * Vec3(4, 3, 2).norm(), 1e-9);
}

/// However coarse the facets: what is through a wall is no contact.
TEST(Clash, Example_ThroughAThinWallIsAClash) {
    Scene scene;
    add(scene, "sheet", brick({0, 0, 0}, {40, 30, 1}));
    add(scene, "pipe", brick({10, 10, -20}, {12, 12, 20}));
    const ClashReport report = clashes(scene, {.depth = 5.0});
    ASSERT_EQ(report.pairs.size(), 1u);
    EXPECT_EQ(report.pairs[0].kind, ClashKind::Intersecting);
    EXPECT_TRUE(report.pairs[0].penetration->through);
    EXPECT_TRUE(report.is_clash);
}

TEST(Clash, Example_TheSamePartTwiceIsADuplicate) {
    Scene scene;
    const Mesh part = brick({0, 0, 0}, {4, 3, 2});
    add(scene, "part", part);
    add(scene, "again", part);
    add(scene, "a hair off", part, {{1e-6, 0, 0}, Eigen::Quaterniond::Identity()});
    add(scene, "moved", part, {{1, 0, 0}, Eigen::Quaterniond::Identity()});
    const Kinds found = kinds(clashes(scene));
    EXPECT_EQ(found.at({0, 1}), ClashKind::Duplicate);
    EXPECT_EQ(found.at({0, 2}), ClashKind::Duplicate);
    EXPECT_EQ(found.at({0, 3}), ClashKind::Intersecting);
    EXPECT_TRUE(clashes(scene).pairs[0].is_clash);
    EXPECT_EQ(clashes(scene).pairs[0].exact_kind, ClashKind::Intersecting);
}

TEST(Clash, Example_OwnClearanceReplacesTheGeneralOne) {
    Scene scene = one_of_each();
    scene.clearance = {{{0, 4}, 0.25}};
    EXPECT_EQ(kinds(clashes(scene, {.clearance = 1.0})).count({0, 4}), 0u);
    scene.clearance = {{{4, 0}, 0.5}};
    EXPECT_EQ(kinds(clashes(scene)).count({0, 4}), 1u);
    scene.clearance = {{{0, 5}, 86.0}};
    EXPECT_EQ(kinds(clashes(scene)).at({0, 5}), ClashKind::WithinClearance);
}

Mesh six_faces(const Vec3& min, const Vec3& max) {
    Mesh mesh = brick(min, max);
    mesh.surfaces.clear();
    for (std::uint32_t t = 0; t < 12; ++t) mesh.surface_of_triangle[t] = t / 2;
    for (const char* name : {"bottom", "top", "front", "back", "left", "right"})
        mesh.surfaces.push_back({name});
    return mesh;
}

TEST(Clash, Example_DetailsAreWhatWasAskedFor) {
    Scene scene;
    add(scene, "a", six_faces({0, 0, 0}, {4, 3, 2}));
    add(scene, "b", six_faces({3, 1, -1}, {5, 2, 1}));
    add(scene, "c", six_faces({0, 0, 2.5}, {4, 3, 3}));
    const auto pair = [&](ClashDetail detail, std::size_t i) {
        return clashes(scene, {.clearance = 0.5, .detail = detail}).pairs.at(i);
    };
    const ClashPair first = pair(ClashDetail::First, 0), summary = pair(ClashDetail::Summary, 0);
    const ClashPair surfaces = pair(ClashDetail::Surfaces, 0), triangles = pair(ClashDetail::Triangles, 0);
    EXPECT_EQ(first.triangles.size(), 1u);
    EXPECT_EQ(first.surfaces.size(), 1u);
    EXPECT_FALSE(first.triangle_pairs.has_value());
    EXPECT_EQ(first.kind, ClashKind::Intersecting);
    EXPECT_EQ(triangles.surfaces, summary.surfaces);
    EXPECT_EQ(surfaces.surfaces, summary.surfaces);
    EXPECT_EQ(summary.triangles.size(), summary.surfaces.size()) << "a witness each";
    EXPECT_GT(triangles.triangles.size(), summary.triangles.size());
    EXPECT_EQ(triangles.triangle_pairs, triangles.triangles.size());
    EXPECT_EQ(summary.triangle_pairs, triangles.triangles.size());
    for (std::size_t i = 0; i < summary.surfaces.size(); ++i)
        EXPECT_EQ((IdPair{summary.triangles[i].a / 2, summary.triangles[i].b / 2}), summary.surfaces[i]);
    // Near without contact: the nearest, or all of them.
    EXPECT_EQ(pair(ClashDetail::Summary, 1).surfaces, (std::vector<IdPair>{{1, 0}}));
    EXPECT_EQ(pair(ClashDetail::Summary, 1).triangles.size(), 1u);
    EXPECT_FALSE(pair(ClashDetail::Summary, 1).triangle_pairs.has_value());
    EXPECT_GT(pair(ClashDetail::Surfaces, 1).surfaces.size(), 1u);
    EXPECT_GT(pair(ClashDetail::Triangles, 1).triangles.size(),
              pair(ClashDetail::Surfaces, 1).triangles.size());
}

TEST(Clash, Example_TouchedTrianglesOnDemand) {
    Scene scene = one_of_each();
    scene.bodies.resize(2);
    EXPECT_TRUE(clashes(scene).pairs.at(0).touched[0].empty());
    const ClashPair pair = clashes(scene, {.note_touched = true}).pairs.at(0);
    std::array<std::vector<std::uint32_t>, 2> expected;
    const ClashReport full = clashes(scene, {.detail = ClashDetail::Triangles});
    for (const IdPair& t : full.pairs.at(0).triangles) expected[0].push_back(t.a), expected[1].push_back(t.b);
    for (auto& ids : expected) {
        std::sort(ids.begin(), ids.end());
        ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    }
    EXPECT_EQ(pair.touched, expected);
}

/// A crowd of voxel solids in one frame of its own, some sharing a mesh.
struct Crowd {
    std::vector<Voxels> voxels;
    Scene scene;
};

Crowd crowd(std::uint64_t seed, std::size_t count) {
    Rng rng(seed);
    Crowd result;
    const Pose pose = test::random_pose(rng, 50.0);
    for (std::size_t i = 0; i < count; ++i) {
        const bool again = i > 0 && rng.below(4) == 0;
        result.voxels.push_back(again ? result.voxels.back() : test::random_voxels(rng));
        const auto mesh = again ? result.scene.bodies.back().mesh
                                : std::make_shared<const Mesh>(test::skin_of(result.voxels.back()));
        result.scene.bodies.push_back({std::to_string(i), mesh, pose});
    }
    return result;
}

ClashKind kind_of(BodyMeeting meeting) {
    return meeting == BodyMeeting::Touching       ? ClashKind::Touching
           : meeting == BodyMeeting::Intersecting ? ClashKind::Intersecting
           : meeting == BodyMeeting::Apart        ? ClashKind::WithinClearance
                                                  : ClashKind::Contained;
}

TEST(Clash, Reference_EveryPairOfACrowd) {
    std::map<ClashKind, int> seen;
    const double clearance = 1.25;
    for (const std::uint64_t seed : {31u, 32u, 33u}) {
        const Crowd all = crowd(seed, 12);
        Kinds found;  // as exact as the voxels: some of them are duplicates
        for (const ClashPair& pair : clashes(all.scene, {.clearance = clearance}).pairs)
            found[pair.bodies] = pair.exact_kind;
        Kinds expected;
        for (std::uint32_t i = 0; i < 12; ++i)
            for (std::uint32_t j = i + 1; j < 12; ++j) {
                const BodyMeeting meeting = test::meeting_of(all.voxels[i], all.voxels[j]);
                const Mesh &a = *all.scene.bodies[i].mesh, &b = *all.scene.bodies[j].mesh;
                const WideTree tree_a = build_wide_tree(a), tree_b = build_wide_tree(b);
                DiscreteMemory workspace;
                const bool near = is_within({a, tree_a}, {}, {b, tree_b}, {}, clearance, workspace);
                if (meeting != BodyMeeting::Apart || near) expected[{i, j}] = kind_of(meeting);
            }
        EXPECT_EQ(found, expected) << "seed " << seed;
        for (const auto& [pair, kind] : found) ++seen[kind];
    }
    for (const ClashKind kind :
         {ClashKind::Intersecting, ClashKind::Touching, ClashKind::Contained, ClashKind::WithinClearance})
        EXPECT_GE(seen[kind], 3) << name_of(kind);
}

bool same(const ClashPair& x, const ClashPair& y) {
    return x.bodies == y.bodies && x.kind == y.kind && x.is_clash == y.is_clash && x.inside == y.inside &&
           x.distance_lo == y.distance_lo && x.distance_hi == y.distance_hi && x.points == y.points &&
           x.surfaces == y.surfaces && x.triangles == y.triangles && x.triangle_pairs == y.triangle_pairs &&
           x.penetration.has_value() == y.penetration.has_value() &&
           (!x.penetration ||
            (x.penetration->lo == y.penetration->lo && x.penetration->hi == y.penetration->hi));
}

void expect_same(const ClashReport& x, const ClashReport& y) {
    ASSERT_EQ(x.pairs.size(), y.pairs.size());
    for (std::size_t i = 0; i < x.pairs.size(); ++i) EXPECT_TRUE(same(x.pairs[i], y.pairs[i])) << i;
    EXPECT_EQ(x.counters.box_tests, y.counters.box_tests);
    EXPECT_EQ(x.counters.box_updates, y.counters.box_updates);
    EXPECT_EQ(x.counters.triangle_tests, y.counters.triangle_tests);
    EXPECT_EQ(x.counters.exact_tests, y.counters.exact_tests);
}

TEST(Clash, Property_SameBitsForAnyNumberOfThreads) {
    const Crowd many = crowd(41, 8);
    Scene few;  // one pair: the threads work inside the query
    add(few, "a", test::bumpy_sphere_mesh(40, 40));
    add(few, "b", test::bumpy_sphere_mesh(40, 40), {{0.3, 0.2, 0.1}, Eigen::Quaterniond(0.8, 0.6, 0, 0)});
    for (const Scene* scene : std::initializer_list<const Scene*>{&many.scene, &few})
        for (const ClashDetail detail : {ClashDetail::First, ClashDetail::Summary, ClashDetail::Triangles}) {
            const ClashReport one = clashes(*scene, {.clearance = 0.5, .detail = detail, .threads = 1});
            for (const int threads : {2, 7})
                expect_same(one, clashes(*scene, {.clearance = 0.5, .detail = detail, .threads = threads}));
        }
}

/// The order of the bodies does not matter but for who is a and who is b.
TEST(Clash, Property_FirstModeSeesTheSameKinds) {
    const Crowd all = crowd(51, 9);
    EXPECT_EQ(kinds(clashes(all.scene, {.detail = ClashDetail::First})), kinds(clashes(all.scene)));
}

TEST(Clash, Degenerate_SoupsPointsAndSingleBodies) {
    Scene scene;
    add(scene, "base", brick({0, 0, 0}, {4, 3, 2}));
    EXPECT_TRUE(clashes(scene).pairs.empty());
    Mesh point;
    test::add_loose(point, {Vec3(1, 1, 2), Vec3(1, 1, 2), Vec3(1, 1, 2)});
    add(scene, "point on a face", point);
    Mesh needle;
    test::add_loose(needle, {Vec3(1, 1, 1), Vec3(1, 1, 5), Vec3(1, 1, 3)});
    add(scene, "needle through a face", needle);
    Mesh inner;
    test::add_loose(inner, {Vec3(1, 1.5, 1), Vec3(1, 1.5, 1), Vec3(1, 1.5, 1)});
    add(scene, "point inside", inner);
    EXPECT_EQ(kinds(clashes(scene)), (Kinds{{{0, 1}, ClashKind::Touching},
                                            {{0, 2}, ClashKind::Intersecting},
                                            {{0, 3}, ClashKind::Contained},
                                            {{1, 2}, ClashKind::Touching}}));
}

}  // namespace
}  // namespace graze::clash_test
