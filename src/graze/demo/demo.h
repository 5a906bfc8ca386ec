// Generated example models: deterministic, closed, consistently oriented, with a ready scene.
#pragma once

#include "graze/core/expected.h"
#include "graze/scene/scene.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace graze {

struct DemoParameter {
    std::string name;  // command line: --name VALUE
    double default_value;
    double min, max;          // inclusive
    std::string description;  // with its unit
    bool whole = false;       // integers only
    bool flag = false;        // 0 or 1; on the command line --name alone means 1
};

struct DemoInfo {
    std::string name;
    std::string description;  // one line
    std::vector<DemoParameter> parameters;
};

struct DemoOptions {
    std::uint64_t seed = 1;                    // only demos with something random in them heed it
    std::map<std::string, double> parameters;  // those not named keep their default
};

/// All demos, in the order in which `graze demo --list` shows them.
[[nodiscard]] const std::vector<DemoInfo>& demos();

/// Builds the scene of a demo. Unknown names, unknown parameters and values out of range are errors
/// that name the choices.
[[nodiscard]] Expected<Scene> make_demo(const std::string& name, const DemoOptions& options = {});

}  // namespace graze
