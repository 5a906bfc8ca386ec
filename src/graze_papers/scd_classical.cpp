// The simultaneous traversal of [Figueiredo, fig. 1], on the joint tree of a body: SBV, and below each of its
// items a TBV.
#include "graze/core/interrupt.h"
#include "graze_papers/scd_search.h"

namespace graze::papers {
namespace {

constexpr std::uint32_t kNoSurface = ~std::uint32_t{0};

/// A node of the joint tree. Surface kNoSurface: a node of the SBV.
struct JointNode {
    std::uint32_t surface;
    RTree::Node node;
};

const RTree& tree_of(const ScdModel& model, const JointNode& joint) {
    return joint.surface == kNoSurface ? model.surfaces() : model.triangles(joint.surface);
}

/// Items of the SBV are skipped: the root of the surface's TBV has the same box and stands in their place.
JointNode resolved(const ScdModel& model, const JointNode& joint) {
    if (joint.surface != kNoSurface || joint.node.level > 0) return joint;
    const std::uint32_t surface = model.surface_id(model.surfaces().item(joint.node));
    return {surface, model.triangles(surface).root()};
}

const Box& box_of_node(const ScdModel& model, const JointNode& joint) {
    return tree_of(model, joint).box(joint.node);
}
bool is_triangle(const JointNode& joint) { return joint.node.level == 0; }

std::uint32_t triangle_of(const ScdModel& model, const JointNode& leaf) {
    return model.triangle_id(leaf.surface, tree_of(model, leaf).item(leaf.node));
}

/// Calls visit(child) until it returns false.
template <class Visit>
bool for_each_child(const ScdModel& model, const JointNode& parent, Visit&& visit) {
    const RTree& tree = tree_of(model, parent);
    for (std::uint32_t child = tree.child_begin(parent.node); child < tree.child_end(parent.node); ++child)
        if (!visit(resolved(model, {parent.surface, {parent.node.level - 1, child}}))) return false;
    return true;
}

bool traverse(ScdSearch& search, const JointNode& a, const JointNode& b) {
    if (interrupt_requested()) return false;
    const Box box = cover_of(search.poses.b_in_a,
                             box_of_node(search.b, b));  // "update BV of B into coordinate system of A"
    ++search.counters.box_updates;
    ++search.counters.box_tests;
    if (!overlap(box_of_node(search.a, a), box)) return true;
    if (a.surface != kNoSurface && b.surface != kNoSurface && search.is_settled(a.surface, b.surface))
        return true;
    if (is_triangle(a) && is_triangle(b)) {
        const std::uint32_t triangle_b = triangle_of(search.b, b);
        return search.try_pair(triangle_of(search.a, a), triangle_b, search.moved(triangle_b));
    }
    if (is_triangle(a))
        return for_each_child(search.b, b,
                              [&](const JointNode& child) { return traverse(search, a, child); });
    if (is_triangle(b))
        return for_each_child(search.a, a,
                              [&](const JointNode& child) { return traverse(search, child, b); });
    return for_each_child(search.a, a, [&](const JointNode& child_a) {
        return for_each_child(search.b, b,
                              [&](const JointNode& child_b) { return traverse(search, child_a, child_b); });
    });
}

}  // namespace

void traverse_classically(ScdSearch& search) {
    const JointNode a = resolved(search.a, {kNoSurface, search.a.surfaces().root()});
    const JointNode b = resolved(search.b, {kNoSurface, search.b.surfaces().root()});
    (void)traverse(search, a, b);
}

}  // namespace graze::papers
