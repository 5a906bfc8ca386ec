#include "graze/dynamics/solve/friction.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace graze::internal {
namespace {

struct Sweeps {
    const FrictionProblem& problem;
    FrictionWorkspace& w;
    FrictionShape shape;

    double apply(std::size_t i, double f) {
        const double change = f - w.u[i];
        if (change == 0.0) return 0.0;
        w.u[i] = f;
        add(w.unit.rows[i], change, w.y);
        return std::abs(change);
    }

    // The force that makes row i hold, if others stay.
    double exact(std::size_t i) const {
        const UnitRow& row = w.unit.rows[i];
        return row.length > 0.0 ? w.u[i] + row.demand - dot(row, w.y) : w.u[i];
    }

    // Both tangents: the exact force of the 2 x 2 block by a step that shrinks its error whatever its coupling c
    // (|c| <= 1, unit rows), then onto the disk. Forces of unit rows are lengths times forces; the disk is one of
    // forces, so the projection is made there.
    double improve_disk(std::size_t first, double most) {
        const double coupling = std::abs(dot(w.unit.rows[first], w.unit.rows[first + 1]));
        const double l0 = w.unit.rows[first].length, l1 = w.unit.rows[first + 1].length;
        if (!(l0 > 0.0 && l1 > 0.0)) return 0.0;
        // In forces the block is [l0^2, c l0 l1; ., l1^2]: one step size for both keeps the projection round.
        const double size = std::max(l0 * l0, l1 * l1) * (1.0 + coupling);
        const double f0 = w.u[first] / l0, f1 = w.u[first + 1] / l1;
        const double t0 = f0 + (exact(first) - w.u[first]) * l0 / size;
        const double t1 = f1 + (exact(first + 1) - w.u[first + 1]) * l1 / size;
        const double length = std::sqrt(t0 * t0 + t1 * t1), shrink = length > most ? most / length : 1.0;
        return apply(first, shrink * t0 * l0) + apply(first + 1, shrink * t1 * l1);
    }

    double improve_square(std::size_t first, double most) {
        double change = 0.0;
        for (std::size_t i = first; i < first + 2; ++i) {
            const double limit = most * w.unit.rows[i].length;
            change += apply(i, std::clamp(exact(i), -limit, limit));
        }
        return change;
    }

    double improve_contact(std::size_t contact) {
        const std::size_t i = 3 * contact;
        double change = apply(i, std::max(0.0, exact(i)));
        const double length = w.unit.rows[i].length;
        if (!(length > 0.0)) return change;
        const double most = problem.contacts[contact].friction * w.u[i] / length;
        change += shape == FrictionShape::Cone ? improve_disk(i + 1, most) : improve_square(i + 1, most);
        return change;
    }

    double improve_row(std::size_t i) {
        const double f = exact(i);
        return apply(i, w.unit.rows[i].is_equation ? f : std::max(0.0, f));
    }

    double improve_bounded(std::size_t k, std::size_t i) {
        const double length = w.unit.rows[i].length;
        if (!(length > 0.0)) return 0.0;
        return apply(
            i, std::clamp(exact(i), length * problem.bounded[k].least, length * problem.bounded[k].most));
    }

    double sweep() {
        double worst = 0.0;
        std::size_t i = 3 * problem.contacts.size();
        for (std::size_t k = 0; k < problem.rows.size(); ++k, ++i) worst = std::max(worst, improve_row(i));
        for (std::size_t k = 0; k < problem.bounded.size(); ++k, ++i)
            worst = std::max(worst, improve_bounded(k, i));
        for (std::size_t k = 0; k < problem.contacts.size(); ++k) worst = std::max(worst, improve_contact(k));
        return worst;
    }
};

void list_rows(const FrictionProblem& problem, std::vector<MotionRow>& rows) {
    rows.clear();
    for (const FrictionContact& contact : problem.contacts) {
        rows.push_back(contact.normal);
        rows.insert(rows.end(), contact.tangent.begin(), contact.tangent.end());
    }
    rows.insert(rows.end(), problem.rows.begin(), problem.rows.end());
    for (const BoundedRow& bounded : problem.bounded) rows.push_back(bounded.row);
}

// Forces of the last call, if there are as many; y follows.
void begin(FrictionWorkspace& w, bool warm) {
    const std::size_t count = w.unit.rows.size();
    const bool keep = warm && w.forces.size() == count;
    w.u.assign(count, 0.0);
    w.y.setZero(w.unit.unknowns);
    for (std::size_t i = 0; keep && i < count; ++i) {
        w.u[i] = w.forces[i] * w.unit.rows[i].length;
        add(w.unit.rows[i], w.u[i], w.y);
    }
}

/// The most that a row lacks at the wanted velocities. Rows that hold by far, as of contacts that bodies will not
/// reach, say nothing about how exact forces have to be.
double largest_wish(const UnitRows& unit) {
    double largest = 0.0;
    for (const UnitRow& row : unit.rows)
        if (row.length > 0.0) largest = std::max(largest, row.is_equation ? std::abs(row.demand) : row.demand);
    return largest;
}

}  // namespace

FrictionContact friction_contact(const ClosestPair& pair, const MotionRow& normal) {
    const Vec3 across = pair.normal.unitOrthogonal();
    FrictionContact made{normal,
                         {row_along(pair, across, 0.0), row_along(pair, pair.normal.cross(across), 0.0)},
                         pair.friction};
    for (MotionRow& row : made.tangent) row.kind = RowKind::Equal;
    return made;
}

FrictionAnswer solve_friction(const FrictionProblem& problem, FrictionWorkspace& w,
                              const FrictionOptions& options) {
    list_rows(problem, w.rows);
    const MotionProblem plain{problem.bodies, problem.wanted, w.rows};
    make_unit_rows(plain, w.unit);
    const double scale = largest_wish(w.unit);
    begin(w, options.warm && scale > 0.0);  // nothing lacks: no force
    FrictionAnswer answer;
    Sweeps sweeps{problem, w, options.shape};
    while (answer.sweeps < options.most_sweeps && !answer.converged) {
        const double change = sweeps.sweep();
        ++answer.sweeps;
        answer.converged = change <= options.residual * scale;
        answer.residual = scale > 0.0 ? change / scale : 0.0;
    }
    w.scratch.y.swap(w.y);
    w.scratch.multipliers.swap(w.u);
    write_motion(plain, w.unit, w.scratch);
    w.motion.swap(w.scratch.motion);
    w.forces.swap(w.scratch.forces);
    return answer;
}

}  // namespace graze::internal
