// What `graze info` tells of meshes: each by itself, and all of a file together.
#pragma once

#include "graze/model/diagnosis.h"
#include "input.h"
#include "output.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace graze::cli {

struct MeshFacts {
    MeshDiagnosis diagnosis;
    Box bounds;
    double area = 0.0;
    std::optional<double> volume;  // of skins without a rim; negative if the triangles face inwards
};

using Facts = std::map<const Mesh*, MeshFacts>;

[[nodiscard]] MeshFacts facts_of(const Mesh& mesh);

/// What people should know about a mesh, in words; the worst first.
[[nodiscard]] std::vector<std::string> findings(const MeshDiagnosis& d);

/// All bodies together, each where its pose puts it.
struct Totals {
    Box box;
    double area = 0.0, volume = 0.0;  // volume of those that have one
    std::uint64_t without_volume = 0, solids = 0;
};

[[nodiscard]] Totals totals_of(const Input& input, const Facts& facts);
[[nodiscard]] Json totals_json(const Input& input, const Totals& totals);
[[nodiscard]] std::string totals_text(const Input& input, const Totals& totals);

/// What the files ask for and is not there.
[[nodiscard]] Json missing_json(const Scene& scene);
[[nodiscard]] std::string missing_text(const Scene& scene, bool colour);

}  // namespace graze::cli
