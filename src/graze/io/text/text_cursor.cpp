#include "graze/io/text/text_cursor.h"

#include "graze/io/text/names.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace graze::internal {
namespace {

constexpr std::size_t kLongestQuote = 40;  // bytes of a word that a message repeats

/// The high bit of every zero byte, exact for the lowest one (which is all we use).
std::uint64_t zero_bytes(std::uint64_t v) { return (v - 0x0101010101010101u) & ~v & 0x8080808080808080u; }

}  // namespace

TextCursor::TextCursor(std::string_view text) : begin_(text.data()), at_(begin_), end_(begin_ + text.size()) {
    static_assert(std::endian::native == std::endian::little);  // find_line_end counts bytes from the low end
    if (text.starts_with(kByteOrderMark)) at_ += kByteOrderMark.size();
}

const char* TextCursor::find_line_end() const {
    const char* p = at_;
    for (; end_ - p >= 8; p += 8) {
        std::uint64_t bytes;
        std::memcpy(&bytes, p, 8);
        const std::uint64_t hit =
            zero_bytes(bytes ^ 0x0A0A0A0A0A0A0A0Au) | zero_bytes(bytes ^ 0x0D0D0D0D0D0D0D0Du);
        if (hit != 0) return p + std::countr_zero(hit) / 8;
    }
    while (p != end_ && *p != '\n' && *p != '\r') ++p;
    return p;
}

void TextCursor::next_line() {
    at_ = find_line_end();
    if (at_ == end_) return;
    const bool carriage = *at_++ == '\r';
    if (carriage && at_ != end_ && *at_ == '\n') ++at_;
}

std::string_view TextCursor::rest_of_line() {
    skip_blanks();
    const char* from = at_;
    at_ = find_line_end();
    const char* to = at_;
    while (to != from && is_space(to[-1])) --to;
    return {from, static_cast<std::size_t>(to - from)};
}

std::uint64_t TextCursor::line_number() const {
    std::uint64_t line = 1;
    for (const char* p = begin_; p < at_; ++p)
        if (*p == '\n' || (*p == '\r' && !(p + 1 != end_ && p[1] == '\n'))) ++line;
    return line;
}

std::optional<ParsedNumber> parse_number(const char* at, const char* end) {
    if (at != end && *at == '+') {
        ++at;
        if (at != end && *at == '-') return std::nullopt;
    }
    double value = 0.0;
    const auto [stop, fault] = std::from_chars(at, end, value);
    if (fault == std::errc::invalid_argument) return std::nullopt;
    if (fault == std::errc::result_out_of_range) {
        const std::string digits(at, stop);
        value = std::strtod(digits.c_str(), nullptr);  // too large: infinite; too small: the nearest double
    }
    if (!std::isfinite(value)) return std::nullopt;
    return ParsedNumber{value, stop};
}

std::optional<ParsedInteger> parse_integer(const char* at, const char* end) {
    if (at != end && *at == '+') {
        ++at;
        if (at != end && *at == '-') return std::nullopt;
    }
    std::int64_t value = 0;
    const auto [stop, fault] = std::from_chars(at, end, value);
    if (fault != std::errc{}) return std::nullopt;
    return ParsedInteger{value, stop};
}

std::string quoted_word(std::string_view word) {
    const bool cut = word.size() > kLongestQuote;
    return "'" + clean_name(word.substr(0, kLongestQuote)) + (cut ? "...'" : "'");
}

std::string number_fault(std::string_view word) {
    if (word.empty()) return "a number is missing";
    double value = 0.0;
    const char* from = word.data() + (word.front() == '+' ? 1 : 0);
    const auto [stop, fault] = std::from_chars(from, word.data() + word.size(), value);
    const bool is_whole = stop == word.data() + word.size() && fault != std::errc::invalid_argument;
    if (is_whole) return quoted_word(word) + " is not finite as a double (limit 1.8e308)";
    return quoted_word(word) + " is not a number";
}

}  // namespace graze::internal
