// What worlds say about a frame, and of a run (world.h).
#pragma once

#include "graze/geometry/pose.h"
#include "graze/queries/broad/broad_phase.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace graze {

/// How a body moves: velocity of its centre of mass, and angular velocity; or small displacements; or a force on
/// the centre, and a torque.
struct Twist {
    Vec3 linear = Vec3::Zero();
    Vec3 angular = Vec3::Zero();
};

/// What a frame may cost; a body that gets less lags behind, nothing else happens.
struct FrameBudget {
    std::uint64_t most_work = ~std::uint64_t{0};  // deterministic; in the units of first_contact
    std::optional<std::chrono::nanoseconds> time = {};
};

/// Two points where bodies press on each other, or would soon.
struct WorldContact {
    BodyPair bodies;
    std::array<Vec3, 2> points;
    std::array<std::uint32_t, 2> triangles;
    Vec3 normal;      // from the second body to the first
    double distance;  // measured
    double push;      // how much it holds back: displacement (first order) or impulse (second); 0: not at all
};

enum class WorldEventKind : std::uint8_t {
    Stopped,  // the two met on their way, and `bodies` say who; one of them or both did not go on
    Pressed,  // at the end of the frame they press on each other, and did not before
    Parted,   // no longer
};

struct WorldEvent {
    std::uint64_t frame;  // of the world, counted from 0
    WorldEventKind kind;
    BodyPair bodies;
    double at = 1.0;  // Stopped: the part of the sub-step's motion that was done
};

/// What became of one frame.
struct FrameReport {
    int sub_steps = 0;
    std::uint64_t work = 0;
    std::uint64_t queries = 0;     // of first contact
    int events = 0;                // bodies that were stopped by others on their way
    int undecided = 0;             // queries that ran out of budget: taken for contacts
    bool out_of_budget = false;
    double least_distance = std::numeric_limits<double>::infinity();  // of near pairs, measured, at the end
    BodyPair nearest{};  // if that is finite
    /// Proved: at no moment of the frame was a pair that moved and was near nearer than this, seats excepted.
    double proved_gap = std::numeric_limits<double>::infinity();
    double lost_time = 0.0;        // second order: seconds that bodies did not live, added up
    std::uint32_t blocked = 0;     // first order: bodies that are pulled, and cannot follow
    std::span<const WorldContact> contacts = {};  // these until the next frame
    std::span<const WorldEvent> happened = {};    // as it happened
};

/// Where everything went, as poses of a path: every body's at the same moments, one after the other. Between
/// two of them each body moves by a slerp about its centre of mass, as it was proved, within `deviation`.
struct WorldTrack {
    std::vector<std::uint32_t> bodies;        // that can move
    std::vector<std::vector<Pose>> poses;     // by these: as many for each
    std::vector<std::size_t> frames;          // by frame: how many poses there were when it ended
    std::vector<WorldEvent> events;           // of all frames
    double deviation = 0.0;
};

}  // namespace graze
