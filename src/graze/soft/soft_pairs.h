// What may come near what: segments of rods with triangles of bodies, and with each other.
//
// All nodes of all rods stand in one list. Which pairs a step has to look at is found by boxes: whoever is left out is
// surely farther apart than asked, all the time.
#pragma once

#include "graze/soft/rod.h"
#include "graze/soft/soft_body.h"

#include <cstdint>
#include <span>
#include <vector>

namespace graze::soft {

struct Segment {
    std::uint32_t rod, node;  // of the list; it runs to node + 1
    double radius;
};

/// What never changes: rods, segments, bodies, and who is excused from whom.
struct SoftModel {
    std::vector<Rod> rods;
    std::vector<std::uint32_t> first_node, first_segment;  // by rod
    std::vector<int> offset;                               // by rod: of its unknowns
    std::vector<Segment> segments;
    std::vector<PreparedBody> bodies;
    std::vector<double> body_friction;
    std::vector<std::string> body_names;
    std::vector<std::vector<bool>> is_ignored;  // by rod, by body
    std::uint32_t nodes = 0;
    int unknowns = 0;
    double skin_error = 0.0;  // the rounding of the skin's corners goes into its radius

    [[nodiscard]] int unknown_of(std::uint32_t node) const;  // the first of its three
    [[nodiscard]] std::uint32_t rod_of_node(std::uint32_t node) const;
};

struct BodyCandidate {
    std::uint32_t segment, body, triangle;
    StraightSet set;  // the triangle
    // Where it is at the end of the step: to see quickly that it is far from something. Nothing is proved by these.
    Box end_box;
    Vec3 normal;
    double height;  // of its plane along the normal
};
/// Two segments that are no neighbours.
struct RodCandidate {
    std::uint32_t a, b;
    double clearance;     // sum of radii
    bool is_close_along;  // of one rod, less than pi r apart along it: judged by (4) and not by distance
};
struct Candidates {
    std::vector<BodyCandidate> bodies;
    std::vector<RodCandidate> rods;
};

/// Where the nodes are at both ends of a step, and how the bodies go.
struct SoftWays {
    std::span<const Vec3> from, to;
    std::span<const BodyWay> bodies;
};

/// All pairs that may come within their clearance and `more` while nodes go straight, and no node is farther than `more`
/// from there. Pairs that are close along a rod are all listed.
///
/// Guarantee: every other pair stays farther apart than its clearance.
[[nodiscard]] Candidates candidates_of(const SoftModel& model, const SoftWays& ways, double more);

/// The segment, from and to.
[[nodiscard]] StraightSet segment_on(const SoftModel& model, std::uint32_t segment, std::span<const Vec3> from,
                                     std::span<const Vec3> to);

/// What has to stay free around a segment: radius and the rounding of the skin.
[[nodiscard]] inline double clearance_of(const SoftModel& model, std::uint32_t segment) {
    return model.segments[segment].radius + model.skin_error;
}

}  // namespace graze::soft
