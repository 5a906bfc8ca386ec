// `graze demo`: writes a generated scene into a folder, and never over what somebody else put there.
#include "graze/demo/demo.h"
#include "cad_demo.h"
#include "command.h"
#include "demo_folder.h"
#include "graze/core/interrupt.h"
#include "graze/core/wording.h"
#include "graze/demo/deformable_demos.h"
#include "graze/demo/rod_demos.h"
#include "graze/io/scene/scene_file.h"
#include "output.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace graze::cli {
namespace demo_command {

constexpr const char* kHelp = R"(Examples:
  graze demo --list
  graze demo screw-and-nut --out demo
  graze demo grid --out demo --threaded
  graze demo bunnies --out demo --seed 7 --force

The folder may be new, empty, or one that `graze demo` wrote and nobody changed; --force writes in any other.)";

struct DemoWords {
    std::string name, out;
    bool list = false, force = false;
    std::uint64_t seed = 1;
    std::map<std::string, std::string> values;  // of parameters, by name
    std::map<std::string, std::int64_t> flags;
};

std::vector<std::string> demo_names() {
    std::vector<std::string> names;
    for (const DemoInfo& demo : demos()) names.push_back(demo.name);
    return names;
}

std::string parameter_text(const DemoParameter& parameter) {
    if (parameter.flag) return fmt::format("      --{}: {}\n", parameter.name, parameter.description);
    return fmt::format("      --{} {:g} ({:g} to {:g}): {}\n", parameter.name, parameter.default_value,
                       parameter.min, parameter.max, parameter.description);
}

Answer list_demos(bool colour) {
    Answer answer;
    answer.json["demos"] = Json::array();
    for (const DemoInfo& demo : demos()) {
        Json parameters = Json::array();
        answer.text += fmt::format("  {}: {}\n", toned(demo.name, Tone::Strong, colour), demo.description);
        for (const DemoParameter& parameter : demo.parameters) {
            answer.text += parameter_text(parameter);
            parameters.push_back({{"name", parameter.name},
                                  {"default", parameter.default_value},
                                  {"min", parameter.min},
                                  {"max", parameter.max},
                                  {"whole", parameter.whole},
                                  {"flag", parameter.flag},
                                  {"description", parameter.description}});
        }
        answer.json["demos"].push_back({{"name", demo.name},
                                        {"description", demo.description},
                                        {"cad", demo.cad},
                                        {"parameters", std::move(parameters)}});
    }
    return answer;
}

/// The parameters that were given. Those of other demos are options too, so they are refused here.
Expected<std::map<std::string, double>> given_parameters(const DemoWords& words, const DemoInfo& demo) {
    std::map<std::string, double> given;
    std::vector<std::string> known;
    for (const DemoParameter& parameter : demo.parameters) known.push_back("--" + parameter.name);
    const auto refuse_foreign = [&](const std::string& name) -> Expected<void> {
        if (std::find(known.begin(), known.end(), "--" + name) != known.end()) return {};
        return make_error(ErrorCode::BadUsage, "demo " + demo.name,
                          fmt::format("has no parameter --{}", name),
                          known.empty() ? "it has none" : "its parameters are " + listed(known));
    };
    for (const auto& [name, text] : words.values) {
        if (auto ours = refuse_foreign(name); !ours) return ours.error();
        double value = 0.0;
        const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (failure != std::errc() || end != text.data() + text.size())
            return make_error(ErrorCode::BadUsage, "--" + name,
                              fmt::format("{} is not a number", in_quotes(text)), "write a number");
        given[name] = value;
    }
    for (const auto& [name, value] : words.flags) {
        if (auto ours = refuse_foreign(name); !ours) return ours.error();
        given[name] = static_cast<double>(value);
    }
    return given;
}

std::string scene_file(const DemoWords& words) {
    return (std::filesystem::path(words.out) / "scene.json").string();
}

Json record_json(const DemoWords& words, const DemoRecord& record) {
    Json files = Json::array();
    for (const auto& [name, hash] : record.files) files.push_back(name);
    return {{"demo", record.name}, {"seed", record.seed},        {"parameters", record.parameters},
            {"out", words.out},    {"scene", scene_file(words)}, {"files", std::move(files)}};
}

std::string next_steps(const DemoWords& words) {
    const std::string file = shown(scene_file(words));
    return fmt::format("  graze info {}\n  graze view {} --out picture.png\n", file, file);
}

Answer answer_of(const DemoWords& words, const Scene& scene, const DemoRecord& record) {
    std::uint64_t triangles = 0;
    Json bodies = Json::array();
    for (const SceneBody& body : scene.bodies) {
        triangles += body.mesh->triangles.size();
        bodies.push_back({{"name", body.name}, {"triangles", body.mesh->triangles.size()}});
    }
    Answer answer{record_json(words, record), {}};
    answer.json["unit"] = name_of(scene.unit);
    answer.json["bodies"] = std::move(bodies);
    answer.text =
        fmt::format("{}: {}, {}\n", shown(words.out), count_of(scene.bodies.size(), "body", "bodies"),
                    count_of(triangles, "triangle")) +
        next_steps(words);
    return answer;
}

Answer answer_of(const DemoWords& words, const CadDemoCounts& counts, const DemoRecord& record) {
    Answer answer{record_json(words, record), {}};
    answer.json["parts"] = counts.parts;
    answer.json["shapes"] = counts.shapes;
    answer.json["faces"] = counts.faces;
    answer.text = fmt::format("{}: {} of {}, {}\n", shown(words.out), count_of(counts.parts, "part"),
                              count_of(counts.shapes, "shape"), count_of(counts.faces, "face")) +
                  next_steps(words);
    return answer;
}

Expected<Answer> run_demo(const DemoWords& words, const Globals& globals) {
    if (words.list) return list_demos(globals.colour);
    if (words.name.empty())
        return make_error(ErrorCode::BadUsage, "demo", "NAME is required",
                          "the demos are " + listed(demo_names()));
    const auto info = std::find_if(demos().begin(), demos().end(),
                                   [&](const DemoInfo& demo) { return demo.name == words.name; });
    if (info == demos().end()) {
        const std::string guess = did_you_mean(words.name, demo_names());
        return make_error(ErrorCode::BadUsage, "demo",
                          fmt::format("no demo is named {}", in_quotes(words.name)),
                          guess.empty() ? "the demos are " + listed(demo_names()) : guess);
    }
    if (words.out.empty())
        return make_error(ErrorCode::BadUsage, "demo", "--out is required",
                          "name a folder to write the scene in");
    const auto parameters = given_parameters(words, *info);
    if (!parameters) return parameters.error();

    auto folder = DemoFolder::open(words.out, words.force ? Overwrite::Anything : Overwrite::OwnFilesOnly);
    if (!folder) return folder.error();
    const DemoOptions options{.seed = words.seed, .parameters = *parameters};
    const auto values = demo_parameters(*info, options);
    if (!values) return values.error();
    DemoRecord record{words.name, words.seed, *values, {}};
    const auto mesh = values->find("mesh");
    if (info->cad && (mesh == values->end() || mesh->second == 0.0)) {
        CadDemoCounts counts;
        const auto written = folder->take_over(
            [&](const std::filesystem::path& hidden) -> Expected<void> {
                const auto made = make_cad_demo(hidden, words.name, options);
                if (!made) return made.error();
                counts = *made;
                return {};
            },
            std::move(record));
        if (!written) return written.error();
        return answer_of(words, counts, *written);
    }
    const auto scene = make_demo(words.name, options);
    if (!scene) return scene.error();
    if (interrupt_requested())
        return make_error(ErrorCode::Interrupted, words.out, "interrupted, nothing written");
    const auto rods = make_demo_rods(words.name, options);
    if (!rods) return rods.error();
    const auto deformables = make_demo_deformables(words.name, options);
    if (!deformables) return deformables.error();
    const auto written = folder->write(*scene, *rods, *deformables, std::move(record));
    if (!written) return written.error();
    return answer_of(words, *scene, *written);
}

/// One option per parameter name of any demo; the help tells whose it is.
void add_parameters(CLI::App& app, DemoWords& words) {
    std::map<std::string, std::pair<bool, std::string>> parameters;  // name -> takes a value, description
    for (const DemoInfo& demo : demos())
        for (const DemoParameter& parameter : demo.parameters) {
            auto& [takes_value, description] = parameters[parameter.name];
            takes_value = takes_value || !parameter.flag;
            description += (description.empty() ? "" : "; ") + demo.name + ": " + parameter.description;
        }
    for (const auto& [name, parameter] : parameters) {
        const auto& [takes_value, description] = parameter;
        CLI::Option* option =
            takes_value
                ? app.add_option_function<std::string>(
                         "--" + name,
                         [&words, key = name](const std::string& text) { words.values[key] = text; },
                         description)
                      ->type_name("X")
                : app.add_flag_function(
                      "--" + name,
                      [&words, key = name](std::int64_t count) { words.flags[key] = count > 0 ? 1 : 0; },
                      description);
        option->group("Parameters");
    }
}

}  // namespace demo_command

Command add_demo(CLI::App& graze, const Globals& globals) {
    using namespace demo_command;
    const auto words = std::make_shared<DemoWords>();
    CLI::App* app = graze.add_subcommand("demo", "Writes a generated scene to play with");
    app->add_option("NAME", words->name, "Which one; --list names them");
    app->add_option("--out", words->out, "Folder to write scene.json and its meshes in")->type_name("DIR");
    app->add_option("--seed", words->seed, "Of what is random in the demo (default: 1)")
        ->type_name("N")
        ->check([](const std::string& given) {  // CLI11 2.1 lets -1 wrap around
            return given.starts_with('-') ? std::string("--seed: must not be negative") : std::string();
        });
    app->add_flag("--list", words->list, "Names the demos and their parameters");
    app->add_flag("--force", words->force, "Write even over files that graze demo did not write");
    add_parameters(*app, *words);
    app->footer(kHelp);
    return {app, [words, &globals] { return run_demo(*words, globals); }};
}

}  // namespace graze::cli
