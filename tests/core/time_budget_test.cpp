#include "graze/core/time_budget.h"

#include <gtest/gtest.h>

#include <thread>

namespace graze::time_budget_test {
namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

/// Keeps the processor busy for about so long.
void work_for(std::chrono::nanoseconds time) {
    BudgetClock busy({.cpu = time});
    while (!busy.is_over()) {
    }
}

}  // namespace

TEST(TimeBudget, Example_WithoutLimitsNothingEnds) {
    BudgetClock clock({});
    clock.spend(~std::uint64_t{0} - 1);
    EXPECT_FALSE(clock.is_over());
    EXPECT_FALSE(clock.counts_work());
}

TEST(TimeBudget, Example_WorkEndsWhereItSays) {
    BudgetClock clock({.most_work = 10});
    EXPECT_TRUE(clock.counts_work());
    EXPECT_EQ(clock.piece(16), 10u);
    clock.spend(9);
    EXPECT_FALSE(clock.is_over());
    EXPECT_EQ(clock.piece(16), 1u);
    clock.spend(1);
    EXPECT_TRUE(clock.is_over());
    EXPECT_EQ(clock.piece(16), 1u);
    EXPECT_EQ(clock.work(), 10u);
}

TEST(TimeBudget, Degenerate_NothingToSpendIsOverAtOnce) {
    EXPECT_TRUE(BudgetClock({.most_work = 0}).is_over());
    EXPECT_TRUE(BudgetClock({.cpu = 0ns}).is_over());
    EXPECT_TRUE(BudgetClock({.cpu = -5ns}).is_over());
    EXPECT_TRUE(BudgetClock({.deadline = steady_clock::time_point::min()}).is_over());
    EXPECT_FALSE(BudgetClock({.cpu = std::chrono::nanoseconds::max()}).is_over());
    EXPECT_FALSE(BudgetClock({.deadline = steady_clock::time_point::max()}).is_over());
}

TEST(TimeBudget, Property_SleepIsNoTimeOnTheProcessor) {
    BudgetClock cpu({.cpu = 50ms});
    BudgetClock wall({.deadline = steady_clock::now() + 50ms});
    std::this_thread::sleep_for(60ms);
    EXPECT_FALSE(cpu.is_over());
    EXPECT_LT(cpu.cpu(), 50ms);
    EXPECT_TRUE(wall.is_over());
}

TEST(TimeBudget, Property_WorkIsTimeOnTheProcessorAndStaysSpent) {
    BudgetClock clock({.cpu = 5ms});
    work_for(6ms);
    EXPECT_TRUE(clock.is_over());
    EXPECT_GE(clock.cpu(), 5ms);
    EXPECT_TRUE(clock.is_over());
}

TEST(TimeBudget, Property_WhatComesFirstEnds) {
    BudgetClock by_work({.most_work = 1, .cpu = 1h, .deadline = steady_clock::now() + 1h});
    by_work.spend(1);
    EXPECT_TRUE(by_work.is_over());
    EXPECT_TRUE(BudgetClock({.most_work = 1, .cpu = 0ns, .deadline = steady_clock::now() + 1h}).is_over());
    EXPECT_TRUE(BudgetClock({.most_work = 1, .cpu = 1h, .deadline = steady_clock::now() - 1ns}).is_over());
}

}  // namespace graze::time_budget_test
