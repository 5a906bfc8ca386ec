#include "graze/queries/paths/path_seats.h"

#include "graze/continuous/search/start_meeting.h"
#include "graze/core/assert.h"
#include "graze/core/interrupt.h"
#include "graze/core/parallel.h"
#include "graze/core/wording.h"
#include "graze/model/inset_copy.h"
#include "graze/queries/instant/contact_depth.h"
#include "graze/queries/paths/path_deep.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace graze::internal {
namespace {

constexpr double kDeviations = 2.0;         // in the default of D
constexpr double kDepthOfSize = 1e-5;       // the same
constexpr double kToleranceOfDepth = 16.0;  // D is at least so many tolerances

/// What the start says of a pair.
struct AtStart {
    std::size_t pair;  // in work.pairs
    StartMeeting meeting;
    PairRule rule;
    bool touches_nearly = false;  // apart by no more than the tolerance, and no clearance is asked for

    [[nodiscard]] bool meets() const { return meeting.how != BodyMeeting::Apart || touches_nearly; }
    [[nodiscard]] bool is_near() const { return meets() || meeting.witness.has_value(); }
};

using CopyKey = std::pair<const Mesh*, double>;  // a mesh and how far its vertices may move

/// From what is asked at the start to the work with copies.
class Seating {
  public:
    Seating(const PathWork& work, PathProof& proof) : work_(work), proof_(proof) {}

    Expected<std::unique_ptr<SeatedWork>> run() {
        const auto at_start = look_at_start();
        if (!at_start) return at_start.error();
        for (const AtStart& pair : *at_start) take(pair);
        if (auto copied = make_copies(); !copied) return copied.error();
        if (auto judged = judge_start(*at_start); !judged) return judged.error();
        if (!proof_.overlaps.empty() || (judged_by_depth_.empty())) return std::unique_ptr<SeatedWork>();
        if (auto found = find_clear_times(); !found) return found.error();
        return with_copies();
    }

  private:
    [[nodiscard]] const BodyModel& model(std::uint32_t body) const { return *work_.models.of_body[body]; }
    [[nodiscard]] const SceneBody& scene_body(std::uint32_t body) const {
        return work_.moving.scene.bodies[body];
    }

    Expected<std::vector<AtStart>> look_at_start() const {
        const PairRules rules(work_.moving.scene, work_.options.clearance);
        const std::vector<Pose>& start = work_.moving.start;
        auto found = parallel_map(work_.pairs.size(), {.threads = work_.options.threads}, [&](std::size_t i) {
            const auto [a, b] = work_.pairs[i].bodies;
            DiscreteMemory workspace;
            const PosedModel posed_a{model(a), start[a]}, posed_b{model(b), start[b]};
            const MovingPair& pair = work_.pairs[i];
            AtStart at{i, meet_at_start(posed_a, posed_b, pair.clearance, workspace), rules.of(a, b)};
            if (at.meeting.how == BodyMeeting::Apart && pair.clearance == 0.0 && !body_without_inside({a, b}))
                at.touches_nearly =
                    near_at_start(posed_a, posed_b, touching_distance(pair), workspace).witness.has_value();
            return at;
        });
        if (!found || interrupt_requested()) return path_interrupted();
        return *std::move(found);
    }

    /// Solids that are no farther apart were meant to touch: the last bits of vertices decide nothing.
    [[nodiscard]] double touching_distance(const MovingPair& pair) const {
        const auto& sizes = work_.moving.sizes;
        return std::min(pair.tolerance,
                        default_tolerance(std::max(sizes[pair.bodies[0]], sizes[pair.bodies[1]])));
    }

    /// A seat, a pair that cannot be one, an overlap, or none of these.
    void take(const AtStart& at) {
        const BodyPair bodies = work_.pairs[at.pair].bodies;
        if (!at.meets() && !at.rule.allowed) {
            if (at.is_near()) add_overlap(at);
            return;
        }
        if (const auto open = body_without_inside(bodies)) {
            if (is_overlap_of_soups(at)) return add_overlap(at);
            proof_.not_judged.push_back(
                {bodies, {0, 0.0}, fmt::format("{} has no inside", in_quotes(scene_body(*open).name))});
            judged_by_depth_.insert(at.pair);
            return;
        }
        judged_by_depth_.insert(at.pair);
        proof_.seated.push_back({.bodies = bodies,
                                 .meeting = at.touches_nearly ? BodyMeeting::Touching : at.meeting.how,
                                 .by = !at.rule.allowed ? SeatedBy::Touching
                                       : *at.rule.allowed == Allowed::Touching
                                           ? SeatedBy::TouchingAllowed
                                           : SeatedBy::InterferenceAllowed,
                                 .depth = depth_of(bodies, at.rule),
                                 .keeps_clearance = !at.rule.allowed || at.rule.clearance_is_own,
                                 .clear_from = std::nullopt});
    }

    /// What crosses, or lies inside a solid, does more than touch, whatever touching means for soups. How deep
    /// that is has no meaning, so a rule about depth leaves it open.
    static bool is_overlap_of_soups(const AtStart& at) {
        return at.meets() && at.meeting.how != BodyMeeting::Touching && !at.touches_nearly &&
               at.rule.allowed != Allowed::Interference;
    }

    void add_overlap(const AtStart& at) {
        const BodyPair bodies = work_.pairs[at.pair].bodies;
        proof_.overlaps.push_back({bodies, at.meeting.how});
        if (at.meeting.witness) proof_.contacts.push_back({bodies, *at.meeting.witness});
    }

    [[nodiscard]] std::optional<std::uint32_t> body_without_inside(const BodyPair& bodies) const {
        for (const std::uint32_t body : bodies)
            if (!model(body).is_solid) return body;
        return std::nullopt;
    }

    [[nodiscard]] double depth_of(const BodyPair& bodies, const PairRule& rule) const {
        if (rule.depth) return *rule.depth;
        if (work_.options.depth) return *work_.options.depth;
        return default_depth(
            scene_body(bodies[0]), scene_body(bodies[1]),
            std::max(size_of_skin(*scene_body(bodies[0]).mesh), size_of_skin(*scene_body(bodies[1]).mesh)));
    }

    /// Halves are exact, but where they underflow: then both are 0 and nothing is apart.
    [[nodiscard]] CopyKey key_of(const PathSeat& seat, int side) const {
        return {scene_body(seat.bodies[side]).mesh.get(), 0.5 * seat.depth};
    }

    /// One for each mesh and length.
    Expected<void> make_copies() {
        std::vector<std::uint32_t> bodies;  // by copy: one that has it
        for (PathSeat& seat : proof_.seated)
            for (int side = 0; side < 2; ++side) {
                const auto [at, is_new] = numbers_.try_emplace(key_of(seat, side), numbers_.size());
                if (is_new) bodies.push_back(seat.bodies[side]);
                seat.copies[side] = static_cast<std::uint32_t>(at->second);
            }
        std::vector<double> within(bodies.size());
        for (const auto& [key, number] : numbers_) within[number] = key.second;
        Progress progress("copies of seated bodies", bodies.size(), work_.options.progress);
        const auto made = parallel_map(
            bodies.size(), {.threads = work_.options.threads, .progress = &progress}, [&](std::size_t i) {
                auto copy = std::make_shared<const Mesh>(inset_copy(model(bodies[i]), within[i]));
                return std::pair(copy, std::make_shared<const BodyModel>(build_body_model(*copy)));
            });
        if (!made || interrupt_requested()) return path_interrupted();
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            copies_.push_back({.mesh = work_.moving.mesh_of_body[bodies[i]],
                               .within = within[i],
                               .copy = (*made)[i].first,
                               .order = {}});
            models_.push_back((*made)[i].second);
        }
        return {};
    }

    [[nodiscard]] MovingPair pair_of_copies(const PathSeat& seat) const {
        const MovingPair& pair = work_.pairs[index_of(work_, seat.bodies)];
        return {.bodies = seat.bodies,
                .clearance = 0.0,
                .tolerance = std::min(pair.tolerance, seat.depth / kToleranceOfDepth)};
    }

    [[nodiscard]] bool copies_begin_apart(const PathSeat& seat) const {
        if (!(seat.depth > 0.0)) return false;
        const MovingPair limits = pair_of_copies(seat);
        const auto moving = [&](int side) {
            return MovingModel{*models_[seat.copies[side]], motion_of(work_.moving, 0, seat.bodies[side])};
        };
        ContactTimesWorkspace workspace;
        return prove_apart_at({.a = moving(0),
                               .b = moving(1),
                               .own_a = models_[seat.copies[0]]->bounds,
                               .own_b = models_[seat.copies[1]]->bounds,
                               .clearance = 0.0,
                               .tolerance = limits.tolerance},
                              0.0, workspace);
    }

    /// Seats whose copies are not apart are too deep, or nobody knows.
    Expected<void> judge_start(std::span<const AtStart> at_start) {
        const auto apart =
            parallel_map(proof_.seated.size(), {.threads = work_.options.threads},
                         [&](std::size_t i) { return copies_begin_apart(proof_.seated[i]) ? 1 : 0; });
        if (!apart || interrupt_requested()) return path_interrupted();
        std::vector<PathSeat> kept;
        for (std::size_t i = 0; i < proof_.seated.size(); ++i) {
            const PathSeat& seat = proof_.seated[i];
            if ((*apart)[i]) {
                kept.push_back(seat);
            } else if (const auto deep = prove_deep_at(work_, seat, {0, 0.0})) {
                proof_.deep.push_back(*deep);
                add_overlap(*std::find_if(at_start.begin(), at_start.end(), [&](const AtStart& at) {
                    return work_.pairs[at.pair].bodies == seat.bodies;
                }));
            } else {
                proof_.undecided.push_back({seat.bodies, {0, 0.0}, not_decided(seat)});
            }
        }
        proof_.seated = std::move(kept);
        const auto is_before = [](const auto& x, const auto& y) { return x.bodies < y.bodies; };
        std::sort(proof_.overlaps.begin(), proof_.overlaps.end(), is_before);
        std::sort(proof_.contacts.begin(), proof_.contacts.end(), is_before);
        return {};
    }

    /// For seats that keep their clearance: when they are first clear.
    Expected<void> find_clear_times() {
        for (std::size_t segment = 0; segment < work_.moving.segments.size(); ++segment) {
            std::vector<PathSeat*> moving;
            for (PathSeat& seat : proof_.seated)
                if (seat.keeps_clearance && !seat.clear_from &&
                    !nothing_moves(work_.moving, segment, seat.bodies))
                    moving.push_back(&seat);
            if (auto found = find_clear_times(segment, moving); !found) return found.error();
        }
        return {};
    }

    Expected<void> find_clear_times(std::size_t segment, std::span<PathSeat* const> moving) {
        Progress progress(fmt::format("segment {}: seated pairs", segment), moving.size(),
                          work_.options.progress);
        const auto found = parallel_map(
            moving.size(), {.threads = work_.options.threads, .progress = &progress}, [&](std::size_t i) {
                ContactTimesWorkspace workspace;
                const MovingPair& pair = work_.pairs[index_of(work_, moving[i]->bodies)];
                return next_clear_stretch(pair_on_path(work_, segment, pair), 0.0, workspace);
            });
        if (!found || interrupt_requested()) return path_interrupted();
        for (std::size_t i = 0; i < moving.size(); ++i) {
            if (!(*found)[i]) continue;
            const double t = (*found)[i]->from;
            moving[i]->clear_from = t < 1.0 ? PathTime{segment, t} : PathTime{segment + 1, 0.0};
            proof_.stats.search += (*found)[i]->counters;
        }
        return {};
    }

    /// A further body of the scene for each copy of a body. Their ids rise as those of the bodies do.
    void add_copied_bodies(SeatedWork& seated) {
        for (const PathSeat& seat : proof_.seated)
            for (int side = 0; side < 2; ++side) bodies_[{seat.bodies[side], seat.copies[side]}] = 0;
        for (auto& [key, id] : bodies_) {
            id = static_cast<std::uint32_t>(seated.scene.bodies.size());
            add_copied_body(seated, key.first, key.second);
        }
    }

    /// It moves as `body` does.
    void add_copied_body(SeatedWork& seated, std::uint32_t body, std::uint32_t copy) const {
        Scene& scene = seated.scene;
        const auto id = static_cast<std::uint32_t>(scene.bodies.size());
        scene.bodies.push_back(
            {.name = scene.bodies[body].name, .mesh = copies_[copy].copy, .pose = scene.bodies[body].pose});
        seated.original.push_back(body);
        const auto copy_all = [&](auto& list) {
            const std::size_t count = list.size();
            for (std::size_t i = 0; i < count; ++i)
                if (list[i].body == body) {
                    auto again = list[i];
                    again.body = id;
                    list.push_back(std::move(again));
                }
        };
        copy_all(scene.joints);
        copy_all(scene.paths);
    }

    Expected<std::unique_ptr<SeatedWork>> with_copies() {
        auto seated = std::make_unique<SeatedWork>(SeatedWork{.scene = work_.moving.scene});
        for (std::uint32_t body = 0; body < seated->scene.bodies.size(); ++body)
            seated->original.push_back(body);
        add_copied_bodies(*seated);
        struct Judged {
            MovingPair pair;
            PathTime from;
        };
        std::vector<Judged> pairs;
        for (std::size_t i = 0; i < work_.pairs.size(); ++i)
            if (!judged_by_depth_.contains(i)) pairs.push_back({work_.pairs[i], {0, 0.0}});
        for (const PathSeat& seat : proof_.seated) {
            if (seat.clear_from)
                pairs.push_back({work_.pairs[index_of(work_, seat.bodies)], *seat.clear_from});
            MovingPair copies = pair_of_copies(seat);
            for (int side = 0; side < 2; ++side)
                copies.bodies[side] = bodies_.at({seat.bodies[side], seat.copies[side]});
            pairs.push_back({copies, {0, 0.0}});
        }
        std::sort(pairs.begin(), pairs.end(),
                  [](const Judged& x, const Judged& y) { return x.pair.bodies < y.pair.bodies; });
        auto moving = make_moving_scene(seated->scene);
        if (!moving) return moving.error();
        seated->copies = std::move(copies_);
        seated->work.emplace(PathWork{.options = work_.options,
                                      .moving = *std::move(moving),
                                      .models = work_.models,
                                      .deadline = work_.deadline});
        PathWork& work = *seated->work;
        for (const Judged& judged : pairs) {
            work.pairs.push_back(judged.pair);
            work.from.push_back(judged.from);
        }
        work.models.of_body.resize(seated->scene.bodies.size());
        for (const auto& [key, id] : bodies_) work.models.of_body[id] = models_[key.second];
        return seated;
    }

    const PathWork& work_;
    PathProof& proof_;
    std::set<std::size_t> judged_by_depth_;  // pairs
    std::map<CopyKey, std::size_t> numbers_;
    std::vector<PathCopy> copies_;
    std::vector<std::shared_ptr<const BodyModel>> models_;                     // of the copies
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> bodies_;  // body and copy: its id
};

}  // namespace

double default_depth(const SceneBody& a, const SceneBody& b, double larger_size) {
    double deviations = 0.0;
    for (const SceneBody* body : {&a, &b})
        if (const auto& deviation = body->mesh->deviation)
            deviations += std::max(deviation->requested, deviation->measured);
    return kDeviations * deviations + kDepthOfSize * larger_size;
}

Expected<std::unique_ptr<SeatedWork>> seat_pairs(const PathWork& work, PathProof& proof) {
    return Seating(work, proof).run();
}

}  // namespace graze::internal
