// The scene reader on any bytes: it refuses or describes, and a description can be assembled and written
// again.
#include "graze/io/scene/scene_assembly.h"

#include <cstdint>
#include <cstdlib>

namespace {

/// Every mesh file has the two parts "p" and "q".
graze::Expected<graze::ModelFile> small_mesh(const std::filesystem::path&, const graze::MeshReadOptions&) {
    graze::Mesh mesh;
    mesh.vertices = {{0, 0, 0}, {3, 0, 0}, {0, 2, 1}};
    mesh.triangles = {{0, 1, 2}};
    graze::make_one_surface(mesh, "skin");
    return graze::model_of({graze::MeshFormat::Obj, false, {{"p", mesh}, {"q", mesh}}});
}

void demand(bool condition) {
    if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    const auto description = graze::parse_scene_text(text, "s.json");
    if (!description) {
        demand(!description.error().message.empty());
        demand(description.error().message.find('\n') == std::string::npos);
        return 0;
    }
    const auto scene =
        graze::assemble_scene(*description, "s.json", {.threads = 1},
                              [](const auto& path, const auto& how) { return small_mesh(path, how); });
    if (!scene) return 0;
    demand(graze::validate(*scene, "s.json").has_value());

    // Written and read again it is the same text: nothing is lost and nothing drifts.
    const std::vector<std::string> meshes(scene->bodies.size(), "m.obj");
    const std::string once = graze::format_scene(*scene, meshes);
    const auto again = graze::parse_scene_text(once, "s.json");
    demand(again.has_value());
    demand(again->bodies.size() == scene->bodies.size() && again->paths.size() == scene->paths.size());
    return 0;
}
