// A scene as it stands at one time of its paths.
#pragma once

#include "graze/core/expected.h"
#include "graze/scene/scene.h"

#include <cstdint>
#include <string>

namespace graze {

/// A time of a segment.
struct SegmentTime {
    std::size_t segment = 0;
    double t = 0.0;  // in [0, 1]
};

/// Contract C2 is about poses of doubles. A body that is turned by a joint, or stands between two poses, has
/// none: it gets the nearest that we have, and the answer is about that one.
struct RoundedStand {
    std::uint64_t bodies = 0;  // whose pose is rounded; 0: everything stands exactly where it is
    double deviation = 0.0;    // no point of them is farther than this from its place; infinite: not known
};

/// Poses every body where it is at that time.
///
/// Guarantee: a body at an end of a segment that its own path has as a pose, a body that nothing has moved
///            from its pose, and one that no path carries, stand there exactly; others within `deviation`.
/// Pre:       a valid scene; `time.segment` < segments_of(scene), or both are 0: then nothing moves.
/// Errors:    BadInput for motions that have no axis; `where` starts the message.
[[nodiscard]] Expected<RoundedStand> stand_at(Scene& scene, const SegmentTime& time,
                                              const std::string& where);

}  // namespace graze
