// Does a thick disk hold a point? In rationals.
#pragma once

#include "graze/stochastic/layered_shells.h"

#include <gmpxx.h>

#include <cmath>

namespace graze::test {

/// (E) of layered_shells.h for one corner. A disk without end holds everything.
inline bool is_enclosed(const internal::ShellFacet& f, const Vec3& x) {
    if (std::isinf(f.radius) && std::isinf(f.half_thickness)) return true;
    mpq_class y[3], n[3];
    for (int k = 0; k < 3; ++k) {
        y[k] = mpq_class(x[k]) - mpq_class(f.centre[k]);
        n[k] = mpq_class(static_cast<double>(f.normal[k]));
    }
    const mpq_class r(static_cast<double>(f.radius)), h(static_cast<double>(f.half_thickness));
    const mpq_class nn = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    const mpq_class yn = y[0] * n[0] + y[1] * n[1] + y[2] * n[2];
    const mpq_class yy = y[0] * y[0] + y[1] * y[1] + y[2] * y[2];
    return yn * yn <= h * h * nn && yy * nn - yn * yn <= r * r * nn;
}

}  // namespace graze::test
