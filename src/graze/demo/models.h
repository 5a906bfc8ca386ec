// The generators behind `make_demo`: each tells what it can vary and builds a scene from checked values.
#pragma once

#include "graze/core/internal.h"
#include "graze/demo/demo.h"

namespace graze::internal {

/// The parameters of one call: every one that the demo has, within its range.
struct DemoValues {
    std::uint64_t seed = 1;
    std::map<std::string, double> numbers;

    /// Pre: the demo has such a parameter.
    [[nodiscard]] double number(const std::string& name) const;
    [[nodiscard]] int whole(const std::string& name) const;
    [[nodiscard]] bool flag(const std::string& name) const;
};

[[nodiscard]] DemoInfo screw_and_nut_info();
[[nodiscard]] Expected<Scene> make_screw_and_nut(const DemoValues& values);

[[nodiscard]] DemoInfo peg_in_hole_info();
[[nodiscard]] Expected<Scene> make_peg_in_hole(const DemoValues& values);

[[nodiscard]] DemoInfo bolt_in_hole_info();
[[nodiscard]] Expected<Scene> make_bolt_in_hole(const DemoValues& values);

[[nodiscard]] DemoInfo plates_info();
[[nodiscard]] Expected<Scene> make_plates(const DemoValues& values);

[[nodiscard]] DemoInfo grid_info();
[[nodiscard]] Expected<Scene> make_grid(const DemoValues& values);

[[nodiscard]] DemoInfo bunnies_info();
[[nodiscard]] Expected<Scene> make_bunnies(const DemoValues& values);

[[nodiscard]] DemoInfo gears_info();
[[nodiscard]] Expected<Scene> make_gears(const DemoValues& values);

[[nodiscard]] DemoInfo process_plant_info();
[[nodiscard]] Expected<Scene> make_process_plant(const DemoValues& values);

[[nodiscard]] DemoInfo falling_boxes_info();
[[nodiscard]] Expected<Scene> make_falling_boxes(const DemoValues& values);

[[nodiscard]] DemoInfo interlocked_tori_info();
[[nodiscard]] Expected<Scene> make_interlocked_tori(const DemoValues& values);

[[nodiscard]] DemoInfo ring_chain_info();
[[nodiscard]] Expected<Scene> make_ring_chain(const DemoValues& values);

// Rods: beside these scenes stands make_demo_rods (rod_demos.h).
[[nodiscard]] DemoInfo hose_info();
[[nodiscard]] Expected<Scene> make_hose(const DemoValues& values);
[[nodiscard]] DemoInfo cable_info();
[[nodiscard]] Expected<Scene> make_cable(const DemoValues& values);
[[nodiscard]] DemoInfo harness_info();
[[nodiscard]] Expected<Scene> make_harness(const DemoValues& values);

// Deformable bodies: beside these scenes stands make_demo_deformables (deformable_demos.h).
[[nodiscard]] DemoInfo door_seal_info();
[[nodiscard]] Expected<Scene> make_door_seal(const DemoValues& values);
[[nodiscard]] DemoInfo soft_torus_info();
[[nodiscard]] Expected<Scene> make_soft_torus(const DemoValues& values);

// CAD only: the models are in src/graze_cad/models.
[[nodiscard]] DemoInfo plant_large_info();
[[nodiscard]] DemoInfo chain_info();
[[nodiscard]] DemoInfo gearbox_info();
[[nodiscard]] DemoInfo robot_cell_info();
[[nodiscard]] DemoInfo car_door_info();
[[nodiscard]] DemoInfo window_motor_info();

/// "demo NAME: what; remedy" for values that are each in range but do not go together.
[[nodiscard]] Error bad_combination(const std::string& demo, const std::string& what,
                                    const std::string& remedy);

/// A body of a mesh made here. Audits that the mesh is closed.
[[nodiscard]] SceneBody make_body(const std::string& name, Mesh mesh, const Pose& pose = {});

}  // namespace graze::internal
