// `graze studio`: parts moved by mouse in the browser, and nothing ever interpenetrates.
#include "cad_demo.h"
#include "command.h"
#include "gather.h"
#include "graze/core/interrupt.h"
#include "graze/core/wording.h"
#include "graze/demo/demo.h"
#include "graze/io/scene/scene_file.h"
#include "input.h"
#include "output.h"
#include "studio/server.h"

#include <cstdlib>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace graze::cli {
namespace studio_command {

namespace fs = std::filesystem;

constexpr const char* kHelp = R"(Examples:
  graze studio                          a start page with demos, and a place to drop files
  graze studio scene.json
  graze studio car.step door.step
  graze studio scene.json --port 8080 --no-open

Prints the address of the page on a line of its own and opens the browser, if there is one. Only this machine can reach
it, and only with the token in the address. Ctrl-C ends it. Part after part can be grabbed and dragged; every motion is
proved clear before it is made, and what a hand did can be certified. docs/studio-protocol.md says how other programs
talk to it.)";

struct Words {
    std::vector<std::string> files;
    std::string home, unit, deflection;
    std::optional<std::uint16_t> port;
    bool no_open = false, audit = false;
};

/// Where programs keep what they know of a user's sessions.
fs::path default_home() {
    const auto named = [](const char* variable) {
        const char* value = std::getenv(variable);
        return fs::path(value != nullptr ? value : "");
    };
    if (const fs::path state = named("XDG_STATE_HOME"); state.is_absolute()) return state / "graze" / "studio";
    if (const fs::path home = named("HOME"); home.is_absolute()) return home / ".local" / "state" / "graze" / "studio";
    return fs::temp_directory_path() / "graze-studio";
}

bool is_there_a_display() { return std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr; }

/// Nothing is said if there is no browser: the address is printed.
void open_browser(const std::string& address) {
    if (!is_there_a_display()) return;
    const pid_t child = ::fork();
    if (child != 0) return;
    ::setsid();
    if (std::freopen("/dev/null", "w", stdout) == nullptr || std::freopen("/dev/null", "w", stderr) == nullptr) ::_exit(1);
    ::execlp("xdg-open", "xdg-open", address.c_str(), nullptr);
    ::_exit(1);
}

Expected<void> make_demo_folder(const std::string& name, const std::map<std::string, double>& parameters, const fs::path& folder, const Watch& watch) {
    const auto info = demo_named(name);
    if (!info) return info.error();
    const DemoOptions options{.parameters = parameters};
    const auto values = demo_parameters(*info, options);
    if (!values) return values.error();
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed) return make_error(ErrorCode::CannotWrite, folder.string(), "cannot be made: " + failed.message());
    const auto mesh = values->find("mesh");
    if (info->cad && (mesh == values->end() || mesh->second == 0.0)) {
        const auto made = make_cad_demo(folder, name, options, &watch);
        return made ? Expected<void>() : made.error();
    }
    const auto scene = make_demo(name, options);
    if (!scene) return scene.error();
    const auto written = write_scene(folder, *scene);
    return written ? Expected<void>() : written.error();
}

/// One scene file keeps its paths; of several files, bodies stand.
Expected<Scene> read_files(const std::vector<std::string>& files, const Words& words, const Globals& globals, const Watch& watch) {
    if (files.size() == 1 && is_scene_name(files.front())) {
        const auto deflection = parse_deflection(words.deflection);
        if (!deflection) return deflection.error();
        auto input = read_input(files.front(), {.deflection = *deflection, .threads = globals.threads, .progress = Progress::Draw::Never, .watch = &watch});
        if (!input) return input.error();
        return std::move(input->scene);
    }
    auto gathered = gather({.files = files, .unit = words.unit, .deflection = words.deflection}, Parts::Split, globals.threads, &watch);
    if (!gathered) return gathered.error();
    return std::move(gathered->scene);
}

Expected<Answer> run_studio(const Words& words, const Globals& globals) {
    if (globals.json) return make_error(ErrorCode::BadUsage, "--json", "the studio speaks to browsers", "see docs/studio-protocol.md");
    for (const std::string& file : words.files)
        if (std::error_code failed; !fs::is_regular_file(file, failed))
            return make_error(ErrorCode::NotFound, in_quotes(file), "there is no such file");
    studio::ServerOptions options{.port = words.port, .studio = {.home = words.home.empty() ? default_home() : fs::absolute(words.home), .version = GRAZE_VERSION, .server = {}}};
    std::error_code failed;
    options.studio.graze = fs::read_symlink("/proc/self/exe", failed);
    options.studio.audit = words.audit;
    options.studio.threads = globals.threads;
    options.files = words.files;
    ::setenv("GRAZE_PROGRESS", "lines", 1);  // of the commands that the studio runs; no thread is there yet
    studio::SceneReaders readers;
    readers.read = [&](const std::vector<std::string>& files, const Watch& watch) { return read_files(files, words, globals, watch); };
    readers.make_demo = make_demo_folder;
    const auto served = studio::serve(options, std::move(readers), [&](const std::string& address) {
        (void)write_stdout(address + "\n");
        if (!words.no_open) open_browser(address);
    });
    if (!served) return served.error();
    Answer answer;
    answer.exit_code = 0;
    return answer;
}

}  // namespace studio_command

Command add_studio(CLI::App& graze, const Globals& globals) {
    using namespace studio_command;
    const auto words = std::make_shared<Words>();
    CLI::App* app = graze.add_subcommand("studio", "Move parts by mouse, in the browser, with proof");
    app->add_option("FILE", words->files, "A scene file (json), or mesh and CAD files");
    app->add_option("--port", words->port, "Port on 127.0.0.1; 0: any (default: that of the last time, if it is free)")->type_name("P");
    app->add_flag("--no-open", words->no_open, "Do not open a browser");
    app->add_option("--home", words->home, "Folder for demos, uploads, exports and sessions")->type_name("DIR");
    app->add_flag("--audit", words->audit, "Check every frame that is shown by the exact tests (for tests)");
    app->add_option("--unit", words->unit, "What numbers mean in mesh files that state no unit")->type_name("UNIT");
    add_deflection_option(*app, words->deflection);
    app->footer(kHelp);
    return {app, [words, &globals] { return run_studio(*words, globals); }};
}

}  // namespace graze::cli
