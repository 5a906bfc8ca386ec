#include "graze_verify/strand.h"

#include "claim_oracle.h"
#include "graze/core/random.h"

#include <gtest/gtest.h>

namespace graze::verify {
namespace {

const CertificatePose kHere{{0, 0, 0}, {0, 0, 0, 1}};

// Triangles by their corners, and a motion.
struct Actor {
    std::vector<std::array<double, 3>> vertices;
    std::vector<std::array<std::uint32_t, 3>> triangles;
    std::vector<std::uint32_t> ids;
    CertificateMotion motion{MotionKind::AtRest, kHere, kHere, 0};
    BodyBytes bytes{};
    PreparedMotion prepared{};
    std::vector<double> accelerations;

    MovingBody moving() {
        std::array<double, 3> reach{};
        prepared = prepare(motion);
        accelerations.clear();
        for (const auto& v : vertices) {
            accelerations.push_back(most_acceleration(prepared, v));
            for (int k = 0; k < 3; ++k) reach[k] = std::max(reach[k], std::abs(v[k]));
        }
        bytes = {reinterpret_cast<const char*>(vertices.data()),
                 reinterpret_cast<const char*>(triangles.data()), reinterpret_cast<const char*>(ids.data()),
                 vertices.size(), triangles.size()};
        return {&bytes, &prepared, &accelerations, reach};
    }
};

// `count` small triangles near a point.
Actor actor_at(const std::array<double, 3>& p, int count = 1) {
    Actor actor;
    for (int i = 0; i < count; ++i) {
        const auto base = static_cast<std::uint32_t>(actor.vertices.size());
        actor.vertices.push_back(p);
        actor.vertices.push_back({p[0], p[1] + 0.01, p[2]});
        actor.vertices.push_back({p[0], p[1], p[2] + 0.02});
        actor.triangles.push_back({base, base + 1, base + 2});
        actor.ids.push_back(static_cast<std::uint32_t>(i));
    }
    return actor;
}

std::string leaf(float x, float y, float z, char tag = 0) {
    std::string node(1, tag);
    for (const float c : {x, y, z}) test::add(node, c);
    return node;
}
template <class T>
std::string split(char tag, T at) {
    std::string node(1, tag);
    test::add(node, at);
    return node;
}

std::string problem_of(Actor a, Actor b, const std::string& nodes, double clearance = 0.0) {
    const MovingBody moving_a = a.moving(), moving_b = b.moving();
    return check_strand({moving_a, moving_b, a.motion == b.motion, clearance, 0.0, 1.0, nodes}).problem;
}

Actor moved(Actor actor, MotionKind kind, const CertificatePose& from, const CertificatePose& to) {
    actor.motion = {kind, from, to, 0};
    return actor;
}

}  // namespace

TEST(Strand, Example_BothEndsOfTheIntervalCount) {
    const Actor a = actor_at({0, 0, 0}), b = actor_at({0, 0, 0});
    const auto along = [&](double from, double to) {
        return moved(a, MotionKind::Screw, {{from, 0, 0}, {0, 0, 0, 1}}, {{to, 0, 0}, {0, 0, 0, 1}});
    };
    EXPECT_EQ(problem_of(along(2, 0.5), b, leaf(1, 0, 0)), "");
    EXPECT_NE(problem_of(along(2, -1), b, leaf(1, 0, 0)), "");
    EXPECT_NE(problem_of(along(-1, 2), b, leaf(1, 0, 0)), "");
    EXPECT_NE(problem_of(along(2, 0), b, leaf(1, 0, 0)), "");  // touching
    EXPECT_NE(problem_of(along(2, 0.5), b, leaf(-1, 0, 0)), "");
    EXPECT_NE(problem_of(along(2, 0.5), b, leaf(0, 0, 0)), "");
}

TEST(Strand, Example_ABodyThatGoesRoundIsNotOnItsChord) {
    // From (1, 0, 0) over (0, 1, 0) to (-1, 0, 0); at both ends it is below y = 0.9, in between it is not.
    const Actor round = moved(actor_at({1, 0, 0}), MotionKind::Slerp, kHere, {{0, 0, 0}, {0, 0, 1, 0}});
    EXPECT_NE(problem_of(round, actor_at({0, 0.9, 0}), leaf(0, -1, 0)), "");
    EXPECT_EQ(problem_of(round, actor_at({0, 9.0, 0}), leaf(0, -1, 0)), "");
    EXPECT_NE(problem_of(actor_at({0, 0.9, 0}), round, leaf(0, 1, 0)), "");
}

TEST(Strand, Example_TheClearanceIsKept) {
    const Actor a = actor_at({1, 0, 0}), b = actor_at({0, 0, 0});
    EXPECT_EQ(problem_of(a, b, leaf(1, 0, 0), 0.99), "");
    EXPECT_EQ(problem_of(a, b, leaf(100, 0, 0), 0.99), "");
    EXPECT_NE(problem_of(a, b, leaf(1, 0, 0), 1.0), "");
    EXPECT_NE(problem_of(a, b, leaf(100, 0, 0), 1.0), "");
    EXPECT_NE(problem_of(a, b, leaf(1, 1, 0), 0.8), "");
}

TEST(Strand, Example_ACommonFrameNeedsACommonMotion) {
    const Actor a = actor_at({1, 0, 0}), b = actor_at({0, 0, 0});
    const CertificatePose there{{5, 0, 0}, {0, 0, 0.6, 0.8}};
    EXPECT_EQ(problem_of(moved(a, MotionKind::Screw, kHere, there), moved(b, MotionKind::Screw, kHere, there),
                         leaf(1, 0, 0, 2)),
              "");
    EXPECT_NE(problem_of(moved(a, MotionKind::Screw, kHere, there), b, leaf(1, 0, 0, 2)), "");
    EXPECT_NE(problem_of(moved(a, MotionKind::Screw, kHere, there), moved(b, MotionKind::Slerp, kHere, there),
                         leaf(1, 0, 0, 2)),
              "");
}

TEST(Strand, Degenerate_TreesThatAreNone) {
    const Actor a = actor_at({1, 0, 0}, 2), b = actor_at({0, 0, 0}, 2);
    const std::string good = leaf(1, 0, 0), two = good + good;
    EXPECT_EQ(problem_of(a, b, good), "");
    EXPECT_EQ(problem_of(a, b, split(16, 1u) + two), "");
    EXPECT_EQ(problem_of(a, b, split(17, 1u) + split(18, 0.25) + two + good), "");
    EXPECT_EQ(problem_of(a, b, ""), "the proof ends in the middle of a node");
    EXPECT_EQ(problem_of(a, b, split(16, 1u) + good), "the proof ends in the middle of a node");
    EXPECT_EQ(problem_of(a, b, two), "bytes follow the last node");
    for (const std::uint32_t m : {0u, 2u, 3u}) {
        EXPECT_EQ(problem_of(a, b, split(16, m) + two), "a split leaves one side empty");
        EXPECT_EQ(problem_of(a, b, split(17, m) + two), "a split leaves one side empty");
    }
    for (const double t : {0.0, 1.0, 2.0, -1.0, std::nan("")})
        EXPECT_EQ(problem_of(a, b, split(18, t) + two), "a split in time is outside its interval");
    EXPECT_EQ(problem_of(a, b, leaf(1, 0, 0, 9)), "a node of unknown kind");
    std::string deep, leaves = good;
    for (double t = 0.99; t > 1e-6; t *= 0.99) deep += split(18, t), leaves += good;
    EXPECT_EQ(problem_of(a, b, deep + leaves), "the proof is nested too deeply");
}

// Two bodies that touch in one corner, up to the last digit: whatever is not apart in truth is rejected.
TEST(Strand, Reference_RoundingNeverAccepts) {
    Rng rng(21);
    int touching = 0;
    for (int i = 0; i < 4000; ++i) {
        Eigen::Quaterniond q(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1));
        q.normalize();
        const CertificatePose pose{{rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)},
                                   {q.x(), q.y(), q.z(), q.w()}};
        Actor a, b;
        a.motion = {MotionKind::AtRest, pose, pose, 0};
        a.vertices = {{rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)}};
        a.triangles = b.triangles = {{0, 0, 0}};
        a.ids = b.ids = {0};
        const auto& v = a.vertices[0];
        const oracle::NumVec y = oracle::posed_by(test::pose_from(pose), {v[0], v[1], v[2]});
        b.vertices = {{y[0].middle(), y[1].middle(), y[2].middle()}};
        const std::array<float, 3> n{static_cast<float>(rng.uniform(-1, 1)),
                                     static_cast<float>(rng.uniform(-1, 1)),
                                     static_cast<float>(rng.uniform(-1, 1))};
        const auto& w = b.vertices[0];
        const oracle::Num gap =
            oracle::dot({double{n[0]}, double{n[1]}, double{n[2]}}, y - oracle::NumVec{w[0], w[1], w[2]});
        if (!gap.is_at_most(0.0)) continue;
        ++touching;
        ASSERT_NE(problem_of(a, b, leaf(n[0], n[1], n[2])), "") << i;
    }
    EXPECT_GT(touching, 1000);
}

}  // namespace graze::verify
