// Whether a recorded motion goes through anything: at its frames, exactly, and at every moment between them.
//
// A recording is a scene whose paths go from frame to frame. At the frames, poses are what was recorded, and
// clash.h decides. Between them the bodies move as the paths say, and every pair that comes within the tolerance
// is judged by its depth (path_proof.h): never deeper than D, or deeper at a time that is named, both proved. So
// what passes through another body between two frames is found, however fast it is.
#pragma once

#include "graze/core/internal.h"
#include "graze/queries/instant/clash.h"
#include "graze/queries/paths/path_proof.h"

namespace graze::internal {

struct AuditOptions {
    std::optional<double> depth = {};      // D; default: that of contact_depth.h
    std::optional<double> tolerance = {};  // > 0; default: 1e-6 of the larger size of each pair
    int threads = 0;
    Progress::Draw progress = Progress::Draw::OnTerminal;
};

/// A pair that interpenetrates at a frame.
struct AuditedFrame {
    std::size_t frame;
    ClashPair pair;
};

/// What became of a pair between two frames that are neighbours.
enum class Passage {
    Deeper,    // than D, at a time between the frames: proved
    Crossing,  // triangles cross, at a pose that is rounded: of bodies without an inside
    Undecided  // neither proved to stay within D nor proved deeper
};

/// A pair during the motion from one frame to the next. Pairs that are proved to stay within D are not listed.
struct AuditedPassage {
    std::size_t segment;  // from frame `segment` to the next
    BodyPair bodies;
    Passage passage;
    double t;                          // Deeper, Crossing: a time at which; Undecided: from when on
    double depth_lo = 0.0, depth_hi = 0.0, limit = 0.0;  // Deeper
    Vec3 point = Vec3::Zero();         // Deeper: that deep; Crossing: where; rounded
    bool is_hidden = false;            // at neither of the two frames do the bodies interpenetrate
    std::string reason = {};           // Undecided
};

struct MotionAudit {
    std::size_t frames = 0;
    std::vector<AuditedFrame> at_frames;    // by frame and bodies
    std::vector<AuditedPassage> between;    // by segment and bodies
    std::vector<OpenContainment> not_decided;  // of frames: one may be inside of an open body
    PairCounts counts;
    std::uint64_t contacts = 0;  // pairs of neighbouring frames and of bodies that touch between, within D

    [[nodiscard]] bool interpenetrates() const;
    [[nodiscard]] bool is_decided() const;  // if not, and nothing interpenetrates, nothing is said
};

/// Pairs that never move against each other are not judged, nor those that the scene ignores; what it allows is
/// kept to.
///
/// Pre:       a valid scene with paths.
/// Guarantee: the frames exactly (contract C2; of bodies on joints by poses rounded to doubles); between them
///            every pair that is not listed is proved never deeper than D in each other. The same for any number
///            of threads.
/// Errors:    Interrupted; BadInput for a scene without paths or motions that have no axis.
/// Cost:      a clash query a frame; a search for each pair and segment whose boxes meet.
[[nodiscard]] Expected<MotionAudit> audit_motion(const Scene& scene, const AuditOptions& options);

}  // namespace graze::internal
