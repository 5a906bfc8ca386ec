// A pair of ids, one of each of two bodies.
#pragma once

#include <compare>
#include <cstdint>

namespace graze {

/// Ids in body a and in body b: of triangles, of surfaces, or of nodes. A pair of *bodies* is a `BodyPair`
/// (queries/broad/broad_phase.h): its ids are of one list, and the smaller comes first.
struct IdPair {
    std::uint32_t a;
    std::uint32_t b;
    friend auto operator<=>(const IdPair&, const IdPair&) = default;
};

}  // namespace graze
