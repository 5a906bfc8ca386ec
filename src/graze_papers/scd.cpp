#include "graze_papers/scd.h"

#include "graze/core/interrupt.h"
#include "graze_papers/scd_search.h"

namespace graze::papers {
namespace {

Box box_of_corners(const std::array<Vec3, 3>& corners) { return box_of(std::span<const Vec3>(corners)); }

/// Lines 10 to 13: one triangle of b down the trees of a.
bool meet_with_all_of_a(ScdSearch& search, std::uint32_t surface_b, std::uint32_t triangle_b) {
    if (interrupt_requested()) return false;
    const MovedTriangle moved = search.moved(triangle_b);  // line 8
    const Box box = box_of(moved);                         // line 9: the optimal AABB
    ++search.counters.box_updates;
    const ScdModel& a = search.a;
    std::uint64_t& tests = search.counters.box_tests;
    return a.surfaces().for_each_overlapping(box, tests, [&](std::uint32_t item) {  // lines 10, 11
        const std::uint32_t surface_a = a.surface_id(item);
        if (search.is_settled(surface_a, surface_b)) return true;
        return a.triangles(surface_a).for_each_overlapping(box, tests, [&](std::uint32_t place) {  // line 12
            if (search.is_settled(surface_a, surface_b)) return true;
            return search.try_pair(a.triangle_id(surface_a, place), triangle_b, moved);  // line 13
        });
    });
}

/// Lines 4 to 7: the triangles of b that reach into the box.
bool descend_b(ScdSearch& search, const Box& oaabb) {
    const ScdModel& b = search.b;
    std::uint64_t& tests = search.counters.box_tests;
    return b.surfaces().for_each_overlapping(oaabb, tests, [&](std::uint32_t item) {  // lines 4, 5
        const std::uint32_t surface_b = b.surface_id(item);
        return b.triangles(surface_b).for_each_overlapping(
            oaabb, tests, [&](std::uint32_t place) {  // lines 6, 7
                return meet_with_all_of_a(search, surface_b, b.triangle_id(surface_b, place));
            });
    });
}

/// Without the OAABB every triangle of b is a candidate.
bool visit_all_of_b(ScdSearch& search) {
    const ScdModel& b = search.b;
    for (const std::uint32_t item : b.surfaces().items()) {
        const std::uint32_t surface_b = b.surface_id(item);
        for (const std::uint32_t place : b.triangles(surface_b).items())
            if (!meet_with_all_of_a(search, surface_b, b.triangle_id(surface_b, place))) return false;
    }
    return true;
}

void traverse_as_paper(ScdSearch& search, bool use_oaabb) {
    const Box cover = cover_of(search.a_in_b, search.a.bounds());  // line 1
    ++search.counters.box_updates;
    ++search.counters.box_tests;
    if (!overlap(cover, search.b.bounds())) return;               // line 2
    const Box oaabb = intersection_of(cover, search.b.bounds());  // line 3
    (void)(use_oaabb ? descend_b(search, oaabb) : visit_all_of_b(search));
}

}  // namespace

ScdModel::ScdModel(const Mesh& mesh)
    : surface_of_triangle_(mesh.surface_of_triangle),
      triangle_ids_(mesh.surfaces.size()),
      tbv_(mesh.surfaces.size()) {
    for (std::uint32_t id = 0; id < mesh.triangles.size(); ++id) {
        corners_.push_back(graze::corners(mesh, id));
        triangle_ids_[surface_of_triangle_[id]].push_back(id);
    }
    std::vector<Box> surface_boxes, boxes;
    for (std::uint32_t surface = 0; surface < tbv_.size(); ++surface) {
        if (triangle_ids_[surface].empty()) continue;
        boxes.clear();
        for (const std::uint32_t id : triangle_ids_[surface]) boxes.push_back(box_of_corners(corners_[id]));
        tbv_[surface] = RTree(boxes);
        surface_boxes.push_back(tbv_[surface].bounds());
        surface_ids_.push_back(surface);
    }
    sbv_ = RTree(surface_boxes);
}

Intersections scd_collide(const ScdBody& a, const ScdBody& b, const ScdOptions& options,
                          ScdWorkspace& workspace) {
    ScdSearch search(a, b, options.find, workspace);
    if (a.model.surfaces().is_empty() || b.model.surfaces().is_empty()) return search.result();
    switch (options.traversal) {
        case ScdTraversal::PaperWithOaabb:
            traverse_as_paper(search, true);
            break;
        case ScdTraversal::PaperWithoutOaabb:
            traverse_as_paper(search, false);
            break;
        case ScdTraversal::Classical:
            traverse_classically(search);
            break;
    }
    return search.result();
}

}  // namespace graze::papers
