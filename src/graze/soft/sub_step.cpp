#include "graze/soft/sub_step.h"

#include "graze/numeric/outward.h"
#include "graze/soft/body_loads.h"

#include <algorithm>
#include <cmath>

namespace graze::soft {
namespace {

constexpr double kGapKept = 0.1;         // of a gap, by one Newton step
constexpr double kBack = 0.9;            // of what a filter allows
constexpr double kArmijo = 1e-4;
constexpr double kFilterReach = 1.2;     // of clearances: who stays farther away is not asked; the proof asks everybody
constexpr double kConverged = 1e-4;      // of the least radius: Newton's last step
constexpr double kStick = 1e-3;          // m/s: slower than this, contacts stick
constexpr double kSlack = 0.3;           // of the least radius: nodes go so far until near pairs are sought again
constexpr int kMostBackSteps = 12;

double free_until(const StraightSet& a, const StraightSet& b, double clearance) {
    const ClosePoints now = closest_points({a.from.data(), static_cast<std::size_t>(a.count)}, {b.from.data(), static_cast<std::size_t>(b.count)});
    const double gap = now.separation.norm() - clearance - b.error;
    if (!(gap > 0.0)) return 0.0;
    return std::max(0.0, prove_apart_until(a, b, clearance + kGapKept * gap));
}

double farthest(std::span<const Vec3> a, std::span<const Vec3> b) {
    double most = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, (a[i] - b[i]).squaredNorm());
    return std::sqrt(most);
}

}  // namespace

SubStep::SubStep(const SoftMemory& memory, double seconds, std::vector<BodyWay> ways, SoftReport& report)
    : memory_(memory), model_(memory.model), h_(seconds), ways_(std::move(ways)), report_(report), states_(memory.states),
      before_(all_nodes(memory.states)), slack_(kSlack * least_radius()) {
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

/// No node goes farther than this in the step.
double SubStep::room_of_step() {
    double holds = 0.0;
    for (const RodState& state : states_)
        for (const Vec3& v : state.v) {
            velocity_.push_back(v);
            fastest_ = std::max(fastest_, v.norm());
        }
    for (std::size_t i = 0; i < places_.size(); ++i) {
        const HeldNode& held = memory_.holds[i];
        holds = std::max(holds, (places_[i].place - memory_.states[held.hold.rod].x[static_cast<std::size_t>(held.hold.node)]).norm());
    }
    return 0.25 * least_radius() + 1.5 * h_ * fastest_ + 2.0 * h_ * h_ * memory_.options.gravity.norm() + 2.0 * std::min(holds, least_radius());
}

/// All pairs that may push where these nodes are.
const Candidates& SubStep::near_at(std::span<const Vec3> nodes) {
    if (listed_at_.empty() || !(farthest(nodes, listed_at_) <= slack_)) {
        listed_at_.assign(nodes.begin(), nodes.end());
        near_ = candidates_of(model_, {nodes, nodes, standing_}, slack_ + memory_.barrier.begins);
    }
    return near_;
}

double SubStep::begin_with_velocities(bool moves_nodes) {
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

void SubStep::solve() {
    rubbing_ = contacts_of(model_, near_at(before_), before_, memory_.barrier);
    StepSystem system;
    for (int k = 0; k < memory_.options.most_newton_steps; ++k) {
        ++report_.newton_steps;
        system.reset(model_.unknowns);
        const double energy = energy_of(states_, &system);
        const std::vector<double> step = system.step();
        if (!take(step, energy, system.gradient())) break;
    }
}

std::vector<RodState> SubStep::result() const {
    std::vector<RodState> states = states_;
    for (std::size_t r = 0; r < states.size(); ++r) {
        const RodState& old = memory_.states[r];
        for (std::size_t i = 0; i < states[r].x.size(); ++i) states[r].v[i] = (states[r].x[i] - old.x[i]) / h_;
        for (std::size_t i = 0; i < states[r].theta.size(); ++i) states[r].spin[i] = (states[r].theta[i] - old.theta[i]) / h_;
    }
    return states;
}

std::vector<BodyLoad> SubStep::loads(double next) {
    const std::vector<Vec3> nodes = all_nodes(states_);
    StepSystem system;
    system.reset(model_.unknowns);
    const double own = h_;
    h_ = next;
    energy_of(states_, &system);
    h_ = own;
    const std::vector<RodContact> contacts = contacts_of(model_, near_at(nodes), nodes, memory_.barrier);
    const FrictionStep friction{before_, nodes, ways_, kStick * memory_.options.per_metre * h_};
    return body_loads(memory_, {states_, places_, held_, contacts, rubbing_, friction, h_, next}, system);
}

std::vector<RodState> SubStep::moved(std::span<const double> step, double share) const {
    std::vector<RodState> states = states_;
    for (std::size_t r = 0; r < states.size(); ++r) {
        const std::size_t unknowns = 4 * states[r].x.size() - 1;
        move_by(states[r], step.subspan(static_cast<std::size_t>(model_.offset[r]), unknowns), share);
        follow_twist(states[r], held_[r]);
    }
    return states;
}

bool SubStep::bends_allow(std::span<const Vec3> nodes) const {
    for (std::size_t r = 0; r < model_.rods.size(); ++r)
        for (std::uint32_t i = model_.first_node[r] + 1; i + 1 < model_.first_node[r] + static_cast<std::uint32_t>(model_.rods[r].nodes()); ++i) {
            const Vec3 e = nodes[i] - nodes[i - 1], f = nodes[i + 1] - nodes[i];
            if (!(e.dot(f) > model_.rods[r].least_bend_cosine * e.norm() * f.norm())) return false;
        }
    return true;
}

double SubStep::energy_of(const std::vector<RodState>& states, StepSystem* system) {
    double energy = add_holds(memory_, states, places_, system);
    for (std::size_t r = 0; r < states.size(); ++r) {
        energy += add_inertia(r, states[r], system);
        energy += add_rod_energy(model_.rods[r], states[r], held_[r], {h_, strains_before_[r], lengths_before_[r]}, model_.offset[r], system);
    }
    const std::vector<Vec3> nodes = all_nodes(states);
    const std::vector<RodContact> contacts = contacts_of(model_, near_at(nodes), nodes, memory_.barrier);
    energy += add_barrier(model_, contacts, memory_.barrier, system);
    const double stick = kStick * memory_.options.per_metre * h_;
    return energy + add_friction(model_, rubbing_, {before_, nodes, ways_, stick}, system);
}

double SubStep::add_inertia(std::size_t r, const RodState& state, StepSystem* system) const {
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
double SubStep::filtered(std::span<const Vec3> from, std::span<const Vec3> to) {
    double share = 1.0;
    const auto look = [&](const StraightSet& a, const StraightSet& b, double clearance) {
        share = std::min(share, free_until(a, b, clearance));
        ++report_.queries;
    };
    // A step that stays near where pairs were listed meets only these.
    const bool is_short = farthest(from, listed_at_) <= slack_ && farthest(to, listed_at_) <= slack_;
    Candidates on_the_way;
    if (!is_short) on_the_way = candidates_of(model_, {from, to, standing_}, 0.0);
    const Candidates& near = is_short ? near_ : on_the_way;
    for (const BodyCandidate& pair : near.bodies) {
        const StraightSet segment = segment_on(model_, pair.segment, from, to);
        const std::array<Vec3, 4> points{segment.from[0], segment.from[1], segment.to[0], segment.to[1]};
        const double clearance = clearance_of(model_, pair.segment);
        if (!are_far(pair, points, kFilterReach * clearance)) look(segment, pair.set, clearance);
    }
    for (const RodCandidate& pair : near.rods) {
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
bool SubStep::take(std::span<const double> step, double energy, std::span<const double> gradient) {
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

}  // namespace graze::soft
