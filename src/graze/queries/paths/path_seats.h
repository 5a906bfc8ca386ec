// Pairs that are not apart when a path begins, and when pairs are in contact along it: parts of path_proof.h.
// Not for users.
#pragma once

#include "graze/queries/paths/path_stage.h"

namespace graze {

struct PathSeats {
    std::map<std::size_t, std::size_t> of_pair;  // in proof.seated
    std::vector<PathContact> at_start;           // their contacts
};

/// All pairs that overlap at the start become seats, each with the time from which on it is clear; their
/// contacts leave the answer. The segment that is entered changes.
[[nodiscard]] Expected<void> seat_pairs(PathStage& stage, PathSeats& seats);

/// From when on the pair is judged in this segment; nothing if not at all.
[[nodiscard]] std::optional<double> judged_from(const PathStage& stage, const PathSeats& seats,
                                                std::size_t pair, std::size_t segment);

/// Every pair in contact, and when, into proof.intervals. The segment that is entered changes.
[[nodiscard]] Expected<void> list_intervals(PathStage& stage);

}  // namespace graze
