#include "graze/io/text/names.h"

#include <cstdint>

namespace graze::internal {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

bool is_continuation(unsigned char c) { return (c & 0xC0) == 0x80; }

/// Length of the valid UTF-8 sequence at the start of `text` (RFC 3629, table of section 4), or 0.
std::size_t sequence_length(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
    };
    const auto first = byte(0), second = byte(1);
    if (first < 0x20 || first == 0x7F) return 0;  // control characters
    if (first < 0x80) return 1;
    if (first >= 0xC2 && first <= 0xDF) return is_continuation(static_cast<unsigned char>(second)) ? 2 : 0;
    const auto continued = [&](std::size_t i) {
        return is_continuation(static_cast<unsigned char>(byte(i)));
    };
    if (first >= 0xE0 && first <= 0xEF) {
        const unsigned low = first == 0xE0 ? 0xA0u : 0x80u, high = first == 0xED ? 0x9Fu : 0xBFu;
        return second >= low && second <= high && continued(2) ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const unsigned low = first == 0xF0 ? 0x90u : 0x80u, high = first == 0xF4 ? 0x8Fu : 0xBFu;
        return second >= low && second <= high && continued(2) && continued(3) ? 4 : 0;
    }
    return 0;
}

}  // namespace

std::string clean_name(std::string_view raw) {
    std::string clean;
    while (!raw.empty()) {
        const std::size_t length = sequence_length(raw);
        const std::string_view piece = length == 0 ? kReplacement : raw.substr(0, length);
        if (clean.size() + piece.size() > kLongestName) break;
        clean += piece;
        raw.remove_prefix(length == 0 ? 1 : length);
    }
    return clean;
}

std::string UniqueNames::add(std::string name) {
    const std::size_t earlier = uses_[name]++;
    if (earlier == 0) return name;
    // The numbered form may itself have been taken by the file; try on until one is free.
    for (std::size_t n = earlier + 1;; ++n) {
        std::string numbered = name + "#" + std::to_string(n);
        if (uses_.try_emplace(numbered, 1).second) {
            uses_[name] = n;
            return numbered;
        }
    }
}

}  // namespace graze::internal
