// `graze convert`: from one mesh format to another; a scene becomes the meshes of its bodies, placed.
#include "command.h"
#include "completeness.h"
#include "graze/core/interrupt.h"
#include "graze/core/wording.h"
#include "graze/io/mesh/mesh_file.h"
#include "graze/io/mesh/model_file.h"
#include "input.h"
#include "output.h"

#include <algorithm>
#include <array>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace graze::cli {
namespace convert_command {

constexpr const char* kHelp = R"(Examples:
  graze convert part.stl part.obj
  graze convert part.obj part.glb --unit in
  graze convert part.glb part.stl --to-unit cm --format stl-ascii
  graze convert scene.json assembly.glb
  graze convert assembly.step assembly.glb --deflection 0.05

Formats: stl, stl-ascii, obj, ply, ply-ascii, glb; the ending of OUT decides unless --format does. STL and
GLB hold 32-bit floats, so they round; OBJ and PLY keep every bit. GLB is in metres by definition. STEP and
IGES are read only; GLB keeps their tree, names, colours and shared shapes.)";

constexpr std::array kFormats{MeshFormat::StlBinary, MeshFormat::StlAscii,  MeshFormat::Obj,
                              MeshFormat::PlyAscii,  MeshFormat::PlyBinary, MeshFormat::Glb};

struct ConvertOptions {
    std::string in, out;
    std::string unit, to_unit, format, crease, deflection;
    SceneWords scene;
    bool force = false;
};

Expected<std::optional<MeshFormat>> parse_format(const std::string& text) {
    std::vector<std::string> names;
    for (const MeshFormat format : kFormats) {
        names.emplace_back(name_of(format));
        if (text == names.back()) return std::optional(format);
    }
    if (text.empty()) return std::optional<MeshFormat>();
    return make_error(ErrorCode::BadUsage, "--format", fmt::format("unknown format {}", in_quotes(text)),
                      "the formats are " + listed(names));
}

/// The body where its pose puts it, in doubles: each coordinate is rounded.
FileBody placed_body(const SceneBody& body) {
    FileBody result{body.name, *body.mesh};
    const bool moves = body.pose.translation != Vec3::Zero() ||
                       body.pose.rotation.coeffs() != Eigen::Quaterniond::Identity().coeffs();
    if (!moves) return result;
    const Mat3 rotation = body.pose.rotation.normalized().toRotationMatrix();
    for (Vec3& vertex : result.mesh.vertices) vertex = rotation * vertex + body.pose.translation;
    return result;
}

/// What was read of a CAD file, as the writer of its tree wants it.
ModelFile model_of_input(const Input& input) {
    ModelFile model{MeshFormat::Step, true, {}, input.cad};
    for (const SceneBody& body : input.scene.bodies)
        model.bodies.push_back({body.name, body.mesh, body.pose, body.colour});
    return model;
}

bool is_glb(const std::filesystem::path& out, std::optional<MeshFormat> format) {
    std::string ending = out.extension().string();
    for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return format ? *format == MeshFormat::Glb : ending == ".glb";
}

/// STL holds 32-bit floats: of a body far from the origin they keep the place and lose the shape.
constexpr double kMostLost = 1e-5;  // of a body's size

Expected<void> refuse_to_destroy(const std::vector<FileBody>& bodies, const ConvertOptions& options) {
    for (const FileBody& body : bodies) {
        const double size = size_of(bounds_of(body.mesh));
        double most = 0.0;
        for (const Vec3& p : body.mesh.vertices)
            most = std::max(most, (p - p.cast<float>().cast<double>()).cwiseAbs().maxCoeff());
        if (most <= kMostLost * size) continue;
        return make_error(
            ErrorCode::BadUsage, options.out,
            fmt::format("32-bit floats would move vertices of '{}' by up to {:.3g} of {:.3g}, its size: "
                        "it is far from the origin",
                        body.name, most, size),
            "write .obj, .ply or .glb, or give --force");
    }
    return {};
}

bool is_stl(const std::filesystem::path& out, std::optional<MeshFormat> format) {
    std::string ending = out.extension().string();
    for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    if (format) return *format == MeshFormat::StlBinary || *format == MeshFormat::StlAscii;
    return ending == ".stl";
}

Expected<Answer> run_convert(const ConvertOptions& options, const Globals& globals) {
    if (auto valid = validate_out(options.out, globals.json); !valid) return valid.error();
    const auto format = parse_format(options.format);
    if (!format) return format.error();
    const auto crease = parse_crease(options.crease);
    if (!crease) return crease.error();
    const auto unit = parse_unit(options.unit.empty() ? "mm" : options.unit, "--unit");
    if (!unit) return unit.error();
    const auto to_unit = options.to_unit.empty() ? unit : parse_unit(options.to_unit, "--to-unit");
    if (!to_unit) return to_unit.error();
    if (is_scene_name(options.out))
        return make_error(ErrorCode::BadUsage, options.out, "convert writes meshes, not scenes",
                          "end OUT in .obj, .ply, .stl or .glb");
    if (is_scene_name(options.in) && (!options.to_unit.empty() || !options.unit.empty()))
        return make_error(ErrorCode::BadUsage, options.in, "a scene states its unit",
                          "leave out --unit and --to-unit");

    const auto deflection = parse_deflection(options.deflection);
    if (!deflection) return deflection.error();
    const auto input = read_input(options.in, {.file_unit = *unit,
                                               .unit = *to_unit,
                                               .crease_deg = *crease,
                                               .deflection = *deflection,
                                               .threads = globals.threads});
    if (!input) return input.error();
    if (is_incomplete(input->scene, options.scene.allow_missing)) {
        const MissingPart& first = input->scene.missing.front();
        return make_error(ErrorCode::BadInput, first.file,
                          fmt::format("{} missing and would be left out: {}: {}",
                                      input->scene.missing.size() == 1
                                          ? "1 thing is"
                                          : count_text(input->scene.missing.size()) + " things are",
                                      first.what, first.why),
                          "--allow-missing writes the rest");
    }
    const bool keeps_structure = input->cad && is_glb(options.out, *format);
    std::vector<FileBody> bodies;
    std::uint64_t triangles = 0;
    for (const SceneBody& body : input->scene.bodies) {
        if (!keeps_structure) bodies.push_back(placed_body(body));
        triangles += body.mesh->triangles.size();
    }
    if (is_stl(options.out, *format) && !options.force)
        if (auto kept = refuse_to_destroy(bodies, options); !kept) return kept.error();
    if (interrupt_requested())
        return make_error(ErrorCode::Interrupted, options.out, "interrupted, not written");
    const auto written =
        keeps_structure
            ? write_model_glb(options.out, model_of_input(*input), input->scene.unit)
            : write_mesh_file(options.out, bodies, {.format = *format, .unit = input->scene.unit});
    if (!written) return written.error();

    const char* shown_unit = name_of(input->scene.unit);
    Answer answer;
    answer.json = {{"in", options.in},
                   {"out", options.out},
                   {"in_format", input->format},
                   {"unit", shown_unit},
                   {"bodies", input->scene.bodies.size()},
                   {"triangles", triangles}};
    answer.text = fmt::format("{}: {}, {}, from lengths in {}\n", shown(options.out),
                              count_of(input->scene.bodies.size(), "body", "bodies"),
                              count_of(triangles, "triangle"), shown_unit);
    add_completeness(answer.json, input->scene);
    answer.text += completeness_text(input->scene, options.scene.allow_missing);
    if (is_stdout(options.out)) answer.text.clear();
    return answer;
}

}  // namespace convert_command

Command add_convert(CLI::App& graze, const Globals& globals) {
    using namespace convert_command;
    const auto options = std::make_shared<ConvertOptions>();
    CLI::App* app = graze.add_subcommand("convert", "From one mesh format to another");
    app->add_option("IN", options->in, "Mesh file, or a scene whose bodies are placed by their poses")
        ->required();
    app->add_option("OUT", options->out, "File to write; replaced as a whole or not at all")->required();
    add_input_options(*app, {options->unit, options->crease, options->deflection,
                             "What numbers mean in IN, if it states no unit (default: mm)"});
    add_missing_option(*app, options->scene);
    app->add_option("--to-unit", options->to_unit, "What numbers mean in OUT (default: as --unit)")
        ->type_name("U");
    app->add_option("--format", options->format, "Format of OUT (default: by its ending)")->type_name("F");
    app->add_flag("--force", options->force, "Write STL although its 32-bit floats lose the shape");
    app->footer(kHelp);
    return {app, [options, &globals] { return run_convert(*options, globals); }};
}

}  // namespace graze::cli
