// `graze clash`: which bodies clash at one instant, how and where.
#include "graze/queries/instant/clash.h"

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
#include <map>
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
    std::vector<std::string> files;
    std::string clearance, depth, deny, picture, unit, crease, deflection, method = "wide";
    std::string write_rules, since, report, bcf;
    SceneWords scene;
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

// ---- JSON

Json fit_json(const PairFit& fit, const SceneBody& a, const SceneBody& b) {
    Json faces = Json::array();
    for (const IdPair& ids : fit.faces)
        faces.push_back({a.mesh->surfaces[ids.a].name, b.mesh->surfaces[ids.b].name});
    Json json{{"kind", name_of(fit.kind)}, {"gap", {fit.gap_lo, fit.gap_hi}}, {"faces", std::move(faces)}};
    if (fit.kind == SurfaceKind::Cone)
        json["half_angles"] = {fit.radii[0], fit.radii[1]};
    else if (fit.kind != SurfaceKind::Plane)
        json["radii"] = {fit.radii[0], fit.radii[1]};
    return json;
}

Json pair_json(const ClashPair& pair, const Scene& scene) {
    const SceneBody &a = scene.bodies[pair.bodies[0]], &b = scene.bodies[pair.bodies[1]];
    Json surfaces = Json::array(), surface_ids = Json::array(), triangles = Json::array();
    for (const IdPair& ids : pair.surfaces) {
        surfaces.push_back({a.mesh->surfaces[ids.a].name, b.mesh->surfaces[ids.b].name});
        surface_ids.push_back({ids.a, ids.b});
    }
    for (const IdPair& ids : pair.triangles) triangles.push_back({ids.a, ids.b});
    Json json{{"bodies", {a.name, b.name}},
              {"kind", name_of(pair.kind)},
              {"exact_kind", name_of(pair.exact_kind)},
              {"clash", pair.is_clash},
              {"holds_for_cad", name_of(pair_holds_for_cad(pair, scene))},
              {"surfaces", std::move(surfaces)},
              {"surface_ids", std::move(surface_ids)},
              {"triangles", std::move(triangles)},
              {"triangle_pairs", pair.triangle_pairs ? Json(*pair.triangle_pairs) : Json()},
              {"distance", {pair.distance_lo, pair.distance_hi}},
              {"points", {point_json(pair.points[0]), point_json(pair.points[1])}},
              {"clearance", pair.clearance},
              {"contact_depth", pair.contact_depth},
              {"penetration", Json()},
              {"fit", Json()}};
    if (const auto& depth = pair.penetration) {
        json["penetration"] = {depth->lo, depth->hi};
        if (depth->lo > 0.0) json["deepest"] = point_json(depth->at);
    }
    if (pair.fit) json["fit"] = fit_json(*pair.fit, a, b);
    if (pair.is_undecided) json["undecided"] = true;
    if (!a.product.empty() || !b.product.empty()) json["products"] = {a.product, b.product};
    if (pair.inside) json["inside"] = scene.bodies[*pair.inside].name;
    if (pair.allowed_depth) json["allowed_depth"] = *pair.allowed_depth;
    return json;
}

Json counters_json(const DiscreteCounters& c) {
    return {{"box_tests", c.box_tests},
            {"box_updates", c.box_updates},
            {"triangle_transforms", c.triangle_transforms},
            {"triangle_tests", c.triangle_tests},
            {"exact_tests", c.exact_tests}};
}

std::uint64_t pairs_of(const Scene& scene) {
    const std::uint64_t n = scene.bodies.size();
    return n * (n - 1) / 2;  // 0 for n = 0 and 1
}

/// A single body has no pairs, and rules may leave out all.
bool checks_nothing(const ClashReport& report, const Scene& scene) {
    return report.ignored >= pairs_of(scene);
}

/// What there is to say of the scene as a whole: its exit code follows from these alone.
Findings findings_of(const ClashReport& report, const Scene& scene, bool allow_missing) {
    const bool some_undecided = std::any_of(report.pairs.begin(), report.pairs.end(),
                                            [](const ClashPair& pair) { return pair.is_undecided; });
    return {.contact = report.is_clash,
            .incomplete = is_incomplete(scene, allow_missing) || checks_nothing(report, scene),
            .undecided = !report.not_decided.empty() || some_undecided};
}

const char* verdict_of(const Findings& found, const ClashReport& report, const Scene& scene) {
    switch (exit_code_of(found)) {
        case kContact:
            return "clash";
        case kIncomplete:
            return checks_nothing(report, scene) ? "nothing_checked" : "incomplete";
        case kUndecided:
            return "not_decided";
        default:
            return "clear";
    }
}

Json not_decided_json(const ClashReport& report, const Scene& scene) {
    Json list = Json::array();
    for (const auto& [body, open] : report.not_decided)
        list.push_back({{"bodies", {scene.bodies[body].name, scene.bodies[open].name}},
                        {"what", "containment"},
                        {"open", scene.bodies[open].name}});
    return list;
}

Json report_json(const ClashReport& report, const Scene& scene, const std::string& method,
                 double milliseconds) {
    Json pairs = Json::array();
    for (const ClashPair& pair : report.pairs) pairs.push_back(pair_json(pair, scene));
    const DiscreteCounters& c = report.counters;
    return {{"verdict", ""},
            {"unit", name_of(scene.unit)},
            {"bodies", scene.bodies.size()},
            {"pairs", std::move(pairs)},
            {"not_decided", not_decided_json(report, scene)},
            {"stats",
             {{"body_pairs", report.candidates},
              {"ignored_pairs", report.ignored},
              {"box_tests", c.box_tests},
              {"box_updates", c.box_updates},
              {"triangle_tests", c.triangle_tests},
              {"exact_tests", c.exact_tests},
              {"method", method},
              {"method_counters", counters_json(report.method_counters)},
              {"milliseconds", milliseconds}}}};
}

// ---- Text

/// "2 pairs intersecting, 1 pair touching"; empty if there are none.
std::string counts_text(const ClashReport& report, bool clashes) {
    std::map<ClashKind, std::uint64_t> counts;
    for (const ClashPair& pair : report.pairs)
        if (pair.is_clash == clashes) ++counts[pair.kind];
    std::string text;
    for (const auto& [kind, count] : counts) {
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count_of(count, "pair"), kind_words(kind));
    }
    return text;
}

/// Open meshes, and how many bodies may be inside of each; few are named.
std::string not_decided_text(const ClashReport& report, const Scene& scene) {
    constexpr std::size_t kMostNamed = 3;
    std::map<std::uint32_t, std::vector<std::uint32_t>> inside;
    for (const auto& [body, open] : report.not_decided) inside[open].push_back(body);
    std::string text;
    for (const auto& [open, bodies] : inside) {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < std::min(kMostNamed, bodies.size()); ++i)
            names.push_back(shown(scene.bodies[bodies[i]].name));
        if (bodies.size() > kMostNamed)
            names.push_back(fmt::format("{} more", count_text(bodies.size() - kMostNamed)));
        text += fmt::format("not decided: {} is an open mesh; whether {} {} inside of it\n",
                            shown(scene.bodies[open].name), listed(names), bodies.size() == 1 ? "is" : "are");
    }
    return text;
}

/// "clash: 2 pairs intersecting; 3 pairs touching (no clash); 28 pairs of 8 bodies, 5 looked at closely"
std::string verdict_text(const ClashReport& report, const Scene& scene, std::string verdict, bool colour) {
    const std::string clashes = counts_text(report, true), others = counts_text(report, false);
    const std::uint64_t n = scene.bodies.size();
    const bool is_clear = verdict == "clear";
    std::replace(verdict.begin(), verdict.end(), '_', ' ');
    std::string text = toned(verdict, is_clear ? Tone::Good : Tone::Warning, colour) + ": ";
    if (n < 2) return text + "a single body has no pairs; --split solids, objects or pieces divides it\n";
    if (!clashes.empty()) text += clashes + "; ";
    if (!others.empty()) text += others + " (no clash); ";
    const std::string ignored =
        report.ignored == 0 ? "" : fmt::format(", {} ignored", count_text(report.ignored));
    return fmt::format("{}{} of {}{}, {} looked at closely\n", text, count_of(pairs_of(scene), "pair"),
                       count_of(n, "body", "bodies"), ignored, count_text(report.candidates));
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
    const auto gathered = gather(words.files, {.unit = words.unit,
                                               .crease = words.crease,
                                               .deflection = words.deflection,
                                               .parts = Parts::JoinIfSeveral,
                                               .scene = words.scene,
                                               .threads = globals.threads});
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
    answer.json = report_json(*report, *scene, words.method, elapsed.count());
    std::string since;
    if (earlier) {
        const Comparison comparison = compare(*earlier, answer.json["pairs"], *scene);
        since = since_text(answer.json["pairs"], *earlier, comparison);
        add_since(answer.json, *earlier, comparison);
        if (words.new_only) drop_still_there(*report, answer.json["pairs"], comparison);
    }
    const Findings found = findings_of(*report, *scene, words.scene.allow_missing);
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
                  completeness_text(*scene, words.scene.allow_missing) +
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
        ReportRun run{*scene, words.files, "graze clash", answer.json, options->clearance > 0.0 ? std::optional(options->clearance) : std::nullopt,
                      std::nullopt, options->depth, words.scene.rules};
        for (const std::string& file : words.files) run.command += " " + file;
        for (const std::string& rules : words.scene.rules) run.command += " --rules " + rules;
        if (!words.clearance.empty()) run.command += " --clearance " + words.clearance;
        if (!words.depth.empty()) run.command += " --depth " + words.depth;
        if (!words.scene.at.empty()) run.command += " --at " + words.scene.at;
        if (!words.scene.split.empty()) run.command += " --split " + words.scene.split;
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
    app->add_option("FILE", words->files, "A scene file (json), or mesh files")->required();
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
    add_rules_option(*app, words->scene);
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
    add_at_option(*app, words->scene);
    add_split_option(*app, words->scene);
    add_missing_option(*app, words->scene);
    add_input_options(*app, {words->unit, words->crease, words->deflection});
    app->footer(kHelp);
    return {app, [words, &globals] { return run_clash(*words, globals); }};
}

}  // namespace graze::cli
