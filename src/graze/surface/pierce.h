// When two curved faces certainly meet: an edge of a thick triangle of one goes through a thick triangle of the other.
//
// The straight edge p q goes through the flat triangle T; p and q are farther than the radius of T from its plane, on
// either side; and p q is farther than both radii together from the lines of T's sides. Draw the edge and the
// triangle over to the surfaces: nothing moves by more than its radius, so the edge never meets the rim of T on the
// way, and its ends, which stay, never meet T. So the curved edge links the curved rim as the straight one did, and
// goes through the curved patch (docs/mathematics/surface.md, section 6).
#pragma once

#include "graze/surface/cover.h"

#include <array>

namespace graze::surface {

/// A flat triangle and how far its curved one is from it, point by point, at most.
struct FlatPatch {
    std::array<Vec3, 3> corners;
    double radius;
};

/// Whether side `k` of `a` certainly goes through `b` as curved ones. Coordinates are off by at most `error`. An arc
/// ends only near its corners: `is_arc`.
///
/// Pre:       edge and patch lie within their faces (`side_lies_within`, `lies_within`).
/// Guarantee: true only if they meet. Tangency is never certain.
[[nodiscard]] bool prove_pierced(const FlatPatch& a, std::size_t k, const FlatPatch& b, double error,
                                 bool is_arc = false);

/// An element of a face, as a flat patch.
struct PatchInFace {
    const Face& face;
    const Element& element;
    const FlatPatch& flat;
};

/// Whether a side of `a`, or a part of it, certainly goes through `b`, or through a smaller triangle in it; both parts
/// within their faces. Near the rim of a face smaller ones are within it where whole elements are not.
[[nodiscard]] bool prove_pierced(const PatchInFace& a, const PatchInFace& b, double error);

/// Whether the whole triangle of the element is certainly within its trimmed face, or a side of it. An arc is: faces
/// are closed. Cost: all arcs of the face.
[[nodiscard]] bool lies_within(const Face& face, const Element& element);
[[nodiscard]] bool side_lies_within(const Face& face, const Element& element, std::size_t side);

}  // namespace graze::surface
