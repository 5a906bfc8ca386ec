// One frame of a world.
#include "graze/core/assert.h"
#include "graze/core/parallel.h"
#include "graze/dynamics/handling/allowed_motion.h"
#include "graze/dynamics/handling/islands.h"
#include "graze/dynamics/handling/joint_places.h"
#include "graze/dynamics/handling/near_pairs.h"
#include "graze/dynamics/handling/places.h"
#include "graze/dynamics/handling/proved_step.h"
#include "graze/dynamics/handling/settle.h"
#include "graze/dynamics/handling/tight_fits.h"
#include "graze/dynamics/handling/wanted_motion.h"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kMostWorkOfQuery = 400'000;
constexpr int kForTheLate = 2;         // second order: times as many sub-steps, if somebody has time left
constexpr double kAtRest = 0.02;       // of eps_s: a step shorter than that is none
constexpr double kTooNear = 0.1;       // of eps_r
constexpr double kRestore = 0.3;       // second order: of what lacks of eps_s, a step
constexpr double kAtOnce = 0.05;       // of a step: one that ends so early was too long
constexpr double kLeastCourage = 0x1p-8;
constexpr int kDisplacements = 3;      // second order: so often shorter ones are tried,
constexpr double kNearlyAll = 0.9;     // until this part is trusted
constexpr double kLeastTime = 1e-6;    // of a frame: less is not worth a step

class Frame {
  public:
    Frame(WorldMemory& memory, const FrameBudget& budget) : m_(memory), budget_(budget), began_(Clock::now()) {
        if (budget.time) limits_.deadline = began_ + *budget.time;
    }

    FrameReport run() {
        m_.happened.clear();
        m_.felt.assign(m_.bodies.size(), Vec6::Zero());
        m_.wanted.resize(m_.bodies.size(), Vec6::Zero());
        m_.going.assign(m_.bodies.size(), Vec6::Zero());
        if (m_.options.order == WorldOrder::First)
            first_order();
        else
            second_order();
        finish();
        return report_;
    }

  private:
    /// Before a step: may another one be begun?
    [[nodiscard]] bool has_time() {
        const std::uint64_t share = report_.sub_steps > 0 ? report_.work / static_cast<std::uint64_t>(report_.sub_steps) : 0;
        bool over = report_.work + share > budget_.most_work;
        if (budget_.time && report_.sub_steps > 0) {
            const auto passed = Clock::now() - began_;
            over = over || passed + passed / report_.sub_steps > *budget_.time;
        }
        report_.out_of_budget = over;
        return !over;
    }

    void look_around() {
        ++m_.sub_steps;
        ++report_.sub_steps;
        std::fill(m_.going.begin(), m_.going.end(), Vec6::Zero());
        wake_whole_groups(m_);
        list_pairs(m_);
        widen_where_there_is_room(m_);
        find_contacts(m_);
        wake_whole_groups(m_);
        m_.joint_states.clear();
        for (JointPlace& joint : m_.joints) m_.joint_states.push_back(state_of(m_, joint));
        find_islands(m_);
        m_.pushes.assign(m_.contacts.size(), 0.0);
        m_.place.resize(m_.bodies.size());
        if (m_.solvers.size() < m_.island_count) m_.solvers.resize(m_.island_count);
        for (BodyState& body : m_.bodies) body.nearest_eps = kInfinity;
        for (const ActiveContact& contact : m_.contacts)
            for (const std::int32_t i : {contact.pair.a, contact.pair.b})
                if (i != kNobody) m_.bodies[i].nearest_eps = std::min(m_.bodies[i].nearest_eps, contact.near->eps().eps_s);
    }

    template <class Solve>
    void for_islands(Solve solve) {
        (void)parallel_for(m_.island_count, {.threads = m_.options.threads},
                           [&](std::size_t i) { solve(m_.islands[i], m_.solvers[i]); });
    }

    /// Some pair of the island is so near that it has to be put back to eps_s before anything else.
    [[nodiscard]] bool is_too_near(const Island& island) const {
        return std::any_of(island.contacts.begin(), island.contacts.end(), [&](std::uint32_t k) {
            return m_.contacts[k].pair.distance < kTooNear * m_.contacts[k].near->eps().eps_r;
        });
    }

    /// The farthest that a point of the island goes, in least security distances.
    [[nodiscard]] double way_of(const Island& island, const std::vector<Vec6>& displacement) const {
        double most = 0.0;
        for (const std::uint32_t i : island.bodies) {
            const BodyState& body = m_.bodies[i];
            const Vec6& x = displacement[i];
            const double eps = std::min(body.nearest_eps, 0.01 * 0.026 * m_.options.security * std::max(body.size, 1e-300));
            most = std::max(most, (x.head<3>().norm() + x.tail<3>().norm() * body.reach) / eps);
        }
        return most;
    }

    /// The part of their time left in which none of the island's bodies goes too far, at these velocities.
    [[nodiscard]] double trusted_part(const Island& island, const std::vector<Vec6>& velocities) const {
        double part = 1.0;
        for (const std::uint32_t i : island.bodies)
            part = std::min(part, trusted_share(m_, i, m_.left[i] * velocities[i]));
        return part;
    }

    /// All of the island by the same part: what was made to fit together still does.
    double trust_all(const Island& island) {
        double part = 1.0;
        for (const std::uint32_t i : island.bodies) part = std::min(part, trusted_share(m_, i, m_.going[i]));
        for (const std::uint32_t i : island.bodies) m_.going[i] *= part;
        return part;
    }

    /// Second order: less time for all of the island.
    void live_less(const Island& island, double part) {
        if (part < 1.0)
            for (const std::uint32_t i : island.bodies) m_.left[i] *= part;
    }

    /// Displacements that no pose can follow, as to targets beyond what doubles square, are none.
    void drop_unreal() {
        for (const std::uint32_t i : m_.movable)
            if (!(m_.going[i].squaredNorm() < kInfinity) || !is_valid(moved(m_.bodies[i].pose, m_.bodies[i].given.mass->centre, m_.going[i])))
                m_.going[i].setZero();
    }

    void prove_and_place() {
        drop_unreal();
        list_pairs(m_);
        limits_.most_work = std::min(kMostWorkOfQuery, budget_.most_work);
        // If finding contacts has used up the time, the first step is proved all the same, or nobody would ever move.
        if (budget_.time && report_.sub_steps == 1) limits_.deadline = std::max(began_ + *budget_.time, Clock::now() + *budget_.time / 2);
        const StepProof proof = prove_step(m_, limits_);
        report_.events += proof.events;
        report_.undecided += proof.undecided;
        report_.queries += proof.queries;
        report_.work += proof.work + m_.contacts.size();
        report_.proved_gap = std::min(report_.proved_gap, proof.least_apart);
        if (m_.track != nullptr) append_to_track(m_);
        for (const std::uint32_t i : m_.movable) {
            be_more_careful(i);
            if (m_.lives[i].until == 0.0) continue;
            stand_at(m_.bodies[i], m_.lives[i].at.pose);
        }
    }

    /// A step that ended at once was longer than its rows are true: they are of first order.
    void be_more_careful(std::uint32_t i) {
        if (!m_.tuning.trusts_little || m_.options.order != WorldOrder::First || m_.going[i].isZero(0.0)) return;
        BodyState& body = m_.bodies[i];
        if (m_.lives[i].until < kAtOnce) body.courage = std::max(kLeastCourage, 0.25 * body.courage);
        if (m_.lives[i].until == 1.0) body.courage = std::min(1.0, 4.0 * body.courage);
    }

    void first_order() {
        set_goals(m_);
        begin_frame_of_trials(m_);
        std::uint32_t blocked = 0;
        for (int step = 0; step < m_.options.most_sub_steps && has_time(); ++step) {
            look_around();
            want_goals(m_);
            blocked = 0;
            for (const std::uint32_t i : m_.movable) {
                const double share = m_.bodies[i].courage * trusted_share(m_, i, m_.wanted[i]);
                m_.wanted[i] *= share;
            }
            for_islands([&](const Island& island, SolverMemory& solver) {
                if (is_too_near(island) && go_back(island, solver)) return;
                allow_wanted(island, solver);
            });
            bool moves = false, tries = false;
            for (std::size_t k = 0; k < m_.island_count; ++k) {
                const Island& island = m_.islands[k];
                const bool stands = way_of(island, m_.going) == 0.0;
                moves = moves || !stands;
                if (!stands || way_of(island, m_.wanted) < 1.0) continue;
                const bool tighter = try_tighter(m_, island);
                tries = tries || tighter;
                if (!tighter)
                    for (const std::uint32_t i : island.bodies) blocked += m_.bodies[i].wants();
            }
            if (moves)
                prove_and_place();
            else if (!tries)
                break;
        }
        report_.blocked = blocked;
        for (const std::uint32_t i : m_.movable) m_.felt[i] = way_left(m_, i);
    }

    void allow_wanted(const Island& island, SolverMemory& solver) {
        (void)allow_displacements(m_, island, {}, solver);
        if (!island.joints.empty()) trust_all(island);
        if (way_of(island, m_.going) < kAtRest)
            for (const std::uint32_t i : island.bodies) m_.going[i].setZero();
    }

    /// Back to eps_s, as far as there is room, before anything else [Redon04, sec. 4]. False: there is none. In every
    /// other sub-step, for where others are in the way of going back the way on may be free.
    bool go_back(const Island& island, SolverMemory& solver) {
        if (!m_.tuning.goes_back || report_.sub_steps % 2 == 0) return false;
        (void)allow_displacements(m_, island, {.only_restores = true}, solver);
        if (!island.joints.empty()) trust_all(island);
        return way_of(island, m_.going) >= kAtRest;
    }

    void second_order() {
        m_.left.assign(m_.bodies.size(), 0.0);
        for (const std::uint32_t i : m_.movable) m_.left[i] = m_.options.frame;  // also of those that may be woken
        m_.impact.resize(m_.bodies.size(), Vec6::Zero());
        m_.after.resize(m_.bodies.size(), Vec6::Zero());
        m_.began.resize(m_.bodies.size(), Vec6::Zero());
        for (int step = 0; step < kForTheLate * m_.options.most_sub_steps && somebody_has_time() && has_time(); ++step) {
            look_around();
            sub_step_of_second_order();
        }
        for (const std::uint32_t i : m_.movable) report_.lost_time += m_.bodies[i].asleep ? 0.0 : m_.left[i];
        fall_asleep(m_);
    }

    [[nodiscard]] bool somebody_has_time() const {
        return std::any_of(m_.movable.begin(), m_.movable.end(),
                           [&](std::uint32_t i) { return m_.left[i] > 0.0 && !m_.bodies[i].asleep; });
    }

    void sub_step_of_second_order() {
        std::vector<double>& whole = m_.left_before;
        whole = m_.left;
        for (const std::uint32_t i : m_.movable) {
            BodyState& body = m_.bodies[i];
            m_.impact[i] = m_.began[i] = body.velocity;
        }
        for_islands([&](const Island& island, SolverMemory& solver) {
            if (std::none_of(island.bodies.begin(), island.bodies.end(), [&](std::uint32_t i) { return m_.left[i] > 0.0; }))
                return;
            if (is_too_near(island)) {
                for (const std::uint32_t i : island.bodies) m_.left[i] = 0.0, m_.wanted[i].setZero();
                (void)allow_displacements(m_, island, {}, solver);
                return;
            }
            // Who touches somebody that turns fast lives less in this step, as that one does.
            live_less(island, trusted_part(island, m_.impact));
            allow_velocities(m_, island, solver);
            live_less(island, trusted_part(island, m_.after));
            displace(island, solver);
        });
        prove_and_place();
        for (std::size_t k = 0; k < m_.island_count; ++k)
            for (const std::uint32_t i : m_.islands[k].bodies) {
                BodyState& body = m_.bodies[i];
                if (!(m_.left[i] > 0.0)) {
                    body.velocity = m_.impact[i];
                    m_.left[i] = whole[i];
                    continue;
                }
                // Who does not move has lived, unless it was stopped.
                const double lived = m_.going[i].isZero(0.0) ? 1.0 : m_.lives[i].until;
                body.velocity = m_.impact[i] + lived * (m_.after[i] - m_.impact[i]);
                if (!body.velocity.allFinite()) body.velocity.setZero();
                feel(i, lived);
                keep_spin(body);
                const double left = whole[i] - lived * m_.left[i];
                m_.left[i] = left > kLeastTime * m_.options.frame ? left : 0.0;
            }
    }

    /// Along the velocities for the time left, as far as contacts allow. Rows are mended for the whole of a
    /// displacement, so if less of it is trusted they are made anew.
    void displace(const Island& island, SolverMemory& solver) {
        for (int tries = 0; tries < kDisplacements; ++tries) {
            for (const std::uint32_t i : island.bodies)
                m_.wanted[i] = m_.left[i] * (m_.bodies[i].nearest_eps < kInfinity ? m_.after[i] : Vec6(0.5 * (m_.impact[i] + m_.after[i])));
            (void)allow_displacements(m_, island, {.restore = kRestore, .some_stand = true}, solver);
            const double part = trust_all(island);
            live_less(island, part);
            if (part > kNearlyAll) return;
        }
    }

    /// What others did to the body in this sub-step: its change of momentum that pulls and gravity do not explain.
    void feel(std::uint32_t i, double lived) {
        const BodyState& body = m_.bodies[i];
        const Vec6 change = body.velocity - m_.began[i] - lived * velocity_change(m_, i, m_.left[i]);
        m_.felt[i].head<3>() += change.head<3>() / (body.inverse.mass * m_.options.frame);
        m_.felt[i].tail<3>() += body.inverse.inertia.inverse() * Vec3(change.tail<3>()) / m_.options.frame;
    }

    [[nodiscard]] bool is_looked_at(const BodyPair& bodies) const {
        return std::any_of(bodies.begin(), bodies.end(), [&](std::uint32_t i) { return m_.bodies[i].is_movable() && !m_.bodies[i].asleep; });
    }

    /// Who presses on whom now, and did not before; and who no longer does. Sleepers press as they did.
    void note_presses() {
        m_.pressing.swap(m_.pressed);
        m_.pressing.clear();
        for (std::size_t k = 0; k < m_.contacts.size(); ++k)
            if (m_.pushes[k] > 0.0) m_.pressing.push_back(m_.contacts[k].near->bodies);
        for (const BodyPair& bodies : m_.pressed)
            if (!is_looked_at(bodies)) m_.pressing.push_back(bodies);
        std::sort(m_.pressing.begin(), m_.pressing.end());
        m_.pressing.erase(std::unique(m_.pressing.begin(), m_.pressing.end()), m_.pressing.end());
        const auto note = [&](const std::vector<BodyPair>& of, const std::vector<BodyPair>& not_in, WorldEventKind kind) {
            for (const BodyPair& bodies : of)
                if (!std::binary_search(not_in.begin(), not_in.end(), bodies)) m_.happened.push_back({m_.frames, kind, bodies, 1.0});
        };
        note(m_.pressing, m_.pressed, WorldEventKind::Pressed);
        note(m_.pressed, m_.pressing, WorldEventKind::Parted);
    }

    void finish() {
        note_presses();
        report_.happened = m_.happened;
        if (m_.track != nullptr) m_.track->events.insert(m_.track->events.end(), m_.happened.begin(), m_.happened.end());
        ++m_.frames;
        if (m_.track != nullptr) m_.track->frames.push_back(m_.track->poses.empty() ? 0 : m_.track->poses.front().size());
        m_.shown.clear();
        for (const NearPair* pair : m_.listed)
            if (pair->measured == m_.sub_steps && pair->list.least_distance() < report_.least_distance)
                report_.least_distance = pair->list.least_distance(), report_.nearest = pair->bodies;
        for (std::size_t k = 0; k < m_.contacts.size(); ++k) {
            const ActiveContact& contact = m_.contacts[k];
            const auto found = contact.near->list.contacts();
            if (contact.which >= found.size()) continue;
            const ContactFeaturePair& of = found[contact.which];
            m_.shown.push_back({contact.near->bodies, of.points, of.triangles, of.normal, of.distance_hi, m_.pushes[k]});
        }
        report_.contacts = m_.shown;
        forget_far_pairs(m_);
    }

    WorldMemory& m_;
    const FrameBudget& budget_;
    Clock::time_point began_;
    StepLimits limits_{kMostWorkOfQuery, {}};
    FrameReport report_;
};

}  // namespace

FrameReport advance(World& world, const FrameBudget& budget) { return Frame(world.memory(), budget).run(); }

}  // namespace graze
