// `graze path`: whether the bodies of a scene stay apart along its paths, with a proof that others can check.
#include "command.h"
#include "deviation.h"
#include "gather.h"
#include "graze/core/file.h"
#include "graze/core/wording.h"
#include "graze/io/certificate/certificate_file.h"
#include "graze/queries/paths/path_proof.h"
#include "graze_papers/redon_paths.h"
#include "input.h"
#include "output.h"
#include "path_picture.h"

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
  graze path scene.json --start-contact allow --all
  graze path scene.json --budget 60 --json
  graze path scene.json --picture contact.png

Proves, between the samples too, that all pairs of bodies stay farther apart than the clearance along the scene's
paths, or finds the first contact. `graze verify` checks a certificate independently. Parts that begin seated are
refused, or with --start-contact allow judged from when they are clear of each other.
Methods search each pair of bodies for its first contact; both prove what they call clear:
  search   two trees of eight-wide boxes walked through space and time: the fast one, and the one for certificates
  redon02  trees of oriented boxes, interval arithmetic, and time cut in halves (Redon, Kheddar, Coquillart 2002)
Exit codes: 0 clear, 1 contact or overlap at the start, 2 bad usage or input, 3 undecided within the budget,
130 interrupted.)";

struct Words {
    std::string scene, clearance, tolerance, budget, certificate, picture, deflection,
        start_contact = "refuse", method = "search";
    bool all = false;
};

constexpr int kUndecided = 3;

Expected<std::optional<double>> parse_positive(const std::string& text, const char* option) {
    auto value = parse_length(text, option);
    if (value && *value && !(**value > 0.0))
        return make_error(ErrorCode::BadUsage, option, "0 is too small", "a number above 0 is wanted");
    return value;
}

/// Of an overlap at the start as `graze clash` calls it, else by its features: "edge_edge".
std::string kind_at(const BodyContact& contact, const PathProof& proof) {
    const auto overlap =
        std::find_if(proof.overlaps.begin(), proof.overlaps.end(),
                     [&](const BodyOverlap& known) { return known.bodies == contact.bodies; });
    return overlap != proof.overlaps.end() ? kind_of(*overlap) : kind_of(contact.at);
}

Json contact_json(const BodyContact& contact, const std::string& kind, const Scene& scene) {
    const SceneBody &a = scene.bodies[contact.bodies[0]], &b = scene.bodies[contact.bodies[1]];
    const ContactFeaturePair& at = contact.at;
    return {{"bodies", {a.name, b.name}},
            {"kind", kind},
            {"triangles", {at.triangles[0], at.triangles[1]}},
            {"surfaces", {a.mesh->surfaces[at.surfaces[0]].name, b.mesh->surfaces[at.surfaces[1]].name}},
            {"points", {point_json(at.points[0]), point_json(at.points[1])}},
            {"normal", point_json(at.normal)},
            {"distance", at.distance_hi}};
}

/// Pairs of which one is inside the other have no place.
std::vector<BodyOverlap> without_contact(const PathProof& proof) {
    std::vector<BodyOverlap> left;
    for (const BodyOverlap& overlap : proof.overlaps)
        if (std::none_of(proof.contacts.begin(), proof.contacts.end(),
                         [&](const BodyContact& contact) { return contact.bodies == overlap.bodies; }))
            left.push_back(overlap);
    return left;
}

Json names_json(const BodyPair& bodies, const Scene& scene) {
    return {scene.bodies[bodies[0]].name, scene.bodies[bodies[1]].name};
}

/// When the last of the seated pairs is clear; nothing if there is none, or one never is.
std::optional<PathTime> last_clear_from(const PathProof& proof) {
    std::optional<PathTime> last;
    for (const PathSeat& seat : proof.seated) {
        if (!seat.clear_from) return std::nullopt;
        const auto [segment, t] = *seat.clear_from;
        if (!last || std::pair(last->segment, last->t) < std::pair(segment, t)) last = seat.clear_from;
    }
    return last;
}

void add_seats(Json& report, const PathProof& proof, const Scene& scene) {
    Json seats = Json::array();
    const auto add_time = [](Json& json, const std::optional<PathTime>& time) {
        json["clear_from_segment"] = time ? Json(time->segment) : Json();
        json["clear_from"] = time ? Json(time->t) : Json();
    };
    for (const PathSeat& seat : proof.seated) {
        Json json{{"bodies", names_json(seat.bodies, scene)}, {"kind", kind_of({seat.bodies, seat.meeting})}};
        add_time(json, seat.clear_from);
        seats.push_back(std::move(json));
    }
    add_time(report, last_clear_from(proof));
    report["seated"] = std::move(seats);
}

Json intervals_json(const PathProof& proof, const Scene& scene) {
    Json intervals = Json::array();
    for (const PathInterval& interval : proof.intervals)
        intervals.push_back({{"bodies", names_json(interval.bodies, scene)},
                             {"segment", interval.from.segment},
                             {"from", interval.from.t},
                             {"until_segment", interval.until.segment},
                             {"until", interval.until.t}});
    return intervals;
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

Json report_json(const PathProof& proof, const Scene& scene, double milliseconds) {
    Json contacts = Json::array();
    for (const BodyContact& contact : proof.contacts)
        contacts.push_back(contact_json(contact, kind_at(contact, proof), scene));
    for (const BodyOverlap& overlap : without_contact(proof))
        contacts.push_back({{"bodies", names_json(overlap.bodies, scene)}, {"kind", kind_of(overlap)}});
    return {{"verdict", name_of(proof.verdict)},
            {"unit", name_of(scene.unit)},
            {"segment", proof.segment},
            {"clear_until", proof.clear_until},
            {"contacts", std::move(contacts)},
            {"deviation", deviation_json(scene)},
            {"stats",
             {{"body_pairs", proof.counts.judged},
              {"ignored_pairs", proof.counts.ignored},
              {"pairs_at_rest", proof.counts.at_rest},
              {"searched_pairs", proof.stats.searched},
              {"proof_steps", proof.stats.proof_steps},
              {"leaves", proof.stats.leaves},
              {"slow_strands", proof.stats.slow_strands},
              {"node_pairs", proof.stats.search.node_pairs},
              {"elementary_tests", proof.stats.search.elementary},
              {"milliseconds", milliseconds}}}};
}

std::string contacts_text(const PathProof& proof, const Scene& scene, bool colour) {
    constexpr std::size_t kMostRows = 10;
    const std::vector<BodyOverlap> inside = without_contact(proof);
    if (proof.contacts.empty() && inside.empty()) return {};
    Table table({"body", "body", "kind", "triangles", "distance"});
    const auto add = [&](const BodyPair& bodies, std::string kind, const std::string& triangles,
                         const std::string& distance) {
        std::replace(kind.begin(), kind.end(), '_', ' ');
        table.add({shown(scene.bodies[bodies[0]].name), shown(scene.bodies[bodies[1]].name), kind, triangles,
                   distance});
    };
    for (const BodyOverlap& overlap : inside) add(overlap.bodies, kind_of(overlap), "", "");
    for (std::size_t i = 0; i < std::min(kMostRows, proof.contacts.size()); ++i) {
        const BodyContact& contact = proof.contacts[i];
        add(contact.bodies, kind_at(contact, proof),
            fmt::format("{} {}", contact.at.triangles[0], contact.at.triangles[1]),
            length_text(contact.at.distance_hi, scene.unit));
    }
    std::string text = table.text(colour);
    if (proof.contacts.size() > kMostRows)
        text += fmt::format("  and {} more\n", count_text(proof.contacts.size() - kMostRows));
    return text;
}

std::string time_text(const PathTime& time) {
    return fmt::format("segment {}, t = {}", time.segment, number_text(time.t));
}

std::string seats_text(const PathProof& proof, const Scene& scene, bool colour) {
    if (proof.seated.empty()) return {};
    Table table({"body", "body", "at the start", "judged"});
    for (const PathSeat& seat : proof.seated) {
        std::string kind = kind_of({seat.bodies, seat.meeting});
        std::replace(kind.begin(), kind.end(), '_', ' ');
        const std::string judged = seat.clear_from
                                       ? fmt::format("from segment {}, t = {} on", seat.clear_from->segment,
                                                     number_text(seat.clear_from->t))
                                       : "not at all: never proved apart";
        table.add({shown(scene.bodies[seat.bodies[0]].name), shown(scene.bodies[seat.bodies[1]].name), kind,
                   judged});
    }
    return table.text(colour);
}

std::string intervals_text(const PathProof& proof, const Scene& scene, bool colour) {
    if (proof.intervals.empty()) return "no pair is in contact at any time\n";
    Table table({"body", "body", "in contact from", "until"});
    for (const PathInterval& interval : proof.intervals)
        table.add({shown(scene.bodies[interval.bodies[0]].name), shown(scene.bodies[interval.bodies[1]].name),
                   time_text(interval.from), time_text(interval.until)});
    return table.text(colour);
}

std::string verdict_text(const PathProof& proof, bool colour) {
    const std::string pairs =
        count_of(proof.counts.judged, "pair") +
        (proof.counts.ignored == 0 ? "" : fmt::format(", {} ignored", count_text(proof.counts.ignored))) +
        (proof.counts.at_rest == 0
             ? ""
             : fmt::format(", {} at rest against each other not judged", count_text(proof.counts.at_rest)));
    const std::string place = time_text({proof.segment, proof.clear_until});
    switch (proof.verdict) {
        case ContactVerdict::Clear:
            return fmt::format("{}: {} proved apart along {}{}\n", toned("clear", Tone::Good, colour), pairs,
                               count_of(proof.segment + 1, "segment"),
                               proof.seated.empty() ? "" : ", but for those seated at the start");
        case ContactVerdict::Contact:
            return fmt::format("{}: {}; proved apart up to there\n", toned("contact", Tone::Warning, colour),
                               place);
        case ContactVerdict::OverlapAtStart:
            return toned("overlap at start", Tone::Warning, colour) +
                   (proof.seated.empty() ? ": some bodies are not apart to begin with\n"
                                         : ": some bodies are not apart to begin with, and never after\n");
        case ContactVerdict::Undecided:
            break;
    }
    return fmt::format("{}: proved apart up to {}, and nothing is known after it\n",
                       toned("undecided", Tone::Warning, colour), place);
}

Expected<Answer> run_path(const Words& words, const Globals& globals) {
    PathOptions options{.threads = globals.threads};
    const auto clearance = parse_length(words.clearance, "--clearance");
    if (!clearance) return clearance.error();
    const auto tolerance = parse_positive(words.tolerance, "--tolerance");
    if (!tolerance) return tolerance.error();
    const auto budget = parse_length(words.budget, "--budget");
    if (!budget) return budget.error();
    options.clearance = clearance->value_or(0.0);
    options.tolerance = *tolerance;
    options.budget_s = *budget;
    options.with_proof = !words.certificate.empty();
    if (words.start_contact != "refuse" && words.start_contact != "allow")
        return make_error(ErrorCode::BadUsage, "--start-contact",
                          fmt::format("{} is neither refuse nor allow", in_quotes(words.start_contact)));
    const bool is_allowed = words.start_contact == "allow";
    if (words.method != "search" && words.method != "redon02")
        return make_error(ErrorCode::BadUsage, "--method",
                          fmt::format("{} is not a method of path", in_quotes(words.method)),
                          "write search or redon02");
    options.start_contact = is_allowed ? StartContact::Allow : StartContact::Refuse;
    options.all_contacts = words.all;
    if (!words.certificate.empty())
        if (auto valid = validate_out(words.certificate, globals.json); !valid) return valid.error();
    if (!words.picture.empty()) {
        if (auto valid = validate_out(words.picture, globals.json); !valid) return valid.error();
        if (auto valid = validate_png_name(words.picture, "--picture"); !valid) return valid.error();
        if (is_stdout(words.picture) && is_stdout(words.certificate))
            return make_error(ErrorCode::BadUsage, "--picture",
                              "the certificate goes to standard output, too", "give one of them a file");
    }
    if (!is_scene_name(words.scene))
        return make_error(ErrorCode::BadUsage, words.scene, "paths stand in scene files",
                          "a name that ends in .json is wanted");
    const auto deflection = parse_deflection(words.deflection);
    if (!deflection) return deflection.error();
    const auto input = read_input(words.scene, {.deflection = *deflection, .threads = globals.threads});
    if (!input) return input.error();
    const Scene& scene = input->scene;
    const auto start = std::chrono::steady_clock::now();
    const auto judged = judge(scene, options, words.method);
    if (!judged) return judged.error();
    const PathProof* proof = &judged->proof;
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
    Answer answer;
    answer.json = report_json(*proof, scene, elapsed.count());
    answer.json["stats"]["method"] = words.method;
    answer.json["stats"]["method_counters"] = judged->method_counters;
    if (is_allowed) add_seats(answer.json, *proof, scene);
    if (words.all) answer.json["intervals"] = intervals_json(*proof, scene);
    answer.text = seats_text(*proof, scene, globals.colour);
    if (words.all) answer.text += intervals_text(*proof, scene, globals.colour);
    answer.text += contacts_text(*proof, scene, globals.colour) + verdict_text(*proof, globals.colour) +
                   deviation_text(scene);
    answer.exit_code = proof->verdict == ContactVerdict::Clear       ? 0
                       : proof->verdict == ContactVerdict::Undecided ? kUndecided
                                                                     : 1;
    if (!words.picture.empty()) {
        if (auto drawn = write_path_picture(words.picture, scene, *proof, globals.threads); !drawn)
            return drawn.error();
        answer.json["picture"] = words.picture;
        if (is_stdout(words.picture)) answer.text.clear();
    }
    if (words.certificate.empty()) return answer;
    const auto bytes = write_certificate(words.certificate, scene, *proof, words.scene);
    if (!bytes) return bytes.error();
    answer.json["certificate"] = {{"path", words.certificate}, {"bytes", *bytes}};
    if (is_stdout(words.certificate))
        answer.text.clear();
    else
        answer.text += fmt::format("{}: {} bytes\n", shown(words.certificate), count_text(*bytes));
    return answer;
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
    app->add_option("--start-contact", words->start_contact,
                    "refuse (default) or allow pairs that are not apart at the start")
        ->type_name("WHAT");
    app->add_flag("--all", words->all, "List every pair in contact, and when, not only the first");
    app->add_option("--method", words->method, "search (default) or redon02: see below")->type_name("NAME");
    app->add_option("--budget", words->budget, "Give up after so many seconds (exit code 3)")->type_name("S");
    app->add_option("--certificate", words->certificate, "Write the proof here")->type_name("FILE");
    app->add_option("--picture", words->picture, "Draw the contact, or the end and the way there")
        ->type_name("FILE");
    add_deflection_option(*app, words->deflection);
    app->footer(kHelp);
    return {app, [words, &globals] { return run_path(*words, globals); }};
}

}  // namespace graze::cli
