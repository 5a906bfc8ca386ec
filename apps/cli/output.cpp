#include "output.h"

#include "graze/core/wording.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace graze::cli {
namespace {

/// Characters, not bytes: our tables hold names in UTF-8. (Wide and combining characters count as one.)
std::size_t columns_of(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

bool is_number(std::string_view cell) {
    return !cell.empty() && ((cell[0] >= '0' && cell[0] <= '9') || cell[0] == '-');
}

}  // namespace

bool terminal_wants_colour() {
    const char* no_color = std::getenv("NO_COLOR");  // https://no-color.org
    const char* term = std::getenv("TERM");
    return isatty(STDOUT_FILENO) != 0 && (!no_color || *no_color == '\0') && term &&
           std::strcmp(term, "dumb") != 0;
}

std::string toned(std::string_view text, Tone tone, bool colour) {
    if (!colour || tone == Tone::Plain) return std::string(text);
    const char* code = tone == Tone::Strong ? "1" : tone == Tone::Good ? "32" : "33";
    return fmt::format("\033[{}m{}\033[0m", code, text);
}

std::string count_text(std::uint64_t count) {
    std::string digits = fmt::format("{}", count);
    for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
    return digits;
}

std::string count_of(std::uint64_t count, const std::string& singular, const std::string& plural) {
    return fmt::format("{} {}", count_text(count),
                       count == 1       ? singular
                       : plural.empty() ? singular + "s"
                                        : plural);
}

std::string number_text(double value) {
    const std::string text = fmt::format("{:.5g}", value);
    if (!(std::abs(value) >= 9999.5 && std::abs(value) < 1e15)) return text;
    // Five digits and then zeros, which fmt would write as a power of ten.
    const auto whole =
        static_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr) * (value < 0.0 ? -1.0 : 1.0));
    return (value < 0.0 ? "-" : "") + count_text(whole);
}

std::string length_text(double value, Unit unit) {
    return fmt::format("{} {}", number_text(value), name_of(unit));
}

std::string shown(std::string_view name) {
    const std::string quoted = in_quotes(name);
    return quoted.substr(1, quoted.size() - 2);
}

std::string Table::text(bool colour) const {
    std::vector<std::size_t> widths(rows_.front().size());
    std::vector<bool> right(widths.size());
    for (const auto& row : rows_)
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], columns_of(row[i]));
            if (&row != &rows_.front() && is_number(row[i])) right[i] = true;
        }
    std::string result;
    for (const auto& row : rows_) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::size_t padding = widths[i] - columns_of(row[i]);
            line += right[i] ? fmt::format("  {:{}}{}", "", padding, row[i])
                             : fmt::format("  {}{:{}}", row[i], "", padding);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        result += (&row == &rows_.front() ? toned(line, Tone::Strong, colour) : line) + "\n";
    }
    return result;
}

bool is_stdout(const std::string& path) {
    struct stat there {
    }, ours{};
    if (!path.starts_with("/dev/") && !path.starts_with("/proc/")) return false;
    return ::stat(path.c_str(), &there) == 0 && ::fstat(STDOUT_FILENO, &ours) == 0 &&
           there.st_dev == ours.st_dev && there.st_ino == ours.st_ino;
}

int write_stdout(std::string_view text) {
    while (!text.empty()) {
        const ssize_t put = ::write(STDOUT_FILENO, text.data(), text.size());
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return errno == EPIPE ? 0 : errno;
        text.remove_prefix(static_cast<std::size_t>(put));
    }
    return 0;
}

}  // namespace graze::cli
