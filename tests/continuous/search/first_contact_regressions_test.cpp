// Bugs that other projects' users reported on continuous queries, each as a test of ours. Those of scenes are
// in tests/queries/paths/regressions_test.cpp; crashes (fcl#637) are for tests/fuzz/fuzz_first_contact.cpp.
#include "graze/continuous/search/model_contact.h"

#include "graze/core/parallel.h"

#include "support/body_queries.h"

#include <gtest/gtest.h>

namespace graze::first_contact_regressions_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

Pose at(double x, double y, double z) { return {Vec3(x, y, z), Eigen::Quaterniond::Identity()}; }

/// A mesh that moves; everything is kept here.
struct Mover {
    Mover(const Mesh& m, const RigidMotion& how, const Pose& from)
        : mesh(m), model(build_body_model(mesh)), motion(how), start(from) {}
    Mover(const Mover&) = delete;
    Mover& operator=(const Mover&) = delete;
    [[nodiscard]] MovingModel moving() const { return {model, motion, &start}; }

    Mesh mesh;
    BodyModel model;
    RigidMotion motion;
    Pose start;
};

RigidMotion slide(const Pose& from, const Pose& to) { return make_screw({from, to, 0}); }
/// About z through the origin of the body, from 0 to so many degrees.
RigidMotion turn(const Pose& placement, double degrees) {
    JointMotion joint{.placement = placement, .axis = Vec3::UnitZ()};
    joint.angle_t1 = degrees;
    joint.unit = AngleUnit::Degree;
    return make_joint(joint);
}

FirstContact ask(const Mover& a, const Mover& b, const FirstContactOptions& options) {
    static FirstContactWorkspace w;
    return first_contact(a.moving(), b.moving(), options, w);
}

/// Proved clear before `time` and stopped within `distance` of travel at `speed` before it.
void expect_contact_at(const FirstContact& found, double time, double least) {
    ASSERT_EQ(found.verdict, ContactVerdict::Contact);
    EXPECT_LE(found.clear_until, time);
    EXPECT_GE(found.clear_until, least);
}

}  // namespace

// fcl#120, fcl#555, python-fcl#38: bounds of signed velocities cancel, and both pass through each other.
TEST(FirstContactRegression, Regression_Fcl120_TwoBoxesTowardsEachOther) {
    for (const double speed : {0.5, 3.0, 1000.0}) {
        const Pose from_a = at(-speed - 1.0, 0.1, 0), from_b = at(speed + 1.5, 0, 0.2);
        const Mover a(box_mesh({1.0, 0.7, 0.3}), slide(from_a, at(speed - 1.0, 0.1, 0)), from_a),
            b(box_mesh({0.5, 0.2, 0.9}), slide(from_b, at(1.5 - speed, 0, 0.2)), from_b);
        // Faces at -speed and speed + 1, each travels 2 speed: the gap 2 speed + 1 closes at 4 speed.
        const double truth = (2.0 * speed + 1.0) / (4.0 * speed);
        const auto found = ask(a, b, {.tolerance = 1e-6});
        expect_contact_at(found, truth, truth - 1.01e-6 / (4.0 * speed));
    }
}

// python-fcl#11: the same program, different answers per run.
TEST(FirstContactRegression, Regression_PythonFcl11_TheSameAThousandTimes) {
    const Mover a(bumpy_sphere_mesh(8, 12), turn(at(0, 0, 0), 200.0), at(0, 0, 0));
    const Pose from = at(4.0, 0.3, 0.1);
    const Mover b(bumpy_sphere_mesh(9, 11), slide(from, at(-4.0, 0.2, 0)), from);
    const auto once = [&](std::size_t) {
        FirstContactWorkspace w;
        const auto found = first_contact(a.moving(), b.moving(), {.tolerance = 1e-6}, w);
        std::vector<double> all{double(int(found.verdict)), found.clear_until, found.distance_hi};
        for (const auto& c : found.contacts)
            all.insert(all.end(), {double(c.triangles[0]), double(c.triangles[1]), c.points[0].x(),
                                   c.points[1].y(), c.normal.z()});
        return all;
    };
    const auto expected = once(0);
    ASSERT_EQ(expected[0], double(int(ContactVerdict::Contact)));
    for (const int threads : {1, 2, 7}) {
        const auto again = parallel_map(334, {.threads = threads}, once);
        ASSERT_TRUE(again.has_value());
        for (const auto& answer : *again) ASSERT_EQ(answer, expected);
    }
}

// fcl's default: ten samples, the end's rotation dropped.
TEST(FirstContactRegression, Regression_FclDefault_ThinPlateTurnsThroughThinPlate) {
    // A blade from x = 1 to 3 sweeps 170 degrees about z; a thin post stands on its way at angle `where`.
    for (const double where : {3.0, 41.0, 89.9, 144.0, 169.0}) {
        const Mover blade(box_mesh({1.0, 1e-4, 0.5}, {2.0, 0, 0}), turn(at(0, 0, 0), 170.0), at(0, 0, 0));
        Pose standing = at(0, 0, 0);
        const double half = where * std::numbers::pi / 360.0;
        standing.rotation = Eigen::Quaterniond(std::cos(half), 0, 0, std::sin(half));
        const Mover post(box_mesh({1.0, 1e-4, 0.5}, {2.5, 0, 0.3}), AtRest{standing}, standing);
        const auto found = ask(blade, post, {.tolerance = 1e-6});
        // They meet where the inner edge of the post, at 1.5, is 1e-4 to one side, and the blade's face too.
        const double truth = where / 170.0 - 2.0 * std::asin(1e-4 / 1.5) * 180.0 / std::numbers::pi / 170.0;
        expect_contact_at(found, truth + 1e-7, truth - 2e-5);
    }
}

// godot-jolt#389: no angular continuous detection.
TEST(FirstContactRegression, Regression_GodotJolt389_FastRodPastAPin) {
    const Mover rod(box_mesh({2.0, 0.01, 0.01}), turn(at(0, 0, 0), 3000.0), at(0, 0, 0));
    const auto pin_at = [](double radius, double degrees) {
        const double angle = degrees * std::numbers::pi / 180.0;
        return at(radius * std::cos(angle), radius * std::sin(angle), 0);
    };
    const Pose near = pin_at(1.7, 133.0), beyond = pin_at(2.05, 133.0);
    const Mover pin(box_mesh({0.005, 0.004, 0.6}), AtRest{near}, near),
        outside(box_mesh({0.005, 0.004, 0.6}), AtRest{beyond}, beyond);
    // In its first half turn, before its middle is there by what the widths subtend (0.017 of 1.7).
    const auto hit = ask(rod, pin, {.tolerance = 1e-6});
    expect_contact_at(hit, 133.0 / 3000.0, (133.0 - 1.0) / 3000.0);
    EXPECT_EQ(ask(rod, outside, {.tolerance = 1e-6}).verdict, ContactVerdict::Clear);
}

// moveit#2889, tesseract#392: "continuous" is the convex hull of two poses.
TEST(FirstContactRegression, Regression_Moveit2889_ArmSwingsAroundAPost) {
    const Mover arm(box_mesh({0.5, 0.1, 0.1}, {2.0, 0, 0}), turn(at(0, 0, 0), 180.0), at(0, 0, 0));
    const auto post = [](double x, double y) {
        return std::make_unique<Mover>(box_mesh({0.05, 0.05, 1.0}), AtRest{at(x, y, 0)}, at(x, y, 0));
    };
    const FirstContactOptions options{.tolerance = 1e-6};
    // Between both ends, but inside the arc: the hull of the two poses holds it, the arm never meets it.
    EXPECT_EQ(ask(arm, *post(0.0, 0.0), options).verdict, ContactVerdict::Clear);
    EXPECT_EQ(ask(arm, *post(1.0, 0.3), options).verdict, ContactVerdict::Clear);
    // On the arc: that hull is far from it, the arm hits it half-way.
    const auto hit = ask(arm, *post(0.0, 2.0), options);
    expect_contact_at(hit, 0.5, 0.46);
    EXPECT_EQ(ask(arm, *post(0.0, 2.6), options).verdict, ContactVerdict::Clear);
}

// rapier#984, rapier#524, bullet3#2228: fast bodies tunnel, a thin slab falls through a mesh.
TEST(FirstContactRegression, Regression_Rapier984_ThinSlabFallsOnAMesh) {
    Rng rng(984);
    Mesh ground;  // wavy, 200 triangles
    for (int i = 0; i <= 10; ++i)
        for (int j = 0; j <= 10; ++j) ground.vertices.push_back({i - 5.0, j - 5.0, rng.uniform(-0.2, 0.0)});
    for (std::uint32_t i = 0; i < 10; ++i)
        for (std::uint32_t j = 0; j < 10; ++j) {
            const std::uint32_t v = 11 * i + j;
            ground.triangles.push_back({v, v + 11, v + 12});
            ground.triangles.push_back({v, v + 12, v + 1});
        }
    make_one_surface(ground, "ground");
    double top = -1.0;
    for (const Vec3& x : ground.vertices)
        if (std::abs(x.x()) <= 4.0 && std::abs(x.y()) <= 3.0) top = std::max(top, x.z());
    const Pose high = at(0.0, 0.0, 500.0), low = at(0.0, 0.0, -500.0);
    const Pose below = at(0.0, 0.0, -500.0), above = at(0.0, 0.0, 500.0);
    const double half = 0.05;  // a ten thousandth of the step
    const Mover slab(box_mesh({4.0, 3.0, half}), slide(high, low), high);
    const Mover still(ground, AtRest{at(0, 0, 0)}, at(0, 0, 0)), rising(ground, slide(below, above), below);
    const double on_still = (500.0 - half - top) / 1000.0, on_rising = (1000.0 - half - top) / 2000.0;
    expect_contact_at(ask(slab, still, {.tolerance = 1e-6}), on_still + 1e-12, on_still - 1e-4);
    expect_contact_at(ask(slab, rising, {.tolerance = 1e-6}), on_rising + 1e-12, on_rising - 1e-4);
}

// parry#429: the time is off by 139 mm at 500 m.
TEST(FirstContactRegression, Regression_Parry429_FarAwayAtEveryScale) {
    for (const double scale : {1e-3, 1.0, 1e3})
        for (const double away : {0.0, 1e5 * scale}) {
            SCOPED_TRACE(testing::Message() << "scale " << scale << ", away " << away);
            const Pose there = at(away, -away, away), from = at(away + 500.0 * scale, -away, away),
                       to = at(away - 500.0 * scale, -away, away);
            const Mover wall(box_mesh(scale * Vec3(0.25, 3.0, 2.0)), AtRest{there}, there),
                ball(box_mesh(scale * Vec3(0.5, 0.4, 0.3)), slide(from, to), from);
            const double truth = (500.0 - 0.75) / 1000.0, e = 1e-6 * scale;
            const auto found = ask(wall, ball, {.tolerance = e});
            // Where the poses themselves are rounded (1e5 scales: an ulp is 1.5e-11 scales) so is the time.
            expect_contact_at(found, truth + 1e-13, truth - 1.01e-6 / 1000.0 - 1e-13);
        }
}

// coal#755: margins that miss.
TEST(FirstContactRegression, Regression_Coal755_ClearanceAtTheGap) {
    const Pose from = at(-4.0, 1.0, 0), to = at(4.0, 1.0, 0), rest = at(0, 0, 0);
    const Mover wall(box_mesh({0.5, 0.25, 0.5}), AtRest{rest}, rest),
        block(box_mesh({0.25, 0.5, 0.25}), slide(from, to), from);  // passes at a gap of exactly 1/4
    const double gap = 0.25;
    const FirstContactOptions at_the_gap{.clearance = gap, .tolerance = 1e-9},
        an_ulp_more{.clearance = std::nextafter(gap, 1.0), .tolerance = 1e-9},
        less_than_tolerance{.clearance = gap - 2e-9, .tolerance = 1e-9};
    expect_contact_at(ask(wall, block, at_the_gap), 3.25 / 8.0, 3.24 / 8.0);
    expect_contact_at(ask(wall, block, an_ulp_more), 3.25 / 8.0, 3.24 / 8.0);
    EXPECT_EQ(ask(wall, block, less_than_tolerance).verdict, ContactVerdict::Clear);
}

// fcl#495, drake#21673: exceptions at kissing contact.
TEST(FirstContactRegression, Regression_Fcl495_Kissing) {
    const Mover still(box_mesh({1.0, 2.0, 3.0}), AtRest{at(0, 0, 0)}, at(0, 0, 0));
    // Ends exactly where vertex meets vertex, edge lies on edge, face on face; crossed edges by a turned box.
    for (const Vec3& end : {Vec3(1.5, 2.25, 3.75), Vec3(1.5, 2.25, 0.5), Vec3(1.5, 0.5, 0.25)}) {
        const Pose from = at(end.x() + 4.0, end.y() + 1.0, end.z() + 1.0), to = at(end.x(), end.y(), end.z());
        const Mover moving(box_mesh({0.5, 0.25, 0.75}), slide(from, to), from);
        const auto found = ask(still, moving, {.tolerance = 1e-6});
        expect_contact_at(found, 1.0, 1.0 - 1e-6);
        EXPECT_FALSE(found.contacts.empty());
        for (const auto& c : found.contacts) {
            EXPECT_TRUE(c.normal.allFinite());
            EXPECT_TRUE(c.points[0].allFinite() && c.points[1].allFinite());
        }
        // And away again from where they kiss: they meet at the start.
        const Mover leaving(box_mesh({0.5, 0.25, 0.75}), slide(to, from), to);
        EXPECT_EQ(ask(still, leaving, {.tolerance = 1e-6}).verdict, ContactVerdict::OverlapAtStart);
    }
}

// ipc-toolkit#39, #99: seconds and gigabytes on hard queries. A budget bounds the work; what is known is
// said.
TEST(FirstContactRegression, Regression_IpcToolkit39_BoundedWork) {
    const Pose from = at(0, 0, 1e-9);
    Mesh sheet = square_mesh(1.0);
    const Mover lower(sheet, AtRest{at(0, 0, 0)}, at(0, 0, 0));
    JointMotion spin{.placement = from, .axis = Vec3(1e-9, 0, 1.0)};
    spin.angle_t1 = 720.0;
    spin.unit = AngleUnit::Degree;
    const Mover upper(sheet, make_joint(spin), from);
    for (const std::uint64_t budget : {1u, 10u, 1000u}) {
        const auto found = ask(lower, upper, {.tolerance = 1e-13, .most_work = budget});
        // One pair of nodes, and a step for each pair of features of a pair of triangles, may come on top.
        EXPECT_LE(found.counters.node_pairs + found.counters.triangle_pairs + found.counters.feature_steps,
                  budget + 64 + 2 * 18);
        EXPECT_GE(found.clear_until, 0.0);
        if (found.verdict == ContactVerdict::Clear) {
            EXPECT_EQ(found.clear_until, 1.0);
        }
    }
}

// vcad#721: a linkage that is clear as drawn collides over most of its travel.
TEST(FirstContactRegression, Regression_Vcad721_JointOverItsWholeRange) {
    const Pose pivot = at(0, 0, 0), stop = at(-1.0, -1.0, 0);
    const Mover lever(box_mesh({1.0, 0.05, 0.2}, {1.0, 0, 0}), turn(pivot, 300.0), pivot),
        little(box_mesh({1.0, 0.05, 0.2}, {1.0, 0, 0}), turn(pivot, 200.0), pivot),
        block(box_mesh({0.1, 0.1, 0.4}), AtRest{stop}, stop);
    // Clear at both ends and at the first 200 degrees; met at about 225 degrees.
    EXPECT_EQ(ask(little, block, {.tolerance = 1e-6}).verdict, ContactVerdict::Clear);
    expect_contact_at(ask(lever, block, {.tolerance = 1e-6}), 225.0 / 300.0, 210.0 / 300.0);
}

}  // namespace graze::first_contact_regressions_test
