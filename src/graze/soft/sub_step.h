// One implicit step of a world of rods, being tried: Newton's method with contacts, filtered on the way. Nothing is
// proved here, and nothing is made: advance.cpp asks prove_step about what comes out.
#pragma once

#include "graze/soft/soft_memory.h"

namespace graze::soft {

class SubStep {
  public:
    /// Bodies go along `ways` meanwhile; contacts push as they stand at the ends.
    SubStep(const SoftMemory& memory, double seconds, std::vector<BodyWay> ways, SoftReport& report);

    /// Moves nodes with their velocities; what bodies do meanwhile is proved free with that. Returns the share of the step
    /// that it is free for; less than 1: nothing is moved.
    double begin_with_velocities(bool moves_nodes);
    void solve();

    /// What was reached, with velocities.
    [[nodiscard]] std::vector<RodState> result() const;
    [[nodiscard]] const std::vector<HeldEnds>& held() const { return held_; }
    [[nodiscard]] const std::vector<BodyWay>& ways() const { return ways_; }

    /// What rods do to each body there, about the points that bodies turn about (body_loads.h).
    /// `next`: seconds of the step after this one.
    [[nodiscard]] std::vector<BodyLoad> loads(double next);

  private:
    double room_of_step();
    [[nodiscard]] double least_radius() const { return memory_.barrier.begins / memory_.options.barrier_share; }
    const Candidates& near_at(std::span<const Vec3> nodes);
    [[nodiscard]] std::vector<RodState> moved(std::span<const double> step, double share) const;
    [[nodiscard]] bool bends_allow(std::span<const Vec3> nodes) const;
    double energy_of(const std::vector<RodState>& states, StepSystem* system);
    double add_inertia(std::size_t r, const RodState& state, StepSystem* system) const;
    double filtered(std::span<const Vec3> from, std::span<const Vec3> to);
    bool take(std::span<const double> step, double energy, std::span<const double> gradient);

    const SoftMemory& memory_;
    const SoftModel& model_;
    double h_;
    std::vector<BodyWay> ways_, standing_;  // standing: at the ends of the ways
    SoftReport& report_;
    std::vector<RodState> states_;
    std::vector<Vec3> before_, velocity_;
    std::vector<HoldPlace> places_;
    std::vector<HeldEnds> held_;
    std::vector<std::vector<double>> lengths_before_;
    std::vector<std::vector<Eigen::Vector3d>> strains_before_;
    Candidates near_;              // within `slack_` of contact where nodes were when it was made
    std::vector<Vec3> listed_at_;  // there
    std::vector<RodContact> rubbing_;
    double room_ = 0.0, fastest_ = 0.0, slack_ = 0.0;
};

}  // namespace graze::soft
