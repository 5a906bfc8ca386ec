#include "graze/io/cad/cad_model.h"

#include "graze/scene/scene.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace graze::internal {
namespace {

Expected<void> validate_shape(const CadShape& shape, const std::string& where) {
    if (auto valid = validate(shape.mesh, where); !valid) return valid;
    if (!shape.mesh.deviation)
        return make_error(ErrorCode::BadInput, where, "no deviation is stated", "import it again");
    if (shape.sewing && !(shape.sewing->tolerance >= 0.0 && shape.sewing->tolerance < 1e300))
        return make_error(ErrorCode::BadInput, where, "a sewing tolerance that is no length",
                          "import it again");
    return {};
}

}  // namespace

Expected<void> validate(const CadModel& model, const std::string& where) {
    const auto bad = [&](const std::string& what) {
        return make_error(ErrorCode::BadInput, where, what, "import it again");
    };
    for (std::size_t s = 0; s < model.shapes.size(); ++s)
        if (auto valid = validate_shape(model.shapes[s], fmt::format("{}, shape {}", where, s)); !valid)
            return valid;
    std::set<std::pair<std::uint32_t, std::string>> taken;
    bool has_part = false;
    for (std::size_t n = 0; n < model.nodes.size(); ++n) {
        const CadNode& node = model.nodes[n];
        if (node.parent != kNoIndex && (node.parent >= n || model.nodes[node.parent].shape != kNoIndex))
            return bad(fmt::format("node {}: {} is not an assembly before it", n, node.parent));
        if (node.shape != kNoIndex && node.shape >= model.shapes.size())
            return bad(fmt::format("node {}: shape {} of {}", n, node.shape, model.shapes.size()));
        has_part = has_part || node.shape != kNoIndex;
        if (const std::string problem = problem_with_name(node.name);
            !problem.empty() || node.name.find('/') != std::string::npos)
            return bad(fmt::format("node {}: {}", n, problem.empty() ? "a '/' in its name" : problem));
        if (!taken.emplace(node.parent, node.name).second)
            return bad(fmt::format("node {}: '{}' is the name of a sibling", n, node.name));
        if (auto valid = validate(node.pose, fmt::format("{}, node {}", where, n)); !valid) return valid;
    }
    if (!has_part) return bad("no part in it");
    return {};
}

std::vector<std::string> paths_of(const CadModel& model) {
    const auto roots = std::count_if(model.nodes.begin(), model.nodes.end(),
                                     [](const CadNode& node) { return node.parent == kNoIndex; });
    std::vector<std::string> paths(model.nodes.size());
    for (std::size_t n = 0; n < model.nodes.size(); ++n) {
        const CadNode& node = model.nodes[n];
        if (node.parent == kNoIndex) {
            if (roots > 1 || node.shape != kNoIndex) paths[n] = node.name;
            continue;
        }
        const std::string& above = paths[node.parent];
        paths[n] = above.empty() ? node.name : above + "/" + node.name;
    }
    return paths;
}

}  // namespace graze::internal
