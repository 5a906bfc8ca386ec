#include "graze/queries/paths/path_strands.h"

#include "graze/core/interrupt.h"
#include "graze/core/parallel.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace graze::internal {
namespace {

constexpr int kProverStrands = 16;            // parts of a segment that are proved side by side
constexpr int kWalkStrands = 4;               // by the walk, which gains from long windows
constexpr std::uint64_t kStepsOfFarPair = 1;  // a pair that one direction proves apart needs no more strands
constexpr std::size_t kManyTasks = 256;       // above that a thread takes several at once
constexpr std::size_t kTasksAtOnce = 8;

/// How a body moves as seen from links that it has in common with another.
std::span<const RigidMotion> relative_links(const ProofBody& body, std::size_t common) {
    return std::span(body.links).subspan(common);
}

bool is_past(const std::optional<std::chrono::steady_clock::time_point>& deadline) {
    return deadline && std::chrono::steady_clock::now() >= *deadline;
}

std::vector<char> meshes_of_pairs(const PathWork& work) {
    std::vector<char> is_needed(work.moving.meshes.size(), 0);
    for (const MovingPair& pair : work.pairs)
        for (const std::uint32_t body : pair.bodies) is_needed[work.moving.mesh_of_body[body]] = 1;
    return is_needed;
}

}  // namespace

SegmentEnding decide_slowly(const PathWork& work, std::size_t segment, const MovingPair& pair, double until) {
    const auto [a, b] = pair.bodies;
    const ProofMesh mesh_a = make_proof_mesh(*work.moving.scene.bodies[a].mesh),
                    mesh_b = make_proof_mesh(*work.moving.scene.bodies[b].mesh);
    const ProofBody body_a{&mesh_a, links_of(work.moving, segment, a)},
        body_b{&mesh_b, links_of(work.moving, segment, b)};
    SegmentEnding ending{until, ContactVerdict::Clear};
    while (ending.time > pair.from) {
        const StrandProof proof = prove_strand({.a = body_a,
                                                .b = body_b,
                                                .clearance = pair.clearance,
                                                .tolerance = pair.tolerance,
                                                .from = pair.from,
                                                .until = ending.time,
                                                .deadline = work.deadline,
                                                .common = common_links(work.moving.segments[segment], a, b)});
        if (proof.verdict == ContactVerdict::Clear) return ending;
        if (proof.verdict == ContactVerdict::Undecided || proof.contact_time >= ending.time)
            return {pair.from, ContactVerdict::Undecided};
        ending = {proof.contact_time, ContactVerdict::Contact};
    }
    return ending;
}

StrandProver::StrandProver(const PathWork& work, PathStats& stats)
    : work_(work), stats_(stats), meshes_(work.moving.meshes.size()), bodies_(work.moving.rest.size()) {
    const std::vector<char> is_needed = meshes_of_pairs(work);
    const bool walks = work.options.proof_by == ProofBy::Walk;
    for (std::uint32_t body = 0; body < bodies_.size(); ++body) {
        auto& mesh = meshes_[work.moving.mesh_of_body[body]];
        const BodyModel* model = walks ? work.models.of_body[body].get() : nullptr;
        if (mesh || !is_needed[work.moving.mesh_of_body[body]] || (walks && model == nullptr)) continue;
        const Mesh& of_body = *work.moving.scene.bodies[body].mesh;
        // In the order of its tree, if that is walked: then sets of the search are ranges.
        mesh = std::make_unique<const ProofMesh>(model ? make_proof_mesh(of_body, model->tree.order)
                                                       : make_proof_mesh(of_body));
    }
}

void StrandProver::enter(std::size_t segment) {
    segment_ = segment;
    kept_.clear();
    long_searches_.clear();
    const SceneMotion& motion = work_.moving.segments[segment];
    pairs_.clear();
    for (const MovingPair& pair : work_.pairs) {
        for (const std::uint32_t body : pair.bodies) {
            const bool is_set = bodies_[body].mesh != nullptr && segment > 0 && !link_of(motion, body) &&
                                !link_of(work_.moving.segments[segment - 1], body);
            if (!is_set)
                bodies_[body] = {meshes_[work_.moving.mesh_of_body[body]].get(),
                                 links_of(work_.moving, segment, body)};
        }
        const auto [a, b] = pair.bodies;
        const std::size_t common = common_links(motion, a, b);
        const bool walks =
            work_.options.proof_by == ProofBy::Walk &&
            can_prove_by_walk(relative_links(bodies_[a], common), relative_links(bodies_[b], common));
        pairs_.push_back({common, walks, !nothing_moves(work_.moving, segment, pair.bodies)});
    }
}

/// Equal parts of the segment, as far as they are in the whole.
void StrandProver::add_tasks(std::vector<Task>& tasks, const Task& whole, int strands) {
    for (int i = 0; i < strands; ++i) {
        const Task task{whole.pair, std::max(static_cast<double>(i) / strands, whole.from),
                        std::min(static_cast<double>(i + 1) / strands, whole.until)};
        if (task.from < task.until) tasks.push_back(task);
    }
}

/// Pre: the walk takes it.
StrandProof StrandProver::walk(const Task& task, double clearance, WalkProofWorkspace& workspace) const {
    const auto [a, b] = work_.pairs[task.pair].bodies;
    const std::size_t common = pairs_[task.pair].common;
    return prove_by_walk({.a = *work_.models.of_body[a],
                          .b = *work_.models.of_body[b],
                          .links_a = relative_links(bodies_[a], common),
                          .links_b = relative_links(bodies_[b], common),
                          .centre_a = bodies_[a].mesh->centre,
                          .centre_b = bodies_[b].mesh->centre,
                          .clearance = clearance,
                          .from = task.from,
                          .until = task.until},
                         workspace);
}

StrandProof StrandProver::prove_slowly(const Task& task, std::uint64_t most_steps) const {
    const MovingPair& pair = work_.pairs[task.pair];
    return prove_strand({.a = bodies_[pair.bodies[0]],
                         .b = bodies_[pair.bodies[1]],
                         .clearance = pair.clearance,
                         .tolerance = pair.tolerance,
                         .from = task.from,
                         .until = task.until,
                         .most_steps = most_steps,
                         .deadline = work_.deadline,
                         .common = pairs_[task.pair].common});
}

StrandProof StrandProver::prove(const Task& task, std::uint64_t most_steps,
                                WalkProofWorkspace& workspace) const {
    StrandProof walked;
    if (is_past(work_.deadline)) return walked;
    if (pairs_[task.pair].walks) {
        walked = walk(task, work_.pairs[task.pair].clearance, workspace);
        if (walked.verdict == ContactVerdict::Clear) return walked;
    }
    StrandProof proof = prove_slowly(task, most_steps);
    proof.steps += walked.steps;
    proof.is_slow = true;
    return proof;
}

/// All tasks, in order: by the walk; what it leaves open, and all that it does not take, by the reference
/// prover.
Expected<StrandProver::Proofs> StrandProver::prove_all(const std::vector<Task>& tasks,
                                                       std::uint64_t most_steps, const std::string& title) {
    Progress progress(title, tasks.size(), work_.options.progress);
    Proofs proofs(tasks.size());
    const std::size_t grain = tasks.size() > kManyTasks ? kTasksAtOnce : 1;
    const LoopEnd end = parallel_ranges(
        tasks.size(), {.threads = work_.options.threads, .grain = grain, .progress = &progress},
        [&](std::size_t first, std::size_t last) {
            WalkProofWorkspace workspace = workspaces_.take();
            for (std::size_t i = first; i < last; ++i) proofs[i] = prove(tasks[i], most_steps, workspace);
            workspaces_.give_back(std::move(workspace));
        });
    if (end == LoopEnd::Interrupted || interrupt_requested()) return path_interrupted();
    for (const StrandProof& proof : proofs) {
        stats_.proof_steps += proof.steps;
        stats_.leaves += proof.leaves;
        stats_.slow_strands += proof.is_slow ? 1 : 0;
    }
    return proofs;
}

void StrandProver::try_proofs(std::span<LongPair> pairs, double until) {
    std::vector<Task> tasks;
    std::vector<std::size_t> owners;  // of tasks, in `pairs`
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const std::size_t pair = index_of(work_, pairs[i].pair.bodies);
        long_searches_.insert(pair);
        if (pairs[i].is_near || !pairs_[pair].walks) continue;
        add_tasks(tasks, {pair, pairs[i].pair.from, until}, kWalkStrands);
        owners.resize(tasks.size(), i);
    }
    Proofs proofs(tasks.size());
    const LoopEnd end = parallel_for(tasks.size(), {.threads = work_.options.threads}, [&](std::size_t i) {
        if (is_past(work_.deadline)) return;
        WalkProofWorkspace workspace = workspaces_.take();
        proofs[i] = walk(tasks[i], work_.pairs[tasks[i].pair].contact_distance(), workspace);
        workspaces_.give_back(std::move(workspace));
    });
    if (end == LoopEnd::Interrupted) return;
    for (const std::size_t owner : owners) pairs[owner].is_clear = true;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        const bool is_clear = proofs[i].verdict == ContactVerdict::Clear;
        pairs[owners[i]].is_clear &= is_clear;
        stats_.proof_steps += proofs[i].steps;
        stats_.leaves += is_clear ? proofs[i].leaves : 0;
    }
    for (std::size_t i = 0; i < tasks.size(); ++i)
        if (pairs[owners[i]].is_clear) kept_[tasks[i].pair].push_back({tasks[i], std::move(proofs[i])});
}

/// What is to be proved: pairs that the search was done with soon, or that are far from each other, at one
/// stroke; the others in strands.
Expected<std::vector<StrandProver::Task>> StrandProver::tasks_up_to(double end) {
    const std::size_t count = work_.pairs.size();
    std::vector<Task> whole, tasks;
    std::vector<char> is_short(count, 0);
    for (std::size_t pair = 0; pair < count; ++pair) {
        const auto& [common, walks, moves] = pairs_[pair];
        const auto from = judged_from(work_, pair, segment_);
        if (!from || *from >= end) continue;
        is_short[pair] = !kept_.contains(pair) && (!moves || (walks && !long_searches_.contains(pair)));
        if (!is_short[pair] && !walks) whole.push_back({pair, *from, end});
    }
    const auto quick = prove_all(whole, kStepsOfFarPair, fmt::format("segment {}: far pairs", segment_));
    if (!quick) return quick.error();
    for (std::size_t i = 0; i < whole.size(); ++i)
        is_short[whole[i].pair] = (*quick)[i].verdict == ContactVerdict::Clear;
    for (std::size_t pair = 0; pair < count; ++pair)
        if (const auto from = judged_from(work_, pair, segment_))
            add_tasks(tasks, {pair, *from, end},
                      is_short[pair]       ? 1
                      : pairs_[pair].walks ? kWalkStrands
                                           : kProverStrands);
    return tasks;
}

bool StrandProver::take_kept(const Task& task, StrandProof& proof) {
    const auto of_pair = kept_.find(task.pair);
    if (of_pair == kept_.end()) return false;
    for (KeptStrand& strand : of_pair->second)
        if (strand.task.from == task.from && strand.task.until == task.until) {
            proof = std::move(strand.proof);
            return true;
        }
    return false;
}

/// Where a proof fails the end comes earlier, and what reaches beyond that is proved again.
Expected<StrandProver::Proofs> StrandProver::prove_tasks(std::vector<Task>& tasks, SegmentEnding& ending) {
    Proofs proofs(tasks.size());
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < tasks.size(); ++i)
        if (!take_kept(tasks[i], proofs[i])) open.push_back(i);
    while (!open.empty()) {
        std::vector<Task> now;
        for (const std::size_t i : open) now.push_back(tasks[i]);
        auto fresh = prove_all(now, ~std::uint64_t{0}, fmt::format("segment {}", segment_));
        if (!fresh) return fresh.error();
        for (std::size_t k = 0; k < open.size(); ++k) {
            StrandProof& proof = proofs[open[k]] = std::move((*fresh)[k]);
            if (proof.verdict == ContactVerdict::Contact && proof.contact_time <= ending.time)
                ending = {proof.contact_time, ContactVerdict::Contact};
            if (proof.verdict == ContactVerdict::Undecided && now[k].from < ending.time)
                ending = {now[k].from, ContactVerdict::Undecided};
        }
        open.clear();
        for (std::size_t i = 0; i < tasks.size(); ++i)
            if (tasks[i].from < ending.time && tasks[i].until > ending.time) {
                tasks[i].until = ending.time;
                open.push_back(i);
            }
    }
    return proofs;
}

Expected<SegmentEnding> StrandProver::prove_up_to(SegmentEnding ending, std::vector<PathStrand>& strands) {
    auto tasks = tasks_up_to(ending.time);
    if (!tasks) return tasks.error();
    auto proofs = prove_tasks(*tasks, ending);
    if (!proofs) return proofs.error();
    for (std::size_t i = 0; i < tasks->size(); ++i) {
        const Task& task = (*tasks)[i];
        if (task.until <= ending.time && task.from < ending.time)
            strands.push_back({static_cast<std::uint32_t>(segment_), static_cast<std::uint32_t>(task.pair),
                               task.from, task.until, std::move((*proofs)[i].nodes)});
    }
    return ending;
}

std::vector<std::vector<std::uint32_t>> StrandProver::orders() const {
    std::vector<std::vector<std::uint32_t>> orders;
    for (std::size_t mesh = 0; mesh < meshes_.size(); ++mesh) {
        auto& order = orders.emplace_back();
        if (meshes_[mesh]) {
            order = meshes_[mesh]->order;
        } else {
            order.resize(work_.moving.meshes[mesh]->triangles.size());
            std::iota(order.begin(), order.end(), 0u);
        }
    }
    return orders;
}

}  // namespace graze::internal
