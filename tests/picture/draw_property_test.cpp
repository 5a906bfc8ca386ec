#include "graze/picture/picture.h"

#include "support/from_above.h"
#include "support/looking.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

namespace graze::draw_property_test {

using namespace test;

namespace {

struct RichScene {
    Mesh bumpy = bumpy_sphere_mesh(120, 130), shell = sphere_mesh(40, 60, 1.3),
         box = box_mesh(Vec3(0.5, 1.6, 0.2)), lattice = lattice_mesh(5, 0.5, 0.1);

    [[nodiscard]] std::vector<PictureBody> bodies(double scale = 1.0,
                                                  const Vec3& offset = Vec3::Zero()) const {
        Pose pose;
        pose.translation = scale * Vec3(0.3, 0.2, 0.9) + offset;
        pose.rotation = Eigen::Quaterniond(Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()));
        Pose place;
        place.translation = offset;
        return {{&bumpy, place, body_colour(0), 1.0, {5, 6, 7, 4000, 4001}, "bumpy"},
                {&shell, place, body_colour(1), 0.4, {10}, "shell"},
                {&box, pose, body_colour(2), 1.0, {}, "box"},
                {&lattice, pose, body_colour(3), 0.7, {}, "lattice"}};
    }

    void scale_by(double factor) {
        for (Mesh* mesh : {&bumpy, &shell, &box, &lattice})
            for (Vec3& v : mesh->vertices) v *= factor;
    }
};

}  // namespace

TEST(Draw, Property_SameBitsForAnyNumberOfThreads) {
    const RichScene scene;
    PictureOptions options;
    options.width = 700, options.height = 500;
    std::vector<std::uint64_t> hashes;
    std::vector<std::string> pngs;
    for (const int threads : {1, 2, 7}) {
        options.threads = threads;
        const Image image = draw(scene.bodies(), options);
        hashes.push_back(hash_of(image));
        pngs.push_back(encode_png(image, threads));
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
    EXPECT_EQ(pngs[0], pngs[1]);
    EXPECT_EQ(pngs[0], pngs[2]);
    options.width = 701;  // the hash sees something
    EXPECT_NE(hash_of(draw(scene.bodies(), options)), hashes[0]);
}

TEST(Draw, Property_ScalingByAPowerOfTwoChangesOnlyTheScaleBar) {
    RichScene scene;
    PictureOptions options;
    options.width = 480, options.height = 360;
    const Image with_bar = draw(scene.bodies(), options);
    options.scale_bar = false;
    const Image one = draw(scene.bodies(), options);
    for (const double factor : {0x1p-20, 0x1p21}) {
        scene.scale_by(factor);
        const Image other = draw(scene.bodies(factor), options);
        EXPECT_EQ(hash_of(one), hash_of(other)) << factor;
        options.scale_bar = true;
        const Image other_bar = draw(scene.bodies(factor), options);
        EXPECT_NE(hash_of(with_bar), hash_of(other_bar));
        for (int y = 0; y < 360; ++y)
            for (int x = 0; x < 480; ++x)
                if (x < 340 || y < 310) {
                    ASSERT_EQ(pixel_at(with_bar, x, y), pixel_at(other_bar, x, y)) << x << " " << y;
                }
        options.scale_bar = false;
        scene.scale_by(1.0 / factor);
    }
}

TEST(Draw, Property_FarFromTheOriginLooksTheSame) {
    const RichScene scene;
    PictureOptions options = bare_options(320, 240);
    options.edges = true;
    const Image here = draw(scene.bodies(), options);
    // Offsets of 1e5 sizes: vertices keep 1e-11 of the size. A few samples on edges may fall to the other
    // side.
    const Image there = draw(scene.bodies(1.0, Vec3(3e5, -1e5, 2e5)), options);
    EXPECT_LT(part_that_differs(here, there, 24), 2e-3);
    EXPECT_GT(count_pixels(here, [](const Colour& c) { return !is_background(c); }), 20000);
}

TEST(Draw, Property_DenseMeshesHaveNoHoles) {
    const Mesh sphere = bumpy_sphere_mesh(200, 220);
    PictureOptions options = bare_options(400, 400);
    options.camera = Camera{Vec3(4, -5, 3), Vec3(0, 0, 0)};
    const Image image = draw({{&sphere, {}, kBlue, 1.0, {}}}, options);
    // Every hill reaches 0.89 at least; from sqrt(50) that is a circle of 746 * 0.89 / 7.02 pixels.
    int inside = 0;
    for (int y = 0; y < 400; ++y)
        for (int x = 0; x < 400; ++x)
            if (std::hypot(x + 0.5 - 200.0, y + 0.5 - 200.0) < 92.0) {
                ++inside;
                // A single sample of background would lift a blue pixel's red by a quarter of the way to
                // white.
                ASSERT_TRUE(is_bluish(pixel_at(image, x, y))) << x << " " << y;
                ASSERT_LT(pixel_at(image, x, y).r, 110);
            }
    EXPECT_GT(inside, 26000);
}

TEST(Draw, Property_TurningThePoseIsTurningTheVertices) {
    const Mesh mesh = bumpy_sphere_mesh(20, 24);
    Pose pose;
    pose.rotation = Eigen::Quaterniond(Eigen::AngleAxisd(1.1, Vec3(-1, 2, 0.5).normalized()));
    pose.rotation.coeffs() *= 1.0 + 5e-7;  // within what DESIGN accepts as a rotation
    pose.translation = Vec3(0.2, -0.7, 0.4);
    Mesh turned = mesh;
    for (Vec3& v : turned.vertices) v = pose.rotation.normalized() * v + pose.translation;
    PictureOptions options = bare_options(160, 120);
    options.camera = Camera{Vec3(3, -5, 2), Vec3(0, 0, 0)};
    const Image posed = draw({{&mesh, pose, kBlue, 1.0, {}}}, options),
                baked = draw({{&turned, {}, kBlue, 1.0, {}}}, options);
    EXPECT_LT(part_that_differs(posed, baked, 8), 1e-3);
    EXPECT_GT(count_pixels(posed, is_bluish), 2000);
}

}  // namespace graze::draw_property_test
