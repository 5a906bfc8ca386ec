#include "graze/queries/broad/rule_counts.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace graze::internal {
namespace {

/// Bodies that no rule about groups tells apart.
struct BodyClass {
    std::uint32_t carrier;
    std::vector<std::uint32_t> groups;

    [[nodiscard]] auto operator<=>(const BodyClass&) const = default;
};

struct ClassMembers {
    std::uint32_t first;  // one of them
    std::uint64_t count = 0;
};

std::map<BodyClass, ClassMembers> classes_of(const GroupLookup& lookup,
                                             std::span<const std::uint32_t> carriers) {
    std::map<BodyClass, ClassMembers> classes;
    for (std::uint32_t body = 0; body < carriers.size(); ++body) {
        const auto groups = lookup.groups_of(body);
        if (groups.empty()) continue;
        ++classes.try_emplace({carriers[body], {groups.begin(), groups.end()}}, ClassMembers{body})
              .first->second.count;
    }
    return classes;
}

/// What groups alone say of a pair.
PairRule rule_of_groups(const GroupLookup& lookup, std::uint32_t i, std::uint32_t j) {
    PairRule rule;
    const auto [ignored, clearance] = lookup.of(i, j);
    if (ignored) rule.allowed = ignored->allowed, rule.depth = ignored->depth;
    if (clearance) rule.clearance = clearance->distance, rule.clearance_is_own = true;
    return rule;
}

/// Those of `ignore` and `clearance`, each once.
std::set<BodyPair> pairs_named_alone(const Scene& scene) {
    std::set<BodyPair> pairs;
    const auto add = [&](const std::array<std::uint32_t, 2>& ids) {
        pairs.insert({std::min(ids[0], ids[1]), std::max(ids[0], ids[1])});
    };
    for (const IgnoredPair& pair : scene.ignore) add(pair.bodies);
    for (const PairClearance& pair : scene.clearance) add(pair.bodies);
    return pairs;
}

}  // namespace

RuleCounts count_rules(const Scene& scene, std::span<const std::uint32_t> carriers,
                       FunctionRef<bool(const PairRule&)> counts) {
    const GroupLookup lookup(scene.by_group, scene.bodies.size());
    RuleCounts found;
    const auto classes = classes_of(lookup, carriers);
    for (auto p = classes.begin(); p != classes.end(); ++p)
        for (auto q = std::next(p); q != classes.end(); ++q) {  // those of one class have one carrier
            if (p->first.carrier == q->first.carrier) continue;
            if (counts(rule_of_groups(lookup, p->second.first, q->second.first)))
                found.pairs += p->second.count * q->second.count;
        }
    // Pairs that are named one by one: what was counted of them is taken back.
    const PairRules rules(scene, 0.0);
    for (const BodyPair& pair : pairs_named_alone(scene)) {
        const bool rests = carriers[pair[0]] == carriers[pair[1]];
        if (!rests && counts(rule_of_groups(lookup, pair[0], pair[1]))) --found.pairs;
        if (!counts(rules.of(pair[0], pair[1]))) continue;
        ++found.pairs;
        if (rests) ++found.at_rest;
    }
    return found;
}

}  // namespace graze::internal
