#include "graze/queries/paths/path_deep.h"

#include "graze/core/interrupt.h"
#include "graze/discrete/bodies/penetration.h"

#include <fmt/format.h>

#include <algorithm>

namespace graze::internal {
namespace {

constexpr double kFirstStep = 0x1p-20, kGrowth = 2.0;  // of time, after the copies met
constexpr int kSamples = 32;                           // of the rest of a segment, and of each later one
constexpr int kBisections = 12;

/// Times of a segment after `from`, in the order in which they are tried.
std::vector<double> times_after(double from) {
    std::vector<double> times{from};
    for (double step = kFirstStep; from + step < 1.0; step *= kGrowth) times.push_back(from + step);
    times.push_back(1.0);
    for (int i = 1; i < kSamples; ++i) times.push_back(from + (1.0 - from) * i / kSamples);
    return times;
}

}  // namespace

std::optional<PathDeep> prove_deep_at(const PathWork& work, const PathSeat& seat, const PathTime& at) {
    const MovingScene& moving = work.moving;
    std::array<RoundedPose, 2> poses;
    for (int side = 0; side < 2; ++side)
        poses[side] = rounded_pose(motion_of(moving, at.segment, seat.bodies[side]), at.t,
                                   moving.own_boxes[moving.mesh_of_body[seat.bodies[side]]]);
    const double slack = std::max(poses[0].error, poses[1].error);
    if (!(slack <= kLargest)) return std::nullopt;  // NaN too
    const Penetration found = penetration({*work.models.of_body[seat.bodies[0]], poses[0].pose},
                                          {*work.models.of_body[seat.bodies[1]], poses[1].pose},
                                          {.enough = seat.depth, .slack = slack});
    if (!(found.lo > seat.depth)) return std::nullopt;
    return PathDeep{seat.bodies, at,         found.lo,
                    found.hi,    seat.depth, found.in[found.deep_in == Side::A ? 0 : 1].at};
}

std::optional<PathDeep> find_deep(const PathWork& work, const PathSeat& seat, const PathTime& from) {
    std::optional<PathDeep> deep;
    double before = 0.0;  // in the segment of `deep`: a time at which it is not proved
    for (std::size_t segment = from.segment; segment < work.moving.segments.size() && !deep; ++segment) {
        if (nothing_moves(work.moving, segment, seat.bodies)) continue;
        const double begin = segment == from.segment ? from.t : 0.0;
        before = begin;
        for (const double t : times_after(begin)) {
            if (interrupt_requested()) return std::nullopt;
            deep = prove_deep_at(work, seat, {segment, t});
            if (deep) break;
            before = t < 1.0 ? t : begin;
        }
    }
    for (int i = 0; i < kBisections && deep && deep->at.t > before; ++i) {
        const double middle = 0.5 * (before + deep->at.t);
        if (auto earlier = prove_deep_at(work, seat, {deep->at.segment, middle}))
            deep = earlier;
        else
            before = middle;
    }
    return deep;
}

std::string not_decided(const PathSeat& seat) {
    return fmt::format("neither proved to stay within its depth {} nor proved deeper", seat.depth);
}

}  // namespace graze::internal
