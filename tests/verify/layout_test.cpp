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

/// What is said if the strands hold.
std::string sentence_of(const Certificate& certificate) {
    std::vector<verify::MeshExtent> extents;
    for (const CertificateMesh& mesh : certificate.meshes) extents.push_back(verify::extent_of(mesh));
    const auto partition = verify::check_partition(certificate.head, extents, 1);
    EXPECT_TRUE(partition.has_value() && partition->problem.empty());
    return verify::sentence_of(certificate.head, *partition);
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
    expect_words(problem_after([](test::Unpacked& u) { u.head["pairs"][1] = u.head["pairs"][0]; }), "twice");
    expect_words(problem_after([](test::Unpacked& u) { std::swap(u.head["pairs"][1], u.head["pairs"][0]); }),
                 "does not rise");
    for (const char* list : {"ignored", "clearances"})
        expect_words(problem_after([&](test::Unpacked& u) {
                         const test::Json again = u.head[list][0];
                         u.head[list].push_back(again);
                     }),
                     "twice");
    expect_words(
        problem_after([](test::Unpacked& u) { u.head["ignored"][0]["bodies"] = u.head["pairs"][2]; }),
        "listed and ignored");
    expect_words(problem_after([](test::Unpacked& u) { u.head["unknown keys"] = 1; }), "right keys");
    expect_words(problem_after([](test::Unpacked& u) {
                     auto& x = test::links_in(u, 1, 0)[0]["from"][0];
                     x = x.get<double>() + 0.01;
                 }),
                 "begin where");
}

TEST(Layout, Degenerate_JointsBeginWhereTheyEnded) {
    const std::string arm = test::certificate_of(test::arm_scene());
    EXPECT_EQ(problem_of(arm), "");
    const auto after = [&](auto change) {
        test::Unpacked u = test::unpacked(arm);
        change(test::links_in(u, 1, 2));  // the hand: joint of the arm, joint, pose
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
    const auto after = [&](std::size_t body, auto change) {
        return problem_after([&](test::Unpacked& u) { change(test::links_in(u, 0, body)[0]); });
    };
    expect_words(after(0, [](test::Json& link) { link["from"][6] = 1.1; }), "not of length 1");
    expect_words(after(1, [](test::Json& link) { link["pose"] = {0, 0, 0, 0, 0, 0, 0}; }), "not of length 1");
    expect_words(after(0, [](test::Json& link) { link["turns"] = 1000001; }), "in its range");
    expect_words(after(0, [](test::Json& link) { link["turns"] = 0.5; }), "whole number");
    expect_words(after(0, [](test::Json& link) { link["to"].erase(6); }), "not 7 numbers");
}

TEST(Layout, Degenerate_BodiesMeshesAndSegmentsFitTogether) {
    const auto after = [&](auto change) {
        return problem_after([&](test::Unpacked& u) {
            test::name_all(u);
            change(u.head);
        });
    };
    EXPECT_EQ(after([](test::Json&) {}), "");
    expect_words(after([](test::Json& head) { head["bodies"][3]["mesh"] = 4; }), "its mesh");
    expect_words(after([](test::Json& head) { head["bodies"][3]["mesh"] = -1; }), "its mesh");
    expect_words(after([](test::Json& head) { head["bodies"][3]["mesh"] = 0.5; }), "whole number");
    expect_words(after([](test::Json& head) { head["motions"][1][3]["body"] = 4; }), "a body");
    expect_words(after([](test::Json& head) { head["motions"][1][3]["body"] = 2; }), "do not rise");
    expect_words(after([](test::Json& head) { head["motions"][1][2]["body"] = 3; }), "do not rise");
    expect_words(after([](test::Json& head) { head["motions"][1][2].erase("body"); }), "right keys");
    expect_words(after([](test::Json& head) { head["meshes"][0]["triangles"] = 0; }), "no triangles");
    expect_words(after([](test::Json& head) { head["clearance"] = -0.5; }), "in its range");
    expect_words(after([](test::Json& head) { head["clearances"][0]["clearance"] = -0.5; }), "in its range");
    expect_words(after([](test::Json& head) { head["ignored"][0]["reason"] = ""; }), "no reason");
    expect_words(after([](test::Json& head) { head["pairs"][0] = {1, 1}; }), "rising order");
    expect_words(after([](test::Json& head) { head["pairs"][0] = {1, 0}; }), "rising order");
    expect_words(after([](test::Json& head) { head["pairs"][0] = {1, 4}; }), "rising order");
    expect_words(after([](test::Json& head) { head["pairs"][0] = {0.5, 3}; }), "rising order");
    expect_words(after([](test::Json& head) { head["covered"]["segments"] = 3; }), "than there are");
}

// A body that its segments do not name must begin where its usual links end.
TEST(Layout, Degenerate_BodiesThatAreNotNamedAreWhereTheyWere) {
    const auto after = [&](auto change) { return problem_after([&](test::Unpacked& u) { change(u); }); };
    // The fork goes from pose to pose: as usual in the first segment, named in the second.
    expect_words(after([](test::Unpacked& u) { u.head["motions"][1].erase(0); }), "begin where");
    EXPECT_EQ(after([](test::Unpacked& u) { test::name_all(u); }), "");
    // Its usual links mean nothing if all segments name it.
    EXPECT_EQ(after([](test::Unpacked& u) {
                  test::name_all(u);
                  u.head["bodies"][0]["links"] = u.head["bodies"][1]["links"];
              }),
              "");
    // The block, at rest, is named in one segment and is elsewhere there.
    const auto named = [&](double by) {
        return after([&](test::Unpacked& u) {
            test::Json links = u.head["bodies"][1]["links"];
            links[0]["pose"][0] = links[0]["pose"][0].get<double>() + by;
            test::Json& moves = u.head["motions"][0];
            moves.push_back({{"body", 1}, {"links", links}});
        });
    };
    EXPECT_EQ(named(0.0), "");
    expect_words(named(0.1), "segment 1, body 1: does not begin where");
}

TEST(Layout, Example_DeviationsAreReadAndMayBeMissing) {
    Scene scene = test::fork_scene(InBetween::Screw);
    auto mesh = std::make_shared<Mesh>(*scene.bodies[1].mesh);
    mesh->deviation = {0.125, 0.0625};
    scene.bodies[1].mesh = mesh;
    const std::string file = test::certificate_of(scene, {.proof_by = ProofBy::Reference});
    const auto certificate = read_certificate(source_of(file));
    ASSERT_TRUE(certificate.has_value());
    EXPECT_EQ(certificate->head.meshes[1].requested_deviation, 0.125);
    EXPECT_EQ(certificate->head.meshes[1].measured_deviation, 0.0625);
    EXPECT_FALSE(certificate->head.meshes[0].requested_deviation.has_value());
    EXPECT_FALSE(certificate->head.meshes[0].measured_deviation.has_value());
    expect_words(sentence_of(*certificate),
                 "CAD surfaces behind the triangles (deviation requested: 0.125 mm, measured: 0.0625 mm, "
                 "neither proved)");
    const auto plain = read_certificate(source_of(sound()));
    ASSERT_TRUE(plain.has_value());
    expect_words(sentence_of(*plain), "CAD surfaces behind the triangles, nor");
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
            return problem_after([&](test::Unpacked& u) { u.head["meshes"][0][key] = value; });
        };
        EXPECT_EQ(with(0.5), "");
        EXPECT_EQ(with(nullptr), "");
        expect_words(with(-0.5), "in its range");
        expect_words(with("0.5"), "in its range");
    }
}

TEST(Layout, Degenerate_BodiesAreWhole) {
    expect_words(problem_after([](test::Unpacked& u) { u.meshes[0].ids[0] = u.meshes[0].ids[1]; }),
                 "each there once");
    expect_words(problem_after([](test::Unpacked& u) {
                     u.meshes[0].triangles[0][2] = static_cast<std::uint32_t>(u.meshes[0].vertices.size());
                 }),
                 "does not exist");
    expect_words(problem_after([](test::Unpacked& u) { u.meshes[0].vertices[3][1] = std::nan(""); }),
                 "not finite");
    expect_words(problem_after([](test::Unpacked& u) { u.head["meshes"][0]["vertices"] = 4000000000.0; }),
                 "than the file holds");
}

TEST(Layout, Degenerate_ChecksumIsCompared) {
    std::string file = sound();
    file[file.find("made_by") + 11] ^= 1;  // in a text that means nothing
    expect_words(problem_of(file), "checksum");
}

}  // namespace graze::layout_test
