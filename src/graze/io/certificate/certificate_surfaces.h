// CAD faces in a certificate (docs/certificates.md, sections 2 and 4.10): surfaces, trimming curves, triangles in the
// parameter plane, and how these are cut. Plain structs and their bytes; whether anything follows is for
// src/graze_verify.
#pragma once

#include "graze/core/internal.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace graze::internal {

struct CertificateKnots {
    std::uint32_t degree = 0;
    std::vector<double> values = {};  // rising; at least two more than twice the degree
    bool operator==(const CertificateKnots&) const = default;
};

/// A curve has degree 0 and two knots in v.
struct CertificateSpline {
    CertificateKnots u, v;
    std::vector<std::array<double, 3>> poles = {};  // (i, j) at i * (poles in v) + j
    std::vector<double> weights = {};               // empty, or one for each pole, above 0
    bool operator==(const CertificateSpline&) const = default;
};

struct CertificateFrame {
    std::array<double, 3> origin, x, y, z;
    bool operator==(const CertificateFrame&) const = default;
};

enum class CertificateCurveKind : std::uint8_t { Line, Ellipse, Spline };
struct CertificateCurve {
    CertificateCurveKind kind = CertificateCurveKind::Line;
    CertificateFrame frame = {};
    double major = 0.0, minor = 0.0;
    CertificateSpline spline = {};
    bool operator==(const CertificateCurve&) const = default;
};

enum class CertificateSurfaceKind : std::uint8_t {
    Plane,
    Cylinder,
    Cone,
    Sphere,
    Torus,
    Spline,
    Extrusion,
    Revolution,
    Offset
};
struct CertificateSurface {
    CertificateSurfaceKind kind = CertificateSurfaceKind::Plane;
    CertificateFrame frame = {};
    double radius = 0.0, tube_radius = 0.0, half_angle = 0.0;
    CertificateSpline spline = {};
    CertificateCurve curve = {};
    bool operator==(const CertificateSurface&) const = default;
};

/// A side of a triangle, from its corner `side` to the next, that is an arc of a trimming curve.
struct CertificateArc {
    std::uint32_t triangle = 0, side = 0, curve = 0;
    double from = 0.0, to = 0.0;
    bool operator==(const CertificateArc&) const = default;
};

struct CertificateFace {
    CertificateSurface surface;
    std::array<std::array<double, 3>, 3> turn = {};  // rows; a point x of the surface is at turn x + shift
    std::array<double, 3> shift = {};
    std::vector<CertificateCurve> curves = {};
    std::vector<std::array<double, 2>> nodes = {};
    std::vector<std::array<std::uint32_t, 3>> triangles = {};
    std::vector<CertificateArc> arcs = {};  // by triangle and side
    bool operator==(const CertificateFace&) const = default;
};
using CertificateShape = std::vector<CertificateFace>;

/// A node of the tree by which a triangle is cut, in pre-order.
struct CertificateCut {
    std::uint32_t side = 3;  // which is cut; 3: not cut any more
    double at = 0.0;         // where: a share of the side, or of its arc's parameters
    std::uint32_t piece = 0,
                  triangle = 0;  // not cut: its flat triangle, by number in the scene of the piece's mesh
    bool operator==(const CertificateCut&) const = default;
};

inline constexpr std::uint32_t kUncut = 3;
inline constexpr std::uint32_t kMostCertificateDegree = 25;

[[nodiscard]] std::string shape_bytes(const CertificateShape& shape);
[[nodiscard]] std::string cut_bytes(const std::vector<CertificateCut>& cuts);

// Both: empty, or what is not well formed. Guarantee, if accepted: all of the bytes were read; numbers are finite;
// counts fit each other, indices are in range, knots rise, weights are above 0.
[[nodiscard]] std::string read_shape(std::string_view bytes, std::uint64_t faces, CertificateShape& shape);
[[nodiscard]] std::string read_cuts(std::string_view bytes, std::vector<CertificateCut>& cuts);

}  // namespace graze::internal
