// What was done with a world, manipulation by manipulation: for undo, and for paths.
#pragma once

#include "graze/dynamics/handling/world_changes.h"

#include <memory>
#include <string>
#include <vector>

namespace graze::studio {

/// What a frame left, beside poses.
struct TapeFrame {
    std::size_t stops = 0;  // of the track, when it ended
    double least_distance = 0.0;
    std::uint32_t contacts = 0;
};

/// From a grab to the release, a placement, a run of the world; or a jump to an earlier state, which is no motion.
struct Manipulation {
    std::string title;
    bool is_jump = false;
    WorldState before, after;
    WorldTrack track;
    std::vector<TapeFrame> frames;
};

/// Motions of one stretch without jumps. The first stop is where it begins.
struct Stretch {
    std::vector<std::uint32_t> bodies = {};     // that can move
    std::vector<std::vector<Pose>> poses = {};  // by these: as many for each
    std::vector<double> times = {};             // by stop, from 0
    std::vector<double> least_distance = {};    // by stop: at the end of its frame
    std::vector<std::uint32_t> contacts = {};
    double deviation = 0.0;
};

class Tape {
  public:
    explicit Tape(double frame) : frame_(frame) {}

    /// The world is recorded from now on. A manipulation that is open ends first.
    void begin(World& world, std::string title);
    /// After each `advance`. Pre: one is open.
    void note(const FrameReport& report);
    /// Pre: one is open. One in which nothing moved is forgotten.
    void end(World& world);
    [[nodiscard]] bool is_open() const { return open_ != nullptr; }
    [[nodiscard]] const Manipulation& open() const { return *open_; }

    /// The world goes to another state: an entry of its own, which can be undone.
    [[nodiscard]] Expected<void> jump(World& world, const WorldState& to, std::string title);
    /// Back to where the open manipulation began, which is forgotten. Pre: one is open.
    [[nodiscard]] Expected<void> cancel(World& world);

    /// Empty: there is nothing.
    [[nodiscard]] std::string undo_title() const;
    [[nodiscard]] std::string redo_title() const;
    /// Errors: there is none; the state breaks rules that are newer.
    [[nodiscard]] Expected<void> undo(World& world);
    [[nodiscard]] Expected<void> redo(World& world);

    /// A body can move from now on, that stood there until now. Pre: no manipulation is open.
    void add_body(std::uint32_t body, const Pose& pose);

    /// All since a place on the tape, and since the last jump. Places: `now` counts manipulations that are closed.
    [[nodiscard]] std::size_t now() const { return dropped_ + done_.size(); }
    [[nodiscard]] Stretch since(std::size_t place) const;

    void forget_all();

  private:
    void drop_oldest();

    double frame_;
    std::vector<Manipulation> done_, undone_;
    std::unique_ptr<Manipulation> open_;
    std::size_t dropped_ = 0, stops_ = 0;
};

}  // namespace graze::studio
