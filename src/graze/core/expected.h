// A value, or the reason why there is none.
//
// `Expected<T>` is our subset of std::expected<T, Error>, which g++ 12 does not offer in C++20; it
// becomes an alias when we move to C++23. Bad *data* travels this way; bad *calls* are asserts.
#pragma once

#include "graze/core/assert.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace graze {

/// What kind of thing went wrong, for programs. People read the message.
enum class ErrorCode {
    BadUsage,     // a call or command line that makes no sense
    BadInput,     // a file or value whose content is wrong
    NotFound,     // a file or name that does not exist
    CannotRead,   // the system refused to read
    CannotWrite,  // the system refused to write
    Unsupported,  // valid, but beyond what we handle
    Interrupted,  // the user asked to stop
};

[[nodiscard]] const char* name_of(ErrorCode code);

/// Message = where, what, limit, remedy:
/// `part.obj, line 412: vertex index 9001 exceeds 8000 vertices; was the file truncated?`
struct Error {
    ErrorCode code;
    std::string message;
};

/// "where: what; remedy" as an Error. `what` states the limit that was broken; `remedy` may be empty.
[[nodiscard]] Error make_error(ErrorCode code, const std::string& where, const std::string& what,
                               const std::string& remedy = {});

template <class T>
class [[nodiscard]] Expected {
  public:
    Expected(T value)
        : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT(google-explicit-constructor)
    Expected(Error error)
        : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(google-explicit-constructor)

    bool has_value() const noexcept { return state_.index() == 0; }
    explicit operator bool() const noexcept { return has_value(); }

    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(value()); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    const Error& error() const {
        GRAZE_ASSERT(!has_value());
        return *std::get_if<1>(&state_);
    }

  private:
    T& value() {
        GRAZE_ASSERT(has_value());
        return *std::get_if<0>(&state_);
    }
    const T& value() const {
        GRAZE_ASSERT(has_value());
        return *std::get_if<0>(&state_);
    }

    std::variant<T, Error> state_;
};

/// Success without a value, or an error.
template <>
class [[nodiscard]] Expected<void> {
  public:
    Expected() = default;
    Expected(Error error) : error_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

    bool has_value() const noexcept { return !error_.has_value(); }
    explicit operator bool() const noexcept { return has_value(); }

    const Error& error() const {
        GRAZE_ASSERT(!has_value());
        return *error_;
    }

  private:
    std::optional<Error> error_;
};

}  // namespace graze
