// Checks of the programmer, not of the data.
//
// GRAZE_ASSERT is cheap and stays on in release builds unless GRAZE_ASSERTS=0. GRAZE_AUDIT guards
// O(n) checks of structure and is on in debug and sanitizer builds only. Neither evaluates its
// condition when it is off.
#pragma once

#ifndef GRAZE_ASSERTS
#define GRAZE_ASSERTS 1
#endif
#ifndef GRAZE_AUDITS
#define GRAZE_AUDITS 0
#endif

namespace graze {

struct AssertFailure {
    const char* condition;
    const char* file;
    int line;
};

/// Called on a failed assert. It may throw (tests do) or end the program; if it returns, we abort.
using AssertHandler = void (*)(const AssertFailure&);

/// Installs a handler (null: the default, which prints to standard error) and returns the one before it.
AssertHandler set_assert_handler(AssertHandler handler);

[[noreturn]] void fail_assert(const AssertFailure& failure);

}  // namespace graze

#if GRAZE_ASSERTS
#define GRAZE_ASSERT(condition) \
    (static_cast<bool>(condition) ? void(0) : ::graze::fail_assert({#condition, __FILE__, __LINE__}))
#else
#define GRAZE_ASSERT(condition) void(sizeof(static_cast<bool>(condition)))
#endif

#if GRAZE_AUDITS
#define GRAZE_AUDIT(condition) \
    (static_cast<bool>(condition) ? void(0) : ::graze::fail_assert({#condition, __FILE__, __LINE__}))
#else
#define GRAZE_AUDIT(condition) void(sizeof(static_cast<bool>(condition)))
#endif
