#include "graze/dynamics/handling/begin.h"

#include "graze/continuous/search/start_meeting.h"
#include "graze/core/wording.h"
#include "graze/discrete/bodies/body_meeting.h"
#include "graze/dynamics/handling/near_pairs.h"
#include "graze/dynamics/handling/places.h"
#include "graze/model/inset_copy.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace graze::internal {
namespace {

constexpr double kDepthOfSize = 1e-5;  // of the larger size; as in queries/paths/path_seats.cpp
constexpr double kDeviations = 2.0;
constexpr double kTouchOfSize = 1e-9;  // nearer than that touch, for SeatsAtStart::Touching
constexpr double kStartPart = 0.5;  // of the distance at the start: eps_s of a pair that begins nearer

using CopyKey = std::pair<const BodyModel*, double>;

class Beginning {
  public:
    Beginning(WorldMemory& memory, const ChangedPairs& which) : m_(memory), which_(which) {}

    Expected<void> run() {
        m_.boxes.resize(m_.bodies.size());
        m_.swept.resize(m_.bodies.size());
        m_.going.assign(m_.bodies.size(), Vec6::Zero());
        for (std::uint32_t i = 0; i < m_.bodies.size(); ++i)
            m_.swept[i] = m_.boxes[i] = box_around(m_.bodies[i].pose, m_.bodies[i].given.body.bounds());
        for (const std::uint32_t i : m_.movable)
            for (std::uint32_t j = 0; j < m_.bodies.size(); ++j) m_.copies_are_off_by = std::max(m_.copies_are_off_by, depth_of({i, j}));
        list_pairs(m_);
        const std::vector<NearPair*> near = m_.listed;
        for (NearPair* pair : near)
            if (which_.has(pair->bodies))
                if (auto begun = begin(*pair); !begun) return begun.error();
        return {};
    }

  private:
    [[nodiscard]] std::string names(const BodyPair& bodies) const {
        return fmt::format("{} and {}", body_name(m_, bodies[0]), body_name(m_, bodies[1]));
    }

    [[nodiscard]] double depth_of(const BodyPair& bodies) const {
        const PairRule rule = rule_of(m_, bodies);
        if (rule.depth) return *rule.depth;
        const BodyState &a = m_.bodies[bodies[0]], &b = m_.bodies[bodies[1]];
        return kDeviations * (a.given.deviation + b.given.deviation) + kDepthOfSize * std::max(a.size, b.size);
    }

    Expected<void> begin(NearPair& pair) {
        if (pair.is_seat) return begin_with_copies(pair);
        const BodyPair bodies = pair.bodies;
        const PosedModel a{m_.bodies[bodies[0]].given.body.model(), m_.bodies[bodies[0]].pose},
            b{m_.bodies[bodies[1]].given.body.model(), m_.bodies[bodies[1]].pose};
        const StartMeeting meeting = meet_at_start(a, b, 0.0, memory_);
        const bool meets = meeting.how != BodyMeeting::Apart || meeting.witness;
        const double depth = depth_of(bodies);
        if (!meets) {
            const BodyDistance apart = distance(wide(a.model), a.pose, wide(b.model), b.pose, memory_);
            const double seated = which_.seats == SeatsAtStart::Touching
                                      ? kTouchOfSize * std::max(m_.bodies[bodies[0]].size, m_.bodies[bodies[1]].size)
                                      : depth;
            if (apart.lo > seated || !(a.model.is_solid && b.model.is_solid)) return begin_apart(pair, apart.lo);
        }
        if (!a.model.is_solid || !b.model.is_solid) {
            const std::uint32_t open = bodies[a.model.is_solid ? 1 : 0];
            return make_error(ErrorCode::BadInput, names(bodies),
                              fmt::format("they touch, and {} has no inside, so it cannot be said how deep", body_name(m_, open)),
                              "move them apart, close its skin, or ignore the pair");
        }
        return begin_seated(pair, depth);
    }

    [[nodiscard]] Error overlaps(const BodyPair& bodies, double depth) const {
        return make_error(ErrorCode::BadInput, names(bodies),
                          fmt::format("they overlap at the start, by more than their depth {}", depth),
                          "move them apart, or allow interference with a depth");
    }

    Expected<void> begin_with_copies(NearPair& pair) {
        const BodyState &a = m_.bodies[pair.bodies[0]], &b = m_.bodies[pair.bodies[1]];
        const PosedModel at_a{pair.a->body().model(), a.pose}, at_b{pair.b->body().model(), b.pose};
        const StartMeeting meeting = meet_at_start(at_a, at_b, 0.0, memory_);
        if (meeting.how != BodyMeeting::Apart || meeting.witness) return overlaps(pair.bodies, depth_of(pair.bodies));
        return begin_apart(pair, distance(wide(at_a.model), a.pose, wide(at_b.model), b.pose, memory_).lo);
    }

    Expected<void> begin_apart(NearPair& pair, double apart) {
        if (!(apart > pair.clearance))
            return make_error(ErrorCode::BadInput, names(pair.bodies),
                              fmt::format("they are {} apart, but have to keep {}", apart, pair.clearance),
                              "move them apart, or ask for less");
        pair.apart = apart;
        // Security distances that fit what there is.
        const double spare = apart - pair.clearance;
        while (pair.eps().eps_s > kStartPart * spare && pair.part > 0x1p-60) pair.part *= 0.5;
        return {};
    }

    std::shared_ptr<const ContactBody> copy_of(const BodyModel& model, double within) {
        auto& copy = copies_[{&model, within}];
        if (copy == nullptr) {
            auto built = build_body(std::make_shared<const Mesh>(inset_copy(model, within)));
            if (built) copy = std::make_shared<const ContactBody>(prepare_contacts(*built));
        }
        return copy;
    }

    Expected<void> begin_seated(NearPair& given, double depth) {
        const BodyPair bodies = given.bodies;
        const BodyState &a = m_.bodies[bodies[0]], &b = m_.bodies[bodies[1]];
        const auto copy_a = copy_of(a.given.body.model(), 0.5 * depth), copy_b = copy_of(b.given.body.model(), 0.5 * depth);
        if (copy_a == nullptr || copy_b == nullptr) return overlaps(bodies, depth);
        NearPair& pair = add_pair(m_, bodies, {copy_a, copy_b, true}, 0.0);
        m_.seats.push_back({bodies, depth});
        return begin_with_copies(pair);
    }

    WorldMemory& m_;
    const ChangedPairs& which_;
    DiscreteMemory memory_;
    std::map<CopyKey, std::shared_ptr<const ContactBody>> copies_;
};

}  // namespace

std::string body_name(const WorldMemory& memory, std::uint32_t body) {
    const std::string& name = memory.bodies[body].given.name;
    return name.empty() ? fmt::format("body {}", body) : in_quotes(name);
}

Expected<void> begin_pairs(WorldMemory& memory) {
    const ChangedPairs all{[](const BodyPair&) { return true; }, memory.options.seats};
    return Beginning(memory, all).run();
}

Expected<void> begin_again(WorldMemory& memory, const ChangedPairs& changed) {
    decltype(memory.pairs) taken;
    std::map<NearPair*, std::array<double, 2>> of_seats;
    const std::vector<WorldSeat> seats = memory.seats;
    for (auto at = memory.pairs.begin(); at != memory.pairs.end();) {
        NearPair& pair = *at->second;
        const auto next = std::next(at);
        if (changed.has(pair.bodies)) {
            if (pair.is_seat) {
                of_seats[&pair] = {pair.part, pair.apart};
                pair.part = 1.0;
                pair.apart = 0.0;  // until it is listed again
            } else {
                taken.insert(memory.pairs.extract(at));
            }
        }
        at = next;
    }
    auto begun = Beginning(memory, changed).run();
    if (!begun) {
        std::erase_if(memory.pairs, [&](const auto& entry) {
            return changed.has(entry.second->bodies) && !of_seats.contains(entry.second.get());
        });
        memory.pairs.merge(taken);
        for (const auto& [pair, before] : of_seats) pair->part = before[0], pair->apart = before[1];
        memory.seats = seats;
    }
    memory.listed.clear();  // some of them are gone
    memory.contacts.clear();
    return begun;
}

}  // namespace graze::internal
