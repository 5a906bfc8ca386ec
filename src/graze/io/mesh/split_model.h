// The bodies of a file divided further: solids, objects or pieces as bodies of their own.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/internal.h"
#include "graze/io/mesh/model_file.h"
#include "graze/model/split.h"

#include <optional>
#include <string_view>

namespace graze::internal {

/// Bodies that cannot be divided that way stay as they are. A part of a body is named "body/part"; of a file
/// that is one body and names its objects itself, "part". Instances share the meshes of their parts, and the
/// tree of a CAD file has an assembly where a part was divided.
[[nodiscard]] ModelFile split_model(ModelFile model, SplitBy by);

/// "solids", "objects" and "pieces", as the command line has it.
[[nodiscard]] std::optional<SplitBy> split_named(std::string_view name);

}  // namespace graze::internal
