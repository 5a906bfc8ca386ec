// The part of Live that is about time: steps, replay, and what is shown.
#include "studio/live.h"

#include "graze/dynamics/handling/places.h"
#include "graze/dynamics/handling/world_memory.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace graze::studio {
namespace {

constexpr int kQuietFrames = 4;           // a placement that did not move for so long is stopped
constexpr double kStands = 1e-7;          // of the size, in a frame
constexpr double kArrived = 1e-9;         // of the size
constexpr double kMostPull = 0.5;         // of the body's size, and
constexpr double kMostPullOfScene = 0.15;
constexpr std::size_t kMostContacts = 64;
constexpr double kNewtonsPerMillimetre = 0.2;

/// How far points of a body may be apart in two poses, about.
double way(const Pose& from, const Pose& to, const Vec3& centre, double size) {
    const Vec6 d = displacement_to(from, to, centre);
    return d.head<3>().norm() + d.tail<3>().norm() * size;
}

}  // namespace

double time_of(const StudioPath& path, double stop) {
    const auto& times = path.stretch.times;
    const auto below = static_cast<std::size_t>(std::clamp(std::floor(stop), 0.0, static_cast<double>(times.size() - 1)));
    if (below + 1 >= times.size()) return times.back();
    return times[below] + (stop - static_cast<double>(below)) * (times[below + 1] - times[below]);
}

double stop_at(const StudioPath& path, double time) {
    const auto& times = path.stretch.times;
    const auto above = std::upper_bound(times.begin(), times.end(), time) - times.begin();
    if (above == 0) return 0.0;
    if (static_cast<std::size_t>(above) >= times.size()) return static_cast<double>(times.size() - 1);
    const auto below = static_cast<std::size_t>(above - 1);
    const double length = times[below + 1] - times[below];
    return static_cast<double>(below) + (length > 0.0 ? (time - times[below]) / length : 0.0);
}

void Live::end_placement(bool reached) {
    Placement ended = *std::move(placement_);
    placement_.reset();
    let_go(*world_, ended.body);
    hold_axes(ended.body, {});
    Placed placed{.reached = reached, .asked = ended.asked, .is = world_->pose(ended.body)};
    for (const WorldContact& contact : report_.contacts)
        for (int side = 0; side < 2; ++side)
            if (!reached && contact.bodies[side] == ended.body && contact.push > 0.0) placed.stopped_by.push_back(contact.bodies[1 - side]);
    std::sort(placed.stopped_by.begin(), placed.stopped_by.end());
    placed.stopped_by.erase(std::unique(placed.stopped_by.begin(), placed.stopped_by.end()), placed.stopped_by.end());
    tape_.end(*world_);
    ++changes_;
    if (ended.when_placed) ended.when_placed(placed);
}

bool Live::wants_step() const {
    if (replay_) return false;
    if (is_paused_) return steps_ > 0;
    if (hand_ || rod_hand_ || placement_ || (coupled_ && rods_quiet_ < kQuietFrames)) return true;
    if (world_->memory().options.order == WorldOrder::First) return false;
    const auto& movable = world_->memory().movable;
    return std::any_of(movable.begin(), movable.end(), [&](std::uint32_t i) { return !world_->is_asleep(i); });
}

/// A hand that is far away pulls no harder than one that is some way off: the force of the coupling ends somewhere, and a
/// wish of many metres would only press parts together.
void Live::aim() {
    const auto pull_to = [&](std::uint32_t body, const Pose& wish) {
        const Pose now = world_->pose(body);
        const Vec3& centre = scene_->centres[body];
        const double size = scene_->bodies[body].size(), far = way(now, wish, centre, size);
        const double most = std::max(kMostPull * size, kMostPullOfScene * scene_->size);
        pull(*world_, body, {.target = far <= most ? wish : moved(now, centre, (most / far) * displacement_to(now, wish, centre))});
    };
    if (hand_) pull_to(hand_->body, hand_->wanted);
    if (placement_) pull_to(placement_->body, placement_->asked);
}

void Live::step(const FrameBudget& budget) {
    if (steps_ > 0) --steps_;
    if (!tape_.is_open()) tape_.begin(*world_, "Run");
    const std::optional<Pose> before = placement_ ? std::optional(world_->pose(placement_->body)) : std::nullopt;
    aim();
    const auto began = std::chrono::steady_clock::now();
    report_ = coupled_ ? soft::advance(*coupled_, budget).bodies : advance(*world_, budget);
    if (coupled_) rods_quiet_ = are_still(coupled_->rods) ? rods_quiet_ + 1 : 0;
    milliseconds_ = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
    seconds_ += world_->memory().options.frame;
    tape_.note(report_);
    proved_gap_ = std::min(proved_gap_, report_.proved_gap);
    if (placement_) watch_placement(*before);
    if (hand_ || !is_paused_) return;
    if (steps_ == 0 && world_->memory().options.order == WorldOrder::First && !placement_) tape_.end(*world_);
}

void Live::watch_placement(const Pose& before) {
    const std::uint32_t body = placement_->body;
    const double size = scene_->bodies[body].size();
    const Pose& now = world_->pose(body);
    const double left = way(now, placement_->asked, scene_->centres[body], size);
    if (left <= kArrived * size) return end_placement(true);
    const bool stands = way(before, now, scene_->centres[body], size) <= kStands * size;
    placement_->quiet = stands ? placement_->quiet + 1 : 0;
    if (placement_->quiet >= kQuietFrames) end_placement(false);
}

void Live::pass(double seconds) {
    if (return_) {
        return_->at -= return_->speed * seconds;
        if (return_->at <= 0.0) return_.reset();
    }
    if (!replay_ || replay_->speed == 0.0) return;
    const StudioPath* shown = path(replay_->path);
    const double end = shown->stretch.times.back();
    replay_->at = std::clamp(replay_->at + replay_->speed * seconds, 0.0, end);
    if (replay_->at == (replay_->speed > 0.0 ? end : 0.0)) replay_->speed = 0.0;
}

WorldOrder Live::order() const { return world_->memory().options.order; }

double Live::keep_apart() const { return world_->memory().options.security; }

void Live::fill_contacts(FrameData& frame) const {
    std::vector<const WorldContact*> nearest;
    for (const WorldContact& contact : report_.contacts) nearest.push_back(&contact);
    std::stable_sort(nearest.begin(), nearest.end(), [](const WorldContact* p, const WorldContact* q) { return p->distance < q->distance; });
    if (nearest.size() > kMostContacts) nearest.resize(kMostContacts);
    for (const WorldContact* contact : nearest) {
        FrameContact shown{.bodies = contact->bodies, .triangles = contact->triangles};
        for (int side = 0; side < 2; ++side) {
            const auto& faces = scene_->bodies[contact->bodies[side]].mesh().surface_of_triangle;
            shown.faces[side] = contact->triangles[side] < faces.size() ? faces[contact->triangles[side]] : kNone;
        }
        for (int k = 0; k < 3; ++k) {
            shown.point_a[k] = contact->points[0][k];
            shown.point_b[k] = contact->points[1][k];
            shown.normal[k] = contact->normal[k];
        }
        shown.distance = contact->distance;
        shown.push = contact->push;
        frame.contacts.push_back(shown);
    }
}

void Live::fill_hand(FrameHead& head) const {
    const auto numbers = [](const Vec3& v) { return std::array<double, 3>{v.x(), v.y(), v.z()}; };
    if (rod_hand_) {
        const Vec3& at = coupled_->rods.nodes(rod_hand_->piece.rod)[static_cast<std::size_t>(rod_hand_->node)];
        head.flags |= kGrabbed;
        head.grabbed = rod_hand_->body;
        head.grabbed_point = numbers(at);
        head.wanted_point = numbers(rod_hand_->target);
        head.ghost = seven(piece_pose(coupled_->rods.nodes(rod_hand_->piece.rod), rod_hand_->piece.segment));
        head.lag = (rod_hand_->target - at).norm();
        head.push = coupled_->rods.force_on(rod_hand_->hold).force.norm();  // what the spring really pulls with
    }
    if (!hand_) return;
    head.flags |= kGrabbed;
    head.grabbed = hand_->body;
    const Vec3 is = apply(world_->pose(hand_->body), hand_->point), wanted = apply(hand_->wanted, hand_->point);
    head.grabbed_point = numbers(is);
    head.wanted_point = numbers(wanted);
    head.ghost = seven(hand_->wanted);
    head.lag = (wanted - is).norm();
    head.push = kNewtonsPerMillimetre * head.lag * conversion_factor(scene_->scene.unit, Unit::Millimetre);
}

void Live::fill_return(FrameData& frame) const {
    const Stretch& way = return_->way;
    const auto above = static_cast<std::size_t>(std::upper_bound(way.times.begin(), way.times.end(), return_->at) - way.times.begin());
    const std::size_t stop = std::min(above > 0 ? above - 1 : 0, way.times.size() - 1);
    for (std::size_t k = 0; k < way.bodies.size(); ++k)
        for (FramePose& pose : frame.poses)
            if (pose.body == way.bodies[k]) pose.pose = seven(way.poses[k][stop]);
}

FrameData Live::frame() const {
    FrameData frame;
    FrameHead& head = frame.head;
    head.scene = scene_->number;
    head.time = seconds_;
    head.seq = seq_;
    head.proved_gap = proved_gap_;
    head.least_distance = head.least_distance_hi = std::numeric_limits<double>::infinity();
    head.milliseconds = static_cast<float>(milliseconds_);
    for (const WorldSeat& seat : world_->seats()) head.depth = std::max(head.depth, seat.depth);
    head.badge = replay_ ? Badge::Replay : head.depth > 0.0 ? Badge::CertifiedToDepth : Badge::Certified;
    head.flags |= (is_paused_ ? kPaused : 0U) | (replay_ ? kReplay : 0U) | (recording_from_ ? kRecording : 0U) |
                  (report_.out_of_budget ? kOutOfTime : 0U) | (report_.blocked > 0 ? kBlocked : 0U) | (wants_step() ? 0U : kAsleep);
    if (!replay_) fill_hand(head);
    const StudioPath* shown = replay_ ? &paths_.at(replay_->path) : nullptr;
    if (shown != nullptr) {
        head.path = replay_->path;
        head.stop = stop_at(*shown, replay_->at);
    }
    for (const std::uint32_t i : world_->memory().movable)
        frame.poses.push_back({.body = i, .pose = seven(shown != nullptr ? shown->start[i] : world_->pose(i))});
    for (std::uint32_t k = 0; k < scene_->pieces.size(); ++k) {
        const RodPiece& piece = scene_->pieces[k];
        frame.poses.push_back({.body = static_cast<std::uint32_t>(world_->size()) + k, .pose = seven(piece_pose(coupled_->rods.nodes(piece.rod), piece.segment))});
    }
    if (shown != nullptr) {
        for (std::size_t k = 0; k < shown->stretch.bodies.size(); ++k) {
            const std::uint32_t body = shown->stretch.bodies[k];
            const auto at = std::find_if(frame.poses.begin(), frame.poses.end(), [&](const FramePose& pose) { return pose.body == body; });
            const auto pose = seven(pose_at(*shown, k, head.stop, *scene_));
            if (at != frame.poses.end())
                at->pose = pose;
            else
                frame.poses.push_back({.body = body, .pose = pose});
        }
    } else {
        fill_contacts(frame);
    }
    if (return_) fill_return(frame);
    return frame;
}

}  // namespace graze::studio
