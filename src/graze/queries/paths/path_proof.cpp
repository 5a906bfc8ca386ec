#include "graze/queries/paths/path_proof.h"

#include "graze/core/interrupt.h"
#include "graze/queries/paths/path_deep.h"
#include "graze/queries/paths/path_inside.h"
#include "graze/queries/paths/path_intervals.h"
#include "graze/queries/paths/path_least.h"
#include "graze/queries/paths/path_seats.h"
#include "graze/queries/paths/path_strands.h"
#include "graze/queries/paths/path_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>

namespace graze {
namespace {

/// Units of search: a longer one pauses for a proof to be tried, which mostly replaces it.
constexpr std::uint64_t kWorkBeforeProof = 500;

std::string reason_of(Allowed allowed) {
    return allowed == Allowed::Everything ? "the scene ignores it" : "the scene allows interference";
}

std::vector<PathIgnored> ignored_of(const MovingScene& moving) {
    const PairRules rules(moving.scene, 0.0);
    std::vector<PathIgnored> ignored;
    for (const BodyPair& pair : named_pairs(moving.scene, moving.carriers)) {
        const PairRule rule = rules.of(pair[0], pair[1]);
        if (!rule.allowed || !leaves_out(*rule.allowed, rule.depth)) continue;
        PathIgnored& item = ignored.emplace_back();
        item.bodies = pair;
        item.reason = reason_of(*rule.allowed);
    }
    return ignored;
}

bool is_before(const PathTime& x, const PathTime& y) {
    return std::pair(x.segment, x.t) < std::pair(y.segment, y.t);
}

/// Segment by segment: searched, then proved.
class PathSearch {
  public:
    /// `seated` has the copies, if there are some; `plain` is about the scene as it was given.
    PathSearch(const PathWork& plain, const SeatedWork* seated, PathProof& proof)
        : plain_(plain), seated_(seated), work_(seated ? *seated->work : plain), proof_(proof) {
        if (work_.options.with_proof && proof.undecided.empty()) strands_.emplace(work_, proof.stats);
        is_open_.assign(work_.pairs.size(), 0);
    }

    Expected<void> run() {
        bool goes_on = true;
        for (std::size_t segment = 0; segment < work_.moving.segments.size() && goes_on; ++segment) {
            const auto ending = run_segment(segment);
            if (!ending) return ending.error();
            if (interrupt_requested()) return path_interrupted();
            proof_.segment = segment;
            proof_.clear_until = ending->time;
            proof_.verdict = ending->why;
            goes_on = ending->why == ContactVerdict::Clear;  // perhaps at t = 1 only
            if (proof_.undecided.empty()) proof_.covered = {segment, ending->time};
        }
        if (strands_) proof_.orders = strands_->orders();
        return {};
    }

  private:
    [[nodiscard]] MovingModel body_of(std::size_t segment, std::uint32_t body) const {
        return body_during(work_.moving, work_.models, segment, body);
    }
    [[nodiscard]] bool is_copy(std::uint32_t body) const { return body >= plain_.moving.rest.size(); }

    /// Those that may meet during the segment, and are judged then.
    [[nodiscard]] std::vector<MovingPair> pairs_during(std::size_t segment) const {
        std::vector<MovingPair> judged;
        for (std::size_t i = 0; i < work_.pairs.size(); ++i) {
            const auto from = judged_from(work_, i, segment);
            if (is_open_[i] || !from || nothing_moves(work_.moving, segment, work_.pairs[i].bodies)) continue;
            judged.push_back(work_.pairs[i]);
            judged.back().from = *from;
        }
        return pairs_that_may_meet(boxes_during(work_.moving, segment, work_.options.threads), judged);
    }

    Expected<SegmentEnding> run_segment(std::size_t segment) {
        const bool proves = strands_ && proof_.undecided.empty();
        if (proves) strands_->enter(segment);
        auto ending = search_on(segment, proves);
        if (!ending || !proves || ending->why == ContactVerdict::OverlapAtStart) return ending;
        SegmentEnding known = *ending;
        if (!proof_.undecided.empty()) known = {proof_.covered.t, ContactVerdict::Undecided};
        const auto proved = strands_->prove_up_to(known, proof_.strands);
        if (!proved) return proved.error();
        if (!proof_.undecided.empty()) {
            proof_.covered.t = proved->time;
            return ending;
        }
        if (proved->time == ending->time) return proved;
        if (proved->why == ContactVerdict::Contact) return judge_contact(segment, proved->time);
        return proved;
    }

    /// Searches until a contact is proved, or the end: seated pairs whose copies meet, and that are not
    /// proved too deep, are left open, and the others searched on.
    Expected<SegmentEnding> search_on(std::size_t segment, bool proves) {
        for (;;) {
            pairs_ = pairs_during(segment);
            auto ending = search(segment, proves && proof_.undecided.empty());
            if (!ending || ending->why != ContactVerdict::Contact) return ending;
            ending = judge_contact(segment, ending->time);
            if (!ending || ending->why != ContactVerdict::Undecided) return ending;
        }
    }

    /// Contact: of the bodies themselves, or of copies of a pair that is then found too deep. Undecided: of
    /// copies only; their pairs are open from here on.
    Expected<SegmentEnding> judge_contact(std::size_t segment, double t) {
        if (!list_contacts(segment, t)) return path_interrupted();
        std::vector<BodyPair> of_copies;
        bool is_proved = false;
        for (const BodyContact& contact : proof_.contacts)
            if (!is_copy(contact.bodies[0]))
                is_proved = true;
            else if (of_copies.empty() || of_copies.back() != contact.bodies)
                of_copies.push_back(contact.bodies);
        std::vector<PathSeat> open;
        for (const BodyPair& copies : of_copies) {
            const PathSeat& seat = seat_of(copies);
            if (auto deep = find_deep(plain_, seat, {segment, t}))
                proof_.deep.push_back(*deep), is_proved = true;
            else
                open.push_back(seat);
        }
        if (interrupt_requested()) return path_interrupted();
        if (is_proved || of_copies.empty()) {
            keep_proved_contacts(open);
            return SegmentEnding{t, ContactVerdict::Contact};
        }
        proof_.contacts.clear();
        if (proof_.undecided.empty()) proof_.covered = {segment, t};
        for (const PathSeat& seat : open)
            proof_.undecided.push_back({seat.bodies, {segment, t}, not_decided(seat)});
        for (const BodyPair& copies : of_copies) is_open_[index_of(work_, copies)] = 1;
        return SegmentEnding{t, ContactVerdict::Undecided};
    }

    [[nodiscard]] const PathSeat& seat_of(const BodyPair& copies) const {
        const BodyPair bodies{seated_->original[copies[0]], seated_->original[copies[1]]};
        return *std::find_if(proof_.seated.begin(), proof_.seated.end(),
                             [&](const PathSeat& seat) { return seat.bodies == bodies; });
    }

    /// Contacts are told of the bodies, not of their copies.
    void keep_proved_contacts(std::span<const PathSeat> open) {
        if (seated_ == nullptr) return;
        for (BodyContact& contact : proof_.contacts)
            for (std::uint32_t& body : contact.bodies) body = seated_->original[body];
        std::erase_if(proof_.contacts, [&](const BodyContact& contact) {
            return std::any_of(open.begin(), open.end(),
                               [&](const PathSeat& seat) { return seat.bodies == contact.bodies; });
        });
    }

    /// The earliest first contact of all pairs.
    Expected<SegmentEnding> search(std::size_t segment, bool proves) {
        Progress progress(fmt::format("segment {}", segment), pairs_.size(), work_.options.progress);
        const auto prove = [&](std::span<LongPair> pairs, double until) {
            strands_->try_proofs(pairs, until);
        };
        const PauseForProof pause{kWorkBeforeProof, prove};
        EarliestContact found = earliest_contact(
            pairs_, [&](std::uint32_t body) { return body_of(segment, body); },
            {.threads = work_.options.threads,
             .deadline = work_.deadline,
             .pause = proves ? &pause : nullptr,
             .progress = &progress},
            workspace_);
        if (found.was_interrupted) return path_interrupted();
        proof_.stats.searched += pairs_.size();
        proof_.stats.search += found.counters;
        proof_.overlaps = std::move(found.overlaps);
        if (!proof_.overlaps.empty()) {
            proof_.contacts = std::move(found.witnesses);
            sort_overlaps();
            return SegmentEnding{0.0, ContactVerdict::OverlapAtStart};
        }
        return ending_of(segment, found);
    }

    /// What the search leaves undecided, because rounding is in the way, the reference prover may decide.
    Expected<SegmentEnding> ending_of(std::size_t segment, const EarliestContact& found) const {
        SegmentEnding ending{found.clear_until,
                             found.has_contact ? ContactVerdict::Contact : ContactVerdict::Clear};
        for (const MovingPair& pair : found.undecided) {
            if (pair.from > ending.time) continue;
            const SegmentEnding slow = work_.deadline || pair.from == ending.time
                                           ? SegmentEnding{pair.from, ContactVerdict::Undecided}
                                           : decide_slowly(work_, segment, pair, ending.time);
            if (interrupt_requested()) return path_interrupted();
            if (slow.why != ContactVerdict::Clear && slow.time <= ending.time) ending = slow;
        }
        return ending;
    }

    void sort_overlaps() {
        const auto is_before = [](const auto& x, const auto& y) { return x.bodies < y.bodies; };
        std::sort(proof_.overlaps.begin(), proof_.overlaps.end(), is_before);
        std::sort(proof_.contacts.begin(), proof_.contacts.end(), is_before);
    }

    bool list_contacts(std::size_t segment, double t) {
        auto contacts = contacts_at(
            t, pairs_, [&](std::uint32_t body) { return body_of(segment, body); }, work_.options.threads,
            workspace_);
        if (contacts) proof_.contacts = *std::move(contacts);
        return contacts.has_value();
    }

    const PathWork& plain_;
    const SeatedWork* seated_;  // null: no copies
    const PathWork& work_;
    PathProof& proof_;
    std::optional<StrandProver> strands_;  // if a proof is wanted
    std::vector<MovingPair> pairs_;        // of the segment
    std::vector<char> is_open_;            // by pair of the work: not searched any more
    EarliestContactWorkspace workspace_;
};

/// Pairs that are not judged or not decided, and those that are open, keep a verdict from being Clear.
void close_verdict(PathProof& proof) {
    if (proof.verdict == ContactVerdict::Clear &&
        !(proof.undecided.empty() && proof.not_judged.empty() && proof.not_decided.empty()))
        proof.verdict = ContactVerdict::Undecided;
    if (proof.verdict != ContactVerdict::Undecided) return;
    for (const PathOpen& open : proof.undecided)
        if (is_before(open.from, {proof.segment, proof.clear_until}))
            proof.segment = open.from.segment, proof.clear_until = open.from.t;
}

/// Pairs and strands of the work with copies, numbered as path_proof.h says.
void number_strands(PathProof& proof, const SeatedWork& seated, std::size_t bodies) {
    const PathWork& work = *seated.work;
    const auto seat_of = [&](const BodyPair& pair) {
        const BodyPair originals{seated.original[pair[0]], seated.original[pair[1]]};
        const auto at = std::lower_bound(
            proof.seated.begin(), proof.seated.end(), originals,
            [](const PathSeat& known, const BodyPair& wanted) { return known.bodies < wanted; });
        return at != proof.seated.end() && at->bodies == originals
                   ? std::optional(static_cast<std::size_t>(at - proof.seated.begin()))
                   : std::nullopt;
    };
    for (const MovingPair& pair : work.pairs)
        if (!seat_of(pair.bodies)) proof.pairs.push_back(pair);
    std::vector<std::size_t> numbers;  // by pair of the work
    std::size_t plain = 0;
    for (const MovingPair& pair : work.pairs) {
        const auto seat = seat_of(pair.bodies);
        const bool is_copy = pair.bodies[0] >= bodies;
        numbers.push_back(!seat ? plain++ : proof.pairs.size() + *seat + (is_copy ? 0 : proof.seated.size()));
    }
    for (PathStrand& strand : proof.strands) strand.pair = static_cast<std::uint32_t>(numbers[strand.pair]);
    std::sort(proof.strands.begin(), proof.strands.end(), [](const PathStrand& x, const PathStrand& y) {
        return std::tuple(x.segment, x.pair, x.from) < std::tuple(y.segment, y.pair, y.from);
    });
}

/// Triangles as they stand: the order of a proof without strands.
std::vector<std::uint32_t> order_as_it_stands(const Mesh& mesh) {
    std::vector<std::uint32_t> order(mesh.triangles.size());
    std::iota(order.begin(), order.end(), 0u);
    return order;
}

/// What a certificate is made of.
void finish_proof(PathProof& proof, PathWork& plain, SeatedWork* seated) {
    proof.ignored = ignored_of(plain.moving);
    if (seated != nullptr) {
        number_strands(proof, *seated, plain.moving.rest.size());
        proof.copies = std::move(seated->copies);
        const std::size_t meshes = plain.moving.meshes.size();
        const MovingScene& moving = seated->work->moving;
        if (!proof.orders.empty())
            for (PathCopy& copy : proof.copies)
                for (std::size_t mesh = meshes; mesh < moving.meshes.size(); ++mesh)
                    if (moving.meshes[mesh] == copy.copy.get()) copy.order = std::move(proof.orders[mesh]);
        proof.orders.resize(std::min(proof.orders.size(), meshes));
        for (PathCopy& copy : proof.copies)
            if (copy.order.empty()) copy.order = order_as_it_stands(*copy.copy);
    } else {
        proof.pairs = std::move(plain.pairs);
        std::erase_if(proof.pairs, [&](const MovingPair& pair) {
            return std::any_of(proof.not_judged.begin(), proof.not_judged.end(),
                               [&](const PathOpen& open) { return open.bodies == pair.bodies; });
        });
    }
    for (std::size_t mesh = proof.orders.size(); mesh < plain.moving.meshes.size(); ++mesh)
        proof.orders.push_back(order_as_it_stands(*plain.moving.meshes[mesh]));
    proof.mesh_of_body = std::move(plain.moving.mesh_of_body);
    proof.motions = std::make_shared<const std::vector<SceneMotion>>(std::move(plain.moving.segments));
}

}  // namespace

Expected<PathProof> prove_paths(const Scene& scene, const PathOptions& options) {
    if (scene.paths.empty())
        return make_error(ErrorCode::BadInput, "path", "the scene has no paths, so nothing moves",
                          "`graze clash` tells about one instant");
    if (options.all_contacts && options.budget_s)
        return make_error(ErrorCode::Unsupported, "path", "lists of all contacts take no budget",
                          "leave it out");
    auto work = make_path_work(scene, options);
    if (!work) return work.error();
    PathProof proof;
    proof.counts = count_pairs(work->moving);
    proof.clearance = options.clearance;
    auto seated = seat_pairs(*work, proof);
    if (!seated) return seated.error();
    if (!proof.overlaps.empty())
        proof.verdict = ContactVerdict::OverlapAtStart;
    else if (auto searched = PathSearch(*work, seated->get(), proof).run(); !searched)
        return searched.error();
    proof.not_decided = may_be_inside(*work, proof);
    close_verdict(proof);
    if (options.all_contacts)
        if (auto listed = list_intervals(*work, proof); !listed) return listed.error();
    if (!options.budget_s) proof.least = least_clearance(*work, proof);
    if (interrupt_requested()) return path_interrupted();
    if (options.with_proof) finish_proof(proof, *work, seated->get());
    return proof;
}

}  // namespace graze
