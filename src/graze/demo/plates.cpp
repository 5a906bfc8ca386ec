// Two thin plates that face each other across a narrow gap, finely meshed, and turned in their own frame so
// that boxes along the axes of the model are useless. The gap opens a little from one end to the other.

#include "graze/demo/build.h"
#include "graze/demo/models.h"
#include "graze/demo/turn.h"

#include <fmt/format.h>

#include <cmath>

namespace graze::internal {
namespace {

constexpr const char* kPlatesName = "plates";
constexpr double kWidthPerLength = 0.7;
constexpr double kThicknessPerLength = 0.03;
const Vec3 kTiltAxis(3.0, -2.0, 1.0);  // no axis of symmetry of a plate

// Triangles of a plate of nx x ny cells with one row around its rim.
int triangle_count(int nx, int ny) { return 4 * nx * ny + 4 * (nx + ny); }

struct Cells {
    int x, y;
};

// The cells whose triangles come nearest to the wish, among shapes near square.
Cells cells_for(int triangles) {
    const int middle = static_cast<int>(std::sqrt(triangles / (4.0 * kWidthPerLength)));
    Cells best{1, 1};
    for (int nx = std::max(1, middle - middle / 20 - 2); nx <= middle + middle / 20 + 2; ++nx) {
        const int ny = std::max(1, (triangles - 4 * nx + 2 * (nx + 1)) / (4 * (nx + 1)));
        if (std::abs(triangle_count(nx, ny) - triangles) <
            std::abs(triangle_count(best.x, best.y) - triangles))
            best = {nx, ny};
    }
    return best;
}

struct Plate {
    double length;
    double wedge;   // slope of both faces along x
    double height;  // of the lower face at the end where x is least
    Cells cells;
    Mat3 tilt;
};

// Vertices of one face, ids by row.
VertexIds add_face_vertices(Mesh& mesh, const Plate& plate, double above) {
    VertexIds ids;
    for (int y = 0; y <= plate.cells.y; ++y)
        for (int x = 0; x <= plate.cells.x; ++x) {
            const double u = static_cast<double>(x) / plate.cells.x,
                         v = static_cast<double>(y) / plate.cells.y;
            const Vec3 flat(plate.length * (u - 0.5), kWidthPerLength * plate.length * (v - 0.5),
                            plate.height + above + plate.wedge * plate.length * u);
            ids.push_back(add_vertex(mesh, plate.tilt * flat));
        }
    return ids;
}

// Ids around the rim, counter-clockwise from above.
VertexIds rim_of(const VertexIds& face, const Cells& n) {
    const auto at = [&](int x, int y) { return face[y * (n.x + 1) + x]; };
    VertexIds rim;
    for (int x = 0; x < n.x; ++x) rim.push_back(at(x, 0));
    for (int y = 0; y < n.y; ++y) rim.push_back(at(n.x, y));
    for (int x = n.x; x > 0; --x) rim.push_back(at(x, n.y));
    for (int y = n.y; y > 0; --y) rim.push_back(at(0, y));
    return rim;
}

Mesh plate_mesh(const Plate& plate) {
    Mesh mesh;
    const VertexIds bottom = add_face_vertices(mesh, plate, 0.0);
    const VertexIds top = add_face_vertices(mesh, plate, kThicknessPerLength * plate.length);
    const std::uint32_t face_top = surface_named(mesh, "face-top"),
                        face_bottom = surface_named(mesh, "face-bottom");
    const int row = plate.cells.x + 1;
    for (int y = 0; y < plate.cells.y; ++y)
        for (int x = 0; x < plate.cells.x; ++x) {
            const int at = y * row + x;
            add_quad(mesh, face_top, {top[at], top[at + 1], top[at + row + 1], top[at + row]});
            add_quad(mesh, face_bottom, {bottom[at], bottom[at + row], bottom[at + row + 1], bottom[at + 1]});
        }
    add_band(mesh, surface_named(mesh, "rim"), rim_of(bottom, plate.cells), rim_of(top, plate.cells));
    return mesh;
}

}  // namespace

DemoInfo plates_info() {
    return {
        kPlatesName,
        "Two finely meshed, nearly parallel plates, tilted in their own frame; one slides along the other",
        {{"length", 100.0, 1.0, 10000.0, "length of a plate in mm"},
         {"gap", 0.1, 1e-6, 100.0, "least distance between the plates in mm"},
         {"wedge", 0.02, 0.0, 5.0, "angle between the plates in degrees"},
         {"tilt", 33.0, 0.0, 360.0, "angle in degrees by which both are turned in their own frame"},
         {"triangles", 20000.0, 1000.0, 200000.0, "triangles per plate, met within 1 %", true}}};
}

Expected<Scene> make_plates(const DemoValues& values) {
    const double length = values.number("length"), gap = values.number("gap");
    const Mat3 tilt = rotation_about(kTiltAxis, values.number("tilt") / 360.0);
    const Vec2 wedge = direction_at(values.number("wedge") / 360.0);
    const Cells cells = cells_for(values.whole("triangles"));
    const Plate lower{length, 0.0, -kThicknessPerLength * length, cells, tilt};
    const Plate upper{length, wedge.y() / wedge.x(), gap, cells, tilt};
    Scene scene;
    scene.bodies = {make_body("upper", plate_mesh(upper)), make_body("lower", plate_mesh(lower))};
    // Uphill along the wedge: the gap at the narrow end stays what it is.
    Pose slid;
    slid.translation = tilt * Vec3(-0.4 * length, 0.25 * length, 0.0);
    scene.paths = {{0, InBetween::Screw, {Pose{}, slid}, {}}};
    return scene;
}

}  // namespace graze::internal
