#include "graze/stochastic/tracked_bodies.h"

#include "graze/discrete/triangles/outward_box.h"

#include <algorithm>

namespace graze::internal {
namespace {

constexpr std::size_t kBodiesAPiece = 8;
constexpr std::uint64_t kBoxPairsAPiece = 64;  // between looks at the clock
constexpr std::uint64_t kBoxPairsAUnit = 16;   // of work

std::uint64_t key(std::uint32_t i, std::uint32_t j) { return std::uint64_t{i} << 32 | j; }

bool is_same(const Pose& p, const Pose& q) {
    return p.translation == q.translation && p.rotation.coeffs() == q.rotation.coeffs();
}

}  // namespace

TrackedScene::TrackedScene(std::vector<Body> bodies, const PairRules* rules, bool between)
    : bodies_(std::move(bodies)),
      poses_(bodies_.size()),
      before_(bodies_.size()),
      has_moved_(bodies_.size(), 0),
      has_deformed_(bodies_.size(), 0),
      between_(between),
      boxes_(bodies_.size()),
      sweep_(bodies_.size()) {
    for (const Body& body : bodies_) bounds_.push_back(body.bounds());
    for (std::uint32_t i = 0; i < this->bodies(); ++i)
        for (std::uint32_t j = i + 1; j < this->bodies(); ++j) {
            if (rules != nullptr) {
                const PairRule rule = rules->of(i, j);
                if (rule.allowed && leaves_out(*rule.allowed, rule.depth)) {
                    left_out_.insert(key(i, j));
                    continue;
                }
            }
            ++asked_;
        }
}

/// All poses first: a call that is over too soon must not leave half of them old.
bool TrackedScene::place_boxes(std::span<const Pose> now, BudgetClock& clock) {
    for (std::uint32_t i = 0; i < bodies(); ++i) {
        before_[i] = is_placed_ ? poses_[i] : now[i];
        poses_[i] = now[i];
    }
    is_placed_ = true;
    bool is_over = false;
    for (std::uint32_t i = 0; i < bodies(); ++i) {
        has_moved_[i] = is_same(before_[i], poses_[i]) && has_deformed_[i] == 0 ? 0 : 1;
        has_deformed_[i] = 0;
        const Box before = boxes_[i];
        if (has_moved_[i] != 0 || before.is_empty())
            boxes_[i] = cover_of(placement_of(poses_[i]), bounds_[i]);
        sweep_.boxes()[i] = boxes_[i];
        if (between_ && !before.is_empty()) sweep_.boxes()[i].add(before);
        if (i % kBodiesAPiece == 0) {
            clock.spend(1);
            is_over = is_over || clock.is_over();  // boxes of all bodies are placed all the same
        }
    }
    return !is_over;
}

void TrackedScene::deform(std::uint32_t body, const Box& bounds) {
    bounds_[body] = bounds;
    has_deformed_[body] = 1;
}

void TrackedScene::meet(std::uint32_t i, std::uint32_t j, std::uint32_t call) {
    if (left_out_.contains(key(i, j))) return;
    const auto [entry, is_new] = place_.try_emplace(key(i, j), static_cast<std::uint32_t>(pairs_.size()));
    if (is_new) {
        TrackedBodies& pair = pairs_.emplace_back();
        pair.bodies = {i, j};
        pair.size = std::min(bodies_[i].size(), bodies_[j].size());
    }
    TrackedBodies& pair = pairs_[entry->second];
    if (pair.near > 0 && pair.near + 1 < call) pair.answer = ProbeAnswer::Unknown;  // apart in the meantime
    pair.near = call;
    pair.is_apart = !may_be_within(boxes_[i], boxes_[j], 0.0);
    found_.push_back(entry->second);
}

bool TrackedScene::place(std::span<const Pose> now, std::uint32_t call, BudgetClock& clock) {
    if (!place_boxes(now, clock)) return false;
    found_.clear();
    sweep_.begin();
    while (!clock.is_over()) {
        clock.spend(kBoxPairsAPiece / kBoxPairsAUnit);
        if (sweep_.go_on(kBoxPairsAPiece, [&](std::uint32_t i, std::uint32_t j) { meet(i, j, call); })) {
            std::swap(near_, found_);
            return true;
        }
    }
    return false;
}

std::optional<std::uint32_t> TrackedScene::place_of(const BodyPair& bodies) const {
    const auto found = place_.find(key(bodies[0], bodies[1]));
    if (found == place_.end()) return std::nullopt;
    return found->second;
}

}  // namespace graze::internal
