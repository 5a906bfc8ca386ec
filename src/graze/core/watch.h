// How far long work is, told as it goes on; and a word from outside that nobody wants it any more.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string_view>

namespace graze {

/// Lent to long work by who waits for it. Both may be empty.
struct Watch {
    /// What is done ("meshing car.step"), how much of it, of how much. Called from any thread, one at a time or
    /// not, and not more than some twenty times a second for each kind.
    std::function<void(std::string_view what, std::uint64_t done, std::uint64_t total)> tell = {};
    const std::atomic<bool>* cancelled =
        nullptr;  // once true, the work ends with ErrorCode::Interrupted, soon
};

inline void tell(const Watch* watch, std::string_view what, std::uint64_t done, std::uint64_t total) {
    if (watch != nullptr && watch->tell) watch->tell(what, done, total);
}

}  // namespace graze
