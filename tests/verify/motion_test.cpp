#include "graze_verify/motion.h"

#include "graze/core/random.h"
#include "graze_verify/trigonometry.h"

#include "claim_oracle.h"

#include <gtest/gtest.h>

namespace graze::verify {
namespace {

using oracle::Num;
using oracle::NumVec;

// Families that have broken programs before: no turn, tiny turns, half turns, whole turns, bodies far away.
CertificateMotion random_motion(Rng& rng, int family) {
    const auto quaternion = [&] {
        Eigen::Quaterniond q(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1));
        q.normalize();
        return q;
    };
    const auto pose = [&](const Eigen::Quaterniond& q, double far) {
        return CertificatePose{{rng.uniform(-2, 2) + far, rng.uniform(-2, 2), rng.uniform(-2, 2) - far},
                               {q.x(), q.y(), q.z(), q.w()}};
    };
    CertificateMotion motion;
    motion.kind = std::array{MotionKind::Screw, MotionKind::Slerp, MotionKind::LinearParameters,
                             MotionKind::AtRest}[rng.below(4)];
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
    motion.to = motion.kind == MotionKind::AtRest ? motion.from : pose(to, far);
    if (motion.kind == MotionKind::AtRest) motion.turns = 0;
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
    EXPECT_EQ(sign_of_sum({1e-200, 0, 0, 0}, {1e-200, 0, 0, 0}), 2);
    EXPECT_EQ(sign_of_sum({0, 0, 0, 0}, {1, 1, 1, 1}), 0);
}

TEST(VerifyMotion, Reference_PlacesContainTheTrueMotion) {
    oracle::Num::digits() = 320;
    Rng rng(13);
    for (int family = 0; family < 8; ++family) {
        double widest = 0.0;
        for (int i = 0; i < 60; ++i) {
            const CertificateMotion motion = random_motion(rng, family);
            if (!problem_with(motion).empty()) continue;
            const PreparedMotion prepared = prepare(motion);
            const oracle::Path truth = test::truth_of(motion);
            for (const double t : {0.0, 1.0, rng.unit(), 0.5}) {
                const Placement at = placement_at(prepared, t);
                const std::array<double, 3> x{rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)};
                const NumVec y = truth({x[0], x[1], x[2]}, t);
                for (int k = 0; k < 3; ++k) {
                    const Bound here =
                        dot(at.rotation[k], {exact(x[0]), exact(x[1]), exact(x[2])}) + at.place[k];
                    ASSERT_TRUE(contains(here, y[k]))
                        << "family " << family << " kind " << static_cast<int>(motion.kind);
                    widest = std::max(widest, here.hi - here.lo);
                }
            }
        }
        EXPECT_LT(widest, family == 5 ? 1e-8 : 1e-12) << family;
    }
}

// By the mean value theorem the second difference of n.y over s is n.y'' somewhere: it may never exceed the
// bound.
TEST(VerifyMotion, Reference_AccelerationsAreNeverExceeded) {
    oracle::Num::digits() = 320;
    Rng rng(14);
    std::array<double, 4> tightest{};
    for (int family = 0; family < 8; ++family)
        for (int i = 0; i < 100; ++i) {
            const CertificateMotion motion = random_motion(rng, family);
            if (!problem_with(motion).empty()) continue;
            const PreparedMotion prepared = prepare(motion);
            const oracle::Path truth = test::truth_of(motion);
            const std::array<double, 3> x{rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)};
            const std::array<double, 3> n{rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)};
            const double limit = most_acceleration(prepared, x) *
                                 most_along(prepared, {exact(n[0]), exact(n[1]), exact(n[2])});
            for (int k = 0; k < 4; ++k) {
                const double s = 0x1p-10, t = s + (1.0 - 2.0 * s) * rng.unit();
                const NumVec p{x[0], x[1], x[2]};
                const NumVec bend =
                    truth(p, Num(t) - Num(s)) + truth(p, Num(t) + Num(s)) - Num(2.0) * truth(p, t);
                const Num along = oracle::dot({n[0], n[1], n[2]}, bend) / Num(s * s);
                ASSERT_LE(std::max(along.hi(), -along.lo()),
                          limit * (1.0 + 1e-12) + 1e-12 * (family == 5 ? 1e5 : 1.0))
                    << "family " << family << " kind " << static_cast<int>(motion.kind);
                double& best = tightest[static_cast<int>(motion.kind)];
                if (limit > 1e-6) best = std::max(best, along.hi() / limit);
            }
        }
    // Not idle: each kind comes near its bound.
    EXPECT_GT(tightest[static_cast<int>(MotionKind::Screw)], 0.9);
    EXPECT_GT(tightest[static_cast<int>(MotionKind::Slerp)], 0.9);
    EXPECT_GT(tightest[static_cast<int>(MotionKind::LinearParameters)], 0.3);
}

TEST(VerifyMotion, Degenerate_ImpossibleMotionsAreNamed) {
    CertificateMotion motion{MotionKind::Screw, {{0, 0, 0}, {0, 0, 0, 1}}, {{1, 0, 0}, {0, 0, 0, 1}}, 0};
    EXPECT_EQ(problem_with(motion), "");
    motion.turns = 1;
    EXPECT_NE(problem_with(motion), "");  // about no axis
    motion.turns = 0;
    motion.to.quaternion = {0, 0, 0, 1.00001};
    EXPECT_NE(problem_with(motion), "");
    motion.to.quaternion = {0, 0, 0, std::numeric_limits<double>::quiet_NaN()};
    EXPECT_NE(problem_with(motion), "");
    motion.to = {{0, 0, std::numeric_limits<double>::infinity()}, {0, 0, 0, 1}};
    EXPECT_NE(problem_with(motion), "");
    CertificateMotion rest{MotionKind::AtRest, {{0, 0, 0}, {0, 0, 0, 1}}, {{1, 0, 0}, {0, 0, 0, 1}}, 0};
    EXPECT_NE(problem_with(rest), "");
}

}  // namespace graze::verify
