// What the parts of clearance_profile.h share. Not for users.
#pragma once

#include "graze/core/internal.h"
#include "graze/discrete/wide/wide_distance.h"
#include "graze/queries/paths/clearance_profile.h"
#include "graze/queries/paths/moving_scene.h"

#include <memory>

namespace graze::internal {

struct ProfileWork {
    const ProfileOptions& options;
    MovingScene moving;
    std::vector<BodyPair> pairs = {};  // that count
    SceneModels models = {};           // of those that may be nearest
    double tolerance = 0.0;            // e
};

using PairList = std::vector<std::uint32_t>;  // places in ProfileWork::pairs, rising

/// Two triangles that are near each other at some time.
struct ProfileWitness {
    std::uint32_t pair;
    IdPair triangles;
    bool operator==(const ProfileWitness&) const = default;
};

/// The least distance of some pairs at one time.
struct LeastAt {
    double lo = kInfinity, hi = kInfinity;  // D at this time
    ProfileWitness nearest = {};
    std::array<Vec3, 2> points = {Vec3::Zero(), Vec3::Zero()};
};

/// Distances at times of one segment. One per thread.
class ProfileMeter {
  public:
    ProfileMeter(const ProfileWork& work, std::size_t segment);

    /// Pre: the pairs have models.
    [[nodiscard]] LeastAt least_at(const PairList& pairs, double t);

    /// Those of the pairs that may be within `distance` during the time, by their boxes.
    [[nodiscard]] PairList pairs_near(const PairList& pairs, const Interval& time, double distance);

    /// A number that some pair is within at all times of it, by boxes alone.
    [[nodiscard]] double most_by_boxes(const PairList& pairs, const Interval& time);

    [[nodiscard]] MovingModel model(std::uint32_t body) const {
        return {*work_.models.of_body[body], motion_of(work_.moving, segment_, body)};
    }
    [[nodiscard]] std::uint64_t distances() const { return distances_; }

  private:
    struct TimedBox {
        Interval time = {1.0, 0.0};
        Box box;
    };
    [[nodiscard]] const Box& box_of(std::uint32_t body, const Interval& time);
    void measure(std::uint32_t pair, double t, LeastAt& least);

    const ProfileWork& work_;
    std::size_t segment_;
    std::vector<TimedBox> boxes_;  // by body
    DiscreteMemory discrete_;
    std::uint64_t distances_ = 0;
};

/// The stretches of one window of a segment.
struct WindowProfile {
    std::vector<ProfileStretch> stretches;
    LeastAt least;  // of all that was measured
    double least_time = 0.0;
    std::uint64_t distances = 0;
    FirstContactCounters search;
};
[[nodiscard]] WindowProfile profile_of_window(const ProfileWork& work, std::size_t segment,
                                              const Interval& window, const PairList& pairs,
                                              std::size_t most_stretches);

/// The least clearance of all, from stretches and the least that was measured so far.
[[nodiscard]] LeastClearance refined_least(const ProfileWork& work, const ClearanceProfile& profile,
                                           const LeastAt& measured, const PathTime& at,
                                           FirstContactCounters& counters);

}  // namespace graze::internal
