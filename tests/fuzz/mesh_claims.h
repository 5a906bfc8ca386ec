// What must hold after reading any bytes at all as a mesh file.
#pragma once

#include "graze/io/mesh/mesh_file.h"
#include "graze/io/text/names.h"

#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

namespace graze::fuzz {

inline void claim(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "claim broken: %s\n", what);
    std::abort();
}

/// Either one error that names the file, or bodies that are valid and differ in their names.
inline void read_any_bytes(std::string_view bytes, const char* name) {
    MeshReadOptions options;
    if (bytes.size() % 3 == 1) options.crease_deg = 30.0;
    if (bytes.size() % 3 == 2) options.file_unit = Unit::Inch;
    const auto file = parse_mesh_file(bytes, name, options);
    if (!file) {
        claim(file.error().message.starts_with(name), "the message begins with the file's name");
        claim(file.error().message.size() < 1000, "the message is short");
        return;
    }
    claim(!file->bodies.empty(), "there is a body");
    std::set<std::string> names;
    for (const FileBody& body : file->bodies) {
        claim(validate(body.mesh, name).has_value(), "every mesh is valid");
        claim(!body.name.empty() && names.insert(body.name).second, "names are unique");
        std::set<std::string> surfaces;
        for (const Surface& surface : body.mesh.surfaces)
            claim(surfaces.insert(surface.name).second, "surface names are unique");
    }
}

}  // namespace graze::fuzz
