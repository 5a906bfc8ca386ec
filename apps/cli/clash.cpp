// `graze clash`: which bodies clash at one instant, how and where.
#include "graze/queries/instant/clash.h"

#include "clash_answer.h"
#include "clash_baseline.h"
#include "clash_cad.h"
#include "clash_picture.h"
#include "clash_since.h"
#include "clash_table.h"
#include "command.h"
#include "completeness.h"
#include "deviation.h"
#include "exit_code.h"
#include "gather.h"
#include "graze/core/wording.h"
#include "graze/queries/instant/cad_margin.h"
#include "graze_papers/scd_clashes.h"
#include "input.h"
#include "output.h"
#include "report_of.h"

#include <algorithm>
#include <chrono>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace graze::cli {
namespace clash_command {

constexpr const char* kHelp = R"(Examples:
  graze clash scene.json
  graze clash housing.stl shaft.stl --clearance 0.5
  graze clash scene.json --picture clash.png --deny touching
  graze clash scene.json --report review.html              a page for people: open it in a browser
  graze clash scene.json --triangles --json
  graze clash plant.step --write-rules known.json          what is there now, as rules
  graze clash plant.step --rules known.json                what is there besides
  graze clash plant.step --since old.json                  new, changed, still there, resolved

Kinds: intersecting, contained (one inside the other), duplicate, within_clearance; touching and contact
within the facets' error, which are no clash unless --deny touching: bolted parts touch. What triangles do is
decided exactly; depth is bounded by proofs. Bodies stand where the paths begin, or at --at. A single mesh file is checked body against body; of several files each is one body.
Methods find the triangles that meet, all of them the same ones; the rest is shared:
  wide            two trees of eight-wide boxes, side by side: the fast one
  s-cd            R-trees of surfaces and of triangles, cut to the box that both bodies share (Figueiredo)
  s-cd-classical  the same trees, both gone down at the same time, as that paper's figure 1 has it
Exit codes: 0 clear, 1 clash, 2 incomplete (something is missing, nothing was checked), bad usage or input,
3 not decided, 130 interrupted.)";

struct Words {
    FileWords input;
    std::string clearance, depth, deny, picture, method = "wide";
    std::string write_rules, since, report, bcf;
    bool first = false, surfaces = false, triangles = false, new_only = false;
};

using Clock = std::chrono::steady_clock;

/// Nothing: the wide trees.
Expected<std::optional<papers::ScdTraversal>> parse_method(const std::string& method) {
    using papers::ScdTraversal;
    if (method == "wide") return std::optional<ScdTraversal>();
    if (method == "s-cd") return std::optional(ScdTraversal::PaperWithOaabb);
    if (method == "s-cd-classical") return std::optional(ScdTraversal::Classical);
    return make_error(ErrorCode::BadUsage, "--method",
                      fmt::format("{} is not a method of clash", in_quotes(method)),
                      "write wide, s-cd or s-cd-classical");
}

Expected<ClashOptions> options_of(const Words& words, const Globals& globals) {
    ClashOptions options;
    options.threads = globals.threads;
    options.detail = words.first       ? ClashDetail::First
                     : words.surfaces  ? ClashDetail::Surfaces
                     : words.triangles ? ClashDetail::Triangles
                                       : ClashDetail::Summary;
    options.note_touched = !words.picture.empty();
    options.deny_touching = words.deny == "touching";
    if (!words.deny.empty() && !options.deny_touching)
        return make_error(ErrorCode::BadUsage, "--deny",
                          fmt::format("{} cannot be denied", in_quotes(words.deny)),
                          "the one thing that can is touching; everything else is a clash anyway");
    const auto clearance = parse_length(words.clearance, "--clearance");
    if (!clearance) return clearance.error();
    options.clearance = clearance->value_or(0.0);
    const auto depth = parse_length(words.depth, "--depth");
    if (!depth) return depth.error();
    options.depth = *depth;
    return options;
}

/// Leaves what is new or has changed: the verdict is about that alone.
void drop_still_there(ClashReport& report, Json& pairs, const Comparison& comparison) {
    std::vector<ClashPair> left;
    Json left_json = Json::array();
    report.is_clash = false;
    for (std::size_t i = 0; i < comparison.now.size(); ++i) {
        if (comparison.now[i].status == PairStatus::StillThere) continue;
        report.is_clash |= report.pairs[i].is_clash;
        left.push_back(std::move(report.pairs[i]));
        left_json.push_back(std::move(pairs[i]));
    }
    report.pairs = std::move(left);
    pairs = std::move(left_json);
}

Expected<Answer> run_clash(const Words& words, const Globals& globals) {
    const auto options = options_of(words, globals);
    if (!options) return options.error();
    const auto scd = parse_method(words.method);
    if (!scd) return scd.error();
    if (!words.write_rules.empty())
        if (auto valid = validate_out(words.write_rules, globals.json); !valid) return valid.error();
    if (!words.report.empty())
        if (auto valid = validate_report_name(words.report); !valid) return valid.error();
    if (!words.bcf.empty() && words.report.empty())
        return make_error(ErrorCode::BadUsage, "--bcf", "it exports the findings of a report", "add --report FILE.html");
    if (!words.picture.empty()) {
        if (auto valid = validate_out(words.picture, globals.json); !valid) return valid.error();
        if (auto valid = validate_png_name(words.picture, "--picture"); !valid) return valid.error();
    }
    const auto gathered = gather(words.input, Parts::JoinIfSeveral, globals.threads);
    if (!gathered) return gathered.error();
    const Scene* scene = &gathered->scene;
    std::optional<EarlierReport> earlier;
    if (!words.since.empty()) {
        auto read = read_earlier(words.since, scene->unit);
        if (!read) return read.error();
        earlier = *std::move(read);
    }
    const auto start = Clock::now();
    auto report =
        *scd ? papers::find_clashes_by_scd(*scene, *options, **scd) : find_clashes(*scene, *options);
    if (!report) return report.error();
    const std::chrono::duration<double, std::milli> elapsed = Clock::now() - start;
    const std::size_t all = report->pairs.size();
    if (!words.write_rules.empty())
        if (auto written = write_baseline(words.write_rules, *report, *scene); !written)
            return written.error();
    Answer answer;
    auto holds = verdict_holds_for_cad(*report, *scene, *options);
    if (!holds) return holds.error();
    answer.json = report_json(*report, *scene, {words.method, elapsed.count()});
    std::string since;
    if (earlier) {
        const Comparison comparison = compare(*earlier, answer.json["pairs"], *scene);
        since = since_text(answer.json["pairs"], *earlier, comparison);
        add_since(answer.json, *earlier, comparison);
        if (words.new_only) drop_still_there(*report, answer.json["pairs"], comparison);
    }
    const Findings found = findings_of(*report, *scene, words.input.scene.allow_missing);
    const std::string verdict = verdict_of(found, *report, *scene);
    answer.json["verdict"] = verdict;
    answer.json["pose_rounded"] = stand_json(gathered->stand);
    add_completeness(answer.json, *scene);
    answer.json["deviation"] = deviation_json(*scene);
    answer.json["cad"] = cad_json(*scene, !report->is_clash, *holds, greatest_margin(*scene), {});
    const auto of_faces = say_of_faces(answer, *scene, *report, *options, *holds);
    if (!of_faces) return of_faces.error();
    answer.json["holds_for_cad"] = name_of(*holds);
    if (!answer.json["cad"].is_null()) answer.json["cad"]["holds_for_cad"] = name_of(*holds);
    answer.text = clash_table(*report, *scene, globals.colour) +
                  clash_lists(*report, *scene, options->detail) + since + not_decided_text(*report, *scene) +
                  stand_text(gathered->stand, scene->unit) +
                  completeness_text(*scene, words.input.scene.allow_missing) +
                  verdict_text(*report, *scene, verdict, globals.colour);
    if (const std::string off = deviation_text(*scene); !off.empty())
        answer.text += off + *of_faces + (found.incomplete ? "" : words_of(*holds));
    answer.exit_code = exit_code_of(found);
    if (!words.write_rules.empty()) {
        answer.json["rules"] = words.write_rules;
        answer.text += fmt::format("{}: rules for {}\n", shown(words.write_rules), count_of(all, "pair"));
        if (is_stdout(words.write_rules)) answer.text.clear();
    }
    if (!words.report.empty()) {
        ReportRun run{*scene, words.input.files, "graze clash", answer.json, options->clearance > 0.0 ? std::optional(options->clearance) : std::nullopt,
                      std::nullopt, options->depth, words.input.scene.rules};
        for (const std::string& file : words.input.files) run.command += " " + file;
        for (const std::string& rules : words.input.scene.rules) run.command += " --rules " + rules;
        if (!words.clearance.empty()) run.command += " --clearance " + words.clearance;
        if (!words.depth.empty()) run.command += " --depth " + words.depth;
        if (!words.input.scene.at.empty()) run.command += " --at " + words.input.scene.at;
        if (!words.input.scene.split.empty()) run.command += " --split " + words.input.scene.split;
        if (options->deny_touching) run.command += " --deny touching";
        if (auto written = write_report(*scene, report_of_clash(run, *report), {words.report, words.bcf, globals.threads}); !written)
            return written.error();
        answer.json["report"] = words.report;
        answer.text += shown(words.report) + ": a page to look at\n";
    }
    if (words.picture.empty()) return answer;
    if (auto drawn = write_clash_picture(words.picture, *scene, *report, globals.threads); !drawn)
        return drawn.error();
    answer.json["picture"] = words.picture;
    if (is_stdout(words.picture)) answer.text.clear();
    return answer;
}

}  // namespace clash_command

Command add_clash(CLI::App& graze, const Globals& globals) {
    using namespace clash_command;
    const auto words = std::make_shared<Words>();
    CLI::App* app = graze.add_subcommand("clash", "Which bodies clash, how and where, at one instant");
    app->add_option("FILE", words->input.files, "A scene file (json), or mesh files")->required();
    app->add_option("--clearance", words->clearance, "Pairs that are not farther apart than this clash too")
        ->type_name("D");
    app->add_option("--depth", words->depth,
                    "Contacts are no clash up to this depth (default: what the facets' errors explain)")
        ->type_name("D");
    CLI::Option* first =
        app->add_flag("--first", words->first, "One pair of triangles for each pair of bodies");
    CLI::Option* surfaces = app->add_flag("--surfaces", words->surfaces, "List all pairs of surfaces");
    CLI::Option* triangles = app->add_flag("--triangles", words->triangles, "List all pairs of triangles");
    first->excludes(surfaces)->excludes(triangles);
    surfaces->excludes(triangles);
    app->add_option("--deny", words->deny, "touching: bodies that touch clash")->type_name("KIND");
    app->add_option("--method", words->method, "wide (default), s-cd or s-cd-classical: see below")
        ->type_name("NAME");
    app->add_option("--picture", words->picture, "Draw the clashes: bodies as glass, what meets in red")
        ->type_name("PNG");
    app->add_option("--report", words->report, "Write a page about it: verdict, view, findings")->type_name("FILE.html");
    app->add_option("--bcf", words->bcf, "With --report: its findings as BCF 2.1")->type_name("FILE");
    add_rules_option(*app, words->input.scene);
    app->add_option("--write-rules", words->write_rules,
                    "Write what is there now as rules: with --rules, only the rest is reported")
        ->type_name("FILE");
    CLI::Option* since =
        app->add_option("--since", words->since,
                        "The JSON of an earlier graze clash: which pairs are new, changed or resolved")
            ->type_name("FILE");
    app->add_flag("--new-only", words->new_only,
                  "With --since: report and judge only pairs that are new or have changed")
        ->needs(since);
    add_file_options(*app, words->input);
    app->footer(kHelp);
    return {app, [words, &globals] { return run_clash(*words, globals); }};
}

}  // namespace graze::cli
