#include "cad_demo.h"

#include "graze/core/child_process.h"
#include "graze/core/progress.h"
#include "graze/core/wording.h"

#include <array>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace graze::cli {
namespace {

/// What graze-cad said (apps/cad/demo_command.h).
struct Heard {
    CadDemoCounts counts;
    std::optional<Error> error;
};

/// The first word of a line, which is then without it.
std::string_view next_word(std::string_view& line) {
    const std::size_t end = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    return word;
}

std::uint64_t next_number(std::string_view& line) {
    const std::string_view word = next_word(line);
    std::uint64_t number = 0;
    std::from_chars(word.data(), word.data() + word.size(), number);
    return number;
}

ErrorCode code_named(std::string_view name) {
    for (const ErrorCode code : {ErrorCode::BadUsage, ErrorCode::BadInput, ErrorCode::NotFound,
                                 ErrorCode::CannotRead, ErrorCode::CannotWrite, ErrorCode::Interrupted})
        if (name == name_of(code)) return code;
    return ErrorCode::Unsupported;
}

bool hear(std::string_view line, Heard& heard, std::optional<Progress>& bar, const std::string& title, const Watch* watch) {
    const std::string_view word = next_word(line);
    if (word == "progress") {
        const std::uint64_t done = next_number(line), total = next_number(line);
        tell(watch, "making", done, total);
        if (!bar) bar.emplace(title, total);
        if (done > bar->done()) bar->advance(done - bar->done());
        return true;
    }
    if (word == "count") {
        const std::string_view name = next_word(line);
        const std::uint64_t number = next_number(line);
        if (name == "parts") heard.counts.parts = number;
        if (name == "shapes") heard.counts.shapes = number;
        if (name == "faces") heard.counts.faces = number;
        return true;
    }
    if (word == "error") {
        const ErrorCode code = code_named(next_word(line));
        heard.error = Error{code, std::string(line)};
        return true;
    }
    return false;
}

/// Why a child that did not say why did not succeed.
Error unexplained(const std::string& name, const ChildResult& result) {
    const std::string what = result.end == ChildEnd::Signalled
                                 ? fmt::format("graze-cad died of signal {}", result.status)
                                 : fmt::format("graze-cad ended with exit code {}", result.status);
    const std::string said = result.messages.empty() ? "" : " and said " + in_quotes(result.messages);
    return make_error(ErrorCode::Unsupported, "demo " + name, what + said, "please report it");
}

}  // namespace

Expected<CadDemoCounts> make_cad_demo(const std::filesystem::path& folder, const std::string& name,
                                      const DemoOptions& options, const Watch* watch) {
    const auto program = find_helper({"graze-cad", "GRAZE_CAD", {"../cad"}});
    if (!program)
        return make_error(
            ErrorCode::NotFound, "demo " + name,
            "is made by graze-cad, which is neither beside graze nor in PATH",
            "build Graze with -DGRAZE_BUILD_CAD=ON (needs OpenCASCADE), or set GRAZE_CAD to it");
    std::vector<std::string> words{"demo",          name,     "--out",
                                   folder.string(), "--seed", std::to_string(options.seed)};
    for (const auto& [parameter, value] : options.parameters) {
        words.push_back("--" + parameter);
        words.push_back(fmt::format("{}", value));
    }
    Heard heard;
    std::optional<Progress> bar;
    const auto result = run_child(
        *program, words, [&](std::string_view line) { return hear(line, heard, bar, "making " + name, watch); },
        {.cancel = watch != nullptr ? watch->cancelled : nullptr});
    bar.reset();
    if (!result)
        return make_error(result.error().code, "demo " + name, result.error().message,
                          std::getenv("GRAZE_CAD") ? "correct GRAZE_CAD, or unset it" : "reinstall Graze");
    if (result->end == ChildEnd::Interrupted)
        return make_error(ErrorCode::Interrupted, "demo " + name, "interrupted, nothing written");
    if (heard.error) return *heard.error;
    if (result->end != ChildEnd::Exited || result->status != 0) return unexplained(name, *result);
    return heard.counts;
}

}  // namespace graze::cli
