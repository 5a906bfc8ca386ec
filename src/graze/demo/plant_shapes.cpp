#include "graze/demo/plant_shapes.h"

#include "graze/core/assert.h"
#include "graze/demo/build.h"
#include "graze/demo/lathe.h"
#include "graze/demo/turn.h"

#include <array>

namespace graze::internal {
namespace {

constexpr int kShankSegments = 8;
constexpr int kRimSegments = 10;  // around the tube of a wheel rim
constexpr int kArcPerHole = 3;    // edges of a flange's rim between two holes

Column column_of(Mesh& mesh, const std::vector<ProfilePoint>& profile) {
    Column column;
    for (const ProfilePoint& p : profile)
        column.push_back(
            {static_cast<std::int64_t>(column.size()), p.radius, p.height, surface_named(mesh, p.face)});
    return column;
}

Mesh hexagon(double across_flats, double height) {
    const double corner_radius = across_flats * kTan30;
    Mesh mesh;
    std::vector<Column> columns;
    for (int j = 0; j <= 6; ++j) {
        const std::uint32_t side = surface_named(mesh, "side-" + std::to_string(j % 6));
        columns.push_back({{0, corner_radius, 0.0, side}, {1, corner_radius, height, side}});
    }
    add_lathed(mesh, columns, Caps{surface_named(mesh, "bottom"), surface_named(mesh, "top")});
    return mesh;
}

/// Points of the ring around hole k of a flange and of the hole itself, on one of its two planes.
struct Sector {
    VertexIds outline, hole;
};

/// The vertices of one plane of a flange: rims with kArcPerHole edges a hole, and the middles of the lines
/// between sectors.
struct FlangePlane {
    VertexIds outer, inner, middle;
    std::vector<Sector> sectors;
};

Vec3 at_turns(double radius, double turns, double height) {
    const Vec2 d = direction_at(turns);
    return {radius * d.x(), radius * d.y(), height};
}

/// Counter-clockwise from above: along the outer rim, in, back along the bore, out. Each hole vertex faces an
/// outline vertex.
Sector add_sector(Mesh& mesh, const Flange& f, const FlangePlane& plane, int k, double height) {
    const int n = f.holes * kArcPerHole, first = k * kArcPerHole;
    Sector sector;
    for (int i = 0; i <= kArcPerHole; ++i) sector.outline.push_back(plane.outer[(first + i) % n]);
    sector.outline.push_back(plane.middle[(k + 1) % f.holes]);
    for (int i = kArcPerHole; i >= 0; --i) sector.outline.push_back(plane.inner[(first + i) % n]);
    sector.outline.push_back(plane.middle[k]);
    const Vec3 centre = hole_centre(f, k) + Vec3(0.0, 0.0, height);
    for (const std::uint32_t id : sector.outline) {
        const Vec3 towards = mesh.vertices[id] - centre;
        sector.hole.push_back(
            add_vertex(mesh, centre + (f.hole_radius / std::sqrt(towards.dot(towards))) * towards));
    }
    return sector;
}

FlangePlane add_flange_plane(Mesh& mesh, const Flange& f, double height) {
    const int n = f.holes * kArcPerHole;
    FlangePlane plane;
    plane.outer = add_circle(mesh, {f.outer_radius, height, n});
    plane.inner = add_circle(mesh, {f.bore_radius, height, n});
    for (int k = 0; k < f.holes; ++k)
        plane.middle.push_back(
            add_vertex(mesh, at_turns(f.bolt_circle_radius, static_cast<double>(k) / f.holes, height)));
    for (int k = 0; k < f.holes; ++k) plane.sectors.push_back(add_sector(mesh, f, plane, k, height));
    return plane;
}

VertexIds reversed(const VertexIds& ids) { return {ids.rbegin(), ids.rend()}; }

VertexIds add_bent_circle(Mesh& mesh, double radius, int segments, double bend_radius, const Vec2& along) {
    VertexIds ring;
    for (int k = 0; k < segments; ++k) {
        const Vec2 d = direction_at(static_cast<double>(k) / segments);
        const double out =
            bend_radius - radius * d.x();  // from the middle of the bend, which lies at (bend_radius, 0, 0)
        ring.push_back(add_vertex(mesh, {bend_radius - out * along.x(), radius * d.y(), out * along.y()}));
    }
    return ring;
}

}  // namespace

PartFrame frame_along(int axis, const Vec3& origin, bool backwards) {
    GRAZE_ASSERT(axis >= 0 && axis < 3);
    const double sign = backwards ? -1.0 : 1.0;
    PartFrame frame{origin, Mat3::Zero()};
    frame.axes((axis + 1) % 3, 0) = 1.0;
    frame.axes((axis + 2) % 3, 1) = sign;
    frame.axes(axis, 2) = sign;
    return frame;
}

void add_shell(Mesh& part, const Mesh& shell, const PartFrame& frame, const std::string& name) {
    const auto first_vertex = static_cast<std::uint32_t>(part.vertices.size());
    const auto first_surface = static_cast<std::uint32_t>(part.surfaces.size());
    for (const Surface& surface : shell.surfaces) part.surfaces.push_back({name + "/" + surface.name});
    for (const Vec3& v : shell.vertices) part.vertices.push_back(frame.axes * v + frame.origin);
    for (std::size_t t = 0; t < shell.triangles.size(); ++t) {
        const Triangle& ids = shell.triangles[t];
        add_triangle(part, first_surface + shell.surface_of_triangle[t],
                     {first_vertex + ids[0], first_vertex + ids[1], first_vertex + ids[2]});
    }
}

Mesh turned_solid(const std::vector<ProfilePoint>& profile, int segments) {
    Mesh mesh;
    const Column column = column_of(mesh, {profile.begin(), profile.end() - 1});
    Column whole = column;
    whole.push_back(
        {static_cast<std::int64_t>(whole.size()), profile.back().radius, profile.back().height, 0});
    add_lathed(mesh, std::vector<Column>(segments + 1, whole),
               Caps{surface_named(mesh, "bottom"), surface_named(mesh, "top")});
    return mesh;
}

Mesh turned_ring(const std::vector<ProfilePoint>& profile, int segments) {
    Mesh mesh;
    const Column column = column_of(mesh, profile);
    add_lathed(mesh, std::vector<Column>(segments + 1, column), std::nullopt);
    return mesh;
}

Mesh straight_tube(const Tube& tube, double length) {
    return turned_ring({{tube.inner_radius, 0.0, "start"},
                        {tube.outer_radius, 0.0, "outside"},
                        {tube.outer_radius, length, "end"},
                        {tube.inner_radius, length, "inside"}},
                       tube.segments);
}

Mesh elbow(const Tube& tube, double bend_radius, int steps) {
    Mesh mesh;
    std::vector<VertexIds> outer, inner;
    for (int k = 0; k <= steps; ++k) {
        const Vec2 along = direction_at(0.25 * k / steps);
        outer.push_back(add_bent_circle(mesh, tube.outer_radius, tube.segments, bend_radius, along));
        inner.push_back(add_bent_circle(mesh, tube.inner_radius, tube.segments, bend_radius, along));
    }
    const std::uint32_t outside = surface_named(mesh, "outside"), inside = surface_named(mesh, "inside");
    for (int k = 0; k < steps; ++k) {
        add_band(mesh, outside, outer[k], outer[k + 1]);
        add_band(mesh, inside, inner[k + 1], inner[k]);
    }
    add_band(mesh, surface_named(mesh, "start"), inner.front(), outer.front());
    add_band(mesh, surface_named(mesh, "end"), outer.back(), inner.back());
    return mesh;
}

Vec3 hole_centre(const Flange& flange, int k) {
    return at_turns(flange.bolt_circle_radius, (k + 0.5) / flange.holes, 0.0);
}

Mesh drilled_flange(const Flange& flange) {
    Mesh mesh;
    const FlangePlane low = add_flange_plane(mesh, flange, 0.0),
                      high = add_flange_plane(mesh, flange, flange.thickness);
    add_band(mesh, surface_named(mesh, "rim"), low.outer, high.outer);
    add_band(mesh, surface_named(mesh, "bore"), high.inner, low.inner);
    // The middles of the lines between sectors belong to the faces alone.
    const std::uint32_t back = surface_named(mesh, "back"), face = surface_named(mesh, "face");
    for (int k = 0; k < flange.holes; ++k) {
        const Sector &down = low.sectors[k], &up = high.sectors[k];
        add_band(mesh, face, up.outline, up.hole);
        add_band(mesh, back, reversed(down.outline), reversed(down.hole));
        add_band(mesh, surface_named(mesh, "hole-" + std::to_string(k)), up.hole, down.hole);
    }
    return mesh;
}

void add_bolt(Mesh& part, const Bolt& bolt, const PartFrame& frame, const std::string& name) {
    const auto at = [&](double height) {
        return PartFrame{frame.origin + frame.axes * Vec3(0.0, 0.0, height), frame.axes};
    };
    const double thread_end = 1.25 * bolt.head_height;
    add_shell(
        part,
        turned_solid({{bolt.shank_radius, -thread_end, "shank"}, {bolt.shank_radius, bolt.grip + 1.0, ""}},
                     kShankSegments),
        frame, name);
    add_shell(part, hexagon(bolt.across_flats, bolt.head_height), at(bolt.grip), name + "/head");
    add_shell(part, hexagon(bolt.across_flats, bolt.head_height), at(-bolt.head_height), name + "/nut");
}

Mesh block(const Vec3& min, const Vec3& max) {
    static constexpr const char* kFaces[] = {"left", "right", "front", "back", "bottom", "top"};
    Mesh mesh;
    for (int corner = 0; corner < 8; ++corner)
        add_vertex(mesh, {(corner & 1) != 0 ? max.x() : min.x(), (corner & 2) != 0 ? max.y() : min.y(),
                          (corner & 4) != 0 ? max.z() : min.z()});
    static constexpr std::array<std::uint32_t, 4> kQuads[] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                                              {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (int f = 0; f < 6; ++f) add_quad(mesh, surface_named(mesh, kFaces[f]), kQuads[f]);
    return mesh;
}

Mesh wheel_rim(double radius, double thickness, int segments) {
    std::vector<ProfilePoint> profile;
    for (int k = 0; k < kRimSegments; ++k) {
        const Vec2 d = direction_at(static_cast<double>(k) / kRimSegments);
        profile.push_back({radius + thickness * d.x(), thickness * d.y(), "rim"});
    }
    return turned_ring(profile, segments);
}

}  // namespace graze::internal
