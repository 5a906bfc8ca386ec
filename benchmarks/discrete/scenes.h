// Models and placements for the discrete benchmark: close proximity after Trenkel, Weller and Zachmann
// (2007).
#pragma once

#include "peers/graze_contestant.h"

#include "graze/core/expected.h"
#include "graze/geometry/pose.h"

#include <cstdint>
#include <string>
#include <vector>

namespace graze::bench {

/// A mesh as the contestants take it.
struct MeshData {
    std::vector<double> coordinates;
    std::vector<std::uint32_t> corners;
    [[nodiscard]] PlainMesh plain() const { return {coordinates, corners}; }
    [[nodiscard]] std::size_t triangles() const { return corners.size() / 3; }
};

[[nodiscard]] MeshData mesh_data(const Mesh& mesh);

/// Two bodies; b may be a copy of a. `size` is the longest side of the box of a.
struct Model {
    std::string name;
    MeshData a, b;
    double size;
};

[[nodiscard]] Model model_of(const std::string& name, const Mesh& a, const Mesh& b);

/// grid, bunnies, screw-and-nut.
[[nodiscard]] std::vector<Model> standard_models();
[[nodiscard]] Expected<Model> model_from_file(const std::string& path);

[[nodiscard]] PlainPose plain(const Pose& pose);

/// Random orientations and directions; for each, b comes from far along its direction until it is within a
/// thousandth of fractions[i] times the size. Result [i][k]: placement k at fraction i. Fractions must fall;
/// one below 0 stands for going on by that much after the last.
[[nodiscard]] std::vector<std::vector<PlainPose>> close_placements(const Model& model,
                                                                   const std::vector<double>& fractions,
                                                                   int count);

}  // namespace graze::bench
