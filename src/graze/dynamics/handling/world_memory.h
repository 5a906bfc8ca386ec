// What a world remembers: internal.
#pragma once

#include "graze/continuous/search/model_contact.h"
#include "graze/core/internal.h"
#include "graze/dynamics/handling/handling_tuning.h"
#include "graze/dynamics/handling/world_changes.h"
#include "graze/dynamics/solve/active_set.h"
#include "graze/dynamics/solve/contact_rows.h"
#include "graze/dynamics/solve/friction.h"
#include "graze/dynamics/solve/gauss_seidel.h"
#include "graze/dynamics/solve/joint_rows.h"
#include "graze/motion/pose_at.h"
#include "graze/queries/instant/contacts_within.h"

#include <functional>
#include <map>
#include <unordered_map>

namespace graze::internal {

/// A trial with smaller security distances (tight_fits.h).
struct Squeeze {
    bool is_trying = false, failed = false;
    Pose from = {};
    Pose before = {};  // as the frame began
    Vec6 pull = Vec6::Zero();
};

/// A body of a world, and where it is.
struct BodyState {
    WorldBody given;
    std::shared_ptr<const ContactBody> shape;
    Pose pose = {};
    Vec3 centre = Vec3::Zero();  // of mass, in the world
    double reach = 0.0;          // no point is farther from the centre of mass
    double size = 0.0;
    double joint_arm = 0.0;   // from the centre of mass to the farthest of its joints
    double courage = 1.0;  // first order: this part of a step is tried, less where the last ones ended at once
    std::uint32_t group = 0;  // bodies on common joints: stopped together
    Vec6 velocity = Vec6::Zero();
    InverseMass inverse = {};  // in the world's axes, as it stands
    Mat3 inverse_own_inertia = Mat3::Zero();  // in its own
    Mat3 inverse_before = Mat3::Zero();       // in the world's, before it turned
    Squeeze squeeze = {};
    std::optional<Pull> pull = {};
    int quiet = 0;  // sub-steps without motion
    bool asleep = false;
    std::optional<Pose> goal = {};       // first order: where it shall be at the end of the frame,
    bool is_grabbed = false;             // or a point of it
    AxisLock lock = {};
    double nearest_eps = std::numeric_limits<double>::infinity();  // least eps_s of its contacts

    [[nodiscard]] bool is_movable() const { return given.mass.has_value(); }
    [[nodiscard]] bool wants() const { return goal.has_value() || is_grabbed; }  // first order
};

/// A joint, in the coordinates of its bodies.
struct JointPlace {
    WorldJoint given;
    Vec3 at_body, at_parent;    // its point
    Vec3 axis_body, axis_parent;  // unit
    Eigen::Quaterniond turn;    // of the body seen from the parent, at value 0
    double value = 0.0;           // followed from step to step, so that it may turn more than once
    double goal = 0.0;            // first order: of its motor
};

/// Two bodies that are, or were lately, near each other.
struct NearPair {
    BodyPair bodies{};
    std::shared_ptr<const ContactBody> a, b;  // the bodies, or copies of them
    double clearance = 0.0;                   // the scene's own demand, on top of security distances
    double base = 0.0;   // security distances are 0.0044, 0.01, 0.023 of base * part
    double part = 1.0;   // smaller where there is little play
    bool is_tightened = false;  // by a trial
    double apart = 0.0;  // proved: they are farther apart than this
    double friction = 0.0, restitution = 0.0;
    bool is_seat = false;
    ContactList list;
    std::vector<ContactForce> forces;  // of its contacts, when they were last solved for
    FirstContactMemo memo = {};
    std::uint64_t seen = 0, measured = 0;  // sub-steps in which it was near, and in which its list was made
    // In this sub-step:
    bool is_listed = false;
    std::size_t first_contact_row = 0;  // of its contacts
    std::size_t contact_count = 0;

    [[nodiscard]] SecurityDistances eps() const {
        const double length = base * part;
        return {0.0044 * length, 0.01 * length, 0.023 * length};
    }
};

/// What a contact's normal turns with.
enum class NormalOf : std::uint8_t { FaceOfA, FaceOfB, Edges, Neither };

/// One contact of a sub-step.
struct ActiveContact {
    ClosestPair pair;     // distance: less the clearance of the scene
    NormalOf normal_of = NormalOf::Neither;
    Vec3 edge_a = Vec3::Zero(), edge_b = Vec3::Zero();  // directions in the world, if of edges
    NearPair* near;
    std::uint32_t which;  // of the pair's list
};

/// How far a body goes in a sub-step.
struct Life {
    double until = 1.0;  // of the motion
    int stops = 0;
    RoundedPose at = {};  // there
};

/// What is proved of a listed pair in a sub-step (proved_step.h).
struct PairProof {
    double clearance = 0.0, tolerance = 0.0;
    bool is_coarse = false;  // roundings of poses are as much: nobody moves
    double hit = std::numeric_limits<double>::infinity();         // both move: clear up to here
    double second_hit = std::numeric_limits<double>::infinity();  // one stands: clear up to here,
    double second_until = 0.0;                                    // asked up to here
    std::uint64_t queries = 0, work = 0;
    int undecided = 0;
};

/// Bodies that contacts and joints connect.
struct Island {
    std::vector<std::uint32_t> bodies;    // movable, awake
    std::vector<std::uint32_t> contacts;  // places in WorldMemory::contacts
    std::vector<std::uint32_t> joints;
};

/// Memory of the solvers.
struct SolverMemory {
    std::vector<InverseMass> masses;
    std::vector<Vec6> wanted;
    std::vector<MotionRow> rows;
    std::vector<FrictionContact> rubbing;
    std::vector<BoundedRow> motors;
    ActiveSetWorkspace active_set;
    GaussSeidelWorkspace gauss_seidel;
    FrictionWorkspace friction;
};

/// What was said about a pair since the world began; it goes before the rules.
struct PairChange {
    std::optional<double> clearance = {};
    std::optional<bool> ignored = {};
};

/// What goes along with the bodies, as rods do: saved and restored with them. Both or neither.
struct WorldCompanion {
    std::function<std::shared_ptr<const void>()> save;
    /// Where bodies stand now. Errors: it does not fit among them there; then it is as it was.
    std::function<Expected<void>(const std::shared_ptr<const void>&)> restore;
};

struct WorldMemory {
    WorldOptions options;
    HandlingTuning tuning;
    PairRules rules{{}, {}, 0.0};
    std::map<BodyPair, PairChange> changes;
    double largest_change = 0.0;  // of clearances
    bool margins_are_new = false;  // pairs that were not listed may be nearer than theirs
    std::shared_ptr<std::uint64_t> version = std::make_shared<std::uint64_t>(0);  // WorldState::version
    std::vector<BodyState> bodies;
    std::vector<JointPlace> joints;
    std::vector<WorldSeat> seats;
    std::vector<std::uint32_t> movable;
    double copies_are_off_by = 0.0;  // no point of a copy is farther from its original
    std::unordered_map<std::uint64_t, std::unique_ptr<NearPair>> pairs;  // by key_of
    std::uint64_t sub_steps = 0;                                         // so far
    WorldTrack* track = nullptr;
    WorldCompanion companion;
    std::uint64_t frames = 0;  // done
    std::vector<WorldEvent> happened;        // in this frame
    std::vector<BodyPair> pressing, pressed;  // pairs that press at the end of this frame, of the last one
    std::vector<Vec6> felt, began;           // by body: resistance(), summed up; velocities as the sub-step began
    // Of a sub-step.
    std::vector<Box> boxes, swept;
    std::vector<NearPair*> listed;  // by bodies
    std::vector<ActiveContact> contacts;
    std::vector<Island> islands;
    std::size_t island_count = 0;
    std::vector<std::int32_t> place;  // of a body in its island
    std::vector<std::uint32_t> island_of;  // by body
    std::vector<std::uint32_t> root;  // of the search for islands
    std::vector<JointState> joint_states;
    std::vector<Vec6> wanted;         // displacements, by body
    std::vector<Vec6> impact, after;  // second order: velocities after impacts, and at the end of the time left
    std::vector<Vec6> going;          // what is to be proved, by body
    std::vector<double> pushes;       // by contact
    std::vector<RigidMotion> motions;
    std::vector<Pose> ends;
    std::vector<Life> lives;
    std::vector<PairProof> proofs;  // of listed pairs
    std::vector<std::uint32_t> touched;
    std::vector<double> left, left_before;  // second order: time that bodies still have, by body
    std::vector<SolverMemory> solvers;
    std::vector<FirstContactWorkspace> searches;
    std::vector<WorldContact> shown;
    std::vector<double> breaks;
};

}  // namespace graze::internal
