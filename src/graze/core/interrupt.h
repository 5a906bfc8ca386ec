// Ctrl-C that loses nothing: the signal sets a flag, long loops look at it and return what they have.
#pragma once

namespace graze {

/// True once SIGINT or SIGTERM arrived inside an InterruptScope. Async-signal-safe, cheap.
[[nodiscard]] bool interrupt_requested() noexcept;

/// While one lives, the first SIGINT or SIGTERM sets the flag, and a second one ends the program at
/// once. The handlers found before are put back, and the flag cleared, at the end of the scope.
/// Only programs make one (at most one at a time); the library never touches signals by itself.
class InterruptScope {
  public:
    InterruptScope();
    ~InterruptScope();
    InterruptScope(const InterruptScope&) = delete;
    InterruptScope& operator=(const InterruptScope&) = delete;
};

}  // namespace graze
