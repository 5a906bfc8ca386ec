// What does an exact sign cost? Each predicate by stage, on plain points and on vertices of two posed bodies.
#include "bench.h"

#include "graze/core/hash.h"
#include "graze/geometry/posed_predicates.h"
#include "graze/numeric/predicates.h"
#include "support/pose_families.h"

#include <fmt/format.h>

namespace graze::bench {
namespace {

using test::PointFamily;
using test::PosedQuad;
using test::PoseFamily;
using test::Quad;

constexpr int kRepeats = 31;
constexpr std::size_t kQueries = 2000;

std::vector<Quad> quads_of(PointFamily family) {
    Rng rng(1);
    std::vector<Quad> quads;
    for (std::size_t i = 0; i < kQueries; ++i) quads.push_back(test::random_quad(rng, family));
    return quads;
}

/// Runs `answer` on every item, and once more for the hash.
template <class Items, class Answer>
Row row_of(const std::string& scene, const std::string& variant, const Items& items, Answer&& answer) {
    const Timing timing = time_repeats(kRepeats, items.size(), [&] {
        int sum = 0;
        for (const auto& item : items) sum += static_cast<int>(answer(item));
        keep(sum);
    });
    Hash hash;
    for (const auto& item : items) hash.add(static_cast<std::uint64_t>(static_cast<int>(answer(item)) + 1));
    return {scene, variant, items.size(), timing.min_ns, timing.median_ns, {}, hash.value()};
}

/// How many of the items which stage decides.
template <class Items, class Decide>
std::string stages_of(const Items& items, Decide&& decide) {
    int counts[5] = {};
    for (const auto& item : items) ++counts[static_cast<int>(decide(item).stage)];
    return fmt::format("evident={} narrow={} middle={} full={}", counts[1], counts[2], counts[3], counts[4]);
}

void add_plain_orient3d(std::vector<Row>& rows, const char* scene, PointFamily family) {
    const auto quads = quads_of(family);
    const std::string name = std::string("orient3d/") + scene;
    rows.push_back(row_of(name, "double only", quads, [](const Quad& q) {
        return sign_of((q[1] - q[0]).cross(q[2] - q[0]).dot(q[3] - q[0]));
    }));
    rows.push_back(
        row_of(name, "predicate", quads, [](const Quad& q) { return orient3d(q[0], q[1], q[2], q[3]); }));
    const auto decide = [](const Quad& q) { return exact::orient3d(q[0], q[1], q[2], q[3]); };
    rows.push_back(row_of(name, "exact stages", quads, [&](const Quad& q) { return decide(q).sign; }));
    rows.back().counters = stages_of(quads, decide);
}

void add_other_predicates(std::vector<Row>& rows, const char* scene, PointFamily family) {
    const auto quads = quads_of(family);
    const auto add = [&](const char* predicate, auto answer, auto decide) {
        const std::string name = fmt::format("{}/{}", predicate, scene);
        rows.push_back(row_of(name, "predicate", quads, answer));
        rows.push_back(row_of(name, "exact stages", quads, [&](const Quad& q) { return decide(q).sign; }));
        rows.back().counters = stages_of(quads, decide);
    };
    const auto flat = [](const Vec3& p) -> Vec2 { return p.head<2>(); };
    add(
        "orient2d", [&](const Quad& q) { return orient2d(flat(q[0]), flat(q[1]), flat(q[2])); },
        [&](const Quad& q) { return exact::orient2d(flat(q[0]), flat(q[1]), flat(q[2])); });
    add(
        "dot_sign", [](const Quad& q) { return dot_sign(q[0], q[1], q[2]); },
        [](const Quad& q) { return exact::dot_sign(q[0], q[1], q[2]); });
    add(
        "compare_lengths", [](const Quad& q) { return compare_lengths(q[0], q[1], q[2], q[3]); },
        [](const Quad& q) { return exact::compare_lengths(q[0], q[1], q[2], q[3]); });
    add(
        "collinear",
        [](const Quad& q) { return are_collinear(q[0], q[1], q[2]) ? Sign::Zero : Sign::Positive; },
        [](const Quad& q) { return exact::area_sign(q[0], q[1], q[2]); });
}

struct PosedCase {
    PosePair pair;
    std::array<PairPoint, 4> p;
};

/// `of_b` vertices of B out of four, at the end.
std::vector<PosedCase> cases_of(PoseFamily family, std::size_t of_b) {
    Rng rng(2);
    std::vector<PosedCase> cases;
    while (cases.size() < kQueries) {
        const PosedQuad quad = test::random_posed_quad(rng, family);
        PosedCase c{pose_pair(quad.a, quad.b), {}};
        std::size_t count = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            count += quad.of_b[i];
            c.p[i] = quad.of_b[i] ? vertex_of_b(c.pair, quad.local[i]) : vertex_of_a(quad.local[i]);
        }
        if (count == of_b) cases.push_back(c);
    }
    return cases;
}

void add_posed(std::vector<Row>& rows, PoseFamily family, std::size_t of_b) {
    const auto cases = cases_of(family, of_b);
    const std::string name =
        fmt::format("posed/{}/{}+{}", test::kPoseFamilyNames[static_cast<int>(family)], 4 - of_b, of_b);
    rows.push_back(row_of(name, "predicate", cases, [](const PosedCase& c) {
        return orient3d(c.pair, c.p[0], c.p[1], c.p[2], c.p[3]);
    }));
    const auto decide = [](const PosedCase& c) {
        return exact::orient3d(c.pair, c.p[0], c.p[1], c.p[2], c.p[3]);
    };
    rows.push_back(row_of(name, "exact stages", cases, [&](const PosedCase& c) { return decide(c).sign; }));
    rows.back().counters = stages_of(cases, decide);
}

void add_preparation(std::vector<Row>& rows) {
    const auto cases = cases_of(PoseFamily::Generic, 2);
    std::vector<PosedQuad> quads;
    Rng rng(3);
    for (std::size_t i = 0; i < kQueries; ++i)
        quads.push_back(test::random_posed_quad(rng, PoseFamily::Generic));
    rows.push_back(row_of("prepare", "pose_pair", quads, [](const PosedQuad& q) {
        const PosePair pair = pose_pair(q.a, q.b);
        keep(pair);
        return Sign::Zero;
    }));
    rows.push_back(row_of("prepare", "vertex_of_b", cases, [](const PosedCase& c) {
        const PairPoint p = vertex_of_b(c.pair, c.p[0].local);
        keep(p);
        return Sign::Zero;
    }));
}

}  // namespace

int run_predicates(std::span<const std::string>) {
    std::vector<Row> rows;
    add_plain_orient3d(rows, "generic", PointFamily::Generic);
    add_plain_orient3d(rows, "near plane", PointFamily::Plane);
    add_plain_orient3d(rows, "offset 1e5", PointFamily::LargeOffset);
    add_plain_orient3d(rows, "noise 1e-17", PointFamily::Noise);
    add_plain_orient3d(rows, "stretched 2^2000", PointFamily::Stretched);
    add_other_predicates(rows, "generic", PointFamily::Generic);
    add_other_predicates(rows, "near line", PointFamily::Line);
    add_preparation(rows);
    for (const PoseFamily family :
         {PoseFamily::Generic, PoseFamily::SamePose, PoseFamily::Translations, PoseFamily::QuarterTurns,
          PoseFamily::SameRotation, PoseFamily::OneAxis, PoseFamily::TinyAngle, PoseFamily::LeastAngle})
        for (const std::size_t of_b : {1u, 2u}) add_posed(rows, family, of_b);
    print_rows(rows);
    return 0;
}

}  // namespace graze::bench
