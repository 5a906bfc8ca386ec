#include "studio/world_state.h"

#include "graze/core/assert.h"
#include "studio/look_anew.h"

#include "graze/dynamics/handling/settle.h"
#include "graze/dynamics/handling/world_memory.h"

#include <algorithm>

namespace graze::studio {
namespace {

void stand_still_at(BodyState& body, const Pose& pose) {
    stand_at(body, pose);
    body.inverse_before = body.inverse.inertia;
    body.velocity.setZero();
    body.pull.reset();
    body.goal.reset();
    body.squeeze = {};
    body.asleep = false;
    body.quiet = 0;
}

void put(WorldMemory& memory, const WorldState& state) {
    memory.options.order = state.order;
    for (const std::uint32_t i : memory.movable) stand_still_at(memory.bodies[i], memory.bodies[i].given.pose);
    for (std::size_t k = 0; k < state.bodies.size(); ++k) {
        BodyState& body = memory.bodies[state.bodies[k]];
        stand_still_at(body, state.poses[k]);
        body.velocity << state.velocities[k].linear, state.velocities[k].angular;
    }
    GRAZE_ASSERT(state.joints.size() == memory.joints.size());
    for (std::size_t k = 0; k < state.joints.size(); ++k) memory.joints[k].value = memory.joints[k].goal = state.joints[k];
}

}  // namespace

WorldState state_of(const World& world) {
    const WorldMemory& memory = world.memory();
    WorldState state{.order = memory.options.order, .bodies = memory.movable};
    for (const std::uint32_t i : memory.movable) {
        state.poses.push_back(world.pose(i));
        state.velocities.push_back(world.velocity(i));
    }
    for (const JointPlace& joint : memory.joints) state.joints.push_back(joint.value);
    return state;
}

Expected<void> put_to(World& world, const WorldState& state) {
    const WorldState before = state_of(world);
    const std::vector<KnownPair> known = known_pairs(world);
    put(world.memory(), state);
    auto looked = look_anew(world);
    if (!looked) {
        put(world.memory(), before);
        remember(world, known);
    }
    return looked;
}

}  // namespace graze::studio
