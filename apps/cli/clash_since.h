// What is new since an earlier `graze clash --json`: pairs are matched by the names of their bodies, and those
// that were renamed by product and place.
#pragma once

#include "command.h"
#include "graze/core/expected.h"
#include "graze/scene/scene.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace graze::cli {

/// A pair as JSON has it, earlier or now.
struct ReportedPair {
    std::array<std::string, 2> bodies, products = {};  // products: empty if unknown
    std::string kind;
    bool is_clash = true;
    Vec3 place = Vec3::Zero();
    std::optional<std::array<double, 2>> distance = {}, penetration = {};  // bounds
};

struct EarlierReport {
    std::string file;
    std::vector<ReportedPair> pairs;
};

/// Errors: a file that is not the JSON of `graze clash`, or that is in another unit.
[[nodiscard]] Expected<EarlierReport> read_earlier(const std::string& file, Unit unit);

enum class PairStatus { New, StillThere, Changed };

[[nodiscard]] const char* name_of(PairStatus status);  // "new", "still_there", "changed"

/// What became of a pair.
struct PairHistory {
    PairStatus status = PairStatus::New;
    std::optional<std::size_t> was = {};    // in the earlier report
    std::vector<std::string> changes = {};  // "kind", "place", "penetration", "distance", "bodies"
};

struct Comparison {
    std::vector<PairHistory> now;       // by pair
    std::vector<std::size_t> resolved;  // pairs of the earlier report that are no more
};

/// Two pairs are the same if their bodies have the same names; or, of the rest, if their products are the same
/// (or one body and the other's product), and the places are no farther apart than the smaller body is large.
/// A pair that is the same has changed if its kind is another, if bounds of depth or distance have nothing in
/// common, or if its place is farther away than that.
[[nodiscard]] Comparison compare(const EarlierReport& earlier, const Json& pairs, const Scene& scene);

/// Adds `status` (and `was`, `changes`) to each pair, and `since` to the report.
void add_since(Json& report, const EarlierReport& earlier, const Comparison& comparison);

/// "since old.json: 1 new, ...", and a line for each pair that is not just still there.
[[nodiscard]] std::string since_text(const Json& pairs, const EarlierReport& earlier,
                                     const Comparison& comparison);

}  // namespace graze::cli
