#include "graze/io/cad/cad_entry.h"

#include "graze/core/file.h"
#include "graze/core/random.h"
#include "graze/io/cad/cad_cache.h"
#include "graze/io/mesh/model_file.h"
#include "support/odd_meshes.h"

#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>
#include <unistd.h>

namespace graze::cad_entry_test {
namespace {

namespace fs = std::filesystem;

CadModel two_instances() {
    CadModel model;
    model.unit = "inch";
    model.schema = "AP214";
    model.notes = {"a note"};
    CadShape shape;
    shape.name = "ball";
    shape.mesh = test::bumpy_sphere(5, 7);
    shape.mesh.deviation = {0.1, 0.07};
    shape.mesh.surfaces[0].kind = SurfaceKind::Sphere;
    shape.mesh.surfaces[0].colour = Rgb{1, 2, 3};
    shape.mesh.surfaces[0].analytic = AnalyticSurface{
        SurfaceKind::Sphere, Vec3(1, 2, 3), Vec3(0.6, 0, 0.8), 4.5, 0.0, 0.0, MaterialSide::Around};
    shape.mesh.parts = {"solid-1", "solid-2"};
    shape.mesh.surfaces[0].part = 1;
    shape.solids = 1;
    shape.samples = 99;
    shape.sewing = CadSewing{0.01, 6, 2};
    model.shapes = {shape};
    Pose aside;
    aside.translation = {1.5, -2.25, 1e-3};
    aside.rotation = Eigen::Quaterniond(0.8, 0.6, 0.0, 0.0);
    model.nodes = {{"root", kNoIndex, kNoIndex, Pose{}, Rgb{0, 0, 255}},
                   {"left", 0, 0, Pose{}, {}},
                   {"right", 0, 0, aside, Rgb{255, 0, 0}}};
    model.missing = {{"a.stp", "part 'rod'", "no such file"}};
    return model;
}

TEST(CadEntry, Example_EveryFieldComesBack) {
    const CadModel model = two_instances();
    const auto back = parse_cad_entry(format_cad_entry(model, "key"), "key", "entry");
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(format_cad_entry(*back, "key"), format_cad_entry(model, "key"));
    EXPECT_EQ(back->shapes[0].mesh.surfaces[0].kind, SurfaceKind::Sphere);
    EXPECT_EQ(back->shapes[0].mesh.surfaces[0].colour, (Rgb{1, 2, 3}));
    EXPECT_EQ(back->shapes[0].mesh.surfaces[0].analytic, model.shapes[0].mesh.surfaces[0].analytic);
    EXPECT_EQ(back->shapes[0].mesh.surfaces[0].part, 1u);
    EXPECT_EQ(back->shapes[0].mesh.parts, (std::vector<std::string>{"solid-1", "solid-2"}));
    EXPECT_EQ(back->missing, model.missing);
    EXPECT_EQ(back->nodes[2].pose.rotation.x(), 0.6);
    EXPECT_EQ(back->nodes[2].pose.translation, Vec3(1.5, -2.25, 1e-3));
    EXPECT_EQ(back->shapes[0].sewing->free_edges, 2u);
    EXPECT_EQ(back->shapes[0].mesh.deviation->measured, 0.07);
    EXPECT_EQ(paths_of(*back), (std::vector<std::string>{"", "left", "right"}));
}

TEST(CadEntry, Degenerate_AnotherKeyEveryCutAndEveryFlippedBitAreRefused) {
    const std::string good = format_cad_entry(two_instances(), "key");
    EXPECT_FALSE(parse_cad_entry(good, "other", "entry"));
    Rng rng(20261116);
    for (int i = 0; i < 300; ++i) {
        EXPECT_FALSE(parse_cad_entry(good.substr(0, rng.below(good.size())), "key", "entry"));
        std::string flipped = good;
        char& byte = flipped[rng.below(good.size())];
        byte = static_cast<char>(byte ^ (1 << rng.below(8)));
        EXPECT_FALSE(parse_cad_entry(flipped, "key", "entry")) << i;
    }
}

/// With a checksum that holds, as a malicious writer would put there: nothing may be believed for it.
TEST(CadEntry, Degenerate_DamageUnderARightChecksumNeverPassesAsAnInvalidModel) {
    const std::string good = format_cad_entry(two_instances(), "key");
    const std::size_t body = good.size() - 16;
    Rng rng(7);
    int accepted = 0, refused = 0;
    for (int i = 0; i < 3000; ++i) {
        std::string damaged = good.substr(0, body);
        for (std::uint64_t k = rng.below(3) + 1; k-- > 0;) {
            const std::size_t at = 23 + rng.below(body - 23);
            damaged[at] = static_cast<char>(rng.bits());
        }
        const auto sum = content_hash(damaged);
        damaged.append(reinterpret_cast<const char*>(sum.data()), 16);
        const auto model = parse_cad_entry(damaged, "key", "entry");
        ++(model ? accepted : refused);
        if (model) {
            ASSERT_TRUE(validate(*model, "model"));
        }
    }
    EXPECT_GT(accepted, 100);  // coordinates may be anything finite
    EXPECT_GT(refused, 100);
}

TEST(CadModel, Degenerate_TreesThatAreNoneAreRefused) {
    const auto broken = [](auto damage) {
        CadModel model = two_instances();
        damage(model);
        return !validate(model, "m").has_value();
    };
    EXPECT_FALSE(broken([](CadModel&) {}));
    EXPECT_TRUE(broken([](CadModel& m) { m.nodes[1].parent = 2; }));  // not before it
    EXPECT_TRUE(broken([](CadModel& m) { m.nodes[2].parent = 1; }));  // a part holds nothing
    EXPECT_TRUE(broken([](CadModel& m) { m.nodes[1].parent = 1; }));  // itself
    EXPECT_TRUE(broken([](CadModel& m) { m.nodes[1].shape = 1; }));
    EXPECT_TRUE(broken([](CadModel& m) { m.nodes[1].name = "a/b"; }));
    EXPECT_TRUE(broken([](CadModel& m) { m.nodes[1].name = "right"; }));
    EXPECT_TRUE(broken([](CadModel& m) { m.nodes.resize(1); }));  // no part
    EXPECT_TRUE(broken([](CadModel& m) { m.nodes[2].pose.rotation.w() = 2.0; }));
    EXPECT_TRUE(broken([](CadModel& m) { m.shapes[0].mesh.deviation.reset(); }));
}

TEST(CadModel, Example_PathsNameTheRootOnlyIfThereAreSeveral) {
    CadModel model = two_instances();
    model.nodes.push_back({"more", kNoIndex, 0, Pose{}, {}});
    EXPECT_EQ(paths_of(model), (std::vector<std::string>{"root", "root/left", "root/right", "more"}));
}

/// A folder of its own, gone at the end.
struct Folder {
    fs::path path = fs::temp_directory_path() / ("graze-cache-" + std::to_string(::getpid()));
    Folder() { fs::create_directories(path); }
    ~Folder() { fs::remove_all(path); }
};

TEST(CadCache, Example_KeepsAndFindsAndNeverTrustsDamage) {
    const Folder folder;
    const std::string entry = format_cad_entry(two_instances(), "key");
    EXPECT_FALSE(find_in_cache(folder.path, "key"));
    keep_in_cache(folder.path, "key", entry);
    ASSERT_TRUE(find_in_cache(folder.path, "key"));
    EXPECT_FALSE(find_in_cache(folder.path, "other"));
    // Another import's entry under this name: stale or planted.
    ASSERT_TRUE(write_file_atomically(folder.path / cache_file_name("other"), entry));
    EXPECT_FALSE(find_in_cache(folder.path, "other"));
    ASSERT_TRUE(write_file_atomically(folder.path / cache_file_name("key"), entry.substr(0, 100)));
    EXPECT_FALSE(find_in_cache(folder.path, "key"));
    keep_in_cache(folder.path / "missing", "key", entry);  // no error, nothing kept
    EXPECT_FALSE(fs::exists(folder.path / "missing"));
}

TEST(CadCache, Example_WhatWasNotUsedForTheLongestTimeGoesFirst) {
    const Folder folder;
    const std::string entry(400'000, 'x');  // three of them exceed 1 MB
    ::setenv("GRAZE_CACHE_MB", "1", 1);
    keep_in_cache(folder.path, "a", entry);
    keep_in_cache(folder.path, "b", entry);
    const auto old = fs::file_time_type::clock::now() - std::chrono::hours(1);
    fs::last_write_time(folder.path / cache_file_name("b"), old);
    keep_in_cache(folder.path, "c", entry);
    ::unsetenv("GRAZE_CACHE_MB");
    EXPECT_TRUE(fs::exists(folder.path / cache_file_name("a")));
    EXPECT_FALSE(fs::exists(folder.path / cache_file_name("b")));
    EXPECT_TRUE(fs::exists(folder.path / cache_file_name("c")));
}

TEST(CadCache, Property_EverythingThatDecidesTheImportChangesTheKey) {
    const CadImportKey key{"bytes", "step", "program", {}};
    const std::string text = text_of(key);
    EXPECT_EQ(text, text_of(key));
    EXPECT_NE(text, text_of({"bytEs", "step", "program", {}}));
    EXPECT_NE(text, text_of({"bytes", "iges", "program", {}}));
    EXPECT_NE(text, text_of({"bytes", "step", "another", {}}));
    EXPECT_NE(text, text_of({"bytes", "step", "program", 0.1}));
    EXPECT_NE(text, text_of({"bytes", "step", "program", {}, "name"}));
    EXPECT_NE(text_of({"bytes", "step", "program", 0.1}), text_of({"bytes", "step", "program", 0.2}));
    for (std::size_t n = 1; n < 40; ++n)  // no byte is left out, wherever it stands
        for (std::size_t i = 0; i < n; ++i) {
            std::string a(n, 'x'), b = a;
            b[i] = 'y';
            ASSERT_NE(content_hash(a), content_hash(b)) << n << " " << i;
        }
    EXPECT_NE(content_hash("a"), content_hash(std::string_view("a\0", 2)));
}

}  // namespace
}  // namespace graze::cad_entry_test
