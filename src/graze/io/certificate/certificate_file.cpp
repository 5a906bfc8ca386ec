#include "graze/io/certificate/certificate_file.h"

#include "graze/io/certificate/certificate_reader.h"
#include "graze/io/scene/scene_description.h"
#include "graze/scene/scene_motion.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <bit>

namespace graze {
namespace {

using Json = nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little, "the body is written as it stands in memory");

template <class T>
void put(std::string& bytes, const T& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

Json pose_json(const Pose& pose) {
    const auto& t = pose.translation;
    const auto& q = pose.rotation;
    return {t.x(), t.y(), t.z(), q.x(), q.y(), q.z(), q.w()};
}

Json vector_json(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

Json link_json(const Pose& pose) { return {{"kind", "at_rest"}, {"pose", pose_json(pose)}}; }
Json link_json(const PathLink& link) {
    return {{"kind", name_of(link.in_between)},
            {"from", pose_json(link.poses.from)},
            {"to", pose_json(link.poses.to)},
            {"turns", link.poses.turns}};
}
Json link_json(const JointLink& joint) {
    Json json{{"kind", joint.kind == JointKind::Revolute ? "revolute" : "prismatic"},
              {"axis", vector_json(joint.axis)}};
    if (joint.kind == JointKind::Revolute) json["origin"] = vector_json(joint.origin);
    json["from"] = joint.from, json["to"] = joint.to;
    return json;
}

// Pre: the scene's motions have been proved, so each segment has one.
Json motions_json(const Scene& scene) {
    Json motions = Json::array();
    for (std::size_t segment = 0; segment < segments_of(scene); ++segment) {
        Json list = Json::array();
        if (const auto motion = motion_of_segment(scene, segment, "path"))
            for (std::uint32_t body = 0; body < scene.bodies.size(); ++body) {
                Json links = Json::array();
                for (const std::uint32_t link : chain_of(*motion, body))
                    links.push_back(std::visit([](const auto& source) { return link_json(source); },
                                               motion->sources[link]));
                list.push_back(std::move(links));
            }
        motions.push_back(std::move(list));
    }
    return motions;
}

std::string head_of(const Scene& scene, const PathProof& proof, const std::string& scene_name) {
    Json bodies = Json::array(), pairs = Json::array(), ignored = Json::array();
    for (const SceneBody& body : scene.bodies) {
        const auto& deviation = body.mesh->deviation;
        bodies.push_back({{"name", body.name},
                          {"vertices", body.mesh->vertices.size()},
                          {"triangles", body.mesh->triangles.size()},
                          {"requested_deviation", deviation ? Json(deviation->requested) : Json()},
                          {"measured_deviation", deviation ? Json(deviation->measured) : Json()}});
    }
    for (const PathPair& pair : proof.pairs)
        pairs.push_back({{"bodies", {pair.bodies[0], pair.bodies[1]}}, {"clearance", pair.clearance}});
    for (const PathIgnored& pair : proof.ignored)
        ignored.push_back({{"bodies", {pair.bodies[0], pair.bodies[1]}}, {"reason", pair.reason}});
    const bool is_clear = proof.verdict == PathVerdict::Clear;
    const std::size_t segments = is_clear ? segments_of(scene) : proof.segment;
    const Json head{{"made_by", "graze"},
                    {"scene", scene_name},
                    {"unit", name_of(scene.unit)},
                    {"bodies", std::move(bodies)},
                    {"motions", motions_json(scene)},
                    {"pairs", std::move(pairs)},
                    {"ignored", std::move(ignored)},
                    {"covered", {{"segments", segments}, {"until", is_clear ? 0.0 : proof.clear_until}}}};
    return head.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string body_of(const Scene& scene, const PathProof& proof) {
    std::string bytes;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        const Mesh& mesh = *scene.bodies[i].mesh;
        const std::vector<std::uint32_t>& order = proof.meshes[i]->order;
        for (const Vec3& vertex : mesh.vertices)
            for (int k = 0; k < 3; ++k) put(bytes, vertex[k]);
        for (const std::uint32_t id : order) put(bytes, mesh.triangles[id]);
        for (const std::uint32_t id : order) put(bytes, id);
    }
    for (const PathStrand& strand : proof.strands) {
        put(bytes, strand.segment);
        put(bytes, strand.pair);
        put(bytes, strand.from);
        put(bytes, strand.until);
        put(bytes, static_cast<std::uint64_t>(strand.nodes.size()));
        bytes += strand.nodes.view();
    }
    return bytes;
}

}  // namespace

std::string format_certificate(const Scene& scene, const PathProof& proof, const std::string& scene_name) {
    const std::string head = head_of(scene, proof, scene_name), body = body_of(scene, proof);
    const std::uint64_t checksum = certificate_checksum(body, certificate_checksum(head));
    return fmt::format("graze-certificate 1 {} {} {:016x}\n", head.size(), body.size(), checksum) + head +
           body;
}

}  // namespace graze
