#include "graze/picture/overlay.h"

#include "graze/picture/font.h"
#include "support/looking.h"
#include "support/shapes.h"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

namespace graze::picture::overlay_test {
namespace {

View view_at(double distance) {
    Camera camera;
    camera.eye = Vec3(distance, 0, 0);
    camera.target = Vec3::Zero();
    return view_of(camera, 1280, 720);
}

std::string signature(std::string_view text) {
    std::string result;
    for (const PenStroke& s : text_strokes(text, {0, 0, 10}))
        for (const float v : {s.x0, s.y0, s.x1, s.y1}) result += std::to_string(v) + " ";
    return result;
}

bool is_dark(const Colour& c) { return c.r < 110 && c.g < 110 && c.b < 110; }

}  // namespace

TEST(Font, Example_EveryPrintableLetterHasAShapeOfItsOwn) {
    const std::string unknown = signature("\x01");
    std::set<std::string> seen{unknown};
    for (char letter = '!'; letter <= '~'; ++letter) {
        const std::string shape = signature({&letter, 1});
        EXPECT_FALSE(shape.empty()) << letter;
        EXPECT_TRUE(seen.insert(shape).second) << letter << " looks like another letter or is missing";
    }
    for (const char* letter : {"ä", "ö", "ü", "Ä", "Ö", "Ü", "ß", "é", "µ", "°"})
        EXPECT_TRUE(seen.insert(signature(letter)).second) << letter;
    EXPECT_TRUE(signature(" ").empty());
}

TEST(Font, Example_StrokesStayWithinTheirWidthAndHeight) {
    const std::string text = "The quick brown fox (0123456789) jumps, 50 mm";
    const float width = text_width(text, 13);
    for (const PenStroke& s : text_strokes(text, {100, 50, 13}))
        for (const auto& [x, y] : {std::pair{s.x0, s.y0}, {s.x1, s.y1}}) {
            EXPECT_GE(x, 99.99f);
            EXPECT_LE(x, 100.01f + width);
            EXPECT_GE(y, 50.0f - 13.01f) << "capitals";
            EXPECT_LE(y, 50.0f + 0.31f * 13.0f) << "descenders";
        }
}

TEST(Font, Degenerate_BrokenUtf8BecomesBoxes) {
    const std::string box = signature("\x01");
    for (const char* bytes : {"\xFF", "\xC3", "\xE2\x82", "\x80", "\xF0\x9F\x98"})
        EXPECT_NE(signature(bytes).find(box.substr(0, 20)), std::string::npos);
    EXPECT_EQ(signature("\xE4\xB8\xAD"), box) << "a letter that we do not have is one box";
    EXPECT_EQ(text_width("", 10), 0.0f);
}

TEST(Font, Property_ShortenedTextFitsAndIsABeginning) {
    const std::string text = "Türgriff, außen links (verchromt)";
    for (float width = 0; width < 420; width += 3.7f) {
        const std::string part = shortened(text, 13, width);
        EXPECT_LE(text_width(part, 13), width);
        if (part == text || part.empty()) continue;
        EXPECT_EQ(part.substr(part.size() - 3), "...");
        EXPECT_EQ(text.substr(0, part.size() - 3), part.substr(0, part.size() - 3));
    }
    EXPECT_EQ(shortened(text, 13, 1000), text);
}

TEST(ScaleBar, Example_LengthIsTrueAtTheTarget) {
    // 720 pixels see 2 * 100 tan(15 degrees) = 53.59 units at a distance of 100: 13.435 pixels a unit.
    const auto bar = scale_bar(view_at(100.0), 256.0);
    ASSERT_TRUE(bar.has_value());
    EXPECT_DOUBLE_EQ(bar->length, 10.0);
    EXPECT_NEAR(bar->pixels, 10.0 * 720.0 / (200.0 * std::tan(15.0 * std::acos(-1.0) / 180.0)), 1e-9);
}

TEST(ScaleBar, Property_AlwaysRoundAndOfReadableLength) {
    for (double distance = 1e-12; distance < 1e15; distance *= 1.37) {
        const auto bar = scale_bar(view_at(distance), 256.0);
        ASSERT_TRUE(bar.has_value());
        EXPECT_LE(bar->pixels, 256.0);
        EXPECT_GT(bar->pixels, 256.0 / 2.51);  // the steps are 1, 2, 5, 10
        const double power = std::pow(10.0, std::floor(std::log10(bar->length) + 1e-9)),
                     digit = bar->length / power;
        EXPECT_TRUE(std::abs(digit - 1) < 1e-9 || std::abs(digit - 2) < 1e-9 || std::abs(digit - 5) < 1e-9)
            << bar->length;
    }
}

TEST(Overlay, Example_BarInThePictureIsAsLongAsTheThingItMeasures) {
    // A slab 20 wide, square to the view, with its front at the depth of the target.
    Mesh slab = test::box_mesh(Vec3(10, 1, 5), Vec3(0, 1, 0));
    PictureOptions options = test::bare_options(1280, 720);
    options.camera = Camera{Vec3(0, -100, 0), Vec3(0, 0, 0)};
    options.scale_bar = true;
    const Image image = draw({{&slab, {}, {60, 90, 220}, 1.0, {}}}, options);
    int slab_pixels = 0, longest = 0;
    for (int x = 0; x < 1280; ++x)
        slab_pixels += test::pixel_at(image, x, 360) != Colour{255, 255, 255} ? 1 : 0;
    for (int y = 600; y < 720; ++y) {
        int run = 0;
        for (int x = 0; x < 1280; ++x) {
            run = is_dark(test::pixel_at(image, x, y)) ? run + 1 : 0;
            longest = std::max(longest, run);
        }
    }
    const auto bar = scale_bar(view_at(100.0), 256.0);
    EXPECT_NEAR(slab_pixels, 20.0 * bar->pixels / bar->length, 2.0) << "a part of a pixel at each end";
    EXPECT_NEAR(longest, bar->pixels, 3.0) << "the bar and its ticks";
}

TEST(Overlay, Example_LegendShowsNamesWithColours) {
    const Mesh box = test::box_mesh(Vec3(1, 1, 1));
    PictureOptions options = test::bare_options(800, 600);
    const auto left_top = [&](const std::vector<PictureBody>& bodies) {
        int dark = 0, own = 0;
        const Image image = draw(bodies, options);
        for (int y = 0; y < 60; ++y)
            for (int x = 0; x < 160; ++x) {
                dark += is_dark(test::pixel_at(image, x, y)) ? 1 : 0;
                own += test::pixel_at(image, x, y) == Colour{10, 200, 250} ? 1 : 0;
            }
        return std::pair{dark, own};
    };
    const PictureBody named{&box, {}, {10, 200, 250}, 1.0, {}, "housing"},
        nameless{&box, {}, {10, 200, 250}, 1.0, {}};
    EXPECT_EQ(left_top({named}), (std::pair{0, 0})) << "no legend was asked for";
    options.legend = true;
    EXPECT_EQ(left_top({nameless}), (std::pair{0, 0}));
    const auto [dark, own] = left_top({named});
    EXPECT_GT(dark, 60);
    EXPECT_GT(own, 60);
}

TEST(Overlay, Degenerate_NothingIsClippedInPicturesOfAnySize) {
    const Mesh none;
    std::vector<PictureBody> bodies;
    for (int i = 0; i < 60; ++i)
        bodies.push_back({&none,
                          {},
                          body_colour(static_cast<std::uint32_t>(i)),
                          1.0,
                          {},
                          "a body with quite a long name, number " + std::to_string(i)});
    for (const auto& [width, height] :
         {std::pair{16, 16}, {64, 48}, {120, 500}, {500, 120}, {320, 240}, {1280, 720}, {2560, 1440}}) {
        PictureOptions options;
        options.width = width, options.height = height;
        const Image image = draw(bodies, options);
        for (int x = 0; x < width; ++x)
            for (const int y : {0, 1, height - 2, height - 1})
                ASSERT_EQ(test::pixel_at(image, x, y), (Colour{255, 255, 255})) << width << " x " << height;
        for (int y = 0; y < height; ++y)
            for (const int x : {0, 1, width - 2, width - 1})
                ASSERT_EQ(test::pixel_at(image, x, y), (Colour{255, 255, 255})) << width << " x " << height;
        EXPECT_TRUE(width < 320 || test::count_pixels(image, is_dark) > 100);
    }
}

TEST(Overlay, Example_WritingIsLightOnDark) {
    PictureOptions options;
    options.width = 640, options.height = 360;
    options.background = {20, 24, 30};
    options.axes = false;
    EXPECT_GT(test::count_pixels(draw({}, options),
                                 [](const Colour& c) { return c.r > 200 && c.g > 200 && c.b > 200; }),
              60);
}

}  // namespace graze::picture::overlay_test
