// A rod: a cable, a hose, a wire. What it is made of, how it is drawn, and the numbers that its mechanics needs.
//
// A rod is a chain of n straight segments with a circular skin of radius r. Stiffnesses are those of a round bar or
// tube: EA against stretch, EI against bending, GJ against twist. Strands that slide in each other bend more easily
// than a bar of the same outline: `bend_share` says by how much.
#pragma once

#include "graze/core/expected.h"
#include "graze/numeric/vector.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace graze::soft {

/// In SI units, whatever the scene's unit of length.
struct RodMaterial {
    double young = 7e6;        // Pa
    double poisson = 0.45;     // -1 < nu < 0.5
    double density = 1200.0;   // kg/m^3, of the material
    double bend_share = 1.0;   // of the bending and twisting stiffness of a bar, 0 < share <= 1
    double damping = 0.01;     // s: retardation time (Kelvin, Voigt): stress = E (strain + damping * rate)
    double friction = 0.3;     // Coulomb's coefficient
};

/// Typical materials, to begin with; measured numbers of your own cable are better.
struct RodPreset {
    std::string_view name;
    RodMaterial material;
    double bore;  // inner radius as a share of the outer one
};
[[nodiscard]] std::span<const RodPreset> rod_presets();
/// Null if there is none of that name.
[[nodiscard]] const RodPreset* preset_named(std::string_view name);

/// A rod as it is drawn: a smooth curve through points.
struct RodDrawing {
    std::string name;
    std::vector<Vec3> points;  // at least two
    double radius = 1.0;       // of the skin, in the scene's unit
    double bore = 0.0;         // inner radius, in the scene's unit; 0: not hollow
    int segments = 50;
    RodMaterial material = {};
    bool is_preformed = false;  // its shape without load is the drawn one; else it is straight
};

/// What a rod is, ready for mechanics; lengths in the scene's unit, masses in kg, time in s.
struct Rod {
    std::string name;
    double radius = 1.0;
    double friction = 0.3;
    double damping = 0.0;
    double stretch = 0.0, bend = 0.0, twist = 0.0;      // EA, EI, GJ
    std::vector<double> length;                         // of segments, without load
    std::vector<double> mass;                           // of nodes
    std::vector<double> spin_inertia;                   // of segments, about their axis
    std::vector<std::array<double, 3>> natural;         // by node: two curvatures and a twist, without load
    double least_bend_cosine = -1.0;                    // of the angle between neighbouring segments

    [[nodiscard]] int segments() const { return static_cast<int>(length.size()); }
    [[nodiscard]] int nodes() const { return segments() + 1; }
};

/// Says what is wrong with the numbers. `where` starts the message.
[[nodiscard]] Expected<void> validate(const RodDrawing& drawing, const std::string& where);

/// Nodes at equal distances along a smooth curve (Catmull and Rom's) through the points.
/// Pre: validate(drawing) has nothing to say.
[[nodiscard]] std::vector<Vec3> nodes_of(const RodDrawing& drawing);

/// `per_metre`: how many of the scene's units are a metre. Without `is_preformed` the natural curvature is zero.
/// Pre: validate(drawing) has nothing to say; `nodes` are nodes_of(drawing).
[[nodiscard]] Rod rod_of(const RodDrawing& drawing, std::span<const Vec3> nodes, double per_metre);

/// Neighbouring segments meet at an angle with a greater cosine than this, always: rings of the skin in bisector
/// planes then do not cross (docs/soft.md, eq. 3), with room to spare.
[[nodiscard]] double least_bend_cosine(double radius, double least_length);

}  // namespace graze::soft
