// JSON texts read strictly: UTF-8, no key twice, bounded nesting, no number beyond double. The values keep
// the order of the text, so that the first of several mistakes is the one reported.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/internal.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace graze::internal {

struct JsonMember;

/// Sixteen bytes and what hangs from it: a text of n bytes becomes at most a small multiple of n.
struct JsonValue {
    using Items = std::vector<JsonValue>;
    using Members = std::vector<JsonMember>;
    using State = std::variant<std::monostate, bool, double, std::unique_ptr<std::string>,
                               std::unique_ptr<Items>, std::unique_ptr<Members>>;
    State state;

    // Null if the value is of another kind.
    [[nodiscard]] const bool* boolean() const { return std::get_if<bool>(&state); }
    [[nodiscard]] const double* number() const { return std::get_if<double>(&state); }
    [[nodiscard]] const std::string* text() const { return held<std::string>(); }
    [[nodiscard]] const Items* items() const { return held<Items>(); }
    [[nodiscard]] const Members* members() const { return held<Members>(); }

  private:
    template <class T>
    const T* held() const {
        const auto* owner = std::get_if<std::unique_ptr<T>>(&state);
        return owner ? owner->get() : nullptr;
    }
};

struct JsonMember {
    std::string key;
    JsonValue value;
};

/// "an object", "a number", ...: for messages.
[[nodiscard]] const char* kind_of(const JsonValue& value);

/// A place in a JSON text: "scene.json" and a JSON pointer (RFC 6901) such as "/bodies/1/mesh".
struct JsonPlace {
    std::string file;
    std::string pointer;

    [[nodiscard]] JsonPlace operator/(std::string_view key) const;
    [[nodiscard]] JsonPlace operator/(std::size_t index) const;
    /// "scene.json: /bodies/1/mesh", or the file alone for the root.
    [[nodiscard]] std::string words() const;
};

struct JsonLimits {
    std::size_t bytes = std::size_t{64} << 20;
    std::size_t depth = 32;  // nested arrays and objects
    std::size_t keys_per_object = 1000;
};

/// A byte order mark at the start is accepted. Syntax errors tell line and column (both from 1, in bytes).
[[nodiscard]] Expected<JsonValue> parse_json_text(std::string_view text, const std::string& file,
                                                  const JsonLimits& limits = {});

}  // namespace graze::internal
