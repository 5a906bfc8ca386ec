// How do motion space and contact space grow with the contacts of a body [Redon04, sec. 3]? Bodies that fall into
// heaps of contacts; all solvers of src/graze/dynamics/solve on the same rows, from the same call.
#include "bench.h"
#include "continuous/measure.h"
#include "discrete/plot.h"
#include "markdown.h"
#include "support/motion_problems.h"

#include "graze/core/file.h"
#include "graze/dynamics/solve/active_set.h"
#include "graze/dynamics/solve/cone.h"
#include "graze/dynamics/solve/contact_space.h"
#include "graze/dynamics/solve/gauss_seidel.h"

#include <array>
#include <limits>

#include <fmt/format.h>

namespace graze::bench {
namespace {

constexpr const char* kUsage = "graze-bench dynamics-solvers [--quick] [--pictures DIR]\n";
constexpr int kScenes = 8;                   // random heaps a row of the table; the mean counts
constexpr std::size_t kMostForLemke = 1000;  // rows: a tableau has as many columns
constexpr std::array<int, 7> kContacts{10, 20, 50, 100, 200, 500, 1000};

// `bodies` in a row, each with `contacts` of them with its neighbour or the ground; all fall.
test::OwnedMotionProblem heap(Rng& rng, int bodies, int contacts) {
    test::OwnedMotionProblem problem;
    for (int i = 0; i < bodies; ++i) {
        problem.bodies.push_back({1.0, 2.5 * Mat3::Identity()});
        problem.wanted.push_back((Vec6() << 0, 0, -1, test::random_vector(rng, 0.2)).finished());
        for (int k = 0; k < contacts; ++k) {
            ClosestPair pair;
            pair.a = i;
            pair.b = i > 0 && k % 2 == 0 ? i - 1 : kNobody;
            pair.normal = (Vec3(0, 0, 1.2) + test::random_unit(rng)).normalized();
            pair.arm_a = -pair.normal + test::random_vector(rng, 0.3);
            pair.arm_b = pair.normal + test::random_vector(rng, 0.3);
            problem.rows.push_back(row_along(pair, pair.normal, rng.uniform(-0.3, 0.1)));
        }
    }
    return problem;
}

struct Solvers {
    ActiveSetWorkspace active_set;
    ConeWorkspace cone;
    ContactSpaceWorkspace contact_space;
    GaussSeidelWorkspace gauss_seidel;
};

struct Figures {
    double active_set = 0.0, cone = 0.0, lemke = 0.0, gauss_seidel = 0.0;  // mean us
    double active = 0.0, sweeps = 0.0;
    double worst_difference = 0.0;  // of motions, of the length of the wanted one
    bool converged = true, solved = true;
};

double difference(const MotionResult& a, const MotionResult& b) { return (a.y - b.y).norm(); }

void measure_heap(const MotionProblem& problem, Solvers& s, Figures& sum) {
    MotionAnswer answer;
    sum.active_set +=
        least_cpu_microseconds([&] { answer = project_by_active_set(problem, s.active_set); }) / kScenes;
    sum.solved = sum.solved && answer.verdict == MotionVerdict::Optimal;
    sum.active += static_cast<double>(s.active_set.active.rows.size()) / kScenes;
    const double length = s.active_set.result.y.norm();
    sum.cone += least_cpu_microseconds([&] { answer = project_by_cone(problem, s.cone); }) / kScenes;
    sum.worst_difference =
        std::max(sum.worst_difference, difference(s.cone.result, s.active_set.result) / length);
    const GaussSeidelOptions options{.residual = 1e-9, .most_sweeps = 2000, .ask_for_certificate = false};
    sum.gauss_seidel +=
        least_cpu_microseconds([&] { answer = project_by_gauss_seidel(problem, s.gauss_seidel, options); }) /
        kScenes;
    sum.sweeps += static_cast<double>(answer.steps) / kScenes;
    sum.converged = sum.converged && answer.verdict == MotionVerdict::Optimal;
    if (problem.rows.size() > kMostForLemke) {
        sum.lemke = std::numeric_limits<double>::quiet_NaN();
        return;
    }
    sum.lemke +=
        least_cpu_microseconds([&] { answer = project_by_lemke(problem, s.contact_space); }) / kScenes;
    sum.worst_difference =
        std::max(sum.worst_difference, difference(s.contact_space.result, s.active_set.result) / length);
}

void draw(const Plot& plot, const std::string& folder, const std::string& name) {
    if (folder.empty()) return;
    if (const auto written = write_file_atomically(folder + "/" + name, draw_plot(plot)); !written)
        fmt::print("{}\n", written.error().message);
    else
        fmt::print("![{}](../pictures/{})\n\n", plot.title, name);
}

void grow(int bodies, bool quick, const std::string& pictures) {
    const std::string title = bodies == 1 ? "One body" : fmt::format("{} bodies", bodies);
    fmt::print("## {}\n\nMean us of {} random heaps, by contacts a body.\n\n", title, kScenes);
    std::vector<TableRow> rows{{"contacts a body", "active set", "cone (Wilhelmsen)", "LCP (Lemke)",
                                "LCP (Gauss-Seidel)", "active rows", "sweeps",
                                "largest difference of motions"}};
    Plot plot{title, "contacts a body", "microseconds", {}, {}};
    plot.lines = {
        {"active set", {}}, {"cone (Wilhelmsen)", {}}, {"LCP (Lemke)", {}}, {"LCP (Gauss-Seidel)", {}}};
    Solvers solvers;
    for (const int contacts : kContacts) {
        if (quick && contacts > 100) break;
        Rng rng(1000 + contacts);
        Figures sum;
        for (int k = 0; k < kScenes; ++k) measure_heap(heap(rng, bodies, contacts).view(), solvers, sum);
        plot.x.push_back(contacts);
        plot.lines[0].y.push_back(sum.active_set);
        plot.lines[1].y.push_back(sum.cone);
        plot.lines[2].y.push_back(sum.lemke);
        plot.lines[3].y.push_back(sum.gauss_seidel);
        rows.push_back({figure(contacts), figure(sum.active_set), figure(sum.cone), figure(sum.lemke),
                        figure(sum.gauss_seidel) + (sum.converged ? "" : " (not converged)"),
                        figure(sum.active), figure(sum.sweeps),
                        sum.solved ? fmt::format("{:.1e}", sum.worst_difference) : "not solved"});
    }
    print_table(rows);
    for (const PlotLine& line : plot.lines) {
        std::vector<double> x, y;
        for (std::size_t i = 0; i < plot.x.size(); ++i)
            if (line.y[i] == line.y[i]) x.push_back(plot.x[i]), y.push_back(line.y[i]);
        fmt::print("Slope of the logarithms, {}: {:.2f}.\n", line.name, log_slope(x, y));
    }
    fmt::print("\n");
    draw(plot, pictures, fmt::format("dynamics-solvers-{}.svg", bodies));
}

}  // namespace

int run_dynamics_solvers(std::span<const std::string> arguments) {
    constexpr std::array<const char*, 1> kOptions{"--pictures"};
    const auto wishes = parse_wishes(arguments, {}, kOptions, kUsage);
    if (!wishes) return 2;
    for (const int bodies : {1, 5}) grow(bodies, wishes->quick, wishes->last("--pictures"));
    return 0;
}

}  // namespace graze::bench
