#include "graze/continuous/contact_list.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace graze {
namespace {

RoundedTurn turn_of(const TriangleMotion& motion, double t) {
    return motion.rounded.is_usable ? turn_at(motion.rounded.angle, t) : RoundedTurn{};
}

/// Where a triangle is, unless it is the last one that was asked for.
struct PlacedTriangle {
    const BodyModel& model;
    const TriangleMotion& motion;
    double t;
    RoundedTurn turn = turn_of(motion, t);
    std::uint32_t triangle = ~0u;
    TrianglePlace place{};

    const TrianglePlace& of(std::uint32_t wanted) {
        if (wanted != triangle) place = place_at(moving_triangle(model, motion, wanted), motion, t, turn);
        triangle = wanted;
        return place;
    }
};

auto order_of(const FeatureIds& pair) {
    return std::tuple(pair.triangles.a, pair.triangles.b, pair.slots.a, pair.slots.b);
}

}  // namespace

double list_slack(const ContactListTask& task) {
    const WideTree &a = task.a.tree, &b = task.b.tree;
    return 2.0 * static_cast<double>(moment_at(task.motion, a, b, task.t).placement.far);
}

void find_near_features(const ContactListTask& task, std::vector<WideEntry>& stack,
                        std::vector<FeatureIds>& pairs) {
    const WideTree &a = task.a.tree, &b = task.b.tree;
    const WidePlacement placement = moment_at(task.motion, a, b, task.t).placement;
    const float reach = wide_clearance(task.reach + list_slack(task));
    if (const std::size_t size = stack_size(a, b); stack.size() < size) stack.resize(size);
    struct Found {
        const ContactListTask& task;
        std::vector<FeatureIds>& pairs;
    } found{task, pairs};
    const auto visit = [](void* self, const WideNode& node_a, const WideNode& node_b, std::uint64_t bits) {
        const auto& [asked, all] = *static_cast<Found*>(self);
        for (; bits != 0; bits &= bits - 1) {
            const int bit = std::countr_zero(bits);
            const WidePair triangles{node_a.child[bit & 7], node_b.child[bit >> 3]};
            const SlotPairs slots =
                slot_pairs(asked.a.owned_features[triangles.a], asked.b.owned_features[triangles.b]);
            for (int i = 0; i < slots.count; ++i) all.push_back({triangles, slots.of[i]});
        }
        return Visit::GoOn;
    };
    (void)traverse({a, b, placement, &reach}, stack, {&found, visit});
}

void list_near_features(const ContactListTask& task, std::vector<FeatureIds>& pairs,
                        std::vector<ContactFeaturePair>& contacts) {
    std::sort(pairs.begin(), pairs.end(),
              [](const auto& x, const auto& y) { return order_of(x) < order_of(y); });
    const auto is_same = [](const auto& x, const auto& y) { return order_of(x) == order_of(y); };
    pairs.erase(std::unique(pairs.begin(), pairs.end(), is_same), pairs.end());
    PlacedTriangle a{task.a, task.motion_a, task.t}, b{task.b, task.motion_b, task.t};
    for (const auto& [triangles, slots] : pairs) {
        const NearFeatures near = near_features(a.of(triangles.a), b.of(triangles.b), slots);
        if (!(near.distance_lo <= task.reach)) continue;
        contacts.push_back(
            {{triangles.a, triangles.b},
             {task.a.mesh->surface_of_triangle[triangles.a], task.b.mesh->surface_of_triangle[triangles.b]},
             {slots.a, slots.b},
             near.points,
             near.normal,
             near.distance_hi});
    }
}

}  // namespace graze
