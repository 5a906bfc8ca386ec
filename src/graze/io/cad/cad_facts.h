// What is told of CAD files beside their bodies.
#pragma once

#include <cstdint>

namespace graze {

inline constexpr std::uint32_t kNoIndex = 0xFFFFFFFF;

/// Faces that hung together by no edge were sewn.
struct CadSewing {
    double tolerance = 0.0;        // gaps up to this were closed
    std::uint32_t faces = 0;       // that were sewn
    std::uint32_t free_edges = 0;  // that are left: the skin is open there
};

}  // namespace graze
