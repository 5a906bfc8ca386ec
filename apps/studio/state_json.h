// The messages of state, as JSON: docs/studio-protocol.md, "From the server to the page".
#pragma once

#include "studio/live.h"
#include "studio/people.h"

#include <nlohmann/json.hpp>

namespace graze::studio {

using Json = nlohmann::ordered_json;

[[nodiscard]] Json vector_json(const Vec3& v);
[[nodiscard]] Json pose_json(const Pose& pose);
[[nodiscard]] Json pair_json(const BodyPair& bodies);
/// None and infinity are null.
[[nodiscard]] Json number_json(const std::optional<double>& number);

[[nodiscard]] Json people_json(const People& people, double now);
[[nodiscard]] Json scene_json(const Live& live);
[[nodiscard]] Json world_json(const Live& live);
[[nodiscard]] Json history_json(const Live& live, const std::string& saved);
[[nodiscard]] Json paths_json(const Live& live);
[[nodiscard]] Json timeline_json(const StudioPath& path, const OpenedScene& scene, double security);
[[nodiscard]] Json placed_json(const Placed& placed);
/// `remedy` is what comes after the last "; " of the message.
[[nodiscard]] Json error_json(const Error& error, const std::string& code);

/// One line of text, whatever names hold.
[[nodiscard]] std::string text_of(const Json& json);

/// GET /path.
[[nodiscard]] std::string path_bytes(const StudioPath& path);

}  // namespace graze::studio
