// The bends behind certificates cover what a checker computes, and little more.
#include "graze/continuous/relative/bend_rounding.h"

#include "support/proof_pairs.h"

#include <gtest/gtest.h>

#include <cmath>

namespace graze::proof_bends_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

/// The whole window and a part of it, in both frames; `bending` counts what bends.
void expect_covered(Rng& rng, const ProofPair& pair, const TimeWindow& whole, int& bending) {
    const NodePair nodes = pair.any_nodes(rng);
    const Moment first = pair.moment(whole.from);
    for (const LeafFrame frame : {LeafFrame::A, LeafFrame::B}) {
        const Vec3 n = random_leaf_direction(rng, first, frame);
        const double bound = bends_along(pair, nodes, whole, n, frame).proof;
        for (const TimeWindow& w : {whole, random_part(rng, whole)}) {
            const double needed = checkers_bend(pair, nodes, w, whole, n, frame);
            bending += needed > 0.0;
            // What is left to rounding comes from the lengths: ProofMotion::slack.
            ASSERT_LE(needed, bound + pair.proof.slack + 0x1p-40 * pair.proof.growth * pair.reach);
        }
    }
}

/// Bodies that spin, each in its place: small triangles at both ends, `out` from the middle, none between.
ProofPair spinning(Rng& rng, double out, double apart) {
    BodyQuery query;
    query.size = query.reach = out + apart;
    Vec3 place = Vec3::Zero();
    for (OwnedBody* body : {&query.a, &query.b}) {
        const Pose from{place, random_pose(rng, 1.0).rotation}, to{place, random_pose(rng, 1.0).rotation};
        body->motion = std::make_unique<RigidMotion>(make_screw({from, to, 0}, Vec3::Zero()));
        Mesh mesh;
        const Vec3 end = out * random_vector(rng, 1.0).normalized();
        for (const double sign : {1.0, -1.0})
            for (int i = 0; i < 9; ++i) {
                const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
                for (int k = 0; k < 3; ++k)
                    mesh.vertices.emplace_back(sign * (end + random_vector(rng, 0.001 * out)));
                mesh.triangles.push_back({first, first + 1, first + 2});
            }
        make_one_surface(mesh, "skin");
        body->mesh = std::make_unique<Mesh>(std::move(mesh));
        body->rebuild();
        place = apart * random_vector(rng, 1.0).normalized();
    }
    return proof_pair(std::move(query));
}

/// Turns and slides of any size about any axes, poses between them, linear parameters with and without axes
/// that wander.
RigidMotion random_link(Rng& rng) {
    const auto any_size = [&] { return std::pow(10.0, rng.uniform(-2.0, 1.0)); };
    const Pose placement = random_pose(rng, any_size());
    const double from = rng.uniform(-1.0, 1.0);
    JointMotion joint{placement, random_vector(rng, 1.0), from, from, 0.0, 0.0};
    switch (rng.below(8)) {
        case 0:
            return AtRest{placement};
        case 1:
            joint.slide_t1 = any_size();
            return make_joint(joint);
        case 2:
        case 3: {
            const Vec3 r0 = random_vector(rng, 1.0), to = random_vector(rng, any_size());
            const Vec3 r1 = rng.below(2) == 0 ? random_vector(rng, any_size()) : any_size() * r0;
            return make_linear_parameters({placement.translation, r0}, {to, r1});
        }
        default:
            joint.angle_t1 = from + (rng.below(2) == 0 ? 1.0 : -1.0) * any_size();
            joint.slide_t1 = rng.below(3) == 0 ? any_size() : 0.0;
            return make_joint(joint);
    }
}

/// On up to so many links each.
ProofPair random_pair(Rng& rng, std::uint64_t most_links) {
    BodyQuery query;
    query.reach = 1.0;
    for (OwnedBody* body : {&query.a, &query.b}) {
        body->mesh = std::make_unique<Mesh>(random_small_mesh(rng, 20));
        move_mesh(*body->mesh, 1.0, random_vector(rng, std::pow(10.0, rng.uniform(-2.0, 1.0))));
        body->motion = std::make_unique<RigidMotion>(AtRest{});
        body->rebuild();
    }
    const auto links = [&] {
        std::vector<RigidMotion> result;
        for (auto i = rng.below(most_links + 1); i-- > 0;) result.push_back(random_link(rng));
        return result;
    };
    auto links_a = links(), links_b = links();
    return {std::move(query.a.mesh),
            std::move(query.b.mesh),
            std::move(query.a.model),
            std::move(query.b.model),
            std::move(links_a),
            std::move(links_b),
            query.reach};
}

/// One of the arrays of a ProofWindow, for a direction.
double along(const ProofWindow& window, const std::array<double, 6>& of, const Crosses& crosses,
             LeafFrame frame) {
    const std::size_t i = frame == LeafFrame::A ? 0 : 2;
    return of[i] * (crosses.own + kAcross + window.wander[i]) +
           of[i + 1] * (crosses.other + kAcross + window.wander[i + 1]) + of[4 + i / 2];
}

}  // namespace

TEST(ProofBends, Property_CoverWhatACheckerComputes) {
    Rng rng(6161);
    int usable = 0, bending = 0;
    for (int trial = 0; trial < 600 * rounds(); ++trial) {
        SCOPED_TRACE(trial);
        const auto family_a = MotionFamily(trial % kMotionFamilies),
                   family_b = MotionFamily(rng.below(kMotionFamilies));
        const ProofPair pair =
            proof_pair(random_body_query(rng, family_a, family_b, 40, rng.uniform(0.5, 3.0)));
        if (!pair.proof.is_usable) continue;
        ++usable;
        expect_covered(rng, pair, dyadic_window(rng, 12), bending);
    }
    EXPECT_GT(usable, 500);
    EXPECT_GT(bending, usable);
}

TEST(ProofBends, Property_CoverWhatACheckerComputesOfChains) {
    Rng rng(6171);
    int bending = 0;
    for (int trial = 0; trial < 700 * rounds(); ++trial) {
        SCOPED_TRACE(trial);
        const auto family = ChainFamily(trial % kChainFamilies);
        const ProofPair pair = proof_pair(random_chain_query(rng, family, 40, rng.uniform(0.5, 3.0)));
        if (!pair.proof.is_usable) continue;
        expect_covered(rng, pair, dyadic_window(rng, 12), bending);
    }
    EXPECT_GT(bending, 1000);
}

// In one place: only points far from their middles bend.
TEST(ProofBends, Property_CoverWhatACheckerComputesOfFarPoints) {
    Rng rng(6163);
    int bending = 0;
    for (int trial = 0; trial < 300 * rounds(); ++trial) {
        SCOPED_TRACE(trial);
        expect_covered(rng, spinning(rng, 10.0, 0.0), dyadic_window(rng, 6), bending);
    }
    EXPECT_GT(bending, 200);
}

// Far from each other: what turns is how one sees the other.
TEST(ProofBends, Property_CoverWhatACheckerComputesOfFarBodies) {
    Rng rng(6165);
    int bending = 0;
    for (int trial = 0; trial < 300 * rounds(); ++trial) {
        SCOPED_TRACE(trial);
        expect_covered(rng, spinning(rng, 0.1, 10.0), dyadic_window(rng, 6), bending);
    }
    EXPECT_GT(bending, 200);
}

// Not only what becomes of them: how wide the sets of r'' and c'' are after all links (proof.md, P3).
TEST(ProofBends, Property_SetsAreNoWiderThanTheirBounds) {
    Rng rng(6172);
    double closest_plane = 0.0, closest_place = 0.0;
    int wide = 0;
    for (int trial = 0; trial < 3000 * rounds(); ++trial) {
        SCOPED_TRACE(trial);
        const ProofPair pair = random_pair(rng, 1 + rng.below(3));
        ASSERT_TRUE(pair.proof.is_usable);
        const TimeWindow w = dyadic_window(rng, 8);
        const double scale = 0.125 * w.length() * w.length();
        const Moment first = pair.moment(w.from);
        const ProofWindow window = proof_window(pair.proof, w.length());
        const double apart = centre_distance(pair.proof, first) + window.travel;
        for (const LeafFrame frame : {LeafFrame::A, LeafFrame::B}) {
            const Vec3 n = random_leaf_direction(rng, first, frame);
            const Crosses crosses = crosses_of(first, n, frame);
            const PlaneWindow plane = checkers_plane(pair, w, frame == LeafFrame::A ? 1 : 0, n, frame);
            double radius = 0.0;
            for (int k = 0; k < 3; ++k) radius = std::max(radius, 0.5 * width(plane.r2[k]));
            const double most = along(window, window.per_far, crosses, frame) / std::sqrt(3.0),
                         needed = radius * scale;
            ASSERT_LE(needed, most + 0x1p-40 * pair.proof.growth);
            const double place = 0.5 * width(plane.c2) * scale,
                         most_place = along(window, window.isotropic, crosses, frame) +
                                      along(window, window.per_distance, crosses, frame) * apart;
            ASSERT_LE(place, most_place + pair.proof.slack + 0x1p-40 * pair.proof.growth * apart);
            if (needed > 1e-6) closest_plane = std::max(closest_plane, needed / most), ++wide;
            if (place > 1e-6) closest_place = std::max(closest_place, place / most_place);
        }
    }
    EXPECT_GT(wide, 1000);
    EXPECT_GT(closest_plane, 0.5);  // and not much larger than needed
    EXPECT_GT(closest_place, 0.5);
}

TEST(ProofBends, Property_TightOverShortWindows) {
    Rng rng(6162);
    double worst = 0.0;
    const auto look_at = [&](const ProofPair& pair, LeafFrame frame) {
        ASSERT_TRUE(pair.proof.is_usable);
        const TwoBends bends =
            bends_along(pair, {0, 0}, {0.5, 0.5 + 0x1p-10}, random_vector(rng, 1.0).normalized(), frame);
        ASSERT_GE(bends.proof, bends.plain);
        if (bends.plain > 1e-12 * pair.reach) worst = std::max(worst, bends.proof / bends.plain);
    };
    for (int trial = 0; trial < 200; ++trial) {
        const LeafFrame frame = trial % 3 == 0 ? LeafFrame::A : LeafFrame::B;
        const auto other = trial % 2 == 0 ? MotionFamily::Rest : MotionFamily::Slerp;
        look_at(proof_pair(random_body_query(rng, MotionFamily::Screw, other, 40, rng.uniform(0.5, 3.0))),
                frame);
        look_at(proof_pair(random_chain_query(rng, ChainFamily(trial % 3), 40, rng.uniform(0.5, 3.0), 3)),
                frame);
    }
    EXPECT_LE(worst, 1.75);  // the square root of three, for boxes of vertices
}

}  // namespace graze::proof_bends_test
