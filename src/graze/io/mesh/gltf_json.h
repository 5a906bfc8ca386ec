// The JSON part of a GLB file, as far as geometry needs it.
//
// Read event by event into small records: a hostile file cannot make us build a large document. Everything
// else (images, animations, cameras, extras) is passed over unread. Numbers that point somewhere (indices,
// offsets, counts) are non-negative integers or the file is refused; whether they point into something that
// exists is judged by whoever follows them (glb.cpp).
#pragma once

#include "graze/core/expected.h"
#include "graze/core/internal.h"
#include "graze/numeric/vector.h"

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graze::internal {

/// Types of components, as glTF numbers them.
inline constexpr std::uint32_t kUnsignedByte = 5121, kUnsignedShort = 5123, kUnsignedInt = 5125,
                               kFloat = 5126;

inline constexpr std::uint32_t kGltfNone = 0xFFFFFFFF;  // an index that is not given

/// A piece of GltfDocument::text.
struct GltfText {
    std::uint32_t begin = 0;
    std::uint32_t size = 0;
};

/// x -> linear * x + offset
struct GltfTransform {
    Mat3 linear = Mat3::Identity();
    Vec3 offset = Vec3::Zero();
};

struct GltfNode {
    GltfText name;
    std::uint32_t mesh = kGltfNone;
    std::uint32_t transform = kGltfNone;  // in GltfDocument::transforms; none: identity
    std::uint32_t first_child = 0;        // in GltfDocument::node_lists
    std::uint32_t children = 0;
};

struct GltfScene {
    std::uint32_t first_node = 0;  // in GltfDocument::node_lists
    std::uint32_t nodes = 0;
};

struct GltfMesh {
    GltfText name;
    std::uint32_t first_primitive = 0;
    std::uint32_t primitives = 0;
};

struct GltfPrimitive {
    std::uint32_t position = kGltfNone;
    std::uint32_t indices = kGltfNone;
    std::uint32_t material = kGltfNone;
    std::uint32_t mode = 4;  // triangles
    bool is_morphed = false;
};

struct GltfAccessor {
    std::uint64_t offset = 0;
    std::uint64_t count = 0;
    std::uint32_t view = kGltfNone;
    std::uint32_t component = 0;  // 5121 u8, 5123 u16, 5125 u32, 5126 f32, ...
    GltfText type;                // "VEC3", "SCALAR", ...
    bool is_sparse = false;
};

struct GltfView {
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    std::uint64_t stride = 0;  // 0: packed
    std::uint32_t buffer = kGltfNone;
};

struct GltfBuffer {
    std::uint64_t length = 0;
    bool is_elsewhere = false;  // has a uri
};

struct GltfMaterial {
    GltfText name;
    std::optional<std::array<double, 3>> colour = {};  // red, green, blue as light; each in [0, 1]
};

/// Deques, because they grow without copying: memory stays within a small multiple of the JSON.
struct GltfDocument {
    std::uint32_t scene = kGltfNone;
    std::deque<GltfScene> scenes;
    std::deque<GltfNode> nodes;
    std::deque<GltfTransform> transforms;
    std::deque<GltfMesh> meshes;
    std::deque<GltfPrimitive> primitives;
    std::deque<GltfAccessor> accessors;
    std::deque<GltfView> views;
    std::deque<GltfBuffer> buffers;
    std::deque<GltfMaterial> materials;
    std::deque<std::uint32_t> node_lists;
    std::string text;

    [[nodiscard]] std::string_view operator[](GltfText piece) const {
        return std::string_view(text).substr(piece.begin, piece.size);
    }
};

/// `where` starts messages; `offset` is the place of `json` in the file, for messages.
/// Pre: json.size() < 2^32.
[[nodiscard]] Expected<GltfDocument> parse_gltf_json(std::string_view json, const std::string& where,
                                                     std::size_t offset);

}  // namespace graze::internal
