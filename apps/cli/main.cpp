// The command `graze`: reads the command line, runs one command, prints its answer (DESIGN 4, C6).
#include "command.h"
#include "graze/core/interrupt.h"
#include "graze/core/wording.h"
#include "output.h"

#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace graze::cli {
namespace {

constexpr int kBadInput = 2;
constexpr int kInterrupted = 130;
constexpr int kMostThreads = 1024;

constexpr const char* kExamples = R"(Examples:
  graze info part.stl                           what is in a mesh, and what is wrong with it
  graze convert part.obj part.glb --unit in     from one mesh format to another
  graze view scene.json --out picture.png       a picture, without a display
  graze clash scene.json --clearance 2          which bodies clash, how and where; exit code 1 if one does
  graze distance a.stl b.stl                    how far apart, with the closest points
  graze path scene.json --certificate p.graze   whether bodies stay apart along their paths, with proof
  graze probe scene.json --budget 1ms           which bodies meet, frame by frame, in bounded time
  graze audit run.glb                           whether a recorded motion goes through anything
  graze verify p.graze                          whether such a proof holds
  graze simulate scene.json --seconds 2         push, pull and drop bodies that never interpenetrate
  graze studio                                  parts moved by mouse, in the browser
  graze demo screw-and-nut --out demo           a ready scene to play with
  graze demo --list                             all demos and their parameters

Exit codes: 0 fine, 1 clash, 2 bad usage or input, 3 undecided, 130 interrupted. `graze COMMAND --help` tells more.)";

std::string json_text(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// One line, whatever the message holds.
void complain(const std::string& message) {
    std::string line = "graze: " + message;
    for (char& c : line)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
    std::fprintf(stderr, "%s\n", line.c_str());
}

Json error_json(const Error& error) { return {{"code", name_of(error.code)}, {"message", error.message}}; }

int fail(const Error& error, bool json) {
    if (json) (void)write_stdout(json_text({{"error", error_json(error)}}));
    complain(error.message);
    return error.code == ErrorCode::Interrupted ? kInterrupted : kBadInput;
}

int print(const Answer& answer, bool json) {
    Json with_error = answer.json;
    if (!answer.errors.empty()) with_error["error"] = error_json(answer.errors.front());
    const int failure = write_stdout(json ? json_text(with_error) : answer.text);
    if (failure != 0) {
        complain(fmt::format("cannot write to standard output: {}", std::strerror(failure)));
        return kBadInput;
    }
    for (const Error& error : answer.errors) complain(error.message);
    return answer.errors.empty() ? answer.exit_code : kBadInput;
}

std::vector<std::string> long_options(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

/// Why the words that nothing took are not understood.
Error unexpected(const std::string& word, const CLI::App& app, const std::vector<Command>& commands) {
    std::vector<std::string> names;
    for (const Command& command : commands) names.push_back(command.app->get_name());
    const bool is_option = word.starts_with("-");
    const bool in_command = app.get_parent() != nullptr;
    const std::string kind = is_option ? "option" : in_command ? "argument" : "command";
    std::vector<std::string> known;
    if (is_option)
        known = long_options(app);
    else if (!in_command)
        known = names;
    const std::string guess = did_you_mean(word.substr(0, word.find('=')), known);
    const std::string prefix = in_command ? app.get_name() + ": " : "";
    const std::string help =
        fmt::format("graze {}--help shows examples", in_command ? app.get_name() + " " : "");
    const std::string choices = kind == "command" ? "the commands are " + listed(names) : help;
    return {ErrorCode::BadUsage, fmt::format("{}unknown {} {}; {}", prefix, kind, in_quotes(word),
                                             guess.empty() ? choices : guess)};
}

Error usage_error(const CLI::ParseError& error, const CLI::App& graze) {
    const auto used = graze.get_subcommands();
    const std::string command = used.empty() ? "" : used.front()->get_name();
    return {ErrorCode::BadUsage, used.empty() ? fmt::format("{}; graze --help shows examples", error.what())
                                              : fmt::format("{}: {}; graze {} --help shows examples", command,
                                                            error.what(), command)};
}

bool asked_for_json(int count, char** words) {
    for (int i = 1; i < count; ++i)
        if (std::strcmp(words[i], "--json") == 0) return true;
    return false;
}

void add_globals(CLI::App& app, Globals& globals) {
    app.add_flag("--json", globals.json, "One JSON object on standard output, nothing else");
    app.add_option("--threads", globals.threads,
                   "Threads to use (default: all cores); the answer is the same for any number")
        ->check(CLI::Range(0, kMostThreads))
        ->type_name("N");
}

int run(int count, char** words) {
    Globals globals;
    globals.colour = terminal_wants_colour();
    CLI::App graze("Will it fit, and can you prove it? Collision detection whose answers can be checked.",
                   "graze");
    graze.set_version_flag("--version", "graze " GRAZE_VERSION);
    graze.allow_extras();  // the rest is explained by `unexpected`, better than CLI11 can
    graze.require_subcommand(0, 1);
    graze.footer(kExamples);
    const std::vector<Command> commands{add_info(graze, globals),     add_convert(graze, globals),
                                        add_view(graze, globals),     add_clash(graze, globals),
                                        add_distance(graze, globals), add_path(graze, globals),
                                        add_probe(graze, globals),    add_verify(graze, globals),
                                        add_audit(graze, globals),    add_sweep(graze, globals),
                                        add_simulate(graze, globals),
#ifdef GRAZE_STUDIO
                                        add_studio(graze, globals),
#endif
                                        add_demo(graze, globals)};
    add_globals(graze, globals);
    for (const Command& command : commands) add_globals(*command.app, globals);

    const bool json = asked_for_json(count, words);
    try {
        graze.parse(count, words);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return graze.exit(error);  // --help, --version
        return fail(usage_error(error, graze), json);
    }
    for (const Command& command : commands) {
        if (!command.app->parsed()) continue;
        const auto rest = command.app->remaining();
        if (!rest.empty()) return fail(unexpected(rest.front(), *command.app, commands), json);
        const auto answer = command.run();
        return answer ? print(*answer, globals.json) : fail(answer.error(), json || globals.json);
    }
    const auto rest = graze.remaining();
    if (!rest.empty()) return fail(unexpected(rest.front(), graze, commands), json);
    return fail({ErrorCode::BadUsage, "no command given; graze --help shows them with examples"}, json);
}

}  // namespace
}  // namespace graze::cli

int main(int count, char** words) {
    std::signal(SIGPIPE, SIG_IGN);  // writing tells us, and temporary files are removed
    const graze::InterruptScope interrupts;
    const bool json = graze::cli::asked_for_json(count, words);
    try {
        return graze::cli::run(count, words);
    } catch (const std::bad_alloc&) {
        return graze::cli::fail(
            {graze::ErrorCode::Unsupported, "out of memory; the input is too large for this machine"}, json);
    } catch (const std::exception& error) {
        return graze::cli::fail({graze::ErrorCode::Unsupported,
                                 fmt::format("internal error: {}; please report it", error.what())},
                                json);
    }
}
