#include "studio/hand.h"

#include "graze/dynamics/handling/places.h"

namespace graze::studio {

Hand grabbed(std::uint32_t body, const Vec3& point, const Pose& pose) {
    return {.body = body, .point = apply(inverse(pose), point), .from = pose, .wanted = pose};
}

Pose wanted_by(const Hand& hand, const Drag& drag) {
    if (drag.pose) return *drag.pose;
    Pose wanted = hand.from;
    if (drag.turn) wanted.rotation = product(turn_by(*drag.turn), hand.from.rotation).normalized();
    const Vec3 at = drag.point ? *drag.point : apply(hand.from, hand.point);
    wanted.translation = Vec3::Zero();
    wanted.translation = at - apply(wanted, hand.point);
    return wanted;
}

Pose locked(const Pose& from, const Pose& wanted, const Vec3& centre, const SetLock& lock) {
    const auto is_free = [](const std::array<bool, 3>& held) { return !held[0] && !held[1] && !held[2]; };
    if (is_free(lock.move) && is_free(lock.turn)) return wanted;
    const Mat3 axes = lock.frame == Frame::Part ? from.rotation.normalized().toRotationMatrix() : Mat3(Mat3::Identity());
    Vec6 way = displacement_to(from, wanted, centre);
    const auto hold = [&](auto part, const std::array<bool, 3>& held) {
        Vec3 along = axes.transpose() * Vec3(part);
        for (int k = 0; k < 3; ++k)
            if (held[k]) along[k] = 0.0;
        return Vec3(axes * along);
    };
    way.head<3>() = hold(way.head<3>(), lock.move);
    way.tail<3>() = hold(way.tail<3>(), lock.turn);
    return moved(from, centre, way);
}

}  // namespace graze::studio
