#include "graze/picture/picture.h"

#include "support/from_above.h"
#include "support/looking.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

namespace graze::lines_test {

using namespace test;

TEST(Lines, Example_CreasesGetLinesAndFlatEdgesNone) {
    PictureOptions options = above_options();
    options.edges = true;
    const Mesh box = box_mesh(Vec3(1.0, 0.8, 0.3));
    const Image image = draw({{&box, {}, kBlue, 1.0, {}}}, options);
    // The top at height 0.3 is 25 * 10 / 9.7 pixels a unit: its right edge is at 50 + 25.77.
    // A line 1.2 pixels wide covers five sixths of that pixel.
    EXPECT_LT(pixel_at(image, 75, 50).b, 110);
    EXPECT_LT(pixel_at(image, 24, 50).b, 110);
    for (int y = 35; y < 65; ++y)
        for (int x = 30; x < 70; ++x)
            ASSERT_TRUE(is_bluish(pixel_at(image, x, y)))
                << "a line across the flat top at " << x << " " << y;
}

TEST(Lines, Example_LinesBehindABodyAreHidden) {
    PictureOptions options = above_options();
    options.edges = true;
    const Mesh box = box_mesh(Vec3(0.5, 0.5, 0.2)), lid = square_mesh(1.2);
    const Image covered =
        draw({{&lid, at_height(0.6), kGreen, 1.0, {}}, {&box, {}, kBlue, 1.0, {}}}, options);
    const Image alone = draw({{&lid, at_height(0.6), kGreen, 1.0, {}}}, options);
    EXPECT_LT(part_that_differs(covered, alone, 6), 1e-9);
}

TEST(Lines, Example_SmoothBodyHasAnOutlineAndNothingInside) {
    PictureOptions options = above_options();
    options.edges = true;
    const Mesh sphere = sphere_mesh(60, 120);
    const Image image = draw({{&sphere, {}, kBlue, 1.0, {}}}, options);
    int on_rim = 0, on_circle = 0;
    for (int y = 0; y < 100; ++y)
        for (int x = 0; x < 100; ++x) {
            // The silhouette of a unit sphere from distance 10 is a circle of 250 / sqrt(99) pixels.
            const double radius = std::hypot(x + 0.5 - 50.0, y + 0.5 - 50.0), rim = 250.0 / std::sqrt(99.0);
            const Colour colour = pixel_at(image, x, y);
            const bool is_inside = radius < rim - 2.0, is_on_rim = std::abs(radius - rim) < 0.3;
            ASSERT_FALSE(is_inside && is_dark(colour)) << x << " " << y;
            on_circle += is_on_rim ? 1 : 0;
            on_rim += is_on_rim && colour.b < 150 ? 1 : 0;
        }
    EXPECT_GT(on_circle, 40);
    EXPECT_GT(on_rim, on_circle * 8 / 10);
}

TEST(Lines, Example_BodiesThatRunIntoEachOtherMeetInALine) {
    PictureOptions options = above_options();
    options.edges = true;
    const Mesh plane = square_mesh(1.5), sphere = sphere_mesh(60, 120, 0.8);
    const Image image =
        draw({{&plane, at_height(0.5), kBlue, 1.0, {}}, {&sphere, {}, kGreen, 1.0, {}}}, options);
    // They meet at radius sqrt(0.64 - 0.25) = 0.6245, at height 0.5: 16.4 pixels from the middle.
    int dark = 0;
    for (int x = 64; x <= 69; ++x)
        dark += pixel_at(image, x, 50).g < 110 && pixel_at(image, x, 50).b < 140 ? 1 : 0;
    EXPECT_GE(dark, 1);
    EXPECT_TRUE(is_greenish(pixel_at(image, 55, 50)));
    EXPECT_TRUE(is_bluish(pixel_at(image, 80, 50)));
}

TEST(Lines, Property_LooseTrianglesLookLikeTheSurfaceTheyAre) {
    const Mesh joined = bumpy_sphere_mesh(30, 40);
    Mesh loose;
    for (std::uint32_t t = 0; t < joined.triangles.size(); ++t) {
        for (const Vec3& p : corners(joined, t)) loose.vertices.push_back(p);
        loose.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
    }
    make_one_surface(loose, "soup");
    PictureOptions options = bare_options(200, 150);
    options.edges = true;
    EXPECT_EQ(hash_of(draw({{&joined, {}, kBlue, 1.0, {}}}, options)),
              hash_of(draw({{&loose, {}, kBlue, 1.0, {}}}, options)));
}

}  // namespace graze::lines_test
