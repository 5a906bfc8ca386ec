// What an answer leaves out, by name: missing parts, and notes about rules.
#pragma once

#include "command.h"
#include "graze/scene/scene.h"

#include <string>

namespace graze::cli {

/// `missing` and `notes`, both lists that may be empty.
void add_completeness(Json& json, const Scene& scene);

/// A line for each note and for each missing part, and what to do about them; empty if there is none.
[[nodiscard]] std::string completeness_text(const Scene& scene, bool allow_missing);

/// True if something is missing and that was not allowed: the verdict is `incomplete`, unless a contact is
/// proved.
[[nodiscard]] bool is_incomplete(const Scene& scene, bool allow_missing);

}  // namespace graze::cli
