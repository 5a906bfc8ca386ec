#include "elementary/hard_queries.h"

#include "graze/core/assert.h"

#include <cmath>

namespace graze::bench {
namespace {

constexpr double kAngle = 3.0;                         // of the moving body, over the whole time
constexpr double kQuarterTime = 0x1.0c152382d7366p-1;  // a quarter turn, pi / 6, rounded up

double sixteenths(Rng& rng, int from, int to) {
    return from + static_cast<double>(rng.below(static_cast<std::uint64_t>(16 * (to - from) + 1))) / 16.0;
}
double small_gap(Rng& rng) {
    const int power = rng.below(50) == 0 ? 26 : 6 + static_cast<int>(rng.below(12));
    return std::ldexp(1.0, -power);
}

struct Shapes {
    std::vector<Vec3> a, b;  // a turns about z from the identity, b stands still
    double time;             // of contact, at the latest
};

// In the plane z = 0: the vertex (r, 0, 0) comes into a face around (0, r, 0).
Shapes in_the_plane(Rng& rng, double gap) {
    const double r = sixteenths(rng, 1, 3);
    return {{{r, 0, gap}},
            {{-sixteenths(rng, 1, 2), r - 0.5, 0}, {sixteenths(rng, 0, 1), r - 0.5, 0}, {0, r + 1.0, 0}},
            kQuarterTime};
}

// Vertical edges, of which one passes the other at (0, r): only if there is no gap.
Shapes upright_edges(Rng& rng, double gap) {
    const double r = sixteenths(rng, 1, 3), z = sixteenths(rng, -1, 1);
    return {
        {{r, 0, -1}, {r, 0, 1}}, {{0, r + gap, z}, {0, r + gap, z + sixteenths(rng, 1, 2)}}, kQuarterTime};
}

Shapes point_and_edge(Rng& rng, double gap) {
    const double r = sixteenths(rng, 1, 3);
    return {{{r, 0, 0}, {r, 0, 0}}, {{0, r + gap, -sixteenths(rng, 0, 1)}, {0, r + gap, 1}}, kQuarterTime};
}

Shapes flat_face(Rng& rng, double gap) {
    const double r = sixteenths(rng, 1, 3);
    return {
        {{r, 0, 0}}, {{0, r + gap, -1}, {0, r + gap, 3}, {0, r + gap, sixteenths(rng, 0, 2)}}, kQuarterTime};
}

Shapes touching_at_first(Rng& rng, double gap) {
    const double x = sixteenths(rng, 1, 2);
    // Above z = 0, where the vertex stays.
    return {{{x, 0, gap}}, {{0, -2, 0}, {4, -sixteenths(rng, 0, 1), 0}, {0, 4, 0}}, 0.0};
}

// The highest point of the wheel touches the plane y = r.
Shapes tangential(Rng& rng, double gap, bool is_edge) {
    const double r = sixteenths(rng, 1, 3), y = r + gap;
    if (is_edge)  // an edge along the axis, one across it
        return {{{r, 0, -1}, {r, 0, 2}},
                {{-sixteenths(rng, 0, 2), y, 0}, {3, y, sixteenths(rng, 0, 1)}},
                kQuarterTime};
    return {{{r, 0, 0}}, {{-3, y, -3}, {3, y, -3}, {sixteenths(rng, -1, 1), y, 5}}, kQuarterTime};
}

Shapes shapes_of(HardFamily family, Rng& rng, double gap) {
    switch (family) {
        case HardFamily::CoplanarSliding:
            return in_the_plane(rng, gap);
        case HardFamily::ParallelEdges:
            return upright_edges(rng, gap);
        case HardFamily::ZeroLengthEdges:
            return point_and_edge(rng, gap);
        case HardFamily::ZeroAreaFaces:
            return flat_face(rng, gap);
        case HardFamily::ContactAtStart:
            return touching_at_first(rng, gap);
        case HardFamily::TouchAndLeave:
            return tangential(rng, gap, true);
        default:
            return tangential(rng, gap, false);
    }
}

// Axes in another order, which is exact; both bodies are carried along the same way, which changes nothing.
struct Frame {
    int shift;
    Vec3 from, to;
    [[nodiscard]] Vec3 operator()(const Vec3& v) const {
        return {v[shift], v[(shift + 1) % 3], v[(shift + 2) % 3]};
    }
};

RigidFeature feature_of(const std::vector<Vec3>& vertices, const Frame& frame, double angle) {
    RigidFeature feature;
    feature.count = static_cast<int>(vertices.size());
    for (std::size_t i = 0; i < vertices.size(); ++i) feature.vertices[i] = frame(vertices[i]);
    feature.from.position = frame.from;
    feature.to.position = frame.to;
    feature.to.rotation_vector = frame({0, 0, angle});
    return feature;
}

}  // namespace

HardRigidQuery hard_rigid_query(HardFamily family, Rng& rng) {
    GRAZE_ASSERT(family != HardFamily::General);
    const bool is_contact = rng.below(2) == 0;
    const double gap = is_contact ? 0.0 : small_gap(rng);
    const Shapes shapes = shapes_of(family, rng, gap);
    const auto place = [&] {
        const double x = sixteenths(rng, -4, 4), y = sixteenths(rng, -4, 4), z = sixteenths(rng, -4, 4);
        return Vec3(x, y, z);
    };
    const Vec3 from = place(), way = rng.below(2) == 0 ? Vec3(Vec3::Zero()) : place();
    const Frame frame{static_cast<int>(rng.below(3)), from, from + way};
    const QueryKind kind = shapes.a.size() == 1 ? QueryKind::VertexFace : QueryKind::EdgeEdge;
    return {{name_of(family), kind, feature_of(shapes.a, frame, kAngle), feature_of(shapes.b, frame, 0.0)},
            {is_contact, shapes.time}};
}

}  // namespace graze::bench
