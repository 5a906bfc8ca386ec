#include "graze_cad/models/models.h"

#include "graze_cad/models/shapes.h"

#include "graze/demo/process_plant.h"

namespace graze::cad {

Expected<CadDemo> make_process_plant_cad(const DemoValues&) {
    CadDemo demo;
    const Part root{
        .name = "plant",
        .shape = {},
        .parts = {
            {.name = "pump", .shape = bolt_with_nut({8.0, 43.0, 24.0, 10.0})},
            {.name = "line",
             .shape = pipe({57.0, 51.0, 150.0, {{0, 0, 0}, {500, 0, 0}, {500, 0, 400}, {500, 600, 400}}})}}};
    demo.files = {{"plant.step", root}};
    SceneDescription scene;
    scene.bodies = {{"pump", "plant.step", {}, "pump", false}, {"line", "plant.step", {}, "line", false}};
    demo.scenes = {{"scene.json", scene}};
    return demo;
}

}  // namespace graze::cad
