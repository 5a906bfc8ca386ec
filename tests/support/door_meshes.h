// A thin curved shell with flanges, like a car's door, and the seat that it fits into: near each other
// everywhere at once.
#pragma once

#include "support/shapes.h"

namespace graze::test {

/// A closed shell over [-1, 1] x [-0.7, 0.7], `thickness` thick, raised by `height`: 4 (n^2 + n) triangles.
inline Mesh shell_mesh(int n, double thickness, double height) {
    Mesh mesh;
    const auto surface = [](double x, double y) {
        const double rim = std::max(std::abs(x), std::abs(y) / 0.7);
        return 0.15 * (1.0 - x * x) + 0.05 * y + (rim > 0.9 ? -0.8 * (rim - 0.9) : 0.0);
    };
    for (const double side : {0.0, thickness})
        for (int i = 0; i <= n; ++i)
            for (int j = 0; j <= n; ++j) {
                const double x = 2.0 * i / n - 1.0, y = 0.7 * (2.0 * j / n - 1.0);
                mesh.vertices.emplace_back(x, y, surface(x, y) + height + side);
            }
    const auto id = [n](int side, int i, int j) {
        return static_cast<std::uint32_t>(side * (n + 1) * (n + 1) + i * (n + 1) + j);
    };
    const auto quad = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
        mesh.triangles.push_back({a, b, c});
        mesh.triangles.push_back({a, c, d});
    };
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            quad(id(1, i, j), id(1, i + 1, j), id(1, i + 1, j + 1), id(1, i, j + 1));
            quad(id(0, i, j), id(0, i, j + 1), id(0, i + 1, j + 1), id(0, i + 1, j));
        }
    for (int i = 0; i < n; ++i) {
        quad(id(0, i, 0), id(0, i + 1, 0), id(1, i + 1, 0), id(1, i, 0));
        quad(id(0, n, i), id(0, n, i + 1), id(1, n, i + 1), id(1, n, i));
        quad(id(0, i + 1, n), id(0, i, n), id(1, i, n), id(1, i + 1, n));
        quad(id(0, 0, i + 1), id(0, 0, i), id(1, 0, i), id(1, 0, i + 1));
    }
    make_one_surface(mesh, "shell");
    return mesh;
}

}  // namespace graze::test
