// What a world of lattices remembers; for the room's own files and its tests.
#pragma once

#include "graze/soft/lattice_contact.h"
#include "graze/soft/lattice_exact.h"
#include "graze/soft/lattice_levels.h"
#include "graze/soft/lattice_world.h"

#include <unordered_map>

namespace graze::soft {

/// A node that is held: by a spring to a place, in the coordinates of what holds it.
struct HeldCorner {
    std::uint32_t node = 0;
    std::uint32_t hold = 0;
    Vec3 place = Vec3::Zero();
};

struct BulkBody {
    std::string name;
    BulkMaterial material;
    std::unique_ptr<Lattice> lattice;  // stands still in memory: the system looks at it
    std::unique_ptr<LatticeSystem> system;
    std::vector<BulkHold> holds;
    std::vector<HeldCorner> held;
    double hold_stiffness = 0.0;  // kg / s^2
    Vectors x, v;
    std::vector<Eigen::Quaterniond> turn;  // by cell
    std::uint32_t first_node = 0;          // in lists of all nodes
    std::vector<double> quiet;             // s, by node: how long it hardly moved
    std::vector<std::uint8_t> sleeps;      // by node
    std::vector<Vec3> hold_force;          // kg unit / s^2, on what holds, in the last frame
};

/// What a contact pushed with, kept from frame to frame.
struct KeptPush {
    double push = 0.0;
    Vec3 rub = Vec3::Zero();
};

struct BulkMemory {
    BulkOptions options;
    std::vector<BulkBody> bodies;
    ContactModel contact;                // skins of all bodies, and who may be in whom
    std::vector<Pose> poses;             // of rigid bodies
    std::vector<Vec3> rigid_force;       // kg unit / s^2
    std::unordered_map<std::uint64_t, KeptPush> kept;
    std::size_t nodes = 0;               // of all bodies
    // Exact alone:
    std::vector<PreparedBody> prepared;        // rigid bodies
    SkinModel skins;
    std::vector<std::uint32_t> first_vertex;   // by skin, in the list of all
    double time = 0.0, body_clock = 0.0;
    double penetration = 0.0;            // as it was last measured
};

/// A step as it is solved: from, to, and what happens meanwhile.
struct StepInput {
    double seconds = 0.0;
    double time = 0.0;                    // at its end
    std::span<const Pose> from, to;       // of rigid bodies
    std::vector<ContactRow>* rows = nullptr;
    bool is_exact = false;
};
struct StepOutput {
    Vectors x;  // all nodes
    int passes = 0, iterations = 0;
    bool converged = true;
};

/// Solves an implicit step; changes the turns of cells and the pushes of rows, and nothing else.
[[nodiscard]] StepOutput solve_step(BulkMemory& memory, const StepInput& input);

/// Where the holds of a body put a held corner at a time.
[[nodiscard]] Vec3 target_of(const BulkBody& body, const HeldCorner& held, std::span<const Pose> poses, double time);

/// The rotation nearest to F [Mueller16], beginning with a guess.
[[nodiscard]] Eigen::Quaterniond rotation_of(const Mat3& f, const Eigen::Quaterniond& guess);
[[nodiscard]] Mat3 deformation_of(const Lattice& lattice, std::size_t cell, std::span<const Vec3> x);

/// Forces of all cells on nodes, as they stand with these turns; and their energy.
double add_elastic_forces(const BulkBody& body, std::span<const Vec3> x, std::span<Vec3> force);

/// A frame of Response::Exact (lattice_exact.cpp).
BulkReport advance_exact(BulkMemory& memory, BodyPoses poses);

/// All nodes of all bodies, and back.
[[nodiscard]] Vectors all_corners(const BulkMemory& memory);
void carry_skins(BulkMemory& memory);
/// What holds feel where everything stands; adds to the forces on rigid bodies.
void note_hold_forces(BulkMemory& memory);

}  // namespace graze::soft
