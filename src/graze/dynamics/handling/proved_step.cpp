#include "graze/dynamics/handling/proved_step.h"

#include "graze/continuous/search/tuning.h"
#include "graze/core/assert.h"
#include "graze/core/parallel.h"
#include "graze/dynamics/handling/places.h"
#include "graze/motion/rounded_pose.h"

#include <algorithm>
#include <cmath>

namespace graze::internal {
namespace {

constexpr int kMostStops = 4;          // of a body on its way; the next one is at the beginning
constexpr double kNearStart = 0.15;    // a pair nearer than eps_r by less than this part keeps a part of its distance
constexpr double kKeptDistance = 0.9;  // that part;
constexpr double kScarce = 0x1p-6;     // of the full eps_r: below this it keeps more,
constexpr double kLeastLoss = 0x1p-10; // but never all
constexpr double kTolerance = 0.05;    // of the clearance
constexpr double kOfDistance = 0.03;   // and at most this part of the distance
constexpr double kBackOff = 0.02;      // of the time up to a contact, besides the way back to eps_s
constexpr double kNearlyProved = 0.8;   // of the clearance: then it is asked for what was proved before
constexpr std::size_t kBlocks = 16;
constexpr std::size_t kStride = 7919;  // a prime

constexpr FirstContactTuning kNoGuesses = [] {
    FirstContactTuning tuning;
    tuning.guesses = 0;  // discrete tests do not pay where bodies are this near each other
    return tuning;
}();

/// What is asked of a pair during a part of the step.
struct Asked {
    double clearance, tolerance;
    double from, until;
};

class Proof {
  public:
    Proof(WorldMemory& memory, const StepLimits& limits) : m_(memory), limits_(limits) {}

    StepProof run() {
        make_motions();
        m_.proofs.assign(m_.listed.size(), {});
        if (m_.searches.size() < kBlocks) m_.searches.resize(kBlocks);
        const std::size_t count = m_.listed.size(), grain = std::max<std::size_t>(1, (count + kBlocks - 1) / kBlocks);
        // Where time may run out, it is not always the same pairs that come too late.
        const std::size_t shift = limits_.deadline && count > 0 ? kStride * m_.sub_steps % count : 0;
        const LoopEnd end = parallel_ranges(
            count, {.threads = m_.options.threads, .grain = grain}, [&](std::size_t first, std::size_t last) {
                for (std::size_t i = first; i < last; ++i) ask_first((i + shift) % count, m_.searches[first / grain]);
            });
        if (end == LoopEnd::Interrupted) {  // some pairs were not asked, so nobody moves
            for (const std::uint32_t i : m_.movable) m_.lives[i] = {0.0, 0, {m_.bodies[i].pose, 0.0}};
            return proof_;
        }
        do
            while (stop_earliest()) {
            }
        while (stop_where_rounding_is_coarse());
        for (const PairProof& pair : m_.proofs) {
            proof_.queries += pair.queries;
            proof_.work += pair.work;
            proof_.undecided += pair.undecided;
        }
        note_what_is_proved();
        return proof_;
    }

  private:
    [[nodiscard]] bool moves(std::uint32_t body) const { return !m_.going[body].isZero(0.0); }

    void make_motions() {
        m_.motions.resize(m_.bodies.size(), AtRest{});
        m_.lives.assign(m_.bodies.size(), {});
        for (std::uint32_t i = 0; i < m_.bodies.size(); ++i) {
            const BodyState& body = m_.bodies[i];
            if (!moves(i)) {
                m_.motions[i] = AtRest{body.pose};
                m_.lives[i] = {0.0, 0, {body.pose, 0.0}};
                continue;
            }
            const Vec3 centre = body.given.mass->centre;
            m_.motions[i] = make_slerp({body.pose, moved(body.pose, centre, m_.going[i])}, centre);
        }
    }

    /// A motion of a query: the body's own, or standing where it was stopped.
    struct Party {
        MotionRef motion;
        const Pose* start;
    };
    [[nodiscard]] Party going(std::uint32_t body) const { return {m_.motions[body], &m_.bodies[body].pose}; }

    struct Parties {
        Party a, b;
    };

    /// Proved clear up to when? 1 or `until`: all of it.
    double ask(std::size_t i, const Parties& parties, const Asked& asked, FirstContactWorkspace& workspace) {
        NearPair& pair = *m_.listed[i];
        PairProof& proof = m_.proofs[i];
        FirstContactOptions options{.clearance = asked.clearance,
                                    .tolerance = asked.tolerance,
                                    .most_work = limits_.most_work,
                                    .deadline = limits_.deadline,
                                    .from = asked.from,
                                    .until = asked.until,
                                    .start = ProvedApart{asked.from == 0.0 ? pair.apart : 0.0},
                                    .last = pair.memo.is_set ? &pair.memo : nullptr,
                                    .tuning = &kNoGuesses};
        const FirstContact found = first_contact(
            MovingModel{pair.a->body().model(), parties.a.motion, parties.a.start},
            MovingModel{pair.b->body().model(), parties.b.motion, parties.b.start}, options, workspace);
        ++proof.queries;
        proof.work += found.counters.node_pairs + found.counters.triangle_pairs + found.counters.feature_steps;
        if (found.memo.is_set) pair.memo = found.memo;
        if (found.verdict == ContactVerdict::Clear) return asked.until;
        if (found.verdict == ContactVerdict::Undecided) ++proof.undecided;
        return found.verdict == ContactVerdict::OverlapAtStart ? asked.from : found.clear_until;
    }

    /// What a pair that is nearer than eps_r may lose of its distance in a step: the less, the nearer it is, so that
    /// pressing never makes distances that are no use to a proof.
    [[nodiscard]] static double lost_of(double gap, double base) {
        const double scarce = std::min(1.0, gap / (kScarce * 0.0044 * base));
        return (1.0 - kKeptDistance) * std::max(scarce, kLeastLoss) * gap;
    }

    /// The clearance to keep: eps_r, or where the pair is nearer already, most of its distance. Never so much that
    /// it would begin in contact.
    [[nodiscard]] Asked demand(const NearPair& pair) const {
        const double eps_r = pair.eps().eps_r;
        // A pair that was not near enough to be measured is farther apart than its margin.
        const double gap = pair.measured == m_.sub_steps ? pair.list.least_distance() - pair.clearance : kInfinity;
        double keep = gap > (1.0 + kNearStart) * eps_r ? eps_r : gap - lost_of(gap, pair.base);
        const double proved = pair.apart - pair.clearance;
        if (keep > proved && kNearlyProved * keep <= proved) keep = proved;  // spares the exact test of the start
        keep = std::max(keep, 0.0);
        const double spare = std::min({gap, 4.0 * eps_r, (gap - keep) / (1.0 - kKeptDistance)});
        const double tolerance = std::max(std::min(kTolerance * keep, kOfDistance * spare), 1e-12 * pair.base);
        return {pair.clearance + keep, tolerance, 0.0, 1.0};
    }

    void ask_first(std::size_t i, FirstContactWorkspace& workspace) {
        NearPair& pair = *m_.listed[i];
        PairProof& proof = m_.proofs[i];
        const auto [a, b] = pair.bodies;
        if (!moves(a) && !moves(b)) return;
        const Asked asked = demand(pair);
        proof.clearance = asked.clearance;
        proof.tolerance = asked.tolerance;
        proof.hit = ask(i, {going(a), going(b)}, asked, workspace);
    }

    [[nodiscard]] double stop_of(std::uint32_t body) const {
        return moves(body) ? m_.lives[body].until : 2.0;  // one that stands anyway stops nobody
    }

    struct Event {
        double at = kInfinity;
        std::size_t pair = 0;
        bool of_both = false;  // both move until then
    };

    /// The first contact of a pair that its stops do not avoid.
    [[nodiscard]] Event event_of(std::size_t i) const {
        const NearPair& pair = *m_.listed[i];
        const PairProof& proof = m_.proofs[i];
        const auto [a, b] = pair.bodies;
        if (!moves(a) && !moves(b)) return {};
        if (proof.is_coarse) return still_goes(a) || still_goes(b) ? Event{0.0, i, true} : Event{};
        const double first = std::min(stop_of(a), stop_of(b));
        if (proof.hit < std::min(first, 1.0)) return {proof.hit, i, true};
        if (proof.second_hit < proof.second_until) return {proof.second_hit, i, false};
        return {};
    }

    [[nodiscard]] bool still_goes(std::uint32_t body) const { return moves(body) && m_.lives[body].until > 0.0; }

    bool stop_earliest() {
        Event earliest;
        for (std::size_t i = 0; i < m_.listed.size(); ++i)
            if (const Event event = event_of(i); event.at < earliest.at) earliest = event;
        if (!(earliest.at < kInfinity)) return false;
        const NearPair& pair = *m_.listed[earliest.pair];
        const double stop = backed_off(earliest);
        touched_.clear();
        for (const std::uint32_t body : pair.bodies)
            if (moves(body) && m_.lives[body].until > earliest.at) stop_group(body, stop);
        if (!touched_.empty()) m_.happened.push_back({m_.frames, WorldEventKind::Stopped, pair.bodies, stop});
        for (std::size_t i = 0; i < m_.listed.size(); ++i)
            if (is_touched(m_.listed[i]->bodies[0]) || is_touched(m_.listed[i]->bodies[1])) ask_again(i);
        return true;
    }

    [[nodiscard]] bool is_touched(std::uint32_t body) const {
        return std::find(touched_.begin(), touched_.end(), body) != touched_.end();
    }

    /// A little before a contact: where the bodies are about eps_s apart, or as far as they were, not where they are
    /// as near as allowed. How fast they approach is what they do to each other: who falls together is slow.
    [[nodiscard]] double backed_off(const Event& event) const {
        const NearPair& pair = *m_.listed[event.pair];
        Vec3 between = Vec3::Zero();
        double speed = 0.0, sign = 1.0;
        for (const std::uint32_t body : pair.bodies) {
            if (moves(body) && m_.lives[body].until >= event.at) {
                between += sign * m_.going[body].head<3>();
                speed += m_.going[body].tail<3>().norm() * m_.bodies[body].reach;
            }
            sign = -sign;
        }
        speed += between.norm();
        const double before = pair.measured == m_.sub_steps ? pair.list.least_distance() : kInfinity;
        const double spare = std::min(pair.clearance + pair.eps().eps_s, before) - m_.proofs[event.pair].clearance;
        const double back = speed > 0.0 ? std::max(0.0, spare) / speed : 0.0;
        return std::max((1.0 - kBackOff) * event.at - back, 0.5 * event.at);
    }

    /// Bodies on common joints stop together.
    void stop_group(std::uint32_t body, double t) {
        const std::uint32_t group = m_.bodies[body].group;
        for (const std::uint32_t i : m_.movable) {
            if (m_.bodies[i].group != group || !moves(i) || m_.lives[i].until <= t) continue;
            Life& life = m_.lives[i];
            life.until = ++life.stops > kMostStops ? 0.0 : t;
            life.at = placed(i, life.until);
            if (!(life.at.error < kInfinity)) life.until = 0.0, life.at = {m_.bodies[i].pose, 0.0};
            touched_.push_back(i);
            ++proof_.events;
        }
    }

    [[nodiscard]] RoundedPose placed(std::uint32_t body, double t) const {
        if (t <= 0.0) return {m_.bodies[body].pose, 0.0};
        return rounded_pose(m_.motions[body], t, m_.bodies[body].given.body.bounds());
    }

    /// The part of the step in which one of the two stands already.
    void ask_again(std::size_t i) {
        const NearPair& pair = *m_.listed[i];
        PairProof& proof = m_.proofs[i];
        const auto [a, b] = pair.bodies;
        proof.second_hit = kInfinity;
        proof.second_until = 0.0;
        if (!moves(a) || !moves(b)) return;
        const double stop_a = m_.lives[a].until, stop_b = m_.lives[b].until;
        if (stop_a == stop_b) return;
        const double from = std::min(stop_a, stop_b), until = std::max(stop_a, stop_b);
        if (proof.hit < from) return;  // both are to be stopped before
        const AtRest rest{m_.lives[stop_a < stop_b ? a : b].at.pose};
        rest_ = rest;
        const Party standing{rest_, &m_.lives[stop_a < stop_b ? a : b].at.pose};
        const Parties parties = stop_a < stop_b ? Parties{standing, going(b)} : Parties{going(a), standing};
        proof.second_until = until;
        proof.second_hit = ask(i, parties, {proof.clearance, proof.tolerance, from, until}, m_.searches.front());
    }

    /// Poses that are to be had are rounded. Where that is off by as much as the pair was proved to be apart, as
    /// far from the origin, or where bodies begin a rounding apart, neither moves at all. True: somebody was stopped.
    bool stop_where_rounding_is_coarse() {
        touched_.clear();
        for (const std::uint32_t i : m_.movable) {
            if (!still_goes(i)) continue;
            m_.lives[i].at = placed(i, m_.lives[i].until);
            if (!(m_.lives[i].at.error < kInfinity)) stop_group(i, 0.0);
        }
        bool any = !touched_.empty();
        for (std::size_t i = 0; any && i < m_.listed.size(); ++i)
            if (is_touched(m_.listed[i]->bodies[0]) || is_touched(m_.listed[i]->bodies[1])) ask_again(i);
        for (std::size_t i = 0; i < m_.listed.size(); ++i) {
            const auto [a, b] = m_.listed[i]->bodies;
            if (m_.proofs[i].is_coarse || !(still_goes(a) || still_goes(b)) || apart_when_placed(i) > 0.0) continue;
            m_.proofs[i].is_coarse = any = true;
        }
        return any;
    }

    [[nodiscard]] double apart_when_placed(std::size_t i) const {
        const auto [a, b] = m_.listed[i]->bodies;
        const Interval errors = exactly(m_.lives[a].at.error) + exactly(m_.lives[b].at.error);
        return (exactly(m_.proofs[i].clearance) - errors).lo;
    }

    void note_what_is_proved() {
        for (std::size_t i = 0; i < m_.listed.size(); ++i) {
            const auto [a, b] = m_.listed[i]->bodies;
            if (!still_goes(a) && !still_goes(b)) continue;
            m_.listed[i]->apart = apart_when_placed(i);
            if (!m_.listed[i]->is_seat) proof_.least_apart = std::min(proof_.least_apart, m_.listed[i]->apart);
        }
    }

    WorldMemory& m_;
    const StepLimits& limits_;
    StepProof proof_;
    RigidMotion rest_ = AtRest{};
    std::vector<std::uint32_t>& touched_ = m_.touched;
};

}  // namespace

StepProof prove_step(WorldMemory& memory, const StepLimits& limits) { return Proof(memory, limits).run(); }

}  // namespace graze::internal
