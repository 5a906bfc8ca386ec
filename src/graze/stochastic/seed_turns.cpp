// Whose turn it is to have a new pair sought, and from which facet.
#include "graze/stochastic/tracker_state.h"

#include <algorithm>

namespace graze::internal {
namespace {

constexpr std::uint64_t kComparedAPiece = 16;  // between looks at the clock
constexpr std::uint64_t kFineSeeds = 4;        // every so manieth seed is a facet of the finest level

Vec3 middle(const ShellFacet& f) { return {f.centre[0], f.centre[1], f.centre[2]}; }

/// The least turn is on top of the heap.
bool has_later_turn(const TrackerState& state, std::uint32_t i, std::uint32_t j) {
    const double p = state.scene.pairs()[i].turn, q = state.scene.pairs()[j].turn;
    return p != q ? p > q : i > j;
}

}  // namespace

/// Towards where the body goes, or seen from the eye.
bool TrackerState::is_preferred(const TrackedBodies& pair, int side, std::uint32_t facet) const {
    const std::uint32_t i = pair.bodies[static_cast<std::size_t>(side)];
    const ShellFacet& f = shells[i]->shells.levels.back().facets[facet];
    const Vec3 at = apply(scene.pose(i), middle(f)), was = apply(scene.pose_before(i), middle(f));
    const Vec3 normal = apply(scene.pose(i), middle(f) + Vec3(f.normal[0], f.normal[1], f.normal[2])) - at;
    return normal.dot(at - was) > 0.0 || (eye && normal.dot(*eye - at) > 0.0);
}

FacetId TrackerState::next_seed(TrackedBodies& pair, int side, bool is_fine) const {
    const auto s = static_cast<std::size_t>(side);
    const ShellBody& body = *shells[pair.bodies[s]];
    const auto top = static_cast<std::uint32_t>(body.shells.levels.size() - 1);
    const std::uint32_t last = last_level(body);
    if (is_fine)
        return {far_apart(pair.fine_seeds[s]++,
                          static_cast<std::uint32_t>(body.shells.levels[last].facets.size())),
                last};
    if (pair.passed_over[s]) {
        const std::uint32_t facet = *pair.passed_over[s];
        pair.passed_over[s].reset();
        return {facet, top};
    }
    const auto next = [&] { return body.seeds[pair.coarse_seeds[s]++ % body.seeds.size()]; };
    std::uint32_t facet = next();
    if (!is_preferred(pair, side, facet)) {
        const std::uint32_t other = next();
        pair.passed_over[s] = is_preferred(pair, side, other) ? facet : other;
        if (is_preferred(pair, side, other)) facet = other;
    }
    return {facet, top};
}

void TrackerState::begin_turns() {
    turns.assign(scene.near().begin(), scene.near().end());
    double first = std::numeric_limits<double>::infinity();
    for (const std::uint32_t id : turns)
        if (scene.pairs()[id].seeds > 0) first = std::min(first, scene.pairs()[id].turn);
    for (const std::uint32_t id : turns) {  // what comes near only now has no turns to make up for
        TrackedBodies& pair = scene.pairs()[id];
        if (pair.seeds == 0 && first < std::numeric_limits<double>::infinity()) pair.turn = first;
    }
    std::make_heap(turns.begin(), turns.end(),
                   [this](std::uint32_t i, std::uint32_t j) { return has_later_turn(*this, i, j); });
}

/// False if no more are wanted in this call. Of the near pairs, those that move have more turns.
bool TrackerState::begin_seed() {
    if (result.seeds >= most_seeds || turns.empty()) return false;
    const auto later = [this](std::uint32_t i, std::uint32_t j) { return has_later_turn(*this, i, j); };
    std::pop_heap(turns.begin(), turns.end(), later);
    const std::uint32_t id = turns.back();
    TrackedBodies& pair = scene.pairs()[id];
    (void)view_of(pair);
    const double speed = pair.size > 0.0 ? pair.speed / pair.size : 0.0;
    pair.turn += 1.0 / (1.0 + std::min(3.0, 100.0 * speed));
    std::push_heap(turns.begin(), turns.end(), later);
    const bool is_fine = options.form == ShellForm::Enclosing && pair.seeds % kFineSeeds == kFineSeeds - 1;
    const int side = static_cast<int>(pair.seeds / kFineSeeds + pair.seeds) % 2;
    ++pair.seeds;
    seed = SeedSearch{};
    seed->pair = id;
    seed->of_b = side == 1;
    seed->seed = next_seed(pair, side, is_fine);
    seed->finest = is_fine ? seed->seed.level : last_level(*shells[pair.bodies[0]]);
    seed->begun = call;
    return true;
}

void TrackerState::end_seed(const SeedSearch& search) {
    TrackedBodies& pair = scene.pairs()[search.pair];
    const ShellView& view = view_of(pair);
    const std::size_t side = search.of_b ? 1 : 0;
    const ShellBody& body = search.of_b ? *view.b : *view.a;
    const bool is_coarsest = search.seed.level + 1 == body.shells.levels.size();
    if (search.begun == call && is_coarsest && options.form == ShellForm::Enclosing) {
        pair.compared[side].resize(body.areas.size(), 0);
        pair.freed[side].resize(body.areas.size(), 0);
        pair.compared[side][search.seed.facet] = call;
        if (search.all_apart) pair.freed[side][search.seed.facet] = call;
    }
    push_fresh(search.pair, *search.found, gap_of(view, *search.found), fresh);
    if (options.form == ShellForm::Enclosing && search.begun == call)
        for (const FacetPair& other : search.others)
            push_fresh(search.pair, other, gap_of(view, other), spare);
    ++result.seeds;
}

std::uint64_t TrackerState::seed_piece() {
    TrackedBodies& pair = scene.pairs()[seed->pair];
    if (pair.near != call) {
        seed.reset();
        return 1;
    }
    const std::uint64_t work = go_on(*seed, view_of(pair), kComparedAPiece);
    if (seed->found) {
        end_seed(*seed);
        seed.reset();
    }
    return work + 1;
}

}  // namespace graze::internal
