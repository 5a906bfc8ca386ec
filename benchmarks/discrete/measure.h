// Timing of single queries: the least over repeats of each, then the mean over the queries.
#pragma once

#include "peers/contestant.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace graze::bench {

inline constexpr int kRepeats = 5;

template <class Query>
double seconds_of(int times, Query&& query) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < times; ++i) query();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / times;
}

/// Microseconds of one query. Short ones run several times in a row, so that reading the clock does not
/// count; one that takes longer than 50 ms runs twice.
template <class Query>
double least_microseconds(Query&& query) {
    constexpr double kShort = 2e-6, kLong = 0.05;
    double best = seconds_of(1, query);
    const int in_a_row = static_cast<int>(std::ceil(kShort / std::max(best, 1e-8)));
    for (int repeat = 0; repeat < (best > kLong ? 1 : kRepeats); ++repeat)
        best = std::min(best, seconds_of(in_a_row, query));
    return 1e6 * best;
}

/// A contestant's mean time, and its answers.
template <class Answer>
struct Measured {
    double mean_us = std::numeric_limits<double>::quiet_NaN();
    std::vector<Answer> answers;
};

template <class Answer>
Measured<Answer> measure(Contestant& contestant, std::span<const PlainPose> poses,
                         Answer (Contestant::*query)()) {
    Measured<Answer> result;
    double sum = 0.0;
    for (const PlainPose& pose : poses) {
        contestant.place(pose);
        Answer answer{};
        sum += least_microseconds([&] { answer = (contestant.*query)(); });
        result.answers.push_back(answer);
    }
    result.mean_us = sum / static_cast<double>(poses.size());
    return result;
}

}  // namespace graze::bench
