// Text for terminals: tables, numbers that people read, colour where it is wanted.
#pragma once

#include "graze/core/unit.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace graze::cli {

/// True if standard output is a terminal, NO_COLOR is unset or empty, and TERM is not "dumb".
[[nodiscard]] bool terminal_wants_colour();

enum class Tone { Plain, Strong, Good, Warning };

/// The text in a colour, or as it is.
[[nodiscard]] std::string toned(std::string_view text, Tone tone, bool colour);

/// 414720 -> "414,720".
[[nodiscard]] std::string count_text(std::uint64_t count);
/// "1 triangle", "2,000 triangles".
[[nodiscard]] std::string count_of(std::uint64_t count, const std::string& singular,
                                   const std::string& plural = {});
/// Five significant digits: "102.31", "3,063,200".
[[nodiscard]] std::string number_text(double value);
[[nodiscard]] std::string length_text(double value, Unit unit);

/// Names from files, fit for one line of a terminal: control characters and bad UTF-8 escaped.
[[nodiscard]] std::string shown(std::string_view name);

/// Columns under a header, as wide as they need. Cells that start with a digit or a minus stand to the right.
class Table {
  public:
    explicit Table(std::vector<std::string> header) : rows_{std::move(header)} {}
    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
    [[nodiscard]] std::string text(bool colour) const;

  private:
    std::vector<std::vector<std::string>> rows_;
};

/// True for /dev/stdout and its other names: then the file is the output, and a command says nothing else
/// there.
[[nodiscard]] bool is_stdout(const std::string& path);

/// Writes to standard output. A reader that went away (`graze info x | head -1`) is no error; a full disk is.
/// Returns an errno, 0 for success.
[[nodiscard]] int write_stdout(std::string_view text);

}  // namespace graze::cli
