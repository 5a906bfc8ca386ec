// Whether the bodies of a scene stay apart along its paths: contract C1 for whole scenes, with the proof.
//
// Segment by segment, every pair that moves against each other and that the scene does not ignore is searched
// for its first contact (earliest_contact.h), at t = 0 by the exact discrete test; the earliest of all ends
// what is clear. Where a proof is wanted, a second walk over the same trees writes it down up to there
// (continuous/proof/walk_prover.h). The reference prover (continuous/proof/reference_prover.h), slow, does what
// that leaves open. Pairs that boxes keep apart along all of the paths are not listed, with a proof or without.
//
// Pairs that need not be apart at the start, and lists of all contacts, are looked at as contact_times.h
// says.
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

struct SceneMotion;  // scene/scene_motion.h

/// What to do with pairs that are not apart at t = 0: say so and stop, or judge them from when they are.
enum class StartContact { Refuse, Allow };

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
    StartContact start_contact = StartContact::Refuse;
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

/// A pair that is not apart at t = 0, and is allowed not to be.
struct PathSeat {
    BodyPair bodies;
    BodyMeeting meeting;                 // at t = 0; Apart: within the clearance
    std::optional<PathTime> clear_from;  // contact_times.h; judged from there. None: never found apart
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
    double clear_until = 0.0;  // proved on [0, clear_until] of that segment, and on all before
    /// Contact: all pairs of features within clearance + tolerance at the end of what is proved.
    /// OverlapAtStart: for each pair of `overlaps` one pair of triangles, none if one body is inside the other.
    std::vector<BodyContact> contacts;
    std::vector<BodyOverlap> overlaps;
    PairCounts counts;
    std::vector<PathIgnored> ignored;     // by bodies
    std::vector<PathSeat> seated;         // StartContact::Allow: by body ids
    std::vector<PathInterval> intervals;  // all_contacts: by segment, body ids and time of their beginning
    PathStats stats;

    // Of a proof.
    double clearance = 0.0;           // of pairs without one of their own
    std::vector<MovingPair> pairs;    // that strands are about, by bodies; boxes keep all others apart
    std::vector<PathStrand> strands;  // by segment, pair and time
    std::vector<std::uint32_t> mesh_of_body;                  // distinct meshes, numbered by their first body
    std::vector<std::vector<std::uint32_t>> orders;           // by mesh: triangles in the order of the proof
    std::shared_ptr<const std::vector<SceneMotion>> motions;  // by segment
};

/// Pre:       a valid scene; options as they say.
/// Guarantee: C1 for all pairs that move against each other, but the ignored ones; `strands`, if wanted, and
///            boxes prove what clear_until says. Pairs that do not move against each other along the paths are
///            counted: nothing is said of them. Seated pairs count from their clear_from on; if one is never
///            apart, the verdict is OverlapAtStart unless another pair meets. Outside of `intervals` every
///            pair is proved apart.
/// Errors:    Interrupted; BadInput for a scene without paths or motions that have no axis; Unsupported for
///            StartContact::Allow and all_contacts with a budget, and for the former with a proof.
/// Cost:      memory for models of bodies that may meet; pairs that boxes keep apart cost nothing.
[[nodiscard]] Expected<PathProof> prove_paths(const Scene& scene, const PathOptions& options);

}  // namespace graze
