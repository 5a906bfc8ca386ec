#include "graze/continuous/search/model_contact.h"
#include "graze/core/interrupt.h"
#include "graze/queries/paths/profile_work.h"

#include <algorithm>

namespace graze::internal {
namespace {

constexpr double kFiner = 0.1;          // of the gap of the profile
constexpr int kMostRounds = 200;        // of a stretch: each finds something nearer by a part of the gap
constexpr int kDescentSteps = 16;
constexpr double kGolden = 0.38196601125010515;

/// Looks once more at the stretches that may hold the least of all.
class LeastSearch {
  public:
    LeastSearch(const ProfileWork& work, const LeastAt& measured, const PathTime& at,
                FirstContactCounters& counters)
        : work_(work), best_(measured), at_(at), counters_(counters) {}

    LeastClearance run(const ClearanceProfile& profile) {
        PairList all(work_.pairs.size());
        for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint32_t>(i);
        std::vector<const ProfileStretch*> order;
        for (const ProfileStretch& stretch : profile.stretches) order.push_back(&stretch);
        std::stable_sort(order.begin(), order.end(),
                         [](const auto* x, const auto* y) { return x->lo < y->lo; });
        double lo = best_.hi;
        for (const ProfileStretch* stretch : order) {
            if (stretch->lo >= wanted() || interrupt_requested()) {
                lo = std::min(lo, stretch->lo);  // the least of all that are left
                break;
            }
            lo = std::min(lo, proved_below(*stretch, all));
        }
        return result(lo);
    }

  private:
    /// What is to be proved of the rest: a little below the best so far.
    [[nodiscard]] double wanted() const {
        const double gap = kFiner * std::max(work_.options.gap * best_.hi, work_.tolerance);
        return std::max(0.0, best_.hi - gap);
    }

    /// A lower bound during the stretch; finds nearer places on the way.
    double proved_below(const ProfileStretch& stretch, const PairList& all) {
        ProfileMeter meter(work_, stretch.segment);
        const PairList pairs = meter.pairs_near(all, {stretch.from, stretch.until}, stretch.hi);
        double proved = stretch.hi;  // of all pairs that are left out
        for (const std::uint32_t pair : pairs) {
            double from = stretch.from, clear = stretch.lo;
            bool is_done = false;
            for (int round = 0; round < kMostRounds && !is_done; ++round) {
                const double level = wanted();
                if (!(level > stretch.lo)) {
                    is_done = true, clear = std::min(stretch.lo, best_.hi);
                    break;
                }
                const LeastAt start = look(meter, {pair}, stretch.segment, from);
                if (!(start.lo > level)) {
                    if (wanted() < level) continue;  // a nearer place was found
                    break;
                }
                const FirstContact found = first_contact(
                    meter.model(work_.pairs[pair][0]), meter.model(work_.pairs[pair][1]),
                    {.clearance = level,
                     .tolerance = 0.5 * std::min(best_.hi - level, start.lo - level),
                     .from = from,
                     .until = stretch.until,
                     .start = ProvedApart{start.lo}},
                    workspace_);
                counters_ += found.counters;
                if (found.verdict == ContactVerdict::Clear) {
                    is_done = true, clear = level;
                } else if (found.verdict == ContactVerdict::Contact) {
                    descend(meter, pair, stretch.segment, found.clear_until, stretch.until);
                } else {
                    break;
                }
            }
            proved = std::min(proved, is_done ? clear : stretch.lo);
        }
        return proved;
    }

    LeastAt look(ProfileMeter& meter, const PairList& pairs, std::size_t segment, double t) {
        const LeastAt found = meter.least_at(pairs, t);
        if (found.hi < best_.hi) best_ = found, at_ = {segment, t};
        return found;
    }

    /// Golden section: a guess, but all that it measures counts.
    void descend(ProfileMeter& meter, std::uint32_t pair, std::size_t segment, double from, double until) {
        const PairList alone{pair};
        double lo = from, hi = until;
        double x = lo + kGolden * (hi - lo), y = hi - kGolden * (hi - lo);
        (void)look(meter, alone, segment, from);
        double at_x = look(meter, alone, segment, x).hi, at_y = look(meter, alone, segment, y).hi;
        for (int i = 0; i < kDescentSteps; ++i) {
            if (at_x <= at_y) {
                hi = y, y = x, at_y = at_x;
                x = lo + kGolden * (hi - lo), at_x = look(meter, alone, segment, x).hi;
            } else {
                lo = x, x = y, at_x = at_y;
                y = hi - kGolden * (hi - lo), at_y = look(meter, alone, segment, y).hi;
            }
        }
    }

    [[nodiscard]] LeastClearance result(double lo) const {
        const BodyPair& bodies = work_.pairs[best_.nearest.pair];
        ContactFeaturePair nearest{};
        nearest.triangles = {best_.nearest.triangles.a, best_.nearest.triangles.b};
        for (int side = 0; side < 2; ++side)
            nearest.surfaces[side] =
                work_.moving.scene.bodies[bodies[side]].mesh->surface_of_triangle[nearest.triangles[side]];
        nearest.points = best_.points;
        nearest.normal = Vec3::Zero();
        nearest.distance_hi = best_.hi;
        return {std::min(lo, best_.hi), best_.hi, at_, bodies, nearest};
    }

    const ProfileWork& work_;
    LeastAt best_;
    PathTime at_;
    FirstContactCounters& counters_;
    FirstContactWorkspace workspace_;
};

}  // namespace

LeastClearance refined_least(const ProfileWork& work, const ClearanceProfile& profile, const LeastAt& measured,
                             const PathTime& at, FirstContactCounters& counters) {
    return LeastSearch(work, measured, at, counters).run(profile);
}

}  // namespace graze::internal
