// Sheet metal as closed solids: a base surface with an outline, holes and beads, flanges bent out of it.
// No boolean operations: every face is made where it belongs and sewn.
#pragma once

#include "graze_cad/models/loop.h"
#include "graze_cad/models/sheet_base.h"

#include <functional>
#include <string>
#include <vector>

#include <TopoDS_Shape.hxx>
#include <gp_XY.hxx>

namespace graze::cad::car {

struct Region;

/// What happens along a loop, told in its section (w outward, h along the normal): the sheet goes on along a
/// profile with rounded bends (`Corner::radius` is the inner one). The base ends where the first bend begins;
/// the last point is the free edge or, if there is a `floor`, only says in which direction that lies. Without
/// profile the sheet is cut off: a hole.
struct Ring {
    Loop loop;
    std::function<std::vector<Corner>(const gp_XY& uv, double base)> profile =
        {};                          // base: h of the sheet there
    const Base* frame = nullptr;     // its points and normals carry the sections; null: the sheet's own base
    std::vector<Region> floor = {};  // none or one
};

struct Region {
    double level = 0.0;  // above the base
    std::vector<Ring> rings = {};
};

struct Sheet {
    Base base;
    double thickness;
    Ring outline;
    Region region;
};

/// A bead or a pan: the sheet is pressed by `depth` (negative: against the normal) with walls `draft` degrees
/// off the normal. `loop` is where it begins; it must leave room for the run of the wall.
[[nodiscard]] Ring emboss(const Loop& loop, double thickness, double depth, double draft, double radius,
                          std::vector<Ring> within = {}, double level = 0.0);
[[nodiscard]] Ring hole(const Loop& loop);
/// A fixed profile, h relative to the base.
[[nodiscard]] Ring bent(const Loop& loop, std::vector<Corner> profile);

/// Guarantee: one closed solid of positive volume; throws Standard_Failure with `name` if OpenCASCADE does
/// not make one.
[[nodiscard]] TopoDS_Shape make_sheet(const std::string& name, const Sheet& sheet);

}  // namespace graze::cad::car
