// A metric screw with hexagon head in its nut.
//
// Proportions follow ISO 4017 (screw), ISO 4032 (nut): width across flats 1.6 d, head 0.64 d high, nut as
// high as the wished number of turns. Where a thread ends, its corners are drawn onto a cone or cylinder (the
// turned tip, the run-out under the head, the countersinks of the nut), and only there do helical edges begin
// and end.

#include "graze/demo/build.h"
#include "graze/demo/lathe.h"
#include "graze/demo/models.h"
#include "graze/demo/thread.h"
#include "graze/demo/turn.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace graze::internal {
namespace {

constexpr const char* kScrewName = "screw-and-nut";
constexpr double kGapPerPitch = 0.08;  // beyond this the screw's crest has no flat left
constexpr double kPitchPerDiameter = 0.25;
constexpr double kTurnsBelowNut =
    1.0;  // how far the tip stands out of the nut, in pitches; whole, so that threads match
constexpr double kTurnsAboveNut = 1.0;  // full thread between the nut and the run-out
constexpr double kRunOutTurns = 1.5;
constexpr double kShankTurns = 0.5;
constexpr std::int64_t kThreadKey = 1000;  // thread corners have keys from here on

struct ScrewDimensions {
    MetricThread thread;
    double turns;  // of thread in the nut
    int segments;  // columns per turn
    double across_flats() const { return 1.6 * thread.diameter; }
    double chamfer_circle() const {
        return 0.475 * across_flats();
    }  // radius where the 30 degree chamfer starts
    double nut_height() const { return turns * thread.pitch; }
};

// Corners at 0, 1/6, ... of a turn.
double hexagon_radius(double across_flats, const Vec2& direction) {
    double cosine = 0.0;
    for (int side = 0; side < 6; ++side)
        cosine = std::max(cosine, direction.dot(direction_at((2 * side + 1) / 12.0)));
    return 0.5 * across_flats / cosine;
}

// How far below the face the chamfer meets a side at this radius.
double chamfer_drop(const ScrewDimensions& d, double radius) {
    return (radius - d.chamfer_circle()) / std::sqrt(3.0);
}

std::uint32_t side_surface(Mesh& mesh, int column, int segments) {
    return surface_named(mesh, fmt::format("hexagon-side-{}", 6 * (column % segments) / segments + 1));
}

// What cuts or fills a thread near its ends.
struct Envelope {
    std::function<double(double radius, double height)> radius;
    std::function<const char*(double height)> surface;  // of skin that lies on the envelope
};

struct ThreadNames {
    const char *major, *upper, *minor, *lower;
    const char* of(ThreadPart part) const {
        switch (part) {
            case ThreadPart::MajorFlat:
                return major;
            case ThreadPart::UpperFlank:
                return upper;
            case ThreadPart::MinorFlat:
                return minor;
            default:
                return lower;
        }
    }
};
constexpr ThreadNames kScrewNames{"thread-crest", "thread-flank-upper", "thread-root", "thread-flank-lower"};
constexpr ThreadNames kNutNames{"thread-root", "thread-flank-lower", "thread-crest", "thread-flank-upper"};

// The skin above a point lies on the envelope where both ends do, and where a flank no longer rises or falls
// as it should.
bool is_flank_gone(ThreadPart above, double radius, double next_radius) {
    if (above == ThreadPart::UpperFlank) return radius <= next_radius;
    return above == ThreadPart::LowerFlank && radius >= next_radius;
}

// The thread corners of one column from below, on the envelope where it says so. Each carries the surface
// above it.
Column thread_column(Mesh& mesh, const std::vector<ThreadPoint>& points, const Envelope& envelope,
                     const ThreadNames& names) {
    const auto radius = [&](const ThreadPoint& p) { return envelope.radius(p.radius, p.height); };
    const auto is_cut = [&](const ThreadPoint& p) { return radius(p) != p.radius; };
    Column column;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const ThreadPoint& p = points[i];
        const bool on_envelope = i + 1 == points.size() || (is_cut(p) && is_cut(points[i + 1])) ||
                                 is_flank_gone(p.above, radius(p), radius(points[i + 1]));
        const char* name = on_envelope ? envelope.surface(p.height) : names.of(p.above);
        column.push_back({kThreadKey + p.key, radius(p), p.height, surface_named(mesh, name)});
    }
    return column;
}

void append(Column& column, const Column& more) { column.insert(column.end(), more.begin(), more.end()); }

struct ScrewHeights {
    double run_out, shank, washer, head, top;  // where each begins; top is the upper face
};

ScrewHeights screw_heights(const ScrewDimensions& d) {
    const double p = d.thread.pitch, diameter = d.thread.diameter;
    const double run_out = d.nut_height() + (kTurnsBelowNut + kTurnsAboveNut) * p;
    const double shank = run_out + kRunOutTurns * p;
    const double washer = shank + kShankTurns * p;
    const double head = washer + 0.04 * diameter;
    return {run_out, shank, washer, head, head + 0.64 * diameter};
}

double tip_radius(const ScrewDimensions& d) {
    return screw_thread(d.thread).minor_radius - 0.25 * d.thread.pitch;
}

// 45 degree tip below, run-out from root to crest above.
Envelope screw_envelope(const ScrewDimensions& d) {
    const ThreadForm form = screw_thread(d.thread);
    const ScrewHeights z = screw_heights(d);
    const double tip = tip_radius(d);
    return {[=](double radius, double height) {
                const double rise = (height - z.run_out) / (z.shank - z.run_out);
                const double run_out =
                    form.minor_radius + (form.major_radius - form.minor_radius) * std::min(rise, 1.0);
                return std::min(std::max(radius, run_out), tip + height);
            },
            [=](double height) { return height < z.run_out ? "tip-chamfer" : "run-out"; }};
}

Column screw_column(Mesh& mesh, const ScrewDimensions& d, int j) {
    const double turns = static_cast<double>(j) / d.segments, pitch = d.thread.pitch;
    const ScrewHeights z = screw_heights(d);
    const ThreadForm form = screw_thread(d.thread);
    const double hexagon = hexagon_radius(d.across_flats(), direction_at(turns));
    const double fillet = 0.04 * d.thread.diameter, washer_radius = 0.46 * d.across_flats();
    const auto on = [&](const char* name) { return surface_named(mesh, name); };

    const auto points = thread_points(form, turns, {0.05 * pitch, z.shank - 0.01 * pitch});
    Column column{{1, tip_radius(d), 0.0, on("tip-chamfer")}};
    append(column, thread_column(mesh, points, screw_envelope(d), kScrewNames));
    append(column, {{2, form.major_radius, z.shank, on("shank")},
                    {3, form.major_radius, z.washer - fillet, on("fillet")},
                    {4, form.major_radius + fillet, z.washer, on("washer-face")},
                    {5, washer_radius, z.washer, on("washer-rim")},
                    {6, washer_radius, z.head, on("head-underside")},
                    {7, hexagon, z.head, side_surface(mesh, j, d.segments)},
                    {8, hexagon, z.top - chamfer_drop(d, hexagon), on("head-chamfer")},
                    {9, d.chamfer_circle(), z.top, on("head-top")}});
    return column;
}

Mesh screw_mesh(const ScrewDimensions& d) {
    Mesh mesh;
    std::vector<Column> columns;
    for (int j = 0; j <= d.segments; ++j) columns.push_back(screw_column(mesh, d, j));
    add_lathed(mesh, columns, Caps{surface_named(mesh, "tip"), surface_named(mesh, "head-top")});
    return mesh;
}

double countersink_radius(const ScrewDimensions& d) {
    return nut_thread(d.thread).major_radius + 0.03 * d.thread.diameter;
}

// 45 degree countersinks from both faces.
Envelope nut_envelope(const ScrewDimensions& d) {
    const double height = d.nut_height(), radius_at_face = countersink_radius(d);
    return {[=](double radius, double z) {
                return std::max({radius, radius_at_face - z, radius_at_face - (height - z)});
            },
            [=](double z) { return z < 0.5 * height ? "countersink-bottom" : "countersink-top"; }};
}

// The bore from above, with its flat facets outside the true surface: vertices stand off by 1 / cos(half a
// segment), so that the screw, whose facets lie inside its own, keeps its gap however it is turned.
Column bore_column(Mesh& mesh, const ScrewDimensions& d, double turns) {
    const double outwards = 1.0 / direction_at(0.5 / d.segments).x();
    const double height = d.nut_height(), margin = 0.02 * d.thread.pitch;
    const auto points = thread_points(nut_thread(d.thread), turns, {margin, height - margin});
    const Column upwards = thread_column(mesh, points, nut_envelope(d), kNutNames);
    Column column{{5, countersink_radius(d), height, surface_named(mesh, "countersink-top")}};
    for (std::size_t i = upwards.size(); i-- > 0;) {
        column.push_back(upwards[i]);  // the surface below a point is the one above its predecessor
        column.back().surface = i > 0 ? upwards[i - 1].surface : surface_named(mesh, "countersink-bottom");
    }
    column.push_back({6, countersink_radius(d), 0.0, surface_named(mesh, "face-bottom")});
    for (ColumnPoint& point : column) point.radius *= outwards;
    return column;
}

Column nut_column(Mesh& mesh, const ScrewDimensions& d, int j) {
    const double turns = static_cast<double>(j) / d.segments, height = d.nut_height();
    const double hexagon = hexagon_radius(d.across_flats(), direction_at(turns));
    const double drop = chamfer_drop(d, hexagon);
    Column column{{1, d.chamfer_circle(), 0.0, surface_named(mesh, "chamfer-bottom")},
                  {2, hexagon, drop, side_surface(mesh, j, d.segments)},
                  {3, hexagon, height - drop, surface_named(mesh, "chamfer-top")},
                  {4, d.chamfer_circle(), height, surface_named(mesh, "face-top")}};
    append(column, bore_column(mesh, d, turns));
    return column;
}

Mesh nut_mesh(const ScrewDimensions& d) {
    Mesh mesh;
    std::vector<Column> columns;
    for (int j = 0; j <= d.segments; ++j) columns.push_back(nut_column(mesh, d, j));
    add_lathed(mesh, columns, std::nullopt);
    return mesh;
}

// Half a segment further than the nut's own columns: here vertices face the middle of facets, and the gap is
// met.
Pose screwed_out(const ScrewDimensions& d, double turns) {
    const double t = 0.5 / d.segments + turns;
    return {{0.0, 0.0, d.thread.pitch * (t - kTurnsBelowNut)}, turned_about_z(t)};
}

Path unscrewing(const ScrewDimensions& d) {
    // A quarter turn on top of whole ones: the relative rotation then has an axis and a sense.
    const int whole = static_cast<int>(std::ceil(d.turns)) + 2;
    const Pose out = screwed_out(d, whole + 0.25);
    Pose lifted = out;
    lifted.translation.z() += d.thread.diameter;
    return {0, InBetween::Screw, {screwed_out(d, 0.0), out, lifted}, {whole, 0}};
}

}  // namespace

DemoInfo screw_and_nut_info() {
    return {kScrewName,
            "A hexagon screw in its nut, with a metric thread; unscrews and lifts off",
            {{"diameter", 10.0, 1.0, 100.0, "thread diameter in mm"},
             {"pitch", 1.5, 0.1, 25.0, "thread pitch in mm, at most a quarter of the diameter"},
             {"gap", 0.05, 1e-6, 2.0, "distance between the flanks in mm, at most 0.08 of the pitch"},
             {"turns", 5.5, 2.0, 50.0, "turns of thread in the nut"},
             {"resolution", 36.0, 12.0, 360.0, "segments per turn, a multiple of 6", true}}};
}

Expected<Scene> make_screw_and_nut(const DemoValues& values) {
    const ScrewDimensions d{{values.number("diameter"), values.number("pitch"), values.number("gap")},
                            values.number("turns"),
                            values.whole("resolution")};
    if (d.segments % 6 != 0)
        return bad_combination(kScrewName, fmt::format("resolution {} is not a multiple of 6", d.segments),
                               "a hexagon needs its corners");
    if (d.thread.pitch > kPitchPerDiameter * d.thread.diameter)
        return bad_combination(kScrewName,
                               fmt::format("pitch {} exceeds {} of the diameter {}", d.thread.pitch,
                                           kPitchPerDiameter, d.thread.diameter),
                               fmt::format("give at most {}", kPitchPerDiameter * d.thread.diameter));
    if (d.thread.gap > kGapPerPitch * d.thread.pitch)
        return bad_combination(
            kScrewName,
            fmt::format("gap {} exceeds {} of the pitch {}", d.thread.gap, kGapPerPitch, d.thread.pitch),
            fmt::format("give at most {}", kGapPerPitch * d.thread.pitch));
    Scene scene;
    scene.bodies = {make_body("screw", screw_mesh(d), screwed_out(d, 0.0)), make_body("nut", nut_mesh(d))};
    scene.paths = {unscrewing(d)};
    return scene;
}

}  // namespace graze::internal
