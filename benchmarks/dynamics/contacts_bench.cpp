// What do contacts within reach cost, where bodies nearly touch all over? Next to features_within, which lists all
// that is near; searched anew in every step, and with a list that is kept while bodies move a little.
#include "bench.h"
#include "continuous/measure.h"
#include "markdown.h"
#include "support/random_vector.h"

#include "graze/continuous/search/features_within.h"
#include "graze/demo/demo.h"
#include "graze/io/scene/scene_file.h"
#include "graze/queries/instant/contacts_within.h"

#include <fmt/format.h>

namespace graze::bench {
namespace {

constexpr const char* kUsage = "graze-bench dynamics-contacts [--quick] [--door FOLDER]\n";
constexpr double kReach = 0.023 / 50.0;  // of a size: the outermost security distance [Redon04]
constexpr double kSlack = 1e-3;
constexpr int kSteps = 200;

struct NearBodies {
    std::string name;
    ContactBody a, b;
    Pose pose_a, pose_b;
    double reach;
    double wanted_us;  // the aim, for a query that searches
};

NearBodies pair_of(const std::string& name, const Scene& scene, const std::array<std::size_t, 2>& bodies,
                   double wanted_us) {
    const auto body = [&](std::size_t i) { return prepare_contacts(*build_body(scene.bodies[bodies[i]].mesh)); };
    const auto pose = [&](std::size_t i) { return scene.bodies[bodies[i]].pose; };
    NearBodies pair{name, body(0), body(1), pose(0), pose(1), 0.0, wanted_us};
    pair.reach = 1.3 * kReach * std::max(pair.a.body().size(), pair.b.body().size());
    return pair;
}

NearBodies flat_plates() {
    const Scene scene = *make_demo("plates", {.parameters = {{"gap", 0.03}, {"wedge", 0.0}}});
    NearBodies pair = pair_of("flat plates", scene, {0, 1}, 1000.0);
    return pair;
}

NearBodies peg() {
    const Scene scene = *make_demo("peg-in-hole", {.parameters = {{"clearance", 0.01}}});
    NearBodies pair = pair_of("peg in its hole", scene, {0, 1}, 300.0);
    pair.pose_b = scene.paths[0].poses[2];
    return pair;
}

std::optional<NearBodies> door(const std::string& folder) {
    const auto scene = read_scene_file(folder + "/scene.json");
    if (!scene) {
        fmt::print("{}: no door; `graze demo car-door --out {}` makes it\n\n", scene.error().message, folder);
        return std::nullopt;
    }
    NearBodies pair = pair_of("door in its seat", *scene, {0, 1}, 100.0);
    pair.pose_b = scene->paths[0].poses.back();
    pair.reach = 1.3 * kReach * pair.b.body().size();
    return pair;
}

/// A way of small steps about where the bodies are: each by a tenth of the reach.
std::vector<Pose> steps_of(const NearBodies& pair) {
    Rng rng(2600);
    std::vector<Pose> poses;
    const double size = 0.1 * pair.reach;
    for (int i = 0; i < kSteps; ++i) {
        Pose pose = pair.pose_b;
        const double swing = std::sin(0.1 * i);
        pose.translation += 2.0 * size * swing * Vec3(1.0, 0.5, 0.0) + test::random_vector(rng, 0.1 * size);
        const Vec3 turn = test::random_vector(rng, 0.2 * size / pair.b.body().size());
        pose.rotation = product(Eigen::Quaterniond(1.0, turn.x(), turn.y(), turn.z()), pose.rotation).normalized();
        poses.push_back(pose);
    }
    return poses;
}

struct Figures {
    std::vector<double> us, contacts;
    double searches = 0.0;
};

/// Every step once, twice over: the second round counts, when memory has grown.
template <class Query>
Figures measure(const std::vector<Pose>& poses, Query query) {
    Figures figures;
    for (const bool counts : {false, true})
        for (const Pose& pose : poses) {
            std::size_t found = 0;
            const double us = 1e6 * cpu_seconds_of(1, [&] { found = query(pose); });
            if (!counts) continue;
            figures.us.push_back(us);
            figures.contacts.push_back(static_cast<double>(found));
        }
    return figures;
}

void add_row(std::vector<TableRow>& rows, const std::string& scene, const std::string& how, const Figures& f,
             const std::string& wanted) {
    const Spread us = spread_of(f.us);
    rows.push_back({scene, how, figure(us.median), figure(us.p95), figure(us.max),
                    figure(spread_of(f.contacts).median), figure(f.searches), wanted});
}

void measure_pair(const NearBodies& pair, std::vector<TableRow>& rows) {
    const std::vector<Pose> poses = steps_of(pair);
    FirstContactWorkspace workspace;
    const Figures all = measure(poses, [&](const Pose& pose) {
        const MovingBody a{pair.a.body(), rest(pair.pose_a)}, b{pair.b.body(), rest(pose)};
        return features_within(moving_model(a), moving_model(b), 0.0, pair.reach, workspace).size();
    });
    const std::string sizes =
        fmt::format("{}, {} and {} triangles", pair.name, pair.a.body().mesh().triangles.size(),
                    pair.b.body().mesh().triangles.size());
    add_row(rows, sizes, "features_within", all, "");
    const auto contacts = [&](const ContactReach& reach) {
        ContactList list;
        Figures figures = measure(poses, [&](const Pose& pose) {
            return contacts_within({pair.a, pair.pose_a}, {pair.b, pose}, reach, list).size();
        });
        figures.searches = static_cast<double>(list.searches()) / (2.0 * kSteps);
        return figures;
    };
    add_row(rows, sizes, "contacts_within, searched", contacts({.reach = pair.reach, .slack = kSlack}), figure(pair.wanted_us));
    add_row(rows, sizes, "contacts_within, kept", contacts({.reach = pair.reach, .skin = pair.reach, .slack = kSlack}), "");
}

}  // namespace

int run_dynamics_contacts(std::span<const std::string> arguments) {
    constexpr std::array options{"--door"};
    const auto wishes = parse_wishes(arguments, {}, options, kUsage);
    if (!wishes) return 2;
    fmt::print("Bodies nearly at rest, {} small steps; thread CPU time. Reach: 1.3 x 0.023 / 50 of the larger "
               "body (of the door).\n\n",
               kSteps);
    std::vector<TableRow> rows{{"bodies", "how", "median us", "p95 us", "max us", "listed", "searches a step",
                                "aim us"}};
    measure_pair(flat_plates(), rows);
    measure_pair(peg(), rows);
    if (const std::string folder = wishes->last("--door"); !folder.empty())
        if (const auto pair = door(folder)) measure_pair(*pair, rows);
    print_table(rows);
    return 0;
}

}  // namespace graze::bench
