#include "bounded/shell_scenes.h"

#include "support/random_vector.h"
#include "support/shapes.h"

#include "graze/demo/demo.h"
#include "graze/discrete/wide/distance.h"
#include "graze/io/scene/scene_file.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

namespace graze::bench {
namespace {

/// About as many triangles as asked for.
Mesh horseshoe(int around, int across) {
    const double pi = std::numbers::pi;
    return test::sphere_mesh(around, across, [pi](const Vec3& d) {
        return 0.35 + 0.65 * std::pow(std::abs(std::sin(0.5 * std::atan2(d.y(), d.x()) + 0.25 * pi)), 0.5) * (1.0 - 0.6 * d.z() * d.z());
    });
}

Mesh clover(int around, int across) {
    return test::sphere_mesh(around, across, [](const Vec3& d) {
        return 0.4 + 0.6 * std::abs(std::cos(2.0 * std::atan2(d.y(), d.x()))) * (1.0 - 0.7 * d.z() * d.z());
    });
}

Mesh ring(int around, int across, double radius, double thickness) {
    Mesh mesh;
    const auto id = [&](int i, int j) { return static_cast<std::uint32_t>((i % around) * across + j % across); };
    for (int i = 0; i < around; ++i)
        for (int j = 0; j < across; ++j) {
            const double u = 2.0 * std::numbers::pi * i / around, v = 2.0 * std::numbers::pi * j / across;
            const double out = radius + thickness * std::cos(v);
            mesh.vertices.emplace_back(out * std::cos(u), out * std::sin(u), thickness * std::sin(v));
            mesh.triangles.push_back({id(i, j), id(i + 1, j), id(i + 1, j + 1)});
            mesh.triangles.push_back({id(i, j), id(i + 1, j + 1), id(i, j + 1)});
        }
    make_one_surface(mesh, "ring");
    return mesh;
}

}  // namespace

Body rabbit(double triangles) {
    return *build_body((*make_demo("bunnies", {.parameters = {{"triangles", triangles}}})).bodies[0].mesh);
}

std::vector<ShellScene> shell_scenes(bool quick, const std::string& cad) {
    std::vector<ShellScene> scenes;
    scenes.push_back({"sphere 980, torus 2,304", *build_body(test::sphere_mesh(18, 27, 0.5)), *build_body(ring(48, 24, 0.8, 0.3)),
                      "9.5, 42/4.4, 6.9/4.7/4.2", true});
    scenes.push_back({"horseshoe 2,016, clover 10,080", *build_body(horseshoe(31, 32)), *build_body(clover(69, 72)),
                      "33.7, 230/1.6, 4.9/2.7/0.6", true});
    scenes.push_back({"rabbits 50,000 and 69,500", rabbit(quick ? 5000 : 50000), rabbit(quick ? 5000 : 69500),
                      "434, none, 140/51/5.5 (dragon, bunny)", true});
    const Scene plates = *make_demo("plates", {}), peg = *make_demo("peg-in-hole", {});
    scenes.push_back({"plates", *build_body(plates.bodies[0].mesh), *build_body(plates.bodies[1].mesh), "-", false});
    scenes.push_back({"peg and hole", *build_body(peg.bodies[0].mesh), *build_body(peg.bodies[1].mesh), "-", false});
    if (cad.empty()) return scenes;
    const auto door = read_scene_file(cad + "/scene.json");
    if (!door || door->bodies.size() < 2) {
        std::fprintf(stderr, "%s: no car door; `graze demo car-door --out %s` makes it\n",
                     door ? "too few bodies" : door.error().message.c_str(), cad.c_str());
        return scenes;
    }
    scenes.push_back({"car and door", *build_body(door->bodies[0].mesh), *build_body(door->bodies[1].mesh), "-", false});
    return scenes;
}

std::vector<Pose> wander(Rng& rng, const Body& a, const Body& b, std::size_t frames) {
    const double size = std::max(a.size(), b.size());
    const Vec3 about = a.bounds().centre(), middle = b.bounds().centre();
    Vec3 direction = test::random_vector(rng, 1.0).normalized();
    Eigen::Quaterniond turn(Eigen::AngleAxisd(rng.uniform(0.0, 3.0), direction));
    double beyond = 0.01 * size;
    std::vector<Pose> poses;
    for (std::size_t k = 0; k < frames; ++k) {
        const auto at = [&](double away) -> Pose { return {about + direction * away - turn * middle, turn}; };
        double away = 2.0 * size;
        for (int step = 0; step < 20; ++step) {
            const double gap = distance(a.at(), b.at(at(away))).hi;
            away -= gap;
            if (gap < 1e-3 * size) break;
        }
        poses.push_back(at(away + beyond));
        direction = (direction + test::random_vector(rng, 0.02)).normalized();
        turn = (Eigen::Quaterniond(Eigen::AngleAxisd(0.02, test::random_vector(rng, 1.0).normalized())) * turn).normalized();
        beyond = std::clamp(beyond + rng.uniform(-0.01, 0.01) * size, -0.01 * size, 0.06 * size);
    }
    return poses;
}

std::vector<std::vector<Pose>> ways_of(const ShellScene& scene, std::size_t motions, std::size_t frames) {
    Rng rng(26);
    std::vector<std::vector<Pose>> ways;
    for (std::size_t m = 0; m < motions; ++m) ways.push_back(wander(rng, scene.a, scene.b, frames));
    return ways;
}

}  // namespace graze::bench
