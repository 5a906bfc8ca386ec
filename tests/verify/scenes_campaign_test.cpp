// Graze accepts its own certificates: random scenes of bodies that slide, hardly turn, hang on each other, are
// far away, tiny or huge, with tolerances down to 1e-10 of their size.
// ./test --campaign scenes [N] proves and checks N scenes instead of a few; a failure names its scene, and
// GRAZE_CAMPAIGN_FIRST=I begins with that one.
#include "graze/core/random.h"
#include "graze_verify/verify.h"

#include "proof_scenes.h"
#include "support/random_vector.h"
#include "support/shapes.h"
#include "support/slower.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>

namespace graze::scenes_campaign_test {
namespace {

using Quaternion = Eigen::Quaterniond;
using test::random_vector;

constexpr int kInTest = 250;
constexpr std::uint64_t kSeed = 24000000;

int wish(const char* name, int otherwise) {
    const char* text = std::getenv(name);
    return text != nullptr ? std::atoi(text) : otherwise;
}

double power(Rng& rng, double least, double most) { return std::pow(10.0, rng.uniform(least, most)); }

std::shared_ptr<const Mesh> random_mesh(Rng& rng, double scale) {
    const Vec3 half = Vec3(rng.uniform(0.3, 1.2), rng.uniform(0.3, 1.2), rng.uniform(0.2, 1.0));
    if (rng.below(4) == 0) return test::bent_box(2.0 * scale * half, 1 + static_cast<int>(rng.below(2)));
    Mesh mesh = rng.below(2) == 0 ? test::box_mesh(scale * half, scale * random_vector(rng, 0.3))
                                  : test::bumpy_sphere_mesh(4, 5);
    if (mesh.vertices.size() != 8)
        for (Vec3& v : mesh.vertices) v = scale * v.cwiseProduct(half);
    make_one_surface(mesh, "skin");
    return std::make_shared<const Mesh>(std::move(mesh));
}

Quaternion random_turn(Rng& rng) {
    return Quaternion(Eigen::AngleAxisd(rng.uniform(-3.1, 3.1), random_vector(rng, 1.0).normalized()));
}

/// The same, the opposite, hardly another, or quite another.
Quaternion next_turn(Rng& rng, const Quaternion& q, bool hardly) {
    switch (rng.below(hardly ? 5 : 8)) {
        case 0:
            return q;
        case 1:
            return Quaternion(-q.w(), -q.x(), -q.y(), -q.z());
        case 2: {  // not quite of length 1, either
            Quaternion next = q;
            next.coeffs()[static_cast<int>(rng.below(4))] += (rng.below(2) ? 1 : -1) * power(rng, -17, -7);
            return next;
        }
        case 3:
            return (q * Quaternion(1.0, power(rng, -12, -3), power(rng, -300, -3), 0.0)).normalized();
        case 4: {  // a number that differs in its last digits
            Quaternion next = q;
            next.x() = std::nextafter(next.x(), 1.0);
            return next;
        }
        case 5:
            return q * Quaternion(0.0, 0.0, 0.0, 1.0);  // half a turn
        default:
            return random_turn(rng);
    }
}

InBetween random_formula(Rng& rng) {
    return std::array{InBetween::Screw, InBetween::Screw, InBetween::Slerp,
                      InBetween::LinearParameters}[rng.below(4)];
}

struct Question {
    Scene scene;
    PathOptions options;
};

/// Moves a body along, from place to place.
void add_path(Rng& rng, Scene& scene, std::uint32_t body, const std::vector<Vec3>& places, bool hardly) {
    Path path{.body = body, .in_between = random_formula(rng), .poses = {}, .turns = {}};
    Quaternion q = rng.below(4) == 0 ? Quaternion::Identity() : random_turn(rng);
    for (const Vec3& place : places) {
        path.poses.push_back({place, q});
        q = next_turn(rng, q, hardly);
    }
    // Whole turns only where there is certainly an axis.
    if (!hardly && rng.below(5) == 0 && path.poses.size() == 2 &&
        path.poses[0].rotation.angularDistance(path.poses[1].rotation) > 0.1)
        path.turns = {static_cast<int>(rng.below(7)) - 3};
    scene.bodies[body].pose = path.poses.front();
    scene.paths.push_back(std::move(path));
}

/// A body that passes others, one of which turns where it is.
Scene passing_scene(Rng& rng, double scale, const Vec3& far, bool hardly) {
    Scene scene;
    const auto bodies = static_cast<std::uint32_t>(2 + rng.below(3));
    for (std::uint32_t i = 0; i < bodies; ++i)
        scene.bodies.push_back({"body " + std::to_string(i), random_mesh(rng, scale), {}});
    const std::size_t stops = 2 + rng.below(2);
    const auto places = [&](const Vec3& about, double way) {
        std::vector<Vec3> list;
        for (std::size_t i = 0; i < stops; ++i)
            list.push_back(far + scale * (about + random_vector(rng, way)));
        return list;
    };
    add_path(rng, scene, 0, places({0, 0, 0}, rng.below(3) == 0 ? 1e-3 : 0.2), false);
    const Vec3 way = random_vector(rng, 1.0).normalized(),
               aside = way.cross(random_vector(rng, 1.0)).normalized() * rng.uniform(1.0, 3.0);
    std::vector<Vec3> past;
    for (std::size_t i = 0; i < stops; ++i)
        past.push_back(far + scale * (aside + way * (-3.5 + 7.0 * static_cast<double>(i) /
                                                                static_cast<double>(stops - 1))));
    add_path(rng, scene, 1, past, hardly);
    for (std::uint32_t i = 2; i < bodies; ++i) {
        const Vec3 place = 3.0 * random_vector(rng, 1.0).normalized() * rng.uniform(0.8, 1.6);
        if (rng.below(2) == 0)
            add_path(rng, scene, i, places(place, 0.5), hardly);
        else
            scene.bodies[i].pose = {far + scale * place, random_turn(rng)};
    }
    return scene;
}

/// A cart that moves from pose to pose, an arm on it, a hand on the arm, a slide on the hand; a block beside.
Scene cart_scene(Rng& rng, double scale, const Vec3& far) {
    Scene scene;
    for (const char* name : {"cart", "arm", "hand", "slide", "block"})
        scene.bodies.push_back({name, random_mesh(rng, 0.5 * scale), {}});
    const std::size_t stops = 2 + rng.below(2);
    std::vector<Vec3> places;
    for (std::size_t i = 0; i < stops; ++i) places.push_back(far + scale * random_vector(rng, 0.8));
    add_path(rng, scene, 0, places, rng.below(2) == 0);
    for (std::uint32_t body = 1; body < 4; ++body) {
        const Vec3 place(2.2 * body, 0.0, 0.3 * body);
        scene.bodies[body].pose = {far + scale * place, random_turn(rng)};
        const JointKind kind = body == 3 ? JointKind::Prismatic : JointKind::Revolute;
        const Vec3 axis = rng.below(2) == 0 ? Vec3(0, 0, 1) : random_vector(rng, 2.0);
        scene.joints.push_back({body, body - 1, kind, axis, far + scale * (place - Vec3(1.1, 0, 0))});
        Path path{.body = body, .poses = {}, .turns = {}, .values = {}};
        const double most = kind == JointKind::Prismatic ? 0.5 * scale : 40.0;
        for (std::size_t i = 0; i < stops; ++i)
            path.values.push_back(rng.below(4) == 0 && i > 0 ? path.values.back() : rng.uniform(-most, most));
        scene.paths.push_back(std::move(path));
    }
    scene.bodies[4].pose = {far + scale * Vec3(rng.uniform(1, 8), rng.uniform(1.5, 4), 0.5),
                            random_turn(rng)};
    for (std::uint32_t body = 1; body < 4; ++body)
        scene.ignore.push_back({{body - 1, body}, Allowed::Everything});
    return scene;
}

constexpr const char* kFamilies[] = {"sliding", "hardly turning", "cart with arms", "extremes", "tolerances"};

Question random_question(std::uint64_t number) {
    Rng rng(kSeed + 7919 * number);
    const auto family = number % std::size(kFamilies);
    const bool is_extreme = family == 3;
    const double scale = is_extreme ? power(rng, -6, 6) : 1.0;
    const Vec3 far = is_extreme && rng.below(2) == 0
                         ? Vec3(scale * power(rng, 1, 7) * random_vector(rng, 1.0))
                         : Vec3(0, 0, 0);
    Question q;
    q.scene = family == 2 || (is_extreme && rng.below(3) == 0) ? cart_scene(rng, scale, far)
                                                               : passing_scene(rng, scale, far, family < 2);
    q.options.clearance = rng.below(2) == 0 ? 0.0 : scale * power(rng, -5, -1);
    q.options.tolerance = scale * (family == 4  ? power(rng, -10, -7)
                                   : is_extreme ? power(rng, -7, -2)
                                                : power(rng, -9, -3));
    q.options.far_pairs = rng.below(2) == 0 ? FarPairs::ByBoxes : FarPairs::ByStrands;
    q.options.threads = 1;
    return q;
}

struct Tally {
    int clear = 0, contact = 0, overlap = 0, undecided = 0;
    std::uint64_t leaves = 0, slow = 0;
};

void prove_and_check(std::uint64_t number, Tally& tally) {
    const Question q = random_question(number);
    const PathProof proof = test::proof_of(q.scene, q.options);
    const std::string file = format_certificate(q.scene, proof, "scene.json");
    const auto result = verify::verify_certificate(file, {.threads = 1});
    ASSERT_TRUE(result.has_value());
    EXPECT_TRUE(result->valid) << "scene " << number << ", " << kFamilies[number % std::size(kFamilies)]
                               << ": " << result->reason;
    tally.clear += proof.verdict == ContactVerdict::Clear,
        tally.contact += proof.verdict == ContactVerdict::Contact;
    tally.overlap += proof.verdict == ContactVerdict::OverlapAtStart;
    tally.undecided += proof.verdict == ContactVerdict::Undecided;
    tally.leaves += result->leaves, tally.slow += proof.stats.slow_strands;
}

}  // namespace

TEST(ScenesCampaign, Property_EveryCertificateIsAccepted) {
    const int all = wish("GRAZE_CAMPAIGN_SCENES", kInTest / test::kSlower);
    const int first = wish("GRAZE_CAMPAIGN_FIRST", 0);
    std::map<std::uint64_t, Tally> tallies;
    for (int i = first; i < first + all; ++i) {
        const auto number = static_cast<std::uint64_t>(i);
        prove_and_check(number, tallies[number % std::size(kFamilies)]);
        if (HasFatalFailure()) return;
    }
    for (const auto& [family, t] : tallies)
        std::printf(
            "%-16s %d clear, %d contacts, %d overlaps, %d undecided; %llu leaves; %llu slow strands\n",
            kFamilies[family], t.clear, t.contact, t.overlap, t.undecided,
            static_cast<unsigned long long>(t.leaves), static_cast<unsigned long long>(t.slow));
    if (all < 50) return;
    for (const auto& [family, t] : tallies) {
        EXPECT_GE(t.clear, 1) << kFamilies[family];
        EXPECT_GE(t.contact, 1) << kFamilies[family];
        EXPECT_GE(t.leaves, 100u) << kFamilies[family];
        EXPECT_LE(4 * t.undecided, t.clear + t.contact) << kFamilies[family];
    }
}

}  // namespace graze::scenes_campaign_test
