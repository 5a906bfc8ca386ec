// First contact of bodies whose motions have breaks: piece by piece, in the time of the whole path.
#include "oracle/quick_bodies.h"
#include "support/chain_queries.h"

#include <gtest/gtest.h>

namespace graze::piecewise_contact_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

/// A joint that goes through several angles and slides, one after the other: pieces fit exactly.
Piecewise random_pieces(Rng& rng, double size, const std::vector<double>& breaks) {
    Piecewise motion;
    motion.breaks = breaks;
    const Pose placement = random_pose(rng, size);
    const Vec3 axis = random_vector(rng, 1.0);
    double angle = rng.uniform(-1.0, 1.0), slide = 0.0;
    for (std::size_t i = 0; i + 1 < breaks.size(); ++i) {
        const double next = angle + (rng.below(4) == 0 ? 0.0 : rng.uniform(-1.5, 1.5)),
                     further = rng.uniform(-1.0, 1.0) * size;
        motion.pieces.push_back(make_joint({placement, axis, angle, next, slide, further}));
        angle = next, slide = further;
    }
    return motion;
}

std::vector<double> random_breaks(Rng& rng) {
    std::vector<double> breaks{0.0};
    const auto count = rng.below(4);
    for (std::uint64_t i = 0; i < count; ++i) breaks.push_back(rng.unit());
    if (rng.below(4) == 0) breaks.push_back(0.5);
    breaks.push_back(1.0);
    std::sort(breaks.begin(), breaks.end());
    breaks.erase(std::unique(breaks.begin(), breaks.end()), breaks.end());
    return breaks;
}

Vec3 corner_of(Rng& rng, const Mesh& mesh) {
    return corners(mesh, static_cast<std::uint32_t>(rng.below(mesh.triangles.size())))[0];
}

constexpr double kGuess = 1e-7;  // plain formulas lose half of their digits on triangles that are nearly flat

/// How far a point that is reported is from its triangle at time t.
double off_triangle(const Mesh& mesh, const MotionRef& way, double t, const ContactFeaturePair& contact,
                    int body) {
    const MotionJet jet = jet_over(way, exactly(t));
    oracle::Corner3 at;
    const auto own = corners(mesh, contact.triangles[body]);
    for (int k = 0; k < 3; ++k) at[k] = middle_of(point_at(jet, own[k]));
    const Vec3& x = contact.points[body];
    double least = (oracle::guess_on_triangle(x, at) - x).norm();
    for (int k = 0; k < 3; ++k)  // of triangles that are nearly flat
        least = std::min(least, (oracle::guess_on_segment(x, at[k], at[(k + 1) % 3]) - x).norm());
    return least;
}

/// A box of half side 1 that is moved along x from one place to the next.
struct SlidingBox {
    Mesh mesh = box_mesh({1.0, 1.0, 1.0});
    BodyModel model = build_body_model(mesh);
    Pose start;
    Piecewise motion;

    SlidingBox(const std::vector<double>& places, const std::vector<double>& breaks) {
        motion.breaks = breaks;
        for (std::size_t i = 0; i + 1 < places.size(); ++i) {
            Pose from, to;
            from.translation = Vec3(places[i], 0.0, 0.0), to.translation = Vec3(places[i + 1], 0.0, 0.0);
            if (i == 0) start = from;
            motion.pieces.push_back(make_screw({from, to, 0}));
        }
    }
    SlidingBox(const SlidingBox&) = delete;
    [[nodiscard]] MovingModel moving() const { return {model, motion, &start}; }
};

}  // namespace

TEST(PiecewiseContact, Example_TimesAreThoseOfTheWholePath) {
    const Mesh mesh = box_mesh({1.0, 1.0, 1.0});
    const BodyModel model = build_body_model(mesh);
    const RigidMotion rest = AtRest{};
    const MovingModel still{model, rest};
    FirstContactWorkspace w;
    const FirstContactOptions options{.tolerance = 1e-6};
    // Away at first, then towards the box, then on: gap 2, 6, 1, -1.
    const SlidingBox comes({4.0, 8.0, 3.0, 1.0}, {0.0, 0.25, 0.5, 1.0});
    const FirstContact found = first_contact(comes.moving(), still, options, w);
    EXPECT_EQ(found.verdict, ContactVerdict::Contact);
    EXPECT_NEAR(found.clear_until, 0.75, 1e-6);
    EXPECT_LE(found.clear_until, 0.75);
    ASSERT_FALSE(found.contacts.empty());
    EXPECT_NEAR(found.contacts[0].points[0].x(), 1.0, 2e-6);
    // Exactly at a break, where it turns back; and not if that is a little farther away.
    const SlidingBox touches({4.0, 2.0, 5.0}, {0.0, 0.3, 1.0}), passes({4.0, 2.00001, 5.0}, {0.0, 0.3, 1.0});
    const FirstContact at_break = first_contact(touches.moving(), still, options, w);
    EXPECT_EQ(at_break.verdict, ContactVerdict::Contact);
    EXPECT_NEAR(at_break.clear_until, 0.3, 1e-6);
    EXPECT_EQ(first_contact(passes.moving(), still, options, w).verdict, ContactVerdict::Clear);
    EXPECT_EQ(first_contact(passes.moving(), still, options, w).clear_until, 1.0);
    // Asked about a part of the time only.
    FirstContactOptions part = options;
    part.until = 0.7;
    EXPECT_EQ(first_contact(comes.moving(), still, part, w).verdict, ContactVerdict::Clear);
    EXPECT_EQ(first_contact(comes.moving(), still, part, w).clear_until, 0.7);
    part.from = 0.6, part.until = 1.0;
    EXPECT_NEAR(first_contact(comes.moving(), still, part, w).clear_until, 0.75, 1e-6);
    // Overlapping from the start.
    const SlidingBox inside({1.5, 8.0, 9.0}, {0.0, 0.5, 1.0});
    EXPECT_EQ(first_contact(inside.moving(), still, options, w).verdict, ContactVerdict::OverlapAtStart);
    // Contact in the first piece: later ones do not matter, nor do they hide it.
    const SlidingBox early({4.0, 0.0, 9.0}, {0.0, 0.5, 1.0});
    EXPECT_NEAR(first_contact(early.moving(), still, options, w).clear_until, 0.25, 1e-6);
}

TEST(PiecewiseContact, Degenerate_WhatJumpsIsClearUpToThereOnly) {
    const Mesh big = box_mesh({9.0, 9.0, 9.0});
    const BodyModel model = build_body_model(big);
    const RigidMotion rest = AtRest{};
    FirstContactWorkspace w;
    SlidingBox jumps({20.0, 18.0, 0.0}, {0.0, 0.5, 1.0});
    Pose from, to;  // into the middle of the other, far from its surface
    to.translation = Vec3(0.5, 0.0, 0.0);
    jumps.motion.pieces[1] = make_screw({from, to, 0});
    const FirstContact found = first_contact(jumps.moving(), {model, rest}, {.tolerance = 1e-6}, w);
    EXPECT_EQ(found.verdict, ContactVerdict::Undecided);
    EXPECT_EQ(found.clear_until, 0.5);
    EXPECT_TRUE(found.contacts.empty());
}

TEST(PiecewiseContact, Reference_PlantedContactsAreNeverMissed) {
    Rng rng(201);
    FirstContactWorkspace w;
    int late = 0, in_later_pieces = 0;
    for (int trial = 0; trial < 300 * rounds(); ++trial) {
        SCOPED_TRACE(trial);
        const double size = kSizes[rng.below(3)];
        const Piecewise way_a = random_pieces(rng, size, random_breaks(rng)),
                        way_b = random_pieces(rng, size, trial % 2 == 0 ? way_a.breaks : random_breaks(rng));
        TrueTree tree;
        const std::uint32_t link = grow(rng, tree, {}, 3, ChainFamily::Mixed, size);
        const RigidMotion rigid = random_motion(rng, MotionFamily::Slerp, size).motion;
        const MotionRef b = trial % 4 < 2    ? MotionRef(way_b)
                            : trial % 4 == 2 ? MotionRef(LinkMotion{&tree.body, link})
                                             : MotionRef(rigid);
        double time = rng.unit();
        if (rng.below(3) == 0 && way_a.breaks.size() > 2)
            time = way_a.breaks[1 + rng.below(way_a.breaks.size() - 2)];  // at a break
        Mesh mesh_a = random_small_mesh(rng, 40), mesh_b = random_small_mesh(rng, 40);
        move_mesh(mesh_a, 0.5 * size, random_vector(rng, size));
        move_mesh(mesh_b, 0.5 * size, Vec3::Zero());
        const MotionJet seen =
            relative(jet_over(MotionRef(way_a), exactly(time)), jet_over(b, exactly(time)));
        const Vec3 there = middle_of(point_at(seen, corner_of(rng, mesh_a)));
        move_mesh(mesh_b, 1.0, there - corner_of(rng, mesh_b));
        const BodyModel model_a = build_body_model(mesh_a), model_b = build_body_model(mesh_b);
        const double e = 1e-6 * size, d = 1e-11 * size;
        const FirstContact found =
            first_contact({model_a, way_a}, {model_b, b}, {.clearance = d, .tolerance = e}, w);
        ASSERT_EQ(found.verdict, ContactVerdict::Contact);
        ASSERT_LE(found.clear_until, time);
        ASSERT_LE(found.distance_hi, d + e);
        ASSERT_FALSE(found.contacts.empty());
        for (const ContactFeaturePair& contact : found.contacts) {  // where the whole motions put them
            ASSERT_LT(off_triangle(mesh_a, way_a, found.clear_until, contact, 0), kGuess * size);
            ASSERT_LT(off_triangle(mesh_b, b, found.clear_until, contact, 1), kGuess * size);
        }
        late += found.clear_until > 0.01;
        in_later_pieces += found.clear_until > way_a.breaks[1];
    }
    EXPECT_GT(late, 60);
    EXPECT_GT(in_later_pieces, 30);
}

TEST(PiecewiseContact, Property_PiecesOfOneTurnMeetLikeTheWhole) {
    Rng rng(202);
    FirstContactWorkspace w;
    int contacts = 0, clears = 0;
    for (int trial = 0; trial < 100; ++trial) {
        SCOPED_TRACE(trial);
        const Pose home = random_pose(rng, 1.0);
        const Vec3 axis = random_vector(rng, 1.0);
        const double angle = std::exp2(double(rng.below(3)) - 1.0), part = double(1 + rng.below(7)) / 8.0;
        const auto turn = [&](double from, double to) {
            return make_joint({home, axis, from * angle, to * angle, 0.0, 0.0});
        };
        const RigidMotion whole = turn(0.0, 1.0), rest = AtRest{};
        const Piecewise pieces{{turn(0.0, part), turn(part, 1.0)}, {0.0, part, 1.0}};
        Mesh mesh_a = random_small_mesh(rng, 40), mesh_b = random_small_mesh(rng, 40);
        move_mesh(mesh_b, 1.0, rng.uniform(1.0, 3.0) * random_vector(rng, 1.0).normalized());
        const BodyModel model_a = build_body_model(mesh_a), model_b = build_body_model(mesh_b);
        const double d = 0.01, e = 1e-6;
        const auto ask = [&](const MotionRef& b, double clearance) {
            return first_contact({model_a, rest}, {model_b, b}, {.clearance = clearance, .tolerance = e}, w);
        };
        const FirstContact one = ask(whole, d);
        if (one.clear_until == 0.0) continue;
        contacts += one.verdict == ContactVerdict::Contact;
        clears += one.verdict == ContactVerdict::Clear;
        ASSERT_LE(ask(pieces, d + 1.001 * e).clear_until, one.clear_until);
        ASSERT_GE(ask(pieces, d - 1.001 * e).clear_until, one.clear_until);
        ASSERT_LE(ask(whole, d + 1.001 * e).clear_until, ask(pieces, d).clear_until);
    }
    EXPECT_GT(contacts, 15);
    EXPECT_GT(clears, 15);
}

}  // namespace graze::piecewise_contact_test
