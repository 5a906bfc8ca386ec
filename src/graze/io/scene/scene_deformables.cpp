#include "graze/io/scene/scene_deformables.h"

#include "graze/core/file.h"
#include "graze/io/scene/rod_world.h"
#include "graze/io/scene/scene_node.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

namespace graze::internal {
namespace {

using soft::BulkHold;
using soft::BulkMaterial;
using soft::Response;

/// Finds bodies by name; without a scene every name will do.
std::uint32_t read_scene_body(const Node& node, const Scene* scene) {
    const std::string name = node.text();
    if (scene == nullptr) return 0;
    if (const auto id = body_named(*scene, name)) return *id;
    std::vector<std::string> names;
    for (const SceneBody& body : scene->bodies) names.push_back(body.name);
    refuse(node.place, fmt::format("no body is named {}", in_quotes(name)), did_you_mean(name, names));
}

BulkMaterial read_bulk_material(const Node& node) {
    BulkMaterial m;
    if (const auto material = node.member("material")) {
        const soft::BulkPreset* preset = soft::bulk_preset_named(material->text());
        if (preset == nullptr) {
            std::vector<std::string> names;
            for (const soft::BulkPreset& one : soft::bulk_presets()) names.emplace_back(one.name);
            refuse(material->place, fmt::format("{} is not one of {}", in_quotes(material->text()), listed(names)),
                   "write one of these, or leave it out and write young, poisson and density");
        }
        m = preset->material;
    }
    for (const auto& [key, value] : {std::pair("young", &m.young), std::pair("poisson", &m.poisson), std::pair("density", &m.density),
                                     std::pair("damping", &m.damping), std::pair("friction", &m.friction), std::pair("stick", &m.stick)})
        if (const auto member = node.member(key)) *value = member->number();
    if (auto valid = soft::validate(m, node.place.words()); !valid) throw Refusal{valid.error()};
    return m;
}

BulkHold read_bulk_hold(const Node& node, const Scene* scene) {
    node.object("deformable attach");
    BulkHold hold;
    const Node box = node.needed("within");
    box.object("within");
    hold.within.min = read_vector(box.needed("min"));
    hold.within.max = read_vector(box.needed("max"));
    if (!(hold.within.min.array() <= hold.within.max.array()).all()) refuse(box.place, "min is not below max", "exchange them");
    if (const auto to = node.member("to")) hold.body = read_scene_body(*to, scene);
    if (const auto moves = node.member("moves"))
        for (std::size_t i = 0; i < moves->size(); ++i) {
            const Node one = moves->item(i);
            one.object("deformable move");
            hold.moves.push_back({one.needed("time").number(), read_vector(one.needed("by")), 0.0});
            if (i > 0 && !(hold.moves[i].time > hold.moves[i - 1].time)) refuse(one.place / "time", "it is not later than the one before", "let times rise");
        }
    return hold;
}

Response read_contact(const Node& node) {
    for (const Response one : {Response::Planes, Response::Paper, Response::Exact, Response::None})
        if (node.text() == name_of(one)) return one;
    refuse(node.place, fmt::format("{} is not one of planes, paper, exact, none", in_quotes(node.text())), "write one of these");
}

SceneDeformables read_deformables(const Node& root, const Scene* scene) {
    SceneDeformables result;
    const auto list = root.member("deformables");
    std::vector<std::string> names;
    for (std::size_t i = 0; list && i < list->size(); ++i) {
        const Node node = list->item(i);
        node.object("deformable");
        SceneDeformable one;
        const Node body = node.needed("body");
        if (std::find(names.begin(), names.end(), body.text()) != names.end()) refuse(body.place, fmt::format("{} is deformable already", in_quotes(body.text())), "leave one out");
        names.push_back(body.text());
        one.body = read_scene_body(body, scene);
        one.material = read_bulk_material(node);
        if (const auto cells = node.member("cells")) {
            if (!(cells->number() >= 1.0 && cells->number() <= 500.0 && cells->number() == std::trunc(cells->number())))
                refuse(cells->place, fmt::format("{} cells along the longest side, allowed are 1 to 500", cells->number()), "write a whole number in that range");
            one.cells = static_cast<int>(cells->number());
        }
        const auto contact = node.member("contact");
        const Response wanted = contact ? read_contact(*contact) : Response::Planes;
        if (i == 0) result.contact = wanted;
        if (wanted != result.contact) refuse(node.place, "its contact is another than that of the first", "let all have the same");
        const auto holds = node.member("attach"), ignored = node.member("ignore");
        for (std::size_t k = 0; holds && k < holds->size(); ++k) one.holds.push_back(read_bulk_hold(holds->item(k), scene));
        for (std::size_t k = 0; ignored && k < ignored->size(); ++k) one.ignored.push_back(read_scene_body(ignored->item(k), scene));
        result.all.push_back(std::move(one));
    }
    return result;
}

std::string number_of(double value) { return value == 0.0 && std::signbit(value) ? "-0.0" : fmt::format("{}", value); }
std::string vector_of(const Vec3& v) { return fmt::format("[{}, {}, {}]", number_of(v.x()), number_of(v.y()), number_of(v.z())); }
std::string quoted(const std::string& text) { return nlohmann::json(text).dump(); }

std::string deformable_text(const SceneDeformable& one, Response contact, const Scene& scene) {
    const BulkMaterial& m = one.material;
    std::string text = fmt::format(
        R"({{"body": {}, "young": {}, "poisson": {}, "density": {}, "damping": {}, "friction": {}, "stick": {}, "cells": {}, "contact": "{}")",
        quoted(scene.bodies[one.body].name), number_of(m.young), number_of(m.poisson), number_of(m.density), number_of(m.damping), number_of(m.friction),
        number_of(m.stick), one.cells, name_of(contact));
    std::vector<std::string> ignored, holds;
    for (const std::uint32_t body : one.ignored) ignored.push_back(quoted(scene.bodies[body].name));
    if (!ignored.empty()) text += fmt::format(", \"ignore\": [{}]", fmt::join(ignored, ", "));
    for (const BulkHold& hold : one.holds) {
        std::string line = fmt::format(R"({{"within": {{"min": {}, "max": {}}})", vector_of(hold.within.min), vector_of(hold.within.max));
        if (hold.body) line += ", \"to\": " + quoted(scene.bodies[*hold.body].name);
        std::vector<std::string> moves;
        for (const soft::HoldMove& move : hold.moves) moves.push_back(fmt::format(R"({{"time": {}, "by": {}}})", number_of(move.time), vector_of(move.by)));
        if (!moves.empty()) line += fmt::format(", \"moves\": [{}]", fmt::join(moves, ", "));
        holds.push_back(line + "}");
    }
    if (!holds.empty()) text += fmt::format(",\n     \"attach\": [\n      {}]", fmt::join(holds, ",\n      "));
    return text + "}";
}

}  // namespace

const char* name_of(soft::Response contact) {
    switch (contact) {
        case Response::Planes: return "planes";
        case Response::Paper: return "paper";
        case Response::Exact: return "exact";
        case Response::None: return "none";
    }
    return "planes";
}

void check_deformables(const Node& root) { static_cast<void>(read_deformables(root, nullptr)); }

Expected<SceneDeformables> parse_scene_deformables(std::string_view text, const std::string& file, const Scene& scene) {
    return read_json_text(text, file, [&](const Node& root) { return read_deformables(root, &scene); });
}

Expected<SceneDeformables> read_scene_deformables(const std::filesystem::path& path, const Scene& scene) {
    const auto text = read_file(path);
    if (!text) return text.error();
    return parse_scene_deformables(*text, path.string(), scene);
}

std::string format_scene_deformables(const SceneDeformables& deformables, const Scene& scene) {
    if (deformables.all.empty()) return {};
    std::vector<std::string> lines;
    for (const SceneDeformable& one : deformables.all) lines.push_back(deformable_text(one, deformables.contact, scene));
    return fmt::format(",\n  \"deformables\": [\n    {}\n  ]", fmt::join(lines, ",\n    "));
}

soft::BulkOptions bulk_options_of(const Scene& scene, const SceneDeformables& deformables, double frame) {
    soft::BulkOptions options;
    options.per_metre = conversion_factor(Unit::Metre, scene.unit);
    options.gravity = soft_options_of(scene, frame).gravity;
    options.frame = frame;
    options.response = deformables.contact;
    return options;
}

Expected<DeformableWorld> world_of_deformables(const Scene& scene, const SceneDeformables& deformables, double friction, const soft::BulkOptions& options) {
    if (auto moves = motions_of(scene, "simulate"); !moves) return moves.error();
    const std::vector<Pose> poses = ScenePoses(scene, 1.0).at(0.0);
    soft::BulkScene bulk;
    std::vector<std::uint32_t> rigid, number(scene.bodies.size(), 0);  // of a deformable or a rigid body among its kind
    std::vector<bool> deforms(scene.bodies.size(), false);
    for (std::uint32_t i = 0; i < deformables.all.size(); ++i) {
        number[deformables.all[i].body] = i;
        deforms[deformables.all[i].body] = true;
    }
    for (std::uint32_t b = 0; b < scene.bodies.size(); ++b) {
        if (deforms[b]) continue;
        auto body = build_body(scene.bodies[b].mesh);
        if (!body) return body.error();
        number[b] = static_cast<std::uint32_t>(rigid.size());
        rigid.push_back(b);
        bulk.rigid.push_back({*std::move(body), poses[b], scene.bodies[b].physics.friction.value_or(friction), scene.bodies[b].name});
    }
    for (const SceneDeformable& one : deformables.all) {
        auto body = build_body(scene.bodies[one.body].mesh);
        if (!body) return body.error();
        soft::BulkDrawing drawing{scene.bodies[one.body].name, *std::move(body), poses[one.body], one.material, one.cells, one.holds};
        for (BulkHold& hold : drawing.holds) {
            if (!hold.body) continue;
            if (deforms[*hold.body])
                return make_error(ErrorCode::Unsupported, fmt::format("deformable {}", in_quotes(drawing.name)), "it is attached to a body that deforms, too", "attach it to a rigid one");
            hold.body = number[*hold.body];
        }
        for (const std::uint32_t other : one.ignored)
            (deforms[other] ? bulk.ignored_soft : bulk.ignored).push_back({number[one.body], number[other]});
        bulk.bodies.push_back(std::move(drawing));
    }
    auto world = soft::make_bulk_world(bulk, options);
    if (!world) return world.error();
    return DeformableWorld{*std::move(world), std::move(rigid)};
}

}  // namespace graze::internal
