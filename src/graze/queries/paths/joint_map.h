// The least clearance of a scene over the ranges of two joints, certified cell by cell.
//
// D(q) is the least distance of skins, over all pairs that count, with the two joints at the values q and all others
// at 0. Each cell of a grid over the ranges gets numbers lo <= D(q) for all q of the cell, and hi >= D(q) at one q
// of it. How fast D can change with a joint follows from how far bodies reach from its axis:
// docs/mathematics/joints.md.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/internal.h"
#include "graze/core/progress.h"
#include "graze/queries/broad/body_contacts.h"

#include <array>
#include <span>

namespace graze::internal {

/// A joint, by the body that it moves, and which of its values are looked at: degrees or a length.
struct JointRange {
    std::uint32_t body;
    double from, to;
    bool operator==(const JointRange&) const = default;
};

/// That of the joint's limits, or the one that is asked for.
///
/// Errors: BadUsage for a body without a joint that moves, for one without limits if none are asked for, and for
///         a range that does not rise. `where` starts the message.
[[nodiscard]] Expected<JointRange> range_of(const Scene& scene, std::uint32_t body,
                                            const std::optional<std::array<double, 2>>& wanted,
                                            const std::string& where);

/// The scene with one path instead of its own: the joint from one end of the range to the other.
[[nodiscard]] Scene swept_joint(const Scene& scene, const JointRange& range);

struct JointMapOptions {
    std::array<int, 2> cells = {48, 48};
    double gap = 0.1;  // hi - lo of a cell is to be at most this part of hi, or `tolerance`
    std::optional<double> tolerance = {};  // > 0; default: 1e-4 of the largest body
    int most_looks = 160;                  // at poses, of a cell: the budget
    int threads = 0;
    Progress::Draw progress = Progress::Draw::OnTerminal;
};

enum class CellState { Clear, Contact, Undecided };

/// Clear: lo > 0, and no body is inside another. Contact: at the values `at` two bodies meet, up to 1e-9 of their
/// size, or one is inside the other. Undecided: neither is proved.
struct JointCell {
    CellState state = CellState::Undecided;
    double lo = 0.0, hi = 0.0;
    BodyPair nearest{};             // of which hi is
    std::array<double, 2> at = {};  // where hi is
    bool is_reachable = false;      // from both joints at 0, through clear cells: proved clear all the way
};

struct JointMap {
    std::array<JointRange, 2> ranges;
    std::array<int, 2> cells;
    std::vector<JointCell> of;       // cells[0] of the first row, where the second joint is lowest, first
    std::vector<BodyPair> left_out;  // pairs that meet as drawn: a distance says nothing of them
    std::uint64_t pairs = 0;         // that count
    std::uint64_t looks = 0;
    std::optional<JointCell> drawn;  // both joints at 0; none if that is out of the ranges, or no pair counts

    /// Bounds of a cell along one joint.
    [[nodiscard]] std::array<double, 2> values(int joint, int cell) const;
    [[nodiscard]] const JointCell& cell(int i, int j) const {
        return of[static_cast<std::size_t>(j) * static_cast<std::size_t>(cells[0]) +
                  static_cast<std::size_t>(i)];
    }
};

/// Counts the pairs that the joints move against each other, but those that the scene leaves out, that it allows to
/// touch or to interfere, and those that meet as drawn.
///
/// Pre:       a valid scene; ranges of two different bodies, by range_of.
/// Guarantee: as JointCell says. The same bits for any number of threads.
/// Errors:    Interrupted; those of build_models.
/// Cost:      per cell one to most_looks times the distances of the pairs that are near.
[[nodiscard]] Expected<JointMap> joint_map(const Scene& scene, const std::array<JointRange, 2>& ranges,
                                           const JointMapOptions& options);

}  // namespace graze::internal
