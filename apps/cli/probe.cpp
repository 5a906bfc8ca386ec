// `graze probe`: a scene's paths played in real time past a detector that has a budget for each frame.
#include "command.h"
#include "completeness.h"
#include "exit_code.h"
#include "gather.h"
#include "graze/core/wording.h"
#include "graze/io/scene/rules_file.h"
#include "graze/queries/bounded/replay.h"
#include "input.h"
#include "output.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace graze::cli {
namespace probe_command {

constexpr const char* kHelp = R"(Examples:
  graze probe scene.json
  graze probe scene.json --rate 1000 --budget 100us --seconds 2
  graze probe scene.json --budget 50us --json

Plays the scene's paths in real time. In each frame the detector may use so much of the processor's time; then it
says for each pair: apart, meets, or not decided yet. Every answer is exact about its frame; what does not fit into
the budget is answered late, and how late is told. Pairs that touch meet. Between the frames nothing is looked at:
`graze path` proves that.
Detectors:
  exact    two trees per pair walked under the budget; what was completed is certified
Exit codes: 0 no pair meets in any frame, 1 one does, 2 bad usage or input, or something is missing,
3 no contact is known but not all frames are certified, 130 interrupted.)";

struct Words {
    std::string scene, rate = "30", budget = "1ms", seconds, detector = "exact", deflection;
    SceneWords rules;
};

Expected<double> parse_above_zero(const std::string& text, const char* option) {
    double value = 0.0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc() || end != text.data() + text.size() || !(value > 0.0) || !std::isfinite(value))
        return make_error(ErrorCode::BadUsage, option, fmt::format("{} is too little, or no number",
                                                                   in_quotes(text)),
                          "a number above 0 is wanted");
    return value;
}

/// "250us", "1ms", "0.5s".
Expected<std::chrono::nanoseconds> parse_time(const std::string& text, const char* option) {
    constexpr std::pair<std::string_view, double> kUnits[] = {{"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
    constexpr double kMost = 3600e9;
    for (const auto& [unit, factor] : kUnits) {
        if (!text.ends_with(unit)) continue;
        const auto number = parse_above_zero(text.substr(0, text.size() - unit.size()), option);
        if (!number) break;
        if (*number * factor > kMost || *number * factor < 1.0) break;
        return std::chrono::nanoseconds(static_cast<std::int64_t>(*number * factor));
    }
    return make_error(ErrorCode::BadUsage, option, fmt::format("{} is not a time", in_quotes(text)),
                      "write for example 250us, 1ms or 0.5s, at most an hour");
}

double ms(std::chrono::nanoseconds time) { return 1e-6 * static_cast<double>(time.count()); }

struct Delays {
    std::uint32_t late = 0, more_than_2 = 0, never = 0, worst = 0;
};

Delays delays_of(const Replay& replay) {
    Delays delays;
    for (const ReplayContact& contact : replay.contacts) {
        if (!contact.seen_in) {
            ++delays.never;
            continue;
        }
        const std::uint32_t frames = *contact.seen_in - contact.first;
        delays.late += frames > 0 ? 1 : 0;
        delays.more_than_2 += frames > 2 ? 1 : 0;
        delays.worst = std::max(delays.worst, frames);
    }
    return delays;
}

Json contact_json(const ReplayContact& contact, const Scene& scene) {
    return {{"bodies", {scene.bodies[contact.bodies[0]].name, scene.bodies[contact.bodies[1]].name}},
            {"first_frame", contact.first},
            {"last_frame", contact.last},
            {"seen_in_frame", contact.seen_in ? Json(*contact.seen_in) : Json(nullptr)}};
}

Json json_of(const Replay& replay, const Scene& scene, const Words& words, double budget_ms) {
    const Delays delays = delays_of(replay);
    Json contacts = Json::array();
    for (const ReplayContact& contact : replay.contacts) contacts.push_back(contact_json(contact, scene));
    Json json = {{"detector", words.detector},
                 {"rate", replay.rate},
                 {"budget_ms", budget_ms},
                 {"seconds", replay.seconds},
                 {"frames", replay.frames},
                 {"pairs", replay.pairs},
                 {"certified", replay.certified_frames == replay.frames},
                 {"certified_frames", replay.certified_frames},
                 {"coverage", replay.coverage},
                 {"contacts", std::move(contacts)},
                 {"missed_estimate", nullptr},
                 {"delays",
                  {{"contacts", replay.contacts.size()},
                   {"late", delays.late},
                   {"more_than_2_frames", delays.more_than_2},
                   {"never_seen", delays.never},
                   {"worst_frames", delays.worst},
                   {"oldest_answer_frames", replay.oldest}}},
                 {"overruns",
                  {{"calls", replay.overruns},
                   {"late_frames", replay.late_frames},
                   {"longest_cpu_ms", ms(replay.longest_cpu)},
                   {"longest_wall_ms", ms(replay.longest_wall)}}},
                 {"pose_rounded", stand_json(replay.stand)}};
    add_completeness(json, scene);
    return json;
}

std::string text_of(const Replay& replay, const Scene& scene, bool colour) {
    constexpr std::size_t kMostRows = 50;
    std::string text;
    if (!replay.contacts.empty()) {
        Table table({"body", "body", "first frame", "last frame", "known in frame"});
        for (std::size_t i = 0; i < std::min(kMostRows, replay.contacts.size()); ++i) {
            const ReplayContact& contact = replay.contacts[i];
            table.add({shown(scene.bodies[contact.bodies[0]].name), shown(scene.bodies[contact.bodies[1]].name),
                       count_text(contact.first), count_text(contact.last),
                       contact.seen_in ? count_text(*contact.seen_in) : "never"});
        }
        text += table.text(colour);
        if (replay.contacts.size() > kMostRows)
            text += fmt::format("and {} more\n", replay.contacts.size() - kMostRows);
    }
    const Delays delays = delays_of(replay);
    const bool certified = replay.certified_frames == replay.frames;
    text += toned(certified ? "certified" : "not certified", certified ? Tone::Good : Tone::Warning, colour);
    text += fmt::format(": {} of {} decided in time, {} of all pairs\n", count_text(replay.certified_frames),
                        count_of(replay.frames, "frame"),
                        fmt::format("{:.4g} %", std::floor(1e6 * replay.coverage) / 1e4));
    text += fmt::format("{}, {} known late, {} never; oldest answer {}\n",
                        count_of(replay.contacts.size(), "contact"), delays.late, delays.never,
                        count_of(replay.oldest, "frame"));
    text += fmt::format("{} above the budget, {} late; longest {:.3f} ms\n", count_of(replay.overruns, "call"),
                        count_of(replay.late_frames, "frame"), ms(replay.longest_cpu));
    return text;
}

Expected<Answer> run_probe(const Words& words, const Globals& globals) {
    const auto rate = parse_above_zero(words.rate, "--rate");
    if (!rate) return rate.error();
    const auto budget = parse_time(words.budget, "--budget");
    if (!budget) return budget.error();
    ReplayOptions options{.rate = *rate, .budget = *budget, .threads = globals.threads};
    if (!words.seconds.empty()) {
        const auto seconds = parse_above_zero(words.seconds, "--seconds");
        if (!seconds) return seconds.error();
        options.seconds = *seconds;
    }
    if (words.detector != "exact")
        return make_error(ErrorCode::BadUsage, "--detector",
                          fmt::format("{} is not a detector", in_quotes(words.detector)), "write exact");
    if (!is_scene_name(words.scene))
        return make_error(ErrorCode::BadUsage, words.scene, "paths stand in scene files",
                          "a name that ends in .json is wanted");
    const auto deflection = parse_deflection(words.deflection);
    if (!deflection) return deflection.error();
    auto input = read_input(words.scene, {.deflection = *deflection, .threads = globals.threads});
    if (!input) return input.error();
    for (const std::string& rules : words.rules.rules)
        if (auto added = add_rules_file(input->scene, rules); !added) return added.error();
    const Scene& scene = input->scene;
    const auto replay = replay_exact(scene, options);
    if (!replay) return replay.error();
    Answer answer;
    answer.json = json_of(*replay, scene, words, ms(*budget));
    answer.text = text_of(*replay, scene, globals.colour) + stand_text(replay->stand, scene.unit) +
                  completeness_text(scene, words.rules.allow_missing);
    answer.exit_code = exit_code_of({.contact = !replay->contacts.empty(),
                                     .incomplete = is_incomplete(scene, words.rules.allow_missing),
                                     .undecided = replay->certified_frames != replay->frames});
    return answer;
}

}  // namespace probe_command

Command add_probe(CLI::App& graze, const Globals& globals) {
    using namespace probe_command;
    const auto words = std::make_shared<Words>();
    CLI::App* app = graze.add_subcommand("probe", "Which bodies meet, frame by frame, under a budget of time");
    app->add_option("SCENE", words->scene, "A scene file (json) with paths")->required();
    app->add_option("--rate", words->rate, "Frames a second (default: 30)")->type_name("HZ");
    app->add_option("--budget", words->budget, "Processor time for each frame (default: 1ms)")->type_name("T");
    app->add_option("--seconds", words->seconds,
                    "How long the paths take as a whole (default: 1 for each segment)")
        ->type_name("S");
    app->add_option("--detector", words->detector, "Which detector (default: exact)")->type_name("NAME");
    add_rules_option(*app, words->rules);
    add_missing_option(*app, words->rules);
    add_deflection_option(*app, words->deflection);
    app->footer(kHelp);
    return {app, [words, &globals] { return run_probe(*words, globals); }};
}

}  // namespace graze::cli
