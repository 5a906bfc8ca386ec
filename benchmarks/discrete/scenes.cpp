#include "discrete/scenes.h"

#include "graze/demo/demo.h"
#include "graze/io/mesh/mesh_file.h"

#include <random>

namespace graze::bench {

MeshData mesh_data(const Mesh& mesh) {
    MeshData data;
    for (const Vec3& v : mesh.vertices)
        data.coordinates.insert(data.coordinates.end(), {v.x(), v.y(), v.z()});
    for (const Triangle& t : mesh.triangles) data.corners.insert(data.corners.end(), {t[0], t[1], t[2]});
    return data;
}

Model model_of(const std::string& name, const Mesh& a, const Mesh& b) {
    const Box box = bounds_of(a);
    return {name, mesh_data(a), mesh_data(b), (box.max - box.min).maxCoeff()};
}

std::vector<Model> standard_models() {
    std::vector<Model> models;
    const Scene grid = *make_demo("grid", {.parameters = {{"turned", 1.0}}});
    models.push_back(model_of("grid", *grid.bodies[0].mesh, *grid.bodies[0].mesh));
    const Scene rabbits = *make_demo("bunnies");
    models.push_back(model_of("bunnies", *rabbits.bodies[0].mesh, *rabbits.bodies[0].mesh));
    const Scene screw = *make_demo("screw-and-nut");
    models.push_back(model_of("screw-and-nut", *screw.bodies[0].mesh, *screw.bodies[1].mesh));
    return models;
}

Expected<Model> model_from_file(const std::string& path) {
    const auto file = read_mesh_file(path, {.file_unit = Unit::Millimetre});
    if (!file) return file.error();
    const Mesh& mesh = file->bodies.front().mesh;
    return model_of(path, mesh, mesh);
}

PlainPose plain(const Pose& pose) {
    PlainPose result;
    const Mat3 turn = pose.rotation.normalized().toRotationMatrix();
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) result.rotation[3 * i + j] = turn(i, j);
        result.translation[i] = pose.translation[i];
    }
    const Eigen::Quaterniond& q = pose.rotation;
    const double xyzw[] = {q.x(), q.y(), q.z(), q.w()};
    std::copy(std::begin(xyzw), std::end(xyzw), result.quaternion);
    return result;
}

std::vector<std::vector<PlainPose>> close_placements(const Model& model, const std::vector<double>& fractions,
                                                     int count) {
    constexpr int kMostSteps = 200;
    constexpr double kFar = 3.0;  // sizes: more than two diagonals apart
    GrazeContestant graze(model.a.plain(), model.b.plain());
    std::mt19937_64 random(7);
    std::normal_distribution<double> normal;
    std::vector<std::vector<PlainPose>> result(fractions.size());
    for (int k = 0; k < count; ++k) {
        Pose pose;
        pose.rotation =
            Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random)).normalized();
        const Vec3 direction = Vec3(normal(random), normal(random), normal(random)).normalized();
        double along = kFar * model.size;
        for (std::size_t i = 0; i < fractions.size(); ++i) {
            const double wanted = fractions[i] * model.size;
            for (int step = 0; wanted > 0.0 && step < kMostSteps; ++step) {
                pose.translation = along * direction;
                const double now = graze.distance_at(pose).hi;
                if (now - wanted < 1e-3 * wanted) break;
                along -= now - wanted;
            }
            if (wanted < 0.0) along += wanted;
            pose.translation = along * direction;
            result[i].push_back(plain(pose));
        }
    }
    return result;
}

}  // namespace graze::bench
