// Rectangles of a surface's parameters as covers and meshes, made without OpenCASCADE.
#pragma once

#include "graze/surface/cover.h"
#include "graze/surface/deviation_bound.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

namespace graze::test {

[[nodiscard]] inline surface::Curve segment(const Vec2& a, const Vec2& b) {
    surface::Curve c;
    c.frame.origin = {a.x(), a.y(), 0.0};
    c.frame.x = {b.x() - a.x(), b.y() - a.y(), 0.0};
    return c;
}

/// A rectangle in the parameter plane as a grid of triangles; its mesh has one vertex for each node of the same
/// place, and triangles without area are left out.
struct Patch {
    surface::Face face;
    std::vector<Vec3> vertices;
    std::vector<std::array<std::uint32_t, 3>> triangles, of_element;

    Patch(const surface::Parametric& of, const Vec2& lo, const Vec2& hi, std::uint32_t nu, std::uint32_t nv) {
        face.surface = of;
        surface::UvTriangles uv;
        std::vector<std::uint32_t> vertex_of;
        for (std::uint32_t i = 0; i <= nu; ++i)
            for (std::uint32_t j = 0; j <= nv; ++j) {
                uv.nodes.emplace_back(lo.x() + (hi.x() - lo.x()) * i / nu,
                                      lo.y() + (hi.y() - lo.y()) * j / nv);
                vertex_of.push_back(vertex_at(surface::point(face, uv.nodes.back()).at));
            }
        const auto node = [&](std::uint32_t i, std::uint32_t j) { return i * (nv + 1) + j; };
        for (std::uint32_t i = 0; i < nu; ++i)
            for (std::uint32_t j = 0; j < nv; ++j) {
                uv.triangles.push_back({node(i, j), node(i + 1, j), node(i, j + 1)});
                uv.triangles.push_back({node(i + 1, j), node(i + 1, j + 1), node(i, j + 1)});
            }
        std::vector<surface::Chord> chords;
        const auto side = [&](std::uint32_t a, std::uint32_t b) {
            face.curves.push_back(segment(uv.nodes[a], uv.nodes[b]));
            chords.push_back({static_cast<std::uint32_t>(face.curves.size() - 1), {a, b}, 0.0, 1.0});
        };
        for (std::uint32_t i = 0; i < nu; ++i)
            side(node(i, 0), node(i + 1, 0)), side(node(i + 1, nv), node(i, nv));
        for (std::uint32_t j = 0; j < nv; ++j)
            side(node(nu, j), node(nu, j + 1)), side(node(0, j + 1), node(0, j));
        EXPECT_EQ(attach_arcs(face, uv, chords), nullptr);
        for (const auto& [a, b, c] : uv.triangles) {
            of_element.push_back({vertex_of[a], vertex_of[b], vertex_of[c]});
            const auto& t = of_element.back();
            if (t[0] != t[1] && t[1] != t[2] && t[2] != t[0]) triangles.push_back(t);
        }
    }

    std::shared_ptr<const surface::Cover> cover() const {
        return std::make_shared<const surface::Cover>(surface::Cover{{face}});
    }

  private:
    std::uint32_t vertex_at(const Vec3& p) {
        for (std::uint32_t v = 0; v < vertices.size(); ++v)
            if ((vertices[v] - p).norm() < 1e-9) return v;
        vertices.push_back(p);
        return static_cast<std::uint32_t>(vertices.size() - 1);
    }
};

}  // namespace graze::test
