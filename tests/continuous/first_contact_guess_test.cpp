// What a search for first contact does when its guess of the time was wrong.
#include "graze/continuous/first_contact.h"

#include "support/odd_meshes.h"

#include <gtest/gtest.h>

namespace graze::first_contact_guess_test {
namespace {

/// A floor of strips from x = 0 to 12, and a wall across it at x = 2.
Mesh room() {
    constexpr std::uint32_t kStrips = 96;
    std::vector<Vec3> vertices;
    std::vector<Triangle> triangles;
    for (std::uint32_t i = 0; i <= kStrips; ++i) {
        const double x = 12.0 * i / kStrips;
        vertices.insert(vertices.end(), {{x, 0.0, 0.0}, {x, 2.0, 0.0}});
        if (i == kStrips) break;
        triangles.push_back({2 * i, 2 * i + 1, 2 * i + 2});
        triangles.push_back({2 * i + 1, 2 * i + 3, 2 * i + 2});
    }
    const auto n = static_cast<std::uint32_t>(vertices.size());
    vertices.insert(vertices.end(), {{2.0, 0.0, 0.25}, {2.0, 2.0, 0.25}, {2.0, 1.0, 2.0}});
    triangles.push_back({n, n + 1, n + 2});
    return test::mesh_of(std::move(vertices), std::move(triangles));
}

}  // namespace

// A block glides so near above a floor that floats cannot tell them apart, and then meets a wall: every guess
// is that it touches the floor long before. The walk takes pairs in any order, so that it knows the wall
// before it has seen all of the floor.
TEST(FirstContactGuess, Example_AWrongGuessIsTakenBack) {
    constexpr double kGap = 1e-6;
    const Mesh far = room();
    const Mesh block =
        test::mesh_of({{12.0, 0.5, kGap}, {11.0, 0.5, kGap}, {11.0, 1.5, kGap}, {11.0, 1.0, 1.0}},
                      {{0, 1, 2}, {0, 1, 3}, {1, 2, 3}});
    const BodyModel a = build_body_model(far), b = build_body_model(block);
    const Pose from{};
    const RigidMotion rest = AtRest{};
    const RigidMotion glide = make_screw({from, {Vec3(-16.0, 0.0, 0.0), Eigen::Quaterniond::Identity()}, 0});
    FirstContactWorkspace w;
    std::uint64_t wrong = 0;
    for (const VisitOrder order :
         {VisitOrder::AsTheyCome, VisitOrder::EarliestChildFirst, VisitOrder::EarliestFirst})
        for (const int threads : {1, 2}) {
            const FirstContactOptions plain{
                .tolerance = 1e-8, .threads = threads, .order = order, .long_after = 40, .guesses = 0};
            FirstContactOptions guessing = plain;
            guessing.guesses = 8;
            const FirstContact expected = first_contact({a, rest}, {b, glide, &from}, plain, w);
            ASSERT_EQ(expected.verdict, ContactVerdict::Contact);
            EXPECT_NEAR(expected.clear_until, 9.0 / 16.0, 1e-8);
            EXPECT_EQ(expected.counters.wrong_guesses, 0u);
            const FirstContact found = first_contact({a, rest}, {b, glide, &from}, guessing, w);
            EXPECT_EQ(found.verdict, ContactVerdict::Contact);
            EXPECT_EQ(found.clear_until, expected.clear_until);
            EXPECT_EQ(found.distance_hi, expected.distance_hi);
            wrong += found.counters.wrong_guesses;
        }
    EXPECT_GE(wrong, 1u);
}

}  // namespace graze::first_contact_guess_test
