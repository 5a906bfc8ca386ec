#include "graze_verify/motion.h"

#include "graze/core/random.h"
#include "graze_verify/trigonometry.h"

#include "claim_oracle.h"

#include <gtest/gtest.h>

namespace graze::verify::motion_test {
namespace {

using oracle::Num;
using oracle::NumVec;

// Families that have broken programs before: no turn, tiny turns, half turns, whole turns, bodies far away.
CertificateLink random_motion(Rng& rng, int family) {
    const auto quaternion = [&] {
        Eigen::Quaterniond q(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1));
        q.normalize();
        return q;
    };
    const auto pose = [&](const Eigen::Quaterniond& q, double far) {
        return CertificatePose{{rng.uniform(-2, 2) + far, rng.uniform(-2, 2), rng.uniform(-2, 2) - far},
                               {q.x(), q.y(), q.z(), q.w()}};
    };
    CertificateLink motion;
    motion.kind = std::array{LinkKind::Screw,  LinkKind::Slerp,    LinkKind::LinearParameters,
                             LinkKind::AtRest, LinkKind::Revolute, LinkKind::Prismatic}[rng.below(6)];
    if (motion.kind == LinkKind::Revolute || motion.kind == LinkKind::Prismatic) {
        const bool turns = motion.kind == LinkKind::Revolute;
        const double size = turns ? 180.0 : 2.0, far = family == 5 ? 1e5 : 0.0;
        motion.axis = {rng.uniform(-3, 3), family == 3 ? 0.0 : rng.uniform(-3, 3), rng.uniform(-3, 3)};
        if (turns) motion.origin = {rng.uniform(-2, 2) + far, rng.uniform(-2, 2), rng.uniform(-2, 2) - far};
        motion.value_from = rng.uniform(-size, size);
        motion.value_to =
            family == 1 ? motion.value_from : rng.uniform(-size, size) * (family == 4 ? 4.0 : 1.0);
        return motion;
    }
    Eigen::Quaterniond from = quaternion(), to = quaternion();
    double far = 0.0;
    switch (family) {
        case 1:
            to = from;
            break;
        case 2: {
            const double angle = std::pow(10.0, rng.uniform(-18.0, -1.0));
            to = from * Eigen::Quaterniond(Eigen::AngleAxisd(angle, Vec3(1, -2, 0.5).normalized()));
            break;
        }
        case 3:  // exactly half a turn, about an axis of the coordinates
            from = Eigen::Quaterniond::Identity();
            to = rng.below(2) ? Eigen::Quaterniond(0, 0, -1, 0) : Eigen::Quaterniond(0, 0.6, 0, -0.8);
            break;
        case 4:
            motion.turns = static_cast<int>(rng.below(9)) - 4;
            break;
        case 5:
            far = 1e5;
            break;
        case 6:  // the identity at one end, and its negative
            (rng.below(2) ? from : to) =
                rng.below(2) ? Eigen::Quaterniond::Identity() : Eigen::Quaterniond(-1, 0, 0, 0);
            break;
        case 7:  // nearly half a turn
            to = from * Eigen::Quaterniond(rng.uniform(-1, 1) * 1e-16, 0.6, 0.0, 0.8);
            break;
        default:
            break;
    }
    motion.from = pose(from, far);
    motion.to = motion.kind == LinkKind::AtRest ? motion.from : pose(to, far);
    if (motion.kind == LinkKind::AtRest) motion.turns = 0;
    return motion;
}

bool contains(const Bound& bound, const Num& truth) {
    return !(truth.hi() < bound.lo) && !(truth.lo() > bound.hi) && truth.lo() >= bound.lo - 1e-300 &&
           truth.hi() <= bound.hi + 1e-300;
}

}  // namespace

TEST(VerifyBound, Reference_ContainsRationals) {
    Rng rng(10);
    const auto holds = [](const Bound& bound, const mpq_class& x) {
        return mpq_class(bound.lo) <= x && x <= mpq_class(bound.hi);
    };
    for (int i = 0; i < 5000; ++i) {
        const double a = std::ldexp(rng.uniform(-1, 1), static_cast<int>(rng.below(60)) - 30),
                     b = rng.uniform(-1, 1);
        const mpq_class p(a), q(b);
        ASSERT_TRUE(holds(exact(a) + exact(b), p + q));
        ASSERT_TRUE(holds(exact(a) - exact(b), p - q));
        ASSERT_TRUE(holds(exact(a) * exact(b), p * q));
        ASSERT_TRUE(holds(exact(a) / exact(b), p / q));
        ASSERT_TRUE(holds(square(exact(a)), p * p));
        ASSERT_TRUE(holds(square(root(exact(std::abs(a)))), abs(p)));
    }
    const Bound by_zero = exact(1.0) / Bound{-1.0, 1.0};
    EXPECT_EQ(by_zero.hi - by_zero.lo, std::numeric_limits<double>::infinity());
}

TEST(VerifyBound, Reference_AnglesOfWideBoxesContainTheirCorners) {
    Rng rng(15);
    int known = 0;
    for (int i = 0; i < 2000; ++i) {
        const double y = rng.uniform(-1, 1), x = rng.uniform(0.1, 1), r = rng.uniform(0.0, 0.2);
        const Bound angle = angle_of({y - r, y + r}, {x - r, x + r});
        for (const double s : {-r, r})
            for (const double t : {-r, r})
                ASSERT_TRUE(contains(angle, oracle::atan2(Num(y + s), Num(x + t))));
        known += std::isfinite(angle.lo);
    }
    EXPECT_GT(known, 500);
}

TEST(VerifyTrigonometry, Reference_ContainsMpfiAndIsTight) {
    Rng rng(11);
    double widest = 0.0;
    for (int i = 0; i < 20000; ++i) {
        const double x = i < 10000 ? rng.uniform(-10.0, 10.0)
                                   : std::ldexp(rng.uniform(-1, 1), static_cast<int>(rng.below(80)) - 60);
        const auto [s, c] = sine_cosine(exact(x));
        ASSERT_TRUE(contains(s, oracle::sin(Num(x)))) << x;
        ASSERT_TRUE(contains(c, oracle::cos(Num(x)))) << x;
        if (x != 0.0) {
            ASSERT_TRUE(contains(sinc(exact(x)), oracle::sin(Num(x)) / Num(x))) << x;
        }
        if (std::abs(x) <= 10.0) widest = std::max({widest, s.hi - s.lo, c.hi - c.lo});
        const double y = rng.uniform(-1, 1), z = rng.uniform(-1, 1);
        const Bound angle = angle_of(exact(y), exact(z));
        const Num truth = oracle::atan2(Num(y), Num(z));
        ASSERT_TRUE(contains(angle, truth)) << y << " " << z;
        ASSERT_LT(angle.hi - angle.lo, 1e-14);
    }
    EXPECT_LT(widest, 1e-14);
    EXPECT_LE(sine_cosine({0.0, 7.0}).sine.lo, -1.0);
    EXPECT_GE(sine_cosine({0.0, 7.0}).sine.hi, 1.0);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_LE(sine_cosine({nan, nan}).sine.lo, -1.0);
}

TEST(VerifyTrigonometry, Reference_SignsOfSumsAreExact) {
    Rng rng(12);
    int zeros = 0, tiny = 0;
    for (int i = 0; i < 5000; ++i) {
        std::array<double, 4> p, q;
        for (int k = 0; k < 4; ++k) p[k] = rng.uniform(-1, 1), q[k] = rng.uniform(-1, 1);
        if (i % 2) p[2] = p[0], q[2] = -q[0], p[3] = p[1], q[3] = -q[1];         // exactly zero
        if (i % 4 == 3) q[3] = std::nextafter(q[3], rng.below(2) ? 2.0 : -2.0);  // nearly
        mpq_class sum = 0;
        for (int k = 0; k < 4; ++k) sum += mpq_class(p[k]) * mpq_class(q[k]);
        ASSERT_EQ(sign_of_sum(p, q), sgn(sum));
        zeros += sgn(sum) == 0, tiny += sgn(sum) != 0 && abs(sum) < 1e-15;
    }
    EXPECT_GT(zeros, 1000);
    EXPECT_GT(tiny, 1000);
    EXPECT_EQ(sign_of_sum({1e-200, 0, 0, 0}, {1e-200, 0, 0, 0}), 1);
    EXPECT_EQ(sign_of_sum({1e-300, 0, 0, 0}, {1e-300, 0, 0, 0}), 2);              // below 2^-1900
    EXPECT_EQ(sign_of_sum({1e-300, -1e-200, 0, 0}, {1e-300, 1e-200, 0, 0}), -1);  // it does not matter
    EXPECT_EQ(sign_of_sum({1e-300, 1.0, -1.0, 0}, {1e-300, 1.0, 1.0, 0}), 2);     // it does
    const Bound rest =
        sum_of_products({1.0, -1.0, 0x1p-60, 0}, {1.0, 1.0, 1.0, 0});  // what cancels leaves no error
    EXPECT_LE(rest.lo, 0x1p-60);
    EXPECT_GE(rest.hi, 0x1p-60);
    EXPECT_LT(rest.hi - rest.lo, 0x1p-105);
    EXPECT_EQ(sign_of_sum({0, 0, 0, 0}, {1, 1, 1, 1}), 0);
}

TEST(VerifyMotion, Reference_PlacesContainTheTrueMotion) {
    oracle::Num::digits() = 320;
    Rng rng(13);
    for (int family = 0; family < 8; ++family) {
        double widest = 0.0;
        for (int i = 0; i < 60; ++i) {
            const CertificateLink motion = random_motion(rng, family);
            if (!problem_with(motion).empty()) continue;
            const PreparedLink prepared = prepare(motion);
            const oracle::Path truth = test::true_link(motion).path;
            for (const double t : {0.0, 1.0, rng.unit(), 0.5}) {
                const Placement at = placement_at(prepared, t);
                const std::array<double, 3> x{rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)};
                const NumVec y = truth({x[0], x[1], x[2]}, t);
                for (int k = 0; k < 3; ++k) {
                    const Bound here = dot(at.rotation[k], exact(x) - exact(prepared.pivot)) + at.place[k];
                    ASSERT_TRUE(contains(here, y[k]))
                        << "family " << family << " kind " << static_cast<int>(motion.kind);
                    widest = std::max(widest, here.hi - here.lo);
                }
            }
        }
        EXPECT_LT(widest, family == 5 ? 1e-8 : 2e-12) << family;
    }
}

namespace {

// Two bodies on random chains that may begin with the same links.
struct RandomPair {
    CertificateMotion motions[2];
    std::vector<oracle::Path> truths[2];
    std::size_t common = 0;

    RandomPair(Rng& rng, int family) {
        CertificateMotion carrier;
        const auto add = [&](CertificateMotion& motion, std::size_t count) {
            while (motion.size() < count) {
                const CertificateLink link = random_motion(rng, family);
                if (problem_with(link).empty()) motion.push_back(link);
            }
        };
        add(carrier, rng.below(2));
        common = carrier.size();
        for (int body = 0; body < 2; ++body) {
            motions[body] = carrier;
            add(motions[body], common + rng.below(3));
            for (const CertificateLink& link : motions[body])
                truths[body].push_back(test::true_link(link).path);
        }
    }
    std::vector<PreparedLink> prepared(int body) const {
        std::vector<PreparedLink> all;
        for (const CertificateLink& link : motions[body]) all.push_back(prepare(link));
        return all;
    }
    NumVec place(int body, const Point& x, const Num& t) const {
        NumVec y{x[0], x[1], x[2]};
        for (auto path = truths[body].rbegin(); path != truths[body].rend(); ++path) y = (*path)(y, t);
        return y;
    }
    // n.y, as seen from the frame, up to a constant.
    Num along(int body, const Point& x, const Point& n, Frame frame, const Num& t) const {
        const NumVec y = place(body, x, t);
        if (frame == Frame::World) return oracle::dot({n[0], n[1], n[2]}, y);
        const int host = frame == Frame::A ? 0 : 1;
        const NumVec o = place(host, {0, 0, 0}, t);
        return oracle::dot(place(host, n, t) - o, y - o);
    }
};

}  // namespace

// Values of planes at instants, as differences of the two bodies; and second derivatives: by the mean value
// theorem a second difference over s is the second derivative somewhere, so it must lie in the set.
TEST(VerifyMotion, Reference_PlanesContainTheirTrueValuesAndBends) {
    oracle::Num::digits() = 320;
    Rng rng(14);
    std::array<double, 8> widest{};
    const auto point = [&] { return Point{rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)}; };
    for (int family = 0; family < 8; ++family)
        for (int i = 0; i < 100; ++i) {
            SCOPED_TRACE(std::to_string(family) + " " + std::to_string(i));
            const RandomPair pair(rng, family);
            const std::vector<PreparedLink> links[2] = {pair.prepared(0), pair.prepared(1)};
            const Point centres[2] = {point(), point()}, x[2] = {point(), point()}, n = point();
            const Frame frame = std::array{Frame::World, Frame::A, Frame::B}[i % 3];
            const double span = std::pow(10.0, rng.uniform(-4.0, 0.0)), from = (1.0 - span) * rng.unit(),
                         until = from + span;
            const auto at = [&](double begin, double end, int body) {
                ChainWindow chains[2];
                for (int k = 0; k < 2; ++k) set_window(chains[k], links[k], centres[k], begin, end);
                return plane_seen(chains[0], chains[1], pair.common, body, exact(n), frame);
            };
            const double slack = family == 5 ? 1e-9 : 1e-13;
            const auto value = [&](double t, int body) {
                const Plane plane = at(t, t, body);
                return dot(plane.r, exact(x[body]) - exact(centres[body])) + plane.c;
            };
            for (const double t : {from, until}) {
                const Bound gap = value(t, 0) - value(t, 1);
                const Num truth = pair.along(0, x[0], n, frame, t) - pair.along(1, x[1], n, frame, t);
                ASSERT_TRUE(contains(gap, truth));
                widest[family] = std::max(widest[family], gap.hi - gap.lo);
            }
            for (int body = 0; body < 2; ++body) {
                const Plane plane = at(from, until, body);
                const Bound bend = dot(plane.r2, exact(x[body]) - exact(centres[body])) + plane.c2;
                const double s = std::min(0x1p-12, span / 4.0);
                for (const double t : {from + s, until - s, from + s + (span - 2.0 * s) * rng.unit()}) {
                    const Num difference = pair.along(body, x[body], n, frame, Num(t) - Num(s)) +
                                           pair.along(body, x[body], n, frame, Num(t) + Num(s)) -
                                           Num(2.0) * pair.along(body, x[body], n, frame, t);
                    const Num here = difference / Num(s * s);
                    ASSERT_GE(here.lo(), bend.lo - slack);
                    ASSERT_LE(here.hi(), bend.hi + slack);
                }
            }
        }
    for (int family = 0; family < 8; ++family)
        EXPECT_LT(widest[family], family == 5 ? 1e-6 : 2e-11) << family;
}

// Seen from a hinge that turns by W, a slide along n at half time is at L s cos(W s), s = t - 1/2: what bends
// most is the turning of the slide's velocity (two parts of three), then the way that it has gone by then.
TEST(VerifyMotion, Example_PlacesThatMoveWithinTheWindowBend) {
    constexpr double kWay = 10.0, kTurn = 3.14159265358979323846, kHalfWindow = 0.1;
    const std::vector<PreparedLink> hinge{
        prepare({.kind = LinkKind::Revolute, .axis = {0, 0, 1}, .value_from = -90.0, .value_to = 90.0})},
        slide{prepare({.kind = LinkKind::Prismatic,
                       .axis = {1, 0, 0},
                       .value_from = -0.5 * kWay,
                       .value_to = 0.5 * kWay})};
    ChainWindow a, b;
    set_window(a, hinge, {0, 0, 0}, 0.5 - kHalfWindow, 0.5 + kHalfWindow);
    set_window(b, slide, {0, 0, 0}, 0.5 - kHalfWindow, 0.5 + kHalfWindow);
    const Plane plane = plane_seen(a, b, 0, 1, exact(Point{1, 0, 0}), Frame::A);
    double most = 0.0;
    for (double s = -kHalfWindow; s <= kHalfWindow; s += 0.125 * kHalfWindow) {
        const double bend = -kWay * kTurn * (2.0 * std::sin(kTurn * s) + kTurn * s * std::cos(kTurn * s));
        EXPECT_LE(plane.c2.lo, bend);
        EXPECT_GE(plane.c2.hi, bend);
        most = std::max(most, bend);
    }
    EXPECT_GT(most, 28.0);
    EXPECT_LT(plane.c2.hi, 1.5 * most);
    EXPECT_GT(plane.c2.lo, -1.5 * most);
}

// What a short window tells of a bend is nearly the truth: the sets shrink with the window.
TEST(VerifyMotion, Property_BendsAreTightOverShortWindows) {
    Rng rng(16);
    for (const LinkKind kind :
         {LinkKind::Screw, LinkKind::Slerp, LinkKind::LinearParameters, LinkKind::Revolute}) {
        double worst = 0.0;
        for (int i = 0; i < 200; ++i) {
            CertificateLink link = random_motion(rng, 0);
            if (link.kind != kind) continue;
            const std::vector<PreparedLink> links{prepare(link)}, none;
            const auto width = [&](Frame frame, double span) {
                ChainWindow a, b;
                set_window(a, links, {0.1, 0.2, 0.3}, 0.4, 0.4 + span);
                set_window(b, none, {0.3, 0.1, 0.2}, 0.4, 0.4 + span);
                const Plane plane =
                    plane_seen(a, b, 0, frame == Frame::A ? 1 : 0, exact(Point{0.3, -0.5, 0.8}), frame);
                const Bound bend = dot(plane.r2, exact(Point{0.5, 0.4, -0.3})) + plane.c2;
                return bend.hi - bend.lo;
            };
            for (const Frame frame : {Frame::A, Frame::World}) {
                worst = std::max(worst, width(frame, 1e-4));
                if (kind != LinkKind::LinearParameters) {
                    EXPECT_LT(width(frame, 1e-6), 5e-3);
                }
            }
        }
        // Linear parameters do not get narrower than the derivative of their spin.
        EXPECT_LT(worst, kind == LinkKind::LinearParameters ? 200.0 : 0.5);
        EXPECT_GT(worst, 0.0);
    }
}

TEST(VerifyMotion, Degenerate_ImpossibleMotionsAreNamed) {
    CertificateLink motion{LinkKind::Screw, {{0, 0, 0}, {0, 0, 0, 1}}, {{1, 0, 0}, {0, 0, 0, 1}}, 0};
    EXPECT_EQ(problem_with(motion), "");
    motion.turns = 1;
    EXPECT_NE(problem_with(motion), "");  // about no axis
    motion.kind = LinkKind::LinearParameters;
    EXPECT_NE(problem_with(motion), "");
    motion.from.quaternion = {0.6, 0, 0, 0.8};
    EXPECT_NE(problem_with(motion), "");  // turns count at the end, which is at no angle
    motion.kind = LinkKind::Slerp;
    EXPECT_EQ(problem_with(motion), "");
    motion.turns = 0;
    motion.from.quaternion = {0, 0, 0, 1};
    motion.to.quaternion = {1, 0, 0, 1e-310};  // half a turn, but for a hair
    EXPECT_EQ(problem_with(motion), "");
    motion.from.quaternion = {0, 1, 0, 1e-300};  // half a turn, one way or the other
    motion.to.quaternion = {1, 0, 0, 1e-300};
    EXPECT_NE(problem_with(motion), "");
    motion.from.quaternion = {0, 0, 0, 1};
    motion.to.quaternion = {1, 0, 0, 0};
    EXPECT_EQ(problem_with(motion), "");
}

}  // namespace graze::verify::motion_test
