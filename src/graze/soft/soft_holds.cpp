// Springs between nodes and what holds them.
#include "graze/soft/soft_memory.h"

#include "graze/core/assert.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace graze::soft {
namespace {

HoldMove move_at(const std::vector<HoldMove>& moves, double time) {
    if (moves.empty()) return {};
    if (time <= moves.front().time) return moves.front();
    if (time >= moves.back().time) return moves.back();
    std::size_t next = 1;
    while (moves[next].time < time) ++next;
    const HoldMove &from = moves[next - 1], &to = moves[next];
    const double share = (time - from.time) / (to.time - from.time);
    return {time, from.by + share * (to.by - from.by), from.turn_deg + share * (to.turn_deg - from.turn_deg)};
}

}  // namespace

std::vector<Vec3> all_nodes(std::span<const RodState> states) {
    std::vector<Vec3> nodes;
    for (const RodState& state : states) nodes.insert(nodes.end(), state.x.begin(), state.x.end());
    return nodes;
}

HoldPlace place_of(const HeldNode& held, std::span<const Pose> poses, double time) {
    HoldPlace at{held.place, {held.tangent, held.material}};
    const HoldMove move = move_at(held.hold.moves, time);
    at.end.material = Eigen::AngleAxisd(move.turn_deg * std::numbers::pi / 180.0, at.end.tangent) * at.end.material;
    at.place += move.by;
    if (!held.hold.body) return at;
    const Pose& pose = poses[*held.hold.body];
    const Pose turn{Vec3::Zero(), pose.rotation};
    return {apply(pose, at.place), {apply(turn, at.end.tangent).normalized(), apply(turn, at.end.material).normalized()}};
}

std::vector<HeldEnds> held_ends(const SoftMemory& memory, std::span<const Pose> poses, double time) {
    std::vector<HeldEnds> held(memory.states.size());
    for (const HeldNode& node : memory.holds)
        if (node.hold.kind == HoldKind::Clamp) held[node.hold.rod][node.hold.node == 0 ? 0 : 1] = place_of(node, poses, time).end;
    return held;
}

double add_holds(const SoftMemory& memory, std::span<const RodState> states, std::span<const HoldPlace> places, StepSystem* system) {
    double energy = 0.0;
    for (std::size_t i = 0; i < memory.holds.size(); ++i) {
        const HeldNode& held = memory.holds[i];
        const Vec3 away = states[held.hold.rod].x[static_cast<std::size_t>(held.hold.node)] - places[i].place;
        const double stretch = away.norm(), most = held.most_force / held.stiffness;
        const bool gives_way = stretch > most;
        energy += gives_way ? held.most_force * (stretch - 0.5 * most) : 0.5 * held.stiffness * stretch * stretch;
        if (system == nullptr) continue;
        const double stiffness = gives_way ? held.most_force / stretch : held.stiffness;
        const int at = memory.model.offset[held.hold.rod] + 4 * held.hold.node;
        for (int k = 0; k < 3; ++k) {
            system->add_gradient(at + k, stiffness * away[k]);
            system->add_stiffness(at + k, at + k, stiffness);
        }
    }
    return energy;
}

std::size_t add_hand(SoftWorld& world, const Hold& hold) {
    SoftMemory& memory = world.memory();
    GRAZE_ASSERT(hold.rod < memory.states.size() && hold.node >= 0 && hold.node < memory.model.rods[hold.rod].nodes() && !hold.body);
    HeldNode held{hold, memory.states[hold.rod].x[static_cast<std::size_t>(hold.node)], Vec3::UnitZ(), Vec3::UnitX()};
    held.hold.kind = HoldKind::Hinge;
    held.stiffness = hold.stiffness;
    held.most_force = hold.most_force * memory.options.per_metre;
    memory.holds.push_back(held);
    return memory.holds.size() - 1;
}

void move_hand(SoftWorld& world, std::size_t hand, const Vec3& place) {
    GRAZE_ASSERT(hand < world.memory().holds.size() && place.allFinite());
    world.memory().holds[hand].place = place;
}

void remove_hand(SoftWorld& world, std::size_t hand) {
    GRAZE_ASSERT(hand + 1 == world.memory().holds.size());
    world.memory().holds.pop_back();
}

StepProof prove_standing(const SoftMemory& memory) {
    const std::vector<Vec3> nodes = all_nodes(memory.states);
    std::vector<BodyWay> ways;
    for (std::size_t b = 0; b < memory.poses.size(); ++b) ways.push_back(way_of(memory.model.bodies[b], memory.poses[b], memory.poses[b]));
    return prove_step(memory.model, {nodes, nodes, ways});
}

}  // namespace graze::soft
