#include "graze/geometry/pose_interval.h"

#include "graze/core/assert.h"

namespace graze::internal {

IntervalMat3 interval_matrix(const Eigen::Quaterniond& rotation) {
    GRAZE_ASSERT(is_accepted_rotation(rotation));
    const Interval x = exactly(rotation.x()), y = exactly(rotation.y()), z = exactly(rotation.z()),
                   w = exactly(rotation.w());
    const Interval xx = sqr(x), yy = sqr(y), zz = sqr(z), ww = sqr(w);
    const Interval n = xx + yy + zz + ww;
    const auto twice = [&](const Interval& a) { return exactly(2.0) * a / n; };
    return {{{(ww + xx - (yy + zz)) / n, twice(x * y - z * w), twice(x * z + y * w)},
             {twice(x * y + z * w), (ww + yy - (xx + zz)) / n, twice(y * z - x * w)},
             {twice(x * z - y * w), twice(y * z + x * w), (ww + zz - (xx + yy)) / n}}};
}

IntervalVec3 exactly(const Vec3& point) {
    return {exactly(point.x()), exactly(point.y()), exactly(point.z())};
}

IntervalVec3 apply_interval(const Pose& pose, const IntervalVec3& point) {
    return apply_interval(interval_matrix(pose.rotation), pose.translation, point);
}

IntervalVec3 apply_interval(const IntervalMat3& rotation, const Vec3& translation,
                            const IntervalVec3& point) {
    const auto coordinate = [&](int i) {
        const IntervalVec3& row = rotation[i];
        return row[0] * point[0] + row[1] * point[1] + row[2] * point[2] + exactly(translation[i]);
    };
    return {coordinate(0), coordinate(1), coordinate(2)};
}

}  // namespace graze::internal
