#include "graze/continuous/search/features_within.h"

#include "oracle/quick_bodies.h"
#include "support/chain_queries.h"

#include <gtest/gtest.h>

namespace graze::features_within_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

constexpr double kGuess = 1e-7;  // plain formulas lose half of their digits on triangles that are nearly flat

std::vector<oracle::Corner3> placed(const Mesh& mesh, const MotionRef& motion, double t) {
    const MotionJet jet = jet_over(motion, exactly(t));
    std::vector<oracle::Corner3> triangles(mesh.triangles.size());
    for (std::uint32_t i = 0; i < triangles.size(); ++i)
        for (int k = 0; k < 3; ++k) triangles[i][k] = middle_of(point_at(jet, corners(mesh, i)[k]));
    return triangles;
}

/// What is nearest in each pair of triangles, by plain formulas.
std::vector<oracle::ClosestGuess> all_closest(const MovingModel& a, const MovingModel& b, double t) {
    std::vector<oracle::ClosestGuess> closest;
    const auto of_b = placed(*b.model.mesh, b.motion, t);
    for (const oracle::Corner3& p : placed(*a.model.mesh, a.motion, t))
        for (const oracle::Corner3& q : of_b) closest.push_back(oracle::guess_closest(p, q));
    return closest;
}

struct Seen {
    int listed = 0, left_out = 0, empty = 0;
};

/// The list at time t, with a reach that leaves out some of what is near, or all.
void expect_all_that_is_near(const MovingModel& a, const MovingModel& b, double t, double size, double part,
                             Seen& seen, FirstContactWorkspace& w) {
    auto closest = all_closest(a, b, t);
    const auto by_distance = [](const auto& x, const auto& y) { return x.sq < y.sq; };
    std::sort(closest.begin(), closest.end(), by_distance);
    const auto rank = static_cast<std::size_t>(part * static_cast<double>(closest.size()));
    const double nearest = std::sqrt(closest[0].sq), slack = kGuess * size;
    const double reach = rank == 0 ? 0.5 * nearest : std::sqrt(closest[rank].sq);
    const auto list = features_within(a, b, t, reach, w);
    if (reach < nearest - slack) {
        ASSERT_TRUE(list.empty());
        ++seen.empty;
        return;
    }
    double least = kInfinity;
    for (const ContactFeaturePair& contact : list) {
        least = std::min(least, contact.distance_hi);
        ASSERT_NEAR((contact.points[0] - contact.points[1]).norm(), contact.distance_hi, slack);
        ASSERT_LE(contact.distance_hi, reach + slack);
    }
    if (reach > nearest + slack) {
        ASSERT_NEAR(least, nearest, slack);
    }
    for (const oracle::ClosestGuess& near : closest) {
        const double distance = std::sqrt(near.sq);
        if (distance > reach - slack) {
            ++seen.left_out;
            continue;
        }
        // Some pair of features in the list is there, or, where edges are parallel, as near elsewhere.
        ASSERT_TRUE(std::any_of(list.begin(), list.end(), [&](const ContactFeaturePair& contact) {
            return std::abs(contact.distance_hi - distance) <= slack &&
                   ((contact.points[0] - near.on_a).norm() <= 1e-3 * size ||
                    (contact.points[1] - near.on_b).norm() <= 1e-3 * size || distance <= slack);
        })) << distance;
        ++seen.listed;
    }
}

}  // namespace

TEST(FeaturesWithin, Reference_AllThatPlainFormulasFindNear) {
    Rng rng(4077);
    FirstContactWorkspace w;
    Seen seen;
    for (int trial = 0; trial < 200; ++trial) {
        SCOPED_TRACE(trial);
        const auto family = MotionFamily(trial % kMotionFamilies);
        const BodyQuery query =
            random_body_query(rng, family, MotionFamily(rng.below(kMotionFamilies)), 12, 2.5);
        if (query.reach > 1e3 * query.size) continue;  // plain formulas cannot tell
        const double part = trial % 4 == 0 ? 0.0 : rng.uniform(0.01, 0.2);
        expect_all_that_is_near(query.a.moving(), query.b.moving(), rng.unit(), query.size, part, seen, w);
        if (HasFatalFailure()) return;
    }
    for (int trial = 0; trial < 100; ++trial) {
        SCOPED_TRACE(trial);
        const ChainQuery query = random_chain_query(rng, ChainFamily(trial % kChainFamilies), 12, 2.5, 3);
        if (query.reach > 1e3 * query.size) continue;
        expect_all_that_is_near(query.a.moving(), query.b.moving(), rng.unit(), query.size, 0.1, seen, w);
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(seen.listed, 1000);
    EXPECT_GT(seen.left_out, 1000);
    EXPECT_GT(seen.empty, 20);
}

// A square of half side 1 goes along x in two pieces, the second one faster, past a lower one at rest.
TEST(FeaturesWithin, Example_BetweenBreaks) {
    const Mesh square = square_mesh(1.0);
    const BodyModel model = build_body_model(square);
    const auto at = [](double x) { return Pose{Vec3(x, 0.0, 0.5), Eigen::Quaterniond::Identity()}; };
    const Piecewise motion{{make_screw({at(-4.0), at(-3.0), 0}), make_screw({at(-3.0), at(5.0), 0})},
                           {0.0, 0.5, 1.0}};
    const RigidMotion rest = AtRest{};
    const MovingModel a{model, rest}, b{model, motion};
    FirstContactWorkspace w;
    for (const double t : {0.0, 0.25, 0.5, 0.6875, 0.9375, 1.0}) {
        const double x = t <= 0.5 ? -4.0 + 2.0 * t : -3.0 + 16.0 * (t - 0.5);
        const double gap = std::hypot(std::max(0.0, std::abs(x) - 2.0), 0.5);
        EXPECT_TRUE(features_within(a, b, t, gap - 1e-9, w).empty()) << t;
        const auto list = features_within(a, b, t, gap + 1e-9, w);
        ASSERT_FALSE(list.empty()) << t;
        for (const ContactFeaturePair& contact : list) EXPECT_NEAR(contact.distance_hi, gap, 1e-8);
    }
}

// The list that a search ends with, once more.
TEST(FeaturesWithin, Property_AsTheSearchSays) {
    Rng rng(4079);
    FirstContactWorkspace w;
    int contacts = 0;
    for (int trial = 0; trial < 120; ++trial) {
        SCOPED_TRACE(trial);
        BodyQuery query = random_body_query(rng, MotionFamily(trial % kMotionFamilies),
                                            MotionFamily(rng.below(kMotionFamilies)), 40, 0.8);
        const double d = 1e-3 * query.size, e = std::max(1e-6 * query.size, 1e-10 * query.reach);
        const FirstContact found =
            first_contact(query.a.moving(), query.b.moving(), {.clearance = d, .tolerance = e}, w);
        if (found.verdict != ContactVerdict::Contact) continue;
        ++contacts;
        const Answer expected = answer_of(found);
        FirstContact again = found;
        again.contacts = features_within(query.a.moving(), query.b.moving(), found.clear_until,
                                         (exactly(d) + exactly(e)).hi, w);
        ASSERT_EQ(answer_of(again), expected);
    }
    EXPECT_GT(contacts, 30);
}

}  // namespace graze::features_within_test
