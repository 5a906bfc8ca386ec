#include "graze_cad/models/car_door.h"
#include "graze_cad/models/car_side.h"
#include "graze_cad/models/solids.h"

namespace graze::cad::car {
namespace {

/// A point of the mounted motor: `s` along it from its tail, `z` up, `e` from the side of the cut-out (0) to
/// the skin (-48).
struct MotorPlace {
    MotorFrame frame = motor_frame();

    gp_XYZ operator()(double s, double z, double e) const {
        return frame.origin + frame.along * (kMotorNoseS - kMotorNose + s) + frame.up * z +
               frame.inward * (kMotorNoseQ + e);
    }
    /// The plane through e, looking into the car: u along, v up... seen from the skin.
    Base across(double s, double z, double e) const { return plane((*this)(s, z, e), frame.up, frame.along); }
};

}  // namespace

MotorFrame motor_frame() {
    const Base base = door_inner_surface();
    const gp_XYZ inward = normal_of(base, kMotorWayX, kMotorWayZ) * -1.0;
    const gp_XYZ up = (gp_XYZ(0.0, 0.0, 1.0) - inward * inward.Z()).Normalized();
    return {base.point(kMotorWayX, kMotorWayZ), inward ^ up, up, inward};
}

Part window_motor() {
    const MotorPlace at;
    const double middle = -24.0, gear = 143.0, can = 12.0;
    // up ^ along = inward for the frame of the cut-out: prisms grow into the car.
    std::vector<TopoDS_Shape> solids{
        prism(at.across(gear, 0.0, -40.0), circle(0.0, 0.0, 42.0), {}, 34.0),            // gear housing
        prism(at.across(gear, 0.0, -kMotorThickness), circle(0.0, 0.0, 28.0), {}, 9.0),  // cable drum
        cylinder(at(0.0, can, middle), at(108.0, can, middle), kMotorDiameter / 2.0),    // motor
        cylinder(at(-6.0, can, middle), at(2.0, can, middle), 9.0),                      // its rear bearing
        cylinder(at(100.0, can, middle), at(178.0, can, middle), 15.5),                  // worm
        prism(at.across(72.0, 38.0, -34.0), rectangle(0.0, 0.0, 16.0, 30.0, 3.0), {}, 20.0),  // connector
    };
    std::vector<TopoDS_Shape> bores;
    for (const auto& [s, z] : {std::pair(36.0, 0.0), {-20.0, -29.0}, {-20.0, 29.0}}) {  // screw bosses
        solids.push_back(prism(at.across(gear + s - 3.0, z, -12.0), circle(0.0, 0.0, 8.0), {}, 12.0));
        bores.push_back(prism(at.across(gear + s - 3.0, z, -10.0), circle(0.0, 0.0, 3.2), {}, 12.0));
    }
    bores.push_back(prism(at.across(gear, 0.0, -kMotorThickness - 2.0), circle(0.0, 0.0, 6.0), {}, 30.0));
    bores.push_back(prism(at.across(72.0, 38.0, -31.0), rectangle(2.0, 0.0, 9.0, 24.0, 2.0), {}, 20.0));
    // Pockets between the ribs of the housing.
    for (const auto& [s, z] : {std::pair(0.0, -28.0), {24.0, -20.0}, {-24.0, -8.0}})
        bores.push_back(prism(at.across(gear + s, z, -10.0), circle(0.0, 0.0, 6.5), {}, 6.0));
    const TopoDS_Shape motor = without("motor", joined("motor", solids), bores);
    return {.name = "motor", .shape = motor, .colour = {0.20, 0.22, 0.25}};
}

}  // namespace graze::cad::car
