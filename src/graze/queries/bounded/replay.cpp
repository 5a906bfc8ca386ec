#include "graze/queries/bounded/replay.h"

#include "graze/core/assert.h"
#include "graze/core/interrupt.h"
#include "graze/queries/broad/scene_models.h"
#include "graze/scene/scene_motion.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <thread>

#include <fmt/format.h>

namespace graze::internal {
namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

Error interrupted() { return {ErrorCode::Interrupted, "replaying: interrupted"}; }

/// Where all bodies stand in each frame.
struct Frames {
    std::vector<std::vector<Pose>> poses;
    RoundedStand stand;
};

Expected<Frames> pose_frames(const Scene& scene, std::uint32_t count) {
    const std::size_t segments = segments_of(scene);
    Scene standing = scene;
    Frames frames;
    for (std::uint32_t k = 0; k < count; ++k) {
        const double at = static_cast<double>(segments) * k / std::max(1u, count - 1);
        const std::size_t segment = std::min(static_cast<std::size_t>(at), segments - 1);
        for (std::size_t i = 0; i < scene.bodies.size(); ++i) standing.bodies[i].pose = scene.bodies[i].pose;
        const auto stood =
            stand_at(standing, {segment, std::min(1.0, at - static_cast<double>(segment))}, "replay");
        if (!stood) return stood.error();
        frames.stand.bodies = std::max(frames.stand.bodies, stood->bodies);
        frames.stand.deviation = std::max(frames.stand.deviation, stood->deviation);
        std::vector<Pose>& poses = frames.poses.emplace_back();
        for (const SceneBody& body : standing.bodies) poses.push_back(body.pose);
        if (interrupt_requested()) return interrupted();
    }
    return frames;
}

Expected<std::vector<Body>> bodies_of(const Scene& scene, const ReplayOptions& options) {
    std::vector<BodyPair> all;  // every body is needed; which partner does not matter
    for (std::uint32_t i = 0; i < scene.bodies.size(); ++i) all.push_back({i, i});
    const auto models =
        build_models(scene, all, {.threads = options.threads, .progress = options.progress});
    if (!models) return models.error();
    std::vector<Body> bodies;
    for (const auto& model : models->of_body) bodies.emplace_back(model);
    return bodies;
}

/// A frame in which a pair was known to meet, and the frame that this knowledge is about.
struct Sighting {
    std::uint32_t frame, about;
};
using Sightings = std::map<BodyPair, std::vector<Sighting>>;

void note(const ProbeResult& now, std::uint32_t frame, Sightings& sightings) {
    for (const ProbePair& pair : now.near)
        if (pair.answer == ProbeAnswer::Meets) sightings[pair.bodies].push_back({frame, frame - pair.age});
}

/// Each contact there is, from what an unlimited look sees.
std::vector<ReplayContact> contacts_of(const Sightings& truth, const Sightings& seen) {
    std::vector<ReplayContact> contacts;
    for (const auto& [bodies, frames] : truth) {
        for (std::size_t i = 0; i < frames.size(); ++i)
            if (i > 0 && frames[i].about == frames[i - 1].about + 1)
                contacts.back().last = frames[i].about;
            else
                contacts.push_back({bodies, frames[i].about, frames[i].about, std::nullopt});
    }
    for (ReplayContact& contact : contacts) {
        const auto of_pair = seen.find(contact.bodies);
        if (of_pair == seen.end()) continue;
        for (const Sighting& s : of_pair->second)
            if (s.about >= contact.first && s.about <= contact.last) {
                contact.seen_in = s.frame;
                break;
            }
    }
    return contacts;
}

class Player {
  public:
    Player(const std::vector<std::vector<Pose>>& frames, const ReplayOptions& options, Replay& report)
        : frames_(frames), options_(options), report_(report) {}

    /// Frame by frame; false after Ctrl-C.
    bool play(const DetectorLook& look, Sightings& seen) {
        double decided = 0.0;
        const auto start = steady_clock::now();
        for (std::uint32_t k = 0; k < frames_.size(); ++k) {
            if (options_.in_real_time && !wait_until(start + at(k))) return false;
            if (interrupt_requested()) return false;
            TimeBudget budget{.cpu = options_.budget};
            if (options_.most_work) budget = {.most_work = *options_.most_work};
            const auto begin = steady_clock::now();
            const ProbeResult& now = look(frames_[k], budget);
            const auto end = steady_clock::now();
            count(now, end - begin, options_.in_real_time && end > start + at(k + 1));
            decided += now.pairs > 0 ? static_cast<double>(now.decided) / static_cast<double>(now.pairs) : 1.0;
            note(now, k, seen);
        }
        report_.coverage = decided / static_cast<double>(frames_.size());
        return true;
    }

  private:
    [[nodiscard]] nanoseconds at(std::uint32_t frame) const {
        return nanoseconds(static_cast<std::int64_t>(1e9 * frame / options_.rate));
    }
    static bool wait_until(steady_clock::time_point when) {
        constexpr auto kNap = std::chrono::milliseconds(50);  // Ctrl-C is heard that soon
        for (auto now = steady_clock::now(); now < when; now = steady_clock::now()) {
            if (interrupt_requested()) return false;
            std::this_thread::sleep_until(std::min(when, now + kNap));
        }
        return true;
    }
    void count(const ProbeResult& now, nanoseconds wall, bool is_late) {
        report_.pairs = now.pairs;
        report_.certified_frames += now.certified ? 1 : 0;
        report_.oldest = std::max(report_.oldest, now.oldest);
        const auto most = nanoseconds(
            static_cast<std::int64_t>(kOverrun * static_cast<double>(options_.budget.count())));
        report_.overruns += !options_.most_work && now.cpu > most ? 1 : 0;
        report_.late_frames += is_late ? 1 : 0;
        report_.longest_cpu = std::max(report_.longest_cpu, now.cpu);
        report_.longest_wall = std::max(report_.longest_wall, wall);
    }

    const std::vector<std::vector<Pose>>& frames_;
    const ReplayOptions& options_;
    Replay& report_;
};

}  // namespace

Expected<Replay> replay(const Scene& scene, const ReplayOptions& options, const MakeDetector& make) {
    GRAZE_ASSERT(options.rate > 0.0 && options.seconds.value_or(1.0) > 0.0);
    if (segments_of(scene) == 0)
        return make_error(ErrorCode::BadInput, "replay", "nothing moves: there are no paths",
                          "give a scene with paths");
    Replay report;
    report.rate = options.rate;
    report.seconds = options.seconds.value_or(static_cast<double>(segments_of(scene)));
    const double count = std::floor(report.seconds * options.rate) + 1.0;
    if (!(count <= kMostFrames))
        return make_error(ErrorCode::Unsupported, "replay", fmt::format("{} frames are too many", count),
                          fmt::format("at most {} are played", kMostFrames));
    report.frames = static_cast<std::uint32_t>(count);
    const auto bodies = bodies_of(scene, options);
    if (!bodies) return bodies.error();
    const auto frames = pose_frames(scene, report.frames);
    if (!frames) return frames.error();
    report.stand = frames->stand;

    const PairRules rules(scene, 0.0);
    Sightings seen, truth;
    if (!Player(frames->poses, options, report).play(make(*bodies, rules), seen)) return interrupted();
    if (report.certified_frames == report.frames) {
        truth = seen;
    } else {
        Probe whole(*bodies, &rules);
        for (std::uint32_t k = 0; k < report.frames; ++k) {
            note(whole.look(frames->poses[k], {}), k, truth);
            if (interrupt_requested()) return interrupted();
        }
    }
    report.contacts = contacts_of(truth, seen);
    return report;
}

Expected<Replay> replay_exact(const Scene& scene, const ReplayOptions& options) {
    return replay(scene, options, [](const std::vector<Body>& bodies, const PairRules& rules) -> DetectorLook {
        const auto probe = std::make_shared<Probe>(bodies, &rules);
        return [probe](std::span<const Pose> poses, const TimeBudget& budget) -> const ProbeResult& {
            return probe->look(poses, budget);
        };
    });
}

}  // namespace graze::internal
