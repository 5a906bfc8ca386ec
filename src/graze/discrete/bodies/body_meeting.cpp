#include "graze/discrete/bodies/body_meeting.h"

#include "graze/discrete/bodies/meeting_point.h"
#include "graze/discrete/bodies/solid_overlap-inl.h"
#include "graze/discrete/triangles/triangle_overlap.h"
#include "graze/discrete/wide/wide_query.h"
#include "graze/geometry/posed_predicates.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace graze::internal {
namespace {

// Efforts on the easy cases, which only save time: pairs of triangles looked at, and planes tried.
constexpr std::size_t kCrossingEffort = 20'000;
constexpr std::size_t kPlaneEffort = 12;

/// Every n-th contact, so that about `effort` are looked at.
std::size_t stride(std::span<const IdPair> contacts, std::size_t effort) {
    return contacts.size() / effort + 1;
}

class Meeting {
  public:
    Meeting(const PosedModel& a, const PosedModel& b, std::span<const IdPair> contacts)
        : a_(a), b_(b), contacts_(contacts), poses_(pose_pair(a.pose, b.pose)) {}

    [[nodiscard]] BodyMeeting of_solids(int threads) const {
        const SolidOverlap overlap(a_, b_, contacts_);
        if (contacts_.empty()) return without_contact(overlap);
        if (plane_parts_bodies()) return BodyMeeting::Touching;  // fails at once for bodies that cross
        if (some_cross_cleanly()) return BodyMeeting::Intersecting;
        const bool overlaps =
            overlap.patches(Side::A).with_volume > 0 || overlap.patches(Side::B).with_volume > 0 ||
            overlap.overlap_at_contacts(Side::A, threads) || overlap.overlap_at_contacts(Side::B, threads);
        return overlaps ? BodyMeeting::Intersecting : BodyMeeting::Touching;
    }

    [[nodiscard]] bool proves_intersecting(const IdPair& contact) const {
        const bool are_solids = a_.model.is_solid && b_.model.is_solid;
        return are_solids ? crosses_cleanly(contact) : is_crossing(contact);
    }

    [[nodiscard]] double crossing_depth() const {
        double depth = 0.0;
        for (const IdPair& pair : contacts_)
            if (is_crossing(pair)) depth = std::max(depth, passed(pair));
        return depth;
    }

    [[nodiscard]] BodyMeeting of_soups() const {
        if (contacts_.empty()) return soup_in_solid();
        const bool cross = std::any_of(contacts_.begin(), contacts_.end(),
                                       [&](const IdPair& pair) { return is_crossing(pair); });
        return cross ? BodyMeeting::Intersecting : BodyMeeting::Touching;
    }

  private:
    [[nodiscard]] bool is_crossing(const IdPair& pair) const {
        const MovedTriangle moved = move_into_a(poses_, corners(*b_.model.mesh, pair.b));
        return meeting_of(corners(*a_.model.mesh, pair.a), moved, poses_).meeting ==
               TriangleMeeting::Crossing;
    }

    /// How far `mover` is on that side of the plane of `fixed` on which it is less; 0 if that has no plane.
    static double less_side(const Corners& mover, const Corners& fixed) {
        const Vec3 normal = (fixed[1] - fixed[0]).cross(fixed[2] - fixed[0]).stableNormalized();
        double above = 0.0, below = 0.0;
        for (const Vec3& corner : mover) {
            const double height = normal.dot(corner - fixed[0]);
            above = std::max(above, height), below = std::max(below, -height);
        }
        return std::min(above, below);
    }
    [[nodiscard]] double passed(const IdPair& pair) const {
        const Corners p = posed_corners(*a_.model.mesh, pair.a, a_.pose),
                      q = posed_corners(*b_.model.mesh, pair.b, b_.pose);
        return std::min(less_side(p, q), less_side(q, p));
    }

    static bool is_alone(const BodyModel& model, std::uint32_t triangle) {
        const auto [p, q, r] = corners(*model.mesh, triangle);
        return !are_collinear(p, q, r) && self_contacts(model, triangle).empty();
    }

    /// Where two triangles cross and no other reaches into them, the numbers of both bodies change by one
    /// across them: in one of the four wedges both are not 0.
    [[nodiscard]] bool crosses_cleanly(const IdPair& contact) const {
        return is_crossing(contact) && is_alone(a_.model, contact.a) && is_alone(b_.model, contact.b);
    }
    [[nodiscard]] bool some_cross_cleanly() const {
        for (std::size_t i = 0; i < contacts_.size(); i += stride(contacts_, kCrossingEffort))
            if (crosses_cleanly(contacts_[i])) return true;
        return false;
    }

    /// The sides of a plane that the vertices of a body are on.
    struct Sides {
        bool positive = false, negative = false;
    };
    template <class Place>
    Sides sides_of(const std::array<PairPoint, 3>& plane, const Mesh& mesh, Place&& place) const {
        Sides sides;
        for (const Vec3& vertex : mesh.vertices) {
            const Sign side = orient3d(poses_, plane[0], plane[1], plane[2], place(vertex));
            sides.positive = sides.positive || side == Sign::Positive;
            sides.negative = sides.negative || side == Sign::Negative;
            if (sides.positive && sides.negative) break;
        }
        return sides;
    }

    [[nodiscard]] bool plane_separates(const std::array<PairPoint, 3>& plane) const {
        const auto of_b = [&](const Vec3& x) { return vertex_of_b(poses_, x); };
        const Sides a = sides_of(plane, *a_.model.mesh, vertex_of_a);
        if (a.positive == a.negative) return false;  // on both sides, or flat: then the plane may be none
        const Sides b = sides_of(plane, *b_.model.mesh, of_b);
        return a.positive ? !b.positive : !b.negative;
    }

    /// Interiors on the two sides of a plane do not overlap, whatever else touches.
    [[nodiscard]] bool plane_parts_bodies() const {
        for (std::size_t i = 0; i < contacts_.size(); i += stride(contacts_, kPlaneEffort)) {
            const auto p = corners(*a_.model.mesh, contacts_[i].a);
            if (plane_separates({vertex_of_a(p[0]), vertex_of_a(p[1]), vertex_of_a(p[2])})) return true;
            const auto q = corners(*b_.model.mesh, contacts_[i].b);
            if (plane_separates(
                    {vertex_of_b(poses_, q[0]), vertex_of_b(poses_, q[1]), vertex_of_b(poses_, q[2])}))
                return true;
        }
        return false;
    }

    [[nodiscard]] static BodyMeeting without_contact(const SolidOverlap& overlap) {
        const PatchCount a = overlap.patches(Side::A), b = overlap.patches(Side::B);
        if (a.inside > 0 && b.inside == 0 && a.outside == 0) return BodyMeeting::AInB;
        if (b.inside > 0 && a.inside == 0 && b.outside == 0) return BodyMeeting::BInA;
        const bool overlaps = a.with_volume > 0 || b.with_volume > 0;
        return overlaps ? BodyMeeting::Intersecting : BodyMeeting::Apart;
    }

    /// One vertex of each piece tells where the piece is; a collapsed triangle is a piece of its own.
    [[nodiscard]] BodyMeeting soup_in_solid() const {
        if (a_.model.is_solid == b_.model.is_solid) return BodyMeeting::Apart;
        const Side soup = a_.model.is_solid ? Side::B : Side::A;
        const BodyModel& model = soup == Side::A ? a_.model : b_.model;
        const SolidOverlap overlap(a_, b_, contacts_);
        const auto pieces = find_pieces(*model.mesh, model.adjacency);
        std::vector<bool> is_known(pieces.size(), false);
        bool some_inside = false, some_outside = false;
        for (std::uint32_t t = 0; t < pieces.size(); ++t) {
            if (pieces[t] != kNoPiece && is_known[pieces[t]]) continue;
            if (pieces[t] != kNoPiece) is_known[pieces[t]] = true;
            (overlap.is_inside_other(soup, corners(*model.mesh, t)[0]) ? some_inside : some_outside) = true;
            if (some_inside && some_outside) return BodyMeeting::Intersecting;
        }
        if (!some_inside) return BodyMeeting::Apart;
        return soup == Side::A ? BodyMeeting::AInB : BodyMeeting::BInA;
    }

    PosedModel a_, b_;
    std::span<const IdPair> contacts_;
    PosePair poses_;
};

/// True if a point of one body is certainly outside the box of all of the other: doubles, with far more to
/// spare than they are rounded by.
bool is_outside_box(const Vec3& x, const Pose& pose, const PosedModel& other) {
    constexpr double kSlack = 1e-9, kNormSlack = 1.0 + 1e-5;  // accepted quaternions: within 1e-6 of unit
    const WideNode& root = other.model.tree.nodes[0];
    const Vec3 between = pose.translation - other.pose.translation,
               origin(root.origin[0], root.origin[1], root.origin[2]);
    const Vec3 in_root =
        other.pose.rotation.normalized().conjugate() * (pose.rotation.normalized() * x + between) - origin;
    const double slack = kSlack * kNormSlack *
                         (x.norm() + pose.translation.norm() + other.pose.translation.norm() + origin.norm() +
                          double(root.radius));
    for (int j = 0; j < 3; ++j) {
        const double y = double(root.axes[0][j]) * in_root.x() + double(root.axes[1][j]) * in_root.y() +
                         double(root.axes[2][j]) * in_root.z();
        if (std::abs(y) > double(root.whole[j]) + slack) return true;
    }
    return false;
}

}  // namespace

bool some_piece_is_inside(const PosedModel& a, const PosedModel& b, std::size_t& next, std::size_t most) {
    std::optional<SolidOverlap> overlap;
    const std::size_t of_a = a.model.piece_samples.size(), all = pieces_of(a.model, b.model);
    for (; next < all && most > 0; --most, ++next) {
        const Side side = next < of_a ? Side::A : Side::B;
        const PosedModel &body = side == Side::A ? a : b, &other = side == Side::A ? b : a;
        const Vec3& x = body.model.piece_samples[side == Side::A ? next : next - of_a];
        if (!other.model.is_solid || is_outside_box(x, body.pose, other)) continue;
        if (!overlap) overlap.emplace(a, b, std::span<const IdPair>{});
        if (overlap->is_inside_other(side, x)) return true;
    }
    return false;
}

bool some_piece_is_inside(const PosedModel& a, const PosedModel& b) {
    std::size_t next = 0;
    return some_piece_is_inside(a, b, next, pieces_of(a.model, b.model));
}

BodyMeeting meeting_of(const PosedModel& a, const PosedModel& b, std::span<const IdPair> contacts,
                       int threads) {
    if (contacts.empty() && !some_piece_is_inside(a, b)) return BodyMeeting::Apart;
    const Meeting meeting(a, b, contacts);
    return a.model.is_solid && b.model.is_solid ? meeting.of_solids(threads) : meeting.of_soups();
}

double crossing_depth(const PosedModel& a, const PosedModel& b, std::span<const IdPair> contacts) {
    return Meeting(a, b, contacts).crossing_depth();
}

bool proves_intersecting(const PosedModel& a, const PosedModel& b, const IdPair& contact) {
    return Meeting(a, b, {}).proves_intersecting(contact);
}

}  // namespace graze::internal

namespace graze {

BodyMeeting meeting_of(const PosedBody& a, const PosedBody& b, DiscreteWorkspace* workspace) {
    const PosedModel model_a{a.body.model(), a.pose}, model_b{b.body.model(), b.pose};
    DiscreteWorkspace fresh;
    DiscreteMemory& memory = (workspace != nullptr ? *workspace : fresh).memory();
    const auto find = [&](Find what) {
        return find_intersections(wide(model_a.model), a.pose, wide(model_b.model), b.pose, {.find = what},
                                  memory)
            .triangles;
    };
    const auto first = find(Find::FirstPair);
    if (first.empty()) return meeting_of(model_a, model_b, {});
    if (proves_intersecting(model_a, model_b, first.front())) return BodyMeeting::Intersecting;
    return meeting_of(model_a, model_b, find(Find::TrianglePairs));
}

}  // namespace graze
