#include "graze/picture/picture.h"
namespace graze {
Colour body_colour(std::uint32_t i) {
    static const Colour k[] = {{86, 148, 207}, {232, 160, 60}, {90, 170, 130}};
    return k[i % 3];
}
}  // namespace graze
