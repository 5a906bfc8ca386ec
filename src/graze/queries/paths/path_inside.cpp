#include "graze/queries/paths/path_inside.h"

#include "graze/core/parallel.h"
#include "graze/discrete/bodies/open_containment.h"

#include <algorithm>

namespace graze::internal {
namespace {

using Found = std::vector<PathInside>;  // of one pair: at most one for each body

class Looking {
  public:
    explicit Looking(const PathWork& work) : work_(work) {}

    [[nodiscard]] Found of(const BodyPair& bodies) const {
        Found found;
        for (const int inner : {0, 1}) {
            const std::uint32_t body = bodies[inner], open = bodies[1 - inner];
            if (model(open).is_solid) continue;
            if (const auto at = first_time(body, open)) found.push_back({body, open, *at});
        }
        return found;
    }

  private:
    [[nodiscard]] const BodyModel& model(std::uint32_t body) const { return *work_.models.of_body[body]; }

    [[nodiscard]] std::optional<PathTime> first_time(std::uint32_t body, std::uint32_t open) const {
        const std::vector<Pose>& start = work_.moving.start;
        if (may_be_inside_open({model(body), start[body]}, {model(open), start[open]}))
            return PathTime{0, 0.0};
        for (std::size_t segment = 0; segment < work_.moving.segments.size(); ++segment) {
            if (nothing_moves(work_.moving, segment, {body, open})) continue;
            const Pose of_body = pose_at_end(segment, body), of_open = pose_at_end(segment, open);
            if (may_be_inside_open({model(body), of_body}, {model(open), of_open}))
                return PathTime{segment, 1.0};
        }
        return std::nullopt;
    }

    [[nodiscard]] Pose pose_at_end(std::size_t segment, std::uint32_t body) const {
        const MovingScene& moving = work_.moving;
        return rounded_pose(motion_of(moving, segment, body), 1.0,
                            moving.own_boxes[moving.mesh_of_body[body]])
            .pose;
    }

    const PathWork& work_;
};

}  // namespace

std::vector<PathInside> may_be_inside(const PathWork& work, const PathProof& proof) {
    const auto is_known = [&](const BodyPair& bodies) {
        const auto is_it = [&](const auto& item) { return item.bodies == bodies; };
        return std::any_of(proof.overlaps.begin(), proof.overlaps.end(), is_it) ||
               std::any_of(proof.not_judged.begin(), proof.not_judged.end(), is_it);
    };
    const Looking looking(work);
    const auto found = parallel_map(work.pairs.size(), {.threads = work.options.threads}, [&](std::size_t i) {
        return is_known(work.pairs[i].bodies) ? Found{} : looking.of(work.pairs[i].bodies);
    });
    std::vector<PathInside> all;
    if (found)
        for (const Found& of_pair : *found) all.insert(all.end(), of_pair.begin(), of_pair.end());
    return all;
}

}  // namespace graze::internal
