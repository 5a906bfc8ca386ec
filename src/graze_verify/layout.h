// The bytes of a certificate: first line, head, bodies, strands (docs/certificates.md, section 2).
#pragma once

#include "graze_verify/head.h"

#include <bit>
#include <cstring>
#include <string_view>
#include <vector>

namespace graze::verify {

static_assert(std::endian::native == std::endian::little, "certificates are read on little-endian machines");

template <class T>
[[nodiscard]] T load(const char* bytes) {
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

/// The triangles of a body, in the order of the proof. Points into the bytes.
struct BodyBytes {
    const char* vertices;   // 3 doubles each
    const char* triangles;  // 3 u32 each: vertices
    const char* ids;        // u32 each: the triangle's number in the scene
    std::uint64_t vertex_count, triangle_count;

    [[nodiscard]] std::array<double, 3> vertex(std::uint64_t i) const {
        return load<std::array<double, 3>>(vertices + 24 * i);
    }
    [[nodiscard]] std::array<std::uint32_t, 3> triangle(std::uint64_t i) const {
        return load<std::array<std::uint32_t, 3>>(triangles + 12 * i);
    }
    [[nodiscard]] std::uint32_t id(std::uint64_t i) const { return load<std::uint32_t>(ids + 4 * i); }
};

/// A proof for one pair during a part of one segment.
struct Strand {
    std::uint32_t segment, pair;
    double from, until;
    std::string_view nodes;
};

struct Layout {
    CertificateHead head;
    std::vector<BodyBytes> bodies;
    std::vector<Strand> strands;
    std::string problem;  // not empty: refused
};

/// Guarantee: if accepted, all indices are in range, coordinates finite, triangle numbers a permutation, and
/// the
///            strands of each pair and segment follow each other without a gap over the time that is claimed.
[[nodiscard]] Layout read_layout(std::string_view bytes);

}  // namespace graze::verify
