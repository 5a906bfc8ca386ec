// A place in a text that is read once from front to back; what the text readers of this room share.
//
// A line ends with "\n", "\r\n" or "\r", also mixed in one file. Blanks are spaces and tabs. Line numbers are
// counted only when somebody asks, that is, for an error.
#pragma once

#include "graze/core/internal.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace graze::internal {

class TextCursor {
  public:
    /// Starts at the first byte; a UTF-8 byte order mark is skipped.
    explicit TextCursor(std::string_view text);

    [[nodiscard]] const char* at() const { return at_; }
    [[nodiscard]] const char* end() const { return end_; }
    [[nodiscard]] bool at_end() const { return at_ == end_; }
    [[nodiscard]] bool at_line_end() const { return at_ == end_ || *at_ == '\n' || *at_ == '\r'; }
    [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }
    void go_to(const char* place) { at_ = place; }

    void skip_blanks() {
        while (at_ != end_ && (*at_ == ' ' || *at_ == '\t')) ++at_;
    }
    /// Blanks and line ends.
    void skip_space() {
        while (at_ != end_ && is_space(*at_)) ++at_;
    }
    /// To the first byte after this line's end.
    void next_line();

    /// Up to the next space or the end of the text; may be empty.
    std::string_view word() {
        const char* from = at_;
        while (at_ != end_ && !is_space(*at_)) ++at_;
        return {from, static_cast<std::size_t>(at_ - from)};
    }
    /// The rest of the line without blanks around it.
    std::string_view rest_of_line();

    /// 1 for the first line. Cost: linear in the bytes before the place.
    [[nodiscard]] std::uint64_t line_number() const;

    [[nodiscard]] static bool is_space(char c) {
        return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
    }

  private:
    [[nodiscard]] const char* find_line_end() const;

    const char* begin_;
    const char* at_;
    const char* end_;
};

/// A number of a text and where it stops.
struct ParsedNumber {
    double value;
    const char* stop;
};

/// The nearest double of a decimal number ("+1.5e-3", ".5", "7.") at `at`. Nothing if there is none, if it
/// exceeds the doubles, or if it says nan or inf. What is too small for a double becomes the nearest one (0
/// or subnormal). The caller looks at what follows. Cost: 25 to 45 ns (std::from_chars of libstdc++ 12).
[[nodiscard]] std::optional<ParsedNumber> parse_number(const char* at, const char* end);

struct ParsedInteger {
    std::int64_t value;
    const char* stop;
};

/// A decimal integer with an optional sign. Nothing if there is none or it exceeds 64 bits.
[[nodiscard]] std::optional<ParsedInteger> parse_integer(const char* at, const char* end);

/// What is wrong with a word that should have been a finite number: "'abc' is not a number" or
/// "'1e999' is not finite as a double (limit 1.8e308)".
[[nodiscard]] std::string number_fault(std::string_view word);

/// The word in quotes for a message: valid UTF-8, and cut if it is long.
[[nodiscard]] std::string quoted_word(std::string_view word);

}  // namespace graze::internal
