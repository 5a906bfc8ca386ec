#include "studio/access.h"

#include <array>
#include <cstdio>
#include <optional>

#include <fmt/format.h>
#include <sys/random.h>

namespace graze::studio {
namespace {

constexpr std::size_t kTokenBytes = 16;
constexpr std::size_t kLongestFileName = 200;

std::optional<int> hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return std::nullopt;
}

std::optional<std::string> decoded(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        if (i + 2 >= text.size()) return std::nullopt;
        const auto high = hex_digit(text[i + 1]), low = hex_digit(text[i + 2]);
        if (!high || !low) return std::nullopt;
        out += static_cast<char>(16 * *high + *low);
        i += 2;
    }
    return out;
}

}  // namespace

std::string random_token() {
    std::array<unsigned char, kTokenBytes> bytes{};
    std::size_t have = 0;
    while (have < bytes.size()) {
        const ssize_t got = getrandom(bytes.data() + have, bytes.size() - have, 0);
        if (got > 0) have += static_cast<std::size_t>(got);
    }
    std::string token;
    for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
    return token;
}

bool are_same_secret(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    unsigned char differs = 0;
    for (std::size_t i = 0; i < a.size(); ++i) differs = static_cast<unsigned char>(differs | (a[i] ^ b[i]));
    return differs == 0;
}

std::string Target::get(const std::string& key) const {
    const auto found = query.find(key);
    return found == query.end() ? std::string() : found->second;
}

Target parse_target(std::string_view target) {
    Target parsed;
    const std::size_t mark = target.find('?');
    const auto path = decoded(target.substr(0, mark));
    if (!path || path->empty() || path->front() != '/') return parsed;
    parsed.path = *path;
    std::string_view rest = mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1);
    while (!rest.empty()) {
        const std::size_t end = rest.find('&');
        const std::string_view part = rest.substr(0, end);
        const std::size_t equals = part.find('=');
        const auto key = decoded(part.substr(0, equals));
        const auto value = decoded(equals == std::string_view::npos ? std::string_view() : part.substr(equals + 1));
        if (!key || !value || !parsed.query.emplace(*key, *value).second) return parsed;
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    parsed.is_valid = true;
    return parsed;
}

bool may_have(Needs needs, const Caller& caller, const Target& target, std::string_view token, std::uint16_t port) {
    const std::string host = fmt::format("127.0.0.1:{}", port);
    if (caller.twice || !target.is_valid || caller.host != host) return false;
    const bool is_own_origin = caller.origin == "http://" + host;
    if (caller.has_origin && !is_own_origin) return false;
    if (needs == Needs::TokenAndOrigin && !caller.has_origin) return false;
    return needs == Needs::Nothing || (!token.empty() && are_same_secret(target.get("token"), token));
}

std::string safe_file_name(std::string_view name) {
    name.remove_prefix(name.find_last_of("/\\") == std::string_view::npos ? 0 : name.find_last_of("/\\") + 1);
    std::string safe;
    for (const char c : name) {
        const auto code = static_cast<unsigned char>(c);
        if (code >= 0x20 && code != 0x7F && std::string_view("<>:\"|?*").find(c) == std::string_view::npos) safe += c;
    }
    while (!safe.empty() && safe.front() == '.') safe.erase(safe.begin());
    if (safe.size() > kLongestFileName) safe.erase(0, safe.size() - kLongestFileName);
    return safe;
}

}  // namespace graze::studio
