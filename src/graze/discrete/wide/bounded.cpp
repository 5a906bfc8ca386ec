#include "graze/discrete/wide/bounded.h"

#include "graze/core/assert.h"
#include "graze/discrete/wide/wide_distance.h"
#include "graze/discrete/wide/wide_nearest_search.h"
#include "graze/discrete/wide/wide_within_search.h"
#include "graze/numeric/outward.h"

#include <optional>

namespace graze {
namespace {

constexpr std::uint64_t kPiece = 4;  // some us

}  // namespace

struct BoundedQuery::State {
    enum class Asked { Nothing, Meeting, Within, Distance };
    Asked asked = Asked::Nothing;
    bool is_complete = false;
    bool is_looking_for_nearest = false;
    std::optional<PosedBody> a, b;
    WaitingMeeting meeting;
    NearestSearch nearest;
    WithinSearch within;
    std::optional<IdPair> found;
    DiscreteCounters counters;  // of the meeting
    DiscreteMemory memory;

    [[nodiscard]] WidePair pair() const {
        return {wide(a->body.model()), a->pose, wide(b->body.model()), b->pose};
    }
    void begin(Asked what, const PosedBody& of_a, const PosedBody& of_b) {
        asked = what;
        is_complete = is_looking_for_nearest = false;
        a = of_a;
        b = of_b;
        found.reset();
        counters = {};
        if (what != Asked::Within) graze::begin(meeting);
    }
    std::uint64_t work_on(const MeetingPieceSize& size);
    std::uint64_t look_for_meeting(const MeetingPieceSize& size);
};

std::uint64_t BoundedQuery::State::look_for_meeting(const MeetingPieceSize& size) {
    const MeetingPiece piece = go_on(meeting, pair(), size, memory);
    counters += piece.counters;
    found = piece.triangles;
    const bool is_over = found || meeting.left.empty();
    is_complete = is_over && (found || asked == Asked::Meeting);
    if (is_over && !is_complete) {
        graze::begin(nearest, pair(), memory);
        is_looking_for_nearest = true;
    }
    return piece.work;
}

std::uint64_t BoundedQuery::State::work_on(const MeetingPieceSize& size) {
    if (asked == Asked::Within) {
        const std::uint64_t work = go_on(within, pair(), size, memory);
        is_complete = within.is_over;
        return work;
    }
    if (!is_looking_for_nearest) return look_for_meeting(size);
    const std::uint64_t work = go_on(nearest, pair(), size, memory);
    is_complete = nearest.stage == NearestSearch::Stage::Done;
    return work;
}

BoundedQuery::BoundedQuery() : state_(std::make_unique<State>()) {}
BoundedQuery::~BoundedQuery() = default;
BoundedQuery::BoundedQuery(BoundedQuery&&) noexcept = default;
BoundedQuery& BoundedQuery::operator=(BoundedQuery&&) noexcept = default;

void BoundedQuery::begin_meeting(const PosedBody& a, const PosedBody& b) {
    state_->begin(State::Asked::Meeting, a, b);
}

void BoundedQuery::begin_within(const PosedBody& a, const PosedBody& b, double clearance) {
    state_->begin(State::Asked::Within, a, b);
    graze::begin(state_->within, state_->pair(), clearance, true, state_->memory);
}

void BoundedQuery::begin_distance(const PosedBody& a, const PosedBody& b) {
    state_->begin(State::Asked::Distance, a, b);
}

bool BoundedQuery::proceed(BudgetClock& clock) {
    GRAZE_ASSERT(state_->asked != State::Asked::Nothing);
    while (!state_->is_complete && !clock.is_over())
        clock.spend(state_->work_on({clock.piece(kPiece), clock.counts_work()}));
    return state_->is_complete;
}

SoFar BoundedQuery::so_far() const {
    const State& s = *state_;
    SoFar result;
    result.distance.hi = kInfinity;
    result.distance.counters = s.counters;
    if (s.asked == State::Asked::Within) {
        result.distance.counters = s.within.counters;
        if (!s.is_complete) return result;
        const double clearance = s.within.clearance;
        if (s.memory.hits.empty()) {
            result.answer = Known::No;
            result.distance.lo = clearance;
        } else {
            result.answer = Known::Yes;
            result.distance.hi = clearance;
            result.distance.triangles = s.memory.hits.front().triangles;
        }
        return result;
    }
    if (s.found) return {Known::Yes, distance_of_meeting(s.pair(), *s.found, s.counters)};
    if (s.is_looking_for_nearest) return {Known::No, graze::so_far(s.nearest, s.memory)};
    if (s.is_complete) result.answer = Known::No;
    return result;
}

std::span<const IdPair> BoundedQuery::left() const {
    const State& s = *state_;
    if (s.asked != State::Asked::Meeting || s.is_complete) return {};
    return s.meeting.left;
}

}  // namespace graze
