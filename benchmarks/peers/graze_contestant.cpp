#include "peers/graze_contestant.h"

namespace graze::bench {
namespace {

Mesh mesh_of(const PlainMesh& plain) {
    Mesh mesh;
    mesh.vertices.reserve(plain.coordinates.size() / 3);
    for (std::size_t i = 0; i < plain.coordinates.size(); i += 3)
        mesh.vertices.emplace_back(plain.coordinates[i], plain.coordinates[i + 1], plain.coordinates[i + 2]);
    mesh.triangles.reserve(plain.corners.size() / 3);
    for (std::size_t i = 0; i < plain.corners.size(); i += 3)
        mesh.triangles.push_back({plain.corners[i], plain.corners[i + 1], plain.corners[i + 2]});
    make_one_surface(mesh, "all");
    return mesh;
}

}  // namespace

GrazeContestant::GrazeContestant(const PlainMesh& a, const PlainMesh& b, WideBuild build)
    : mesh_{mesh_of(a), mesh_of(b)},
      tree_{build_wide_tree(mesh_[0], build), build_wide_tree(mesh_[1], build)} {}

void GrazeContestant::place(const PlainPose& pose) {
    pose_.translation = Vec3(pose.translation[0], pose.translation[1], pose.translation[2]);
    const double* q = pose.quaternion;
    pose_.rotation = Eigen::Quaterniond(q[3], q[0], q[1], q[2]);
}

Intersections GrazeContestant::intersections(const IntersectionOptions& options) {
    return find_intersections({mesh_[0], tree_[0]}, {}, {mesh_[1], tree_[1]}, pose_, options, workspace_);
}

bool GrazeContestant::meets() { return !intersections({}).triangles.empty(); }

std::uint64_t GrazeContestant::count_pairs() {
    return intersections({.find = Find::TrianglePairs}).triangles.size();
}

BodyDistance GrazeContestant::distance_at(const Pose& pose) {
    return internal::distance({mesh_[0], tree_[0]}, {}, {mesh_[1], tree_[1]}, pose, workspace_);
}

double GrazeContestant::distance() { return distance_at(pose_).hi; }

std::unique_ptr<Contestant> make_graze(const PlainMesh& a, const PlainMesh& b) {
    return std::make_unique<GrazeContestant>(a, b);
}

std::unique_ptr<Contestant> make_graze_fast(const PlainMesh& a, const PlainMesh& b) {
    return std::make_unique<GrazeContestant>(a, b, WideBuild::Fast);
}

}  // namespace graze::bench
