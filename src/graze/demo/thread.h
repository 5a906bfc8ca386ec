// The helix of a screw thread, cut by a half-plane through its axis.
//
// Thread form of ISO 68-1: flanks at 60 degrees to each other, flat at crest and root. H = sqrt(3)/2 pitch is
// the height of the sharp triangle; the basic profile has its crest H/8 and its root H/4 from the sharp
// corners.
//
//        minor_half
//         <-->  ____             major radius
//              /    \           flank
//       ______/      \______    minor radius
//              <-->
//            major_half         height -->
//
// The helix is right-handed: a profile at angle t (in turns) stands t pitches higher than at angle 0, where
// the middle of a major flat is at height 0. The same form serves the screw (material inside) and the nut
// (outside).
#pragma once

#include "graze/core/internal.h"

#include <cstdint>
#include <vector>

namespace graze::internal {

struct ThreadForm {
    double pitch;
    double major_radius, major_half;  // half: of the axial width of the flat
    double minor_radius, minor_half;
};

/// What lies above a point of the profile.
enum class ThreadPart { MajorFlat, UpperFlank, MinorFlat, LowerFlank };

struct ThreadPoint {
    std::int64_t key;  // the same along one helical edge; a turn later the edge is at key + 4
    ThreadPart above;
    double radius, height;
};

struct MetricThread {
    double diameter, pitch;
    double gap;  // wished normal distance between the flanks of screw and nut
};

/// The basic profile, with the nut's root H/16 deeper.
[[nodiscard]] ThreadForm nut_thread(const MetricThread& thread);

/// The basic profile moved inwards by the gap along its normals, with the root H/12 deeper. The flanks of
/// screw and nut are true helicoids, a little less than `gap` apart nowhere.
[[nodiscard]] ThreadForm screw_thread(const MetricThread& thread);

struct Heights {
    double lo, hi;
};

/// All corners of the profile at angle `turns` with a height strictly inside the range, from below.
[[nodiscard]] std::vector<ThreadPoint> thread_points(const ThreadForm& form, double turns,
                                                     const Heights& range);

}  // namespace graze::internal
