#include "graze/continuous/contact_list.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace graze {
namespace {

// What near_features rounds by, and more.
constexpr double kUp = 1.0 + 0x1p-40, kRounding = 0x1p-40;

/// True if the boxes around two triangles are farther apart than `reach`, roundings included.
bool are_boxes_apart(const TrianglePlace& a, const TrianglePlace& b, double reach) {
    for (int k = 0; k < 3; ++k) {
        const auto range = [k](const TrianglePlace& x) {
            return std::minmax({x.corners[0][k], x.corners[1][k], x.corners[2][k]});
        };
        const auto [a_lo, a_hi] = range(a);
        const auto [b_lo, b_hi] = range(b);
        const double most = std::max(std::max(-a_lo, a_hi), std::max(-b_lo, b_hi));
        if (std::max(a_lo - b_hi, b_lo - a_hi) > (reach + a.error + b.error) * kUp + kRounding * most)
            return true;
    }
    return false;
}

RoundedTurn turn_of(const TriangleMotion& motion, double t) {
    return motion.rounded.is_usable ? turn_at(motion.rounded.angle, t) : RoundedTurn{};
}

struct ContactLister {
    const ContactListTask& task;
    std::vector<ContactFeaturePair>& contacts;
    RoundedTurn turn_a = turn_of(task.motion_a, task.t), turn_b = turn_of(task.motion_b, task.t);

    void add(std::uint32_t triangle_a, std::uint32_t triangle_b) {
        const MovingTriangle a = moving_triangle(task.a, task.motion_a, triangle_a),
                             b = moving_triangle(task.b, task.motion_b, triangle_b);
        const TrianglePlace at_a = place_at(a, task.motion_a, task.t, turn_a),
                            at_b = place_at(b, task.motion_b, task.t, turn_b);
        if (are_boxes_apart(at_a, at_b, task.reach)) return;
        const SlotPairs slots = slot_pairs(a.owned, b.owned);
        for (int i = 0; i < slots.count; ++i) {
            const SlotPair& slot = slots.of[i];
            const NearFeatures near = near_features(at_a, at_b, slot);
            if (!(near.distance_lo <= task.reach)) continue;
            contacts.push_back(
                {{triangle_a, triangle_b},
                 {task.a.mesh->surface_of_triangle[triangle_a], task.b.mesh->surface_of_triangle[triangle_b]},
                 {slot.a, slot.b},
                 near.points,
                 near.normal,
                 near.distance_hi});
        }
    }
};

}  // namespace

double list_slack(const ContactListTask& task) {
    const WideTree &a = task.a.tree, &b = task.b.tree;
    return 2.0 * static_cast<double>(moment_at(task.motion, a, b, task.t).placement.far);
}

void find_near_triangles(const ContactListTask& task, std::vector<WideEntry>& stack,
                         std::vector<WidePair>& pairs) {
    const WideTree &a = task.a.tree, &b = task.b.tree;
    const WidePlacement placement = moment_at(task.motion, a, b, task.t).placement;
    const float reach = wide_clearance(task.reach + list_slack(task));
    if (const std::size_t size = stack_size(a, b); stack.size() < size) stack.resize(size);
    const auto visit = [](void* found, const WideNode& node_a, const WideNode& node_b, std::uint64_t bits) {
        for (; bits != 0; bits &= bits - 1) {
            const int bit = std::countr_zero(bits);
            static_cast<std::vector<WidePair>*>(found)->push_back(
                {node_a.child[bit & 7], node_b.child[bit >> 3]});
        }
        return Visit::GoOn;
    };
    (void)traverse({a, b, placement, &reach}, stack, {&pairs, visit});
}

void list_near_features(const ContactListTask& task, std::vector<WidePair>& pairs,
                        std::vector<ContactFeaturePair>& contacts) {
    const auto order = [](const WidePair& pair) { return std::tuple(pair.a, pair.b); };
    std::sort(pairs.begin(), pairs.end(), [&](const auto& x, const auto& y) { return order(x) < order(y); });
    const auto is_same = [&](const auto& x, const auto& y) { return order(x) == order(y); };
    pairs.erase(std::unique(pairs.begin(), pairs.end(), is_same), pairs.end());
    ContactLister lister{task, contacts};
    for (const WidePair& pair : pairs) lister.add(pair.a, pair.b);
    const auto key = [](const ContactFeaturePair& c) { return std::tuple(c.triangles, c.features); };
    std::sort(contacts.begin(), contacts.end(),
              [&](const auto& x, const auto& y) { return key(x) < key(y); });
}

}  // namespace graze
