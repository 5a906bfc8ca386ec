#include "peers/dynamics_contestant.h"

#include <cmath>

namespace graze::bench {

void velocity_between(const PlainPose& from, const PlainPose& to, double frame, double velocity[6]) {
    for (int k = 0; k < 3; ++k) velocity[k] = (to.translation[k] - from.translation[k]) / frame;
    // to = turn from: turn = to conj(from).
    const double *p = to.quaternion, *q = from.quaternion;
    double turn[4] = {-p[3] * q[0] + p[0] * q[3] - p[1] * q[2] + p[2] * q[1],
                      -p[3] * q[1] + p[0] * q[2] + p[1] * q[3] - p[2] * q[0],
                      -p[3] * q[2] - p[0] * q[1] + p[1] * q[0] + p[2] * q[3],
                      p[3] * q[3] + p[0] * q[0] + p[1] * q[1] + p[2] * q[2]};
    if (turn[3] < 0.0)
        for (double& part : turn) part = -part;
    const double sine = std::sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
    const double factor = sine > 0.0 ? 2.0 * std::atan2(sine, turn[3]) / sine / frame : 0.0;
    for (int k = 0; k < 3; ++k) velocity[3 + k] = factor * turn[k];
}

void fill_rotation(PlainPose& pose) {
    const double x = pose.quaternion[0], y = pose.quaternion[1], z = pose.quaternion[2], w = pose.quaternion[3];
    const double made[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                            2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                            2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
    for (int k = 0; k < 9; ++k) pose.rotation[k] = made[k];
}

}  // namespace graze::bench
