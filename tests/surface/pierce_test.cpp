#include "graze/surface/pierce.h"

#include "graze/core/random.h"
#include "graze/surface/thick.h"

#include "support/cad_patches.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace graze::pierce_test {
namespace {

using surface::FlatPatch;
using surface::Parametric;
using surface::ParametricKind;
using surface::Thick;

constexpr double kPi = std::numbers::pi;

std::shared_ptr<const surface::Cover> ball(const Vec3& centre, double radius) {
    Parametric sphere;
    sphere.kind = ParametricKind::Sphere;
    sphere.frame.origin = centre;
    sphere.radius = radius;
    return test::Patch(sphere, {0, -kPi / 2}, {2 * kPi, kPi / 2}, 16, 8).cover();
}

std::vector<Thick> near(const surface::Cover& cover, const Vec3& point, double within, double radius) {
    std::vector<Thick> found;
    for (const Thick& thick : surface::thick_elements(cover, radius))
        if ((thick.corners[0] - point).norm() < within) found.push_back(thick);
    return found;
}

bool are_certain_to_meet(const Vec3& between, double radius_a, double radius_b) {
    const Vec3 towards = between.normalized(), contact = radius_a * towards;
    const auto a = ball(Vec3::Zero(), radius_a), b = ball(between, radius_b);
    const auto of_a = near(*a, contact, 2.0, 0.002), of_b = near(*b, contact, 2.0, 0.002);
    EXPECT_GT(of_a.size(), 10u);
    EXPECT_GT(of_b.size(), 10u);
    for (const Thick& p : of_a)
        for (const Thick& q : of_b)
            for (std::size_t k = 0; k < 3; ++k)
                if (surface::prove_pierced({p.corners, p.radius}, k, {q.corners, q.radius}, p.error + q.error) &&
                    lies_within(a->faces[0], p.element) && lies_within(b->faces[0], q.element))
                    return true;
    return false;
}

}  // namespace

TEST(Pierce, Example_AnEdgeThroughTheMiddleButNotNearTheRim) {
    const FlatPatch floor{{Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0)}, 0.1};
    const auto edge = [](const Vec3& p, const Vec3& q) { return FlatPatch{{p, q, Vec3(50, 50, 50)}, 0.2}; };
    EXPECT_TRUE(surface::prove_pierced(edge({1, 1, -1}, {1, 1, 1}), 0, floor, 0.0));
    EXPECT_TRUE(surface::prove_pierced(edge({1, 1, 1}, {1.2, 1, -1}), 0, floor, 0.0));
    EXPECT_FALSE(
        surface::prove_pierced(edge({1, 1, -1}, {1, 1, 0.09}), 0, floor, 0.0));  // its end is within the radius
    EXPECT_FALSE(surface::prove_pierced(edge({1, 1, -0.09}, {1, 1, 1}), 0, floor, 0.0));
    EXPECT_TRUE(surface::prove_pierced(edge({0.31, 1, -1}, {0.31, 1, 1}), 0, floor, 0.0));
    EXPECT_FALSE(surface::prove_pierced(edge({0.29, 1, -1}, {0.29, 1, 1}), 0, floor, 0.0));  // both radii from the rim
    EXPECT_FALSE(surface::prove_pierced(edge({0.31, 1, -1}, {0.31, 1, 1}), 0, floor, 0.01));
    EXPECT_FALSE(surface::prove_pierced(edge({3, 3, -1}, {3, 3, 1}), 0, floor, 0.0));  // beside it
    EXPECT_FALSE(surface::prove_pierced(edge({1, 1, 1}, {1, 1, 3}), 0, floor, 0.0));   // above it
    EXPECT_FALSE(surface::prove_pierced(edge({-1, 1, 0.5}, {3, 1, 0.5}), 0, floor, 0.0));
    EXPECT_FALSE(surface::prove_pierced(edge({1, 1, -1}, {1, 1, 1}), 0,
                               {{Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(8, 0, 0)}, 0.1}, 0.0));
}

TEST(Pierce, Reference_BallsThatCrossAreCertainAndThoseThatTouchOrMissAreNot) {
    Rng random(77);
    for (int n = 0; n < 2; ++n) {
        const Vec3 towards = Vec3(1, 0.7 + 0.2 * random.unit(), random.uniform(-0.5, 0.5)).normalized();
        EXPECT_TRUE(are_certain_to_meet((17.0 - 0.08) * towards, 10.0, 7.0)) << n;
        EXPECT_FALSE(are_certain_to_meet(17.0 * towards, 10.0, 7.0)) << n;
        EXPECT_FALSE(are_certain_to_meet((17.0 + 1e-3) * towards, 10.0, 7.0)) << n;
    }
}

TEST(Pierce, Property_ElementsAtARimAreNotWithin) {
    const auto cover = ball(Vec3::Zero(), 10.0);
    const surface::Face& face = cover->faces[0];
    int within = 0, outside = 0;
    for (const surface::Element& e : face.elements) {
        const auto [lo, hi] = std::minmax({e.uv[0].x(), e.uv[1].x(), e.uv[2].x()});
        const auto [low, high] = std::minmax({e.uv[0].y(), e.uv[1].y(), e.uv[2].y()});
        const bool touches =
            lo < 1e-6 || hi > 2 * kPi - 1e-6 || low < -kPi / 2 + 1e-6 || high > kPi / 2 - 1e-6;
        EXPECT_EQ(lies_within(face, e), !touches);
        (touches ? outside : within) += 1;
    }
    EXPECT_GT(within, 50);
    EXPECT_GT(outside, 50);
    surface::Face folded = face;
    std::swap(folded.elements[3].uv[0], folded.elements[3].uv[1]);
    EXPECT_FALSE(lies_within(folded, face.elements[40]));
    EXPECT_TRUE(lies_within(face, face.elements[40]) || lies_within(face, face.elements[42]));
}

}  // namespace graze::pierce_test
