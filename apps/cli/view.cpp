// `graze view`: a picture of a scene or of meshes, without a display.
#include "command.h"
#include "completeness.h"
#include "exit_code.h"
#include "gather.h"
#include "graze/core/file.h"
#include "graze/core/interrupt.h"
#include "graze/core/wording.h"
#include "graze/model/adjacency.h"
#include "graze/picture/picture.h"
#include "graze/stochastic/shell_mesh.h"
#include "input.h"
#include "output.h"
#include "view_words.h"

#include <chrono>
#include <map>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace graze::cli {
namespace view_command {

constexpr const char* kHelp = R"(Examples:
  graze view scene.json --out picture.png
  graze view a.stl b.obj --unit in --out picture.png --camera top --size 1920x1080
  graze view scene.json --out picture.png --camera "300,-200,150:0,0,20"
  graze view scene.json --out picture.png --transparent car=0.3 --highlight door:12,40-55
  graze view scene.json --out picture.png --highlight door/handle --no-edges
  graze view scene.json --out picture.png --shells 2

Bodies stand where the paths begin, or at --at. A highlight is BODY, BODY/surface or BODY:triangles.)";

struct ViewOptions {
    FileWords input;
    std::string out, camera = "iso", size = "1280x720";
    std::vector<std::string> highlights, transparent;
    std::optional<std::uint32_t> shells;
    bool no_edges = false;
};

/// Bodies drawn as the disks of a level of their layered shells; of their coarsest, if they have fewer.
Expected<std::map<const Mesh*, Mesh>> show_shells(std::uint32_t level, std::vector<PictureBody>& bodies) {
    std::map<const Mesh*, Mesh> drawn;
    std::size_t levels = 0;
    for (const PictureBody& body : bodies) {
        if (drawn.contains(body.mesh) || body.mesh->triangles.empty()) continue;
        const LayeredShells shells = build_layered_shells(*body.mesh, find_adjacency(*body.mesh));
        levels = std::max(levels, shells.levels.size());
        drawn[body.mesh] = shell_mesh(shells, std::min<std::size_t>(level, shells.levels.size() - 1));
        if (interrupt_requested()) return make_error(ErrorCode::Interrupted, "--shells", "interrupted");
    }
    if (level >= levels)
        return make_error(ErrorCode::BadUsage, "--shells", fmt::format("there is no level {}", level),
                          fmt::format("0 is the finest, {} the coarsest", std::max<std::size_t>(levels, 1) - 1));
    for (PictureBody& body : bodies) {
        if (const auto of = drawn.find(body.mesh); of != drawn.end()) body.mesh = &of->second;
        body.surface_colours = false;
    }
    return drawn;
}

Answer answer_of(const ViewOptions& options, const PictureOptions& picture,
                 const std::vector<PictureBody>& bodies, double milliseconds) {
    Answer answer;
    Json list = Json::array();
    for (const PictureBody& body : bodies)
        list.push_back(
            {{"name", body.name},
             {"colour", fmt::format("#{:02x}{:02x}{:02x}", body.colour.r, body.colour.g, body.colour.b)},
             {"triangles", body.mesh->triangles.size()},
             {"highlighted", body.highlighted.size()},
             {"opacity", body.opacity}});
    const auto& [eye, target, up, field] = *picture.camera;
    answer.json = {
        {"out", options.out},
        {"width", picture.width},
        {"height", picture.height},
        {"unit", name_of(picture.unit)},
        {"camera", {{"eye", {eye.x(), eye.y(), eye.z()}}, {"target", {target.x(), target.y(), target.z()}}}},
        {"bodies", std::move(list)},
        {"milliseconds", milliseconds}};
    answer.text = fmt::format("{}: {} x {} pixels, {}\n", shown(options.out), picture.width, picture.height,
                              count_of(bodies.size(), "body", "bodies"));
    if (is_stdout(options.out)) answer.text.clear();
    return answer;
}

Expected<Answer> run_view(const ViewOptions& options, const Globals& globals) {
    if (auto valid = validate_out(options.out, globals.json); !valid) return valid.error();
    if (auto valid = validate_png_name(options.out, "--out"); !valid) return valid.error();
    auto picture = with_size({}, options.size);
    if (!picture) return picture.error();
    const auto gathered = gather(options.input, Parts::Split, globals.threads);
    if (!gathered) return gathered.error();
    const Scene* scene = &gathered->scene;
    picture->unit = scene->unit;
    picture->edges = !options.no_edges;
    picture->threads = globals.threads;
    std::vector<PictureBody> bodies = picture_bodies(*scene, Colours::OfFiles);
    for (const std::string& words : options.highlights)
        if (auto added = add_highlight(words, *scene, bodies); !added) return added.error();
    for (const std::string& words : options.transparent)
        if (auto added = add_transparency(words, *scene, bodies); !added) return added.error();
    std::map<const Mesh*, Mesh> shells;  // what is drawn instead
    if (options.shells) {
        if (!options.highlights.empty())
            return make_error(ErrorCode::BadUsage, "--shells", "disks have no triangles or surfaces to highlight",
                              "leave out --highlight");
        auto shown = show_shells(*options.shells, bodies);
        if (!shown) return shown.error();
        shells = std::move(*shown);
    }
    const auto camera = parse_camera(options.camera, bodies, *picture);
    if (!camera) return camera.error();
    picture->camera = *camera;
    if (auto valid = validate(*picture); !valid) return valid.error();

    const auto start = std::chrono::steady_clock::now();
    const Image image = draw(bodies, *picture);
    const Error interrupted = make_error(ErrorCode::Interrupted, options.out, "interrupted, not written");
    if (image.width == 0) return interrupted;
    const std::string png = encode_png(image, globals.threads);
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
    if (interrupt_requested()) return interrupted;
    if (auto written = write_file_atomically(options.out, png); !written) return written.error();
    Answer answer = answer_of(options, *picture, bodies, elapsed.count());
    answer.json["pose_rounded"] = stand_json(gathered->stand);
    add_completeness(answer.json, *scene);
    if (!is_stdout(options.out)) answer.text += completeness_text(*scene, options.input.scene.allow_missing);
    answer.exit_code = exit_code_of({.incomplete = is_incomplete(*scene, options.input.scene.allow_missing)});
    return answer;
}

}  // namespace view_command

Command add_view(CLI::App& graze, const Globals& globals) {
    using namespace view_command;
    const auto options = std::make_shared<ViewOptions>();
    CLI::App* app = graze.add_subcommand("view", "A picture of a scene or of meshes, without a display");
    app->add_option("FILE", options->input.files, "Scene files (json) and mesh files")->required();
    app->add_option("--out", options->out, "PNG file to write")->required()->type_name("PNG");
    app->add_option("--camera", options->camera,
                    "front, back, left, right, top, bottom, iso (default), or ex,ey,ez:tx,ty,tz")
        ->type_name("VIEW");
    app->add_option("--size", options->size, "Pixels (default: 1280x720)")->type_name("WxH");
    app->add_option("--highlight", options->highlights,
                    "BODY, BODY/surface or BODY:3,7-9, in red; may be repeated")
        ->type_name("WHAT")
        ->take_all()
        ->expected(1)
        ->allow_extra_args(false);
    app->add_option("--transparent", options->transparent,
                    "Draw a body as glass (opacity 0.35 unless given); may be repeated")
        ->type_name("BODY[=OPACITY]")
        ->take_all()
        ->expected(1)
        ->allow_extra_args(false);
    app->add_option("--shells", options->shells, "Draw this level of the layered shells, as disks; 0: of triangles")
        ->type_name("LEVEL");
    app->add_flag("--no-edges", options->no_edges, "Without outlines, creases and boundaries");
    add_file_options(*app, options->input);
    app->footer(kHelp);
    return {app, [options, &globals] { return run_view(*options, globals); }};
}

}  // namespace graze::cli
