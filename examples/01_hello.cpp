// Reads a mesh (or makes one), says what it is, and saves a picture of it.
//
//     01_hello [FILE.stl|.obj|.ply|.glb] [PICTURE.png]
#include <graze/graze.h>

#include <cstdio>

namespace {

graze::Expected<graze::Mesh> load(int argc, char** argv) {
    if (argc < 2) {
        const auto scene = graze::make_demo("peg-in-hole");
        if (!scene) return scene.error();
        return *scene->bodies.front().mesh;
    }
    const auto file = graze::read_mesh_file(argv[1]);
    if (!file) return file.error();
    return file->bodies.front().mesh;
}

int fail(const graze::Error& error) {
    std::fprintf(stderr, "%s\n", error.message.c_str());
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    const auto mesh = load(argc, argv);
    if (!mesh) return fail(mesh.error());

    const graze::MeshDiagnosis diagnosis = graze::diagnose(*mesh);
    std::printf("%zu triangles in %zu surfaces, %s\n", mesh->triangles.size(), mesh->surfaces.size(),
                diagnosis.closed ? "closed" : "open");

    if (argc < 3) return 0;
    const graze::Image image = graze::draw({{.mesh = &*mesh, .colour = graze::body_colour(0)}});
    const auto written = graze::write_file_atomically(argv[2], graze::encode_png(image));
    return written ? 0 : fail(written.error());
}
