#include "elementary/contest.h"
#include "elementary/query_truth.h"
#include "elementary/screw_query.h"
#include "elementary/swept_queries.h"

#include "graze_papers/redon_contact.h"

#include <functional>
#include <memory>

#include <fmt/format.h>

namespace graze::bench {
namespace {

using namespace papers;  // NOLINT(google-build-using-namespace): all of this is about them

constexpr double kAngles[] = {10.0, 45.0, 90.0, 180.0, 360.0};
constexpr AxialTests kPublishedTests{true, true, true, true, false};

struct Candidate {
    RigidQuery query;
    ScrewQuery screw;
    std::array<RigidMotion, 2> motions;
    std::array<RoundedMotion, 2> rounded;  // of the screw
    bool is_contact;

    explicit Candidate(const RigidQuery& q)
        : query(q),
          screw(q),
          motions(motions_of(q)),
          rounded{rounded_motion(*std::get<const RigidMotion*>(screw.moving.motion)),
                  rounded_motion(*std::get<const RigidMotion*>(screw.still.motion))},
          is_contact(proved_contact_time(q).has_value()) {}
};
using Candidates = std::vector<std::unique_ptr<Candidate>>;

// Half of them keep the gap of the thread, half are pushed into it.
Candidates candidates_at(double angle_deg, int count) {
    Rng rng(static_cast<std::uint64_t>(angle_deg));
    Candidates all;
    for (const double jam : {0.0, 0.3})
        for (const RigidQuery& query : swept_candidates(screw_in_nut(angle_deg, jam), count / 2, rng))
            all.push_back(std::make_unique<Candidate>(query));
    return all;
}

struct Method {
    const char* name;
    std::function<ContactVerdict(const Candidate&)> verdict;
};

ContactVerdict ours(const Candidate& c) {
    return first_feature_contact(c.screw.moving, c.screw.still, MotionPair{&c.rounded[0], &c.rounded[1]},
                                 {.tolerance = kContestTolerance})
        .verdict;
}

ContactVerdict ours_unprepared(const Candidate& c) {
    return first_feature_contact(c.screw.moving, c.screw.still, {.tolerance = kContestTolerance}).verdict;
}

ContactVerdict ours_by_parameters(const Candidate& c) {
    const auto features = features_of(c.query, c.motions);
    return first_feature_contact(features[0], features[1], {.tolerance = kContestTolerance}).verdict;
}

ContactVerdict ours_after_rejections(const Candidate& c) {
    const auto apart = prove_apart_about_axis(c.screw.moving_range, c.screw.still_range, c.screw.motion);
    return apart == AxialRejection::NotRejected ? ours(c) : ContactVerdict::Clear;
}

ContactVerdict redon(const Candidate& c) {
    return redon_first_contact(c.screw.moving, c.screw.still,
                               {.place_error = kContestTolerance, .most_evaluations = kRedonBudget})
        .verdict;
}

std::vector<Method> methods() {
    const auto by = [](RootStarts starts) {
        return [starts](const Candidate& c) {
            return kim_rossignac_verdict(c.screw, starts, kPublishedTests, kContestTolerance);
        };
    };
    return {{"Graze, screw", ours},
            {"Graze, screw, rounded for each pair", ours_unprepared},
            {"Graze, linear parameters", ours_by_parameters},
            {"Graze, screw, after the rejections", ours_after_rejections},
            {"Redon02", redon},
            {"KimRossignac03 as published", by(RootStarts::AsPublished)},
            {"KimRossignac03 with ends", by(RootStarts::WithEnds)},
            {"KimRossignac03 isolated", by(RootStarts::Isolated)}};
}

void add_targets(const Times& worst, const QueryTally& tally, ElementaryTargets& targets) {
    targets.push_back({"rigid, worst mean over the angles, us", "<= 1", worst.mean, worst.mean <= 1.0});
    targets.push_back({"rigid, worst p99, us", "<= 5", worst.p99, worst.p99 <= 5.0});
    targets.push_back({"rigid, max, us", "<= 50", worst.max, worst.max <= 50.0});
    const auto missed = static_cast<double>(tally.missed);
    targets.push_back({"rigid, missed", "0", missed, tally.missed == 0});
}

}  // namespace

void contest_rigid(const ElementaryWishes& wishes, ElementaryTargets& targets) {
    const int count = wishes.quick ? 100 : 1000;
    fmt::print(
        "## A screw in its nut\n\nVertex-face and edge-edge pairs whose boxes over the whole motion "
        "overlap, {} "
        "an angle; half keep the gap of the thread,\nhalf are pushed into it by 0.3 of the pitch. A contact "
        "is "
        "what the oracle (MPFI) proves to be a crossing; anything else that\nis answered `contact` counts as "
        "a "
        "false alarm, though it may be nearer than the tolerance of {:g}. Motions (rounded ones "
        "too, but for the second row), and ranges about the\naxis, are "
        "made once per body or feature and not counted. Redon02 stops after {} evaluations (`undecided`). "
        "Only Graze "
        "and "
        "Redon02 prove\n`clear`.\n\n",
        count, kContestTolerance, kRedonBudget);
    std::vector<TableRow> table{outcome_header({"degrees", "method"})};
    Times worst{0.0, 0.0, 0.0, 0.0};
    QueryTally ours_tally;
    for (const double angle : kAngles) {
        const Candidates candidates = candidates_at(angle, count);
        for (const Method& method : methods()) {
            Outcome outcome;
            for (const auto& candidate : candidates)
                time_query(outcome, candidate->is_contact, [&] { return method.verdict(*candidate); });
            table.push_back(outcome_row({fmt::format("{:g}", angle), method.name}, outcome));
            if (method.name != methods().front().name) continue;
            const Times times = times_of(outcome.microseconds);
            worst = {std::max(worst.mean, times.mean), std::max(worst.median, times.median),
                     std::max(worst.p99, times.p99), std::max(worst.max, times.max)};
            ours_tally.missed += outcome.tally.missed;
        }
    }
    print_table(table);
    add_targets(worst, ours_tally, targets);
}

}  // namespace graze::bench
