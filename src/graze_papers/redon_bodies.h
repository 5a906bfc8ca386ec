// First contact of two bodies by the method of [Redon02], kept as the baseline: trees of oriented boxes,
// their continuous overlap test in natural interval arithmetic, the subdivision test, and the optimisations
// of its section 6, each of which can be switched off. The answer has the meaning of first_contact.h
// (contract C1): only how boxes are culled is theirs; pairs of features are decided as in quick_contact.h and
// interval_contact.h. docs/papers.md says where we deviate.
#pragma once

#include "graze/continuous/search/model_contact.h"
#include "graze_papers/redon_boxes.h"
#include "graze_papers/redon_paths.h"

#include <chrono>

namespace graze::papers {

enum class DiscretePretest { On, Off };       // before each continuous test, at both ends of its time
enum class CurrentTime { On, Off };           // nothing after the earliest contact so far is looked at
enum class ChildOrder { Nearest, AsStored };  // "directional traversal"

struct RedonBodiesOptions {
    double clearance = 0.0;  // as in FirstContactOptions
    std::optional<double> tolerance = {};
    std::uint64_t most_work = ~std::uint64_t{0};  // pairs of boxes and of triangles looked at
    double until = 1.0;                           // only [0, until] is asked about
    std::optional<std::chrono::steady_clock::time_point> deadline = {};  // then it gives up
    double k = 0.2;  // of the subdivision test; infinity: time is never divided
    // Optimisations: the answer means the same.
    DiscretePretest pretest = DiscretePretest::On;
    CurrentTime current_time = CurrentTime::On;
    ChildOrder order = ChildOrder::Nearest;
    ObbAxes axes = ObbAxes::All;
};

/// A pair of nodes of two trees.
struct ObbPair {
    std::uint32_t a, b;
    bool operator==(const ObbPair&) const = default;
};

/// Coherence: where the last search ended, to begin there. Every pair of triangles is below exactly one pair.
/// Good for any motion of the same two bodies.
struct RedonFront {
    std::vector<ObbPair> pairs;  // empty: begin with the roots
};

struct RedonBodiesContact {
    ContactVerdict verdict = ContactVerdict::Undecided;
    double clear_until = 0.0;  // as in FirstContact
    double distance_hi = kInfinity;
    std::array<std::uint32_t, 2> triangles = {0, 0};  // Contact: the first pair
    RedonBodiesCounters counters;
};

struct ObbBody {
    const MovingModel& body;
    const ObbTree& tree;  // of its mesh
};

/// Pre:       as first_contact; no piecewise motions; each tree was built for the mesh of its body; `front`,
///            if any, came from a search of the same two bodies with the same trees, or is empty.
/// Guarantee: contract C1. Another variant may say another time, or Clear for Contact, where both are right.
///            `front` is replaced; it is empty if the budget ran out. Undecided after Ctrl-C, too.
/// Cost:      allocates.
[[nodiscard]] RedonBodiesContact redon_bodies_contact(const ObbBody& a, const ObbBody& b,
                                                      const RedonBodiesOptions& options,
                                                      RedonFront* front = nullptr);

}  // namespace graze::papers
