#include "graze_papers/redon_paths.h"

#include "graze/continuous/search/start_meeting.h"
#include "graze/core/interrupt.h"
#include "graze/core/parallel.h"
#include "graze/queries/paths/path_work.h"
#include "graze_papers/per_mesh.h"
#include "graze_papers/redon_bodies.h"

#include <fmt/format.h>

#include <algorithm>

namespace graze::papers {
namespace {

constexpr std::size_t kRound = 64;  // pairs that are searched before the earliest contact is passed on

Expected<void> refuse(const Scene& scene, const PathOptions& options) {
    if (scene.paths.empty())
        return make_error(ErrorCode::BadInput, "path", "the scene has no paths, so nothing moves",
                          "`graze clash` tells about one instant");
    const auto no_answer = [](const char* what) {
        return make_error(ErrorCode::Unsupported, "redon02",
                          fmt::format("{} is asked for, and this method finds the first contact only", what),
                          "use the method search, or leave that out");
    };
    if (options.with_proof) return no_answer("a certificate");
    if (options.start_contact == StartContact::Allow)
        return no_answer("what happens after a contact at the start");
    if (options.all_contacts) return no_answer("a list of all contacts");
    return {};
}

struct Ending {
    double time = 1.0;
    ContactVerdict why = ContactVerdict::Clear;
};

class RedonPathSearch {
  public:
    explicit RedonPathSearch(const PathWork& work) : work_(work), trees_(work.moving.scene) {}

    Expected<RedonPaths> run() {
        PathProof& proof = result_.proof;
        proof.counts = count_pairs(work_.moving);
        if (!find_overlaps()) return path_interrupted();
        for (std::size_t segment = 0; segment < work_.moving.segments.size() && proof.overlaps.empty();
             ++segment) {
            const auto ending = search(segment);
            if (!ending) return ending.error();
            proof.segment = segment;
            proof.clear_until = ending->time;
            proof.verdict = ending->why;
            if (ending->why == ContactVerdict::Contact && !list_contacts(segment, ending->time))
                return path_interrupted();
            if (ending->why != ContactVerdict::Clear) break;
        }
        return std::move(result_);
    }

  private:
    [[nodiscard]] bool find_overlaps();
    Expected<Ending> search(std::size_t segment);
    [[nodiscard]] RedonBodiesContact search_pair(std::size_t segment, const MovingPair& pair, double until);
    [[nodiscard]] bool list_contacts(std::size_t segment, double t);

    [[nodiscard]] MovingModel body_of(std::size_t segment, std::uint32_t body) const {
        return body_during(work_.moving, work_.models, segment, body);
    }

    const PathWork& work_;
    PerMesh<ObbTree> trees_;
    std::vector<MovingPair> pairs_;  // that may meet during the segment
    RedonPaths result_;
};

/// The exact answer at t = 0. False after Ctrl-C.
bool RedonPathSearch::find_overlaps() {
    const std::vector<Pose>& start = work_.moving.start;
    const auto found =
        parallel_map(work_.pairs.size(), {.threads = work_.options.threads}, [&](std::size_t i) {
            const auto [a, b] = work_.pairs[i].bodies;
            DiscreteMemory workspace;
            return meet_at_start({*work_.models.of_body[a], start[a]}, {*work_.models.of_body[b], start[b]},
                                 work_.pairs[i].clearance, workspace);
        });
    if (!found || interrupt_requested()) return false;
    PathProof& proof = result_.proof;
    for (std::size_t i = 0; i < found->size(); ++i) {
        const StartMeeting& meeting = (*found)[i];
        if (!meeting.witness && meeting.how == BodyMeeting::Apart) continue;
        proof.overlaps.push_back({work_.pairs[i].bodies, meeting.how});
        if (meeting.witness) proof.contacts.push_back({work_.pairs[i].bodies, *meeting.witness});
    }
    if (!proof.overlaps.empty()) proof.verdict = ContactVerdict::OverlapAtStart;
    return true;
}

RedonBodiesContact RedonPathSearch::search_pair(std::size_t segment, const MovingPair& pair, double until) {
    const auto [i, j] = pair.bodies;
    const MovingModel a = body_of(segment, i), b = body_of(segment, j);
    const auto tree_of = [&](std::uint32_t body) -> const ObbTree& {
        return trees_.of(*work_.moving.scene.bodies[body].mesh,
                         [](const Mesh& mesh) { return build_obb_tree(mesh); });
    };
    return redon_bodies_contact({a, tree_of(i)}, {b, tree_of(j)},
                                {.clearance = pair.clearance,
                                 .tolerance = pair.tolerance,
                                 .until = until,
                                 .deadline = work_.deadline});
}

/// The earliest first contact of all pairs. Rounds of pairs are the same for any number of threads, and so
/// is all that they find.
Expected<Ending> RedonPathSearch::search(std::size_t segment) {
    pairs_ = pairs_that_may_meet(boxes_during(work_.moving, segment, work_.options.threads), work_.pairs);
    std::erase_if(pairs_,
                  [&](const MovingPair& pair) { return nothing_moves(work_.moving, segment, pair.bodies); });
    Progress progress(fmt::format("segment {}", segment), pairs_.size(), work_.options.progress);
    Ending ending;
    double undecided = kInfinity;
    for (std::size_t begin = 0; begin < pairs_.size() && ending.time > 0.0; begin += kRound) {
        const std::size_t count = std::min(kRound, pairs_.size() - begin);
        const auto found =
            parallel_map(count, {.threads = work_.options.threads, .progress = &progress},
                         [&](std::size_t i) { return search_pair(segment, pairs_[begin + i], ending.time); });
        if (!found || interrupt_requested()) return path_interrupted();
        for (const RedonBodiesContact& pair : *found) {
            result_.counters += pair.counters;
            if (pair.verdict == ContactVerdict::Contact && pair.clear_until <= ending.time)
                ending = {pair.clear_until, ContactVerdict::Contact};
            if (pair.verdict == ContactVerdict::Undecided) undecided = std::min(undecided, pair.clear_until);
        }
    }
    PathStats& stats = result_.proof.stats;
    stats.searched += pairs_.size();
    stats.search.node_pairs = result_.counters.box_pairs;
    stats.search.elementary = result_.counters.feature_pairs;
    if (undecided < ending.time || (undecided <= 1.0 && ending.why == ContactVerdict::Clear))
        return Ending{undecided, ContactVerdict::Undecided};
    return ending;
}

/// Features within the contact distance of each other at time t of the segment. False after Ctrl-C.
bool RedonPathSearch::list_contacts(std::size_t segment, double t) {
    EarliestContactWorkspace workspace;
    auto contacts = contacts_at(
        t, pairs_, [&](std::uint32_t body) { return body_of(segment, body); }, work_.options.threads,
        workspace);
    if (contacts) result_.proof.contacts = *std::move(contacts);
    return contacts.has_value();
}

}  // namespace

Expected<RedonPaths> redon_paths(const Scene& scene, const PathOptions& options) {
    if (auto valid = refuse(scene, options); !valid) return valid.error();
    const auto work = make_path_work(scene, options);
    if (!work) return work.error();
    return RedonPathSearch(*work).run();
}

}  // namespace graze::papers
