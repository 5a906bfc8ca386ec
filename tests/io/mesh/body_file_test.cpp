#include "graze/io/mesh/body_file.h"

#include "support/shapes.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>

namespace graze::body_file_test {

class BodyFileTest : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = std::filesystem::temp_directory_path() / ("graze-body-" + std::to_string(::getpid()));
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::filesystem::path folder_;
};

TEST_F(BodyFileTest, Example_OneBody) {
    const std::array bodies{FileBody{"brick", test::box_mesh({1.0, 2.0, 3.0})}};
    ASSERT_TRUE(write_mesh_file(folder_ / "brick.stl", bodies));
    const auto body = load_body(folder_ / "brick.stl");
    ASSERT_TRUE(body) << body.error().message;
    EXPECT_EQ(body->mesh().triangles.size(), 12u);
    EXPECT_EQ(body->mesh().vertices.size(), 8u);
    EXPECT_TRUE(body->is_solid());
    const auto in_metres = load_body(folder_ / "brick.stl", {.unit = Unit::Metre});
    ASSERT_TRUE(in_metres);
    EXPECT_DOUBLE_EQ(in_metres->bounds().max.z(), 0.003);
}

TEST_F(BodyFileTest, Example_SeveralBodiesAreOne) {
    const std::array bodies{FileBody{"left", test::box_mesh({1.0, 2.0, 3.0}, Vec3(-4.0, 0.0, 0.0))},
                            FileBody{"right", test::box_mesh({0.5, 0.5, 0.25}, Vec3(4.0, 0.0, 0.0))}};
    ASSERT_TRUE(write_mesh_file(folder_ / "two.glb", bodies, {.unit = Unit::Millimetre}));
    const auto file = read_mesh_file(folder_ / "two.glb");
    ASSERT_TRUE(file);
    ASSERT_EQ(file->bodies.size(), 2u);
    const auto body = load_body(folder_ / "two.glb");
    ASSERT_TRUE(body) << body.error().message;
    EXPECT_EQ(body->mesh().triangles.size(), 24u);
    EXPECT_EQ(body->mesh().surfaces.size(), 2u);
    EXPECT_NEAR(body->bounds().min.x(), -5.0, 1e-6);  // GLB holds floats, in metres
    EXPECT_NEAR(body->bounds().max.x(), 4.5, 1e-6);
}

TEST_F(BodyFileTest, Degenerate_NoSuchFile) {
    const auto body = load_body(folder_ / "none.stl");
    ASSERT_FALSE(body);
    EXPECT_EQ(body.error().code, ErrorCode::NotFound);
}

}  // namespace graze::body_file_test
