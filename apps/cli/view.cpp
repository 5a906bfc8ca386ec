// `graze view`: a picture of a scene or of meshes, without a display.
#include "command.h"
#include "graze/core/file.h"
#include "graze/core/interrupt.h"
#include "graze/core/wording.h"
#include "graze/picture/picture.h"
#include "input.h"
#include "output.h"
#include "view_words.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <set>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace graze::cli {
namespace {

constexpr const char* kHelp = R"(Examples:
  graze view scene.json --out picture.png
  graze view a.stl b.obj --unit in --out picture.png --camera top --size 1920x1080
  graze view scene.json --out picture.png --camera "300,-200,150:0,0,20"
  graze view scene.json --out picture.png --transparent car=0.3 --highlight door:12,40-55
  graze view scene.json --out picture.png --highlight door/handle --no-edges

Bodies with a path stand at its first pose. A highlight is BODY, BODY/surface or BODY:triangles.)";

struct ViewOptions {
    std::vector<std::string> files;
    std::string out, unit, crease, camera = "iso", size = "1280x720";
    std::vector<std::string> highlights, transparent;
    bool no_edges = false;
};

/// All files as one scene. Its unit is that of the scene files; bodies whose name is taken get a number.
class Gathering {
  public:
    Expected<Scene> run(const std::vector<std::string>& files, InputOptions options) {
        std::vector<std::optional<Input>> inputs(files.size());
        for (std::size_t i = 0; i < files.size(); ++i)  // scenes first: they decide the unit
            if (is_scene_name(files[i]))
                if (auto added = read(files[i], options, inputs[i]); !added) return added.error();
        if (unit_) options.unit = *unit_;
        for (std::size_t i = 0; i < files.size(); ++i)
            if (!inputs[i])
                if (auto added = read(files[i], options, inputs[i]); !added) return added.error();
        scene_.unit = options.unit;
        for (const auto& input : inputs)
            for (const Body& body : input->scene.bodies)
                scene_.bodies.push_back({free_name(body.name), body.mesh, body.pose});
        return std::move(scene_);
    }

  private:
    Expected<void> read(const std::string& file, const InputOptions& options, std::optional<Input>& input) {
        auto read = read_input(file, options);
        if (!read) return read.error();
        input = *std::move(read);
        if (!is_scene_name(file)) return {};
        if (unit_ && *unit_ != input->scene.unit)
            return make_error(ErrorCode::BadUsage, file,
                              fmt::format("is in {}, the scene before it in {}", name_of(input->scene.unit),
                                          name_of(*unit_)),
                              "view scenes of one unit together");
        unit_ = input->scene.unit;
        return {};
    }

    std::string free_name(const std::string& name) {
        std::string free = name;
        for (int number = 2; !taken_.insert(free).second; ++number)
            free = fmt::format("{} ({})", name, number);
        return free;
    }

    std::optional<Unit> unit_;
    std::set<std::string> taken_;
    Scene scene_;
};

std::vector<PictureBody> picture_bodies(const Scene& scene) {
    std::vector<PictureBody> bodies;
    for (const Body& body : scene.bodies) {
        PictureBody picture;
        picture.mesh = body.mesh.get();
        picture.pose = body.pose;
        picture.colour = body_colour(static_cast<std::uint32_t>(bodies.size()));
        picture.name = body.name;
        bodies.push_back(std::move(picture));
    }
    return bodies;
}

Expected<Scene> gather(const ViewOptions& options, int threads) {
    const auto crease = parse_crease(options.crease);
    if (!crease) return crease.error();
    InputOptions how{.crease_deg = *crease, .threads = threads};
    if (!options.unit.empty()) {
        const auto unit = parse_unit(options.unit, "--unit");
        if (!unit) return unit.error();
        how.file_unit = how.unit = *unit;
    }
    return Gathering().run(options.files, how);
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

/// We write PNG only, so another ending would lie. Devices have no ending.
Expected<void> validate_png_name(const std::filesystem::path& out) {
    std::string ending = out.extension().string();
    for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    std::error_code failure;
    if (ending == ".png" || std::filesystem::is_other(out, failure) || is_stdout(out.string())) return {};
    return make_error(ErrorCode::BadUsage, "--out",
                      fmt::format("{} does not end in .png", in_quotes(out.string())),
                      "pictures are written as PNG");
}

Expected<Answer> run_view(const ViewOptions& options, const Globals& globals) {
    if (auto valid = validate_out(options.out, globals.json); !valid) return valid.error();
    if (auto valid = validate_png_name(options.out); !valid) return valid.error();
    auto picture = with_size({}, options.size);
    if (!picture) return picture.error();
    const auto scene = gather(options, globals.threads);
    if (!scene) return scene.error();
    picture->unit = scene->unit;
    picture->edges = !options.no_edges;
    picture->threads = globals.threads;
    std::vector<PictureBody> bodies = picture_bodies(*scene);
    for (const std::string& words : options.highlights)
        if (auto added = add_highlight(words, *scene, bodies); !added) return added.error();
    for (const std::string& words : options.transparent)
        if (auto added = add_transparency(words, *scene, bodies); !added) return added.error();
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
    return answer_of(options, *picture, bodies, elapsed.count());
}

}  // namespace

Command add_view(CLI::App& graze, const Globals& globals) {
    const auto options = std::make_shared<ViewOptions>();
    CLI::App* app = graze.add_subcommand("view", "A picture of a scene or of meshes, without a display");
    app->add_option("FILE", options->files, "Scene files (json) and mesh files")->required();
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
    app->add_flag("--no-edges", options->no_edges, "Without outlines, creases and boundaries");
    app->add_option("--unit", options->unit, "What numbers mean in mesh files that state no unit")
        ->type_name("U");
    app->add_option("--crease", options->crease, "Split surfaces at edges sharper than this angle")
        ->type_name("DEG");
    app->footer(kHelp);
    return {app, [options, &globals] { return run_view(*options, globals); }};
}

}  // namespace graze::cli
