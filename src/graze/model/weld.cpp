#include "graze/model/weld.h"

#include <algorithm>
#include <bit>

namespace graze::internal {
namespace {

constexpr std::uint32_t kEmpty = 0xFFFFFFFF;
constexpr std::size_t kLeastSlots = 16;

/// Both halves of a product folded together: every bit of both factors reaches the result.
std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
    const auto product = static_cast<unsigned __int128>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

/// The odd constants are bit patterns of NaNs, so no factor is ever zero for finite coordinates. The
/// result does not depend on the hash: numbers are given in order of appearance.
std::size_t hash_of(const Vec3& p) {
    const std::uint64_t xy = fold(std::bit_cast<std::uint64_t>(p.x()) ^ 0x7FF9A5C3E17B4D25u,
                                  std::bit_cast<std::uint64_t>(p.y()) ^ 0xFFFB3D8E6C915A37u);
    return fold(std::bit_cast<std::uint64_t>(p.z()) ^ 0x7FFD69B2C8F4E16Bu, xy ^ 0x9E3779B97F4A7C15u);
}

/// -0.0 + 0.0 is +0.0; everything else stays.
Vec3 without_negative_zeros(const Vec3& p) { return {p.x() + 0.0, p.y() + 0.0, p.z() + 0.0}; }

bool is_same(const Vec3& a, const Vec3& b) { return a.x() == b.x() && a.y() == b.y() && a.z() == b.z(); }

}  // namespace

VertexWelder::VertexWelder(std::size_t expected_points) {
    vertices_.reserve(expected_points);
    slots_.assign(std::bit_ceil(std::max(2 * expected_points, kLeastSlots)), kEmpty);
}

void VertexWelder::prefetch(const Vec3& point) const {
    __builtin_prefetch(&slots_[hash_of(without_negative_zeros(point)) & (slots_.size() - 1)]);
}

std::uint32_t VertexWelder::add(const Vec3& point) {
    const Vec3 p = without_negative_zeros(point);
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t slot = hash_of(p) & mask;; slot = (slot + 1) & mask) {
        const std::uint32_t id = slots_[slot];
        if (id == kEmpty) {
            const auto fresh = static_cast<std::uint32_t>(vertices_.size());
            GRAZE_ASSERT(fresh != kEmpty);
            slots_[slot] = fresh;
            vertices_.push_back(p);
            if (2 * vertices_.size() > slots_.size()) grow();
            return fresh;
        }
        if (is_same(vertices_[id], p)) return id;
    }
}

void VertexWelder::grow() {
    const std::size_t size = 2 * slots_.size(), mask = size - 1;
    slots_ = {};  // give the old table back before the new one is taken
    slots_.assign(size, kEmpty);
    for (std::uint32_t id = 0; id < vertices_.size(); ++id) {
        std::size_t slot = hash_of(vertices_[id]) & mask;
        while (slots_[slot] != kEmpty) slot = (slot + 1) & mask;
        slots_[slot] = id;
    }
}

std::vector<Vec3> VertexWelder::take() {
    slots_.assign(kLeastSlots, kEmpty);
    return std::exchange(vertices_, {});
}

Mesh welded(Mesh mesh) {
    VertexWelder welder(mesh.vertices.size());
    std::vector<std::uint32_t> new_id(mesh.vertices.size());
    constexpr std::size_t kAhead = 16;
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
        if (v + kAhead < mesh.vertices.size()) welder.prefetch(mesh.vertices[v + kAhead]);
        new_id[v] = welder.add(mesh.vertices[v]);
    }
    mesh.vertices = welder.take();
    for (Triangle& triangle : mesh.triangles)
        for (std::uint32_t& v : triangle) v = new_id[v];
    return mesh;
}

}  // namespace graze::internal
