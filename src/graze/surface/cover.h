// A cover: flat triangles, each with a radius, whose thick union holds a trimmed face.
//
// An element is a triangle in the parameter plane; its sides may be arcs of the face's trimming curves (pcurves).
// L is linear on it and equals the surface S at its corners. Then (docs/mathematics/surface.md (U1))
//
//     |S - L| <= 1/8 (Muu du^2 + 2 Muv du dv + Mvv dv^2)
//
// with du x dv the triangle's box and M bounds of second derivatives. An arc is within h of its chord, componentwise, and so is everything in their
// convex hull: Mu hu + Mv hv more. Chords and arcs have the same winding number around every point outside these
// hulls, so if the boundary of all triangles together is the sum of all chords, elements and hulls hold the face
// (`attach_arcs`). Cutting a side keeps that: the new corner is on the chord, or on the arc.
#pragma once

#include "graze/surface/parametric.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace graze::surface {

inline constexpr std::uint32_t kNoCurve = 0xFFFFFFFF;

/// A side from corner k to corner k + 1.
struct Side {
    std::uint32_t curve = kNoCurve;                          // in Face::curves; kNoCurve: straight
    double from = 0.0, to = 0.0;                             // its parameters at both corners
    std::array<Vec2, 2> off = {Vec2::Zero(), Vec2::Zero()};  // how far corners are from the curve, at most
};

struct Element {
    std::array<Vec2, 3> uv;
    std::array<Side, 3> sides = {};
};

/// A trimmed face: a surface, moved by x -> turn x + shift; what it is cut along; what covers it.
struct Face {
    Parametric surface;
    Mat3 turn = Mat3::Identity();
    Vec3 shift = Vec3::Zero();
    std::vector<Curve> curves = {};
    std::vector<Element> elements = {};
    // What `prepare` looks up once.
    std::array<std::vector<double>, 2> creases = {};
    std::vector<std::vector<double>> curve_creases = {};
    double stretch = 1.0;  // how much longer the turn makes a vector, at most
};

/// All faces of a body.
struct Cover {
    std::vector<Face> faces;
};

/// A piece of a trimming curve between two nodes of the triangles, in the direction of its loop.
struct Chord {
    std::uint32_t curve;
    std::array<std::uint32_t, 2> nodes;
    double from, to;
};

/// Triangles in the parameter plane by nodes.
struct UvTriangles {
    std::vector<Vec2> nodes;
    std::vector<std::array<std::uint32_t, 3>> triangles;
};

/// Pre: no fault of the surface, nor of a curve.
void prepare(Face& face);

/// Makes the face's elements of the triangles, puts arcs on their sides, and prepares it.
///
/// Guarantee: empty, and elements and hulls of arcs hold every point around which the chords' arcs wind; or what
///            is wrong: the boundary of the triangles is not the sum of the chords.
[[nodiscard]] const char* attach_arcs(Face& face, const UvTriangles& triangles,
                                      std::span<const Chord> chords);

/// Pre: no fault of the surface. Guarantee: within `error` of the moved surface.
[[nodiscard]] RoundedPoint point(const Face& face, const Vec2& uv);

/// How thick an element is, and where to cut it to make it thinner.
struct Thickness {
    double
        radius;  // each point of the face in the element and its hulls is this close to L(element), at most
    int side;
    double at;  // of the side, in (0, 1)
};

/// Guarantee: `radius` holds in exact arithmetic for L through the exact points of the corners; a NaN is infinite.
[[nodiscard]] Thickness thickness_of(const Face& face, const Element& element);

/// Its two halves: the greatest derivatives on the element and the hulls of its arcs, which hold for whatever the
/// element is cut into, too; and what follows from them.
[[nodiscard]] ParametricBounds bounds_on(const Face& face, const Element& element);
[[nodiscard]] Thickness thickness_of(const Face& face, const Element& element, const ParametricBounds& most);

/// How far an arc and the convex hull of it and its chord are from the chord in the parameter plane, componentwise.
[[nodiscard]] Vec2 arc_hull(const Face& face, const Side& side);

/// Two elements in the place of one.
[[nodiscard]] std::array<Element, 2> cut(const Face& face, const Element& element, int side, double at);

}  // namespace graze::surface
