// What must not change an answer, or must change it in a known way.
#include "support/body_queries.h"
#include "support/slower.h"

#include <gtest/gtest.h>

namespace graze::first_contact_metamorphic_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

/// A body by what it was made from, so that it can be made again differently.
struct Recipe {
    Mesh mesh;
    PoseSegment poses;
    Vec3 reference = Vec3::Zero();
    bool is_slerp = false;
};

struct Made {
    explicit Made(const Recipe& r)
        : mesh(r.mesh),
          model(build_body_model(mesh)),
          motion(r.is_slerp ? RigidMotion(make_slerp(r.poses, r.reference))
                            : RigidMotion(make_screw(r.poses, r.reference))),
          start(r.poses.from) {}
    Made(const Made&) = delete;
    Made& operator=(const Made&) = delete;
    [[nodiscard]] MovingModel moving() const { return {model, motion, &start}; }

    Mesh mesh;
    BodyModel model;
    RigidMotion motion;
    Pose start;
};

struct Case {
    Recipe a, b;
    double size, clearance, tolerance;
};

Recipe random_recipe(Rng& rng, double size) {
    constexpr MotionFamily kFamilies[] = {MotionFamily::Screw, MotionFamily::NoTurn, MotionFamily::SmallTurn,
                                          MotionFamily::ManyTurns};
    Recipe r{random_small_mesh(rng, 12 + static_cast<int>(rng.below(80))),
             random_pose_pair(rng, kFamilies[rng.below(4)], 2.0 * size), random_vector(rng, size),
             rng.below(2) == 0};
    r.poses.turns %= 3;
    move_mesh(r.mesh, 0.4 * size, random_vector(rng, 0.2 * size));
    return r;
}

Case random_case(Rng& rng) {
    const double size = kSizes[rng.below(3)];
    return {random_recipe(rng, size), random_recipe(rng, size), size,
            rng.below(2) == 0 ? 0.0 : rng.uniform(0.0, 0.2) * size, 1e-6 * size};
}

Answer ask(const Recipe& a, const Recipe& b, double clearance, double tolerance, FirstContactWorkspace& w) {
    const Made made_a(a), made_b(b);
    return answer_of(
        first_contact(made_a.moving(), made_b.moving(), {.clearance = clearance, .tolerance = tolerance}, w));
}

Recipe scaled(Recipe r, double factor) {
    for (Vec3& x : r.mesh.vertices) x *= factor;
    r.poses.from.translation *= factor;
    r.poses.to.translation *= factor;
    r.reference *= factor;
    return r;
}

/// By exactly 90 degrees about z, of the body's own coordinates and of the world's alike.
Vec3 quarter(const Vec3& x) { return {-x.y(), x.x(), x.z()}; }
Recipe quarter_turned(Recipe r) {
    for (Vec3& x : r.mesh.vertices) x = quarter(x);
    for (Pose* pose : {&r.poses.from, &r.poses.to}) {
        pose->translation = quarter(pose->translation);
        pose->rotation.vec() = quarter(pose->rotation.vec());
    }
    r.reference = quarter(r.reference);
    return r;
}

/// The way back has the opposite axis and the same angle, whole turns included.
Recipe reversed(Recipe r) {
    std::swap(r.poses.from, r.poses.to);
    return r;
}

/// Both may stop anywhere between d and d + e. So neither is after the first time within d of the other's
/// world, which is after the time at which one that asks for d + e more stops.
void expect_alike(const Case& c, const Case& other, FirstContactWorkspace& w, std::array<int, 2>& seen) {
    const Answer here = ask(c.a, c.b, c.clearance, c.tolerance, w),
                 there = ask(other.a, other.b, c.clearance, c.tolerance, w);
    const double wider = (c.clearance + c.tolerance) * (1.0 + 1e-12) + 1e-9 * c.size;
    if (here.verdict == ContactVerdict::Contact) {
        ++seen[0];
        const Answer sooner = ask(other.a, other.b, wider, c.tolerance, w);
        ASSERT_NE(sooner.verdict, ContactVerdict::Clear);
        ASSERT_LE(sooner.clear_until, here.clear_until);
    }
    if (there.verdict == ContactVerdict::Contact) {
        const Answer sooner = ask(c.a, c.b, wider, c.tolerance, w);
        ASSERT_NE(sooner.verdict, ContactVerdict::Clear);
        ASSERT_LE(sooner.clear_until, there.clear_until);
    }
    seen[1] += here.verdict == ContactVerdict::Clear && there.verdict == ContactVerdict::Clear;
    ASSERT_EQ(here.verdict == ContactVerdict::OverlapAtStart,
              there.verdict == ContactVerdict::OverlapAtStart);
    ASSERT_NE(here.verdict, ContactVerdict::Undecided);
}

constexpr int kTrials = 150 / kSlower;

}  // namespace

TEST(FirstContactMetamorphic, Property_ScaledByAPowerOfTwoTheBitsScale) {
    Rng rng(61);
    FirstContactWorkspace w;
    int contacts = 0, clears = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
        SCOPED_TRACE(trial);
        const Case c = random_case(rng);
        const double factor = std::exp2(static_cast<double>(rng.below(25)) - 12.0);
        const Answer here = ask(c.a, c.b, c.clearance, c.tolerance, w);
        const Answer there =
            ask(scaled(c.a, factor), scaled(c.b, factor), factor * c.clearance, factor * c.tolerance, w);
        Answer expected = here;
        expected.distance_hi *= factor;
        ASSERT_EQ(there, expected) << "times " << factor;
        contacts += here.verdict == ContactVerdict::Contact;
        clears += here.verdict == ContactVerdict::Clear;
    }
    EXPECT_GT(contacts, kTrials / 8);
    EXPECT_GT(clears, kTrials / 8);
}

// Squares of such coordinates are no floats any more, and the filter on triangles of leaves is off.
TEST(FirstContactMetamorphic, Property_HugeCoordinatesNeedNoMoreThanAFewTimesTheWork) {
    Rng rng(62);
    FirstContactWorkspace w;
    int decided = 0;
    for (int trial = 0; trial < 12; ++trial) {
        SCOPED_TRACE(trial);
        const Case c = random_case(rng);
        const double factor = std::exp2(44.0 + 4.0 * trial) / c.size;
        const auto ask_within = [&](double scale) {
            const Made a(scaled(c.a, scale)), b(scaled(c.b, scale));
            return first_contact(
                a.moving(), b.moving(),
                {.clearance = scale * c.clearance, .tolerance = scale * c.tolerance, .most_work = 1000000},
                w);
        };
        const FirstContact here = ask_within(1.0 / c.size), there = ask_within(factor);
        ASSERT_NE(there.verdict, ContactVerdict::Undecided);
        EXPECT_EQ(there.verdict, here.verdict);
        EXPECT_EQ(there.clear_until, here.clear_until);
        EXPECT_LE(there.counters.node_pairs, 100 + 10 * here.counters.node_pairs);
        decided += here.verdict != ContactVerdict::OverlapAtStart;
    }
    EXPECT_GE(decided, 4);
}

TEST(FirstContactMetamorphic, Property_AQuarterTurnOfTheWorldChangesNothing) {
    Rng rng(62);
    FirstContactWorkspace w;
    std::array<int, 2> seen{};
    for (int trial = 0; trial < kTrials; ++trial) {
        SCOPED_TRACE(trial);
        const Case c = random_case(rng);
        Case turned = c;
        turned.a = quarter_turned(c.a), turned.b = quarter_turned(c.b);
        expect_alike(c, turned, w, seen);
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(seen[0], kTrials / 8);
    EXPECT_GT(seen[1], kTrials / 8);
}

TEST(FirstContactMetamorphic, Property_SwappedBodiesMeetAlike) {
    Rng rng(63);
    FirstContactWorkspace w;
    std::array<int, 2> seen{};
    for (int trial = 0; trial < kTrials; ++trial) {
        SCOPED_TRACE(trial);
        const Case c = random_case(rng);
        Case swapped = c;
        std::swap(swapped.a, swapped.b);
        expect_alike(c, swapped, w, seen);
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(seen[0], kTrials / 8);
    EXPECT_GT(seen[1], kTrials / 8);
}

TEST(FirstContactMetamorphic, Property_AClearMotionIsClearBackwards) {
    Rng rng(64);
    FirstContactWorkspace w;
    int clears = 0, contacts = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
        SCOPED_TRACE(trial);
        const Case c = random_case(rng);
        const double wider = c.clearance + 1.001 * c.tolerance;
        const Answer forth = ask(c.a, c.b, wider, c.tolerance, w);
        const Answer back = ask(reversed(c.a), reversed(c.b), c.clearance, c.tolerance, w);
        if (forth.verdict == ContactVerdict::Clear) {  // farther apart than d + e throughout
            ++clears;
            ASSERT_EQ(back.verdict, ContactVerdict::Clear);
        }
        if (back.verdict == ContactVerdict::Contact) {
            ++contacts;
            ASSERT_NE(forth.verdict, ContactVerdict::Clear);
            // Forwards it is met at the latest where it is met backwards.
            ASSERT_LE(forth.clear_until, 1.0 - back.clear_until + 1e-15);
        }
    }
    EXPECT_GT(clears, kTrials / 8);
    EXPECT_GT(contacts, kTrials / 8);
}

TEST(FirstContactMetamorphic, Property_FarTrianglesChangeNothing) {
    Rng rng(65);
    FirstContactWorkspace w;
    int contacts = 0, clears = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
        SCOPED_TRACE(trial);
        const Case c = random_case(rng);
        const Answer alone = ask(c.a, c.b, c.clearance, c.tolerance, w);
        // Containment aside: a far triangle makes an open soup of a solid.
        if (alone.verdict == ContactVerdict::OverlapAtStart) continue;
        Case more = c;
        for (Recipe* r : {&more.a, &more.b}) {
            if (rng.below(3) == 0) continue;
            const Vec3 far = 200.0 * c.size * random_vector(rng, 1.0).normalized() *
                             (r == &more.a ? 1.0 : 3.0);  // no two of these meet either
            for (auto n = 1 + rng.below(9); n > 0; --n)
                add_triangle(r->mesh,
                             {far + random_vector(rng, c.size), far + random_vector(rng, c.size),
                              far + random_vector(rng, c.size)},
                             0);
        }
        ASSERT_EQ(ask(more.a, more.b, c.clearance, c.tolerance, w), alone);
        contacts += alone.verdict == ContactVerdict::Contact;
        clears += alone.verdict == ContactVerdict::Clear;
    }
    EXPECT_GT(contacts, kTrials / 8);
    EXPECT_GT(clears, kTrials / 8);
}

}  // namespace graze::first_contact_metamorphic_test
