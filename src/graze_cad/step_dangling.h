// References of a STEP file to entities that it does not hold: OpenCASCADE takes them for "not given", so that a
// part is lost, or stands at another place, and nobody would see it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace graze::cad {

/// Entity #from refers to #to, which is nowhere in the file; or, if both are equal, it is there twice.
struct DanglingReference {
    std::uint64_t from, to;

    [[nodiscard]] bool operator==(const DanglingReference&) const = default;
};

/// In the order of `from`. `text` is a STEP file (ISO 10303-21); what is in quotes or comments does not count.
[[nodiscard]] std::vector<DanglingReference> dangling_references(std::string_view text);

}  // namespace graze::cad
