#include "graze/dynamics/handling/islands.h"

#include <numeric>

namespace graze::internal {
namespace {

std::uint32_t root_of(std::vector<std::uint32_t>& parent, std::uint32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

/// The smaller root stays one, so that islands rise.
void join(std::vector<std::uint32_t>& parent, std::uint32_t i, std::uint32_t j) {
    const std::uint32_t p = root_of(parent, i), q = root_of(parent, j);
    parent[std::max(p, q)] = std::min(p, q);
}

}  // namespace

void find_islands(WorldMemory& memory) {
    constexpr std::uint32_t kNone = ~std::uint32_t{0};
    memory.root.resize(memory.bodies.size());
    std::iota(memory.root.begin(), memory.root.end(), 0u);
    const auto takes_part = [&](std::int32_t i) {
        return i != kNobody && memory.bodies[i].is_movable() && !memory.bodies[i].asleep;
    };
    for (const ActiveContact& contact : memory.contacts)
        if (takes_part(contact.pair.a) && takes_part(contact.pair.b))
            join(memory.root, static_cast<std::uint32_t>(contact.pair.a), static_cast<std::uint32_t>(contact.pair.b));
    for (const JointPlace& joint : memory.joints)
        if (joint.given.parent && memory.bodies[*joint.given.parent].is_movable())
            join(memory.root, joint.given.body, *joint.given.parent);
    memory.island_of.assign(memory.bodies.size(), kNone);
    memory.island_count = 0;
    for (const std::uint32_t i : memory.movable) {
        if (memory.bodies[i].asleep) continue;
        const std::uint32_t root = root_of(memory.root, i);
        if (memory.island_of[root] == kNone) {
            if (memory.islands.size() == memory.island_count) memory.islands.emplace_back();
            Island& fresh = memory.islands[memory.island_count];
            fresh.bodies.clear();
            fresh.contacts.clear();
            fresh.joints.clear();
            memory.island_of[root] = static_cast<std::uint32_t>(memory.island_count++);
        }
        memory.island_of[i] = memory.island_of[root];
        memory.islands[memory.island_of[i]].bodies.push_back(i);
    }
    for (std::uint32_t k = 0; k < memory.contacts.size(); ++k)
        if (const std::uint32_t island = memory.island_of[memory.contacts[k].pair.a]; island != kNone)
            memory.islands[island].contacts.push_back(k);
    for (std::uint32_t k = 0; k < memory.joints.size(); ++k)
        if (const std::uint32_t island = memory.island_of[memory.joints[k].given.body]; island != kNone)
            memory.islands[island].joints.push_back(k);
}

}  // namespace graze::internal
