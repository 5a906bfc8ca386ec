// The shape of a rabbit as a function of space: below zero inside, about a distance near the skin.
//
// Ellipsoids, joined by a smooth minimum and roughened by noise; only + - * / and square roots, so the same
// bits come out everywhere. A rabbit sits on the plane z = 0, looks along +x, and is about 1 high.
#pragma once

#include "graze/core/internal.h"
#include "graze/numeric/vector.h"

#include <cstdint>
#include <vector>

namespace graze::internal {

enum class RabbitPart { Body, Head, Ears, Paws, Tail };

[[nodiscard]] const char* name_of(RabbitPart part);

struct Coat {
    double roughness;  // amplitude of the noise
    double fineness;   // how much smaller than elsewhere triangles should be, by area
};

struct Ellipsoid {
    RabbitPart part;
    Vec3 centre;
    Vec3 radii;
    Mat3 axes;     // columns: directions of the radii
    double blend;  // width over which it melts into what came before it
    Coat coat;
    bool is_hollow = false;  // taken away instead of joined
};

struct Rabbit {
    std::vector<Ellipsoid> ellipsoids;
    std::uint64_t noise_seed;
};

/// Another seed gives another individual: proportions, the turn of the head, the ears, the coat.
[[nodiscard]] Rabbit make_rabbit(std::uint64_t seed);

struct RabbitSample {
    double value;
    Vec3 gradient;  // about 1 long near the skin
    Coat coat;
};

/// Guarantee: outside, never more than the distance to the skin of the rabbit without blends and noise;
///            inside, at most 1.5 times the depth. Away from the skin there is no noise.
[[nodiscard]] RabbitSample sample_at(const Rabbit& rabbit, const Vec3& point);

/// The part to which a point of the skin belongs: that of the nearest ellipsoid.
[[nodiscard]] RabbitPart part_at(const Rabbit& rabbit, const Vec3& point);

}  // namespace graze::internal
