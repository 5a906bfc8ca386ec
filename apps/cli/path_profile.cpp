#include "path_profile.h"

#include "graze/queries/instant/scene_at.h"
#include "output.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace graze::cli {
namespace {

Json bodies_json(const BodyPair& bodies, const Scene& scene) {
    return {scene.bodies[bodies[0]].name, scene.bodies[bodies[1]].name};
}

Json pose_json(const Pose& pose) {
    const Eigen::Quaterniond& q = pose.rotation;
    return {{"translation", point_json(pose.translation)}, {"quaternion", {q.x(), q.y(), q.z(), q.w()}}};
}

std::string range_text(double lo, double hi, Unit unit) {
    return fmt::format("{} to {}", number_text(lo), length_text(hi, unit));
}

std::string time_text(const PathTime& time) {
    return fmt::format("segment {}, t = {}", time.segment, number_text(time.t));
}

}  // namespace

Expected<ClearanceProfile> profile_of(const Scene& scene, const PathProof& proof,
                                      const ProfileOptions& options) {
    std::vector<BodyPair> left_out;
    for (const PathSeat& seat : proof.seated) left_out.push_back(seat.bodies);
    for (const PathOpen& open : proof.not_judged) left_out.push_back(open.bodies);
    return clearance_profile(scene, left_out, options);
}

Expected<void> add_profile(Json& json, const Scene& scene, const ClearanceProfile& profile,
                           const std::optional<double>& limit) {
    Json stretches = Json::array(), left_out = Json::array();
    for (const ProfileStretch& stretch : profile.stretches)
        stretches.push_back({{"segment", stretch.segment},
                             {"t", stretch.from},
                             {"lo", stretch.lo},
                             {"hi", stretch.hi}});
    for (const BodyPair& pair : profile.left_out) left_out.push_back(bodies_json(pair, scene));
    json["clearance_profile"] = std::move(stretches);
    json["profile"] = {{"pairs", profile.pairs},
                       {"left_out", std::move(left_out)},
                       {"tolerance", profile.tolerance},
                       {"meets_gap", profile.meets_gap()},
                       {"distances", profile.distances},
                       {"node_pairs", profile.search.node_pairs}};
    if (limit) {
        Json low = Json::array();
        for (const LowStretch& stretch : stretches_below(profile, *limit))
            low.push_back({{"segment", stretch.from.segment},
                           {"from", stretch.from.t},
                           {"until_segment", stretch.until.segment},
                           {"until", stretch.until.t},
                           {"certain", stretch.is_certain}});
        json["below_limit"] = {{"limit", *limit}, {"intervals", std::move(low)}};
    }
    if (!profile.least) return {};
    Scene there = scene;
    const PathTime& at = profile.least->at;
    if (auto stands = stand_at(there, {at.segment, at.t}, "profile"); !stands) return stands.error();
    Json poses = Json::array();
    for (const std::uint32_t body : profile.least->bodies) poses.push_back(pose_json(there.bodies[body].pose));
    json["least_clearance"]["poses"] = std::move(poses);
    return {};
}

std::string profile_text(const Scene& scene, const ClearanceProfile& profile,
                         const std::optional<double>& limit, bool colour) {
    if (!profile.least) return "no pair of bodies counts for the clearance\n";
    const LeastClearance& least = *profile.least;
    const auto side = [&](int i) {
        const SceneBody& body = scene.bodies[least.bodies[i]];
        const std::string& surface = body.mesh->surfaces[least.nearest.surfaces[i]].name;
        return surface.empty() ? shown(body.name) : fmt::format("{} ({})", shown(body.name), shown(surface));
    };
    std::string text =
        fmt::format("{}: {} at {}, between {} and {}\n", toned("least clearance", Tone::Strong, colour),
                    range_text(least.lo, least.hi, scene.unit), time_text(least.at), side(0), side(1));
    text += fmt::format("clearance known at every moment to 1 %, by {}{}\n",
                        count_of(profile.stretches.size(), "stretch", "stretches"),
                        profile.meets_gap() ? "" : ", but not everywhere: see the JSON");
    if (!limit) return text;
    const auto low = stretches_below(profile, *limit);
    if (low.empty())
        text += fmt::format("never below {}: proved\n", length_text(*limit, scene.unit));
    for (const LowStretch& stretch : low)
        text += fmt::format("{} {} from {} to {}\n", stretch.is_certain ? "below" : "perhaps below",
                            length_text(*limit, scene.unit), time_text(stretch.from), time_text(stretch.until));
    return text;
}

}  // namespace graze::cli
