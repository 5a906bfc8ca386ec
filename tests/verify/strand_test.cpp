#include "graze_verify/strand.h"

#include "claim_oracle.h"
#include "graze/core/random.h"

#include <gtest/gtest.h>

namespace graze::verify::strand_test {
namespace {

const CertificatePose kHere{{0, 0, 0}, {0, 0, 0, 1}};

// Triangles by their corners, and a motion.
struct Actor {
    CertificateMesh body;
    CertificateMotion motion{};
};

// `count` small triangles near a point.
Actor actor_at(const std::array<double, 3>& p, int count = 1) {
    Actor actor;
    for (int i = 0; i < count; ++i) {
        const auto base = static_cast<std::uint32_t>(actor.body.vertices.size());
        actor.body.vertices.push_back(p);
        actor.body.vertices.push_back({p[0], p[1] + 0.01, p[2]});
        actor.body.vertices.push_back({p[0], p[1], p[2] + 0.02});
        actor.body.triangles.push_back({base, base + 1, base + 2});
    }
    return actor;
}

// With a copy of each vertex on the other side, which no triangle names: the middle of the box is zero, so
// that nothing but the plain sums over the vertices is rounded.
Actor centred(Actor actor) {
    for (std::size_t i = 0, count = actor.body.vertices.size(); i < count; ++i) {
        const Point v = actor.body.vertices[i];
        actor.body.vertices.push_back({-v[0], -v[1], -v[2]});
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

std::string problem_of(const Actor& a, const Actor& b, const std::string& nodes, double clearance = 0.0) {
    const CarriedBody bodies[2] = {carried_body(a.body, extent_of(a.body), a.motion),
                                   carried_body(b.body, extent_of(b.body), b.motion)};
    std::size_t common = 0;
    while (common < a.motion.size() && common < b.motion.size() && a.motion[common] == b.motion[common])
        ++common;
    const ByteSource source = source_of(nodes);
    return check_strand(
               {{&bodies[0], &bodies[1]}, common, clearance, source, {0, 0, 0.0, 1.0, 0, nodes.size()}})
        .problem;
}

Actor moved(Actor actor, LinkKind kind, const CertificatePose& from, const CertificatePose& to) {
    actor.motion = {{kind, from, to, 0}};
    return actor;
}

Actor hinged(Actor actor, const Point& axis, const Point& origin, double from, double to) {
    actor.motion.push_back(
        {.kind = LinkKind::Revolute, .axis = axis, .origin = origin, .value_from = from, .value_to = to});
    return actor;
}

}  // namespace

TEST(Strand, Example_BothEndsOfTheIntervalCount) {
    const Actor a = actor_at({0, 0, 0}), b = actor_at({0, 0, 0});
    const auto along = [&](double from, double to) {
        return moved(a, LinkKind::Screw, {{from, 0, 0}, {0, 0, 0, 1}}, {{to, 0, 0}, {0, 0, 0, 1}});
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
    const Actor round = moved(actor_at({1, 0, 0}), LinkKind::Slerp, kHere, {{0, 0, 0}, {0, 0, 1, 0}});
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

TEST(Strand, Example_BodiesThatMoveAlikeSeeEachOtherAtRest) {
    const Actor a = actor_at({1, 0, 0}), b = actor_at({0, 0, 0});
    const CertificatePose there{{5, 0, 0}, {0, 0, 0.6, 0.8}};
    const Actor moved_a = moved(a, LinkKind::Screw, kHere, there),
                moved_b = moved(b, LinkKind::Screw, kHere, there);
    for (const char frame : {char{2}, char{4}}) {
        EXPECT_EQ(problem_of(moved_a, moved_b, leaf(1, 0, 0, frame)), "");
        EXPECT_EQ(problem_of(moved_a, moved_b, leaf(1, 0, 0, frame), 0.99), "");  // nothing bends
        EXPECT_NE(problem_of(moved_a, b, leaf(1, 0, 0, frame), 0.99), "");
        EXPECT_NE(problem_of(moved_a, moved(b, LinkKind::Slerp, kHere, there), leaf(1, 0, 0, frame), 0.99),
                  "");
    }
    EXPECT_NE(problem_of(moved_a, moved_b, leaf(1, 0, 0, 0)), "");  // in the world it turns away
}

// The coordinates of a direction are those of its frame.
TEST(Strand, Example_ADirectionTurnsWithItsBody) {
    // a goes half around b on a hinge through b; seen from a, b is always at -x.
    const Actor a = hinged(actor_at({1, 0, 0}), {0, 0, 3}, {0, 0, 0}, 0.0, 180.0), b = actor_at({0, 0, 0});
    std::string four_times = split(18, 0.5) + split(18, 0.25), leaves;
    for (int i = 0; i < 2; ++i) leaves += leaf(1, 0, 0, 2);
    four_times += leaves + split(18, 0.75) + leaves;
    EXPECT_EQ(problem_of(a, b, four_times), "");
    EXPECT_NE(problem_of(a, b, leaf(1, 0, 0, 0)), "");
    EXPECT_NE(problem_of(a, b, leaf(1, 0, 0, 4)), "");
    // With the bodies exchanged the direction points the other way and belongs to b.
    for (char& c : four_times)
        if (c == 2) c = 4;
    std::string back = four_times;
    for (std::size_t at = 0; at + 13 <= back.size(); ++at)
        if (back[at] == 4 && std::memcmp(back.data() + at, leaf(1, 0, 0, 4).data(), 13) == 0)
            back.replace(at, 13, leaf(-1, 0, 0, 4));
    EXPECT_EQ(problem_of(b, a, back), "");
    EXPECT_NE(problem_of(b, a, four_times), "");
}

// Along the axis of a hinge nothing moves, however far it turns: one leaf for all of a long spin.
TEST(Strand, Example_ADirectionAlongAHingeCostsNothing) {
    const Point axis{1, 2, 2};  // not along a coordinate, nor of length 1
    const Actor plate = actor_at({0.9, -0.3, 0.2}), other = actor_at({0.9 - 0.34, -0.3 - 0.67, 0.2 - 0.67});
    const std::string nodes = leaf(1, 2, 2, 0);
    EXPECT_EQ(problem_of(hinged(plate, axis, {3, 1, 0}, 0.0, 3600.0),
                         hinged(other, axis, {3, 1, 0}, 0.0, -900.0), nodes, 0.96),
              "");
    for (const char frame : {char{2}, char{4}})
        EXPECT_EQ(problem_of(hinged(plate, axis, {3, 1, 0}, 0.0, 3600.0),
                             hinged(other, axis, {2, -1, 0}, 0.0, -900.0), leaf(1, 2, 2, frame), 0.96),
                  "");
    EXPECT_NE(problem_of(hinged(plate, {1, 2, 1.9}, {3, 1, 0}, 0.0, 3600.0), other, nodes, 0.96), "");
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

// Sums that overflow hide what they stand for.
TEST(Strand, Degenerate_HugeNumbersAreNotApart) {
    Actor a = actor_at({1e158, 0, 0}), b = actor_at({0, 0, 0});
    std::string node(1, char{1});
    for (const double x : {1e150, 1e150, 0.0}) test::add(node, x);
    a.body.vertices[1] =
        a.body.vertices[2] = {1.9e158, -2e158, 0};  // n.x is below zero, if it could be computed
    EXPECT_NE(problem_of(centred(a), b, node), "");
    std::string tame(1, char{1});
    for (const double x : {1.0, 1.0, 0.0}) test::add(tame, x);
    EXPECT_NE(problem_of(centred(a), b, tame), "");
    a.body.vertices[1] = a.body.vertices[2] = {1.9e158, -1e158, 0};
    EXPECT_EQ(problem_of(centred(a), b, tame), "");
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
        a.motion = {{LinkKind::AtRest, pose, pose, 0}};
        a.body.vertices = {{rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)}};
        a.body.triangles = b.body.triangles = {{0, 0, 0}};
        const auto& v = a.body.vertices[0];
        const oracle::NumVec y = oracle::posed_by(test::pose_from(pose), {v[0], v[1], v[2]});
        b.body.vertices = {{y[0].middle(), y[1].middle(), y[2].middle()}};
        const std::array<float, 3> n{static_cast<float>(rng.uniform(-1, 1)),
                                     static_cast<float>(rng.uniform(-1, 1)),
                                     static_cast<float>(rng.uniform(-1, 1))};
        const auto& w = b.body.vertices[0];
        const oracle::Num gap =
            oracle::dot({double{n[0]}, double{n[1]}, double{n[2]}}, y - oracle::NumVec{w[0], w[1], w[2]});
        if (!gap.is_at_most(0.0)) continue;
        ++touching;
        ASSERT_NE(problem_of(centred(a), centred(b), leaf(n[0], n[1], n[2])), "") << i;
        ASSERT_NE(problem_of(a, b, leaf(n[0], n[1], n[2])), "") << i;
    }
    EXPECT_GT(touching, 1000);
}

}  // namespace graze::verify::strand_test
