#include "graze/soft/soft_body.h"

#include "graze/dynamics/handling/places.h"
#include "graze/numeric/outward.h"

#include <algorithm>
#include <cmath>

namespace graze::soft {
namespace {

constexpr double kMostAngle = 0.25;
// The inverse of a pose, and a box in it, are fewer than 100 roundings, each of at most 2^-52 of the lengths involved.
constexpr double kInverseError = 0x1p-44;
constexpr double kUp = 1.0 + 0x1p-40;  // more than all roundings of the few operations below

double sum_of_sizes(const Vec3& v) { return v.cwiseAbs().sum(); }

// |p - q| of unit quaternions is 2 sin(angle / 4); q and -q are one rotation.
double angle_above(const Eigen::Quaterniond& from, const Eigen::Quaterniond& to) {
    const Eigen::Vector4d p = from.coeffs().normalized(), q = to.coeffs().normalized();
    const double chord = std::min((p - q).norm(), (p + q).norm());
    return 2.0 * chord * (1.0 + chord * chord) * kUp + 0x1p-48;  // asin(x) <= x (1 + x^2) for 0 <= x <= 1/2
}

}  // namespace

PreparedBody prepared(const Body& body, const std::optional<Vec3>& centre) {
    const Mesh& mesh = body.mesh();
    std::vector<Box> boxes;
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) boxes.push_back(box_of(corners(mesh, i)));
    PreparedBody result{body, BoxTree(boxes), Vec3::Zero(), 0.0};
    turn_about(result, centre.value_or(body.bounds().centre()));
    return result;
}

void turn_about(PreparedBody& body, const Vec3& centre) {
    const Box& whole = body.body.bounds();
    const Vec3 farthest = (whole.min - centre).cwiseAbs().cwiseMax((whole.max - centre).cwiseAbs());
    body.centre = centre;
    body.reach = farthest.norm() * kUp;
}

BodyWay way_of(const PreparedBody& body, const Pose& from, const Pose& to, double error) {
    BodyWay way{from, to, placement_of(from), placement_of(to), 0.0, 0.0, box_around(from, body.body.bounds())};
    if (from.translation == to.translation && from.rotation.coeffs() == to.rotation.coeffs()) return way;
    const PosedPoint p = place(way.placed_from, body.centre), q = place(way.placed_to, body.centre);
    const double angle = angle_above(from.rotation, to.rotation);
    way.travel = ((q.near - p.near).norm() + 4.0 * (p.error + q.error) + angle * body.reach + error) * kUp + 0x1p-200;
    way.bend = angle <= kMostAngle ? (angle * angle * body.reach * 0.125 + error) * kUp : kInfinity;
    way.around.min.array() -= way.travel;
    way.around.max.array() += way.travel;
    return way;
}

StraightSet triangle_on(const PreparedBody& body, const BodyWay& way, std::uint32_t triangle) {
    StraightSet set{.count = 3, .from = {}, .to = {}};
    double error = 0.0;
    const auto own = corners(body.body.mesh(), triangle);
    for (std::size_t k = 0; k < 3; ++k) {
        const PosedPoint from = place(way.placed_from, own[k]);
        const PosedPoint to = way.stands() ? from : place(way.placed_to, own[k]);
        set.from[k] = from.near;
        set.to[k] = to.near;
        error = std::max({error, from.error, to.error});
    }
    set.error = 2.0 * error + way.bend;  // of each coordinate: less than twice that of the place
    return set;
}

Box box_in_body(const BodyWay& way, const Box& world, double distance) {
    const Pose back = inverse(way.from);
    Box box = box_around(back, world);
    const double most = sum_of_sizes(world.min) + sum_of_sizes(world.max) + sum_of_sizes(way.from.translation);
    const double more = (distance + way.travel + kInverseError * most) * kUp;
    box.min.array() -= more;
    box.max.array() += more;
    return box;
}

}  // namespace graze::soft
