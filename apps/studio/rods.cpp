#include "studio/rods.h"

#include "graze/soft/soft_memory.h"

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>

namespace graze::studio {
namespace {

constexpr int kAround = 16, kCap = 4;            // facets
constexpr double kHandStiffness = 2e3;           // N/m: so soft that a hand which is far away pulls, and does not tear
constexpr double kHandForce = 50.0;              // N, at most
constexpr double kStill = 2e-3;                  // m/s

}  // namespace

std::vector<RodPiece> pieces_of(const SceneRods& rods) {
    std::vector<RodPiece> pieces;
    for (std::uint32_t r = 0; r < rods.rods.size(); ++r)
        for (std::uint32_t s = 0; s < static_cast<std::uint32_t>(rods.rods[r].segments); ++s) pieces.push_back({r, s});
    return pieces;
}

Mesh piece_mesh(double radius, double length) {
    Mesh mesh;
    const auto ring = [&](double r, double z) {
        for (int k = 0; k < kAround; ++k) {
            const double angle = 2.0 * std::numbers::pi * k / kAround;
            mesh.vertices.emplace_back(r * std::cos(angle), r * std::sin(angle), z);
        }
    };
    for (int i = 1; i <= kCap; ++i) {
        const double angle = 0.5 * std::numbers::pi * i / kCap;
        ring(radius * std::sin(angle), -0.5 * length - radius * std::cos(angle));
    }
    for (int i = kCap; i >= 1; --i) {
        const double angle = 0.5 * std::numbers::pi * i / kCap;
        ring(radius * std::sin(angle), 0.5 * length + radius * std::cos(angle));
    }
    const auto below = static_cast<std::uint32_t>(mesh.vertices.size()), above = below + 1;
    mesh.vertices.emplace_back(0.0, 0.0, -0.5 * length - radius);
    mesh.vertices.emplace_back(0.0, 0.0, 0.5 * length + radius);
    const std::uint32_t n = kAround, last = below - n;
    for (std::uint32_t k = 0; k < n; ++k) {
        const std::uint32_t next = (k + 1) % n;
        for (std::uint32_t row = 0; row < last; row += n) {
            mesh.triangles.push_back({row + k, row + next, row + n + next});
            mesh.triangles.push_back({row + k, row + n + next, row + n + k});
        }
        mesh.triangles.push_back({below, next, k});
        mesh.triangles.push_back({above, last + k, last + next});
    }
    make_one_surface(mesh, "skin");
    return mesh;
}

Pose piece_pose(std::span<const Vec3> nodes, std::uint32_t segment) {
    const Vec3 &from = nodes[segment], &to = nodes[segment + 1];
    return {0.5 * (from + to), Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), to - from).normalized()};
}

RodHand grabbed(soft::SoftWorld& rods, std::uint32_t body, const RodPiece& piece, const Vec3& point) {
    const auto nodes = rods.nodes(piece.rod);
    const bool is_later = (point - nodes[piece.segment + 1]).squaredNorm() < (point - nodes[piece.segment]).squaredNorm();
    RodHand hand{.body = body, .piece = piece, .node = static_cast<int>(piece.segment) + is_later};
    hand.target = nodes[static_cast<std::size_t>(hand.node)];
    hand.hold = soft::add_hand(rods, {.rod = piece.rod, .node = hand.node, .stiffness = kHandStiffness, .most_force = kHandForce, .name = "hand"});
    return hand;
}

bool are_still(const soft::SoftWorld& rods) {
    const soft::SoftMemory& memory = rods.memory();
    const double most = kStill * memory.options.per_metre;
    for (const soft::RodState& state : memory.states)
        for (const Vec3& v : state.v)
            if (v.norm() > most) return false;
    return true;
}

}  // namespace graze::studio
