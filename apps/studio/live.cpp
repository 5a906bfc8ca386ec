#include "studio/live.h"

#include "graze/core/wording.h"
#include "graze/dynamics/handling/places.h"
#include "graze/dynamics/handling/world_memory.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace graze::studio {
namespace {

constexpr double kReturnSeconds = 0.3;

Error not_there(const char* what, std::uint32_t number) {
    return make_error(ErrorCode::NotFound, what, fmt::format("there is no {} {}", what, number), "the list has changed meanwhile");
}

Error not_now(const char* what, const std::string& why) { return make_error(ErrorCode::BadUsage, what, why); }

}  // namespace

Live::Live(Opened opened)
    : scene_(std::move(opened.scene)), world_(std::move(opened.world)), coupled_(std::move(opened.coupled)), tape_(world_->memory().options.frame), beginning_(save(*world_)),
      proved_gap_(std::numeric_limits<double>::infinity()) {}
Live::~Live() = default;

Expected<void> Live::needs_body(std::uint32_t body) const {
    if (body < world_->size()) return {};
    if (body < world_->size() + scene_->pieces.size()) return not_now("a rod", "it can be dragged, and nothing else");
    return not_there("body", body);
}

Expected<void> Live::make_movable(std::uint32_t body) {
    if (world_->is_movable(body)) return {};
    tape_.end(*world_);
    if (auto made = set_mass(*world_, body, with_density(mass_properties(world_->body(body)), scene_->density)); !made) return made;
    tape_.add_body(body, world_->pose(body));
    report_ = {};
    ++changes_;
    return {};
}

void Live::hold_axes(std::uint32_t body, const SetLock& lock) {
    graze::set_lock(*world_, body, {.move = lock.move, .turn = lock.turn, .of_body = lock.frame == Frame::Part});
}

void Live::set_lock(const SetLock& lock) {
    lock_ = lock;
    if (hand_) hold_axes(hand_->body, lock_);
    ++changes_;
}

Expected<void> Live::grab_rod(const Grab& grab) {
    stop_replay();
    (void)release();
    if (placement_) end_placement(false);
    rod_hand_ = grabbed(coupled_->rods, grab.body, scene_->pieces[grab.body - world_->size()], grab.point);
    rods_quiet_ = 0;
    ++changes_;
    return {};
}

void Live::let_rod_go() {
    if (!rod_hand_) return;
    soft::remove_hand(coupled_->rods, rod_hand_->hold);
    rod_hand_.reset();
    ++changes_;
}

Expected<void> Live::grab(const Grab& grab) {
    if (grab.body >= world_->size() && grab.body - world_->size() < scene_->pieces.size()) return grab_rod(grab);
    let_rod_go();
    if (auto valid = needs_body(grab.body); !valid) return valid;
    stop_replay();
    if (hand_) (void)release();
    if (placement_) end_placement(false);
    if (auto made = make_movable(grab.body); !made) return made;
    hand_ = grabbed(grab.body, grab.point, world_->pose(grab.body));
    focus_ = grab.body;
    tape_.begin(*world_, fmt::format("Move {}", scene_->scene.bodies[grab.body].name));
    hold_axes(grab.body, lock_);
    pull(*world_, grab.body, {.target = hand_->from});
    ++changes_;
    return {};
}

Expected<void> Live::drag(const Drag& drag) {
    if (rod_hand_) {
        const std::optional<Vec3> target = drag.point ? drag.point : drag.pose ? std::optional(drag.pose->translation) : std::nullopt;
        if (target && !target->allFinite()) return not_now("drag", "it leads nowhere");
        rod_hand_->target = target.value_or(rod_hand_->target);
        rod_hand_->seq = seq_ = drag.seq;
        soft::move_hand(coupled_->rods, rod_hand_->hold, rod_hand_->target);
        rods_quiet_ = 0;
        return {};
    }
    if (!hand_) return {};  // it was released meanwhile
    const Pose wanted = wanted_by(*hand_, drag);
    if (!is_valid(wanted)) return not_now("drag", "it leads nowhere");
    hand_->wanted = locked(hand_->from, wanted, scene_->centres[hand_->body], lock_);
    hand_->seq = seq_ = drag.seq;
    pull(*world_, hand_->body, {.target = hand_->wanted});
    return {};
}

Expected<void> Live::release() {
    let_rod_go();
    if (!hand_) return {};
    let_go(*world_, hand_->body);
    hold_axes(hand_->body, {});
    hand_.reset();
    if (world_->memory().options.order == WorldOrder::First) tape_.end(*world_);
    ++changes_;
    return {};
}

Expected<void> Live::cancel_drag() {
    let_rod_go();
    if (!hand_) return {};
    let_go(*world_, hand_->body);
    hold_axes(hand_->body, {});
    hand_.reset();
    report_ = {};
    ++changes_;
    if (!tape_.is_open()) return {};
    Stretch way = tape_.since(tape_.now());
    auto cancelled = tape_.cancel(*world_);
    const double length = way.times.empty() ? 0.0 : way.times.back();
    if (cancelled && length > 0.0) return_ = Return{std::move(way), length, length / kReturnSeconds};
    return cancelled;
}

Expected<void> Live::place(std::uint32_t body, const Pose& pose, WhenPlaced when_placed) {
    if (auto valid = needs_body(body); !valid) return valid;
    if (world_->memory().options.order == WorldOrder::Second) return not_now("place", "values are for the world of first order; switch to it, then type them");
    stop_replay();
    (void)release();
    if (placement_) end_placement(false);
    if (auto made = make_movable(body); !made) return made;
    const Pose from = world_->pose(body);
    const Pose asked = locked(from, pose, scene_->centres[body], lock_);
    placement_ = Placement{body, asked, std::move(when_placed)};
    focus_ = body;
    tape_.begin(*world_, fmt::format("Place {}", scene_->scene.bodies[body].name));
    hold_axes(body, lock_);
    pull(*world_, body, {.target = asked});
    ++changes_;
    return {};
}

Expected<void> Live::nudge(const Nudge& nudge, WhenPlaced when_placed) {
    if (auto valid = needs_body(nudge.body); !valid) return valid;
    const Pose from = world_->pose(nudge.body);
    const Mat3 axes = nudge.frame == Frame::Part ? from.rotation.normalized().toRotationMatrix() : Mat3(Mat3::Identity());
    Vec6 way;
    way << axes * nudge.move, axes * nudge.turn;
    return place(nudge.body, moved(from, scene_->centres[nudge.body], way), std::move(when_placed));
}

Expected<void> Live::throw_body(const Throw& thrown) {
    if (auto valid = needs_body(thrown.body); !valid) return valid;
    if (world_->memory().options.order == WorldOrder::First) return not_now("throw", "bodies have no speed in the world of first order; switch to the second");
    stop_replay();
    if (auto made = make_movable(thrown.body); !made) return made;
    (void)release();
    tape_.begin(*world_, fmt::format("Throw {}", scene_->scene.bodies[thrown.body].name));
    set_velocity(*world_, thrown.body, {thrown.velocity, thrown.spin});
    focus_ = thrown.body;
    return {};
}

Expected<void> Live::set_world(const SetWorld& set) {
    stop_replay();
    if (set.order) {
        if (placement_) end_placement(false);
        tape_.end(*world_);
        set_order(*world_, *set.order == 1 ? WorldOrder::First : WorldOrder::Second);
        if (hand_) tape_.begin(*world_, fmt::format("Move {}", scene_->scene.bodies[hand_->body].name));
    }
    if (set.gravity) set_gravity(*world_, *set.gravity);
    for (std::uint32_t i = 0; i < world_->size(); ++i) {
        if (set.friction) set_friction(*world_, i, friction_ = *set.friction);
        if (set.restitution) set_restitution(*world_, i, restitution_ = *set.restitution);
    }
    if (set.paused) is_paused_ = *set.paused, steps_ = 0;
    if (set.keep_apart) set_security(*world_, *set.keep_apart);
    report_ = {};
    ++changes_;
    return {};
}

Expected<void> Live::set_margin(const SetMargin& margin) {
    for (const std::uint32_t body : margin.bodies)
        if (auto valid = needs_body(body); !valid) return valid;
    const double own = PairRules(scene_->scene, 0.0).of(margin.bodies[0], margin.bodies[1]).clearance;
    if (auto set = set_clearance(*world_, margin.bodies, margin.distance.value_or(own)); !set) return set;
    margins_.erase(margin.bodies);
    if (margin.distance) margins_[margin.bodies] = *margin.distance;
    report_ = {};
    ++changes_;
    return {};
}

Expected<void> Live::ignore(const Ignore& ignore) {
    for (const std::uint32_t body : ignore.bodies)
        if (auto valid = needs_body(body); !valid) return valid;
    if (auto set = set_ignored(*world_, ignore.bodies, ignore.on); !set) return set;
    std::erase(ignored_, ignore.bodies);
    if (ignore.on) ignored_.push_back(ignore.bodies);
    report_ = {};
    ++changes_;
    return {};
}

Expected<void> Live::undo() {
    stop_replay();
    (void)release();
    if (placement_) end_placement(false);
    report_ = {};
    rods_quiet_ = 0;
    ++changes_;
    return tape_.undo(*world_);
}

Expected<void> Live::redo() {
    stop_replay();
    (void)release();
    if (placement_) end_placement(false);
    report_ = {};
    rods_quiet_ = 0;
    ++changes_;
    return tape_.redo(*world_);
}

Expected<void> Live::jump_to(const WorldState& state, const std::string& title) {
    stop_replay();
    (void)release();
    if (placement_) end_placement(false);
    report_ = {};
    rods_quiet_ = 0;
    ++changes_;
    return tape_.jump(*world_, state, title);
}

Expected<void> Live::reset() { return jump_to(beginning_, "Back to the start"); }

std::uint32_t Live::snapshot(std::string name) {
    const std::uint32_t number = next_snapshot_++;
    if (name.empty()) name = fmt::format("Snapshot {}", number);
    snapshots_.push_back({number, std::move(name), seconds_, save(*world_)});
    ++changes_;
    return number;
}

Expected<void> Live::restore(std::uint32_t number) {
    for (const SavedState& saved : snapshots_)
        if (saved.number == number) return jump_to(saved.state, fmt::format("Back to {}", saved.name));
    return not_there("snapshot", number);
}

Expected<void> Live::forget(std::uint32_t number) {
    ++changes_;
    if (std::erase_if(snapshots_, [&](const SavedState& saved) { return saved.number == number; }) > 0) return {};
    return not_there("snapshot", number);
}

void Live::start_recording() {
    if (tape_.is_open()) {  // what is held begins anew here
        const std::string title = tape_.open().title;
        tape_.begin(*world_, title);
    }
    recording_from_ = tape_.now();
    ++changes_;
}

Expected<std::uint32_t> Live::stop_recording() {
    if (!recording_from_) return not_now("record", "nothing is being recorded");
    auto path = path_of(tape_.since(*recording_from_), *world_);
    recording_from_.reset();
    ++changes_;
    if (!path) return not_now("record", "nothing moved while it was recorded, so there is no path");
    return add_path(*std::move(path));
}

std::uint32_t Live::add_path(StudioPath path) {
    path.number = next_path_++;
    if (path.name.empty()) path.name = fmt::format("Path {}", path.number);
    const std::uint32_t number = path.number;
    paths_.emplace(number, std::move(path));
    ++changes_;
    return number;
}

StudioPath* Live::path(std::uint32_t number) {
    const auto found = paths_.find(number);
    return found == paths_.end() ? nullptr : &found->second;
}

Expected<void> Live::delete_path(std::uint32_t number) {
    if (!paths_.contains(number)) return not_there("path", number);
    if (replay_ && replay_->path == number) stop_replay();
    paths_.erase(number);
    ++changes_;
    return {};
}

Expected<void> Live::rename_path(std::uint32_t number, const std::string& name) {
    if (!paths_.contains(number)) return not_there("path", number);
    paths_.at(number).name = name;
    ++changes_;
    return {};
}

JudgeRules Live::rules() const {
    const auto seats = world_->seats();
    return {{seats.begin(), seats.end()}, ignored_};
}

Expected<void> Live::play(const Play& play) {
    const StudioPath* shown = path(play.path);
    if (shown == nullptr) return not_there("path", play.path);
    (void)release();
    if (placement_) end_placement(false);
    return_.reset();
    const auto& times = shown->stretch.times;
    double at = replay_ && replay_->path == play.path ? replay_->at : play.speed < 0.0 ? times.back() : 0.0;
    if (play.from) at = time_of(*shown, *play.from);
    if (play.speed > 0.0 && at >= times.back()) at = 0.0;
    replay_ = Replay{play.path, at, play.speed};
    ++changes_;
    return {};
}

Expected<void> Live::scrub(const Scrub& scrub) { return play({.path = scrub.path, .from = scrub.at, .speed = 0.0}); }

void Live::stop_replay() {
    return_.reset();
    if (!replay_) return;
    replay_.reset();
    ++changes_;
}

Expected<void> Live::continue_from(const ContinueFrom& from) {
    const StudioPath* shown = path(from.path);
    if (shown == nullptr) return not_there("path", from.path);
    if (from.at >= shown->stops()) return not_now("continue_from", fmt::format("the path has {} stops", shown->stops()));
    std::vector<std::pair<std::uint32_t, Pose>> poses;
    for (std::uint32_t i = 0; i < world_->size(); ++i)
        if (world_->is_movable(i)) poses.emplace_back(i, shown->start[i]);
    for (std::size_t k = 0; k < shown->stretch.bodies.size(); ++k) poses.emplace_back(shown->stretch.bodies[k], shown->stretch.poses[k][from.at]);
    return put_bodies(poses, fmt::format("Continue from {}", shown->name));
}

Expected<void> Live::put_bodies(const std::vector<std::pair<std::uint32_t, Pose>>& poses, const std::string& title) {
    for (const auto& [body, pose] : poses)
        if (auto made = make_movable(body); !made) return made;
    WorldState state = save(*world_);
    state.of_version = ~std::uint64_t{0};  // nothing is known of pairs there: they are tested exactly
    for (WorldState::OfBody& body : state.bodies) body.velocity = {};
    for (const auto& [body, pose] : poses) state.bodies[body].pose = pose;
    return jump_to(state, title);
}

}  // namespace graze::studio
