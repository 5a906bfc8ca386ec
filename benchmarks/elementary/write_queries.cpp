// graze-bench write-queries: our own files of queries, in both formats, with their truth.
#include "bench.h"
#include "elementary/hard_queries.h"
#include "elementary/query_files.h"
#include "elementary/query_table.h"
#include "elementary/query_truth.h"
#include "elementary/swept_queries.h"

#include "graze/core/file.h"
#include "graze/core/hash.h"

#include <fmt/format.h>

namespace graze::bench {
namespace {

constexpr const char* kUsage =
    "graze-bench write-queries DIR [--seed 1] [--count 200]\n"
    "  writes DIR/linear/SCENE/{edge-edge,vertex-face}/0000.csv, DIR/rigid.txt and DIR/rigid.txt.truth;\n"
    "  --count: queries per scene\n";

struct Wishes {
    std::filesystem::path folder;
    double seed = 1.0, count = 200.0;
};

bool parse(std::span<const std::string> arguments, Wishes& wishes) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (take_number(arguments, i, "--seed", wishes.seed) ||
            take_number(arguments, i, "--count", wishes.count))
            continue;
        if (!wishes.folder.empty() || arguments[i].starts_with("--")) return false;
        wishes.folder = arguments[i];
    }
    const auto is_whole = [](double x) { return x >= 1.0 && x <= 1e9 && x == std::floor(x); };
    return !wishes.folder.empty() && is_whole(wishes.seed) && is_whole(wishes.count);
}

// Each set has its own numbers, so that a change of one does not change the others.
Rng rng_for(const Wishes& wishes, const char* format, const std::string& set) {
    Hash hash;
    hash.add(static_cast<std::uint64_t>(wishes.seed));
    hash.add(std::string_view(format));
    hash.add(std::string_view(set));
    return Rng(hash.value());
}

Expected<void> write_text(const std::filesystem::path& file, const std::string& text) {
    std::error_code fault;
    std::filesystem::create_directories(file.parent_path(), fault);
    if (fault)
        return make_error(ErrorCode::CannotWrite, file.parent_path().string(), fault.message(),
                          "choose a folder that may be written to");
    return write_file_atomically(file, text);
}

Expected<void> write_scene(const std::filesystem::path& folder, const std::vector<LinearQuery>& queries) {
    for (const QueryKind kind : {QueryKind::EdgeEdge, QueryKind::VertexFace}) {
        std::vector<LinearQuery> some;
        for (const LinearQuery& query : queries)
            if (query.kind == kind) some.push_back(query);
        if (some.empty()) continue;
        if (auto done = write_text(folder / name_of(kind) / "0000.csv", linear_queries_text(some)); !done)
            return done;
    }
    return {};
}

// Motions for the swept scenes: small ones for straight lines, larger ones for turns. Half of them jam.
std::vector<SweptScene> swept_scenes(bool is_linear) {
    if (is_linear)
        return {screw_in_nut(5.0, 0.0), screw_in_nut(5.0, 0.15), gears_in_mesh(4.0, 0.0),
                gears_in_mesh(4.0, 3.0)};
    return {screw_in_nut(10.0, 0.15), screw_in_nut(90.0, 0.0), screw_in_nut(360.0, 0.3),
            gears_in_mesh(20.0, 0.0), gears_in_mesh(20.0, 3.0)};
}

// Candidates whose truth the oracle can tell; contacts are rare, so they are looked for. None: not known.
template <class Query>
std::optional<RigidTruth> truth_of(const Query& query) {
    if (const auto time = proved_contact_time(query)) return RigidTruth{true, *time};
    if (is_proved_clear(query)) return RigidTruth{false, 1.0};
    return std::nullopt;
}

constexpr int kDraws = 4;  // candidates per wanted query: contacts are kept first

// Keeps up to `count`, half of them contacts if there are so many.
template <class Item, class IsContact>
std::vector<Item> balanced(const std::vector<Item>& all, std::size_t count, IsContact is_contact) {
    std::vector<Item> kept, others;
    for (const Item& item : all) (is_contact(item) ? kept : others).push_back(item);
    if (kept.size() > count / 2) kept.resize(count / 2);
    for (const Item& item : others)
        if (kept.size() < count) kept.push_back(item);
    return kept;
}

std::vector<LinearQuery> swept_linear(const SweptScene& scene, int count, Rng& rng) {
    std::vector<LinearQuery> known;
    for (const RigidQuery& candidate : swept_candidates(scene, kDraws * count, rng)) {
        LinearQuery query = straightened(candidate);
        const auto truth = truth_of(query);
        if (!truth) continue;
        query.is_contact = truth->is_contact;
        known.push_back(query);
    }
    return balanced(known, static_cast<std::size_t>(count),
                    [](const LinearQuery& q) { return q.is_contact; });
}

void add_swept_rigid(const SweptScene& scene, int count, Rng& rng, RigidFile& file) {
    std::vector<HardRigidQuery> known;
    for (const RigidQuery& query : swept_candidates(scene, kDraws * count, rng))
        if (const auto truth = truth_of(query)) known.push_back({query, *truth});
    for (const auto& [query, truth] : balanced(known, static_cast<std::size_t>(count),
                                               [](const HardRigidQuery& q) { return q.truth.is_contact; })) {
        file.queries.push_back(query);
        file.truths[query.name] = truth;
    }
}

Expected<void> write_linear(const Wishes& wishes) {
    const int count = static_cast<int>(wishes.count);
    for (int family = 0; family < kHardFamilies; ++family) {
        Rng rng = rng_for(wishes, "linear", name_of(HardFamily(family)));
        std::vector<LinearQuery> queries;
        for (int i = 0; i < count; ++i) queries.push_back(hard_linear_query(HardFamily(family), rng));
        const auto folder = wishes.folder / "linear" / name_of(HardFamily(family));
        if (auto done = write_scene(folder, queries); !done) return done;
    }
    for (const SweptScene& scene : swept_scenes(true)) {
        Rng rng = rng_for(wishes, "linear", scene.name);
        const auto queries = swept_linear(scene, count, rng);
        if (auto done = write_scene(wishes.folder / "linear" / scene.name, queries); !done) return done;
    }
    return {};
}

Expected<void> write_rigid(const Wishes& wishes) {
    const int count = static_cast<int>(wishes.count);
    RigidFile file;
    for (int family = 0; family < kHardFamilies; ++family) {
        if (HardFamily(family) == HardFamily::General) continue;
        Rng rng = rng_for(wishes, "rigid", name_of(HardFamily(family)));
        for (int i = 0; i < count; ++i) {
            auto [query, truth] = hard_rigid_query(HardFamily(family), rng);
            query.name += fmt::format("-{:05}", i);
            file.truths[query.name] = truth;
            file.queries.push_back(std::move(query));
        }
    }
    for (const SweptScene& scene : swept_scenes(false)) {
        Rng rng = rng_for(wishes, "rigid", scene.name);
        add_swept_rigid(scene, count, rng, file);
    }
    // The truth first: a reader never finds queries with the truth of others.
    const auto rigid = wishes.folder / "rigid.txt";
    if (auto done = write_text(rigid.string() + ".truth", rigid_truths_text(file.queries, file.truths));
        !done)
        return done;
    return write_text(rigid, rigid_queries_text(file.queries));
}

}  // namespace

int run_write_queries(std::span<const std::string> arguments) {
    Wishes wishes;
    if (!parse(arguments, wishes)) return fmt::print(stderr, "{}", kUsage), 2;
    auto done = write_linear(wishes);
    if (done) done = write_rigid(wishes);
    if (!done) return fmt::print(stderr, "graze-bench: {}\n", done.error().message), 2;
    return 0;
}

}  // namespace graze::bench
