// A frame before it is sent: each page gets the poses that it does not have yet.
#pragma once

#include "studio/protocol.h"

#include <string>
#include <vector>

namespace graze::studio {

/// Poses by body that can move, always all of them.
struct FrameData {
    FrameHead head;
    std::vector<FramePose> poses;
    std::vector<FrameContact> contacts;
};

/// The least distance that is shown, from a thread of its own.
struct Surroundings {
    double lo, hi;
    Pair bodies;
};

[[nodiscard]] std::array<double, 7> seven(const Pose& pose);

/// Which poses of `now` differ from those of `then`, bit by bit. All, if the bodies do.
[[nodiscard]] std::vector<bool> changed_poses(const FrameData& now, const FrameData* then);

/// As bytes, with those poses that are chosen. Pre: as many as there are poses.
[[nodiscard]] std::string frame_bytes(const FrameData& frame, const std::vector<bool>& chosen);

}  // namespace graze::studio
