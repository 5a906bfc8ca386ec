// Files of queries: the public CSV files of vertices on straight lines, and our text files of rigid ones.
//
//   SCENE/edge-edge/*.csv and SCENE/vertex-face/*.csv: eight rows a query, each
//       x numerator, x denominator, y ..., z ..., truth (0 or 1, the same in all eight)
//   rows: a0 a1 b0 b1 (or v f0 f1 f2) at t = 0, then the same at t = 1.
//
//   rigid text, one line a query:
//       name type nA xA... pA0 rA0 pA1 rA1 nB xB... pB0 rB0 pB1 rB1
//   type is ee (2 and 2 vertices) or vf (1 and 3); p positions, r rotation vectors. Lines that are empty or
//   begin with '#' are skipped. Beside FILE there may be FILE.truth: `name contact TIME` or `name clear`.
#pragma once

#include "elementary/query.h"

#include "graze/core/expected.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace graze::bench {

struct LinearQueries {
    std::vector<LinearQuery> queries;
    std::size_t rounded = 0;    // coordinates that are no doubles and were rounded to nearest
    std::string first_rounded;  // where the first of them stands
};

/// The text of one CSV file. `where` starts messages.
[[nodiscard]] Expected<LinearQueries> read_linear_queries(std::string_view text, QueryKind kind,
                                                          const std::string& where);

/// All CSV files below `folder` that lie in a folder `edge-edge` or `vertex-face`, in the order of their
/// paths. Having none is an error.
[[nodiscard]] Expected<LinearQueries> read_linear_query_folder(const std::filesystem::path& folder);

[[nodiscard]] std::string linear_queries_text(const std::vector<LinearQuery>& queries);

[[nodiscard]] Expected<std::vector<RigidQuery>> read_rigid_queries(std::string_view text,
                                                                   const std::string& where);
[[nodiscard]] std::string rigid_queries_text(const std::vector<RigidQuery>& queries);

using RigidTruths = std::map<std::string, RigidTruth, std::less<>>;
[[nodiscard]] Expected<RigidTruths> read_rigid_truths(std::string_view text, const std::string& where);
[[nodiscard]] std::string rigid_truths_text(const std::vector<RigidQuery>& queries,
                                            const RigidTruths& truths);

/// A file of rigid queries and, if there is one, its truth; then every query must have one.
struct RigidFile {
    std::vector<RigidQuery> queries;
    RigidTruths truths;  // empty: not known
};
[[nodiscard]] Expected<RigidFile> read_rigid_file(const std::filesystem::path& file);

}  // namespace graze::bench
