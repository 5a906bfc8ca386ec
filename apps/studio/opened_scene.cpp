#include "studio/opened_scene.h"

#include "graze/dynamics/handling/scene_world.h"
#include "graze/queries/broad/broad_phase.h"

#include <map>

namespace graze::studio {
namespace {

constexpr double kGravity = 9.81;  // metres per second and second
constexpr double kFrame = 1.0 / 60.0;

}  // namespace

Vec3 earth_gravity(Unit unit) { return {0.0, 0.0, -kGravity * conversion_factor(Unit::Metre, unit)}; }

Expected<Opened> open_scene(Scene scene, const SceneSource& source) {
    SceneWorldOptions options;
    options.world = {.gravity = earth_gravity(scene.unit), .frame = kFrame, .threads = 0};
    auto world = world_of(scene, options);
    if (!world) return world.error();
    auto opened = std::make_shared<OpenedScene>();
    opened->number = source.number;
    opened->name = source.name;
    opened->file = source.file;
    opened->moves = movable_bodies(scene);
    std::map<const Mesh*, std::uint32_t> known;
    for (std::uint32_t i = 0; i < scene.bodies.size(); ++i) {
        const auto& mesh = scene.bodies[i].mesh;
        const auto [at, is_new] = known.emplace(mesh.get(), static_cast<std::uint32_t>(opened->meshes.size()));
        if (is_new) opened->meshes.push_back(mesh);
        opened->mesh_of_body.push_back(at->second);
        opened->bodies.push_back(world->body(i));
    }
    std::vector<Vec3> centre_of_mesh(opened->meshes.size(), Vec3::Zero());
    std::vector<bool> is_measured(opened->meshes.size(), false);
    for (std::uint32_t i = 0; i < scene.bodies.size(); ++i) {
        const std::uint32_t mesh = opened->mesh_of_body[i];
        if (!is_measured[mesh]) centre_of_mesh[mesh] = mass_properties(opened->bodies[i]).centre, is_measured[mesh] = true;
        opened->centres.push_back(world->mass(i) ? world->mass(i)->centre : centre_of_mesh[mesh]);
        scene.bodies[i].pose = world->pose(i);
    }
    Box box;
    for (const Box& one : posed_boxes(scene)) box.add(one);
    opened->size = (box.max - box.min).norm();
    opened->scene = std::move(scene);
    return Opened{std::move(opened), std::make_unique<World>(*std::move(world))};
}

}  // namespace graze::studio
