// STEP assemblies whose parts are files of their own, beside the assembly.
#pragma once

#include "graze/core/internal.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace graze::internal {

/// A quoted name of another file in the text of a STEP file.
struct StepReference {
    std::string name;   // as written, without quotes
    std::size_t begin;  // of the text between the quotes
    std::size_t end;
};

/// The first arguments of DOCUMENT_FILE and of what identifies it, in the order of the text.
[[nodiscard]] std::vector<StepReference> step_references(std::string_view bytes);

/// A STEP file that another one refers to.
struct ReferencedFile {
    std::string name;   // plain: no folder in it; different from all others
    std::string bytes;  // in which references have plain names, too
};

struct ReferencedFiles {
    std::string main;  // the bytes of the assembly, its references with plain names
    std::vector<ReferencedFile> files;
    std::vector<std::string> absent;  // names of files that are not there
};

/// The STEP files that `bytes` refers to, and those that these refer to. They are looked for beside the file:
/// under the name that is given, else under its last part, else without regard to capitals. What is there and
/// is no STEP file (drawings, notes) is left where it is.
///
/// Cost: reads every file once. Names that lead out of the folder are never followed.
[[nodiscard]] ReferencedFiles read_step_references(std::string_view bytes,
                                                   const std::filesystem::path& folder);

}  // namespace graze::internal
