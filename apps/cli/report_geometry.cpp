#include "report_geometry.h"

#include "graze/picture/deflate.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace graze::cli {
namespace {

constexpr double kSteps = 65535.0;

std::uint32_t zigzag(std::int64_t x) {
    return static_cast<std::uint32_t>(x < 0 ? -2 * x - 1 : 2 * x);
}

void add_axis(const PackedMesh& packed, int axis, std::string& bytes) {
    const std::vector<Vec3>& vertices = packed.mesh->vertices;
    const double low = packed.low[axis], width = packed.high[axis] - low;
    std::string lows, highs;
    std::int64_t before = 0;
    for (const Vec3& vertex : vertices) {
        const auto at = static_cast<std::int64_t>(width > 0.0 ? std::lround((vertex[axis] - low) / width * kSteps) : 0);
        std::int64_t step = at - before;
        if (step > 32767) step -= 65536;
        if (step < -32768) step += 65536;
        before = at;
        const std::uint32_t code = zigzag(step);
        lows.push_back(static_cast<char>(code & 0xFF));
        highs.push_back(static_cast<char>(code >> 8 & 0xFF));
    }
    bytes += lows + highs;
}

void add_triangles(const Mesh& mesh, std::string& bytes) {
    std::int64_t before = 0;
    for (const Triangle& triangle : mesh.triangles)
        for (const std::uint32_t corner : triangle) {
            std::uint32_t code = zigzag(static_cast<std::int64_t>(corner) - before);
            before = corner;
            while (code >= 128) {
                bytes.push_back(static_cast<char>((code & 127) | 128));
                code >>= 7;
            }
            bytes.push_back(static_cast<char>(code));
        }
}

}  // namespace

PackedMeshes pack_meshes(const std::vector<const Mesh*>& meshes) {
    PackedMeshes result;
    std::string bytes;
    for (const Mesh* mesh : meshes) {
        const Box box = bounds_of(*mesh);
        const PackedMesh packed{mesh, box.min, box.max};
        for (int axis = 0; axis < 3; ++axis) add_axis(packed, axis, bytes);
        add_triangles(*mesh, bytes);
        result.meshes.push_back(packed);
    }
    const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
    result.packed = picture::deflate_piece(std::span(data, bytes.size()), picture::PiecePlace::Last);
    return result;
}

std::string base64(std::string_view bytes) {
    constexpr const char* kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t left = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t word = 0;
        for (std::size_t k = 0; k < 3; ++k) word = word << 8 | (k < left ? static_cast<unsigned char>(bytes[i + k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k) text.push_back(k <= left ? kDigits[word >> (18 - 6 * k) & 63] : '=');
    }
    return text;
}

}  // namespace graze::cli
