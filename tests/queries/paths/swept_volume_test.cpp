// Swept volumes against an oracle that shares no formula with them: random points of the body, placed by MPFI at
// random times, and solid angles of the mesh around them.
#include "graze/queries/paths/swept_volume.h"

#include "graze/model/diagnosis.h"
#include "oracle/quick_bodies.h"
#include "support/random_poses.h"
#include "support/shapes.h"
#include "support/solid_angles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace graze::swept_volume_test {
namespace {

using internal::SweptVolume;

internal::SweepOptions options_of(double deviation, int threads = 1) {
    internal::SweepOptions options{.deviation = deviation, .threads = threads};
    options.progress = Progress::Draw::Never;
    return options;
}

SweptVolume sweep_of(const Scene& scene, double deviation, std::uint32_t body = 0, int threads = 1) {
    auto swept = internal::swept_volume(scene, body, options_of(deviation, threads));
    EXPECT_TRUE(swept.has_value()) << (swept ? "" : swept.error().message);
    return swept ? *std::move(swept) : SweptVolume{};
}

/// As a file of 32-bit numbers holds it.
Mesh as_floats(Mesh mesh) {
    for (Vec3& v : mesh.vertices) v = v.cast<float>().cast<double>();
    return mesh;
}

double triangle_distance(const Vec3& p, const std::array<Vec3, 3>& t) {
    // By brute force over edges and the plane.
    double least = HUGE_VAL;
    for (int i = 0; i < 3; ++i) {
        const Vec3 e = t[(i + 1) % 3] - t[i];
        const double s = std::clamp((p - t[i]).dot(e) / std::max(e.squaredNorm(), 1e-300), 0.0, 1.0);
        least = std::min(least, (t[i] + s * e - p).norm());
    }
    const Vec3 n = (t[1] - t[0]).cross(t[2] - t[0]);
    const Vec3 foot = p - n * ((p - t[0]).dot(n) / n.squaredNorm());
    bool inside = true;
    for (int i = 0; i < 3; ++i) inside &= (t[(i + 1) % 3] - t[i]).cross(foot - t[i]).dot(n) >= 0.0;
    return inside ? std::min(least, (foot - p).norm()) : least;
}

struct TrueSweep {
    Scene scene;
    std::vector<oracle::Path> segments;

    [[nodiscard]] Vec3 place(std::size_t segment, const Vec3& point, double t) const {
        oracle::NumVec x{oracle::Num(point.x()), oracle::Num(point.y()), oracle::Num(point.z())};
        return oracle::near_double(segments[segment](x, oracle::Num(t)));
    }
};

Vec3 point_of(const Mesh& mesh, Rng& rng) {
    const Triangle& ids = mesh.triangles[rng.below(static_cast<std::uint32_t>(mesh.triangles.size()))];
    double u = rng.uniform(0, 1), v = rng.uniform(0, 1);
    if (u + v > 1.0) u = 1.0 - u, v = 1.0 - v;
    if (rng.below(4) == 0) v = 0.0;
    if (rng.below(4) == 0) u = v = 0.0;
    return mesh.vertices[ids[0]] + u * (mesh.vertices[ids[1]] - mesh.vertices[ids[0]]) +
           v * (mesh.vertices[ids[2]] - mesh.vertices[ids[0]]);
}

TrueSweep tumbling(Rng& rng) {
    TrueSweep sweep;
    const bool is_screw = rng.below(2) == 0;
    sweep.scene.bodies = {
        {"body",
         std::make_shared<const Mesh>(rng.below(2) == 0 ? test::box_mesh({1.5, 0.4, 0.2}, Vec3(0.3, 0.2, 0.1))
                                                        : test::bumpy_sphere_mesh(3, 5)),
         {}}};
    Path path{
        .body = 0, .in_between = is_screw ? InBetween::Screw : InBetween::Slerp, .poses = {}, .turns = {}};
    for (int i = 0; i < 3; ++i)
        path.poses.push_back(
            test::random_pose(rng, Vec3(rng.uniform(-2, 2), rng.uniform(-2, 2), rng.uniform(-2, 2))));
    path.turns = {rng.below(3) == 0 ? 1 : 0, 0};
    sweep.scene.paths = {path};
    sweep.scene.bodies[0].pose = path.poses[0];
    for (std::size_t segment = 0; segment < 2; ++segment) {
        const Pose &from = path.poses[segment], &to = path.poses[segment + 1];
        sweep.segments.push_back(is_screw ? oracle::true_screw(from, to, path.turns[segment])
                                          : oracle::true_slerp(from, to, path.turns[segment], Vec3::Zero()));
    }
    return sweep;
}

Scene slide(const Mesh& mesh, const Vec3& way) {
    Scene scene;
    scene.bodies = {{"body", std::make_shared<const Mesh>(mesh), {}}};
    Path path{.body = 0, .poses = {Pose{}, Pose{way}}, .turns = {}};
    scene.paths = {path};
    return scene;
}

double volume_of(const Mesh& mesh) {
    double sum = 0.0;
    for (const Triangle& t : mesh.triangles)
        sum += mesh.vertices[t[0]].dot(mesh.vertices[t[1]].cross(mesh.vertices[t[2]])) / 6.0;
    return sum;
}

}  // namespace

TEST(SweptVolume, Example_ABrickThatSlidesIsAPrismAndItsVolumeIsKnown) {
    const Scene scene = slide(test::box_mesh({1.0, 0.5, 0.25}), Vec3(0, 0, 4.0));
    const SweptVolume swept = sweep_of(scene, 0.2);
    ASSERT_TRUE(diagnose(swept.mesh).closed);
    EXPECT_EQ(diagnose(swept.mesh).pieces.size(), 1u);
    EXPECT_TRUE(swept.is_solid);
    EXPECT_LE(swept.deviation, 0.2);
    const double exact = 2.0 * 1.0 * 4.5, area = 2.0 * (2.0 * 1.0 + 2.0 * 4.5 + 1.0 * 4.5);
    EXPECT_GT(volume_of(swept.mesh), exact);
    EXPECT_LT(volume_of(swept.mesh), exact + 1.1 * area * swept.deviation);
    const Box box = bounds_of(swept.mesh);
    const Vec3 corner(-1.0, -0.5, -0.25);
    for (int k = 0; k < 3; ++k) {
        EXPECT_LT(box.min[k], corner[k]);
        EXPECT_GT(box.min[k], corner[k] - swept.deviation);
    }
}

TEST(SweptVolume, Example_TheInsideOfABodyThatHardlyMovesIsFilledAndThatOfAShellOfTwoSkinsIsNot) {
    const SweptVolume full = sweep_of(slide(test::box_mesh({2, 2, 2}), Vec3(0.1, 0, 0)), 0.5);
    EXPECT_EQ(full.filled, 1u);
    EXPECT_EQ(diagnose(full.mesh).pieces.size(), 1u);
    Mesh shell = test::box_mesh({2, 2, 2});
    const Mesh inner = test::box_mesh({1.5, 1.5, 1.5});
    for (const Vec3& v : inner.vertices) shell.vertices.push_back(v);
    for (const Triangle& t : inner.triangles) shell.triangles.push_back({t[0] + 8, t[2] + 8, t[1] + 8});
    make_one_surface(shell, "shell");
    const SweptVolume hollow = sweep_of(slide(shell, Vec3(0.1, 0, 0)), 0.4);
    EXPECT_EQ(diagnose(hollow.mesh).pieces.size(), 2u);
    EXPECT_NEAR(test::winding_of(hollow.mesh, Vec3::Zero()), 0.0, 1e-9);
    EXPECT_NEAR(test::winding_of(hollow.mesh, Vec3(1.75, 0, 0)), 1.0, 1e-9);
    // An open body has no inside: its hollow stays.
    Mesh open = test::box_mesh({2, 2, 2});
    open.triangles.pop_back();
    make_one_surface(open, "open");
    EXPECT_FALSE(sweep_of(slide(open, Vec3(0.1, 0, 0)), 0.3).is_solid);
}

TEST(SweptVolume, Reference_HoldsEveryPointOfTheBodyAtEveryTime) {
    Rng rng(77);
    std::size_t looked = 0;
    double tightest = HUGE_VAL;
    for (int round = 0; round < 4; ++round) {
        const TrueSweep truth = tumbling(rng);
        const SweptVolume swept = sweep_of(truth.scene, round % 2 == 0 ? 0.5 : 0.9);
        const Mesh mesh = as_floats(swept.mesh);
        ASSERT_TRUE(diagnose(swept.mesh).closed);
        for (int i = 0; i < 50; ++i, ++looked) {
            const std::size_t segment = rng.below(2);
            const double t = rng.below(6) == 0 ? static_cast<double>(rng.below(2)) : rng.uniform(0, 1);
            Vec3 point = point_of(*truth.scene.bodies[0].mesh, rng);
            if (rng.below(3) == 0) {  // a point inside: both bodies are star-shaped about this
                const Vec3 middle = bounds_of(*truth.scene.bodies[0].mesh).centre();
                point = middle + rng.uniform(0, 1) * (point - middle);
            }
            const Vec3 place = truth.place(segment, point, t);
            ASSERT_NEAR(test::winding_of(mesh, place), 1.0, 1e-6) << "round " << round << ", point " << i;
            if (i % 6 != 0) continue;
            for (std::uint32_t id = 0; id < mesh.triangles.size(); id += 7)
                tightest = std::min(tightest, triangle_distance(place, corners(mesh, id)) / swept.spacing);
        }
    }
    EXPECT_EQ(looked, 200u);
    EXPECT_LT(tightest, 1.2) << "no point was near the skin: a looser mesh would pass as well";
    EXPECT_GT(tightest, 0.0);
}

TEST(SweptVolume, Property_NoVertexIsFartherFromTheBodyThanTheDeviation) {
    Rng rng(5);
    for (int round = 0; round < 2; ++round) {
        const TrueSweep truth = tumbling(rng);
        const SweptVolume swept = sweep_of(truth.scene, 0.8);
        const Mesh& body = *truth.scene.bodies[0].mesh;
        constexpr int kTimes = 80;
        std::vector<double> least(25, HUGE_VAL);
        std::vector<Vec3> points;
        for (std::size_t i = 0; i < least.size(); ++i)
            points.push_back(
                swept.mesh.vertices[rng.below(static_cast<std::uint32_t>(swept.mesh.vertices.size()))]);
        for (std::size_t segment = 0; segment < 2; ++segment)
            for (int i = 0; i <= kTimes; ++i) {
                std::vector<Vec3> placed;
                for (const Vec3& v : body.vertices)
                    placed.push_back(truth.place(segment, v, static_cast<double>(i) / kTimes));
                for (std::size_t p = 0; p < points.size(); ++p)
                    for (const Triangle& ids : body.triangles)
                        least[p] = std::min(
                            least[p],
                            triangle_distance(points[p], {placed[ids[0]], placed[ids[1]], placed[ids[2]]}));
            }
        for (const double distance : least) {
            EXPECT_LE(distance, swept.deviation + 1e-9);
            EXPECT_GT(distance, 0.0);
        }
        const auto measure = internal::measure_sweep(truth.scene, 0, swept, 500, 1);
        ASSERT_TRUE(measure.has_value());
        EXPECT_LE(measure->most, swept.deviation);
        EXPECT_GT(measure->mean, 0.3 * swept.deviation);
        EXPECT_GE(measure->most + 0.01, *std::max_element(least.begin(), least.end()) * 0.8);
    }
}

TEST(SweptVolume, Property_ContainsWhatItsMeshStatesOfCad) {
    Scene scene = slide(test::box_mesh({1.0, 0.5, 0.25}), Vec3(0, 0, 2.0));
    Mesh rough = *scene.bodies[0].mesh;
    rough.deviation = TessellationDeviation{0.3, 0.2, 0.25};
    scene.bodies[0].mesh = std::make_shared<const Mesh>(rough);
    const SweptVolume swept = sweep_of(scene, 0.1);
    EXPECT_EQ(swept.margin, 0.25);
    EXPECT_LT(bounds_of(swept.mesh).min.x(), -1.25);
    EXPECT_NEAR(test::winding_of(swept.mesh, Vec3(1.2499, 0, 1)), 1.0, 1e-9);
    EXPECT_GE(swept.deviation, 0.25);
}

TEST(SweptVolume, Threads_GiveTheSameBits) {
    Rng rng(3);
    const TrueSweep truth = tumbling(rng);
    const SweptVolume one = sweep_of(truth.scene, 0.6), two = sweep_of(truth.scene, 0.6, 0, 2);
    EXPECT_EQ(one.mesh.vertices, two.mesh.vertices);
    EXPECT_EQ(one.mesh.triangles, two.mesh.triangles);
}

TEST(SweptVolume, Degenerate_WhatIsTooFineIsRefusedAndABodyThatStandsIsItsOwnSweep) {
    const Scene scene = slide(test::box_mesh({1.0, 0.5, 0.25}), Vec3(0, 0, 2.0));
    for (const double deviation : {1e-12, 1e-5}) {
        const auto refused = internal::swept_volume(scene, 0, options_of(deviation));
        ASSERT_FALSE(refused.has_value());
        EXPECT_NE(refused.error().message.find("is possible"), std::string::npos);
    }
    Scene still = slide(test::box_mesh({1.0, 0.5, 0.25}), Vec3(0, 0, 0));
    const SweptVolume swept = sweep_of(still, 0.2);
    EXPECT_EQ(swept.poses, 1u);
    EXPECT_NEAR(test::winding_of(swept.mesh, Vec3(0.99, 0.49, 0.24)), 1.0, 1e-9);
    still.paths.clear();
    EXPECT_FALSE(internal::swept_volume(still, 0, options_of(0.1)).has_value());
}

}  // namespace graze::swept_volume_test
