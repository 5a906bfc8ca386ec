// Questions about two bodies at one instant that can be stopped and go on later (contract C4). What is known so
// far is always sound, and the end is what the whole query says.
//
//     BoundedQuery query;
//     query.begin_distance(a, b);
//     BudgetClock clock({.cpu = std::chrono::microseconds(100)});
//     if (!query.proceed(clock)) { ... query.so_far() ...; }      // and go on with the next clock
#pragma once

#include "graze/core/time_budget.h"
#include "graze/discrete/wide/distance.h"

#include <memory>
#include <span>

namespace graze {

enum class Known { Undecided, No, Yes };

/// What is proved.
struct SoFar {
    /// Do they meet; are they within the clearance? Of a distance: do they meet?
    Known answer = Known::Undecided;
    BodyDistance distance;  // lo and hi hold at any time; the points and triangles belong to hi, if it is finite
};

class BoundedQuery {
  public:
    BoundedQuery();
    ~BoundedQuery();
    BoundedQuery(BoundedQuery&&) noexcept;
    BoundedQuery& operator=(BoundedQuery&&) noexcept;

    // The bodies are kept until the next question. Pre: valid poses.

    /// As find_intersections for the first pair: the same pair.
    void begin_meeting(const PosedBody& a, const PosedBody& b);
    /// As is_within. Pre: clearance >= 0, finite.
    void begin_within(const PosedBody& a, const PosedBody& b, double clearance);
    /// As distance: the same bits at the end.
    void begin_distance(const PosedBody& a, const PosedBody& b);

    /// Goes on until the answer is complete (true) or the clock is over. Works in pieces; the last one may go
    /// over the budget.
    ///
    /// Work:  one for each pair of nodes opened, and for each pair of triangles looked at.
    /// Piece: at most 4 pairs of nodes (each up to 64 pairs of boxes, or 64 pairs of triangles by SIMD) and 4
    ///        exact tests of triangles that meet; of a clearance, the exact comparisons of one pair of leaves.
    ///        The first piece of a distance that looks for the nearest also moves one body (docs/bounded.md).
    /// Cost:  no allocation once its memory has grown.
    bool proceed(BudgetClock& clock);

    [[nodiscard]] SoFar so_far() const;
    /// Of a meeting that is undecided: pairs of nodes of the two trees. Triangles that meet lie below one of
    /// them.
    [[nodiscard]] std::span<const IdPair> left() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace graze
