// What a file asks for and nobody has: a verdict that does not name it would be about another thing.
#pragma once

#include <string>

namespace graze {

/// Something that should be in a scene and is not.
struct MissingPart {
    std::string file;  // in which it is missed
    std::string what;  // "part 'rod', its file rod.stp", "face 4 of 7 (spline) of part 'apple'"
    std::string why;   // "no such file beside it", "OpenCASCADE finds no triangles for it"

    [[nodiscard]] bool operator==(const MissingPart&) const = default;
};

}  // namespace graze
