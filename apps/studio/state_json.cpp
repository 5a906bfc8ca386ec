#include "studio/state_json.h"

#include "graze/dynamics/handling/world_memory.h"
#include "studio/geometry_bytes.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

namespace graze::studio {
namespace {

constexpr std::uint32_t kPathMagic = 0x31505A47;  // "GZP1"
constexpr double kSecurityOfSize = 0.01 * 0.026;  // eps_s of a body's size (docs/handling.md)

Json colour_json(const std::optional<Rgb>& colour) {
    if (!colour) return nullptr;
    return fmt::format("#{:02x}{:02x}{:02x}", (*colour)[0], (*colour)[1], (*colour)[2]);
}

Json box_json(const Box& box) { return {vector_json(box.min), vector_json(box.max)}; }

double deviation_of(const SceneBody& body) {
    return body.mesh->deviation ? std::max(body.mesh->deviation->requested, body.mesh->deviation->measured) : 0.0;
}

Json bodies_json(const OpenedScene& scene, const Live& live) {
    Json bodies = Json::array();
    for (std::uint32_t i = 0; i < scene.scene.bodies.size(); ++i) {
        const SceneBody& body = scene.scene.bodies[i];
        bodies.push_back({{"name", body.name},
                          {"product", body.product},
                          {"colour", colour_json(body.colour)},
                          {"mesh", scene.mesh_of_body[i]},
                          {"moves", static_cast<bool>(scene.moves[i])},
                          {"pose", pose_json(body.pose)},
                          {"centre", vector_json(scene.centres[i])},
                          {"mass", live.world().mass(i) ? Json(live.world().mass(i)->mass) : Json()},
                          {"solid", scene.bodies[i].is_solid()},
                          {"deviation", deviation_of(body)}});
    }
    for (const RodPiece& piece : scene.pieces) {
        const std::string& rod = scene.rods.rods[piece.rod].name;
        bodies.push_back({{"name", fmt::format("{}/{}", rod, piece.segment + 1)},
                          {"product", rod},
                          {"rod", piece.rod},
                          {"colour", "#3c4654"},
                          {"mesh", scene.mesh_of(piece)},
                          {"moves", true},
                          {"pose", pose_json(piece_pose(live.rods()->nodes(piece.rod), piece.segment))},
                          {"centre", vector_json(Vec3::Zero())},
                          {"mass", Json()},
                          {"solid", true},
                          {"deviation", 0.0}});
    }
    return bodies;
}

Json meshes_json(const OpenedScene& scene) {
    Json meshes = Json::array();
    for (const auto& mesh : scene.meshes)
        meshes.push_back({{"triangles", mesh->triangles.size()}, {"vertices", mesh->vertices.size()}, {"box", box_json(bounds_of(*mesh))}});
    return meshes;
}

Json joints_json(const Scene& scene) {
    Json joints = Json::array();
    for (const Joint& joint : scene.joints) {
        const char* kind = joint.kind == JointKind::Revolute ? "revolute" : joint.kind == JointKind::Prismatic ? "prismatic" : "fixed";
        joints.push_back({{"body", joint.body},
                          {"parent", joint.parent ? Json(*joint.parent) : Json()},
                          {"kind", kind},
                          {"axis", vector_json(joint.axis)},
                          {"origin", vector_json(joint.origin)},
                          {"limits", joint.limits ? Json{(*joint.limits)[0], (*joint.limits)[1]} : Json()}});
    }
    return joints;
}

Json marks_json(const StudioPath& path) {
    Json marks = Json::array();
    for (const PathMark& mark : path.marks)
        marks.push_back({{"from", mark.from},
                         {"until", mark.until},
                         {"kind", mark.kind},
                         {"bodies", mark.bodies ? pair_json(*mark.bodies) : Json()},
                         {"point", mark.point ? vector_json(*mark.point) : Json()}});
    return marks;
}

/// Of the file: where bodies shall go.
Json ways_json(const Scene& scene) {
    Json ways = Json::array();
    for (const Path& path : scene.paths) {
        if (path.poses.empty()) continue;  // a joint turns
        Json poses = Json::array();
        for (std::size_t k = 0; k < path.poses.size(); ++k) poses.push_back(pose_json(body_pose(path, k)));
        ways.push_back({{"body", path.body}, {"poses", std::move(poses)}});
    }
    return ways;
}

Json name_or_null(const std::string& name) { return name.empty() ? Json() : Json(name); }

}  // namespace

Json vector_json(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

Json pose_json(const Pose& pose) {
    const auto& [t, q] = pose;
    return {t.x(), t.y(), t.z(), q.x(), q.y(), q.z(), q.w()};
}

Json pair_json(const BodyPair& bodies) { return {bodies[0], bodies[1]}; }

Json number_json(const std::optional<double>& number) { return number && std::isfinite(*number) ? Json(*number) : Json(); }

Json people_json(const People& people, double now) {
    const auto number = [](const std::optional<std::uint32_t>& one) { return one ? Json(*one) : Json(); };
    const std::size_t clients = people.clients().size();
    return {{"type", "people"},
            {"driver", number(people.driver())},
            {"watching", clients - std::min<std::size_t>(clients, people.driver() ? 1 : 0)},
            {"asks", number(people.asks())},
            {"until", people.asks() ? Json(people.seconds_left(now)) : Json()}};
}

Json scene_json(const Live& live) {
    const OpenedScene& scene = live.scene();
    Box box;
    double deviation = 0.0;
    for (const Box& one : posed_boxes(scene.scene)) box.add(one);
    for (const SceneBody& body : scene.scene.bodies) deviation = std::max(deviation, deviation_of(body));
    Json seats = Json::array(), missing = Json::array();
    for (const WorldSeat& seat : live.world().seats()) seats.push_back({{"bodies", pair_json(seat.bodies)}, {"depth", seat.depth}});
    for (const MissingPart& part : scene.scene.missing) missing.push_back(part.what);
    return {{"type", "scene"},
            {"scene", scene.number},
            {"name", scene.name},
            {"file", scene.file},
            {"unit", name_of(scene.scene.unit)},
            {"size", (box.max - box.min).norm()},
            {"box", box_json(box)},
            {"missing", std::move(missing)},
            {"deviation", deviation > 0.0 ? Json(deviation) : Json()},
            {"bodies", bodies_json(scene, live)},
            {"meshes", meshes_json(scene)},
            {"joints", joints_json(scene.scene)},
            {"seats", std::move(seats)},
            {"paths", ways_json(scene.scene)}};
}

Json world_json(const Live& live) {
    const WorldMemory& memory = live.world().memory();
    Json margins = Json::array(), ignored = Json::array();
    for (const auto& [bodies, distance] : live.margins()) margins.push_back({{"bodies", pair_json(bodies)}, {"distance", distance}});
    for (const BodyPair& bodies : live.ignored()) ignored.push_back(pair_json(bodies));
    const SetLock& lock = live.lock();
    return {{"type", "world"},
            {"order", memory.options.order == WorldOrder::First ? 1 : 2},
            {"gravity", vector_json(memory.options.gravity)},
            {"restitution", live.restitution()},
            {"friction", live.friction()},
            {"paused", live.is_paused()},
            {"keep_apart", live.keep_apart()},
            {"margins", std::move(margins)},
            {"ignored", std::move(ignored)},
            {"lock", {{"move", lock.move}, {"turn", lock.turn}, {"frame", lock.frame == Frame::World ? "world" : "part"}}},
            {"grabbed", live.hand() ? Json(live.hand()->body) : Json()}};
}

Json history_json(const Live& live, const std::string& saved) {
    Json snapshots = Json::array();
    for (const SavedState& one : live.snapshots()) snapshots.push_back({{"snapshot", one.number}, {"name", one.name}, {"when", one.when}});
    return {{"type", "history"},
            {"can_undo", name_or_null(live.tape().undo_title())},
            {"can_redo", name_or_null(live.tape().redo_title())},
            {"snapshots", std::move(snapshots)},
            {"saved", name_or_null(saved)}};
}

Json paths_json(const Live& live) {
    Json paths = Json::array();
    for (const auto& [number, path] : live.paths())
        paths.push_back({{"path", number},
                         {"name", path.name},
                         {"bodies", path.stretch.bodies},
                         {"stops", path.stops()},
                         {"seconds", path.stretch.times.back()},
                         {"from", path.from},
                         {"verdict", name_of(path.verdict)},
                         {"proved_until", number_json(path.proved_until)},
                         {"proved_gap", number_json(path.proved_gap)},
                         {"depth", number_json(path.depth)},
                         {"clearance", number_json(path.clearance)},
                         {"scene", name_or_null(path.scene_file)},
                         {"certificate", name_or_null(path.certificate)}});
    return {{"type", "paths"}, {"paths", std::move(paths)}, {"recording", live.is_recording()}};
}

Json timeline_json(const StudioPath& path, const OpenedScene& scene, double security) {
    Json clearance = Json::array();
    for (const double distance : path.stretch.least_distance) clearance.push_back(number_json(distance));
    double size = std::numeric_limits<double>::infinity();
    for (const std::uint32_t body : path.stretch.bodies) size = std::min(size, scene.bodies[body].size());
    return {{"type", "timeline"},
            {"path", path.number},
            {"times", path.stretch.times},
            {"clearance", std::move(clearance)},
            {"contacts", path.stretch.contacts},
            {"keep_apart", kSecurityOfSize * security * size},
            {"marks", marks_json(path)}};
}

Json placed_json(const Placed& placed) {
    return {{"reached", placed.reached}, {"asked", pose_json(placed.asked)}, {"is", pose_json(placed.is)}, {"stopped_by", placed.stopped_by}};
}

Json error_json(const Error& error, const std::string& code) {
    const std::size_t cut = error.message.rfind("; ");
    return {{"type", "error"},
            {"code", code},
            {"message", error.message.substr(0, cut)},
            {"remedy", cut == std::string::npos ? std::string() : error.message.substr(cut + 2)}};
}

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string path_bytes(const StudioPath& path) {
    std::string bytes;
    const auto append = [&](const auto& value) { bytes.append(reinterpret_cast<const char*>(&value), sizeof(value)); };
    for (const std::size_t number : {std::size_t{kPathMagic}, std::size_t{path.number}, path.stretch.bodies.size(), path.stops()})
        append(static_cast<std::uint32_t>(number));
    for (const double time : path.stretch.times) append(time);
    for (const std::uint32_t body : path.stretch.bodies) append(body);
    if (path.stretch.bodies.size() % 2 != 0) append(std::uint32_t{0});
    for (const auto& poses : path.stretch.poses)
        for (const Pose& pose : poses) append(seven(pose));
    return bytes;
}

}  // namespace graze::studio
