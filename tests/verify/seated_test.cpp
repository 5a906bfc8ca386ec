#include "graze/queries/paths/path_proof.h"

#include "graze/io/certificate/certificate_file.h"
#include "graze_verify/verify.h"
#include "support/random_poses.h"
#include "support/seated_pairs.h"
#include "support/shapes.h"

#include "unpacked.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace graze::seated_test {
namespace {

int rounds() {
    const char* text = std::getenv("GRAZE_CAMPAIGN_SEATED");
    return text != nullptr ? std::max(1, std::atoi(text)) : 40;
}

/// The mover goes along `way`, given in the pair's own frame, which stands at `pose`.
Scene scene_of(const test::SeatedPair& pair, const Pose& pose, const Vec3& way) {
    Scene scene;
    scene.bodies = {{"mover", std::make_shared<const Mesh>(pair.mover), pose},
                    {"holder", std::make_shared<const Mesh>(pair.holder), pose}};
    Pose there = pose;
    there.translation += pose.rotation * way;
    scene.paths = {{.body = 0, .poses = {pose, there}, .turns = {}}};
    return scene;
}

PathProof proof_of(const Scene& scene, PathOptions options) {
    options.progress = Progress::Draw::Never;
    options.threads = 1;
    auto proof = prove_paths(scene, options);
    EXPECT_TRUE(proof.has_value());
    return std::move(*proof);
}

verify::VerifyResult judged(const std::string& bytes) {
    const auto result = verify::verify_certificate(bytes, {.threads = 1});
    EXPECT_TRUE(result.has_value());
    return result ? *result : verify::VerifyResult{};
}

/// The deepest of some points of both bodies in the other, once the mover has gone by `way`.
double sampled_depth(const test::SeatedPair& pair, const Vec3& way, Rng& rng) {
    double deepest = 0.0;
    const auto look = [&](const Mesh& of, const Mesh& in, const Vec3& by) {
        for (int i = 0; i < 60; ++i) {
            const Triangle& t = of.triangles[rng.below(of.triangles.size())];
            double u = rng.unit(), v = rng.unit();
            if (u + v > 1.0) u = 1.0 - u, v = 1.0 - v;
            if (i % 3 == 0) u = v = 0.0;
            const Vec3 p = of.vertices[t[0]], q = of.vertices[t[1]], r = of.vertices[t[2]];
            deepest = std::max(deepest, test::plain_depth(in, p + u * (q - p) + v * (r - p) + by));
        }
    };
    look(pair.mover, pair.holder, way);
    look(pair.holder, pair.mover, -way);
    return deepest;
}

constexpr double kDepth = 0.02;  // D of the planted motions

}  // namespace

/// Out along a free direction is clear, and its certificate holds; any other way is contact; a planted depth of
/// at least 2 D is contact, of at most D/4 clear; what is clear is not found deeper than D by an oracle.
TEST(SeatedAttack, Reference_FreeWaysAreClearAndAllOthersAreContact) {
    Rng rng(2024);
    const int count = rounds();
    int seen[3] = {0, 0, 0}, sampled = 0, between = 0;
    for (int trial = 0; trial < count; ++trial) {
        const test::SeatedPair pair = test::seated_pair(trial % test::kSeatedKinds, rng);
        SCOPED_TRACE(std::string(pair.kind) + " " + std::to_string(trial));
        const Pose pose = trial % 4 == 0 ? Pose{} : test::random_pose(rng, test::random_vector(rng, 10.0));
        const bool with_proof = trial % 3 == 0;
        // Free.
        const Vec3 out = rng.uniform(1.0, 8.0) * pair.free[rng.below(pair.free.size())];
        const Scene leaves = scene_of(pair, pose, out);
        const PathProof free = proof_of(leaves, {.with_proof = with_proof, .depth = kDepth});
        ASSERT_EQ(free.verdict, ContactVerdict::Clear);
        ASSERT_EQ(free.seated.size(), 1u);
        ++seen[0];
        if (with_proof) {
            const verify::VerifyResult result = judged(format_certificate(leaves, free, "test"));
            ASSERT_TRUE(result.valid) << result.reason;
            ASSERT_EQ(result.pairs.seated, 1u);
        }
        for (int i = 0; i < 4; ++i, ++sampled)
            ASSERT_LE(sampled_depth(pair, rng.unit() * out, rng), kDepth * (1.0 + 1e-9));
        // Blocked, by a planted depth.
        const double share = trial % 3 == 0   ? rng.uniform(2.0, 12.0)
                             : trial % 3 == 1 ? rng.uniform(0.0, 0.25)
                                              : rng.uniform(0.25, 2.0);
        const Vec3 in = share * kDepth * pair.blocked[rng.below(pair.blocked.size())];
        const PathProof planted = proof_of(scene_of(pair, pose, in), {.with_proof = false, .depth = kDepth});
        if (share >= 2.0) {
            ASSERT_EQ(planted.verdict, ContactVerdict::Contact) << share;
        }
        if (share <= 0.25) {
            ASSERT_EQ(planted.verdict, ContactVerdict::Clear) << share;
        }
        seen[planted.verdict == ContactVerdict::Contact ? 1 : 2] += 1;
        between += share > 0.25 && share < 2.0;
        const double until = planted.verdict == ContactVerdict::Clear ? 1.0 : planted.clear_until;
        for (int i = 0; i < 4; ++i, ++sampled)
            ASSERT_LE(sampled_depth(pair, rng.uniform(0.0, until) * in, rng), kDepth * (1.0 + 1e-9));
        if (planted.verdict != ContactVerdict::Contact) continue;
        ASSERT_EQ(planted.deep.size(), 1u);
        ASSERT_GT(planted.deep[0].depth_lo, kDepth);
        ASSERT_GE(planted.deep[0].at.t, planted.clear_until);
        const Vec3 local = pose.rotation.conjugate() * (planted.deep[0].point - pose.translation);
        const Vec3 gone = planted.deep[0].at.t * in;
        ASSERT_GT(
            std::max(test::plain_depth(pair.holder, local), test::plain_depth(pair.mover, local - gone)),
            kDepth * (1.0 - 1e-6));
    }
    EXPECT_GE(seen[0], count);
    EXPECT_GT(seen[1], count / 4);
    EXPECT_GT(seen[2], count / 6);
    EXPECT_GT(between, count / 6);
    EXPECT_GT(sampled, count);
}

/// Two boxes face on face, the upper one goes sideways and down into a third one.
class Lid : public ::testing::Test {
  protected:
    static Scene scene(const std::vector<Vec3>& places) {
        Scene scene;
        const auto box = std::make_shared<const Mesh>(test::box_mesh({1, 1, 0.5}));
        scene.bodies = {{"lid", box, {places[0], Eigen::Quaterniond::Identity()}}, {"box", box, {}}};
        Path path{.body = 0, .poses = {}, .turns = {}};
        for (const Vec3& place : places) path.poses.push_back({place, Eigen::Quaterniond::Identity()});
        scene.paths = {path};
        return scene;
    }
};

TEST_F(Lid, Example_TheRulesOfASceneMeanTheSameAsInClash) {
    const PathOptions options{.with_proof = false};
    // Seated, slides, and never parts: clear, since it is never deeper.
    EXPECT_EQ(proof_of(scene({{0, 0, 1}, {0.5, 0, 1}}), options).verdict, ContactVerdict::Clear);
    // It goes in.
    const PathProof in = proof_of(scene({{0, 0, 1}, {0, 0, 0.8}}), options);
    EXPECT_EQ(in.verdict, ContactVerdict::Contact);
    ASSERT_EQ(in.deep.size(), 1u);
    // Apart to begin with, and it lands: contact, unless touching is allowed.
    Scene lands = scene({{0, 0, 2}, {0, 0, 1}});
    EXPECT_EQ(proof_of(lands, options).verdict, ContactVerdict::Contact);
    lands.ignore = {{.bodies = {0, 1}, .allowed = Allowed::Touching}};
    EXPECT_EQ(proof_of(lands, options).verdict, ContactVerdict::Clear);
    // Allowed to touch, and it goes through: contact. Interference by less than its depth is none.
    Scene through = scene({{0, 0, 2}, {0, 0, 0.9}});
    through.ignore = lands.ignore;
    EXPECT_EQ(proof_of(through, options).verdict, ContactVerdict::Contact);
    through.ignore = {{.bodies = {0, 1}, .allowed = Allowed::Interference, .depth = 0.5}};
    EXPECT_EQ(proof_of(through, options).verdict, ContactVerdict::Clear);
    through.ignore = {{.bodies = {0, 1}, .allowed = Allowed::Interference, .depth = 0.04}};
    EXPECT_EQ(proof_of(through, options).verdict, ContactVerdict::Contact);
    through.ignore = {{.bodies = {0, 1}, .allowed = Allowed::Interference}};
    const PathProof ignored = proof_of(through, options);
    EXPECT_EQ(ignored.verdict, ContactVerdict::Clear);
    EXPECT_EQ(ignored.counts.ignored, 1u);
}

TEST_F(Lid, Example_NearButNotTouchingIsAnOverlapUnlessARuleAllowsIt) {
    Scene near = scene({{0, 0, 1.1}, {0, 0, 3}});
    const PathOptions options{.clearance = 0.5, .with_proof = false};
    const PathProof refused = proof_of(near, options);
    ASSERT_EQ(refused.verdict, ContactVerdict::OverlapAtStart);
    EXPECT_STREQ(kind_of(refused.overlaps[0]), "within_clearance");
    near.ignore = {{.bodies = {0, 1}, .allowed = Allowed::Touching}};
    EXPECT_EQ(proof_of(near, options).verdict, ContactVerdict::Clear);
    // Deeper than D at the start, proved.
    const PathProof deep = proof_of(scene({{0, 0, 0.7}, {0, 0, 3}}), {.with_proof = false});
    ASSERT_EQ(deep.verdict, ContactVerdict::OverlapAtStart);
    ASSERT_EQ(deep.deep.size(), 1u);
    EXPECT_GT(deep.deep[0].depth_lo, deep.deep[0].limit);
    EXPECT_EQ(proof_of(scene({{0, 0, 0.7}, {0, 0, 3}}), {.with_proof = false, .depth = 0.9}).verdict,
              ContactVerdict::Clear);
}

TEST_F(Lid, Example_ABodyWithoutAnInsideIsNamedAndNothingIsCalledClear) {
    Scene open = scene({{0, 0, 1}, {0, 0, 3}});
    Mesh mesh = *open.bodies[1].mesh;
    mesh.triangles.pop_back();
    mesh.surface_of_triangle.pop_back();
    open.bodies[1].mesh = std::make_shared<const Mesh>(mesh);
    const PathProof proof = proof_of(open, {.with_proof = false});
    EXPECT_EQ(proof.verdict, ContactVerdict::Undecided);
    ASSERT_EQ(proof.not_judged.size(), 1u);
    EXPECT_EQ(proof.not_judged[0].bodies, (BodyPair{0, 1}));
    EXPECT_NE(proof.not_judged[0].reason.find("box"), std::string::npos);
}

TEST_F(Lid, Property_TheSameBitsForAnyNumberOfThreads) {
    Rng rng(5);
    const test::SeatedPair pair = test::seated_pair(2, rng);
    const Scene scene = scene_of(pair, test::random_pose(rng, {1, 2, 3}), 3.0 * pair.free[0]);
    std::string known;
    for (const int threads : {1, 3}) {
        const auto proof = prove_paths(scene, {.threads = threads, .progress = Progress::Draw::Never});
        ASSERT_TRUE(proof.has_value());
        const std::string bytes = format_certificate(scene, *proof, "test");
        EXPECT_TRUE(known.empty() || bytes == known);
        known = bytes;
    }
}

/// Each damage is refused, or what is claimed then is still true.
TEST(SeatedTampering, Property_DamagedCopiesAndSeatsAreRefused) {
    Rng rng(77);
    int refused = 0, accepted = 0;
    for (int kind = 0; kind < test::kSeatedKinds; ++kind) {
        const test::SeatedPair pair = test::seated_pair(kind, rng);
        const Scene scene = scene_of(pair, Pose{}, 6.0 * pair.free[0]);
        const std::string sound = format_certificate(scene, proof_of(scene, {.depth = kDepth}), "test");
        ASSERT_TRUE(judged(sound).valid);
        const test::Unpacked whole = test::unpacked(sound);
        ASSERT_EQ(test::packed(whole).size(), test::packed(test::unpacked(test::packed(whole))).size());
        ASSERT_TRUE(judged(test::packed(whole)).valid);
        const auto expect_refused = [&](const char* what, auto&& damage) {
            test::Unpacked u = whole;
            damage(u);
            EXPECT_FALSE(judged(test::packed(u)).valid) << pair.kind << ": " << what;
            ++refused;
        };
        auto& head = whole.head;
        ASSERT_EQ(head["seated"].size(), 1u);
        expect_refused("less depth", [&](test::Unpacked& u) { u.head["seated"][0]["depth"] = 0.9 * kDepth; });
        expect_refused("less by a bit", [&](test::Unpacked& u) {
            u.head["seated"][0]["depth"] = std::nextafter(kDepth, 0.0);
        });
        expect_refused("within less", [&](test::Unpacked& u) {
            u.head["copies"][0]["within"] = 0.25 * kDepth;
            u.head["seated"][0]["depth"] = 0.75 * kDepth;
        });
        expect_refused("a vertex too far",
                       [&](test::Unpacked& u) { u.copies[0].vertices[1][2] += 0.6 * kDepth; });
        expect_refused("a vertex is not finite", [&](test::Unpacked& u) {
            u.copies[1].vertices[0][0] = std::numeric_limits<double>::quiet_NaN();
        });
        expect_refused("copies exchanged", [&](test::Unpacked& u) {
            std::swap(u.head["seated"][0]["copies"][0], u.head["seated"][0]["copies"][1]);
        });
        expect_refused("a triangle twice",
                       [&](test::Unpacked& u) { u.copies[0].ids[0] = u.copies[0].ids[1]; });
        expect_refused("clear from the start", [&](test::Unpacked& u) {
            u.head["seated"][0]["clear_from"] = {{"segment", 0}, {"t", 0.0}};
        });
        expect_refused("seat left out", [&](test::Unpacked& u) { u.head["seated"] = test::Json::array(); });
        expect_refused("no strands of copies",
                       [&](test::Unpacked& u) { u.strands.erase(u.strands.begin()); });
        expect_refused("the mover turned round", [&](test::Unpacked& u) {
            auto& to = u.head["bodies"][0]["links"][0]["to"];
            for (int k = 0; k < 3; ++k) to[k] = -to[k].get<double>() + 0.31 * (k + 1);
        });
        // The holder's copy inside the mover's would be a proof of nothing.
        expect_refused("a piece turned to a rim", [&](test::Unpacked& u) {
            u.meshes[1].triangles[0] = {u.meshes[1].triangles[0][1], u.meshes[1].triangles[0][0],
                                        u.meshes[1].triangles[0][2]};
        });
        // Any bit of a copy's vertices: what is claimed stays the same, and true.
        for (int i = 0; i < 40; ++i) {
            test::Unpacked u = whole;
            double& x = u.copies[i % 2].vertices[rng.below(u.copies[i % 2].vertices.size())][i % 3];
            std::uint64_t bits;
            std::memcpy(&bits, &x, 8);
            bits ^= std::uint64_t{1} << rng.below(64);
            std::memcpy(&x, &bits, 8);
            ++(judged(test::packed(u)).valid ? accepted : refused);
        }
        // Less is claimed: more depth, no clearance.
        test::Unpacked u = whole;
        u.head["seated"][0]["depth"] = 2.0 * kDepth;
        EXPECT_TRUE(judged(test::packed(u)).valid);
    }
    EXPECT_GT(accepted, 10);
    EXPECT_GT(refused, 100);
}

}  // namespace graze::seated_test
