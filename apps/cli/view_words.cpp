#include "view_words.h"

#include "graze/core/wording.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>
#include <string_view>

#include <fmt/format.h>

namespace graze::cli {
namespace {

constexpr double kTransparentOpacity = 0.35;

Error usage(const char* option, const std::string& what, const std::string& remedy) {
    return make_error(ErrorCode::BadUsage, option, what, remedy);
}

template <class Number>
std::optional<Number> parse_number(std::string_view text) {
    Number value{};
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::vector<std::string_view> split(std::string_view text, char at) {
    std::vector<std::string_view> parts;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find(at, start), text.size());
        parts.push_back(text.substr(start, end - start));
        start = end + 1;
    }
    return parts;
}

std::optional<Vec3> parse_point(std::string_view text) {
    const auto parts = split(text, ',');
    if (parts.size() != 3) return std::nullopt;
    Vec3 point;
    for (int i = 0; i < 3; ++i) {
        const auto number = parse_number<double>(parts[static_cast<std::size_t>(i)]);
        if (!number || !std::isfinite(*number)) return std::nullopt;
        point[i] = *number;
    }
    return point;
}

Error no_such_body(const char* option, std::string_view name, const Scene& scene) {
    std::vector<std::string> names;
    for (const SceneBody& body : scene.bodies) names.push_back(body.name);
    const std::string guess = did_you_mean(name, names);
    const bool few = names.size() <= 20;
    return usage(option, fmt::format("no body is named {}", in_quotes(name)),
                 !guess.empty() ? guess
                 : few          ? "the bodies are " + listed(names)
                                : "graze info lists them");
}

/// Triangles of "3,7-9".
Expected<std::vector<std::uint32_t>> parse_triangles(std::string_view words, const SceneBody& body) {
    const std::size_t count = body.mesh->triangles.size();
    std::vector<std::uint32_t> ids;
    for (const std::string_view part : split(words, ',')) {
        const auto ends = split(part, '-');
        const auto first = parse_number<std::uint32_t>(ends.front()),
                   last = parse_number<std::uint32_t>(ends.back());
        if (!first || !last || ends.size() > 2)
            return usage("--highlight", fmt::format("{} is neither a triangle nor a range", in_quotes(part)),
                         "write BODY:3,7-9, BODY/surface or BODY");
        if (*first >= count || *last >= count || *first > *last)
            return usage(
                "--highlight",
                fmt::format("triangles {} of {}, which has 0 to {}", part, in_quotes(body.name), count - 1),
                "graze info tells how many there are");
        for (std::uint32_t id = *first;; ++id) {
            ids.push_back(id);
            if (id == *last) break;
        }
    }
    return ids;
}

std::vector<std::uint32_t> triangles_of(const Mesh& mesh, const std::string_view surface) {
    std::vector<std::uint32_t> ids;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
        if (mesh.surfaces[mesh.surface_of_triangle[t]].name == surface) ids.push_back(t);
    return ids;
}

Error no_such_surface(const SceneBody& body, std::string_view surface) {
    std::vector<std::string> names;
    for (const Surface& known : body.mesh->surfaces) names.push_back(known.name);
    const std::string guess = did_you_mean(surface, names);
    const bool few = names.size() <= 20;
    return usage("--highlight", fmt::format("{} has no surface {}", in_quotes(body.name), in_quotes(surface)),
                 !guess.empty() ? guess
                 : few          ? "its surfaces are " + listed(names)
                                : "check the name");
}

void highlight(PictureBody& body, const std::vector<std::uint32_t>& ids) {
    body.highlighted.insert(body.highlighted.end(), ids.begin(), ids.end());
    std::sort(body.highlighted.begin(), body.highlighted.end());
    body.highlighted.erase(std::unique(body.highlighted.begin(), body.highlighted.end()),
                           body.highlighted.end());
}

}  // namespace

Expected<PictureOptions> with_size(PictureOptions options, const std::string& words) {
    const auto sides = split(words, 'x');
    const auto width = parse_number<int>(sides.front()), height = parse_number<int>(sides.back());
    if (sides.size() != 2 || !width || !height)
        return usage("--size", fmt::format("{} is not a size", in_quotes(words)),
                     "write WIDTHxHEIGHT, as 1280x720");
    options.width = *width;
    options.height = *height;
    if (auto valid = validate(options); !valid) return usage("--size", valid.error().message, "");
    return options;
}

Expected<Camera> parse_camera(const std::string& words, const std::vector<PictureBody>& bodies,
                              const PictureOptions& options) {
    if (const auto direction = view_direction_named(words)) return camera_from(*direction, bodies, options);
    const auto points = split(words, ':');
    const auto eye = parse_point(points.front()), target = parse_point(points.back());
    if (points.size() == 2 && eye && target) return Camera{.eye = *eye, .target = *target};
    const std::vector<std::string> names{"front", "back", "left", "right", "top", "bottom", "iso"};
    const std::string guess = did_you_mean(words, names);
    return usage("--camera", fmt::format("{} is neither a view nor two points", in_quotes(words)),
                 guess.empty() ? "write one of " + listed(names) + ", or ex,ey,ez:tx,ty,tz" : guess);
}

// Names may hold '/' and ':' themselves, so every body is tried, and a match of the whole word wins.
Expected<void> add_highlight(const std::string& words, const Scene& scene, std::vector<PictureBody>& bodies) {
    const SceneBody* owner = nullptr;  // of a surface that it does not have
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const SceneBody& body = scene.bodies[i];
        if (words == body.name) {
            std::vector<std::uint32_t> all(body.mesh->triangles.size());
            std::iota(all.begin(), all.end(), 0u);
            highlight(bodies[i], all);
            return {};
        }
        if (!words.starts_with(body.name + "/")) continue;
        const auto ids = triangles_of(*body.mesh, std::string_view(words).substr(body.name.size() + 1));
        if (!ids.empty()) {
            highlight(bodies[i], ids);
            return {};
        }
        owner = &body;
    }
    const std::size_t colon = words.rfind(':');
    if (colon != std::string::npos)
        if (const auto id = body_named(scene, words.substr(0, colon))) {
            const auto ids = parse_triangles(std::string_view(words).substr(colon + 1), scene.bodies[*id]);
            if (!ids) return ids.error();
            highlight(bodies[*id], *ids);
            return {};
        }
    if (owner) return no_such_surface(*owner, std::string_view(words).substr(owner->name.size() + 1));
    return no_such_body("--highlight", words.substr(0, words.find_first_of(":/")), scene);
}

Expected<void> add_transparency(const std::string& words, const Scene& scene,
                                std::vector<PictureBody>& bodies) {
    if (const auto id = body_named(scene, words)) {
        bodies[*id].opacity = kTransparentOpacity;
        return {};
    }
    const std::size_t equals = words.rfind('=');
    const auto id = equals == std::string::npos ? std::nullopt : body_named(scene, words.substr(0, equals));
    if (!id) return no_such_body("--transparent", words.substr(0, equals), scene);
    const auto opacity = parse_number<double>(std::string_view(words).substr(equals + 1));
    if (!opacity || !(*opacity > 0.0 && *opacity <= 1.0))
        return usage("--transparent",
                     fmt::format("opacity {} is not in (0, 1]", in_quotes(words.substr(equals + 1))),
                     "0.2 is faint, 1 is opaque");
    bodies[*id].opacity = *opacity;
    return {};
}

}  // namespace graze::cli
