// Worlds for tests of handling, and an attacker who knows nothing of how they work: exact discrete queries.
#pragma once

#include "graze/discrete/bodies/meeting.h"
#include "graze/discrete/wide/distance.h"
#include "graze/dynamics/handling/world.h"
#include "support/random_vector.h"

#include <gtest/gtest.h>

namespace graze::test {

inline WorldBody movable(const Mesh& mesh, const Pose& pose = {}, double restitution = 0.0, double friction = 0.3) {
    const Body body = *build_body(mesh);
    return {.body = body, .pose = pose, .mass = with_density(mass_properties(body), 1.0), .friction = friction,
            .restitution = restitution};
}
inline WorldBody standing(const Mesh& mesh, const Pose& pose = {}) {
    return {.body = *build_body(mesh), .pose = pose};
}
inline World world_of(std::vector<WorldBody> bodies, const WorldOptions& options = {},
                      std::span<const WorldJoint> joints = {}, const PairRules& rules = {{}, {}, 0.0}) {
    auto world = make_world(std::move(bodies), options, rules, joints);
    if (!world) ADD_FAILURE() << world.error().message;
    return std::move(*world);
}

/// A slerp about the centre of mass, by angle and axis: no formula of the library's.
inline Pose between(const Pose& from, const Pose& to, const Vec3& centre, double t) {
    const auto place = [&](const Pose& p) -> Vec3 { return p.rotation.normalized() * centre + p.translation; };
    const Vec3 at = (1.0 - t) * place(from) + t * place(to);
    const Eigen::AngleAxisd turn(Eigen::Quaterniond(to.rotation.normalized() * from.rotation.normalized().conjugate()));
    const double angle = turn.angle() > std::numbers::pi ? turn.angle() - 2.0 * std::numbers::pi : turn.angle();
    Pose pose;
    pose.rotation = Eigen::AngleAxisd(t * angle, turn.axis()) * from.rotation.normalized();
    pose.translation = at - pose.rotation * centre;
    return pose;
}

/// Looks at pairs of bodies of a world, exactly.
class ExactWatch {
  public:
    /// Pairs that are not looked at: seats, and what rules leave out.
    explicit ExactWatch(std::vector<BodyPair> except = {}) : except_(std::move(except)) {}

    /// How many pairs meet, with bodies at these poses.
    template <class PoseOf>
    int meetings(const World& world, PoseOf pose_of) {
        int found = 0;
        for (std::uint32_t i = 0; i < world.size(); ++i)
            for (std::uint32_t j = i + 1; j < world.size(); ++j) {
                if (!(world.is_movable(i) || world.is_movable(j)) || is_excepted({i, j})) continue;
                const BodyMeeting how =
                    meeting_of(world.body(i).at(pose_of(i)), world.body(j).at(pose_of(j)), &workspace_);
                found += how != BodyMeeting::Apart;
                ++looked_at;
            }
        return found;
    }
    int meetings(const World& world) {
        return meetings(world, [&](std::uint32_t i) { return world.pose(i); });
    }
    /// At every pose of a track, and half-way between two of them.
    int meetings(const World& world, const WorldTrack& track, std::span<const Vec3> centres) {
        int found = 0;
        const std::size_t count = track.poses.empty() ? 0 : track.poses.front().size();
        for (std::size_t k = 0; 2 * k < 2 * count; ++k)
            for (const double part : {0.0, 0.5}) {
                if (part > 0.0 && k + 1 == count) continue;
                found += meetings(world, [&](std::uint32_t i) -> Pose {
                    for (std::size_t m = 0; m < track.bodies.size(); ++m)
                        if (track.bodies[m] == i)
                            return part == 0.0 ? track.poses[m][k]
                                               : between(track.poses[m][k], track.poses[m][k + 1], centres[i], part);
                    return world.pose(i);
                });
            }
        return found;
    }

    std::uint64_t looked_at = 0;

  private:
    [[nodiscard]] bool is_excepted(const BodyPair& pair) const {
        return std::find(except_.begin(), except_.end(), pair) != except_.end();
    }
    std::vector<BodyPair> except_;
    DiscreteWorkspace workspace_;
};

/// Its vertices' greatest way from one pose to another.
inline double way_of(const Body& body, const Pose& from, const Pose& to) {
    double most = 0.0;
    for (const Vec3& v : body.mesh().vertices)
        most = std::max(most, ((from.rotation * v + from.translation) - (to.rotation * v + to.translation)).norm());
    return most;
}

/// A tube about z between two radii; an inner radius of 0 is not allowed. Closed.
inline Mesh tube_mesh(int sides, double inner, double outer, double z0, double z1) {
    Mesh mesh;
    const double radius[4] = {outer, outer, inner, inner}, height[4] = {z0, z1, z1, z0};
    for (int k = 0; k < 4; ++k)
        for (int i = 0; i < sides; ++i) {
            const double angle = 2.0 * std::numbers::pi * i / sides;
            mesh.vertices.emplace_back(radius[k] * std::cos(angle), radius[k] * std::sin(angle), height[k]);
        }
    const auto id = [&](int ring, int i) { return static_cast<std::uint32_t>(ring % 4 * sides + i % sides); };
    for (int k = 0; k < 4; ++k)
        for (int i = 0; i < sides; ++i) {
            mesh.triangles.push_back({id(k, i), id(k, i + 1), id(k + 1, i + 1)});
            mesh.triangles.push_back({id(k, i), id(k + 1, i + 1), id(k + 1, i)});
        }
    make_one_surface(mesh, "tube");
    return mesh;
}

/// A torus about z.
inline Mesh torus_mesh(int around, int across, double radius, double thickness) {
    Mesh mesh;
    for (int i = 0; i < around; ++i)
        for (int j = 0; j < across; ++j) {
            const double u = 2.0 * std::numbers::pi * i / around, v = 2.0 * std::numbers::pi * j / across;
            const double r = radius + thickness * std::cos(v);
            mesh.vertices.emplace_back(r * std::cos(u), r * std::sin(u), thickness * std::sin(v));
        }
    const auto id = [&](int i, int j) { return static_cast<std::uint32_t>(i % around * across + j % across); };
    for (int i = 0; i < around; ++i)
        for (int j = 0; j < across; ++j) {
            mesh.triangles.push_back({id(i, j), id(i + 1, j), id(i + 1, j + 1)});
            mesh.triangles.push_back({id(i, j), id(i + 1, j + 1), id(i, j + 1)});
        }
    make_one_surface(mesh, "torus");
    return mesh;
}

}  // namespace graze::test
