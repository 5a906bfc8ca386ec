#include "graze/core/wording.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include <fmt/format.h>

namespace graze::internal {
namespace {

constexpr int kQuotedCharacters = 80;
constexpr std::size_t kLongestName = 64;

/// Bytes of the UTF-8 sequence that starts at `text[at]` and may be shown as it is; 0 if it may not.
/// Overlong forms, surrogates and the C1 controls are not shown.
std::size_t printable_sequence(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) -> unsigned {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
    };
    const unsigned lead = byte(at);
    if (lead < 0x80) return lead >= 0x20 && lead != 0x7F ? 1 : 0;
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4) return 0;
    std::uint32_t code = lead & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(at + i) & 0xC0) != 0x80) return 0;
        code = code << 6 | (byte(at + i) & 0x3F);
    }
    const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    const bool shown = code >= 0xA0 && !(code >= 0xD800 && code < 0xE000) && code <= 0x10FFFF;
    return shown && !overlong ? length : 0;
}

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

}  // namespace

std::string in_quotes(std::string_view text) {
    std::string result = "'";
    int characters = 0;
    for (std::size_t at = 0; at < text.size(); ++characters) {
        if (characters == kQuotedCharacters) return result + "...'";
        const std::size_t length = printable_sequence(text, at);
        if (length > 0) {
            result += text.substr(at, length);
        } else {
            result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[at]));
        }
        at += std::max<std::size_t>(length, 1);
    }
    return result + "'";
}

bool is_plain_text(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = printable_sequence(text, at);
        if (length == 0) return false;
        at += length;
    }
    return true;
}

std::string listed(std::span<const std::string> names) { return fmt::format("{}", fmt::join(names, ", ")); }

int edit_distance(std::string_view a, std::string_view b) {
    // before[j], last[j], row[j]: distances of the first i-2, i-1, i bytes of a to the first j of b.
    std::vector<int> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before.swap(last);
        last.swap(row);
        row[0] = static_cast<int>(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1] ? 1 : 0)});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row[b.size()];
}

std::optional<std::string> near_miss(std::string_view given, std::span<const std::string> known) {
    if (given.empty() || given.size() > kLongestName) return std::nullopt;
    std::optional<std::string> nearest;
    int least = static_cast<int>(kLongestName);
    for (const std::string& name : known) {
        if (name.size() > kLongestName) continue;
        const int longer = static_cast<int>(std::max(given.size(), name.size()));
        const int allowed = std::min((longer + 2) / 3, longer - 1);
        const int distance = edit_distance(lower(given), lower(name));
        if (distance <= allowed && distance < least) {
            least = distance;
            nearest = name;
        }
    }
    return nearest;
}

std::string did_you_mean(std::string_view given, std::span<const std::string> known) {
    const auto name = near_miss(given, known);
    return name ? fmt::format("did you mean {}?", in_quotes(*name)) : std::string();
}

}  // namespace graze::internal
