#include "studio/opened_scene.h"

#include "graze/dynamics/handling/scene_world.h"
#include "graze/queries/broad/broad_phase.h"

#include <map>

namespace graze::studio {
namespace {

constexpr double kGravity = 9.81;  // metres per second and second
constexpr double kFrame = 1.0 / 60.0;
constexpr double kWater = 1000.0;  // kg/m^3

}  // namespace

Vec3 earth_gravity(Unit unit) { return {0.0, 0.0, -kGravity * conversion_factor(Unit::Metre, unit)}; }

Expected<Opened> open_scene(Scene scene, const SceneSource& source, SceneRods rods) {
    SceneWorldOptions options;
    options.world = {.gravity = earth_gravity(scene.unit), .frame = kFrame, .threads = 0};
    const double per_metre = conversion_factor(Unit::Metre, scene.unit);
    if (!rods.rods.empty()) options.density = kWater / (per_metre * per_metre * per_metre);
    auto world = world_of(scene, options);
    if (!world) return world.error();
    auto opened = std::make_shared<OpenedScene>();
    opened->number = source.number;
    opened->name = source.name;
    opened->file = source.file;
    opened->moves = movable_bodies(scene);
    opened->density = options.density;
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
    if (rods.rods.empty()) return Opened{std::move(opened), std::make_shared<World>(*std::move(world))};
    auto coupled = soft::make_coupled_world(*std::move(world), {rods.rods, rods.holds, rods.ignored},
                                            {.per_metre = per_metre, .gravity = earth_gravity(opened->scene.unit), .frame = kFrame});
    if (!coupled) return coupled.error();
    opened->pieces = pieces_of(rods);
    for (std::size_t r = 0; r < rods.rods.size(); ++r) {
        const auto nodes = coupled->rods.nodes(r);
        opened->meshes.push_back(std::make_shared<const Mesh>(piece_mesh(rods.rods[r].radius, (nodes[1] - nodes[0]).norm())));
    }
    opened->rods = std::move(rods);
    const auto both = std::make_shared<soft::CoupledWorld>(*std::move(coupled));
    return Opened{std::move(opened), std::shared_ptr<World>(both, &both->bodies), both};
}

}  // namespace graze::studio
