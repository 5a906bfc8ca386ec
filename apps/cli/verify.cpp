// `graze verify`: checks a certificate, independently of the program that made it.
#include "graze_verify/verify.h"

#include "command.h"
#include "exit_code.h"
#include "graze/core/byte_source.h"
#include "graze/core/wording.h"
#include "graze/io/certificate/certificate_reader.h"
#include "graze/io/scene/rules_file.h"
#include "graze/io/scene/scene_file.h"
#include "input.h"
#include "output.h"
#include "verify_scene.h"

#include <algorithm>
#include <chrono>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace graze::cli {
namespace verify_command {

constexpr const char* kHelp = R"(Examples:
  graze verify proof.graze
  graze verify proof.graze --scene scene.json
  graze verify proof.graze --complete --clearance 0.5
  graze verify proof.graze --json

What a certificate is about, triangles or CAD surfaces, its answer says; of surfaces what is trusted, too.
Checks that the proof covers all triangles and all of the time it claims, each of its inequalities, and that no body begins
inside another, with arithmetic of its own. With --scene the bodies' triangles or CAD faces, deviations and motions are compared with those
of the scene, too, and what is ignored, may touch or keeps a clearance with its rules; all of its time must be covered.
Exit codes: 0 valid, 1 rejected, proves nothing or less than demanded, 2 bad usage or input, 130 interrupted.)";

struct Words {
    std::string certificate, scene, clearance, depth, deflection;
    SceneWords rules;
    bool complete = false;
};

/// Empty, or what a certificate that holds leaves open of what is demanded.
std::string missing_of(const verify::VerifyResult& result, const Words& words,
                       const std::optional<double>& clearance) {
    using verify::Proves;
    const auto& [segments, until, all_segments] = result.covered;
    if (result.proves == Proves::Nothing)
        return segments == 0 && until == 0.0 ? "it proves nothing, for no time is covered"
                                             : "it proves nothing, for no pair is claimed to stay apart";
    if (words.complete && segments < all_segments)
        return fmt::format("--complete: of {} only the time up to segment {}, t = {} is covered",
                           count_of(all_segments, "segment"), segments, until);
    if (words.complete && result.proves != Proves::All)
        return fmt::format("--complete: {} ignored", result.pairs.ignored == 1
                                                         ? "1 pair is"
                                                         : count_text(result.pairs.ignored) + " pairs are");
    if (clearance && result.pairs.seated > 0)
        return fmt::format("--clearance: {} {} is wanted, and of {} a depth is proved, not a distance",
                           *clearance, result.clearance.unit, count_of(result.pairs.seated, "seated pair"));
    if (clearance && result.clearance.least < *clearance)
        return fmt::format("--clearance: {} {} is wanted, and {} {} is proved of some pair", *clearance,
                           result.clearance.unit, result.clearance.least, result.clearance.unit);
    return {};
}

Json result_json(const verify::VerifyResult& result, double milliseconds) {
    const bool keeps_apart = result.pairs.by_strands + result.pairs.by_boxes > 0;
    Json ignored = Json::array();
    for (const auto& [first, second, reason] : result.ignored)
        ignored.push_back({{"bodies", {first, second}}, {"reason", reason}});
    return {{"valid", result.valid},
            {"reason", result.valid ? Json() : Json(result.reason)},
            {"proves", name_of(result.proves)},
            {"covered",
             {{"segments", result.covered.segments},
              {"until", result.covered.until},
              {"all_segments", result.covered.all_segments}}},
            {"pairs",
             {{"by_strands", result.pairs.by_strands},
              {"by_boxes", result.pairs.by_boxes},
              {"seated", result.pairs.seated},
              {"at_rest", result.pairs.at_rest},
              {"ignored", result.pairs.ignored}}},
            {"ignored", std::move(ignored)},
            {"clearance", keeps_apart ? Json{{"least", result.clearance.least},
                                             {"most", result.clearance.most},
                                             {"unit", result.clearance.unit}}
                                      : Json()},
            {"least_clearance", result.nearest ? Json{{"above", result.clearance.least},
                                                      {"at_most", result.nearest->at_most},
                                                      {"bodies", {result.nearest->first, result.nearest->second}},
                                                      {"segment", result.nearest->segment},
                                                      {"t", result.nearest->t}}
                                               : Json()},
            {"about", result.cad ? "cad_surfaces" : "triangles"},
            {"cad", result.cad ? Json{{"faces", result.cad->faces}, {"elements", result.cad->elements}} : Json()},
            {"records", result.records},
            {"leaves", result.leaves},
            {"proved", result.valid ? Json(result.sentence) : Json()},
            {"stats", {{"milliseconds", milliseconds}}}};
}

std::string result_text(const verify::VerifyResult& result, bool colour) {
    if (!result.valid)
        return fmt::format("{}: {}\n", toned("rejected", Tone::Warning, colour), result.reason);
    std::string text = fmt::format("{}: {}, proves: {}{}\n", toned("valid", Tone::Good, colour),
                                   count_of(result.records, "record"), name_of(result.proves),
                                   result.cad ? ", for the CAD surfaces" : "");
    constexpr std::size_t kMostLines = 10;
    for (std::size_t i = 0; i < std::min(kMostLines, result.ignored.size()); ++i) {
        const auto& [first, second, reason] = result.ignored[i];
        text += fmt::format("  ignored: {} and {}, for {}\n", in_quotes(first), in_quotes(second),
                            in_quotes(reason));
    }
    if (result.ignored.size() > kMostLines)
        text += fmt::format("  ignored: {} more\n", count_text(result.ignored.size() - kMostLines));
    return text + result.sentence + "\n";
}

Expected<std::string> difference_to_scene_file(const ByteSource& source, const Words& words,
                                               const Globals& globals) {
    std::filesystem::path file = words.scene;
    if (std::filesystem::is_directory(file)) file /= "scene.json";
    const auto deflection = parse_deflection(words.deflection);
    if (!deflection) return deflection.error();
    const auto depth = parse_length(words.depth, "--depth");
    if (!depth) return depth.error();
    auto scene = read_scene_file(file, {.deflection = *deflection, .threads = globals.threads});
    if (!scene) return scene.error();
    for (const std::string& rules : words.rules.rules)
        if (auto added = add_rules_file(*scene, rules); !added) return added.error();
    const auto certificate = read_certificate(source);
    if (!certificate) return certificate.error();
    return difference_to_scene(*certificate, *scene, *depth);
}

Expected<Answer> run_verify(const Words& words, const Globals& globals) {
    const auto clearance = parse_length(words.clearance, "--clearance");
    if (!clearance) return clearance.error();
    if (words.scene.empty() && (!words.depth.empty() || !words.rules.rules.empty()))
        return make_error(ErrorCode::BadUsage, words.depth.empty() ? "--rules" : "--depth",
                          "it is about pairs of a scene", "add --scene");
    const auto source = open_source(words.certificate);
    if (!source) return source.error();
    const auto start = std::chrono::steady_clock::now();
    auto result = verify::verify_certificate(*source, {globals.threads, Progress::Draw::OnTerminal});
    if (!result) return result.error();
    if (result->valid) result->reason = missing_of(*result, words, *clearance);
    if (result->valid && result->reason.empty() && !words.scene.empty()) {
        const auto difference = difference_to_scene_file(*source, words, globals);
        if (!difference) return difference.error();
        result->reason = *difference;
    }
    result->valid = result->reason.empty();
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
    Answer answer;
    answer.json = result_json(*result, elapsed.count());
    answer.text = result_text(*result, globals.colour);
    answer.exit_code = result->valid ? kClear : kContact;
    return answer;
}

}  // namespace verify_command

Command add_verify(CLI::App& graze, const Globals& globals) {
    using namespace verify_command;
    const auto words = std::make_shared<Words>();
    CLI::App* app = graze.add_subcommand("verify", "Whether a certificate proves what it claims");
    app->add_option("CERTIFICATE", words->certificate, "A file that `graze path --certificate` wrote")
        ->required();
    app->add_option("--scene", words->scene, "Compare with this scene file, or the scene.json of this folder")
        ->type_name("SCENE");
    app->add_flag("--complete", words->complete, "Demand all of the time, and that no pair is ignored");
    app->add_option("--clearance", words->clearance, "Demand that every pair claimed keeps at least this")
        ->type_name("D");
    app->add_option("--depth", words->depth,
                    "With --scene: how deep seated pairs without a rule may be in each other (default: as of path)")
        ->type_name("D");
    add_rules_option(*app, words->rules);
    add_deflection_option(*app, words->deflection);
    app->footer(kHelp);
    return {app, [words, &globals] { return run_verify(*words, globals); }};
}

}  // namespace graze::cli
