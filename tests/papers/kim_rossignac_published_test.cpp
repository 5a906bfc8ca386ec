// What [KimRossignac03] and [Redon02] print, word for word, and where it is wrong: a counterexample each.
// Formulas are read from the text in papers/; where that may be damaged, the test says so.
#include "graze_papers/kim_rossignac_contact.h"

#include "graze/motion/angle.h"

#include "support/axial_queries.h"

#include <gtest/gtest.h>

namespace graze::papers::kim_rossignac_published_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

constexpr double kPiD = 0x1.921fb54442d18p+1;

// A screw about z through the origin, as the paper writes it.
const Vec3 kAxis(0, 0, 1);

Vec3 turned(const Vec3& v, double angle) { return Eigen::AngleAxisd(angle, kAxis) * v; }
double radius(const Vec3& v) { return v.cross(kAxis).norm(); }

struct Screwed {
    std::vector<Vec3> moving, still;
    double angle, slide;

    [[nodiscard]] FeatureContact truth() const {
        const RigidMotion motion = make_joint({.placement = {},
                                               .axis = {0, 0, 1},
                                               .angle_t0 = 0,
                                               .angle_t1 = angle,
                                               .slide_t0 = 0,
                                               .slide_t1 = slide});
        const RigidMotion rest = AtRest{};
        return first_feature_contact(feature(moving, &motion), feature(still, &rest), {});
    }
    [[nodiscard]] AxialRejection ours() const {
        return prove_apart_about_axis(range(moving), range(still), {slide, slide, angle, angle});
    }

  private:
    static MovingFeature feature(const std::vector<Vec3>& vertices, const RigidMotion* motion) {
        MovingFeature result;
        result.count = static_cast<int>(vertices.size());
        result.vertices.fill(Vec3::Zero());
        std::copy(vertices.begin(), vertices.end(), result.vertices.begin());
        result.motion = motion;
        return result;
    }
    static AxialRange range(const std::vector<Vec3>& vertices) {
        std::vector<IntervalVec3> points;
        for (const Vec3& v : vertices) points.push_back(exactly(v));
        return axial_range(points);
    }
};

void expect_contact(const Screwed& query) {
    EXPECT_EQ(query.truth().verdict, ContactVerdict::Contact);
    EXPECT_EQ(query.ours(), AxialRejection::NotRejected);
}

// Eq. 1: the axis as a sum of cross products of differences of columns.
Vec3 published_axis(const Mat3& from, const Mat3& to) {
    const Mat3 d = to - from;
    return d.col(0).cross(d.col(1)) + d.col(1).cross(d.col(2)) + d.col(2).cross(d.col(0));
}

// Eq. 5 and 6.
Vec3 published_turn(const Vec3& v, double angle) {
    return std::cos(angle) * v + std::sin(angle) * v.cross(kAxis) +
           (1.0 - std::cos(angle)) * v.dot(kAxis) * kAxis;
}

// "Vertex/Triangle rejection tests", first item; also the second of edges.
bool published_heights_reject(const Screwed& query) {
    const auto all = [&](auto is) {
        for (const Vec3& q : query.moving)
            for (const Vec3& v : query.still)
                if (!is((q - v).dot(kAxis))) return false;
        return true;
    };
    return all([](double h) { return h > 0.0; }) || all([&](double h) { return h < -query.slide; });
}

}  // namespace

TEST(KimRossignacErrors, Regression_InnerRadiusOfAnEdgeIsNotAtItsEnds) {
    const Screwed query{{{-1, 0.1, 0}, {1, 0.1, 0}}, {{0, 0.3, -1}, {0, 0.3, 1}}, kPiD / 2, 0.0};
    const double r_min = std::min(radius(query.moving[0]), radius(query.moving[1]));
    EXPECT_LT(std::max(radius(query.still[0]), radius(query.still[1])),
              r_min);  // published: inside, rejected
    expect_contact(query);
}

TEST(KimRossignacErrors, Regression_HeightsAssumeThatTheSlideIsNotNegative) {
    const Screwed query{{{2, 0, 1}}, {{1, -2, 0}, {3, -2, 0}, {2, 5, 0}}, 0.5, -2.0};
    EXPECT_TRUE(published_heights_reject(query));  // it starts above; that it comes down is not looked at
    expect_contact(query);
    // The caps of the cylinder around whole objects: |(o_B - o_S).s| > d/2 + r_A + r_B, with d = -10.
    const double d = -10.0, r_a = 1.0, r_b = 1.0, o_s = 0.0 + d / 2.0, o_b = -9.0;
    EXPECT_GT(std::abs(o_b - o_s), d / 2.0 + r_a + r_b);  // published: apart
    EXPECT_LT(std::abs(o_b - (0.0 + d)), r_a + r_b);      // at t = 1 the balls overlap
}

TEST(KimRossignacErrors, Regression_TheWedgeRejectsWhatLiesInside) {
    // "(q0 - p) x s . (vi - p) < 0 for all i or (q1 - p) x s . (vi - p) < 0 for all i", turning by v x s.
    const Vec3 q0(1, 0, 0);
    const double b = 1.0;
    const Vec3 q1 = published_turn(q0, b), middle = published_turn(q0, b / 2);
    bool all_behind_end = true;
    for (const Vec3& v : {Vec3(0.9 * middle + Vec3(0, 0, -1)), Vec3(1.1 * middle + Vec3(0, 0, -1)),
                          Vec3(middle + Vec3(0, 0, 1))})
        all_behind_end = all_behind_end && q1.cross(kAxis).dot(v) < 0.0;
    EXPECT_TRUE(all_behind_end);  // published: rejected; yet the vertex goes through the triangle half way
    const Vec3 half = turned(q0, b / 2);
    expect_contact(
        {{q0}, {0.9 * half + Vec3(0, 0, -1), 1.1 * half + Vec3(0, 0, -1), half + Vec3(0, 0, 1)}, b, 0.0});
}

TEST(KimRossignacErrors, Regression_InsideTheCylinderIsNotAMatterOfHeights) {
    // Printed: "|(vi - p) . s| < |(q0 - p) . s|": heights; with a cross product it would be radii.
    const Screwed query{{{2, 0, 5}}, {{1, -1, 1}, {3, -1, 1}, {2, 5, 1}}, 0.5, -6.0};
    for (const Vec3& v : query.still) EXPECT_LT(std::abs(v.dot(kAxis)), std::abs(query.moving[0].dot(kAxis)));
    expect_contact(query);
}

TEST(KimRossignacErrors, Regression_TheAxisVanishesAndTheSenseIsLost) {
    const auto matrix = [](const Vec3& axis, double angle) {
        return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
    };
    const Mat3 identity = Mat3::Identity();
    // "guarantee that the formula works in all situations": not across (1, 1, 1).
    EXPECT_LT(published_axis(identity, matrix({1, -1, 0}, 1.0)).norm(), 1e-15);
    EXPECT_GT(published_axis(identity, matrix({1, 1, 0}, 1.0)).norm(), 0.1);
    // Turning about -z gives +z, while the angle of eq. 1 is never negative.
    EXPECT_GT(published_axis(identity, matrix({0, 0, -1}, 0.5)).z(), 0.0);
    const auto screw =
        axial_screw(make_screw({{}, {Vec3::Zero(), Eigen::Quaterniond(matrix({1, -1, 0}, 1.0))}, 0}));
    ASSERT_TRUE(screw.has_value());
    EXPECT_NEAR(midpoint(screw->to_axis[2][0]), std::sqrt(0.5), 1e-14);
    EXPECT_NEAR(midpoint(screw->to_axis[2][1]), -std::sqrt(0.5), 1e-14);
}

TEST(KimRossignacErrors, Regression_TheTurnGoesTheOtherWayThanThePointOnTheAxis) {
    // Eq. 2 puts the centre of a chord at s x chord, which is right for turns by s x v; eq. 5 turns by v x s.
    const Vec3 o0(1, 0, 0), o1 = turned(o0, kPiD / 2);
    const Vec3 p = 0.5 * (o0 + o1 + kAxis.cross(o1 - o0) / std::tan(kPiD / 4));
    EXPECT_LT(p.norm(), 1e-15);                                          // eq. 2: the axis, as it should be
    EXPECT_GT((published_turn(o0 - p, kPiD / 2) + p - o1).norm(), 1.9);  // eq. 7: the opposite side
}

TEST(KimRossignacErrors, Regression_CoefficientOfTheCosine) {
    // Eq. 11 with d_s = 0: c0 + c2 = f(0) must be q0.n; printed c2 = q0.n + (q0.s)(s.n).
    const Vec3 q0(1, 2, 3), n(0.5, -1, 2);
    const double c0 = q0.dot(kAxis) * kAxis.dot(n), printed = q0.dot(n) + q0.dot(kAxis) * kAxis.dot(n),
                 derived = q0.dot(n) - q0.dot(kAxis) * kAxis.dot(n);
    EXPECT_NE(c0 + printed, q0.dot(n));
    EXPECT_EQ(c0 + derived, q0.dot(n));
}

TEST(KimRossignacErrors, Regression_RootsBeforeTheFirstExtremeAreMissed) {
    const auto contact = [](const Screwed& query, RootStarts starts) {
        const AxialScrew screw{identity_matrix(), exactly(Vec3(0, 0, 0)), exactly(query.angle),
                               exactly(query.slide)};
        std::vector<IntervalVec3> a, b;
        for (const Vec3& v : query.moving) a.push_back(exactly(v));
        for (const Vec3& v : query.still) b.push_back(exactly(v));
        return kim_rossignac_contact(screw, a, b, {.starts = starts});
    };
    // A wheel passes the plane y = 0.3 on its way up; the first extreme is the top, and after it no root is
    // left before t = 1.
    const Screwed wheel{{{1, 0, 0}}, {{-3, 0.3, -3}, {3, 0.3, -3}, {0, 0.3, 5}}, 1.6, 0.0};
    expect_contact(wheel);
    EXPECT_EQ(contact(wheel, RootStarts::AsPublished).verdict, ContactVerdict::Clear);  // missed
    EXPECT_EQ(contact(wheel, RootStarts::WithEnds).verdict, ContactVerdict::Contact);
    EXPECT_NEAR(contact(wheel, RootStarts::WithEnds).time, std::asin(0.3) / 1.6, 1e-12);
    EXPECT_NEAR(contact(wheel, RootStarts::Isolated).time, std::asin(0.3) / 1.6, 1e-6);
    // The slide is faster than the turn: no extremes at all, and their arcsine of c1 / (A b) does not exist.
    const Screwed drill{{{0.1, 0, 1}}, {{-3, -3, 0}, {3, -3, 0.5}, {0, 5, 0.2}}, 1.0, -3.0};
    expect_contact(drill);
    EXPECT_EQ(contact(drill, RootStarts::AsPublished).verdict, ContactVerdict::Clear);  // missed
    EXPECT_EQ(contact(drill, RootStarts::WithEnds).verdict, ContactVerdict::Contact);
    // Parallel edges are left to the vertices by the paper; as a pair of edges they are missed.
    const Screwed parallel{{{1, 0, 0}, {1, 0, 1}}, {{0, 1, 0}, {0, 1, 2}}, 3.0, 0.0};
    EXPECT_EQ(parallel.truth().verdict, ContactVerdict::Contact);
    EXPECT_EQ(contact(parallel, RootStarts::AsPublished).verdict, ContactVerdict::Clear);
}

TEST(KimRossignacErrors, Regression_AnEdgeAlongTheAxisHasNoCommonNormal) {
    // |y| = |(b1 - p) x s . l_b / (n x s . l_b)| with n = s x l_b / |s x l_b|.
    const Vec3 b1(3, 0, 0), l(0, 0, 2), n = kAxis.cross(l) / kAxis.cross(l).norm();
    EXPECT_TRUE(std::isnan(b1.cross(kAxis).dot(l) / n.cross(kAxis).dot(l)));
    const Screwed query{{{1, 0, 0}, {1, 1, 0}}, {b1, b1 + l}, 1.0, 0.0};
    EXPECT_EQ(query.ours(), AxialRejection::Outside);
}

TEST(RedonErrors, Regression_DifferenceOfIntervals) {
    // Eq. 3: [a, b] - [c, d] = [a - c, b - d].
    const Interval x{0.0, 1.0}, y{0.0, 1.0};
    const Interval published{x.lo - y.lo, x.hi - y.hi};
    EXPECT_FALSE(may_contain(published, 0.25 - 0.75));
    EXPECT_TRUE(may_contain(x - y, 0.25 - 0.75));
}

TEST(RedonErrors, Regression_TheSubdivisionTestDependsOnTheUnitAndOnASign) {
    // sum a_i |v.e_i| + (t1 - t0) |v| > k sum b_i v.f_i, k = 0.2; cubes of half sides 1 and 6.
    const auto subdivides = [](double unit, const Vec3& v, bool has_absolute, bool is_normalised) {
        const Vec3 speed = unit * v, direction = is_normalised ? Vec3(speed / speed.norm()) : speed;
        double of_a = 0.0, of_b = 0.0;
        for (int i = 0; i < 3; ++i) {
            of_a += 1.0 * unit * std::abs(direction[i]);
            of_b += 6.0 * unit * (has_absolute ? std::abs(direction[i]) : direction[i]);
        }
        return of_a + speed.norm() > 0.2 * of_b;
    };
    const Vec3 v(2, 0, 0);
    EXPECT_NE(subdivides(1.0, v, true, false), subdivides(1e3, v, true, false));  // metres or millimetres
    EXPECT_EQ(subdivides(1.0, v, true, true), subdivides(1e3, v, true, true));
    const Vec3 slow(0.1, 0, 0);
    EXPECT_NE(subdivides(1.0, slow, false, true),
              subdivides(1.0, -slow, false, true));  // forwards or backwards
    EXPECT_EQ(subdivides(1.0, slow, true, true), subdivides(1.0, -slow, true, true));
}

}  // namespace graze::papers::kim_rossignac_published_test
