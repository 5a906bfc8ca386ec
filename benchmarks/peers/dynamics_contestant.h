// A world of rigid bodies as one library simulates it, one frame at a time.
//
// No Eigen and no Graze types here, as in contestant.h.
#pragma once

#include "peers/contestant.h"

namespace graze::bench {

/// The body's origin is its centre of mass, its axes are the principal ones.
struct PlainRigidBody {
    PlainMesh mesh;
    PlainPose pose;
    double mass = 0.0;  // 0: it stands for ever
    double inertia[3] = {0.0, 0.0, 0.0};
    double friction = 0.3, restitution = 0.0;
    double velocity[6] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};  // of the centre, angular; in the world
    double size = 0.0;                                    // diagonal of its box
    bool is_convex = false;
    double half_box[3] = {0.0, 0.0, 0.0};  // if it is a box along its own axes, centred; else zero
};

struct PlainWorld {
    std::span<const PlainRigidBody> bodies;
    double gravity[3] = {0.0, 0.0, 0.0};
    double frame = 1.0 / 60.0;  // seconds
    double unit = 1.0;          // size of a typical body that moves: libraries that want metres divide by it
    int inner_steps = 1;        // how many steps of the library make a frame
    bool is_second_order = false;  // else bodies rest unless they are driven: velocities die every frame
};

class DynamicsContestant {
  public:
    DynamicsContestant() = default;
    DynamicsContestant(const DynamicsContestant&) = delete;
    DynamicsContestant& operator=(const DynamicsContestant&) = delete;
    virtual ~DynamicsContestant() = default;

    /// First order: where the body shall be after the next frame, as far as it can. Peers get it as a velocity.
    virtual void drive(int body, const PlainPose& target) = 0;
    /// One frame. Timed.
    virtual void advance() = 0;
    [[nodiscard]] virtual PlainPose pose(int body) const = 0;
    /// Its own limits do not let it go on.
    [[nodiscard]] virtual bool gave_up() const { return false; }
};

struct DynamicsContestantKind {
    const char* name;
    int inner_steps;
    std::unique_ptr<DynamicsContestant> (*make)(const PlainWorld& world);
};

// One file each; null if the library cannot simulate such bodies at all.
std::unique_ptr<DynamicsContestant> make_bullet_dynamics(const PlainWorld& world);
std::unique_ptr<DynamicsContestant> make_ode_dynamics(const PlainWorld& world);
std::unique_ptr<DynamicsContestant> make_mujoco_dynamics(const PlainWorld& world);

inline constexpr DynamicsContestantKind kDynamicsPeers[] = {
    {"Bullet", 1, make_bullet_dynamics},   {"Bullet, 8 steps", 8, make_bullet_dynamics},
    {"ODE", 1, make_ode_dynamics},         {"ODE, 8 steps", 8, make_ode_dynamics},
    {"MuJoCo", 1, make_mujoco_dynamics},   {"MuJoCo, 8 steps", 8, make_mujoco_dynamics},
};

/// Velocity that takes a body from one pose to another within a frame: of the centre, then angular. Plain
/// numbers, for the peers.
void velocity_between(const PlainPose& from, const PlainPose& to, double frame, double velocity[6]);
/// The matrix of the quaternion, filled in.
void fill_rotation(PlainPose& pose);

}  // namespace graze::bench
