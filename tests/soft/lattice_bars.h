// Bars as lattices, bent, twisted and pulled without dynamics: K u = f with clamped faces as stiff springs.
#pragma once

#include "graze/soft/lattice.h"
#include "graze/soft/lattice_levels.h"

#include <cmath>
#include <map>

namespace graze::lattice_test {

/// Vertices at one place become one: else a mesh has rims, and no inside.
inline Mesh welded(const Mesh& mesh) {
    Mesh result;
    std::map<std::array<long, 3>, std::uint32_t> known;
    std::vector<std::uint32_t> to;
    for (const Vec3& v : mesh.vertices) {
        const std::array<long, 3> key{std::lround(1e6 * v.x()), std::lround(1e6 * v.y()), std::lround(1e6 * v.z())};
        const auto [found, is_new] = known.try_emplace(key, static_cast<std::uint32_t>(result.vertices.size()));
        if (is_new) result.vertices.push_back(v);
        to.push_back(found->second);
    }
    for (const Triangle& t : mesh.triangles) result.triangles.push_back({to[t[0]], to[t[1]], to[t[2]]});
    make_one_surface(result, "skin");
    return result;
}

/// A box from the origin; each side divided into squares of about this size, so that its vertices sample the skin.
inline Mesh bar_mesh(const Vec3& size, double spacing) {
    Mesh mesh;
    for (int axis = 0; axis < 3; ++axis)
        for (int side = 0; side < 2; ++side) {
            const int u = (axis + 1) % 3, v = (axis + 2) % 3;
            const int n = std::max(1, static_cast<int>(std::lround(size[u] / spacing))), m = std::max(1, static_cast<int>(std::lround(size[v] / spacing)));
            const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
            for (int i = 0; i <= n; ++i)
                for (int j = 0; j <= m; ++j) {
                    Vec3 p;
                    p[axis] = side * size[axis];
                    p[u] = size[u] * i / n;
                    p[v] = size[v] * j / m;
                    mesh.vertices.push_back(p);
                }
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < m; ++j) {
                    const auto at = [&](int a, int b) { return first + static_cast<std::uint32_t>((i + a) * (m + 1) + j + b); };
                    Triangle p{at(0, 0), at(1, 0), at(1, 1)}, q{at(0, 0), at(1, 1), at(0, 1)};
                    if (side == 0) {
                        std::swap(p[1], p[2]);
                        std::swap(q[1], q[2]);
                    }
                    mesh.triangles.push_back(p);
                    mesh.triangles.push_back(q);
                }
        }
    return welded(mesh);
}

/// A ball about the origin, from a divided cube.
inline Mesh ball_mesh(double radius, int divisions) {
    Mesh mesh = bar_mesh(Vec3(2.0, 2.0, 2.0), 2.0 / divisions);
    for (Vec3& v : mesh.vertices) v = radius * (v - Vec3::Ones()).unaryExpr([](double x) { return std::tan(x * 0.7853981633974483); }).normalized();
    return mesh;
}

/// A face of such a bar: its vertices, and what area belongs to each.
struct Face {
    std::vector<std::uint32_t> vertex;
    std::vector<double> area;
    double whole = 0.0;
};
inline Face face_at(const Mesh& mesh, int axis, double place) {
    Face face;
    std::vector<double> area(mesh.vertices.size(), 0.0);
    for (const Triangle& t : mesh.triangles) {
        const Vec3 &p = mesh.vertices[t[0]], &q = mesh.vertices[t[1]], &r = mesh.vertices[t[2]];
        if (p[axis] != place || q[axis] != place || r[axis] != place) continue;
        for (const std::uint32_t v : t) area[v] += (q - p).cross(r - p).norm() / 6.0;
    }
    for (std::uint32_t v = 0; v < area.size(); ++v)
        if (area[v] > 0.0) {
            face.vertex.push_back(v);
            face.area.push_back(area[v]);
            face.whole += area[v];
        }
    return face;
}

/// K u = f. Loads are forces on vertices, springs hold them in place.
class Statics {
  public:
    explicit Statics(const soft::Lattice& lattice) : lattice_(lattice), system_(lattice), force_(lattice.nodes.size(), Vec3::Zero()) {
        system_.reset(lattice.mass, 1e-9);
        for (std::size_t c = 0; c < lattice.cells.size(); ++c) system_.add_cell(c, Mat3::Identity(), 1.0);
    }
    void push(std::uint32_t vertex, const Vec3& force) {
        const auto& place = lattice_.vertices[vertex];
        const auto shares = soft::corner_shares(place.at);
        for (std::size_t k = 0; k < 8; ++k) force_[lattice_.cells[place.cell].node[k]] += shares[k] * force;
    }
    void hold(std::uint32_t vertex, const Vec3& stiffness) {
        const auto& place = lattice_.vertices[vertex];
        const auto shares = soft::corner_shares(place.at);
        for (std::size_t a = 0; a < 8; ++a)
            for (std::size_t b = 0; b < 8; ++b)
                system_.add_block(system_.plan().cell_slots[place.cell][8 * a + b], Mat3((shares[a] * shares[b] * stiffness).asDiagonal()));
    }
    /// Where the vertices go. `iterations`: of conjugate gradients.
    std::vector<Vec3> solve(int& iterations) {
        system_.mark();
        system_.prepare();
        soft::Vectors u(force_.size(), Vec3::Zero()), r = force_, z(u.size()), p(u.size()), q(u.size());
        const auto inner = [](const soft::Vectors& a, const soft::Vectors& b) {
            double sum = 0.0;
            for (std::size_t i = 0; i < a.size(); ++i) sum += a[i].dot(b[i]);
            return sum;
        };
        system_.precondition(r, z);
        p = z;
        double rz = inner(r, z);
        const double begin = rz;
        for (iterations = 0; iterations < 400 && rz > 1e-16 * begin; ++iterations) {
            system_.apply(p, q);
            const double share = rz / inner(p, q);
            for (std::size_t i = 0; i < u.size(); ++i) {
                u[i] += share * p[i];
                r[i] -= share * q[i];
            }
            system_.precondition(r, z);
            const double next = inner(r, z);
            for (std::size_t i = 0; i < u.size(); ++i) p[i] = z[i] + (next / rz) * p[i];
            rz = next;
        }
        std::vector<Vec3> moved(lattice_.vertices.size());
        soft::carry(lattice_, u, moved);
        return moved;
    }

  private:
    const soft::Lattice& lattice_;
    soft::LatticeSystem system_;
    soft::Vectors force_;
};

}  // namespace graze::lattice_test
