// Who was right. A contact that we report is confirmed by the exact distance at its time, and what others
// report by the exact test at theirs: a time at which surfaces meet, before our clear_until or on a path that
// we call clear, would refute us.
#pragma once

#include "continuous/bodies.h"

#include <optional>

namespace graze::bench {

struct OurAnswer {
    ContactVerdict verdict;
    double clear_until;
    FirstContactCounters counters;
};

struct Truth {
    OurAnswer ours;
    bool is_sure = false;       // a time is known at which the surfaces meet
    bool is_confirmed = false;  // Contact: the exact distance at clear_until is at most the tolerance
};

/// How one method did on the queries that it was asked.
struct Judgement {
    std::uint64_t contacts = 0;
    std::uint64_t misses = 0;  // no contact, though there is a time at which the surfaces meet
    std::uint64_t false_alarms = 0;
    std::uint64_t early = 0;  // farther apart than the tolerance at the reported time
    std::uint64_t late = 0;   // the surfaces meet already at the reported time
    double farthest = 0.0;    // distance at the reported time, of sizes
    std::uint64_t refutes = 0;
};

class Judge {
  public:
    explicit Judge(const ContinuousBodies& bodies) : bodies_(bodies) {}

    [[nodiscard]] Truth truth_of(const ContinuousQuery& query, const OurAnswer& ours);
    void judge(const ContinuousQuery& query, const Truth& truth, const PeerContact& answer, Judgement& sum);

  private:
    [[nodiscard]] double distance_at(const ContinuousQuery& query, double t);
    [[nodiscard]] bool meet_at(const ContinuousQuery& query, double t);

    const ContinuousBodies& bodies_;
    DiscreteMemory workspace_;
};

}  // namespace graze::bench
