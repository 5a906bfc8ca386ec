// Section 12: where bodies on chains are, how far a point may leave its chord, and the parabola about it.
#include "graze/continuous/relative/paired_chains.h"

#include "graze/continuous/features/gap_bound.h"
#include "graze/continuous/relative/smooth_motions.h"

#include "support/chain_queries.h"
#include "support/chords.h"

#include <gtest/gtest.h>

namespace graze::paired_chains_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

ChainFamily any_family(Rng& rng) { return ChainFamily(rng.below(kChainFamilies)); }

/// Rigid motions by a clock of their own, as the motions of piecewise motions have.
SmoothMotions motions_of(Rng& rng, const ChainQuery& query) {
    const bool is_part = rng.below(4) == 0;
    const double from = is_part ? rng.uniform(0.0, 0.5) : 0.0, until = is_part ? rng.uniform(0.6, 1.0) : 1.0;
    return smooth_motions(query.a.way(), query.b.way(), from, until);
}

}  // namespace

TEST(PairedChains, Reference_NoPointLeavesItsChordByMoreThanTheBend) {
    Rng rng(131);
    ChainMemory memory;
    int close = 0, chains = 0, slots = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        SCOPED_TRACE(trial);
        const ChainFamily family = any_family(rng);
        ChainQuery query = random_chain_query(rng, family, 8, rng.uniform(0.0, 3.0));
        if (rng.below(2) == 0) std::swap(query.a, query.b);
        const SmoothMotions motions = motions_of(rng, query);
        const WideTree &tree_a = query.a.model->tree, &tree_b = query.b.model->tree;
        const RelativeMotion motion = relative_motion(motions, tree_a, tree_b, memory);
        ASSERT_TRUE(motion.is_usable);
        const auto* longer = std::get_if<const PairedChains*>(&motion.chains);
        chains += longer != nullptr;
        slots += longer != nullptr && (*longer)->slots[1].is_used;
        const double length = std::pow(0.5, double(rng.below(10))), begin = rng.unit() * (1.0 - length),
                     end = begin + length;
        const Moment from = moment_at(motion, tree_a, tree_b, begin),
                     to = moment_at(motion, tree_a, tree_b, end);
        const double distance = origin_distance(tree_a, tree_b, from, to);
        const bool in_a = rng.below(2) == 0;
        const PairBends bends = bends_of(motion, {tree_a.nodes[0], tree_b.nodes[0], distance, length});
        const Bend& bend = in_a ? bends.in_a : bends.in_b;
        const float* own_axis = in_a ? from.axis_a_in_a : from.axis_b_in_b;
        const float* other_axis = in_a ? from.axis_b_in_a : from.axis_a_in_b;
        const Mesh& mesh = in_a ? *query.b.mesh : *query.a.mesh;
        const Vec3 x = mesh.vertices[rng.below(mesh.vertices.size())];
        const SmoothMotion &own = in_a ? motions.a : motions.b, &other = in_a ? motions.b : motions.a;
        Vec3 n = worst_direction(own, other, x, begin, end);
        if (rng.below(3) == 0)  // along one of the axes, which then bends nothing
            n = Vec3(double(own_axis[0]), double(own_axis[1]), double(own_axis[2]));
        if (rng.below(3) == 0 || !(n.norm() > 0.5)) n = random_vector(rng, 1.0);
        n.normalize();
        const double allowed = double(bend.from_own) * cross_with(n, own_axis) +
                               double(bend.from_other) * cross_with(n, other_axis) + double(bend.isotropic);
        const Interval at_begin = place_along(own, other, n, x, begin),
                       at_end = place_along(own, other, n, x, end);
        double seen = 0.0;
        for (const double part : {0.5, 0.25, 0.8}) {
            const Interval there = place_along(own, other, n, x, begin + part * (end - begin));
            const Interval off = there - (exactly(1.0 - part) * at_begin + exactly(part) * at_end);
            seen = std::max({seen, off.lo, -off.hi});
        }
        ASSERT_LE(seen, allowed) << kChainFamilyNames[int(family)];
        close += seen > 0.3 * allowed;
    }
    EXPECT_GT(chains, 1000);
    EXPECT_GT(slots, 500);
    EXPECT_GT(close, 50);
}

TEST(PairedChains, Reference_MomentsAreWhereTheTruthIs) {
    Rng rng(132);
    ChainMemory memory;
    for (int trial = 0; trial < 600; ++trial) {
        SCOPED_TRACE(trial);
        const ChainFamily family = any_family(rng);
        const ChainQuery query = random_chain_query(rng, family, 8, 1.0);
        const SmoothMotions motions = motions_of(rng, query);
        const WideTree &tree_a = query.a.model->tree, &tree_b = query.b.model->tree;
        const RelativeMotion motion = relative_motion(motions, tree_a, tree_b, memory);
        const double t = rng.unit();
        const WidePlacement p = moment_at(motion, tree_a, tree_b, t).placement;
        const MotionJet seen = relative(jet_over(motions.b, exactly(t)), jet_over(motions.a, exactly(t)));
        const WideNode& root = tree_b.nodes[0];
        const IntervalVec3 truth = point_at(seen, Vec3(root.origin[0], root.origin[1], root.origin[2]));
        for (int i = 0; i < 3; ++i) {
            double there = p.shift[i];
            for (int k = 0; k < 3; ++k) there += p.turn[k][i] * root.origin[k];
            ASSERT_LE(std::abs(there - midpoint(truth[i])), 0.25 * double(p.far) + width(truth[i]));
        }
        ASSERT_LT(double(p.far), 1e-8 * query.reach) << kChainFamilyNames[int(family)];
    }
}

// What the quick search believes of a vertex: y + x y' + x^2/2 y'', up to swerve, jerk and error.
TEST(PairedChains, Reference_VerticesStayNearTheirParabolas) {
    Rng rng(133);
    ChainMemory memory;
    int with_jerk = 0, close = 0;
    for (int trial = 0; trial < 1500; ++trial) {
        SCOPED_TRACE(trial);
        const ChainFamily family = any_family(rng);
        const ChainQuery query = random_chain_query(rng, family, 8, 1.0);
        const SmoothMotions motions = motions_of(rng, query);
        const RelativeMotion motion =
            relative_motion(motions, query.a.model->tree, query.b.model->tree, memory);
        const auto* longer = std::get_if<const PairedChains*>(&motion.chains);
        if (longer == nullptr) continue;
        const RoundedChain& chain = (*longer)->a;
        const Vec3 x = query.a.mesh->vertices[rng.below(query.a.mesh->vertices.size())];
        RoundedFeature feature;
        feature.chain = &memory.known_a;
        feature.vertices[0] = {Vec3::Zero(), Vec3::Zero(), x - chain.reference, Vec3::Zero(), 0.0, 0.0};
        const double error = error_of(chain, x), t = rng.unit();
        ASSERT_LT(error, 1e-7 * query.reach);
        const PlacedVertex at = placed_at(feature, t).vertices[0];
        with_jerk += at.jerk > 0.0;
        for (const double step : {0.0, 0.01, 0.1, 0.5}) {
            const double sign = t + step <= 1.0 ? 1.0 : -1.0, there = t + sign * step, h = there - t;
            const IntervalVec3 truth = point_at(jet_over(motions.a, exactly(there)), x);
            const Vec3 guess = at.place + h * at.straight - (0.5 * h * h) * at.inward;
            const double off = norm(truth - exactly(guess)).lo;
            const double rest = 0.5 * at.swerve * h * h + at.jerk * step * step * step / 6.0 * (1.0 + 1e-12);
            ASSERT_LE(off, rest + error) << kChainFamilyNames[int(family)] << " " << step;
            close += step > 0.0 && off > 0.05 * rest && off > 10.0 * error;
            // The same along a direction, as bounds over a stretch that is as long as the step.
            const Vec3 miss = middle_of(truth) - guess;
            const Vec3 n = miss.norm() > 0.0 ? Vec3(miss.normalized()) : Vec3(Vec3::UnitX());
            const ProjectedVertex p{n.dot(at.place),  n.dot(at.straight), 0.0,
                                    n.dot(at.inward), at.swerve,          at.jerk};
            const ArcFactors arc = arc_factors(0.0, step);
            const Interval along = dot(exactly(n), truth);
            ASSERT_LE(bound_below(p, sign, arc).at(step) - error - 1e-14 * query.reach, along.hi);
            ASSERT_GE(bound_above(p, sign, arc).at(step) + error + 1e-14 * query.reach, along.lo);
        }
    }
    EXPECT_GT(with_jerk, 500);
    EXPECT_GT(close, 150);
}

TEST(PairedChains, Example_APlanarArmDoesNotBendAlongItsAxes) {
    const Mesh mesh = box_mesh({1.0, 1.0, 1.0});
    const BodyModel model = build_body_model(mesh);
    Composed arm;
    Pose next{};
    next.translation = Vec3(3.0, 0.0, 0.0);
    for (std::uint32_t i = 0; i < 3; ++i)
        arm.links.push_back({i == 0 ? std::nullopt : std::optional(i - 1),
                             make_joint({next, Vec3::UnitZ(), 0.0, 1.0 - 0.4 * double(i), 0.0, 0.0})});
    const RigidMotion rest = AtRest{};
    ChainMemory memory;
    const SmoothMotions motions = smooth_motions(rest, LinkMotion{&arm, 2}, 0.0, 1.0);
    const RelativeMotion motion = relative_motion(motions, model.tree, model.tree, memory);
    const PairBends bends = bends_of(motion, {model.tree.nodes[0], model.tree.nodes[0], 5.0, 1.0});
    for (const Bend* bend : {&bends.in_a, &bends.in_b}) {
        EXPECT_GT(bend->from_own + bend->from_other, 1.0f);
        EXPECT_LT(bend->isotropic, 1e-3f * (bend->from_own + bend->from_other));
    }
}

}  // namespace graze::paired_chains_test
