#include "graze_cad/models/models.h"

#include "graze/core/file.h"
#include "graze/io/scene/scene_text.h"

#include <Standard_Failure.hxx>
#include <TopAbs_ShapeEnum.hxx>
#include <TopExp.hxx>
#include <TopTools_IndexedMapOfShape.hxx>

#include <algorithm>

namespace graze::cad {
namespace {

struct CadDemoEntry {
    const char* name;
    Expected<CadDemo> (*make)(const DemoValues&);
};

constexpr CadDemoEntry kCadDemos[] = {
    {"process-plant", make_process_plant_cad},
    {"plant-large", make_plant_large},
    {"chain", make_chain},
    {"gearbox", make_gearbox},
    {"robot-cell", make_robot_cell},
    {"car-door", make_car_door_cad},
    {"window-motor", make_window_motor_cad},
};

struct DistinctShapes {
    std::vector<std::pair<TopoDS_Shape, std::uint64_t>> known;  // with its number of faces

    std::uint64_t faces_of(const TopoDS_Shape& shape) {
        for (const auto& [other, faces] : known)
            if (other.IsPartner(shape)) return faces;
        TopTools_IndexedMapOfShape faces;
        TopExp::MapShapes(shape, TopAbs_FACE, faces);
        known.emplace_back(shape, static_cast<std::uint64_t>(faces.Extent()));
        return known.back().second;
    }
};

void count(const Part& part, DistinctShapes& shapes, CadCounts& counts) {
    for (const Part& child : part.parts) count(child, shapes, counts);
    if (!part.parts.empty()) return;
    ++counts.parts;
    counts.faces += shapes.faces_of(part.shape);
}

}  // namespace

Expected<CadDemo> make_cad_demo(const std::string& name, const DemoOptions& options) {
    const auto info = demo_named(name);
    if (!info) return info.error();
    const auto values = demo_parameters(*info, options);
    if (!values) return values.error();
    const auto* const entry = std::find_if(std::begin(kCadDemos), std::end(kCadDemos),
                                           [&](const CadDemoEntry& known) { return known.name == name; });
    if (entry == std::end(kCadDemos))
        return make_error(ErrorCode::Unsupported, "demo " + name, "is not CAD", "graze demo writes it");
    try {
        return entry->make({options.seed, *values});
    } catch (const Standard_Failure& failure) {
        return make_error(ErrorCode::Unsupported, "demo " + name,
                          std::string("OpenCASCADE cannot make it: ") + failure.GetMessageString(),
                          "try other parameters");
    }
}

CadCounts counts_of(const CadDemo& demo) {
    CadCounts counts;
    DistinctShapes shapes;
    for (const auto& [name, root] : demo.files) count(root, shapes, counts);
    counts.shapes = shapes.known.size();
    return counts;
}

Expected<void> write_cad_demo(const std::filesystem::path& folder, const CadDemo& demo,
                              FunctionRef<void(std::size_t)> on_file) {
    std::size_t done = 0;
    for (const auto& [name, root] : demo.files) {
        if (auto written = write_step(folder / name, root); !written) return written;
        on_file(++done);
    }
    for (const auto& [name, scene] : demo.scenes) {
        if (auto written = write_file_atomically(folder / name, format_scene_text(scene)); !written)
            return written;
        on_file(++done);
    }
    return {};
}

}  // namespace graze::cad
