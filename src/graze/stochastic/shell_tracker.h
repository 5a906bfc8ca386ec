// Which bodies of many meet, sought at random under a budget of time ([GuyDebunne04], made sound where it says
// something): pairs of facets of layered shells, some tracked from call to call, some new ones sought in each.
//
//     ShellTracker tracker(bodies);
//     for (each frame) {
//         const TrackerResult& now = tracker.look(poses, {.cpu = std::chrono::milliseconds(1)});
//         for (const TrackedContact& contact : now.contacts) ...   // triangles that meet, exactly
//     }
//
// What it finds is exact. What it does not find may still be there: nothing is certified but pairs whose boxes
// are apart, and pairs that meet. How much of the surfaces was looked at, and when, is told by `looked_at`. For
// rigid bodies `Probe` (queries/bounded/probe.h) finds everything in less time; docs/bounded.md has the figures.
//
// Not seen: one body inside another without a common point of their surfaces; a surface that meets itself.
#pragma once

#include "graze/core/internal.h"
#include "graze/queries/bounded/probe.h"
#include "graze/stochastic/deforming_shells.h"
#include "graze/stochastic/shell_body.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace graze::internal {

struct TrackerOptions {
    ShellForm form = ShellForm::Enclosing;
    std::size_t finest = 0;         // pairs are refined down to this level; 0: triangles, tested exactly
    std::size_t most_levels = 64;   // of the shells; 1: triangles alone
    double keep_factor = 1.2;       // pairs are kept up to this times the least distance of their bodies ...
    double keep_within = 0.002;     // ... and this much of the smaller body's size. The paper: 0.01
    std::size_t most_tracks = 4096;  // of all bodies
    /// New pairs sought in a call; none: up to kSeedsWithinBudget, or kSeedsWithoutBudget if it has no end.
    std::optional<std::uint32_t> most_seeds = std::nullopt;
    std::uint32_t old_after = 15;    // calls without change: then looked at in every fourth
    bool between = true;             // looks at what lies between two calls, too; not of the paper's form
};

/// `finest` 0: triangles that meet, exactly. Else: facets that may meet; triangles below them are proved to be no
/// farther apart than apart_hi.
struct TrackedContact {
    BodyPair bodies;
    IdPair triangles;
    double apart_hi = 0.0;
    std::optional<double> time;  // in [0, 1]: between the last call and this one; proved within a tolerance
};

struct TrackerResult {
    /// As Probe says it, but Apart only of pairs whose boxes are. `certified` needs all others to meet.
    ProbeResult known;
    std::span<const TrackedContact> contacts;  // LOOK OUT: gone with the next call
    std::size_t tracks = 0;
    std::uint32_t seeds = 0;       // sought to the end in this call
    double apart_hi = 0.0;         // the greatest of the contacts: the error of a coarser last level
};

/// Areas of surfaces, each counted once for every body near it, over the near pairs of the last call. An area is
/// looked at when its facet of the coarsest level was compared with all of the other body within one call.
struct LookedAt {
    double area = 0.0;
    double never = 0.0;
    double older = 0.0;        // at some time, but more calls ago than asked
    double proved_free = 0.0;  // in the last call: no triangle of that area meets the other body
};

struct TrackerState;

class ShellTracker {
  public:
    /// Bodies that share a mesh share their shells. Cost: that of the shells.
    explicit ShellTracker(std::vector<Body> bodies, const TrackerOptions& options = {},
                          const PairRules* rules = nullptr);
    ~ShellTracker();
    ShellTracker(ShellTracker&&) noexcept;
    ShellTracker& operator=(ShellTracker&&) noexcept;

    /// `eye`: a point in the world; what can be seen from it is preferred as a seed.
    ///
    /// Pre:       a valid pose for each body.
    /// Guarantee: contacts are there. With `most_work` alone the same result on every machine.
    /// Work:      one for each comparison of facets, test of triangles, and boxes as Probe counts them; kPassageWork
    ///            for triangles between two calls.
    /// Piece:     some 16 comparisons, or one pair of facets with its neighbours and children; fifteen pairs of
    ///            features of two triangles; the sort of all boxes; at the end, a copy of what was not reached.
    const TrackerResult& look(std::span<const Pose> poses, const TimeBudget& budget,
                              const std::optional<Vec3>& eye = std::nullopt);

    /// From now on this body is as these shells have it; null: rigid again. To be called after each move of them.
    /// What lies between two calls is not looked at for it.
    ///
    /// Pre: made of shells(body).shells, ShellForm::Enclosing; they outlive the calls that follow.
    void deform(std::uint32_t body, DeformingShells* shells);

    /// Drops what is tracked and known, as after a jump to somewhere else; seeds go on in their order.
    void forget();

    /// Within: calls. Cost: the coarsest facets of all near pairs; not part of any budget.
    [[nodiscard]] LookedAt looked_at(std::uint32_t within) const;
    /// Triangles of one of the two bodies (side 0 or 1) that the last call proved not to meet the other.
    [[nodiscard]] std::vector<std::uint32_t> free_triangles(const BodyPair& bodies, int side) const;

    [[nodiscard]] const ShellBody& shells(std::uint32_t body) const;

  private:
    std::unique_ptr<TrackerState> state_;
};

inline constexpr std::uint32_t kSeedsWithoutBudget = 64, kSeedsWithinBudget = 1024;
inline constexpr std::uint64_t kPassageWork = 200;  // about what fifteen pairs of features cost, in comparisons

}  // namespace graze::internal
