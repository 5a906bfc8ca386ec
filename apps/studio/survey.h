// How far one body is from all others: exact bounds, found beside the simulation.
#pragma once

#include "studio/frame_data.h"
#include "studio/opened_scene.h"

#include "graze/discrete/wide/distance.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace graze::studio {

/// The nearest of all other bodies. Pre: as many poses as bodies. Nothing: there is no other that counts.
/// Guarantee: the distance lies in [lo, hi]; no other body that counts is nearer than lo.
[[nodiscard]] std::optional<Surroundings> surroundings(const OpenedScene& scene, const std::vector<Pose>& poses, std::uint32_t body,
                                                       const std::vector<BodyPair>& ignored);

struct Measured {
    double lo = 0.0, hi = 0.0;
    std::array<Vec3, 2> points{Vec3::Zero(), Vec3::Zero()};
    std::array<std::optional<std::uint32_t>, 2> faces{};
};
/// Between two bodies, faces of bodies, or points. Errors: a body or a face that is not there.
[[nodiscard]] Expected<Measured> measure(const OpenedScene& scene, const std::vector<Pose>& poses, const Measure& ends);

/// A thread that looks at the newest wish only.
class Surveyor {
  public:
    Surveyor();
    ~Surveyor();

    struct Wish {
        std::shared_ptr<const OpenedScene> scene;
        std::vector<Pose> poses;
        std::uint32_t body;
        std::vector<BodyPair> ignored;
    };
    void ask(Wish wish);
    /// The newest answer, if it is of this scene and body.
    [[nodiscard]] std::optional<Surroundings> answer(std::uint32_t scene, std::uint32_t body) const;

  private:
    void run();

    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::optional<Wish> wish_;
    std::optional<Surroundings> answer_;
    std::uint32_t scene_ = 0, body_ = 0;
    bool ends_ = false;
    std::thread thread_;
};

}  // namespace graze::studio
