// First contact of CAD surfaces along random screws, against closed forms: the bracket must hold the truth, and be narrow.
//
// GRAZE_CAMPAIGN_SCREWS=N: N screws of each pair of shapes instead of a few; prints a table.
#include "graze/queries/paths/cad_path.h"

#include "graze/core/random.h"
#include "graze/queries/instant/scene_at.h"

#include "support/cad_meshes.h"
#include "support/slower.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <numbers>

#include <gtest/gtest.h>

namespace graze::cad_screws_test {
namespace {

using surface::Parametric;
using surface::ParametricKind;

constexpr double kPi = std::numbers::pi;
constexpr int kInTest = 1;

Parametric of_kind(ParametricKind kind, double radius, double tube = 0.0) {
    Parametric s;
    s.kind = kind;
    s.radius = radius;
    s.tube_radius = tube;
    return s;
}

/// A full circle of radius r about (x, 0) as nine poles and weights, quadratic with double knots.
struct Circle {
    std::vector<Vec2> poles;
    std::vector<double> weights;
    surface::Knots knots{2, {0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4}};

    Circle(double x, double r) {
        const double corners[9][2] = {{1, 0},   {1, 1},  {0, 1},  {-1, 1}, {-1, 0},
                                      {-1, -1}, {0, -1}, {1, -1}, {1, 0}};
        for (int i = 0; i < 9; ++i) {
            poles.emplace_back(x + r * corners[i][0], r * corners[i][1]);
            weights.push_back(i % 2 == 0 ? 1.0 : std::sqrt(0.5));
        }
    }
};

Parametric torus_as_spline(double big, double small) {
    const Circle around(0.0, 1.0), tube(big, small);
    Parametric s;
    s.kind = ParametricKind::Spline;
    s.spline.u = around.knots, s.spline.v = tube.knots;
    for (int i = 0; i < 9; ++i)
        for (int j = 0; j < 9; ++j) {
            s.spline.poles.emplace_back(tube.poles[j].x() * around.poles[i].x(),
                                        tube.poles[j].x() * around.poles[i].y(), tube.poles[j].y());
            s.spline.weights.push_back(around.weights[i] * tube.weights[j]);
        }
    return s;
}

std::shared_ptr<const Mesh> meshed(const Parametric& s, const Vec2& lo, const Vec2& hi, std::uint32_t nu,
                                   std::uint32_t nv) {
    return test::mesh_of(test::Patch(s, lo, hi, nu, nv), 0.5);
}

/// Two bodies, and how far apart their surfaces are when they stand so; nothing where the formula does not hold.
struct Shapes {
    const char* name;
    std::shared_ptr<const Mesh> a, b;
    std::function<std::optional<double>(const Pose&, const Pose&)> gap;
};

std::vector<Shapes> all_shapes() {
    const auto ball = [](double r) {
        return meshed(of_kind(ParametricKind::Sphere, r), {0, -kPi / 2}, {2 * kPi, kPi / 2}, 12, 6);
    };
    const auto rod = [](double r) {
        return meshed(of_kind(ParametricKind::Cylinder, r), {0, -30}, {2 * kPi, 30}, 12, 4);
    };
    const auto plane = meshed(of_kind(ParametricKind::Plane, 0), {-60, -60}, {60, 60}, 4, 4);
    const auto torus = meshed(of_kind(ParametricKind::Torus, 10, 3), {0, 0}, {2 * kPi, 2 * kPi}, 12, 8);
    const auto nurbs = meshed(torus_as_spline(10, 3), {0, 0}, {4, 4}, 12, 8);
    const auto of_balls = [](const Pose& a, const Pose& b) -> std::optional<double> {
        return (a.translation - b.translation).norm() - 12.0;
    };
    const auto of_torus = [](const Pose& a, const Pose& b) -> std::optional<double> {
        const Vec3 normal = a.rotation * Vec3::UnitZ(), axis = b.rotation * Vec3::UnitZ();
        const Vec3 from = a.rotation.conjugate() * (b.translation - a.translation);
        if (from.head<2>().cwiseAbs().maxCoeff() > 40.0) return std::nullopt;
        const double along = normal.dot(axis);
        return std::abs(from.z()) - 10.0 * std::sqrt(std::max(0.0, 1.0 - along * along)) - 3.0;
    };
    const auto of_rods = [](const Pose& a, const Pose& b) -> std::optional<double> {
        const Vec3 p = a.rotation * Vec3::UnitZ(), q = b.rotation * Vec3::UnitZ(),
                   d = b.translation - a.translation;
        const double along = p.dot(q), det = 1.0 - along * along;
        if (det < 0.1) return std::nullopt;
        const double s = (d.dot(p) - along * d.dot(q)) / det, t = (along * d.dot(p) - d.dot(q)) / det;
        if (std::abs(s) > 25.0 || std::abs(t) > 25.0) return std::nullopt;
        return std::abs(d.dot(p.cross(q))) / std::sqrt(det) - 7.0;
    };
    return {{"ball, ball", ball(7), ball(5), of_balls},
            {"plane, torus", plane, torus, of_torus},
            {"plane, torus as spline", plane, nurbs, of_torus},
            {"rods that cross", rod(4), rod(3), of_rods}};
}

Eigen::Quaterniond random_turn(Rng& random) {
    return Eigen::Quaterniond(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1),
                              random.uniform(-1, 1) + 1.2)
        .normalized();
}

Scene random_scene(const Shapes& shapes, Rng& random) {
    Pose still, from, to;
    still.rotation = random_turn(random);
    from.rotation = random_turn(random);
    to.rotation = (from.rotation * Eigen::Quaterniond(Eigen::AngleAxisd(random.uniform(0.1, 1.5),
                                                                        random_turn(random) * Vec3::UnitX())))
                      .normalized();
    const Vec3 start =
        still.rotation * Vec3(random.uniform(-8, 8), random.uniform(-8, 8), random.uniform(18, 30));
    from.translation = start;
    to.translation =
        still.rotation * Vec3(random.uniform(-8, 8), random.uniform(-8, 8), random.uniform(-3, 5));
    Scene scene;
    scene.bodies = {{"a", shapes.a, still}, {"b", shapes.b, from}};
    scene.paths = {{1, InBetween::Screw, {from, to}, {}}};
    return scene;
}

std::optional<double> gap_at(const Shapes& shapes, const Scene& scene, double t) {
    Scene posed = scene;
    EXPECT_TRUE(stand_at(posed, {0, t}, "screws"));
    return shapes.gap(posed.bodies[0].pose, posed.bodies[1].pose);
}

/// The first time at which the surfaces meet, by looking at many times and halving; and how fast they approach, as a
/// share of how fast they ever do.
struct Truth {
    double t, speed, share;
};
std::optional<Truth> truth_of(const Shapes& shapes, const Scene& scene) {
    constexpr int kSteps = 400;
    double fastest = 0.0, last = 0.0;
    std::optional<int> meets;
    for (int i = 0; i <= kSteps; ++i) {
        const auto gap = gap_at(shapes, scene, i / double{kSteps});
        if (!gap || (i == 0 && *gap < 0.5)) return std::nullopt;
        if (i > 0) fastest = std::max(fastest, (last - *gap) * kSteps);
        last = *gap;
        if (*gap > 0.0) continue;
        meets = i;
        break;
    }
    if (!meets) return std::nullopt;
    double lo = (*meets - 1) / double{kSteps}, hi = *meets / double{kSteps};
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (lo + hi);
        (*gap_at(shapes, scene, middle) > 0.0 ? lo : hi) = middle;
    }
    const double speed =
        (*gap_at(shapes, scene, std::max(0.0, hi - 1e-6)) - *gap_at(shapes, scene, hi)) / 1e-6;
    return Truth{hi, speed, speed / fastest};
}

struct Row {
    int right = 0, wrong = 0, open = 0, grazing = 0;
    std::vector<double> widths;  // in mm of approach, of those that are closed and do not graze
};

Row run(const Shapes& shapes, int screws, std::uint64_t seed) {
    Row row;
    Rng random(seed);
    for (int n = 0; n < screws;) {
        const Scene scene = random_scene(shapes, random);
        const auto truth = truth_of(shapes, scene);
        if (!truth) continue;
        ++n;
        const PathOptions options{.with_proof = false, .threads = 1, .progress = Progress::Draw::Never};
        const auto proof = prove_paths(scene, options);
        EXPECT_TRUE(proof);
        const auto cad = path_for_cad(scene, options, *proof);
        EXPECT_TRUE(cad);
        if (!proof || !cad) continue;
        EXPECT_NE(cad->holds, HoldsForCad::Yes) << shapes.name << " " << n;
        if (!cad->refined || !cad->refined->stopped || cad->holds == HoldsForCad::Yes) {
            ++row.wrong;
            continue;
        }
        const double clear = cad->refined->stopped->t, slack = 1e-12;
        const bool is_right = clear <= truth->t + slack &&
                              (!cad->refined->contact || cad->refined->contact->t >= truth->t - slack);
        EXPECT_TRUE(is_right) << shapes.name << " " << n << ": " << clear << " " << truth->t;
        ++(is_right ? row.right : row.wrong);
        const bool grazes = truth->share < 0.05;
        row.grazing += grazes;
        if (!cad->refined->contact) {
            ++row.open;
            EXPECT_TRUE(grazes) << shapes.name << " " << n << " is open: " << cad->refined->why;
        } else if (!grazes) {
            row.widths.push_back((cad->refined->contact->t - clear) * truth->speed);
        }
    }
    std::sort(row.widths.begin(), row.widths.end());
    return row;
}

}  // namespace

TEST(CadScrews, Reference_BracketsHoldTheTruthOfClosedForms) {
    const char* wish = std::getenv("GRAZE_CAMPAIGN_SCREWS");
    const int screws = wish ? std::atoi(wish) : (test::kSlower > 1 ? 1 : kInTest);
    const std::vector<Shapes> all = all_shapes();
    std::printf(
        "| shapes | screws | bracket right | wrong | open | grazing | width, mm of approach: median | most "
        "|\n"
        "|---|---:|---:|---:|---:|---:|---:|---:|\n");
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Row row = run(all[i], screws, 2026 + i);
        EXPECT_EQ(row.wrong, 0) << all[i].name;
        EXPECT_EQ(row.right, screws);
        ASSERT_FALSE(row.widths.empty());
        std::printf("| %s | %d | %d | %d | %d | %d | %.2g | %.2g |\n", all[i].name, screws, row.right,
                    row.wrong, row.open, row.grazing, row.widths[row.widths.size() / 2], row.widths.back());
        EXPECT_LT(row.widths.back(), 1e-3);
        std::fflush(stdout);
    }
}

}  // namespace graze::cad_screws_test
