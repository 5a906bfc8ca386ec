// Pairs of closed bodies that begin seated: pins, keys, dovetails, bolts, lids, threads, seals; made by formula.
//
// The mover sits in the holder, face on face (a lid on a seal: along a line). `free` are directions along which
// it can leave; `blocked` are normals of flat faces against which it lies: a way of p along one of them goes in
// by p, to begin with. A thread leaves by turning, and has no flat faces.
#pragma once

#include "graze/core/random.h"
#include "graze/model/mesh.h"
#include "support/prisms.h"
#include "support/turned_meshes.h"

#include <cmath>
#include <numbers>
#include <vector>

namespace graze::test {

struct SeatedPair {
    Mesh mover, holder;
    std::vector<Vec3> free, blocked;
    const char* kind;
    double depth = 0.02;  // a D that what is free keeps to
    double pitch = 0.0;   // of a thread: it rises by so much in a turn
};

/// Facets leave the screw's surface by less than a quarter of the depth: all was measured for these numbers.
inline SeatedPair threaded_pair(Rng& rng) {
    const double radius = rng.uniform(1.0, 1.4);
    const Thread thread{radius, 0.35 * radius, rng.uniform(0.9, 1.2) * radius, 20, 36};
    return {screw_mesh(thread), nut_mesh(thread, 6, 24, 2.2 * radius), {}, {}, "thread", 0.16 * radius,
            thread.pitch};
}

/// A ring with a round back, in a groove that it fills.
inline SeatedPair seal_in_groove(Rng& rng) {
    const double r = rng.uniform(1.0, 2.0), w = r * rng.uniform(0.15, 0.3), g = w * rng.uniform(0.6, 1.4);
    const int n = 4 * (2 + static_cast<int>(rng.below(4)));
    const double half = std::numbers::pi / n;
    Profile back{{r - w, -g}, {r + w, -g}, {r + w, 0.0}};
    for (int i = 1; i < 6; ++i) {
        const double angle = std::numbers::pi * i / 6;
        back.push_back({r + w * std::cos(angle), w * std::sin(angle)});
    }
    back.push_back({r - w, 0.0});
    const double wall = 0.5 * w;
    return {turned_ring(n, back),
            turned_ring(n, {{r - w - wall, -g - wall},
                            {r + w + wall, -g - wall},
                            {r + w + wall, 0.0},
                            {r + w, 0.0},
                            {r + w, -g},
                            {r - w, -g},
                            {r - w, 0.0},
                            {r - w - wall, 0.0}}),
            {Vec3::UnitZ()},
            {-Vec3::UnitZ(), Vec3(std::cos(half), std::sin(half), 0.0)},
            "seal in its groove"};
}

/// A lid that lies on the back of such a ring: they touch along a line.
inline SeatedPair lid_on_seal(Rng& rng) {
    const double r = rng.uniform(1.0, 2.0), w = r * rng.uniform(0.15, 0.3), h = rng.uniform(0.2, 1.0);
    const int n = 4 * (2 + static_cast<int>(rng.below(4)));
    Profile round;
    for (int i = 0; i < 12; ++i) {
        const double angle = std::numbers::pi * i / 6;
        round.push_back({r + w * std::cos(angle), i == 3 ? 0.0 : w * (std::sin(angle) - 1.0)});
    }
    const double side = r + 2.0 * w;
    return {prism(polygon({{-side, -side}, {side, -side}, {side, side}, {-side, side}}), 0.0, h),
            turned_ring(n, round),
            {Vec3::UnitZ(), Vec3::UnitX(), Vec3(1, 0, 1).normalized()},
            {-Vec3::UnitZ()},
            "lid on a seal"};
}

constexpr int kSeatedKinds = 8;

inline SeatedPair seated_pair(int kind, Rng& rng) {
    if (kind == 5) return threaded_pair(rng);
    if (kind == 6) return seal_in_groove(rng);
    if (kind == 7) return lid_on_seal(rng);
    const double r = rng.uniform(0.5, 2.0), l = rng.uniform(1.0, 4.0), w = r * rng.uniform(1.8, 3.0);
    const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY(), z = Vec3::UnitZ();
    const int n = 4 * (2 + static_cast<int>(rng.below(5)));
    const double half = std::numbers::pi / n;
    const Vec3 flat(std::cos(half), std::sin(half), 0.0);  // the normal of a side of a circle(n)
    switch (kind) {
        case 0:
            return {prism(polygon(circle(n, r)), -l, l),
                    prism(ring(circle(n, r), circle(n, w)), -0.6 * l, 0.4 * l),
                    {z, -z},
                    {flat, -flat},
                    "pin"};
        case 1:
            return {prism(polygon({{-r, 0}, {r, 0}, {r, l}, {-r, l}}), -1.5, 1.5),
                    prism(grooved(w, 0.7 * l, r, r), -1.0, 1.0),
                    {z, -z, y, Vec3(0, 1, 1).normalized()},
                    {-y, x, -x},
                    "key"};
        case 2: {
            const double top = r, bottom = r * rng.uniform(1.2, 1.6), h = 0.7 * l;
            const Vec3 flank = Vec3(h, bottom - top, 0).normalized();
            return {prism(polygon({{-bottom, 0}, {bottom, 0}, {top, h}, {-top, h}}), -1.2, 1.0),
                    prism(grooved(w, h, top, bottom), -1.0, 1.0),
                    {z, -z},
                    {-y, flank},
                    "dovetail"};
        }
        case 3:
            return {bolt(n, r, l, 0.5 * (r + w), 0.4 * r),
                    prism(ring(circle(n, r), circle(n, w)), -0.7 * l, 0),
                    {z},
                    {-z, flat},
                    "bolt"};
        default:
            return {prism(polygon({{-w, -w}, {w, -w}, {w, w}, {-w, w}}), 0.0, 0.3 * l),
                    prism(ring({{-r, -r}, {r, -r}, {r, r}, {-r, r}}, {{-w, -w}, {w, -w}, {w, w}, {-w, w}}),
                          -l, 0.0),
                    {z, x, y, Vec3(1, 0, 1).normalized()},
                    {-z},
                    "lid"};
    }
}

}  // namespace graze::test
