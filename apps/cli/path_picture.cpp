#include "path_picture.h"

#include "clash_picture.h"
#include "gather.h"
#include "graze/continuous/search/contact_times.h"
#include "graze/scene/scene_motion.h"

#include <algorithm>

namespace graze::cli {
namespace {

constexpr int kGhosts = 5;                // of a body that moves, along its way
constexpr double kGhostly = 0.12;         // their opacity
constexpr std::size_t kMostGhosts = 200;  // if there were more, there are none
constexpr double kMarker = 0.008;         // radius of what marks a contact, of the smaller body's size
constexpr std::size_t kMostMarkers = 100;

/// The scene as it stands at a time of a segment.
Expected<Scene> scene_at(const Scene& scene, const PathTime& time, const std::string& where) {
    const auto motion = motion_of_segment(scene, time.segment, where);
    if (!motion) return motion.error();
    Scene posed = scene;
    for (std::uint32_t i = 0; i < posed.bodies.size(); ++i) {
        const auto link = link_of(*motion, i);
        if (!link) continue;
        const LinkMotion of_body{&motion->links, *link};
        posed.bodies[i].pose = rounded_pose(of_body, time.t, bounds_of(*posed.bodies[i].mesh)).pose;
    }
    return posed;
}

bool is_same(const Pose& a, const Pose& b) {
    return a.translation == b.translation && a.rotation.coeffs() == b.rotation.coeffs();
}

/// Bodies where they were before, if they were elsewhere.
Expected<std::vector<PictureBody>> ghosts_of(const Scene& scene, const Scene& posed, const PathTime& last,
                                             const std::string& where) {
    std::vector<PictureBody> ghosts;
    const double length = static_cast<double>(last.segment) + last.t;
    for (int k = 0; k < kGhosts; ++k) {
        const double at = length * k / kGhosts;
        const auto segment = std::min(static_cast<std::size_t>(at), last.segment);
        const auto then = scene_at(scene, {segment, at - static_cast<double>(segment)}, where);
        if (!then) return then.error();
        std::vector<PictureBody> bodies = picture_bodies(*then, Colours::Own);
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            if (is_same(then->bodies[i].pose, posed.bodies[i].pose)) continue;
            bodies[i].opacity = kGhostly;
            bodies[i].name.clear();
            ghosts.push_back(std::move(bodies[i]));
        }
        if (ghosts.size() > kMostGhosts) return std::vector<PictureBody>{};
    }
    return ghosts;
}

/// What meets, pair by pair.
ClashReport meetings_of(const PathProof& proof) {
    ClashReport report;
    report.is_clash = true;
    for (const BodyContact& contact : proof.contacts) {
        const auto is_known = [&](const ClashPair& pair) { return pair.bodies == contact.bodies; };
        auto pair = std::find_if(report.pairs.begin(), report.pairs.end(), is_known);
        if (pair == report.pairs.end()) {
            ClashPair first;
            first.bodies = contact.bodies;
            first.points = contact.at.points;
            pair = report.pairs.insert(report.pairs.end(), std::move(first));
        }
        for (const std::size_t side : {0u, 1u}) pair->touched[side].push_back(contact.at.triangles[side]);
    }
    return report;
}

/// A small octahedron about a point.
Mesh marker_at(const Vec3& point, double radius) {
    Mesh mesh;
    for (int axis = 0; axis < 3; ++axis)
        for (const double sign : {1.0, -1.0}) {
            Vec3 tip = point;
            tip[axis] += sign * radius;
            mesh.vertices.push_back(tip);
        }
    for (const std::uint32_t x : {0u, 1u})
        for (const std::uint32_t y : {2u, 3u})
            for (const std::uint32_t z : {4u, 5u}) mesh.triangles.push_back({x, y, z});
    make_one_surface(mesh, "contact");
    return mesh;
}

/// One for each contact, as far as they are few: triangles alone may be too small, or too large, to see.
std::vector<Mesh> markers_of(const Scene& scene, const PathProof& proof) {
    std::vector<Mesh> markers;
    for (const BodyContact& contact : proof.contacts) {
        if (markers.size() == kMostMarkers) break;
        const auto size = [&](int side) {
            return size_of(bounds_of(*scene.bodies[contact.bodies[side]].mesh));
        };
        markers.push_back(marker_at(contact.at.points[0], kMarker * std::min(size(0), size(1))));
    }
    return markers;
}

}  // namespace

Expected<void> write_path_picture(const std::string& file, const Scene& scene, const PathProof& proof,
                                  int threads) {
    const PathTime last{proof.segment, proof.clear_until};
    const auto posed = scene_at(scene, last, file);
    if (!posed) return posed.error();
    if (!proof.contacts.empty() || !proof.overlaps.empty()) {
        const std::vector<Mesh> meshes = markers_of(scene, proof);
        std::vector<PictureBody> markers;
        for (const Mesh& mesh : meshes) {
            PictureBody marker;
            marker.mesh = &mesh;
            for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) marker.highlighted.push_back(i);
            markers.push_back(std::move(marker));
        }
        return write_clash_picture(file, *posed, meetings_of(proof), threads, markers);
    }
    const auto ghosts = ghosts_of(scene, *posed, last, file);
    if (!ghosts) return ghosts.error();
    return write_clash_picture(file, *posed, {}, threads, *ghosts);
}

}  // namespace graze::cli
