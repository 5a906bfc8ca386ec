// Which bodies one side of a rule stands for: by name, by assembly, by pattern, or by the CAD product.
//
// A body's name is a path of levels, "a/b/c". In a pattern, within a level, * is any number of characters and
// ? is one; a level ** is any number of levels, also none. A pattern stands for every body whose path it
// matches, and for all bodies of an assembly whose path it matches: "a/b" is the subtree a/b/...
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace graze {

struct SceneBody;  // scene.h

/// One side of a rule, as it is written.
struct BodySelector {
    std::string text;
    bool is_product = false;  // the text is matched with the product, not with the path

    BodySelector() = default;
    BodySelector(std::string name) : text(std::move(name)) {}  // NOLINT(google-explicit-constructor)
    BodySelector(const char* name) : text(name) {}             // NOLINT(google-explicit-constructor)
    BodySelector(std::string name, bool product) : text(std::move(name)), is_product(product) {}

    [[nodiscard]] auto operator<=>(const BodySelector&) const = default;
};

/// True if there is a * or a ? in it.
[[nodiscard]] bool is_pattern(std::string_view text);

/// True if the pattern matches the path, or leading levels of it. Cost: O(|pattern| |path|).
[[nodiscard]] bool matches_path(std::string_view pattern, std::string_view path);

/// One level, or the name of a product; slashes are characters like others.
[[nodiscard]] bool matches_level(std::string_view pattern, std::string_view name);

/// The bodies of a scene by name. Borrows their names.
class BodyIndex {
  public:
    explicit BodyIndex(std::span<const SceneBody> bodies);

    /// Ids, rising; empty: nothing is selected. A name that a body has stands for that body alone, whatever
    /// characters are in it. Cost: O(log n) and the bodies that begin like the text up to its first * or ?;
    /// O(n) for products.
    [[nodiscard]] std::vector<std::uint32_t> select(const BodySelector& selector) const;

    /// The body with just this name.
    [[nodiscard]] const std::uint32_t* named(std::string_view name) const;

  private:
    [[nodiscard]] std::span<const std::uint32_t> beginning_with(std::string_view prefix) const;
    [[nodiscard]] std::vector<std::uint32_t> of_product(const std::string& pattern) const;

    std::span<const SceneBody> bodies_;
    std::unordered_map<std::string_view, std::uint32_t> by_name_;
    std::vector<std::uint32_t> sorted_;  // by name
};

}  // namespace graze
