#include "graze/io/mesh/body_file.h"

#include "graze/model/join.h"

namespace graze {

Expected<Body> load_body(const std::filesystem::path& path, const MeshReadOptions& options) {
    auto file = read_mesh_file(path, options);
    if (!file) return file.error();
    if (file->bodies.size() == 1) return build_body(std::move(file->bodies.front().mesh));
    std::vector<NamedMesh> meshes;
    for (const FileBody& body : file->bodies) meshes.push_back({body.name, body.mesh});
    auto joined = join_meshes(meshes, path.string());
    if (!joined) return joined.error();
    return build_body(std::move(*joined));
}

}  // namespace graze
