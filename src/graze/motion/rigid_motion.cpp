#include "graze/motion/rigid_motion.h"

#include "graze/core/assert.h"

#include <algorithm>

#include <fmt/format.h>

namespace graze::internal {
namespace {

constexpr IntervalVec3 kUnknown{kWholeLine, kWholeLine, kWholeLine};

// What of `time` belongs to piece i, by the clock of that piece.
MotionJet piece_jet(const Piecewise& motion, std::size_t i, const Interval& time) {
    const Interval begin = exactly(motion.breaks[i]), end = exactly(motion.breaks[i + 1]);
    const Interval length = end - begin;
    const Interval piece{std::max(time.lo, begin.lo), std::min(time.hi, end.hi)};
    const Interval local = (piece - begin) / length;
    const Interval inside{std::max(local.lo, 0.0), std::min(local.hi, 1.0)};  // the real one is in [0, 1]
    return at_rate(jet_over(motion.pieces[i], inside), exactly(1.0) / length);
}

// How many steps up from `link` until the world is reached; nothing if it never is.
bool reaches_the_world(const Composed& body, std::uint32_t link) {
    std::optional<std::uint32_t> at = link;
    for (std::size_t steps = 0; steps <= body.links.size(); ++steps) {
        if (!at) return true;
        at = body.links[*at].parent;
    }
    return false;
}

std::string circle_from(const Composed& body, std::uint32_t link, std::span<const std::string> names) {
    for (std::size_t i = 0; i < body.links.size(); ++i) link = *body.links[link].parent;  // now on the circle
    const auto name = [&](std::uint32_t i) { return names.empty() ? fmt::format("{}", i) : names[i]; };
    std::string text = name(link);
    std::uint32_t at = link;
    do {
        at = *body.links[at].parent;
        text += " -> " + name(at);
    } while (at != link);
    return text;
}

}  // namespace

MotionJet jet_over(const AtRest& motion, const Interval&) {
    return {.reference = Vec3::Zero(),
            .rotation = interval_matrix(motion.pose.rotation),
            .position = exactly(motion.pose.translation),
            .velocity = kZeroVector,
            .acceleration = kZeroVector,
            .spin = kZeroVector,
            .spin_rate = kZeroVector};
}

MotionJet jet_over(const RigidMotion& motion, const Interval& time) {
    return std::visit([&](const auto& kind) { return jet_over(kind, time); }, motion);
}

Expected<void> validate(const Piecewise& motion, const std::string& where) {
    const auto& breaks = motion.breaks;
    if (motion.pieces.empty())
        return make_error(ErrorCode::BadInput, where, "a motion without pieces", "give at least one");
    if (breaks.size() != motion.pieces.size() + 1)
        return make_error(ErrorCode::BadInput, where,
                          fmt::format("{} breaks for {} pieces", breaks.size(), motion.pieces.size()),
                          fmt::format("give {}", motion.pieces.size() + 1));
    const auto does_not_rise = [](double a, double b) { return !(a < b); };  // NaN does not
    if (!(breaks.front() == 0.0 && breaks.back() == 1.0) ||
        std::adjacent_find(breaks.begin(), breaks.end(), does_not_rise) != breaks.end())
        return make_error(ErrorCode::BadInput, where, "breaks do not rise from 0 to 1", "sort them");
    return {};
}

MotionJet jet_over(const Piecewise& motion, const Interval& time) {
    GRAZE_ASSERT(time.lo >= 0.0 && time.hi <= 1.0 && time.lo <= time.hi);
    std::optional<MotionJet> jet;
    bool is_one_piece = true;
    for (std::size_t i = 0; i < motion.pieces.size(); ++i) {
        if (motion.breaks[i] > time.hi || motion.breaks[i + 1] < time.lo) continue;
        // A piece that only ends or begins here belongs to the window before or after.
        const bool only_touches = motion.breaks[i] == time.hi || motion.breaks[i + 1] == time.lo;
        if (only_touches && time.lo < time.hi) continue;
        const MotionJet piece = piece_jet(motion, i, time);
        is_one_piece = !jet;
        jet = jet ? hull(*jet, piece) : piece;
    }
    GRAZE_ASSERT(jet.has_value());
    if (!is_one_piece) jet->acceleration = jet->spin_rate = kUnknown;
    return *jet;
}

Expected<void> validate(const Composed& body, std::span<const std::string> names, const std::string& where) {
    GRAZE_ASSERT(names.empty() || names.size() == body.links.size());
    const std::size_t count = body.links.size();
    for (std::size_t i = 0; i < count; ++i)
        if (body.links[i].parent && *body.links[i].parent >= count)
            return make_error(ErrorCode::BadInput, where,
                              fmt::format("link {} has parent {}, but there are {} links", i,
                                          *body.links[i].parent, count));
    for (std::uint32_t i = 0; i < count; ++i)
        if (!reaches_the_world(body, i))
            return make_error(ErrorCode::BadInput, where,
                              "links carry each other in a circle: " + circle_from(body, i, names),
                              "take one of these joints away");
    return {};
}

MotionJet jet_over(const Composed& body, std::uint32_t link, const Interval& time) {
    return jet_over(body, link, std::nullopt, time);
}

MotionJet jet_over(const Composed& body, std::uint32_t link, std::optional<std::uint32_t> relative_to,
                   const Interval& time) {
    GRAZE_ASSERT(link < body.links.size());
    if (relative_to == link) return jet_over(AtRest{}, time);
    MotionJet jet = jet_over(body.links[link].motion, time);
    for (auto at = body.links[link].parent; at && at != relative_to; at = body.links[*at].parent)
        jet = compose(jet_over(body.links[*at].motion, time), jet);
    return jet;
}

}  // namespace graze::internal
