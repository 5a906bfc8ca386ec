// Whether the bodies of a scene stay apart along its paths: contract C1 for whole scenes, with the proof.
//
// Segment by segment, every pair that moves against each other and that the scene does not ignore is searched
// for its first contact (earliest_contact.h), at t = 0 by the exact discrete test; the earliest of all ends
// what is clear. Where a proof is wanted, a second walk over the same trees writes it down up to there
// (continuous/proof/walk_prover.h). The reference prover (continuous/proof/reference_prover.h), slow, does what
// that leaves open. Pairs that boxes keep apart along all of the paths are not listed, with a proof or without.
//
// Pairs that touch when the path begins are *seated*: of these it is proved that no point of one body ever
// lies deeper in the other than a depth D, by copies of both that are a little smaller and stay apart
// (docs/mathematics/depth.md); and that they keep their clearance from when they are clear of each other
// (contact_times.h). So are pairs that the scene allows to touch, or to interfere up to a depth.
#pragma once

#include "graze/core/byte_buffer.h"
#include "graze/core/expected.h"
#include "graze/core/progress.h"
#include "graze/queries/broad/body_contacts.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace graze {

namespace internal {
struct SceneMotion;  // scene/scene_motion.h
}  // namespace internal

/// Who writes proofs down: the walk, where it can, or the reference prover always. Both hold.
enum class ProofBy { Walk, Reference };

/// What proves pairs that are far from each other: boxes that the checker finds by itself, or strands, as of
/// all others.
enum class FarPairs { ByBoxes, ByStrands };

struct PathOptions {
    double clearance = 0.0;                // for pairs without one of their own; >= 0
    std::optional<double> tolerance = {};  // > 0; default: 1e-6 of the larger size of each pair
    std::optional<double> budget_s = {};   // wall clock; which time is reached then depends on luck
    bool with_proof = true;                // false: no strands, only what they would prove
    ProofBy proof_by = ProofBy::Walk;
    FarPairs far_pairs = FarPairs::ByBoxes;
    /// D of seated pairs without one of their own; >= 0. Default: twice the sum of both deviations from CAD
    /// plus 1e-5 of the larger size.
    std::optional<double> depth = {};
    bool all_contacts = false;  // fill PathProof::intervals
    int threads = 0;
    Progress::Draw progress = Progress::Draw::OnTerminal;
};

struct PathIgnored {
    BodyPair bodies;
    std::string reason;
};

/// The proof for one pair during a part of one segment.
struct PathStrand {
    std::uint32_t segment, pair;
    double from, until;
    ByteBuffer nodes;
};

struct PathTime {
    std::size_t segment;
    double t;
};

/// Why a pair is judged by its depth.
enum class SeatedBy { Touching, TouchingAllowed, InterferenceAllowed };

/// A pair that may go into each other by at most its depth.
struct PathSeat {
    BodyPair bodies;
    BodyMeeting meeting;  // at t = 0
    SeatedBy by;
    double depth;                        // D
    bool keeps_clearance;                // once it is clear; a pair that the scene allows to touch need not
    std::optional<PathTime> clear_from;  // contact_times.h. None: never found apart, or not asked
    std::array<std::uint32_t, 2> copies = {};  // of its bodies, in PathProof::copies
};

/// A pair of which nothing is known from a time on, and why.
struct PathOpen {
    BodyPair bodies;
    PathTime from;
    std::string reason;
};

/// A body that may be inside of an open mesh at one time: nobody knows, since that has no inside.
struct PathInside {
    std::uint32_t body, open;
    PathTime at;
};

/// A seated pair that is deeper than its D at one time: proved.
struct PathDeep {
    BodyPair bodies;
    PathTime at;
    double depth_lo, depth_hi;  // of the deepest point of one body in the other, at this time
    double limit;               // D
    Vec3 point;                 // that deep, rounded
};

/// The least distance that judged pairs come to. Bounds, not more: the place is where `hi` was found.
struct LeastClearance {
    double lo, hi;  // proved; found
    PathTime at;
    BodyPair bodies;
    ContactFeaturePair nearest;  // triangles, surfaces and points there
};

/// A mesh of the scene with its vertices moved by at most `within` (model/inset_copy.h).
struct PathCopy {
    std::uint32_t mesh;  // in the numbers of mesh_of_body
    double within;
    std::shared_ptr<const Mesh> copy;
    std::vector<std::uint32_t> order;  // of a proof: of its triangles
};

/// A pair in contact during a part of the path, up to the tolerance: contact_times.h. The end of a segment is
/// the beginning of the next.
struct PathInterval {
    BodyPair bodies;
    PathTime from, until;
};

struct PathStats {
    std::uint64_t proof_steps = 0, leaves = 0;  // of the provers
    std::uint64_t slow_strands = 0;             // that the reference prover tried
    std::uint64_t searched = 0;                 // pairs of bodies, over all segments
    FirstContactCounters search;
};

struct PathProof {
    ContactVerdict verdict = ContactVerdict::Undecided;
    std::size_t segment = 0;   // Clear: the last one
    double clear_until = 0.0;  // proved on [0, clear_until] of that segment, and on all before, but for
                               // pairs that are `undecided` or `not_judged`
    /// Contact: all pairs of features within clearance + tolerance at the end of what is proved.
    /// OverlapAtStart: for each pair of `overlaps` one pair of triangles, none if one body is inside the other.
    std::vector<BodyContact> contacts;
    std::vector<BodyOverlap> overlaps;
    std::vector<PathDeep> deep;  // Contact, OverlapAtStart: seated pairs that are the reason, or part of it
    PairCounts counts;
    std::vector<PathSeat> seated;         // by bodies
    std::vector<PathOpen> not_judged;     // by bodies: one of the two has no inside. Then no verdict is Clear
    std::vector<PathInside> not_decided;  // path_inside.h. Then no verdict is Clear
    std::vector<PathOpen> undecided;      // seated pairs whose copies meet, and that are not proved too deep
    std::optional<LeastClearance> least;  // path_least.h; not with a budget
    std::vector<PathInterval> intervals;  // all_contacts: by segment, body ids and time of their beginning
    PathStats stats;

    /// Proved of all pairs but `not_judged`: before this segment, and on [0, t] of it.
    PathTime covered = {0, 0.0};

    // Of a proof.
    double clearance = 0.0;            // of pairs without one of their own
    std::vector<PathIgnored> ignored;  // by bodies
    std::vector<MovingPair> pairs;     // that strands are about, by bodies; seated ones not
    /// By segment, pair and time. Numbers of pairs: first `pairs`, then the copies of `seated`, then the
    /// clearances of `seated`, from clear_from on. Boxes keep all others apart.
    std::vector<PathStrand> strands;
    std::vector<PathCopy> copies;
    std::vector<std::uint32_t> mesh_of_body;         // distinct meshes, numbered by their first body
    std::vector<std::vector<std::uint32_t>> orders;  // by mesh: triangles in the order of the proof
    std::shared_ptr<const std::vector<internal::SceneMotion>> motions;  // by segment
};

/// Pre:       a valid scene; options as they say.
/// Guarantee: C1 for all pairs that move against each other, but the ignored ones; `strands`, if wanted, and
///            boxes prove what `covered` says. Pairs that do not move against each other along the paths are
///            counted: nothing is said of them. Of seated pairs: never deeper than D, and farther apart than
///            the clearance from clear_from on. Outside of `intervals` every pair is proved apart.
/// Contact:   of seated pairs only with an entry in `deep`: clear_until is then up to when they are proved
///            not deeper than D, and `deep` a later time at which one is.
/// Errors:    Interrupted; BadInput for a scene without paths or motions that have no axis; Unsupported for
///            all_contacts with a budget.
/// Cost:      memory for models of bodies that may meet; pairs that boxes keep apart cost nothing.
[[nodiscard]] Expected<PathProof> prove_paths(const Scene& scene, const PathOptions& options);

}  // namespace graze
