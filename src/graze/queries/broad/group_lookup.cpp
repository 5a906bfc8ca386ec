#include "graze/queries/broad/group_lookup.h"

#include <algorithm>
#include <map>

namespace graze {
namespace {

std::uint64_t key_of_groups(std::uint32_t s, std::uint32_t t) {
    return static_cast<std::uint64_t>(std::min(s, t)) << 32 | std::max(s, t);
}

/// Rules are ordered by place, so what comes later replaces.
template <class Rule>
void note_last(const std::vector<Rule>& rules, std::unordered_map<std::uint64_t, std::uint32_t>& last) {
    for (std::uint32_t i = 0; i < rules.size(); ++i) {
        std::uint32_t& number = last[key_of_groups(rules[i].groups[0], rules[i].groups[1])];
        if (number == 0 || rules[number - 1].order <= rules[i].order) number = i + 1;
    }
}

template <class Rule>
void keep_later(const std::vector<Rule>& rules, const std::unordered_map<std::uint64_t, std::uint32_t>& last,
                std::uint64_t key, const Rule*& found) {
    const auto at = last.find(key);
    if (at == last.end()) return;
    const Rule& rule = rules[at->second - 1];
    if (!found || found->order <= rule.order) found = &rule;
}

/// Pairs of two groups whose carriers differ.
void add_moving_pairs(const BodyGroup& p, const BodyGroup& q, std::span<const std::uint32_t> carriers,
                      std::vector<std::array<std::uint32_t, 2>>& pairs) {
    std::map<std::uint32_t, std::vector<std::uint32_t>> by_carrier;
    for (const std::uint32_t j : q.bodies) by_carrier[carriers[j]].push_back(j);
    for (const std::uint32_t i : p.bodies)
        for (const auto& [carrier, bodies] : by_carrier) {
            if (carrier == carriers[i]) continue;
            for (const std::uint32_t j : bodies) pairs.push_back({std::min(i, j), std::max(i, j)});
        }
}

}  // namespace

GroupLookup::GroupLookup(const GroupRules& rules, std::size_t bodies)
    : ignore_(rules.ignore), clearance_(rules.clearance) {
    if (ignore_.empty() && clearance_.empty()) return;
    begin_.assign(bodies + 1, 0);
    for (const BodyGroup& group : rules.groups)
        for (const std::uint32_t body : group.bodies) ++begin_[body + 1];
    for (std::size_t i = 0; i < bodies; ++i) begin_[i + 1] += begin_[i];
    groups_.resize(begin_.back());
    std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
    for (std::uint32_t g = 0; g < rules.groups.size(); ++g)
        for (const std::uint32_t body : rules.groups[g].bodies) groups_[next[body]++] = g;
    note_last(ignore_, last_ignore_);
    note_last(clearance_, last_clearance_);
}

std::span<const std::uint32_t> GroupLookup::groups_of(std::uint32_t body) const {
    if (begin_.empty()) return {};
    return {groups_.data() + begin_[body], groups_.data() + begin_[body + 1]};
}

GroupLookup::Found GroupLookup::of(std::uint32_t i, std::uint32_t j) const {
    Found found;
    for (const std::uint32_t s : groups_of(i))
        for (const std::uint32_t t : groups_of(j)) {
            const std::uint64_t key = key_of_groups(s, t);
            keep_later(ignore_, last_ignore_, key, found.ignored);
            keep_later(clearance_, last_clearance_, key, found.clearance);
        }
    return found;
}

std::vector<std::array<std::uint32_t, 2>> named_pairs(const Scene& scene,
                                                      std::span<const std::uint32_t> carriers) {
    std::vector<std::array<std::uint32_t, 2>> pairs;
    const auto add = [&](const std::array<std::uint32_t, 2>& ids) {
        pairs.push_back({std::min(ids[0], ids[1]), std::max(ids[0], ids[1])});
    };
    for (const IgnoredPair& pair : scene.ignore) add(pair.bodies);
    for (const PairClearance& pair : scene.clearance) add(pair.bodies);
    const auto& [groups, ignored, clearances] = scene.by_group;
    for (const IgnoredGroups& rule : ignored)
        add_moving_pairs(groups[rule.groups[0]], groups[rule.groups[1]], carriers, pairs);
    for (const GroupsClearance& rule : clearances)
        add_moving_pairs(groups[rule.groups[0]], groups[rule.groups[1]], carriers, pairs);
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
}

}  // namespace graze
