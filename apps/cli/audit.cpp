// `graze audit`: whether a recorded motion goes through anything, at its frames and between them.
#include "audit_report.h"
#include "command.h"
#include "completeness.h"
#include "deviation.h"
#include "exit_code.h"
#include "graze/core/file.h"
#include "graze/io/mesh/glb_animation.h"
#include "graze/io/scene/pose_table.h"
#include "graze/io/scene/rules_file.h"
#include "input.h"
#include "output.h"
#include "report_of.h"

#include <chrono>
#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace graze::cli {
namespace audit_command {

constexpr const char* kHelp = R"(Examples:
  graze audit scene.json                       the paths of a scene, each stop a frame
  graze audit run.glb                          an animation from another engine
  graze audit poses.csv --scene scene.json     a table: time,body,x,y,z,qx,qy,qz,qw
  graze audit run.glb --report review.html     a page for people: open it in a browser
  graze audit run.glb --depth 0.5              bodies may be half a millimetre deep in each other

Says which frames interpenetrate, exactly, and which motions between frames pass through something, by proofs:
what passes through a thin wall between two frames is found, however fast it is. What is shallower than --depth
(default: twice the bodies' deviation from CAD and 1e-5 of their size) is a contact, and no interpenetration.
Exit codes: 0 clean, 1 something interpenetrates, 2 bad usage or input, 3 not decided, 130 interrupted.)";

struct Words {
    std::string file, scene, depth, tolerance, unit, deflection, report, bcf;
    SceneWords rules;
};

constexpr const char* kSlerpWords =
    "origins of bodies go straight from frame to frame, and bodies turn about them at a constant rate";

bool ends_with(const std::string& file, const char* ending) {
    return std::filesystem::path(file).extension() == ending;
}

Expected<Recording> read_recording(const Words& words, const InputOptions& options) {
    Recording recording;
    const bool is_table = ends_with(words.file, ".csv");
    if (is_table == words.scene.empty())
        return is_table ? make_error(ErrorCode::BadUsage, words.file, "a table has poses, but no bodies",
                                     "name them with --scene scene.json")
                        : make_error(ErrorCode::BadUsage, "--scene", "only a table of poses needs a scene",
                                     "leave it out");
    if (ends_with(words.file, ".glb")) {
        auto animation = read_glb_animation(words.file, options.unit);
        if (!animation) return animation.error();
        recording.scene = std::move(animation->scene);
        recording.times = std::move(animation->times);
        recording.in_between = kSlerpWords;
        return recording;
    }
    if (!is_table && !is_scene_name(words.file))
        return make_error(ErrorCode::BadUsage, words.file, "this is no recorded motion",
                          "a name that ends in .json, .glb or .csv is wanted");
    auto input = read_input(is_table ? words.scene : words.file, options);
    if (!input) return input.error();
    recording.scene = std::move(input->scene);
    recording.in_between = "as the paths of the scene say";
    if (!is_table) return recording;
    const auto text = read_file(words.file);
    if (!text) return text.error();
    auto times = add_pose_table(recording.scene, *text, words.file);
    if (!times) return times.error();
    recording.times = *std::move(times);
    recording.in_between = kSlerpWords;
    return recording;
}

Expected<Answer> run_audit(const Words& words, const Globals& globals) {
    const auto depth = parse_length(words.depth, "--depth");
    if (!depth) return depth.error();
    const auto tolerance = parse_length(words.tolerance, "--tolerance");
    if (!tolerance) return tolerance.error();
    if (*tolerance && !(**tolerance > 0.0))
        return make_error(ErrorCode::BadUsage, "--tolerance", "0 is too small", "a number above 0 is wanted");
    if (!words.report.empty())
        if (auto valid = validate_report_name(words.report); !valid) return valid.error();
    if (!words.bcf.empty() && words.report.empty())
        return make_error(ErrorCode::BadUsage, "--bcf", "it exports the findings of a report", "add --report FILE.html");
    const auto unit = words.unit.empty() ? Expected<Unit>(Unit::Millimetre) : parse_unit(words.unit, "--unit");
    if (!unit) return unit.error();
    const auto deflection = parse_deflection(words.deflection);
    if (!deflection) return deflection.error();
    auto recording =
        read_recording(words, {.unit = *unit, .deflection = *deflection, .threads = globals.threads});
    if (!recording) return recording.error();
    for (const std::string& rules : words.rules.rules)
        if (auto added = add_rules_file(recording->scene, rules); !added) return added.error();
    const auto start = std::chrono::steady_clock::now();
    const auto audit = audit_motion(recording->scene,
                                    {.depth = *depth, .tolerance = *tolerance, .threads = globals.threads});
    if (!audit) return audit.error();
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
    Answer answer;
    answer.json = audit_json(*audit, *recording);
    answer.json["deviation"] = deviation_json(recording->scene);
    answer.json["stats"]["milliseconds"] = elapsed.count();
    answer.text = audit_text(*audit, *recording, globals.colour) + deviation_text(recording->scene);
    const bool incomplete = is_incomplete(recording->scene, words.rules.allow_missing);
    if (incomplete && !audit->interpenetrates()) answer.json["verdict"] = "incomplete";
    add_completeness(answer.json, recording->scene);
    answer.text += completeness_text(recording->scene, words.rules.allow_missing);
    answer.exit_code = exit_code_of({.contact = audit->interpenetrates(),
                                     .incomplete = incomplete,
                                     .undecided = !audit->is_decided()});
    if (words.report.empty()) return answer;
    std::vector<std::string> files{words.file};
    std::string command = "graze audit " + words.file;
    if (!words.scene.empty()) files.push_back(words.scene), command += " --scene " + words.scene;
    if (!words.depth.empty()) command += " --depth " + words.depth;
    for (const std::string& rules : words.rules.rules) command += " --rules " + rules;
    const ReportRun run{recording->scene, files, command, answer.json, {}, *tolerance, *depth, words.rules.rules};
    if (auto written = write_report(recording->scene, report_of_audit(run, *audit, *recording), {words.report, words.bcf, globals.threads});
        !written)
        return written.error();
    answer.json["report"] = words.report;
    answer.text += shown(words.report) + ": a page to look at\n";
    return answer;
}

}  // namespace audit_command

Command add_audit(CLI::App& graze, const Globals& globals) {
    using namespace audit_command;
    const auto words = std::make_shared<Words>();
    CLI::App* app = graze.add_subcommand("audit", "Whether a recorded motion goes through anything");
    app->add_option("FILE", words->file, "A scene (json) with paths, an animation (glb), or a table of poses (csv)")
        ->required();
    app->add_option("--scene", words->scene, "The bodies of a table of poses")->type_name("SCENE");
    app->add_option("--depth", words->depth, "How deep bodies may be in each other (default: see below)")
        ->type_name("D");
    app->add_option("--tolerance", words->tolerance,
                    "Bodies that come within E between frames are looked at closely (default: 1e-6 of the size)")
        ->type_name("E");
    app->add_option("--unit", words->unit, "The unit of the answer about a GLB file, which is in metres (default: mm)")
        ->type_name("U");
    app->add_option("--report", words->report, "Write a page about it: verdict, view, findings")->type_name("FILE.html");
    app->add_option("--bcf", words->bcf, "With --report: its findings as BCF 2.1")->type_name("FILE");
    add_path_scene_options(*app, words->rules, words->deflection);
    app->footer(kHelp);
    return {app, [words, &globals] { return run_audit(*words, globals); }};
}

}  // namespace graze::cli
