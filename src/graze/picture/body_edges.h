// Which edges of a body get a line: creases, boundaries, and the contour against the eye.
#pragma once

#include "graze/picture/view_body.h"

#include <span>

namespace graze::picture {

/// Faces meeting at more than 32 degrees form a crease: a cylinder of twelve sides is still round.
inline constexpr float kCreaseCosine = 0.848f;

/// The corners (3 t + k) around each vertex, in increasing order.
struct Fans {
    std::vector<std::uint32_t> begin;  // one more than vertices
    std::vector<std::uint32_t> corners;

    [[nodiscard]] std::span<const std::uint32_t> around(std::size_t v) const {
        return {corners.data() + begin[v], corners.data() + begin[v + 1]};
    }
};

[[nodiscard]] Fans fans_of(const std::vector<Triangle>& triangles, std::size_t vertices);

/// Needs points, triangles and face normals of the body. Ordered by the lesser vertex of the edge, then by
/// the other.
[[nodiscard]] std::vector<BodyEdge> edges_of(const ViewBody& body, const Fans& fans, Loops& loops);

}  // namespace graze::picture
