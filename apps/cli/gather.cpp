#include "gather.h"

#include "graze/core/wording.h"
#include "graze/io/scene/rules_file.h"
#include "graze/model/join.h"
#include "graze/scene/scene_motion.h"
#include "input.h"
#include "output.h"

#include <algorithm>
#include <charconv>
#include <cmath>
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
    Gathering(bool join_parts, const std::optional<SegmentTime>& at) : join_parts_(join_parts), at_(at) {}

    Expected<Gathered> run(const std::vector<std::string>& files, InputOptions options) {
        std::vector<std::optional<Input>> inputs(files.size());
        for (std::size_t i = 0; i < files.size(); ++i)  // scenes first: they decide the unit
            if (is_scene_name(files[i]))
                if (auto added = read(files[i], options, inputs[i]); !added) return added.error();
        if (unit_) options.unit = *unit_;
        for (std::size_t i = 0; i < files.size(); ++i)
            if (!inputs[i])
                if (auto added = read(files[i], options, inputs[i]); !added) return added.error();
        scene_.unit = options.unit;
        for (auto& input : inputs) {
            if (auto stood = stand(*input); !stood) return stood.error();
            add(input->scene);
        }
        if (at_ && !has_paths_)
            return make_error(ErrorCode::BadUsage, "--at", "nothing moves: there are no paths",
                              "leave it out, or give a scene with paths");
        return Gathered{std::move(scene_), stand_};
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

    /// Puts bodies where they are at the time that is asked for.
    Expected<void> stand(Input& input) {
        Scene& scene = input.scene;
        note_limits(input);
        if (scene.paths.empty()) return {};
        has_paths_ = true;
        const SegmentTime time = at_.value_or(SegmentTime{});
        if (time.segment >= segments_of(scene))
            return make_error(ErrorCode::BadUsage, "--at",
                              fmt::format("segment {} is beyond the last of {}, which is {}", time.segment,
                                          shown(input.path), segments_of(scene) - 1),
                              "segments are counted from 0");
        const auto stood = stand_at(scene, time, input.path);
        if (!stood) return stood.error();
        stand_.bodies += stood->bodies;
        stand_.deviation = std::max(stand_.deviation, stood->deviation);
        return {};
    }

    /// A joint that no path moves stands at 0, even if its limits forbid it.
    static void note_limits(Input& input) {
        Scene& scene = input.scene;
        for (const Joint& joint : scene.joints) {
            const bool moves = std::any_of(scene.paths.begin(), scene.paths.end(),
                                           [&](const Path& path) { return path.body == joint.body; });
            if (moves || !joint.limits || ((*joint.limits)[0] <= 0.0 && 0.0 <= (*joint.limits)[1])) continue;
            scene.notes.push_back(fmt::format(
                "{}: the joint of {} stands at 0, which its limits [{}, {}] forbid: no path says otherwise",
                input.path, in_quotes(scene.bodies[joint.body].name), (*joint.limits)[0],
                (*joint.limits)[1]));
        }
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
        for (const SceneBody& body : scene.bodies) {
            scene_.bodies.push_back(body);
            scene_.bodies.back().name = free_name(body.name);
        }
        scene_.missing.insert(scene_.missing.end(), scene.missing.begin(), scene.missing.end());
        scene_.notes.insert(scene_.notes.end(), scene.notes.begin(), scene.notes.end());
        const auto moved = [first](auto rule) {
            for (std::uint32_t& id : rule.bodies) id += first;
            return rule;
        };
        for (const IgnoredPair& rule : scene.ignore) scene_.ignore.push_back(moved(rule));
        for (const PairClearance& rule : scene.clearance) scene_.clearance.push_back(moved(rule));
        GroupRules& all = scene_.by_group;
        const auto group = static_cast<std::uint32_t>(all.groups.size());
        const auto regrouped = [group](auto rule) {
            for (std::uint32_t& id : rule.groups) id += group;
            return rule;
        };
        for (const BodyGroup& bodies : scene.by_group.groups) all.groups.push_back(moved(bodies));
        for (const IgnoredGroups& rule : scene.by_group.ignore) all.ignore.push_back(regrouped(rule));
        for (const GroupsClearance& rule : scene.by_group.clearance) all.clearance.push_back(regrouped(rule));
    }

    std::string free_name(const std::string& name) {
        std::string free = name;
        for (int number = 2; !taken_.insert(free).second; ++number)
            free = fmt::format("{} ({})", name, number);
        return free;
    }

    bool join_parts_;
    std::optional<SegmentTime> at_;
    bool has_paths_ = false;
    std::optional<Unit> unit_;
    std::set<std::string> taken_;
    Scene scene_;
    RoundedStand stand_;
};

/// "SEGMENT,T"; nothing for empty text.
Expected<std::optional<SegmentTime>> parse_at(const std::string& text) {
    if (text.empty()) return std::optional<SegmentTime>();
    SegmentTime time;
    const char *end = text.data() + text.size(), *at = text.data();
    const auto segment = std::from_chars(at, end, time.segment);
    bool is_good = segment.ec == std::errc() && segment.ptr != end && *segment.ptr == ',';
    if (is_good) {
        const auto t = std::from_chars(segment.ptr + 1, end, time.t);
        is_good = t.ec == std::errc() && t.ptr == end && time.t >= 0.0 && time.t <= 1.0;
    }
    if (is_good) return std::optional(time);
    return make_error(ErrorCode::BadUsage, "--at",
                      fmt::format("{} is not SEGMENT,T with T from 0 to 1", in_quotes(text)),
                      "0,0.5 is the middle of the first segment");
}

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

Json stand_json(const RoundedStand& stand) {
    if (stand.bodies == 0) return {};
    return {{"bodies", stand.bodies},
            {"deviation", std::isfinite(stand.deviation) ? Json(stand.deviation) : Json()}};
}

std::string stand_text(const RoundedStand& stand, Unit unit) {
    if (stand.bodies == 0) return {};
    return fmt::format(
        "{} between exact poses: rounded, off by at most {}\n",
        stand.bodies == 1 ? "1 body stands" : count_text(stand.bodies) + " bodies stand",
        std::isfinite(stand.deviation) ? length_text(stand.deviation, unit) : "an unknown length");
}

Expected<Gathered> gather(const FileWords& words, Parts parts, int threads, const Watch* watch) {
    const auto angle = parse_crease(words.crease);
    if (!angle) return angle.error();
    const auto deflection = parse_deflection(words.deflection);
    if (!deflection) return deflection.error();
    const auto split = parse_split(words.scene.split);
    if (!split) return split.error();
    const auto at = parse_at(words.scene.at);
    if (!at) return at.error();
    InputOptions how{
        .crease_deg = *angle, .deflection = *deflection, .split = *split, .threads = threads, .watch = watch};
    if (!words.unit.empty()) {
        const auto parsed = parse_unit(words.unit, "--unit");
        if (!parsed) return parsed.error();
        how.file_unit = how.unit = *parsed;
    }
    const bool joins = parts == Parts::JoinIfSeveral && words.files.size() > 1 && !*split;
    auto gathered = Gathering(joins, *at).run(words.files, how);
    if (!gathered) return gathered.error();
    for (const std::string& rules : words.scene.rules)
        if (auto added = add_rules_file(gathered->scene, rules); !added) return added.error();
    return gathered;
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
