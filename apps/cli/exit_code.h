// The exit codes of all commands that judge (contract C6), from what was found.
#pragma once

namespace graze::cli {

inline constexpr int kClear = 0, kContact = 1, kIncomplete = 2, kUndecided = 3;

/// What there is to say against "clear". Several may hold at once.
struct Findings {
    bool contact = false;     // a clash or a contact that is proved
    bool incomplete = false;  // something is missing, or nothing was checked; bad usage and input end so, too
    bool undecided = false;   // a pair was not decided, or not judged
};

/// The worst in this order: what is proved stays proved whatever else is missing; what is missing may hide
/// anything; what is undecided is at least named.
[[nodiscard]] constexpr int exit_code_of(const Findings& found) {
    return found.contact ? kContact : found.incomplete ? kIncomplete : found.undecided ? kUndecided : kClear;
}

}  // namespace graze::cli
