// Do two bodies meet? Which triangles? If not, how far apart are they? Exact answers, for one pose after
// another.
//
//     02_meet [A.stl B.stl]        without files: two rabbits, one coming nearer
#include "graze/demo/demo.h"
#include "graze/discrete/wide/wide_distance.h"
#include "graze/io/mesh/mesh_file.h"

#include <cstdio>

namespace {

graze::Expected<graze::Mesh> load(const char* path) {
    const auto file = graze::read_mesh_file(path, {.file_unit = graze::Unit::Millimetre});
    if (!file) return file.error();
    return file->bodies.front().mesh;
}

int fail(const graze::Error& error) {
    std::fprintf(stderr, "%s\n", error.message.c_str());
    return 2;
}

/// Moves b along x in steps of a tenth of its size and asks at each.
void come_nearer(const graze::Mesh& a, const graze::Mesh& b) {
    const graze::WideTree tree_a = graze::build_wide_tree(a),
                          tree_b = graze::build_wide_tree(b);  // once per mesh
    graze::WideWorkspace workspace;  // one per thread; queries stop allocating once it has grown
    const graze::WideBody body_a{a, tree_a}, body_b{b, tree_b};
    const graze::Box box = graze::bounds_of(a);
    const double size = (box.max - box.min).norm();
    for (int step = 10; step >= 0; --step) {
        const graze::Pose pose{graze::Vec3(0.1 * step * size, 0, 0), Eigen::Quaterniond::Identity()};
        const auto found = graze::find_intersections(body_a, {}, body_b, pose,
                                                     {.find = graze::Find::TrianglePairs}, workspace);
        if (!found.triangles.empty()) {
            std::printf("x = %8.3f: %zu pairs of triangles meet, the first are %u and %u\n",
                        pose.translation.x(), found.triangles.size(), found.triangles[0].a,
                        found.triangles[0].b);
            continue;
        }
        const graze::BodyDistance apart = graze::distance(body_a, {}, body_b, pose, workspace);
        std::printf("x = %8.3f: apart by %.6f, proved to within %.0e\n", pose.translation.x(), apart.hi,
                    apart.hi - apart.lo);
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 3) {
        const auto a = load(argv[1]), b = load(argv[2]);
        if (!a) return fail(a.error());
        if (!b) return fail(b.error());
        come_nearer(*a, *b);
        return 0;
    }
    const auto scene = graze::make_demo("bunnies", {.parameters = {{"triangles", 5000.0}}});
    if (!scene) return fail(scene.error());
    come_nearer(*scene->bodies[0].mesh, *scene->bodies[1].mesh);
    return 0;
}
