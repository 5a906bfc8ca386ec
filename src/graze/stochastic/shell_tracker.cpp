#include "graze/stochastic/shell_tracker.h"

#include "graze/core/assert.h"
#include "graze/stochastic/tracker_state.h"

#include <algorithm>
#include <limits>
#include <map>

namespace graze::internal {
namespace {

constexpr std::uint64_t kTrackShare = 3;    // work on tracks for each unit on seeds
constexpr std::uint64_t kPassageShare = 8;  // and on what lies between two calls

/// The next track to be looked at, if there is one.
std::optional<Track> next_track(TrackerState& s) {
    const auto from = [](std::vector<Track>& tracks) {
        const Track track = tracks.back();
        tracks.pop_back();
        return track;
    };
    if (!s.fresh.empty()) return from(s.fresh);
    if (const Track* due = s.list.take()) return *due;
    if (!s.spare.empty()) return from(s.spare);
    return std::nullopt;
}

/// Tracks, seeds and passages in turns, until the clock is over or nothing is left to do.
void work(TrackerState& s, BudgetClock& clock) {
    std::uint64_t on_tracks = 0, on_seeds = 0, on_passages = 0;
    bool has_tracks = true;
    const auto spend = [&](std::uint64_t& on, std::uint64_t done) {
        on += done;
        clock.spend(done);
    };
    while (!clock.is_over()) {
        if ((!has_tracks || on_tracks >= kTrackShare * on_seeds) && (s.seed || s.begin_seed())) {
            spend(on_seeds, s.seed_piece());
            has_tracks = true;
        } else if (!s.passages.empty() && (!has_tracks || on_tracks >= kPassageShare * on_passages)) {
            spend(on_passages, s.decide_passage());
        } else if (const std::optional<Track> track = next_track(s)) {
            spend(on_tracks, s.update(*track));
        } else if (has_tracks) {
            has_tracks = false;
        } else {
            return;
        }
    }
}

/// By how much of the list was not reached.
void limit_reach(TrackerState& s) {
    constexpr double kLess = 0.7, kMore = 1.1, kLeast = 0.01;
    const bool is_too_long = s.list.left() > s.list.size() / 4;
    s.reach = std::clamp(s.reach * (is_too_long ? kLess : kMore), kLeast, 1.0);
}

void report(TrackerState& s, bool boxes_done) {
    ProbeResult& known = s.result.known;
    if (boxes_done) {
        s.listed.clear();
        for (const std::uint32_t id : s.scene.near()) {
            const TrackedBodies& pair = s.scene.pairs()[id];
            if (!pair.is_apart)
                s.listed.push_back({pair.bodies, pair.answer, s.call - pair.decided, false, pair.triangles});
        }
        s.swept = s.call;
    } else {
        for (ProbePair& pair : s.listed) ++pair.age;
    }
    known.near = s.listed;
    known.boxes_done = boxes_done;
    known.pairs = s.scene.asked();
    known.decided = boxes_done ? known.pairs - s.listed.size() : 0;
    known.oldest = s.call - s.swept;
    const bool is_exact = s.options.finest == 0;
    for (const ProbePair& pair : s.listed) {
        const bool meets_now = is_exact && pair.age == 0 && pair.answer == ProbeAnswer::Meets;
        known.decided += meets_now ? 1 : 0;
        known.meet += meets_now ? 1 : 0;
        known.oldest = std::max(known.oldest, pair.age);
    }
    known.certified = boxes_done && known.decided == known.pairs;
    s.result.contacts = s.contacts;
    s.result.tracks = s.list.size();
    for (const TrackedContact& contact : s.contacts)
        if (!contact.time) s.result.apart_hi = std::max(s.result.apart_hi, contact.apart_hi);
}

}  // namespace

TrackerState::TrackerState(std::vector<Body> bodies, const TrackerOptions& with, const PairRules* rules)
    : options(with),
      scene(std::move(bodies), rules, with.between && with.form == ShellForm::Enclosing),
      list(with.most_tracks) {
    std::map<const BodyModel*, std::shared_ptr<const ShellBody>> built;
    for (std::uint32_t i = 0; i < scene.bodies(); ++i) {
        auto& of = built[&scene.body(i).model()];
        if (!of)
            of = std::make_shared<const ShellBody>(
                build_shell_body(scene.body(i), options.form, {.most_levels = options.most_levels}));
        shells.push_back(of);
    }
    deforming.assign(shells.size(), nullptr);
    if (options.form == ShellForm::Paper) options.between = false;
}

ShellTracker::ShellTracker(std::vector<Body> bodies, const TrackerOptions& options, const PairRules* rules)
    : state_(std::make_unique<TrackerState>(std::move(bodies), options, rules)) {
    GRAZE_ASSERT(options.most_tracks > 0 && options.most_levels > 0 && options.keep_factor >= 1.0 &&
                 options.keep_within >= 0.0);
}

ShellTracker::~ShellTracker() = default;
ShellTracker::ShellTracker(ShellTracker&&) noexcept = default;
ShellTracker& ShellTracker::operator=(ShellTracker&&) noexcept = default;

const TrackerResult& ShellTracker::look(std::span<const Pose> poses, const TimeBudget& budget,
                                        const std::optional<Vec3>& eye) {
    TrackerState& s = *state_;
    GRAZE_ASSERT(poses.size() == s.scene.bodies());
    TimeBudget most = budget;
    const std::chrono::nanoseconds reserved = s.reserve.of(budget);
    if (most.cpu) *most.cpu -= reserved;
    BudgetClock clock(most);
    ++s.call;
    s.result = {};
    s.eye = eye;
    s.contacts.clear();
    const bool has_end = budget.cpu || budget.deadline || clock.counts_work();
    s.most_seeds = s.options.most_seeds.value_or(has_end ? kSeedsWithinBudget : kSeedsWithoutBudget);
    const bool boxes_done = s.scene.place(poses, s.call, clock);
    if (boxes_done) {
        s.list.begin(s.call);
        s.begin_turns();
        work(s, clock);
        limit_reach(s);
        for (const Track& track : s.fresh) s.list.keep(track, TrackClass::Urgent);
        s.fresh.clear();
        s.spare.clear();
        s.passages.clear();
        s.list.end();
    }
    report(s, boxes_done);
    s.result.known.work = clock.work();
    s.result.known.cpu = clock.cpu();
    s.reserve.learn(most, s.result.known.cpu);
    return s.result;
}

void ShellTracker::deform(std::uint32_t body, DeformingShells* shells) {
    TrackerState& s = *state_;
    GRAZE_ASSERT(s.options.form == ShellForm::Enclosing &&
                 (shells == nullptr || &shells->at_rest() == &s.shells[body]->shells));
    s.deforming[body] = shells;
    s.scene.deform(body, shells != nullptr ? shells->bounds() : s.scene.body(body).bounds());
}

void ShellTracker::forget() {
    TrackerState& s = *state_;
    s.list.begin(++s.call);
    s.list.begin(++s.call);
    s.seed.reset();
    for (TrackedBodies& pair : s.scene.pairs()) {
        pair.answer = ProbeAnswer::Unknown;
        pair.least = std::numeric_limits<double>::infinity();
    }
}

LookedAt ShellTracker::looked_at(std::uint32_t within) const {
    const TrackerState& s = *state_;
    LookedAt sum;
    for (const std::uint32_t id : s.scene.near()) {
        const TrackedBodies& pair = s.scene.pairs()[id];
        for (std::size_t side = 0; side < 2; ++side) {
            const ShellBody& body = *s.shells[pair.bodies[side]];
            sum.area += body.area;
            for (std::size_t f = 0; f < body.areas.size(); ++f) {
                const std::uint32_t last = f < pair.compared[side].size() ? pair.compared[side][f] : 0;
                const bool is_free = last == s.call && pair.freed[side][f] == s.call;
                if (last == 0)
                    sum.never += body.areas[f];
                else if (s.call - last > within)
                    sum.older += body.areas[f];
                if (is_free) sum.proved_free += body.areas[f];
            }
        }
    }
    return sum;
}

std::vector<std::uint32_t> ShellTracker::free_triangles(const BodyPair& bodies, int side) const {
    const TrackerState& s = *state_;
    std::vector<std::uint32_t> triangles;
    const auto place = s.scene.place_of(bodies);
    if (!place) return triangles;
    const std::vector<std::uint32_t>& freed = s.scene.pairs()[*place].freed[static_cast<std::size_t>(side)];
    const LayeredShells& shells = s.shells[bodies[static_cast<std::size_t>(side)]]->shells;
    for (std::uint32_t f = 0; f < freed.size(); ++f) {
        if (freed[f] != s.call) continue;
        const FacetRange below = finest_below(shells, shells.levels.size() - 1, f);
        triangles.insert(triangles.end(), shells.triangles.begin() + below.begin,
                         shells.triangles.begin() + below.end);
    }
    return triangles;
}

const ShellBody& ShellTracker::shells(std::uint32_t body) const { return *state_->shells[body]; }

}  // namespace graze::internal
