// How far apart are two bodies, and where are they nearest? Proved bounds.
//
//     03_distance [A.stl B.stl]    without files: a brick beside another
#include <graze/graze.h>

#include <cstdio>

namespace {

/// Eight vertices and twelve triangles, by hand: a mesh is plain data.
graze::Expected<graze::Body> brick(const graze::Vec3& half) {
    graze::Mesh mesh;
    for (int k = 0; k < 8; ++k)
        mesh.vertices.emplace_back(k & 1 ? half.x() : -half.x(), k & 2 ? half.y() : -half.y(),
                                   k & 4 ? half.z() : -half.z());
    mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                      {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    graze::make_one_surface(mesh, "brick");
    return graze::build_body(std::move(mesh));
}

}  // namespace

int main(int argc, char** argv) {
    const auto a = argc == 3 ? graze::load_body(argv[1]) : brick({1, 2, 3});
    const auto b = argc == 3 ? graze::load_body(argv[2]) : brick({0.5, 0.25, 0.75});
    for (const auto* body : {&a, &b})
        if (!*body) return std::fprintf(stderr, "%s\n", body->error().message.c_str()), 2;

    const graze::Pose aside{graze::Vec3(1.5 * a->size(), 0, 0)};
    const auto apart = graze::distance(a->at(), b->at(aside));
    std::printf("%.17g <= distance <= %.17g, from (%g, %g, %g) to (%g, %g, %g)\n", apart.lo, apart.hi,
                apart.on_a.x(), apart.on_a.y(), apart.on_a.z(), apart.on_b.x(), apart.on_b.y(),
                apart.on_b.z());

    // A limit is decided exactly, not by comparing rounded numbers.
    const bool is_near = graze::is_within(a->at(), b->at(aside), apart.lo * 0.999);
    std::printf("nearer than 99.9 %% of that: %s\n", is_near ? "yes?" : "no");
    return is_near ? 1 : 0;
}
