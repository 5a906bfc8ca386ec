// The checker's memory does not grow with the proof: every allocation of this program is counted.
#include "graze/core/file.h"
#include "graze_verify/verify.h"

#include "proof_scenes.h"
#include "unpacked.h"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> g_now{0}, g_peak{0};

void* counted(std::size_t size) {
    void* block = std::malloc(size ? size : 1);
    if (!block) throw std::bad_alloc();
    const std::size_t now = g_now += malloc_usable_size(block);
    std::size_t peak = g_peak;
    while (now > peak && !g_peak.compare_exchange_weak(peak, now)) {
    }
    return block;
}
void uncounted(void* block) {
    if (block) g_now -= malloc_usable_size(block);
    std::free(block);
}

}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void operator delete(void* block) noexcept { uncounted(block); }
void operator delete[](void* block) noexcept { uncounted(block); }
void operator delete(void* block, std::size_t) noexcept { uncounted(block); }
void operator delete[](void* block, std::size_t) noexcept { uncounted(block); }

namespace graze::memory_test {
namespace {

std::size_t peak_of_checking(const std::string& certificate, std::size_t leaves) {
    const auto path = std::filesystem::temp_directory_path() / "graze_memory_test.graze";
    EXPECT_TRUE(write_file_atomically(path, certificate).has_value());
    const auto source = open_source(path);
    EXPECT_TRUE(source.has_value());
    const std::size_t before = g_now;
    g_peak = before;
    const auto result = verify::verify_certificate(*source, {.threads = 2});
    const std::size_t peak = g_peak - before;
    EXPECT_TRUE(result && result->valid) << (result ? result->reason : "");
    EXPECT_EQ(result ? result->leaves : 0, leaves);
    std::filesystem::remove(path);
    return peak;
}

// The leaf of the whole, for each of 2^depth parts of the time.
std::string divided(double from, double until, int depth, const std::string& leaf) {
    if (depth == 0) return leaf;
    const double middle = 0.5 * (from + until);
    std::string node(1, char{18});
    test::add(node, middle);
    return node + divided(from, middle, depth - 1, leaf) + divided(middle, until, depth - 1, leaf);
}

}  // namespace

TEST(VerifyMemory, Property_DoesNotGrowWithTheProof) {
    Scene scene;
    scene.bodies = {{"a", test::bent_box({1, 1, 1}, 40), {}}, {"b", test::bent_box({1, 1, 1}, 40), {}}};
    scene.bodies[1].pose = test::pose_of({3, 0, 0}, {0, 0, 1}, 0.0);
    scene.paths.push_back({.body = 1,
                           .in_between = InBetween::Screw,
                           .poses = {scene.bodies[1].pose, test::pose_of({3, 1, 0}, {0, 0, 1}, 0.1)},
                           .turns = {}});
    const test::Unpacked small = test::unpacked(test::certificate_of(scene));
    ASSERT_EQ(small.strands.size(), 1u);  // one leaf
    constexpr std::size_t kConstant = std::size_t{1} << 20;
    std::size_t meshes = 0;
    for (const auto& mesh : small.meshes) meshes += 24 * mesh.vertices.size() + 16 * mesh.triangles.size();

    // One triangle each is enough for the long proofs, or they would take their time.
    Scene thin = scene;
    for (SceneBody& body : thin.bodies) body.mesh = test::bent_box({1, 1, 1}, 1);
    const test::Unpacked one = test::unpacked(test::certificate_of(thin));
    test::Unpacked deep = one, many = one;
    deep.strands[0].nodes = divided(0.0, 1.0, 16, one.strands[0].nodes);
    many.strands.clear();
    constexpr int kStrands = 1 << 15;
    for (int i = 0; i < kStrands; ++i)
        many.strands.push_back(
            {0, 0, i * (1.0 / kStrands), (i + 1) * (1.0 / kStrands), one.strands[0].nodes});

    const std::string deep_file = test::packed(deep), many_file = test::packed(many);
    EXPECT_GT(deep_file.size(), kConstant);
    EXPECT_GT(many_file.size(), kConstant);
    EXPECT_LT(peak_of_checking(deep_file, std::size_t{1} << 16), kConstant);
    EXPECT_LT(peak_of_checking(many_file, kStrands), kConstant);
    const std::size_t peak = peak_of_checking(test::packed(small), 1);
    EXPECT_GT(peak, meshes);  // the counter counts
    EXPECT_LT(peak, 4 * meshes + kConstant);
}

// Twenty thousand bodies and one that moves past them, in many segments: neither pairs nor what a segment does
// not name take room.
TEST(VerifyMemory, Property_DoesNotGrowWithPairsOfBodies) {
    Scene scene;
    scene.bodies = {{"a", test::bent_box({1, 1, 1}, 1), {}}, {"b", test::bent_box({1, 1, 1}, 1), {}}};
    scene.bodies[1].pose = test::pose_of({0, 5, 0}, {0, 0, 1}, 0.0);
    scene.paths.push_back({.body = 0,
                           .in_between = InBetween::Screw,
                           .poses = {{}, test::pose_of({1, 0, 0}, {0, 0, 1}, 0.0)},
                           .turns = {}});
    test::Unpacked u = test::unpacked(test::certificate_of(scene));
    while (!u.head["pairs"].empty()) test::leave_out(u, 0);
    constexpr int kBodies = 20000, kSegments = 100;
    const test::Json other = u.head["bodies"][1];
    u.head["bodies"].erase(1);
    for (int i = 0; i < kBodies; ++i) {
        test::Json body = other;
        body["links"][0]["pose"][0] = 2.0 * i;
        u.head["bodies"].push_back(std::move(body));
    }
    const test::Json link = u.head["bodies"][0]["links"][0];
    for (int i = 1; i < kSegments; ++i) {
        test::Json next = link;
        next["from"][0] = i, next["to"][0] = i + 1;
        u.head["motions"].push_back({{{"body", 0}, {"links", {next}}}});
    }
    u.head["covered"]["segments"] = kSegments;
    const std::string file = test::packed(u);
    const std::size_t peak = peak_of_checking(file, 0);
    EXPECT_GT(peak, file.size());
    // Links are two hundred bytes each once they are read. A bit per pair alone would be 13 times the file.
    EXPECT_LT(peak, 15 * file.size()) << peak << " for " << file.size();
}

}  // namespace graze::memory_test
