#include "graze/discrete/triangles/outward_box.h"

#include "graze/numeric/outward.h"

#include <algorithm>
#include <cmath>

namespace graze::internal {
namespace {

/// Collects points that are known up to an error; widens once, at the end.
class OutwardHull {
  public:
    void add(const Vec3& near, double error) {
        near_.add(near);
        error_ = std::max(error_, error);
        known_ += near.x() + near.y() + near.z() + error;  // infinite or NaN as soon as one of them is
    }
    /// Infinite if something is not known at all.
    [[nodiscard]] Box box() const {
        Box box;
        const bool is_known = std::abs(known_) < kInfinity;  // false for NaN
        for (int k = 0; k < 3; ++k) {
            box.min[k] = is_known ? just_below(near_.min[k] - error_) : -kInfinity;
            box.max[k] = is_known ? just_above(near_.max[k] + error_) : kInfinity;
        }
        return box;
    }

  private:
    Box near_;
    double error_ = 0.0;
    double known_ = 0.0;
};

}  // namespace

Box box_of(const MovedTriangle& triangle) {
    OutwardHull hull;
    for (const PairPoint& corner : triangle.corner) hull.add(corner.near, corner.error);
    return hull.box();
}

Box cover_of(const Placement& placement, const Box& box) {
    OutwardHull hull;
    for (int corner = 0; corner < 8; ++corner) {
        const auto pick = [&](int k) { return (corner >> k & 1) != 0 ? box.max[k] : box.min[k]; };
        const PosedPoint point = place(placement, {pick(0), pick(1), pick(2)});
        hull.add(point.near, point.error);
    }
    return hull.box();
}

Box intersection_of(const Box& p, const Box& q) {
    Box common;
    common.min = p.min.cwiseMax(q.min);
    common.max = p.max.cwiseMin(q.max);
    return common;
}

}  // namespace graze::internal
