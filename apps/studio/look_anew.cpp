#include "studio/look_anew.h"

#include "graze/continuous/search/start_meeting.h"
#include "graze/core/assert.h"
#include "graze/dynamics/handling/begin.h"
#include "graze/dynamics/handling/near_pairs.h"
#include "graze/dynamics/handling/world_memory.h"

#include <algorithm>

#include <fmt/format.h>

namespace graze::studio {
namespace {

constexpr double kStartPart = 0.5;  // of the room there is: eps_s of a pair that is nearer (begin.cpp)

std::string names(const WorldMemory& memory, const BodyPair& bodies) {
    return fmt::format("{} and {}", body_name(memory, bodies[0]), body_name(memory, bodies[1]));
}

bool is_left_out(const WorldMemory& memory, const NearPair& pair) {
    const PairRule rule = memory.rules.of(pair.bodies[0], pair.bodies[1]);
    return rule.allowed && leaves_out(*rule.allowed, rule.depth);
}

/// How far apart the pair is as it stands, by the exact test and proved bounds.
Expected<double> apart_now(const WorldMemory& memory, const NearPair& pair, DiscreteMemory& workspace) {
    const PosedModel a{pair.a->body().model(), memory.bodies[pair.bodies[0]].pose}, b{pair.b->body().model(), memory.bodies[pair.bodies[1]].pose};
    const StartMeeting meeting = meet_at_start(a, b, 0.0, workspace);
    if (meeting.how != BodyMeeting::Apart || meeting.witness)
        return make_error(ErrorCode::BadInput, names(memory, pair.bodies), "they would be in each other", "move one of them away first, or ignore the pair");
    const double apart = distance(wide(a.model), a.pose, wide(b.model), b.pose, workspace).lo;
    if (!(apart > pair.clearance))
        return make_error(ErrorCode::BadInput, names(memory, pair.bodies), fmt::format("they are {:.4g} apart there, and have to keep {:.4g}", apart, pair.clearance),
                          "move one of them away first, or ask for less");
    return apart;
}

/// Security distances that fit what there is.
void begin_with(NearPair& pair, double apart) {
    pair.apart = apart;
    pair.part = 1.0;
    while (pair.eps().eps_s > kStartPart * (apart - pair.clearance) && pair.part > 0x1p-60) pair.part *= 0.5;
}

void forget_frame(WorldMemory& memory) {
    memory.listed.clear();
    memory.contacts.clear();
    memory.islands.clear();
    memory.island_count = 0;
}

/// Also of bodies that sleep.
void list_all(WorldMemory& memory) {
    memory.going.assign(memory.bodies.size(), Vec6::Zero());
    std::vector<bool> slept;
    for (BodyState& body : memory.bodies) slept.push_back(body.asleep), body.asleep = false;
    list_pairs(memory);
    for (std::size_t i = 0; i < slept.size(); ++i) memory.bodies[i].asleep = slept[i];
}

}  // namespace

Expected<void> look_anew(World& world) {
    WorldMemory& memory = world.memory();
    for (const auto& [key, pair] : memory.pairs) pair->list = {}, pair->memo = {};
    list_all(memory);
    DiscreteMemory workspace;
    std::vector<std::pair<NearPair*, double>> measured;
    for (NearPair* pair : memory.listed) {
        if (is_left_out(memory, *pair)) continue;
        const auto found = apart_now(memory, *pair, workspace);
        if (!found) return forget_frame(memory), found.error();
        measured.emplace_back(pair, *found);
    }
    for (const auto& [key, pair] : memory.pairs) pair->apart = std::min(pair->apart, margin_of(*pair));  // of the others, boxes say so
    for (const auto& [pair, apart] : measured) begin_with(*pair, apart);
    forget_frame(memory);
    std::erase_if(memory.pairs, [&](const auto& entry) { return !entry.second->is_seat && is_left_out(memory, *entry.second); });
    return {};
}

std::vector<KnownPair> known_pairs(const World& world) {
    std::vector<KnownPair> known;
    for (const auto& [key, pair] : world.memory().pairs) known.push_back({pair->bodies, pair->apart, pair->part, pair->base, pair->clearance});
    std::sort(known.begin(), known.end(), [](const KnownPair& p, const KnownPair& q) { return p.bodies < q.bodies; });
    return known;
}

void remember(World& world, const std::vector<KnownPair>& known) {
    const auto found = [&](const BodyPair& bodies) {
        const auto at = std::lower_bound(known.begin(), known.end(), bodies, [](const KnownPair& p, const BodyPair& q) { return p.bodies < q; });
        return at != known.end() && at->bodies == bodies ? &*at : nullptr;
    };
    WorldMemory& memory = world.memory();
    std::erase_if(memory.pairs, [&](const auto& entry) { return found(entry.second->bodies) == nullptr; });
    for (const auto& [key, pair] : memory.pairs) {
        const KnownPair* was = found(pair->bodies);
        pair->apart = was->apart, pair->part = was->part, pair->base = was->base, pair->clearance = was->clearance;
        pair->list = {}, pair->memo = {};
    }
    GRAZE_ASSERT(memory.pairs.size() == known.size());
    forget_frame(memory);
}

}  // namespace graze::studio
