// `graze path --sweep`: the range of a joint instead of a path, or of two joints as a map.
#pragma once

#include "command.h"
#include "graze/core/expected.h"
#include "graze/queries/paths/joint_map.h"
#include "graze/queries/paths/path_proof.h"

#include <string>
#include <vector>

namespace graze::cli {

/// What --sweep, --cells and --map say.
struct SweepWords {
    std::vector<std::string> joints = {};
    std::string cells = {}, map = {};
};

/// "BODY", "BODY:joint" or "BODY:FROM,TO".
[[nodiscard]] Expected<internal::JointRange> parse_sweep(const std::string& word, const Scene& scene);

/// Of one joint, after its range was judged as a path: which parts of the travel are clear, and whether it is as drawn.
void add_travel(Answer& answer, const Scene& scene, const internal::JointRange& range, const PathProof& proof,
                bool colour);

/// Of two joints: the map, and its picture if one is wanted.
[[nodiscard]] Expected<Answer> map_answer(const Scene& scene,
                                          const std::array<internal::JointRange, 2>& ranges,
                                          const SweepWords& words, const Globals& globals);

}  // namespace graze::cli
