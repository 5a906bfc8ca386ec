#include "input.h"

#include "graze/core/wording.h"
#include "graze/io/mesh/model_file.h"
#include "graze/io/scene/scene_file.h"
#include "output.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace graze::cli {

bool is_scene_name(const std::filesystem::path& path) {
    std::string ending = path.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return ending == ".json";
}

Expected<Input> read_input(const std::string& path, const InputOptions& options) {
    Input input;
    input.path = path;
    if (is_scene_name(path)) {
        if (options.split)
            return make_error(ErrorCode::BadUsage, path, "--split is about mesh and CAD files, not scenes",
                              "a scene says of each body whether it is split");
        auto scene = read_scene_file(path, {.crease_deg = options.crease_deg,
                                            .deflection = options.deflection,
                                            .threads = options.threads,
                                            .progress = options.progress,
                                            .watch = options.watch});
        if (!scene) return scene.error();
        input.format = "scene";
        input.scene = *std::move(scene);
        return input;
    }
    input.file_unit = options.file_unit.value_or(options.unit);
    auto file = read_model_file(path, {.file_unit = input.file_unit,
                                       .unit = options.unit,
                                       .crease_deg = options.crease_deg,
                                       .deflection = options.deflection,
                                       .threads = options.threads,
                                       .progress = options.progress,
                                       .watch = options.watch});
    if (!file) return file.error();
    if (options.split) *file = split_model(*std::move(file), *options.split);
    input.format = name_of(file->format);
    input.unit_is_stated = file->unit_is_stated;
    input.scene.unit = options.unit;
    for (ModelBody& body : file->bodies)
        input.scene.bodies.push_back(
            {std::move(body.name), std::move(body.mesh), body.pose, body.colour, std::move(body.product)});
    input.cad = std::move(file->cad);
    input.scene.missing = std::move(file->missing);
    return input;
}

Expected<void> validate_out(const std::string& out, bool json) {
    if (!json || !is_stdout(out)) return {};
    return make_error(ErrorCode::BadUsage, out, "is where --json writes",
                      "write to a file, or leave out --json");
}

Expected<Unit> parse_unit(const std::string& text, const char* option) {
    if (const auto unit = unit_named(text)) return *unit;
    return make_error(ErrorCode::BadUsage, option, fmt::format("unknown unit {}", in_quotes(text)),
                      "the units are um, mm, cm, m, in, ft");
}

Expected<std::optional<SplitBy>> parse_split(const std::string& text) {
    if (text.empty()) return std::optional<SplitBy>();
    if (const auto by = split_named(text)) return by;
    return make_error(ErrorCode::BadUsage, "--split",
                      fmt::format("{} is nothing that bodies are split into", in_quotes(text)),
                      "write solids, objects or pieces");
}

Expected<std::optional<double>> parse_crease(const std::string& text) {
    if (text.empty()) return std::optional<double>();
    double degrees = 0.0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), degrees);
    if (failure != std::errc() || end != text.data() + text.size() || !(degrees > 0.0 && degrees < 180.0))
        return make_error(ErrorCode::BadUsage, "--crease",
                          fmt::format("{} is not an angle between 0 and 180 degrees", in_quotes(text)),
                          "30 is usual");
    return std::optional(degrees);
}

Expected<std::optional<double>> parse_deflection(const std::string& text) {
    auto length = parse_length(text, "--deflection");
    if (length && *length && !(**length > 0.0))
        return make_error(ErrorCode::BadUsage, "--deflection", "0 is too small",
                          "a length above 0 is wanted");
    return length;
}

Expected<Input> read_scene_input(const std::string& path, const char* what, const std::string& deflection,
                                 int threads) {
    if (!is_scene_name(path))
        return make_error(ErrorCode::BadUsage, path, what, "a name that ends in .json is wanted");
    const auto length = parse_deflection(deflection);
    if (!length) return length.error();
    return read_input(path, {.deflection = *length, .threads = threads});
}

Expected<std::optional<double>> parse_length(const std::string& text, const char* option) {
    if (text.empty()) return std::optional<double>();
    double length = 0.0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), length);
    if (failure != std::errc() || end != text.data() + text.size() ||
        !(length >= 0.0 && std::isfinite(length)))
        return make_error(ErrorCode::BadUsage, option, fmt::format("{} is not a length", in_quotes(text)),
                          "write a finite number >= 0 in the scene's unit");
    return std::optional(length);
}

}  // namespace graze::cli
