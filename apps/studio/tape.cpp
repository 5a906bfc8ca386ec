#include "studio/tape.h"

#include "graze/core/assert.h"
#include "graze/numeric/outward.h"

#include <algorithm>
#include <utility>

namespace graze::studio {
namespace {

constexpr std::size_t kMostPoses = 4'000'000;  // 56 bytes each: beyond that the oldest manipulations cannot be undone any more

std::size_t stops_of(const Manipulation& done) { return done.track.poses.empty() ? 0 : done.track.poses.front().size(); }
std::size_t poses_of(const Manipulation& done) { return stops_of(done) * done.track.bodies.size(); }

/// Appends what a manipulation did; its first stop is the last one that is there already.
void append(Stretch& stretch, const Manipulation& done, double frame) {
    const std::size_t stops = stops_of(done);
    if (stretch.poses.empty()) {
        stretch.bodies = done.track.bodies;
        stretch.poses.resize(stretch.bodies.size());
        for (std::size_t k = 0; k < stretch.bodies.size(); ++k) stretch.poses[k].push_back(done.track.poses[k].front());
        stretch.times.push_back(0.0);
        stretch.least_distance.push_back(done.frames.empty() ? kInfinity : done.frames.front().least_distance);
        stretch.contacts.push_back(0);
    }
    for (std::size_t k = 0; k < stretch.bodies.size(); ++k)
        stretch.poses[k].insert(stretch.poses[k].end(), done.track.poses[k].begin() + 1, done.track.poses[k].end());
    std::size_t at = 1;
    for (const TapeFrame& one : done.frames) {
        const double began = stretch.times.back();
        const std::size_t first = at;
        for (; at < one.stops && at < stops; ++at) {
            const double share = static_cast<double>(at + 1 - first) / static_cast<double>(one.stops - first);
            stretch.times.push_back(began + share * frame);
            stretch.least_distance.push_back(one.least_distance);
            stretch.contacts.push_back(one.contacts);
        }
    }
    stretch.deviation = std::max(stretch.deviation, done.track.deviation);
}

/// Nothing is pulled there.
Expected<void> go_to(World& world, const WorldState& state) {
    auto gone = restore(world, state);
    if (gone)
        for (std::uint32_t i = 0; i < world.size(); ++i)
            if (world.is_movable(i)) let_go(world, i);
    return gone;
}

}  // namespace

void Tape::begin(World& world, std::string title) {
    if (open_) end(world);
    undone_.clear();
    open_ = std::make_unique<Manipulation>();
    open_->title = std::move(title);
    open_->before = save(world);
    record(world, &open_->track);
}

void Tape::note(const FrameReport& report) {
    GRAZE_ASSERT(open_ != nullptr);
    const std::size_t stops = stops_of(*open_), before = open_->frames.empty() ? 1 : open_->frames.back().stops;
    open_->track.frames.clear();
    if (stops > before) open_->frames.push_back({stops, report.least_distance, static_cast<std::uint32_t>(report.contacts.size())});
}

void Tape::end(World& world) {
    if (!open_) return;
    record(world, nullptr);
    if (stops_of(*open_) > 1) {
        open_->after = save(world);
        stops_ += poses_of(*open_);
        done_.push_back(std::move(*open_));
        drop_oldest();
    }
    open_.reset();
}

void Tape::drop_oldest() {
    std::size_t drop = 0;
    while (stops_ > kMostPoses && drop + 1 < done_.size()) stops_ -= poses_of(done_[drop++]);
    done_.erase(done_.begin(), done_.begin() + static_cast<std::ptrdiff_t>(drop));
    dropped_ += drop;
}

Expected<void> Tape::jump(World& world, const WorldState& to, std::string title) {
    end(world);
    Manipulation jump{.title = std::move(title), .is_jump = true, .before = save(world), .after = to, .track = {}, .frames = {}};
    if (auto put = go_to(world, to); !put) return put;
    undone_.clear();
    done_.push_back(std::move(jump));
    return {};
}

Expected<void> Tape::cancel(World& world) {
    GRAZE_ASSERT(open_ != nullptr);
    record(world, nullptr);
    const WorldState before = open_->before;
    open_.reset();
    return go_to(world, before);
}

std::string Tape::undo_title() const { return open_ ? open_->title : done_.empty() ? std::string() : done_.back().title; }
std::string Tape::redo_title() const { return undone_.empty() ? std::string() : undone_.back().title; }

Expected<void> Tape::undo(World& world) {
    end(world);
    if (done_.empty()) return make_error(ErrorCode::BadUsage, "undo", "there is nothing to undo");
    if (auto put = go_to(world, done_.back().before); !put) return put;
    stops_ -= poses_of(done_.back());
    undone_.push_back(std::move(done_.back()));
    done_.pop_back();
    return {};
}

Expected<void> Tape::redo(World& world) {
    end(world);
    if (undone_.empty()) return make_error(ErrorCode::BadUsage, "redo", "there is nothing to redo");
    if (auto put = go_to(world, undone_.back().after); !put) return put;
    stops_ += poses_of(undone_.back());
    done_.push_back(std::move(undone_.back()));
    undone_.pop_back();
    return {};
}

void Tape::add_body(std::uint32_t body, const Pose& pose) {
    for (auto* list : {&done_, &undone_})
        for (Manipulation& one : *list) {
            if (one.track.poses.empty()) continue;
            auto& bodies = one.track.bodies;
            const auto at = std::lower_bound(bodies.begin(), bodies.end(), body) - bodies.begin();
            one.track.poses.insert(one.track.poses.begin() + at, std::vector<Pose>(stops_of(one), pose));
            bodies.insert(bodies.begin() + at, body);
        }
    stops_ = 0;
    for (const Manipulation& one : done_) stops_ += poses_of(one);
}

Stretch Tape::since(std::size_t place) const {
    std::size_t first = std::min(done_.size(), place > dropped_ ? place - dropped_ : 0);
    for (std::size_t i = first; i < done_.size(); ++i)
        if (done_[i].is_jump) first = i + 1;
    Stretch stretch;
    for (std::size_t i = first; i < done_.size(); ++i) append(stretch, done_[i], frame_);
    if (open_ && stops_of(*open_) > 1) append(stretch, *open_, frame_);
    return stretch;
}

void Tape::forget_all() {
    done_.clear();
    undone_.clear();
    stops_ = 0;
}

}  // namespace graze::studio
