// `graze path`: whether the bodies of a scene stay apart along its paths, with a proof that others can check.
#include "command.h"
#include "graze/core/file.h"
#include "graze/core/wording.h"
#include "graze/io/certificate_file.h"
#include "graze/scene/path_proof.h"
#include "input.h"
#include "output.h"

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
  graze path scene.json --budget 60 --json

Proves, between the samples too, that all pairs of bodies stay farther apart than the clearance along the scene's
paths, or finds the first contact. `graze verify` checks a certificate independently.
Exit codes: 0 clear, 1 contact or overlap at the start, 2 bad usage or input, 3 undecided within the budget,
130 interrupted.)";

struct Words {
    std::string scene, clearance, tolerance, budget, certificate;
};

constexpr int kUndecided = 3;

Expected<std::optional<double>> parse_positive(const std::string& text, const char* option) {
    auto value = parse_length(text, option);
    if (value && *value && !(**value > 0.0))
        return make_error(ErrorCode::BadUsage, option, "0 is too small", "a number above 0 is wanted");
    return value;
}

Json contact_json(const PathContact& contact, const Scene& scene) {
    const Body &a = scene.bodies[contact.bodies[0]], &b = scene.bodies[contact.bodies[1]];
    return {{"bodies", {a.name, b.name}},
            {"kind", contact.kind},
            {"triangles", {contact.triangles[0], contact.triangles[1]}},
            {"surfaces",
             {a.mesh->surfaces[contact.surfaces[0]].name, b.mesh->surfaces[contact.surfaces[1]].name}},
            {"points", {point_json(contact.points[0]), point_json(contact.points[1])}},
            {"normal", point_json(contact.normal)},
            {"distance", contact.distance}};
}

Json report_json(const PathProof& proof, const Scene& scene, double milliseconds) {
    Json contacts = Json::array();
    for (const PathContact& contact : proof.contacts) contacts.push_back(contact_json(contact, scene));
    return {{"verdict", name_of(proof.verdict)},
            {"unit", name_of(scene.unit)},
            {"segment", proof.segment},
            {"clear_until", proof.clear_until},
            {"contacts", std::move(contacts)},
            {"stats",
             {{"body_pairs", proof.pairs.size()},
              {"ignored_pairs", proof.ignored.size()},
              {"parts", proof.stats.parts},
              {"leaves", proof.stats.leaves},
              {"node_pairs", proof.stats.node_pairs},
              {"elementary_tests", proof.stats.elementary},
              {"milliseconds", milliseconds}}}};
}

std::string contacts_text(const PathProof& proof, const Scene& scene, bool colour) {
    constexpr std::size_t kMostRows = 10;
    if (proof.contacts.empty()) return {};
    Table table({"body", "body", "kind", "triangles", "distance"});
    for (std::size_t i = 0; i < std::min(kMostRows, proof.contacts.size()); ++i) {
        const PathContact& contact = proof.contacts[i];
        std::string kind = contact.kind;
        std::replace(kind.begin(), kind.end(), '_', ' ');
        table.add({shown(scene.bodies[contact.bodies[0]].name), shown(scene.bodies[contact.bodies[1]].name),
                   kind, fmt::format("{} {}", contact.triangles[0], contact.triangles[1]),
                   length_text(contact.distance, scene.unit)});
    }
    std::string text = table.text(colour);
    if (proof.contacts.size() > kMostRows)
        text += fmt::format("  and {} more\n", count_text(proof.contacts.size() - kMostRows));
    return text;
}

std::string verdict_text(const PathProof& proof, bool colour) {
    const std::string pairs =
        count_of(proof.pairs.size(), "pair") +
        (proof.ignored.empty() ? "" : fmt::format(", {} ignored", proof.ignored.size()));
    const std::string place =
        fmt::format("segment {}, t = {}", proof.segment, number_text(proof.clear_until));
    switch (proof.verdict) {
        case PathVerdict::Clear:
            return fmt::format("{}: {} proved apart along {}\n", toned("clear", Tone::Good, colour), pairs,
                               count_of(proof.segment + 1, "segment"));
        case PathVerdict::Contact:
            return fmt::format("{}: {}; proved apart up to there\n", toned("contact", Tone::Warning, colour),
                               place);
        case PathVerdict::OverlapAtStart:
            return toned("overlap at start", Tone::Warning, colour) +
                   ": some bodies are not apart to begin with\n";
        case PathVerdict::Undecided:
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
    if (!words.certificate.empty())
        if (auto valid = validate_out(words.certificate, globals.json); !valid) return valid.error();
    if (!is_scene_name(words.scene))
        return make_error(ErrorCode::BadUsage, words.scene, "paths stand in scene files",
                          "a name that ends in .json is wanted");
    const auto input = read_input(words.scene, {.threads = globals.threads});
    if (!input) return input.error();
    const Scene& scene = input->scene;
    const auto start = std::chrono::steady_clock::now();
    const auto proof = prove_paths(scene, options);
    if (!proof) return proof.error();
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
    Answer answer;
    answer.json = report_json(*proof, scene, elapsed.count());
    answer.text = contacts_text(*proof, scene, globals.colour) + verdict_text(*proof, globals.colour);
    answer.exit_code = proof->verdict == PathVerdict::Clear       ? 0
                       : proof->verdict == PathVerdict::Undecided ? kUndecided
                                                                  : 1;
    if (words.certificate.empty()) return answer;
    const std::string certificate = format_certificate(scene, *proof, words.scene);
    if (auto written = write_file_atomically(words.certificate, certificate); !written)
        return written.error();
    answer.json["certificate"] = {{"path", words.certificate}, {"bytes", certificate.size()}};
    if (is_stdout(words.certificate))
        answer.text.clear();
    else
        answer.text +=
            fmt::format("{}: {} bytes\n", shown(words.certificate), count_text(certificate.size()));
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
    app->add_option("--budget", words->budget, "Give up after so many seconds (exit code 3)")->type_name("S");
    app->add_option("--certificate", words->certificate, "Write the proof here")->type_name("FILE");
    app->footer(kHelp);
    return {app, [words, &globals] { return run_path(*words, globals); }};
}

}  // namespace graze::cli
