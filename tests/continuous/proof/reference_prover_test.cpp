#include "graze/continuous/proof/reference_prover.h"

#include "graze/core/random.h"
#include "support/bodies.h"

#include <gtest/gtest.h>

namespace graze::reference_prover_test {
namespace {

using test::at;

// Two triangles that make a square of the given half size at z = 0.
Mesh square(double half) {
    Mesh mesh;
    mesh.vertices = {{-half, -half, 0}, {half, -half, 0}, {half, half, 0}, {-half, half, 0}};
    mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
    make_one_surface(mesh, "skin");
    return mesh;
}

struct Duel {
    ProofMesh mesh_a = make_proof_mesh(square(1.0)), mesh_b = make_proof_mesh(square(0.5));
    ProofBody a{&mesh_a, {}}, b{&mesh_b, {}};

    StrandProof prove(double clearance = 0.0, double tolerance = 1e-6, std::size_t common = 0) const {
        return prove_strand({.a = a,
                             .b = b,
                             .clearance = clearance,
                             .tolerance = tolerance,
                             .from = 0.0,
                             .until = 1.0,
                             .common = common});
    }
};

char frame_of_first_leaf(const StrandProof& proof) {
    return proof.nodes.empty() ? char{-1} : proof.nodes.view()[0];
}

}  // namespace

TEST(ReferenceProver, Example_OneLeafForASpinInItsPlane) {
    // A plate that spins ten times in its plane under another: the common direction is the axis.
    Duel duel;
    duel.a.links = {AtRest{at(0, 0, 0.01)}};
    duel.b.links = {make_slerp({at(0, 0, 0), at(0.1, 0, 0, 1.0), 10})};
    const StrandProof proof = duel.prove(0.009);
    EXPECT_EQ(proof.verdict, ContactVerdict::Clear);
    EXPECT_EQ(proof.leaves, 1u);
    EXPECT_EQ(duel.prove(0.011).verdict, ContactVerdict::Contact);
}

TEST(ReferenceProver, Example_BodiesOnOneCarrierNeedOneLeaf) {
    Duel duel;
    const RigidMotion carrier = make_screw({at(0, 0, 0), at(3, 1, 2, 2.0), 3});
    duel.a.links = {carrier, AtRest{at(2.0, 0, 0)}};
    duel.b.links = {carrier, AtRest{at(0.4, 0, 0)}};
    const StrandProof proof = duel.prove(0.09, 1e-6, 1);
    EXPECT_EQ(proof.verdict, ContactVerdict::Clear);
    EXPECT_EQ(proof.leaves, 1u);
    EXPECT_EQ(frame_of_first_leaf(proof), 2);  // fixed in a
    // Without knowing that they are carried alike it takes more.
    const StrandProof blind = duel.prove(0.09, 1e-6, 0);
    EXPECT_EQ(blind.verdict, ContactVerdict::Clear);
    EXPECT_GT(blind.leaves, 1u);
}

TEST(ReferenceProver, Example_ContactIsWhereItMustBe) {
    Duel duel;
    duel.a.links = {AtRest{at(0, 0, 0)}};
    duel.b.links = {make_screw({at(0.1, 0.2, 4), at(0.1, 0.2, -4)})};
    for (const double clearance : {0.0, 1.0}) {
        const StrandProof proof = duel.prove(clearance, 1e-4);
        ASSERT_EQ(proof.verdict, ContactVerdict::Contact);
        EXPECT_LT(proof.contact_time, (4.0 - clearance) / 8.0);
        EXPECT_NEAR(proof.contact_time, (4.0 - clearance) / 8.0, 1e-4 / 8.0);
        EXPECT_TRUE(proof.nodes.empty());
        EXPECT_LE(4.0 - 8.0 * proof.contact_time, clearance + 1e-4);  // the squares overlap as seen from above
    }
}

TEST(ReferenceProver, Property_NeverClearWhereSamplesMeet) {
    Rng rng(51);
    int clear = 0, contact = 0;
    for (int i = 0; i < 150; ++i) {
        SCOPED_TRACE(i);
        Duel duel;
        const auto pose = [&] {
            return Pose{{rng.uniform(-2, 2), rng.uniform(-2, 2), rng.uniform(-2, 2)},
                        Eigen::Quaterniond(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1),
                                           rng.uniform(-1, 1))
                            .normalized()};
        };
        const auto motion = [&]() -> RigidMotion {
            const PoseSegment poses{pose(), pose()};
            switch (rng.below(3)) {
                case 0:
                    return make_screw(poses);
                case 1:
                    return make_slerp(poses);
                default:
                    return make_linear_parameters(poses);
            }
        };
        duel.a.links = {motion()};
        duel.b.links = {motion()};
        if (rng.below(2)) duel.b.links.push_back(motion());
        double least = 1e300;
        for (int k = 0; k <= 300; ++k) {
            const double t = k / 300.0;
            const PlacedPoints a{duel.mesh_a.corners, rough_placement(duel.a, t)},
                b{duel.mesh_b.corners, rough_placement(duel.b, t)};
            least = std::min(least, hull_gap(a, b).distance);
        }
        const StrandProof proof = duel.prove(0.05, 1e-3);
        if (proof.verdict == ContactVerdict::Clear) {
            EXPECT_GT(least, 0.05);
            ++clear;
        }
        if (proof.verdict == ContactVerdict::Contact) ++contact;
        EXPECT_NE(proof.verdict, ContactVerdict::Undecided);
    }
    EXPECT_GT(clear, 20);
    EXPECT_GT(contact, 20);
}

TEST(ReferenceProver, Degenerate_BudgetsEnd) {
    Duel duel;
    duel.a.links = {AtRest{at(0, 0, 0)}};
    duel.b.links = {make_slerp({at(0.1, 0.2, 0.4, 0.0), at(0.1, 0.2, -4, 1.0)})};
    const StrandProof proof = prove_strand({.a = duel.a,
                                            .b = duel.b,
                                            .clearance = 0.0,
                                            .tolerance = 1e-9,
                                            .from = 0.0,
                                            .until = 1.0,
                                            .most_steps = 2});
    EXPECT_EQ(proof.verdict, ContactVerdict::Undecided);
    EXPECT_TRUE(proof.nodes.empty());
    EXPECT_LE(proof.steps, 3u);
}

}  // namespace graze::reference_prover_test
