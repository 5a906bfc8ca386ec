#include "graze/core/random.h"
#include "graze/picture/picture.h"
#include "support/looking.h"
#include "support/shapes.h"

#include <algorithm>

#include <gtest/gtest.h>
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#include <stb/stb_image.h>

namespace graze::png_test {
namespace {

// By a reader that shares no line with us.
Image decoded(const std::string& png) {
    int width = 0, height = 0, channels = 0;
    stbi_uc* pixels = stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(png.data()),
                                            static_cast<int>(png.size()), &width, &height, &channels, 0);
    if (!pixels) return {};
    Image image{width, height, {}};
    EXPECT_EQ(channels, 3);
    image.rgb.assign(pixels, pixels + static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3);
    stbi_image_free(pixels);
    return image;
}

Image image_of(int width, int height, const std::function<std::uint8_t(int x, int y, int channel)>& value) {
    Image image{width, height, {}};
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (int c = 0; c < 3; ++c) image.rgb.push_back(value(x, y, c));
    return image;
}

void expect_round_trip(const Image& image, const char* what) {
    const std::string png = encode_png(image, 1);
    const Image back = decoded(png);
    ASSERT_EQ(back.width, image.width) << what;
    ASSERT_EQ(back.height, image.height) << what;
    EXPECT_TRUE(back.rgb == image.rgb) << what;
    EXPECT_EQ(encode_png(image, 2), png) << what;
}

std::uint32_t big_endian_at(const std::string& bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<std::uint8_t>(bytes[at + i]);
    return value;
}

// The sum of all bytes and the sum of all sums, RFC 1950.
std::uint32_t slow_adler(std::string_view bytes) {
    std::uint64_t a = 1, b = 0;
    for (const char byte : bytes) {
        a = (a + static_cast<std::uint8_t>(byte)) % 65521;
        b = (b + a) % 65521;
    }
    return static_cast<std::uint32_t>(b << 16 | a);
}

// Bit by bit, as the standard defines it.
std::uint32_t slow_crc(std::string_view bytes) {
    std::uint32_t crc = 0xFFFFFFFFu;
    for (const char byte : bytes) {
        crc ^= static_cast<std::uint8_t>(byte);
        for (int k = 0; k < 8; ++k) crc = crc & 1u ? 0xEDB88320u ^ crc >> 1 : crc >> 1;
    }
    return ~crc;
}

}  // namespace

TEST(Png, Example_ChunksAreInOrderAndTheirSumsAreRight) {
    const Image image =
        image_of(300, 300, [](int x, int y, int c) { return static_cast<std::uint8_t>(x * y + 40 * c); });
    const std::string png = encode_png(image);
    ASSERT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
    std::vector<std::string> types;
    std::string packed;
    for (std::size_t at = 8; at < png.size();) {
        const std::uint32_t size = big_endian_at(png, at);
        ASSERT_LE(at + 12 + size, png.size());
        types.push_back(png.substr(at + 4, 4));
        if (types.back() == "IDAT") packed += png.substr(at + 8, size);
        EXPECT_EQ(slow_crc(std::string_view(png).substr(at + 4, size + 4)),
                  big_endian_at(png, at + 8 + size));
        at += 12 + size;
    }
    ASSERT_GE(types.size(), 4u) << "this picture takes several strips";
    int size = 0;
    char* raw = stbi_zlib_decode_malloc(packed.data(), static_cast<int>(packed.size()), &size);
    ASSERT_EQ(size, 300 * 901);
    EXPECT_EQ(slow_adler({raw, static_cast<std::size_t>(size)}), big_endian_at(packed, packed.size() - 4));
    stbi_image_free(raw);
    EXPECT_EQ(types.front(), "IHDR");
    EXPECT_EQ(types.back(), "IEND");
    EXPECT_TRUE(std::all_of(types.begin() + 1, types.end() - 1,
                            [](const std::string& type) { return type == "IDAT"; }));
}

TEST(Png, Example_FlatPictureIsSmall) {
    EXPECT_LT(encode_png(image_of(1280, 720, [](int, int, int) { return std::uint8_t{255}; })).size(),
              20000u);
}

TEST(Png, Degenerate_SmallestAndStrangestPictures) {
    expect_round_trip(image_of(1, 1, [](int, int, int c) { return static_cast<std::uint8_t>(77 * c); }),
                      "one pixel");
    expect_round_trip(image_of(1, 5000, [](int, int y, int) { return static_cast<std::uint8_t>(y); }),
                      "a column");
    expect_round_trip(image_of(50000, 2, [](int x, int, int) { return static_cast<std::uint8_t>(x / 3); }),
                      "rows longer than a strip");
    expect_round_trip(image_of(700, 400, [](int, int, int) { return std::uint8_t{0}; }), "black");
    EXPECT_EQ(decoded("no picture").width, 0) << "the reader can fail";
}

// Fibonacci's numbers as frequencies make the longest codes: without a limit they would take more than 15
// bits.
TEST(Png, Degenerate_LongestCodes) {
    std::vector<std::uint8_t> bytes;
    int a = 1, b = 1;
    for (int symbol = 0; symbol < 21; ++symbol) {
        bytes.insert(bytes.end(), static_cast<std::size_t>(a), static_cast<std::uint8_t>(symbol * 11));
        a = std::exchange(b, a + b);
    }
    Rng rng(3);
    for (std::size_t i = bytes.size(); i > 1; --i) std::swap(bytes[i - 1], bytes[rng.below(i)]);
    const int width = static_cast<int>(bytes.size() / 3);
    expect_round_trip(
        image_of(width, 1, [&](int x, int, int c) { return bytes[static_cast<std::size_t>(3 * x + c)]; }),
        "Fibonacci");
    // The filter takes differences to the left; running sums bring the frequencies back after it.
    std::vector<std::uint8_t> sums = bytes;
    for (std::size_t i = 3; i < sums.size(); ++i) sums[i] = static_cast<std::uint8_t>(sums[i] + sums[i - 3]);
    expect_round_trip(
        image_of(width, 1, [&](int x, int, int c) { return sums[static_cast<std::size_t>(3 * x + c)]; }),
        "sums of Fibonacci");
}

TEST(Png, Reference_AnotherReaderSeesTheSamePixels) {
    Rng rng(20260402);
    expect_round_trip(
        image_of(640, 360, [&](int, int, int) { return static_cast<std::uint8_t>(rng.bits()); }), "noise");
    expect_round_trip(image_of(640, 360,
                               [&](int, int, int) {
                                   return static_cast<std::uint8_t>(rng.below(20) == 0 ? rng.bits() : 9);
                               }),
                      "sparse noise");
    expect_round_trip(
        image_of(640, 360,
                 [](int x, int y, int c) { return static_cast<std::uint8_t>(x + 2 * y + c * x / 7); }),
        "slopes");
    expect_round_trip(
        image_of(640, 360,
                 [](int x, int y, int) { return static_cast<std::uint8_t>((x % 37 * 5) ^ (y % 11)); }),
        "repeats at many distances");
    for (int trial = 0; trial < 40; ++trial) {
        // Runs of random lengths with random bytes in between: matches of all lengths and distances.
        std::vector<std::uint8_t> bytes;
        while (bytes.size() < 60000) {
            const std::size_t length = 1 + rng.below(400), from = bytes.empty() ? 0 : rng.below(bytes.size());
            for (std::size_t i = 0; i < length; ++i)
                bytes.push_back(
                    rng.below(4) == 0 || bytes.empty()
                        ? static_cast<std::uint8_t>(rng.below(1 + 12 * static_cast<std::uint64_t>(trial)))
                        : bytes[std::min(from + i, bytes.size() - 1)]);
        }
        expect_round_trip(image_of(100, 200,
                                   [&](int x, int y, int c) {
                                       return bytes[static_cast<std::size_t>(300 * y + 3 * x + c)];
                                   }),
                          "runs");
    }
    const Mesh mesh = test::bumpy_sphere_mesh(60, 60);
    expect_round_trip(draw({{&mesh, {}, body_colour(0), 1.0, {}, "bumpy"}}), "a real one");
}

}  // namespace graze::png_test
