#include "graze/queries/paths/path_work.h"

#include "graze/core/assert.h"
#include "graze/core/interrupt.h"

#include <algorithm>
#include <numeric>

namespace graze::internal {
namespace {

/// What a prover leaves to spare between boxes, of the largest coordinate: docs/certificates.md.
constexpr double kBoxSpare = 0x1p-30;

bool is_by_bodies(const MovingPair& x, const MovingPair& y) { return x.bodies < y.bodies; }

/// By boxes of all segments, for a search alone.
std::vector<MovingPair> pairs_to_search(const MovingScene& moving, const PairLimits& limits, int threads) {
    SweptBoxes boxes = boxes_during(moving, 0, threads);
    if (moving.segments.size() > 1) {
        boxes.eighths.clear();
        boxes.eighths_begin.assign(boxes.whole.size(), SweptBoxes::kNoEighths);
    }
    for (std::size_t segment = 1; segment < moving.segments.size(); ++segment) {
        const SweptBoxes more = boxes_during(moving, segment, threads);
        for (const BodyLink& body : moving.segments[segment].carried)
            boxes.whole[body.body].add(more.whole[body.body]);
    }
    return pairs_that_may_meet(boxes, limits, moving.carriers);
}

/// By boxes that the checker of certificates will find, too, with something to spare.
std::vector<MovingPair> pairs_to_prove(const MovingScene& moving, const PairLimits& limits,
                                       const PathOptions& options) {
    const std::vector<Box> boxes = boxes_of_proof(moving, options.threads);
    double largest = 0.0;
    for (const Box& box : boxes)
        largest = std::max({largest, box.min.cwiseAbs().maxCoeff(), box.max.cwiseAbs().maxCoeff()});
    const double spare = options.far_pairs == FarPairs::ByBoxes ? kBoxSpare * largest : kInfinity;
    std::vector<MovingPair> pairs;
    for (const BodyPair& near :
         pairs_within(boxes, limits.rules.largest_clearance() + spare, moving.carriers)) {
        const auto pair = limits.of(near);
        if (pair && may_be_within(boxes[near[0]], boxes[near[1]], pair->clearance + spare))
            pairs.push_back(*pair);
    }
    return pairs;
}

}  // namespace

Expected<PathWork> make_path_work(const Scene& scene, const PathOptions& options) {
    auto moving = make_moving_scene(scene);
    if (!moving) return moving.error();
    PathWork work{options, *std::move(moving)};
    if (options.budget_s)
        work.deadline = std::chrono::steady_clock::now() +
                        std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                            std::chrono::duration<double>(std::min(*options.budget_s, 1e9)));
    const PairRules rules(scene, options.clearance);
    const PairLimits limits{rules, work.moving.sizes, options.tolerance, true};
    work.pairs = options.with_proof ? pairs_to_prove(work.moving, limits, options)
                                    : pairs_to_search(work.moving, limits, options.threads);
    if (interrupt_requested()) return path_interrupted();
    std::sort(work.pairs.begin(), work.pairs.end(), is_by_bodies);
    std::vector<BodyPair> bodies;
    for (const MovingPair& pair : work.pairs) bodies.push_back(pair.bodies);
    auto models = build_models(scene, bodies, {.threads = options.threads, .progress = options.progress});
    if (!models) return models.error();
    work.models = *std::move(models);
    return work;
}

std::optional<double> judged_from(const PathWork& work, std::size_t pair, std::size_t segment) {
    if (work.from.empty()) return 0.0;
    const PathTime& from = work.from[pair];
    if (from.segment > segment || (from.segment == segment && from.t >= 1.0)) return std::nullopt;
    return from.segment == segment ? from.t : 0.0;
}

std::size_t index_of(const PathWork& work, const BodyPair& bodies) {
    const auto at =
        std::lower_bound(work.pairs.begin(), work.pairs.end(), MovingPair{.bodies = bodies}, is_by_bodies);
    GRAZE_ASSERT(at != work.pairs.end() && at->bodies == bodies);
    return static_cast<std::size_t>(at - work.pairs.begin());
}

PairOnPath pair_on_path(const PathWork& work, std::size_t segment, const MovingPair& pair) {
    const auto own_box = [&](std::uint32_t body) {
        return work.moving.own_boxes[work.moving.mesh_of_body[body]];
    };
    return {.a = body_during(work.moving, work.models, segment, pair.bodies[0]),
            .b = body_during(work.moving, work.models, segment, pair.bodies[1]),
            .own_a = own_box(pair.bodies[0]),
            .own_b = own_box(pair.bodies[1]),
            .clearance = pair.clearance,
            .tolerance = pair.tolerance};
}

Error path_interrupted() { return make_error(ErrorCode::Interrupted, "path", "interrupted"); }

}  // namespace graze::internal
