// Two rabbits: bumpy organic bodies with thin ears. No two of them alike, one of them on its way to the
// other.

#include "graze/core/parallel.h"
#include "graze/core/random.h"
#include "graze/demo/build.h"
#include "graze/demo/isosurface.h"
#include "graze/demo/models.h"
#include "graze/demo/rabbit.h"
#include "graze/demo/remesh.h"
#include "graze/demo/turn.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace graze::internal {
namespace {

constexpr const char* kBunniesName = "bunnies";
const Box kSpace{Vec3(-0.6, -0.45, -0.1), Vec3(0.65, 0.45, 1.3)};  // holds every rabbit
// Marching at spacing h leaves about this many triangles times 1 / h^2: the area of a rabbit, cut six ways.
constexpr double kTrianglesPerCell = 14.0;
constexpr double kSurplus = 1.8;          // triangles before the collapse, by wish
constexpr double kFewestAtStart = 60000;  // coarser lattices lose the ears
constexpr int kRelaxRounds = 8;
constexpr double kMostStep = 0.01;
constexpr int kMostDraws = 20;  // of individuals; about one in thirty is turned down

// One step of Newton's method, a short one: near the tip of an ear a long one would leave it.
SurfacePoint project_on(const Rabbit& rabbit, const Vec3& point) {
    const RabbitSample at = sample_at(rabbit, point);
    const double slope = std::max(std::sqrt(at.gradient.dot(at.gradient)), 0.5);
    const Vec3 normal = at.gradient / slope;
    return {point - normal * std::clamp(at.value / slope, -kMostStep, kMostStep), normal, at.coat.fineness};
}

void name_parts(Mesh& mesh, const Rabbit& rabbit) {
    for (const RabbitPart part :
         {RabbitPart::Body, RabbitPart::Head, RabbitPart::Ears, RabbitPart::Paws, RabbitPart::Tail})
        surface_named(mesh, name_of(part));
    for (const Triangle& t : mesh.triangles) {
        const Vec3 middle = (mesh.vertices[t[0]] + mesh.vertices[t[1]] + mesh.vertices[t[2]]) / 3.0;
        mesh.surface_of_triangle.push_back(surface_named(mesh, name_of(part_at(rabbit, middle))));
    }
}

// Whether a closed mesh is one piece without a handle.
bool is_one_ball(const Mesh& mesh) {
    std::vector<std::uint32_t> parent(mesh.vertices.size());
    std::iota(parent.begin(), parent.end(), 0u);
    const auto root = [&](std::uint32_t v) {
        while (parent[v] != v) v = parent[v] = parent[parent[v]];
        return v;
    };
    std::size_t pieces = mesh.vertices.size();
    for (const Triangle& t : mesh.triangles)
        for (const std::uint32_t v : {t[1], t[2]}) {
            const std::uint32_t a = root(t[0]), b = root(v);
            if (a != b) parent[a] = b, --pieces;
        }
    return pieces == 1 && 2 * mesh.vertices.size() == mesh.triangles.size() + 4;  // Euler
}

struct RoughRabbit {
    Rabbit rabbit;
    Mesh mesh;
};

// Now and then a bump bridges two paws or comes off. Such a rabbit has a handle or crumbs: the next one is
// taken.
RoughRabbit rough_rabbit(std::uint64_t seed, double spacing) {
    Rng rng(seed);
    for (int draw = 0;; ++draw) {
        RoughRabbit rough{make_rabbit(rng.bits()), {}};
        const auto value = [&](const Vec3& p) { return sample_at(rough.rabbit, p).value; };
        rough.mesh = isosurface(value, {kSpace, spacing});
        if (draw + 1 == kMostDraws || rough.mesh.triangles.empty() || is_one_ball(rough.mesh)) return rough;
    }
}

// Empty after Ctrl-C.
Mesh rabbit_mesh(std::uint64_t seed, int triangles, double size) {
    const double at_start = std::max(kSurplus * triangles, kFewestAtStart);
    const RoughRabbit rough = rough_rabbit(seed, std::sqrt(kTrianglesPerCell / at_start));
    Mesh mesh = remesh(rough.mesh, static_cast<std::size_t>(triangles), kRelaxRounds,
                       [&](const Vec3& p) { return project_on(rough.rabbit, p); });
    name_parts(mesh, rough.rabbit);
    for (Vec3& vertex : mesh.vertices) vertex *= size;
    return mesh;
}

Vec3 nose_of(const Mesh& mesh) {
    return *std::max_element(mesh.vertices.begin(), mesh.vertices.end(),
                             [](const Vec3& a, const Vec3& b) { return a.x() < b.x(); });
}

// The second comes on a screw from aside and above, and ends nose to nose with the first. Noses are the
// foremost vertices, so with a gap >= 0 two planes that far apart separate the rabbits in the end: the gap is
// then their distance.
Path approach(const Mesh& first, const Mesh& second, double gap, double size) {
    const Vec3 nose = nose_of(first), other = nose_of(second);
    const Vec3 turned(-other.x(), -other.y(), other.z());
    const Pose end{nose + Vec3(gap, 0.0, 0.0) - turned, turned_about_z(0.5)};
    const Pose start{
        end.translation + size * Vec3(0.9, -0.8, 0.5),
        turned_about({0.3, -0.2, 1.0}, 0.33) * turned_about({1.0, 0.2, 0.0}, -0.04) * end.rotation};
    return {1, InBetween::Screw, {start, end}, {}};
}

}  // namespace

DemoInfo bunnies_info() {
    return {kBunniesName,
            "Two bumpy rabbits with thin ears; one comes along a screw until they meet",
            {{"triangles", 69500.0, 5000.0, 70000.0, "triangles per rabbit, met within 1 %", true},
             {"size", 100.0, 0.1, 10000.0, "height of a rabbit in mm, about"},
             {"gap", -2.0, -1000.0, 1000.0,
              "distance of the noses at the end of the path in mm; below 0: they meet before"}}};
}

Expected<Scene> make_bunnies(const DemoValues& values) {
    const int triangles = values.whole("triangles");
    const double size = values.number("size");
    Rng litter(values.seed);
    const std::array<std::uint64_t, 2> seeds{litter.bits(), litter.bits()};
    auto meshes = parallel_map(2, {}, [&](std::size_t i) { return rabbit_mesh(seeds[i], triangles, size); });
    if (!meshes || (*meshes)[0].triangles.empty() || (*meshes)[1].triangles.empty())
        return make_error(ErrorCode::Interrupted, std::string("demo ") + kBunniesName,
                          "stopped before the rabbits were done");
    Scene scene;
    scene.bodies = {make_body("first", std::move((*meshes)[0])),
                    make_body("second", std::move((*meshes)[1]))};
    const Path path = approach(*scene.bodies[0].mesh, *scene.bodies[1].mesh, values.number("gap"), size);
    scene.bodies[1].pose = path.poses.front();
    scene.paths = {path};
    return scene;
}

}  // namespace graze::internal
