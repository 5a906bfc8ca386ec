#include "graze/continuous/search/contact_list.h"

#include "graze/core/parallel.h"
#include "graze/numeric/ordered_sums.h"

#include <algorithm>
#include <bit>

namespace graze::internal {
namespace {

constexpr std::size_t kBlock = 256;  // pairs that one thread looks at, some 50 us

RoundedTurn turn_of(const TriangleMotion& motion, double t) {
    return motion.by.rounded != nullptr && motion.by.rounded->is_usable ? turn_at(motion.by.rounded->angle, t)
                                                                        : RoundedTurn{};
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

/// In the list, in place of a pair that is too far apart.
constexpr std::uint32_t kNoTriangle = ~0u;

/// One contact for each pair, or kNoTriangle.
void look_at(const ContactListTask& task, std::span<const FeatureIds> pairs,
             std::span<ContactFeaturePair> contacts) {
    PlacedTriangle a{task.a, task.motion_a, task.t}, b{task.b, task.motion_b, task.t};
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto& [triangles, slots] = pairs[i];
        const NearFeatures near = near_features(a.of(triangles.a), b.of(triangles.b), slots);
        const bool is_near = near.distance_lo <= task.contact_distance;
        contacts[i] = {
            {is_near ? triangles.a : kNoTriangle, triangles.b},
            {task.a.mesh->surface_of_triangle[triangles.a], task.b.mesh->surface_of_triangle[triangles.b]},
            {slots.a, slots.b},
            near.points,
            near.normal,
            near.distance_hi};
    }
}

/// A chain keeps what it knows of the last moments: it is for one thread.
bool is_for_threads(const ContactListTask& task) {
    return task.motion_a.by.chain == nullptr && task.motion_b.by.chain == nullptr;
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
    const float clearance = wide_clearance(task.contact_distance + list_slack(task));
    if (const std::size_t size = stack_size(a, b); stack.size() < size) stack.resize(size);
    struct Found {
        const ContactListTask& task;
        std::vector<FeatureIds>& pairs;
    } found{task, pairs};
    const auto visit = [](void* self, const WideNode& node_a, const WideNode& node_b, std::uint64_t bits) {
        const auto& [asked, all] = *static_cast<Found*>(self);
        for (; bits != 0; bits &= bits - 1) {
            const int bit = std::countr_zero(bits);
            const IdPair triangles{node_a.child[bit & 7], node_b.child[bit >> 3]};
            const SlotPairs slots =
                slot_pairs(asked.a.owned_features[triangles.a], asked.b.owned_features[triangles.b]);
            for (int i = 0; i < slots.count; ++i) all.push_back({triangles, slots.of[i]});
        }
        return Visit::GoOn;
    };
    (void)traverse({a, b, placement, &clearance}, stack, {&found, visit});
}

void list_near_features(const ContactListTask& task, std::vector<FeatureIds>& pairs,
                        std::vector<ContactFeaturePair>& contacts) {
    std::sort(pairs.begin(), pairs.end(),
              [](const auto& x, const auto& y) { return order_of(x) < order_of(y); });
    const auto is_same = [](const auto& x, const auto& y) { return order_of(x) == order_of(y); };
    pairs.erase(std::unique(pairs.begin(), pairs.end(), is_same), pairs.end());
    const std::size_t before = contacts.size();
    contacts.resize(before + pairs.size());
    const std::span all = std::span(contacts).subspan(before);
    const auto look_at_range = [&](std::size_t begin, std::size_t end) {
        look_at(task, std::span(pairs).subspan(begin, end - begin), all.subspan(begin, end - begin));
    };
    // A list is whole or not there: after Ctrl-C it is made here.
    if (pairs.size() <= kBlock || !is_for_threads(task) ||
        parallel_ranges(pairs.size(), {.threads = task.threads, .grain = kBlock}, look_at_range) ==
            LoopEnd::Interrupted)
        look_at_range(0, pairs.size());
    std::erase_if(contacts, [](const auto& contact) { return contact.triangles[0] == kNoTriangle; });
}

void bring_into_world(const SmoothMotions& motions, double t, std::span<ContactFeaturePair> contacts) {
    const auto frame = common_frame(motions, t);
    if (!frame) return;
    for (ContactFeaturePair& contact : contacts) {
        for (Vec3& point : contact.points) point = turned(frame->rotation, point) + frame->place;
        contact.normal = turned(frame->rotation, contact.normal);
    }
}

}  // namespace graze::internal
