#include "graze/soft/rod_skin.h"

#include "graze/discrete/triangles/triangle_overlap.h"
#include "graze/soft/soft_memory.h"

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>

namespace graze::soft {
namespace {

/// A triangle of a skin, and the segment that it belongs to; lids belong to the segment at their end.
struct SkinTriangle {
    std::uint32_t rod, segment;
    Corners corners;
};

std::vector<SkinTriangle> triangles_of(const SoftWorld& world, int sides) {
    std::vector<SkinTriangle> all;
    for (std::uint32_t r = 0; r < world.rods(); ++r) {
        const Mesh mesh = skin_of(rings_of(world, r), radius_of(world, r), sides);
        const auto per_ring = static_cast<std::uint32_t>(sides);
        const auto rings = static_cast<std::uint32_t>(world.nodes(r).size());
        for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
            std::uint32_t first = rings;
            for (const std::uint32_t v : mesh.triangles[t]) first = std::min(first, v / per_ring);
            all.push_back({r, std::min(first, rings - 2), corners(mesh, t)});
        }
    }
    return all;
}

void note_meeting(std::vector<SkinMeeting>& found, const SkinMeeting& one) {
    for (const SkinMeeting& known : found)
        if (known.rod == one.rod && known.body == one.body && known.other == one.other) return;
    found.push_back(one);
}

}  // namespace

std::vector<Pose> rings_of(std::span<const Vec3> nodes, const Vec3& across) {
    std::vector<Pose> rings;
    Vec3 x = across, before = Vec3::Zero();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Vec3 in = i > 0 ? Vec3((nodes[i] - nodes[i - 1]).normalized()) : Vec3(Vec3::Zero());
        const Vec3 out = i + 1 < nodes.size() ? Vec3((nodes[i + 1] - nodes[i]).normalized()) : Vec3(Vec3::Zero());
        const Vec3 z = (in + out).normalized();
        if (i > 0) x = transported(x, before, z);
        x = (x - x.dot(z) * z).normalized();
        Mat3 axes;
        axes << x, z.cross(x), z;
        rings.push_back({nodes[i], Eigen::Quaterniond(axes).normalized()});
        before = z;
    }
    return rings;
}

Mesh skin_of(std::span<const Pose> rings, double radius, int sides) {
    Mesh mesh;
    const auto n = static_cast<std::uint32_t>(sides);
    for (const Pose& ring : rings)
        for (int k = 0; k < sides; ++k) {
            const double angle = 2.0 * std::numbers::pi * k / sides;
            mesh.vertices.push_back(apply(ring, radius * Vec3(std::cos(angle), std::sin(angle), 0.0)));
        }
    const auto lids = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.push_back(rings.front().translation);
    mesh.vertices.push_back(rings.back().translation);
    for (std::uint32_t i = 0; i + 1 < rings.size(); ++i)
        for (std::uint32_t k = 0; k < n; ++k) {
            const std::uint32_t a = i * n + k, b = i * n + (k + 1) % n;
            mesh.triangles.push_back({a, b, b + n});
            mesh.triangles.push_back({a, b + n, a + n});
        }
    const auto last = static_cast<std::uint32_t>(rings.size() - 1) * n;
    for (std::uint32_t k = 0; k < n; ++k) {
        mesh.triangles.push_back({lids, (k + 1) % n, k});
        mesh.triangles.push_back({lids + 1, last + k, last + (k + 1) % n});
    }
    make_one_surface(mesh, "skin");
    return mesh;
}

std::vector<Pose> rings_of(const SoftWorld& world, std::size_t rod) {
    const RodState& state = world.memory().states[rod];
    return rings_of(state.x, state.across.front());
}

double radius_of(const SoftWorld& world, std::size_t rod) { return world.memory().model.rods[rod].radius; }

const std::string& name_of(const SoftWorld& world, std::size_t rod) { return world.memory().model.rods[rod].name; }

std::vector<SkinMeeting> skins_meeting(const SoftWorld& world, int sides) {
    const std::vector<SkinTriangle> skin = triangles_of(world, sides);
    const SoftModel& model = world.memory().model;
    std::vector<SkinMeeting> found;
    std::vector<Box> boxes;
    for (const SkinTriangle& one : skin) boxes.push_back(box_of(one.corners));
    for (std::uint32_t b = 0; b < model.bodies.size(); ++b) {
        const Pose& pose = world.poses()[b];
        const BodyWay stands = way_of(model.bodies[b], pose, pose);
        for (std::size_t i = 0; i < skin.size(); ++i) {
            if (model.is_ignored[skin[i].rod][b]) continue;
            model.bodies[b].triangles.visit_meeting(box_in_body(stands, boxes[i], 0.0), [&](std::uint32_t t) {
                if (triangles_meet(skin[i].corners, Pose{}, corners(model.bodies[b].body.mesh(), t), pose))
                    note_meeting(found, {skin[i].rod, b, {}});
            });
        }
    }
    const BoxTree tree(boxes);
    for (std::uint32_t i = 0; i < skin.size(); ++i)
        tree.visit_meeting(boxes[i], [&](std::uint32_t j) {
            const SkinTriangle &p = skin[i], &q = skin[j];
            if (j <= i || (p.rod == q.rod && p.segment <= q.segment + 1 && q.segment <= p.segment + 1)) return;
            if (triangles_meet(p.corners, Pose{}, q.corners, Pose{})) note_meeting(found, {p.rod, {}, q.rod});
        });
    return found;
}

}  // namespace graze::soft
