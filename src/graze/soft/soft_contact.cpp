#include "graze/soft/soft_contact.h"

#include "graze/numeric/outward.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace graze::soft {
namespace {

constexpr double kOnRim = 1e-12;  // a weight below this: the closest point is on the rim of the feature

/// Which features of the two: a node or a whole segment; a vertex, an edge or a face of a body, or a node or a segment.
using FeatureKey = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;
constexpr std::uint32_t kNobody = ~0U;

struct KeyedContact {
    FeatureKey key;
    RodContact contact;
};

/// The one or two nodes of a segment that a point of it lies between, and their share of it.
void add_place(RodContact& contact, std::uint32_t node, double share, double sign) {
    const std::array<double, 2> weights{1.0 - share, share};
    for (std::uint32_t k = 0; k < 2; ++k) {
        if (weights[k] <= kOnRim) continue;
        const auto i = static_cast<std::size_t>(contact.count++);
        contact.node[i] = node + k;
        contact.weight[i] = sign * weights[k];
    }
}

/// A node by itself: (n, n); a segment: (n, n + 1).
std::array<std::uint32_t, 2> feature_of(std::uint32_t node, double share) {
    if (share <= kOnRim) return {node, node};
    if (share >= 1.0 - kOnRim) return {node + 1, node + 1};
    return {node, node + 1};
}

/// Of the triangle's corners those that carry the point: one, two or three vertex ids, rising.
std::array<std::uint32_t, 3> feature_of(const Triangle& triangle, const std::array<double, 3>& weights) {
    std::array<std::uint32_t, 3> ids{};
    for (std::size_t k = 0; k < 3; ++k) ids[k] = weights[k] > kOnRim ? triangle[k] : kNobody;
    if (ids[0] > ids[1]) std::swap(ids[0], ids[1]);
    if (ids[1] > ids[2]) std::swap(ids[1], ids[2]);
    if (ids[0] > ids[1]) std::swap(ids[0], ids[1]);
    return ids;
}

class ContactFinder {
  public:
    ContactFinder(const SoftModel& model, std::span<const Vec3> nodes, const Barrier& barrier)
        : model_(model), nodes_(nodes), barrier_(barrier) {}

    void look_at(const BodyCandidate& pair) {
        const std::uint32_t node = model_.segments[pair.segment].node;
        const std::array<Vec3, 2> segment{nodes_[node], nodes_[node + 1]};
        const double clearance = clearance_of(model_, pair.segment) + pair.set.error;
        if (are_far(pair, segment, clearance + barrier_.begins)) return;
        const Triangle& ids = model_.bodies[pair.body].body.mesh().triangles[pair.triangle];
        const auto offer = [&](const ClosePoints& close, double share) {
            const double distance = close.separation.norm();
            if (distance - clearance >= barrier_.begins) return;
            const auto own = feature_of(node, share);
            const auto other = feature_of(ids, close.on_b);
            KeyedContact found{{own[0], own[1], pair.body, other[0], other[1], other[2]}, {}};
            RodContact& contact = found.contact;
            add_place(contact, node, share, 1.0);
            contact.normal = close.separation / std::max(distance, 1e-300);
            for (std::size_t k = 0; k < 3; ++k) contact.point += close.on_b[k] * pair.set.to[k];
            contact.gap = distance - clearance;
            contact.segment = pair.segment;
            contact.body = pair.body;
            contact.friction = std::sqrt(model_.rods[model_.segments[pair.segment].rod].friction * model_.body_friction[pair.body]);
            found_.push_back(found);
        };
        // Each node against the triangle, once for both of its segments, and the segment against the triangle's edges.
        const double reach = clearance + barrier_.begins;
        for (std::size_t end = 0; end < (is_last_of_rod(pair.segment) ? 2U : 1U); ++end) {
            const std::array<Vec3, 2> point{segment[end], segment[end]};
            if (!are_far(pair, std::span(point).first(1), reach)) offer(closest_points(point, pair.set.to), end == 0 ? 0.0 : 1.0);
        }
        Box near = box_of(segment);
        near.min.array() -= reach;
        near.max.array() += reach;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::array<Vec3, 2> edge{pair.set.to[k], pair.set.to[(k + 1) % 3]};
            if (!boxes_meet(near, box_of(edge))) continue;
            ClosePoints close = closest_points(segment, edge);
            const double share = close.on_a[1];
            const std::array<double, 3> on_edge = close.on_b;
            close.on_b = {0.0, 0.0, 0.0};
            close.on_b[k] = on_edge[0];
            close.on_b[(k + 1) % 3] = on_edge[1];
            offer(close, share);
        }
    }

    void look_at(const RodCandidate& pair) {
        if (pair.is_close_along) return;
        const std::uint32_t p = model_.segments[pair.a].node, q = model_.segments[pair.b].node;
        const std::array<Vec3, 2> a{nodes_[p], nodes_[p + 1]}, b{nodes_[q], nodes_[q + 1]};
        Box box = box_of(a);
        box.min.array() -= pair.clearance + barrier_.begins;
        box.max.array() += pair.clearance + barrier_.begins;
        if (!boxes_meet(box, box_of(b))) return;
        const ClosePoints close = closest_points(a, b);
        const double distance = close.separation.norm();
        if (distance - pair.clearance >= barrier_.begins) return;
        const auto own = feature_of(p, close.on_a[1]), other = feature_of(q, close.on_b[1]);
        KeyedContact found{{own[0], own[1], kNobody, other[0], other[1], other[1]}, {}};
        RodContact& contact = found.contact;
        add_place(contact, p, close.on_a[1], 1.0);
        add_place(contact, q, close.on_b[1], -1.0);
        contact.normal = close.separation / std::max(distance, 1e-300);
        contact.point = b[0] + close.on_b[1] * (b[1] - b[0]);
        contact.gap = distance - pair.clearance;
        contact.segment = pair.a;
        contact.friction = std::sqrt(model_.rods[model_.segments[pair.a].rod].friction * model_.rods[model_.segments[pair.b].rod].friction);
        found_.push_back(found);
    }

    std::vector<RodContact> contacts() {
        std::sort(found_.begin(), found_.end(), [](const KeyedContact& a, const KeyedContact& b) {
            return a.key < b.key || (a.key == b.key && a.contact.gap < b.contact.gap);
        });
        std::vector<RodContact> result;
        for (std::size_t i = 0; i < found_.size(); ++i) {
            if (i > 0 && found_[i].key == found_[i - 1].key)
                result.back().times += 1.0;
            else
                result.push_back(found_[i].contact);
        }
        for (RodContact& contact : result) contact.push = -contact.times * barrier_.slope(contact.gap);
        return result;
    }

  private:
    [[nodiscard]] bool is_last_of_rod(std::uint32_t segment) const {
        return segment + 1 == model_.segments.size() || model_.segments[segment + 1].rod != model_.segments[segment].rod;
    }

    const SoftModel& model_;
    std::span<const Vec3> nodes_;
    const Barrier& barrier_;
    std::vector<KeyedContact> found_;
};

void add_along(const SoftModel& model, const RodContact& contact, const Vec3& n, const Vec2& stiffness_and_push, StepSystem& system) {
    const ContactUnknowns u = unknowns_along(model, contact, n);
    system.add_direction({u.at.data(), u.count}, {u.slope.data(), u.count}, stiffness_and_push.x(), stiffness_and_push.y());
}

/// How far the two slid on each other since the step began, less what is along the normal.
Vec3 slip_of(const RodContact& contact, const FrictionStep& step) {
    Vec3 slip = Vec3::Zero();
    for (std::size_t i = 0; i < static_cast<std::size_t>(contact.count); ++i)
        slip += contact.weight[i] * (step.nodes[contact.node[i]] - step.nodes_before[contact.node[i]]);
    if (contact.body) {
        const BodyWay& way = step.bodies[*contact.body];
        if (!way.stands()) slip -= apply(way.to, apply(inverse(way.from), contact.point)) - contact.point;
    }
    return slip - slip.dot(contact.normal) * contact.normal;
}

}  // namespace

double Barrier::energy(double gap) const {
    if (gap >= begins) return 0.0;
    if (!(gap > 0.0)) return kInfinity;
    const double d = gap - begins;
    return -stiffness * d * d * std::log(gap / begins);
}

double Barrier::slope(double gap) const {
    if (gap >= begins || !(gap > 0.0)) return 0.0;
    const double d = gap - begins;
    return -stiffness * (2.0 * d * std::log(gap / begins) + d * d / gap);
}

double Barrier::curvature(double gap) const {
    if (gap >= begins || !(gap > 0.0)) return 0.0;
    const double d = gap - begins;
    return -stiffness * (2.0 * std::log(gap / begins) + 4.0 * d / gap - d * d / (gap * gap));
}

bool are_far(const BodyCandidate& pair, std::span<const Vec3> points, double distance) {
    Box box = box_of(points);
    box.min.array() -= distance;
    box.max.array() += distance;
    if (!boxes_meet(box, pair.end_box)) return true;
    double lowest = kInfinity, highest = -kInfinity;
    for (const Vec3& p : points) {
        const double height = pair.normal.dot(p) - pair.height;
        lowest = std::min(lowest, height);
        highest = std::max(highest, height);
    }
    return lowest > distance || highest < -distance;
}

std::vector<RodContact> contacts_of(const SoftModel& model, const Candidates& near, std::span<const Vec3> nodes, const Barrier& barrier) {
    ContactFinder finder(model, nodes, barrier);
    for (const BodyCandidate& pair : near.bodies) finder.look_at(pair);
    for (const RodCandidate& pair : near.rods) finder.look_at(pair);
    return finder.contacts();
}

ContactUnknowns unknowns_along(const SoftModel& model, const RodContact& contact, const Vec3& n) {
    ContactUnknowns u;
    for (std::size_t i = 0; i < static_cast<std::size_t>(contact.count); ++i) {
        const int first = model.unknown_of(contact.node[i]);
        for (int k = 0; k < 3; ++k) {
            u.at[u.count] = first + k;
            u.slope[u.count++] = contact.weight[i] * n[k];
        }
    }
    return u;
}

double add_barrier(const SoftModel& model, std::span<const RodContact> contacts, const Barrier& barrier, StepSystem* system) {
    double energy = 0.0;
    for (const RodContact& contact : contacts) {
        energy += contact.times * barrier.energy(contact.gap);
        if (system != nullptr)
            add_along(model, contact, contact.normal, contact.times * Vec2(barrier.curvature(contact.gap), barrier.slope(contact.gap)), *system);
    }
    return energy;
}

Rubbing rubbing_of(const RodContact& contact, const FrictionStep& step) {
    Rubbing rubbing;
    const double most = contact.friction * contact.push, e = step.stick;
    if (!(most > 0.0)) return rubbing;
    rubbing.slip = slip_of(contact, step);
    const double y = rubbing.slip.norm();
    rubbing.energy = most * (y >= e ? y : y * y / e - y * y * y / (3.0 * e * e) + e / 3.0);
    rubbing.over = most * (y >= e ? 1.0 / y : (2.0 - y / e) / e);
    const Vec3 some = std::abs(contact.normal.x()) < 0.7 ? Vec3::UnitX() : Vec3::UnitY();
    rubbing.across[0] = contact.normal.cross(some).normalized();
    rubbing.across[1] = contact.normal.cross(rubbing.across[0]);
    return rubbing;
}

double add_friction(const SoftModel& model, std::span<const RodContact> contacts, const FrictionStep& step, StepSystem* system) {
    double energy = 0.0;
    for (const RodContact& contact : contacts) {
        const Rubbing rubbing = rubbing_of(contact, step);
        energy += rubbing.energy;
        if (system == nullptr || !(rubbing.over > 0.0)) continue;
        for (const Vec3& t : rubbing.across) add_along(model, contact, t, {rubbing.over, rubbing.over * rubbing.slip.dot(t)}, *system);
    }
    return energy;
}

double least_gap(std::span<const RodContact> contacts, const Barrier& barrier) {
    double least = barrier.begins;
    for (const RodContact& contact : contacts) least = std::min(least, contact.gap);
    return least;
}

}  // namespace graze::soft
