// Checks a certificate: a file that proves bodies to stay apart while they move (docs/certificates.md).
//
// The checker does not search. Pairs of bodies whose boxes are far apart it finds by a sweep. For all others
// it walks the trees in the file, which divide (triangles of a) x (triangles of b) x time until each part has
// a direction that separates it, and evaluates one inequality per part, from the triangles, in its own
// arithmetic. It shares with the rest of Graze the reader of certificates, parallel loops and the progress
// bar, and no formula.
#pragma once

#include "graze/core/byte_source.h"
#include "graze/core/expected.h"
#include "graze/core/progress.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graze::verify {

struct VerifyOptions {
    int threads = 0;  // 0: all cores
    Progress::Draw progress = Progress::Draw::Never;
};

/// How many pairs of bodies hold by what. Together they are all pairs; all are 0 if no time is covered.
struct PairCounts {
    std::uint64_t by_strands = 0;  // listed: if the strands hold
    std::uint64_t by_boxes = 0;
    std::uint64_t at_rest = 0;  // against each other, and not listed: nothing is claimed
    std::uint64_t ignored = 0;  // nothing is claimed
    std::uint64_t seated = 0;   // never deeper in each other than their depth, if the strands hold
};

/// All: every pair that moves against each other, at every time of all segments. Nothing: no pair, or no time.
enum class Proves { Nothing, Part, All };
[[nodiscard]] const char* name_of(Proves proves);  // "part"

/// From the beginning: so many whole segments, and the next one up to a time, which is 0 if nothing of it is.
struct CoveredTime {
    std::uint64_t segments = 0;
    double until = 0.0;
    std::uint64_t all_segments = 0;  // that the certificate has
};

/// Of the pairs that are claimed; in the unit of the certificate.
struct ClearanceRange {
    double least = 0.0, most = 0.0;
    std::string unit;
};

/// A pair that nothing is claimed of, as the file says it.
struct IgnoredPair {
    std::string first, second, reason;
};

/// Two bodies of which a distance is claimed are that near at one time: measured.
struct NearestPlace {
    std::string first, second;
    std::uint64_t segment = 0;
    double t = 0.0;
    double at_most = 0.0;
};

/// What a certificate is about: the triangles in it, or the CAD surfaces in it.
struct CadCounts {
    std::uint64_t faces = 0, elements = 0;  // of all bodies; flat triangles with a thickness that cover them
};

struct VerifyResult {
    bool valid = false;
    std::string reason;         // why it was rejected; empty if valid
    std::uint64_t records = 0;  // nodes of the proof that were looked at
    std::uint64_t leaves = 0;   // of these, inequalities
    // What a valid certificate proves; empty, and Nothing, if rejected. A valid one may prove nothing.
    Proves proves = Proves::Nothing;
    CoveredTime covered;
    PairCounts pairs;  // what holds them
    ClearanceRange clearance;
    std::optional<NearestPlace> nearest;  // if it names one: the least clearance is at most that
    std::vector<IgnoredPair> ignored;
    std::optional<CadCounts> cad;  // none: it is about triangles. Else pairs and clearances are of CAD bodies
    std::string sentence;          // all that, and under which assumptions
};

/// Guarantee: valid only if every distance that the certificate claims is so, for its triangles (or its CAD
///            surfaces, cad_claim.h) and its motions, and, of triangles, no piece of a body of a pair that is claimed is inside the other, a solid. Any bytes
///            may be given: whatever is not a proof is rejected with a reason. Sentence and reason are one line
///            of printable text each, whatever the file says. Same answer for any number of threads.
/// Errors:    Interrupted; of a file: what keeps it from being read.
/// Cost:      a sweep over the bodies' boxes, and time proportional to the triangles named by all leaves;
///            memory for head, meshes and bodies, and a constant per thread, whatever the length of the
///            proof.
[[nodiscard]] Expected<VerifyResult> verify_certificate(const ByteSource& source,
                                                        const VerifyOptions& options = {});
[[nodiscard]] Expected<VerifyResult> verify_certificate(std::string_view bytes,
                                                        const VerifyOptions& options = {});

}  // namespace graze::verify
