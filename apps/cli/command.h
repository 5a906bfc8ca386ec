// What the commands of `graze` share: each adds itself to the command line and answers with data and text.
#pragma once

#include "graze/core/expected.h"
#include "graze/numeric/vector.h"

#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace CLI {  // NOLINT(readability-identifier-naming): theirs
class App;
}

namespace graze::cli {

using Json = nlohmann::ordered_json;

[[nodiscard]] inline Json point_json(const Vec3& p) { return {p.x(), p.y(), p.z()}; }

/// Options that every command takes.
struct Globals {
    bool json = false;
    int threads = 0;      // 0: all cores
    bool colour = false;  // standard output is a terminal that wants it
};

/// What a command has to say. Only main prints: the JSON or the text on standard output, errors on standard
/// error.
struct Answer {
    Json json;
    std::string text;
    std::vector<Error> errors = {};  // of parts that failed while others succeeded; any makes the exit code 2
    int exit_code = 0;               // 1: the answer is a clash (C6)
};

struct Command {
    CLI::App* app;
    std::function<Expected<Answer>()> run;
};

/// Where the words of --unit, --crease and --deflection go.
struct InputWords {
    std::string& unit;
    std::string& crease;
    std::string& deflection;
    const char* unit_help = "What numbers mean in mesh files that state no unit";
};

/// Words of options about a scene as a whole; what a command does not offer stays empty.
struct SceneWords {
    std::vector<std::string> rules = {};  // files of --rules
    std::string at = {};                  // of --at: "SEGMENT,T"
    std::string split = {};               // of --split
    bool allow_missing = false;
};

/// The files of a command about bodies at one instant, and how they are read (gather.h).
struct FileWords {
    std::vector<std::string> files = {};
    std::string unit = {}, crease = {}, deflection = {};
    SceneWords scene = {};
};

void add_rules_option(CLI::App& app, SceneWords& words);
void add_split_option(CLI::App& app, SceneWords& words);
void add_missing_option(CLI::App& app, SceneWords& words);
void add_deflection_option(CLI::App& app, std::string& word);

/// --unit, --crease and --deflection: of a command that reads mesh files.
void add_input_options(CLI::App& app, const InputWords& words);
/// These, and --at, --split and --allow-missing.
void add_file_options(CLI::App& app, FileWords& words);
/// --rules, --allow-missing and --deflection: of a command about the paths of a scene.
void add_path_scene_options(CLI::App& app, SceneWords& words, std::string& deflection);

// One file per command. `globals` outlives the command.
Command add_info(CLI::App& graze, const Globals& globals);
Command add_convert(CLI::App& graze, const Globals& globals);
Command add_view(CLI::App& graze, const Globals& globals);
Command add_clash(CLI::App& graze, const Globals& globals);
Command add_distance(CLI::App& graze, const Globals& globals);
Command add_path(CLI::App& graze, const Globals& globals);
Command add_probe(CLI::App& graze, const Globals& globals);
Command add_audit(CLI::App& graze, const Globals& globals);
Command add_verify(CLI::App& graze, const Globals& globals);
Command add_sweep(CLI::App& graze, const Globals& globals);
Command add_simulate(CLI::App& graze, const Globals& globals);
Command add_studio(CLI::App& graze, const Globals& globals);
Command add_demo(CLI::App& graze, const Globals& globals);

}  // namespace graze::cli
