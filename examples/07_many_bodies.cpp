// Many bodies at once: a scene made by hand, what clashes in it, and how far apart the rest is. Bodies that
// share a mesh share its tree, and pairs that are far apart cost nothing.
#include <graze/graze.h>

#include <cstdio>

namespace {

constexpr int kPerSide = 6;

/// Rabbits on a grid, each turned a little more; two of them too near each other.
graze::Scene rabbits_on_a_grid(const std::shared_ptr<const graze::Mesh>& mesh) {
    const double size = graze::size_of(graze::bounds_of(*mesh));
    graze::Scene scene;
    for (int i = 0; i < kPerSide * kPerSide; ++i) {
        const graze::Vec3 place(i % kPerSide * size, i / kPerSide * size, 0);
        const Eigen::Quaterniond turn(Eigen::AngleAxisd(0.3 * i, graze::Vec3::UnitZ()));
        scene.bodies.push_back({"rabbit " + std::to_string(i), mesh, {place, turn}});
    }
    scene.bodies[1].pose.translation.x() -= 0.8 * size;
    return scene;
}

}  // namespace

int main() {
    const auto demo = graze::make_demo("bunnies", {.parameters = {{"triangles", 5000.0}}});
    if (!demo) return std::fprintf(stderr, "%s\n", demo.error().message.c_str()), 2;
    const graze::Scene scene = rabbits_on_a_grid(demo->bodies[0].mesh);

    const auto report = graze::find_clashes(scene, {});
    if (!report) return std::fprintf(stderr, "%s\n", report.error().message.c_str()), 2;
    for (const graze::ClashPair& pair : report->pairs)
        std::printf("%s and %s: %s\n", scene.bodies[pair.bodies[0]].name.c_str(),
                    scene.bodies[pair.bodies[1]].name.c_str(), graze::name_of(pair.kind));

    const auto distances = graze::find_distances(scene, {.within = 10.0});
    if (!distances) return std::fprintf(stderr, "%s\n", distances.error().message.c_str()), 2;
    std::printf("%zu bodies, %zu clashes, %zu pairs within 10\n", scene.bodies.size(), report->pairs.size(),
                distances->size());
    return report->is_clash ? 0 : 1;
}
