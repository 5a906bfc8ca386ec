// Winding numbers by another way than the library's: solid angles, added up.
#pragma once

#include "graze/model/mesh.h"

#include <cmath>
#include <numbers>

namespace graze::test {

/// How often the mesh winds around the point, by solid angles [Van Oosterom and Strackee 1983], in long doubles:
/// points are far from the skin against rounding.
inline double winding_of(const Mesh& mesh, const Vec3& point) {
    using Vec = Eigen::Matrix<long double, 3, 1>;
    long double sum = 0.0L;
    for (const Triangle& ids : mesh.triangles) {
        const Vec a = (mesh.vertices[ids[0]] - point).cast<long double>(),
                  b = (mesh.vertices[ids[1]] - point).cast<long double>(),
                  c = (mesh.vertices[ids[2]] - point).cast<long double>();
        const long double la = a.norm(), lb = b.norm(), lc = c.norm();
        sum += 2.0L *
               std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
    }
    return static_cast<double>(sum / (4.0L * std::numbers::pi_v<long double>));
}

}  // namespace graze::test
