// Small scenes whose proofs have every kind of node: bodies without symmetry that pass each other closely.
#pragma once

#include "graze/io/certificate/certificate_file.h"
#include "graze/queries/paths/path_proof.h"

#include <gtest/gtest.h>

namespace graze::test {

/// A body with unlike sides, made of small triangles: a box drawn out of shape, each side of n x n squares.
inline std::shared_ptr<const Mesh> bent_box(const Vec3& size, int n) {
    Mesh mesh;
    for (int side = 0; side < 6; ++side) {
        const int k = side / 2, i = (k + 1) % 3, j = (k + 2) % 3;
        const auto base = static_cast<std::uint32_t>(mesh.vertices.size());
        for (int p = 0; p <= n; ++p)
            for (int q = 0; q <= n; ++q) {
                Vec3 v;
                v[k] = side % 2, v[i] = static_cast<double>(p) / n, v[j] = static_cast<double>(q) / n;
                v = v.cwiseProduct(size);
                v.x() += 0.11 * v.y() * v.z();
                mesh.vertices.push_back(v);
            }
        for (int p = 0; p < n; ++p)
            for (int q = 0; q < n; ++q) {
                const auto v = [&](int x, int y) {
                    return base + static_cast<std::uint32_t>(x * (n + 1) + y);
                };
                mesh.triangles.push_back({v(p, q), v(p + 1, q), v(p + 1, q + 1)});
                mesh.triangles.push_back({v(p, q), v(p + 1, q + 1), v(p, q + 1)});
            }
    }
    make_one_surface(mesh, "skin");
    return std::make_shared<const Mesh>(std::move(mesh));
}

inline Pose pose_of(const Vec3& place, const Vec3& axis, double angle) {
    return {place, Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis.normalized()))};
}

/// Both meshes as one, the second moved.
inline std::shared_ptr<const Mesh> joined(const Mesh& a, const Mesh& b, const Vec3& by) {
    Mesh mesh = a;
    const auto base = static_cast<std::uint32_t>(mesh.vertices.size());
    for (const Vec3& v : b.vertices) mesh.vertices.push_back(v + by);
    for (const Triangle& t : b.triangles) mesh.triangles.push_back({t[0] + base, t[1] + base, t[2] + base});
    make_one_surface(mesh, "skin");
    return std::make_shared<const Mesh>(std::move(mesh));
}

/// Two prongs along y, from 0.5 to 2.4, at x = 0 to 0.4 and 2.6 to 3, on a bar.
inline std::shared_ptr<const Mesh> fork_mesh() {
    const auto prong = bent_box({0.4, 1.9, 0.4}, 1);
    const auto half = joined(*bent_box({3.0, 0.5, 0.4}, 1), *prong, {0.0, 0.5, 0.0});
    return joined(*half, *prong, {2.6, 0.5, 0.0});
}

/// A fork that turns about a block between its prongs, over two segments; a plate that is carried with the
/// fork; a post that spins beside the fork.
inline Scene fork_scene(InBetween in_between) {
    const auto plate = joined(Mesh{}, *bent_box({0.7, 0.4, 0.1}, 1), {0.4, 0.02, 0.43});
    Scene scene;
    scene.bodies = {{"fork", fork_mesh(), {}},
                    {"block", bent_box({1.3, 1.0, 0.9}, 2), {}},
                    {"plate", plate, {}},
                    {"post", bent_box({0.2, 0.2, 4.0}, 1), {}}};
    const auto about = [](const Vec3& axis, double angle, const Vec3& by) {
        const Vec3 centre(1.5, 1.2, 0.2);
        Pose pose = pose_of({0, 0, 0}, axis, angle);
        pose.translation = centre - pose.rotation * centre + by;
        return pose;
    };
    const std::vector<Pose> poses = {about({0, 0, 1}, 0.02, {0, 0, 0}),
                                     about({0.1, 0, 1}, 0.22, {0.03, -0.02, 0.1}),
                                     about({0, 0.1, -1}, 0.17, {-0.02, -0.04, 0.2})};
    scene.bodies[1].pose = pose_of({0.93, 0.77, -0.25}, {1, 2, 3}, 0.01);
    const Vec3 beside(-0.49, 0.3, -1.0);
    const std::vector<Pose> spinning = {pose_of(beside, {0, 0, 1}, 0.2), pose_of(beside, {0, 0, 1}, 0.7),
                                        pose_of(beside, {0, 0, 1}, -0.4)};
    scene.bodies[3].pose = spinning[0];
    scene.paths.push_back({.body = 3, .in_between = in_between, .poses = spinning, .turns = {3, -2}});
    for (const std::uint32_t body : {0u, 2u}) {
        scene.bodies[body].pose = poses[0];
        scene.paths.push_back({.body = body, .in_between = in_between, .poses = poses, .turns = {}});
    }
    scene.ignore = {{{2, 3}, Allowed::Everything}};
    scene.clearance = {{{0, 1}, 0.01}};
    return scene;
}

/// An arm on a hinge, a hand on the arm and a slide on the hand, beside a block; a wheel that spins between
/// the prongs of a fork that carries it, and another wheel that spins beside it. Two segments.
inline Scene arm_scene() {
    const auto pose = [](double x, double y, double z, double angle = 0.0) {
        return pose_of({x, y, z}, {1, 2, 3}, angle);
    };
    Scene scene;
    scene.bodies = {{"arm", bent_box({2.0, 0.3, 0.3}, 1), {}},
                    {"block", bent_box({0.6, 0.5, 0.4}, 1), pose(0.3, 0.64, 0.0, 0.05)},
                    {"hand", bent_box({1.2, 0.25, 0.25}, 1), pose(2.1, 0.02, 0.0)},
                    {"slide", bent_box({0.5, 0.1, 0.1}, 1), pose(2.4, 0.05, 0.255)},
                    {"wheel", bent_box({1.0, 1.0, 0.3}, 1), pose(-9.0, 1.0, 0.05)},
                    {"fork", fork_mesh(), pose(-10.0, 0.0, 0.0)},
                    {"other wheel", bent_box({0.9, 0.9, 0.3}, 1), pose(-8.95, 2.55, 0.0)}};
    const auto hinge = [&](std::uint32_t body, std::optional<std::uint32_t> parent, const Vec3& axis,
                           const Vec3& origin, const std::vector<double>& degrees) {
        scene.joints.push_back({body, parent, JointKind::Revolute, axis, origin});
        scene.paths.push_back({.body = body, .poses = {}, .turns = {}, .values = degrees});
    };
    hinge(0, std::nullopt, {0, 0, 1}, {0, 0, 0}, {0.0, 20.0, 5.0});
    hinge(2, 0, {0.02, 0, 2}, {2.1, 0.15, 0}, {0.0, 25.0, -15.0});
    hinge(4, 5, {0, 0, -1}, {-8.5, 1.5, 0}, {0.0, 700.0, -60.0});
    hinge(6, std::nullopt, {0, 0.01, 2}, {-8.5, 3.0, 0}, {0.0, -600.0, 100.0});
    scene.joints.push_back({3, 2, JointKind::Prismatic, {3, 0, 0}, {0, 0, 0}});
    scene.paths.push_back({.body = 3, .poses = {}, .turns = {}, .values = {0.0, 0.4, 0.1}});
    scene.paths.push_back(
        {.body = 5,
         .poses = {pose(-10.0, 0.0, 0.0), pose(-10.02, 0.0, 0.0, 0.01), pose(-10.0, -0.03, 0.01, -0.01)},
         .turns = {}});
    scene.clearance = {{{0, 2}, 0.01}};
    for (std::uint32_t j = 0; j < scene.bodies.size(); ++j)
        for (std::uint32_t i = 0; i < j; ++i) {
            const bool is_near = (j < 4 && !(i == 1 && j == 3)) || (i == 4 && j > 4);
            if (!is_near) scene.ignore.push_back({{i, j}, Allowed::Everything});
        }
    return scene;
}

/// These scenes are small: boxes would leave little for strands to prove.
inline constexpr PathOptions kByStrands{.far_pairs = FarPairs::ByStrands};

inline PathProof proof_of(const Scene& scene, const PathOptions& options = kByStrands) {
    EXPECT_TRUE(validate(scene, "scene").has_value()) << validate(scene, "scene").error().message;
    PathOptions quiet = options;
    quiet.progress = Progress::Draw::Never;
    const auto proof = prove_paths(scene, quiet);
    EXPECT_TRUE(proof.has_value()) << proof.error().message;
    return proof ? *proof : PathProof{};
}

inline std::string certificate_of(const Scene& scene, const PathOptions& options = kByStrands) {
    return format_certificate(scene, proof_of(scene, options), "scene.json");
}

}  // namespace graze::test
