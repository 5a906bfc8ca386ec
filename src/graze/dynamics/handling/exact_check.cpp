#include "graze/dynamics/handling/exact_check.h"

#include "graze/continuous/search/start_meeting.h"
#include "graze/core/assert.h"
#include "graze/dynamics/handling/near_pairs.h"
#include "graze/dynamics/handling/places.h"
#include "graze/dynamics/handling/world_memory.h"
#include "graze/model/inset_copy.h"

namespace graze::internal {
namespace {

Body copy_of(const Body& body, double within) {
    auto built = build_body(std::make_shared<const Mesh>(inset_copy(body.model(), within)));
    GRAZE_ASSERT(built.has_value());  // make_world built the same
    return *std::move(built);
}

}  // namespace

ExactCheck::ExactCheck(const World& world) : world_(world), memory_(std::make_unique<DiscreteMemory>()) {
    look_at_world();
}

void ExactCheck::look_at_world() {
    boxes_.clear();
    groups_.clear();
    for (std::uint32_t i = 0; i < world_.size(); ++i) {
        boxes_.push_back(box_around(world_.pose(i), world_.body(i).bounds()));
        groups_.push_back(world_.is_movable(i) ? i + 1 : 0);
    }
    std::map<BodyPair, std::array<Body, 2>> before;
    before.swap(copies_);
    for (const auto& [bodies, depth] : world_.seats()) {
        if (const auto known = before.find(bodies); known != before.end())
            copies_.insert(*known);
        else
            copies_.emplace(bodies, std::array{copy_of(world_.body(bodies[0]), 0.5 * depth), copy_of(world_.body(bodies[1]), 0.5 * depth)});
    }
}

ExactCheck::~ExactCheck() = default;

std::vector<BodyPair> ExactCheck::meeting() {
    if (boxes_.size() != world_.size() || copies_.size() != world_.seats().size()) look_at_world();
    for (std::uint32_t i = 0; i < world_.size(); ++i)
        if (world_.is_movable(i)) boxes_[i] = box_around(world_.pose(i), world_.body(i).bounds());
    std::vector<BodyPair> found;
    for (const BodyPair& pair : pairs_within(boxes_, 0.0, groups_)) {
        const auto [a, b] = pair;
        const PairRule rule = rule_of(world_.memory(), pair);
        if (rule.allowed && leaves_out(*rule.allowed, rule.depth)) continue;
        const auto copies = copies_.find(pair);
        const bool is_seat = copies != copies_.end();
        const Body& body_a = is_seat ? copies->second[0] : world_.body(a);
        const Body& body_b = is_seat ? copies->second[1] : world_.body(b);
        const StartMeeting meeting =
            meet_at_start({body_a.model(), world_.pose(a)}, {body_b.model(), world_.pose(b)}, 0.0, *memory_);
        if (meeting.how != BodyMeeting::Apart || meeting.witness) found.push_back(pair);
    }
    return found;
}

}  // namespace graze::internal
