#include "graze/queries/paths/path_proof.h"

#include "graze/io/certificate/certificate_file.h"
#include "graze_verify/verify.h"
#include "support/plain_depth.h"
#include "support/random_poses.h"
#include "support/seated_pairs.h"
#include "support/shapes.h"

#include "unpacked.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace graze::seated_test {
namespace {

int wish(const char* name, int otherwise) {
    const char* text = std::getenv(name);
    return text != nullptr ? std::max(0, std::atoi(text)) : otherwise;
}

/// A turn about a line, and a way along it, in the pair's own frame.
struct Way {
    Vec3 axis;  // unit
    double slide = 0.0, angle = 0.0;
    Vec3 point = Vec3::Zero();

    [[nodiscard]] Pose at(double t) const {
        const Eigen::Quaterniond turn(Eigen::AngleAxisd(t * angle, axis));
        return {point - turn * point + t * slide * axis, turn};
    }
    /// No point of the mesh goes farther.
    [[nodiscard]] double length(const Mesh& mesh) const {
        double radius = 0.0;
        for (const Vec3& v : mesh.vertices) radius = std::max(radius, axis.cross(v - point).norm());
        return std::abs(slide) + std::abs(angle) * radius;
    }
};
Way along(const Vec3& direction, double length) { return {.axis = direction.normalized(), .slide = length}; }

/// The mover goes its way while the pair's frame stands at `pose`.
Scene scene_of(const test::SeatedPair& pair, const Pose& pose, const Way& way) {
    Scene scene;
    scene.bodies = {{"mover", std::make_shared<const Mesh>(pair.mover), pose},
                    {"holder", std::make_shared<const Mesh>(pair.holder), pose}};
    const Pose end = way.at(1.0);
    const Pose there{pose.translation + pose.rotation * end.translation, pose.rotation * end.rotation};
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

Vec3 moved(const Pose& pose, const Vec3& p) { return pose.translation + pose.rotation * p; }
Vec3 moved_back(const Pose& pose, const Vec3& p) {
    return pose.rotation.conjugate() * (p - pose.translation);
}

/// The deepest of some points of both bodies in the other, once the mover stands there.
double sampled_depth(const test::SeatedPair& pair, const Pose& mover, Rng& rng) {
    double deepest = 0.0;
    const auto look = [&](const Mesh& of, const Mesh& in, const auto& place) {
        for (int i = 0; i < 60; ++i) {
            const Triangle& t = of.triangles[rng.below(of.triangles.size())];
            double u = rng.unit(), v = rng.unit();
            if (u + v > 1.0) u = 1.0 - u, v = 1.0 - v;
            if (i % 3 == 0) u = v = 0.0;
            const Vec3 p = of.vertices[t[0]], q = of.vertices[t[1]], r = of.vertices[t[2]];
            deepest = std::max(deepest, test::plain_depth(in, place(p + u * (q - p) + v * (r - p))));
        }
    };
    look(pair.mover, pair.holder, [&](const Vec3& p) { return moved(mover, p); });
    look(pair.holder, pair.mover, [&](const Vec3& p) { return moved_back(mover, p); });
    return deepest;
}

/// One pair, and what is said of its ways.
class Attack {
  public:
    explicit Attack(int trial)
        : trial_(trial),
          rng_(2024 + 7919 * static_cast<std::uint64_t>(trial)),
          pair_(test::seated_pair(trial % test::kSeatedKinds, rng_)),
          pose_(trial % 4 == 0 ? Pose{} : test::random_pose(rng_, test::random_vector(rng_, 10.0))) {}

    [[nodiscard]] const char* kind() const { return pair_.kind; }

    /// Along a free direction: clear, and the certificate holds.
    void leave() {
        Way out = along(Vec3::UnitZ(), 0.0);
        if (pair_.pitch > 0.0) {
            out.angle = rng_.uniform(0.3, 2.8) * (rng_.below(2) ? 1.0 : -1.0);
            out.slide = pair_.pitch * out.angle / (2.0 * std::numbers::pi);
        } else {
            out = along(pair_.free[rng_.below(pair_.free.size())], rng_.uniform(1.0, 8.0));
        }
        const bool with_proof = trial_ % 3 == 0;
        const Scene leaves = scene_of(pair_, pose_, out);
        const PathProof free = proof_of(leaves, {.with_proof = with_proof, .depth = pair_.depth});
        ASSERT_EQ(free.verdict, ContactVerdict::Clear);
        ASSERT_EQ(free.seated.size(), 1u);
        for (int i = 0; i < 4; ++i) expect_not_deeper(out, rng_.unit());
        if (!with_proof) return;
        const verify::VerifyResult result = judged(format_certificate(leaves, free, "test"));
        ASSERT_TRUE(result.valid) << result.reason;
        ASSERT_EQ(result.pairs.seated, 1u);
    }

    /// Against a face, by a planted depth.
    void push() {
        if (pair_.blocked.empty()) return;
        const double share = trial_ % 3 == 0   ? rng_.uniform(2.0, 12.0)
                             : trial_ % 3 == 1 ? rng_.uniform(0.0, 0.25)
                                               : rng_.uniform(0.25, 2.0);
        go(along(pair_.blocked[rng_.below(pair_.blocked.size())], share * pair_.depth), share);
    }

    /// Anywhere, straight or turning, a little or far; how deep that is, samples say.
    void wander() {
        Way way = along(test::random_vector(rng_, 1.0), 0.0);
        way.point = test::random_vector(rng_, 1.0);
        if (rng_.below(3) != 0) way.slide = 1.0;
        if (way.slide == 0.0 || rng_.below(3) == 0) way.angle = 1.0;
        const double wanted = pair_.depth * std::pow(10.0, rng_.uniform(-1.5, 1.7));
        const double scale = wanted / way.length(pair_.mover);
        way.slide *= scale;
        way.angle = std::min(2.5, scale * way.angle);
        double deepest = 0.0;
        for (const double t : {0.25, 0.5, 0.75, 1.0})
            deepest = std::max(deepest, sampled_depth(pair_, way.at(t), rng_));
        const double share = deepest / pair_.depth;
        const bool is_short = way.length(pair_.mover) <= 0.25 * pair_.depth;
        go(way, is_short ? 0.0 : std::max(share, 0.26));
    }

    int clear = 0, contact = 0, undecided = 0;

  private:
    void expect_not_deeper(const Way& way, double t) {
        EXPECT_LE(sampled_depth(pair_, way.at(t), rng_), pair_.depth * (1.0 + 1e-9)) << t;
    }

    /// Deeper than 2 D somewhere is contact, nowhere deeper than D/4 clear; `share` of D is known to be reached.
    void go(const Way& way, double share) {
        const PathProof proof =
            proof_of(scene_of(pair_, pose_, way), {.with_proof = false, .depth = pair_.depth});
        if (share >= 2.0) {
            ASSERT_EQ(proof.verdict, ContactVerdict::Contact) << share;
        }
        if (share <= 0.25) {
            ASSERT_EQ(proof.verdict, ContactVerdict::Clear) << share;
        }
        clear += proof.verdict == ContactVerdict::Clear, contact += proof.verdict == ContactVerdict::Contact;
        undecided += proof.verdict == ContactVerdict::Undecided;
        const double until = proof.verdict == ContactVerdict::Clear ? 1.0 : proof.clear_until;
        expect_not_deeper(way, until);
        for (int i = 0; i < 3; ++i) expect_not_deeper(way, rng_.uniform(0.0, until));
        if (proof.verdict != ContactVerdict::Contact) return;
        ASSERT_EQ(proof.deep.size(), 1u);
        const PathDeep& deep = proof.deep[0];
        ASSERT_GT(deep.depth_lo, pair_.depth);
        ASSERT_GE(deep.at.t, proof.clear_until);
        const Vec3 local = moved_back(pose_, deep.point);
        ASSERT_GT(std::max(test::plain_depth(pair_.holder, local),
                           test::plain_depth(pair_.mover, moved_back(way.at(deep.at.t), local))),
                  pair_.depth * (1.0 - 1e-6));
    }

    int trial_;
    Rng rng_;
    test::SeatedPair pair_;
    Pose pose_;
};

}  // namespace

/// Out along a free direction is clear, and its certificate holds; any other way is contact if it goes in by at
/// least 2 D, clear if by at most D/4; what is clear is not found deeper than D by an oracle.
/// ./test --campaign seated [N] attacks N pairs; GRAZE_CAMPAIGN_FIRST=I begins with that one.
TEST(SeatedAttack, Reference_FreeWaysAreClearAndAllOthersAreContact) {
    const int count = wish("GRAZE_CAMPAIGN_SEATED", 24), first = wish("GRAZE_CAMPAIGN_FIRST", 0);
    int clear = 0, contact = 0, undecided = 0;
    for (int trial = first; trial < first + count; ++trial) {
        Attack attack(trial);
        SCOPED_TRACE(std::string(attack.kind()) + " " + std::to_string(trial));
        attack.leave();
        attack.push();
        attack.wander();
        if (HasFailure()) return;
        clear += attack.clear, contact += attack.contact, undecided += attack.undecided;
    }
    std::printf("%d pairs; not along their free ways: %d clear, %d contacts, %d undecided\n", count, clear,
                contact, undecided);
    if (count < 24) return;
    EXPECT_GT(contact, count / 2);
    EXPECT_GT(clear, count / 3);
    EXPECT_LT(undecided, count / 2);
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

/// Facets that cross, or a body without an inside in a solid, are proved to do more than touch.
TEST_F(Lid, Example_SoupsThatCrossAtTheStartOverlap) {
    const auto opened = [](Scene scene, std::size_t body) {
        Mesh mesh = *scene.bodies[body].mesh;
        mesh.triangles.pop_back();
        mesh.surface_of_triangle.pop_back();
        scene.bodies[body].mesh = std::make_shared<const Mesh>(mesh);
        return scene;
    };
    for (const std::size_t body : {0u, 1u}) {
        Scene cross = opened(scene({{0.1, 0.2, 0.9}, {0.1, 0.2, 3}}), body);
        const PathProof proof = proof_of(cross, {.with_proof = false});
        EXPECT_EQ(proof.verdict, ContactVerdict::OverlapAtStart);
        ASSERT_EQ(proof.overlaps.size(), 1u);
        EXPECT_EQ(proof.overlaps[0].meeting, BodyMeeting::Intersecting);
        EXPECT_TRUE(proof.not_judged.empty());
        cross.ignore = {{.bodies = {0, 1}, .allowed = Allowed::Touching}};
        EXPECT_EQ(proof_of(cross, {.with_proof = false}).verdict, ContactVerdict::OverlapAtStart);
        cross.ignore = {{.bodies = {0, 1}, .allowed = Allowed::Interference, .depth = 0.5}};
        const PathProof deep = proof_of(cross, {.with_proof = false});
        EXPECT_EQ(deep.verdict, ContactVerdict::Undecided);
        EXPECT_EQ(deep.not_judged.size(), 1u);
    }
    Scene inside = opened(scene({{0, 0, 0}, {0, 0, 3}}), 0);
    inside.bodies[1].mesh = std::make_shared<const Mesh>(test::box_mesh({3, 3, 3}));
    EXPECT_EQ(proof_of(inside, {.with_proof = false}).verdict, ContactVerdict::OverlapAtStart);
}

TEST_F(Lid, Property_TheSameBitsForAnyNumberOfThreads) {
    Rng rng(5);
    const test::SeatedPair pair = test::seated_pair(2, rng);
    const Scene scene = scene_of(pair, test::random_pose(rng, {1, 2, 3}), along(pair.free[0], 3.0));
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
    for (const int kind : {1, 2, 4}) {  // of few triangles: each damage is a whole check
        const test::SeatedPair pair = test::seated_pair(kind, rng);
        const double depth = pair.depth;
        const Scene scene = scene_of(pair, Pose{}, along(pair.free[0], 6.0));
        const std::string sound = format_certificate(scene, proof_of(scene, {.depth = depth}), "test");
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
        expect_refused("less depth", [&](test::Unpacked& u) { u.head["seated"][0]["depth"] = 0.9 * depth; });
        expect_refused("less by a bit",
                       [&](test::Unpacked& u) { u.head["seated"][0]["depth"] = std::nextafter(depth, 0.0); });
        // The sum of what both may have moved, rounded, is still the depth.
        expect_refused("more by half a bit", [&](test::Unpacked& u) {
            u.head["copies"][0]["within"] = std::nextafter(0.5 * depth, 1.0);
        });
        expect_refused("within less", [&](test::Unpacked& u) {
            u.head["copies"][0]["within"] = 0.25 * depth;
            u.head["seated"][0]["depth"] = 0.75 * depth;
        });
        expect_refused("a vertex too far",
                       [&](test::Unpacked& u) { u.copies[0].vertices[1][2] += 0.6 * depth; });
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
        expect_refused("seated and ignored", [&](test::Unpacked& u) {
            u.head["ignored"].push_back({{"bodies", {0, 1}}, {"reason", "everything"}});
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
        for (int i = 0; i < 16; ++i) {
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
        u.head["seated"][0]["depth"] = 2.0 * depth;
        EXPECT_TRUE(judged(test::packed(u)).valid);
    }
    EXPECT_GT(accepted, 5);
    EXPECT_GT(refused, 50);
}

}  // namespace graze::seated_test
