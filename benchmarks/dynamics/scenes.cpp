#include "dynamics/scenes.h"

#include "graze/core/assert.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace graze::bench {
namespace {

// No vertex above a face's plane.
bool is_convex(const Mesh& mesh) {
    if (mesh.triangles.size() > 500) return false;
    const double size = size_of(box_of(mesh.vertices));
    for (const Triangle& t : mesh.triangles) {
        const Vec3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
        const Vec3 normal = (b - a).cross(c - a).normalized();
        for (const Vec3& v : mesh.vertices)
            if (normal.dot(v - a) > 1e-9 * size) return false;
    }
    return true;
}

// Half edges of a box along the axes about the origin; zero if it is none.
Vec3 half_box_of(const Mesh& mesh) {
    const Box box = box_of(mesh.vertices);
    const double size = size_of(box);
    if (mesh.vertices.size() != 8 || box.centre().norm() > 1e-9 * size) return Vec3::Zero();
    for (const Vec3& v : mesh.vertices)
        if ((v.cwiseAbs() - box.max).norm() > 1e-9 * size) return Vec3::Zero();
    return box.max;
}

DynamicsBody with_mesh(const std::string& name, Mesh mesh, const Pose& pose) {
    auto shared = std::make_shared<const Mesh>(std::move(mesh));
    auto body = build_body(shared);
    if (!body) {
        fmt::print(stderr, "{}: {}\n", name, body.error().message);
        std::abort();
    }
    DynamicsBody made{name, shared, *body, pose};
    made.is_convex = is_convex(*shared);
    made.half_box = half_box_of(*shared);
    return made;
}

// To the centre of mass and the principal axes: x in the old mesh is at R^T (x - centre) in the new one.
Pose principal_frame(const MassProperties& mass) {
    const Eigen::SelfAdjointEigenSolver<Mat3> solver(mass.inertia);
    Mat3 axes = solver.eigenvectors();
    // Nearest to the axes there are, so that boxes stay boxes.
    Mat3 sorted = Mat3::Zero();
    std::array<bool, 3> used{};
    for (int k = 0; k < 3; ++k) {
        int best = -1;
        for (int j = 0; j < 3; ++j)
            if (!used[j] && (best < 0 || std::abs(axes(k, j)) > std::abs(axes(k, best)))) best = j;
        used[best] = true;
        sorted.col(k) = axes(k, best) < 0.0 ? Vec3(-axes.col(best)) : Vec3(axes.col(best));
    }
    if (sorted.determinant() < 0.0) sorted.col(2) *= -1.0;
    return {mass.centre, Eigen::Quaterniond(sorted).normalized()};
}

bool is_aligned(const Mat3& inertia) {
    Mat3 rest = inertia;
    rest.diagonal().setZero();
    return rest.norm() < 1e-9 * inertia.norm();
}

}  // namespace

DynamicsBody standing(const std::string& name, Mesh mesh, const Pose& pose) {
    return with_mesh(name, std::move(mesh), pose);
}

DynamicsBody movable(const std::string& name, const Mesh& mesh, const Pose& pose, double density) {
    const Body raw = *build_body(mesh);
    const MassProperties mass = mass_properties(raw);
    Pose frame = principal_frame(mass);
    if (is_aligned(mass.inertia)) frame.rotation.setIdentity();
    Mesh moved = mesh;
    const Mat3 back = frame.rotation.toRotationMatrix().transpose();
    for (Vec3& v : moved.vertices) v = back * (v - frame.translation);
    DynamicsBody made = with_mesh(name, std::move(moved), compose(pose, frame));
    const MassProperties again = mass_properties(made.body);
    made.is_fixed = false;
    made.mass = density * again.amount;
    made.inertia = density * again.inertia.diagonal();
    return made;
}

DynamicsBody another(const DynamicsBody& like, const Pose& from, const Pose& to, const std::string& name) {
    DynamicsBody made = like;
    made.name = name;
    made.pose = compose(to, relative(from, like.pose));
    return made;
}

std::vector<Pose> DynamicsScene::start() const {
    std::vector<Pose> poses;
    for (const DynamicsBody& body : bodies) poses.push_back(body.pose);
    return poses;
}

double DynamicsScene::unit() const {
    std::vector<double> sizes;
    for (const DynamicsBody& body : bodies)
        if (!body.is_fixed) sizes.push_back(body.body.size());
    std::nth_element(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2), sizes.end());
    return sizes[sizes.size() / 2];
}

std::span<const DynamicsSceneKind> dynamics_scenes() {
    static const std::vector<DynamicsSceneKind> all = [] {
        std::vector<DynamicsSceneKind> made;
        for (const auto list : {piling_scenes(), degenerate_scenes(), mounting_scenes()})
            made.insert(made.end(), list.begin(), list.end());
        return made;
    }();
    return all;
}

}  // namespace graze::bench
