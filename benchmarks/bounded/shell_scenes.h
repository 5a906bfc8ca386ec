// Pairs of bodies that layered shells are measured on, and how the second moves about the first.
#pragma once

#include "graze/core/random.h"
#include "graze/geometry/pose.h"
#include "graze/model/body.h"

#include <string>
#include <vector>

namespace graze::bench {

struct ShellScene {
    std::string name;
    Body a, b;
    std::string paper;  // its times in ms: AABB, OBB build/query, shells
    bool is_even;       // the method is made for such meshes
};

/// Those of [GuyDebunne04, table 1] in kind, and where the method fails. `cad`: a folder where `graze demo car-door`
/// wrote; none if empty, or if nothing is there.
[[nodiscard]] std::vector<ShellScene> shell_scenes(bool quick, const std::string& cad);

/// As `drift` of bounded_bench.cpp: between 6 % apart and 1 % of the size into each other.
[[nodiscard]] std::vector<Pose> wander(Rng& rng, const Body& a, const Body& b, std::size_t frames);

/// So many of these, the same in each run.
[[nodiscard]] std::vector<std::vector<Pose>> ways_of(const ShellScene& scene, std::size_t motions, std::size_t frames);

[[nodiscard]] Body rabbit(double triangles);

}  // namespace graze::bench
