// `graze path`: whether the bodies of a scene stay apart along its paths, with a proof that others can check.
#include "command.h"
#include "completeness.h"
#include "deviation.h"
#include "exit_code.h"
#include "gather.h"
#include "graze/core/file.h"
#include "graze/core/wording.h"
#include "graze/io/certificate/certificate_file.h"
#include "graze/io/scene/rules_file.h"
#include "graze/queries/paths/path_proof.h"
#include "graze_papers/redon_paths.h"
#include "input.h"
#include "output.h"
#include "path_cad.h"
#include "path_picture.h"
#include "path_profile.h"
#include "path_report.h"
#include "path_sweep.h"
#include "report_of.h"

#include <algorithm>
#include <chrono>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace graze::cli {
namespace path_command {

constexpr const char* kHelp = R"(Examples:
  graze path scene.json
  graze path scene.json --clearance 0.5 --certificate proof.graze
  graze path scene.json --depth 0.02 --all
  graze path scene.json --budget 60 --json
  graze path scene.json --profile --below 5
  graze path scene.json --sweep forearm          the joint of a body over its whole range, instead of the paths
  graze path scene.json --sweep arm --sweep forearm --map map.svg
  graze path scene.json --report review.html     a page for people: open it in a browser
  graze path scene.json --picture contact.png

Proves, between the samples too, that all pairs of bodies stay farther apart than the clearance along the scene's
paths, or finds the first contact. `graze verify` checks a certificate independently. Pairs that touch at the start
(a bolt in its hole) may never be deeper in each other than their depth, and keep the clearance once they are clear.
Methods search each pair of bodies for its first contact; both prove what they call clear:
  search   two trees of eight-wide boxes walked through space and time: the fast one, and the one for certificates
  redon02  trees of oriented boxes, interval arithmetic, and time cut in halves (Redon, Kheddar, Coquillart 2002)
Exit codes: 0 clear, 1 contact or overlap at the start, 2 incomplete (something is missing, nothing was checked), bad
usage or input, 3 undecided, or a pair that could not be judged, 130 interrupted.)";

struct Words {
    std::string scene, clearance, tolerance, depth, budget, certificate, picture, deflection, below,
        report, bcf, method = "search";
    SceneWords rules;
    SweepWords sweep;
    bool all = false, profile = false;
};

Expected<std::optional<double>> parse_positive(const std::string& text, const char* option) {
    auto value = parse_length(text, option);
    if (value && *value && !(**value > 0.0))
        return make_error(ErrorCode::BadUsage, option, "0 is too small", "a number above 0 is wanted");
    return value;
}

/// In the words of [Redon02].
Json counters_json(const papers::RedonBodiesCounters& c) {
    return {{"box_pairs", c.box_pairs},
            {"discrete_tests", c.discrete_tests},
            {"continuous_tests", c.continuous_tests},
            {"spared_tests", c.spared_tests},
            {"separated_by_faces", c.by_face},
            {"separated_by_cross_products", c.by_cross},
            {"divisions", c.divisions},
            {"triangle_pairs", c.triangle_pairs},
            {"feature_pairs", c.feature_pairs}};
}

/// An answer, and what the method counted.
struct Judged {
    PathProof proof;
    Json method_counters;
};

Expected<Judged> judge(const Scene& scene, const PathOptions& options, const std::string& method) {
    if (method == "redon02") {
        auto found = papers::redon_paths(scene, options);
        if (!found) return found.error();
        return Judged{std::move(found->proof), counters_json(found->counters)};
    }
    auto proof = prove_paths(scene, options);
    if (!proof) return proof.error();
    const FirstContactCounters& search = proof->stats.search;
    Json counters{{"node_pairs", search.node_pairs}, {"elementary_tests", search.elementary}};
    return Judged{*std::move(proof), std::move(counters)};
}

constexpr double kLeastSpare = 0.002;  // of the least clearance: so much less is proved by a certificate
constexpr double kMostProved = 0.01;   // of the largest body: searches with greater clearances are slow

/// With a proof; of the least clearance, if that is more than what was asked for. Pairs that are seated keep theirs
/// only from a time on, so there nothing more is proved than was asked for.
Expected<Judged> judge_with_least(const Scene& scene, const PathOptions& options, const PathProof& known,
                                  const ClearanceProfile& profile) {
    const double lo = profile.least ? profile.least->lo : 0.0;
    const double wanted = lo - std::max(kLeastSpare * lo, 2.0 * profile.tolerance);  // what is nearer counts as contact
    double largest = 0.0;
    for (const SceneBody& body : scene.bodies) largest = std::max(largest, size_of(bounds_of(*body.mesh)));
    if (known.verdict == ContactVerdict::Clear && known.seated.empty() && wanted > options.clearance &&
        wanted <= kMostProved * largest) {
        PathOptions more = options;
        more.clearance = wanted;
        auto judged = judge(scene, more, "search");
        if (!judged || judged->proof.verdict == ContactVerdict::Clear) return judged;
    }
    return judge(scene, options, "search");
}

/// A certificate of no time, or of no pair, would only look like one.
bool proves_something(const PathProof& proof) {
    return (proof.covered.segment > 0 || proof.covered.t > 0.0) && proof.counts.judged > 0;
}

bool is_contact(const PathProof& proof) {
    return proof.verdict == ContactVerdict::Contact || proof.verdict == ContactVerdict::OverlapAtStart;
}

/// As it can be typed again.
std::string command_text(const Words& words) {
    std::string text = "graze path " + words.scene;
    const auto add = [&](const char* option, const std::string& value) {
        if (!value.empty()) text += fmt::format(" {} {}", option, value);
    };
    add("--clearance", words.clearance);
    add("--tolerance", words.tolerance);
    add("--depth", words.depth);
    add("--budget", words.budget);
    add("--deflection", words.deflection);
    for (const std::string& rules : words.rules.rules) add("--rules", rules);
    for (const std::string& joint : words.sweep.joints) add("--sweep", joint);
    if (words.method != "search") add("--method", words.method);
    if (words.all) text += " --all";
    if (words.profile) text += " --profile";
    add("--below", words.below);
    return text;
}

Expected<Answer> run_path(const Words& words, const Globals& globals) {
    PathOptions options{.threads = globals.threads};
    const auto clearance = parse_length(words.clearance, "--clearance");
    if (!clearance) return clearance.error();
    const auto tolerance = parse_positive(words.tolerance, "--tolerance");
    if (!tolerance) return tolerance.error();
    const auto budget = parse_length(words.budget, "--budget");
    if (!budget) return budget.error();
    const auto depth = parse_length(words.depth, "--depth");
    if (!depth) return depth.error();
    const auto below = parse_positive(words.below, "--below");
    if (!below) return below.error();
    if (!words.report.empty())
        if (auto valid = validate_report_name(words.report); !valid) return valid.error();
    if (!words.bcf.empty() && words.report.empty())
        return make_error(ErrorCode::BadUsage, "--bcf", "it exports the findings of a report", "add --report FILE.html");
    const bool has_profile = words.profile || (!words.report.empty() && !*budget && words.method == "search");
    if (*below && !has_profile)
        return make_error(ErrorCode::BadUsage, "--below", "a limit of the clearance along the path is asked for",
                          "add --profile");
    if (words.profile && *budget)
        return make_error(ErrorCode::BadUsage, "--profile", "the clearance along a path takes no budget",
                          "leave out --budget");
    options.depth = *depth;
    options.clearance = clearance->value_or(0.0);
    options.tolerance = *tolerance;
    options.budget_s = *budget;
    options.with_proof = !words.certificate.empty();
    if (words.method != "search" && words.method != "redon02")
        return make_error(ErrorCode::BadUsage, "--method",
                          fmt::format("{} is not a method of path", in_quotes(words.method)),
                          "write search or redon02");
    if (!words.certificate.empty())
        if (auto valid = validate_out(words.certificate, globals.json); !valid) return valid.error();
    if (!words.picture.empty()) {
        if (auto valid = validate_out(words.picture, globals.json); !valid) return valid.error();
        if (auto valid = validate_png_name(words.picture, "--picture"); !valid) return valid.error();
        if (is_stdout(words.picture) && is_stdout(words.certificate))
            return make_error(ErrorCode::BadUsage, "--picture",
                              "the certificate goes to standard output, too", "give one of them a file");
    }
    auto input = read_scene_input(words.scene, "paths stand in scene files", words.deflection, globals.threads);
    if (!input) return input.error();
    for (const std::string& rules : words.rules.rules)
        if (auto added = add_rules_file(input->scene, rules); !added) return added.error();
    std::vector<internal::JointRange> sweeps;
    for (const std::string& word : words.sweep.joints) {
        auto range = parse_sweep(word, input->scene);
        if (!range) return range.error();
        sweeps.push_back(*range);
    }
    if (sweeps.size() > 2)
        return make_error(ErrorCode::BadUsage, "--sweep", "a map has two joints", "leave out the others");
    if (sweeps.size() != 2 && !(words.sweep.map.empty() && words.sweep.cells.empty()))
        return make_error(ErrorCode::BadUsage, "--map", "a map is of two joints", "give --sweep twice");
    if (sweeps.size() == 2) return map_answer(input->scene, {sweeps[0], sweeps[1]}, words.sweep, globals);
    if (sweeps.size() == 1) input->scene = swept_joint(input->scene, sweeps[0]);
    options.all_contacts = words.all || (!sweeps.empty() && !*budget);
    const Scene& scene = input->scene;
    const auto start = std::chrono::steady_clock::now();
    const bool proves_least = has_profile && options.with_proof && words.method == "search";
    PathOptions first = options;
    first.with_proof = options.with_proof && !proves_least;
    auto judged = judge(scene, first, words.method);
    if (!judged) return judged.error();
    std::optional<ClearanceProfile> profile;
    if (has_profile) {
        auto found = profile_of(scene, judged->proof, {.tolerance = *tolerance, .threads = globals.threads});
        if (!found) return found.error();
        if (proves_least) {
            judged = judge_with_least(scene, options, judged->proof, *found);
            if (!judged) return judged.error();
        }
        judged->proof.least = found->least;
        profile = *std::move(found);
    }
    PathProof* const proof = &judged->proof;
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
    Answer answer;
    answer.json = report_json(*proof, scene, elapsed.count());
    answer.json["stats"]["method"] = words.method;
    answer.json["stats"]["method_counters"] = judged->method_counters;
    if (words.all) answer.json["intervals"] = intervals_json(*proof, scene);
    answer.text = report_text(*proof, scene, words.all, profile.has_value(), globals.colour) + deviation_text(scene);
    if (!sweeps.empty()) add_travel(answer, scene, sweeps[0], *proof, globals.colour);
    const auto cad_proof = say_of_cad(answer, scene, options, *proof);
    if (!cad_proof) return cad_proof.error();
    if (profile) {
        if (auto added = add_profile(answer.json, scene, *profile, *below); !added) return added.error();
        answer.text += profile_text(scene, *profile, *below, globals.colour);
    }
    const bool incomplete = is_incomplete(scene, words.rules.allow_missing);
    if (incomplete && !is_contact(*proof))
        answer.json["verdict"] = "incomplete";
    else if (checks_nothing(*proof))
        answer.json["verdict"] = "nothing_checked";
    add_completeness(answer.json, scene);
    answer.text += completeness_text(scene, words.rules.allow_missing);
    answer.exit_code = exit_code_of({.contact = is_contact(*proof),
                                     .incomplete = incomplete || checks_nothing(*proof),
                                     .undecided = proof->verdict == ContactVerdict::Undecided});
    if (!words.picture.empty()) {
        if (auto drawn = write_path_picture(words.picture, scene, *proof, globals.threads); !drawn)
            return drawn.error();
        answer.json["picture"] = words.picture;
        if (is_stdout(words.picture)) answer.text.clear();
    }
    const auto with_report = [&](const std::string& certificate) -> Expected<Answer> {
        if (words.report.empty()) return std::move(answer);
        ReportRun run{scene, {words.scene}, {}, answer.json, *clearance, *tolerance, *depth, words.rules.rules, certificate};
        run.command = command_text(words);
        ReportData data = report_of_path(run, *proof, profile, *below);
        if (auto written = write_report(scene, std::move(data), {words.report, words.bcf, globals.threads}); !written)
            return written.error();
        answer.json["report"] = words.report;
        answer.text += shown(words.report) + ": a page to look at\n";
        return std::move(answer);
    };
    if (words.certificate.empty()) return with_report({});
    if (!*cad_proof && !proves_something(*proof)) {
        answer.json["certificate"] = nullptr;
        answer.text += "no certificate is written: there is nothing that it would prove\n";
        return with_report({});
    }
    const auto bytes = *cad_proof ? write_certificate(words.certificate, scene, **cad_proof, words.scene)
                                  : write_certificate(words.certificate, scene, *proof, words.scene);
    if (!bytes) return bytes.error();
    answer.json["certificate"] = {{"path", words.certificate},
                                  {"bytes", *bytes},
                                  {"about", *cad_proof ? "cad_surfaces" : "triangles"}};
    if (is_stdout(words.certificate))
        answer.text.clear();
    else
        answer.text += fmt::format("{}: {} bytes{}\n", shown(words.certificate), count_text(*bytes),
                                   *cad_proof ? ", about the CAD surfaces" : "");
    return with_report(words.certificate);
}

}  // namespace path_command

Command add_path(CLI::App& graze, const Globals& globals) {
    using namespace path_command;
    const auto words = std::make_shared<Words>();
    CLI::App* app = graze.add_subcommand("path", "Whether bodies stay apart along their paths, with proof");
    app->add_option("SCENE", words->scene, "A scene file (json) with paths")->required();
    app->add_option("--clearance", words->clearance, "Bodies must stay farther apart than this")
        ->type_name("D");
    app->add_option("--tolerance", words->tolerance,
                    "A reported contact is at most clearance + E apart (default: 1e-6 of the size)")
        ->type_name("E");
    app->add_option("--depth", words->depth,
                    "How deep pairs that touch at the start may be in each other (default: see docs)")
        ->type_name("D");
    app->add_flag("--all", words->all, "List every pair in contact, and when, not only the first");
    app->add_flag("--profile", words->profile, "The clearance at every moment of the path, to 1 %, proved");
    app->add_option("--below", words->below, "With --profile: when it is below this")->type_name("D");
    app->add_option("--report", words->report, "Write a page about it: verdict, curve, view, findings (implies --profile)")
        ->type_name("FILE.html");
    app->add_option("--bcf", words->bcf, "With --report: its findings as BCF 2.1")->type_name("FILE");
    app->add_option("--sweep", words->sweep.joints, "The range of a joint instead of the paths; twice: a map of two joints")
        ->type_name("BODY[:FROM,TO]");
    app->add_option("--map", words->sweep.map, "With two --sweep: draw the least distance over both ranges")->type_name("FILE.svg");
    app->add_option("--cells", words->sweep.cells, "With two --sweep: how many cells (default: 48)")->type_name("N");
    app->add_option("--method", words->method, "search (default) or redon02: see below")->type_name("NAME");
    app->add_option("--budget", words->budget, "Give up after so many seconds (exit code 3)")->type_name("S");
    app->add_option("--certificate", words->certificate, "Write the proof here")->type_name("FILE");
    app->add_option("--picture", words->picture, "Draw the contact, or the end and the way there")
        ->type_name("FILE");
    add_path_scene_options(*app, words->rules, words->deflection);
    app->footer(kHelp);
    return {app, [words, &globals] { return run_path(*words, globals); }};
}

}  // namespace graze::cli
