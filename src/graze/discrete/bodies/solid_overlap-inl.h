// Do the interiors of two solids overlap? Exact, for skins that touch, coincide, fold or cross themselves.
// body_meeting.h decides the easy cases first.
//
// Inside means winding number not 0 (solid_winding-inl.h). Let U be the points inside both. If U is not
// empty, its border holds a piece of area of a skin, and just off that piece, on one side, both numbers are
// not 0. So U is empty iff no such piece exists, and looking everywhere is finite:
//   - Triangles that do not meet the other skin form *patches*, joined across edges. A patch is inside the
//     other body as a whole or not at all: one sample.
//   - A triangle that meets it is cut into cells (solid_cells-inl.h) along everything that it shares with the
//     other skin and with triangles of its own body that reach its interior. On an open cell nothing changes:
//     one sample, and the numbers on both its sides.
#pragma once

#include "graze/core/internal.h"
#include "graze/discrete/bodies/solid_cells-inl.h"
#include "graze/discrete/wide/intersections.h"
#include "graze/geometry/pose_pair.h"
#include "graze/model/body_model.h"

#include <optional>
#include <span>
#include <vector>

namespace graze::internal {

/// How many patches of a solid are inside the other, and how many of those have volume to a side of theirs:
/// all, but for folded skins.
struct PatchCount {
    std::uint32_t inside = 0;
    std::uint32_t with_volume = 0;
    std::uint32_t outside = 0;
};

class SolidOverlap {
  public:
    /// Pre: `contacts` are all pairs of triangles that meet, sorted; all three outlive this.
    SolidOverlap(const PosedModel& a, const PosedModel& b, std::span<const IdPair> contacts);

    [[nodiscard]] PatchCount patches(Side side) const;
    /// True if both are inside just off a part of a triangle of this side that meets the other body.
    [[nodiscard]] bool overlap_at_contacts(Side side, int threads) const;
    /// True if a vertex lies inside the other body. Pre: it does not lie on its skin.
    [[nodiscard]] bool is_inside_other(Side side, const Vec3& vertex) const;

  private:
    struct Nearby {
        int above, below;  // winding numbers just off the two sides of a triangle
    };
    [[nodiscard]] const BodyModel& model(Side side) const { return side == Side::A ? a_.model : b_.model; }
    [[nodiscard]] bool has_area(Side side, std::uint32_t triangle) const;
    [[nodiscard]] IntTriangle in_common(Side side, std::uint32_t triangle) const;
    [[nodiscard]] std::optional<Nearby> nearby(Side side, const GridPoint& point,
                                               const TriangleCells& cells) const;
    [[nodiscard]] TriangleCells cells_of(Side side, std::uint32_t triangle) const;
    [[nodiscard]] bool overlap_at_cell(Side side, const TriangleCells& cells, std::size_t cell) const;
    [[nodiscard]] bool overlap_at_triangle(Side side, std::span<const IdPair> pairs) const;
    [[nodiscard]] bool has_volume_at(Side side, std::uint32_t triangle) const;
    [[nodiscard]] bool patch_has_volume(Side side, std::span<const std::uint32_t> patch) const;

    PosedModel a_, b_;
    std::span<const IdPair> contacts_;
    SolidFrame frame_;
};

[[nodiscard]] constexpr Side other_side(Side side) { return side == Side::A ? Side::B : Side::A; }

/// The triangles of a mesh that may share points with the relative interior of one of its own. Not listed:
/// triangles of zero area, and neighbours that share a corner or an edge and nothing else that counts.
[[nodiscard]] std::vector<std::uint32_t> self_contacts(const BodyModel& model, std::uint32_t triangle);

}  // namespace graze::internal
