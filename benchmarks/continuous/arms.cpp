// A six-axis arm against a fixture: what the search takes of bodies on joints, and what the reference prover
// took, which decided alone before the search knew joints.
#include "continuous/allocations.h"
#include "continuous/contest.h"
#include "continuous/measure.h"
#include "markdown.h"
#include "support/shapes.h"

#include "graze/continuous/proof/reference_prover.h"
#include "graze/continuous/search/model_contact.h"
#include "graze/core/random.h"

#include <numbers>

#include <fmt/format.h>

namespace graze::bench {
namespace {

constexpr int kJoints = 6;

/// Axes and places of the joints at rest, as industrial arms have them; lengths in units of the upper arm.
struct ArmJoint {
    Vec3 axis, place;
};
const std::array<ArmJoint, kJoints>& arm_joints() {
    static const std::array<ArmJoint, kJoints> kArm{{{{0, 0, 1}, {0, 0, 0.4}},
                                                     {{0, 1, 0}, {0.2, 0, 0.3}},
                                                     {{0, 1, 0}, {0, 0, 1}},
                                                     {{1, 0, 0}, {0.5, 0, 0.1}},
                                                     {{0, 1, 0}, {0.4, 0, 0}},
                                                     {{1, 0, 0}, {0.15, 0, 0}}}};
    return kArm;
}

/// From one set of joint angles to another.
Composed arm_motion(const std::array<double, kJoints>& from, const std::array<double, kJoints>& to) {
    Composed arm;
    for (std::uint32_t i = 0; i < kJoints; ++i) {
        Pose place;
        place.translation = arm_joints()[i].place;
        arm.links.push_back({i == 0 ? std::nullopt : std::optional(i - 1),
                             make_joint({place, arm_joints()[i].axis, from[i], to[i]})});
    }
    return arm;
}

/// A bumpy ball, longer along x.
Mesh ellipsoid(int rings, int segments, const Vec3& half) {
    Mesh mesh = test::bumpy_sphere_mesh(rings, segments);
    for (Vec3& x : mesh.vertices) x = x.cwiseProduct(half);
    return mesh;
}

struct ArmQuery {
    Composed arm;
};

std::vector<ArmQuery> random_moves(int count, const BodyModel& tool, const BodyModel& fixture,
                                   const RigidMotion& fixture_at) {
    Rng rng(6);
    FirstContactWorkspace workspace;
    std::vector<ArmQuery> queries;
    while (queries.size() < static_cast<std::size_t>(count)) {
        std::array<double, kJoints> from{}, to{};
        for (int i = 0; i < kJoints; ++i) {
            from[i] = rng.uniform(-1.0, 1.0);
            to[i] = from[i] + rng.uniform(-1.0, 1.0);
        }
        from[1] -= 0.5, to[1] += 0.5;  // forwards, over the fixture or into it
        ArmQuery query{arm_motion(from, to)};
        const auto found = first_contact({tool, LinkMotion{&query.arm, kJoints - 1}}, {fixture, fixture_at},
                                         {.clearance = 0.02, .tolerance = 1e-3, .until = 0x1p-10}, workspace);
        if (found.verdict == ContactVerdict::Clear) queries.push_back(std::move(query));
    }
    return queries;
}

TableRow row_of(const std::string& name, const std::vector<double>& us, double meets, double work) {
    const Spread s = spread_of(us);
    return {name,           std::to_string(us.size()),
            figure(s.mean), figure(s.median),
            figure(s.p95),  figure(s.max),
            figure(meets),  figure(work)};
}

}  // namespace

void contest_arms(ContinuousContest& contest) {
    fmt::print(
        "## The hand of a six-axis arm and a fixture, all joints moving by up to 57 degrees, the shoulder "
        "by up to 115\n\n");
    const Mesh hand = ellipsoid(50, 50, {0.2, 0.12, 0.15}), block = ellipsoid(100, 100, {0.6, 0.5, 0.8});
    const BodyModel tool = build_body_model(hand), fixture = build_body_model(block);
    Pose at;
    at.translation = Vec3(1.1, 0.0, 0.2);
    const RigidMotion fixture_at = AtRest{at};
    const auto queries = random_moves(contest.queries(100), tool, fixture, fixture_at);
    const double e = default_tolerance(std::max(tool.size, fixture.size));
    FirstContactWorkspace workspace;
    std::vector<double> us, prover_us;
    std::vector<FirstContact> answers;
    double meets = 0.0, node_pairs = 0.0;
    for (const ArmQuery& query : queries) {
        FirstContact found;
        us.push_back(least_cpu_microseconds([&] {
            found = first_contact({tool, LinkMotion{&query.arm, kJoints - 1}}, {fixture, fixture_at},
                                  {.tolerance = e}, workspace);
        }));
        answers.push_back(found);
        meets += found.verdict == ContactVerdict::Contact;
        node_pairs += static_cast<double>(found.counters.node_pairs);
    }
    const auto count = static_cast<double>(queries.size());
    std::vector<TableRow> rows{
        {"us a query", "queries", "mean", "median", "p95", "max", "meet", "node pairs, parts"}};
    rows.push_back(row_of("search", us, meets / count, node_pairs / count));

    // The prover, up to where the search says that it is clear: as `graze path` asked it.
    const ProofMesh proof_tool = make_proof_mesh(hand), proof_fixture = make_proof_mesh(block);
    const std::size_t few = static_cast<std::size_t>(contest.queries(20));
    double parts = 0.0, disagree = 0.0;
    for (std::size_t i = 0; i < std::min(few, queries.size()); ++i) {
        ProofBody moving{&proof_tool, {}};
        for (const Link& link : queries[i].arm.links) moving.links.push_back(link.motion);
        const ProofBody still{&proof_fixture, {fixture_at}};
        StrandProof proof;
        prover_us.push_back(
            1e6 * cpu_seconds_of(1, [&] {
                proof = prove_strand(
                    {.a = moving, .b = still, .clearance = 0.0, .tolerance = e, .from = 0.0, .until = 1.0});
            }));
        parts += static_cast<double>(proof.steps);
        const bool both_clear =
            proof.verdict == ContactVerdict::Clear && answers[i].verdict == ContactVerdict::Clear;
        bool both_meet =
            proof.verdict == ContactVerdict::Contact && answers[i].verdict == ContactVerdict::Contact;
        if (both_meet)  // within d + e there: so who asks for d + e stops there at the latest
            both_meet = first_contact({tool, LinkMotion{&queries[i].arm, kJoints - 1}}, {fixture, fixture_at},
                                      {.clearance = 1.0001 * e, .tolerance = e}, workspace)
                            .clear_until <= proof.contact_time;
        disagree += !both_clear && !both_meet;
    }
    const auto asked = static_cast<double>(prover_us.size());
    rows.push_back(
        row_of("reference prover", prover_us, std::numeric_limits<double>::quiet_NaN(), parts / asked));
    print_table(rows);
    const double same = mean_of_first(us, prover_us.size());
    fmt::print(
        "Hand {} triangles, fixture {}. On the same {} queries the search is {} times as fast; they disagree "
        "about {}.\n\n",
        hand.triangles.size(), block.triangles.size(), prover_us.size(),
        figure(mean_of_first(prover_us, prover_us.size()) / same), disagree);
    const std::uint64_t before = allocations();
    for (const ArmQuery& query : queries)
        (void)first_contact({tool, LinkMotion{&query.arm, kJoints - 1}}, {fixture, fixture_at},
                            {.tolerance = e}, workspace);
    contest.at_most("six-axis arm: allocations in steady state", static_cast<double>(allocations() - before),
                    0.0);
    contest.at_most("six-axis arm: verdicts that the reference prover does not share", disagree, 0.0);
}

}  // namespace graze::bench
