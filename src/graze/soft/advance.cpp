// One frame of a world of rods: where a step would lead, filtered on the way, and proved before it is made.
#include "graze/soft/soft_memory.h"

#include "graze/numeric/outward.h"

#include <algorithm>
#include <cmath>

namespace graze::soft {
namespace {

constexpr double kGapKept = 0.1;         // of a gap, by one Newton step
constexpr double kBack = 0.9;            // of what a filter allows
constexpr double kArmijo = 1e-4;
constexpr double kFilterReach = 1.2;     // of clearances: who stays farther away is not asked; the proof asks everybody
constexpr double kConverged = 1e-4;      // of the least radius: Newton's last step
constexpr double kLeastShare = 0x1p-7;   // of a frame: shorter sub-steps are not tried
constexpr double kStick = 1e-3;          // m/s: slower than this, contacts stick
constexpr int kMostBackSteps = 12;

/// One sub-step being tried.
class SubStep {
  public:
    SubStep(const SoftMemory& memory, double seconds, std::vector<BodyWay> ways, SoftReport& report)
        : memory_(memory), model_(memory.model), h_(seconds), ways_(std::move(ways)), report_(report), states_(memory.states),
          before_(all_nodes(memory.states)) {
        std::vector<Pose> poses;
        for (const BodyWay& way : ways_) {
            standing_.push_back(way_of(model_.bodies[standing_.size()], way.to, way.to));
            poses.push_back(way.to);
        }
        for (const HeldNode& held : memory.holds) places_.push_back(place_of(held, poses, memory.time + seconds));
        held_ = held_ends(memory, poses, memory.time + seconds);
        for (std::size_t r = 0; r < states_.size(); ++r) {
            lengths_before_.emplace_back();
            for (std::size_t i = 0; i + 1 < states_[r].x.size(); ++i)
                lengths_before_[r].push_back((states_[r].x[i + 1] - states_[r].x[i]).norm());
            strains_before_.push_back(strains_of(states_[r], memory.held[r]));
            follow_twist(states_[r], held_[r]);  // ends may be turned from the beginning on
        }
        room_ = room_of_step();
    }

    /// Moves nodes with their velocities; what bodies do meanwhile is proved free with that. Returns the share of the step
    /// that it is free for; less than 1: nothing is moved.
    double begin_with_velocities(bool moves_nodes) {
        std::vector<Vec3> ahead = before_;
        if (moves_nodes)
            for (std::size_t i = 0; i < ahead.size(); ++i) ahead[i] += std::min(1.0, room_ / (h_ * fastest_ + 1e-300)) * h_ * velocity_[i];
        const SoftWays ways{before_, ahead, ways_};
        double share = 1.0;
        const Candidates near = candidates_of(model_, ways, 0.0);
        for (const BodyCandidate& pair : near.bodies) {
            const StraightSet segment = segment_on(model_, pair.segment, before_, ahead);
            share = std::min(share, free_until(segment, pair.set, clearance_of(model_, pair.segment)));
            ++report_.queries;
        }
        for (const RodCandidate& pair : near.rods) {
            if (pair.is_close_along || !moves_nodes) continue;
            share = std::min(share, free_until(segment_on(model_, pair.a, before_, ahead), segment_on(model_, pair.b, before_, ahead), pair.clearance));
            ++report_.queries;
        }
        if (share < 1.0) return share;
        if (moves_nodes && !bends_allow(ahead)) return 0.0;
        std::vector<double> step(static_cast<std::size_t>(model_.unknowns), 0.0);
        for (std::uint32_t i = 0; i < model_.nodes; ++i)
            for (int k = 0; k < 3; ++k) step[static_cast<std::size_t>(model_.unknown_of(i) + k)] = ahead[i][k] - before_[i][k];
        states_ = moved(step, 1.0);
        return 1.0;
    }

    void solve() {
        near_ = candidates_of(model_, {before_, before_, standing_}, room_ + memory_.barrier.begins);
        rubbing_ = contacts_of(model_, near_, before_, memory_.barrier);
        StepSystem system;
        for (int k = 0; k < memory_.options.most_newton_steps; ++k) {
            ++report_.newton_steps;
            system.reset(model_.unknowns);
            const double energy = energy_of(states_, &system);
            const std::vector<double> step = system.step();
            if (!take(step, energy, system.gradient())) break;
        }
    }

    /// What was reached, with velocities.
    std::vector<RodState> result() const {
        std::vector<RodState> states = states_;
        for (std::size_t r = 0; r < states.size(); ++r) {
            const RodState& old = memory_.states[r];
            for (std::size_t i = 0; i < states[r].x.size(); ++i) states[r].v[i] = (states[r].x[i] - old.x[i]) / h_;
            for (std::size_t i = 0; i < states[r].theta.size(); ++i) states[r].spin[i] = (states[r].theta[i] - old.theta[i]) / h_;
        }
        return states;
    }

    const std::vector<HeldEnds>& held() const { return held_; }
    const std::vector<BodyWay>& ways() const { return ways_; }

  private:
    /// No node goes farther than this in the step.
    double room_of_step() {
        double radius = kInfinity, holds = 0.0;
        for (const Rod& rod : model_.rods) radius = std::min(radius, rod.radius);
        for (const RodState& state : states_)
            for (const Vec3& v : state.v) {
                velocity_.push_back(v);
                fastest_ = std::max(fastest_, v.norm());
            }
        for (std::size_t i = 0; i < places_.size(); ++i) {
            const HeldNode& held = memory_.holds[i];
            holds = std::max(holds, (places_[i].place - memory_.states[held.hold.rod].x[static_cast<std::size_t>(held.hold.node)]).norm());
        }
        return 0.25 * radius + 1.5 * h_ * fastest_ + 2.0 * h_ * h_ * memory_.options.gravity.norm() + 2.0 * std::min(holds, radius);
    }

    static double free_until(const StraightSet& a, const StraightSet& b, double clearance) {
        const ClosePoints now = closest_points({a.from.data(), static_cast<std::size_t>(a.count)}, {b.from.data(), static_cast<std::size_t>(b.count)});
        const double gap = now.separation.norm() - clearance - b.error;
        if (!(gap > 0.0)) return 0.0;
        return std::max(0.0, prove_apart_until(a, b, clearance + kGapKept * gap));
    }

    std::vector<RodState> moved(std::span<const double> step, double share) const {
        std::vector<RodState> states = states_;
        for (std::size_t r = 0; r < states.size(); ++r) {
            const std::size_t unknowns = 4 * states[r].x.size() - 1;
            move_by(states[r], step.subspan(static_cast<std::size_t>(model_.offset[r]), unknowns), share);
            follow_twist(states[r], held_[r]);
        }
        return states;
    }

    bool bends_allow(std::span<const Vec3> nodes) const {
        for (std::size_t r = 0; r < model_.rods.size(); ++r)
            for (std::uint32_t i = model_.first_node[r] + 1; i + 1 < model_.first_node[r] + static_cast<std::uint32_t>(model_.rods[r].nodes()); ++i) {
                const Vec3 e = nodes[i] - nodes[i - 1], f = nodes[i + 1] - nodes[i];
                if (!(e.dot(f) > model_.rods[r].least_bend_cosine * e.norm() * f.norm())) return false;
            }
        return true;
    }

    double energy_of(const std::vector<RodState>& states, StepSystem* system) const {
        double energy = add_holds(memory_, states, places_, system);
        for (std::size_t r = 0; r < states.size(); ++r) {
            energy += add_inertia(r, states[r], system);
            energy += add_rod_energy(model_.rods[r], states[r], held_[r], {h_, strains_before_[r], lengths_before_[r]}, model_.offset[r], system);
        }
        const std::vector<Vec3> nodes = all_nodes(states);
        const std::vector<RodContact> contacts = contacts_of(model_, near_, nodes, memory_.barrier);
        energy += add_barrier(model_, contacts, memory_.barrier, system);
        const double stick = kStick * memory_.options.per_metre * h_;
        return energy + add_friction(model_, rubbing_, {before_, nodes, ways_, stick}, system);
    }

    double add_inertia(std::size_t r, const RodState& state, StepSystem* system) const {
        const Rod& rod = model_.rods[r];
        const RodState& old = memory_.states[r];
        double energy = 0.0;
        for (std::size_t i = 0; i < state.x.size(); ++i) {
            const double m = rod.mass[i] / (h_ * h_);
            const Vec3 more = state.x[i] - (old.x[i] + h_ * old.v[i] + h_ * h_ * memory_.options.gravity);
            energy += 0.5 * m * more.squaredNorm();
            const int at = model_.offset[r] + 4 * static_cast<int>(i);
            for (int k = 0; system != nullptr && k < 3; ++k) {
                system->add_gradient(at + k, m * more[k]);
                system->add_stiffness(at + k, at + k, m);
            }
        }
        for (std::size_t i = 0; i < state.theta.size(); ++i) {
            const double m = rod.spin_inertia[i] / (h_ * h_), more = state.theta[i] - (old.theta[i] + h_ * old.spin[i]);
            energy += 0.5 * m * more * more;
            const int at = model_.offset[r] + 4 * static_cast<int>(i) + 3;
            if (system == nullptr) continue;
            system->add_gradient(at, m * more);
            system->add_stiffness(at, at, m);
        }
        return energy;
    }

    /// The share of a Newton step for which all pairs keep a part of their gaps.
    double filtered(std::span<const Vec3> from, std::span<const Vec3> to) const {
        double share = 1.0;
        const auto look = [&](const StraightSet& a, const StraightSet& b, double clearance) {
            share = std::min(share, free_until(a, b, clearance));
            ++report_.queries;
        };
        for (const BodyCandidate& pair : near_.bodies) {
            const StraightSet segment = segment_on(model_, pair.segment, from, to);
            const std::array<Vec3, 4> points{segment.from[0], segment.from[1], segment.to[0], segment.to[1]};
            const double clearance = clearance_of(model_, pair.segment);
            if (!are_far(pair, points, kFilterReach * clearance)) look(segment, pair.set, clearance);
        }
        for (const RodCandidate& pair : near_.rods) {
            if (pair.is_close_along) continue;
            const StraightSet a = segment_on(model_, pair.a, from, to), b = segment_on(model_, pair.b, from, to);
            Box box = box_of(std::array{a.from[0], a.from[1], a.to[0], a.to[1]});
            box.min.array() -= kFilterReach * pair.clearance;
            box.max.array() += kFilterReach * pair.clearance;
            if (boxes_meet(box, box_of(std::array{b.from[0], b.from[1], b.to[0], b.to[1]}))) look(a, b, pair.clearance);
        }
        return share;
    }

    /// Goes along the step as far as it leads down. False: there is nothing more to gain.
    bool take(std::span<const double> step, double energy, std::span<const double> gradient) {
        const std::vector<Vec3> nodes = all_nodes(states_);
        std::vector<Vec3> target = nodes;
        double largest = 0.0, share = 1.0, down = 0.0;
        for (std::size_t i = 0; i < step.size(); ++i) down += step[i] * gradient[i];
        for (std::uint32_t i = 0; i < model_.nodes; ++i) {
            const auto at = static_cast<std::size_t>(model_.unknown_of(i));
            const Vec3 d(step[at], step[at + 1], step[at + 2]);
            target[i] += d;
            largest = std::max(largest, d.norm());
            if (at + 3 < step.size() && i + 1 < model_.nodes && model_.rod_of_node(i) == model_.rod_of_node(i + 1))
                largest = std::max(largest, least_radius() * std::abs(step[at + 3]));
            const double left = room_ - (nodes[i] - before_[i]).norm();
            if (d.norm() > left) share = std::min(share, std::max(0.0, left) / d.norm());
        }
        if (!(largest > kConverged * least_radius()) || !(down < 0.0) || share <= 0.0) return false;
        for (std::uint32_t i = 0; i < model_.nodes; ++i) target[i] = nodes[i] + share * (target[i] - nodes[i]);
        const double free = filtered(nodes, target);
        if (free < 1.0) share *= kBack * free;
        for (int k = 0; k < kMostBackSteps && share > 0.0; ++k, share *= 0.5) {
            std::vector<RodState> tried = moved(step, share);
            const double reached = bends_allow(all_nodes(tried)) ? energy_of(tried, nullptr) : kInfinity;
            if (!(reached <= energy + kArmijo * share * down)) continue;
            states_ = std::move(tried);
            return share * largest > kConverged * least_radius();
        }
        return false;
    }

    double least_radius() const { return memory_.barrier.begins / memory_.options.barrier_share; }

    const SoftMemory& memory_;
    const SoftModel& model_;
    double h_;
    std::vector<BodyWay> ways_, standing_;  // standing: at the ends of the ways
    SoftReport& report_;
    std::vector<RodState> states_;
    std::vector<Vec3> before_, velocity_;
    std::vector<HoldPlace> places_;
    std::vector<HeldEnds> held_;
    std::vector<std::vector<double>> lengths_before_;
    std::vector<std::vector<Eigen::Vector3d>> strains_before_;
    Candidates near_;
    std::vector<RodContact> rubbing_;
    double room_ = 0.0, fastest_ = 0.0;
};

/// A frame, sub-step by sub-step.
class Frame {
  public:
    Frame(SoftMemory& memory, BodyPoses poses) : memory_(memory), poses_(poses) {}

    SoftReport run() {
        memory_.refused.clear();
        double left = 1.0, share = 1.0;  // of the frame
        bool bodies_wait = false;
        while (left > 0.0) {
            const bool is_last_try = report_.sub_steps >= memory_.options.most_sub_steps;
            share = std::min(share, left);
            double free = 1.0;
            if (!is_last_try && try_step(share, bodies_wait, free)) {
                left -= share;
                if (!bodies_wait) clock_ += share * memory_.options.frame;
                share = left > 0.0 ? std::min(left, 2.0 * share) : share;
                continue;
            }
            ++report_.halved;
            share *= std::min(0.5, std::max(0.125, kBack * free));
            if (share >= kLeastShare && !is_last_try) continue;
            share = left;
            if (!bodies_wait && !is_last_try) {
                bodies_wait = true;
                continue;
            }
            stand(left);
            left = 0.0;
        }
        memory_.body_clock += clock_;
        finish();
        return report_;
    }

  private:
    std::vector<BodyWay> ways_for(double share, bool bodies_wait) const {
        std::vector<BodyWay> ways;
        const std::vector<Pose> to = bodies_wait ? memory_.poses : poses_(memory_.body_clock + clock_ + share * memory_.options.frame);
        for (std::size_t b = 0; b < memory_.poses.size(); ++b) ways.push_back(way_of(memory_.model.bodies[b], memory_.poses[b], to[b]));
        return ways;
    }

    /// `free`: of a step that was not made, the share for which bodies could move.
    bool try_step(double share, bool bodies_wait, double& free) {
        SubStep step(memory_, share * memory_.options.frame, ways_for(share, bodies_wait), report_);
        const bool all_stand = std::all_of(step.ways().begin(), step.ways().end(), [](const BodyWay& way) { return way.stands(); });
        if (!all_stand) {
            free = step.begin_with_velocities(true);
            if (free < 1.0) free = std::max(free, step.begin_with_velocities(false));
            if (free < 1.0) return false;
        }
        step.solve();
        std::vector<RodState> states = step.result();
        const std::vector<Vec3> from = all_nodes(memory_.states), to = all_nodes(states);
        const StepProof proof = prove_step(memory_.model, {from, to, step.ways()});
        report_.queries += proof.queries;
        if (!proof.is_proved()) {
            memory_.refused.push_back(proof);
            free = 0.5;
            return false;
        }
        memory_.states = std::move(states);
        memory_.held = step.held();
        for (std::size_t b = 0; b < memory_.poses.size(); ++b) memory_.poses[b] = step.ways()[b].to;
        memory_.time += share * memory_.options.frame;
        ++report_.sub_steps;
        note_track(to);
        return true;
    }

    /// Nothing moves: what was proved of where everything stands holds on.
    void stand(double share) {
        for (RodState& state : memory_.states) {
            std::fill(state.v.begin(), state.v.end(), Vec3::Zero());
            std::fill(state.spin.begin(), state.spin.end(), 0.0);
        }
        memory_.time += share * memory_.options.frame;
        report_.stood += share * memory_.options.frame;
        ++report_.sub_steps;
    }

    void note_track(const std::vector<Vec3>& nodes) const {
        if (memory_.track_nodes != nullptr) memory_.track_nodes->push_back(nodes);
        if (memory_.track_poses != nullptr) memory_.track_poses->push_back(memory_.poses);
    }

    void finish() {
        report_.waited = std::max(0.0, memory_.time - memory_.body_clock);
        const std::vector<Vec3> nodes = all_nodes(memory_.states);
        std::vector<BodyWay> ways;
        for (std::size_t b = 0; b < memory_.poses.size(); ++b) ways.push_back(way_of(memory_.model.bodies[b], memory_.poses[b], memory_.poses[b]));
        const auto contacts = contacts_of(memory_.model, candidates_of(memory_.model, {nodes, nodes, ways}, memory_.barrier.begins), nodes, memory_.barrier);
        report_.contacts = static_cast<int>(contacts.size());
        report_.self_contacts = static_cast<int>(std::count_if(contacts.begin(), contacts.end(), [](const RodContact& c) { return !c.body; }));
        if (!contacts.empty()) report_.least_gap = least_gap(contacts, memory_.barrier);
    }

    SoftMemory& memory_;
    BodyPoses poses_;
    SoftReport report_;
    double clock_ = 0.0;  // how far bodies went in this frame, seconds
};

}  // namespace

SoftReport advance(SoftWorld& world, BodyPoses poses) { return Frame(world.memory(), poses).run(); }

SoftReport advance(SoftWorld& world) {
    const std::vector<Pose> standing = world.memory().poses;
    return advance(world, [&](double) { return standing; });
}

}  // namespace graze::soft
