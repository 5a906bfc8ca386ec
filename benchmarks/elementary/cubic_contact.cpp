#include "elementary/cubic_contact.h"

#include "graze/continuous/features/feature_distance.h"

#include <algorithm>
#include <cmath>

namespace graze::bench {
namespace {

struct Cubic {
    double c[4];  // c[k] t^k
    [[nodiscard]] double at(double t) const { return c[0] + t * (c[1] + t * (c[2] + t * c[3])); }
    [[nodiscard]] double slope(double t) const { return c[1] + t * (2.0 * c[2] + 3.0 * t * c[3]); }
};

// Vectors that are linear in t: p + t d.
struct Line {
    Vec3 p, d;
};
Line minus(const LinearQuery& query, int i, int j) {
    const Vec3 p = query.from[i] - query.from[j];
    return {p, query.to[i] - query.to[j] - p};
}

Cubic volume(const Line& x, const Line& y, const Line& z) {
    const Vec3 n0 = y.p.cross(z.p), n1 = y.p.cross(z.d) + y.d.cross(z.p), n2 = y.d.cross(z.d);
    return {{x.p.dot(n0), x.p.dot(n1) + x.d.dot(n0), x.p.dot(n2) + x.d.dot(n1), x.d.dot(n2)}};
}

// Where the slope vanishes inside (0, 1), in order.
int extremes(const Cubic& f, double* times) {
    const double a = 3.0 * f.c[3], b = 2.0 * f.c[2], c = f.c[1], disc = b * b - 4.0 * a * c;
    if (!(disc > 0.0)) return 0;
    const double q = -0.5 * (b + std::copysign(std::sqrt(disc), b));
    int count = 0;
    for (const double t : {q / a, c / q})
        if (t > 0.0 && t < 1.0) times[count++] = t;
    if (count == 2 && times[0] > times[1]) std::swap(times[0], times[1]);
    return count;
}

// Pre: the signs at lo and hi differ.
double root_between(const Cubic& f, double lo, double hi) {
    const bool rises = f.at(lo) < 0.0;
    double t = 0.5 * (lo + hi);
    for (int i = 0; i < 60 && hi - lo > 1e-15; ++i) {
        const double value = f.at(t);
        if (value == 0.0) return t;
        ((value < 0.0) == rises ? lo : hi) = t;
        const double next = t - value / f.slope(t);
        if (std::abs(next - t) <= 1e-16) return t;
        t = next > lo && next < hi ? next : 0.5 * (lo + hi);
    }
    return t;
}

bool is_near(const LinearQuery& query, double t, double tolerance) {
    std::array<Vec3, 4> x;
    for (int i = 0; i < 4; ++i) x[i] = query.from[i] + t * (query.to[i] - query.from[i]);
    const std::size_t of_a = query.kind == QueryKind::VertexFace ? 1 : 2;
    return closest_features({x.data(), of_a}, {x.data() + of_a, 4 - of_a}).separation.norm() <= tolerance;
}

}  // namespace

ContactVerdict cubic_first_contact(const LinearQuery& query, double tolerance) {
    const bool is_face = query.kind == QueryKind::VertexFace;
    const Cubic f = is_face ? volume(minus(query, 0, 1), minus(query, 2, 1), minus(query, 3, 1))
                            : volume(minus(query, 2, 0), minus(query, 1, 0), minus(query, 3, 2));
    double ends[4] = {0.0, 0.0, 0.0, 0.0};
    const int count = extremes(f, ends + 1);
    ends[count + 1] = 1.0;
    for (int i = 0; i <= count; ++i) {
        const double lo = f.at(ends[i]), hi = f.at(ends[i + 1]);
        if (lo == 0.0 && is_near(query, ends[i], tolerance)) return ContactVerdict::Contact;
        if ((lo < 0.0) != (hi < 0.0) && is_near(query, root_between(f, ends[i], ends[i + 1]), tolerance))
            return ContactVerdict::Contact;
    }
    const bool at_end = f.at(1.0) == 0.0 && is_near(query, 1.0, tolerance);
    return at_end ? ContactVerdict::Contact : ContactVerdict::Clear;
}

}  // namespace graze::bench
