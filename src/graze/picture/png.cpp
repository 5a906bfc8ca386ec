#include "graze/picture/picture.h"

#include <cstdlib>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop
namespace graze {
std::string encode_png(const Image& image, int) {
    int n = 0;
    unsigned char* p =
        stbi_write_png_to_mem(image.rgb.data(), image.width * 3, image.width, image.height, 3, &n);
    std::string s(reinterpret_cast<char*>(p), size_t(n));
    free(p);
    return s;
}
Colour body_colour(std::uint32_t i) {
    static const Colour k[] = {{86, 148, 207}, {232, 160, 60}, {90, 170, 130}};
    return k[i % 3];
}
}  // namespace graze
