// Pairs that are not apart when a path begins, and when pairs are in contact along it: parts of path_proof.h.
#pragma once

#include "graze/queries/paths/path_work.h"

namespace graze {

/// What is not apart at the start, and may be so.
struct SeatsAtStart {
    std::vector<BodyOverlap> overlaps;
    std::vector<BodyContact> contacts;
};

/// All these pairs become seats in proof.seated, each with the time from which on it is clear.
[[nodiscard]] Expected<void> seat_pairs(const PathWork& work, std::span<const BodyOverlap> overlaps,
                                        PathProof& proof);

/// From when on the pair is judged in this segment; nothing if not at all.
[[nodiscard]] std::optional<double> judged_from(const PathProof& proof, const BodyPair& bodies,
                                                std::size_t segment);

/// Where nothing else meets: seats that are never apart make the verdict OverlapAtStart.
void judge_seats(PathProof& proof, const SeatsAtStart& at_start);

/// Every pair in contact, and when, into proof.intervals.
[[nodiscard]] Expected<void> list_intervals(const PathWork& work, PathProof& proof);

}  // namespace graze
