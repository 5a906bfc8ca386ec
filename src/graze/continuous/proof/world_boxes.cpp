#include "graze/continuous/proof/world_boxes.h"

#include "graze/continuous/proof/proof_plane.h"

#include <algorithm>

namespace graze::internal {
namespace {

constexpr int kWindowsOfBox = 8;

bool is_a_rest(const RigidMotion& motion) { return std::holds_alternative<AtRest>(motion); }

// All places of the box along one axis of the world during the window.
Interval extent_along(int axis, const ChainWindow& chain, const IntervalVec3& own) {
    const PlaneWindow plane = plane_in_body({chain, chain, 0}, 0, Vec3::Unit(axis), LeafFrame::World);
    return dot(plane.r, own) + plane.c + exactly(chain.origins[0][axis]);
}

}  // namespace

Box world_box(std::span<const RigidMotion> links, const Box& own, double from, double until) {
    const bool rests = std::all_of(links.begin(), links.end(), is_a_rest);
    const Vec3 centre = own.centre();
    IntervalVec3 about;
    for (int k = 0; k < 3; ++k) about[k] = Interval{own.min[k], own.max[k]} - exactly(centre[k]);
    const auto time = [&](int k) {
        return k == kWindowsOfBox ? until : from + k * (until - from) / kWindowsOfBox;
    };
    Box box;
    for (int k = 0; k < (rests ? 1 : kWindowsOfBox); ++k) {
        const ChainWindow chain = chain_window(links, centre, time(k), rests ? time(k) : time(k + 1));
        for (int axis = 0; axis < 3; ++axis) {
            const Interval here = extent_along(axis, chain, about);
            box.min[axis] = std::min(box.min[axis], here.lo);
            box.max[axis] = std::max(box.max[axis], here.hi);
        }
    }
    return box;
}

}  // namespace graze::internal
