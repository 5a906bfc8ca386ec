// Bars as lattices against the theory of bars: bent, twisted, pressed, whatever way the grid lies.
#include "soft/lattice_bars.h"

#include "graze/model/body.h"
#include "graze/soft/lattice_pieces.h"

#include <gtest/gtest.h>

#include <numbers>

namespace graze::lattice_statics_test {
namespace {

using lattice_test::bar_mesh;
using lattice_test::Face;
using lattice_test::face_at;
using lattice_test::Statics;

constexpr double kYoung = 1e6, kPoisson = 0.3, kShear = kYoung / (2.0 * (1.0 + kPoisson));
constexpr double kLength = 10.0;
constexpr double kTorsion = 0.140577;  // of a square of side 1 [Timoshenko51, sec. 109]

soft::Lattice lattice_of(const Mesh& mesh, int cells, const Vec3& shift, double poisson = kPoisson) {
    soft::BulkMaterial material;
    material.young = kYoung;
    material.poisson = poisson;
    auto lattice = soft::make_lattice(mesh, true, material, {.cells = cells, .per_metre = 1.0, .shift = shift}, "bar");
    EXPECT_TRUE(lattice.has_value());
    return *std::move(lattice);
}

void clamp(Statics& statics, const Face& face) {
    for (std::size_t i = 0; i < face.vertex.size(); ++i) statics.hold(face.vertex[i], Vec3::Constant(1e4 * kYoung * face.area[i]));
}

/// Of Timoshenko's cantilever with a force at its end: the deflection, less 1.
double bending_error(const Mesh& mesh, const soft::Lattice& lattice) {
    Statics statics(lattice);
    clamp(statics, face_at(mesh, 0, 0.0));
    const Face end = face_at(mesh, 0, kLength);
    for (std::size_t i = 0; i < end.vertex.size(); ++i) statics.push(end.vertex[i], Vec3(0.0, 0.0, end.area[i] / end.whole));
    int iterations = 0;
    const auto moved = statics.solve(iterations);
    double deflection = 0.0;
    for (std::size_t i = 0; i < end.vertex.size(); ++i) deflection += moved[end.vertex[i]].z() * end.area[i] / end.whole;
    const double second = 1.0 / 12.0;
    return deflection / (kLength * kLength * kLength / (3.0 * kYoung * second) + kLength / (5.0 / 6.0 * kShear)) - 1.0;
}

/// Of Saint-Venant's torsion, over the middle half.
double torsion_error(const Mesh& mesh, const soft::Lattice& lattice) {
    Statics statics(lattice);
    clamp(statics, face_at(mesh, 0, 0.0));
    const Face end = face_at(mesh, 0, kLength);
    double torque = 0.0;
    for (std::size_t i = 0; i < end.vertex.size(); ++i) {
        const Vec3 r = mesh.vertices[end.vertex[i]] - Vec3(kLength, 0.5, 0.5);
        statics.push(end.vertex[i], Vec3(0.0, -r.z(), r.y()) * end.area[i]);
        torque += (r.y() * r.y() + r.z() * r.z()) * end.area[i];
    }
    int iterations = 0;
    const auto moved = statics.solve(iterations);
    const auto twist_at = [&](double x) {
        double turn = 0.0, sum = 0.0;
        for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
            if (std::abs(mesh.vertices[v].x() - x) > 1e-6) continue;
            const Vec3 r = mesh.vertices[v] - Vec3(x, 0.5, 0.5);
            turn += r.y() * moved[v].z() - r.z() * moved[v].y();
            sum += r.y() * r.y() + r.z() * r.z();
        }
        return turn / sum;
    };
    return (twist_at(7.5) - twist_at(2.5)) / (torque / (kShear * kTorsion) * 5.0) - 1.0;
}

TEST(Lattice, Reference_BarsBendAndTwistWithinFivePercentFromFourCellsAtAnyAlignment) {
    const Mesh mesh = bar_mesh(Vec3(kLength, 1.0, 1.0), 1.0 / 12.0);
    const std::array<Vec3, 4> shifts{Vec3(0.0, 0.0, 0.0), Vec3(0.5, 0.5, 0.5), Vec3(0.25, 0.4, 0.7), Vec3(0.93, 0.91, 0.08)};
    for (const Vec3& shift : shifts) {
        SCOPED_TRACE(shift.transpose());
        const soft::Lattice lattice = lattice_of(mesh, 40, shift);
        EXPECT_NEAR(bending_error(mesh, lattice), 0.0, 0.05);
        EXPECT_NEAR(torsion_error(mesh, lattice), 0.0, 0.05);
    }
}

TEST(Lattice, Reference_ABlockUnderPressureIsAsStiffAsHookeSays) {
    const Mesh mesh = bar_mesh(Vec3(3.0, 2.0, 4.0), 0.25);
    for (const double shift : {0.0, 0.37}) {
        const soft::Lattice lattice = lattice_of(mesh, 8, Vec3::Constant(shift), 0.45);
        Statics statics(lattice);
        // One face of each direction slides: the block is free to grow wider.
        for (int axis = 0; axis < 3; ++axis) {
            const Face face = face_at(mesh, axis, 0.0);
            for (std::size_t i = 0; i < face.vertex.size(); ++i) statics.hold(face.vertex[i], Vec3(1e4 * kYoung * face.area[i] * Vec3::Unit(axis)));
        }
        const Face top = face_at(mesh, 2, 4.0), side = face_at(mesh, 0, 3.0);
        const double pressure = 1000.0;
        for (std::size_t i = 0; i < top.vertex.size(); ++i) statics.push(top.vertex[i], Vec3(0.0, 0.0, -pressure * top.area[i]));
        int iterations = 0;
        const auto moved = statics.solve(iterations);
        // Means over faces: corners of the mesh's triangles get a little more or less of the load than others.
        const auto mean = [&](const Face& face, int axis) {
            double sum = 0.0;
            for (std::size_t i = 0; i < face.vertex.size(); ++i) sum += moved[face.vertex[i]][axis] * face.area[i] / face.whole;
            return sum;
        };
        EXPECT_NEAR(mean(top, 2), -4.0 * pressure / kYoung, 0.01 * 4.0 * pressure / kYoung);
        EXPECT_NEAR(mean(side, 0), 0.45 * 3.0 * pressure / kYoung, 0.01 * 0.45 * 3.0 * pressure / kYoung);
    }
}

TEST(Lattice, Reference_VolumeAndMiddleOfMassAreTheMeshs) {
    const Mesh ball = lattice_test::ball_mesh(25.0, 24);
    double volume = 0.0;
    for (std::uint32_t t = 0; t < ball.triangles.size(); ++t) {
        const auto [p, q, r] = corners(ball, t);
        volume += p.dot(q.cross(r)) / 6.0;
    }
    soft::BulkMaterial material;
    const auto lattice = soft::make_lattice(ball, true, material, {.cells = 9, .shift = Vec3(0.1, 0.2, 0.3)}, "ball");
    ASSERT_TRUE(lattice.has_value());
    double mass = 0.0;
    Vec3 middle = Vec3::Zero();
    for (std::size_t i = 0; i < lattice->nodes.size(); ++i) {
        mass += lattice->mass[i];
        middle += lattice->mass[i] * lattice->nodes[i];
    }
    EXPECT_NEAR(mass, 1000.0 * volume * 1e-9, 2e-4 * mass);
    EXPECT_LT((middle / mass).norm(), 1e-2);
    for (std::size_t v = 0; v < ball.vertices.size(); ++v) ASSERT_LT((lattice->rest_vertices[v] - ball.vertices[v]).norm(), 1e-12 * 25.0);
}

/// Two bars side by side with a gap, joined at one end: a fork.
Mesh fork(double gap) {
    Mesh mesh;
    const auto add = [&](const Vec3& low, const Vec3& high) {
        Mesh box = bar_mesh(high - low, 100.0);
        const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
        for (const Vec3& v : box.vertices) mesh.vertices.push_back(v + low);
        for (const Triangle& t : box.triangles) mesh.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    };
    add(Vec3(0.0, 0.0, 0.0), Vec3(10.0, 2.0, 2.0 - 0.5 * gap));
    add(Vec3(0.0, 0.0, 2.0 + 0.5 * gap), Vec3(10.0, 2.0, 4.0));
    make_one_surface(mesh, "fork");
    return mesh;
}

TEST(Lattice, Property_WhatAGapDividesIsNotGlued) {
    // The gap lies within one layer of cells: these become two elements each, with corners of their own.
    const auto lattice = soft::make_lattice(fork(0.5), true, {}, {.cells = 10, .shift = Vec3(0.0, 0.0, 0.5)}, "fork");
    ASSERT_TRUE(lattice.has_value());
    EXPECT_GT(lattice->split_cells, 15U);
    std::vector<std::uint32_t> parent(lattice->nodes.size());
    for (std::uint32_t i = 0; i < parent.size(); ++i) parent[i] = i;
    const auto root = [&](std::uint32_t i) {
        while (parent[i] != i) i = parent[i];
        return i;
    };
    for (const soft::LatticeCell& cell : lattice->cells)
        for (const std::uint32_t n : cell.node) parent[root(n)] = root(cell.node[0]);
    std::size_t pieces = 0;
    for (std::uint32_t i = 0; i < parent.size(); ++i) pieces += root(i) == i;
    EXPECT_EQ(pieces, 2U);
    // Without a gap they are one.
    const auto whole = soft::make_lattice(bar_mesh(Vec3(10.0, 2.0, 4.0), 100.0), true, {}, {.cells = 10, .shift = Vec3(0.0, 0.0, 0.5)}, "block");
    ASSERT_TRUE(whole.has_value());
    EXPECT_EQ(whole->split_cells, 0U);
}

TEST(Lattice, Property_ElementsFeelNoRigidMotionAndAreSymmetric) {
    const Mesh ball = lattice_test::ball_mesh(1.0, 16);
    const auto lattice = soft::make_lattice(ball, true, {}, {.cells = 5, .per_metre = 1.0}, "ball");
    ASSERT_TRUE(lattice.has_value());
    std::size_t cut = 0;
    for (const soft::LatticeCell& cell : lattice->cells) {
        const soft::Element& element = lattice->elements[cell.element];
        cut += cell.element > 0;
        const double size = element.stiffness.norm();
        ASSERT_LT((element.stiffness - element.stiffness.transpose()).norm(), 1e-12 * size);
        for (int axis = 0; axis < 3; ++axis) {
            Eigen::Matrix<double, 24, 1> slide = Eigen::Matrix<double, 24, 1>::Zero(), turn = slide;
            for (int k = 0; k < 8; ++k) {
                slide[3 * k + axis] = 1.0;
                turn.segment<3>(3 * k) = Vec3::Unit(axis).cross(lattice->nodes[cell.node[static_cast<std::size_t>(k)]]);
            }
            ASSERT_LT((element.stiffness * slide).norm(), 1e-13 * size);
            ASSERT_LT((element.stiffness * turn).norm(), 1e-9 * size);
        }
    }
    EXPECT_GT(cut, 30U);
}

TEST(Lattice, Example_SectionsAreCountedInCells) {
    const Mesh plate = bar_mesh(Vec3(100.0, 100.0, 4.0), 5.0);
    const soft::SectionSizes thin = soft::section_sizes(plate, 2.0), fine = soft::section_sizes(plate, 1.0);
    EXPECT_NEAR(thin.thinnest, 2.0, 1e-9);
    EXPECT_GT(thin.thin_share, 0.9);
    EXPECT_NEAR(fine.thinnest, 4.0, 1e-9);
    EXPECT_EQ(fine.thin_share, 0.0);
}

TEST(Lattice, Degenerate_BadNumbersAreNamed) {
    const Mesh mesh = bar_mesh(Vec3(1.0, 1.0, 1.0), 1.0);
    soft::BulkMaterial material;
    material.poisson = 0.5;
    const auto refused = soft::make_lattice(mesh, true, material, {}, "deformable \"x\"");
    ASSERT_FALSE(refused.has_value());
    EXPECT_NE(refused.error().message.find("poisson is 0.5"), std::string::npos) << refused.error().message;
    EXPECT_FALSE(soft::make_lattice(mesh, true, {}, {.cells = 0}, "x").has_value());
    EXPECT_FALSE(soft::make_lattice(mesh, true, {}, {.cells = 100}, "x").has_value());
}

}  // namespace
}  // namespace graze::lattice_statics_test
