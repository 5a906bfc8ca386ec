#include "graze/discrete/bodies/solid_overlap-inl.h"

#include "graze/core/parallel.h"
#include "graze/discrete/bodies/solid_winding-inl.h"
#include "graze/numeric/predicates.h"

#include <algorithm>
#include <atomic>

namespace graze::internal {
namespace {

/// A sample may fall on a vertex of a skin. There are finitely many in an open part, so some attempt
/// succeeds; were none of these to, the answer would err towards overlap.
constexpr int kAttempts = 256;

int grid_of(const PosedModel& a, const PosedModel& b) {
    BitRange translations;
    translations.add(a.pose.translation);
    translations.add(b.pose.translation);
    int low = 2000;  // above what any double has
    for (const BitRange& bits : {a.model.bits, b.model.bits, translations})
        if (bits.width() > 0) low = std::min(low, bits.low());
    return low == 2000 ? 0 : low;
}

std::uint32_t own_id(Side side, const IdPair& pair) { return side == Side::A ? pair.a : pair.b; }

}  // namespace

SolidOverlap::SolidOverlap(const PosedModel& a, const PosedModel& b, std::span<const IdPair> contacts)
    : a_(a), b_(b), contacts_(contacts), frame_(a.pose, b.pose, grid_of(a, b)) {}

bool SolidOverlap::has_area(Side side, std::uint32_t triangle) const {
    const auto [p, q, r] = corners(*model(side).mesh, triangle);
    return !are_collinear(p, q, r);
}

IntTriangle SolidOverlap::in_common(Side side, std::uint32_t triangle) const {
    const auto c = corners(*model(side).mesh, triangle);
    if (side == Side::A) return {frame_.from_a(c[0]), frame_.from_a(c[1]), frame_.from_a(c[2])};
    return {frame_.from_b(c[0]), frame_.from_b(c[1]), frame_.from_b(c[2])};
}

/// The winding numbers of a body on both sides of the triangle that the cells are of.
std::optional<SolidOverlap::Nearby> SolidOverlap::nearby(Side side, const GridPoint& point,
                                                         const TriangleCells& cells) const {
    const auto winding = winding_at(wide(model(side)),
                                    side == Side::A ? frame_.in_a(point) : frame_.in_b(point), frame_.low());
    if (!winding) return std::nullopt;
    if (winding->on.empty()) return Nearby{winding->ahead, winding->ahead};
    int behind = winding->ahead;
    for (const OnTriangle& on : winding->on) behind += on.facing;
    const OnTriangle& first = winding->on.front();
    const bool ray_leaves_above = cells.facing(in_common(side, first.id)) * first.facing > 0;
    return ray_leaves_above ? Nearby{winding->ahead, behind} : Nearby{behind, winding->ahead};
}

TriangleCells SolidOverlap::cells_of(Side side, std::uint32_t triangle) const {
    TriangleCells cells(in_common(side, triangle));
    for (const std::uint32_t own : self_contacts(model(side), triangle)) cells.cut(in_common(side, own));
    return cells;
}

bool SolidOverlap::overlap_at_cell(Side side, const TriangleCells& cells, std::size_t cell) const {
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        const GridPoint point = cells.sample(cell, attempt);
        const auto other = nearby(other_side(side), point, cells);
        if (!other) continue;
        if (other->above == 0 && other->below == 0) return false;
        const auto own = nearby(side, point, cells);
        if (!own) continue;
        return (own->above != 0 && other->above != 0) || (own->below != 0 && other->below != 0);
    }
    return true;
}

/// `pairs` are all contacts of one triangle of this side, which comes first in them.
bool SolidOverlap::overlap_at_triangle(Side side, std::span<const IdPair> pairs) const {
    if (!has_area(side, pairs.front().a)) return false;
    TriangleCells cells = cells_of(side, pairs.front().a);
    for (const IdPair& pair : pairs)
        if (has_area(other_side(side), pair.b)) cells.cut(in_common(other_side(side), pair.b));
    for (std::size_t cell = 0; cell < cells.count(); ++cell)
        if (overlap_at_cell(side, cells, cell)) return true;
    return false;
}

bool SolidOverlap::overlap_at_contacts(Side side, int threads) const {
    std::vector<IdPair> pairs;  // own triangle first
    for (const IdPair& pair : contacts_) pairs.push_back(side == Side::A ? pair : IdPair{pair.b, pair.a});
    std::sort(pairs.begin(), pairs.end());
    std::vector<std::span<const IdPair>> groups;
    for (std::size_t begin = 0, end = 0; begin < pairs.size(); begin = end) {
        while (end < pairs.size() && pairs[end].a == pairs[begin].a) ++end;
        groups.push_back(std::span(pairs).subspan(begin, end - begin));
    }
    std::atomic<bool> found{false};  // whichever triangle finds it: the answer is the same
    const LoopEnd end = parallel_for(groups.size(), {.threads = threads}, [&](std::size_t i) {
        if (!found.load(std::memory_order_relaxed) && overlap_at_triangle(side, groups[i])) found.store(true);
    });
    return end == LoopEnd::Finished && found.load();  // interrupted: the caller throws the answer away
}

bool SolidOverlap::is_inside_other(Side side, const Vec3& vertex) const {
    const GridPoint point{side == Side::A ? frame_.from_a(vertex) : frame_.from_b(vertex), 1};
    const auto winding = winding_at(wide(model(other_side(side))),
                                    side == Side::A ? frame_.in_b(point) : frame_.in_a(point), frame_.low());
    return !winding || winding->ahead != 0;
}

/// True if the body itself is inside just off some part of its triangle. False only for folded skins.
bool SolidOverlap::has_volume_at(Side side, std::uint32_t triangle) const {
    const TriangleCells cells = cells_of(side, triangle);
    for (std::size_t cell = 0; cell < cells.count(); ++cell)
        for (int attempt = 0; attempt < kAttempts; ++attempt)
            if (const auto own = nearby(side, cells.sample(cell, attempt), cells)) {
                if (own->above != 0 || own->below != 0) return true;
                break;
            }
    return false;
}

bool SolidOverlap::patch_has_volume(Side side, std::span<const std::uint32_t> patch) const {
    for (const std::uint32_t triangle : patch)
        if (has_area(side, triangle) && has_volume_at(side, triangle)) return true;
    return false;
}

PatchCount SolidOverlap::patches(Side side) const {
    const BodyModel& body = model(side);
    std::vector<bool> is_done(body.mesh->triangles.size(), false);
    for (const IdPair& pair : contacts_) is_done[own_id(side, pair)] = true;
    PatchCount count;
    std::vector<std::uint32_t> patch;
    for (std::uint32_t seed = 0; seed < is_done.size(); ++seed) {
        if (is_done[seed] || is_collapsed(body.mesh->triangles[seed])) continue;
        patch.assign(1, seed);
        is_done[seed] = true;
        for (std::size_t i = 0; i < patch.size(); ++i)
            for (std::uint32_t k = 0; k < 3; ++k) {
                const std::uint32_t twin = body.adjacency.twin[3 * patch[i] + k];
                if (twin >= kCollapsed || is_done[triangle_of(twin)]) continue;
                is_done[triangle_of(twin)] = true;
                patch.push_back(triangle_of(twin));
            }
        const bool inside = is_inside_other(side, corners(*body.mesh, seed)[0]);
        ++(inside ? count.inside : count.outside);
        if (inside && patch_has_volume(side, patch)) ++count.with_volume;
    }
    return count;
}

}  // namespace graze::internal
