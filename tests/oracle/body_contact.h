// The least distance of two moving bodies by trying all pairs of features, in MPFI. Shares nothing with the
// product: no trees, no ownership of features, no bounds of accelerations.
//
// At an instant, doubles with generous slack leave out pairs of triangles whose balls are farther apart than
// what has been seen; all features of the rest are measured in MPFI. Over a stretch of time no vertex leaves
// its place at the middle by more than the box of its places says, as in first_contact.h.
#pragma once

#include "graze/model/mesh.h"

#include "oracle/first_contact.h"
#include "oracle/true_motion.h"

namespace graze::oracle {

struct BodyPath {
    const Mesh& mesh;
    Path path;

    [[nodiscard]] std::vector<NumVec> places(const Num& t) const {
        std::vector<NumVec> all;
        for (const Vec3& x : mesh.vertices) all.push_back(path(nums(x), t));
        return all;
    }
};

struct Ball {
    Vec3 centre;
    double radius;
};

[[nodiscard]] inline Vec3 near_double(const NumVec& v) { return {v[0].lo(), v[1].lo(), v[2].lo()}; }

[[nodiscard]] inline std::vector<Ball> balls_of(const Mesh& mesh, const std::vector<NumVec>& places) {
    std::vector<Ball> balls;
    for (const Triangle& t : mesh.triangles) {
        const Vec3 p = near_double(places[t[0]]), q = near_double(places[t[1]]),
                   r = near_double(places[t[2]]);
        const Vec3 c = (p + q + r) / 3.0;
        balls.push_back({c, std::max({(p - c).norm(), (q - c).norm(), (r - c).norm()})});
    }
    return balls;
}

/// All features of two triangles against each other: corners with faces, edges with edges.
[[nodiscard]] inline Bracket triangles_sq(const std::array<NumVec, 3>& a, const std::array<NumVec, 3>& b) {
    Bracket best{HUGE_VAL, HUGE_VAL};
    const std::vector<NumVec> face_a(a.begin(), a.end()), face_b(b.begin(), b.end());
    for (int i = 0; i < 3; ++i) {
        best = least_of(best, distance_sq({a[i]}, face_b));
        best = least_of(best, distance_sq({b[i]}, face_a));
        for (int j = 0; j < 3; ++j)
            best = least_of(best, distance_sq({a[i], a[(i + 1) % 3]}, {b[j], b[(j + 1) % 3]}));
    }
    return best;
}

[[nodiscard]] inline Bracket body_distance_at(const BodyPath& a, const BodyPath& b, double t) {
    const auto at_a = a.places(Num(t)), at_b = b.places(Num(t));
    const auto balls_a = balls_of(a.mesh, at_a), balls_b = balls_of(b.mesh, at_b);
    struct Pair {
        double gap;
        std::size_t i, j;
    };
    std::vector<Pair> pairs;
    double largest = 0.0;
    for (std::size_t i = 0; i < balls_a.size(); ++i)
        for (std::size_t j = 0; j < balls_b.size(); ++j) {
            pairs.push_back(
                {(balls_a[i].centre - balls_b[j].centre).norm() - balls_a[i].radius - balls_b[j].radius, i,
                 j});
            largest = std::max({largest, balls_a[i].centre.norm(), balls_b[j].centre.norm()});
        }
    std::sort(pairs.begin(), pairs.end(), [](const Pair& x, const Pair& y) { return x.gap < y.gap; });
    constexpr double kSlack = 1e-12;
    const auto corners_of = [](const Mesh& mesh, const std::vector<NumVec>& at, std::size_t id) {
        const Triangle& ids = mesh.triangles[id];
        return std::array<NumVec, 3>{at[ids[0]], at[ids[1]], at[ids[2]]};
    };
    Bracket sq{HUGE_VAL, HUGE_VAL};
    for (const Pair& pair : pairs) {
        if (pair.gap - kSlack * largest > std::sqrt(sq.hi)) break;
        sq = least_of(sq, triangles_sq(corners_of(a.mesh, at_a, pair.i), corners_of(b.mesh, at_b, pair.j)));
    }
    return {oracle::sqrt(Num(sq.lo)).lo(), oracle::sqrt(Num(sq.hi)).hi()};
}

[[nodiscard]] inline double farthest(const BodyPath& body, double lo, double hi) {
    const auto all = body.places(Num(lo, hi)), middle = body.places(Num(0.5 * (lo + hi)));
    double most = 0.0;
    for (std::size_t i = 0; i < all.size(); ++i)
        most = std::max(most, oracle::sqrt(norm_sq(all[i] - middle[i])).hi());
    return most;
}

struct LeastDistance {
    Bracket distance;
    double time;  // where the upper end was seen
};

/// By best-first search; `budget` bounds the number of stretches.
[[nodiscard]] inline LeastDistance least_body_distance(const BodyPath& a, const BodyPath& b,
                                                       const Stretch& over, double precision, int budget) {
    struct Part {
        double lo, hi, least;
        bool operator<(const Part& other) const { return least > other.least; }
    };
    double seen = HUGE_VAL, when = over.lo;
    const auto see = [&](double t) {
        const Bracket d = body_distance_at(a, b, t);
        if (d.hi < seen) seen = d.hi, when = t;
        return d;
    };
    (void)see(over.lo);
    (void)see(over.hi);
    std::priority_queue<Part> parts;
    const auto add = [&](double lo, double hi) {
        const Bracket middle = see(0.5 * (lo + hi));
        parts.push({lo, hi, std::max(0.0, middle.lo - farthest(a, lo, hi) - farthest(b, lo, hi))});
    };
    add(over.lo, over.hi);
    while (budget-- > 0 && parts.top().least < seen - precision) {
        const Part part = parts.top();
        parts.pop();
        add(part.lo, 0.5 * (part.lo + part.hi));
        add(0.5 * (part.lo + part.hi), part.hi);
    }
    return {{std::min(parts.top().least, seen), seen}, when};
}

}  // namespace graze::oracle
