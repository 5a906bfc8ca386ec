// Who may talk to the studio: the rules for tokens, hosts and origins, and what a request asks for.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace graze::studio {

/// 32 hexadecimal digits from the system's source of random numbers.
[[nodiscard]] std::string random_token();

/// Takes as long for any two texts of one length.
[[nodiscard]] bool are_same_secret(std::string_view a, std::string_view b);

/// What a request asks for: "/path" and the query, with %XX decoded.
struct Target {
    std::string path;
    std::map<std::string, std::string> query;
    bool is_valid = false;  // false: it does not begin with /, is badly encoded, or names something twice

    /// Empty if it is not there.
    [[nodiscard]] std::string get(const std::string& key) const;
};
[[nodiscard]] Target parse_target(std::string_view target);

/// The headers that matter; empty if a request has none, and `twice` if one is there more than once.
struct Caller {
    std::string host, origin;
    bool has_origin = false, twice = false;
};

enum class Needs { Nothing, Token, TokenAndOrigin };

/// True if the caller may have what needs this. `port`: the server's own.
[[nodiscard]] bool may_have(Needs needs, const Caller& caller, const Target& target, std::string_view token, std::uint16_t port);

/// What a file of the user may be called in our own folder: the last part of the name, without what a system or a shell would
/// take for more. Empty: nothing is left.
[[nodiscard]] std::string safe_file_name(std::string_view name);

}  // namespace graze::studio
