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
#include <string>
#include <string_view>

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
};

struct VerifyResult {
    bool valid = false;
    std::string reason;         // why it was rejected; empty if valid
    std::uint64_t records = 0;  // nodes of the proof that were looked at
    std::uint64_t leaves = 0;   // of these, inequalities
    PairCounts pairs;           // what holds them; zeros if rejected
    std::string sentence;       // what is proved, under which assumptions; empty if rejected
};

/// Guarantee: valid only if every distance that the certificate claims is so, for its triangles and its
///            motions. Any bytes may be given: whatever is not a proof is rejected with a reason. Same answer
///            for any number of threads.
/// Errors:    Interrupted; of a file: what keeps it from being read.
/// Cost:      a sweep over the bodies' boxes, and time proportional to the triangles named by all leaves;
///            memory for head, meshes and bodies, and a constant per thread, whatever the length of the
///            proof.
[[nodiscard]] Expected<VerifyResult> verify_certificate(const ByteSource& source,
                                                        const VerifyOptions& options = {});
[[nodiscard]] Expected<VerifyResult> verify_certificate(std::string_view bytes,
                                                        const VerifyOptions& options = {});

}  // namespace graze::verify
