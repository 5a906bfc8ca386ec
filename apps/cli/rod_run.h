// What happened in a run of rods, frame by frame, and how it is told: for rod_simulation.cpp.
#pragma once

#include "command.h"
#include "graze/io/scene/scene_rods.h"
#include "graze/soft/rod_skin.h"
#include "graze/soft/soft_pairs.h"
#include "rod_simulation.h"

#include <limits>
#include <string>
#include <vector>

namespace graze::cli {

struct RodRun {
    std::uint64_t frames = 0, checked = 0, certified_frames = 0, sub_steps = 0, halved = 0, queries = 0;
    double stood = 0.0, waited = 0.0, least_gap = std::numeric_limits<double>::infinity();
    int contacts = 0, self_contacts = 0, most_self_contacts = 0;
    std::vector<std::pair<std::uint64_t, soft::SkinMeeting>> met;
    std::vector<double> microseconds, most_force;       // by frame; by hold
    std::vector<std::vector<Pose>> poses;               // by body, by frame
    std::vector<std::vector<std::vector<Pose>>> rings;  // by rod, by ring, by frame
    std::uint64_t shapes = 0;
    std::uint64_t audited = 0, doubted = 0;  // sub-steps; those that the audit does not confirm
    bool is_interrupted = false;
};

/// Where every sub-step ended.
struct SubStepTrack {
    std::vector<std::vector<Vec3>> nodes;
    std::vector<std::vector<Pose>> poses;
    double deviation = 0.0;  // of bodies from the ways between
};
void begin_track(SubStepTrack& track, soft::SoftWorld& world);
/// Every sub-step that was made, again and by another search.
void audit_run(RodRun& run, const soft::SoftModel& model, const SubStepTrack& track);

/// The scene and its rods, as they stand.
struct RodScene {
    const Scene& scene;
    const SceneRods& rods;
    const soft::SoftWorld& world;
};

/// For the animation.
void note_places(RodRun& run, const soft::SoftWorld& world);
/// A frame that was done, and the exact check of it if its turn has come or it is the last.
void note_frame(RodRun& run, const RodScene& scene, const soft::SoftReport& report, double microseconds);
void check_frame(RodRun& run, const soft::SoftWorld& world);
/// The scene as it stands, skins of rods as bodies, in a folder of its own.
[[nodiscard]] Expected<void> write_shape(RodRun& run, const RodScene& scene, const std::string& folder);

[[nodiscard]] Json rods_json(const RodScene& scene, const RodRun& run);
[[nodiscard]] std::string rods_text(const RodScene& scene, const RodRun& run, bool colour);
/// To options.record; returns its bytes.
[[nodiscard]] Expected<std::uint64_t> write_rods_animation(const RodScene& scene, const RodRun& run, const RodSimulationOptions& options);

}  // namespace graze::cli
