#include "studio/world_changes.h"

#include "graze/dynamics/handling/world_memory.h"
#include "studio/look_anew.h"

namespace graze::studio {

Expected<World> with_movable(const World& world, std::uint32_t body, const PairRules& rules) {
    const WorldMemory& memory = world.memory();
    std::vector<WorldBody> given;
    for (const BodyState& one : memory.bodies) given.push_back(one.given);
    given[body].mass = with_density(mass_properties(given[body].body), 1.0);
    std::vector<WorldJoint> joints;
    for (const JointPlace& joint : memory.joints) joints.push_back(joint.given);
    auto made = make_world(std::move(given), memory.options, rules, joints);
    if (!made) return made.error();
    if (auto put = put_to(*made, state_of(world)); !put) return put.error();
    return *std::move(made);
}

Expected<void> set_rules(World& world, const PairRules& rules) {
    WorldMemory& memory = world.memory();
    const PairRules old = memory.rules;
    const std::vector<KnownPair> known = known_pairs(world);
    memory.rules = rules;
    for (const auto& [key, pair] : memory.pairs)
        if (!pair->is_seat) pair->clearance = rules.of(pair->bodies[0], pair->bodies[1]).clearance;
    auto looked = look_anew(world);
    if (!looked) {
        memory.rules = old;
        remember(world, known);
    }
    return looked;
}

Expected<void> set_security(World& world, double security) {
    WorldMemory& memory = world.memory();
    const double old = memory.options.security;
    const std::vector<KnownPair> known = known_pairs(world);
    memory.options.security = security;
    for (const auto& [key, pair] : memory.pairs) pair->base *= security / old;
    auto looked = look_anew(world);
    if (!looked) {
        memory.options.security = old;
        remember(world, known);
    }
    return looked;
}

void set_friction(World& world, double friction) {
    for (BodyState& body : world.memory().bodies) body.given.friction = friction;
    for (const auto& [key, pair] : world.memory().pairs) pair->friction = friction;
}

void set_restitution(World& world, double restitution) {
    for (BodyState& body : world.memory().bodies) body.given.restitution = restitution;
    for (const auto& [key, pair] : world.memory().pairs) pair->restitution = restitution;
}

}  // namespace graze::studio
