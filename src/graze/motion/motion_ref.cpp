#include "graze/motion/motion_ref.h"

#include "graze/core/assert.h"

#include <algorithm>

namespace graze::internal {
namespace {

bool is_own(const Clock& clock) {
    return clock.begin.lo == 0.0 && clock.begin.hi == 0.0 && clock.rate.lo == 1.0 && clock.rate.hi == 1.0;
}

/// The real own time is in [0, 1].
Interval own_time(const Clock& clock, const Interval& time) {
    const Interval own = clock.begin + clock.rate * time;
    return {std::clamp(own.lo, 0.0, 1.0), std::clamp(own.hi, 0.0, 1.0)};
}

/// [from, until] by a clock that runs from 0 to 1 during [begin, end].
Clock clock_of(double begin, double end, double from, double until) {
    Clock clock;
    const Interval length = exactly(end) - exactly(begin);
    if (from != begin) clock.begin = (exactly(from) - exactly(begin)) / length;
    if (from != begin || until != end) clock.rate = (exactly(until) - exactly(from)) / length;
    return clock;
}

}  // namespace

MotionJet jet_over(const LinkMotion& motion, const Interval& time) {
    if (is_own(motion.clock)) return jet_over(*motion.body, motion.link, motion.relative_to, time);
    return at_rate(jet_over(*motion.body, motion.link, motion.relative_to, own_time(motion.clock, time)),
                   motion.clock.rate);
}

MotionJet jet_over(const ClockedRigid& motion, const Interval& time) {
    return at_rate(jet_over(*motion.motion, own_time(motion.clock, time)), motion.clock.rate);
}

MotionWindow window_over(const LinkMotion& motion, const Interval& time) {
    const double middle = midpoint(time);
    return {time, middle, jet_over(motion, exactly(middle)), jet_over(motion, time), {}};
}

MotionWindow window_over(const ClockedRigid& motion, const Interval& time) {
    if (std::holds_alternative<AtRest>(*motion.motion)) return window_over(*motion.motion, time);
    const double middle = midpoint(time);
    MotionWindow window{time, middle, jet_over(motion, exactly(middle)), jet_over(motion, time), {}};
    if (const auto* steady = std::get_if<SteadyTurn>(motion.motion)) window.steady_axis = steady->axis;
    return window;
}

MotionJet jet_over(const SmoothMotion& motion, const Interval& time) {
    if (const auto* rigid = std::get_if<const RigidMotion*>(&motion)) return jet_over(**rigid, time);
    if (const auto* link = std::get_if<LinkMotion>(&motion)) return jet_over(*link, time);
    return jet_over(std::get<ClockedRigid>(motion), time);
}

MotionJet jet_over(const MotionRef& motion, const Interval& time) {
    if (const RigidMotion* rigid = motion.rigid()) return jet_over(*rigid, time);
    if (const Piecewise* pieces = motion.piecewise()) return jet_over(*pieces, time);
    return jet_over(*motion.link(), time);
}

MotionWindow window_over(const MotionRef& motion, const Interval& time) {
    if (const RigidMotion* rigid = motion.rigid()) return window_over(*rigid, time);
    if (const Piecewise* pieces = motion.piecewise()) return window_over(*pieces, time);
    return window_over(*motion.link(), time);
}

double smooth_until(const MotionRef& motion, double t) {
    const Piecewise* pieces = motion.piecewise();
    if (pieces == nullptr) return 1.0;
    return *std::upper_bound(pieces->breaks.begin(), pieces->breaks.end() - 1, t);
}

SmoothMotion stretch_of(const MotionRef& motion, double from, double until) {
    if (const Piecewise* pieces = motion.piecewise()) {
        const auto end = std::upper_bound(pieces->breaks.begin(), pieces->breaks.end() - 1, from);
        GRAZE_ASSERT(end != pieces->breaks.begin() && until <= *end);
        const RigidMotion* piece =
            &pieces->pieces[static_cast<std::size_t>(end - pieces->breaks.begin()) - 1];
        const Clock clock = clock_of(*(end - 1), *end, from, until);
        if (is_own(clock) || std::holds_alternative<AtRest>(*piece)) return piece;
        return ClockedRigid{piece, clock};
    }
    const Clock clock = clock_of(0.0, 1.0, from, until);
    if (const LinkMotion* link = motion.link()) {
        LinkMotion stretch = *link;
        if (!is_own(clock)) stretch.clock = clock;
        return stretch;
    }
    const RigidMotion* rigid = motion.rigid();
    if (is_own(clock) || std::holds_alternative<AtRest>(*rigid)) return rigid;
    return ClockedRigid{rigid, clock};
}

bool is_at_rest(const MotionRef& motion) {
    return motion.rigid() != nullptr && std::holds_alternative<AtRest>(*motion.rigid());
}

}  // namespace graze::internal
