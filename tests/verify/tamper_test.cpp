#include "graze_verify/verify.h"

#include "graze/continuous/proof/reference_prover.h"
#include "graze/io/certificate/certificate_reader.h"
#include "graze/scene/scene_motion.h"

#include "claim_oracle.h"
#include "proof_scenes.h"
#include "tamperings.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <map>

namespace graze::tamper_test {
namespace {

verify::VerifyResult judged(const std::string& bytes) {
    const auto result = verify::verify_certificate(bytes, {.threads = 1});
    EXPECT_TRUE(result.has_value());
    return result ? *result : verify::VerifyResult{};
}

/// The three scenes of the fork, by formula, and the arm with its joints.
constexpr int kScenes = 4;
Scene scene_of(int which) {
    constexpr InBetween kFormulas[] = {InBetween::Screw, InBetween::Slerp, InBetween::LinearParameters};
    return which < 3 ? test::fork_scene(kFormulas[which]) : test::arm_scene();
}
const std::string& sound_certificate(int which) {
    static std::array<std::string, kScenes> known;
    // The reference prover writes directions in the world, and many strands for a pair.
    PathOptions options = test::kByStrands;
    if (which == 3) options.proof_by = ProofBy::Reference;
    if (known[which].empty()) known[which] = test::certificate_of(scene_of(which), options);
    return known[which];
}

test::Truth truth_of(const std::string& file) {
    const auto certificate = read_certificate(source_of(file));
    EXPECT_TRUE(certificate.has_value());
    return certificate ? test::truth_of_claim(certificate->head, test::unpacked(file)) : test::Truth::False;
}

struct Count {
    int rejected = 0, still_true = 0, undecided = 0, wrong = 0;
};

/// Leaves out pairs that hold without strands.
void leave_out_what_holds_without(test::Unpacked& u) {
    for (std::size_t pair = u.head["pairs"].size(); pair-- > 0;) {
        test::Unpacked less = u;
        test::leave_out(less, pair);
        if (judged(test::packed(less)).valid) u = less;
    }
}

/// Judges one damaged file: rejected with a reason, or still true. Anything else fails the test.
void judge(const std::string& file, const std::string& name, std::map<std::string, Count>& counts) {
    const verify::VerifyResult result = judged(file);
    Count& count = counts[name];
    if (!result.valid) {
        EXPECT_FALSE(result.reason.empty()) << name;
        ++count.rejected;
        return;
    }
    EXPECT_FALSE(result.sentence.empty());
    const test::Truth truth = truth_of(file);
    EXPECT_NE(truth, test::Truth::False) << name << ": a false claim was accepted";
    ++(truth == test::Truth::True    ? count.still_true
       : truth == test::Truth::False ? count.wrong
                                     : count.undecided);
}

/// Flips a bit, and puts the checksum right again: in the head, the bodies, or the proof.
std::string flipped(const std::string& file, int where, Rng& rng) {
    const std::size_t line = file.find('\n') + 1;
    unsigned long long head = 0, body = 0;
    std::sscanf(file.c_str(), "graze-certificate 2 %llu %llu", &head, &body);
    const std::size_t proof = read_certificate(source_of(file))->strands_at;
    const std::size_t begins[] = {line, line + head, proof, file.size()};
    const std::size_t at = begins[where] + rng.below(begins[where + 1] - begins[where]);
    std::string damaged = file;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << rng.below(8)));
    return test::sealed(damaged.substr(line, head), damaged.substr(line + head));
}

using Counts = std::map<std::string, Count>;

/// So many tamperings of each kind, spread over the scenes.
Counts tamper(int rounds, std::uint64_t seed) {
    Counts counts;
    Rng rng(seed);
    auto kinds = test::tamperings_of_head();
    for (auto more : {test::tamperings_of_body(), test::tamperings_of_nodes()})
        kinds.insert(kinds.end(), more.begin(), more.end());
    std::vector<test::Unpacked> sound;
    for (int which = 0; which < kScenes; ++which) {
        sound.push_back(test::unpacked(sound_certificate(which)));
        sound.push_back(sound.back());
        leave_out_what_holds_without(sound.back());
        sound.push_back(sound.back());
        test::name_all(sound.back());
    }
    for (const test::Tampering& kind : kinds) {
        counts[kind.name];
        // A kind that finds nothing to damage in one scene may in the next.
        for (int round = 0, attempt = 0; round < rounds && attempt < 40 * rounds; ++attempt) {
            test::Unpacked u = sound[attempt % sound.size()];
            if (!kind.apply(u, rng)) continue;
            ++round;
            judge(test::packed(u), kind.name, counts);
        }
    }
    constexpr const char* kPlaces[] = {"a bit of the head flipped", "a bit of the bodies flipped",
                                       "a bit of the proof flipped"};
    for (int where = 0; where < 3; ++where)
        for (int round = 0; round < rounds; ++round)
            judge(flipped(sound_certificate(round % kScenes), where, rng), kPlaces[where], counts);
    return counts;
}

std::string table_of(const Counts& counts) {
    std::string text =
        "| kind of damage | tried | rejected | still true | not decided by the oracle | false |\n"
        "|---|---:|---:|---:|---:|---:|\n";
    Count all;
    const auto line = [&](const std::string& name, const Count& count) {
        text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", name,
                            count.rejected + count.still_true + count.undecided + count.wrong, count.rejected,
                            count.still_true, count.undecided, count.wrong);
    };
    for (const auto& [name, count] : counts) {
        line(name, count);
        all.rejected += count.rejected, all.still_true += count.still_true;
        all.undecided += count.undecided, all.wrong += count.wrong;
    }
    line(fmt::format("**all {} kinds**", counts.size()), all);
    return text;
}

}  // namespace

TEST(Tamper, Example_UntouchedCertificatesAreValidAndTrue) {
    std::array<int, 32> tags{};
    for (int which = 0; which < kScenes; ++which) {
        const std::string& file = sound_certificate(which);
        const verify::VerifyResult result = judged(file);
        EXPECT_TRUE(result.valid) << result.reason;
        EXPECT_GT(result.leaves, 20u);
        EXPECT_EQ(truth_of(file), test::Truth::True) << which;
        for (const auto& strand : test::unpacked(file).strands)
            for (const std::size_t at : test::node_places(strand.nodes)) ++tags[strand.nodes[at]];
    }
    // Every kind of node is there to be damaged.
    for (const int tag : {0, 2, 4, 16, 17, 18}) EXPECT_GT(tags[tag], 0) << tag;
}

TEST(Tamper, Property_EveryKindIsRejectedOrStillTrue) {
    const Counts counts = tamper(4, 20261116);
    EXPECT_GE(counts.size(), 100u);
    Count all;
    for (const auto& [name, count] : counts) {
        EXPECT_GT(count.rejected + count.still_true + count.undecided, 0) << name << " damaged nothing";
        all.rejected += count.rejected, all.still_true += count.still_true, all.undecided += count.undecided;
    }
    std::printf("%s", table_of(counts).c_str());
    EXPECT_GT(all.rejected, all.still_true);
    EXPECT_GT(all.still_true, 10);  // else the checker may be refusing everything
    EXPECT_LT(all.undecided, all.still_true);
}

// ./test --campaign tampering N: about N tamperings in all, and the table as a part of the docs.
TEST(Tamper, Campaign_RandomTamperings) {
    const char* wish = std::getenv("GRAZE_TAMPER_COUNT");
    if (!wish) GTEST_SKIP() << "runs by ./test --campaign tampering";
    const char* seed = std::getenv("GRAZE_TAMPER_SEED");
    const auto kinds = static_cast<int>(tamper(1, 1).size());
    const Counts counts = tamper(std::max(1, (std::atoi(wish) + kinds - 1) / kinds),
                                 seed ? std::strtoull(seed, nullptr, 10) : 5);
    std::printf("%s", table_of(counts).c_str());
    if (const char* file = std::getenv("GRAZE_TAMPER_TABLE")) {
        std::ofstream out(file);
        out << table_of(counts);
        EXPECT_TRUE(out.good());
    }
    for (const auto& [name, count] : counts) EXPECT_EQ(count.wrong, 0) << name;
}

TEST(Tamper, Degenerate_DamagedFilesAreRejected) {
    const std::string& file = sound_certificate(0);
    Rng rng(3);
    for (int i = 0; i < 50; ++i) EXPECT_FALSE(judged(file.substr(0, rng.below(file.size()))).valid);
    EXPECT_FALSE(judged(file + "x").valid);
    EXPECT_FALSE(judged("").valid);
    EXPECT_FALSE(judged("graze-certificate 2 \n").valid);
    EXPECT_FALSE(judged("graze-certificate 2 0 0 cbf29ce484222325\n").valid);
    EXPECT_FALSE(judged("graze-certificate 2 18446744073709551615 18446744073709551615 0\n" + file).valid);
    std::string bit = file;
    bit[file.find("made_by") + 11] ^= 1;  // the checksum alone notices
    EXPECT_FALSE(judged(bit).valid);
    std::string second = file;
    second[18] = '5';  // the version
    EXPECT_NE(judged(second).reason.find("not a certificate"), std::string::npos);
    second[18] = '4';
    EXPECT_NE(judged(second).reason.find("for version 4"), std::string::npos);
    second[18] = '1';
    EXPECT_NE(judged(second).reason.find("older graze"), std::string::npos);
}

// The plate rides with the fork; a leaf that says so is nothing for a plate that goes its own way.
TEST(Tamper, Example_WhatNoLongerMovesAlikeIsRejected) {
    test::Unpacked u = test::unpacked(sound_certificate(0));
    test::edit_links(u, 2, [](test::Json& links) { links[0]["turns"] = 1; });
    const verify::VerifyResult result = judged(test::packed(u));
    EXPECT_FALSE(result.valid);
    EXPECT_NE(result.reason.find("'plate'"), std::string::npos) << result.reason;
}

TEST(Tamper, Example_WhatCoversTooLittleIsRejected) {
    test::Unpacked u = test::unpacked(sound_certificate(3));
    u.strands.pop_back();
    EXPECT_NE(judged(test::packed(u)).reason.find("ends before the claim"), std::string::npos);
}

TEST(Tamper, Property_ProofsOfAnotherSceneAreRejected) {
    // The same scene with the block moved so that it is hit: the old proof cannot hold for all of it.
    const test::Unpacked replayed = test::unpacked(sound_certificate(0));
    Rng rng(5);
    int hits = 0;
    for (int i = 0; i < 40; ++i) {
        Scene other = test::fork_scene(InBetween::Screw);
        other.bodies[1].pose.translation += Vec3(rng.uniform(-0.4, 0.4), rng.uniform(-0.4, 0.4), 0.0);
        const PathProof proof = test::proof_of(other);
        if (proof.verdict == ContactVerdict::Clear) continue;
        ++hits;
        test::Unpacked u = replayed;
        test::edit_links(u, 1, [&](test::Json& links) {
            for (int k = 0; k < 3; ++k) links[0]["pose"][k] = other.bodies[1].pose.translation[k];
        });
        EXPECT_FALSE(judged(test::packed(u)).valid);
    }
    EXPECT_GT(hits, 10);
}

// A prover whose test of the clearance is broken: it takes bodies that overlap by up to 5 for separated, and
// claims 0.
TEST(Tamper, Property_ProofsOfABrokenProverAreRejected) {
    Rng rng(6);
    int wrong = 0;
    for (int i = 0; i < 60; ++i) {
        Scene scene = test::fork_scene(i % 2 ? InBetween::Screw : InBetween::LinearParameters);
        scene.bodies.resize(2), scene.paths.erase(scene.paths.begin()), scene.paths.resize(1),
            scene.ignore.clear(), scene.clearance.clear();
        scene.bodies[1].pose.translation += Vec3(rng.uniform(-0.4, 0.4), rng.uniform(-0.4, 0.4), 0.0);
        const PathProof honest = test::proof_of(scene);
        if (honest.verdict != ContactVerdict::Contact) continue;
        ++wrong;
        PathProof forged = honest;
        forged.verdict = ContactVerdict::Clear;
        forged.covered = {1, 1.0};
        forged.strands.clear();
        for (std::uint32_t segment = 0; segment < 2; ++segment) {
            const auto motion = motion_of_segment(scene, segment, "scene");
            ASSERT_TRUE(motion.has_value());
            const auto mesh = [&](std::uint32_t k) {
                return make_proof_mesh(*scene.bodies[k].mesh, honest.orders[honest.mesh_of_body[k]]);
            };
            const ProofMesh mesh_a = mesh(0), mesh_b = mesh(1);
            const auto body = [&](const ProofMesh& of_body, std::uint32_t k) {
                ProofBody moving{&of_body, {}};
                for (const std::uint32_t link : chain_of(*motion, k))
                    moving.links.push_back(motion->links.links[link].motion);
                if (moving.links.empty()) moving.links.push_back(AtRest{scene.bodies[k].pose});
                return moving;
            };
            const ProofBody a = body(mesh_a, 0), b = body(mesh_b, 1);
            const StrandProof proof = prove_strand({.a = a,
                                                    .b = b,
                                                    .clearance = -5.0,
                                                    .tolerance = 1e-9,
                                                    .from = 0.0,
                                                    .until = 1.0,
                                                    .most_steps = 100000});
            ASSERT_EQ(proof.verdict, ContactVerdict::Clear);
            forged.strands.push_back({segment, 0, 0.0, 1.0, proof.nodes});
        }
        const verify::VerifyResult result = judged(format_certificate(scene, forged, "scene.json"));
        EXPECT_FALSE(result.valid);
        EXPECT_NE(result.reason.find("apart"), std::string::npos) << result.reason;
        // What the honest prover says of the time before the contact holds.
        EXPECT_TRUE(judged(format_certificate(scene, honest, "scene.json")).valid);
    }
    EXPECT_GT(wrong, 5);
}

}  // namespace graze::tamper_test
