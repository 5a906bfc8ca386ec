#include "graze/io/mesh/glb_primitive.h"

#include "graze/io/text/byte_reader.h"
#include "graze/io/text/text_cursor.h"

#include <cmath>
#include <unordered_map>

#include <fmt/format.h>

namespace graze::internal {
namespace {

constexpr std::uint32_t kTriangles = 4, kStrip = 5, kFan = 6;
constexpr std::uint64_t kMostStride = 252;

/// An accessor whose bytes are known to be there.
struct Items {
    const char* first = nullptr;
    std::uint64_t count = 0;
    std::uint64_t stride = 0;
    std::uint32_t component = 0;
};

Error bad(const std::string& place, const std::string& what,
          const std::string& remedy = "is the file damaged?", ErrorCode code = ErrorCode::BadInput) {
    return make_error(code, place, what, remedy);
}

/// The bytes of a view, or why they are not there.
Expected<std::string_view> view_bytes(const GlbSource& source, std::uint32_t id) {
    const std::string place = fmt::format("{}, bufferViews[{}]", source.where, id);
    const GltfDocument& document = source.document;
    const GltfView& view = document.views[id];
    if (view.buffer >= document.buffers.size())
        return bad(place, fmt::format("buffer {} of {}", static_cast<std::int32_t>(view.buffer),
                                      document.buffers.size()));
    const GltfBuffer& buffer = document.buffers[view.buffer];
    if (buffer.is_elsewhere || view.buffer != 0)
        return bad(place, fmt::format("buffer {} is not the one in this file", view.buffer),
                   "pack everything into one GLB file", ErrorCode::Unsupported);
    if (buffer.length > source.binary.size())
        return bad(fmt::format("{}, buffers[0].byteLength", source.where),
                   fmt::format("{} bytes, but the binary chunk has {}", buffer.length, source.binary.size()),
                   "was the file truncated?");
    if (view.offset > buffer.length || view.length > buffer.length - view.offset)
        return bad(place, fmt::format("bytes {} .. {} of a buffer of {}", view.offset,
                                      view.offset + view.length, buffer.length));
    return source.binary.substr(view.offset, view.length);
}

struct Wanted {
    std::string_view type;
    std::uint64_t item_bytes;
};

Expected<Items> find_items(const GlbSource& source, std::uint32_t id, const Wanted& wanted) {
    const GltfDocument& document = source.document;
    const std::string place = fmt::format("{}, accessors[{}]", source.where, id);
    const GltfAccessor& accessor = document.accessors[id];
    if (accessor.is_sparse)
        return bad(place, "a sparse accessor, which is not read", "export without sparse accessors",
                   ErrorCode::Unsupported);
    if (document[accessor.type] != wanted.type)
        return bad(place, fmt::format("type {} where {} is expected", quoted_word(document[accessor.type]),
                                      wanted.type));
    if (accessor.count == 0) return bad(place, "0 items; at least 1 is needed");
    if (accessor.view >= document.views.size())
        return bad(place, fmt::format("bufferView {} of {}", static_cast<std::int32_t>(accessor.view),
                                      document.views.size()));
    const auto bytes = view_bytes(source, accessor.view);
    if (!bytes) return bytes.error();
    const std::uint64_t given = document.views[accessor.view].stride,
                        stride = given == 0 ? wanted.item_bytes : given;
    if (stride < wanted.item_bytes || stride > kMostStride)
        return bad(fmt::format("{}, bufferViews[{}].byteStride", source.where, accessor.view),
                   fmt::format("{} is not in {} .. {}", given, wanted.item_bytes, kMostStride));
    // No product overflows: all three are below 2^32.
    const std::uint64_t needed = accessor.offset + stride * (accessor.count - 1) + wanted.item_bytes;
    if (needed > bytes->size())
        return bad(place,
                   fmt::format("{} items need {} bytes, but bufferView {} has {}", accessor.count, needed,
                               accessor.view, bytes->size()),
                   "was the file truncated?");
    return Items{bytes->data() + accessor.offset, accessor.count, stride, accessor.component};
}

Expected<Items> find_positions(const GlbSource& source, const GltfPrimitive& primitive,
                               const std::string& place) {
    if (primitive.is_morphed)
        return bad(place + ".targets", "morph targets change the shape, which is not read", "bake them",
                   ErrorCode::Unsupported);
    if (primitive.position >= source.document.accessors.size())
        return bad(place + ".attributes.POSITION", primitive.position == kGltfNone
                                                       ? std::string("no positions")
                                                       : fmt::format("accessor {} of {}", primitive.position,
                                                                     source.document.accessors.size()));
    if (source.document.accessors[primitive.position].component != kFloat)
        return bad(fmt::format("{}, accessors[{}].componentType", source.where, primitive.position),
                   fmt::format("{}; positions must be float32 (5126)",
                               source.document.accessors[primitive.position].component),
                   "export without quantization", ErrorCode::Unsupported);
    return find_items(source, primitive.position, {"VEC3", 12});
}

Expected<Items> find_indices(const GlbSource& source, const GltfPrimitive& primitive,
                             const std::string& place) {
    if (primitive.indices >= source.document.accessors.size())
        return bad(place + ".indices",
                   fmt::format("accessor {} of {}", primitive.indices, source.document.accessors.size()));
    const std::uint32_t component = source.document.accessors[primitive.indices].component;
    const std::uint64_t bytes = component == kUnsignedByte    ? 1
                                : component == kUnsignedShort ? 2
                                : component == kUnsignedInt   ? 4
                                                              : 0;
    if (bytes == 0)
        return bad(fmt::format("{}, accessors[{}].componentType", source.where, primitive.indices),
                   fmt::format("{}; indices must be 5121, 5123 or 5125 (unsigned)", component));
    return find_items(source, primitive.indices, {"SCALAR", bytes});
}

std::uint32_t index_at(const Items& indices, std::uint64_t i) {
    const char* at = indices.first + i * indices.stride;
    if (indices.component == kUnsignedByte) return load_little<std::uint8_t>(at);
    if (indices.component == kUnsignedShort) return load_little<std::uint16_t>(at);
    return load_little<std::uint32_t>(at);
}

/// Gives each used item of an accessor a vertex of the mesh. Dense where most items are used; else by a map,
/// since many primitives may pick a few items each out of one large accessor.
class VertexPicker {
  public:
    VertexPicker(const Items& positions, std::uint64_t uses, Mesh& mesh)
        : positions_(positions), mesh_(mesh) {
        if (positions.count <= 4 * uses) dense_.assign(positions.count, kGltfNone);
    }

    /// Pre: item < positions.count. Error: a coordinate that is not finite.
    Expected<std::uint32_t> vertex_of(std::uint32_t item, const std::string& place) {
        std::uint32_t& id =
            dense_.empty() ? sparse_.try_emplace(item, kGltfNone).first->second : dense_[item];
        if (id == kGltfNone) {
            Vec3 point;
            for (int a = 0; a < 3; ++a)
                point[a] = load_little<float>(positions_.first + item * positions_.stride +
                                              4 * static_cast<std::size_t>(a));
            if (!point.allFinite())
                return bad(
                    place + ".attributes.POSITION",
                    fmt::format("item {} is ({}, {}, {}), not finite", item, point.x(), point.y(), point.z()),
                    "remove or mend it");
            id = static_cast<std::uint32_t>(mesh_.vertices.size());
            mesh_.vertices.push_back(point);
        }
        return id;
    }

  private:
    Items positions_;
    Mesh& mesh_;
    std::vector<std::uint32_t> dense_;
    std::unordered_map<std::uint32_t, std::uint32_t> sparse_;
};

/// Which corners make triangle t of a list, a strip or a fan (glTF 2.0, section 3.7.2.1).
std::array<std::uint64_t, 3> corners_of(std::uint32_t mode, std::uint64_t t) {
    if (mode == kStrip) return {t, t + 1 + t % 2, t + 2 - t % 2};
    if (mode == kFan) return {t + 1, t + 2, 0};
    return {3 * t, 3 * t + 1, 3 * t + 2};
}

}  // namespace

Expected<PrimitiveSize> measure_primitive(const GlbSource& source, const GltfPrimitive& primitive,
                                          const std::string& place) {
    if (primitive.mode > kFan)
        return bad(place + ".mode", fmt::format("mode {}; known are 0 .. 6", primitive.mode));
    if (primitive.mode < kTriangles) return PrimitiveSize{};
    const auto positions = find_positions(source, primitive, place);
    if (!positions) return positions.error();
    std::uint64_t corners = positions->count;
    if (primitive.indices != kGltfNone) {
        const auto indices = find_indices(source, primitive, place);
        if (!indices) return indices.error();
        corners = indices->count;
    }
    if (corners < 3 || (primitive.mode == kTriangles && corners % 3 != 0))
        return bad(place, fmt::format("{} corners do not make triangles", corners),
                   "a list of triangles has a multiple of 3, a strip or fan at least 3");
    return PrimitiveSize{std::min(positions->count, corners),
                         primitive.mode == kTriangles ? corners / 3 : corners - 2};
}

Expected<void> append_primitive(const GlbSource& source, const GltfPrimitive& primitive,
                                const std::string& place, Mesh& mesh) {
    const auto positions = find_positions(source, primitive, place);
    if (!positions) return positions.error();
    const auto size = measure_primitive(source, primitive, place);
    if (!size) return size.error();
    std::optional<Items> indices;
    if (primitive.indices != kGltfNone) indices = *find_indices(source, primitive, place);
    VertexPicker picker(*positions, 3 * size->triangles, mesh);
    mesh.vertices.reserve(mesh.vertices.size() + size->vertices);
    mesh.triangles.reserve(mesh.triangles.size() + size->triangles);
    for (std::uint64_t t = 0; t < size->triangles; ++t) {
        Triangle& triangle = mesh.triangles.emplace_back();
        const auto corner = corners_of(primitive.mode, t);
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t item =
                indices ? index_at(*indices, corner[k]) : static_cast<std::uint32_t>(corner[k]);
            if (item >= positions->count)
                return bad(place + ".indices",
                           fmt::format("corner {} has index {}, but there are {} positions", corner[k], item,
                                       positions->count));
            const auto vertex = picker.vertex_of(item, place);
            if (!vertex) return vertex.error();
            triangle[k] = *vertex;
        }
    }
    return {};
}

}  // namespace graze::internal
