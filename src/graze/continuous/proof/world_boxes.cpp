#include "graze/continuous/proof/world_boxes.h"

#include <algorithm>

namespace graze {

Box world_box(std::span<const RigidMotion> links, const Box& own, double from, double until) {
    const bool rests = std::all_of(links.begin(), links.end(), [](const RigidMotion& link) {
        return std::holds_alternative<AtRest>(link);
    });
    const int parts = rests ? 1 : 8;
    Box box;
    for (int i = 0; i < parts; ++i) {
        const double begin = from + (until - from) * i / 8.0,
                     end = rests ? begin : from + (until - from) * (i + 1) / 8.0;
        const Vec3 centre = own.centre();
        const ChainWindow chain = chain_window(links, centre, begin, end);
        for (int k = 0; k < 3; ++k) {
            const PlaneWindow plane = plane_seen({chain, chain, 0}, 0, Vec3::Unit(k), LeafFrame::World);
            Interval along = plane.c + exactly(chain.origins.front()[k]);
            for (int j = 0; j < 3; ++j)
                along = along + plane.r[j] * (Interval{own.min[j], own.max[j]} - exactly(centre[j]));
            const bool is_known = along.lo <= along.hi;
            box.min[k] = std::min(box.min[k], is_known ? along.lo : -kInfinity);
            box.max[k] = std::max(box.max[k], is_known ? along.hi : kInfinity);
        }
    }
    return box;
}

}  // namespace graze
