// A world of rods from a scene: bodies built, and where its paths put them.
#pragma once

#include "graze/core/internal.h"
#include "graze/io/scene/scene_rods.h"

#include <vector>

namespace graze::internal {

/// Where the paths of a scene put its bodies, if all of them together take so many seconds.
class ScenePoses {
  public:
    /// Pre: a valid scene whose motions have axes (motions_of); seconds > 0.
    ScenePoses(const Scene& scene, double seconds);
    /// Of all bodies. Before the beginning and after the end they stand.
    [[nodiscard]] std::vector<Pose> at(double clock);

  private:
    Scene scene_;  // a copy whose poses are overwritten
    double seconds_;
    std::vector<Pose> rest_;
};

/// Gravity is 9.81 m/s^2 against z, in the unit of the scene.
[[nodiscard]] soft::SoftOptions soft_options_of(const Scene& scene, double frame);
/// Bodies stand where the paths begin; those that state no friction have this one.
[[nodiscard]] Expected<soft::SoftWorld> world_of_rods(const Scene& scene, const SceneRods& rods, double friction,
                                                      const soft::SoftOptions& options);

}  // namespace graze::internal
