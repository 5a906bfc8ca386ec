// Trees of oriented boxes and their overlap tests as [Redon02, sec. 3.3 and 4.1] has them: the baseline that
// the search of first_contact.h is compared with.
//
// A box is the set { c + sum s_i e_i : |s_i| <= h_i } with its stored doubles as exact real numbers, so that
// its extent along any direction n is sum h_i |n.e_i| whether or not the axes are exactly orthonormal. They
// are, up to kAxisSkew per entry of E^T E - 1.
#pragma once

#include "graze/model/mesh.h"
#include "graze/motion/motion_jet.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace graze::papers {

inline constexpr double kAxisSkew = 0x1p-46;

struct ObbNode {
    Mat3 axes = Mat3::Identity();  // columns e_i, in the model
    Vec3 centre = Vec3::Zero();
    Vec3 half = Vec3::Zero();
    std::uint32_t child = 0;  // the first of two neighbours; of a leaf: its triangle
    bool is_leaf = false;
};

struct ObbTree {
    std::vector<ObbNode> nodes;  // the root is node 0
};

/// Axes by the covariance of the surface, split where the larger of the two children is least ("min-max"),
/// one triangle a leaf.
///
/// Pre:       a valid mesh with at least one triangle.
/// Guarantee: every box contains the triangles below it, in real arithmetic.
/// Cost:      O(n log n) if the splits are not one-sided.
[[nodiscard]] ObbTree build_obb_tree(const Mesh& mesh);

enum class ObbAxes { All, Faces };  // Faces: the six axes of the boxes, without the nine cross products

/// Body b seen from body a at one time, in doubles: for what need not be proved.
struct ObbInstant {
    Mat3 rotation = Mat3::Identity();
    Vec3 reference = Vec3::Zero(), position = Vec3::Zero();  // x -> rotation (x - reference) + position
    Vec3 velocity = Vec3::Zero(), spin = Vec3::Zero();       // of the reference point; of the body
};
/// Pre: the jet is for one time.
[[nodiscard]] ObbInstant instant_of(const MotionJet& b_in_a);

/// The discrete test of eq. 7 and 8, in doubles, with boxes grown by `clearance`: a guess.
[[nodiscard]] bool look_apart(const ObbNode& a, const ObbNode& b, const ObbInstant& b_in_a, double clearance,
                              ObbAxes axes);

/// The continuous test of sec. 4.1.2: one of the axes separates the boxes by more than `clearance` during all of
/// the time that the jet is for. 0 to 2: of a; 3 to 5: of b; 6 + 3 i + j: cross products.
///
/// Guarantee: proved, if there is an answer. Natural interval arithmetic: tight for short times only.
[[nodiscard]] std::optional<int> separating_axis(const ObbNode& a, const ObbNode& b, const MotionJet& b_in_a,
                                                 double clearance, ObbAxes axes);

/// The subdivision test of sec. 4.1.2, mended: during `length` the centres move, relative to each other, by
/// more than k times the half diagonals of the boxes. (Not what they measure along that way: that is nothing
/// for a triangle that moves along its normal.)
[[nodiscard]] bool moves_far(const ObbNode& a, const ObbNode& b, const ObbInstant& b_in_a, double length,
                             double k);

}  // namespace graze::papers
