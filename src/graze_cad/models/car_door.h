// Car parts of the demos `car-door` and `window-motor`.
#pragma once

#include "graze_cad/step_write.h"

#include <gp_XYZ.hxx>

namespace graze::cad::car {

/// The left front door in its seat, without glass and trim.
[[nodiscard]] Part car_door();
/// The body in white; of the right side the inner panel is left off.
[[nodiscard]] Part car_body();

/// The same door with one cut-out large enough for the motor of its window.
[[nodiscard]] Part window_door();
/// The motor with its gear, mounted behind that door's inner panel.
[[nodiscard]] Part window_motor();

// The cut-out, over x and z; its plane carries the coordinates of the motor: s to the rear, z up, q into the
// car.
inline constexpr double kMotorWayX = 1070.0, kMotorWayZ = 690.0, kMotorWayLength = 140.0,
                        kMotorWayHeight = 100.0;
inline constexpr double kNarrowWay = 40.0;      // the other cut-outs are not wider
inline constexpr double kMotorDiameter = 46.0;  // of its can
inline constexpr double kMotorNose = 185.0, kMotorThickness = 48.0;
struct MotorFrame {
    gp_XYZ origin, along, up, inward;
};
[[nodiscard]] MotorFrame motor_frame();
/// Where the nose of the mounted motor is on the side of the cut-out: s and q.
inline constexpr double kMotorNoseS = 50.0, kMotorNoseQ = -4.0;

}  // namespace graze::cad::car
