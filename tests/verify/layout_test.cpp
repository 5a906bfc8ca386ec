#include "graze_verify/claim.h"

#include "proof_scenes.h"
#include "unpacked.h"

namespace graze::layout_test {
namespace {

const std::string& sound() {
    static const std::string file = test::certificate_of(
        test::fork_scene(InBetween::Screw), {.proof_by = ProofBy::Reference});  // several strands
    return file;
}

/// What is said of everything but the nodes.
std::string problem_of(const std::string& bytes) {
    const ByteSource source = source_of(bytes);
    const auto certificate = read_certificate(source);
    if (!certificate) return certificate.error().message;
    if (std::string problem = verify::problem_with(certificate->head); !problem.empty()) return problem;
    verify::CoverReader reader(source, *certificate);
    CertificateStrand strand{};
    while (reader.next(strand)) {
    }
    return reader.problem();
}

/// What is said about the sound certificate after a change.
template <class Change>
std::string problem_after(Change change) {
    test::Unpacked u = test::unpacked(sound());
    change(u);
    return problem_of(test::packed(u));
}

void expect_words(const std::string& text, const std::string& words) {
    EXPECT_NE(text.find(words), std::string::npos) << '"' << text << '"';
}

}  // namespace

TEST(Layout, Example_SoundCertificateIsAccepted) {
    EXPECT_EQ(problem_of(sound()), "");
    EXPECT_EQ(problem_after([](test::Unpacked&) {}), "");
}

TEST(Layout, Degenerate_CoverIsWhole) {
    expect_words(problem_after([](test::Unpacked& u) { u.strands.pop_back(); }), "ends before the claim");
    expect_words(problem_after([](test::Unpacked& u) {
                     for (std::size_t i = 1; i < u.strands.size(); ++i)
                         if (u.strands[i].from > 0.0) {
                             u.strands[i].from += 1e-3;  // nobody looks at what is between
                             return;
                         }
                 }),
                 "without a gap");
    expect_words(problem_after([](test::Unpacked& u) { u.strands.back().segment = 0; }), "without a gap");
    expect_words(problem_after([](test::Unpacked& u) { u.strands.back().until = 2.0; }), "without a gap");
    expect_words(problem_after([](test::Unpacked& u) { u.strands.push_back(u.strands.back()); }),
                 "not claimed");
    expect_words(
        problem_after([](test::Unpacked& u) { u.head["pairs"][1]["bodies"] = u.head["pairs"][0]["bodies"]; }),
        "twice");
    expect_words(problem_after([](test::Unpacked& u) { u.head["pairs"].erase(0); }), "not all pairs");
    expect_words(problem_after([](test::Unpacked& u) { u.head["unknown keys"] = 1; }), "right keys");
    expect_words(problem_after([](test::Unpacked& u) {
                     auto& x = u.head["motions"][1][0][0]["from"][0];
                     x = x.get<double>() + 0.01;
                 }),
                 "begin where");
}

TEST(Layout, Degenerate_JointsBeginWhereTheyEnded) {
    const std::string arm = test::certificate_of(test::arm_scene());
    EXPECT_EQ(problem_of(arm), "");
    const auto after = [&](auto change) {
        test::Unpacked u = test::unpacked(arm);
        change(u.head["motions"][1][2]);  // the hand: joint of the arm, joint, pose
        return problem_of(test::packed(u));
    };
    EXPECT_EQ(after([](test::Json&) {}), "");
    expect_words(after([](test::Json& chain) { chain[1]["from"] = 25.5; }), "begin where");
    expect_words(after([](test::Json& chain) { chain[1]["axis"][0] = 0.5; }), "begin where");
    expect_words(after([](test::Json& chain) { chain[1]["origin"][0] = 2.0; }), "begin where");
    expect_words(after([](test::Json& chain) { chain.erase(0); }), "begin where");
    expect_words(after([](test::Json& chain) { chain[1]["axis"] = {0.0, 0.0, 0.0}; }), "an axis is zero");
    expect_words(after([](test::Json& chain) { chain[1].erase("origin"); }), "right keys");
    expect_words(after([](test::Json& chain) { chain[1]["kind"] = "ball"; }), "not known");
}

TEST(Layout, Degenerate_NumbersAreInTheirRanges) {
    const auto after = [&](auto change) {
        return problem_after([&](test::Unpacked& u) { change(u.head["motions"][0]); });
    };
    expect_words(after([](test::Json& bodies) { bodies[0][0]["from"][6] = 1.1; }), "not of length 1");
    expect_words(after([](test::Json& bodies) { bodies[1][0]["pose"] = {0, 0, 0, 0, 0, 0, 0}; }),
                 "not of length 1");
    expect_words(after([](test::Json& bodies) { bodies[0][0]["turns"] = 1000001; }), "in its range");
    expect_words(after([](test::Json& bodies) { bodies[0][0]["turns"] = 0.5; }), "whole number");
    expect_words(after([](test::Json& bodies) { bodies[0][0]["to"].erase(6); }), "not 7 numbers");
    expect_words(after([](test::Json& bodies) { bodies.erase(0); }), "one motion per body");
}

TEST(Layout, Example_DeviationsAreReadAndMayBeMissing) {
    Scene scene = test::fork_scene(InBetween::Screw);
    auto mesh = std::make_shared<Mesh>(*scene.bodies[1].mesh);
    mesh->deviation = {0.125, 0.0625};
    scene.bodies[1].mesh = mesh;
    const std::string file = test::certificate_of(scene, {.proof_by = ProofBy::Reference});
    const auto certificate = read_certificate(source_of(file));
    ASSERT_TRUE(certificate.has_value());
    EXPECT_EQ(certificate->head.bodies[1].requested_deviation, 0.125);
    EXPECT_EQ(certificate->head.bodies[1].measured_deviation, 0.0625);
    EXPECT_FALSE(certificate->head.bodies[0].requested_deviation.has_value());
    EXPECT_FALSE(certificate->head.bodies[0].measured_deviation.has_value());
    expect_words(verify::sentence_of(certificate->head),
                 "CAD surfaces behind the triangles (deviation requested: 0.125 mm, measured: 0.0625 mm, "
                 "neither proved)");
    const auto plain = read_certificate(source_of(sound()));
    ASSERT_TRUE(plain.has_value());
    expect_words(verify::sentence_of(plain->head), "CAD surfaces behind the triangles, nor");
    for (const double wrong : {-1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
        mesh->deviation = {wrong, 0.1};
        EXPECT_FALSE(validate(*mesh, "mesh").has_value());
        mesh->deviation = {0.1, wrong};
        EXPECT_FALSE(validate(*mesh, "mesh").has_value());
    }
    // They change nothing of the proof, and are no free text.
    EXPECT_EQ(test::unpacked(file).strands.size(), test::unpacked(sound()).strands.size());
    for (const char* key : {"requested_deviation", "measured_deviation"}) {
        const auto with = [&](const test::Json& value) {
            return problem_after([&](test::Unpacked& u) { u.head["bodies"][0][key] = value; });
        };
        EXPECT_EQ(with(0.5), "");
        EXPECT_EQ(with(nullptr), "");
        expect_words(with(-0.5), "in its range");
        expect_words(with("0.5"), "in its range");
    }
}

TEST(Layout, Degenerate_BodiesAreWhole) {
    expect_words(problem_after([](test::Unpacked& u) { u.bodies[0].ids[0] = u.bodies[0].ids[1]; }),
                 "each there once");
    expect_words(problem_after([](test::Unpacked& u) {
                     u.bodies[0].triangles[0][2] = static_cast<std::uint32_t>(u.bodies[0].vertices.size());
                 }),
                 "does not exist");
    expect_words(problem_after([](test::Unpacked& u) { u.bodies[0].vertices[3][1] = std::nan(""); }),
                 "not finite");
    expect_words(problem_after([](test::Unpacked& u) { u.head["bodies"][0]["vertices"] = 4000000000.0; }),
                 "than the file holds");
}

TEST(Layout, Degenerate_ChecksumIsCompared) {
    std::string file = sound();
    file[file.find("made_by") + 11] ^= 1;  // in a text that means nothing
    expect_words(problem_of(file), "checksum");
}

}  // namespace graze::layout_test
