// Which pairs of bodies are worth a closer look: boxes that come near each other, and what the scene says
// about the pair.
#pragma once

#include "graze/geometry/box.h"
#include "graze/queries/broad/group_lookup.h"
#include "graze/scene/scene.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace graze {

/// Ids in Scene::bodies; the smaller first.
using BodyPair = std::array<std::uint32_t, 2>;

/// What a scene says about one pair.
struct PairRule {
    std::optional<Allowed> allowed;  // nothing: whatever happens is reported
    std::optional<double> depth;     // of Allowed::Interference
    double clearance = 0.0;          // the pair must stay farther apart than this, if it is above 0
    bool clearance_is_own = false;   // the scene names it for this pair
};

/// True if nothing at all is asked of such a pair over time: the scene ignores it, or allows interference of
/// any depth.
[[nodiscard]] inline bool leaves_out(Allowed allowed, const std::optional<double>& depth) {
    return allowed == Allowed::Everything || (allowed == Allowed::Interference && !depth);
}

/// Looks rules up by pair.
class PairRules {
  public:
    /// `clearance` holds for all pairs that are not named. Pre: it is >= 0; no pair is named twice.
    PairRules(std::span<const IgnoredPair> ignore, std::span<const PairClearance> clearances,
              double clearance);
    /// Those of a scene, by pair and by group: of rules about a pair, the last holds. Pre: it is valid.
    PairRules(const Scene& scene, double clearance);

    [[nodiscard]] PairRule of(std::uint32_t i, std::uint32_t j) const;
    [[nodiscard]] double largest_clearance() const { return largest_clearance_; }

  private:
    struct Named {  // one by one
        PairRule rule;
        std::uint32_t ignore_order = 0, clearance_order = 0;
    };

    std::unordered_map<std::uint64_t, Named> rules_;
    GroupLookup groups_;
    double clearance_;
    double largest_clearance_;
};

/// Boxes in the world that surely hold the bodies, by body. Pre: a valid scene.
[[nodiscard]] std::vector<Box> posed_boxes(const Scene& scene);

/// True unless the boxes are proved farther apart than `distance`.
[[nodiscard]] bool may_be_within(const Box& p, const Box& q, double distance);

/// All pairs of boxes that may be within `distance` of each other, sorted. Pairs of the same `group` are left
/// out; no groups: none are.
///
/// Pre:       a group for each box, or none.
/// Guarantee: no pair of bodies in them that is within the distance is missing.
/// Cost:      a sweep along the axis on which the boxes spread most: O(n log n) and the pairs that overlap
///            there; memory for the pairs that are returned.
[[nodiscard]] std::vector<BodyPair> pairs_within(std::span<const Box> boxes, double distance,
                                                 std::span<const std::uint32_t> groups = {});

}  // namespace graze
