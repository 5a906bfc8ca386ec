#include "import_command.h"

#include "graze/core/file.h"
#include "graze/core/wording.h"
#include "graze/io/cad/cad_entry.h"
#include "graze_cad/import.h"

#include <charconv>
#include <chrono>
#include <map>
#include <mutex>
#include <optional>

#include <fmt/format.h>
#include <unistd.h>

namespace graze::cad {
namespace {

constexpr std::chrono::milliseconds kBetweenReports{50};

/// Not more often than anybody can see, but the end of each kind always.
class Reporter {
  public:
    void operator()(const char* what, std::uint64_t done, std::uint64_t total) {
        const std::lock_guard lock(mutex_);
        const auto now = std::chrono::steady_clock::now();
        if (done < total && now < next_) return;
        next_ = now + kBetweenReports;
        report_line(fmt::format("progress {} {} {}", what, done, total));
    }

  private:
    std::mutex mutex_;
    std::chrono::steady_clock::time_point next_ = {};
};

template <class T>
Expected<T> number(const std::string& text, const char* option) {
    T value{};
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure == std::errc() && end == text.data() + text.size()) return value;
    return make_error(ErrorCode::BadUsage, option, fmt::format("{} is not a number", in_quotes(text)));
}

}  // namespace

void report_line(const std::string& line) {
    std::string bytes = line;
    for (char& c : bytes)
        if (c == '\n' || c == '\r') c = ' ';
    bytes += '\n';
    for (std::size_t at = 0; at < bytes.size();) {
        const ssize_t count = ::write(STDERR_FILENO, bytes.data() + at, bytes.size() - at);
        if (count <= 0) return;
        at += static_cast<std::size_t>(count);
    }
}

Expected<void> run_import(const std::vector<std::string>& words) {
    if (words.size() < 2 || words.size() % 2 != 0)
        return make_error(ErrorCode::BadUsage, "import", "FILE OUT and options with values are wanted");
    std::map<std::string, std::string> given;
    for (std::size_t i = 2; i < words.size(); i += 2) given[words[i]] = words[i + 1];
    ImportOptions options;
    if (!given["--name"].empty()) options.name = given["--name"];
    if (const std::string& text = given["--threads"]; !text.empty()) {
        const auto threads = number<int>(text, "--threads");
        if (!threads) return threads.error();
        options.threads = *threads;
    }
    if (const std::string& text = given["--deflection"]; !text.empty()) {
        const auto deflection = number<double>(text, "--deflection");
        if (!deflection) return deflection.error();
        options.deflection = *deflection;
    }
    Reporter reporter;
    options.progress = std::ref(reporter);
    CadFormat format = CadFormat::Step;
    for (const CadFormat other : {CadFormat::Iges, CadFormat::Brep})
        if (given["--format"] == name_of(other)) format = other;
    const auto model = import_cad_file(words[0], format, options);
    if (!model) return model.error();
    return write_file_atomically(words[1], format_cad_entry(*model, given["--key"]));
}

}  // namespace graze::cad
