// Mass, centre of mass and inertia of a body of uniform density, from its triangles.
//
// The moments of a solid are sums over its triangles of the moments of tetrahedra between a triangle and a
// fixed point, signed by the side that the triangle shows: polynomials of the vertices, so the integrals are
// exact but for rounding, and all of that is bounded (intervals). docs/mathematics/mass.md.
#pragma once

#include "graze/model/body.h"
#include "graze/numeric/vector.h"

namespace graze {

/// What the mass is spread over. Solid: what the skin winds around, as often as it does. Skin: of a mesh with a
/// rim, or around nothing: its triangles, evenly by area. Vertices: of triangles without area, evenly.
enum class MassOf { Solid, Skin, Vertices };

/// For a density of 1, in the body's coordinates.
struct MassProperties {
    MassOf of = MassOf::Solid;
    double amount = 0.0;          // volume, area, or number of vertices: > 0
    Vec3 centre = Vec3::Zero();   // of mass
    Mat3 inertia = Mat3::Zero();  // about the centre, symmetric: I of (w x r) x r summed over the mass
    double amount_error = 0.0;    // the true number is within this
    double centre_error = 0.0;    // so is each coordinate
    double inertia_error = 0.0;   // and each entry
};

/// Pre:       a valid mesh (model/mesh.h) of at least one triangle. `is_solid`: its skin has no rim.
/// Guarantee: errors bound all roundings. A skin that shows its inside counts as turned round. Where the volume
///            is not proved to differ from 0, the skin counts, and where no area is, the vertices do.
/// Cost:      about 0.3 us a triangle; no allocation.
[[nodiscard]] MassProperties mass_properties(const Mesh& mesh, bool is_solid);
[[nodiscard]] MassProperties mass_properties(const Body& body);

/// How a body resists pushes and turns, in the body's coordinates.
struct BodyMass {
    double mass = 1.0;
    Vec3 centre = Vec3::Zero();
    Mat3 inertia = Mat3::Identity();  // about the centre
};

/// Pre: density > 0, per unit of what `properties.of` names.
[[nodiscard]] BodyMass with_density(const MassProperties& properties, double density);
/// Pre: mass > 0.
[[nodiscard]] BodyMass with_mass(const MassProperties& properties, double mass);

}  // namespace graze
