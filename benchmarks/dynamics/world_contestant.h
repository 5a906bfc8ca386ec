// Our own World as a contestant, and what it says of its frames.
#pragma once

#include "dynamics/scenes.h"

#include "graze/dynamics/handling/world_memory.h"

namespace graze::bench {

struct WorldFigures {
    double lost_time = 0.0;  // body-seconds
    std::uint64_t events = 0, undecided = 0, sub_steps = 0;
    std::uint64_t blocked = 0;  // bodies and frames
    double least_distance = HUGE_VAL, least_proved = HUGE_VAL;
};

class WorldContestant : public DynamicsContestant {
  public:
    WorldContestant(const DynamicsScene& scene, World world, const HandlingTuning& tuning);
    /// Of each frame. Default: none.
    void set_budget(const FrameBudget& budget) { budget_ = budget; }
    void drive(int body, const PlainPose& target) override;
    void advance() override;
    [[nodiscard]] PlainPose pose(int body) const override;
    [[nodiscard]] const WorldFigures& figures() const { return figures_; }

  private:
    World world_;
    double stiffness_;
    FrameBudget budget_ = {};
    WorldFigures figures_;
};

/// Errors: those of make_world.
[[nodiscard]] Expected<std::unique_ptr<WorldContestant>> make_world_contestant(const DynamicsScene& scene,
                                                                               const HandlingTuning& tuning = {});

}  // namespace graze::bench
