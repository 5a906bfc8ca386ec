// What a query at one instant finds: which triangles and surfaces of two bodies meet.
//
// Shared by the methods that answer it: two wide trees (wide_query.h), S-CD (graze::papers) and brute force
// in tests. All of them return the same sets (contract C2): triangles meet if their posed rational corners
// say so exactly; touching counts.
#pragma once

#include <compare>
#include <cstdint>
#include <span>

namespace graze {

/// Ids in body a and in body b, of triangles or of surfaces.
struct IdPair {
    std::uint32_t a;
    std::uint32_t b;
    friend auto operator<=>(const IdPair&, const IdPair&) = default;
};

/// How much is wanted. FirstPair stops at the first pair found; which one that is, is a function of the input
/// alone (C5).
enum class Find { FirstPair, SurfacePairs, TrianglePairs };

/// Work done, in the terms of [Figueiredo, table 2].
struct DiscreteCounters {
    std::uint64_t box_tests = 0;
    std::uint64_t box_updates = 0;  // boxes brought into the other frame
    std::uint64_t triangle_transforms = 0;
    std::uint64_t triangle_tests = 0;
    std::uint64_t exact_tests = 0;  // triangle tests that the floating-point filter left open

    DiscreteCounters& operator+=(const DiscreteCounters& other) {
        box_tests += other.box_tests;
        box_updates += other.box_updates;
        triangle_transforms += other.triangle_transforms;
        triangle_tests += other.triangle_tests;
        exact_tests += other.exact_tests;
        return *this;
    }
};

/// Views into the caller's workspace, valid until it is used again. Sorted, without duplicates.
struct Intersections {
    std::span<const IdPair> triangles;  // FirstPair: at most one; SurfacePairs: one witness for each of
                                        // `surfaces`, in their order
    std::span<const IdPair> surfaces;   // of the pairs above; FirstPair: at most one
    DiscreteCounters counters;
};

}  // namespace graze
