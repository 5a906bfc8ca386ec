// The sections of the continuous benchmark, and what they collect: figures that we have a target for.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace graze::bench {

struct ContinuousTarget {
    std::string name;
    double measured;  // NaN: not measured, the note says why
    double wanted;
    enum class Sense { AtMost, AtLeast } sense;
    std::string note;
};

struct ContinuousContest {
    bool quick = false;         // a tenth of the queries
    std::string pictures = {};  // folder for plots; empty: none
    std::vector<ContinuousTarget> targets = {};

    [[nodiscard]] int queries(int full) const { return quick ? std::max(full / 10, 5) : full; }
    [[nodiscard]] double seconds(double full) const { return quick ? 0.1 * full : full; }
    void at_most(const std::string& name, double measured, double wanted, const std::string& note = "") {
        targets.push_back({name, measured, wanted, ContinuousTarget::Sense::AtMost, note});
    }
    void at_least(const std::string& name, double measured, double wanted, const std::string& note = "") {
        targets.push_back({name, measured, wanted, ContinuousTarget::Sense::AtLeast, note});
    }
};

void contest_screws(ContinuousContest& contest);      // random screws, all rivals
void contest_slerps(ContinuousContest& contest);      // FCL's linear motion, Bullet's cast
void contest_conforming(ContinuousContest& contest);  // parts that stay near each other
void contest_levers(ContinuousContest& contest);      // instruction sets, levers, allocation, threads
void contest_boxes(ContinuousContest& contest);       // one pair of boxes, moving and at rest
void contest_size(ContinuousContest& contest);        // 1k to 4M triangles
void contest_redon(ContinuousContest& contest);       // the paper's method, its optimisations off
void contest_scenes(ContinuousContest& contest);      // many bodies; proofs
void contest_arms(ContinuousContest& contest);        // bodies on joints
void print_continuous_targets(const ContinuousContest& contest);

}  // namespace graze::bench
