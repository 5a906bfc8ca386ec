// What a tracker knows of each pair of bodies, and how it sees them in a call.
#pragma once

#include "graze/core/internal.h"
#include "graze/queries/bounded/box_sweep.h"
#include "graze/queries/bounded/probe.h"
#include "graze/stochastic/facet_pair.h"
#include "graze/stochastic/seed_search.h"
#include "graze/stochastic/triangle_passage.h"

#include <array>
#include <limits>
#include <unordered_map>
#include <unordered_set>

namespace graze::internal {

struct TrackedBodies {
    BodyPair bodies;
    ProbeAnswer answer = ProbeAnswer::Unknown;
    IdPair triangles = {0, 0};
    std::uint32_t decided = 0;  // the call that the answer is about
    std::uint32_t near = 0;     // the last call in which the boxes were found near, or on the way to it
    bool is_apart = false;      // in that call: the boxes at its instant are apart
    double size = 0.0;          // of the smaller body

    // The least distance of tracked facets, in this call so far and in the one before it.
    double least = std::numeric_limits<double>::infinity(), least_before = least;
    double limit = 0.0;  // of distances that are of interest, in this call

    // Seeds, by side.
    std::array<std::uint64_t, 2> coarse_seeds = {}, fine_seeds = {};
    std::array<std::optional<std::uint32_t>, 2> passed_over = {};
    std::uint64_t seeds = 0;  // of either side
    double turn = 0.0;        // pairs take turns: the least first
    // By facet of the coarsest level: the last call that compared it with all of the other body, and that found
    // it free of that.
    std::array<std::vector<std::uint32_t>, 2> compared = {}, freed = {};

    // As this call sees them.
    std::uint32_t viewed = 0;
    ShellView view;
    bool rests = false;  // neither body has moved since the last call
    double speed = 0.0;  // about how far b's middle comes in a call, and its rim turns, as a sees it
    std::array<Pose, 2> b_in_a = {};  // before and now; rounded
    std::optional<PosePair> poses;             // made when first needed
    std::optional<std::array<Passage, 2>> passage;  // of a, and of b as a sees it
};

/// Bodies, where they are, and which are near each other.
class TrackedScene {
  public:
    /// Between: pairs are near, too, whose boxes about the last poses and these overlap.
    TrackedScene(std::vector<Body> bodies, const PairRules* rules, bool between);

    /// Boxes at the poses of a new call; false if the clock is over before all are compared.
    bool place(std::span<const Pose> now, std::uint32_t call, BudgetClock& clock);

    /// Its box is another one from the next call on, in which it counts as moved.
    void deform(std::uint32_t body, const Box& bounds);

    [[nodiscard]] const Body& body(std::uint32_t i) const { return bodies_[i]; }
    [[nodiscard]] std::uint32_t bodies() const { return static_cast<std::uint32_t>(bodies_.size()); }
    [[nodiscard]] const Pose& pose(std::uint32_t i) const { return poses_[i]; }
    /// At the last call; the same as `pose` in the first.
    [[nodiscard]] const Pose& pose_before(std::uint32_t i) const { return before_[i]; }
    /// Since the last call.
    [[nodiscard]] bool has_moved(std::uint32_t i) const { return has_moved_[i] != 0; }

    [[nodiscard]] std::vector<TrackedBodies>& pairs() { return pairs_; }
    [[nodiscard]] const std::vector<TrackedBodies>& pairs() const { return pairs_; }
    /// In `pairs`, of this call. After a call that was over too soon: of the last that was not.
    [[nodiscard]] const std::vector<std::uint32_t>& near() const { return near_; }
    [[nodiscard]] std::optional<std::uint32_t> place_of(const BodyPair& bodies) const;
    [[nodiscard]] std::uint64_t asked() const { return asked_; }  // pairs of bodies

  private:
    bool place_boxes(std::span<const Pose> now, BudgetClock& clock);
    void meet(std::uint32_t i, std::uint32_t j, std::uint32_t call);

    std::vector<Body> bodies_;
    std::vector<Pose> poses_, before_;
    std::vector<std::uint8_t> has_moved_, has_deformed_;
    std::vector<Box> bounds_;  // of the bodies
    bool between_, is_placed_ = false;
    std::vector<Box> boxes_;  // at the poses
    BoxSweep sweep_;          // about both poses, if what lies between matters
    std::vector<TrackedBodies> pairs_;
    std::unordered_map<std::uint64_t, std::uint32_t> place_;
    std::unordered_set<std::uint64_t> left_out_;
    std::vector<std::uint32_t> near_, found_;
    std::uint64_t asked_ = 0;
};

}  // namespace graze::internal
