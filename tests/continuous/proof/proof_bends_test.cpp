// The bends behind certificates cover what a checker computes, and little more.
#include "graze/continuous/proof/proof_bends.h"
#include "graze/continuous/proof/proof_body.h"
#include "graze/model/body_model.h"

#include "support/body_queries.h"

#include <gtest/gtest.h>

#include <cmath>

namespace graze::proof_bends_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

struct Window {
    double from, until;
    [[nodiscard]] double length() const { return until - from; }
};

/// Two bodies as a prover and as a search have them.
struct Bodies {
    BodyQuery query;
    ProofMesh mesh_a = make_proof_mesh(*query.a.mesh), mesh_b = make_proof_mesh(*query.b.mesh);
    PairedMotion motion = paired_motion(*query.a.motion, *query.b.motion);
    ProofMotion proof = proof_motion(motion, mesh_a.centre, mesh_b.centre);

    [[nodiscard]] const WideTree& tree_a() const { return query.a.model->tree; }
    [[nodiscard]] const WideTree& tree_b() const { return query.b.model->tree; }
};

/// M h^2 / 8 of a leaf over all triangles of a node each, h the length of `whole`.
double checkers_bend(const Bodies& bodies, const std::array<std::uint32_t, 2>& nodes, const Window& w,
                     const Window& whole, const Vec3& n, LeafFrame frame) {
    const auto chain = [&](const RigidMotion& motion, const ProofMesh& mesh) {
        return chain_window(std::span(&motion, 1), mesh.centre, w.from, w.until);
    };
    const ChainWindow a = chain(*bodies.query.a.motion, bodies.mesh_a),
                      b = chain(*bodies.query.b.motion, bodies.mesh_b);
    const ChainPair chains{a, b, 0};
    const auto box = [](const WideTree& tree, std::uint32_t id, const Mesh& mesh) {
        Box all;
        for (std::uint32_t i = tree.nodes[id].begin; i < tree.nodes[id].end; ++i)
            for (const Vec3& x : corners(mesh, tree.order[i])) all.add(x);
        return all;
    };
    const double m = bend_bound(bodies.mesh_a, box(bodies.tree_a(), nodes[0], *bodies.query.a.mesh),
                                plane_seen(chains, 0, n, frame)) +
                     bend_bound(bodies.mesh_b, box(bodies.tree_b(), nodes[1], *bodies.query.b.mesh),
                                plane_seen(chains, 1, -n, frame));
    return 0.125 * std::max(m, 0.0) * whole.length() * whole.length();
}

double across(const Vec3& n, const float* s) {
    const Vec3 axis(s[0], s[1], s[2]);
    return n.cross(axis).norm();
}

struct Bends {
    double plain, proof;
};

Bends bends_along(const Bodies& bodies, const std::array<std::uint32_t, 2>& nodes, const Window& w,
                  const Vec3& n, LeafFrame frame) {
    const WideNode &a = bodies.tree_a().nodes[nodes[0]], &b = bodies.tree_b().nodes[nodes[1]];
    const auto moment = [&](double t) {
        return moment_at(bodies.motion, bodies.tree_a(), bodies.tree_b(), t);
    };
    const auto apart = [&](const Moment& at) {
        Vec3 d(at.placement.shift[0] - a.origin[0], at.placement.shift[1] - a.origin[1],
               at.placement.shift[2] - a.origin[2]);
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 3; ++k) d[i] += at.placement.turn[k][i] * b.origin[k];
        return d.norm() * (1.0 + 1e-12) + static_cast<double>(at.placement.far);
    };
    const Moment first = moment(w.from);
    const BendQuery query{a, b, std::max(apart(first), apart(moment(w.until))), w.length()};
    const bool in_a = frame == LeafFrame::A;
    const auto sum = [&](const PairBends& pair) {
        const Bend& bend = in_a ? pair.in_a : pair.in_b;
        const auto& own = in_a ? bodies.motion.turning_a : bodies.motion.turning_b;
        return static_cast<double>(bend.from_own) * across(n, own.axis_in_body_f) +
               static_cast<double>(bend.from_other) *
                   across(n, in_a ? first.axis_b_in_a : first.axis_a_in_b) +
               static_cast<double>(bend.anyhow);
    };
    return {sum(bends_of(bodies.motion, query)),
            sum(proof_bends_of(bodies.motion, bodies.proof,
                               proof_window(bodies.motion, bodies.proof, query.length),
                               centres_apart(bodies.proof, first), query))};
}

}  // namespace

TEST(ProofBends, Property_CoverWhatACheckerComputes) {
    Rng rng(6161);
    int usable = 0, wandering = 0, bending = 0;
    for (int trial = 0; trial < 600 * rounds(); ++trial) {
        SCOPED_TRACE(trial);
        const auto family_a = MotionFamily(trial % kMotionFamilies),
                   family_b = MotionFamily(rng.below(kMotionFamilies));
        const Bodies bodies{random_body_query(rng, family_a, family_b, 40, rng.uniform(0.5, 3.0))};
        if (!bodies.proof.is_usable) {
            ++wandering;
            continue;
        }
        ++usable;
        const double length = std::ldexp(1.0, -static_cast<int>(rng.below(12)));
        const double from = std::floor(rng.unit() / length) * length;
        const Window whole{from, from + length};
        const double x = rng.unit(), y = rng.unit();
        const Window part{from + length * std::min(x, y), from + length * std::max(x, y)};
        const std::array<std::uint32_t, 2> nodes{
            static_cast<std::uint32_t>(rng.below(bodies.tree_a().nodes.size())),
            static_cast<std::uint32_t>(rng.below(bodies.tree_b().nodes.size()))};
        for (const LeafFrame frame : {LeafFrame::A, LeafFrame::B}) {
            Vec3 n = random_vector(rng, 1.0).normalized();
            if (rng.below(4) == 0) {  // along what turns: nothing bends
                const auto& own = frame == LeafFrame::A ? bodies.motion.turning_a : bodies.motion.turning_b;
                const Vec3 axis(own.axis_in_body_f[0], own.axis_in_body_f[1], own.axis_in_body_f[2]);
                if (axis.norm() > 0.5) n = axis.normalized();
            }
            const double bound = bends_along(bodies, nodes, whole, n, frame).proof;
            for (const Window& w : {whole, part}) {
                const double needed = checkers_bend(bodies, nodes, w, whole, n, frame);
                bending += needed > 0.0;
                // What is left to rounding comes from the lengths: ProofMotion::slack.
                ASSERT_LE(needed, bound + bodies.proof.slack + 0x1p-40 * bodies.query.reach);
            }
        }
    }
    EXPECT_GT(usable, 200);
    EXPECT_GT(wandering, 20);
    EXPECT_GT(bending, usable);
}

/// Bodies that spin, each in its place: small triangles at both ends, `out` from the middle, none between.
Bodies spinning(Rng& rng, double out, double apart) {
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
    return Bodies{std::move(query)};
}

void expect_covered(Rng& rng, const Bodies& bodies, int& bending) {
    const double length = std::ldexp(1.0, -static_cast<int>(rng.below(6)));
    const double from = std::floor(rng.unit() / length) * length;
    const Window w{from, from + length};
    const std::array<std::uint32_t, 2> nodes{
        static_cast<std::uint32_t>(rng.below(bodies.tree_a().nodes.size())),
        static_cast<std::uint32_t>(rng.below(bodies.tree_b().nodes.size()))};
    for (const LeafFrame frame : {LeafFrame::A, LeafFrame::B}) {
        const Vec3 n = random_vector(rng, 1.0).normalized();
        const double needed = checkers_bend(bodies, nodes, w, w, n, frame);
        bending += needed > 0.0;
        ASSERT_LE(needed, bends_along(bodies, nodes, w, n, frame).proof + 1e-11 * bodies.query.reach);
    }
}

// In one place: only points far from their middles bend.
TEST(ProofBends, Property_CoverWhatACheckerComputesOfFarPoints) {
    Rng rng(6163);
    int bending = 0;
    for (int trial = 0; trial < 300 * rounds(); ++trial) {
        SCOPED_TRACE(trial);
        expect_covered(rng, spinning(rng, 10.0, 0.0), bending);
    }
    EXPECT_GT(bending, 200);
}

// Far from each other: what turns is how one sees the other.
TEST(ProofBends, Property_CoverWhatACheckerComputesOfFarBodies) {
    Rng rng(6165);
    int bending = 0;
    for (int trial = 0; trial < 300 * rounds(); ++trial) {
        SCOPED_TRACE(trial);
        expect_covered(rng, spinning(rng, 0.1, 10.0), bending);
    }
    EXPECT_GT(bending, 200);
}

TEST(ProofBends, Property_TightOverShortWindows) {
    Rng rng(6162);
    double worst = 0.0;
    for (int trial = 0; trial < 200; ++trial) {
        const Bodies bodies{random_body_query(rng, MotionFamily::Screw,
                                              trial % 2 == 0 ? MotionFamily::Rest : MotionFamily::Slerp, 40,
                                              rng.uniform(0.5, 3.0))};
        ASSERT_TRUE(bodies.proof.is_usable);
        const Bends bends =
            bends_along(bodies, {0, 0}, {0.5, 0.5 + 0x1p-10}, random_vector(rng, 1.0).normalized(),
                        trial % 3 == 0 ? LeafFrame::A : LeafFrame::B);
        ASSERT_GE(bends.proof, bends.plain);
        worst = std::max(worst, bends.proof / bends.plain);
    }
    EXPECT_LE(worst, 1.75);  // the square root of three, for boxes of vertices
}

}  // namespace graze::proof_bends_test
