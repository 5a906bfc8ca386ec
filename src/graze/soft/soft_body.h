// A rigid body among rods: its triangles in boxes, and how it goes from pose to pose within a step.
//
// Between two poses a body slerps about the middle of its box, or another centre that is named, so every corner of it
// leaves the straight way between its two places by at most a^2 rho / 8, with a the angle and rho the distance from that
// centre. That goes into the clearance that is asked for.
#pragma once

#include "graze/geometry/placement.h"
#include "graze/model/body.h"
#include "graze/soft/box_tree.h"
#include "graze/soft/straight_sets.h"

#include <memory>
#include <optional>
#include <string>

namespace graze::soft {

struct SoftBody {
    Body body;
    Pose pose = {};
    double friction = 0.3;  // Coulomb's coefficient; of a pair: the square root of the product
    std::string name = {};
    std::optional<Vec3> centre = {};  // in its coordinates: it turns about that; none: the middle of its box
};

/// What queries about a body need, made once.
struct PreparedBody {
    Body body;
    BoxTree triangles;    // boxes in the body's coordinates
    Vec3 centre;          // it turns about that
    double reach = 0.0;   // from there to the farthest corner of its box, rounded up
};
[[nodiscard]] PreparedBody prepared(const Body& body, const std::optional<Vec3>& centre = {});
/// From now on it turns about this point of it.
void turn_about(PreparedBody& body, const Vec3& centre);

/// From one pose to another.
struct BodyWay {
    Pose from, to;
    Placement placed_from, placed_to;
    double travel = 0.0;  // no point of the body goes farther than this
    double bend = 0.0;    // nor leaves its straight way by more than this
    Box around;            // holds the body all the way
    [[nodiscard]] bool stands() const { return travel == 0.0; }
};
/// Pre: valid poses. An angle beyond a quarter of a radian makes `bend` infinite: nothing is proved then.
/// `error`: on the way, no point is farther than this from where the slerp has it.
[[nodiscard]] BodyWay way_of(const PreparedBody& body, const Pose& from, const Pose& to, double error = 0.0);

/// The triangle on that way.
[[nodiscard]] StraightSet triangle_on(const PreparedBody& body, const BodyWay& way, std::uint32_t triangle);

/// A box in the body's coordinates, as it stands at the beginning of the way, that surely holds every point of the body
/// that comes within `distance` of `world` during it.
[[nodiscard]] Box box_in_body(const BodyWay& way, const Box& world, double distance);

}  // namespace graze::soft
