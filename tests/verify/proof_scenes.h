// Small scenes whose proofs have every kind of node: bodies without symmetry that pass each other closely.
#pragma once

#include "graze/io/certificate_file.h"
#include "graze/scene/path_proof.h"

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
                const auto v = [&](int x, int y) { return base + static_cast<std::uint32_t>(x * (n + 1) + y); };
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

/// A lever that turns and slides past a block, over two segments; a plate that is carried with the lever; a post that
/// nobody cares about.
inline Scene lever_scene(InBetween in_between) {
    Scene scene;
    scene.bodies = {{"lever", bent_box({3.0, 0.5, 0.4}, 2), {}},
                    {"block", bent_box({1.0, 1.3, 0.9}, 2), {}},
                    {"plate", bent_box({0.7, 0.6, 0.1}, 1), {}},
                    {"post", bent_box({0.2, 0.2, 4.0}, 1), {}}};
    const std::vector<Pose> poses = {pose_of({0.0, 0.0, 0.0}, {0, 0, 1}, 0.1), pose_of({0.2, 0.1, 0.1}, {0.1, 0, 1}, 0.9),
                                     pose_of({0.1, 0.4, 0.7}, {0.3, 0.1, 1}, 1.6)};
    scene.bodies[1].pose = pose_of({2.6, 2.35, -0.3}, {1, 2, 3}, 0.3);
    scene.bodies[2].pose = poses[0];
    scene.bodies[3].pose = pose_of({-2.0, -1.0, -1.0}, {0, 0, 1}, 0.2);
    for (const std::uint32_t body : {0u, 2u}) {
        scene.bodies[body].pose = poses[0];
        scene.paths.push_back({.body = body, .in_between = in_between, .poses = poses, .turns = {}});
    }
    // The plate lies over the lever, a little above it, in the same coordinates.
    Mesh plate = *scene.bodies[2].mesh;
    for (Vec3& v : plate.vertices) v += Vec3(0.4, 0.05, 0.43);
    scene.bodies[2].mesh = std::make_shared<const Mesh>(std::move(plate));
    scene.ignore = {{{2, 3}, Allowed::Everything}};
    scene.clearance = {{{0, 1}, 0.01}};
    return scene;
}

inline PathProof proof_of(const Scene& scene, const PathOptions& options = {}) {
    EXPECT_TRUE(validate(scene, "scene").has_value()) << validate(scene, "scene").error().message;
    PathOptions quiet = options;
    quiet.progress = Progress::Draw::Never;
    const auto proof = prove_paths(scene, quiet);
    EXPECT_TRUE(proof.has_value()) << proof.error().message;
    return proof ? *proof : PathProof{};
}

inline std::string certificate_of(const Scene& scene, const PathOptions& options = {}) {
    return format_certificate(scene, proof_of(scene, options), "scene.json");
}

}  // namespace graze::test
