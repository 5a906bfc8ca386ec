#include "graze/surface/cover.h"

#include "graze/core/random.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace graze::cover_test {
namespace {

using surface::Chord;
using surface::Curve;
using surface::CurveKind;
using surface::Element;
using surface::Face;
using surface::Frame;
using surface::Parametric;
using surface::ParametricKind;
using surface::UvTriangles;

constexpr double kPi = std::numbers::pi;

Frame skew_frame() {
    const Vec3 z = Vec3(1, -2, 3).normalized(), x = Vec3(2, 1, 0).normalized();
    return {{10, -20, 5}, x, z.cross(x), z};
}

Curve wave_in_space() {  // a rational cubic that bends out of its plane
    Curve c;
    c.kind = CurveKind::Spline;
    c.spline = {{3, {0, 0, 0, 0, 0.5, 1, 1, 1, 1}},
                {0, {0, 1}},
                {{5, 0, 0}, {7, 1, 2}, {6, -2, 4}, {9, 3, 6}, {8, 0, 8}},
                {1, 2, 0.5, 1, 1}};
    return c;
}

Parametric of_kind(ParametricKind kind) {
    Parametric p;
    p.kind = kind;
    p.frame = skew_frame();
    p.radius = 7.0;
    p.tube_radius = 2.5;
    p.half_angle = 0.4;
    p.curve = wave_in_space();
    if (kind == ParametricKind::Spline)
        p.spline = {
            {2, {0, 0, 0, 0.3, 0.3, 1, 1, 1}}, {3, {0, 0, 0, 0, 1, 1, 1, 1}}, {}, {}};  // crease at 0.3
    Rng random(3);
    for (int i = 0; kind == ParametricKind::Spline && i < 20; ++i) {
        p.spline.poles.emplace_back(i / 4 + random.uniform(-0.3, 0.3), i % 4, random.uniform(-1, 1));
        p.spline.weights.push_back(random.uniform(0.3, 3.0));
    }
    return p;
}

Face face_of(ParametricKind kind) {
    Face face;
    face.surface = of_kind(kind);
    EXPECT_EQ(surface::fault_of(face.surface), nullptr) << name_of(kind);
    return face;
}

Vec3 flat(const Face& face, const Element& e, const std::array<double, 3>& l) {
    Vec3 sum = Vec3::Zero();
    for (std::size_t k = 0; k < 3; ++k) sum += l[k] * surface::point(face, e.uv[k]).at;
    return sum;
}

std::array<double, 3> random_weights(Rng& random) {
    double a = random.unit(), b = random.unit();
    if (a + b > 1.0) a = 1.0 - a, b = 1.0 - b;
    return {1.0 - a - b, a, b};
}

Vec2 in_triangle(const Element& e, const std::array<double, 3>& l) {
    return l[0] * e.uv[0] + l[1] * e.uv[1] + l[2] * e.uv[2];
}

/// A disc in the parameter plane as a fan around its centre; the arcs are quarters or less of one circle.
struct Disc {
    Face face;
    UvTriangles triangles;
    std::vector<Chord> chords;

    Disc(ParametricKind kind, const Vec2& centre, double radius, std::uint32_t sides) {
        face = face_of(kind);
        Curve circle;
        circle.kind = CurveKind::Ellipse;
        circle.frame.origin = {centre.x(), centre.y(), 0.0};
        circle.major = circle.minor = radius;
        face.curves = {circle};
        triangles.nodes.push_back(centre);
        for (std::uint32_t i = 0; i < sides; ++i) {
            const double t = 2.0 * kPi * i / sides;
            triangles.nodes.push_back(surface::point(circle, t).at.head<2>());
            const std::uint32_t next = (i + 1) % sides;
            triangles.triangles.push_back({0, i + 1, next + 1});
            chords.push_back({0, {i + 1, next + 1}, t, 2.0 * kPi * (i + 1) / sides});
        }
    }
};

/// The least of |S(uv) - a point of L(e)| over the elements, and how much that exceeds the element's radius.
double worst_excess(const Face& face, const Vec2& uv) {
    double least = 1e300;
    for (const Element& e : face.elements) {
        const Vec3 p = surface::point(face, uv).at;
        double nearest = 1e300;
        constexpr int kGrid = 40;
        for (int i = 0; i <= kGrid; ++i)
            for (int j = 0; i + j <= kGrid; ++j) {
                const double a = i / double{kGrid}, b = j / double{kGrid};
                nearest = std::min(nearest, (flat(face, e, {1.0 - a - b, a, b}) - p).norm());
            }
        least = std::min(least, nearest - thickness_of(face, e).radius);
    }
    return least;
}

}  // namespace

TEST(Cover, Example_CylinderHasTheSagittaOfItsChord) {
    Face face = face_of(ParametricKind::Cylinder);
    const Element e{{Vec2(0, 0), Vec2(0.2, 0), Vec2(0, 5)}};
    // Taylor: R du^2 / 8; the sagitta is R (1 - cos(du / 2)).
    EXPECT_NEAR(thickness_of(face, e).radius, 7.0 * 0.2 * 0.2 / 8.0, 1e-9);
    EXPECT_GT(thickness_of(face, e).radius, 7.0 * (1.0 - std::cos(0.1)));
    face.turn = 3.0 * Mat3::Identity();
    EXPECT_EQ(surface::attach_arcs(face, {{e.uv[0], e.uv[1], e.uv[2]}, {}}, {}), nullptr);
    EXPECT_NEAR(thickness_of(face, e).radius, 3.0 * 7.0 * 0.2 * 0.2 / 8.0, 1e-9);
}

TEST(Cover, Reference_FlatElementsAreWithinTheirRadius) {
    Rng random(29);
    for (const auto kind : {ParametricKind::Plane, ParametricKind::Cylinder, ParametricKind::Cone,
                            ParametricKind::Sphere, ParametricKind::Torus, ParametricKind::Spline,
                            ParametricKind::Extrusion, ParametricKind::Revolution}) {
        Face face = face_of(kind);
        face.creases = creases_of(face.surface);
        double tightest = 0.0;
        for (int n = 0; n < 300; ++n) {
            const double size = std::pow(10.0, random.uniform(-3, 0));
            Element e;
            const Vec2 about(random.uniform(0, 0.6), random.uniform(0, 0.6));
            for (Vec2& uv : e.uv) uv = about + size * Vec2(random.uniform(0, 0.35), random.uniform(0, 0.35));
            for (int depth = 0; depth < 3; ++depth) {
                const auto thick = thickness_of(face, e);
                double most = 0.0;
                for (int i = 0; i < 12; ++i) {
                    const auto l = random_weights(random);
                    most = std::max(most,
                                    (surface::point(face, in_triangle(e, l)).at - flat(face, e, l)).norm());
                }
                EXPECT_LE(most, thick.radius + 1e-13) << name_of(kind) << " " << n;
                tightest = std::max(tightest, most / (thick.radius + 1e-13));
                e = cut(face, e, thick.side, thick.at)[random.below(2)];
            }
        }
        if (kind != ParametricKind::Plane) {
            EXPECT_GT(tightest, 0.4) << name_of(kind);
        }
    }
}

/// Triangles like these need all three terms: along u, along v, and across.
TEST(Cover, Property_EveryTermIsNeeded) {
    const double d = 0.02;
    struct Case {
        ParametricKind kind;
        Vec2 b, c;
    };
    for (const Case& one :
         {Case{ParametricKind::Cylinder, {d, 0}, {0, 1e-6}}, Case{ParametricKind::Torus, {1e-6, 0}, {0, d}},
          Case{ParametricKind::Cone, {d, 5}, {-d / 50, -5}}}) {
        const Face face = face_of(one.kind);
        const Element e{{Vec2(0.3, 0.2), Vec2(0.3, 0.2) + one.b, Vec2(0.3, 0.2) + one.c}};
        double most = 0.0;
        for (int i = 0; i <= 100; ++i)
            for (int j = 0; i + j <= 100; ++j) {
                const std::array<double, 3> l{(100 - i - j) / 100.0, i / 100.0, j / 100.0};
                most = std::max(most, (surface::point(face, in_triangle(e, l)).at - flat(face, e, l)).norm());
            }
        const double radius = thickness_of(face, e).radius;
        EXPECT_LE(most, radius * (1.0 + 1e-9)) << name_of(one.kind);
        EXPECT_GT(most, 0.92 * radius) << name_of(one.kind);
    }
}

TEST(Cover, Reference_ACutDiscHoldsEveryPointWithinItsArcs) {
    Rng random(5);
    for (const auto kind : {ParametricKind::Plane, ParametricKind::Cylinder, ParametricKind::Sphere}) {
        Disc disc(kind, {0.4, 0.3}, 0.25, 5);
        ASSERT_EQ(attach_arcs(disc.face, disc.triangles, disc.chords), nullptr);
        for (int pass = 0; pass < 3; ++pass) {
            for (int i = 0; i < 40; ++i) {  // mostly next to the rim, beyond the chords
                const double t = random.uniform(0, 2 * kPi), r = 0.25 * (i % 2 == 0 ? 1.0 : random.unit());
                EXPECT_LE(worst_excess(disc.face, Vec2(0.4 + r * std::cos(t), 0.3 + r * std::sin(t))),
                          1e-2 / (1 << pass))
                    << pass;
            }
            std::vector<Element> finer;
            for (const Element& e : disc.face.elements) {
                const auto thick = thickness_of(disc.face, e);
                for (const Element& half : cut(disc.face, e, thick.side, thick.at)) finer.push_back(half);
            }
            disc.face.elements = finer;
        }
    }
}

TEST(Cover, Property_ArcsCountAndVanishAsTheyAreCut) {
    Disc disc(ParametricKind::Plane, {0, 0}, 2.0, 6);
    ASSERT_EQ(attach_arcs(disc.face, disc.triangles, disc.chords), nullptr);
    const double dt = kPi / 3;
    for (const Element& e : disc.face.elements) {
        // The sagitta is 2 (1 - cos(dt / 2)); componentwise bounds are at most 2 dt^2 / 8 each.
        EXPECT_GE(thickness_of(disc.face, e).radius, 2.0 * (1.0 - std::cos(dt / 2)) / std::sqrt(2.0));
        EXPECT_LE(thickness_of(disc.face, e).radius, 2.0 * 2.0 * dt * dt / 8 * (1.0 + 1e-7));
    }
    std::vector<Element> elements = {disc.face.elements[0]};
    for (int i = 0; i < 8; ++i) {
        auto worst =
            std::max_element(elements.begin(), elements.end(), [&](const Element& a, const Element& b) {
                return thickness_of(disc.face, a).radius < thickness_of(disc.face, b).radius;
            });
        const Element e = *worst;
        const auto thick = thickness_of(disc.face, e);
        const auto halves = cut(disc.face, e, thick.side, thick.at);
        *worst = halves[0];
        elements.push_back(halves[1]);
    }
    for (const Element& e : elements) EXPECT_LT(thickness_of(disc.face, e).radius, 0.02);
}

TEST(Cover, Property_TheChainTestFindsWhatIsMissing) {
    const Disc good(ParametricKind::Plane, {0, 0}, 2.0, 6);
    Disc disc = good;
    EXPECT_EQ(attach_arcs(disc.face, disc.triangles, disc.chords), nullptr);
    disc = good, disc.triangles.triangles.pop_back();
    EXPECT_NE(attach_arcs(disc.face, disc.triangles, disc.chords), nullptr);
    disc = good, disc.chords.pop_back();
    EXPECT_NE(attach_arcs(disc.face, disc.triangles, disc.chords), nullptr);
    disc = good, std::swap(disc.triangles.triangles[2][0], disc.triangles.triangles[2][1]);
    EXPECT_NE(attach_arcs(disc.face, disc.triangles, disc.chords), nullptr);
    disc = good, std::swap(disc.chords[3].nodes[0], disc.chords[3].nodes[1]);
    EXPECT_NE(attach_arcs(disc.face, disc.triangles, disc.chords), nullptr);
    disc = good;  // all loops the other way round: the same face
    for (Chord& chord : disc.chords)
        std::swap(chord.nodes[0], chord.nodes[1]), std::swap(chord.from, chord.to);
    EXPECT_EQ(attach_arcs(disc.face, disc.triangles, disc.chords), nullptr);
}

TEST(Cover, Degenerate_NodesOffTheirCurveAreWithinTheArcsPart) {
    Disc disc(ParametricKind::Plane, {0, 0}, 2.0, 6);
    disc.triangles.nodes[3] += Vec2(0.5, -0.25);  // what a wrong side of a seam looks like, in small
    ASSERT_EQ(attach_arcs(disc.face, disc.triangles, disc.chords), nullptr);
    EXPECT_GE(thickness_of(disc.face, disc.face.elements[1]).radius, 0.5);
    EXPECT_GE(thickness_of(disc.face, disc.face.elements[2]).radius, 0.5);
    EXPECT_LT(thickness_of(disc.face, disc.face.elements[4]).radius, 0.5 + 2.0 * 2.0 * kPi * kPi / 72);
}

TEST(Cover, Degenerate_ACreaseIsCutAlong) {
    Face face = face_of(ParametricKind::Spline);
    face.creases = creases_of(face.surface);
    ASSERT_EQ(face.creases[0], std::vector<double>({0.3}));
    std::vector<Element> elements = {{{Vec2(0.1, 0.1), Vec2(0.8, 0.2), Vec2(0.2, 0.9)}}};
    for (int cuts = 0; cuts < 2; ++cuts) {  // both sides that cross it
        std::vector<Element> next;
        for (const Element& e : elements) {
            const auto [lo, hi] = std::minmax({e.uv[0].x(), e.uv[1].x(), e.uv[2].x()});
            if (!(lo < 0.3 - 1e-9 && hi > 0.3 + 1e-9)) {
                next.push_back(e);
                continue;
            }
            const auto thick = thickness_of(face, e);
            for (const Element& half : cut(face, e, thick.side, thick.at)) next.push_back(half);
        }
        elements = next;
    }
    EXPECT_EQ(elements.size(), 3u);
    for (const Element& e : elements) {
        const auto [lo, hi] = std::minmax({e.uv[0].x(), e.uv[1].x(), e.uv[2].x()});
        EXPECT_TRUE(lo >= 0.3 - 1e-9 || hi <= 0.3 + 1e-9);
    }
}

TEST(Cover, Degenerate_NothingIsKnownOfAnOverflow) {
    Face face = face_of(ParametricKind::Cylinder);
    face.surface.radius = 1e308;
    const Element e{{Vec2(0, 0), Vec2(1e200, 0), Vec2(0, 1e200)}};
    EXPECT_FALSE(thickness_of(face, e).radius < 1e300);
}

}  // namespace graze::cover_test
