// Velocities with Coulomb friction: projected Gauss-Seidel, contact by contact.
//
// Each contact has a normal force f_n >= 0 and a tangential one, at most mu f_n long, against sliding: zero
// sliding if that suffices (static), else of full length and opposed to it. The problem is not a projection
// any more (no energy is least), and several answers may be right; this is the usual way to one of them.
// In a sweep a contact is solved as a block: normal force, then both tangents together, projected on the disk
// (or on a square, for a pyramid) of the normal force that it has now.
#pragma once

#include "graze/core/internal.h"
#include "graze/dynamics/solve/contact_rows.h"
#include "graze/dynamics/solve/unit_rows.h"

#include <array>

namespace graze::internal {

enum class FrictionShape : std::uint8_t { Cone, Pyramid };

/// A contact: the normal row, and rows along two directions across it.
struct FrictionContact {
    MotionRow normal;  // AtLeast
    std::array<MotionRow, 2>
        tangent;            // bound: the sliding velocity that is wanted (0; a conveyor's otherwise)
    double friction = 0.0;  // mu
};

/// The rows of a contact whose normal row is given.
[[nodiscard]] FrictionContact friction_contact(const ClosestPair& pair, const MotionRow& normal);

/// A row whose force stays within a range: a motor of limited strength, or an equation (infinite ranges).
struct BoundedRow {
    MotionRow row;  // kind Equal is meant
    double least = 0.0, most = 0.0;
};

struct FrictionProblem {
    std::span<const InverseMass> bodies;
    std::span<const Vec6> wanted;  // velocities without contact forces
    std::span<const FrictionContact> contacts;
    std::span<const MotionRow> rows;           // without friction: joints, limits
    std::span<const BoundedRow> bounded = {};  // motors
};

struct FrictionOptions {
    FrictionShape shape = FrictionShape::Cone;
    double residual = 1e-10;  // tolerance: largest change of velocity, in the mass norm, of the largest wish
    int most_sweeps = 1000;
    /// Begin with FrictionWorkspace::forces, if there are as many: of the last call about the same contacts, or
    /// what the caller expects.
    bool warm = false;
};

struct FrictionWorkspace {
    std::vector<Vec6> motion;     // velocities
    std::vector<double> forces;   // three a contact (normal, tangents), then the rows, then the bounded ones
    UnitRows unit;                // rows in the same order
    std::vector<MotionRow> rows;  // of the unit rows
    std::vector<double> u;
    Eigen::VectorXd y;
    MotionResult scratch;
};

struct FrictionAnswer {
    bool converged = false;  // the residual is below the tolerance
    double residual = 0.0;   // of the largest wish: what a row lacks, at the wanted velocities
    int sweeps = 0;
};

/// Pre:       as problem_with, for the rows of all kinds; tangents of a contact are perpendicular unit vectors.
/// Guarantee: M (x - wanted) = J^T f with 0 <= f_n, |f_t| <= mu f_n (cone) or each |f_ti| <= mu f_n (pyramid),
///            bounded forces in their ranges. Converged: no contact, alone, would change more than the tolerance.
/// Cost:      O(36 contacts + 12 rows) a sweep; no allocation once the workspace has grown.
[[nodiscard]] FrictionAnswer solve_friction(const FrictionProblem& problem, FrictionWorkspace& workspace,
                                            const FrictionOptions& options = {});

}  // namespace graze::internal
