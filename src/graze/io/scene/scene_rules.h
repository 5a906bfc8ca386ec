// From rules as they are written to rules about bodies: names, patterns and products become ids.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/internal.h"
#include "graze/io/scene/scene_description.h"
#include "graze/scene/scene.h"

#include <string>

namespace graze::internal {

/// What to do about a plain name (no * or ?, no product) that no body or assembly has. In a scene it is a
/// slip; a file of rules may be older than the scene, or made for many.
enum class UnknownName { Refuse, Note };

/// Where rules stood: the name of the file starts messages.
struct RulesSource {
    std::string file;
    UnknownName unknown = UnknownName::Refuse;
};

/// Adds rules to a scene. They come after those that it has: of all rules of one list about a pair, the last
/// holds. What matches nothing is told in Scene::notes.
///
/// Pre:    the scene's bodies are there, with their names and products.
/// Errors: BadInput for unknown names, if they are refused, and for a body that is paired with itself.
/// Cost:   O(log bodies) for a plain name, O(bodies) for each different pattern; pairs are not listed.
[[nodiscard]] Expected<void> add_rules(Scene& scene, const RuleDescriptions& rules,
                                       const RulesSource& source);

/// The rules of a scene as they would be written, in their order. Groups by product are written body by body:
/// mesh files know no products.
[[nodiscard]] RuleDescriptions describe_rules(const Scene& scene);

}  // namespace graze::internal
