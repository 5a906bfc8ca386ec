#include "graze_papers/redon_bodies.h"

#include "support/body_queries.h"

#include <gtest/gtest.h>

#include <set>

namespace graze::papers::redon_bodies_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

/// Not a body 1e5 sizes from the origin: natural intervals of its places are so wide that time would have to
/// be divided into millionths. first_contact takes those; this baseline does not end in a test's time.
MotionFamily near_family(Rng& rng) {
    const auto family = MotionFamily(rng.below(kMotionFamilies));
    return family == MotionFamily::FarBody ? MotionFamily::Screw : family;
}

/// Every setting of the optimisations, by number.
constexpr int kVariants = 32;
RedonBodiesOptions variant(int number, double clearance, double tolerance) {
    RedonBodiesOptions options{.clearance = clearance, .tolerance = tolerance};
    if (number & 1) options.pretest = DiscretePretest::Off;
    if (number & 2) options.current_time = CurrentTime::Off;
    if (number & 4) options.order = ChildOrder::AsStored;
    if (number & 8) options.axes = ObbAxes::Faces;
    if (number & 16) options.k = 1.0;
    return options;
}

/// Two bodies with their trees.
struct Boxed {
    const BodyQuery& query;
    MovingModel a = query.a.moving(), b = query.b.moving();
    ObbTree tree_a = build_obb_tree(*query.a.mesh), tree_b = build_obb_tree(*query.b.mesh);

    explicit Boxed(const BodyQuery& of) : query(of) {}
    [[nodiscard]] RedonBodiesContact ask(const RedonBodiesOptions& options,
                                         RedonFront* front = nullptr) const {
        return redon_bodies_contact({a, tree_a}, {b, tree_b}, options, front);
    }
    [[nodiscard]] FirstContact ask_ours(double clearance, double tolerance, FirstContactWorkspace& w) const {
        return first_contact(a, b, {.clearance = clearance, .tolerance = tolerance}, w);
    }
};

double tolerance_for(const BodyQuery& query) { return std::max(1e-6 * query.size, 1e-10 * query.reach); }

/// A step of a simulator: two bumpy balls near each other, one of which moves by a few hundredths.
BodyQuery small_step(Rng& rng) {
    BodyQuery query;
    query.size = query.reach = 2.0;
    const auto ball = [&](double radius) {
        const double bumps = rng.uniform(2.0, 6.0);
        return std::make_unique<Mesh>(sphere_mesh(
            8, 12, [=](const Vec3& n) { return radius * (0.9 + 0.1 * std::sin(bumps * n.x() + n.y())); }));
    };
    query.a.mesh = ball(1.0);
    query.b.mesh = ball(0.8);
    Pose from, to;
    from.translation = rng.uniform(1.65, 1.75) * random_vector(rng, 1.0).normalized();
    to.translation = from.translation + random_vector(rng, 0.06);
    to.rotation = Eigen::Quaterniond(Eigen::AngleAxisd(0.03, random_vector(rng, 1.0).normalized()));
    query.a.motion = std::make_unique<RigidMotion>(AtRest{});
    query.b.motion = std::make_unique<RigidMotion>(make_screw({from, to, 0}));
    query.a.rebuild();
    query.b.rebuild();
    return query;
}

/// Triangles below each node.
std::vector<std::uint64_t> triangles_below(const ObbTree& tree) {
    std::vector<std::uint64_t> count(tree.nodes.size());
    for (std::size_t i = tree.nodes.size(); i-- > 0;) {  // children stand behind their parents
        const ObbNode& node = tree.nodes[i];
        count[i] = node.is_leaf ? 1 : count[node.child] + count[node.child + 1];
    }
    return count;
}

using LongMat3 = Eigen::Matrix<long double, 3, 3>;
using LongVec3 = Eigen::Matrix<long double, 3, 1>;

/// How far the boxes' corners are apart along a direction, in 80 bits.
long double gap_along(const LongVec3& n, const ObbNode& a, const ObbNode& b, const LongMat3& rotation,
                      const LongVec3& between) {
    long double extent = 0;
    for (int k = 0; k < 3; ++k) {
        extent += a.half[k] * std::abs(n.dot(a.axes.col(k).cast<long double>()));
        extent += b.half[k] * std::abs(n.dot(rotation * b.axes.col(k).cast<long double>()));
    }
    return std::abs(n.dot(between)) - extent;
}

ObbNode random_box(Rng& rng) {
    ObbNode node;
    const Vec3 axis = random_vector(rng, 1.0).normalized();
    node.axes = Eigen::AngleAxisd(rng.uniform(0.0, 6.0), axis).toRotationMatrix();
    node.centre = random_vector(rng, 0.3);
    node.half = Vec3(rng.uniform(0.0, 0.4), rng.uniform(0.0, 0.4), rng.uniform(0.0, 0.4));
    return node;
}

/// x -> rotation x + shift, b seen from a, over some time.
struct Screwing {
    Vec3 axis, way, start;
    double angle;

    explicit Screwing(Rng& rng, double fast)
        : axis(random_vector(rng, 1.0).normalized()),
          way(fast * random_vector(rng, 1.0)),
          start(random_vector(rng, 0.35)),
          angle(fast * rng.uniform(-1.5, 1.5)) {}

    [[nodiscard]] RigidMotion motion() const {
        Pose from, to;
        from.translation = start;
        to.translation = start + way;
        to.rotation = Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis));
        return make_slerp({from, to, 0});
    }
    [[nodiscard]] LongMat3 rotation(long double t) const {
        return Eigen::AngleAxis<long double>(angle * t, axis.cast<long double>().normalized())
            .toRotationMatrix();
    }
    [[nodiscard]] LongVec3 shift(long double t) const {
        return (start.cast<long double>() + t * way.cast<long double>()).eval();
    }
};

LongVec3 axis_number(int axis, const ObbNode& a, const ObbNode& b, const LongMat3& rotation) {
    const auto e = [&](int i) { return LongVec3(a.axes.col(i).cast<long double>()); };
    const auto f = [&](int j) { return LongVec3(rotation * b.axes.col(j).cast<long double>()); };
    if (axis < 3) return e(axis);
    if (axis < 6) return f(axis - 3);
    return e((axis - 6) / 3).cross(f((axis - 6) % 3));
}

}  // namespace

TEST(RedonBoxes, Reference_BoxesHoldTheirTrianglesAndLittleMore) {
    Rng rng(41);
    for (int trial = 0; trial < 60; ++trial) {
        SCOPED_TRACE(trial);
        Mesh mesh = random_small_mesh(rng, 3 + static_cast<int>(rng.below(60)));
        if (trial % 5 == 0)
            for (Vec3& x : mesh.vertices) x.z() = 0.25;  // flat
        if (trial % 7 == 0)
            for (Vec3& x : mesh.vertices) x = Vec3(x.x(), 2.0 * x.x(), 1.0);  // a line
        move_mesh(mesh, kSizes[rng.below(3)], random_vector(rng, trial % 3 == 0 ? 1e4 : 1.0));
        const ObbTree tree = build_obb_tree(mesh);
        ASSERT_EQ(tree.nodes.size(), 2 * mesh.triangles.size() - 1);
        std::set<std::uint32_t> leaves;
        std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>> ways{{0, {}}};
        while (!ways.empty()) {  // every triangle against all boxes above it
            auto [id, above] = ways.back();
            ways.pop_back();
            above.push_back(id);
            const ObbNode& node = tree.nodes[id];
            if (!node.is_leaf) {
                ways.emplace_back(node.child, above);
                ways.emplace_back(node.child + 1, above);
                continue;
            }
            ASSERT_TRUE(leaves.insert(node.child).second);
            for (const std::uint32_t up : above) {
                const ObbNode& box = tree.nodes[up];
                const LongMat3 inverse = box.axes.cast<long double>().inverse();
                for (const Vec3& x : corners(mesh, node.child)) {
                    const LongVec3 s = inverse * (x.cast<long double>() - box.centre.cast<long double>());
                    for (int i = 0; i < 3; ++i) ASSERT_LE(std::abs(s[i]), box.half[i]);
                }
            }
        }
        EXPECT_EQ(leaves.size(), mesh.triangles.size());
        // Tight: each side of the root is touched, up to its pad.
        const ObbNode& root = tree.nodes[0];
        Vec3 touched = Vec3::Zero();
        for (const Vec3& x : mesh.vertices)
            touched = touched.cwiseMax((root.axes.transpose() * (x - root.centre)).cwiseAbs());
        for (int i = 0; i < 3; ++i)
            EXPECT_LE(root.half[i], touched[i] + 1e-10 * root.half.maxCoeff() + 1e-300);
    }
}

TEST(RedonBoxes, Example_CovarianceTurnsTheBoxWithThePlate) {
    Mesh plate = box_mesh({1.0, 0.4, 0.01});
    const Mat3 turn = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix();
    for (Vec3& x : plate.vertices) x = turn * x + Vec3(5, 6, 7);
    const ObbNode root = build_obb_tree(plate).nodes[0];
    EXPECT_NEAR(root.half.maxCoeff(), 1.0, 1e-6);
    EXPECT_NEAR(root.half.minCoeff(), 0.01, 1e-6);
    EXPECT_LT((root.centre - Vec3(5, 6, 7)).norm(), 1e-6);
}

TEST(RedonBoxes, Example_TheSplitMakesTheLargerChildSmall) {
    // Ten small triangles in a row and one far away: the far one is alone, unlike with a split at the mean
    // of all of them.
    Mesh row;
    for (int i = 0; i < 11; ++i) {
        const double at = i < 10 ? 0.1 * i : 5.0;
        for (const Vec3& x : {Vec3(at, 0, 0), Vec3(at + 0.1, 0, 0), Vec3(at, 0.1, 0.02 * i)})
            row.vertices.push_back(x);
        const auto first = static_cast<std::uint32_t>(3 * i);
        row.triangles.push_back({first, first + 1, first + 2});
    }
    make_one_surface(row, "row");
    const ObbTree tree = build_obb_tree(row);
    const auto below = triangles_below(tree);
    const ObbNode& root = tree.nodes[0];
    EXPECT_EQ(std::min(below[root.child], below[root.child + 1]), 1u);
}

TEST(RedonBoxes, Reference_ASeparatingAxisSeparatesAllTheTime) {
    Rng rng(17);
    bool seen[15] = {};
    int proved = 0;
    constexpr int kTrials = 20000;
    for (int trial = 0; trial < kTrials; ++trial) {
        SCOPED_TRACE(trial);
        const ObbNode a = random_box(rng), b = random_box(rng);
        const Screwing way(rng, trial % 3 == 0 ? 1.0 : 0.05);
        const double reach = trial % 2 == 0 ? 0.0 : rng.uniform(0.0, 0.2);
        const double begin = rng.unit() * 0.9, end = begin + rng.unit() * (1.0 - begin);
        const MotionJet jet = jet_over(way.motion(), Interval{begin, end});
        const auto axis = separating_axis(a, b, jet, reach, ObbAxes::All);
        EXPECT_EQ(separating_axis(a, b, jet, reach, ObbAxes::Faces).has_value(), axis && *axis < 6);
        if (!axis) continue;
        ++proved;
        seen[*axis] = true;
        for (const double part : {0.0, 0.3, 0.7, 1.0}) {
            const long double t = begin + part * (end - begin);
            const LongMat3 rotation = way.rotation(t);
            const LongVec3 between =
                rotation * b.centre.cast<long double>() + way.shift(t) - a.centre.cast<long double>();
            const LongVec3 n = axis_number(*axis, a, b, rotation);
            ASSERT_GT(gap_along(n, a, b, rotation, between), reach * n.norm() - 1e-15L) << *axis;
        }
    }
    EXPECT_GT(proved, kTrials / 5);
    EXPECT_LT(proved, kTrials * 4 / 5);
    for (const bool axis : seen) EXPECT_TRUE(axis);
}

TEST(RedonBoxes, Reference_AtOneInstantBothTestsAreAsGoodAsTheAxes) {
    Rng rng(18);
    int apart = 0, by_cross = 0;
    for (int trial = 0; trial < 20000; ++trial) {
        SCOPED_TRACE(trial);
        const ObbNode a = random_box(rng), b = random_box(rng);
        const Screwing way(rng, 1.0);
        const double t = rng.unit(), reach = trial % 2 == 0 ? 0.0 : rng.uniform(0.0, 0.2);
        const LongMat3 rotation = way.rotation(t);
        const LongVec3 between =
            rotation * b.centre.cast<long double>() + way.shift(t) - a.centre.cast<long double>();
        long double faces = -1e9L, all = -1e9L;
        for (int axis = 0; axis < 15; ++axis) {
            const LongVec3 n = axis_number(axis, a, b, rotation);
            const long double beyond = gap_along(n, a, b, rotation, between) - reach;
            if (axis < 6) faces = std::max(faces, beyond);
            all = std::max(all, beyond);
        }
        if (std::abs(all) < 1e-9L || std::abs(faces) < 1e-9L) continue;
        const MotionJet jet = jet_over(way.motion(), exactly(t));
        const ObbInstant at = instant_of(jet);
        ASSERT_EQ(look_apart(a, b, at, reach, ObbAxes::All), all > 0);
        ASSERT_EQ(look_apart(a, b, at, reach, ObbAxes::Faces), faces > 0);
        ASSERT_EQ(separating_axis(a, b, jet, reach, ObbAxes::All).has_value(), all > 0);
        apart += all > 0;
        by_cross += all > 0 && faces < 0;
    }
    EXPECT_GT(apart, 5000);
    EXPECT_GT(by_cross, 100);
}

TEST(RedonBoxes, Example_TimeIsDividedWhereBoxesMoveFarForTheirSize) {
    ObbNode a, b;
    a.half = Vec3(2.0, 3.0, 6.0);  // 7
    b.half = Vec3(0.0, 3.0, 4.0);  // 5
    ObbInstant at;
    at.velocity = Vec3(10.0, 0.0, 0.0);
    EXPECT_TRUE(moves_far(a, b, at, 0.2401, 0.2));
    EXPECT_FALSE(moves_far(a, b, at, 0.2399, 0.2));
    at.velocity = -at.velocity;  // backwards is as far
    EXPECT_TRUE(moves_far(a, b, at, 0.2401, 0.2));
    EXPECT_FALSE(moves_far(a, b, at, 0.2399, 0.2));
    // Another unit of length.
    a.half *= 1e3, b.half *= 1e3, at.velocity *= 1e3;
    EXPECT_TRUE(moves_far(a, b, at, 0.2401, 0.2));
    EXPECT_FALSE(moves_far(a, b, at, 0.2399, 0.2));
    // b's centre moves because b turns about its reference point.
    at = {};
    a.half *= 1e-3, b.half *= 1e-3;
    b.centre = Vec3(3.0, 0.0, 0.0);
    at.reference = Vec3(1.0, 0.0, 0.0);
    at.spin = Vec3(0.0, 0.0, 5.0);  // speed 10
    EXPECT_TRUE(moves_far(a, b, at, 0.2401, 0.2));
    EXPECT_FALSE(moves_far(a, b, at, 0.2399, 0.2));
    at.spin = Vec3(5.0, 0.0, 0.0);
    EXPECT_FALSE(moves_far(a, b, at, 1.0, 0.2));  // about the line to its centre
    at.rotation = Eigen::AngleAxisd(0.5 * std::acos(-1.0), Vec3::UnitZ()).toRotationMatrix();
    EXPECT_TRUE(moves_far(a, b, at, 0.2401, 0.2));  // which is turned itself
}

TEST(RedonErrors, Regression_TheSubdivisionTestAsPrintedNeverEnds) {
    // sum a_i |v.e_i| + (t1 - t0) |v| > k sum b_i |v.f_i| with a unit v and its lost absolute value: for two
    // equal boxes it says "divide" however short the time is, and so it does where b is flat across v.
    const auto printed = [](double of_a, double way, double of_b) { return of_a + way > 0.2 * of_b; };
    EXPECT_TRUE(printed(1.0, 0.0, 1.0));
    EXPECT_TRUE(printed(0.0, 1e-9, 0.0));
    ObbNode box, flat;
    box.half = Vec3(1.0, 1.0, 1.0);
    flat.half = Vec3(0.0, 1.0, 1.0);
    ObbInstant at;
    at.velocity = Vec3(1.0, 0.0, 0.0);
    EXPECT_FALSE(moves_far(box, box, at, 0.1, 0.2));
    EXPECT_TRUE(moves_far(box, box, at, 1.0, 0.2));
    EXPECT_FALSE(moves_far(flat, flat, at, 0.1, 0.2));
}

TEST(RedonBodies, Example_BoxesMeetAtAKnownTime) {
    const Mesh left = box_mesh({1.0, 2.0, 3.0}), right = box_mesh({0.5, 0.25, 0.75}, {0.5, 0.1, 0.2});
    const BodyModel a = build_body_model(left), b = build_body_model(right);
    const ObbTree tree_a = build_obb_tree(left), tree_b = build_obb_tree(right);
    const RigidMotion rest = AtRest{};
    Pose from, to;
    from.translation = Vec3(5, 0, 0);
    to.translation = Vec3(-5, 0, 0);
    const RigidMotion way = make_screw({from, to, 0});
    const MovingModel still{a, rest}, moving{b, way, &from};
    for (int number = 0; number < kVariants; ++number) {
        SCOPED_TRACE(number);
        const auto touch =
            redon_bodies_contact({still, tree_a}, {moving, tree_b}, variant(number, 0.0, 1e-6));
        ASSERT_EQ(touch.verdict, ContactVerdict::Contact);
        EXPECT_LE(touch.clear_until, 0.4);
        EXPECT_GT(touch.clear_until, 0.4 - 1.01e-7);
        EXPECT_LE(touch.distance_hi, 1e-6);
        const auto sooner =
            redon_bodies_contact({still, tree_a}, {moving, tree_b}, variant(number, 1.0, 1e-6));
        ASSERT_EQ(sooner.verdict, ContactVerdict::Contact);
        EXPECT_NEAR(sooner.clear_until, 0.3, 1.01e-7);
        // So fine that only intervals can tell; and so fine that they cannot either.
        const auto fine =
            redon_bodies_contact({still, tree_a}, {moving, tree_b}, variant(number, 0.0, 1e-12));
        ASSERT_EQ(fine.verdict, ContactVerdict::Contact);
        EXPECT_LE(fine.clear_until, 0.4);
        EXPECT_GT(fine.clear_until, 0.4 - 1.01e-13);
        const auto finest =
            redon_bodies_contact({still, tree_a}, {moving, tree_b}, variant(number, 0.0, 1e-15));
        EXPECT_EQ(finest.verdict, ContactVerdict::Undecided);
        EXPECT_LE(finest.clear_until, 0.4);
        EXPECT_GT(finest.clear_until, 0.4 - 1e-12);
    }
    const auto inside = [&](double x, double clearance) {
        Pose start = from;
        start.translation = Vec3(x, 0, 0);
        const RigidMotion out = make_screw({start, from, 0});
        const MovingModel leaving{b, out, &start};
        return redon_bodies_contact({still, tree_a}, {leaving, tree_b}, variant(0, clearance, 1e-6)).verdict;
    };
    EXPECT_EQ(inside(-0.5, 0.0), ContactVerdict::OverlapAtStart);  // b is within a
    EXPECT_EQ(inside(0.9, 0.0), ContactVerdict::OverlapAtStart);
    EXPECT_EQ(inside(1.5, 0.5), ContactVerdict::OverlapAtStart);
    EXPECT_EQ(inside(1.5, 0.4), ContactVerdict::Clear);
}

TEST(RedonBodies, Reference_PlantedContactsAreNeverMissed) {
    Rng rng(78);
    int late = 0, contacts = 0;
    for (int trial = 0; trial < 160 * rounds(); ++trial) {
        SCOPED_TRACE(trial);
        const auto family_a = near_family(rng);
        const auto family_b = rng.below(2) == 0 ? MotionFamily::Rest : near_family(rng);
        BodyQuery query =
            random_body_query(rng, family_a, family_b, 6 + static_cast<int>(rng.below(14)), 1.0);
        plant_contact(rng, query);
        const double e = tolerance_for(query), d = 1e-12 * query.reach;
        const auto found = Boxed(query).ask(variant(trial % kVariants, d, e));
        if (family_a == MotionFamily::Rest && family_b == MotionFamily::Rest) {
            ASSERT_EQ(found.verdict, ContactVerdict::OverlapAtStart);
            continue;
        }
        ASSERT_EQ(found.verdict, ContactVerdict::Contact)
            << kMotionFamilyNames[int(family_a)] << " " << kMotionFamilyNames[int(family_b)];
        ASSERT_LE(found.clear_until, query.time);
        ASSERT_LE(found.distance_hi, d + e);
        ++contacts;
        late += found.clear_until > 0.01;
    }
    EXPECT_GT(contacts, 120 * rounds());
    EXPECT_GT(late, 30 * rounds());
}

TEST(RedonBodies, Reference_AgreesWithTheProductionSearch) {
    Rng rng(79);
    FirstContactWorkspace w;
    int contacts = 0, clears = 0, undecided = 0;
    for (int trial = 0; trial < 160 * rounds(); ++trial) {
        SCOPED_TRACE(trial);
        const BodyQuery query = random_body_query(rng, near_family(rng),
                                                  rng.below(2) == 0 ? MotionFamily::Rest : near_family(rng),
                                                  6 + static_cast<int>(rng.below(14)), rng.uniform(0.5, 3.0));
        const double e = tolerance_for(query),
                     d = rng.below(2) == 0 ? 0.0 : rng.uniform(0.0, 0.3) * query.size;
        const Boxed boxed(query);
        RedonBodiesOptions options = variant(trial % kVariants, d, e);
        options.most_work = 30000;
        const auto found = boxed.ask(options);
        const FirstContact ours = boxed.ask_ours(d, e, w);
        const double until = ours.clear_until;
        const ContactVerdict verdict = ours.verdict;
        if (found.verdict == ContactVerdict::Undecided) {  // but what it says is proved
            ++undecided;
            ASSERT_NE(verdict, ContactVerdict::OverlapAtStart);
            continue;
        }
        ASSERT_EQ(found.verdict == ContactVerdict::OverlapAtStart, verdict == ContactVerdict::OverlapAtStart);
        if (verdict == ContactVerdict::OverlapAtStart) continue;
        contacts += found.verdict == ContactVerdict::Contact;
        clears += found.verdict == ContactVerdict::Clear;
        // Within d + e at its time: who asks for that finds it no later. Both ways.
        if (found.verdict == ContactVerdict::Contact) {
            ASSERT_LE(found.distance_hi, (d + e) * (1.0 + 1e-15));
            const FirstContact wider = boxed.ask_ours((d + e) * (1.0 + 1e-12), e, w);
            ASSERT_NE(wider.verdict, ContactVerdict::Clear);
            ASSERT_LE(wider.clear_until, found.clear_until);
        }
        if (verdict == ContactVerdict::Contact) {
            options.clearance = (d + e) * (1.0 + 1e-12);
            const auto wider = boxed.ask(options);
            ASSERT_NE(wider.verdict, ContactVerdict::Clear);
            ASSERT_LE(wider.clear_until, until);
        }
        // Proved farther apart than d: nobody finds them within (d - e) + e.
        if (found.verdict == ContactVerdict::Clear && d > 2.0 * e) {
            ASSERT_EQ(boxed.ask_ours((d - e) * (1.0 - 1e-12), e, w).verdict, ContactVerdict::Clear);
        }
    }
    EXPECT_GT(contacts, 40 * rounds());
    EXPECT_GT(clears, 30 * rounds());
    EXPECT_LT(undecided, 24 * rounds());
}

TEST(RedonBodies, Property_OptimisationsAreCountedAndSpareWork) {
    Rng rng(80);
    RedonBodiesCounters all, no_pretest, no_time, no_order, faces, undivided;
    const auto add = [](RedonBodiesCounters& sum, const RedonBodiesCounters& n) {
        sum.box_pairs += n.box_pairs;
        sum.discrete_tests += n.discrete_tests;
        sum.continuous_tests += n.continuous_tests;
        sum.spared_tests += n.spared_tests;
        sum.by_face += n.by_face;
        sum.by_cross += n.by_cross;
        sum.divisions += n.divisions;
        sum.triangle_pairs += n.triangle_pairs;
        sum.feature_pairs += n.feature_pairs;
        EXPECT_EQ(n.spared_tests + n.continuous_tests, n.box_pairs);
        EXPECT_LE(n.discrete_tests, 2 * n.box_pairs);
    };
    for (int trial = 0; trial < 30; ++trial) {
        BodyQuery query = random_body_query(rng, MotionFamily::Screw, MotionFamily::Rest, 30, 1.0);
        plant_contact(rng, query);
        const Boxed boxed(query);
        const double e = tolerance_for(query), d = 1e-12 * query.reach;
        add(all, boxed.ask(variant(0, d, e)).counters);
        add(no_pretest, boxed.ask(variant(1, d, e)).counters);
        add(no_time, boxed.ask(variant(2, d, e)).counters);
        add(no_order, boxed.ask(variant(4, d, e)).counters);
        add(faces, boxed.ask(variant(8, d, e)).counters);
        RedonBodiesOptions whole = variant(0, d, e);
        whole.k = kInfinity;
        add(undivided, boxed.ask(whole).counters);
    }
    EXPECT_EQ(no_pretest.discrete_tests, 0u);
    EXPECT_EQ(no_pretest.spared_tests, 0u);
    EXPECT_GT(all.spared_tests, 0u);
    EXPECT_LT(2 * all.box_pairs, no_time.box_pairs);
    EXPECT_LT(all.box_pairs, no_order.box_pairs);
    EXPECT_EQ(faces.by_cross, 0u);
    EXPECT_GT(all.by_cross, 0u);
    EXPECT_GT(all.divisions, 0u);
    EXPECT_EQ(undivided.divisions, 0u);
    EXPECT_LT(all.triangle_pairs, undivided.triangle_pairs);
    // Discrete tests pay in small steps; else they hinder, since what overlaps at an end is opened whole.
    RedonBodiesCounters with, without;
    for (int trial = 0; trial < 10; ++trial) {
        const BodyQuery query = small_step(rng);
        const Boxed boxed(query);
        add(with, boxed.ask(variant(0, 0.0, tolerance_for(query))).counters);
        add(without, boxed.ask(variant(1, 0.0, tolerance_for(query))).counters);
    }
    EXPECT_LT(with.continuous_tests, without.continuous_tests);
}

TEST(RedonBodies, Property_AFrontCoversEveryPairOnceAndSparesBoxes) {
    Rng rng(81);
    std::uint64_t with_front = 0, without = 0;
    int contacts = 0;
    FirstContactWorkspace w;
    for (int trial = 0; trial < 30 * rounds(); ++trial) {
        SCOPED_TRACE(trial);
        BodyQuery query = trial % 3 == 0
                              ? random_body_query(rng, MotionFamily::Screw, MotionFamily::Rest, 12, 1.5)
                              : small_step(rng);
        if (trial % 6 == 3) query.time = 0.0;  // then nothing else need be looked at
        if (trial % 3 == 0) plant_contact(rng, query);
        const Boxed boxed(query);
        const auto below_a = triangles_below(boxed.tree_a), below_b = triangles_below(boxed.tree_b);
        const double e = tolerance_for(query), d = 1e-12 * query.reach;
        const RedonBodiesOptions options = variant(trial % kVariants, d, e);
        RedonFront front;
        for (int frame = 0; frame < 3; ++frame) {
            const std::size_t known = front.pairs.size();
            const auto fresh = boxed.ask(options);
            const auto found = boxed.ask(options, &front);
            EXPECT_EQ(found.counters.started_from, known);
            ASSERT_EQ(found.verdict, fresh.verdict);
            if (found.verdict == ContactVerdict::Contact) {
                ++contacts;
                const FirstContact wider = boxed.ask_ours((d + e) * (1.0 + 1e-12), e, w);
                ASSERT_LE(wider.clear_until, found.clear_until);
                ASSERT_LE(found.distance_hi, d + e);
            }
            if (frame > 0 && trial % 3 != 0)
                with_front += found.counters.box_pairs, without += fresh.counters.box_pairs;
            // Covers all pairs of triangles, none twice: they add up, and no pair is above another.
            std::uint64_t covered = 0;
            std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
            for (const ObbPair& pair : front.pairs) {
                covered += below_a[pair.a] * below_b[pair.b];
                EXPECT_TRUE(seen.emplace(pair.a, pair.b).second);
            }
            ASSERT_EQ(covered, below_a[0] * below_b[0]);
        }
    }
    EXPECT_GT(contacts, 10);
    EXPECT_LT(with_front, without);
}

TEST(RedonBodies, Property_ABudgetOnlyMakesLessKnown) {
    Rng rng(82);
    int partly = 0;
    for (int trial = 0; trial < 100; ++trial) {
        SCOPED_TRACE(trial);
        const BodyQuery query = random_body_query(rng, MotionFamily::Screw, MotionFamily::Rest, 30, 1.5);
        const Boxed boxed(query);
        RedonBodiesOptions options = variant(trial % kVariants, 0.0, tolerance_for(query));
        const auto all = boxed.ask(options);
        options.most_work = 1 + rng.below(60);
        RedonFront front;
        const auto some = boxed.ask(options, &front);
        if (some.verdict != ContactVerdict::Undecided) {
            ASSERT_EQ(some.verdict, all.verdict);
            continue;
        }
        ASSERT_TRUE(front.pairs.empty());
        ASSERT_LE(some.clear_until, all.clear_until);
        partly += some.clear_until > 0.0 && some.clear_until < 1.0;
    }
    EXPECT_GT(partly, 5);
}

TEST(RedonBodies, Property_WhatIsAskedUpToATimeIsWhatIsFoundUpToIt) {
    Rng rng(83);
    int before = 0, after = 0;
    for (int trial = 0; trial < 60; ++trial) {
        SCOPED_TRACE(trial);
        const BodyQuery query = random_body_query(rng, MotionFamily::Screw, MotionFamily::Rest, 30, 1.5);
        const Boxed boxed(query);
        RedonBodiesOptions options = variant(trial % kVariants, 0.0, tolerance_for(query));
        const auto all = boxed.ask(options);
        if (all.verdict != ContactVerdict::Contact || all.clear_until == 0.0) continue;
        options.until = 0.9 * all.clear_until;
        RedonFront front;
        const auto less = boxed.ask(options, &front);
        ASSERT_EQ(less.verdict, ContactVerdict::Clear);
        ASSERT_EQ(less.clear_until, options.until);
        ++before;
        options.until = 0.5 * (1.0 + all.clear_until);
        const auto enough = boxed.ask(options, &front);  // begins where the other ended
        ASSERT_EQ(enough.verdict, ContactVerdict::Contact);
        ASSERT_NEAR(enough.clear_until, all.clear_until, 1e-4);
        options.deadline = std::chrono::steady_clock::now();
        const auto none = boxed.ask(options);
        ASSERT_EQ(none.verdict, ContactVerdict::Undecided);
        ASSERT_EQ(none.clear_until, 0.0);
        ++after;
    }
    EXPECT_GT(before, 10);
    EXPECT_EQ(before, after);
}

}  // namespace graze::papers::redon_bodies_test
