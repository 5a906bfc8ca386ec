#include "graze/picture/view.h"

#include "graze/core/random.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

namespace graze::camera_test {
namespace {

using test::box_mesh;

constexpr double kMarginLeft = 0.92;  // of the half picture, that a fitted scene may fill

// Where a point lands, in halves of the picture: inside if both are in [-1, 1].
Vec2 placed(const picture::View& view, const PictureOptions& options, const Vec3& point) {
    const Vec3 p = picture::in_view(view, picture::map_of({}), point);
    EXPECT_GT(p.z(), 0.0);
    return {view.focal * p.x() / p.z() / (0.5 * options.width),
            view.focal * p.y() / p.z() / (0.5 * options.height)};
}

}  // namespace

TEST(Camera, Example_NamedViewsLookFromWhereTheySay) {
    EXPECT_EQ(view_direction_named("front"), Vec3(0, -1, 0));
    EXPECT_EQ(view_direction_named("top"), Vec3(0, 0, 1));
    EXPECT_EQ(view_direction_named("right"), Vec3(1, 0, 0));
    EXPECT_EQ(view_direction_named("iso"), Vec3(1, -1, 1));
    for (const auto& [one, other] : {std::pair{"front", "back"}, {"left", "right"}, {"top", "bottom"}})
        EXPECT_EQ(*view_direction_named(one), -*view_direction_named(other));
    EXPECT_FALSE(view_direction_named("Front"));
    EXPECT_FALSE(view_direction_named(""));
}

TEST(Camera, Example_FrontViewHasXToTheRightAndZUp) {
    const Mesh box = box_mesh(Vec3(3, 2, 1));
    const PictureOptions options;
    const Camera camera = camera_from(*view_direction_named("front"), {{&box, {}, {}, 1.0, {}}}, options);
    const picture::View view = picture::view_of(camera, options.width, options.height);
    EXPECT_GT(placed(view, options, Vec3(1, 0, 0)).x(), 0.0);
    EXPECT_LT(placed(view, options, Vec3(0, 0, 1)).y(), 0.0) << "y is down";
    EXPECT_NEAR(camera.eye.x(), 0.0, 1e-12);
    EXPECT_LT(camera.eye.y(), -2.0);
    EXPECT_NEAR(camera.target.y(), 0.0, 1e-12) << "the target is in the middle of the depth";
}

TEST(Camera, Example_TopViewHasYUp) {
    const Mesh box = box_mesh(Vec3(3, 2, 1));
    const PictureOptions options;
    for (const char* name : {"top", "bottom"}) {
        const Camera camera = camera_from(*view_direction_named(name), {{&box, {}, {}, 1.0, {}}}, options);
        const picture::View view = picture::view_of(camera, options.width, options.height);
        EXPECT_LT(placed(view, options, Vec3(0, 1, 0)).y(), -0.1) << name;
    }
}

TEST(Camera, Degenerate_PointsAndNothingAtAllCanBeLookedAt) {
    const PictureOptions options;
    Mesh point;
    point.vertices = {Vec3(1e9, -4, 7), Vec3(5, 5, 5)};  // the second is not in use
    point.triangles = {{0, 0, 0}};
    make_one_surface(point, "point");
    for (const auto& bodies :
         {std::vector<PictureBody>{}, std::vector<PictureBody>{{&point, {}, {}, 1.0, {}}}})
        for (const Vec3& direction : {Vec3(0, 0, 0), Vec3(0, 0, 1e-300), Vec3(1e300, 0, 1e300)}) {
            PictureOptions with_camera = options;
            with_camera.camera = camera_from(direction, bodies, options);
            EXPECT_TRUE(validate(with_camera).has_value());
            if (!bodies.empty()) {
                EXPECT_LT((with_camera.camera->target - Vec3(1e9, -4, 7)).norm(), 1e-3);
            }
        }
}

TEST(Camera, Degenerate_LineAlongTheViewKeepsItsDistance) {
    Mesh line;
    line.vertices = {Vec3(0, -3, 0), Vec3(0, 3, 0)};
    line.triangles = {{0, 1, 1}};
    make_one_surface(line, "line");
    const Camera camera = camera_from(Vec3(0, -1, 0), {{&line, {}, {}, 1.0, {}}}, {});
    EXPECT_LT(camera.eye.y(), -3.2);
}

TEST(Camera, Property_FitIsInsideAndTight) {
    Rng rng(99);
    int tight_x = 0, tight_y = 0;
    for (int trial = 0; trial < 300; ++trial) {
        SCOPED_TRACE(trial);
        const double size = std::pow(10.0, rng.uniform(-6, 6));
        const Vec3 offset =
            trial % 2 ? Vec3(1e5 * size * Vec3(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)))
                      : Vec3::Zero();
        const Mesh box =
            box_mesh(size * Vec3(rng.uniform(0.1, 1), rng.uniform(0.1, 1), rng.uniform(0.1, 1)), offset);
        PictureOptions options;
        options.width = 200 + static_cast<int>(rng.below(1500));
        options.height = 200 + static_cast<int>(rng.below(1500));
        options.camera = Camera{Vec3(1, 0, 0), Vec3(0, 0, 0)};
        options.camera->field_of_view_deg =
            rng.uniform(5, 60);  // wider, and the least approach keeps the eye away
        const Vec3 direction(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1));
        const Camera camera = camera_from(direction, {{&box, {}, {}, 1.0, {}}}, options);
        EXPECT_EQ(camera.field_of_view_deg, options.camera->field_of_view_deg);
        const picture::View view = picture::view_of(camera, options.width, options.height);
        Vec2 most = Vec2::Zero();
        Vec2 low(9, 9), high(-9, -9);
        for (const Vec3& v : box.vertices) {
            const Vec2 p = placed(view, options, v);
            most = most.cwiseMax(p.cwiseAbs());
            low = low.cwiseMin(p);
            high = high.cwiseMax(p);
        }
        constexpr double kSlack =
            1e-6;  // an offset of 1e5 sizes leaves 1e-11 of the size, seen from a few sizes away
        EXPECT_LE(most.maxCoeff(), kMarginLeft + kSlack);
        EXPECT_GE(most.maxCoeff(), kMarginLeft - kSlack) << "could be nearer";
        tight_x += most.x() > most.y() ? 1 : 0;
        tight_y += most.y() > most.x() ? 1 : 0;
        // Both opposite edges of the tight axis are reached: it is centred.
        const int axis = most.x() > most.y() ? 0 : 1;
        EXPECT_NEAR(low[axis], -high[axis], kSlack);
    }
    EXPECT_GT(tight_x, 50);
    EXPECT_GT(tight_y, 50);
}

TEST(Options, Degenerate_LimitsAreNamed) {
    const auto message = [](auto&& change) {
        PictureOptions options;
        options.camera = Camera{Vec3(1, 2, 3), Vec3(0, 0, 0)};
        change(options);
        const auto result = validate(options);
        return result ? std::string() : result.error().message;
    };
    const auto has = [](const std::string& text, const char* part) {
        return text.find(part) != std::string::npos;
    };
    EXPECT_EQ(message([](PictureOptions&) {}), "");
    EXPECT_EQ(message([](PictureOptions& o) { o.width = 16384, o.height = 2048; }), "");
    EXPECT_EQ(message([](PictureOptions& o) { o.width = 7680, o.height = 4320; }), "");
    EXPECT_TRUE(has(message([](PictureOptions& o) { o.width = 15; }), "width 15 is outside 16 to 16384"));
    EXPECT_TRUE(has(message([](PictureOptions& o) { o.height = 16385; }), "height 16385"));
    EXPECT_TRUE(has(message([](PictureOptions& o) { o.height = -1; }), "height -1"));
    EXPECT_TRUE(has(message([](PictureOptions& o) { o.width = o.height = 16384; }),
                    "268435456 pixels, the limit is 33554432"));
    EXPECT_TRUE(has(message([](PictureOptions& o) { o.threads = -2; }), "-2 threads"));
    EXPECT_TRUE(has(message([](PictureOptions& o) { o.camera->target = o.camera->eye; }), "0 apart"));
    EXPECT_TRUE(has(message([](PictureOptions& o) { o.camera->eye.x() = std::nan(""); }), "not finite"));
    EXPECT_TRUE(has(message([](PictureOptions& o) { o.camera->up.z() = HUGE_VAL; }), "not finite"));
    for (const double degrees : {0.0, -30.0, 180.0, std::nan("")})
        EXPECT_TRUE(
            has(message([&](PictureOptions& o) { o.camera->field_of_view_deg = degrees; }), "field of view"));
}

}  // namespace graze::camera_test
