#include "graze_verify/sweep.h"

#include "graze/core/random.h"

#include <gtest/gtest.h>

#include <map>

namespace graze::verify::sweep_test {
namespace {

using Visits = std::map<std::pair<std::uint32_t, std::uint32_t>, int>;

Visits visits_of(const std::vector<BoundVec>& boxes, const std::vector<std::uint32_t>& numbers,
                 double distance) {
    Visits visits;
    const SweepEnd end = sweep(boxes, numbers, distance, [&](std::uint32_t a, std::uint32_t b) {
        ++visits[{a, b}];
        return true;
    });
    EXPECT_EQ(end, SweepEnd::Finished);
    return visits;
}

/// Looks at all pairs. Sides are whole numbers, so nothing is rounded.
Visits twin(const std::vector<BoundVec>& boxes, const std::vector<std::uint32_t>& numbers, double distance) {
    Visits visits;
    for (std::uint32_t b = 0; b < boxes.size(); ++b)
        for (std::uint32_t a = 0; a < b; ++a) {
            double gap = -1e300;
            for (int k = 0; k < 3; ++k)
                gap = std::max({gap, boxes[a][k].lo - boxes[b][k].hi, boxes[b][k].lo - boxes[a][k].hi});
            if (numbers[a] != numbers[b] && !(gap > distance)) visits[{a, b}] = 1;
        }
    return visits;
}

std::vector<BoundVec> random_boxes(Rng& rng, std::size_t count, const std::array<double, 3>& room,
                                   double size) {
    std::vector<BoundVec> boxes(count);
    for (BoundVec& box : boxes)
        for (int k = 0; k < 3; ++k) {
            const double lo = std::floor(rng.uniform(0.0, room[k]));
            box[k] = {lo, lo + std::floor(rng.uniform(0.0, size))};
        }
    return boxes;
}

}  // namespace

TEST(Sweep, Example_BoxesThatTouchAreVisitedOnce) {
    const BoundVec unit{{{0, 1}, {0, 1}, {0, 1}}}, right{{{1, 2}, {0, 1}, {0, 1}}},
        far{{{4, 5}, {0, 1}, {0, 1}}};
    EXPECT_EQ(visits_of({unit, right}, {0, 1}, 0.0), (Visits{{{0, 1}, 1}}));
    EXPECT_EQ(visits_of({right, unit}, {0, 1}, 0.0), (Visits{{{0, 1}, 1}}));
    EXPECT_EQ(visits_of({unit, right}, {0, 0}, 0.0), Visits{});
    EXPECT_EQ(visits_of({unit, far}, {0, 1}, 2.5), Visits{});
    EXPECT_EQ(visits_of({unit, far}, {0, 1}, 3.0), (Visits{{{0, 1}, 1}}));
    EXPECT_EQ(visits_of({}, {}, 1.0), Visits{});
}

TEST(Sweep, Degenerate_WhatIsNotKnownIsNearEverything) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const BoundVec unit{{{0, 1}, {0, 1}, {0, 1}}}, far{{{1e300, 1e300}, {0, 1}, {0, 1}}};
    BoundVec unknown;
    unknown.fill({-kInfinity, kInfinity});
    EXPECT_EQ(visits_of({unit, far, unknown}, {0, 1, 2}, 1.0), (Visits{{{0, 2}, 1}, {{1, 2}, 1}}));
    EXPECT_EQ(visits_of({unknown, unknown}, {0, 1}, 0.0), (Visits{{{0, 1}, 1}}));
}

TEST(Sweep, Reference_VisitsWhatLookingAtAllPairsFinds) {
    Rng rng(71);
    std::size_t visited = 0, all = 0;
    for (int trial = 0; trial < 400; ++trial) {
        SCOPED_TRACE(trial);
        const std::size_t count = 1 + rng.below(60), kinds = 1 + rng.below(trial % 2 ? 3 : 40);
        std::array<double, 3> room{20.0, 20.0, 20.0};
        room[rng.below(3)] = 60.0;
        const auto boxes = random_boxes(rng, count, room, trial % 3 ? 12.0 : 3.0);
        std::vector<std::uint32_t> numbers(count);
        for (std::uint32_t& number : numbers)
            number = static_cast<std::uint32_t>(rng.below(std::min(kinds, count)));
        const double distance = std::floor(rng.uniform(0.0, 4.0));
        const Visits expected = twin(boxes, numbers, distance);
        EXPECT_EQ(visits_of(boxes, numbers, distance), expected);
        visited += expected.size(), all += count * (count - 1) / 2;
    }
    EXPECT_GT(visited, all / 50);
    EXPECT_LT(visited, all / 2);
}

TEST(Sweep, Property_EndsWhenTold) {
    const std::vector<BoundVec> boxes(9, BoundVec{{{0, 1}, {0, 1}, {0, 1}}});
    std::vector<std::uint32_t> numbers{0, 1, 2, 3, 4, 5, 6, 7, 8};
    int calls = 0;
    EXPECT_EQ(sweep(boxes, numbers, 0.0, [&](std::uint32_t, std::uint32_t) { return ++calls < 5; }),
              SweepEnd::Stopped);
    EXPECT_EQ(calls, 5);
}

// Bodies of one number cost nothing, however many are in one place.
TEST(Sweep, Property_BoxesOfOneNumberAreNotCompared) {
    const std::vector<BoundVec> boxes(200000, BoundVec{{{0, 1}, {0, 1}, {0, 1}}});
    EXPECT_EQ(visits_of(boxes, std::vector<std::uint32_t>(boxes.size(), 3), 0.0), Visits{});
}

}  // namespace graze::verify::sweep_test
