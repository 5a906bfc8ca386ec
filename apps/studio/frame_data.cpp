#include "studio/frame_data.h"

#include "graze/core/assert.h"

#include <algorithm>

namespace graze::studio {
namespace {

template <class T>
void append(std::string& bytes, const T& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

}  // namespace

std::array<double, 7> seven(const Pose& pose) {
    const auto& [t, q] = pose;
    return {t.x(), t.y(), t.z(), q.x(), q.y(), q.z(), q.w()};
}

std::vector<bool> changed_poses(const FrameData& now, const FrameData* then) {
    std::vector<bool> changed(now.poses.size(), true);
    if (then == nullptr || then->head.scene != now.head.scene || then->poses.size() != now.poses.size()) return changed;
    for (std::size_t k = 0; k < now.poses.size(); ++k)
        changed[k] = now.poses[k].body != then->poses[k].body || now.poses[k].pose != then->poses[k].pose;
    return changed;
}

std::string frame_bytes(const FrameData& frame, const std::vector<bool>& chosen) {
    GRAZE_ASSERT(chosen.size() == frame.poses.size());
    FrameHead head = frame.head;
    head.poses = static_cast<std::uint32_t>(std::count(chosen.begin(), chosen.end(), true));
    head.contacts = static_cast<std::uint32_t>(frame.contacts.size());
    std::string bytes;
    bytes.reserve(sizeof(FrameHead) + sizeof(FramePose) * head.poses + sizeof(FrameContact) * head.contacts);
    append(bytes, head);
    for (std::size_t k = 0; k < frame.poses.size(); ++k)
        if (chosen[k]) append(bytes, frame.poses[k]);
    for (const FrameContact& contact : frame.contacts) append(bytes, contact);
    return bytes;
}

}  // namespace graze::studio
