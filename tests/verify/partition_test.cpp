// Certificates without strands: everything hangs on boxes and carriers. Forged ones leave pairs out.
#include "graze/core/random.h"
#include "graze/io/certificate/certificate_reader.h"
#include "graze_verify/verify.h"

#include "claim_oracle.h"
#include "unpacked.h"

#include <gtest/gtest.h>

namespace graze::partition_test {
namespace {

using test::Json;
using test::Unpacked;

Json pose_at(double x, double y, double z, double turn = 0.0) {
    return {x, y, z, 0.0, 0.0, std::sin(0.5 * turn), std::cos(0.5 * turn)};
}
Json rest(double x, double y = 0.0, double z = 0.0) {
    return {{"kind", "at_rest"}, {"pose", pose_at(x, y, z)}};
}
Json slide(double from, double to, const Json& axis = {1.0, 0.0, 0.0}) {
    return {{"kind", "prismatic"}, {"axis", axis}, {"from", from}, {"to", to}};
}
Json hinge(double from, double to) {
    return {{"kind", "revolute"},
            {"axis", {0.0, 0.0, 1.0}},
            {"origin", {0.5, 0.0, 0.0}},
            {"from", from},
            {"to", to}};
}
Json path(const char* kind, const Json& from, const Json& to, int turns = 0) {
    return {{"kind", kind}, {"from", from}, {"to", to}, {"turns", turns}};
}

/// So many bodies, with these links, of one mesh: two triangles in [0, 1] x [0, 0.5] x [0, 0.25]. One
/// segment, all of it covered.
Unpacked claim(const std::vector<Json>& links) {
    Unpacked u;
    u.meshes = {{{{0, 0, 0}, {1, 0, 0.25}, {0, 0.5, 0.25}, {1, 0.5, 0}}, {{0, 1, 2}, {1, 3, 2}}, {0, 1}}};
    u.head = {{"made_by", "a test"},
              {"scene", "none"},
              {"unit", "mm"},
              {"meshes", Json::array()},
              {"bodies", Json::array()},
              {"motions", {Json::array()}},
              {"clearance", 0.0},
              {"clearances", Json::array()},
              {"pairs", Json::array()},
              {"ignored", Json::array()},
              {"covered", {{"segments", 1}, {"until", 0.0}}}};
    u.head["meshes"].push_back({{"vertices", 4},
                                {"triangles", 2},
                                {"requested_deviation", nullptr},
                                {"measured_deviation", nullptr}});
    for (std::size_t i = 0; i < links.size(); ++i)
        u.head["bodies"].push_back({{"name", std::to_string(i)}, {"mesh", 0}, {"links", links[i]}});
    return u;
}
Json list(const Json& one) { return Json::array({one}); }
Json list(const Json& one, const Json& two) { return Json::array({one, two}); }

verify::VerifyResult judged(const Unpacked& u) {
    const auto result = verify::verify_certificate(test::packed(u), {.threads = 1});
    EXPECT_TRUE(result.has_value());
    return result ? *result : verify::VerifyResult{};
}
void expect_counts(const Unpacked& u, const std::array<std::uint64_t, 4>& expected) {
    const verify::VerifyResult result = judged(u);
    EXPECT_TRUE(result.valid) << result.reason;
    const auto& [by_strands, by_boxes, at_rest, ignored, seated] = result.pairs;
    EXPECT_EQ(seated, 0u);
    EXPECT_EQ((std::array{by_strands, by_boxes, at_rest, ignored}), expected) << u.head.dump();
}
void expect_left_out(const Unpacked& u) {
    const verify::VerifyResult result = judged(u);
    EXPECT_FALSE(result.valid) << u.head.dump();
    EXPECT_NE(result.reason.find("no strand is about this pair"), std::string::npos) << result.reason;
    EXPECT_EQ(result.pairs.by_boxes, 0u);
}

}  // namespace

TEST(Partition, Example_BoxesProveWhatIsFarApart) {
    expect_counts(claim({list(slide(0, 5)), list(rest(2, 3))}), {0, 1, 0, 0});
    expect_left_out(claim({list(slide(0, 5)), list(rest(3, 0))}));
    expect_left_out(claim({list(rest(3, 0)), list(slide(0, 5))}));
    // By every axis, on both sides.
    for (const auto& [x, y, z] : std::vector<std::array<double, 3>>{
             {6.01, 0, 0}, {-1.01, 0, 0}, {3, 0.51, 0}, {3, -0.51, 0}, {3, 0, 0.26}, {3, 0, -0.26}}) {
        expect_counts(claim({list(slide(0, 5)), list(rest(x, y, z))}), {0, 1, 0, 0});
        expect_left_out(claim({list(slide(0, 5)), list(rest(0.98 * x, 0.97 * y, 0.96 * z))}));
    }
}

TEST(Partition, Example_BoxesThatTouchAreNotApart) {
    expect_left_out(claim({list(slide(0, 5)), list(rest(6, 0))}));
    expect_counts(claim({list(slide(0, 5)), list(rest(6 + 1e-9, 0))}), {0, 1, 0, 0});
    Unpacked u = claim({list(slide(0, 5)), list(rest(0, 2))});  // 1.5 apart
    for (const bool is_own : {false, true}) {
        const auto ask_for = [&](double clearance) {
            if (is_own)
                u.head["clearance"] = 9.0,
                u.head["clearances"] = {{{"bodies", {0, 1}}, {"clearance", clearance}}};
            else
                u.head["clearance"] = clearance;
        };
        ask_for(1.5 - 1e-9), expect_counts(u, {0, 1, 0, 0});
        ask_for(1.5), expect_left_out(u);
        ask_for(7.0), expect_left_out(u);
    }
}

TEST(Partition, Example_ClearancesOfTheirOwn) {
    // 0 moves below 1 (1.5 apart) and 2 (2.5 apart), which rest.
    Unpacked u = claim({list(slide(0, 5)), list(rest(0, 2)), list(rest(0, 3))});
    u.head["clearance"] = 1.0;
    expect_counts(u, {0, 2, 1, 0});
    u.head["clearance"] = 2.0;
    expect_left_out(u);
    u.head["clearances"] = {{{"bodies", {0, 1}}, {"clearance", 1.25}}};
    expect_counts(u, {0, 2, 1, 0});
    EXPECT_NE(judged(u).sentence.find("its own clearance of 1.25 to 2 mm"), std::string::npos);
    u.head["clearances"].push_back({{"bodies", {0, 2}}, {"clearance", 2.25}});
    u.head["clearances"].push_back({{"bodies", {1, 2}}, {"clearance", 99.0}});  // at rest: not claimed
    expect_counts(u, {0, 2, 1, 0});
    EXPECT_NE(judged(u).sentence.find("its own clearance of 1.25 to 2.25 mm"), std::string::npos);
    u.head["clearances"][1]["clearance"] = 2.75;
    expect_left_out(u);
    u.head["clearances"] = {{{"bodies", {0, 2}}, {"clearance", 2.75}}};  // of one pair alone
    u.head["clearance"] = 0.0;
    expect_left_out(u);
}

TEST(Partition, Example_BodiesAtRestAgainstEachOther) {
    const verify::VerifyResult resting = judged(claim({list(rest(0)), list(rest(0.5))}));
    EXPECT_TRUE(resting.valid);
    EXPECT_EQ(resting.pairs.at_rest, 1u);
    EXPECT_NE(resting.sentence.find("Proved: nothing"), std::string::npos);
    expect_counts(claim({list(hinge(0, 90), rest(0)), list(hinge(0, 90), rest(0.5))}), {0, 0, 1, 0});
    expect_counts(claim({list(hinge(0, 90)), list(hinge(0, 90), slide(0.5, 0.5))}), {0, 0, 1, 0});
    expect_counts(claim({list(hinge(0, 90)),
                         list(hinge(0, 90), path("slerp", pose_at(0, 0, 0, 1), pose_at(0, 0, 0, 1)))}),
                  {0, 0, 1, 0});
    // One number, and they are not.
    expect_left_out(claim({list(hinge(0, 90), rest(0)), list(hinge(0, 90.0000001), rest(0.5))}));
    expect_left_out(claim({list(hinge(0, 90)), list(hinge(0, 90), slide(0.5, 0.5000001))}));
    expect_left_out(
        claim({list(hinge(0, 90)),
               list(hinge(0, 90), path("linear_parameters", pose_at(0, 0, 0, 1), pose_at(0, 0, 0, 1), 1))}));
    expect_left_out(claim({list(hinge(0, 90)), list(rest(0.5))}));
}

TEST(Partition, Example_EveryCoveredSegmentCounts) {
    // Both turn alike; then the second one goes on.
    Unpacked u = claim({list(hinge(0, 90)), list(hinge(0, 90))});
    u.head["motions"] = {Json::array(), Json::array({{{"body", 0}, {"links", list(hinge(90, 90))}},
                                                     {{"body", 1}, {"links", list(hinge(90, 120))}}})};
    expect_counts(u, {0, 0, 1, 0});
    u.head["covered"]["until"] = 1e-9;
    expect_left_out(u);
    u.head["covered"] = {{"segments", 2}, {"until", 0.0}};
    expect_left_out(u);
    // Far from each other for a while.
    Unpacked v = claim({list(slide(0, 4)), list(rest(10))});
    v.head["motions"] = {Json::array(), Json::array({{{"body", 0}, {"links", list(slide(4, 12))}}})};
    expect_counts(v, {0, 1, 0, 0});
    v.head["covered"]["until"] = 0.5;
    expect_counts(v, {0, 1, 0, 0});
    v.head["covered"]["until"] = 0.75;
    expect_left_out(v);
    v.head["covered"] = {{"segments", 0}, {"until", 0.75}};
    expect_counts(v, {0, 1, 0, 0});
    v.head["covered"] = {{"segments", 0}, {"until", 0.0}};
    expect_counts(v, {0, 0, 0, 0});
    EXPECT_EQ(judged(v).sentence, "Proved: nothing, for no time is covered.");
    v.head["covered"] = {{"segments", 2}, {"until", 0.0}};
    expect_left_out(v);
}

TEST(Partition, Example_IgnoredAndListedPairsAreCounted) {
    Unpacked u = claim({list(slide(0, 5)), list(rest(3, 0)), list(rest(3, 0)), list(rest(0, 9))});
    expect_left_out(u);
    u.head["ignored"] = {{{"bodies", {0, 1}}, {"reason", "why not"}}};
    expect_left_out(u);
    u.head["ignored"].push_back({{"bodies", {0, 2}}, {"reason", "why not"}});
    expect_counts(u, {0, 1, 3, 2});
    u.head["ignored"].push_back({{"bodies", {1, 3}}, {"reason", "at rest as well"}});
    expect_counts(u, {0, 1, 2, 3});
    // Pairs that hold without may have strands.
    const auto leaf = [](float x, float y, float z) {
        std::string node(1, '\0');
        for (const float c : {x, y, z}) test::add(node, c);
        return node;
    };
    u.head["pairs"] = {{0, 3}, {2, 3}};
    EXPECT_NE(judged(u).reason.find("ends before the claim"), std::string::npos);
    u.strands = {{0, 0, 0.0, 1.0, leaf(0, -1, 0)}, {0, 1, 0.0, 1.0, leaf(0, -1, 0)}};
    expect_counts(u, {2, 0, 1, 3});
    u.head["clearance"] = 8.0;
    expect_counts(u, {2, 0, 1, 3});
    u.head["clearances"] = {{{"bodies", {2, 3}}, {"clearance", 8.6}}};
    EXPECT_NE(judged(u).reason.find("does not keep"), std::string::npos);
    u.head["clearances"] = {{{"bodies", {0, 3}}, {"clearance", 8.6}}};
    EXPECT_NE(judged(u).reason.find("does not keep"), std::string::npos);
    u.head["clearances"][0]["clearance"] = 8.4;
    expect_counts(u, {2, 0, 1, 3});
}

TEST(Partition, Example_EveryVertexOfTheMeshCounts) {
    Unpacked u = claim({list(slide(0, 5)), list(rest(0, 3))});
    expect_counts(u, {0, 1, 0, 0});
    u.meshes.push_back(u.meshes[0]);
    u.head["meshes"].push_back(u.head["meshes"][0]);
    expect_counts(u, {0, 1, 0, 0});
    u.meshes[1].vertices[3][1] = 3.5;
    expect_counts(u, {0, 1, 0, 0});  // nobody's
    u.head["bodies"][0]["mesh"] = 1;
    expect_left_out(u);
    u.head["bodies"][0]["mesh"] = 0, u.head["bodies"][1]["mesh"] = 1;
    expect_counts(u, {0, 1, 0, 0});
    u.meshes[1].vertices[3][1] = -2.5;
    expect_left_out(u);
}

TEST(Partition, Degenerate_WhatOverflowsProvesNothing) {
    Unpacked u = claim({list(slide(0, 5)), list(rest(0, 3))});
    u.meshes[0].vertices[0][1] = 1.7e308, u.meshes[0].vertices[1][1] = -1.7e308;
    EXPECT_FALSE(judged(u).valid);
    u = claim({list(slide(0, 1.7e308)), list(rest(0, 3))});
    EXPECT_FALSE(judged(u).valid);  // not even by another axis
}

// Bodies here and there that rest, slide, turn and follow paths, some of them together: whatever is accepted
// is so, by an oracle that knows nothing of boxes; and what is accepted after one number was changed, too.
TEST(Partition, Property_WhatIsAcceptedIsTrue) {
    Rng rng(91);
    int accepted = 0, rejected = 0, truly_false = 0, at_rest = 0, by_boxes = 0;
    for (int trial = 0; trial < 250; ++trial) {
        SCOPED_TRACE(trial);
        std::vector<Json> carriers;
        for (std::size_t i = 1 + rng.below(3); i > 0; --i) {
            const double a = rng.uniform(-1, 1), b = rng.uniform(-1, 1), c = rng.uniform(-1, 1);
            switch (rng.below(5)) {
                case 0:
                    carriers.push_back(slide(a, b));
                    break;
                case 1:
                    carriers.push_back(slide(0, a, {1.0, b, c}));
                    break;
                case 2:
                    carriers.push_back(hinge(90 * a, 90 * b));
                    break;
                case 3:
                    carriers.push_back(path("screw", pose_at(a, b, c), pose_at(c, a, b, 2 * a)));
                    break;
                default:
                    carriers.push_back(path("slerp", pose_at(a, b, c, c), pose_at(c, a, b, 2 * b)));
            }
        }
        std::vector<Json> links;
        const double room = rng.uniform(0.3, 4.0);
        for (std::size_t i = 2 + rng.below(4); i > 0; --i) {
            const Json place =
                rest(rng.uniform(-room, room), rng.uniform(-room, room), rng.uniform(-room, room));
            if (rng.below(3) == 0)
                links.push_back(list(place));
            else
                links.push_back(list(carriers[rng.below(carriers.size())], place));
        }
        Unpacked u = claim(links);
        if (trial % 3 == 0) u.head["clearance"] = rng.uniform(0.0, 0.5);
        if (trial % 4 == 0) u.head["covered"] = {{"segments", 0}, {"until", rng.uniform(0.1, 0.9)}};
        for (int change = 0; change < 3; ++change) {
            const verify::VerifyResult result = judged(u);
            const auto certificate = read_certificate(source_of(test::packed(u)));
            ASSERT_TRUE(certificate.has_value());
            const test::Truth truth = test::truth_of_claim(certificate->head, u);
            EXPECT_FALSE(result.valid && truth == test::Truth::False) << u.head.dump();
            ++(result.valid ? accepted : rejected);
            truly_false += truth == test::Truth::False;
            at_rest += result.pairs.at_rest > 0, by_boxes += result.pairs.by_boxes > 0;
            Json& link = u.head["bodies"][rng.below(links.size())]["links"][0];
            const char* key = link.contains("pose") ? "pose" : link["from"].is_array() ? "from" : "";
            Json& number = *key ? link[key][rng.below(3)] : link[rng.below(2) ? "from" : "to"];
            number = number.get<double>() + rng.uniform(-0.5, 0.5);
        }
    }
    std::printf("%d accepted, %d rejected, %d false; %d with pairs at rest, %d with boxes\n", accepted,
                rejected, truly_false, at_rest, by_boxes);
    EXPECT_GT(accepted, 150);
    EXPECT_GT(rejected, 150);
    EXPECT_GT(truly_false, 30);
    EXPECT_GT(at_rest, 50);
    EXPECT_GT(by_boxes, 100);
}

}  // namespace graze::partition_test
