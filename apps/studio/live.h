// An open scene that is handled: hand, world, tape, paths, replay. Knows no network and no threads.
#pragma once

#include "studio/frame_data.h"
#include "studio/hand.h"
#include "studio/opened_scene.h"
#include "studio/paths.h"
#include "studio/protocol.h"
#include "studio/tape.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace graze::studio {

/// What became of a `place` or a `nudge`.
struct Placed {
    bool reached = false;
    Pose asked = {}, is = {};
    std::vector<std::uint32_t> stopped_by = {};
};
using WhenPlaced = std::function<void(const Placed&)>;

struct SavedState {
    std::uint32_t number;
    std::string name;
    double when;  // seconds of simulation
    WorldState state;
};

/// A path that is shown instead of the world.
struct Replay {
    std::uint32_t path = 0;
    double at = 0.0;     // seconds of the path
    double speed = 0.0;
};

/// What was undone is shown on its way back, faster than it was made. The world is there already.
struct Return {
    Stretch way;
    double at = 0.0;     // seconds of the way
    double speed = 0.0;  // of these in a second
};

/// Stops of a path as times, and the other way round; both also between two.
[[nodiscard]] double time_of(const StudioPath& path, double stop);
[[nodiscard]] double stop_at(const StudioPath& path, double time);

class Live {
  public:
    explicit Live(Opened opened);
    ~Live();

    [[nodiscard]] const OpenedScene& scene() const { return *scene_; }
    [[nodiscard]] const std::shared_ptr<const OpenedScene>& shared_scene() const { return scene_; }
    [[nodiscard]] const World& world() const { return *world_; }
    /// Null: the scene has none.
    [[nodiscard]] const soft::SoftWorld* rods() const { return coupled_ ? &coupled_->rods : nullptr; }

    // Commands. Errors are sentences for people.
    Expected<void> grab(const Grab& grab);
    Expected<void> drag(const Drag& drag);
    Expected<void> release();
    Expected<void> cancel_drag();
    Expected<void> place(std::uint32_t body, const Pose& pose, WhenPlaced when_placed);
    Expected<void> nudge(const Nudge& nudge, WhenPlaced when_placed);
    Expected<void> throw_body(const Throw& thrown);
    void set_lock(const SetLock& lock);
    Expected<void> set_world(const SetWorld& set);
    Expected<void> set_margin(const SetMargin& margin);
    Expected<void> ignore(const Ignore& ignore);
    void step_paused(int frames) { steps_ += frames; }
    Expected<void> undo();
    Expected<void> redo();
    Expected<void> reset();
    std::uint32_t snapshot(std::string name);
    Expected<void> restore(std::uint32_t number);
    Expected<void> forget(std::uint32_t number);
    void start_recording();
    /// The number of the path. Error: nothing moved.
    Expected<std::uint32_t> stop_recording();
    Expected<void> play(const Play& play);
    Expected<void> scrub(const Scrub& scrub);
    void stop_replay();
    Expected<void> continue_from(const ContinueFrom& from);

    /// Bodies are put somewhere by no motion, at rest.
    Expected<void> put_bodies(const std::vector<std::pair<std::uint32_t, Pose>>& poses, const std::string& title);

    // Paths.
    std::uint32_t add_path(StudioPath path);
    /// Null: there is none.
    [[nodiscard]] StudioPath* path(std::uint32_t number);
    [[nodiscard]] const std::map<std::uint32_t, StudioPath>& paths() const { return paths_; }
    Expected<void> delete_path(std::uint32_t number);
    Expected<void> rename_path(std::uint32_t number, const std::string& name);
    [[nodiscard]] JudgeRules rules() const;
    /// Something else changed that pages and files should know.
    void note_change() { ++changes_; }

    // Time.
    [[nodiscard]] bool wants_step() const;
    void step(const FrameBudget& budget);
    /// Of the replay, by real time.
    void pass(double seconds);

    // What to show.
    [[nodiscard]] FrameData frame() const;
    [[nodiscard]] bool is_recording() const { return recording_from_.has_value(); }
    [[nodiscard]] WorldOrder order() const;
    [[nodiscard]] bool is_paused() const { return is_paused_; }
    [[nodiscard]] bool is_replaying() const { return replay_.has_value(); }
    [[nodiscard]] const SetLock& lock() const { return lock_; }
    [[nodiscard]] const std::optional<Hand>& hand() const { return hand_; }
    [[nodiscard]] const std::vector<SavedState>& snapshots() const { return snapshots_; }
    [[nodiscard]] const Tape& tape() const { return tape_; }
    [[nodiscard]] const std::map<BodyPair, double>& margins() const { return margins_; }
    [[nodiscard]] const std::vector<BodyPair>& ignored() const { return ignored_; }
    [[nodiscard]] double friction() const { return friction_; }
    [[nodiscard]] double restitution() const { return restitution_; }
    [[nodiscard]] double keep_apart() const;
    [[nodiscard]] double seconds() const { return seconds_; }
    /// The body whose surroundings matter: grabbed, or moved last.
    [[nodiscard]] std::optional<std::uint32_t> focus() const { return focus_; }
    /// Counts what changed besides poses: by it, others know when to tell again.
    [[nodiscard]] std::uint64_t changes() const { return changes_; }

  private:
    struct Placement {
        std::uint32_t body;
        Pose asked;
        WhenPlaced when_placed;
        int quiet = 0;
    };

    [[nodiscard]] Expected<void> needs_body(std::uint32_t body) const;
    Expected<void> make_movable(std::uint32_t body);
    Expected<void> grab_rod(const Grab& grab);
    void let_rod_go();
    void end_placement(bool reached);
    void watch_placement(const Pose& before);
    Expected<void> jump_to(const WorldState& state, const std::string& title);
    void aim();
    void hold_axes(std::uint32_t body, const SetLock& lock);
    void fill_contacts(FrameData& frame) const;
    void fill_hand(FrameHead& head) const;
    void fill_return(FrameData& frame) const;

    std::shared_ptr<const OpenedScene> scene_;
    std::shared_ptr<World> world_;
    std::shared_ptr<soft::CoupledWorld> coupled_;  // null: no rods
    Tape tape_;
    WorldState beginning_;
    std::optional<Hand> hand_;
    std::optional<RodHand> rod_hand_;
    int rods_quiet_ = 0;  // steps without motion
    std::optional<Placement> placement_;
    std::optional<Replay> replay_;
    std::optional<Return> return_;
    SetLock lock_;
    std::map<std::uint32_t, StudioPath> paths_;
    std::vector<SavedState> snapshots_;
    std::map<BodyPair, double> margins_;
    std::vector<BodyPair> ignored_;
    std::optional<std::size_t> recording_from_;
    std::optional<std::uint32_t> focus_;
    std::uint32_t next_path_ = 1, next_snapshot_ = 1;
    bool is_paused_ = false;
    int steps_ = 0;
    double friction_ = 0.3, restitution_ = 0.0, seconds_ = 0.0, seq_ = 0.0, proved_gap_;
    FrameReport report_;  // its contacts are borrowed from the world
    double milliseconds_ = 0.0;
    std::uint64_t changes_ = 0;
};

}  // namespace graze::studio
