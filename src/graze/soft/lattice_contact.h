// Where skins of deformable bodies are near something, and the planes between: one-sided rows for the step's system.
//
// A skin is sampled at its vertices, and within triangles that are long against cells. Samples are looked at in three
// levels [GuyDebunne04, sec. 5.2]: the box of all samples of a cell, one sample of each half cell, and only where that one
// is near, all of them. Of each half cell the deepest sample makes a row for each thing that it is near,
//
//     g = n . (x_p - x_q) >= 0                                                                             (12)
//
// with q the closest point and n the normal of the average plane, placed and turned by stiffness: the share of each side
// is that of its stiffness, so a rigid body's plane is its own [GuyDebunne04, sec. 5.4]. Rows push with
// max(0, push - k g), k of both sides in series, which is what two springs on a plane without mass do.
#pragma once

#include "graze/model/box_tree.h"
#include "graze/soft/lattice_surface.h"
#include "graze/soft/lattice.h"
#include "graze/soft/soft_body.h"

#include <cstdint>
#include <span>
#include <vector>

namespace graze::soft {

/// A point of a skin.
struct SkinSample {
    std::uint32_t triangle = 0;
    Vec3 weight = Vec3::Zero();  // of its corners
    std::uint32_t bin = 0;       // a half cell
    std::uint32_t cell = 0;
};

/// The skin of a body in contact. Of rigid bodies `vertices` are in their own coordinates.
struct Skin {
    Surface surface;
    bool is_rigid = false;
    std::string name;
    double friction = 0.5;
    double stick = 0.0;
    double stiffness = 0.0;  // kg / (unit s^2): Young's modulus; rigid: infinite
    // Of deformable bodies:
    const Lattice* lattice = nullptr;
    std::uint32_t first_node = 0;
    std::vector<SkinSample> samples;  // ordered by cell, then by bin
    std::vector<std::uint32_t> cell_begin, bin_begin;  // of samples; bins have numbers of their own
    std::vector<std::uint32_t> bin_of_cell;            // the first bin of each cell with samples, and the end
    std::vector<double> bin_area;
    std::vector<double> bin_radius;    // at rest, about its first sample
    std::vector<Vec3> rest;            // vertices without load: who is a neighbour in truth
};

struct ContactModel {
    std::vector<Skin> skins;  // deformable bodies first, then rigid ones
    std::size_t soft = 0;
    std::vector<std::vector<bool>> is_ignored;  // by skin, by skin
    bool self_contact = true;
};

/// g = n . (sum of weights x), and `offset` for a rigid side.
struct ContactRow {
    static constexpr int kMost = 48;
    int count = 0;
    std::array<std::uint32_t, kMost> node{};  // of all nodes
    std::array<double, kMost> weight{};       // of the second side: negative
    Vec3 normal = Vec3::UnitZ();              // to the first side
    Vec3 fixed = Vec3::Zero();                // rigid: -q at the end of the step
    Vec3 slide = Vec3::Zero();                // rigid: how far q goes in the step
    double kept_gap = 0.0;                    // the row wants g >= this
    double stiffness = 0.0;                   // kg / s^2
    double friction = 0.0;
    double most_pull = 0.0;                   // sticky: so much it holds back
    double push = 0.0;                        // kg unit / s^2
    Vec3 rub = Vec3::Zero();
    Vec3 force = Vec3::Zero();                // of the step that was solved, on the first side
    bool pushes = false;
    bool flipped = false;                     // the first side is the other skin
    std::uint64_t key = 0;                    // same contact, same key
    std::uint32_t skin = 0, other = 0;
    double first_gap = 0.0;                   // when it was found
};

struct ContactSearch {
    std::vector<ContactRow> rows;
    double deepest = 0.0;  // of samples: how far inside of something, >= 0
    std::size_t samples = 0, all_samples = 0;
};

/// Adds the skin of a deformable body; `vertices` are where they stand.
void add_soft_skin(ContactModel& model, const std::string& name, const Mesh& mesh, const Lattice& lattice, std::span<const Vec3> vertices,
                   const BulkMaterial& material, double per_metre, std::uint32_t first_node);
void add_rigid_skin(ContactModel& model, const SoftBody& body);

/// How near things have to be for a row.
struct ContactReach {
    double reach = 0.0;         // outside
    double depth = 0.0;         // inside: what is deeper has gone through
    std::span<const Pose> poses, from;  // of rigid bodies: at the end of the step, and at its beginning
};
/// Pre: skins were refitted to their vertices. `wants_rows`: else only `deepest` is measured.
[[nodiscard]] ContactSearch find_contacts(const ContactModel& model, const ContactReach& reach, bool wants_rows);

/// Puts the stiffness that rows have by (12) into them, and nodes and weights of a point of a skin.
void add_side(ContactRow& row, const Skin& skin, std::uint32_t triangle, const Vec3& weight, double sign);

}  // namespace graze::soft
