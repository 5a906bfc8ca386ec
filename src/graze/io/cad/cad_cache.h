// Imported CAD files, kept: the second load of a big file is fast. Never trusted: an entry that is damaged,
// of another version or of something else is made anew.
//
// The folder is GRAZE_CACHE, else $XDG_CACHE_HOME/graze, else ~/.cache/graze; GRAZE_CACHE=off keeps nothing.
// It holds at most GRAZE_CACHE_MB (default 2,048): what was not used for the longest time goes first.
// Removing the folder is always safe.
#pragma once

#include "graze/core/internal.h"
#include "graze/io/cad/cad_model.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace graze::internal {

/// What decides the import of a CAD file: change any, and it is another entry.
struct CadImportKey {
    std::string_view bytes;  // of the file
    std::string format;      // "step", "iges" or "brep"
    std::string program;  // graze-cad: whose size and time of change stand for its version and OpenCASCADE's
    std::optional<double> deflection = {};  // in mm; none: by the size of each part
    std::string name = {};                  // for parts that have none in the file
    std::string references = {};            // names and contents of the files that it refers to
};

/// Text that names the import, this importer's version in it.
[[nodiscard]] std::string text_of(const CadImportKey& key);

/// Nothing: nothing is kept.
[[nodiscard]] std::optional<std::filesystem::path> cad_cache_folder();

/// The entry with this key, if it is there and sound.
[[nodiscard]] std::optional<CadModel> find_in_cache(const std::filesystem::path& folder,
                                                    std::string_view key);

/// Puts bytes (`format_cad_entry`) there, as a whole or not at all, and removes what exceeds the limit. A
/// folder that cannot be written keeps nothing: that is no error.
void keep_in_cache(const std::filesystem::path& folder, std::string_view key, std::string_view entry);

/// The name of an entry's file.
[[nodiscard]] std::string cache_file_name(std::string_view key);

}  // namespace graze::internal
