#include "graze/io/scene/scene_file.h"

#include "graze/core/file.h"
#include "graze/core/parallel.h"
#include "graze/core/wording.h"
#include "graze/io/scene/scene_assembly.h"
#include "graze/io/scene/scene_rules.h"
#include "graze/model/join.h"

#include <algorithm>
#include <atomic>
#include <unordered_map>

#include <fmt/format.h>

namespace graze {
namespace {

namespace fs = std::filesystem;

/// One mesh file, read once, and the meshes that bodies took from it.
struct LoadedFile {
    std::vector<std::string> parts;                          // names of `bodies`
    std::vector<ModelBody> bodies;                           // of the file
    std::unordered_map<std::string, ModelBody> joined = {};  // by what was joined: "" is all
};

std::string place_of_body(const fs::path& file, std::size_t body, const char* key) {
    return fmt::format("{}: /bodies/{}/{}", file.string(), body, key);
}

/// Different spellings of one file ("a.obj", "./a.obj", a link) are one file.
std::string identity_of(const fs::path& path) {
    std::error_code failure;
    const fs::path canonical = fs::canonical(path, failure);
    return failure ? path.lexically_normal().string() : canonical.string();
}

class Assembler {
  public:
    Assembler(const SceneDescription& description, const fs::path& file, const SceneReadOptions& options)
        : description_(description), file_(file), options_(options) {}

    Expected<Scene> run(MeshReader read_mesh) {
        if (auto checked = find_files(); !checked) return checked.error();
        if (auto read = read_files(read_mesh); !read) return read.error();
        scene_.unit = description_.unit;
        for (std::size_t i = 0; i < description_.bodies.size(); ++i)
            if (auto added = add_body(i); !added) return added.error();
        if (auto ruled = add_rules(scene_, {description_.ignore, description_.clearance}, {file_.string()});
            !ruled)
            return ruled.error();
        if (auto linked = add_joints_and_paths(); !linked) return linked.error();
        if (auto valid = validate(scene_, file_.string()); !valid) return valid.error();
        return std::move(scene_);
    }

  private:
    /// Lists the distinct mesh files, once for each deflection and unit, and who uses them first.
    Expected<void> find_files() {
        const std::string own = identity_of(file_);
        std::unordered_map<std::string, std::size_t> known;
        for (std::size_t i = 0; i < description_.bodies.size(); ++i) {
            const fs::path path = file_.parent_path() / description_.bodies[i].mesh;
            const std::string identity = identity_of(path);
            if (identity == own)
                return make_error(ErrorCode::BadInput, place_of_body(file_, i, "mesh"),
                                  "the scene names itself as a mesh", "name a mesh file");
            if (path.extension() == ".json")
                return make_error(
                    ErrorCode::BadInput, place_of_body(file_, i, "mesh"),
                    fmt::format("{} is a scene, not a mesh", in_quotes(description_.bodies[i].mesh)),
                    "a scene cannot hold another one, name its meshes");
            const auto deflection = description_.bodies[i].deflection;
            const Unit unit = description_.bodies[i].unit.value_or(description_.unit);
            const std::string key = fmt::format("{}\n{}\n{}", identity, name_of(unit),
                                                deflection ? fmt::format("{}", *deflection) : "");
            const auto [entry, is_new] = known.emplace(key, paths_.size());
            if (is_new) {
                paths_.push_back(path);
                deflections_.push_back(deflection ? deflection : options_.deflection);
                units_.push_back(unit);
                first_body_.push_back(i);
            }
            file_of_body_.push_back(entry->second);
        }
        return {};
    }

    Expected<void> read_files(MeshReader read_mesh) {
        const bool alone = paths_.size() == 1;  // then the bar is its own
        const int threads = thread_count(options_.threads);
        const MeshReadOptions how{
            .file_unit = description_.unit,
            .unit = description_.unit,
            .crease_deg = options_.crease_deg,
            .threads = std::max(1, threads / static_cast<int>(std::min<std::size_t>(paths_.size(), 1024))),
            .progress = alone ? options_.progress : Progress::Draw::Never,
            .watch = options_.watch};
        Progress progress("reading meshes", paths_.size(), alone ? Progress::Draw::Never : options_.progress);
        tell(options_.watch, "files", 0, paths_.size());
        std::atomic<std::size_t> files_read{0};
        auto read = parallel_map(paths_.size(), {.threads = options_.threads, .progress = &progress},
                                 [&](std::size_t i) {
                                     MeshReadOptions own = how;
                                     own.deflection = deflections_[i];
                                     own.file_unit = units_[i];
                                     auto file = read_mesh(paths_[i], own);
                                     tell(options_.watch, "files", ++files_read, paths_.size());
                                     return std::optional(std::move(file));
                                 });
        if (!read)
            return make_error(ErrorCode::Interrupted, file_.string(), "interrupted while reading meshes");
        for (std::size_t i = 0; i < paths_.size(); ++i) {
            Expected<ModelFile>& result = *(*read)[i];
            if (!result)
                return Error{result.error().code,
                             place_of_body(file_, first_body_[i], "mesh") + ": " + result.error().message};
            LoadedFile& loaded = files_.emplace_back();
            for (const ModelBody& body : result->bodies) loaded.parts.push_back(body.name);
            loaded.bodies = std::move(result->bodies);
            for (MissingPart& part : result->missing)  // a file read at two deflections misses it once
                if (std::find(scene_.missing.begin(), scene_.missing.end(), part) == scene_.missing.end())
                    scene_.missing.push_back(std::move(part));
        }
        return {};
    }

    Expected<void> add_body(std::size_t i) {
        const BodyDescription& body = description_.bodies[i];
        LoadedFile& file = files_[file_of_body_[i]];
        if (body.split) {
            for (const ModelBody& part : file.bodies)
                if (auto added = add(body.name.empty() ? part.name : body.name + "/" + part.name, part, i);
                    !added)
                    return added;
            return {};
        }
        if (!body.part && file.bodies.size() == 1) return add(body.name, file.bodies.front(), i);
        if (body.part) {
            const auto part = std::find(file.parts.begin(), file.parts.end(), *body.part);
            if (part != file.parts.end())
                return add(body.name, file.bodies[static_cast<std::size_t>(part - file.parts.begin())], i);
        }
        return add_joined(i, file);
    }

    /// All parts of a file, or all those of an assembly in it, as one mesh in the file's frame; in the
    /// colour of the first that has one, and surfaces of others in theirs.
    Expected<void> add_joined(std::size_t i, LoadedFile& file) {
        const BodyDescription& body = description_.bodies[i];
        const std::string assembly = body.part.value_or("");
        ModelBody& joined = file.joined[assembly];
        if (!joined.mesh) {
            std::vector<Mesh> meshes;
            std::vector<std::string> names;
            for (const ModelBody& part : file.bodies) {
                if (body.part && !part.name.starts_with(assembly + "/")) continue;
                meshes.push_back(placed(*part.mesh, part.pose));
                if (!joined.colour) joined.colour = part.colour;
                for (Surface& surface : meshes.back().surfaces)
                    if (!surface.colour && part.colour != joined.colour) surface.colour = part.colour;
                names.push_back(body.part ? part.name.substr(assembly.size() + 1) : part.name);
            }
            if (meshes.empty()) return no_such_part(i, file);
            std::vector<NamedMesh> all;
            for (std::size_t k = 0; k < meshes.size(); ++k) all.push_back({names[k], meshes[k]});
            auto mesh = join_meshes(all, place_of_body(file_, i, "mesh"));
            if (!mesh) return mesh.error();
            joined.mesh = std::make_shared<const Mesh>(*std::move(mesh));
        }
        return add(body.name, joined, i);
    }

    Expected<void> add(const std::string& name, const ModelBody& part, std::size_t i) {
        const auto [same, is_new] = id_of_.emplace(name, static_cast<std::uint32_t>(scene_.bodies.size()));
        if (!is_new)
            return make_error(ErrorCode::BadInput, place_of_body(file_, i, "split"),
                              fmt::format("part name {} is taken by another body", in_quotes(name)),
                              "give the split body a \"name\", it is put before its parts");
        scene_.bodies.push_back({name, part.mesh, on_top(description_.bodies[i].pose, part.pose), part.colour,
                                 part.product, description_.bodies[i].physics});
        place_in_file_.push_back(part.pose);
        return {};
    }

    static bool does_nothing(const Pose& pose) {
        return pose.translation == Vec3::Zero() &&
               pose.rotation.coeffs() == Eigen::Quaterniond::Identity().coeffs();
    }

    /// First where the file puts it, then where the scene does. If one of them does nothing, the other keeps
    /// its bits.
    static Pose on_top(const Pose& scene, const Pose& file) {
        if (does_nothing(file)) return scene;
        return does_nothing(scene) ? file : compose(scene, file);
    }

    Error no_such_part(std::size_t i, const LoadedFile& file) const {
        const std::string& wanted = *description_.bodies[i].part;
        const std::string guess = did_you_mean(wanted, file.parts);
        const std::span<const std::string> few(file.parts.data(),
                                               std::min<std::size_t>(file.parts.size(), 20));
        return make_error(
            ErrorCode::BadInput, place_of_body(file_, i, "part"),
            fmt::format("{} has no part {}", description_.bodies[i].mesh, in_quotes(wanted)),
            guess.empty() ? "its parts are " + listed(few) + (few.size() < file.parts.size() ? ", ..." : "")
                          : guess);
    }

    Expected<std::uint32_t> id_of(const std::string& name, const std::string& place) const {
        const auto found = id_of_.find(name);
        if (found != id_of_.end()) return found->second;
        std::vector<std::string> names;
        for (const SceneBody& body : scene_.bodies) names.push_back(body.name);
        const std::string guess = did_you_mean(name, names);
        return make_error(ErrorCode::BadInput, file_.string() + ": " + place,
                          fmt::format("no body or part is named {}", in_quotes(name)),
                          !guess.empty()       ? guess
                          : names.size() <= 20 ? "the bodies are " + listed(names)
                                               : "graze info lists them");
    }

    Expected<void> add_joints_and_paths() {
        for (std::size_t i = 0; i < description_.joints.size(); ++i) {
            const JointDescription& joint = description_.joints[i];
            const auto id = id_of(joint.body, fmt::format("/joints/{}/body", i));
            if (!id) return id.error();
            std::optional<std::uint32_t> parent;
            if (joint.parent) {
                const auto parent_id = id_of(*joint.parent, fmt::format("/joints/{}/parent", i));
                if (!parent_id) return parent_id.error();
                parent = *parent_id;
            }
            scene_.joints.push_back({*id, parent, joint.kind, joint.axis, joint.origin, joint.limits});
        }
        for (std::size_t i = 0; i < description_.paths.size(); ++i) {
            const PathDescription& path = description_.paths[i];
            const auto id = id_of(path.body, fmt::format("/paths/{}/body", i));
            if (!id) return id.error();
            scene_.paths.push_back({*id, path.in_between, path.poses, path.turns, path.values, path.about});
            if (path.poses.empty()) continue;
            SceneBody& body = scene_.bodies[*id];
            body.pose = body_pose(scene_.paths.back(), 0);
            if (!does_nothing(place_in_file_[*id]))
                body.mesh = std::make_shared<const Mesh>(placed(*body.mesh, place_in_file_[*id]));
            place_in_file_[*id] = Pose{};
        }
        return {};
    }

    const SceneDescription& description_;
    const fs::path& file_;
    const SceneReadOptions& options_;
    std::vector<fs::path> paths_;                     // distinct mesh files
    std::vector<std::optional<double>> deflections_;  // of each
    std::vector<Unit> units_;                         // of each, if it states none
    std::vector<std::size_t> first_body_;             // that uses each of them
    std::vector<std::size_t> file_of_body_;           // in paths_ and files_
    std::vector<LoadedFile> files_;
    std::unordered_map<std::string, std::uint32_t> id_of_;
    Scene scene_;
    std::vector<Pose> place_in_file_;  // by body: what of its pose the file says
};

}  // namespace

Expected<Scene> internal::assemble_scene(const SceneDescription& description, const fs::path& file,
                                         const SceneReadOptions& options, MeshReader read_mesh) {
    return Assembler(description, file, options).run(read_mesh);
}

Expected<Scene> read_scene_file(const fs::path& path, const SceneReadOptions& options) {
    const auto text = read_file(path);
    if (!text) return text.error();
    const auto description = parse_scene_text(*text, path.string());
    if (!description) return description.error();
    return assemble_scene(*description, path, options, [](const fs::path& mesh, const MeshReadOptions& how) {
        return read_model_file(mesh, how);
    });
}

}  // namespace graze
