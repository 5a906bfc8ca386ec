#include "graze/demo/demo.h"

#include "graze/demo/build.h"
#include "graze/demo/models.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace graze {
namespace {

struct DemoEntry {
    DemoInfo (*info)();
    Expected<Scene> (*make)(const DemoValues&);  // null: CAD only
};

constexpr DemoEntry kDemos[] = {
    {screw_and_nut_info, make_screw_and_nut},
    {peg_in_hole_info, make_peg_in_hole},
    {bolt_in_hole_info, make_bolt_in_hole},
    {plates_info, make_plates},
    {grid_info, make_grid},
    {bunnies_info, make_bunnies},
    {gears_info, make_gears},
    {falling_boxes_info, make_falling_boxes},
    {interlocked_tori_info, make_interlocked_tori},
    {ring_chain_info, make_ring_chain},
    {hose_info, make_hose},
    {cable_info, make_cable},
    {harness_info, make_harness},
    {door_seal_info, make_door_seal},
    {soft_torus_info, make_soft_torus},
    {process_plant_info, make_process_plant},
    {plant_large_info, nullptr},
    {chain_info, nullptr},
    {gearbox_info, nullptr},
    {robot_cell_info, nullptr},
    {car_door_info, nullptr},
    {window_motor_info, nullptr},
};

template <class List>
std::string names_of(const List& list) {
    std::string names;
    for (const auto& item : list) names += (names.empty() ? "" : ", ") + item.name;
    return names;
}

std::string range_of(const DemoParameter& parameter) {
    return fmt::format("[{}, {}]{}", parameter.min, parameter.max,
                       parameter.whole ? ", whole numbers only" : "");
}

Expected<void> check_value(const DemoInfo& info, const DemoParameter& parameter, double value) {
    const bool in_range = value >= parameter.min && value <= parameter.max;  // false for NaN
    if (in_range && (!parameter.whole || value == std::floor(value))) return {};
    return make_error(ErrorCode::BadUsage, "demo " + info.name,
                      fmt::format("{} {} is outside {}", parameter.name, value, range_of(parameter)),
                      fmt::format("{} (default {})", parameter.description, parameter.default_value));
}

}  // namespace

Expected<std::map<std::string, double>> demo_parameters(const DemoInfo& info, const DemoOptions& options) {
    std::map<std::string, double> values;
    for (const DemoParameter& parameter : info.parameters) values[parameter.name] = parameter.default_value;
    for (const auto& [name, value] : options.parameters) {
        const auto at = std::find_if(info.parameters.begin(), info.parameters.end(),
                                     [&wanted = name](const DemoParameter& p) { return p.name == wanted; });
        if (at == info.parameters.end())
            return make_error(ErrorCode::BadUsage, "demo " + info.name,
                              fmt::format("no parameter '{}'", name),
                              "choose from " + names_of(info.parameters));
        if (const auto checked = check_value(info, *at, value); !checked) return checked.error();
        values[name] = value;
    }
    return values;
}

double DemoValues::number(const std::string& name) const {
    const auto at = numbers.find(name);
    GRAZE_ASSERT(at != numbers.end());
    return at->second;
}

int DemoValues::whole(const std::string& name) const { return static_cast<int>(number(name)); }

bool DemoValues::flag(const std::string& name) const { return number(name) != 0.0; }

Error internal::bad_combination(const std::string& demo, const std::string& what, const std::string& remedy) {
    return make_error(ErrorCode::BadUsage, "demo " + demo, what, remedy);
}

SceneBody internal::make_body(const std::string& name, Mesh mesh, const Pose& pose) {
    GRAZE_AUDIT(is_closed_and_oriented(mesh));
    return {name, std::make_shared<const Mesh>(std::move(mesh)), pose};
}

const std::vector<DemoInfo>& demos() {
    static const std::vector<DemoInfo> infos = [] {
        std::vector<DemoInfo> list;
        list.reserve(std::size(kDemos));
        for (const DemoEntry& entry : kDemos) list.push_back(entry.info());
        return list;
    }();
    return infos;
}

Expected<DemoInfo> demo_named(const std::string& name) {
    for (const DemoInfo& info : demos())
        if (info.name == name) return info;
    return make_error(ErrorCode::NotFound, "demo", fmt::format("no demo named '{}'", name),
                      "choose from " + names_of(demos()));
}

Expected<Scene> make_demo(const std::string& name, const DemoOptions& options) {
    const auto info = demo_named(name);
    if (!info) return info.error();
    const auto values = demo_parameters(*info, options);
    if (!values) return values.error();
    for (std::size_t i = 0; i < std::size(kDemos); ++i)
        if (demos()[i].name == name && kDemos[i].make) return kDemos[i].make({options.seed, *values});
    return make_error(ErrorCode::Unsupported, "demo " + name, "is made with OpenCASCADE",
                      "graze demo writes it");
}

}  // namespace graze
