// Two involute spur gears in mesh.
//
// Standard proportions (ISO 53, profile A): pressure angle 20 degrees, addendum 1 module, dedendum 1.25
// modules. The involute of a circle of radius rb, unrolled by the angle u, is
//
//     rb (cos u + u sin u, sin u - u cos u),   at radius rb sqrt(1 + u^2),   polar angle u - atan u (1)
//
// and at the pitch circle u = tan 20 deg. No undercut happens from 18 teeth on, so flanks go on radially
// below the base circle.

#include "graze/demo/build.h"
#include "graze/demo/models.h"
#include "graze/demo/turn.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace graze::internal {
namespace {

constexpr const char* kGearsName = "gears";
constexpr double kPressureTurns = 20.0 / 360.0;
constexpr double kAddendum = 1.0, kDedendum = 1.25, kFillet = 0.25;  // in modules
constexpr int kSegments = 4;  // of the path, each a quarter turn of the small gear

struct Gear {
    int teeth;
    double module, backlash, width, bore;  // mm; bore is a diameter
    int flank_points;                      // along the involute

    double pitch_radius() const { return 0.5 * module * teeth; }
    double tip_radius() const { return pitch_radius() + kAddendum * module; }
    double root_radius() const { return pitch_radius() - kDedendum * module; }
    double base_radius() const { return pitch_radius() * direction_at(kPressureTurns).x(); }
};

Vec2 rotated(const Vec2& p, double turns) {
    const Vec2 d = direction_at(turns);
    return {d.x() * p.x() - d.y() * p.y(), d.y() * p.x() + d.x() * p.y()};
}

double roll_at(const Gear& gear, double radius) {
    const double ratio = radius / gear.base_radius();
    return std::sqrt(std::max(0.0, ratio * ratio - 1.0));
}

Vec2 involute(const Gear& gear, double u) {
    const Vec2 d = direction_at(u / kTau);
    return gear.base_radius() * Vec2(d.x() + u * d.y(), d.y() - u * d.x());
}

// Where the involute starts, in turns, for a tooth about angle 0: its polar angle at the pitch circle is
// minus half the tooth's thickness there. Both gears give half of the backlash.
double flank_start(const Gear& gear) {
    const Vec2 d = direction_at(kPressureTurns);
    const double involute_angle = d.y() / d.x() - kPressureTurns * kTau;
    const double thickness = 0.25 * kTau * gear.module - 0.5 * gear.backlash;
    return -(0.5 * thickness / gear.pitch_radius() + involute_angle) / kTau;
}

// The lower flank of the tooth about angle 0, from the root circle to the tip: a fillet, a radial piece where
// the root lies well below the base circle, and the involute.
std::vector<Vec2> lower_flank(const Gear& gear) {
    const double fillet = kFillet * gear.module, root = gear.root_radius(), start = flank_start(gear);
    const double foot = root + fillet;  // radius where the fillet ends
    const double u_foot = roll_at(gear, foot), u_tip = roll_at(gear, gear.tip_radius());
    const Vec2 foot_point =
        u_foot > 0.0 ? rotated(involute(gear, u_foot), start) : rotated({foot, 0.0}, start);
    const Vec2 outwards = foot_point / foot, sideways(outwards.y(), -outwards.x());
    std::vector<Vec2> flank;
    for (int i = 0; i < 3; ++i) {  // a quarter circle, on top of the root circle's tangent
        const Vec2 d = direction_at(i / 12.0);
        flank.push_back(foot_point + fillet * ((1.0 - d.y()) * sideways - d.x() * outwards));
    }
    flank.front() *= root / std::sqrt(flank.front().dot(flank.front()));
    flank.push_back(foot_point);
    const bool radial = foot < gear.base_radius();
    for (int i = radial ? 0 : 1; i <= gear.flank_points; ++i)
        flank.push_back(rotated(involute(gear, u_foot + (u_tip - u_foot) * i / gear.flank_points), start));
    return flank;
}

// One end of the toothing: the outline, tooth by tooth.
struct ToothRow {
    std::vector<VertexIds> lower, upper;  // flanks from root to tip
    VertexIds tip, land;                  // middles of the tip and of the root after the tooth
};

ToothRow add_teeth(Mesh& mesh, const Gear& gear, double height) {
    const std::vector<Vec2> flank = lower_flank(gear);
    const auto add = [&](const Vec2& p, int tooth) {
        const Vec2 q = rotated(p, static_cast<double>(tooth) / gear.teeth);
        return add_vertex(mesh, {q.x(), q.y(), height});
    };
    ToothRow row;
    for (int t = 0; t < gear.teeth; ++t) {
        VertexIds lower, upper;
        for (const Vec2& p : flank) lower.push_back(add(p, t));
        for (const Vec2& p : flank) upper.push_back(add({p.x(), -p.y()}, t));
        row.lower.push_back(lower);
        row.upper.push_back(upper);
        row.tip.push_back(add({gear.tip_radius(), 0.0}, t));
        row.land.push_back(add(gear.root_radius() * direction_at(0.5 / gear.teeth), t));
    }
    return row;
}

// The three rim points of each tooth: where the rim's face meets the tooth's foot and the land.
VertexIds rim_of(const ToothRow& row) {
    VertexIds rim;
    for (std::size_t t = 0; t < row.tip.size(); ++t) {
        rim.push_back(row.lower[t].front());
        rim.push_back(row.upper[t].front());
        rim.push_back(row.land[t]);
    }
    return rim;
}

// The two flat ends of the teeth. `up` tells on which side the material ends.
void add_tooth_faces(Mesh& mesh, std::uint32_t surface, const ToothRow& row, bool up) {
    const auto triangle = [&](Triangle t) {
        if (!up) std::swap(t[1], t[2]);
        add_triangle(mesh, surface, t);
    };
    for (std::size_t t = 0; t < row.tip.size(); ++t) {
        const VertexIds &a = row.lower[t], &b = row.upper[t];
        for (std::size_t i = 0; i + 1 < a.size(); ++i) {
            triangle({a[i], a[i + 1], b[i + 1]});
            triangle({a[i], b[i + 1], b[i]});
        }
        triangle({a.back(), row.tip[t], b.back()});
    }
}

// The toothing between two rows, the first below.
void add_tooth_sides(Mesh& mesh, const ToothRow& bottom, const ToothRow& top) {
    const std::uint32_t flank_a = surface_named(mesh, "flanks-right"),
                        flank_b = surface_named(mesh, "flanks-left");
    const std::uint32_t tips = surface_named(mesh, "tips"), roots = surface_named(mesh, "roots");
    struct Edge {
        std::uint32_t bottom, top;
    };
    const auto wall = [&](std::uint32_t surface, const Edge& from, const Edge& to) {
        add_quad(mesh, surface, {from.bottom, to.bottom, to.top, from.top});
    };
    const std::size_t teeth = bottom.tip.size();
    for (std::size_t t = 0; t < teeth; ++t) {
        const std::size_t n = bottom.lower[t].size(), next = (t + 1) % teeth;
        const auto a = [&](std::size_t i) { return Edge{bottom.lower[t][i], top.lower[t][i]}; };
        const auto b = [&](std::size_t i) { return Edge{bottom.upper[t][i], top.upper[t][i]}; };
        const Edge tip{bottom.tip[t], top.tip[t]}, land{bottom.land[t], top.land[t]};
        for (std::size_t i = 0; i + 1 < n; ++i) wall(i < 3 ? roots : flank_a, a(i), a(i + 1));
        wall(tips, a(n - 1), tip);
        wall(tips, tip, b(n - 1));
        for (std::size_t i = n - 1; i > 0; --i) wall(i <= 3 ? roots : flank_b, b(i), b(i - 1));
        wall(roots, b(0), land);
        wall(roots, land, Edge{bottom.lower[next][0], top.lower[next][0]});
    }
}

struct WheelRing {
    double radius, height;  // height above the middle plane
    const char* surface;    // between the ring before it and this one
};

// Half of the wheel inside the toothing, from the rim inwards: a thinner web and a longer hub, if there is
// room.
std::vector<WheelRing> wheel_rings(const Gear& gear) {
    const double bore = 0.5 * gear.bore, half = 0.5 * gear.width, edge = 0.08 * bore;
    const double hub = 1.7 * bore, rim = gear.root_radius() - 1.6 * gear.module;
    std::vector<WheelRing> rings;
    if (rim > hub + 2.0 * gear.module) {
        rings = {{rim, half, "face"},
                 {rim - 0.15 * half, 0.45 * half, "web"},
                 {hub + 0.15 * half, 0.45 * half, "web"},
                 {hub, 1.3 * half, "hub"}};
        rings.push_back({bore + edge, 1.3 * half, "hub-face"});
        rings.push_back({bore, 1.3 * half - edge, "bore-chamfer"});
    } else {
        rings = {{bore + edge, half, "face"}, {bore, half - edge, "bore-chamfer"}};
    }
    return rings;
}

// Rings have three points per tooth, to match the rim, evenly spaced. Returns the ring at the bore.
VertexIds add_wheel_half(Mesh& mesh, const Gear& gear, VertexIds outer, bool up) {
    for (const WheelRing& ring : wheel_rings(gear)) {
        const std::string name = fmt::format("{}-{}", ring.surface, up ? "top" : "bottom");
        VertexIds inner = add_circle(
            mesh, {ring.radius, up ? ring.height : -ring.height, 3 * gear.teeth, -1.0 / (6.0 * gear.teeth)});
        const std::uint32_t surface = surface_named(mesh, name);
        if (up)
            add_band(mesh, surface, outer, inner);
        else
            add_band(mesh, surface, inner, outer);
        outer = std::move(inner);
    }
    return outer;
}

Mesh gear_mesh(const Gear& gear, int rows) {
    Mesh mesh;
    std::vector<ToothRow> toothing;
    for (int row = 0; row <= rows; ++row)
        toothing.push_back(add_teeth(mesh, gear, gear.width * row / rows - 0.5 * gear.width));
    for (int row = 0; row < rows; ++row) add_tooth_sides(mesh, toothing[row], toothing[row + 1]);
    add_tooth_faces(mesh, surface_named(mesh, "face-bottom"), toothing.front(), false);
    add_tooth_faces(mesh, surface_named(mesh, "face-top"), toothing.back(), true);
    const VertexIds below = add_wheel_half(mesh, gear, rim_of(toothing.front()), false);
    const VertexIds above = add_wheel_half(mesh, gear, rim_of(toothing.back()), true);
    add_band(mesh, surface_named(mesh, "bore"), above, below);
    return mesh;
}

// A tooth of the first gear points at a space of the second, and they roll on each other.
Pose first_pose(double turns) { return {Vec3::Zero(), turned_about_z(turns)}; }

Pose second_pose(const Gear& first, const Gear& second, double turns) {
    const double ratio = static_cast<double>(first.teeth) / second.teeth;
    return {{first.pitch_radius() + second.pitch_radius(), 0.0, 0.0},
            turned_about_z(0.5 + 0.5 / second.teeth - turns * ratio)};
}

Scene meshing(const Gear& first, const Gear& second, int rows) {
    Scene scene;
    scene.bodies = {make_body("pinion", gear_mesh(first, rows), first_pose(0.0)),
                    make_body("wheel", gear_mesh(second, rows), second_pose(first, second, 0.0))};
    Path a{0, InBetween::Screw, {}, {}}, b{1, InBetween::Screw, {}, {}};
    for (int i = 0; i <= kSegments; ++i) {
        a.poses.push_back(first_pose(0.25 * i));
        b.poses.push_back(second_pose(first, second, 0.25 * i));
    }
    scene.paths = {a, b};
    return scene;
}

}  // namespace

DemoInfo gears_info() {
    return {kGearsName,
            "Two involute spur gears in mesh, turning together",
            {{"teeth", 20.0, 18.0, 200.0, "teeth of the pinion", true},
             {"wheel-teeth", 33.0, 18.0, 400.0, "teeth of the wheel, at least as many", true},
             {"module", 3.0, 0.1, 50.0, "module in mm: pitch diameter by teeth"},
             {"backlash", 0.1, 1e-6, 10.0,
              "play at the pitch circle in mm, both flanks together, at most 0.2 modules"},
             {"width", 20.0, 0.1, 1000.0, "width of the teeth in mm"},
             {"bore", 16.0, 0.1, 1000.0, "bore diameter in mm, at most 0.7 of the pinion's root diameter"},
             {"resolution", 8.0, 2.0, 64.0, "points along a flank", true},
             {"rows", 4.0, 1.0, 64.0, "rows of facets across the width", true}}};
}

Expected<Scene> make_gears(const DemoValues& values) {
    const Gear first{values.whole("teeth"),  values.number("module"), values.number("backlash"),
                     values.number("width"), values.number("bore"),   values.whole("resolution")};
    Gear second = first;
    second.teeth = values.whole("wheel-teeth");
    if (second.teeth < first.teeth)
        return bad_combination(kGearsName,
                               fmt::format("wheel-teeth {} is less than teeth {}", second.teeth, first.teeth),
                               "swap them");
    if (first.backlash > 0.2 * first.module)
        return bad_combination(
            kGearsName, fmt::format("backlash {} exceeds 0.2 of the module {}", first.backlash, first.module),
            fmt::format("give at most {}", 0.2 * first.module));
    if (first.bore > 1.4 * first.root_radius())
        return bad_combination(kGearsName,
                               fmt::format("bore {} exceeds 0.7 of the pinion's root diameter {}", first.bore,
                                           2.0 * first.root_radius()),
                               fmt::format("give at most {}", 1.4 * first.root_radius()));
    return meshing(first, second, values.whole("rows"));
}

}  // namespace graze::internal
