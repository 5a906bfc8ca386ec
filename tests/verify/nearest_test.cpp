// The upper bound of the least clearance that the checker measures itself.
#include "graze/core/random.h"
#include "graze/io/certificate/certificate_file.h"
#include "graze/queries/paths/clearance_profile.h"
#include "graze_verify/verify.h"

#include "proof_scenes.h"
#include "unpacked.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace graze::nearest_test {
namespace {

using test::Json;
using test::Unpacked;

verify::VerifyResult judged(const std::string& bytes) {
    const auto result = verify::verify_certificate(bytes, {.threads = 1});
    EXPECT_TRUE(result.has_value());
    return result ? *result : verify::VerifyResult{};
}

/// The scene's certificate, with the least clearance that its profile finds.
struct WithLeast {
    Scene scene;
    LeastClearance least;
    std::string file;
};
WithLeast with_least(Scene scene) {
    scene.clearance.clear();  // pairs with their own would have the last word on what is least
    const auto profile =
        internal::clearance_profile(scene, {}, {.threads = 1, .progress = Progress::Draw::Never});
    EXPECT_TRUE(profile && profile->least);
    PathOptions options = test::kByStrands;
    options.clearance = profile->least->lo - std::max(0.002 * profile->least->lo, 2.0 * profile->tolerance);
    auto proof = prove_paths(scene, options);
    // Whether a body is inside of an open one may be left open; no pair comes within the clearance.
    EXPECT_TRUE(proof && proof->contacts.empty() && proof->overlaps.empty() && proof->covered.t == 1.0);
    proof->least = profile->least;
    return {scene, *profile->least, format_certificate(scene, *proof, "test")};
}

std::vector<Scene> scenes() {
    return {test::fork_scene(InBetween::Screw), test::fork_scene(InBetween::Slerp),
            test::fork_scene(InBetween::LinearParameters), test::arm_scene()};
}

std::string reason_of(const std::string& file, const std::function<void(Json&)>& change) {
    Unpacked u = test::unpacked(file);
    change(u.head["nearest"]);
    const auto result = judged(test::packed(u));
    EXPECT_EQ(result.valid, result.reason.empty());
    EXPECT_EQ(result.valid, result.nearest.has_value());
    return result.reason;
}

}  // namespace

TEST(NearestPlace, Reference_IsWhatTheProfileFoundForEveryKindOfMotion) {
    for (const Scene& scene : scenes()) {
        const WithLeast made = with_least(scene);
        const verify::VerifyResult result = judged(made.file);
        ASSERT_TRUE(result.valid) << result.reason;
        ASSERT_TRUE(result.nearest.has_value());
        // The profile's bound holds errors of poses; the points themselves are rounded by some 1e-15.
        EXPECT_NEAR(result.nearest->at_most, made.least.hi, 1e-9);
        EXPECT_GE(result.nearest->at_most, result.clearance.least);
        EXPECT_EQ(result.nearest->segment, made.least.at.segment);
        EXPECT_EQ(result.nearest->t, made.least.at.t);
        EXPECT_LE(made.least.hi - result.clearance.least, 0.01 * made.least.hi + 1e-4);
        EXPECT_NE(result.sentence.find("Their least clearance is above"), std::string::npos)
            << result.sentence;
    }
}

TEST(NearestPlace, Property_AnyPointsAtAnyTimeAreMeasuredAndNeverNearerThanWhatIsProved) {
    const WithLeast made = with_least(test::fork_scene(InBetween::Screw));
    Rng rng(4);
    double most = 0.0;
    for (int i = 0; i < 10; ++i) {
        Unpacked u = test::unpacked(made.file);
        Json& nearest = u.head["nearest"];
        nearest["t"] = rng.uniform(0, 1);
        for (int side = 0; side < 2; ++side)
            nearest["weights"][side] = {rng.uniform(0.4, 1), rng.uniform(0.4, 1), rng.uniform(0.4, 1)};
        const auto result = judged(test::packed(u));
        ASSERT_TRUE(result.valid) << result.reason;
        EXPECT_GT(result.nearest->at_most, result.clearance.least);
        for (int side = 0; side < 2; ++side)  // only their shares count
            for (Json& weight : nearest["weights"][side]) weight = weight.get<double>() * 0.9;
        EXPECT_NEAR(judged(test::packed(u)).nearest->at_most, result.nearest->at_most, 1e-12);
        most = std::max(most, result.nearest->at_most);
    }
    EXPECT_GT(most, 2.0 * made.least.hi);
}

TEST(NearestPlace, Example_WhatSaysNothingOfTheLeastClearanceIsRefused) {
    const WithLeast made = with_least(test::fork_scene(InBetween::Slerp));
    EXPECT_EQ(reason_of(made.file, [](Json&) {}), "");
    const std::vector<std::function<void(Json&)>> bad{
        [](Json& n) {
            n["weights"][0] = {-0.5, 1.0, 0.5};
        },
        [](Json& n) {
            n["weights"][1] = {0.0, 0.0, 0.25};
        },
        [](Json& n) {
            n["weights"][1] = {2.0, 0.0, 0.0};
        },
        [](Json& n) {
            n["weights"] = Json::array({Json::array({1.0, 0.0, 0.0})});
        },
        [](Json& n) { n["triangles"][0] = 1e6; },
        [](Json& n) { n["triangles"][1] = 0.5; },
        [](Json& n) { n["t"] = 1.5; },
        [](Json& n) { n["segment"] = 99; },
        [](Json& n) {
            n["bodies"] = {1, 0};
        },
        [](Json& n) { n["more"] = 1; },
        [](Json& n) { n.erase("t"); },
    };
    for (std::size_t i = 0; i < bad.size(); ++i) EXPECT_NE(reason_of(made.file, bad[i]), "") << i;
    // At a time that is not covered.
    Unpacked u = test::unpacked(made.file);
    u.head["covered"] = {{"segments", 0}, {"until", 0.0}};
    u.strands.clear();
    EXPECT_NE(judged(test::packed(u)).reason.find("not covered"), std::string::npos);
    // Of a pair that is ignored.
    Unpacked ignored = test::unpacked(made.file);
    const Json pair = ignored.head["nearest"]["bodies"];
    std::size_t at = 0;
    while (ignored.head["pairs"][at] != pair) ++at;
    test::leave_out(ignored, at);
    ignored.head["ignored"].push_back({{"bodies", pair}, {"reason", "a test"}});
    std::sort(ignored.head["ignored"].begin(), ignored.head["ignored"].end(),
              [](const Json& x, const Json& y) { return x["bodies"] < y["bodies"]; });
    EXPECT_NE(judged(test::packed(ignored)).reason.find("no distance is claimed"), std::string::npos);
}

}  // namespace graze::nearest_test
