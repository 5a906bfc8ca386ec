// The CAD demos: parts as OpenCASCADE shapes, and the scenes in which they stand. What they can vary is told
// in src/graze/demo (DemoInfo with `cad`), so that `graze demo --list` needs no OpenCASCADE.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/function_ref.h"
#include "graze/demo/models.h"
#include "graze/io/scene/scene_description.h"
#include "graze_cad/step_write.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace graze::cad {

struct CadDemo {
    std::vector<std::pair<std::string, Part>> files;               // "plant.step" and what is in it
    std::vector<std::pair<std::string, SceneDescription>> scenes;  // "scene.json", perhaps more
};

[[nodiscard]] Expected<CadDemo> make_process_plant_cad(const DemoValues& values);
[[nodiscard]] Expected<CadDemo> make_plant_large(const DemoValues& values);
[[nodiscard]] Expected<CadDemo> make_chain(const DemoValues& values);
[[nodiscard]] Expected<CadDemo> make_gearbox(const DemoValues& values);
[[nodiscard]] Expected<CadDemo> make_robot_cell(const DemoValues& values);
[[nodiscard]] Expected<CadDemo> make_car_door_cad(const DemoValues& values);
[[nodiscard]] Expected<CadDemo> make_window_motor_cad(const DemoValues& values);

/// Builds the demo of that name. Errors as `graze::make_demo` gives them, and shapes that OpenCASCADE could
/// not make.
[[nodiscard]] Expected<CadDemo> make_cad_demo(const std::string& name, const DemoOptions& options);

/// What is in the files of a demo.
struct CadCounts {
    std::uint64_t parts = 0;   // leaves of the assemblies, each instance counted
    std::uint64_t shapes = 0;  // distinct ones
    std::uint64_t faces = 0;   // of all parts
};
[[nodiscard]] CadCounts counts_of(const CadDemo& demo);

/// Writes the STEP files, then the scenes, into a folder that is there. `on_file` hears the number of files
/// written so far.
[[nodiscard]] Expected<void> write_cad_demo(const std::filesystem::path& folder, const CadDemo& demo,
                                            FunctionRef<void(std::size_t)> on_file);

}  // namespace graze::cad
