// What may be changed while a world runs: what is between bodies, where they are, what is held. Contract C3 holds
// through all of it: what would bring bodies into each other is refused, and nothing has changed then.
//
//     const WorldState before = save(world);
//     if (auto put = place(world, door, pose); !put) show(put.error().message);
//     ...
//     restore(world, before);  // undo
#pragma once

#include "graze/dynamics/handling/world.h"

namespace graze {

/// Mean force of a contact over the last sub-step of second order: solvers begin with it the next time.
struct ContactForce {
    std::array<std::uint32_t, 2> triangles;
    std::array<FeatureSlot, 2> features;
    Vec3 force;  // in the world, on the body that solvers take first
};

/// Where everything is, how it moves, and what is known of pairs: enough to go on from there as if nothing had
/// happened since. Holds for the world that it is of, and no other. A plain value.
struct WorldState {
    struct OfBody {
        Pose pose;
        Twist velocity;
        std::optional<Pull> pull;
        bool asleep;
    };
    struct OfJoint {
        double value, motor_speed;
    };
    struct OfPair {
        BodyPair bodies;
        double part;   // of the full security distances
        double apart;  // proved: they are farther apart
        std::vector<ContactForce> forces;
    };
    std::vector<OfBody> bodies;
    std::vector<OfJoint> joints;
    std::vector<OfPair> pairs;  // that were near lately; rising
    WorldOrder order = WorldOrder::First;
    Vec3 gravity = Vec3::Zero();
    std::shared_ptr<const std::uint64_t> version;  // of the world: raised when more is asked of pairs
    std::uint64_t of_version = 0;
    std::shared_ptr<const void> companion = {};  // of what goes along with the bodies (soft/coupled_world.h)
};

/// Cost: O(bodies + pairs).
[[nodiscard]] WorldState save(const World& world);

/// What was said of pairs since (set_clearance, set_ignored, set_security) stays; then the exact tests come first. A
/// track begins anew.
/// Errors: BadInput for the state of another world, or from before a body was added; if bodies would be nearer than
///         is asked now. Then nothing has changed.
/// Cost:   O(bodies + pairs), and the exact tests if they are needed.
[[nodiscard]] Expected<void> restore(World& world, const WorldState& state);

/// Puts a body elsewhere at once, at rest; not along a way. A track begins anew.
/// Pre: it can move; a valid pose. Errors: BadInput if it would overlap something there, or come nearer than is
///      asked, by name; if it hangs on a joint.
[[nodiscard]] Expected<void> place(World& world, std::uint32_t body, const Pose& pose);

/// One more body; its number is that of the bodies before. A track begins anew.
/// Errors: those of make_world.
[[nodiscard]] Expected<std::uint32_t> add_body(World& world, WorldBody body);

/// Two bodies keep farther apart than `clearance`, besides security distances, whatever the rules say of them.
/// Pre: two bodies; >= 0, finite. Errors: BadInput if they are nearer now, or are a seat and it is above 0.
[[nodiscard]] Expected<void> set_clearance(World& world, const BodyPair& bodies, double clearance);

/// Two bodies pass through each other from now on, or no longer. Pre: two bodies.
/// Errors: BadInput if they overlap now, and would have to be kept apart.
[[nodiscard]] Expected<void> set_ignored(World& world, const BodyPair& bodies, bool ignored);

/// From now on the body can move, or (nothing) stands for ever, where it is and without a pull. A track begins anew.
/// Pre: the body exists. Errors: BadInput for a mass that is none; for a body on a joint; for a body that overlaps
///      another one that stood so far. Who touches such a one becomes a seat, as WorldOptions::seats says.
[[nodiscard]] Expected<void> set_mass(World& world, std::uint32_t body, const std::optional<BodyMass>& mass);

/// WorldOptions::security. Pre: above 0, finite.
void set_security(World& world, double security);

/// Of one body. Pre: friction >= 0 and finite; restitution from 0 to 1.
void set_friction(World& world, std::uint32_t body, double friction);
void set_restitution(World& world, std::uint32_t body, double restitution);

/// Directions in which the centre of mass does not move, and about which the body does not turn.
struct AxisLock {
    std::array<bool, 3> move{}, turn{};  // along and about x, y, z
    bool of_body = false;                // the body's own axes; else the world's
};
/// Whatever pulls or pushes. Nothing set: free. Pre: the body can move.
void set_lock(World& world, std::uint32_t body, const AxisLock& lock);

/// What others did to a body in the last frame. First order: the displacement from where it is to where it was
/// wanted. Second order: mean force on its centre of mass and torque about it, of contacts, joints and locks.
[[nodiscard]] Twist resistance(const World& world, std::uint32_t body);

/// Angle in radians, whole turns counted, or way, from the start. Pre: the joint exists.
[[nodiscard]] double joint_value(const World& world, std::size_t joint);

}  // namespace graze
