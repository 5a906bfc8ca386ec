#include "graze/io/scene/scene_rods.h"

#include "graze/core/file.h"
#include "graze/io/scene/scene_node.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

namespace graze::internal {
namespace {

using soft::Hold;
using soft::HoldKind;
using soft::RodDrawing;

void read_number_of_rod(const Node& node, const char* key, double& value) {
    if (const auto member = node.member(key)) value = member->number();
}

void read_material(const Node& node, RodDrawing& rod) {
    if (const auto material = node.member("material")) {
        const soft::RodPreset* preset = soft::preset_named(material->text());
        if (preset == nullptr) {
            std::vector<std::string> names;
            for (const soft::RodPreset& one : soft::rod_presets()) names.emplace_back(one.name);
            refuse(material->place, fmt::format("{} is not one of {}", in_quotes(material->text()), listed(names)),
                   "write one of these, or leave it out and write young, poisson and density");
        }
        rod.material = preset->material;
        rod.bore = preset->bore * rod.radius;
    }
    read_number_of_rod(node, "bore", rod.bore);
    read_number_of_rod(node, "young", rod.material.young);
    read_number_of_rod(node, "poisson", rod.material.poisson);
    read_number_of_rod(node, "density", rod.material.density);
    read_number_of_rod(node, "bend_share", rod.material.bend_share);
    read_number_of_rod(node, "damping", rod.material.damping);
    read_number_of_rod(node, "friction", rod.material.friction);
}

RodDrawing read_rod(const Node& node) {
    node.object("rod");
    RodDrawing rod;
    rod.name = read_name(node.needed("name"));
    const Node points = node.needed("points");
    for (std::size_t i = 0; i < points.size(); ++i) rod.points.push_back(read_vector(points.item(i)));
    rod.radius = node.needed("radius").number();
    read_material(node, rod);
    if (const auto segments = node.member("segments")) {
        if (segments->number() != std::trunc(segments->number()) || !(std::abs(segments->number()) < 1e6))
            refuse(segments->place, fmt::format("{} is no number of segments", segments->number()), "write a whole number");
        rod.segments = static_cast<int>(segments->number());
    }
    if (const auto preformed = node.member("preformed")) rod.is_preformed = preformed->boolean();
    if (auto valid = soft::validate(rod, node.place.words()); !valid) throw Refusal{valid.error()};
    return rod;
}

/// Finds bodies by name; without a scene every name will do.
std::optional<std::uint32_t> read_body_id(const Node& node, const Scene* scene) {
    const std::string name = node.text();
    if (scene == nullptr) return std::nullopt;
    if (const auto id = body_named(*scene, name)) return id;
    std::vector<std::string> names;
    for (const SceneBody& body : scene->bodies) names.push_back(body.name);
    refuse(node.place, fmt::format("no body is named {}", in_quotes(name)), did_you_mean(name, names));
}

int read_place(const Node& node, const RodDrawing& rod) {
    if (node.value.number()) {
        if (!(node.number() >= 0.0 && node.number() <= 1.0))
            refuse(node.place, fmt::format("{} is not within 0 to 1", node.number()), "write a share of the rod's length");
        return node_at_share(rod, node.number());
    }
    if (node.text() == "start") return 0;
    if (node.text() == "end") return rod.segments;
    refuse(node.place, fmt::format("{} is no place on a rod", in_quotes(node.text())), "write \"start\", \"end\", or a share of its length");
}

soft::HoldMove read_move(const Node& node) {
    node.object("move");
    soft::HoldMove move;
    move.time = node.needed("time").number();
    if (const auto by = node.member("by")) move.by = read_vector(*by);
    if (const auto turn = node.member("turn")) move.turn_deg = turn->number();
    return move;
}

Hold read_hold(const Node& node, const std::vector<RodDrawing>& rods, const Scene* scene) {
    node.object("attach");
    Hold hold;
    const Node name = node.needed("rod");
    const auto rod = std::find_if(rods.begin(), rods.end(), [&](const RodDrawing& r) { return r.name == name.text(); });
    if (rod == rods.end()) refuse(name.place, fmt::format("no rod is named {}", in_quotes(name.text())), "name one of \"rods\"");
    hold.rod = static_cast<std::uint32_t>(rod - rods.begin());
    hold.node = read_place(node.needed("at"), *rod);
    hold.name = node.place.pointer;
    if (const auto to = node.member("to")) hold.body = read_body_id(*to, scene);
    if (const auto kind = node.member("kind")) {
        if (kind->text() != "clamp" && kind->text() != "hinge")
            refuse(kind->place, fmt::format("{} is neither clamp nor hinge", in_quotes(kind->text())), "write one of these");
        hold.kind = kind->text() == "clamp" ? HoldKind::Clamp : HoldKind::Hinge;
    }
    if (hold.kind == HoldKind::Clamp && hold.node != 0 && hold.node != rod->segments)
        refuse(node.place / "kind", "a clamp holds an end", "write \"at\": \"start\" or \"end\", or make it a hinge");
    for (const auto& [key, value] : {std::pair("stiffness", &hold.stiffness), std::pair("most_force", &hold.most_force)})
        if (const auto member = node.member(key)) {
            *value = member->number();
            if (!(*value > 0.0)) refuse(member->place, fmt::format("{} is not above 0", *value), "write a number above 0");
        }
    if (const auto moves = node.member("moves"))
        for (std::size_t i = 0; i < moves->size(); ++i) {
            hold.moves.push_back(read_move(moves->item(i)));
            if (i > 0 && !(hold.moves[i].time > hold.moves[i - 1].time))
                refuse(moves->item(i).place / "time", "it is not later than the one before", "let times rise");
        }
    return hold;
}

std::string double_text(double value) { return value == 0.0 && std::signbit(value) ? "-0.0" : fmt::format("{}", value); }

std::string point_text(const Vec3& v) { return fmt::format("[{}, {}, {}]", double_text(v.x()), double_text(v.y()), double_text(v.z())); }

std::string quoted_json(const std::string& text) { return nlohmann::json(text).dump(); }

std::string rod_text(const SceneRods& all, std::size_t rod, const Scene& scene) {
    const RodDrawing& r = all.rods[rod];
    const soft::RodMaterial& m = r.material;
    std::vector<std::string> points, ignored;
    for (const Vec3& p : r.points) points.push_back(point_text(p));
    for (const auto& [one, body] : all.ignored)
        if (one == rod) ignored.push_back(quoted_json(scene.bodies[body].name));
    std::string text = fmt::format(
        R"({{"name": {}, "radius": {}, "bore": {}, "segments": {}, "young": {}, "poisson": {}, "density": {}, "bend_share": {}, "damping": {}, "friction": {})",
        quoted_json(r.name), double_text(r.radius), double_text(r.bore), r.segments, double_text(m.young), double_text(m.poisson),
        double_text(m.density), double_text(m.bend_share), double_text(m.damping), double_text(m.friction));
    if (r.is_preformed) text += ", \"preformed\": true";
    if (!ignored.empty()) text += fmt::format(", \"ignore\": [{}]", fmt::join(ignored, ", "));
    return text + fmt::format(",\n     \"points\": [{}]}}", fmt::join(points, ", "));
}

std::string hold_text(const SceneRods& all, const Hold& hold, const Scene& scene) {
    const RodDrawing& rod = all.rods[hold.rod];
    const std::string at = hold.node == 0              ? "\"start\""
                           : hold.node == rod.segments ? "\"end\""
                                                       : double_text(static_cast<double>(hold.node) / rod.segments);
    std::string text = fmt::format(R"({{"rod": {}, "at": {})", quoted_json(rod.name), at);
    if (hold.body) text += ", \"to\": " + quoted_json(scene.bodies[*hold.body].name);
    text += fmt::format(R"(, "kind": "{}", "stiffness": {}, "most_force": {})", hold.kind == HoldKind::Clamp ? "clamp" : "hinge",
                        double_text(hold.stiffness), double_text(hold.most_force));
    std::vector<std::string> moves;
    for (const soft::HoldMove& move : hold.moves)
        moves.push_back(fmt::format(R"({{"time": {}, "by": {}, "turn": {}}})", double_text(move.time), point_text(move.by), double_text(move.turn_deg)));
    if (!moves.empty()) text += fmt::format(", \"moves\": [\n      {}]", fmt::join(moves, ",\n      "));
    return text + "}";
}

}  // namespace

int node_at_share(const RodDrawing& rod, double share) {
    return static_cast<int>(std::lround(share * rod.segments));
}

namespace {

SceneRods read_rods(const Node& root, const Scene* scene) {
    SceneRods result;
    if (const auto rods = root.member("rods"))
        for (std::size_t i = 0; i < rods->size(); ++i) {
            const Node node = rods->item(i);
            result.rods.push_back(read_rod(node));
            for (std::size_t k = 0; k < i; ++k)
                if (result.rods[k].name == result.rods[i].name)
                    refuse(node.place / "name", fmt::format("name {} is taken by another rod", in_quotes(result.rods[i].name)), "give every rod a name of its own");
            const auto ignored = node.member("ignore");
            for (std::size_t k = 0; ignored && k < ignored->size(); ++k)
                if (const auto id = read_body_id(ignored->item(k), scene)) result.ignored.push_back({static_cast<std::uint32_t>(i), *id});
        }
    if (const auto holds = root.member("attach"))
        for (std::size_t i = 0; i < holds->size(); ++i) result.holds.push_back(read_hold(holds->item(i), result.rods, scene));
    return result;
}

}  // namespace

void check_rods(const Node& root) { static_cast<void>(read_rods(root, nullptr)); }

Expected<SceneRods> parse_scene_rods(std::string_view text, const std::string& file, const Scene& scene) {
    return read_json_text(text, file, [&](const Node& root) { return read_rods(root, &scene); });
}

Expected<SceneRods> read_scene_rods(const std::filesystem::path& path, const Scene& scene) {
    const auto text = read_file(path);
    if (!text) return text.error();
    return parse_scene_rods(*text, path.string(), scene);
}

std::string format_scene_rods(const SceneRods& rods, const Scene& scene) {
    if (rods.rods.empty()) return {};
    std::vector<std::string> lines, holds;
    for (std::size_t i = 0; i < rods.rods.size(); ++i) lines.push_back(rod_text(rods, i, scene));
    for (const Hold& hold : rods.holds) holds.push_back(hold_text(rods, hold, scene));
    std::string text = fmt::format(",\n  \"rods\": [\n    {}\n  ]", fmt::join(lines, ",\n    "));
    if (!holds.empty()) text += fmt::format(",\n  \"attach\": [\n    {}\n  ]", fmt::join(holds, ",\n    "));
    return text;
}

}  // namespace graze::internal
