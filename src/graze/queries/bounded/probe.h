// Which bodies of many meet, asked again and again under a budget of time (contract C4): exact answers only, and
// for each pair how old its answer is.
//
//     Probe probe(bodies);
//     for (each frame) {
//         const ProbeResult& now = probe.look(poses, {.cpu = std::chrono::milliseconds(1)});
//         if (now.certified) ...                       // everything is known about this very instant
//         for (const ProbePair& pair : now.near) ...   // else see how old each answer is
//     }
//
// Boxes of all bodies come first; pairs whose boxes are apart are apart. Of the others, what meets, what is near
// and what moves fast is looked at first, and a fixed share of the work goes to what was not seen for longest. A
// search that does not fit into one call goes on in the next, about the instant that it began with: so every
// pair has an answer in the end, and its age is told.
#pragma once

#include "graze/core/time_budget.h"
#include "graze/discrete/wide/intersections.h"
#include "graze/model/body.h"
#include "graze/queries/broad/broad_phase.h"

#include <memory>
#include <span>
#include <vector>

namespace graze {

enum class ProbeAnswer {
    Unknown,  // never decided
    Apart,
    Meets,  // triangles meet, or a piece of one lies inside the other, a solid
};

struct ProbePair {
    BodyPair bodies;
    ProbeAnswer answer = ProbeAnswer::Unknown;
    /// The answer is exact about the instant so many calls ago; 0: about this one. Unknown: calls so far.
    std::uint32_t age = 0;
    bool is_inside = false;     // Meets: no triangles do
    IdPair triangles = {0, 0};  // Meets: that do, unless is_inside
};

struct ProbeResult {
    bool certified = false;  // every pair is decided about this instant
    /// The boxes of all bodies were compared: pairs that are not in `near` are apart at this instant. If not,
    /// nothing is said about those.
    bool boxes_done = false;
    std::span<const ProbePair> near;  // LOOK OUT: gone with the next call
    std::uint64_t pairs = 0;          // that are asked about: all but those that the rules leave out
    std::uint64_t decided = 0;        // of these, about this instant
    std::uint64_t meet = 0;           // of these
    std::uint32_t oldest = 0;         // the greatest age; without boxes_done since boxes were done
    std::uint64_t work = 0;
    std::chrono::nanoseconds cpu{0};   // of this thread, in this call
    DiscreteCounters counters;
};

class Probe {
  public:
    /// All pairs of bodies, but those that `rules` leave out (Allowed::Everything, or interference of any
    /// depth). Cost: rules are looked up for each pair.
    explicit Probe(std::vector<Body> bodies, const PairRules* rules = nullptr);
    ~Probe();
    Probe(Probe&&) noexcept;
    Probe& operator=(Probe&&) noexcept;

    /// Pre:       a valid pose for each body.
    /// Guarantee: an answer is exact about its instant. With `most_work` alone the same result on every
    ///            machine.
    /// Work:      boxes of eight bodies; 16 comparisons of boxes; a pair of nodes, of triangles; a piece that may
    ///            be inside.
    /// Piece:     what BoundedQuery says; the sort of all boxes; exact tests of where one piece is.
    /// Cost:      no allocation once as many pairs as ever were near and searches as long as ever have been seen,
    ///            unless a piece may be inside another body.
    const ProbeResult& look(std::span<const Pose> poses, const TimeBudget& budget);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace graze
