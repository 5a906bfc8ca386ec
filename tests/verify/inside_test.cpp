// Whether a piece of one body begins inside another: counted by hand, by solid angles, and in certificates.
#include "graze_verify/inside.h"

#include "graze/core/random.h"
#include "graze_verify/verify.h"

#include "proof_scenes.h"
#include "unpacked.h"

#include <numbers>

namespace graze::inside_test {
namespace {

using verify::Inside;
using verify::Point;
using Corners = std::array<std::uint32_t, 3>;

struct Soup {
    std::vector<Point> vertices;
    std::vector<Corners> triangles;
};

/// A box with unlike sides; `out` -1 turns its skin inside out, as that of a cavity.
void add_box(Soup& soup, const Point& low, const Point& high, int out = 1) {
    const auto base = static_cast<std::uint32_t>(soup.vertices.size());
    for (int i = 0; i < 8; ++i)
        soup.vertices.push_back(
            {i & 1 ? high[0] : low[0], i & 2 ? high[1] : low[1], i & 4 ? high[2] : low[2]});
    constexpr std::uint32_t kSides[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                            {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (const auto& side : kSides)
        for (const Corners& t : {Corners{side[0], side[1], side[2]}, Corners{side[0], side[2], side[3]}})
            soup.triangles.push_back(out > 0 ? Corners{base + t[0], base + t[1], base + t[2]}
                                             : Corners{base + t[0], base + t[2], base + t[1]});
}
Soup box(const Point& low, const Point& high) {
    Soup soup;
    add_box(soup, low, high);
    return soup;
}

verify::PreparedLink at_rest(const Point& place, const std::array<double, 4>& q = {0, 0, 0, 1}) {
    CertificateLink link;
    link.from = link.to = {place, q};
    return verify::prepare(link);
}

Inside judged(const Soup& a, const Soup& b, const verify::PreparedLink& pose_a = at_rest({0, 0, 0}),
              const verify::PreparedLink& pose_b = at_rest({0, 0, 0})) {
    const verify::Skin skin_a = verify::skin_of(a.vertices, a.triangles),
                       skin_b = verify::skin_of(b.vertices, b.triangles);
    const Inside found = verify::some_piece_inside({skin_a, {&pose_a, 1}}, {skin_b, {&pose_b, 1}});
    EXPECT_EQ(found, verify::some_piece_inside({skin_b, {&pose_b, 1}}, {skin_a, {&pose_a, 1}}));
    if (found != Inside::None) {
        EXPECT_TRUE(verify::boxes_may_meet(skin_a.box, {&pose_a, 1}, skin_b.box, {&pose_b, 1}));
    }
    return found;
}

/// How often a skin winds around a point, by solid angles in plain doubles [van Oosterom, Strackee 1983].
double winding_by_angles(const Soup& soup, const Vec3& p) {
    double sum = 0.0;
    for (const Corners& t : soup.triangles) {
        Vec3 v[3];
        for (int i = 0; i < 3; ++i) v[i] = Vec3(soup.vertices[t[i]].data()) - p;
        const double l[3] = {v[0].norm(), v[1].norm(), v[2].norm()};
        const double below =
            l[0] * l[1] * l[2] + v[0].dot(v[1]) * l[2] + v[1].dot(v[2]) * l[0] + v[2].dot(v[0]) * l[1];
        sum += 2.0 * std::atan2(v[0].dot(v[1].cross(v[2])), below);
    }
    return sum / (4.0 * std::numbers::pi);
}

}  // namespace

TEST(InsideAtStart, Example_BoxInBoxInCavityAndBeside) {
    const Soup small = box({1, 1, 1}, {2, 2.5, 3}), large = box({0, 0, 0}, {4, 5, 6});
    EXPECT_EQ(judged(small, large), Inside::Some);
    EXPECT_EQ(judged(small, large, at_rest({10, 0, 0})), Inside::None);
    EXPECT_EQ(judged(small, large, at_rest({10, 0, 0}), at_rest({9, 0, 0})), Inside::Some);
    Soup hollow = large;
    add_box(hollow, {0.5, 0.5, 0.5}, {3, 4, 5}, -1);
    EXPECT_EQ(judged(small, hollow), Inside::None);                                  // in the cavity
    EXPECT_EQ(judged(box({3.1, 4.1, 5.1}, {3.9, 4.9, 5.9}), hollow), Inside::Some);  // in the wall
    // One of two pieces.
    Soup two = box({20, 20, 20}, {21, 22, 23});
    EXPECT_EQ(judged(two, large), Inside::None);
    add_box(two, {1, 1, 1}, {2, 2.5, 3});
    EXPECT_EQ(judged(two, large), Inside::Some);
    // A skin that is inside out has an inside, too.
    Soup turned;
    add_box(turned, {0, 0, 0}, {4, 5, 6}, -1);
    EXPECT_EQ(judged(small, turned), Inside::Some);
}

TEST(InsideAtStart, Example_WhatHasARimHasNoInside) {
    const Soup small = box({1, 1, 1}, {2, 2.5, 3});
    Soup open = box({0, 0, 0}, {4, 5, 6});
    open.triangles.pop_back();
    EXPECT_EQ(judged(small, open), Inside::None);
    Soup one_turned = box({0, 0, 0}, {4, 5, 6});
    std::swap(one_turned.triangles[3][0], one_turned.triangles[3][1]);
    EXPECT_EQ(judged(small, one_turned), Inside::None);
    // But it may be inside a solid.
    Soup leaf;
    leaf.vertices = {{1, 1, 1}, {2, 1, 1}, {1, 2, 1}};
    leaf.triangles = {{0, 1, 2}};
    EXPECT_EQ(judged(leaf, box({0, 0, 0}, {4, 5, 6})), Inside::Some);
}

TEST(InsideAtStart, Degenerate_EdgesFlatTrianglesAndUnusedVertices) {
    // A ring of boxes: the corners of the small ones lie on planes, edges and diagonals of the large one.
    const Soup large = box({0, 0, 0}, {4, 4, 4});
    for (const double x : {-3.0, 1.0, 5.0})
        for (const double y : {-3.0, 1.0, 5.0})
            for (const double z : {-3.0, 1.0, 5.0}) {
                const bool inside = x == 1.0 && y == 1.0 && z == 1.0;
                EXPECT_EQ(judged(box({x, y, z}, {x + 2, y + 2, z + 2}), large),
                          inside ? Inside::Some : Inside::None);
            }
    // Triangles without area, a triangle that names a vertex twice, and a vertex that no triangle has.
    Soup flat = large;
    flat.vertices.push_back({2, 0, 0});
    flat.vertices.push_back({2, 2, 2});
    flat.triangles.push_back({0, 1, 8});
    flat.triangles.push_back({0, 8, 1});
    flat.triangles.push_back({0, 0, 7});
    EXPECT_TRUE(verify::skin_of(flat.vertices, flat.triangles).is_solid);
    EXPECT_EQ(judged(box({1, 1, 1}, {2, 2, 2}), flat), Inside::Some);
    EXPECT_EQ(judged(box({5, 1, 1}, {6, 2, 2}), flat), Inside::None);
    EXPECT_EQ(judged(box({0.5, 0.5, 0.5}, {3, 3, 3}), flat), Inside::Some);
    // The unused vertex in the middle of a hollow body is no piece of it.
    Soup lone = box({10, 10, 10}, {11, 12, 13});
    lone.vertices.push_back({2, 2, 2});
    EXPECT_EQ(judged(lone, large), Inside::None);
}

TEST(InsideAtStart, Degenerate_NumbersThatAreTooLargeAreNotTold) {
    const Soup huge = box({-1e305, -1e305, -1e305}, {1e305, 1e305, 1e305});
    EXPECT_EQ(judged(box({1, 1, 1}, {2, 2, 2}), huge), Inside::Unknown);
    EXPECT_EQ(judged(box({1, 1, 1}, {2, 2, 2}), box({0, 0, 0}, {3, 3, 3}), at_rest({1e308, 0, 0}),
                     at_rest({1e308, 0, 0})),
              Inside::Unknown);
    const Soup tiny = box({1e-300, 1e-300, 1e-300}, {2e-300, 2e-300, 2e-300});
    EXPECT_NE(judged(tiny, box({0, 0, 0}, {3e-300, 3e-300, 3e-300})), Inside::None);  // Unknown is fine
}

// Skins that wind around themselves, cross themselves and have many pieces; rotated.
TEST(InsideAtStart, Reference_SolidAnglesSayTheSame) {
    Rng rng(2401);
    int inside = 0, outside = 0;
    for (int i = 0; i < 400; ++i) {
        Soup large;
        for (int k = 0; k < 4; ++k) {
            Point low, high;
            for (int j = 0; j < 3; ++j) low[j] = rng.uniform(-2, 1), high[j] = low[j] + rng.uniform(0.5, 2.5);
            add_box(large, low, high, k % 2 ? -1 : 1);
        }
        for (Point& v : large.vertices)
            for (int j = 0; j < 3; ++j) v[j] += rng.uniform(-0.2, 0.2);
        const Vec3 p(rng.uniform(-2, 2), rng.uniform(-2, 2), rng.uniform(-2, 2));
        const double winding = winding_by_angles(large, p);
        ASSERT_NEAR(winding, std::round(winding), 1e-6);
        // A grain that does not reach the skin, carried away together with it.
        constexpr double kGrain = 1e-9;
        const Soup grain = box({0, 0, 0}, {kGrain, kGrain, 2 * kGrain});
        const Pose away =
            test::pose_of({rng.uniform(-9, 9), 3, 4}, {1, 2, rng.uniform(-3, 3)}, rng.uniform(-3, 3));
        const Vec3 at = away.rotation * p + away.translation;
        const auto& q = away.rotation;
        const Inside found =
            judged(grain, large, at_rest({at.x(), at.y(), at.z()}),
                   at_rest({away.translation.x(), away.translation.y(), away.translation.z()},
                           {q.x(), q.y(), q.z(), q.w()}));
        EXPECT_EQ(found, std::round(winding) != 0.0 ? Inside::Some : Inside::None) << i;
        ++(found == Inside::Some ? inside : outside);
    }
    EXPECT_GT(inside, 50);
    EXPECT_GT(outside, 50);
}

/// One leaf for each triangle of a box: it is apart from all that is within the box, along its own side.
std::string leaf_for_each_side(const Soup& soup) {
    std::string nodes;
    for (std::uint32_t i = 0; i < soup.triangles.size(); ++i) {
        if (i + 1 < soup.triangles.size()) nodes += char{16}, test::add(nodes, i + 1);
        const auto [a, b, c] = soup.triangles[i];
        const Vec3 p(soup.vertices[a].data()), q(soup.vertices[b].data()), r(soup.vertices[c].data());
        const Vec3 normal = (q - p).cross(r - p).normalized();
        nodes += char{0};
        for (int k = 0; k < 3; ++k) test::add(nodes, static_cast<float>(normal[k]));
    }
    return nodes;
}

// A ball that moves about inside a box: its strands hold, but of a closed box the claim would be a lie.
TEST(InsideAtStart, Example_CertificateOfABodyInsideAnotherIsRejected) {
    const Soup large = box({0, 0, 0}, {4, 5, 6}), ball = box({1, 1, 1}, {2, 2.5, 3});
    const auto mesh_of = [](const Soup& soup) {
        Mesh mesh;
        for (const Point& v : soup.vertices) mesh.vertices.push_back(Vec3(v.data()));
        for (const Corners& t : soup.triangles) mesh.triangles.push_back({t[0], t[1], t[2]});
        make_one_surface(mesh, "skin");
        return std::make_shared<const Mesh>(std::move(mesh));
    };
    for (const bool is_closed : {false, true}) {
        Soup skin = large;
        if (!is_closed) std::swap(skin.triangles[7][0], skin.triangles[7][1]);
        Scene scene;
        scene.bodies = {{"box", mesh_of(skin), test::pose_of({20, 0, 0}, {0, 0, 1}, 0.0)},
                        {"ball", mesh_of(ball), {}}};
        scene.paths.push_back({.body = 1,
                               .in_between = InBetween::Screw,
                               .poses = {{}, test::pose_of({1.5, 1, 0.5}, {0, 0, 1}, 0.0)},
                               .turns = {}});
        test::Unpacked u = test::unpacked(test::certificate_of(scene));
        u.head["bodies"][0]["links"][0]["pose"][0] = 0.0;
        test::UnpackedMesh& mesh = test::mesh_of(u, 0);
        mesh.triangles = skin.triangles;
        for (std::uint32_t i = 0; i < mesh.ids.size(); ++i) mesh.ids[i] = i;
        u.strands = {{0, 0, 0.0, 1.0, leaf_for_each_side(large)}};
        const auto result = verify::verify_certificate(test::packed(u), {.threads = 1});
        ASSERT_TRUE(result.has_value());
        EXPECT_EQ(result->valid, !is_closed) << result->reason;
        EXPECT_EQ(result->reason.find("inside the other") != std::string::npos, is_closed) << result->reason;
    }
}

}  // namespace graze::inside_test
