#include "graze/picture/picture.h"

#include <array>

namespace graze {

// Found by simulated annealing for the greatest least difference (CIE 1976, at least 22) between any two, and
// between each and the default highlight, as seen by most people, by protanopes and by deuteranopes
// (simulated as in [MOF09]). The first two were given. A test measures it again.
Colour body_colour(std::uint32_t index) {
    static constexpr std::array<Colour, 12> kColours{{
        {88, 146, 204},   // blue
        {235, 165, 62},   // orange
        {147, 203, 154},  // green
        {113, 77, 123},   // plum
        {94, 217, 250},   // sky
        {137, 91, 79},    // brown
        {204, 231, 135},  // lime
        {30, 90, 171},    // navy
        {149, 142, 148},  // grey
        {134, 157, 83},   // olive
        {103, 143, 250},  // periwinkle
        {119, 231, 218},  // aqua
    }};
    return kColours[index % kColours.size()];
}

}  // namespace graze
