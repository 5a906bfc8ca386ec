#include "graze/queries/instant/nearest_pairs.h"

#include "graze/core/assert.h"
#include "graze/core/interrupt.h"
#include "graze/core/parallel.h"
#include "graze/numeric/outward.h"
#include "graze/queries/instant/pair_distance.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>

namespace graze {
namespace {

constexpr std::size_t kBatch = 256;         // measured side by side before the limit is looked at again
constexpr double kFirstReach = 1.0 / 1024;  // of the whole scene: then twice that, and so on

/// Two bodies, and how far apart they are at least.
struct NearPair {
    BodyPair bodies;
    double distance_lo;
};

/// The widest of the gaps along the axes.
double box_distance_lo(const Box& p, const Box& q) {
    double gap = 0.0;
    for (int k = 0; k < 3; ++k)
        gap = std::max({gap, just_below(p.min[k] - q.max[k]), just_below(q.min[k] - p.max[k])});
    return gap;
}

bool is_nearer(const PairDistance& p, const PairDistance& q) {
    return std::tie(p.distance.hi, p.bodies) < std::tie(q.distance.hi, q.bodies);
}

class NearestSearch {
  public:
    NearestSearch(const Scene& scene, const NearestOptions& options)
        : scene_(scene), options_(options), boxes_(posed_boxes(scene)), rules_(scene, 0.0) {}

    Expected<std::vector<PairDistance>> run() {
        auto models =
            build_models(scene_, all_bodies(), {.threads = options_.threads, .progress = options_.progress});
        if (!models) return models.error();
        models_ = *std::move(models);
        const double whole = size_of_all();
        std::optional<double> done;
        for (double reach = 0.0;; reach = next_reach(reach, whole)) {
            const std::vector<NearPair> near = pairs_between(done, reach);
            for (std::size_t begin = 0; begin < near.size(); begin += kBatch) {
                if (is_settled(near[begin].distance_lo)) break;
                const std::size_t size = std::min(kBatch, near.size() - begin);
                if (!measure({near.data() + begin, size}) || interrupt_requested())
                    return make_error(ErrorCode::Interrupted, "measuring distances", "interrupted");
            }
            if (is_settled(reach) || !(reach < whole) || (options_.within && reach >= *options_.within))
                return std::move(found_);
            done = reach;
        }
    }

  private:
    /// Pairs that name each body.
    [[nodiscard]] std::vector<BodyPair> all_bodies() const {
        std::vector<BodyPair> pairs;
        for (std::uint32_t i = 1; i < scene_.bodies.size(); ++i) pairs.push_back({i - 1, i});
        return pairs;
    }

    [[nodiscard]] double next_reach(double reach, double whole) const {
        const double next = reach == 0.0 ? whole * kFirstReach : reach * 2.0;
        return std::min({next, whole, options_.within.value_or(whole)});
    }

    /// Not ignored, with boxes that may be within `reach` of each other but not within `done`; the nearest
    /// boxes first.
    [[nodiscard]] std::vector<NearPair> pairs_between(const std::optional<double>& done, double reach) const {
        std::vector<NearPair> near;
        for (const BodyPair& pair : pairs_within(boxes_, reach)) {
            const Box &p = boxes_[pair[0]], &q = boxes_[pair[1]];
            if (done && may_be_within(p, q, *done)) continue;
            if (rules_.of(pair[0], pair[1]).allowed == Allowed::Everything) continue;
            near.push_back({pair, box_distance_lo(p, q)});
        }
        std::sort(near.begin(), near.end(), [](const NearPair& p, const NearPair& q) {
            return std::tie(p.distance_lo, p.bodies) < std::tie(q.distance_lo, q.bodies);
        });
        return near;
    }

    /// No two boxes are farther apart.
    [[nodiscard]] double size_of_all() const {
        Box all;
        for (const Box& box : boxes_) all.add(box);
        double size = 0.0;
        for (int k = 0; k < 3; ++k) size = std::max(size, just_above(all.max[k] - all.min[k]));
        return std::min(size, kLargest);
    }

    /// Nothing that is at least so far apart can be among the nearest.
    [[nodiscard]] bool is_settled(double distance_lo) const {
        return found_.size() == options_.count && found_.back().distance.hi <= distance_lo;
    }

    /// False after Ctrl-C.
    bool measure(std::span<const NearPair> near) {
        std::optional<double> limit = options_.within;
        if (found_.size() == options_.count) limit = found_.back().distance.hi;
        const auto measured = parallel_map(near.size(), {.threads = options_.threads}, [&](std::size_t k) {
            return distance_of_pair(near[k].bodies, scene_, models_, limit);
        });
        if (!measured) return false;
        for (const auto& pair : *measured)
            if (pair) found_.push_back(*pair);
        std::sort(found_.begin(), found_.end(), is_nearer);
        if (found_.size() > options_.count) found_.resize(options_.count);
        return true;
    }

    const Scene& scene_;
    const NearestOptions& options_;
    std::vector<Box> boxes_;
    PairRules rules_;
    SceneModels models_;
    std::vector<PairDistance> found_;  // the nearest so far, at most `count`
};

}  // namespace

Expected<std::vector<PairDistance>> find_nearest(const Scene& scene, const NearestOptions& options) {
    GRAZE_ASSERT(options.count >= 1);
    GRAZE_ASSERT(!options.within || (*options.within >= 0.0 && std::isfinite(*options.within)));
    if (scene.bodies.size() < 2) return std::vector<PairDistance>();
    return NearestSearch(scene, options).run();
}

}  // namespace graze
