// Handling: a peg is dragged into a hole with little play, as a hand with a mouse would: the targets shake, and some
// of them lie inside the block. The peg follows as far as it can, and never goes into anything.
#include <graze/graze.h>

#include <cmath>
#include <cstdio>
#include <numbers>

namespace {

constexpr int kSides = 24;
constexpr double kRadius = 10.0, kPlay = 0.1, kDepth = 20.0;  // mm
constexpr int kFrames = 240, kPushing = 200;

/// A tube along z between two radii, or a bar if there is no inner one. Closed, oriented outwards.
graze::Mesh tube(double inner, double outer, double z0, double z1) {
    graze::Mesh mesh;
    const double radius[4] = {outer, outer, inner, inner}, height[4] = {z0, z1, z1, z0};
    for (int k = 0; k < 4; ++k)
        for (int i = 0; i < kSides; ++i) {
            const double angle = 2.0 * std::numbers::pi * i / kSides;
            mesh.vertices.emplace_back(radius[k] * std::cos(angle), radius[k] * std::sin(angle), height[k]);
        }
    const auto id = [](int ring, int i) { return static_cast<std::uint32_t>(ring % 4 * kSides + i % kSides); };
    for (int k = 0; k < 4; ++k)
        for (int i = 0; i < kSides; ++i) {
            mesh.triangles.push_back({id(k, i), id(k, i + 1), id(k + 1, i + 1)});
            mesh.triangles.push_back({id(k, i), id(k + 1, i + 1), id(k + 1, i)});
        }
    graze::make_one_surface(mesh, "skin");
    return mesh;
}

}  // namespace

int main() {
    const auto peg = graze::build_body(tube(0.4 * kRadius, kRadius, 0.0, 2.0 * kDepth)),
               block = graze::build_body(tube(kRadius + kPlay, 3.0 * kRadius, -kDepth, 0.0));
    if (!peg || !block) return std::fprintf(stderr, "the meshes are no bodies\n"), 2;
    const graze::BodyMass mass = graze::with_density(graze::mass_properties(*peg), 7.8e-6);
    auto world = graze::make_world({{.body = *peg, .pose = {.translation = {4, -3, 5}}, .mass = mass, .name = "peg"},
                                    {.body = *block, .name = "block"}}, {});
    if (!world) return std::fprintf(stderr, "%s\n", world.error().message.c_str()), 2;

    int hits = 0;
    for (int i = 0; i < kFrames; ++i) {
        const double share = std::min(1.0, static_cast<double>(i) / kPushing), shake = 0.3 * (1.0 - share);
        const graze::Vec3 target(shake * std::sin(1.7 * i), shake * std::cos(2.3 * i), 5.0 - share * (5.0 + kDepth));
        graze::pull(*world, 0, {.target = graze::Pose{.translation = target}});
        const graze::FrameReport report = graze::advance(*world);
        if (i % 40 == 0)
            std::printf("frame %3d: the peg is at z %7.3f, %.4f from the block\n", i, world->pose(0).translation.z(),
                        report.least_distance);
        if (graze::meeting_of(peg->at(world->pose(0)), block->at()) != graze::BodyMeeting::Apart) ++hits;
    }
    const double depth = -world->pose(0).translation.z();
    std::printf("%.3f of %.0f mm deep in the hole; %d frames in which the bodies met\n", depth, kDepth, hits);
    return hits == 0 && depth > 0.99 * kDepth ? 0 : 1;
}
