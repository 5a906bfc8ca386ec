// Big bodies, 5,000 to 20,000 triangles: what is said to be clear is verified by the checker, and the
// distance at a contact is measured in MPFI, along motions that share no formula with the product.
// ./test --campaign certified [N] sends N motions instead of a few small ones.
#include "graze/core/random.h"
#include "graze_verify/verify.h"

#include "oracle/body_contact.h"
#include "proof_scenes.h"
#include "support/random_vector.h"
#include "support/shapes.h"
#include "support/slower.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace graze::certified_campaign_test {
namespace {

using test::random_vector;

constexpr int kInTest = 6, kSides = 50;  // motions, and sides of the smallest bodies: 5,000 triangles

/// 0: only the few of ./test.
int motions_wanted() {
    const char* text = std::getenv("GRAZE_CAMPAIGN_CERTIFIED");
    return text != nullptr ? std::max(1, std::atoi(text)) : 0;
}

std::shared_ptr<const Mesh> hilly_mesh(Rng& rng, int sides) {
    const Vec3 waves = random_vector(rng, 9.0), shift = random_vector(rng, 3.0);
    const double height = rng.uniform(0.05, 0.35);
    return std::make_shared<const Mesh>(test::sphere_mesh(sides, sides, [=](const Vec3& d) {
        return 1.0 +
               height * std::sin(waves.x() * d.x() + shift.x()) * std::sin(waves.y() * d.y() + shift.y()) +
               0.04 * std::sin(13.0 * d.x() + waves.z() * d.z() + shift.z());
    }));
}

Pose pose_about(Rng& rng, const Eigen::Quaterniond& turn, const Vec3& place) {
    return {place, (turn * Eigen::Quaterniond(Eigen::AngleAxisd(rng.uniform(0.0, 1.5),
                                                                random_vector(rng, 1.0).normalized())))
                       .normalized()};
}

struct Question {
    Scene scene;
    bool both_move;
};

/// One body goes past the other, 0.5 to 2 sizes; the other stands still, or goes too.
Question random_question(Rng& rng, int most_sides) {
    Question q{{}, rng.below(3) == 0};
    const int sides =
        kSides + static_cast<int>(rng.below(static_cast<std::uint64_t>(most_sides - kSides + 1)));
    const InBetween in_between = rng.below(2) == 0 ? InBetween::Screw : InBetween::Slerp;
    q.scene.bodies = {{"still", hilly_mesh(rng, kSides), {}}, {"going", hilly_mesh(rng, sides), {}}};
    const auto add_path = [&](std::uint32_t body, const Vec3& from, const Vec3& to) {
        const Eigen::Quaterniond turn = pose_about(rng, Eigen::Quaterniond::Identity(), from).rotation;
        const std::vector<Pose> poses = {{from, turn}, pose_about(rng, turn, to)};
        q.scene.bodies[body].pose = poses[0];
        q.scene.paths.push_back({.body = body, .in_between = in_between, .poses = poses, .turns = {0}});
    };
    const Vec3 way = random_vector(rng, 1.0).normalized();
    const Vec3 aside = way.cross(random_vector(rng, 1.0)).normalized() * rng.uniform(0.5, 3.6);
    add_path(1, aside - way * rng.uniform(2.8, 3.6), aside + way * rng.uniform(-1.5, 3.0));
    if (q.both_move) add_path(0, random_vector(rng, 0.2), random_vector(rng, 0.2));
    return q;
}

oracle::Path true_path(const Scene& scene, std::uint32_t body) {
    for (const Path& path : scene.paths)
        if (path.body == body)
            return path.in_between == InBetween::Screw
                       ? oracle::true_screw(path.poses[0], path.poses[1], 0)
                       : oracle::true_slerp(path.poses[0], path.poses[1], 0, Vec3::Zero());
    const Pose pose = scene.bodies[body].pose;
    return [pose](const oracle::NumVec& x, const oracle::Num&) { return oracle::posed_by(pose, x); };
}

struct Tally {
    int clear = 0, contact = 0;
    std::uint64_t slow = 0;
    [[nodiscard]] int all() const { return clear + contact; }
};

void attack(const Question& q, double clearance, Tally& tally) {
    const double tolerance = 1e-6 * 2.5;
    const auto proof = prove_paths(
        q.scene,
        {.clearance = clearance, .tolerance = tolerance, .threads = 1, .progress = Progress::Draw::Never});
    ASSERT_TRUE(proof.has_value());
    if (proof->verdict == ContactVerdict::OverlapAtStart) return;
    tally.slow += proof->stats.slow_strands;
    const auto result =
        verify::verify_certificate(format_certificate(q.scene, *proof, "scene.json"), {.threads = 1});
    ASSERT_TRUE(result.has_value());
    ASSERT_TRUE(result->valid) << result->reason;
    if (proof->verdict == ContactVerdict::Clear) {
        ++tally.clear;
        return;
    }
    ASSERT_EQ(proof->verdict, ContactVerdict::Contact);
    ASSERT_FALSE(proof->contacts.empty());
    ++tally.contact;
    // That no pair is nearer than the clearance at the end is in the certificate; that one is as near as
    // said:
    double least = HUGE_VAL;
    const oracle::MoreDigits digits(160);
    for (const BodyContact& contact : proof->contacts) {
        std::array<std::array<oracle::NumVec, 3>, 2> triangles;
        for (std::uint32_t side = 0; side < 2; ++side) {
            const oracle::Path path = true_path(q.scene, contact.bodies[side]);
            const auto c = corners(*q.scene.bodies[contact.bodies[side]].mesh, contact.at.triangles[side]);
            for (int i = 0; i < 3; ++i)
                triangles[side][i] = path(oracle::nums(c[i]), oracle::Num(proof->clear_until));
        }
        const oracle::Bracket sq = oracle::triangles_sq(triangles[0], triangles[1]);
        ASSERT_GT(sq.hi, clearance * clearance);  // sound
        least = std::min(least, sq.hi);
    }
    ASSERT_LE(std::sqrt(least), (clearance + tolerance) * (1.0 + 1e-12));  // tight
}

}  // namespace

TEST(CertifiedCampaign, Reference_BigBodiesAreVerifiedAndContactsMeasured) {
    const int wanted = motions_wanted(), all = wanted > 0 ? wanted : std::max(3, kInTest / test::kSlower);
    Rng rng(6200);
    Tally tally;
    for (int trial = 0; tally.all() < all; ++trial) {
        SCOPED_TRACE(trial);
        ASSERT_LT(trial, 10 * all);
        attack(random_question(rng, wanted > 0 ? 2 * kSides : kSides), trial % 3 == 0 ? 0.01 : 0.0, tally);
        if (HasFatalFailure()) return;
    }
    std::printf("%d motions: %d contacts, %d clear; strands left to the reference prover: %d\n", tally.all(),
                tally.contact, tally.clear, static_cast<int>(tally.slow));
    EXPECT_GE(tally.contact, std::max(1, all / 5));
    EXPECT_GE(tally.clear, std::max(1, all / 5));
    EXPECT_LE(20 * tally.slow, static_cast<std::uint64_t>(all));
}

}  // namespace graze::certified_campaign_test
