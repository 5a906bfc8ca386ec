#include "graze_verify/verify.h"

#include "graze/scene/scene_motion.h"

#include "claim_oracle.h"
#include "proof_scenes.h"
#include "tamperings.h"

#include <fmt/format.h>

#include <cstdlib>
#include <map>

namespace graze::tamper_test {
namespace {

verify::VerifyResult judged(const std::string& bytes) {
    const auto result = verify::verify_certificate(bytes, {.threads = 1});
    EXPECT_TRUE(result.has_value());
    return result ? *result : verify::VerifyResult{};
}

const std::string& sound_certificate(InBetween in_between) {
    static std::map<InBetween, std::string> known;
    std::string& file = known[in_between];
    if (file.empty()) file = test::certificate_of(test::fork_scene(in_between));
    return file;
}

/// The truth of what a certificate claims. Its names, its unit and its proof are no part of the claim.
test::Truth truth_of(const std::string& file) {
    static std::map<std::string, test::Truth> known;
    test::Unpacked claim = test::unpacked(file);
    claim.strands.clear();
    for (const char* key : {"made_by", "scene", "unit", "tessellation_deviation"}) claim.head[key] = "";
    for (auto& body : claim.bodies) body.ids.clear();
    const std::string key = test::packed(claim);
    const auto place = known.find(key);
    if (place != known.end()) return place->second;
    const verify::HeadReading reading = verify::read_claim(file);
    return known[key] = test::truth_of_claim(reading.head, test::unpacked(file));
}

struct Count {
    int rejected = 0, still_true = 0, undecided = 0;
};

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
    ++(truth == test::Truth::True ? count.still_true : count.undecided);
}

int rounds() {
    const char* wish = std::getenv("GRAZE_TAMPER_ROUNDS");
    return wish ? std::atoi(wish) : 1;
}

}  // namespace

TEST(Tamper, Example_UntouchedCertificatesAreValidAndTrue) {
    std::array<int, 32> tags{};
    for (const InBetween in_between : {InBetween::Screw, InBetween::Slerp, InBetween::LinearParameters}) {
        const std::string& file = sound_certificate(in_between);
        const verify::VerifyResult result = judged(file);
        EXPECT_TRUE(result.valid) << result.reason;
        EXPECT_GT(result.leaves, 50u);
        EXPECT_EQ(truth_of(file), test::Truth::True);
        for (const auto& strand : test::unpacked(file).strands)
            for (const std::size_t at : test::node_places(strand.nodes)) ++tags[strand.nodes[at]];
    }
    // Every kind of node is there to be damaged.
    for (const int tag : {0, 2, 16, 17, 18}) EXPECT_GT(tags[tag], 0) << tag;
}

TEST(Tamper, Property_EveryKindIsRejectedOrStillTrue) {
    std::map<std::string, Count> counts;
    Rng rng(20261116);
    auto kinds = test::tamperings_of_head();
    for (auto more : {test::tamperings_of_body(), test::tamperings_of_nodes()})
        kinds.insert(kinds.end(), more.begin(), more.end());
    ASSERT_GE(kinds.size(), 80u);
    const std::vector<std::string> sound = {sound_certificate(InBetween::Screw),
                                            sound_certificate(InBetween::Slerp),
                                            sound_certificate(InBetween::LinearParameters)};
    for (const test::Tampering& kind : kinds)
        for (int round = 0; round < rounds() * 3; ++round) {
            test::Unpacked u = test::unpacked(sound[round % 3]);
            if (kind.apply(u, rng)) judge(test::packed(u), kind.name, counts);
        }
    int rejected = 0, still_true = 0, undecided = 0;
    for (const test::Tampering& kind : kinds) {
        const Count& count = counts[kind.name];
        EXPECT_GT(count.rejected + count.still_true + count.undecided, 0) << kind.name << " damaged nothing";
        rejected += count.rejected, still_true += count.still_true, undecided += count.undecided;
        std::printf("%-34s rejected %4d  still true %4d  oracle undecided %4d\n", kind.name, count.rejected,
                    count.still_true, count.undecided);
    }
    std::printf("%zu kinds: rejected %d, still true %d, oracle undecided %d\n", kinds.size(), rejected,
                still_true, undecided);
    EXPECT_GT(rejected, 2 * still_true);
    EXPECT_GT(still_true, 10);  // else the checker may be refusing everything
    EXPECT_LT(undecided, still_true);
}

TEST(Tamper, Property_FlippedBitsAreRejectedOrStillTrue) {
    std::map<std::string, Count> counts;
    Rng rng(7);
    for (int round = 0; round < rounds() * 120; ++round) {
        std::string file = sound_certificate(round % 2 ? InBetween::Screw : InBetween::LinearParameters);
        const std::size_t line = file.find('\n') + 1;
        unsigned long long head = 0, body = 0;
        std::sscanf(file.c_str(), "graze-certificate 1 %llu %llu", &head, &body);
        // Half of them in the head and the triangles, which are a small part of the file.
        const std::size_t early = line + head + 6000;
        const std::size_t at = line + rng.below(round % 4 < 2 ? early - line : file.size() - line);
        file[at] = static_cast<char>(file[at] ^ (1 << rng.below(8)));
        if (round % 16 == 0) {  // the checksum alone notices
            EXPECT_FALSE(judged(file).valid);
            continue;
        }
        const std::string again = test::sealed(file.substr(line, head), file.substr(line + head));
        judge(again, at < line + head ? "head" : "body", counts);
    }
    for (const auto& [name, count] : counts)
        std::printf("bits of the %s: rejected %d, still true %d, oracle undecided %d\n", name.c_str(),
                    count.rejected, count.still_true, count.undecided);
    EXPECT_GT(counts["head"].rejected, 10);
    EXPECT_GT(counts["body"].rejected, 10);
    EXPECT_GT(counts["body"].still_true, 10);
}

TEST(Tamper, Degenerate_DamagedFilesAreRejected) {
    const std::string& file = sound_certificate(InBetween::Screw);
    Rng rng(3);
    for (int i = 0; i < 50; ++i) EXPECT_FALSE(judged(file.substr(0, rng.below(file.size()))).valid);
    EXPECT_FALSE(judged(file + "x").valid);
    EXPECT_FALSE(judged("").valid);
    EXPECT_FALSE(judged("graze-certificate 1 \n").valid);
    EXPECT_FALSE(judged("graze-certificate 1 0 0 cbf29ce484222325\n").valid);
    EXPECT_FALSE(judged("graze-certificate 1 18446744073709551615 18446744073709551615 0\n" + file).valid);
    std::string second = file;
    second[18] = '2';  // the version
    EXPECT_FALSE(judged(second).valid);
}

TEST(Tamper, Property_ProofsOfAnotherSceneAreRejected) {
    // The same scene with the block moved so that it is hit: the old proof cannot hold for all of it.
    const test::Unpacked replayed = test::unpacked(sound_certificate(InBetween::Screw));
    Rng rng(5);
    int hits = 0;
    for (int i = 0; i < 40; ++i) {
        Scene other = test::fork_scene(InBetween::Screw);
        other.bodies[1].pose.translation += Vec3(rng.uniform(-0.4, 0.4), rng.uniform(-0.4, 0.4), 0.0);
        const PathProof proof = test::proof_of(other);
        if (proof.verdict == PathVerdict::Clear) continue;
        ++hits;
        test::Unpacked u = replayed;
        for (auto& segment : u.head["motions"])
            for (int k = 0; k < 3; ++k) segment[1]["pose"][k] = other.bodies[1].pose.translation[k];
        EXPECT_FALSE(judged(test::packed(u)).valid);
    }
    EXPECT_GT(hits, 10);
}

// A prover whose test of the clearance is broken: it takes bodies that overlap by up to 5 for separated, and
// claims 0.
TEST(Tamper, Property_ProofsOfABrokenProverAreRejected) {
    Rng rng(6);
    int wrong = 0;
    for (int i = 0; i < 30; ++i) {
        Scene scene = test::fork_scene(i % 2 ? InBetween::Screw : InBetween::LinearParameters);
        scene.bodies.resize(2), scene.paths.erase(scene.paths.begin()), scene.paths.resize(1),
            scene.ignore.clear(), scene.clearance.clear();
        scene.bodies[1].pose.translation += Vec3(rng.uniform(-0.4, 0.4), rng.uniform(-0.4, 0.4), 0.0);
        const PathProof honest = test::proof_of(scene);
        if (honest.verdict != PathVerdict::Contact) continue;
        ++wrong;
        PathProof forged = honest;
        forged.verdict = PathVerdict::Clear;
        forged.strands.clear();
        for (std::uint32_t segment = 0; segment < 2; ++segment) {
            const auto motion = motion_of_segment(scene, segment, "scene");
            ASSERT_TRUE(motion.has_value());
            const auto body = [&](std::size_t k) {
                return make_proof_body(*honest.meshes[k],
                                       motion->links.links[motion->link_of_body[k]].motion);
            };
            const ProofBody a = body(0), b = body(1);
            const StrandProof proof = prove_strand({.a = a,
                                                    .b = b,
                                                    .clearance = -5.0,
                                                    .tolerance = 1e-9,
                                                    .from = 0.0,
                                                    .until = 1.0,
                                                    .most_parts = 100000});
            ASSERT_EQ(proof.verdict, StrandVerdict::Clear);
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
