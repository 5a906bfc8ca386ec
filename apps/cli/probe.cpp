// `graze probe`: a scene's paths played in real time past a detector that has a budget for each frame.
#include "command.h"
#include "completeness.h"
#include "exit_code.h"
#include "gather.h"
#include "graze/core/wording.h"
#include "graze/io/scene/rules_file.h"
#include "graze/queries/bounded/replay.h"
#include "graze/stochastic/shell_replay.h"
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
  graze probe scene.json --detector shells --finest 1

Plays the scene's paths in real time. In each frame the detector may use so much of the processor's time; then it
says for each pair: apart, meets, or not decided yet. Every answer is exact about its frame; what does not fit into
the budget is answered late, and how late is told. Pairs that touch meet. Between the frames nothing is looked at:
`graze path` proves that.
Detectors:
  exact         two trees per pair walked under the budget; what was completed is certified
  shells        pairs of facets of layered shells, sought at random and tracked; what it finds is exact, what it
                misses is counted afterwards
  paper-shells  the same as the paper has it, which denies some contacts: for comparison only
Exit codes: 0 no pair meets in any frame, 1 one does, 2 bad usage or input, or something is missing,
3 no contact is known but not all frames are certified, 130 interrupted.)";

struct Words {
    std::string scene, rate = "30", budget = "1ms", seconds, detector = "exact", finest = "0", eye, deflection;
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

Json shells_json(const ShellReplay& shells) {
    const LookedAt& area = shells.looked_at;
    const auto share = [&](double of) { return area.area > 0.0 ? Json(of / area.area) : Json(nullptr); };
    return {{"most_pairs_tracked", shells.most_tracks},
            {"seeds_per_frame", shells.seeds_per_frame},
            {"between_frames", shells.between},
            {"apart_at_most", shells.apart_hi},
            {"area",
             {{"never_seen", share(area.never)},
              {"older", share(area.older)},
              {"older_than_frames", shells.within},
              {"proved_free", share(area.proved_free)}}}};
}

Json missed_json(const std::optional<MissedEstimate>& missed) {
    if (!missed) return nullptr;
    return {{"contact_frames", kEstimatedFrames},
            {"seeds", missed->seeds},
            {"chance", missed->chance},
            {"measured", {missed->lo, missed->hi}}};
}

/// `shells` is null of the exact detector.
Json json_of(const Replay& replay, const ShellReplay* shells, const Scene& scene, const Words& words) {
    const double budget_ms = ms(*parse_time(words.budget, "--budget"));
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
                 {"missed_estimate", shells != nullptr ? missed_json(shells->missed) : Json(nullptr)},
                 {"shells", shells != nullptr ? shells_json(*shells) : Json(nullptr)},
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

std::string shells_text(const ShellReplay& shells, Unit unit) {
    const LookedAt& area = shells.looked_at;
    std::string text = fmt::format("up to {} tracked, {:.1f} new ones sought a frame\n",
                                   count_of(shells.most_tracks, "pair of facets", "pairs of facets"), shells.seeds_per_frame);
    if (shells.between > 0)
        text += fmt::format("{} came into contact between two frames\n",
                            count_of(shells.between, "pair of triangles", "pairs of triangles"));
    if (shells.apart_hi > 0.0)
        text += fmt::format("what counts as meeting is at most {:.4g} {} apart\n", shells.apart_hi, name_of(unit));
    if (area.area > 0.0)
        text += fmt::format("of the surfaces near others after the last frame {:.1f} % never seen, {:.1f} % not for more than "
                            "{} frames, {:.1f} % proved free\n",
                            100.0 * area.never / area.area, 100.0 * area.older / area.area, shells.within,
                            100.0 * area.proved_free / area.area);
    if (shells.missed)
        text += fmt::format("a contact of {:.0f} frames gets no seed that finds it with a chance of about {:.2g} (other "
                            "meshes: {:.2g} to {:.2g})\n",
                            kEstimatedFrames, shells.missed->chance, shells.missed->lo, shells.missed->hi);
    return text;
}

/// Which detector, and how: none for the exact one.
Expected<std::optional<TrackerOptions>> parse_detector(const Words& words) {
    std::size_t finest = 0;
    const char* end = words.finest.data() + words.finest.size();
    const auto [stop, failure] = std::from_chars(words.finest.data(), end, finest);
    if (failure != std::errc() || stop != end || finest > 63)
        return make_error(ErrorCode::BadUsage, "--finest", fmt::format("{} is not a level", in_quotes(words.finest)),
                          "write 0 for triangles, or up to 63 for coarser facets");
    if (words.detector == "exact") {
        if (finest > 0)
            return make_error(ErrorCode::BadUsage, "--finest", "the exact detector has no levels",
                              "add --detector shells");
        return std::optional<TrackerOptions>();
    }
    if (words.detector == "shells") return std::optional(TrackerOptions{.finest = finest});
    if (words.detector == "paper-shells") {
        constexpr double kPaperShare = 0.01;  // [GuyDebunne04, sec. 3.4]
        return std::optional(
            TrackerOptions{.form = ShellForm::Paper, .finest = finest, .keep_within = kPaperShare});
    }
    return make_error(ErrorCode::BadUsage, "--detector", fmt::format("{} is not a detector", in_quotes(words.detector)),
                      "write exact, shells or paper-shells");
}

/// "x,y,z"; nothing of no word.
Expected<std::optional<Vec3>> parse_eye(const Words& words) {
    if (words.eye.empty()) return std::optional<Vec3>();
    if (words.detector == "exact")
        return make_error(ErrorCode::BadUsage, "--eye", "the exact detector looks at everything",
                          "add --detector shells");
    Vec3 eye = Vec3::Zero();
    const char *at = words.eye.data(), *const end = at + words.eye.size();
    for (int k = 0; k < 3; ++k) {
        const auto [stop, failure] = std::from_chars(at, end, eye[k]);
        const bool is_followed = k < 2 ? stop != end && *stop == ',' : stop == end;
        if (failure != std::errc() || !is_followed || !std::isfinite(eye[k]))
            return make_error(ErrorCode::BadUsage, "--eye", fmt::format("{} is not a point", in_quotes(words.eye)),
                              "write x,y,z in the unit of the scene");
        at = stop + 1;
    }
    return std::optional(eye);
}

/// What was played, by whichever detector.
struct Played {
    ShellReplay all;  // of the exact one: `replay` alone
    bool by_shells;
};
Expected<Played> play(const Scene& scene, const ReplayOptions& options, const std::optional<TrackerOptions>& tracking,
                      const std::optional<Vec3>& eye) {
    if (!tracking) {
        auto replay = replay_exact(scene, options);
        if (!replay) return replay.error();
        Played played{{}, false};
        played.all.replay = std::move(*replay);
        return played;
    }
    auto shells = replay_shells(scene, options, *tracking, eye);
    if (!shells) return shells.error();
    return Played{std::move(*shells), true};
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
    const auto tracking = parse_detector(words);
    if (!tracking) return tracking.error();
    const auto eye = parse_eye(words);
    if (!eye) return eye.error();
    auto input = read_scene_input(words.scene, "paths stand in scene files", words.deflection, globals.threads);
    if (!input) return input.error();
    for (const std::string& rules : words.rules.rules)
        if (auto added = add_rules_file(input->scene, rules); !added) return added.error();
    const Scene& scene = input->scene;
    const auto played = play(scene, options, *tracking, *eye);
    if (!played) return played.error();
    const Replay& replay = played->all.replay;
    Answer answer;
    answer.json = json_of(replay, played->by_shells ? &played->all : nullptr, scene, words);
    answer.text = text_of(replay, scene, globals.colour) +
                  (played->by_shells ? shells_text(played->all, scene.unit) : "") +
                  stand_text(replay.stand, scene.unit) + completeness_text(scene, words.rules.allow_missing);
    answer.exit_code = exit_code_of({.contact = !replay.contacts.empty(),
                                     .incomplete = is_incomplete(scene, words.rules.allow_missing),
                                     .undecided = replay.certified_frames != replay.frames});
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
    app->add_option("--detector", words->detector, "exact (default), shells or paper-shells")->type_name("NAME");
    app->add_option("--finest", words->finest, "Shells: the last level, coarser than triangles (default: 0)")
        ->type_name("LEVEL");
    app->add_option("--eye", words->eye, "Shells: what can be seen from this point is sought first")
        ->type_name("X,Y,Z");
    add_path_scene_options(*app, words->rules, words->deflection);
    app->footer(kHelp);
    return {app, [words, &globals] { return run_probe(*words, globals); }};
}

}  // namespace graze::cli
