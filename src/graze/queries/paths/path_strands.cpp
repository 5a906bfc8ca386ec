#include "graze/queries/paths/path_strands.h"

#include "graze/core/interrupt.h"
#include "graze/core/parallel.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace graze {
namespace {

constexpr std::size_t kManyTasks = 256;  // above that a thread takes several at once
constexpr std::size_t kTasksAtOnce = 8;

/// How the two bodies of a pair move as seen from the links that they have in common.
struct SeenMotions {
    std::span<const RigidMotion> a, b;
};
SeenMotions seen_motions(const PathStage& stage, std::size_t pair) {
    const std::size_t common = links_in_common(stage, pair);
    const auto [a, b] = stage.proof.pairs[pair].bodies;
    return {std::span(stage.moving[a].links).subspan(common),
            std::span(stage.moving[b].links).subspan(common)};
}

/// Pre: can_walk.
StrandProof walk(const PathStage& stage, const StrandTask& task, double clearance,
                 WalkProofWorkspace& workspace) {
    const auto [a, b] = stage.proof.pairs[task.pair].bodies;
    const SeenMotions seen = seen_motions(stage, task.pair);
    return prove_by_walk({.a = *stage.models->of_body[a],
                          .b = *stage.models->of_body[b],
                          .links_a = seen.a,
                          .links_b = seen.b,
                          .centre_a = stage.moving[a].mesh->centre,
                          .centre_b = stage.moving[b].mesh->centre,
                          .clearance = clearance,
                          .from = task.from,
                          .until = task.until},
                         workspace);
}

/// Tries all tasks by the walk alone, for all within reach.
Expected<std::vector<StrandProof>> walk_all(PathStage& stage, const std::vector<StrandTask>& tasks) {
    std::vector<StrandProof> proofs(tasks.size());
    const LoopEnd end = parallel_for(tasks.size(), {.threads = stage.options.threads}, [&](std::size_t i) {
        WalkProofWorkspace workspace = stage.workspaces.take();
        proofs[i] = walk(stage, tasks[i], reach_of(stage, stage.proof.pairs[tasks[i].pair]), workspace);
        stage.workspaces.give_back(std::move(workspace));
    });
    if (end == LoopEnd::Interrupted || interrupt_requested()) return path_interrupted();
    for (const StrandProof& proof : proofs) {
        stage.proof.stats.parts += proof.parts;
        stage.proof.stats.leaves += proof.verdict == StrandVerdict::Clear ? proof.leaves : 0;
    }
    return proofs;
}

StrandProof prove_slowly(const PathStage& stage, const StrandTask& task, std::uint64_t most_parts) {
    const PathPair& pair = stage.proof.pairs[task.pair];
    return prove_strand({.a = stage.moving[pair.bodies[0]],
                         .b = stage.moving[pair.bodies[1]],
                         .clearance = pair.clearance,
                         .tolerance = tolerance_of(stage, pair.bodies),
                         .from = task.from,
                         .until = task.until,
                         .most_parts = most_parts,
                         .deadline = stage.deadline,
                         .common = links_in_common(stage, task.pair)});
}

StrandProof prove(const PathStage& stage, const StrandTask& task, std::uint64_t most_parts,
                  WalkProofWorkspace& workspace) {
    StrandProof walked;
    if (can_walk(stage, task.pair)) {
        walked = walk(stage, task, stage.proof.pairs[task.pair].clearance, workspace);
        if (walked.verdict == StrandVerdict::Clear) return walked;
    }
    StrandProof proof = prove_slowly(stage, task, most_parts);
    proof.parts += walked.parts;
    proof.is_slow = true;
    return proof;
}

bool take_kept(KeptStrands& kept, const StrandTask& task, StrandProof& proof) {
    const auto of_pair = kept.find(task.pair);
    if (of_pair == kept.end()) return false;
    for (KeptStrand& strand : of_pair->second)
        if (strand.task.from == task.from && strand.task.until == task.until) {
            proof = std::move(strand.proof);
            return true;
        }
    return false;
}

}  // namespace

void add_strands(std::vector<StrandTask>& tasks, std::size_t pair, int strands, double until) {
    for (int i = 0; i < strands; ++i) {
        const StrandTask task{pair, static_cast<double>(i) / strands, static_cast<double>(i + 1) / strands};
        if (task.from < until) tasks.push_back({pair, task.from, std::min(task.until, until)});
    }
}

bool can_walk(const PathStage& stage, std::size_t pair) {
    const auto [a, b] = stage.proof.pairs[pair].bodies;
    const SeenMotions seen = seen_motions(stage, pair);
    return stage.models && stage.options.proof_by == ProofBy::Walk && stage.models->of_body[a] &&
           stage.models->of_body[b] && can_prove_by_walk(seen.a, seen.b);
}

Expected<void> try_proofs(PathStage& stage, const std::vector<std::size_t>& pairs, double until,
                          KeptStrands& kept) {
    std::vector<StrandTask> tasks;
    for (const std::size_t pair : pairs) add_strands(tasks, pair, kWalkStrands, until);
    auto proofs = walk_all(stage, tasks);
    if (!proofs) return proofs.error();
    for (std::size_t first = 0, last = 0; first < tasks.size(); first = last) {
        const std::size_t pair = tasks[first].pair;
        while (last < tasks.size() && tasks[last].pair == pair) ++last;
        const auto of_pair = std::span(*proofs).subspan(first, last - first);
        if (!std::all_of(of_pair.begin(), of_pair.end(),
                         [](const StrandProof& proof) { return proof.verdict == StrandVerdict::Clear; }))
            continue;
        for (std::size_t i = first; i < last; ++i) kept[pair].push_back({tasks[i], std::move((*proofs)[i])});
    }
    return {};
}

Expected<std::vector<StrandProof>> prove_all(PathStage& stage, const std::vector<StrandTask>& tasks,
                                             std::uint64_t most_parts, const std::string& title) {
    Progress progress(title, tasks.size(), stage.options.progress);
    std::vector<StrandProof> proofs(tasks.size());
    const std::size_t grain = tasks.size() > kManyTasks ? kTasksAtOnce : 1;
    const LoopEnd end = parallel_ranges(
        tasks.size(), {.threads = stage.options.threads, .grain = grain, .progress = &progress},
        [&](std::size_t first, std::size_t last) {
            WalkProofWorkspace workspace = stage.workspaces.take();
            for (std::size_t i = first; i < last; ++i)
                proofs[i] = prove(stage, tasks[i], most_parts, workspace);
            stage.workspaces.give_back(std::move(workspace));
        });
    if (end == LoopEnd::Interrupted || interrupt_requested()) return path_interrupted();
    for (const StrandProof& proof : proofs) {
        stage.proof.stats.parts += proof.parts;
        stage.proof.stats.leaves += proof.leaves;
        stage.proof.stats.slow_strands += proof.is_slow ? 1 : 0;
    }
    return proofs;
}

Expected<SegmentEnding> prove_up_to(PathStage& stage, SegmentEnding ending, std::vector<StrandTask> tasks,
                                    KeptStrands& kept) {
    const std::size_t segment = *stage.entered;
    std::vector<StrandProof> proofs(tasks.size());
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < tasks.size(); ++i)
        if (!take_kept(kept, tasks[i], proofs[i])) open.push_back(i);
    double& end = ending.time;
    while (!open.empty()) {
        std::vector<StrandTask> now;
        for (const std::size_t i : open) now.push_back(tasks[i]);
        auto fresh = prove_all(stage, now, ~std::uint64_t{0}, fmt::format("segment {}", segment));
        if (!fresh) return fresh.error();
        for (std::size_t k = 0; k < open.size(); ++k) {
            StrandProof& proof = proofs[open[k]] = std::move((*fresh)[k]);
            if (proof.verdict == StrandVerdict::Contact && proof.contact_time <= end)
                ending = {proof.contact_time, PathVerdict::Contact};
            if (proof.verdict == StrandVerdict::Undecided && now[k].from < end)
                ending = {now[k].from, PathVerdict::Undecided};
        }
        open.clear();
        for (std::size_t i = 0; i < tasks.size(); ++i)
            if (tasks[i].from < end && tasks[i].until > end) tasks[i].until = end, open.push_back(i);
    }
    for (std::size_t i = 0; i < tasks.size(); ++i)
        if (tasks[i].until <= end && tasks[i].from < end)
            stage.proof.strands.push_back({static_cast<std::uint32_t>(segment),
                                           static_cast<std::uint32_t>(tasks[i].pair), tasks[i].from,
                                           tasks[i].until, std::move(proofs[i].nodes)});
    return ending;
}

}  // namespace graze
