// Certificates about CAD surfaces: what the prover writes holds, and what is damaged does not.
#include "graze_verify/verify.h"

#include "graze/core/random.h"
#include "graze/io/certificate/certificate_cad.h"
#include "graze/io/certificate/certificate_file.h"
#include "graze/io/certificate/certificate_reader.h"
#include "graze/io/certificate/certificate_writer.h"
#include "graze/queries/paths/cad_path.h"
#include "graze/surface/thick.h"
#include "graze_verify/faces.h"
#include "graze_verify/surface.h"

#include "support/cad_meshes.h"

#include <cmath>
#include <functional>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

namespace graze::cad_certificate_test {
namespace {

using surface::Parametric;
using surface::ParametricKind;

constexpr double kPi = std::numbers::pi;

std::shared_ptr<const Mesh> meshed(const test::Patch& patch) { return test::mesh_of(patch, 0.5); }

Parametric of_kind(ParametricKind kind, double size = 10.0) {
    Parametric s;
    s.kind = kind;
    s.radius = size;
    s.tube_radius = 0.3 * size;
    s.half_angle = 0.3;
    return s;
}

surface::Curve wave() {
    surface::Curve c;
    c.kind = surface::CurveKind::Spline;
    c.spline = {{3, {0, 0, 0, 0, 0.5, 1, 1, 1, 1}},
                {0, {0, 1}},
                {{5, 0, 0}, {7, 1, 2}, {6, -2, 4}, {9, 3, 6}, {8, 0, 8}},
                {1, 2, 0.5, 1, 1}};
    return c;
}

/// Degrees p and q, with a crease across if p is 2; weights from 1 / `range` to `range`.
Parametric bumpy(int p, int q, double range) {
    Parametric s;
    s.kind = ParametricKind::Spline;
    const auto knots = [](int degree, bool creased) {
        surface::Knots k{degree, {}};
        for (int i = 0; i <= degree; ++i) k.values.push_back(0.0);
        for (int i = 0; i < (creased ? degree : 1); ++i) k.values.push_back(0.4);
        for (int i = 0; i <= degree; ++i) k.values.push_back(1.0);
        return k;
    };
    s.spline.u = knots(p, p == 2), s.spline.v = knots(q, false);
    Rng random(static_cast<std::uint64_t>(100 * p + q));
    for (int i = 0; i < s.spline.u.poles(); ++i)
        for (int j = 0; j < s.spline.v.poles(); ++j) {
            s.spline.poles.emplace_back(20.0 * i / (s.spline.u.poles() - 1),
                                        20.0 * j / (s.spline.v.poles() - 1), random.uniform(-2.0, 2.0));
            if (range > 1.0) s.spline.weights.push_back(std::pow(range, random.uniform(-1.0, 1.0)));
        }
    return s;
}

/// Faces of every kind, each as a grid; all are within 60 of the origin.
std::vector<test::Patch> patches() {
    std::vector<test::Patch> all;
    all.emplace_back(of_kind(ParametricKind::Sphere), Vec2(0, -kPi / 2), Vec2(2 * kPi, kPi / 2), 12, 6);
    all.emplace_back(of_kind(ParametricKind::Cylinder), Vec2(0, -3), Vec2(2 * kPi, 8), 12, 2);
    all.emplace_back(of_kind(ParametricKind::Cone), Vec2(0, -10), Vec2(2 * kPi, 8), 12, 3);
    all.emplace_back(of_kind(ParametricKind::Torus), Vec2(0, 0), Vec2(2 * kPi, 2 * kPi), 16, 8);
    Parametric extruded = of_kind(ParametricKind::Extrusion), revolved = of_kind(ParametricKind::Revolution);
    extruded.curve = revolved.curve = wave();
    extruded.frame.z = {1, 12, 3};
    all.emplace_back(extruded, Vec2(0, 0), Vec2(1, 1), 8, 2);
    all.emplace_back(revolved, Vec2(0, 0), Vec2(2 * kPi, 1), 12, 6);
    for (const auto& [p, q] : {std::pair{3, 3}, {2, 1}, {1, 5}, {8, 4}})
        all.emplace_back(bumpy(p, q, p == 1 ? 1.0 : p == 8 ? 20.0 : 3.0), Vec2(0, 0), Vec2(1, 1), 6, 6);
    return all;
}

std::shared_ptr<const Mesh> floor_at(double z) {
    Parametric plane;
    plane.frame.origin = {0, 0, z};
    return test::mesh_of(test::Patch(plane, {-60, -60}, {60, 60}, 6, 6), 0.0);
}

/// The lowest z of a mesh's faces, and a little less.
double below(const Mesh& mesh, double gap) {
    double least = 1e300;
    for (const surface::Face& face : mesh.cover->faces)
        for (const surface::Element& e : face.elements)
            for (int i = 0; i <= 20; ++i)
                for (int j = 0; i + j <= 20; ++j) {
                    const double a = i / 20.0, b = j / 20.0;
                    const Vec2 uv = (1 - a - b) * e.uv[0] + a * e.uv[1] + b * e.uv[2];
                    least = std::min(least, surface::point(face, uv).at.z());
                }
    return least - gap;
}

/// A body slides and turns a little over a floor.
Scene scene_over_floor(const std::shared_ptr<const Mesh>& mesh, double gap) {
    Scene scene;
    scene.bodies = {{"floor", floor_at(below(*mesh, gap)), {}}, {"body", mesh, {}}};
    Pose from, to;
    to.translation = {7, 3, 0};
    to.rotation = Eigen::Quaterniond(std::cos(0.2), 0, 0, std::sin(0.2));
    scene.paths = {{1, InBetween::Screw, {from, to}, {}}};
    return scene;
}

PathForCad answer_of(const Scene& scene, double clearance = 0.0) {
    const PathOptions options{.clearance = clearance, .threads = 1, .progress = Progress::Draw::Never};
    const auto proof = prove_paths(scene, options);
    EXPECT_TRUE(proof) << proof.error().message;
    auto cad = path_for_cad(scene, options, *proof);
    EXPECT_TRUE(cad) << cad.error().message;
    return *std::move(cad);
}

std::string certificate_of(const Scene& scene, double clearance = 0.0) {
    const PathForCad answer = answer_of(scene, clearance);
    EXPECT_TRUE(answer.proof) << answer.why;
    return answer.proof ? format_certificate(scene, *answer.proof, "test") : std::string();
}

verify::VerifyResult judged(const std::string& bytes) {
    const auto result = verify::verify_certificate(bytes, {.threads = 1});
    EXPECT_TRUE(result.has_value());
    return result ? *result : verify::VerifyResult{};
}

const std::string& sphere_over_floor() {
    static const std::string bytes = certificate_of(scene_over_floor(meshed(patches()[0]), 0.02));
    return bytes;
}

/// Reads, damages and writes again: all lengths and the checksum fit.
struct Opened {
    CertificateContent content;
    std::vector<Mesh> meshes;
    std::vector<std::vector<std::uint32_t>> orders;
    std::vector<std::string> nodes;

    explicit Opened(const std::string& bytes) {
        const ByteSource source = source_of(bytes);
        auto read = read_certificate(source);
        EXPECT_TRUE(read) << read.error().message;
        content.head = read->head;
        content.head.cad->shapes.clear();
        content.shapes = read->shapes, content.cuts = read->cuts;
        for (const CertificateMesh& known : read->meshes) {
            Mesh& mesh = meshes.emplace_back();
            for (const auto& v : known.vertices) mesh.vertices.emplace_back(v[0], v[1], v[2]);
            mesh.triangles.resize(known.triangles.size());
            for (std::size_t i = 0; i < known.ids.size(); ++i)
                mesh.triangles[known.ids[i]] = known.triangles[i];
            orders.push_back(known.ids);
        }
        StrandReader reader(source, read->strands_at);
        CertificateStrand strand{};
        while (reader.next(strand)) {
            nodes.push_back(bytes.substr(strand.at, strand.bytes));
            content.strands.push_back({strand.segment, strand.pair, strand.from, strand.until, {}});
        }
    }
    std::string closed() {
        content.meshes.clear();
        for (std::size_t i = 0; i < meshes.size(); ++i) content.meshes.push_back({&meshes[i], orders[i]});
        for (std::size_t i = 0; i < nodes.size(); ++i) content.strands[i].nodes = nodes[i];
        return format_certificate(content);
    }
    CertificateFace& sphere() { return content.shapes[1].front(); }
    CertificateCad& cad() { return *content.head.cad; }
};

std::string after(const std::string& bytes, const std::function<void(Opened&)>& damage) {
    Opened opened(bytes);
    damage(opened);
    return judged(opened.closed()).reason;
}

/// One face as a CAD body of one piece: its triangles as they are, with this radius.
Certificate with_radius(const surface::Face& face, double radius) {
    Certificate c;
    c.shapes = {known_shape(surface::Cover{{face}})};
    c.head.cad.emplace().bodies = {{"face", 0, {{0, radius}}, 0}};
    c.head.bodies = {{"piece", 0}};
    CertificateMesh& mesh = c.meshes.emplace_back();
    std::vector<CertificateCut>& cuts = c.cuts.emplace_back();
    for (const surface::Element& e : face.elements) {
        const auto t = static_cast<std::uint32_t>(mesh.triangles.size());
        for (const Vec2& uv : e.uv) {
            const Vec3 p = surface::point(face, uv).at;
            mesh.vertices.push_back({p.x(), p.y(), p.z()});
        }
        mesh.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
        mesh.ids.push_back(t);
        cuts.push_back({kUncut, 0.0, 0, t});
    }
    return c;
}

bool covers(const Certificate& c) {
    const auto result = verify::check_faces(c, 1);
    EXPECT_TRUE(result.has_value());
    return result && result->problem.empty();
}

/// The least radius that the checker takes is this one.
void expect_needed(const surface::Face& face, double radius,
                   const std::function<void(Certificate&)>& change = {}) {
    for (const auto& [factor, is_enough] : {std::pair{1.0 + 1e-6, true}, {1.0 - 1e-4, false}}) {
        Certificate c = with_radius(face, radius * factor);
        if (change) change(c);
        EXPECT_EQ(covers(c), is_enough) << radius << " times " << factor;
    }
}

surface::Face rectangle(const Parametric& of, const Vec2& lo, const Vec2& hi, std::uint32_t nu,
                        std::uint32_t nv) {
    return test::Patch(of, lo, hi, nu, nv).face;
}

/// A disc in a plane: a fan of so many arcs of one circle.
surface::Face disc(double radius, std::uint32_t sides) {
    surface::Face face;
    surface::Curve circle;
    circle.kind = surface::CurveKind::Ellipse;
    circle.major = circle.minor = radius;
    face.curves = {circle};
    surface::UvTriangles triangles{{Vec2::Zero()}, {}};
    std::vector<surface::Chord> chords;
    for (std::uint32_t i = 0; i < sides; ++i) {
        const double t = 2.0 * kPi * i / sides;
        triangles.nodes.push_back(surface::point(circle, t).at.head<2>());
        triangles.triangles.push_back({0, i + 1, (i + 1) % sides + 1});
        chords.push_back({0, {i + 1, (i + 1) % sides + 1}, t, 2.0 * kPi * (i + 1) / sides});
    }
    EXPECT_EQ(attach_arcs(face, triangles, chords), nullptr);
    return face;
}

}  // namespace

/// Radii in closed form: the checker takes these, and nothing less.
TEST(CadCertificate, Reference_RadiiAreThoseOfThePage) {
    const surface::Face cylinder = rectangle(of_kind(ParametricKind::Cylinder), {0, -3}, {2 * kPi, 8}, 12, 2);
    const double bulge = 10.0 * std::pow(kPi / 6, 2) / 8;
    expect_needed(cylinder, bulge);
    expect_needed(cylinder, bulge + 0.01, [](Certificate& c) { c.meshes[0].vertices[5][2] += 0.01; });
    surface::Face larger = cylinder;
    larger.turn *= 2.0;
    prepare(larger);
    expect_needed(larger, 2 * bulge);
    Parametric twisted;
    twisted.kind = ParametricKind::Spline;
    twisted.spline = {{1, {0, 0, 1, 1}}, {1, {0, 0, 1, 1}}, {{0, 0, 0}, {0, 10, 0}, {10, 0, 0}, {10, 10, 5}}};
    expect_needed(rectangle(twisted, {0, 0}, {1, 1}, 4, 4), 2 * 5 * 0.0625 / 8);
    expect_needed(disc(3.0, 10), 2 * 3.0 * std::pow(2 * kPi / 10, 2) / 8);
    Parametric roof = twisted;  // a crease at 0.4, 0.02 from the rim of the only strip
    roof.spline = {{1, {0, 0, 0.4, 1, 1}},
                   {1, {0, 0, 1, 1}},
                   {{0, 0, 0}, {0, 10, 0}, {4, 0, 0}, {4, 10, 0}, {10, 0, 6}, {10, 10, 6}}};
    expect_needed(rectangle(roof, {0.3, 0}, {0.42, 1}, 1, 1), 2 * 0.02 * std::sqrt(200.0));
}

TEST(CadCertificate, Degenerate_TornSplinesAndOffsetsAreRefused) {
    Parametric torn;
    torn.kind = ParametricKind::Spline;
    torn.spline = {{1, {0, 0, 0.5, 0.5, 1, 1}}, {1, {0, 0, 1, 1}}, {}};
    for (int i = 0; i < 8; ++i) torn.spline.poles.emplace_back(i / 2, i % 2, i / 4);
    EXPECT_NE(surface::fault_of(torn), nullptr);
    Certificate c = with_radius(rectangle(of_kind(ParametricKind::Plane), {0, 0}, {1, 1}, 2, 2), 1.0);
    EXPECT_TRUE(covers(c));
    c.shapes[0][0].surface.kind = CertificateSurfaceKind::Offset;
    EXPECT_FALSE(covers(c));
    c.shapes[0][0].surface.kind = CertificateSurfaceKind::Spline;
    c.shapes[0][0].surface.spline.u = {1, torn.spline.u.values},
    c.shapes[0][0].surface.spline.v = {1, {0, 0, 1, 1}};
    for (const Vec3& pole : torn.spline.poles)
        c.shapes[0][0].surface.spline.poles.push_back({pole.x(), pole.y(), pole.z()});
    const auto refused = verify::check_faces(c, 1);
    ASSERT_TRUE(refused.has_value());
    EXPECT_NE(refused->problem.find("torn"), std::string::npos) << refused->problem;
}

TEST(CadCertificate, Example_ProofsAboutEveryKindOfFaceAreValid) {
    std::uint64_t cut = 0;
    for (const test::Patch& patch : patches()) {
        SCOPED_TRACE(name_of(patch.face.surface.kind));
        const std::string bytes = certificate_of(scene_over_floor(meshed(patch), 0.02));
        ASSERT_FALSE(bytes.empty());
        const verify::VerifyResult result = judged(bytes);
        EXPECT_TRUE(result.valid) << result.reason;
        ASSERT_TRUE(result.cad);
        EXPECT_EQ(result.cad->faces, 2u);
        EXPECT_GE(result.cad->elements, patch.face.elements.size() + 72);
        cut += result.cad->elements - patch.face.elements.size() - 72;
        EXPECT_EQ(result.proves, verify::Proves::All);
        EXPECT_EQ(result.pairs.by_strands + result.pairs.by_boxes, 1u);
        EXPECT_NE(result.sentence.find("Proved for the CAD surfaces"), std::string::npos);
    }
    EXPECT_GT(cut, 200u);  // some of it needs elements that are cut
}

TEST(CadCertificate, Example_ClearanceAndMargins) {
    const Scene far = scene_over_floor(meshed(patches()[0]), 3.0);
    const PathForCad answer = answer_of(far, 1.0);
    EXPECT_EQ(answer.holds, HoldsForCad::Yes);
    EXPECT_FALSE(answer.refined);  // the margins decide; the proof is about the faces all the same
    ASSERT_TRUE(answer.proof);
    const verify::VerifyResult result = judged(format_certificate(far, *answer.proof, "test"));
    EXPECT_TRUE(result.valid) << result.reason;
    EXPECT_EQ(result.clearance.least, 1.0);
}

TEST(CadCertificate, Property_TheSameProofGivesTheSameBytesAndOpensAgain) {
    EXPECT_EQ(certificate_of(scene_over_floor(meshed(patches()[0]), 0.02)), sphere_over_floor());
    EXPECT_EQ(Opened(sphere_over_floor()).closed(), sphere_over_floor());
}

TEST(CadCertificate, Regression_ABodyWithinAnotherIsNotClear) {
    Parametric small = of_kind(ParametricKind::Sphere, 2.0);
    Scene scene = scene_over_floor(meshed(patches()[0]), 0.02);
    const test::Patch inner(small, {0, -kPi / 2}, {2 * kPi, kPi / 2}, 12, 6);
    scene.bodies[0] = {"inner", test::mesh_of(inner, 0.1), {}};
    scene.paths.front().poses[1] = scene.paths.front().poses[0];
    scene.paths.front().poses[1].translation = {1, 0, 0};
    const PathOptions options{.threads = 1, .progress = Progress::Draw::Never};
    const auto proof = prove_paths(scene, options);
    ASSERT_TRUE(proof);
    if (proof->verdict != ContactVerdict::OverlapAtStart) GTEST_SKIP() << "the sphere's mesh is not closed";
    EXPECT_NE(answer_of(scene).holds, HoldsForCad::Yes);
}

/// Each damage, and a word of the reason.
TEST(CadCertificate, Tamper_EachDamageIsRejectedForItsReason) {
    const std::string& sound = sphere_over_floor();
    ASSERT_TRUE(judged(sound).valid) << judged(sound).reason;
    struct Damage {
        const char* word;
        std::function<void(Opened&)> apply;
    };
    const std::vector<Damage> all = {
        {"needs the radius", [](Opened& o) { o.sphere().surface.radius += 0.2; }},
        {"needs the radius", [](Opened& o) { o.sphere().surface.frame.origin[2] -= 0.4; }},
        {"needs the radius", [](Opened& o) { o.sphere().shift[0] = 0.5; }},
        {"needs the radius", [](Opened& o) { o.sphere().turn[2][2] = -1.0; }},
        {"needs the radius", [](Opened& o) { o.sphere().nodes[20][0] += 0.2; }},
        {"needs the radius", [](Opened& o) { o.sphere().arcs[0].to += 0.3; }},
        {"needs the radius", [](Opened& o) { o.meshes[1].vertices[3].z() += 0.5; }},
        {"needs the radius", [](Opened& o) { o.cad().bodies[1].pieces.back().radius *= 0.5; }},
        {"end at its trimming curves", [](Opened& o) { o.sphere().arcs.pop_back(); }},
        {"end at its trimming curves",
         [](Opened& o) { o.sphere().triangles[30][1] = o.sphere().triangles[30][0]; }},
        {"end at its trimming curves",
         [](Opened& o) {
             o.sphere().triangles.pop_back();
             std::erase_if(o.sphere().arcs,
                           [&](const auto& arc) { return arc.triangle == o.sphere().triangles.size(); });
         }},
        {"cuts are not those", [](Opened& o) { o.content.cuts[1].pop_back(); }},
        {"cuts are not those", [](Opened& o) { o.content.cuts[1].push_back({}); }},
        {"does not exist", [](Opened& o) { o.content.cuts[1].back().piece = 99; }},
        {"does not exist", [](Opened& o) { o.content.cuts[1].back().triangle = 1u << 30; }},
        {"beyond its side",
         [](Opened& o) {
             for (CertificateCut& cut : o.content.cuts[1])
                 if (cut.side != kUncut) cut.at = 1.5;
         }},
        {"needs the radius",
         [](Opened& o) {
             for (CertificateCut& cut : o.content.cuts[1])
                 if (cut.side != kUncut) cut.at = 0.1;
         }},
        {"clearance for both radii", [](Opened& o) { o.cad().clearance = 0.1; }},
        {"clearance for both radii", [](Opened& o) { o.cad().bodies[0].pieces[0].radius = 1.0; }},
        {"clearance for both radii", [](Opened& o) { o.cad().bodies[1].pieces[0].radius = 10.0; }},
        {"clearance for both radii", [](Opened& o) { o.content.head.clearances.pop_back(); }},
        {"no piece of a CAD body", [](Opened& o) { o.cad().bodies[1].pieces.pop_back(); }},
        {"two pieces",
         [](Opened& o) { o.cad().bodies[1].pieces[0].body = o.cad().bodies[0].pieces[0].body; }},
        {"move differently",
         [](Opened& o) {
             o.content.head.bodies[o.cad().bodies[1].pieces.back().body].links[0].to.translation[0] = 7.5;
         }},
        {"pieces are ignored",
         [](Opened& o) {
             const CertificatePair pair = o.content.head.pairs.back();
             o.content.head.pairs.pop_back();
             o.content.head.ignored.push_back({pair, "no reason"});
             const auto last = static_cast<std::uint32_t>(o.content.head.pairs.size());
             for (std::size_t i = o.content.strands.size(); i-- > 0;)
                 if (o.content.strands[i].pair == last)
                     o.content.strands.erase(o.content.strands.begin() + static_cast<std::ptrdiff_t>(i)),
                         o.nodes.erase(o.nodes.begin() + static_cast<std::ptrdiff_t>(i));
         }},
    };
    for (std::size_t i = 0; i < all.size(); ++i)
        EXPECT_NE(after(sound, all[i].apply).find(all[i].word), std::string::npos)
            << i << ", " << all[i].word << ": " << after(sound, all[i].apply);
}

/// Whatever bit of shapes or cuts is flipped: what is accepted keeps what radii promise, at random points.
TEST(CadCertificate, Tamper_FlippedBitsAreRejectedOrHarmless) {
    Rng random(7);
    int rejected = 0, accepted = 0;
    const auto damaged_spline = certificate_of(scene_over_floor(meshed(patches()[6]), 0.02));
    for (int round = 0; round < 120; ++round) {
        const std::string& sound = round % 2 == 0 ? sphere_over_floor() : damaged_spline;
        Opened opened(sound);
        std::string bytes = shape_bytes(opened.content.shapes[1]);
        bytes[random.below(bytes.size())] ^= static_cast<char>(1 << random.below(8));
        CertificateShape shape;
        if (!read_shape(bytes, 1, shape).empty()) {
            ++rejected;
            continue;
        }
        opened.content.shapes[1] = shape;
        if (!judged(opened.closed()).valid) {
            ++rejected;
            continue;
        }
        ++accepted;
        // The flat triangles of the untouched file are still there: the damaged face must be near them.
        const CertificateFace& face = shape.front();
        double thickest = 0.0;
        for (const CertificatePiece& piece : opened.cad().bodies[1].pieces)
            thickest = std::max(thickest, piece.radius);
        for (int n = 0; n < 8; ++n) {
            const auto& t = face.triangles[random.below(face.triangles.size())];
            const double a = random.unit(), b = random.unit() * (1 - a);
            std::array<double, 2> uv{};
            for (std::size_t c = 0; c < 2; ++c)
                uv[c] = (1 - a - b) * face.nodes[t[0]][c] + a * face.nodes[t[1]][c] + b * face.nodes[t[2]][c];
            const verify::BoundVec p = verify::point_at(face.surface, uv[0], uv[1]);
            const Vec3 at(verify::middle(p[0]), verify::middle(p[1]), verify::middle(p[2]));
            double least = 1e300;
            for (const CertificatePiece& piece : opened.cad().bodies[1].pieces) {
                const Mesh& mesh = opened.meshes[opened.content.head.bodies[piece.body].mesh];
                for (std::uint32_t k = 0; k < mesh.triangles.size(); ++k)
                    least = std::min(least, surface::most_distance(at, corners(mesh, k)));
            }
            EXPECT_LE(least, thickest * (1 + 1e-9) + 1e-9);
        }
    }
    EXPECT_GT(rejected, 20);
    EXPECT_GT(accepted, 8);
}

/// The checker's points and radii against the prover's: two codes, one mathematics.
TEST(CadCertificate, Reference_TheCheckersSetsHoldWhatTheProverComputes) {
    Rng random(11);
    for (const test::Patch& patch : patches()) {
        SCOPED_TRACE(name_of(patch.face.surface.kind));
        const CertificateFace known = known_shape(*patch.cover()).front();
        for (int n = 0; n < 200; ++n) {
            const surface::Element& e = patch.face.elements[random.below(patch.face.elements.size())];
            const Vec2 uv = 0.2 * e.uv[0] + 0.5 * e.uv[1] + 0.3 * e.uv[2];
            const auto ours = surface::point(patch.face.surface, uv);
            const verify::BoundVec theirs = verify::point_at(known.surface, uv.x(), uv.y());
            for (int k = 0; k < 3; ++k) {
                EXPECT_LE(theirs[k].lo, ours.at[k] + ours.error);
                EXPECT_GE(theirs[k].hi, ours.at[k] - ours.error);
                EXPECT_LT(theirs[k].hi - theirs[k].lo, 1e-9);
            }
            const auto [u0, u1] = std::minmax({e.uv[0].x(), e.uv[1].x(), e.uv[2].x()});
            const auto [v0, v1] = std::minmax({e.uv[0].y(), e.uv[1].y(), e.uv[2].y()});
            const auto most = surface::bounds_over(patch.face.surface, {{u0, u1}, {v0, v1}});
            const verify::Slopes slopes = verify::slopes_over(known.surface, {u0, u1}, {v0, v1});
            // Differences of the surface itself, which know nothing of either.
            const double h = 1e-4 * (u1 - u0), u = std::clamp(uv.x(), u0 + h, u1 - h);
            const auto at = [&](double x) { return surface::point(patch.face.surface, {x, uv.y()}).at; };
            EXPECT_GE(slopes.u * (1 + 1e-6) + 1e-9, (at(u + h) - at(u - h)).norm() / (2 * h));
            EXPECT_GE(
                slopes.uu * (1 + 1e-3) + 1e-3 * (1 + most.uu),
                patch.face.creases[0].empty() ? (at(u + h) - 2 * at(u) + at(u - h)).norm() / (h * h) : 0.0);
            for (const auto& [own, other] : {std::pair{slopes.u, most.u},
                                             {slopes.v, most.v},
                                             {slopes.uu, most.uu},
                                             {slopes.uv, most.uv},
                                             {slopes.vv, most.vv}})
                EXPECT_NEAR(own, other, 1e-6 * other + 1e-7);
        }
    }
}

}  // namespace graze::cad_certificate_test
