// Rules about groups of bodies, looked up by pair. The pairs of a rule are never listed: a pair is asked for
// by the groups that hold its two bodies, and these are few.
#pragma once

#include "graze/scene/scene.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace graze {

class GroupLookup {
  public:
    GroupLookup() = default;
    /// Pre: the scene of these rules, with so many bodies, is valid. Cost: O(bodies + sizes of groups).
    GroupLookup(const GroupRules& rules, std::size_t bodies);

    /// The last rules about the pair; null: there is none.
    struct Found {
        const IgnoredGroups* ignored = nullptr;
        const GroupsClearance* clearance = nullptr;
    };
    /// Cost: (groups that hold i) times (groups that hold j), both small. Pre: i != j.
    [[nodiscard]] Found of(std::uint32_t i, std::uint32_t j) const;

    /// The groups that hold a body, rising. Two bodies with the same ones have the same rules.
    [[nodiscard]] std::span<const std::uint32_t> groups_of(std::uint32_t body) const;

  private:
    /// By the two groups: the number of the last rule, from 1.
    using LastRules = std::unordered_map<std::uint64_t, std::uint32_t>;

    std::vector<IgnoredGroups> ignore_;
    std::vector<GroupsClearance> clearance_;
    std::vector<std::uint32_t> begin_, groups_;  // groups_ of body i: from begin_[i] to begin_[i + 1]
    LastRules last_ignore_, last_clearance_;
};

/// All pairs that a rule of the scene names, sorted: those named one by one, and of those named by groups
/// the ones whose carriers differ (scene_motion.h). For lists that name every pair, as certificates do.
///
/// Pre:  the scene is valid; a carrier for each body.
/// Cost: the sum over rules of the pairs that move against each other.
[[nodiscard]] std::vector<std::array<std::uint32_t, 2>> named_pairs(const Scene& scene,
                                                                    std::span<const std::uint32_t> carriers);

}  // namespace graze
