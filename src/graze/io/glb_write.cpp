#include "graze/io/glb.h"
#include "graze/io/gltf_json.h"
#include "graze/io/names.h"

#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace graze {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint32_t kArrayBuffer = 34962, kElementBuffer = 34963;
constexpr std::uint64_t kLongestFile = 0xFFFFFFFF;  // the header counts bytes in 32 bits

void put(std::string& buffer, std::uint32_t value) {
    buffer.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// Triangles sorted by surface, each surface's first one at begin[surface].
struct BySurface {
    std::vector<std::uint32_t> order;
    std::vector<std::uint32_t> begin;
};

BySurface by_surface(const Mesh& mesh) {
    BySurface sorted;
    sorted.begin.assign(mesh.surfaces.size() + 1, 0);
    for (const std::uint32_t s : mesh.surface_of_triangle) ++sorted.begin[s + 1];
    for (std::size_t s = 0; s < mesh.surfaces.size(); ++s) sorted.begin[s + 1] += sorted.begin[s];
    sorted.order.resize(mesh.triangles.size());
    std::vector<std::uint32_t> place(sorted.begin.begin(), sorted.begin.end() - 1);
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
        sorted.order[place[mesh.surface_of_triangle[t]]++] = t;
    return sorted;
}

/// Lays out the binary chunk (positions, then indices, body after body) and describes it in JSON.
class Layout {
  public:
    explicit Layout(double factor) : factor_(factor) {
        json_["asset"] = {{"version", "2.0"}, {"generator", "graze"}};
        json_["scene"] = 0;
        json_["scenes"] = Json::array({{{"nodes", Json::array()}}});
        for (const char* section : {"nodes", "meshes", "materials", "accessors", "bufferViews"})
            json_[section] = Json::array();
    }

    void add(const FileBody& body) {
        const Mesh& mesh = body.mesh;
        const std::size_t positions = add_positions(mesh);
        const std::size_t view = add_view(mesh.triangles.size() * sizeof(Triangle), kElementBuffer);
        const BySurface sorted = by_surface(mesh);
        UniqueNames names;
        Json primitives = Json::array();
        for (std::size_t s = 0; s < mesh.surfaces.size(); ++s) {
            const std::uint64_t first = sorted.begin[s], count = sorted.begin[s + 1] - first;
            if (count == 0) continue;
            json_["accessors"].push_back({{"bufferView", view},
                                          {"byteOffset", first * sizeof(Triangle)},
                                          {"componentType", kUnsignedInt},
                                          {"count", 3 * count},
                                          {"type", "SCALAR"}});
            primitives.push_back(
                {{"attributes", {{"POSITION", positions}}},
                 {"indices", json_["accessors"].size() - 1},
                 {"material", material_named(names.add(clean_name(mesh.surfaces[s].name)))}});
        }
        const std::string name = body_names_.add(clean_name(body.name));
        json_["scenes"][0]["nodes"].push_back(json_["nodes"].size());
        json_["nodes"].push_back({{"name", name}, {"mesh", json_["meshes"].size()}});
        json_["meshes"].push_back({{"name", name}, {"primitives", std::move(primitives)}});
    }

    std::uint64_t binary_bytes() const { return bytes_; }

    std::string finished_json() {
        json_["buffers"] = Json::array({{{"byteLength", bytes_}}});
        std::string text = json_.dump();
        text.resize((text.size() + 3) / 4 * 4, ' ');
        return text;
    }

  private:
    std::size_t add_view(std::uint64_t length, std::uint32_t target) {
        json_["bufferViews"].push_back(
            {{"buffer", 0}, {"byteOffset", bytes_}, {"byteLength", length}, {"target", target}});
        bytes_ += length;
        return json_["bufferViews"].size() - 1;
    }

    std::size_t add_positions(const Mesh& mesh) {
        const std::size_t view = add_view(mesh.vertices.size() * 3 * sizeof(float), kArrayBuffer);
        const Box box = bounds_of(mesh);
        const auto rounded = [&](const Vec3& p) {
            Json values = Json::array();
            for (const double x : p) values.push_back(static_cast<float>(x * factor_));
            return values;
        };
        json_["accessors"].push_back({{"bufferView", view},
                                      {"componentType", kFloat},
                                      {"count", mesh.vertices.size()},
                                      {"type", "VEC3"},
                                      {"min", rounded(box.min)},
                                      {"max", rounded(box.max)}});
        return json_["accessors"].size() - 1;
    }

    std::size_t material_named(const std::string& name) {
        const auto [entry, is_new] = materials_.try_emplace(name, materials_.size());
        if (is_new) json_["materials"].push_back({{"name", name}});
        return entry->second;
    }

    double factor_;
    Json json_;
    std::uint64_t bytes_ = 0;
    std::map<std::string, std::size_t> materials_;
    UniqueNames body_names_;
};

Expected<void> check_range(std::span<const FileBody> bodies, double factor, const std::string& where) {
    for (const FileBody& body : bodies)
        for (std::size_t v = 0; v < body.mesh.vertices.size(); ++v)
            if (const double most = (body.mesh.vertices[v] * factor).cwiseAbs().maxCoeff();
                !(most <= std::numeric_limits<float>::max()))
                return make_error(
                    ErrorCode::Unsupported, fmt::format("{}, body '{}', vertex {}", where, body.name, v),
                    fmt::format("coordinate {} m exceeds float32, which glTF stores (limit 3.4e38)", most),
                    "write OBJ or PLY");
    return {};
}

void write_binary(AtomicFile& file, const Mesh& mesh, double factor) {
    std::string buffer;
    constexpr std::size_t kBlock = 1 << 20;
    const auto flush_beyond = [&](std::size_t size) {
        if (buffer.size() <= size) return;
        file.write(buffer);
        buffer.clear();
    };
    for (const Vec3& p : mesh.vertices) {
        for (const double x : p) put(buffer, std::bit_cast<std::uint32_t>(static_cast<float>(x * factor)));
        flush_beyond(kBlock);
    }
    for (const std::uint32_t t : by_surface(mesh).order) {
        for (const std::uint32_t v : mesh.triangles[t]) put(buffer, v);
        flush_beyond(kBlock);
    }
    flush_beyond(0);
}

}  // namespace

Expected<void> write_glb(AtomicFile& file, std::span<const FileBody> bodies, double factor,
                         const std::string& where) {
    if (auto good = check_range(bodies, factor, where); !good) return good;
    Layout layout(factor);
    for (const FileBody& body : bodies) layout.add(body);
    const std::string json = layout.finished_json();
    constexpr std::uint64_t kHeads = 12 + 8 + 8;
    const std::uint64_t length = kHeads + json.size() + layout.binary_bytes();
    if (length > kLongestFile)
        return make_error(ErrorCode::Unsupported, where,
                          fmt::format("{} bytes; a GLB file has at most {}", length, kLongestFile),
                          "write several files, or PLY");
    std::string head = "glTF";
    put(head, 2);
    put(head, static_cast<std::uint32_t>(length));
    put(head, static_cast<std::uint32_t>(json.size()));
    head += "JSON" + json;
    put(head, static_cast<std::uint32_t>(layout.binary_bytes()));
    head += std::string_view("BIN\0", 4);
    file.write(head);
    for (const FileBody& body : bodies) write_binary(file, body.mesh, factor);
    return {};
}

}  // namespace graze
