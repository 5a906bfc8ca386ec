#include "graze/dynamics/handling/near_pairs.h"

#include "graze/core/parallel.h"
#include "graze/dynamics/handling/places.h"

#include <algorithm>
#include <cmath>

namespace graze::internal {
namespace {

constexpr double kLength = 0.026;             // of a body's size: L / 50 with L = 1.3 sizes [Redon04, sec. 4]
constexpr double kReach = 0.023;              // eps_b
constexpr std::size_t kMostOfPair = 12;       // contacts that are kept of a pair with many, where many bodies meet;
constexpr std::size_t kMostOfAll = 64;        // more where few do: in second order, so many for all that move together
constexpr std::size_t kFewBodies = 8;         // in first order, so many bodies keep all: rows are no burden there
constexpr std::uint64_t kForgetAfter = 2000;  // sub-steps
constexpr double kSkin = 0.5;                 // of eps_b: lists are made for more than is asked

std::uint64_t key_of(const BodyPair& bodies) { return (std::uint64_t{bodies[0]} << 32) | bodies[1]; }

bool boxes_are_near(const Box& p, const Box& q, double margin) {
    for (int k = 0; k < 3; ++k)
        if (p.min[k] > q.max[k] + margin || q.min[k] > p.max[k] + margin) return false;
    return true;
}

/// The direction of the edge that a slot of a triangle is, in the world.
Vec3 edge_direction(const BodyState& body, std::uint32_t triangle, FeatureSlot slot) {
    const Mesh& mesh = body.given.body.mesh();
    const auto& corners = mesh.triangles[triangle];
    const int k = slot - kFirstEdgeSlot;
    return apply({Vec3::Zero(), body.pose.rotation}, mesh.vertices[corners[(k + 1) % 3]] - mesh.vertices[corners[k]]);
}

/// Which of the bodies turns the normal. Triangles of copies are those of their originals.
void set_normal(ActiveContact& active, const ContactFeaturePair& contact, const BodyState& one, const BodyState& two,
                bool swap) {
    const FeatureSlot of_one = contact.features[swap ? 1 : 0], of_two = contact.features[swap ? 0 : 1];
    const auto is_edge = [](FeatureSlot slot) { return slot >= kFirstEdgeSlot && slot < kFaceSlot; };
    if (of_one == kFaceSlot) active.normal_of = NormalOf::FaceOfA;
    if (of_two == kFaceSlot) active.normal_of = NormalOf::FaceOfB;
    if (!is_edge(of_one) || !is_edge(of_two)) return;
    active.normal_of = NormalOf::Edges;
    active.edge_a = edge_direction(one, contact.triangles[swap ? 1 : 0], of_one);
    active.edge_b = edge_direction(two, contact.triangles[swap ? 0 : 1], of_two);
}

std::size_t most_of_pair(const WorldMemory& memory) {
    const std::size_t bodies = memory.movable.size();
    if (memory.options.order == WorldOrder::First && bodies <= kFewBodies) return ~std::size_t{0};
    return std::max(kMostOfPair, kMostOfAll / std::max<std::size_t>(bodies, 1));
}

/// The nearest third, then always the one that is farthest from those already taken.
void keep_few(std::vector<ActiveContact>& contacts, std::size_t first, std::size_t most_kept, double size) {
    const std::size_t count = contacts.size() - first;
    if (count <= most_kept) return;
    auto* begin = contacts.data() + first;
    const std::size_t nearest = most_kept / 3;
    std::partial_sort(begin, begin + nearest, begin + count, [](const ActiveContact& x, const ActiveContact& y) {
        return x.pair.distance != y.pair.distance ? x.pair.distance < y.pair.distance : x.which < y.which;
    });
    const auto apartness = [&](const ActiveContact& x, const ActiveContact& y) {
        return (x.pair.arm_a - y.pair.arm_a).norm() / size + (x.pair.normal - y.pair.normal).norm();
    };
    for (std::size_t kept = nearest; kept < most_kept; ++kept) {
        std::size_t best = kept;
        double most = -1.0;
        for (std::size_t i = kept; i < count; ++i) {
            double least = kInfinity;
            for (std::size_t j = 0; j < kept; ++j) least = std::min(least, apartness(begin[i], begin[j]));
            if (least > most) best = i, most = least;
        }
        std::swap(begin[kept], begin[best]);
    }
    contacts.resize(first + most_kept);
}

}  // namespace

PairRule rule_of(const WorldMemory& memory, const BodyPair& bodies) {
    PairRule rule = memory.rules.of(bodies[0], bodies[1]);
    const auto changed = memory.changes.find(bodies);
    if (changed == memory.changes.end()) return rule;
    const auto& [clearance, ignored] = changed->second;
    if (clearance) rule.clearance = *clearance;
    if (ignored && *ignored) rule.allowed = Allowed::Everything;
    if (ignored && !*ignored && rule.allowed && leaves_out(*rule.allowed, rule.depth)) rule.allowed.reset();
    return rule;
}

double security_length(const WorldMemory& memory, const BodyPair& bodies) {
    double size = kInfinity;
    for (const std::uint32_t i : bodies)
        if (memory.bodies[i].is_movable()) size = std::min(size, memory.bodies[i].size);
    return kLength * memory.options.security * (size > 0.0 && size < kInfinity ? size : 1.0);
}

double margin_of(const NearPair& pair) { return pair.clearance + kReach * pair.base; }

void set_surfaces(const WorldMemory& memory, NearPair& pair) {
    const WorldBody &a = memory.bodies[pair.bodies[0]].given, &b = memory.bodies[pair.bodies[1]].given;
    pair.friction = std::sqrt(a.friction * b.friction);
    pair.restitution = std::max(a.restitution, b.restitution);
}

NearPair& add_pair(WorldMemory& memory, const BodyPair& bodies, const PairShapes& shapes, double apart) {
    const BodyState &a = memory.bodies[bodies[0]], &b = memory.bodies[bodies[1]];
    auto pair = std::make_unique<NearPair>();
    pair->bodies = bodies;
    pair->a = shapes.a != nullptr ? shapes.a : a.shape;
    pair->b = shapes.b != nullptr ? shapes.b : b.shape;
    pair->is_seat = shapes.are_copies;
    pair->clearance = shapes.are_copies ? 0.0 : rule_of(memory, bodies).clearance;
    pair->base = security_length(memory, bodies);
    pair->apart = apart;
    set_surfaces(memory, *pair);
    return *(memory.pairs[key_of(bodies)] = std::move(pair));
}

void list_pairs(WorldMemory& memory) {
    const std::size_t count = memory.bodies.size();
    memory.boxes.resize(count);
    memory.swept.resize(count);
    double largest = 0.0;
    for (std::uint32_t i = 0; i < count; ++i) {
        const BodyState& body = memory.bodies[i];
        if (body.is_movable()) {
            memory.boxes[i] = box_around(body.pose, body.given.body.bounds());
            memory.swept[i] = memory.going[i].isZero(0.0) ? memory.boxes[i]
                                                          : box_around_way(memory.boxes[i], memory.going[i], body.reach);
        }
        if (body.is_movable()) largest = std::max(largest, body.size);
    }
    const double most = kReach * kLength * memory.options.security * std::max(largest, 1.0) + std::max(memory.rules.largest_clearance(), memory.largest_change) +
                        memory.copies_are_off_by;
    memory.listed.clear();
    for (const std::uint32_t i : memory.movable) {
        if (memory.bodies[i].asleep) continue;
        for (std::uint32_t j = 0; j < count; ++j) {
            if (j == i || !boxes_are_near(memory.swept[i], memory.swept[j], most)) continue;
            const BodyState& other = memory.bodies[j];
            if (j < i && other.is_movable() && !other.asleep) continue;  // listed from there
            const BodyPair bodies{std::min(i, j), std::max(i, j)};
            const auto found = memory.pairs.find(key_of(bodies));
            if (found != memory.pairs.end()) {
                memory.listed.push_back(found->second.get());
                continue;
            }
            const PairRule rule = rule_of(memory, bodies);
            if (rule.allowed && leaves_out(*rule.allowed, rule.depth)) continue;
            NearPair& pair = add_pair(memory, bodies, {}, 0.0);
            pair.apart = memory.margins_are_new ? 0.0 : margin_of(pair);  // so far it was not listed
            memory.listed.push_back(&pair);
        }
    }
    std::erase_if(memory.listed, [&](NearPair* pair) {
        const auto [a, b] = pair->bodies;
        const double margin = margin_of(*pair) + (pair->is_seat ? memory.copies_are_off_by : 0.0);
        const bool is_near = boxes_are_near(memory.swept[a], memory.swept[b], margin);
        if (!is_near) pair->apart = std::max(pair->apart, margin_of(*pair));
        return !is_near;
    });
    std::sort(memory.listed.begin(), memory.listed.end(),
              [](const NearPair* x, const NearPair* y) { return x->bodies < y->bodies; });
    for (NearPair* pair : memory.listed) pair->seen = memory.sub_steps;
}

void find_contacts(WorldMemory& memory) {
    const std::size_t count = memory.listed.size();
    (void)parallel_for(count, {.threads = memory.options.threads}, [&](std::size_t i) {
        NearPair& pair = *memory.listed[i];
        const double reach = pair.clearance + pair.eps().eps_b;
        (void)contacts_within({*pair.a, memory.bodies[pair.bodies[0]].pose}, {*pair.b, memory.bodies[pair.bodies[1]].pose},
                              {reach, memory.tuning.keeps_lists ? kSkin * kReach * pair.base : 0.0, memory.tuning.contact_turn}, pair.list);
        pair.measured = memory.sub_steps;
    });
    memory.contacts.clear();
    for (std::uint32_t i = 0; i < count; ++i) {
        NearPair& pair = *memory.listed[i];
        BodyState &a = memory.bodies[pair.bodies[0]], &b = memory.bodies[pair.bodies[1]];
        const std::size_t first = memory.contacts.size();
        const auto found = pair.list.contacts();
        for (std::uint32_t k = 0; k < found.size(); ++k) {
            const ContactFeaturePair& contact = found[k];
            if (!(contact.normal.squaredNorm() > 0.5)) continue;  // it has no direction
            ActiveContact active;
            const bool swap = !a.is_movable();  // solvers want the body that moves first
            const BodyState &one = swap ? b : a, &two = swap ? a : b;
            active.pair = {.a = static_cast<std::int32_t>(swap ? pair.bodies[1] : pair.bodies[0]),
                           .b = two.is_movable() ? static_cast<std::int32_t>(swap ? pair.bodies[0] : pair.bodies[1]) : kNobody,
                           .arm_a = contact.points[swap ? 1 : 0] - one.centre,
                           .arm_b = contact.points[swap ? 0 : 1] - two.centre,
                           .normal = swap ? Vec3(-contact.normal) : contact.normal,
                           .distance = contact.distance_hi - pair.clearance,
                           .restitution = pair.restitution,
                           .friction = pair.friction};
            set_normal(active, contact, one, two, swap);
            active.near = &pair;
            active.which = k;
            memory.contacts.push_back(active);
        }
        keep_few(memory.contacts, first, most_of_pair(memory), std::min(a.size > 0.0 ? a.size : 1.0, b.size > 0.0 ? b.size : 1.0));
        if (memory.contacts.size() > first)
            for (BodyState* body : {&a, &b})
                if (body->asleep) body->asleep = false, body->quiet = 0;
        pair.first_contact_row = first;
        pair.contact_count = memory.contacts.size() - first;
    }
}

void forget_far_pairs(WorldMemory& memory) {
    if (memory.sub_steps % kForgetAfter != 0) return;
    const auto sleeps = [&](std::uint32_t body) { return memory.bodies[body].asleep; };
    std::erase_if(memory.pairs, [&](const auto& entry) {
        const NearPair& pair = *entry.second;
        if (sleeps(pair.bodies[0]) || sleeps(pair.bodies[1])) return false;  // not looked at, and perhaps near
        return !pair.is_seat && pair.seen + kForgetAfter < memory.sub_steps;
    });
}

}  // namespace graze::internal
