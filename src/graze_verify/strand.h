// Checks one strand: walks its tree and evaluates the inequality of each leaf (docs/certificates.md, section
// 4).
#pragma once

#include "graze_verify/layout.h"

#include <string>
#include <vector>

namespace graze::verify {

/// A body during one segment.
struct MovingBody {
    const BodyBytes* mesh;
    const PreparedMotion* motion;
    const std::vector<double>* accelerations;  // by vertex: at least |y''| throughout the segment
    std::array<double, 3> reach;               // greatest |x|, |y|, |z| of its vertices
};

struct StrandTask {
    MovingBody a, b;
    bool move_alike;  // the two motions are the same: seen from one body, the other stands still
    double clearance;
    double from, until;
    std::string_view nodes;
};

struct StrandResult {
    std::string problem;  // empty: proved
    std::uint64_t records = 0, leaves = 0;
};

/// Guarantee: if there is no problem, every triangle of a is farther than the clearance from every triangle
/// of b at
///            every time of [from, until].
[[nodiscard]] StrandResult check_strand(const StrandTask& task);

}  // namespace graze::verify
