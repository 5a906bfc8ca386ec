#include "elementary/query_truth.h"

#include "oracle/proved_crossing.h"
#include "oracle/true_motion.h"

namespace graze::bench {
namespace {

using oracle::FeaturePath;
using oracle::Num;
using oracle::NumVec;

constexpr mpfr_prec_t kDigits = 140;
constexpr int kBudget = 3000;

struct Paths {
    FeaturePath a, b;
};

FeaturePath path_of(const LinearQuery& query, int first, int count) {
    return [=](const Num& t) {
        std::vector<NumVec> places;
        for (int i = first; i < first + count; ++i) {
            const NumVec from = oracle::nums(query.from[i]);
            places.push_back(from + t * (oracle::nums(query.to[i]) - from));
        }
        return places;
    };
}

Paths paths_of(const LinearQuery& query) {
    const int of_a = query.kind == QueryKind::VertexFace ? 1 : 2;
    return {path_of(query, 0, of_a), path_of(query, of_a, 4 - of_a)};
}

FeaturePath path_of(const RigidFeature& feature) {
    const oracle::Path body = oracle::true_linear_parameters(
        oracle::nums(feature.from.position), oracle::nums(feature.from.rotation_vector),
        oracle::nums(feature.to.position), oracle::nums(feature.to.rotation_vector));
    return [=](const Num& t) {
        std::vector<NumVec> places;
        for (int i = 0; i < feature.count; ++i) places.push_back(body(oracle::nums(feature.vertices[i]), t));
        return places;
    };
}

Paths paths_of(const RigidQuery& query) { return {path_of(query.a), path_of(query.b)}; }

std::optional<double> contact_time(const Paths& paths) {
    const auto found = oracle::proved_crossing(paths.a, paths.b);
    return found ? std::optional(found->hi) : std::nullopt;
}

// Looked for only as precisely as it takes to tell the least distance from zero.
bool is_clear(const Paths& paths) {
    for (const double precision : {1e-1, 1e-2, 1e-3, 1e-4, 1e-6}) {
        const auto least = oracle::least_distance(paths.a, paths.b, {0.0, 1.0}, precision, kBudget);
        if (least.lo > 0.0) return true;
        if (least.hi < 1e-9) return false;
    }
    return false;
}

}  // namespace

std::optional<double> proved_contact_time(const LinearQuery& query) {
    const oracle::MoreDigits digits(kDigits);
    return contact_time(paths_of(query));
}
std::optional<double> proved_contact_time(const RigidQuery& query) {
    const oracle::MoreDigits digits(kDigits);
    return contact_time(paths_of(query));
}
bool is_proved_clear(const LinearQuery& query) {
    const oracle::MoreDigits digits(kDigits);
    return is_clear(paths_of(query));
}
bool is_proved_clear(const RigidQuery& query) {
    const oracle::MoreDigits digits(kDigits);
    return is_clear(paths_of(query));
}

}  // namespace graze::bench
