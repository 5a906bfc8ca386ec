#include "elementary/hard_queries.h"

#include <cmath>

namespace graze::bench {
namespace {

// Multiples of 1/16 in [-range, range].
double dyadic(Rng& rng, int range) {
    return static_cast<double>(static_cast<int>(rng.below(static_cast<std::uint64_t>(32 * range + 1))) -
                               16 * range) /
           16.0;
}
Vec3 dyadic_vector(Rng& rng, int range) {
    const double x = dyadic(rng, range), y = dyadic(rng, range), z = dyadic(rng, range);
    return {x, y, z};
}
Vec3 flat(Vec3 v) {
    v.z() = 0.0;
    return v;
}

double eighths(Rng& rng) { return static_cast<double>(rng.below(9)) / 8.0; }

// Vertices as they are at the time of contact, and their velocities.
struct Planted {
    std::array<Vec3, 4> at, velocity;
    double time;
};

// Lengths at which those that do not meet pass each other.
double small_gap(Rng& rng) {
    const int power = rng.below(50) == 0 ? 26 : 6 + static_cast<int>(rng.below(12));
    return std::ldexp(1.0, -power);
}

// The edge through `point` that has it at an eighth of its length.
void put_edge(Rng& rng, const Vec3& point, const Vec3& along, Vec3* ends) {
    const double u = eighths(rng);
    ends[0] = point - u * along;
    ends[1] = point + (1.0 - u) * along;
}

// Barycentric weights in eighths; on the border if asked for.
Vec3 weights(Rng& rng, bool on_border) {
    const auto u = rng.below(9), v = rng.below(9 - u);
    Vec3 w(static_cast<double>(u) / 8.0, static_cast<double>(v) / 8.0, static_cast<double>(8 - u - v) / 8.0);
    if (on_border) {
        w[0] += w[2];
        w[2] = 0.0;
    }
    return w;
}

// The two features meet in one point at the planted time; all in the plane z = 0 if is_flat.
Planted meeting(Rng& rng, QueryKind kind, bool is_flat, bool on_border) {
    const auto draw = [&](int range) {
        const Vec3 v = dyadic_vector(rng, range);
        return is_flat ? flat(v) : v;
    };
    Planted planted{{}, {}, eighths(rng)};
    if (kind == QueryKind::VertexFace) {
        const Vec3 w = weights(rng, on_border);
        for (int i = 1; i < 4; ++i) planted.at[i] = draw(4);
        planted.at[0] = w[0] * planted.at[1] + w[1] * planted.at[2] + w[2] * planted.at[3];
    } else {
        const Vec3 point = draw(4);
        put_edge(rng, point, draw(4), &planted.at[0]);
        put_edge(rng, point, draw(4), &planted.at[2]);
        if (on_border) {
            const Vec3 along = planted.at[1] - planted.at[0];
            planted.at[0] = point;
            planted.at[1] = point + along;
        }
    }
    for (Vec3& v : planted.velocity) v = draw(4);
    return planted;
}

int first_of_b(QueryKind kind) { return kind == QueryKind::VertexFace ? 1 : 2; }

void share_velocity(Planted& planted, int first, int count) {
    for (int i = 1; i < count; ++i) planted.velocity[first + i] = planted.velocity[first];
}

void lift_a(Planted& planted, QueryKind kind, const Vec3& by) {
    for (int i = 0; i < first_of_b(kind); ++i) planted.at[i] += by;
}

// In z = 0 all the time; apart if a is lifted.
Planted coplanar(Rng& rng, QueryKind kind, bool is_contact) {
    Planted planted = meeting(rng, kind, true, rng.below(2) == 0);
    if (!is_contact) lift_a(planted, kind, {0.0, 0.0, small_gap(rng)});
    return planted;
}

Planted parallel(Rng& rng, bool is_contact) {
    Planted planted = meeting(rng, QueryKind::EdgeEdge, true, false);
    const Vec3 point = planted.at[0], along(4.0, 1.0 + dyadic(rng, 1), 0.0);
    put_edge(rng, point, along, &planted.at[0]);
    put_edge(rng, point, -0.5 * along, &planted.at[2]);
    share_velocity(planted, 0, 2);
    share_velocity(planted, 2, 2);
    if (rng.below(2) == 0) {  // sliding along each other
        planted.velocity[2] = planted.velocity[3] = planted.velocity[0] + 0.75 * along;
    }
    if (!is_contact) lift_a(planted, QueryKind::EdgeEdge, {0.0, 0.0, small_gap(rng)});
    return planted;
}

// An edge of a without length; flat if it is to stay apart.
Planted without_length(Rng& rng, bool is_contact) {
    Planted planted = meeting(rng, QueryKind::EdgeEdge, !is_contact, true);
    planted.at[1] = planted.at[0];
    share_velocity(planted, 0, 2);
    if (!is_contact) lift_a(planted, QueryKind::EdgeEdge, {0.0, 0.0, small_gap(rng)});
    return planted;
}

Planted without_area(Rng& rng, bool is_contact) {
    Planted planted = meeting(rng, QueryKind::VertexFace, !is_contact, true);
    planted.at[3] = 0.25 * planted.at[1] + 0.75 * planted.at[2];
    share_velocity(planted, 1, 3);
    if (!is_contact) lift_a(planted, QueryKind::VertexFace, {0.0, 0.0, small_gap(rng)});
    return planted;
}

Planted from_the_start(Rng& rng, QueryKind kind, bool is_contact) {
    Planted planted = meeting(rng, kind, !is_contact, rng.below(2) == 0);
    planted.time = 0.0;
    if (is_contact) return planted;
    lift_a(planted, kind, {0.0, 0.0, small_gap(rng)});
    for (int i = 0; i < first_of_b(kind); ++i) planted.velocity[i].z() = 1.0 + eighths(rng);  // away
    return planted;
}

// A vertex through the edge or corner of a face, or the end of an edge through another edge.
Planted touch_and_leave(Rng& rng, QueryKind kind, bool is_contact) {
    if (is_contact) return meeting(rng, kind, false, true);
    Planted planted{{}, {Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()}, eighths(rng)};
    const double beside = -small_gap(rng), x = 1.0 + dyadic(rng, 1);
    const Vec3 up(0.0, 0.0, 1.0 + eighths(rng));
    if (kind == QueryKind::VertexFace)
        planted.at = {Vec3(x, beside, 0), Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(1, 3, 0)};
    else
        planted.at = {Vec3(x, beside, 0), Vec3(x, beside - 2.0, 0.5), Vec3(-1, 0, 0), Vec3(3, 0, 0)};
    for (int i = 0; i < first_of_b(kind); ++i) planted.velocity[i] = up;
    return planted;
}

// With s the time since the planted one: b is part of z = x s, and a passes x = s at the height -gap, which
// is s^2 + gap below it.
Planted tangential(Rng& rng, QueryKind kind, bool is_contact) {
    const double gap = is_contact ? 0.0 : small_gap(rng);
    Planted planted{{}, {Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()}, eighths(rng)};
    if (kind == QueryKind::VertexFace) {
        planted.at = {Vec3(0, 0, -gap), Vec3(-4, -4, 0), Vec3(4, -4, 0), Vec3(0, 6, 0)};
    } else {
        planted.at = {Vec3(0, -2, -gap), Vec3(0, 3, -gap), Vec3(-4, 0, 0), Vec3(4, 0, 0)};
    }
    for (int i = 0; i < 4; ++i) {
        const bool is_of_a = i < first_of_b(kind);
        planted.velocity[i] = is_of_a ? Vec3(1, 0, 0) : Vec3(0, 0, planted.at[i].x());
    }
    return planted;
}

Planted general(Rng& rng, QueryKind kind, bool is_contact) {
    Planted planted = meeting(rng, kind, false, false);
    if (is_contact) return planted;
    // Both in planes z = const that never meet.
    const double gap = small_gap(rng), rate = dyadic(rng, 2);
    for (int i = 0; i < 4; ++i) {
        const bool is_of_a = i < first_of_b(kind);
        planted.at[i].z() = is_of_a ? gap : 0.0;
        planted.velocity[i].z() = rate;
    }
    return planted;
}

Planted planted_for(HardFamily family, QueryKind kind, bool is_contact, Rng& rng) {
    switch (family) {
        case HardFamily::CoplanarSliding:
            return coplanar(rng, kind, is_contact);
        case HardFamily::ParallelEdges:
            return parallel(rng, is_contact);
        case HardFamily::ZeroLengthEdges:
            return without_length(rng, is_contact);
        case HardFamily::ZeroAreaFaces:
            return without_area(rng, is_contact);
        case HardFamily::ContactAtStart:
            return from_the_start(rng, kind, is_contact);
        case HardFamily::TouchAndLeave:
            return touch_and_leave(rng, kind, is_contact);
        case HardFamily::Tangential:
            return tangential(rng, kind, is_contact);
        default:
            return general(rng, kind, is_contact);
    }
}

// Small integers, of full rank.
Mat3 integer_matrix(Rng& rng) {
    for (;;) {
        Mat3 m;
        for (int i = 0; i < 9; ++i) m(i / 3, i % 3) = static_cast<double>(rng.below(5)) - 2.0;
        if (std::abs(m.determinant()) > 0.5) return m;
    }
}

}  // namespace

const char* name_of(HardFamily family) {
    constexpr const char* kNames[kHardFamilies] = {
        "coplanar-sliding", "parallel-edges",  "zero-length-edges", "zero-area-faces",
        "contact-at-start", "touch-and-leave", "tangential",        "general"};
    return kNames[static_cast<int>(family)];
}

LinearQuery hard_linear_query(HardFamily family, Rng& rng) {
    QueryKind kind = rng.below(2) == 0 ? QueryKind::VertexFace : QueryKind::EdgeEdge;
    if (family == HardFamily::ParallelEdges || family == HardFamily::ZeroLengthEdges)
        kind = QueryKind::EdgeEdge;
    if (family == HardFamily::ZeroAreaFaces) kind = QueryKind::VertexFace;
    const bool is_contact = rng.below(2) == 0;
    const Planted planted = planted_for(family, kind, is_contact, rng);
    const Mat3 map = integer_matrix(rng);
    const Vec3 home = dyadic_vector(rng, 16);
    LinearQuery query{kind, {}, {}, is_contact};
    for (int i = 0; i < 4; ++i) {
        query.from[i] = map * (planted.at[i] - planted.time * planted.velocity[i]) + home;
        query.to[i] = map * (planted.at[i] + (1.0 - planted.time) * planted.velocity[i]) + home;
    }
    return query;
}

}  // namespace graze::bench
