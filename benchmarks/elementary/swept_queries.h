// Pairs of features of two bodies whose swept boxes overlap: what a broad phase would leave to be decided.
#pragma once

#include "elementary/query.h"

#include "graze/core/random.h"
#include "graze/model/mesh.h"

#include <memory>

namespace graze::bench {

struct SweptBody {
    std::shared_ptr<const Mesh> mesh;
    PoseParameters from, to;
};

struct SweptScene {
    std::string name;
    SweptBody a, b;
};

/// The screw of the demo in its nut, turned by `angle_deg` about its axis. `jam`: how far it is pushed along
/// the axis beyond what its pitch asks for, in pitches; 0 keeps the gap.
[[nodiscard]] SweptScene screw_in_nut(double angle_deg, double jam);

/// The two gears of the demo; the pinion turns by `angle_deg`, the wheel with it. `slip_deg`: by how much the
/// wheel turns too far; 0 keeps the backlash.
[[nodiscard]] SweptScene gears_in_mesh(double angle_deg, double slip_deg);

/// `count` pairs (as many vertex-face as edge-edge), drawn at random among all those whose boxes over the
/// whole motion overlap.
[[nodiscard]] std::vector<RigidQuery> swept_candidates(const SweptScene& scene, int count, Rng& rng);

/// The same features with vertices on straight lines between their two places.
[[nodiscard]] LinearQuery straightened(const RigidQuery& query);

}  // namespace graze::bench
