#include "graze_papers/scd_clashes.h"

#include "graze/demo/demo.h"
#include "graze/demo/process_plant.h"
#include "support/pose_families.h"
#include "support/shapes.h"
#include "support/soups.h"
#include "support/voxels.h"

#include <gtest/gtest.h>

#include <map>

namespace graze::papers::scd_clashes_test {
namespace {

constexpr ScdTraversal kTraversals[] = {ScdTraversal::PaperWithOaabb, ScdTraversal::Classical};

using test::brick;

void add(Scene& scene, const std::string& name, Mesh mesh, const Pose& pose = {}) {
    scene.bodies.push_back({name, std::make_shared<const Mesh>(std::move(mesh)), pose});
}

/// 0 touches 1, 0 overlaps 2, 3 lies in 0, 4 is far.
Scene one_of_each() {
    Scene scene;
    add(scene, "base", brick({0, 0, 0}, {4, 3, 2}));
    add(scene, "on it", brick({0, 0, 2}, {4, 3, 3}));
    add(scene, "through it", brick({3, 1, -1}, {5, 2, 1}));
    add(scene, "in it", brick({1, 1, 0.5}, {2, 2, 1}));
    add(scene, "far", brick({90, 0, 0}, {91, 3, 2}));
    return scene;
}

/// Solids of voxels in one frame of their own, some sharing a mesh, and soups that nothing is known about.
Scene crowd(std::uint64_t seed) {
    Rng rng(seed);
    Scene scene;
    const Pose pose = test::random_pose(rng, 50.0);
    for (int i = 0; i < 10; ++i) {
        const bool again = i > 0 && rng.below(4) == 0;
        auto mesh = again ? scene.bodies.back().mesh
                          : std::make_shared<const Mesh>(test::skin_of(test::random_voxels(rng)));
        scene.bodies.push_back({std::to_string(i), std::move(mesh), pose});
    }
    for (int i = 0; i < 2; ++i) {
        Mesh soup = test::real_soup(rng, 40, 1.5);
        for (Vec3& vertex : soup.vertices) vertex *= 3.0;
        add(scene, "soup" + std::to_string(i), std::move(soup), pose);
    }
    return scene;
}

bool same(const ClashPair& x, const ClashPair& y) {
    return x.bodies == y.bodies && x.kind == y.kind && x.is_clash == y.is_clash && x.inside == y.inside &&
           x.distance_lo == y.distance_lo && x.distance_hi == y.distance_hi && x.points == y.points &&
           x.surfaces == y.surfaces && x.triangles == y.triangles && x.triangle_pairs == y.triangle_pairs &&
           x.touched == y.touched;
}

/// What is left of the work when the method's own is taken away.
DiscreteCounters shared_work(const ClashReport& report) {
    const DiscreteCounters &all = report.counters, &own = report.method_counters;
    return {all.box_tests - own.box_tests, all.box_updates - own.box_updates,
            all.triangle_transforms - own.triangle_transforms, all.triangle_tests - own.triangle_tests,
            all.exact_tests - own.exact_tests};
}

bool same(const DiscreteCounters& x, const DiscreteCounters& y) {
    return x.box_tests == y.box_tests && x.box_updates == y.box_updates &&
           x.triangle_transforms == y.triangle_transforms && x.triangle_tests == y.triangle_tests &&
           x.exact_tests == y.exact_tests;
}

/// By all methods, which must agree; the report of the wide trees.
ClashReport clashes(const Scene& scene, ClashOptions options = {}) {
    options.progress = Progress::Draw::Never;
    const auto wide = find_clashes(scene, options);
    EXPECT_TRUE(wide.has_value());
    for (const ScdTraversal traversal : kTraversals) {
        SCOPED_TRACE(static_cast<int>(traversal));
        const auto scd = find_clashes_by_scd(scene, options, traversal);
        EXPECT_TRUE(scd.has_value());
        EXPECT_EQ(scd->is_clash, wide->is_clash);
        EXPECT_EQ(scd->candidates, wide->candidates);
        EXPECT_EQ(scd->pairs.size(), wide->pairs.size());
        for (std::size_t i = 0; i < std::min(scd->pairs.size(), wide->pairs.size()); ++i)
            EXPECT_TRUE(same(scd->pairs[i], wide->pairs[i])) << i;
        EXPECT_TRUE(same(shared_work(*scd), shared_work(*wide)));
    }
    return *wide;
}

}  // namespace

TEST(ScdClashes, Example_OneOfEachKind) {
    for (const ClashDetail detail : {ClashDetail::Summary, ClashDetail::Surfaces, ClashDetail::Triangles}) {
        const ClashReport report = clashes(one_of_each(), {.detail = detail, .note_touched = true});
        ASSERT_EQ(report.pairs.size(), 3u);
        EXPECT_EQ(report.pairs[0].kind, ClashKind::Touching);
        EXPECT_EQ(report.pairs[1].kind, ClashKind::Intersecting);
        EXPECT_EQ(report.pairs[2].kind, ClashKind::Contained);
    }
}

TEST(ScdClashes, Example_CountersAreThoseOfThePapersQuery) {
    Scene scene = one_of_each();
    scene.bodies.erase(scene.bodies.begin() + 1);
    scene.bodies.resize(2);
    const ScdModel a(*scene.bodies[0].mesh), b(*scene.bodies[1].mesh);
    for (const ScdTraversal traversal : kTraversals) {
        const auto report = find_clashes_by_scd(scene, {.progress = Progress::Draw::Never}, traversal);
        ASSERT_TRUE(report.has_value());
        ScdWorkspace workspace;
        const Intersections found = scd_collide({a, scene.bodies[0].pose}, {b, scene.bodies[1].pose},
                                                {Find::TrianglePairs, traversal}, workspace);
        EXPECT_TRUE(same(report->method_counters, found.counters));
        EXPECT_GT(found.counters.box_updates, 0u);
        EXPECT_GT(found.counters.triangle_tests, 0u);
    }
}

TEST(ScdClashes, Example_AClearanceIsRefused) {
    Scene scene = one_of_each();
    for (const ScdTraversal traversal : kTraversals) {
        const auto report = find_clashes_by_scd(scene, {.clearance = 0.5}, traversal);
        ASSERT_FALSE(report.has_value());
        EXPECT_EQ(report.error().code, ErrorCode::Unsupported);
        EXPECT_NE(report.error().message.find("a clearance of 0.5"), std::string::npos);
    }
    scene.clearance = {{{0, 4}, 0.0}};
    EXPECT_TRUE(find_clashes_by_scd(scene, {.progress = Progress::Draw::Never}, kTraversals[0]).has_value());
    scene.clearance = {{{0, 4}, 0.25}};
    const auto report = find_clashes_by_scd(scene, {}, kTraversals[0]);
    ASSERT_FALSE(report.has_value());
    EXPECT_NE(report.error().message.find("'far'"), std::string::npos);
}

TEST(ScdClashes, Property_TheFirstPairIsOneOfAllAndTheKindTheSame) {
    for (const std::uint64_t seed : {51u, 52u}) {
        const Scene scene = crowd(seed);
        const ClashOptions first{.detail = ClashDetail::First, .progress = Progress::Draw::Never};
        const ClashReport all = clashes(scene, {.detail = ClashDetail::Triangles});
        for (const ScdTraversal traversal : kTraversals) {
            const auto report = find_clashes_by_scd(scene, first, traversal);
            ASSERT_TRUE(report.has_value());
            ASSERT_EQ(report->pairs.size(), all.pairs.size());
            for (std::size_t i = 0; i < all.pairs.size(); ++i) {
                EXPECT_EQ(report->pairs[i].kind, all.pairs[i].kind);
                ASSERT_EQ(report->pairs[i].triangles.size(), 1u);
                const auto& of = all.pairs[i].triangles;
                EXPECT_NE(std::find(of.begin(), of.end(), report->pairs[i].triangles[0]), of.end());
            }
        }
    }
}

TEST(ScdClashes, Reference_EveryPairOfACrowd) {
    std::map<ClashKind, int> seen;
    std::size_t clear = 0;
    for (const std::uint64_t seed : {31u, 32u, 33u}) {
        SCOPED_TRACE(seed);
        const ClashReport report =
            clashes(crowd(seed), {.detail = ClashDetail::Triangles, .note_touched = true, .threads = 2});
        for (const ClashPair& pair : report.pairs) ++seen[pair.kind];
        clear += report.candidates - report.pairs.size();
    }
    for (const ClashKind kind : {ClashKind::Intersecting, ClashKind::Touching, ClashKind::Contained})
        EXPECT_GE(seen[kind], 3) << name_of(kind);
    EXPECT_GE(clear, 3u);
}

TEST(ScdClashes, Reference_DemosHaveTheSameClashes) {
    Scene plant = *make_demo("process-plant");
    plant.bodies[kPlantMovingBody].pose = process_plant_poses()[0];
    EXPECT_FALSE(clashes(plant).is_clash);
    plant.bodies[kPlantMovingBody].pose = process_plant_poses()[kPlantSteps / 2];
    const ClashReport report = clashes(plant);
    EXPECT_TRUE(report.is_clash);
    EXPECT_GT(report.pairs.size(), 7u);
    Scene rabbits = *make_demo("bunnies", {.parameters = {{"triangles", 5000.0}}});
    EXPECT_FALSE(clashes(rabbits).is_clash);
    rabbits.bodies[rabbits.paths[0].body].pose = rabbits.paths[0].poses.back();  // they meet before it
    EXPECT_TRUE(clashes(rabbits).is_clash);
}

/// [Figueiredo, table 2]: cutting to the box that both share spares updates; the wide trees are not theirs.
TEST(ScdClashes, Property_ThePapersTraversalSparesUpdates) {
    Scene plant = *make_demo("process-plant");
    plant.bodies[kPlantMovingBody].pose = process_plant_poses()[kPlantSteps / 2];
    std::vector<DiscreteCounters> counters;
    for (const ScdTraversal traversal : kTraversals)
        counters.push_back(
            find_clashes_by_scd(plant, {.progress = Progress::Draw::Never}, traversal)->method_counters);
    EXPECT_LT(counters[0].box_updates, counters[1].box_updates);
}

}  // namespace graze::papers::scd_clashes_test
