#include "graze/model/mass_properties.h"

#include "graze/model/body_model.h"
#include "graze/motion/interval_vector.h"

#include <algorithm>

namespace graze {
namespace {

/// Sums over the mass of 1, x and x x^T, x seen from a fixed point.
struct MassMoments {
    Interval amount = kZero;
    IntervalVec3 first = kZeroVector;
    IntervalMat3 second{kZeroVector, kZeroVector, kZeroVector};
};

void add(MassMoments& sum, const Interval& amount, const IntervalVec3& first, const IntervalMat3& second) {
    sum.amount = sum.amount + amount;
    sum.first = sum.first + first;
    sum.second = sum.second + second;
}

struct CornerArms {
    IntervalVec3 a, b, c;
};

CornerArms seen_from(const Mesh& mesh, const Triangle& t, const Vec3& origin) {
    const auto corner = [&](int k) { return exactly(mesh.vertices[t[k]]) - exactly(origin); };
    return {corner(0), corner(1), corner(2)};
}

/// (a + b + c)(a + b + c)^T + a a^T + b b^T + c c^T: mass.md (V2).
IntervalMat3 products(const CornerArms& t, const IntervalVec3& sum) {
    return outer(sum, sum) + outer(t.a, t.a) + outer(t.b, t.b) + outer(t.c, t.c);
}

/// The tetrahedron between the triangle and the origin: mass.md (V1).
void add_tetrahedron(MassMoments& moments, const CornerArms& t) {
    const Interval volume = dot(t.a, cross(t.b, t.c)) / exactly(6.0);
    const IntervalVec3 sum = t.a + t.b + t.c;
    add(moments, volume, (volume / exactly(4.0)) * sum, (volume / exactly(20.0)) * products(t, sum));
}

void add_triangle(MassMoments& moments, const CornerArms& t) {
    const Interval area = kHalf * norm(cross(t.b - t.a, t.c - t.a));
    const IntervalVec3 sum = t.a + t.b + t.c;
    add(moments, area, (area / exactly(3.0)) * sum, (area / exactly(12.0)) * products(t, sum));
}

void add_corners(MassMoments& moments, const CornerArms& t) {
    add(moments, exactly(3.0), t.a + t.b + t.c, outer(t.a, t.a) + outer(t.b, t.b) + outer(t.c, t.c));
}

template <class Add>
MassMoments sum_over(const Mesh& mesh, const Vec3& origin, Add add_one) {
    MassMoments moments;
    for (const Triangle& triangle : mesh.triangles) add_one(moments, seen_from(mesh, triangle, origin));
    return moments;
}

MassMoments negated(const MassMoments& m) {
    return {-m.amount, -m.first, {-m.second[0], -m.second[1], -m.second[2]}};
}

double half_width(const Interval& x, double middle) {
    return std::max((exactly(middle) - exactly(x.lo)).hi, (exactly(x.hi) - exactly(middle)).hi);
}

/// Pre: the amount is certainly positive.
MassProperties from_moments(MassOf of, const MassMoments& m, const Vec3& origin) {
    MassProperties result{.of = of};
    result.amount = midpoint(m.amount);
    result.amount_error = half_width(m.amount, result.amount);
    const IntervalVec3 arm = (kOne / m.amount) * m.first, centre = arm + exactly(origin);
    result.centre = middle_of(centre);
    const IntervalMat3 spread = m.second - outer(m.first, arm);  // about the centre
    const Interval trace = spread[0][0] + spread[1][1] + spread[2][2];
    for (int i = 0; i < 3; ++i) {
        result.centre_error = std::max(result.centre_error, half_width(centre[i], result.centre[i]));
        for (int j = 0; j < 3; ++j) {
            const Interval entry = i == j ? trace - spread[i][i] : -spread[std::min(i, j)][std::max(i, j)];
            result.inertia(i, j) = midpoint(entry);
            result.inertia_error = std::max(result.inertia_error, half_width(entry, result.inertia(i, j)));
        }
    }
    return result;
}

}  // namespace

MassProperties mass_properties(const Mesh& mesh, bool is_solid) {
    const Vec3 origin = bounds_of(mesh).centre();
    if (is_solid) {
        const MassMoments solid = sum_over(mesh, origin, add_tetrahedron);
        if (certainly_positive(solid.amount)) return from_moments(MassOf::Solid, solid, origin);
        if (certainly_negative(solid.amount)) return from_moments(MassOf::Solid, negated(solid), origin);
    }
    const MassMoments skin = sum_over(mesh, origin, add_triangle);
    if (certainly_positive(skin.amount)) return from_moments(MassOf::Skin, skin, origin);
    return from_moments(MassOf::Vertices, sum_over(mesh, origin, add_corners), origin);
}

MassProperties mass_properties(const Body& body) { return mass_properties(body.mesh(), body.is_solid()); }

BodyMass with_density(const MassProperties& properties, double density) {
    return {density * properties.amount, properties.centre, density * properties.inertia};
}

BodyMass with_mass(const MassProperties& properties, double mass) {
    return {mass, properties.centre, mass / properties.amount * properties.inertia};
}

}  // namespace graze
