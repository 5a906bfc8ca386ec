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
    bool cad = false;  // made with OpenCASCADE: STEP files, written by graze-cad (src/graze_cad/models)
};

struct DemoOptions {
    std::uint64_t seed = 1;                    // only demos with something random in them heed it
    std::map<std::string, double> parameters;  // those not named keep their default
};

/// All demos, in the order in which `graze demo --list` shows them.
[[nodiscard]] const std::vector<DemoInfo>& demos();

/// The demo of that name; an error names the choices.
[[nodiscard]] Expected<DemoInfo> demo_named(const std::string& name);

/// Every parameter of the demo: those given, checked, and the defaults of the others. Unknown ones and values
/// out of range are errors that name the choices.
[[nodiscard]] Expected<std::map<std::string, double>> demo_parameters(const DemoInfo& info,
                                                                      const DemoOptions& options);

/// Builds the scene of a demo that is not CAD, and the mesh version of one that has both (process-plant).
[[nodiscard]] Expected<Scene> make_demo(const std::string& name, const DemoOptions& options = {});

}  // namespace graze
