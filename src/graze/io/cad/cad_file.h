// STEP, IGES and BREP files: imported by `graze-cad` in a child process, kept in a cache (docs/cad.md).
#pragma once

#include "graze/core/expected.h"
#include "graze/core/internal.h"
#include "graze/core/progress.h"
#include "graze/core/watch.h"
#include "graze/io/cad/cad_model.h"

#include <optional>
#include <string>
#include <string_view>

namespace graze::internal {

[[nodiscard]] bool begins_like_step(std::string_view bytes);  // ISO-10303-21;
[[nodiscard]] bool begins_like_iges(std::string_view bytes);  // column 73 of the first line: S

[[nodiscard]] bool begins_like_brep(std::string_view bytes);  // OpenCASCADE's own, text or binary

enum class CadFormat { Step, Iges, Brep };

/// "step", "iges", "brep".
[[nodiscard]] const char* name_of(CadFormat format);

struct CadReadOptions {
    std::optional<double> deflection = {};  // in mm; none: 0.1 % of each part's size, at most 0.1 mm
    int threads = 0;
    Progress::Draw progress = Progress::Draw::Never;
    const Watch* watch = nullptr;
};

/// The model in the bytes of a file, in millimetres; of BREP files, which state no unit, in what their numbers
/// mean. `where` starts messages, and files that an assembly refers to are looked for beside it.
///
/// Guarantee: valid; the same for any number of threads, and whether it comes from the cache or not.
[[nodiscard]] Expected<CadModel> read_cad(std::string_view bytes, CadFormat format, const std::string& where,
                                          const CadReadOptions& options);

}  // namespace graze::internal
