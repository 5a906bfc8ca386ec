// Looks at poses after a frame, whoever made them: do bodies interpenetrate, and how deep? Exactly, by Graze's test at
// one instant; the depth has proved bounds.
#pragma once

#include "dynamics/scenes.h"

#include "graze/discrete/wide/intersections.h"

namespace graze::bench {

struct DynamicsVerdict {
    int frames = 0;             // looked at
    int frames_with = 0;        // in which some pair interpenetrates
    int first_with = -1;        // frame; -1: none
    std::uint64_t pairs = 0;    // over all frames
    double deepest = 0.0;       // proved: at least that deep
    int deepest_frame = -1;
    std::array<std::uint32_t, 2> deepest_pair = {0, 0};
    bool is_lost = false;       // a pose was no pose any more
};

class DynamicsJudge {
  public:
    explicit DynamicsJudge(const DynamicsScene& scene);
    void look(Poses poses, int frame);
    [[nodiscard]] const DynamicsVerdict& verdict() const { return verdict_; }

  private:
    void look_at(std::uint32_t i, std::uint32_t j, Poses poses, int frame);

    const DynamicsScene& scene_;
    DiscreteWorkspace workspace_;
    DynamicsVerdict verdict_;
    std::uint64_t pairs_now_ = 0;
};

}  // namespace graze::bench
