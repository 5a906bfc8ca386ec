#include "discrete/contest.h"

#include "discrete/measure.h"
#include "discrete/plot.h"
#include "discrete/race.h"
#include "markdown.h"

#include "graze/core/file.h"

#include <cmath>

#include <fmt/format.h>

namespace graze::bench {
namespace {

const std::vector<double> kFractions = {0.2, 0.1, 0.05, 0.01, 1e-4, 1e-6, -0.05};
constexpr std::size_t kApart = 6;  // of kFractions; the last is the penetrating one
constexpr double kWantedApart[kApart] = {4, 4, 8, 8, 8, 0};

using Placements = std::vector<std::vector<PlainPose>>;

void boolean_table(const Model& model, std::vector<Entry>& entries, const Placements& placements,
                   Contest& contest) {
    std::vector<TableRow> rows{{"us a query"}};
    std::vector<Race> races;
    Plot plot{fmt::format("{}: do they meet? {} + {} triangles", model.name, model.a.triangles(),
                          model.b.triangles()),
              "distance / size",
              "microseconds",
              {},
              {}};
    for (std::size_t i = 0; i < kApart; ++i) {
        rows[0].push_back(fmt::format("{:g}", kFractions[i]));
        races.emplace_back(fmt::format("{}, apart by {:g}", model.name, kFractions[i]), kWantedApart[i]);
        plot.x.push_back(kFractions[i]);
    }
    for (Entry& entry : entries) {
        rows.push_back({entry.name});
        plot.lines.push_back({entry.name, {}});
        for (std::size_t i = 0; i < kApart; ++i) {
            const auto found = measure(*entry.contestant, placements[i], &Contestant::meets);
            const auto wrong =
                static_cast<std::size_t>(std::count(found.answers.begin(), found.answers.end(), true));
            rows.back().push_back(with_wrong(found.mean_us, wrong));
            races[i].add(entry, found.mean_us);
            plot.lines.back().y.push_back(found.mean_us);
        }
    }
    print_table(rows);
    for (const Race& race : races)
        if (race.cell().wanted > 0) contest.targets.push_back(race.cell());
    if (!contest.pictures.empty()) {
        const std::string svg = draw_plot(plot),
                          path = contest.pictures + "/proximity-" + model.name + ".svg";
        if (const auto written = write_file_atomically(path, svg); !written)
            fmt::print("{}\n", written.error().message);
        else
            fmt::print("![{}](../pictures/proximity-{}.svg)\n\n", plot.title, model.name);
    }
}

void meeting_table(const Model& model, std::vector<Entry>& entries, const Placements& placements,
                   Contest& contest) {
    std::vector<TableRow> rows{{"us a query", "first pair", "all pairs", "pairs a query"}};
    Race first(model.name + ", first pair", 4), all(model.name + ", all pairs", 3);
    std::vector<std::uint64_t> ours;
    for (Entry& entry : entries) {
        const auto found = measure(*entry.contestant, placements.back(), &Contestant::meets);
        const auto wrong =
            static_cast<std::size_t>(std::count(found.answers.begin(), found.answers.end(), false));
        first.add(entry, found.mean_us);
        rows.push_back({entry.name, with_wrong(found.mean_us, wrong), "-", "-"});
        if (!entry.contestant->can_count()) continue;
        const auto counted = measure(*entry.contestant, placements.back(), &Contestant::count_pairs);
        double pairs = 0.0;
        for (const std::uint64_t count : counted.answers) pairs += static_cast<double>(count);
        all.add(entry, counted.mean_us);
        rows.back()[2] = figure(counted.mean_us);
        if (entry.name == "Graze") ours = counted.answers;
        rows.back()[3] = fmt::format("{:.1f}{}", pairs / static_cast<double>(counted.answers.size()),
                                     counted.answers == ours ? "" : " (not comparable)");
    }
    fmt::print(
        "Penetrating by 0.05 of the size. \"Not comparable\": not the number of pairs that Graze finds, "
        "which\n"
        "are decided exactly. ODE counts the contacts that it keeps, and never stops early; Bullet counts\n"
        "what its clipping in float calls a collision. The target is set against the fastest, comparable\n"
        "or not.\n\n");
    print_table(rows);
    contest.targets.push_back(first.cell());
    contest.targets.push_back(all.cell());
}

void distance_table(const Model& model, std::vector<Entry>& entries, const Placements& placements,
                    Contest& contest) {
    std::vector<TableRow> rows{{"us a query"}};
    std::vector<Race> races;
    for (std::size_t i = 0; i < kApart; ++i) {
        rows[0].push_back(fmt::format("{:g}", kFractions[i]));
        races.emplace_back(fmt::format("{}, distance at {:g}", model.name, kFractions[i]), 5);
    }
    rows[0].push_back("worst relative error");
    std::vector<std::vector<double>> truth;
    for (Entry& entry : entries) {
        if (!entry.contestant->can_measure()) continue;
        rows.push_back({entry.name});
        double worst = 0.0;
        for (std::size_t i = 0; i < kApart; ++i) {
            const std::span few(placements[i].data(), std::min<std::size_t>(placements[i].size(), 50));
            const auto found = measure(*entry.contestant, few, &Contestant::distance);
            if (entry.name == "Graze") truth.push_back(found.answers);
            for (std::size_t k = 0; k < found.answers.size(); ++k)
                worst = std::max(worst, std::abs(found.answers[k] - truth[i][k]) / truth[i][k]);
            rows.back().push_back(figure(found.mean_us));
            races[i].add(entry, found.mean_us);
        }
        rows.back().push_back(entry.name == "Graze" ? "proved 1e-12" : fmt::format("{:.0e}", worst));
    }
    fmt::print("Distance with the closest points; the first 50 placements.\n\n");
    print_table(rows);
    for (const Race& race : races) contest.targets.push_back(race.cell());
}

}  // namespace

std::vector<Entry> entries_for(const Model& model) {
    std::vector<Entry> entries;
    entries.push_back({"Graze", false, make_graze(model.a.plain(), model.b.plain())});
    for (const ContestantKind& kind : kPeers)
        if (auto contestant = kind.make(model.a.plain(), model.b.plain()))
            entries.push_back({kind.name, kind.from_debian, std::move(contestant)});
    return entries;
}

void contest_proximity(const Model& model, Contest& contest) {
    const Placements placements = close_placements(model, kFractions, contest.queries(200));
    fmt::print(
        "## {}: {} and {} triangles\n\nDo they meet? {} random orientations for each distance (a fraction "
        "of the longest side).\n\n",
        model.name, model.a.triangles(), model.b.triangles(), placements[0].size());
    std::vector<Entry> entries = entries_for(model);
    boolean_table(model, entries, placements, contest);
    meeting_table(model, entries, placements, contest);
    distance_table(model, entries, placements, contest);
}

void print_targets(const Contest& contest) {
    fmt::print(
        "## Targets\n\nOurs against the fastest Debian package in the same cell (or what the name "
        "says).\n\n");
    std::vector<TableRow> rows{{"cell", "ours", "best package", "which", "times faster", "wanted", "state"}};
    int met = 0;
    for (const TargetCell& cell : contest.targets) {
        const double ratio = cell.best / cell.ours;
        met += ratio >= cell.wanted;
        rows.push_back({cell.name, figure(cell.ours), figure(cell.best), cell.peer, figure(ratio),
                        figure(cell.wanted), ratio >= cell.wanted ? "met" : "unmet"});
    }
    print_table(rows);
    fmt::print("{} of {} met.\n\n", met, contest.targets.size());
}

}  // namespace graze::bench
