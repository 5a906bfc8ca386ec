#include "graze/scene/path_proof.h"

#include "graze/continuous/first_contact.h"
#include "graze/continuous/walk_prover.h"
#include "graze/core/interrupt.h"
#include "graze/core/parallel.h"
#include "graze/scene/clash.h"
#include "graze/scene/contact_times.h"
#include "graze/scene/scene_models.h"
#include "graze/scene/scene_motion.h"
#include "graze/scene/swept_boxes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace graze {
namespace {

constexpr int kStrands = 16;     // parts of a segment that are proved side by side
constexpr int kWalkStrands = 4;  // by the walk, which gains from long windows
constexpr std::uint64_t kQuickParts = 1;
constexpr std::uint64_t kShortWork = 500;  // of a search, before a proof is tried, and divided
constexpr std::size_t kManyTasks = 256;    // above that a thread takes several at once
constexpr std::size_t kRound = 128;        // pairs that are searched before the earliest contact is passed on
constexpr std::size_t kGrain = 8;          // of them, by one thread
// By so much more are contacts looked for, not to lose the one that ended the search.
constexpr double kRounding = 0x1p-40;

using Clock = std::chrono::steady_clock;

std::string reason_of(Allowed allowed) {
    switch (allowed) {
        case Allowed::Everything:
            return "the scene ignores it";
        case Allowed::Touching:
            return "the scene allows touching";
        case Allowed::Interference:
            break;
    }
    return "the scene allows interference";
}

class PathProver {
  public:
    PathProver(const Scene& scene, const PathOptions& options) : scene_(scene), options_(options) {
        if (options.budget_s)
            deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(*options.budget_s));
    }

    Expected<PathProof> run() {
        if (auto entered = enter(0); !entered) return entered.error();
        for (std::size_t segment = 1; segment < segments_of(scene_); ++segment)
            if (const auto motion = motion_of_segment(scene_, segment, "path"); !motion)
                return motion.error();
        list_pairs();
        if (auto built = prepare_search(); !built) return built.error();
        const auto overlaps = find_overlaps();
        if (!overlaps) return overlaps.error();
        if (*overlaps && options_.start_contact == StartContact::Allow) {
            if (auto seated = seat_pairs(); !seated) return seated.error();
        }
        if (proof_.verdict != PathVerdict::OverlapAtStart) {
            if (auto proved = prove_segments(); !proved) return proved.error();
        } else if (options_.with_proof) {
            prepare_meshes();  // the certificate names them
        }
        if (options_.all_contacts)
            if (auto listed = list_intervals(); !listed) return listed.error();
        return std::move(proof_);
    }

  private:
    Expected<void> prove_segments() {
        for (std::size_t segment = 0; segment < segments_of(scene_); ++segment) {
            proof_.segment = segment;
            const auto ending = prove_segment(segment);
            if (!ending) return ending.error();
            if (interrupt_requested()) return interrupted();
            proof_.clear_until = ending->time;
            proof_.verdict = ending->why;
            if (ending->why == PathVerdict::Contact) list_contacts(segment, ending->time);
            if (ending->why != PathVerdict::Clear) return {};  // perhaps at t = 1 only
        }
        proof_.verdict = PathVerdict::Clear;
        for (const PathSeat& seat : proof_.seated)
            if (seat.moves && !seat.clear_from)  // nothing that could be judged
                for (const PathContact& contact : start_contacts_)
                    if (contact.bodies == seat.bodies) proof_.contacts.push_back(contact);
        if (proof_.contacts.empty()) return {};
        proof_.verdict = PathVerdict::OverlapAtStart;
        proof_.segment = 0, proof_.clear_until = 0.0;
        return {};
    }

    std::size_t index_of(const BodyPair& bodies) const {  // proof_.pairs.size(): ignored
        const auto key = [](const BodyPair& pair) { return std::pair(pair[1], pair[0]); };
        const auto at = std::lower_bound(
            proof_.pairs.begin(), proof_.pairs.end(), bodies,
            [&](const PathPair& pair, const BodyPair& wanted) { return key(pair.bodies) < key(wanted); });
        const bool is_there = at != proof_.pairs.end() && at->bodies == bodies;
        return is_there ? static_cast<std::size_t>(at - proof_.pairs.begin()) : proof_.pairs.size();
    }

    // During the segment that is entered.
    MotionRef motion_of(std::uint32_t body) const {
        const std::uint32_t link = motion_.link_of_body[body];
        const Link& last = motion_.links.links[link];
        return last.parent ? MotionRef(LinkMotion{&motion_.links, link}) : MotionRef(last.motion);
    }

    // Pre: there are models.
    PairOnPath pair_on_path(std::size_t pair) const {
        const auto [a, b] = proof_.pairs[pair].bodies;
        return {.a = {*models_->of_body[a], motion_of(a)},
                .b = {*models_->of_body[b], motion_of(b)},
                .own_a = own_boxes_[a],
                .own_b = own_boxes_[b],
                .clearance = proof_.pairs[pair].clearance,
                .tolerance = tolerance(proof_.pairs[pair].bodies)};
    }

    void note(const FirstContactCounters& counters) {
        proof_.stats.node_pairs += counters.node_pairs;
        proof_.stats.elementary += counters.elementary;
    }

    // All pairs that overlap at the start become seats, each with the time from which on it is clear.
    Expected<void> seat_pairs() {
        start_contacts_ = std::move(proof_.contacts);
        proof_.contacts.clear();
        proof_.verdict = PathVerdict::Undecided;
        std::vector<std::size_t> open;  // in proof_.seated
        for (const PathContact& contact : start_contacts_) {
            if (seat_of_.try_emplace(index_of(contact.bodies), proof_.seated.size()).second) {
                open.push_back(proof_.seated.size());
                proof_.seated.push_back({contact.bodies, contact.kind, false, std::nullopt});
            }
        }
        for (std::size_t segment = 0; segment < segments_of(scene_) && !open.empty(); ++segment) {
            if (auto entered = enter(segment); !entered) return entered.error();
            std::vector<std::size_t> moving;
            for (const std::size_t seat : open)
                if (!nothing_moves(index_of(proof_.seated[seat].bodies))) moving.push_back(seat);
            Progress progress(fmt::format("segment {}: seated pairs", segment), moving.size(),
                              options_.progress);
            const auto found = parallel_map(
                moving.size(), {.threads = options_.threads, .progress = &progress}, [&](std::size_t i) {
                    ContactTimesWorkspace workspace;
                    return next_clear_stretch(pair_on_path(index_of(proof_.seated[moving[i]].bodies)), 0.0,
                                              workspace);
                });
            if (!found || interrupt_requested()) return interrupted();
            for (std::size_t i = 0; i < moving.size(); ++i) {
                PathSeat& seat = proof_.seated[moving[i]];
                seat.moves = true;
                if (!(*found)[i]) continue;
                seat.clear_from = PathTime{segment, (*found)[i]->from};
                note((*found)[i]->counters);
            }
            std::erase_if(open, [&](std::size_t seat) { return proof_.seated[seat].clear_from.has_value(); });
        }
        return {};
    }

    // From when on the pair is judged in this segment; nothing if not at all.
    std::optional<double> judged_from(std::size_t pair, std::size_t segment) const {
        const auto found = seat_of_.find(pair);
        if (found == seat_of_.end()) return 0.0;
        const auto& clear_from = proof_.seated[found->second].clear_from;
        if (!clear_from || clear_from->segment > segment) return std::nullopt;
        return clear_from->segment == segment ? clear_from->t : 0.0;
    }

    // What ends with a segment goes on in the next.
    void add_interval(std::size_t pair, std::size_t segment, const ContactInterval& interval) {
        const auto last = last_interval_.find(pair);
        if (interval.from == 0.0 && last != last_interval_.end()) {
            PathTime& until = proof_.intervals[last->second].until;
            if (until.segment + 1 == segment && until.t == 1.0) {
                until = {segment, interval.until};
                return;
            }
        }
        last_interval_[pair] = proof_.intervals.size();
        proof_.intervals.push_back(
            {proof_.pairs[pair].bodies, {segment, interval.from}, {segment, interval.until}});
    }

    // Every pair in contact, and when. The segment that is entered changes.
    Expected<void> list_intervals() {
        for (std::size_t segment = 0; segment < segments_of(scene_); ++segment) {
            if (auto entered = enter(segment); !entered) return entered.error();
            std::vector<std::size_t> pairs;
            for (const Candidate& candidate : find_candidates()) pairs.push_back(candidate.pair);
            std::sort(pairs.begin(), pairs.end(), [&](std::size_t i, std::size_t j) {
                return proof_.pairs[i].bodies < proof_.pairs[j].bodies;
            });
            Progress progress(fmt::format("segment {}: all contacts", segment), pairs.size(),
                              options_.progress);
            const auto found = parallel_map(
                pairs.size(), {.threads = options_.threads, .progress = &progress}, [&](std::size_t i) {
                    ContactTimesWorkspace workspace;
                    const PairOnPath pair = pair_on_path(pairs[i]);
                    if (!nothing_moves(pairs[i])) return contact_times(pair, workspace);
                    if (prove_apart_at(pair, 0.0, workspace)) return ContactTimes{};
                    return ContactTimes{{{0.0, 1.0}}, {}};
                });
            if (!found || interrupt_requested()) return interrupted();
            for (std::size_t i = 0; i < pairs.size(); ++i) {
                note((*found)[i].counters);
                for (const ContactInterval& interval : (*found)[i].intervals)
                    add_interval(pairs[i], segment, interval);
            }
        }
        return {};
    }

    static Error interrupted() { return make_error(ErrorCode::Interrupted, "path", "interrupted"); }

    void list_pairs() {
        const PairRules rules(scene_, options_.clearance);
        proof_.pairs.reserve(scene_.bodies.size() * (scene_.bodies.size() - 1) / 2);
        for (std::uint32_t j = 0; j < scene_.bodies.size(); ++j)
            for (std::uint32_t i = 0; i < j; ++i) {
                const PairRule rule = rules.of(i, j);
                if (!rule.allowed)
                    proof_.pairs.push_back({{i, j}, rule.clearance});
                else
                    proof_.ignored.push_back({{i, j}, reason_of(*rule.allowed)});
            }
        std::map<const Mesh*, Box> known;
        for (const Body& body : scene_.bodies) {
            const auto [entry, is_new] = known.try_emplace(body.mesh.get());
            if (is_new) entry->second = bounds_of(*body.mesh);
            own_boxes_.push_back(entry->second);
            sizes_.push_back(size_of(entry->second));
        }
        for (const double size : sizes_)  // the tolerance does not rise from size 0 on
            farthest_reach_ = std::max(farthest_reach_, reach(rules.largest_clearance(), size));
    }

    double tolerance(double larger_size) const {
        return options_.tolerance.value_or(default_tolerance(larger_size));
    }
    double tolerance(const BodyPair& bodies) const {
        return tolerance(std::max(sizes_[bodies[0]], sizes_[bodies[1]]));
    }

    // Within this, triangles count as in contact at the end of the search.
    double reach(double clearance, double larger_size) const {
        return (clearance + tolerance(larger_size)) * (1.0 + kRounding);
    }
    double reach(const PathPair& pair) const {
        return reach(pair.clearance, std::max(sizes_[pair.bodies[0]], sizes_[pair.bodies[1]]));
    }

    // Every body at its pose, or, if it hangs on joints that do not begin at 0, near where they put it. Pairs
    // that may touch are of no interest here.
    //
    // Pre: the first segment is entered.
    Scene scene_at_start() const {
        Scene start = scene_;
        for (IgnoredPair& pair : start.ignore) pair.allowed = Allowed::Everything;
        for (std::uint32_t body = 0; body < scene_.bodies.size() && !scene_.joints.empty(); ++body) {
            bool is_moved = false;
            for (const std::uint32_t link : chain_of(motion_, body)) {
                const auto* joint = std::get_if<JointLink>(&motion_.sources[link]);
                is_moved |= joint && joint->from != 0.0;
            }
            if (!is_moved) continue;
            const RoughPlacement at = rough_placement(moving_[body], 0.0);
            Eigen::Matrix3d rotation;
            for (int k = 0; k < 3; ++k) rotation.col(k) = at.columns[k];
            start.bodies[body].pose = {at.place, Eigen::Quaterniond(rotation).normalized()};
        }
        return start;
    }

    // The exact answer at t = 0. True if a pair is already within its clearance.
    Expected<bool> find_overlaps() {
        const auto report = find_clashes(scene_at_start(),
                                         {.clearance = options_.clearance,
                                          .detail = ClashDetail::Summary,
                                          .threads = options_.threads,
                                          .progress = options_.progress},
                                         models_ ? &*models_ : nullptr);
        if (!report) return report.error();
        for (const ClashPair& clash : report->pairs) {
            PathContact contact{clash.bodies, name_of(clash.kind)};
            if (!clash.triangles.empty())
                contact.triangles = {clash.triangles.front().a, clash.triangles.front().b};
            contact.surfaces = surfaces_of(clash.bodies, contact.triangles);
            contact.points = clash.points;
            const Vec3 apart = clash.points[0] - clash.points[1];
            if (clash.distance_hi > 0.0) contact.normal = apart / apart.norm();
            contact.distance = clash.distance_hi;
            proof_.contacts.push_back(std::move(contact));
        }
        if (!proof_.contacts.empty()) proof_.verdict = PathVerdict::OverlapAtStart;
        return !proof_.contacts.empty();
    }

    std::array<std::uint32_t, 2> surfaces_of(const BodyPair& bodies,
                                             const std::array<std::uint32_t, 2>& ids) const {
        return {scene_.bodies[bodies[0]].mesh->surface_of_triangle[ids[0]],
                scene_.bodies[bodies[1]].mesh->surface_of_triangle[ids[1]]};
    }

    // In the order of its tree, if there is one: then sets of the search are ranges.
    ProofMesh proof_mesh_of(std::uint32_t body) const {
        const Mesh& mesh = *scene_.bodies[body].mesh;
        const bool walks = models_ && options_.proof_by == ProofBy::Walk;
        const BodyModel* model = walks ? models_->of_body[body].get() : nullptr;
        return model ? make_proof_mesh(mesh, model->tree.order) : make_proof_mesh(mesh);
    }

    // Those of some bodies; bodies that share a mesh share it here, too.
    void prepare_meshes(std::span<const std::uint32_t> bodies) {
        proof_.meshes.resize(scene_.bodies.size());
        for (const std::uint32_t body : bodies) {
            const Mesh& own = *scene_.bodies[body].mesh;
            auto& mesh = proof_meshes_[&own];
            if (!mesh) mesh = std::make_shared<const ProofMesh>(proof_mesh_of(body));
            proof_.meshes[body] = mesh;
            if (body < moving_.size()) moving_[body].mesh = mesh.get();
        }
    }

    void prepare_meshes() {
        std::vector<std::uint32_t> all(scene_.bodies.size());
        std::iota(all.begin(), all.end(), 0u);
        prepare_meshes(all);
    }

    // The search knows no clock.
    Expected<void> prepare_search() {
        if (deadline_) return {};
        std::vector<BodyPair> pairs;
        pairs.reserve(proof_.pairs.size());
        for (const PathPair& pair : proof_.pairs) pairs.push_back(pair.bodies);
        auto models =
            build_models(scene_, pairs, {.threads = options_.threads, .progress = options_.progress});
        if (!models) return models.error();
        models_ = std::move(*models);
        return {};
    }

    // Where the time that is clear ends in a segment, and why.
    struct Ending {
        double time = 1.0;
        PathVerdict why = PathVerdict::Clear;
    };

    // A pair that may come within reach during the segment, not before the eighth `part` of it.
    struct Candidate {
        int part;
        std::size_t pair;  // in proof_.pairs
        auto operator<=>(const Candidate&) const = default;
    };

    // Earliest first. All others are proved to stay out of reach: what the search would say of them, too.
    std::vector<Candidate> find_candidates() const {
        std::vector<SweptBody> bodies;
        for (std::uint32_t body = 0; body < moving_.size(); ++body)
            bodies.push_back({motion_of(body), own_boxes_[body]});
        const SweptBoxes boxes = swept_boxes(bodies);
        std::vector<Candidate> candidates;
        for (const BodyPair& near : pairs_within(boxes.whole, farthest_reach_)) {
            const std::size_t pair = index_of(near);
            if (pair == proof_.pairs.size()) continue;  // ignored
            if (const auto part = first_part_within(boxes, near, reach(proof_.pairs[pair])))
                candidates.push_back({*part, pair});
        }
        std::sort(candidates.begin(), candidates.end());
        return candidates;
    }

    struct Task {
        std::size_t pair;
        double from, until;
    };
    struct Kept {
        Task task;
        StrandProof proof;
    };

    // Equal parts of the segment, up to a time.
    static void add_strands(std::vector<Task>& tasks, std::size_t pair, int strands, double until) {
        for (int i = 0; i < strands; ++i) {
            const Task task{pair, static_cast<double>(i) / strands, static_cast<double>(i + 1) / strands};
            if (task.from < until) tasks.push_back({pair, task.from, std::min(task.until, until)});
        }
    }

    struct Found {
        ContactVerdict verdict = ContactVerdict::Undecided;
        double until = 0.0;
        FirstContactCounters counters;
        bool is_cut = false;  // by kShortWork
    };

    Found search_pair(std::size_t pair, const Interval& time, int threads, FirstContactWorkspace& workspace,
                      std::uint64_t most_work = ~std::uint64_t{0}) const {
        const PairOnPath bodies = pair_on_path(pair);
        const FirstContact contact = first_contact(bodies.a, bodies.b,
                                                   {.clearance = bodies.clearance,
                                                    .tolerance = bodies.tolerance,
                                                    .most_work = most_work,
                                                    .from = time.lo,
                                                    .until = time.hi,
                                                    .threads = threads},
                                                   workspace);
        return {contact.verdict, contact.clear_until, contact.counters};
    }

    // Searches that would be long, and have no contact in sight, mostly end without one: then the proof is
    // all that is needed. It is tried with what the search leaves out, so the search would say the same.
    // Proofs that succeed are kept.
    Expected<void> try_proofs(const std::vector<std::size_t>& pairs, double until) {
        std::vector<Task> tasks;
        for (const std::size_t pair : pairs) add_strands(tasks, pair, kWalkStrands, until);
        auto proofs = walk_all(tasks);
        if (!proofs) return proofs.error();
        for (std::size_t first = 0, last = 0; first < tasks.size(); first = last) {
            const std::size_t pair = tasks[first].pair;
            while (last < tasks.size() && tasks[last].pair == pair) ++last;
            const auto of_pair = std::span(*proofs).subspan(first, last - first);
            if (!std::all_of(of_pair.begin(), of_pair.end(),
                             [](const StrandProof& proof) { return proof.verdict == StrandVerdict::Clear; }))
                continue;
            for (std::size_t i = first; i < last; ++i)
                kept_[pair].push_back({tasks[i], std::move((*proofs)[i])});
        }
        return {};
    }

    // The earliest first contact of all pairs; nothing if the search cannot tell. Rounds of pairs are the
    // same for any number of threads, and so is all that they find.
    Expected<std::optional<Ending>> search_segment(std::size_t segment) {
        long_searches_.clear();
        kept_.clear();
        if (!models_) return std::optional<Ending>();
        candidates_ = find_candidates();
        struct Judged {
            std::size_t pair;
            double from;
        };
        std::vector<Judged> moving;  // the others stay as far apart as they are
        for (const Candidate& candidate : candidates_) {
            const auto from = judged_from(candidate.pair, segment);
            if (from && *from < 1.0 && !nothing_moves(candidate.pair))
                moving.push_back({candidate.pair, *from});
        }
        Progress progress(fmt::format("segment {}", segment), moving.size(), options_.progress);
        if (options_.with_proof) prepare_meshes();
        std::vector<FirstContactWorkspace> workspaces(kRound / kGrain);
        std::vector<Found> found(kRound);
        Ending ending;
        double undecided = kInfinity;
        for (std::size_t begin = 0; begin < moving.size() && ending.time > 0.0; begin += kRound) {
            const std::size_t count = std::min(kRound, moving.size() - begin);
            // Pairs for one thread only are searched one after the other, each by all threads.
            const int threads_each = count <= kGrain ? options_.threads : 1;
            const LoopEnd end = parallel_ranges(
                count, {.threads = options_.threads, .grain = kGrain, .progress = &progress},
                [&](std::size_t first, std::size_t last) {
                    for (std::size_t i = first; i < last; ++i) {
                        const auto [pair, from] = moving[begin + i];
                        found[i] = Found{ContactVerdict::Clear, ending.time, {}};
                        if (from >= ending.time) continue;
                        const bool is_short = options_.with_proof && can_walk(pair);
                        found[i] =
                            search_pair(pair, {from, ending.time}, threads_each, workspaces[first / kGrain],
                                        is_short ? kShortWork : ~std::uint64_t{0});
                        found[i].is_cut = is_short && found[i].verdict == ContactVerdict::Undecided;
                    }
                });
            if (end == LoopEnd::Interrupted || interrupt_requested()) return interrupted();
            std::vector<std::size_t> cut, hopeful;
            for (std::size_t i = 0; i < count; ++i) {
                if (!found[i].is_cut) continue;
                note(found[i].counters);
                cut.push_back(i);
                long_searches_.insert(moving[begin + i].pair);
                if (found[i].counters.elementary == 0) hopeful.push_back(moving[begin + i].pair);
            }
            if (auto tried = try_proofs(hopeful, ending.time); !tried) return tried.error();
            const LoopEnd rest = parallel_for(cut.size(), {.threads = options_.threads}, [&](std::size_t k) {
                const std::size_t pair = moving[begin + cut[k]].pair;
                found[cut[k]] = Found{ContactVerdict::Clear, ending.time, {}};
                if (kept_.contains(pair)) return;
                FirstContactWorkspace workspace;
                found[cut[k]] = search_pair(pair, {moving[begin + cut[k]].from, ending.time},
                                            cut.size() == 1 ? options_.threads : 1, workspace);
            });
            if (rest == LoopEnd::Interrupted || interrupt_requested()) return interrupted();
            for (const Found& pair : std::span(found).first(count)) {
                note(pair.counters);
                if (pair.verdict == ContactVerdict::Contact && pair.until <= ending.time)
                    ending = {pair.until, PathVerdict::Contact};
                if (pair.verdict == ContactVerdict::Undecided) undecided = std::min(undecided, pair.until);
            }
        }
        proof_.stats.searched += moving.size();
        if (undecided < ending.time || (undecided <= 1.0 && ending.why == PathVerdict::Clear))
            return seat_of_.empty() ? std::optional<Ending>()  // the prover knows no seats
                                    : std::optional(Ending{undecided, PathVerdict::Undecided});
        return std::optional(ending);
    }

    // The walk of the search takes bodies that move by one formula.
    bool can_walk(std::size_t pair) const {
        const auto [a, b] = proof_.pairs[pair].bodies;
        return models_ && options_.proof_by == ProofBy::Walk && common(pair) == 0 && models_->of_body[a] &&
               models_->of_body[b] && moving_[a].links.size() == 1 && moving_[b].links.size() == 1 &&
               can_prove_by_walk(moving_[a].links.front(), moving_[b].links.front());
    }

    StrandProof walk(const Task& task, double clearance, WalkProofWorkspace& workspace) const {
        const auto [a, b] = proof_.pairs[task.pair].bodies;
        return prove_by_walk({.a = *models_->of_body[a],
                              .b = *models_->of_body[b],
                              .motion_a = moving_[a].links.front(),
                              .motion_b = moving_[b].links.front(),
                              .centre_a = moving_[a].mesh->centre,
                              .centre_b = moving_[b].mesh->centre,
                              .clearance = clearance,
                              .from = task.from,
                              .until = task.until},
                             workspace);
    }

    // By the walk of the search; what it leaves open, and all that it does not take, by the reference prover.
    StrandProof prove(const Task& task, std::uint64_t most_parts, WalkProofWorkspace& workspace) const {
        StrandProof walked;
        if (can_walk(task.pair)) {
            walked = walk(task, proof_.pairs[task.pair].clearance, workspace);
            if (walked.verdict == StrandVerdict::Clear) return walked;
        }
        StrandProof proof = prove_slowly(task.pair, task.from, task.until, most_parts);
        proof.parts += walked.parts;
        proof.is_slow = true;
        return proof;
    }

    StrandProof prove_slowly(std::size_t pair, double from, double until, std::uint64_t most_parts) const {
        const BodyPair& bodies = proof_.pairs[pair].bodies;
        return prove_strand({.a = moving_[bodies[0]],
                             .b = moving_[bodies[1]],
                             .clearance = proof_.pairs[pair].clearance,
                             .tolerance = tolerance(bodies),
                             .from = from,
                             .until = until,
                             .most_parts = most_parts,
                             .deadline = deadline_,
                             .common = common(pair)});
    }

    // Tries all tasks by the walk alone, for all within reach.
    Expected<std::vector<StrandProof>> walk_all(const std::vector<Task>& tasks) {
        std::vector<StrandProof> proofs(tasks.size());
        const LoopEnd end = parallel_for(tasks.size(), {.threads = options_.threads}, [&](std::size_t i) {
            WalkProofWorkspace workspace;
            proofs[i] = walk(tasks[i], reach(proof_.pairs[tasks[i].pair]), workspace);
        });
        if (end == LoopEnd::Interrupted || interrupt_requested()) return interrupted();
        for (const StrandProof& proof : proofs) {
            proof_.stats.parts += proof.parts;
            proof_.stats.leaves += proof.verdict == StrandVerdict::Clear ? proof.leaves : 0;
        }
        return proofs;
    }

    // Proves all tasks, in order.
    Expected<std::vector<StrandProof>> prove_all(const std::vector<Task>& tasks, std::uint64_t most_parts,
                                                 const std::string& title) {
        Progress progress(title, tasks.size(), options_.progress);
        std::vector<StrandProof> proofs(tasks.size());
        const std::size_t grain = tasks.size() > kManyTasks ? kGrain : 1;
        const LoopEnd end = parallel_ranges(
            tasks.size(), {.threads = options_.threads, .grain = grain, .progress = &progress},
            [&](std::size_t first, std::size_t last) {
                WalkProofWorkspace workspace;
                for (std::size_t i = first; i < last; ++i) proofs[i] = prove(tasks[i], most_parts, workspace);
            });
        if (end == LoopEnd::Interrupted || interrupt_requested()) return interrupted();
        for (const StrandProof& proof : proofs) {
            proof_.stats.parts += proof.parts;
            proof_.stats.leaves += proof.leaves;
            proof_.stats.slow_strands += proof.is_slow ? 1 : 0;
        }
        return proofs;
    }

    // From now on it is about this segment.
    Expected<void> enter(std::size_t segment) {
        if (entered_ == segment) return {};
        auto motion = motion_of_segment(scene_, segment, "path");
        if (!motion) return motion.error();
        motion_ = *std::move(motion);
        entered_ = segment;
        moving_.clear();
        for (std::uint32_t body = 0; body < scene_.bodies.size(); ++body) {
            moving_.push_back({nullptr, {}});
            for (const std::uint32_t link : chain_of(motion_, body))
                moving_.back().links.push_back(motion_.links.links[link].motion);
        }
        return {};
    }

    // Links that carry both bodies.
    std::size_t common(std::size_t pair) const {
        return common_links(motion_, proof_.pairs[pair].bodies[0], proof_.pairs[pair].bodies[1]);
    }

    Expected<Ending> prove_segment(std::size_t segment) {
        if (auto entered = enter(segment); !entered) return entered.error();
        const auto found = search_segment(segment);
        if (!found) return found.error();
        const Ending ending = found->value_or(Ending{});
        if (*found && !options_.with_proof) return ending;
        prepare_meshes();

        // Pairs that the search was done with soon, or that are far from each other, are proved at one
        // stroke; the others in strands.
        std::vector<Task> whole, tasks;
        std::vector<char> is_short(proof_.pairs.size(), 0);
        for (std::size_t pair = 0; pair < proof_.pairs.size() && ending.time > 0.0; ++pair) {
            is_short[pair] =
                !kept_.contains(pair) &&
                (nothing_moves(pair) || (*found && can_walk(pair) && !long_searches_.contains(pair)));
            if (!is_short[pair] && !can_walk(pair)) whole.push_back({pair, 0.0, ending.time});
        }
        const auto quick = prove_all(whole, kQuickParts, fmt::format("segment {}: far pairs", segment));
        if (!quick) return quick.error();
        for (std::size_t i = 0; i < whole.size(); ++i)
            is_short[whole[i].pair] = (*quick)[i].verdict == StrandVerdict::Clear;
        for (std::size_t pair = 0; pair < proof_.pairs.size(); ++pair)
            add_strands(tasks, pair,
                        is_short[pair]   ? 1
                        : can_walk(pair) ? kWalkStrands
                                         : kStrands,
                        ending.time);
        return prove_up_to(ending, segment, std::move(tasks));
    }

    // Of the links that the two do not have in common.
    bool nothing_moves(std::size_t pair) const {
        const auto shared = static_cast<std::ptrdiff_t>(common(pair));
        return std::all_of(
            proof_.pairs[pair].bodies.begin(), proof_.pairs[pair].bodies.end(), [&](std::uint32_t body) {
                const auto& links = moving_[body].links;
                return std::all_of(links.begin() + shared, links.end(), [](const RigidMotion& link) {
                    return std::holds_alternative<AtRest>(link);
                });
            });
    }

    // The proof of a task, if try_proofs has left it.
    bool take_kept(const Task& task, StrandProof& proof) {
        const auto of_pair = kept_.find(task.pair);
        if (of_pair == kept_.end()) return false;
        for (Kept& kept : of_pair->second)
            if (kept.task.from == task.from && kept.task.until == task.until) {
                proof = std::move(kept.proof);
                return true;
            }
        return false;
    }

    // Proves the tasks; if that fails somewhere, only up to there, until everything before the end is proved.
    Expected<Ending> prove_up_to(Ending ending, std::size_t segment, std::vector<Task> tasks) {
        std::vector<StrandProof> proofs(tasks.size());
        std::vector<std::size_t> open;
        for (std::size_t i = 0; i < tasks.size(); ++i)
            if (!take_kept(tasks[i], proofs[i])) open.push_back(i);
        double& end = ending.time;
        while (!open.empty()) {
            std::vector<Task> now;
            for (const std::size_t i : open) now.push_back(tasks[i]);
            auto fresh = prove_all(now, ~std::uint64_t{0}, fmt::format("segment {}", segment));
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
                proof_.strands.push_back({static_cast<std::uint32_t>(segment),
                                          static_cast<std::uint32_t>(tasks[i].pair), tasks[i].from,
                                          tasks[i].until, std::move(proofs[i].nodes)});
        return ending;
    }

    // Pairs that may be within reach of each other at time t.
    std::vector<std::size_t> pairs_near(std::size_t segment, double t) const {
        std::vector<std::size_t> pairs;
        if (!models_) {
            for (std::size_t i = 0; i < proof_.pairs.size(); ++i) pairs.push_back(i);
            return pairs;
        }
        std::vector<Box> boxes;
        for (std::uint32_t body = 0; body < moving_.size(); ++body)
            boxes.push_back(swept_box(motion_of(body), own_boxes_[body], exactly(t)));
        WideWorkspace workspace;
        for (const Candidate& candidate : candidates_) {
            const PathPair& pair = proof_.pairs[candidate.pair];
            const auto from = judged_from(candidate.pair, segment);
            if (from && *from <= t &&
                may_be_within(boxes[pair.bodies[0]], boxes[pair.bodies[1]], reach(pair)) &&
                !prove_skins_apart_at(pair_on_path(candidate.pair), t, reach(pair), workspace))
                pairs.push_back(candidate.pair);
        }
        std::sort(pairs.begin(), pairs.end());
        return pairs;
    }

    void list_contacts(std::size_t segment, double t) {
        const std::vector<std::size_t> pairs = pairs_near(segment, t);
        std::vector<std::uint32_t> bodies;
        for (const std::size_t i : pairs)
            bodies.insert(bodies.end(), proof_.pairs[i].bodies.begin(), proof_.pairs[i].bodies.end());
        prepare_meshes(bodies);
        for (const std::size_t i : pairs) {
            const PathPair& pair = proof_.pairs[i];
            for (const NearTriangles& near :
                 triangles_within(moving_[pair.bodies[0]], moving_[pair.bodies[1]], t, reach(pair))) {
                static constexpr const char* kNames[3] = {"vertex", "edge", "face"};
                PathContact contact{pair.bodies,
                                    fmt::format("{}_{}", kNames[std::min(near.gap.corners_a, 3) - 1],
                                                kNames[std::min(near.gap.corners_b, 3) - 1])};
                contact.triangles = {near.triangle_a, near.triangle_b};
                contact.surfaces = surfaces_of(pair.bodies, contact.triangles);
                contact.points = {near.gap.on_a, near.gap.on_b};
                if (near.gap.distance > 0.0) contact.normal = near.gap.apart / near.gap.distance;
                contact.distance = near.gap.distance;
                proof_.contacts.push_back(std::move(contact));
            }
        }
    }

    const Scene& scene_;
    const PathOptions& options_;
    std::optional<Clock::time_point> deadline_;
    std::optional<SceneModels> models_;                 // if the search can be used
    std::vector<Box> own_boxes_;                        // by body
    double farthest_reach_ = 0.0;                       // of all pairs
    std::vector<double> sizes_;                         // by body
    std::optional<std::size_t> entered_;                // the segment
    SceneMotion motion_;                                // during the segment
    std::vector<ProofBody> moving_;                     // by body, during the segment
    std::vector<Candidate> candidates_;                 // during the segment, if there are models
    std::set<std::size_t> long_searches_;               // pairs, during the segment: above kShortWork
    std::map<std::size_t, std::vector<Kept>> kept_;     // by pair, during the segment: proofs up to its end
    std::map<std::size_t, std::size_t> seat_of_;        // by pair: in proof_.seated
    std::vector<PathContact> start_contacts_;           // of the seats
    std::map<std::size_t, std::size_t> last_interval_;  // by pair: in proof_.intervals
    std::map<const Mesh*, std::shared_ptr<const ProofMesh>> proof_meshes_;
    PathProof proof_;
};

}  // namespace

const char* name_of(PathVerdict verdict) {
    switch (verdict) {
        case PathVerdict::Clear:
            return "clear";
        case PathVerdict::Contact:
            return "contact";
        case PathVerdict::OverlapAtStart:
            return "overlap_at_start";
        case PathVerdict::Undecided:
            break;
    }
    return "undecided";
}

Expected<PathProof> prove_paths(const Scene& scene, const PathOptions& options) {
    if (scene.paths.empty())
        return make_error(ErrorCode::BadInput, "path", "the scene has no paths, so nothing moves",
                          "`graze clash` tells about one instant");
    const bool asks_for_times = options.start_contact == StartContact::Allow || options.all_contacts;
    if (asks_for_times && options.budget_s)
        return make_error(ErrorCode::Unsupported, "path",
                          "contacts from the start on, and lists of all, take no budget", "leave it out");
    if (options.start_contact == StartContact::Allow && options.with_proof)
        return make_error(ErrorCode::Unsupported, "path",
                          "a certificate is about the path from its very start",
                          "leave one out, or ignore the pairs that begin seated");
    return PathProver(scene, options).run();
}

}  // namespace graze
