#include "graze/io/mesh/glb.h"

#include "graze/io/mesh/glb_primitive.h"
#include "graze/io/mesh/gltf_json.h"
#include "graze/io/mesh/gltf_transform.h"
#include "graze/io/text/byte_reader.h"
#include "graze/io/text/names.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <Eigen/LU>

namespace graze::internal {
namespace {

constexpr std::string_view kMagic = "glTF";
constexpr std::size_t kFileHead = 12, kChunkHead = 8;
constexpr std::uint32_t kJsonChunk = 0x4E4F534A, kBinChunk = 0x004E4942;  // "JSON", "BIN\0"
constexpr std::size_t kDeepestNode = 512;
constexpr std::uint64_t kInstanceBytes = std::uint64_t{256} << 20;
constexpr std::uint64_t kInstanceFactor = 16;  // times the file
// What a body and a surface take besides their triangles and names, generously.
constexpr std::uint64_t kBytesPerBody = 1024, kBytesPerSurface = 256;

/// The two chunks that matter.
struct Chunks {
    std::string_view json;
    std::string_view binary;  // empty if there is none
    std::size_t json_offset = 0;
};

Error byte_error(const std::string& where, std::size_t byte, const std::string& what,
                 const std::string& remedy) {
    return make_error(ErrorCode::BadInput, fmt::format("{}, byte {}", where, byte), what, remedy);
}

Expected<void> check_head(std::string_view bytes, const std::string& where) {
    if (!begins_like_glb(bytes))
        return byte_error(where, 0, "the file does not begin with 'glTF'", "is this a GLB file?");
    if (bytes.size() < kFileHead)
        return byte_error(where, bytes.size(), "the file ends within its 12-byte header",
                          "was it truncated?");
    const auto version = load_little<std::uint32_t>(bytes.data() + 4),
               length = load_little<std::uint32_t>(bytes.data() + 8);
    if (version != 2)
        return make_error(ErrorCode::Unsupported, where + ", byte 4",
                          fmt::format("GLB version {}; only 2 is read", version), "convert it to glTF 2.0");
    if (length != bytes.size())
        return byte_error(where, 8,
                          fmt::format("the header says {} bytes, but the file has {}", length, bytes.size()),
                          length > bytes.size() ? "was it truncated?" : "was something appended?");
    return {};
}

Expected<Chunks> find_chunks(std::string_view bytes, const std::string& where) {
    if (auto head = check_head(bytes, where); !head) return head.error();
    Chunks chunks;
    for (std::size_t at = kFileHead; at < bytes.size();) {
        if (bytes.size() - at < kChunkHead)
            return byte_error(where, at, "the file ends within the head of a chunk", "was it truncated?");
        const auto length = load_little<std::uint32_t>(bytes.data() + at),
                   type = load_little<std::uint32_t>(bytes.data() + at + 4);
        const std::size_t left = bytes.size() - at - kChunkHead;
        if (length > left)
            return byte_error(where, at,
                              fmt::format("a chunk of {} bytes, but only {} are left", length, left),
                              "was the file truncated?");
        const std::string_view content = bytes.substr(at + kChunkHead, length);
        const bool is_first = at == kFileHead;
        if (is_first != (type == kJsonChunk))
            return byte_error(where, at + 4, "the first chunk, and only it, must be JSON",
                              "is this glTF 2.0?");
        if (is_first) chunks.json = content, chunks.json_offset = at + kChunkHead;
        if (type == kBinChunk && chunks.binary.empty()) chunks.binary = content;
        at += kChunkHead + length;
    }
    if (chunks.json_offset == 0)
        return byte_error(where, kFileHead, "no JSON chunk", "was the file truncated?");
    while (!chunks.json.empty() && chunks.json.back() == '\0')
        chunks.json.remove_suffix(1);  // some pad with zeros
    return chunks;
}

/// glTF counts light, sRGB what the eye sees of it.
std::optional<Rgb> seen_colour(const GltfMaterial& material) {
    if (!material.colour) return std::nullopt;
    Rgb colour{};
    for (std::size_t k = 0; k < 3; ++k) {
        const double x = (*material.colour)[k];
        const double seen = x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1.0 / 2.4) - 0.055;
        colour[k] = static_cast<std::uint8_t>(std::lround(255.0 * seen));
    }
    return colour;
}

/// Walks the nodes and makes a body of each that has a mesh.
class NodeWalk {
  public:
    NodeWalk(const GltfDocument& document, const Chunks& chunks, const std::string& where,
             std::size_t file_bytes)
        : document_(document),
          source_{document, chunks.binary, where},
          where_(where),
          budget_(kInstanceBytes + kInstanceFactor * file_bytes) {}

    Expected<GlbBodies> bodies() {
        auto roots = find_roots();
        if (!roots) return roots.error();
        was_seen_.assign(document_.nodes.size(), false);
        find_upward_root(*roots);
        for (const std::uint32_t root : *roots) {
            if (auto entered = enter(root, {}, true); !entered) return entered.error();
            while (!path_.empty())
                if (auto done = step(); !done) return done.error();
        }
        if (bodies_.empty())
            return make_error(ErrorCode::BadInput, where_ + ", nodes",
                              "no node of the scene has a mesh with triangles", "a body needs at least one");
        return GlbBodies{std::move(bodies_), nodes_elsewhere()};
    }

    /// After bodies().
    std::vector<GlbBodyNodes> nodes() { return std::move(nodes_); }

  private:
    /// A node on the way from a root to where we are.
    struct Step {
        std::uint32_t node;
        std::uint32_t next_child;
        GltfTransform world;
        bool is_identity;
    };

    std::string node_place(std::uint32_t node) const { return fmt::format("{}, nodes[{}]", where_, node); }

    Expected<std::vector<std::uint32_t>> find_roots() const;
    Expected<void> enter(std::uint32_t node, const GltfTransform& parent, bool parent_is_identity);
    Expected<void> step();
    Expected<void> add_body(const Step& at);
    Expected<Mesh> gather(std::uint32_t node, std::uint32_t mesh_id);
    Expected<void> charge(std::uint64_t bytes, std::uint32_t node);

    /// Of files that Graze has written: the root that turns z upward does nothing here, and it has no part in
    /// names; nor has an assembly that is all there is below it, as in a CAD file.
    void find_upward_root(const std::vector<std::uint32_t>& roots) {
        if (roots.size() != 1) return;
        const GltfNode& root = document_.nodes[roots[0]];
        if (document_[root.name] != kGlbUpwardNode || root.mesh != kGltfNone || root.transform == kGltfNone)
            return;
        const GltfTransform& turn = document_.transforms[root.transform];
        for (int k = 0; k < 9; ++k)
            if (turn.linear(k % 3, k / 3) != kGlbUpward[static_cast<std::size_t>(k / 3 * 4 + k % 3)]) return;
        if (turn.offset != Vec3::Zero()) return;
        upward_ = roots[0];
        nameless_ = 1;
        if (root.children != 1) return;
        const std::uint32_t child = document_.node_lists[root.first_child];
        if (child < document_.nodes.size() && document_.nodes[child].mesh == kGltfNone) nameless_ = 2;
    }

    /// Nodes with a mesh that were not walked over: of another scene, or of none.
    std::vector<MissingPart> nodes_elsewhere() const {
        std::vector<MissingPart> missing;
        for (std::uint32_t node = 0; node < was_seen_.size(); ++node) {
            if (was_seen_[node] || document_.nodes[node].mesh == kGltfNone) continue;
            missing.push_back({{},
                               fmt::format("node {} ({})", node, name_of_node(node)),
                               "it has a mesh, and is not in the scene that the file shows"});
        }
        return missing;
    }

    std::string name_of_node(std::uint32_t node) const {
        const std::string name = clean_name(document_[document_.nodes[node].name]);
        return name.empty() ? fmt::format("node{}", node) : name;
    }

    const GltfDocument& document_;
    GlbSource source_;
    const std::string& where_;
    std::uint64_t budget_;
    std::vector<Step> path_;  // from a root to where we are
    std::vector<bool> was_seen_;
    std::uint32_t upward_ = kGltfNone;  // the root that turns all, of a file of our own
    std::size_t nameless_ = 0;          // nodes at the beginning of a path that have no part in names
    std::vector<FileBody> bodies_;
    std::vector<GlbBodyNodes> nodes_;  // by body
    UniqueNames body_names_;
};

Expected<std::vector<std::uint32_t>> NodeWalk::find_roots() const {
    std::vector<std::uint32_t> roots;
    const std::size_t scene = document_.scene == kGltfNone ? 0 : document_.scene;
    if (!document_.scenes.empty() || document_.scene != kGltfNone) {
        if (scene >= document_.scenes.size())
            return make_error(ErrorCode::BadInput, where_ + ", scene",
                              fmt::format("scene {} of {}", scene, document_.scenes.size()),
                              "is the file damaged?");
        const GltfScene& chosen = document_.scenes[scene];
        for (std::uint32_t i = 0; i < chosen.nodes; ++i)
            roots.push_back(document_.node_lists[chosen.first_node + i]);
        for (const std::uint32_t root : roots)
            if (root >= document_.nodes.size())
                return make_error(ErrorCode::BadInput, fmt::format("{}, scenes[{}].nodes", where_, scene),
                                  fmt::format("node {} of {}", root, document_.nodes.size()),
                                  "is the file damaged?");
        return roots;
    }
    std::vector<bool> is_child(document_.nodes.size(), false);
    for (const GltfNode& node : document_.nodes)
        for (std::uint32_t i = 0; i < node.children; ++i)
            if (const std::uint32_t child = document_.node_lists[node.first_child + i];
                child < is_child.size())
                is_child[child] = true;
    for (std::uint32_t n = 0; n < is_child.size(); ++n)
        if (!is_child[n]) roots.push_back(n);
    if (roots.empty() && !document_.nodes.empty())
        return make_error(ErrorCode::BadInput, where_ + ", nodes",
                          "every node is a child of another: the graph is cyclic",
                          "a node tree needs a root");
    return roots;
}

Expected<void> NodeWalk::charge(std::uint64_t bytes, std::uint32_t node) {
    if (bytes > budget_)
        return make_error(
            ErrorCode::Unsupported, node_place(node),
            fmt::format("the instances so far need more memory than {} times the file and {} MiB",
                        kInstanceFactor, kInstanceBytes >> 20),
            "split the file");
    budget_ -= bytes;
    return {};
}

Expected<void> NodeWalk::enter(std::uint32_t node, const GltfTransform& parent, bool parent_is_identity) {
    if (was_seen_[node])
        return make_error(ErrorCode::BadInput, node_place(node),
                          "this node is reached twice: the graph is cyclic or a node has two parents",
                          "each node may have one parent");
    was_seen_[node] = true;
    if (path_.size() == kDeepestNode)
        return make_error(ErrorCode::Unsupported, node_place(node),
                          fmt::format("nodes nested more than {} deep", kDeepestNode), "flatten the tree");
    Step step{node, 0, parent, parent_is_identity};
    if (const std::uint32_t own = document_.nodes[node].transform; own != kGltfNone && node != upward_) {
        const GltfTransform& local = document_.transforms[own];
        step.world = parent_is_identity ? local : parent * local;
        step.is_identity = false;
    }
    path_.push_back(step);
    return document_.nodes[node].mesh == kGltfNone ? Expected<void>() : add_body(step);
}

/// To the next child of the last node of the path, or back if there is none.
Expected<void> NodeWalk::step() {
    const Step at = path_.back();
    const GltfNode& node = document_.nodes[at.node];
    if (at.next_child == node.children) {
        path_.pop_back();
        return {};
    }
    ++path_.back().next_child;
    const std::uint32_t child = document_.node_lists[node.first_child + at.next_child];
    if (child >= document_.nodes.size())
        return make_error(ErrorCode::BadInput, node_place(at.node) + ".children",
                          fmt::format("node {} of {}", child, document_.nodes.size()),
                          "is the file damaged?");
    return enter(child, at.world, at.is_identity);
}

Expected<Mesh> NodeWalk::gather(std::uint32_t node, std::uint32_t mesh_id) {
    const GltfMesh& source = document_.meshes[mesh_id];
    Mesh mesh;
    UniqueNames surface_names;
    for (std::uint32_t i = 0; i < source.primitives; ++i) {
        const GltfPrimitive& primitive = document_.primitives[source.first_primitive + i];
        const std::string place = fmt::format("{}, meshes[{}].primitives[{}]", where_, mesh_id, i);
        const auto size = measure_primitive(source_, primitive, place);
        if (!size) return size.error();
        if (size->triangles == 0) continue;
        const std::uint64_t bytes = size->triangles * (sizeof(Triangle) + 4) + size->vertices * sizeof(Vec3);
        if (auto paid = charge(bytes + kBytesPerSurface, node); !paid) return paid.error();
        if (auto added = append_primitive(source_, primitive, place, mesh); !added) return added.error();
        const GltfMaterial material = primitive.material < document_.materials.size()
                                          ? document_.materials[primitive.material]
                                          : GltfMaterial{};
        std::string name = clean_name(document_[material.name]);
        if (name.empty()) name = source.primitives == 1 ? "surface" : fmt::format("primitive{}", i);
        mesh.surface_of_triangle.resize(mesh.triangles.size(),
                                        static_cast<std::uint32_t>(mesh.surfaces.size()));
        mesh.surfaces.push_back(
            {.name = surface_names.add(std::move(name)), .colour = seen_colour(material)});
    }
    return mesh;
}

Expected<void> NodeWalk::add_body(const Step& at) {
    const std::uint32_t mesh_id = document_.nodes[at.node].mesh;
    if (mesh_id >= document_.meshes.size())
        return make_error(ErrorCode::BadInput, node_place(at.node) + ".mesh",
                          fmt::format("mesh {} of {}", mesh_id, document_.meshes.size()),
                          "is the file damaged?");
    auto mesh = gather(at.node, mesh_id);
    if (!mesh) return mesh.error();
    if (mesh->triangles.empty()) return {};
    if (!at.is_identity) {
        for (Vec3& p : mesh->vertices) p = at.world.linear * p + at.world.offset;
        if (at.world.linear.determinant() < 0.0)
            for (Triangle& t : mesh->triangles) std::swap(t[1], t[2]);
    }
    if (auto valid = validate(*mesh, node_place(at.node)); !valid) return valid;
    std::string name;
    for (std::size_t i = nameless_; i < path_.size(); ++i)
        name += (name.empty() ? "" : "/") + name_of_node(path_[i].node);
    if (auto paid = charge(kBytesPerBody + 4 * name.size(), at.node); !paid) return paid;
    bodies_.push_back({body_names_.add(std::move(name)), std::move(*mesh)});
    GlbBodyNodes nodes{bodies_.back().name, {}};
    for (const Step& step : path_)
        if (step.node != upward_) nodes.nodes.push_back(step.node);
    nodes_.push_back(std::move(nodes));
    return {};
}

}  // namespace

bool begins_like_glb(std::string_view bytes) { return bytes.starts_with(kMagic); }

Expected<GlbBodies> parse_glb(std::string_view bytes, const std::string& where) {
    const auto chunks = find_chunks(bytes, where);
    if (!chunks) return chunks.error();
    const auto document = parse_gltf_json(chunks->json, where, chunks->json_offset);
    if (!document) return document.error();
    return NodeWalk(*document, *chunks, where, bytes.size()).bodies();
}

Expected<GlbParts> glb_parts(std::string_view bytes, const std::string& where) {
    const auto chunks = find_chunks(bytes, where);
    if (!chunks) return chunks.error();
    const auto document = parse_gltf_json(chunks->json, where, chunks->json_offset);
    if (!document) return document.error();
    NodeWalk walk(*document, *chunks, where, bytes.size());
    if (auto bodies = walk.bodies(); !bodies) return bodies.error();
    return GlbParts{chunks->json, chunks->binary, walk.nodes()};
}

}  // namespace graze::internal
