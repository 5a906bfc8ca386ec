#include "graze/discrete/outward_box.h"

#include "graze/numeric/outward.h"

#include <algorithm>

namespace graze {

void add_outward(Box& box, const PosedPoint& point) {
    for (int k = 0; k < 3; ++k) {  // neither bound is ever NaN: just_below and just_above see to it
        box.min[k] = std::min(box.min[k], just_below(point.near[k] - point.error));
        box.max[k] = std::max(box.max[k], just_above(point.near[k] + point.error));
    }
}

Box box_of(const MovedTriangle& triangle) {
    Box box;
    for (const PairPoint& corner : triangle.corner) add_outward(box, {corner.near, corner.error});
    return box;
}

Box cover_of(const Placement& placement, const Box& box) {
    Box cover;
    for (int corner = 0; corner < 8; ++corner) {
        const auto pick = [&](int k) { return (corner >> k & 1) != 0 ? box.max[k] : box.min[k]; };
        add_outward(cover, place(placement, {pick(0), pick(1), pick(2)}));
    }
    return cover;
}

Box common_part(const Box& p, const Box& q) {
    Box common;
    common.min = p.min.cwiseMax(q.min);
    common.max = p.max.cwiseMin(q.max);
    return common;
}

}  // namespace graze
