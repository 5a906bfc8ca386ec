// What commands read: mesh files and scene files, told apart by their ending, both as a Scene.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/progress.h"
#include "graze/core/watch.h"
#include "graze/io/mesh/split_model.h"
#include "graze/scene/scene.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace graze::cli {

struct InputOptions {
    std::optional<Unit> file_unit = {};  // what numbers mean in files that do not say; default: `unit`
    Unit unit = Unit::Millimetre;        // what they mean after loading; a scene keeps its own
    std::optional<double> crease_deg = {};
    std::optional<double> deflection = {};  // of CAD files, in `unit`, or in the unit of a scene
    std::optional<SplitBy> split = {};      // bodies of mesh and CAD files further
    int threads = 0;
    Progress::Draw progress = Progress::Draw::OnTerminal;  // for the meshes of a scene
    const Watch* watch = nullptr;
};

struct Input {
    std::string path;
    std::string format;                 // "scene", or the name of a mesh format
    bool unit_is_stated = true;         // by the file
    Unit file_unit = Unit::Millimetre;  // what its numbers were taken for, if it states none
    Scene scene;
    std::optional<CadFacts> cad = {};  // of a CAD file
};

/// True for names that end in .json.
[[nodiscard]] bool is_scene_name(const std::filesystem::path& path);

[[nodiscard]] Expected<Input> read_input(const std::string& path, const InputOptions& options);

/// The same of a scene file alone: other names are refused, and `what` says what stands in scene files. `deflection` is
/// the text of --deflection.
[[nodiscard]] Expected<Input> read_scene_input(const std::string& path, const char* what,
                                               const std::string& deflection, int threads);

/// Refuses to mix --json with a file that is standard output.
[[nodiscard]] Expected<void> validate_out(const std::string& out, bool json);

/// "mm" and so on; the error names the option and the choices.
[[nodiscard]] Expected<Unit> parse_unit(const std::string& text, const char* option);

/// Of --split; nothing for empty text.
[[nodiscard]] Expected<std::optional<SplitBy>> parse_split(const std::string& text);

/// Degrees of --crease: 0 < x < 180.
[[nodiscard]] Expected<std::optional<double>> parse_crease(const std::string& text);

/// Of --deflection: a length above 0; nothing for empty text.
[[nodiscard]] Expected<std::optional<double>> parse_deflection(const std::string& text);

/// A finite length >= 0 in the scene's unit; nothing for empty text. The error names the option.
[[nodiscard]] Expected<std::optional<double>> parse_length(const std::string& text, const char* option);

}  // namespace graze::cli
