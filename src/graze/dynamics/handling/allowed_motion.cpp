#include "graze/dynamics/handling/allowed_motion.h"

#include "graze/dynamics/handling/wanted_motion.h"

#include <algorithm>
#include <cmath>

namespace graze::internal {
namespace {

constexpr std::size_t kMostForActiveSet = 8;  // bodies: its cost grows with their cube
constexpr double kSlackWeight = 10.0;         // of the common slack, against what is wanted
constexpr int kSweeps = 1000;                 // of Gauss-Seidel, at most
constexpr double kResidual = 1e-6;            // of the largest demand
constexpr double kRubbingResidual = 2e-7;     // of the largest wish; what is left of it makes tall stacks creep
constexpr int kRubbingSweeps = 2000;          // of forces, which go on from frame to frame;
constexpr int kMeetingSweeps = 100;           // where bodies meet, and in short sub-steps
constexpr double kForceTime = 0.5;            // of a frame: forces of shorter sub-steps are not kept
constexpr std::size_t kRubbingWork = 200'000;  // sweeps times contacts, at most
constexpr double kJointCorrection = 0.2;      // of the drift, per step of velocities
constexpr double kWorthMending = 0.02;        // of eps_s: rows that bend by more are mended once
constexpr double kRestingImpact = 2.0;        // an approach by less than so many frames of gravity does not bounce

/// Rows about bodies of the world become rows about places in the island.
class Local {
  public:
    Local(WorldMemory& memory, const Island& island, SolverMemory& solver) : m_(memory), island_(island), s_(solver) {
        s_.masses.clear();
        s_.wanted.clear();
        s_.rows.clear();
        for (const std::uint32_t i : island.bodies) {
            m_.place[i] = static_cast<std::int32_t>(s_.masses.size());
            s_.masses.push_back(m_.bodies[i].inverse);
        }
    }

    [[nodiscard]] std::int32_t place_of(std::int32_t body) const { return body == kNobody ? kNobody : m_.place[body]; }

    [[nodiscard]] ClosestPair here(const ActiveContact& contact) const {
        ClosestPair pair = contact.pair;
        pair.a = place_of(pair.a);
        pair.b = place_of(pair.b);
        return pair;
    }

    /// `after`: a motion that followed these rows, of places in the island. Points of joints went round, not straight,
    /// and rows are made that undo that beforehand (dynamics.md, G15).
    void append_joints(const JointRowsOptions& options, const MotionResult* after = nullptr) {
        for (const std::uint32_t k : island_.joints) {
            JointState joint = joint_here(k);
            if (after != nullptr) joint.offset += round_way(*after, joint.a, joint.arm_a) - round_way(*after, joint.b, joint.arm_b);
            append_joint_rows(joint, options, s_.rows);
        }
        for (const std::uint32_t i : island_.bodies) append_lock(i);
    }

    [[nodiscard]] JointState joint_here(std::uint32_t k) const {
        JointState state = m_.joint_states[k];
        state.a = place_of(state.a);
        state.b = place_of(state.b);
        return state;
    }

  private:
    [[nodiscard]] static Vec3 round_way(const MotionResult& after, std::int32_t body, const Vec3& arm) {
        if (body == kNobody) return Vec3::Zero();
        const Vec3 turn = after.motion[static_cast<std::size_t>(body)].tail<3>();
        return 0.5 * turn.cross(turn.cross(arm));
    }

    void append_lock(std::uint32_t i) {
        const BodyState& body = m_.bodies[i];
        for (int k = 0; k < 3; ++k)
            for (const bool turns : {false, true}) {
                if (!(turns ? body.lock.turn[k] : body.lock.move[k])) continue;
                MotionRow row;
                row.a = m_.place[i];
                row.kind = RowKind::Equal;
                row.of_a.segment<3>(turns ? 3 : 0) = locked_axis(body, k);
                s_.rows.push_back(row);
            }
    }

    WorldMemory& m_;
    const Island& island_;
    SolverMemory& s_;
};

double mass_norm(const InverseMass& inverse, const Vec6& x) {
    if (!(inverse.mass > 0.0)) return 0.0;
    const Vec3 turn = x.tail<3>();
    return std::sqrt(x.head<3>().squaredNorm() / inverse.mass + turn.dot(inverse.inertia.inverse() * turn));
}

/// The motion that the solver leaves, or nothing if the rows contradict each other.
const MotionResult* project(const MotionProblem& problem, SolverMemory& solver) {
    if (problem.bodies.size() <= kMostForActiveSet) {
        const MotionAnswer answer = project_by_active_set(problem, solver.active_set);
        if (answer.verdict == MotionVerdict::Optimal) return &solver.active_set.result;
        if (answer.verdict == MotionVerdict::Infeasible) return nullptr;
    }
    (void)project_by_gauss_seidel(problem, solver.gauss_seidel,
                                  {.residual = kResidual, .most_sweeps = kSweeps, .ask_for_certificate = false, .look_for_contradictions = false});
    return &solver.gauss_seidel.result;
}

/// By how much a displacement brings the points of a contact nearer than its row says: rows are of first order,
/// turning points go round, and normals turn with their faces (dynamics.md, G15).
double bent(const ActiveContact& contact, const Vec6& of_a, const Vec6& of_b) {
    const auto& [pair, normal_of, edge_a, edge_b, near, which] = contact;
    const Vec3 turn_a = of_a.tail<3>(), turn_b = of_b.tail<3>();
    const Vec3 round_a = 0.5 * turn_a.cross(turn_a.cross(pair.arm_a)), round_b = 0.5 * turn_b.cross(turn_b.cross(pair.arm_b));
    const Vec3 way = of_a.head<3>() + turn_a.cross(pair.arm_a) - of_b.head<3>() - turn_b.cross(pair.arm_b);
    NormalRate turned;
    if (normal_of == NormalOf::FaceOfA) turned = rate_of_face(pair.normal, turn_a);
    if (normal_of == NormalOf::FaceOfB) turned = rate_of_face(pair.normal, turn_b);
    if (normal_of == NormalOf::Edges) turned = rate_of_edges(pair.normal, {edge_a, edge_b, turn_a, turn_b});
    return -(pair.normal.dot(round_a - round_b) + turned.rate.dot(way));
}

/// Once more with rows that know what the first answer bends. False: there is nothing to mend.
bool mend_rows(const WorldMemory& memory, const Island& island, const MotionResult& result, SolverMemory& solver) {
    bool mended = false;
    for (std::size_t r = 0; r < island.contacts.size(); ++r) {
        const ActiveContact& contact = memory.contacts[island.contacts[r]];
        const std::int32_t b = contact.pair.b;
        const double nearer = bent(contact, result.motion[static_cast<std::size_t>(memory.place[contact.pair.a])],
                                   b == kNobody ? Vec6(Vec6::Zero()) : result.motion[static_cast<std::size_t>(memory.place[b])]);
        if (!(std::abs(nearer) > kWorthMending * contact.near->eps().eps_s)) continue;
        solver.rows[r].bound += nearer;
        mended = true;
    }
    return mended;
}

}  // namespace

bool allow_displacements(WorldMemory& memory, const Island& island, const Displacing& how, SolverMemory& solver) {
    const bool is_speculative = memory.tuning.rows == RowsOf::Speculative;
    Local local(memory, island, solver);
    double wanted_sq = 0.0, largest_eps = 0.0, largest_mass = 0.0;
    for (const std::uint32_t i : island.bodies) {
        const auto place = static_cast<std::size_t>(memory.place[i]);
        if (how.some_stand && !(memory.left[i] > 0.0)) solver.masses[place] = {};
        solver.wanted.push_back(how.only_restores ? Vec6(Vec6::Zero()) : memory.wanted[i]);
        const double norm = mass_norm(solver.masses[place], solver.wanted.back());
        wanted_sq += norm * norm;
        if (memory.bodies[i].inverse.mass > 0.0) largest_mass = std::max(largest_mass, 1.0 / memory.bodies[i].inverse.mass);
    }
    for (const std::uint32_t k : island.contacts) {
        const ActiveContact& contact = memory.contacts[k];
        const SecurityDistances eps = contact.near->eps();
        MotionRow row = is_speculative ? speculative_row(local.here(contact), eps)
                                       : literal_row(local.here(contact), {eps.eps_r, eps.eps_s, kInfinity});
        if (row.bound > 0.0 && contact.pair.distance > eps.eps_r) row.bound *= how.restore, row.slack *= how.restore;
        largest_eps = std::max(largest_eps, eps.eps_s);
        solver.rows.push_back(row);
    }
    const JointRowsOptions whole{.correction = 1.0, .per_unit = 1.0};
    local.append_joints(whole);
    if (solver.rows.empty()) {
        for (const std::uint32_t i : island.bodies)
            if (!how.some_stand || memory.left[i] > 0.0) memory.going[i] = solver.wanted[static_cast<std::size_t>(memory.place[i])];
        return true;
    }
    const double weight = kSlackWeight * (std::sqrt(wanted_sq) + largest_eps * std::sqrt(largest_mass));
    const MotionProblem problem{solver.masses, solver.wanted, solver.rows, std::max(weight, 1e-300)};
    const MotionResult* result = project(problem, solver);
    if (result != nullptr && memory.tuning.mends_rows) {
        const bool mended = mend_rows(memory, island, *result, solver);
        if (!island.joints.empty()) {
            solver.rows.resize(island.contacts.size());
            local.append_joints(whole, result);
        }
        if (mended || !island.joints.empty())
            result = project({solver.masses, solver.wanted, solver.rows, std::max(weight, 1e-300)}, solver);
    }
    if (result == nullptr) return false;
    for (const std::uint32_t i : island.bodies) {
        const auto place = static_cast<std::size_t>(memory.place[i]);
        if (solver.masses[place].mass > 0.0) memory.going[i] = result->motion[place];
    }
    for (std::size_t r = 0; r < island.contacts.size(); ++r) {
        const ActiveContact& contact = memory.contacts[island.contacts[r]];
        memory.pushes[island.contacts[r]] = result->forces[r] * memory.bodies[contact.pair.a].inverse.mass;
    }
    return true;
}

namespace {

/// The time that a contact is about: of the body that has more of it left.
double time_of(const WorldMemory& memory, const ClosestPair& pair) {
    const double of_a = memory.left[pair.a];
    return std::max(pair.b == kNobody ? of_a : std::max(of_a, memory.left[pair.b]), 1e-9 * memory.options.frame);
}

/// Speed at which a pair may still approach: it may use up what it has beyond eps_s.
double allowed_approach(const WorldMemory& memory, const ActiveContact& contact) {
    const double spare = contact.pair.distance - contact.near->eps().eps_s;
    return std::max(0.0, spare) / time_of(memory, contact.pair);
}

double approach_of(const WorldMemory& memory, const ClosestPair& pair) {
    return -velocity_along(row_along(pair, pair.normal, 0.0), memory.impact);
}

struct Rubbing {
    bool goes_on = false;  // from SolverMemory::friction.forces
    int most_sweeps = kMeetingSweeps;
};

void solve_rubbing(WorldMemory& memory, const Island& island, SolverMemory& solver, const Rubbing& how, std::vector<Vec6>& to) {
    const std::size_t most = kRubbingWork / std::max<std::size_t>(solver.rubbing.size(), 1);
    (void)solve_friction({solver.masses, solver.wanted, solver.rubbing, solver.rows, solver.motors}, solver.friction,
                         {.residual = kRubbingResidual,
                          .most_sweeps = std::min(how.most_sweeps, static_cast<int>(most)),
                          .warm = how.goes_on});
    for (const std::uint32_t i : island.bodies) to[i] = solver.friction.motion[static_cast<std::size_t>(memory.place[i])];
}

const ContactForce* force_of(const NearPair& pair, const ContactFeaturePair& contact) {
    for (const ContactForce& force : pair.forces)
        if (force.triangles == contact.triangles && force.features == contact.features) return &force;
    return nullptr;
}

/// Directions of a contact's three rows, in the world.
std::array<Vec3, 3> directions_of(const FrictionContact& contact) {
    return {contact.normal.of_a.head<3>(), contact.tangent[0].of_a.head<3>(), contact.tangent[1].of_a.head<3>()};
}

/// Impulses over the time `h` that would go on with the forces that contacts had last.
void expect_forces(const WorldMemory& memory, const Island& island, double h, SolverMemory& solver) {
    std::vector<double>& impulses = solver.friction.forces;
    impulses.assign(3 * solver.rubbing.size() + solver.rows.size() + solver.motors.size(), 0.0);
    for (std::size_t c = 0; c < island.contacts.size(); ++c) {
        const ActiveContact& contact = memory.contacts[island.contacts[c]];
        const ContactForce* last = force_of(*contact.near, contact.near->list.contacts()[contact.which]);
        if (last == nullptr) continue;
        const auto directions = directions_of(solver.rubbing[c]);
        for (std::size_t k = 0; k < 3; ++k) impulses[3 * c + k] = h * directions[k].dot(last->force);
    }
}

/// A pair's contacts are all in one island. Of a short time an impact would make forces without measure.
void keep_forces(const WorldMemory& memory, const Island& island, double h, const SolverMemory& solver) {
    if (h < kForceTime * memory.options.frame) return;
    for (const std::uint32_t k : island.contacts) memory.contacts[k].near->forces.clear();
    for (std::size_t c = 0; c < island.contacts.size(); ++c) {
        const ActiveContact& contact = memory.contacts[island.contacts[c]];
        const ContactFeaturePair& of = contact.near->list.contacts()[contact.which];
        const auto directions = directions_of(solver.rubbing[c]);
        Vec3 force = Vec3::Zero();
        for (std::size_t i = 0; i < 3; ++i) force += solver.friction.forces[3 * c + i] / h * directions[i];
        if (!force.isZero(0.0)) contact.near->forces.push_back({of.triangles, of.features, force});
    }
}

}  // namespace

void allow_velocities(WorldMemory& memory, const Island& island, SolverMemory& solver) {
    Local local(memory, island, solver);
    const double resting = kRestingImpact * memory.options.gravity.norm() * memory.options.frame;
    // What meets does so at once, however long bodies live then: by impulses, the same for both. Only forces take time.
    const bool meets = std::any_of(island.contacts.begin(), island.contacts.end(), [&](std::uint32_t k) {
        const ActiveContact& contact = memory.contacts[k];
        const double allowed = contact.pair.restitution > 0.0 ? 0.0 : allowed_approach(memory, contact);
        return approach_of(memory, contact.pair) > allowed + resting;
    });
    double longest = 0.0;
    for (const std::uint32_t i : island.bodies) longest = std::max(longest, memory.left[i]);
    const double h = std::max(longest, 1e-9 * memory.options.frame);
    const auto add_contacts = [&](bool with_restitution) {
        solver.rubbing.clear();
        for (const std::uint32_t k : island.contacts) {
            const ActiveContact& contact = memory.contacts[k];
            const double approach = approach_of(memory, contact.pair);
            MotionRow row = row_along(local.here(contact), contact.pair.normal, -allowed_approach(memory, contact));
            if (with_restitution && approach > resting && contact.pair.restitution > 0.0)
                row.bound = contact.pair.restitution * approach;
            solver.rubbing.push_back(friction_contact(local.here(contact), row));
        }
    };
    if (meets) {
        for (const std::uint32_t i : island.bodies) solver.wanted.push_back(memory.impact[i]);
        solver.motors.clear();
        local.append_joints({.correction = 0.0, .per_unit = 1.0 / h});
        add_contacts(true);
        solve_rubbing(memory, island, solver, {}, memory.impact);
    }
    solver.wanted.clear();
    solver.rows.clear();
    solver.motors.clear();
    for (const std::uint32_t i : island.bodies)
        solver.wanted.push_back(memory.impact[i] + velocity_change(memory, i, memory.left[i]));
    local.append_joints({.correction = kJointCorrection / h, .per_unit = 1.0 / h});
    for (const std::uint32_t k : island.joints) {
        JointState state = local.joint_here(k);
        if (!state.motor) continue;
        if (state.motor->strength) *state.motor->strength *= h;
        solver.motors.push_back(motor_row(state));
    }
    add_contacts(false);
    if (solver.rubbing.empty() && solver.rows.empty() && solver.motors.empty()) {
        for (std::size_t p = 0; p < island.bodies.size(); ++p) memory.after[island.bodies[p]] = solver.wanted[p];
        return;
    }
    expect_forces(memory, island, h, solver);
    solve_rubbing(memory, island, solver, {.goes_on = true, .most_sweeps = meets || h < kForceTime * memory.options.frame ? kMeetingSweeps : kRubbingSweeps}, memory.after);
    keep_forces(memory, island, h, solver);
    for (std::size_t c = 0; c < island.contacts.size(); ++c) {
        const double length = solver.friction.unit.rows[3 * c].length;
        memory.pushes[island.contacts[c]] = length > 0.0 ? solver.friction.forces[3 * c] : 0.0;
    }
}

}  // namespace graze::internal
