#include "graze/dynamics/handling/tight_fits.h"

#include "graze/dynamics/handling/places.h"
#include "graze/dynamics/handling/wanted_motion.h"

#include <algorithm>
#include <cmath>

namespace graze::internal {
namespace {

constexpr double kLeastPart = 0x1p-10;     // of the security distances
constexpr double kTighter = 0.25;          // a step of a trial
constexpr double kSpread = 1e-5;           // 1 - cosine of normals that count as different
constexpr double kProgress = 4.0;          // eps_s, in full: a trial that leads farther was right
constexpr double kElsewhere = 10.0;        // eps_s, in full: a trial may succeed there
constexpr double kOtherWay = 0.9;          // cosine between pulls that count as the same

double full_eps_s(const NearPair& pair) { return 0.01 * pair.base; }

/// By how much points of the body moved, at most about.
double way_between(const BodyState& body, const Pose& from, const Pose& to) {
    const Vec6 way = displacement_to(from, to, body.given.mass->centre);
    return way.head<3>().norm() + way.tail<3>().norm() * body.reach;
}

/// Cosine between two pulls.
double likeness(const BodyState& body, const Vec6& x, const Vec6& y) {
    Vec6 scale;
    scale << Vec3::Ones(), Vec3::Constant(body.reach);
    const Vec6 p = scale.cwiseProduct(x), q = scale.cwiseProduct(y);
    return p.dot(q) / std::max(p.norm() * q.norm(), 1e-300);
}

bool is_tried(const WorldMemory& memory, const NearPair& pair) {
    return memory.bodies[pair.bodies[0]].squeeze.is_trying || memory.bodies[pair.bodies[1]].squeeze.is_trying;
}

/// Do contacts that press on the body press in different directions?
bool is_squeezed(const WorldMemory& memory, const Island& island, std::uint32_t body) {
    const Vec3* first = nullptr;
    for (const std::uint32_t k : island.contacts) {
        const ClosestPair& pair = memory.contacts[k].pair;
        if (!(memory.pushes[k] > 0.0) || pair.a != static_cast<std::int32_t>(body)) continue;
        if (first == nullptr)
            first = &pair.normal;
        else if (first->dot(pair.normal) < 1.0 - kSpread)
            return true;
    }
    return false;
}

template <class Visit>
void visit_pairs(WorldMemory& memory, std::uint32_t body, Visit visit) {
    for (NearPair* pair : memory.listed)
        if (pair->bodies[0] == body || pair->bodies[1] == body) visit(*pair);
}

void give_up(WorldMemory& memory, std::uint32_t i) {
    memory.bodies[i].squeeze.is_trying = false;
    visit_pairs(memory, i, [](NearPair& pair) {
        if (!pair.is_seat) pair.part = 1.0;
    });
}

/// The full eps_s of the pairs that the body is near; infinity: there are none.
double least_eps_s(WorldMemory& memory, std::uint32_t i) {
    double eps = kInfinity;
    visit_pairs(memory, i, [&](NearPair& pair) { eps = std::min(eps, full_eps_s(pair)); });
    return eps;
}

/// A step of a trial. False: it cannot be tighter, and has failed.
bool tighten(WorldMemory& memory, std::uint32_t i) {
    bool tightened = false;
    visit_pairs(memory, i, [&](NearPair& pair) {
        if (pair.contact_count == 0 || pair.part <= kLeastPart) return;
        pair.part = std::max(kLeastPart, kTighter * pair.part);
        pair.is_tightened = tightened = true;
    });
    if (tightened) return true;
    memory.bodies[i].squeeze.failed = true;
    give_up(memory, i);
    return false;
}

bool try_tighter(WorldMemory& memory, const Island& island, std::uint32_t i) {
    BodyState& body = memory.bodies[i];
    Squeeze& squeeze = body.squeeze;
    const double eps = least_eps_s(memory, i);
    if (!(eps < kInfinity)) return false;
    const Vec6& pull = memory.wanted[i];
    if (squeeze.is_trying && way_between(body, squeeze.from, body.pose) > kProgress * eps) squeeze = {.before = body.pose};
    if (!squeeze.is_trying) {
        const bool failed_here = squeeze.failed && likeness(body, pull, squeeze.pull) > kOtherWay &&
                                 way_between(body, squeeze.from, body.pose) < kElsewhere * eps;
        if (failed_here || !is_squeezed(memory, island, i)) return false;
        squeeze = {.is_trying = true, .failed = false, .from = body.pose, .before = body.pose, .pull = pull};
    }
    return tighten(memory, i);
}

}  // namespace

bool try_tighter(WorldMemory& memory, const Island& island) {
    bool any = false;
    if (!memory.tuning.tries_tighter) return false;
    for (const std::uint32_t i : island.bodies)
        if (memory.bodies[i].wants()) any = try_tighter(memory, island, i) || any;
    return any;
}

void begin_frame_of_trials(WorldMemory& memory) {
    for (const std::uint32_t i : memory.movable) {
        BodyState& body = memory.bodies[i];
        if (!body.squeeze.is_trying) continue;
        if (likeness(body, way_left(memory, i), body.squeeze.pull) < 0.0) {  // it is pulled back
            give_up(memory, i);
        } else {  // who wedges itself in by hardly moving does not stand, and does not get on
            if (way_between(body, body.squeeze.before, body.pose) < least_eps_s(memory, i)) (void)tighten(memory, i);
            body.squeeze.before = body.pose;
        }
    }
    for (const std::uint32_t i : memory.movable) {
        BodyState& body = memory.bodies[i];
        const double eps = body.squeeze.is_trying ? kInfinity : least_eps_s(memory, i);
        if (!(eps < kInfinity)) continue;
        const int times = static_cast<int>(std::min(10.0, way_between(body, body.squeeze.before, body.pose) / (kProgress * eps)));
        if (times == 0) continue;
        body.squeeze.before = body.pose;
        visit_pairs(memory, i, [&](NearPair& pair) {
            if (!pair.is_tightened || is_tried(memory, pair)) return;
            pair.part = std::min(1.0, std::ldexp(pair.part, times));
            pair.is_tightened = pair.part < 1.0;
        });
    }
}

void widen_where_there_is_room(WorldMemory& memory) {
    for (NearPair* pair : memory.listed) {
        if (pair->part >= 1.0 || pair->measured == 0) continue;
        const double gap = pair->list.least_distance() - pair->clearance;
        if (!is_tried(memory, *pair) && gap >= 2.0 * pair->eps().eps_s) pair->part = std::min(1.0, 2.0 * pair->part);
    }
}

}  // namespace graze::internal
