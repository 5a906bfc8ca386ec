// Rods among rigid bodies that go where they are told: cables and hoses that bend, twist, lie, rub, and never go into
// anything.
//
//     auto world = make_soft_world({rods, bodies, holds}, {.per_metre = 1000.0});
//     const FrameReport report = advance(*world, poses_at);   // report.certified
//
// A frame is done in sub-steps; each is an implicit step, and is made only if prove_step proves it from the doubles that
// were stored to the doubles that will be. Where that fails, a shorter one is tried, and in the end the bodies wait for
// the rods. docs/soft.md.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/function_ref.h"
#include "graze/model/body.h"
#include "graze/soft/rod.h"
#include "graze/soft/soft_body.h"

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace graze::soft {

/// A hinge holds a place; a clamp, at an end, holds the direction and the turn, too.
enum class HoldKind { Hinge, Clamp };

/// Where a hold is at a time, as a displacement from where it began; between two times it goes steadily.
struct HoldMove {
    double time = 0.0;
    Vec3 by = Vec3::Zero();
    double turn_deg = 0.0;  // of a clamp, about the rod's direction
};

/// What holds a node: the world, or a body, by a spring.
struct Hold {
    std::uint32_t rod = 0;
    int node = 0;
    HoldKind kind = HoldKind::Hinge;
    std::optional<std::uint32_t> body = {};  // none: the world
    double stiffness = 1e5;                  // N/m
    double most_force = 1000.0;              // N: pulled harder, it gives way
    std::vector<HoldMove> moves = {};        // times rise; empty: it stays
    std::string name = {};
};

struct SoftScene {
    std::vector<RodDrawing> rods;
    std::vector<SoftBody> bodies;
    std::vector<Hold> holds;
    std::vector<std::array<std::uint32_t, 2>> ignored;  // a rod and a body that may be anywhere in each other
};

struct SoftOptions {
    double per_metre = 1000.0;         // units of length in a metre
    Vec3 gravity = Vec3::Zero();       // unit / s^2
    double frame = 1.0 / 60.0;         // s
    int most_sub_steps = 64;
    int most_newton_steps = 20;
    double barrier_share = 0.15;       // of a rod's radius: the gap at which contacts begin to push
};

/// Where bodies are when their clock shows this time.
using BodyPoses = FunctionRef<std::vector<Pose>(double clock)>;

struct SoftReport {
    bool certified = true;            // every sub-step was proved free
    int sub_steps = 0, newton_steps = 0;
    int halved = 0;                   // proofs that failed, and were made good by shorter steps
    double stood = 0.0;               // seconds in which rods had to stand still
    double waited = 0.0;              // seconds by which bodies lag behind their clock after this frame
    std::uint64_t queries = 0;
    double least_gap = std::numeric_limits<double>::infinity();  // between skins, measured at the end; of near pairs
    int contacts = 0, self_contacts = 0;
};

/// What a hold feels.
struct HoldForce {
    Vec3 force = Vec3::Zero();   // N, of the rod on the hold
    Vec3 moment = Vec3::Zero();  // N m, about the node; of a clamp
    double stretch = 0.0;        // how far the node is from where it is held, in units
};

struct SoftMemory;
class SoftWorld {
  public:
    explicit SoftWorld(std::unique_ptr<SoftMemory> memory);
    ~SoftWorld();
    SoftWorld(SoftWorld&&) noexcept;
    SoftWorld& operator=(SoftWorld&&) noexcept;

    [[nodiscard]] std::size_t rods() const;
    [[nodiscard]] std::span<const Vec3> nodes(std::size_t rod) const;
    [[nodiscard]] double twist_of(std::size_t rod) const;  // of the last segment against the first, radians
    [[nodiscard]] std::span<const Pose> poses() const;     // of bodies
    [[nodiscard]] double time() const;
    [[nodiscard]] HoldForce force_on(std::size_t hold) const;
    [[nodiscard]] SoftMemory& memory() { return *memory_; }
    [[nodiscard]] const SoftMemory& memory() const { return *memory_; }

  private:
    std::unique_ptr<SoftMemory> memory_;
};

/// Errors: BadInput for numbers that are none, and for rods that begin in a body, in each other or in themselves, or bent
///         too sharply: both are named.
[[nodiscard]] Expected<SoftWorld> make_soft_world(const SoftScene& scene, const SoftOptions& options);

/// One frame. `poses`: of all bodies, continuous in time; at clock 0 those of the scene.
///
/// Guarantee: `certified`: at every moment of the frame the skin of no rod meets a body, another rod or itself, while
///            nodes go straight and bodies slerp about the middle of their boxes from sub-step to sub-step. A sub-step
///            that is not proved is not made.
SoftReport advance(SoftWorld& world, BodyPoses poses);

/// The same, with bodies that stand.
SoftReport advance(SoftWorld& world);

/// A hand at a node, where the node is: a hold of the world, whose place is told. Returns its number; the last hold.
/// Pre: a valid hold without a body.
std::size_t add_hand(SoftWorld& world, const Hold& hold);
void move_hand(SoftWorld& world, std::size_t hand, const Vec3& place);
/// Pre: it was added last.
void remove_hand(SoftWorld& world, std::size_t hand);

}  // namespace graze::soft
