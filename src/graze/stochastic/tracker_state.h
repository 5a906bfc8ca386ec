// The memory of a ShellTracker, and the steps that a call is made of.
#pragma once

#include "graze/core/internal.h"
#include "graze/queries/bounded/budget_reserve.h"
#include "graze/stochastic/shell_tracker.h"
#include "graze/stochastic/track_list.h"
#include "graze/stochastic/tracked_bodies.h"

namespace graze::internal {

struct TrackerState {
    TrackerOptions options;
    TrackedScene scene;
    std::vector<std::shared_ptr<const ShellBody>> shells;  // by body
    std::vector<DeformingShells*> deforming;                // by body; null: rigid
    TrackList list;
    std::vector<Track> fresh;  // to be looked at in this call, last first
    std::vector<Track> spare;  // the same, if there is time
    /// Triangles that may have met since the last call: pair of bodies, and their numbers.
    std::vector<std::pair<std::uint32_t, IdPair>> passages;
    std::vector<std::pair<FacetPair, FacetGap>> beside;  // what one update compared
    std::optional<SeedSearch> seed;
    std::vector<std::uint32_t> turns;  // near pairs, a heap by their turn
    std::vector<TrackedContact> contacts;
    std::vector<ProbePair> listed;
    TrackerResult result;
    std::optional<Vec3> eye;
    std::uint32_t call = 0, swept = 0, most_seeds = 0;
    /// Share of the distance beyond the least one up to which pairs are kept: less where a call does not get through
    /// the list, so that what is farthest goes first.
    double reach = 1.0;
    BudgetReserve reserve;

    TrackerState(std::vector<Body> bodies, const TrackerOptions& with, const PairRules* rules);

    // track_update.cpp. Each returns its work.
    std::uint64_t update(Track track);
    std::uint64_t keep_waiting(const Track& track, TrackedBodies& pair);
    std::uint64_t walk_to_best(Track& track, FacetGap& best, const ShellView& view);
    std::uint64_t decide(Track& track, const FacetGap& gap);
    std::uint64_t decide_passage();
    std::uint64_t split(const Track& track, const ShellView& view);
    ShellView& view_of(TrackedBodies& pair);
    [[nodiscard]] Corners corners_of(std::uint32_t body, std::uint32_t triangle) const;
    void compare_neighbours(const FacetPair& at, const ShellView& view);
    void store(const Track& track, const FacetGap& gap);
    void push_fresh(std::uint32_t pair, const FacetPair& at, const FacetGap& gap, std::vector<Track>& to);
    [[nodiscard]] std::optional<FacetPair> coarser(const Track& track, const ShellView& view) const;
    [[nodiscard]] bool waits(const Track& track, const TrackedBodies& pair) const;
    [[nodiscard]] bool is_finest(const FacetPair& at, const ShellView& view) const;
    [[nodiscard]] double limit_for(const TrackedBodies& pair, double least) const;
    [[nodiscard]] TrackClass class_of(const Track& track, const FacetGap& gap) const;
    [[nodiscard]] std::uint32_t last_level(const ShellBody& body) const {
        return static_cast<std::uint32_t>(std::min(options.finest, body.shells.levels.size() - 1));
    }

    // seed_turns.cpp
    void begin_turns();
    bool begin_seed();
    std::uint64_t seed_piece();
    void end_seed(const SeedSearch& search);
    [[nodiscard]] FacetId next_seed(TrackedBodies& pair, int side, bool is_fine) const;
    [[nodiscard]] bool is_preferred(const TrackedBodies& pair, int side, std::uint32_t facet) const;
};

}  // namespace graze::internal
