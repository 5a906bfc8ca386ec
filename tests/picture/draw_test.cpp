#include "graze/picture/picture.h"

#include "support/from_above.h"
#include "support/looking.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

namespace graze::draw_test {

using namespace test;

TEST(Draw, Example_SquareFacingTheCameraCoversTheExpectedPixels) {
    const Mesh square = square_mesh(1.0);
    const Image image = draw({{&square, {}, kBlue, 1.0, {}}}, above_options());
    ASSERT_EQ(image.width, 100);
    ASSERT_EQ(image.height, 100);
    for (int y = 0; y < 100; ++y)
        for (int x = 0; x < 100; ++x)
            ASSERT_EQ(is_background(pixel_at(image, x, y)), !(x >= 25 && x < 75 && y >= 25 && y < 75))
                << x << " " << y;
    EXPECT_TRUE(is_bluish(pixel_at(image, 50, 50)));
}

TEST(Draw, Example_PictureIsTheRightWayRound) {
    const Mesh box = box_mesh(Vec3(0.5, 0.25, 0.1), Vec3(1.0, 0.6, 0.0));  // to the right and above
    const Image image = draw({{&box, {}, kBlue, 1.0, {}}}, above_options());
    EXPECT_FALSE(is_background(pixel_at(image, 75, 35)));
    EXPECT_TRUE(is_background(pixel_at(image, 25, 35)));
    EXPECT_TRUE(is_background(pixel_at(image, 75, 65)));
}

TEST(Draw, Example_NearerBodyHidesWhateverTheOrder) {
    const Mesh square = square_mesh(1.0), small = square_mesh(0.4);
    const PictureBody low{&square, at_height(0.0), kBlue, 1.0, {}},
        high{&small, at_height(1.0), kGreen, 1.0, {}};
    for (const auto& bodies : {std::vector{low, high}, std::vector{high, low}}) {
        const Image image = draw(bodies, above_options());
        EXPECT_TRUE(is_greenish(pixel_at(image, 50, 50)));
        EXPECT_TRUE(is_bluish(pixel_at(image, 30, 30)));
    }
    const PictureBody below{&small, at_height(-1.0), kGreen, 1.0, {}};
    EXPECT_EQ(count_pixels(draw({below, low}, above_options()), is_greenish), 0);
}

TEST(Draw, Example_FacesInOnePlaneGoToTheFirstBodyWhole) {
    const Mesh square = square_mesh(1.0), turned = [] {
        Mesh mesh = square_mesh(0.8);
        const Eigen::AngleAxisd turn(0.3, Vec3::UnitZ());
        for (Vec3& v : mesh.vertices) v = turn * v;
        return mesh;
    }();
    const Image image =
        draw({{&square, {}, kBlue, 1.0, {}}, {&turned, {}, kGreen, 1.0, {}}}, above_options());
    EXPECT_EQ(count_pixels(image, is_greenish), 0);
    EXPECT_EQ(count_pixels(image, is_bluish), 2500);
}

TEST(Draw, Example_SurfacesAreInTheirOwnColourWhereThatIsWished) {
    Mesh two = square_mesh(1.0);  // two triangles: one surface each
    two.surfaces = {{"plain"}, {"painted", SurfaceKind::Plane, graze::Rgb{kGreen.r, kGreen.g, kGreen.b}}};
    two.surface_of_triangle = {0, 1};
    const Mesh before = square_mesh(0.2);  // another body, so that triangles are counted over all of them
    const PictureBody other{&before, at_height(-1.0), kBlue, 1.0, {}};
    PictureBody body{&two, {}, kBlue, 1.0, {}};
    EXPECT_EQ(count_pixels(draw({other, body}, above_options()), is_greenish), 0);
    body.surface_colours = true;
    const Image image = draw({other, body}, above_options());
    EXPECT_NEAR(count_pixels(image, is_greenish), 1250, 60);  // half, but for the pixels that both share
    EXPECT_NEAR(count_pixels(image, is_bluish), 1250, 60);
    EXPECT_TRUE(is_greenish(pixel_at(draw({body}, above_options()), 30, 35)) !=
                is_greenish(pixel_at(draw({body}, above_options()), 70, 65)));
}

TEST(Draw, Example_TransparentBodyMixesByItsOpacity) {
    const Mesh square = square_mesh(1.0);
    const Colour full = pixel_at(draw({{&square, {}, kBlue, 1.0, {}}}, above_options()), 50, 50);
    for (const double opacity : {0.25, 0.5, 0.9}) {
        const Colour mixed = pixel_at(draw({{&square, {}, kBlue, opacity, {}}}, above_options()), 50, 50);
        EXPECT_NEAR(mixed.r, 255 + opacity * (full.r - 255), 2.0);
        EXPECT_NEAR(mixed.g, 255 + opacity * (full.g - 255), 2.0);
        EXPECT_NEAR(mixed.b, 255 + opacity * (full.b - 255), 2.0);
    }
}

TEST(Draw, Example_TransparentLayersAreOrderedByDepthNotByList) {
    const Mesh square = square_mesh(1.0);
    const PictureBody low{&square, at_height(0.0), kBlue, 0.6, {}},
        high{&square, at_height(1.0), kGreen, 0.6, {}};
    const Colour one = pixel_at(draw({low, high}, above_options()), 50, 50),
                 other = pixel_at(draw({high, low}, above_options()), 50, 50);
    EXPECT_EQ(one, other);
    EXPECT_TRUE(one.g > one.b) << "the green one is on top";
    const PictureBody hidden{&square, at_height(-1.0), kGreen, 0.6, {}},
        solid{&square, at_height(0.0), kBlue, 1.0, {}};
    EXPECT_TRUE(is_bluish(pixel_at(draw({hidden, solid}, above_options()), 50, 50)))
        << "nothing shines through a solid";
}

TEST(Draw, Example_HighlightIsSeenInFrontAndThroughAnyNumberOfLayers) {
    const Mesh square = square_mesh(1.0);
    const PictureBody marked{&square, at_height(0.0), kBlue, 1.0, {0}};  // the half below the diagonal
    std::vector<PictureBody> bodies{marked};
    for (int layers = 0; layers < 12; ++layers) {
        const Image image = draw(bodies, above_options());
        ASSERT_TRUE(is_reddish(pixel_at(image, 60, 60))) << layers << " layers in front";
        ASSERT_FALSE(is_reddish(pixel_at(image, 40, 40)));
        bodies.push_back({&square, at_height(1.0 + 0.1 * layers), kGreen, 0.7, {}});
    }
}

TEST(Draw, Example_HighlightOfATransparentBodyIsOpaque) {
    const Mesh square = square_mesh(1.0);
    const Image glass = draw({{&square, {}, kBlue, 0.2, {0}}}, above_options());
    const Image solid = draw({{&square, {}, kBlue, 1.0, {0}}}, above_options());
    EXPECT_EQ(pixel_at(glass, 60, 60), pixel_at(solid, 60, 60));
}

TEST(Draw, Example_HighlightedTriangleTooSmallForASampleIsSeen) {
    Mesh mesh = square_mesh(1.0);
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (const Vec3& v : {Vec3(0.003, 0.001, 0.001), Vec3(0.004, 0.001, 0.001), Vec3(0.003, 0.0025, 0.001)})
        mesh.vertices.push_back(v);
    mesh.triangles.push_back({first, first + 1, first + 2});
    make_one_surface(mesh, "square with a speck");
    EXPECT_EQ(count_pixels(draw({{&mesh, {}, kBlue, 1.0, {}}}, above_options()), is_reddish), 0);
    EXPECT_GT(count_pixels(draw({{&mesh, {}, kBlue, 1.0, {2}}}, above_options()), is_reddish), 0);
}

TEST(Draw, Example_BoxSeenFromInsideFillsThePicture) {
    const Mesh box = box_mesh(Vec3(3, 2, 1));
    PictureOptions options = bare_options(120, 80);
    options.edges = true;
    for (const Vec3& eye : {Vec3(0.3, 0.2, 0.1), Vec3(-2.9, 1.9, 0.9), Vec3(2.999, 0, 0)}) {
        options.camera = Camera{eye, Vec3(-0.5, 0.3, -0.2)};
        options.camera->field_of_view_deg = 80;
        EXPECT_EQ(count_pixels(draw({{&box, {}, kBlue, 1.0, {}}}, options), is_background), 0);
    }
}

TEST(Draw, Example_WhatLiesBehindTheCameraIsNotDrawn) {
    const Mesh square = square_mesh(1.0);
    EXPECT_EQ(
        count_pixels(draw({{&square, at_height(10.5), kBlue, 1.0, {0}}}, above_options()), is_background),
        100 * 100);
}

TEST(Draw, Degenerate_EmptyAndVanishingBodiesGiveBackground) {
    const Mesh none;
    Mesh point, line;
    point.vertices = {Vec3(1, 2, 3)};
    point.triangles = {{0, 0, 0}};
    make_one_surface(point, "point");
    line.vertices = {Vec3(0, 0, 0), Vec3(1, 1, 0), Vec3(2, 2, 0)};
    line.triangles = {{0, 1, 2}};
    make_one_surface(line, "line");
    PictureOptions options = bare_options(64, 48);
    options.edges = true;
    const std::vector<std::vector<PictureBody>> scenes{
        {},
        {{&none, {}, kBlue, 1.0, {}}},
        {{&point, {}, kBlue, 1.0, {}}},
        {{&line, {}, kBlue, 1.0, {}}},
        {{&none, {}, kBlue, 0.5, {}}, {&point, {}, kGreen, 0.5, {}}}};
    for (const auto& bodies : scenes) EXPECT_EQ(count_pixels(draw(bodies, options), is_background), 64 * 48);
}

TEST(Draw, Degenerate_ExtremeCoordinatesAndCamerasEndWell) {
    PictureOptions options = bare_options(64, 48);
    options.edges = true;
    for (const double size : {1e-300, 1e-100, 1e-6, 1e6, 1e100, 1e300}) {
        const Mesh box = box_mesh(size * Vec3(1, 0.7, 0.4));
        const Image image = draw({{&box, {}, kBlue, 1.0, {}}}, options);
        EXPECT_GT(count_pixels(image, is_bluish), 200) << size;
    }
    const Mesh huge = box_mesh(Vec3(1e200, 1e200, 1e200)), tiny = box_mesh(Vec3(1e-200, 1e-200, 1e-200));
    options.camera = Camera{Vec3(5, 1, 1), Vec3(0, 0, 0)};
    EXPECT_EQ(draw({{&huge, {}, kBlue, 1.0, {0}}, {&tiny, {}, kGreen, 0.5, {1}}}, options).width, 64);
    options.camera->up = Vec3(5, 1, 1);  // along the view
    EXPECT_EQ(draw({{&tiny, {}, kGreen, 1.0, {}}}, options).height, 48);
}

TEST(Draw, Degenerate_SmallestLongestAndTallestPictures) {
    const Mesh box = box_mesh(Vec3(1, 0.7, 0.4));
    for (const auto& [width, height] : {std::pair{16, 16}, {16384, 16}, {16, 16384}, {17, 65}}) {
        PictureOptions options;
        options.width = width, options.height = height;
        const Image image = draw({{&box, {}, kBlue, 1.0, {}, "a name longer than the picture"}}, options);
        EXPECT_EQ(image.rgb.size(), 3u * static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
        EXPECT_GT(count_pixels(image, [](const Colour& c) { return !is_background(c); }), 20);
    }
}

TEST(Draw, Degenerate_NeedlesAmongGoodTrianglesLeaveNoMark) {
    // A square whose diagonal carries a flat triangle, as tessellators leave them.
    Mesh mesh = square_mesh(1.0);
    mesh.vertices.push_back(Vec3(0.2, 0.2, 0.0));
    mesh.triangles = {{0, 1, 2}, {0, 4, 3}, {4, 2, 3}, {0, 2, 4}};
    make_one_surface(mesh, "square");
    PictureOptions options = above_options();
    options.edges = true;
    const Image image = draw({{&mesh, {}, kBlue, 1.0, {}}}, options);
    for (int i = 30; i < 70; ++i) ASSERT_TRUE(is_bluish(pixel_at(image, i, 99 - i))) << i;
}

}  // namespace graze::draw_test
