#include "gather.h"

#include "graze/core/wording.h"
#include "graze/model/join.h"
#include "input.h"
#include "output.h"

#include <memory>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace graze::cli {
namespace {

/// All files as one scene. Its unit is that of the scene files; bodies whose name is taken get a number.
class Gathering {
  public:
    explicit Gathering(bool join_parts) : join_parts_(join_parts) {}

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
        for (const auto& input : inputs) add(input->scene);
        return std::move(scene_);
    }

  private:
    Expected<void> read(const std::string& file, const InputOptions& options, std::optional<Input>& input) {
        auto read = read_input(file, options);
        if (!read) return read.error();
        input = *std::move(read);
        if (!is_scene_name(file)) return join_parts_ ? join(file, input->scene) : Expected<void>();
        if (unit_ && *unit_ != input->scene.unit)
            return make_error(ErrorCode::BadUsage, file,
                              fmt::format("is in {}, the scene before it in {}", name_of(input->scene.unit),
                                          name_of(*unit_)),
                              "give scenes of one unit together");
        unit_ = input->scene.unit;
        return {};
    }

    /// Makes the bodies of a mesh file one, named after the file.
    static Expected<void> join(const std::string& file, Scene& scene) {
        if (scene.bodies.size() < 2) return {};
        std::vector<Mesh> meshes;
        for (const SceneBody& body : scene.bodies) meshes.push_back(placed(*body.mesh, body.pose));
        std::vector<NamedMesh> parts;
        for (std::size_t i = 0; i < meshes.size(); ++i) parts.push_back({scene.bodies[i].name, meshes[i]});
        auto joined = join_meshes(parts, file);
        if (!joined) return joined.error();
        scene.bodies = {{std::filesystem::path(file).stem().string(),
                         std::make_shared<const Mesh>(*std::move(joined)), Pose{}}};
        return {};
    }

    /// Bodies, and the rules about them under their new ids.
    void add(const Scene& scene) {
        const auto first = static_cast<std::uint32_t>(scene_.bodies.size());
        for (const SceneBody& body : scene.bodies)
            scene_.bodies.push_back({free_name(body.name), body.mesh, body.pose, body.colour, body.product});
        scene_.missing.insert(scene_.missing.end(), scene.missing.begin(), scene.missing.end());
        const auto moved = [first](auto rule) {
            for (std::uint32_t& id : rule.bodies) id += first;
            return rule;
        };
        for (const IgnoredPair& rule : scene.ignore) scene_.ignore.push_back(moved(rule));
        for (const PairClearance& rule : scene.clearance) scene_.clearance.push_back(moved(rule));
    }

    std::string free_name(const std::string& name) {
        std::string free = name;
        for (int number = 2; !taken_.insert(free).second; ++number)
            free = fmt::format("{} ({})", name, number);
        return free;
    }

    bool join_parts_;
    std::optional<Unit> unit_;
    std::set<std::string> taken_;
    Scene scene_;
};

}  // namespace

std::vector<PictureBody> picture_bodies(const Scene& scene, Colours colours) {
    std::vector<PictureBody> bodies;
    for (const SceneBody& body : scene.bodies) {
        PictureBody picture;
        picture.mesh = body.mesh.get();
        picture.pose = body.pose;
        picture.colour = body_colour(static_cast<std::uint32_t>(bodies.size()));
        if (body.colour && colours == Colours::OfFiles)
            picture.colour = {(*body.colour)[0], (*body.colour)[1], (*body.colour)[2]};
        picture.surface_colours = colours == Colours::OfFiles;
        picture.name = body.name;
        bodies.push_back(std::move(picture));
    }
    return bodies;
}

Expected<Scene> gather(const std::vector<std::string>& files, const GatherOptions& options) {
    const auto angle = parse_crease(options.crease);
    if (!angle) return angle.error();
    const auto deflection = parse_deflection(options.deflection);
    if (!deflection) return deflection.error();
    InputOptions how{.crease_deg = *angle, .deflection = *deflection, .threads = options.threads};
    if (!options.unit.empty()) {
        const auto parsed = parse_unit(options.unit, "--unit");
        if (!parsed) return parsed.error();
        how.file_unit = how.unit = *parsed;
    }
    return Gathering(options.parts == Parts::JoinIfSeveral && files.size() > 1).run(files, how);
}

Expected<void> validate_png_name(const std::filesystem::path& out, const char* option) {
    std::string ending = out.extension().string();
    for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    std::error_code failure;
    if (ending == ".png" || std::filesystem::is_other(out, failure) || is_stdout(out.string())) return {};
    return make_error(ErrorCode::BadUsage, option,
                      fmt::format("{} does not end in .png", in_quotes(out.string())),
                      "pictures are written as PNG");
}

}  // namespace graze::cli
