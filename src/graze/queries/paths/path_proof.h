// Whether the bodies of a scene stay apart along its paths: contract C1 for whole scenes, with the proof.
//
// At t = 0 the exact discrete answer comes first (clash.h); then, segment by segment, every pair that the
// scene does not ignore is searched for its first contact (continuous/search/first_contact.h), and the
// earliest of all ends what is clear. Where a proof is wanted, a second walk over the same trees writes it
// down up to there (continuous/proof/walk_prover.h). The reference prover
// (continuous/proof/reference_prover.h), slow, does what that leaves open, proofs about bodies on joints
// among it, and decides alone where there is a budget in seconds.
//
// Pairs that need not be apart at the start, and lists of all contacts, are looked at as contact_times.h
// says.
//
// Bodies on joints that do not begin at 0 have no rational pose at t = 0: there the discrete answer is about
// poses rounded to doubles, and what it lets pass is still proved apart or found in contact at t = 0.
#pragma once

#include "graze/continuous/proof/reference_prover.h"
#include "graze/core/expected.h"
#include "graze/core/progress.h"
#include "graze/queries/broad/broad_phase.h"

#include <string>
#include <vector>

namespace graze {

/// What to do with pairs that are not apart at t = 0: say so and stop, or judge them from when they are.
enum class StartContact { Refuse, Allow };

/// Who writes proofs down: the walk, where it can, or the reference prover always. Both hold.
enum class ProofBy { Walk, Reference };

struct PathOptions {
    double clearance = 0.0;                // for pairs without one of their own; >= 0
    std::optional<double> tolerance = {};  // > 0; default: 1e-6 of the larger size of each pair
    std::optional<double> budget_s = {};   // wall clock
    bool with_proof = true;                // false: no strands, only what they would prove
    ProofBy proof_by = ProofBy::Walk;
    StartContact start_contact = StartContact::Refuse;
    bool all_contacts = false;  // fill PathProof::intervals
    int threads = 0;
    Progress::Draw progress = Progress::Draw::OnTerminal;
};

enum class PathVerdict { Clear, Contact, OverlapAtStart, Undecided };
[[nodiscard]] const char* name_of(PathVerdict verdict);  // "overlap_at_start"

/// One pair of triangles within clearance + tolerance at the end of what is proved.
struct PathContact {
    BodyPair bodies{};
    std::string
        kind;  // "vertex_face", "edge_edge", ...; of an overlap at the start: as `graze clash` calls it
    std::array<std::uint32_t, 2> triangles{};
    std::array<std::uint32_t, 2> surfaces{};
    std::array<Vec3, 2> points = {Vec3::Zero(), Vec3::Zero()};  // in the world, rounded
    Vec3 normal = Vec3::Zero();  // from the second body to the first; zero if they meet
    double distance = 0.0;
};

struct PathPair {
    BodyPair bodies;
    double clearance;
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
    std::string kind;                    // at t = 0, as `graze clash` calls it
    bool moves = false;                  // the two move against each other; if not, they stay as they are
    std::optional<PathTime> clear_from;  // contact_times.h; judged from there. None: never found apart
};

/// A pair in contact during a part of the path, up to the tolerance: contact_times.h. The end of a segment is
/// the beginning of the next.
struct PathInterval {
    BodyPair bodies;
    PathTime from, until;
};

struct PathStats {
    std::uint64_t parts = 0, leaves = 0;           // of the provers
    std::uint64_t slow_strands = 0;                // that the reference prover tried
    std::uint64_t node_pairs = 0, elementary = 0;  // of the search
    std::uint64_t searched = 0;                    // pairs of bodies, over all segments
};

struct PathProof {
    PathVerdict verdict = PathVerdict::Undecided;
    std::size_t segment = 0;   // Clear: the last one
    double clear_until = 0.0;  // proved on [0, clear_until] of that segment, and on all before
    std::vector<PathContact> contacts;
    std::vector<PathPair> pairs;  // that were looked at
    std::vector<PathIgnored> ignored;
    std::vector<PathSeat> seated;         // StartContact::Allow: by body ids
    std::vector<PathInterval> intervals;  // all_contacts: by segment, body ids and time of their beginning
    std::vector<std::shared_ptr<const ProofMesh>> meshes;  // by body; without a proof some are null
    std::vector<PathStrand> strands;                       // by segment, pair and time
    PathStats stats;
};

/// Pre:       a valid scene; options as they say.
/// Guarantee: contract C1 for all pairs but the ignored ones; `strands`, if wanted, prove what clear_until
///            says. Seated pairs count from their clear_from on; pairs without relative motion do not count.
///            If a seated pair that moves is never apart, the verdict is OverlapAtStart unless another pair
///            meets. Outside of `intervals` every pair is proved apart.
/// Errors:    Interrupted; BadInput for a scene without paths or motions that have no axis; Unsupported for
///            StartContact::Allow and all_contacts with a budget, and for the former with a proof.
[[nodiscard]] Expected<PathProof> prove_paths(const Scene& scene, const PathOptions& options);

}  // namespace graze
