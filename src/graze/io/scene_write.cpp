#include "graze/io/scene_file.h"

#include "graze/core/file.h"
#include "graze/core/interrupt.h"
#include "graze/core/wording.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>

#include <fmt/format.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

namespace graze {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSceneName = "scene.json";
constexpr std::size_t kLongestStem = 100;

/// The shortest text that reads back as the same double. JSON readers take "-0" for the integer 0.
std::string number_text(double value) {
    if (value == 0.0 && std::signbit(value)) return "-0.0";
    return fmt::format("{}", value);
}

std::string string_text(const std::string& text) { return nlohmann::json(text).dump(); }

std::string pose_text(const Pose& pose) {
    const auto& t = pose.translation;
    const auto& q = pose.rotation;
    return fmt::format(R"({{"translation": [{}, {}, {}], "quaternion": [{}, {}, {}, {}]}})",
                       number_text(t.x()), number_text(t.y()), number_text(t.z()), number_text(q.x()),
                       number_text(q.y()), number_text(q.z()), number_text(q.w()));
}

bool is_identity(const Pose& pose) {
    const auto zero = [](double value) { return value == 0.0 && !std::signbit(value); };
    const auto& q = pose.rotation;
    return zero(pose.translation.x()) && zero(pose.translation.y()) && zero(pose.translation.z()) &&
           zero(q.x()) && zero(q.y()) && zero(q.z()) && q.w() == 1.0;
}

/// One line per entry between [ and ], as a person would lay it out.
std::string list_text(const char* key, const std::vector<std::string>& lines) {
    return fmt::format(",\n  \"{}\": [\n    {}\n  ]", key, fmt::join(lines, ",\n    "));
}

std::string pair_text(const Scene& scene, const std::array<std::uint32_t, 2>& bodies) {
    return fmt::format("[{}, {}]", string_text(scene.bodies[bodies[0]].name),
                       string_text(scene.bodies[bodies[1]].name));
}

std::string ignore_text(const Scene& scene, const IgnoredPair& ignored) {
    const std::string pair = pair_text(scene, ignored.bodies);
    if (ignored.allowed == Allowed::Everything) return pair;
    const std::string depth = ignored.depth ? ", \"depth\": " + number_text(*ignored.depth) : "";
    return fmt::format(R"({{"pair": {}, "allow": "{}"{}}})", pair, name_of(ignored.allowed), depth);
}

std::string vector_text(const Vec3& v) {
    return fmt::format("[{}, {}, {}]", number_text(v.x()), number_text(v.y()), number_text(v.z()));
}

std::string joint_text(const Scene& scene, const Joint& joint) {
    std::string text = fmt::format(R"({{"body": {})", string_text(scene.bodies[joint.body].name));
    if (joint.parent) text += fmt::format(R"(, "parent": {})", string_text(scene.bodies[*joint.parent].name));
    text += fmt::format(R"(, "type": "{}")", name_of(joint.kind));
    if (joint.kind == JointKind::Fixed) return text + "}";
    text += fmt::format(R"(, "axis": {}, "origin": {})", vector_text(joint.axis), vector_text(joint.origin));
    if (joint.limits)
        text += fmt::format(R"(, "limits": [{}, {}])", number_text((*joint.limits)[0]),
                            number_text((*joint.limits)[1]));
    return text + "}";
}

std::string path_text(const Scene& scene, const Path& path) {
    const std::string body = string_text(scene.bodies[path.body].name);
    if (!path.values.empty()) {
        std::vector<std::string> values;
        for (const double value : path.values) values.push_back(number_text(value));
        return fmt::format(R"({{"body": {}, "values": [{}]}})", body, fmt::join(values, ", "));
    }
    std::vector<std::string> poses;
    for (const Pose& pose : path.poses) poses.push_back(pose_text(pose));
    const std::string turns =
        path.turns.empty() ? "" : fmt::format(", \"turns\": [{}]", fmt::join(path.turns, ", "));
    return fmt::format(R"({{"body": {}, "in_between": "{}"{}, "poses": [{}{}]}})", body,
                       name_of(path.in_between), turns, "\n      ", fmt::join(poses, ",\n      "));
}

/// A file name that every system accepts, made from the name of a body.
std::string file_stem(const std::string& name) {
    std::string stem;
    for (const char c : name.substr(0, kLongestStem)) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           c == '-' || c == '_';
        stem += plain || (c == '.' && !stem.empty()) ? c : '_';
    }
    return stem;
}

struct MeshNames {
    std::vector<std::string> of_body;
    std::vector<std::pair<std::string, const Body*>> files;  // one per distinct mesh, in order of first use
};

MeshNames name_meshes(const Scene& scene) {
    MeshNames names;
    std::unordered_map<const Mesh*, std::string> known;
    std::set<std::string> taken;  // in lower case: some systems do not tell "A.obj" from "a.obj"
    for (const Body& body : scene.bodies) {
        auto& name = known[body.mesh.get()];
        if (name.empty()) {
            const std::string stem = file_stem(body.name);
            std::string lower;
            for (int attempt = 1;; ++attempt) {
                name = attempt == 1 ? stem + ".obj" : fmt::format("{}-{}.obj", stem, attempt);
                lower = name;
                std::transform(lower.begin(), lower.end(), lower.begin(),
                               [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
                if (taken.insert(lower).second) break;
            }
            names.files.emplace_back(name, &body);
        }
        names.of_body.push_back(name);
    }
    return names;
}

/// A hidden folder inside another; it and the folders made for it vanish unless kept.
class StagingFolder {
  public:
    static Expected<StagingFolder> create(const fs::path& parent) {
        StagingFolder staging;
        std::error_code failure;
        fs::path missing = parent;
        while (!missing.empty() && !fs::exists(missing, failure)) {
            staging.made_.push_back(missing);
            missing = missing.parent_path();
        }
        fs::create_directories(parent, failure);
        if (!failure)
            fs::create_directory(staging.path_ = parent / fmt::format(".graze-{}.tmp", ::getpid()), failure);
        if (failure)
            return make_error(ErrorCode::CannotWrite, parent.string(), "cannot write: " + failure.message());
        return staging;
    }
    StagingFolder(StagingFolder&& other) noexcept
        : path_(std::exchange(other.path_, {})), made_(std::exchange(other.made_, {})) {}
    StagingFolder& operator=(StagingFolder&&) = delete;
    ~StagingFolder() {
        std::error_code ignored;
        if (!path_.empty()) fs::remove_all(path_, ignored);
        for (const fs::path& folder : made_)
            fs::remove(folder, ignored);  // innermost first; only while empty
    }

    const fs::path& path() const { return path_; }

    /// Moves the files into the parent, in this order; what can be foreseen to fail fails before the first.
    Expected<void> move_out(const std::vector<std::string>& names) {
        for (const std::string& name : names) {
            std::error_code failure;
            if (fs::is_directory(path_.parent_path() / name, failure))
                return make_error(ErrorCode::CannotWrite, (path_.parent_path() / name).string(),
                                  "is a directory, but a file of this name must be written", "move it away");
        }
        for (const std::string& name : names) {
            std::error_code failure;
            const fs::path target = path_.parent_path() / name;
            fs::rename(path_ / name, target, failure);
            if (failure)
                return make_error(ErrorCode::CannotWrite, target.string(),
                                  "cannot write: " + failure.message());
        }
        return {};
    }

  private:
    StagingFolder() = default;
    fs::path path_;
    std::vector<fs::path> made_;
};

}  // namespace

std::string format_scene(const Scene& scene, const std::vector<std::string>& mesh_of_body) {
    std::vector<bool> moves(scene.bodies.size());
    for (const Path& path : scene.paths) moves[path.body] = path.values.empty();  // poses replace `pose`
    std::vector<std::string> bodies, ignored, clearances, joints, paths;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        const Body& body = scene.bodies[i];
        const bool posed = !moves[i] && !is_identity(body.pose);
        bodies.push_back(fmt::format(R"({{"name": {}, "mesh": {}{}}})", string_text(body.name),
                                     string_text(mesh_of_body[i]),
                                     posed ? ", \"pose\": " + pose_text(body.pose) : ""));
    }
    for (const IgnoredPair& pair : scene.ignore) ignored.push_back(ignore_text(scene, pair));
    for (const PairClearance& pair : scene.clearance)
        clearances.push_back(fmt::format(R"({{"pair": {}, "distance": {}}})", pair_text(scene, pair.bodies),
                                         number_text(pair.distance)));
    for (const Joint& joint : scene.joints) joints.push_back(joint_text(scene, joint));
    for (const Path& path : scene.paths) paths.push_back(path_text(scene, path));

    std::string text = fmt::format("{{\n  \"graze\": 1,\n  \"unit\": \"{}\"", name_of(scene.unit));
    text += list_text("bodies", bodies);
    if (!ignored.empty()) text += list_text("ignore", ignored);
    if (!clearances.empty()) text += list_text("clearance", clearances);
    if (!joints.empty()) text += list_text("joints", joints);
    if (!paths.empty()) text += list_text("paths", paths);
    return text + "\n}\n";
}

std::vector<std::string> scene_file_names(const Scene& scene) {
    std::vector<std::string> names;
    for (const auto& [name, body] : name_meshes(scene).files) names.push_back(name);
    names.emplace_back(kSceneName);
    return names;
}

Expected<std::vector<std::string>> write_scene(const fs::path& folder, const Scene& scene) {
    if (auto valid = validate(scene, folder.string()); !valid) return valid.error();
    const MeshNames names = name_meshes(scene);
    const std::string text = format_scene(scene, names.of_body);

    auto staging = StagingFolder::create(folder);
    if (!staging) return staging.error();
    std::vector<std::string> written;
    for (const auto& [name, body] : names.files) {
        const std::array one{FileBody{body->name, *body->mesh}};
        const auto wrote =
            write_mesh_file(staging->path() / name, one, {.format = MeshFormat::Obj, .unit = scene.unit});
        if (!wrote) return wrote.error();
        if (interrupt_requested())
            return make_error(ErrorCode::Interrupted, folder.string(), "interrupted while writing");
        written.push_back(name);
    }
    if (auto wrote = write_file_atomically(staging->path() / kSceneName, text); !wrote) return wrote.error();
    written.emplace_back(kSceneName);
    if (auto moved = staging->move_out(written); !moved) return moved.error();
    return written;
}

}  // namespace graze
