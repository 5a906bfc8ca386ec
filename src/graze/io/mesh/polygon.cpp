#include "graze/io/mesh/polygon.h"

#include "graze/numeric/predicates.h"

#include <cmath>

#include <Eigen/Geometry>

namespace graze::internal {
namespace {

void append_fan(std::span<const std::uint32_t> corners, std::vector<Triangle>& triangles) {
    for (std::size_t i = 1; i + 1 < corners.size(); ++i)
        triangles.push_back({corners[0], corners[i], corners[i + 1]});
}

/// Newell's normal, about the first corner so that a polygon far from the origin keeps its digits.
Vec3 newell_normal(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners) {
    const Vec3 origin = vertices[corners[0]];
    Vec3 normal = Vec3::Zero();
    for (std::size_t i = 1; i + 1 < corners.size(); ++i)
        normal += (vertices[corners[i]] - origin).cross(vertices[corners[i + 1]] - origin);
    return normal;
}

/// The corners in the plane, counter-clockwise; empty if the polygon has no side to look at.
std::vector<Vec2> project(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners) {
    const Vec3 normal = newell_normal(vertices, corners);
    int drop = 0;
    normal.cwiseAbs().maxCoeff(&drop);
    std::vector<Vec2> flat;
    if (!normal.allFinite() || normal[drop] == 0.0) return flat;
    int i = (drop + 1) % 3, j = (drop + 2) % 3;
    if (normal[drop] < 0.0) std::swap(i, j);
    flat.reserve(corners.size());
    for (const std::uint32_t v : corners) flat.emplace_back(vertices[v][i], vertices[v][j]);
    return flat;
}

/// Every triangle of the fan from corner 0 turns left: seen from there, a simple polygon runs round once and
/// never back, so the fan covers it.
bool fan_is_proper(const std::vector<Vec2>& p) {
    for (std::size_t i = 1; i + 1 < p.size(); ++i)
        if (orient2d(p[0], p[i], p[i + 1]) != Sign::Positive) return false;
    return true;
}

/// Ear clipping over a circular list. Ear-ness of a corner changes only when a neighbour is clipped, so there
/// are at most three tests per corner, each against the corners that do not turn left.
class EarClipper {
  public:
    EarClipper(std::span<const std::uint32_t> corners, std::vector<Vec2> flat)
        : corners_(corners),
          p_(std::move(flat)),
          next_(p_.size()),
          previous_(p_.size()),
          turn_(p_.size()),
          is_ear_(p_.size()) {
        const auto n = static_cast<std::uint32_t>(p_.size());
        for (std::uint32_t i = 0; i < n; ++i) {
            next_[i] = i + 1 == n ? 0 : i + 1;
            previous_[i] = i == 0 ? n - 1 : i - 1;
        }
        for (std::uint32_t i = 0; i < n; ++i) measure_turn(i);
        for (std::uint32_t i = 0; i < n; ++i)
            if (turn_[i] != Sign::Positive) blockers_.push_back(i);
        for (std::uint32_t i = 0; i < n; ++i) is_ear_[i] = is_clear_ear(i);
    }

    void clip_all(std::vector<Triangle>& triangles) {
        std::uint32_t at = 0;
        std::size_t left = p_.size(), searched = 0;
        while (left > 3 && searched < left) {
            if (!is_ear_[at]) {
                at = next_[at];
                ++searched;
                continue;
            }
            const std::uint32_t before = previous_[at], after = next_[at];
            triangles.push_back({corners_[before], corners_[at], corners_[after]});
            clip(at);
            --left;
            searched = 0;
            at = next_[after];  // skipping one keeps the triangles rounder than a fan
        }
        append_rest(at, triangles);
    }

  private:
    void measure_turn(std::uint32_t i) { turn_[i] = orient2d(p_[previous_[i]], p_[i], p_[next_[i]]); }

    /// In the triangle or on its rim, and not at one of its corners (holes are often tied in by a doubled
    /// edge).
    bool blocks(std::uint32_t j, const Vec2& a, const Vec2& b, const Vec2& c) const {
        const Vec2& q = p_[j];
        if (q == a || q == b || q == c) return false;
        return orient2d(a, b, q) != Sign::Negative && orient2d(b, c, q) != Sign::Negative &&
               orient2d(c, a, q) != Sign::Negative;
    }

    bool is_clear_ear(std::uint32_t i) {
        if (turn_[i] != Sign::Positive) return false;
        const std::uint32_t before = previous_[i], after = next_[i];
        for (std::size_t k = 0; k < blockers_.size();) {
            const std::uint32_t j = blockers_[k];
            if (next_[j] == kGone || turn_[j] == Sign::Positive) {  // clipped, or turns left by now: drop it
                blockers_[k] = blockers_.back();
                blockers_.pop_back();
                continue;
            }
            if (j != before && j != after && blocks(j, p_[before], p_[i], p_[after])) return false;
            ++k;
        }
        return true;
    }

    void clip(std::uint32_t i) {
        const std::uint32_t before = previous_[i], after = next_[i];
        next_[before] = after;
        previous_[after] = before;
        next_[i] = kGone;
        for (const std::uint32_t corner : {before, after}) {
            const bool turned_left = turn_[corner] == Sign::Positive;
            measure_turn(corner);
            if (turned_left && turn_[corner] != Sign::Positive) blockers_.push_back(corner);
        }
        for (const std::uint32_t corner : {before, after}) is_ear_[corner] = is_clear_ear(corner);
    }

    void append_rest(std::uint32_t at, std::vector<Triangle>& triangles) const {
        std::vector<std::uint32_t> rest;
        for (std::uint32_t i = at; rest.empty() || i != at; i = next_[i]) rest.push_back(corners_[i]);
        append_fan(rest, triangles);
    }

    static constexpr std::uint32_t kGone = 0xFFFFFFFF;

    std::span<const std::uint32_t> corners_;
    std::vector<Vec2> p_;
    std::vector<std::uint32_t> next_, previous_;
    std::vector<Sign> turn_;
    std::vector<char> is_ear_;
    std::vector<std::uint32_t> blockers_;  // corners that do not turn left; cleaned lazily
};

}  // namespace

void triangulate(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners,
                 std::vector<Triangle>& triangles) {
    GRAZE_ASSERT(corners.size() >= 3 && corners.size() <= kMostPolygonCorners);
    if (corners.size() == 3) {
        triangles.push_back({corners[0], corners[1], corners[2]});
        return;
    }
    std::vector<Vec2> flat = project(vertices, corners);
    if (flat.empty() || fan_is_proper(flat)) return append_fan(corners, triangles);
    EarClipper(corners, std::move(flat)).clip_all(triangles);
}

}  // namespace graze::internal
