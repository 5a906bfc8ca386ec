#include "graze/continuous/search/model_contact.h"
#include "graze/continuous/search/triangles_over.h"
#include "graze/core/interrupt.h"
#include "graze/queries/paths/profile_work.h"

#include <algorithm>
#include <map>

namespace graze::internal {
namespace {

constexpr double kLeastLength = 0x1p-22;      // of a stretch
constexpr std::size_t kMostWitnesses = 6;     // that a stretch hands on
constexpr double kLeastSpare = 0.25;          // of hi - lo: ends must be above lo by as much
constexpr double kMostOfSpare = 0.5;          // of what the ends have to spare: the tolerance of a search
constexpr double kManyHalvings = 4.0;        // what is left to speed: as many parts as a search is long
constexpr double kWorkOfPart = 300.0;         // of a search, for each of these parts: about what they cost
constexpr double kMostWork = 4e6;
constexpr std::uint64_t kWorkOfLook = 20000;  // of one that only is to take a pair off the list
constexpr double kNextSearch = 1.0 / 16;      // after a search that was too long: of the length of its stretch
constexpr double kMostOfLevel = 0x1p-9;       // of the clearance searched with

/// A stretch that is to be judged.
struct OpenStretch {
    double from, until;
    LeastAt at_from, at_until;
    std::shared_ptr<const PairList> pairs;  // all others are farther apart than `hi` of a stretch around it
    std::vector<ProfileWitness> witnesses;
    double pairs_checked_at = kInfinity;    // hi of the stretch whose pairs were last looked through
    double longest_search = kInfinity;      // of stretches that are longer no search is made
};

/// The longest is judged first: if the budget ends, all that is left is about as long.
bool is_shorter(const OpenStretch& x, const OpenStretch& y) {
    const double lx = x.until - x.from, ly = y.until - y.from;
    return lx != ly ? lx < ly : x.from > y.from;
}

class WindowProfiler {
  public:
    WindowProfiler(const ProfileWork& work, std::size_t segment, std::size_t most)
        : work_(work), segment_(segment), most_(most), meter_(work, segment) {}

    WindowProfile run(const Interval& window, const PairList& pairs) {
        const LeastAt first = measured(pairs, window.lo), last = measured(pairs, window.hi);
        push({window.lo, window.hi, first, last, std::make_shared<const PairList>(pairs),
              {first.nearest, last.nearest}});
        while (!open_.empty() && !interrupt_requested()) {
            std::pop_heap(open_.begin(), open_.end(), is_shorter);
            OpenStretch next = std::move(open_.back());
            open_.pop_back();
            judge(std::move(next));
        }
        std::sort(result_.stretches.begin(), result_.stretches.end(),
                  [](const ProfileStretch& x, const ProfileStretch& y) { return x.from < y.from; });
        result_.distances = meter_.distances();
        return std::move(result_);
    }

  private:
    struct Bounds {
        double lo, hi;
        std::uint32_t pair;  // of which hi is
        double way;          // that speed allows
    };

    LeastAt measured(const PairList& pairs, double t) {
        LeastAt at = meter_.least_at(pairs, t);
        if (at.hi < result_.least.hi) result_.least = at, result_.least_time = t;
        return at;
    }

    void push(OpenStretch stretch) {
        open_.push_back(std::move(stretch));
        std::push_heap(open_.begin(), open_.end(), is_shorter);
    }

    [[nodiscard]] std::optional<PairOverWindow> over(std::uint32_t pair, const OpenStretch& stretch) const {
        const auto [a, b] = work_.pairs[pair];
        return pair_over(motion_of(work_.moving, segment_, a), motion_of(work_.moving, segment_, b), stretch.from,
                         stretch.until);
    }

    /// By speeds, and by triangles that stay near each other.
    [[nodiscard]] Bounds bounds_of(const OpenStretch& stretch) const {
        std::map<std::uint32_t, std::optional<PairOverWindow>> windows;
        double speed = 0.0;
        for (const std::uint32_t pair : *stretch.pairs) {
            const auto& window = windows[pair] = over(pair, stretch);
            const auto own = [&](int side) -> const Box& {
                return work_.moving.own_boxes[work_.moving.mesh_of_body[work_.pairs[pair][side]]];
            };
            speed = larger_bound(speed, window ? speed_over(*window, own(0), own(1)) : kInfinity);
        }
        const Interval way = exactly(speed) * (exactly(stretch.until) - exactly(stretch.from));
        const double below = (kHalf * (exactly(stretch.at_from.lo) + exactly(stretch.at_until.lo) - way)).lo;
        Bounds bounds{.lo = below > 0.0 ? below : 0.0,  // NaN: 0
                      .hi = (kHalf * (exactly(stretch.at_from.hi) + exactly(stretch.at_until.hi) + way)).hi,
                      .pair = stretch.at_from.nearest.pair,
                      .way = way.hi};
        if (!(bounds.hi >= 0.0)) bounds.hi = kInfinity;
        for (const ProfileWitness& near : stretch.witnesses) {
            const auto window = windows.find(near.pair);
            if (window == windows.end() || !window->second) continue;
            const auto [a, b] = work_.pairs[near.pair];
            const double hi = most_distance_over(*window->second, corners(a, near.triangles.a),
                                                 corners(b, near.triangles.b));
            if (hi < bounds.hi) bounds.hi = hi, bounds.pair = near.pair;
        }
        return bounds;
    }

    [[nodiscard]] TriangleCorners corners(std::uint32_t body, std::uint32_t triangle) const {
        const Mesh& mesh = *work_.moving.scene.bodies[body].mesh;
        const auto& ids = mesh.triangles[triangle];
        return {mesh.vertices[ids[0]], mesh.vertices[ids[1]], mesh.vertices[ids[2]]};
    }

    /// The least lower bound that is good enough beside this upper one.
    [[nodiscard]] double wanted_below(double hi) const {
        const double by_part = (exactly(hi) / (kOne + exactly(work_.options.gap))).hi,
                     by_tolerance = (exactly(hi) - exactly(work_.tolerance)).hi;
        return std::max(0.0, std::min(by_part, by_tolerance));
    }

    /// True if the pair is farther apart than `level` during the stretch: proved.
    bool is_apart(std::uint32_t pair, OpenStretch& stretch, double level, std::uint64_t most_work,
                  std::optional<ProfileWitness>& witness) {
        const auto [a, b] = work_.pairs[pair];
        const double ends = std::min(stretch.at_from.lo, stretch.at_until.lo);
        const double tolerance = std::min(kMostOfSpare * (ends - level), kMostOfLevel * level);
        if (!(tolerance > 0.0)) return false;
        const FirstContact found = first_contact(meter_.model(a), meter_.model(b),
                                                 {.clearance = level,
                                                  .tolerance = tolerance,
                                                  .most_work = most_work,
                                                  .from = stretch.from,
                                                  .until = stretch.until,
                                                  .start = ProvedApart{stretch.at_from.lo}},
                                                 workspace_);
        result_.search += found.counters;
        if (found.verdict == ContactVerdict::Undecided)
            stretch.longest_search = kNextSearch * (stretch.until - stretch.from);
        if (!found.contacts.empty()) {
            const auto& triangles = found.contacts.front().triangles;
            witness = ProfileWitness{pair, {triangles[0], triangles[1]}};
        }
        return found.verdict == ContactVerdict::Clear;
    }

    [[nodiscard]] bool are_apart(OpenStretch& stretch, std::uint32_t nearest, double level,
                                 std::uint64_t most_work) {
        std::vector<std::uint32_t> order{nearest};
        for (const std::uint32_t pair : *stretch.pairs)
            if (pair != nearest) order.push_back(pair);
        for (const std::uint32_t pair : order) {
            std::optional<ProfileWitness> witness;
            if (is_apart(pair, stretch, level, most_work, witness)) continue;
            if (witness) add_witness(stretch, *witness);
            return false;
        }
        return true;
    }

    static void add_witness(OpenStretch& stretch, const ProfileWitness& witness) {
        auto& known = stretch.witnesses;
        std::erase(known, witness);
        known.insert(known.begin(), witness);
        if (known.size() > kMostWitnesses) known.pop_back();
    }

    void add(const OpenStretch& stretch, double lo, const Bounds& bounds) {
        result_.stretches.push_back({segment_, stretch.from, stretch.until, std::min(lo, bounds.hi), bounds.hi,
                                     work_.pairs[bounds.pair], lo >= wanted_below(bounds.hi)});
    }

    /// Pairs that are not worth another look within the stretch: proved farther apart than its upper bound.
    void look_through_pairs(OpenStretch& stretch, const Bounds& above) {
        if (!(above.hi < kInfinity) || stretch.pairs->size() < 2) return;
        PairList near = meter_.pairs_near(*stretch.pairs, {stretch.from, stretch.until}, above.hi);
        if (near.size() > 1 && above.hi < 0.5 * stretch.pairs_checked_at) {
            stretch.pairs_checked_at = above.hi;
            std::erase_if(near, [&](std::uint32_t pair) {
                const bool is_witness =
                    std::any_of(stretch.witnesses.begin(), stretch.witnesses.end(),
                                [&](const ProfileWitness& known) { return known.pair == pair; });
                return !is_witness && is_farther(pair, stretch, above.hi);
            });
        }
        if (near.size() < stretch.pairs->size())
            stretch.pairs = std::make_shared<const PairList>(std::move(near));
    }

    /// That both ends are as far apart is not known here: a search that begins in contact says no.
    bool is_farther(std::uint32_t pair, const OpenStretch& stretch, double level) {
        const auto [a, b] = work_.pairs[pair];
        const PairList alone{pair};
        const double start = meter_.least_at(alone, stretch.from).lo;
        if (!(start > level)) return false;
        const FirstContact found = first_contact(
            meter_.model(a), meter_.model(b),
            {.clearance = level, .most_work = kWorkOfLook, .from = stretch.from, .until = stretch.until, .start = ProvedApart{start}},
            workspace_);
        result_.search += found.counters;
        return found.verdict == ContactVerdict::Clear;
    }

    /// The work that a search is worth, 0 for none: where a few halvings do by speed alone there is none, and where
    /// it would be longer than those it ends. Searches are long far away: boxes are compared along their own axes.
    [[nodiscard]] std::uint64_t worth_of_search(const OpenStretch& stretch, const Bounds& bounds,
                                                double wanted) const {
        const double ends = std::min(stretch.at_from.lo, stretch.at_until.lo), spare = ends - wanted;
        if (!(spare > kLeastSpare * (bounds.hi - wanted)) || stretch.until - stretch.from > stretch.longest_search)
            return 0;
        const double slack = bounds.way - magnitude_of(stretch.at_from.lo - stretch.at_until.lo);
        const double parts = slack / (2.0 * spare);
        return parts > kManyHalvings ? static_cast<std::uint64_t>(std::min(kWorkOfPart * parts, kMostWork)) : 0;
    }

    void judge(OpenStretch stretch) {
        const Bounds bounds = bounds_of(stretch);
        const double wanted = wanted_below(bounds.hi), length = stretch.until - stretch.from;
        if (bounds.hi < kInfinity && bounds.lo >= wanted) return add(stretch, bounds.lo, bounds);
        look_through_pairs(stretch, bounds);
        const std::uint64_t worth = worth_of_search(stretch, bounds, wanted);
        if (worth > 0 && are_apart(stretch, bounds.pair, wanted, worth)) return add(stretch, wanted, bounds);
        if (length <= kLeastLength || result_.stretches.size() + open_.size() + 2 > most_)
            return add(stretch, bounds.lo, bounds);
        const double middle = stretch.from + 0.5 * length;
        const LeastAt at_middle = measured(*stretch.pairs, middle);
        add_witness(stretch, at_middle.nearest);
        OpenStretch later = stretch;
        stretch.until = later.from = middle;
        stretch.at_until = later.at_from = at_middle;
        push(std::move(stretch));
        push(std::move(later));
    }

    const ProfileWork& work_;
    std::size_t segment_, most_;
    ProfileMeter meter_;
    FirstContactWorkspace workspace_;
    std::vector<OpenStretch> open_;  // a heap
    WindowProfile result_;
};

}  // namespace

WindowProfile profile_of_window(const ProfileWork& work, std::size_t segment, const Interval& window,
                                const PairList& pairs, std::size_t most_stretches) {
    return WindowProfiler(work, segment, most_stretches).run(window, pairs);
}

}  // namespace graze::internal
