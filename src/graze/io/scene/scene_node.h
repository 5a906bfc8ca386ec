// Reading the values of a scene file: a value together with its place, and readers that refuse what is wrong
// with it. Inside parse_scene_text the first mistake leaves by an exception; nobody outside sees one.
#pragma once

#include "graze/core/internal.h"
#include "graze/core/wording.h"
#include "graze/io/scene/scene_description.h"
#include "graze/io/text/json_text.h"

#include <initializer_list>
#include <unordered_map>

#include <fmt/format.h>

namespace graze::internal {

/// Leaves the reader at the first mistake; caught in parse_scene_text.
struct Refusal {
    Error error;
};

[[noreturn]] void refuse(const JsonPlace& place, const std::string& what, const std::string& remedy);

/// A value and where it stands.
struct Node {
    const JsonValue& value;
    JsonPlace place;

    [[noreturn]] void wrong_kind(const char* wanted) const;

    const std::string& text() const;
    double number() const;
    bool boolean() const;
    /// The number of items of an array. They are visited one by one: a hostile file has millions.
    std::size_t size() const;
    Node item(std::size_t i) const { return {(*value.items())[i], place / i}; }

    /// A member, if it is there. Pre: the value passed `object`.
    std::optional<Node> member(const std::string& key) const;
    Node needed(const std::string& key) const { return *member(key); }  // Pre: `object` demanded it

    /// Demands an object with known keys only, and all of those that are required.
    const Node& object(std::string_view kind) const;
};

template <std::size_t N>
std::array<double, N> read_numbers(const Node& node, const char* wanted) {
    if (node.size() != N) refuse(node.place, fmt::format("{} numbers instead of {}", node.size(), N), wanted);
    std::array<double, N> numbers;
    for (std::size_t i = 0; i < N; ++i) numbers[i] = node.item(i).number();
    return numbers;
}

Vec3 read_vector(const Node& node);
double read_length(const Node& node);
Pose read_pose(const Node& node);
std::string read_name(const Node& node);

template <class Enum>
Enum read_choice(const Node& node, std::initializer_list<Enum> choices) {
    std::vector<std::string> names;
    for (const Enum choice : choices) {
        names.emplace_back(name_of(choice));
        if (node.text() == names.back()) return choice;
    }
    const std::string guess = did_you_mean(node.text(), names);
    refuse(node.place, fmt::format("{} is not one of {}", in_quotes(node.text()), listed(names)),
           guess.empty() ? "write one of these" : guess);
}

/// What names may stand in pairs, joints and paths: those of the bodies, and parts of split ones, which only
/// the mesh files can tell.
class Names {
  public:
    void add(const BodyDescription& body, const JsonPlace& place);
    std::string read(const Node& node) const;
    /// One side of a rule: patterns are taken as they are, and assemblies too.
    std::string read_side(const Node& node) const;
    [[nodiscard]] bool is_body(const std::string& name) const { return place_of_.contains(name); }

  private:
    std::unordered_map<std::string, std::string> place_of_;
    std::vector<std::string> names_, split_;
};

Unit read_unit(const Node& node);

/// The members `ignore` and `clearance`, where they are. Plain names that no body can have are refused; null:
/// the bodies are not known.
RuleDescriptions read_rules(const Node& root, const Names* names);

void read_joints(const Node& list, const Names& names, SceneDescription& scene);
void read_paths(const Node& list, const Names& names, SceneDescription& scene);
/// Refuses what is wrong with `rods` and `attach`, but for names of bodies (scene_rods.h).
void check_rods(const Node& root);
/// The same of `deformables` (scene_deformables.h).
void check_deformables(const Node& root);

/// Parses the text, and reads the tree with `read`; the first mistake is the error.
template <class Read>
auto read_json_text(std::string_view text, const std::string& file, Read read)
    -> Expected<decltype(read(std::declval<const Node&>()))> {
    const auto json = parse_json_text(text, file);
    if (!json) return json.error();
    try {
        return read({*json, {file, ""}});
    } catch (Refusal& refusal) {
        return std::move(refusal.error);
    }
}

}  // namespace graze::internal
