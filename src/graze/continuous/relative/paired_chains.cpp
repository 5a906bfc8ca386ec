#include "graze/continuous/relative/paired_chains.h"

#include "graze/continuous/relative/bend_rounding.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze::internal {
namespace {

constexpr double kNearlyParallel = 0.25;  // axes closer than this share a slot
constexpr double kUnknown = 2.0;          // more than any two unit vectors are apart, if signs may be turned

Vec3 origin_of(const WideNode& node) { return {node.origin[0], node.origin[1], node.origin[2]}; }

/// At least the distance of a point from the last reference point.
double arm_of_point(const RoundedChain& chain, const Vec3& point) {
    return bend_length_hi(point - chain.reference) * (1.0 + kArmSlack);
}

/// At least the distance of a point from the axis of the last link: closer than by lengths.
double last_arm_of(const RoundedChain& chain, const Vec3& point) {
    const ChainLink& last = chain.links.back();
    const RoundedMotion& m = last.motion;
    const Vec3 arm = point - m.reference;
    const double by_lengths = bend_length_hi(arm) + last.out;
    if (!last.has_axis) return by_lengths;
    const double slack = (kArmSlack + 2.0 * m.arm_error) * kBendUp * 2.0 * bend_length_hi(arm) +
                         kArmSlack * last.out + m.out_error;
    return std::min(by_lengths, bend_length_hi(turned(m.cosine, arm) + m.out) + slack);
}

void axes_at_start(const RoundedChain& chain, std::vector<SlotOfLink>& links) {
    for (std::size_t k = 0; k < links.size(); k += 8) {  // of long chains eight at a time
        std::array<ChainAxis, 8> axes;
        const std::size_t count = std::min<std::size_t>(8, links.size() - k);
        for (std::size_t i = 0; i < count; ++i) axes[i] = {k + i, Vec3::Zero()};
        (void)pose_at(chain, 0.0, std::span(axes).first(count));
        for (std::size_t i = 0; i < count; ++i) links[k + i].axis_t0 = axes[i].axis;
    }
}

/// Calls with every link from the innermost of `own` outwards, then inwards along `other`.
template <class Visit>
void for_each_outwards(const RoundedChain& own, const RoundedChain& other, Visit visit) {
    for (std::size_t k = own.links.size(); k-- > 0;) visit(true, k);
    for (std::size_t k = 0; k < other.links.size(); ++k) visit(false, k);
}

/// Sums of K_j: by slot, of what turns about no slot, and of what a slot's axis does not account for.
struct BendSums {
    std::array<double, 2> of_slot{};
    double isotropic = 0.0, off = 0.0;

    void add(const ChainLink& link, const SlotOfLink& slot, double bend) {
        if (!link.turns) return;
        if (slot.slot < 0) {
            isotropic += bend;
        } else {
            of_slot[static_cast<std::size_t>(slot.slot)] += bend;
            off += bend * slot.off;
        }
    }
};

struct Side {
    const RoundedChain& chain;
    const std::vector<SlotOfLink>& slots;
};

/// relative.md (R4), for directions fixed in `own` and points of the other body: `arm` from the last
/// reference point of the other and `last_arm` from its last axis; `own_arm`, `own_last_arm` the same of a
/// point of own that those points are within `distance` of.
BendSums sums_of(const Side& own, const Side& other, double arm, double last_arm, double own_arm,
                 double own_last_arm, double distance) {
    BendSums sums;
    double speed = 0.0;  // of the point, seen from the link that is looked at
    for (std::size_t k = other.chain.links.size(); k-- > 0;) {
        const ChainLink& link = other.chain.links[k];
        const double r = k + 1 == other.chain.links.size() ? last_arm : link.to_end + arm + link.out;
        sums.add(link, other.slots[k], link.spin * (link.spin * r + 2.0 * speed));
        sums.isotropic += link.spin_rate * r;
        speed += link.spin * r + link.drift;
    }
    for (std::size_t k = 0; k < own.chain.links.size(); ++k) {
        const ChainLink& link = own.chain.links[k];
        const double r =
            (k + 1 == own.chain.links.size() ? own_last_arm : link.to_end + own_arm + link.out) + distance;
        sums.add(link, own.slots[k], link.spin * (link.spin * r + 2.0 * (speed + link.drift_across)));
        sums.isotropic += link.spin_rate * r;
        speed += link.spin * r + link.drift;
    }
    return sums;
}

Bend bend_of(const BendSums& sums, std::size_t own_slot, double wander_own, double wander_other,
             double scale) {
    const double own = sums.of_slot[own_slot], other = sums.of_slot[1 - own_slot];
    return {bend_in_float(own * scale), bend_in_float(other * scale),
            bend_in_float((sums.isotropic + sums.off + own * (kAcross + wander_own) +
                           other * (kAcross + wander_other)) *
                          scale)};
}

double wander_over(double rate, double length) { return std::min(1.0, rate * length); }

}  // namespace

void pair_chains(PairedChains& chains, const WideNode& root_a, const WideNode& root_b) {
    const RoundedChain &a = chains.a, &b = chains.b;
    chains.slots = {};
    chains.of_a.assign(a.links.size(), {});
    chains.of_b.assign(b.links.size(), {});
    if (!a.is_usable || !b.is_usable) return;
    const auto link_of = [&](bool is_of_a, std::size_t k) -> const ChainLink& {
        return is_of_a ? a.links[k] : b.links[k];
    };
    const auto slot_of = [&](bool is_of_a, std::size_t k) -> SlotOfLink& {
        return is_of_a ? chains.of_a[k] : chains.of_b[k];
    };
    // How much a link bends, about: only a choice depends on it.
    const auto weight_of = [&](bool is_of_a, std::size_t k) {
        const RoundedChain& chain = is_of_a ? a : b;
        const WideNode& root = is_of_a ? root_a : root_b;
        const ChainLink& link = chain.links[k];
        return link.spin *
               (link.to_end + arm_of_point(chain, origin_of(root)) + static_cast<double>(root.radius));
    };
    // How far the axes of two links may be apart at any time, signs aside: what neighbours that turn are
    // apart does not change, and is summed up along the chain.
    axes_at_start(a, chains.of_a);
    axes_at_start(b, chains.of_b);
    double along = 0.0;
    const ChainLink* last = nullptr;
    Vec3 last_axis = Vec3::Zero();
    for_each_outwards(a, b, [&](bool is_of_a, std::size_t k) {
        const ChainLink& link = link_of(is_of_a, k);
        if (!link.turns) return;
        SlotOfLink& of_link = slot_of(is_of_a, k);
        const Vec3& axis = of_link.axis_t0;
        if (last != nullptr)
            along +=
                last->has_axis && link.has_axis
                    ? std::min(bend_length_hi(axis - last_axis), bend_length_hi(axis + last_axis)) + kAcross
                    : kUnknown;
        of_link.along = along;
        last = &link;
        last_axis = axis;
    });
    const auto spread = [&](bool is_of_a, std::size_t k, const ChainSlot& slot) {
        const double there = slot_of(slot.is_of_a, slot.link).along, here = slot_of(is_of_a, k).along;
        return magnitude_of(here - there) * kBendUp;
    };
    for (std::size_t s = 0; s < chains.slots.size(); ++s) {
        ChainSlot& slot = chains.slots[s];
        double most = 0.0;
        for_each_outwards(a, b, [&](bool is_of_a, std::size_t k) {
            const ChainLink& link = link_of(is_of_a, k);
            if (!link.has_axis || slot_of(is_of_a, k).slot >= 0) return;
            if (const double weight = weight_of(is_of_a, k); weight > most) {
                most = weight;
                slot = {true, is_of_a, k};
            }
        });
        if (!slot.is_used) break;
        // The slot itself is taken last: until then it has no distance from itself.
        for_each_outwards(a, b, [&](bool is_of_a, std::size_t k) {
            const ChainLink& link = link_of(is_of_a, k);
            if (!link.has_axis || slot_of(is_of_a, k).slot >= 0) return;
            if (is_of_a == slot.is_of_a && k == slot.link) return;
            if (const double off = spread(is_of_a, k, slot); off < kNearlyParallel)
                slot_of(is_of_a, k).slot = static_cast<int>(s), slot_of(is_of_a, k).off = off;
        });
        slot_of(slot.is_of_a, slot.link).slot = static_cast<int>(s);
        // Seen from the end of a, the axis is turned by the links between; so from b.
        bool is_past = false;
        for_each_outwards(a, b, [&](bool is_of_a, std::size_t k) {
            const ChainLink& link = link_of(is_of_a, k);
            if (is_of_a == slot.is_of_a && k == slot.link) {
                is_past = true;
                return;
            }
            if (!link.turns) return;
            const double turn = link.spin * std::min(1.0, spread(is_of_a, k, slot) + kAcross) * kBendUp;
            (is_past ? slot.turns_in_b : slot.turns_in_a) += turn;
        });
    }
}

Moment moment_of_chains(const PairedChains& chains, const WideTree& a, const WideTree& b, double t) {
    std::array<ChainAxis, 2> axes_a, axes_b;
    std::size_t count_a = 0, count_b = 0;
    for (const ChainSlot& slot : chains.slots)
        if (slot.is_used) (slot.is_of_a ? axes_a[count_a++] : axes_b[count_b++]) = {slot.link, Vec3::Zero()};
    const ChainPose of_a = pose_at(chains.a, t, std::span(axes_a).first(count_a)),
                    of_b = pose_at(chains.b, t, std::span(axes_b).first(count_b));
    Moment moment;
    count_a = count_b = 0;
    place_moment(
        {of_a.rotation, of_a.place, chains.a.reference, chains.a.common_error, chains.a.error_per_arm},
        {of_b.rotation, of_b.place, chains.b.reference, chains.b.common_error, chains.b.error_per_arm}, a, b,
        moment.placement);
    const auto see = [&](const ChainSlot& slot, float* in_a, float* in_b) {
        if (!slot.is_used) return;
        const Vec3& s = slot.is_of_a ? axes_a[count_a++].axis : axes_b[count_b++].axis;
        const Vec3 from_a = turned_back(of_a.rotation, s), from_b = turned_back(of_b.rotation, s);
        for (int k = 0; k < 3; ++k) {
            in_a[k] = static_cast<float>(from_a[k]);
            in_b[k] = static_cast<float>(from_b[k]);
        }
    };
    see(chains.slots[0], moment.axis_a_in_a, moment.axis_a_in_b);
    see(chains.slots[1], moment.axis_b_in_a, moment.axis_b_in_b);
    return moment;
}

double arm_of(const RoundedChain& chain, std::size_t link, const Vec3& point) {
    if (link + 1 == chain.links.size()) return last_arm_of(chain, point);
    return chain.links[link].to_end + arm_of_point(chain, point) + chain.links[link].out;
}

PairBends bends_of_chains(const PairedChains& chains, const BendQuery& query) {
    const double radius_a = static_cast<double>(query.a.radius),
                 radius_b = static_cast<double>(query.b.radius);
    const Vec3 at_a = origin_of(query.a), at_b = origin_of(query.b);
    const double origin_a = arm_of_point(chains.a, at_a), origin_b = arm_of_point(chains.b, at_b);
    const double last_a = last_arm_of(chains.a, at_a), last_b = last_arm_of(chains.b, at_b);
    const double speed = chains.a.speed.of(origin_a) + chains.b.speed.of(origin_b);
    const double distance = query.distance + 0.5 * query.length * speed * kBendUp;
    const double scale = 0.125 * query.length * query.length * kBendUp;
    const Side a{chains.a, chains.of_a}, b{chains.b, chains.of_b};
    const BendSums in_a =
        sums_of(a, b, origin_b + radius_b, last_b + radius_b, origin_a, last_a, distance + radius_b);
    const BendSums in_b =
        sums_of(b, a, origin_a + radius_a, last_a + radius_a, origin_b, last_b, distance + radius_a);
    const auto& [first, second] = chains.slots;
    return {bend_of(in_a, 0, wander_over(first.turns_in_a, query.length),
                    wander_over(second.turns_in_a, query.length), scale),
            bend_of(in_b, 1, wander_over(second.turns_in_b, query.length),
                    wander_over(first.turns_in_b, query.length), scale)};
}

}  // namespace graze::internal
