// Which bodies of a scene clash at one instant, how, how deep, and where. What triangles do is exact (contract
// C2); what is made of it knows that bodies have errors: contacts no deeper than these are no clash.
//
// Pairs whose boxes are farther apart than their clearance are never looked at (broad_phase.h); bodies that
// share a mesh share its tree; pairs run side by side and come out in the order of body ids, with the same
// bits for any number of threads (C5).
//
// What the scene allows is left out of the report:
//   ignore              the pair is not looked at
//   allow touching      not reported if they touch (contact within the facets' error included), nor if they
//                       are merely near (unless a clearance is named for this pair)
//   allow interference  not reported whatever they do; with a depth: not reported if proved no deeper. If
//                       proved deeper they clash, and else it is not decided. Bodies without an inside have
//                       no depth: they clash
#pragma once

#include "graze/core/expected.h"
#include "graze/core/progress.h"
#include "graze/discrete/wide/intersections.h"
#include "graze/queries/broad/broad_phase.h"
#include "graze/scene/scene.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace graze {

namespace internal {
struct SceneModels;  // queries/broad/scene_models.h
}  // namespace internal

/// What the exact kind (discrete/bodies/meeting.h) means for bodies with errors (contact_depth.h):
///   Duplicate           the same triangles twice, at the same place up to rounding
///   Intersecting        proved deeper in each other than D, or through the middle of a wall; or one is no
///                       solid, and triangles cross
///   Contained           one is inside the other, without contact
///   ContactWithinError  they meet, and are not proved deeper than D: what the errors of facets can make
///   Touching            they meet, and are not proved deeper than rounding
///   WithinClearance     no contact, but not farther apart than the clearance of the pair
enum class ClashKind { Intersecting, Touching, Contained, WithinClearance, Duplicate, ContactWithinError };

[[nodiscard]] const char* name_of(ClashKind kind);  // as in JSON: "within_clearance"

/// Touching or ContactWithinError: no clash unless denied.
[[nodiscard]] constexpr bool is_contact(ClashKind kind) {
    return kind == ClashKind::Touching || kind == ClashKind::ContactWithinError;
}

/// How much is wanted of each pair. All of them give kinds, distances and whether it is a clash.
enum class ClashDetail {
    First,      // one pair of triangles; the least work
    Summary,    // all pairs of surfaces that meet; of bodies that are only near, the nearest
    Surfaces,   // all pairs of surfaces that meet or are within the clearance
    Triangles,  // all pairs of triangles that meet or are within the clearance
};

/// A mesh and where it is. Borrowed.
struct PosedMesh {
    const Mesh& mesh;
    const Pose& pose;
};

/// What a method finds of two posed meshes; lists as Intersections has them.
struct FoundMeetings {
    std::vector<IdPair> triangles, surfaces;
    DiscreteCounters counters;
};

/// Finds triangles that meet: all (Find::TrianglePairs), or one if there is one (Find::FirstPair). Exact;
/// called by several threads at once.
using MeetingMethod = std::function<FoundMeetings(const PosedMesh& a, const PosedMesh& b, Find find)>;

struct ClashOptions {
    double clearance = 0.0;     // for pairs without one of their own; finite, >= 0
    MeetingMethod method = {};  // none: two wide trees (discrete/wide/intersections.h)
    ClashDetail detail = ClashDetail::Summary;
    bool deny_touching = false;        // also contacts within the facets' error
    std::optional<double> depth = {};  // D; none: that of contact_depth.h. 0: kinds are the exact ones
    bool note_touched = false;         // fill ClashPair::touched and ClashPair::curve
    int threads = 0;
    Progress::Draw progress = Progress::Draw::OnTerminal;
};

/// How deep the bodies are in each other (discrete/bodies/penetration.h): proved bounds.
struct PairDepth {
    double lo, hi;
    Vec3 at;                // if lo > 0: a point inside both that is at least lo deep; world, rounded
    std::uint32_t deep_in;  // the body that it is that deep in
    double skin_hi;         // no point of one's skin that is inside the other is deeper there
    bool through;           // one reaches the middle of a wall of the other (or nearly), however thin
};

/// Two faces that are one and the same analytic surface, seen from its two sides: a pin and its hole, flush
/// planes. As far as CAD can be believed; surface_fit.h has the rule.
struct PairFit {
    SurfaceKind kind = SurfaceKind::Plane;
    std::array<double, 2> radii =
        {};  // of each body's face; of a torus, of the tube. Plane: 0; cone: radians
    double gap_lo = 0.0, gap_hi = 0.0;  // from skin to skin across the surface; below 0 they overlap
    std::vector<IdPair> faces = {};     // surfaces of the two bodies that meet so
};

struct ClashPair {
    BodyPair bodies{};
    ClashKind kind = ClashKind::Touching;
    ClashKind exact_kind = ClashKind::Touching;  // of the triangles: one of the first four
    bool is_clash = true;       // contacts are one if denied, or if the scene names a clearance for the pair
    bool is_undecided = false;  // penetration's bounds do not tell whether `allowed_depth` is kept
    std::optional<std::uint32_t> inside = {};     // Contained: the body that is inside
    std::optional<double> allowed_depth = {};     // of the scene's rule
    double contact_depth = 0.0;                   // D
    std::optional<PairDepth> penetration = {};    // of solids whose exact kind is Intersecting or Contained
    std::optional<PairFit> fit = {};              // of bodies that meet
    double clearance = 0.0;                       // that the pair had to keep
    double distance_lo = 0.0, distance_hi = 0.0;  // between the skins; both 0 if they meet
    std::array<Vec3, 2> points = {Vec3::Zero(), Vec3::Zero()};  // nearest, in the world; rounded
    // Of bodies without contact (but for Surfaces, Triangles): the nearest.
    std::vector<IdPair> surfaces = {};
    std::vector<IdPair> triangles = {};                // Triangles: all; else one for each of `surfaces`
    std::optional<std::uint64_t> triangle_pairs = {};  // that meet (or are within the clearance), if counted
    std::array<std::vector<std::uint32_t>, 2> touched = {};  // triangles of each body that these pairs name
    /// Where the skins meet, for pictures: segments, and polygons where faces lie on each other. World, rounded.
    std::vector<std::vector<Vec3>> curve = {};
};

/// `body` may be inside of `open`, a mesh with a rim: that is not decided (discrete/bodies/open_containment.h).
struct OpenContainment {
    std::uint32_t body, open;
};

struct ClashReport {
    std::vector<ClashPair> pairs;              // that are not clear, by body ids
    std::vector<OpenContainment> not_decided;  // of pairs whose skins do not cross, by body ids
    bool is_clash = false;                     // one of them is
    std::uint64_t candidates = 0;              // pairs of bodies that were looked at
    std::uint64_t ignored = 0;                 // pairs that the rules of the scene leave out
    DiscreteCounters counters;
    DiscreteCounters method_counters;  // the part of `counters` that went into finding triangles that meet
};

/// Pre:    the scene is valid; options as they say; `models`, if there are any already: of all bodies that
///         are in pairs which the scene does not ignore.
/// Errors: Interrupted; Unsupported for a mesh of 2^30 triangles and more.
/// Cost:   docs/commands/clash.md has measured examples.
[[nodiscard]] Expected<ClashReport> find_clashes(const Scene& scene, const ClashOptions& options,
                                                 const internal::SceneModels* models = nullptr);

}  // namespace graze
