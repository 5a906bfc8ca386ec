// Bodies that push, slide and rest, and never go into each other [Redon04]: contract C3.
//
// A world holds bodies, what pulls them, and what they weigh. `advance` moves everything by one frame: the
// motion that is wanted, the nearest one that contacts and joints allow (dynamics/solve/), and then only as much
// of it as first_contact proves clear. So every pose that a world ever has was reached along motions proved
// clear, whatever the drives ask for; what cannot be proved in time is not done.
//
// First order: a body goes where it is pulled, as far as it can, and rests without a pull (mounting by mouse).
// Second order: bodies have velocities, fall, bounce and rub. It may be switched while the world runs.
//
//     World world = *make_world({{door, pose, with_density(mass_properties(door), 1.0)}, {car}}, {});
//     pull(world, 0, {.target = mouse});
//     const FrameReport report = advance(world);        // world.pose(0) is as near as it can be
//
// What may be changed while it runs, states that are saved and restored: world_changes.h.
// docs/handling.md explains the loop, with the paper's equations.
#pragma once

#include "graze/core/expected.h"
#include "graze/dynamics/handling/world_report.h"
#include "graze/model/body.h"
#include "graze/model/mass_properties.h"
#include "graze/queries/broad/broad_phase.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace graze {

enum class WorldOrder : std::uint8_t { First = 1, Second = 2 };

struct WorldBody {
    Body body;
    Pose pose = {};
    std::optional<BodyMass> mass = {};  // nothing: it stands for ever
    double friction = 0.3;              // Coulomb's coefficient; of a pair: the square root of the product
    double restitution = 0.0;           // 0 to 1; of a pair: the larger
    Twist velocity = {};                // second order
    double deviation = 0.0;             // of its triangles from CAD, for the depth of seated pairs
    std::string name = {};              // for messages; empty: its number
};

/// A motor turns or slides a joint at a speed, as far as its strength goes.
struct WorldMotor {
    double speed = 0.0;                   // radians or length per second
    std::optional<double> strength = {};  // torque or force; nothing: any
};

/// A body held by another, at the poses that they begin with. Joints form trees.
struct WorldJoint {
    JointKind kind = JointKind::Fixed;
    std::uint32_t body = 0;
    std::optional<std::uint32_t> parent = {};  // none: the world
    Vec3 axis = Vec3::UnitZ();                 // in the world, as bodies begin; not zero
    Vec3 origin = Vec3::Zero();                // a point on it
    std::optional<std::array<double, 2>> limits = {};  // of the angle (radians) or the way, 0 at the start
    std::optional<WorldMotor> motor = {};
};

/// A hand that holds a body at one point; the body is free to turn about it.
struct Grab {
    Vec3 point = Vec3::Zero();   // in the body's own coordinates
    Vec3 target = Vec3::Zero();  // where that point shall be, in the world
    double turn_damping = 2.0;   // second order: of its turning, 1/s
};

/// What pulls a body. In first order all of it is wanted within a frame; in second order the body is accelerated
/// by a damped spring.
struct Pull {
    std::optional<Pose> target = {};  // where the body shall be
    std::optional<Grab> grab = {};    // instead of a target
    Twist velocity = {};              // without both: how it shall move, in first order
    Twist force = {};                 // second order: force on the centre of mass, and torque
    double stiffness = 20.0;          // of the spring: its angular frequency, 1/s
    double damping = 1.0;             // 1: critical
};

/// Which pairs of solids are handled as copies from the beginning on (WorldSeat).
enum class SeatsAtStart : std::uint8_t {
    NearerThanDepth,  // also those that are apart by less than their depth: triangles of CAD parts that touch
    Touching,         // those that touch; others begin apart, however near. For worlds that go on from elsewhere
};

struct WorldOptions {
    WorldOrder order = WorldOrder::First;
    Vec3 gravity = Vec3::Zero();  // second order
    double frame = 1.0 / 60.0;    // seconds
    int most_sub_steps = 12;      // of a frame; in second order twice as many, while bodies have time left
    /// Security distances of a pair are eps_r, eps_s, eps_b = 0.0044, 0.01, 0.023 of a length [Redon04, sec. 4]:
    /// 0.026 times this times the size of the smaller body that can move.
    double security = 1.0;
    SeatsAtStart seats = SeatsAtStart::NearerThanDepth;
    int threads = 1;  // 0: all cores; the same bits for any number, but under a time limit
};

/// A pair that begins in contact, and so is handled as slightly smaller copies: no point of one body is ever
/// deeper than `depth` in the other (docs/mathematics/depth.md).
struct WorldSeat {
    BodyPair bodies;
    double depth;
};

namespace internal {
struct WorldMemory;
}  // namespace internal
class World {
  public:
    /// By make_world.
    explicit World(std::unique_ptr<internal::WorldMemory> memory);
    ~World();
    World(World&&) noexcept;
    World& operator=(World&&) noexcept;

    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] const Pose& pose(std::uint32_t body) const;
    [[nodiscard]] Twist velocity(std::uint32_t body) const;
    [[nodiscard]] bool is_movable(std::uint32_t body) const;
    [[nodiscard]] const std::optional<BodyMass>& mass(std::uint32_t body) const;
    [[nodiscard]] bool is_asleep(std::uint32_t body) const;
    [[nodiscard]] const Body& body(std::uint32_t body) const;
    [[nodiscard]] std::span<const WorldSeat> seats() const;
    [[nodiscard]] internal::WorldMemory& memory() { return *memory_; }
    [[nodiscard]] const internal::WorldMemory& memory() const { return *memory_; }

  private:
    std::unique_ptr<internal::WorldMemory> memory_;
};

/// Errors: BadInput for bodies that overlap (deeper than a seat may be), named; for open bodies that touch; for
///         joints that form loops, and numbers that are none.
/// Cost:   that of the exact tests at the start; O(n log n) for each distinct body.
[[nodiscard]] Expected<World> make_world(std::vector<WorldBody> bodies, const WorldOptions& options,
                                         const PairRules& rules = {{}, {}, 0.0},
                                         std::span<const WorldJoint> joints = {});

/// Pre: the body is movable; numbers are finite.
void pull(World& world, std::uint32_t body, const Pull& pull);
void let_go(World& world, std::uint32_t body);
void set_order(World& world, WorldOrder order);
void set_gravity(World& world, const Vec3& gravity);
void set_velocity(World& world, std::uint32_t body, const Twist& velocity);
/// Pre: the joint has a motor.
void set_motor_speed(World& world, std::size_t joint, double speed);

/// One frame.
///
/// Guarantee: C3: at every moment each pair of bodies that the rules do not leave out is proved apart, or, if
///            it began in contact, never deeper than its depth. A pose that the world has afterwards was reached
///            along proved motions. Same bits for any number of threads without a limit on time.
/// Cost:      FrameBudget; a sub-step that has begun is finished in bounded work.
FrameReport advance(World& world, const FrameBudget& budget = {});

/// Where everything goes from now on (world_report.h); null: no more. Borrowed.
void record(World& world, WorldTrack* track);

}  // namespace graze
