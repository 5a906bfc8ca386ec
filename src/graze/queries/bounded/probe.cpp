#include "graze/queries/bounded/probe.h"

#include "graze/core/assert.h"
#include "graze/discrete/bodies/body_meeting.h"
#include "graze/discrete/triangles/outward_box.h"
#include "graze/discrete/triangles/triangle_overlap.h"
#include "graze/discrete/wide/wide_meeting.h"
#include "graze/geometry/placement.h"
#include "graze/queries/bounded/box_sweep.h"
#include "graze/queries/bounded/budget_reserve.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <unordered_set>

namespace graze {
namespace probe_state {

constexpr std::uint64_t kPiece = 4;            // between looks at the clock
constexpr std::uint64_t kBoxesAPiece = 8;      // bodies
constexpr std::uint64_t kCompareAPiece = 64;   // pairs of boxes
constexpr std::uint64_t kCompareAUnit = 16;
constexpr std::size_t kWaiting = 128;     // pairs of nodes that a search seldom has more of, waiting
constexpr std::uint64_t kSlice = 256;     // of work: then another pair has its turn
constexpr std::uint64_t kUrgentShare = 3;  // work on urgent pairs for each unit on the oldest

/// What is known about a pair whose boxes once came near.
struct Seen {
    BodyPair bodies;
    bool is_asked = true;  // rules do not leave it out
    ProbeAnswer answer = ProbeAnswer::Unknown;
    bool is_inside = false;
    IdPair triangles = {0, 0};
    std::uint32_t decided = 0;  // the call whose instant the answer is about
    std::uint32_t near = 0;     // the last call in which the boxes were found near

    // A search that goes on.
    bool is_searching = false, same_work = false;
    std::uint32_t begun = 0;  // the call whose instant it is about
    std::array<Pose, 2> poses = {};
    WaitingMeeting search = {};
    std::size_t next_piece = 0;  // looks for pieces inside, once `search` has found nothing
};

/// A place in a queue: the greatest key first, then the smaller pair.
struct QueueEntry {
    double key;
    std::uint32_t seen;
    friend bool operator<(const QueueEntry& p, const QueueEntry& q) {
        return p.key != q.key ? p.key < q.key : p.seen > q.seen;
    }
};

class TurnQueue {
  public:
    void clear() { turns_.clear(); }
    void push(const QueueEntry& turn) {
        turns_.push_back(turn);
        std::push_heap(turns_.begin(), turns_.end());
    }
    [[nodiscard]] bool is_empty() const { return turns_.empty(); }
    std::uint32_t pop() {
        std::pop_heap(turns_.begin(), turns_.end());
        const std::uint32_t seen = turns_.back().seen;
        turns_.pop_back();
        return seen;
    }

  private:
    std::vector<QueueEntry> turns_;
};

bool is_same(const Pose& p, const Pose& q) {
    return p.translation == q.translation && p.rotation.coeffs() == q.rotation.coeffs();
}

/// How far points have come, about; only an order hangs on it.
double motion_between(const Pose& p, const Pose& q, double size) {
    const double turn = std::min((p.rotation.coeffs() - q.rotation.coeffs()).norm(),
                                 (p.rotation.coeffs() + q.rotation.coeffs()).norm());
    return (p.translation - q.translation).norm() + turn * size;
}

double overlap_of(const Box& p, const Box& q) {
    return (p.max.cwiseMin(q.max) - p.min.cwiseMax(q.min)).minCoeff();
}

}  // namespace probe_state

using namespace probe_state;


struct Probe::State {
    std::vector<Body> bodies;
    std::vector<Pose> poses;            // of this call
    std::vector<double> motion;         // by body, since the call before
    std::vector<std::uint32_t> moved;   // by body: the last call that found another pose
    BoxSweep sweep;
    std::vector<Seen> seen;
    std::unordered_map<std::uint64_t, std::uint32_t> place;  // by pair, in `seen`
    std::unordered_set<std::uint64_t> left_out;
    TurnQueue urgent, oldest;
    std::vector<std::uint32_t> near;  // in `seen`
    std::vector<ProbePair> listed;
    DiscreteMemory memory;
    ProbeResult result;
    std::uint64_t pairs = 0;
    std::uint32_t call = 0, swept = 0;  // the last call in which all boxes were compared
    BudgetReserve reserve;

    explicit State(std::vector<Body> of)
        : bodies(std::move(of)), poses(bodies.size()), motion(bodies.size(), 0.0), moved(bodies.size(), 0),
          sweep(bodies.size()) {}

    bool place_boxes(std::span<const Pose> now, BudgetClock& clock);
    bool find_near(BudgetClock& clock);
    void meet_near(std::uint32_t i, std::uint32_t j);
    void decide(BudgetClock& clock);
    std::uint64_t take_turn(Seen& pair, BudgetClock& clock);
    void begin(Seen& pair, bool same_work);
    bool still_meets(Seen& pair);
    std::uint64_t step(Seen& pair, const MeetingPieceSize& size);
    void close(Seen& pair, ProbeAnswer answer);
    void report();

    [[nodiscard]] const BodyModel& model(std::uint32_t body) const { return bodies[body].model(); }
    [[nodiscard]] double urgency(const Seen& pair) const;
};

bool Probe::State::place_boxes(std::span<const Pose> now, BudgetClock& clock) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        if (i % kBoxesAPiece == 0) {
            if (clock.is_over()) return false;
            clock.spend(1);
        }
        if (moved[i] != 0 && is_same(now[i], poses[i])) {
            motion[i] = 0.0;
            continue;
        }
        motion[i] = moved[i] != 0 ? motion_between(now[i], poses[i], bodies[i].size()) : 0.0;
        poses[i] = now[i];
        moved[i] = call;
        sweep.boxes()[i] = cover_of(placement_of(now[i]), bodies[i].bounds());
    }
    return true;
}

bool Probe::State::find_near(BudgetClock& clock) {
    near.clear();
    urgent.clear();
    oldest.clear();
    sweep.begin();
    while (!clock.is_over()) {
        clock.spend(kCompareAPiece / kCompareAUnit);
        if (sweep.go_on(kCompareAPiece, [&](std::uint32_t i, std::uint32_t j) { meet_near(i, j); }))
            return true;
    }
    return false;
}

/// What meets is looked at first: most often the same two triangles still do. Then what is near, and what is
/// fast, in parts of the smaller body.
double Probe::State::urgency(const Seen& pair) const {
    if (pair.answer == ProbeAnswer::Meets) return std::numeric_limits<double>::infinity();
    const auto [i, j] = pair.bodies;
    const double size = std::min(bodies[i].size(), bodies[j].size());
    const double key = motion[i] + motion[j] + overlap_of(sweep.boxes()[i], sweep.boxes()[j]);
    return size > 0.0 && key / size <= std::numeric_limits<double>::max() ? key / size : 0.0;
}

void Probe::State::meet_near(std::uint32_t i, std::uint32_t j) {
    const std::uint64_t id = static_cast<std::uint64_t>(i) << 32 | j;
    if (left_out.contains(id)) return;
    const auto [entry, is_new] = place.try_emplace(id, static_cast<std::uint32_t>(seen.size()));
    if (is_new) seen.push_back({.bodies = {i, j}}), seen.back().search.left.reserve(kWaiting);
    Seen& pair = seen[entry->second];
    if (swept > 0 && pair.near < swept) {  // when boxes were last compared, they were apart
        pair.answer = ProbeAnswer::Apart;
        pair.decided = swept;
        pair.is_searching = false;
    }
    pair.near = call;
    near.push_back(entry->second);
    if (pair.decided > 0 && moved[i] <= pair.decided && moved[j] <= pair.decided) {
        pair.decided = call;  // nothing has moved since
        return;
    }
    urgent.push({urgency(pair), entry->second});
    oldest.push({static_cast<double>(call - pair.decided), entry->second});
}

void Probe::State::begin(Seen& pair, bool same_work) {
    pair.is_searching = true;
    pair.same_work = same_work;
    pair.begun = call;
    pair.poses = {poses[pair.bodies[0]], poses[pair.bodies[1]]};
    pair.next_piece = 0;
    graze::begin(pair.search);
}

void Probe::State::close(Seen& pair, ProbeAnswer answer) {
    pair.answer = answer;
    pair.decided = pair.begun;
    pair.is_searching = false;
}

/// The triangles that met when the pair was last decided, looked at first.
bool Probe::State::still_meets(Seen& pair) {
    if (pair.answer != ProbeAnswer::Meets || pair.is_inside) return false;
    const auto [i, j] = pair.bodies;
    const PosePair posed = pose_pair(poses[i], poses[j]);
    const TriangleDecision decision =
        meeting_of(corners(bodies[i].mesh(), pair.triangles.a),
                   move_into_a(posed, corners(bodies[j].mesh(), pair.triangles.b)), posed);
    ++result.counters.triangle_tests;
    ++result.counters.triangle_transforms;
    result.counters.exact_tests += decision.needed_exact ? 1 : 0;
    if (decision.meeting == TriangleMeeting::Apart) return false;
    pair.decided = call;
    pair.is_searching = false;
    return true;
}

/// A piece of a search; returns its work.
std::uint64_t Probe::State::step(Seen& pair, const MeetingPieceSize& size) {
    const BodyModel &a = model(pair.bodies[0]), &b = model(pair.bodies[1]);
    if (!pair.search.left.empty()) {
        const MeetingPiece piece =
            go_on(pair.search, {wide(a), pair.poses[0], wide(b), pair.poses[1]}, size, memory);
        result.counters += piece.counters;
        if (piece.triangles) {
            pair.triangles = *piece.triangles;
            pair.is_inside = false;
            close(pair, ProbeAnswer::Meets);
        }
        return piece.work;
    }
    const std::size_t before = pair.next_piece;
    if (some_piece_is_inside({a, pair.poses[0]}, {b, pair.poses[1]}, pair.next_piece, kPiece)) {
        pair.is_inside = true;
        close(pair, ProbeAnswer::Meets);
    } else if (pair.next_piece == pieces_of(a, b)) {
        close(pair, ProbeAnswer::Apart);
    }
    return 1 + pair.next_piece - before;
}

/// Works on a pair until it is decided, or others should have their turn; returns the work.
std::uint64_t Probe::State::take_turn(Seen& pair, BudgetClock& clock) {
    const std::uint64_t before = clock.work();
    if (!pair.is_searching || pair.same_work != clock.counts_work()) {
        clock.spend(1);
        if (still_meets(pair)) return 1;
        begin(pair, clock.counts_work());
    }
    while (pair.is_searching && !clock.is_over() && clock.work() - before < kSlice)
        clock.spend(step(pair, {clock.piece(kPiece), pair.same_work}));
    return clock.work() - before;
}

void Probe::State::decide(BudgetClock& clock) {
    std::uint64_t on_urgent = 0, on_oldest = 0;
    while (!clock.is_over()) {
        const bool takes_oldest = on_urgent > kUrgentShare * on_oldest;
        TurnQueue& queue = takes_oldest ? oldest : urgent;
        if (queue.is_empty()) return;  // both hold what is not decided
        const std::uint32_t id = queue.pop();
        Seen& pair = seen[id];
        if (pair.decided == call) continue;  // from the other queue
        const std::uint64_t work = take_turn(pair, clock);
        (takes_oldest ? on_oldest : on_urgent) += work;
        if (pair.decided == call) continue;
        // To the end of the queue: the rest of a long search, or an answer about an older instant.
        queue.push({takes_oldest ? 0.0 : -static_cast<double>(clock.work()), id});
    }
}

void Probe::State::report() {
    if (result.boxes_done) {
        listed.clear();
        for (const std::uint32_t id : near) {
            const Seen& pair = seen[id];
            listed.push_back({pair.bodies, pair.answer, call - pair.decided, pair.is_inside, pair.triangles});
        }
        swept = call;
    } else {
        for (ProbePair& pair : listed) ++pair.age;
    }
    result.near = listed;
    result.decided = result.boxes_done ? pairs - listed.size() : 0;
    result.oldest = call - swept;
    for (const ProbePair& pair : listed) {
        result.decided += pair.age == 0 && pair.answer != ProbeAnswer::Unknown ? 1 : 0;
        result.meet += pair.age == 0 && pair.answer == ProbeAnswer::Meets ? 1 : 0;
        result.oldest = std::max(result.oldest, pair.age);
    }
    result.certified = result.boxes_done && result.decided == pairs;
}

Probe::Probe(std::vector<Body> bodies, const PairRules* rules)
    : state_(std::make_unique<State>(std::move(bodies))) {
    const auto count = static_cast<std::uint32_t>(state_->bodies.size());
    state_->pairs = static_cast<std::uint64_t>(count) * (count - std::min(count, 1u)) / 2;
    if (rules == nullptr) return;
    for (std::uint32_t i = 0; i < count; ++i)
        for (std::uint32_t j = i + 1; j < count; ++j) {
            const PairRule rule = rules->of(i, j);
            if (rule.allowed && leaves_out(*rule.allowed, rule.depth))
                state_->left_out.insert(static_cast<std::uint64_t>(i) << 32 | j);
        }
    state_->pairs -= state_->left_out.size();
}

Probe::~Probe() = default;
Probe::Probe(Probe&&) noexcept = default;
Probe& Probe::operator=(Probe&&) noexcept = default;

const ProbeResult& Probe::look(std::span<const Pose> poses, const TimeBudget& budget) {
    State& s = *state_;
    GRAZE_ASSERT(poses.size() == s.bodies.size());
    TimeBudget most = budget;
    const std::chrono::nanoseconds reserved = s.reserve.of(budget);
    if (most.cpu) *most.cpu -= reserved;
    BudgetClock clock(most);
    ++s.call;
    s.result = {};
    s.result.pairs = s.pairs;
    s.result.boxes_done = s.place_boxes(poses, clock) && s.find_near(clock);
    if (s.result.boxes_done) s.decide(clock);
    s.report();
    s.result.work = clock.work();
    s.result.cpu = clock.cpu();
    s.reserve.learn(most, s.result.cpu);
    return s.result;
}

}  // namespace graze
