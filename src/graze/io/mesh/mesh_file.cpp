#include "graze/io/mesh/mesh_file.h"

#include "graze/core/file.h"
#include "graze/io/cad/cad_file.h"
#include "graze/io/mesh/finish_mesh.h"
#include "graze/io/mesh/glb.h"
#include "graze/io/mesh/model_file.h"
#include "graze/io/mesh/obj.h"
#include "graze/io/mesh/off.h"
#include "graze/io/mesh/ply.h"
#include "graze/io/mesh/stl.h"
#include "graze/io/text/gzip.h"
#include "graze/io/text/names.h"
#include "graze/model/crease.h"
#include "graze/model/weld.h"
#include "graze/numeric/outward.h"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

namespace graze {
namespace {

constexpr const char* kKnownEndings = "known: .stl .obj .ply .off .glb .step .iges .brep";

std::string lower_ending(const std::filesystem::path& path) {
    std::string ending = path.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return ending;
}

Error unknown_format(const std::filesystem::path& path) {
    std::string remedy = kKnownEndings;
    const std::string ending = lower_ending(path);
    if (ending == ".gltf") remedy += "; pack a .gltf file and its buffers into one .glb";
    return make_error(ErrorCode::Unsupported, path.string(), "unknown mesh format", remedy);
}

Error not_written(const std::filesystem::path& path) {
    return make_error(ErrorCode::Unsupported, path.string(), "this format is read, not written",
                      "write .glb, which keeps the structure, or .stl .obj .ply");
}

Error non_finite_error(const std::string& where, std::size_t vertex, double factor) {
    return make_error(
        ErrorCode::BadInput, fmt::format("{}, vertex {}", where, vertex),
        fmt::format("a coordinate exceeds the doubles (limit 1.8e308) when multiplied by {}", factor),
        "check the unit of the file");
}

std::string stem_name(const std::filesystem::path& path) {
    std::string name = clean_name(path.stem().string());
    return name.empty() ? "body" : name;
}

/// A format that holds one mesh in the unit that the options say.
Expected<MeshFile> one_body(Expected<Mesh> mesh, MeshFormat format, const std::filesystem::path& path,
                            const MeshReadOptions& options) {
    if (!mesh) return mesh.error();
    const bool is_welded = format == MeshFormat::StlBinary || format == MeshFormat::StlAscii;
    auto finished =
        finish_mesh(std::move(*mesh), path.string(), conversion_factor(options.file_unit, options.unit),
                    options.crease_deg, is_welded);
    if (!finished) return finished.error();
    MeshFile file{format, false, {}};
    file.bodies.push_back({stem_name(path), std::move(*finished)});
    return file;
}

Expected<MeshFile> glb_bodies(std::string_view bytes, const std::filesystem::path& path,
                              const MeshReadOptions& options) {
    auto found = parse_glb(bytes, path.string());
    if (!found) return found.error();
    MeshFile file{MeshFormat::Glb, true, {}, std::move(found->missing)};
    for (MissingPart& missing : file.missing) missing.file = path.string();
    for (FileBody& body : found->bodies) {
        auto finished =
            finish_mesh(std::move(body.mesh), fmt::format("{}, body '{}'", path.string(), body.name),
                        conversion_factor(Unit::Metre, options.unit), options.crease_deg, false);
        if (!finished) return finished.error();
        file.bodies.push_back({std::move(body.name), std::move(*finished)});
    }
    return file;
}

/// All bodies as one mesh; surfaces of several bodies are named "body/surface".
Mesh joined(std::span<const FileBody> bodies) {
    Mesh mesh;
    for (const FileBody& body : bodies) {
        const auto first_vertex = static_cast<std::uint32_t>(mesh.vertices.size());
        const auto first_surface = static_cast<std::uint32_t>(mesh.surfaces.size());
        mesh.vertices.insert(mesh.vertices.end(), body.mesh.vertices.begin(), body.mesh.vertices.end());
        for (const Triangle& t : body.mesh.triangles)
            mesh.triangles.push_back({t[0] + first_vertex, t[1] + first_vertex, t[2] + first_vertex});
        for (const std::uint32_t s : body.mesh.surface_of_triangle)
            mesh.surface_of_triangle.push_back(s + first_surface);
        for (const Surface& surface : body.mesh.surfaces)
            mesh.surfaces.push_back({bodies.size() == 1 ? surface.name : body.name + "/" + surface.name,
                                     surface.kind, surface.colour, surface.analytic});
    }
    return mesh;
}

std::optional<MeshFormat> format_by_ending(const std::filesystem::path& path) {
    const std::string ending = lower_ending(path);
    if (ending == ".stl") return MeshFormat::StlBinary;
    if (ending == ".obj") return MeshFormat::Obj;
    if (ending == ".ply") return MeshFormat::PlyBinary;
    if (ending == ".glb") return MeshFormat::Glb;
    if (ending == ".step" || ending == ".stp") return MeshFormat::Step;
    if (ending == ".iges" || ending == ".igs") return MeshFormat::Iges;
    if (ending == ".brep" || ending == ".brp") return MeshFormat::Brep;
    if (ending == ".off") return MeshFormat::Off;
    return std::nullopt;
}

Expected<void> check_bodies(std::span<const FileBody> bodies, const std::string& where) {
    if (bodies.empty())
        return make_error(ErrorCode::BadUsage, where, "no bodies to write", "give at least one");
    std::uint64_t vertices = 0;
    for (const FileBody& body : bodies) {
        if (auto valid = validate(body.mesh, fmt::format("{}, body '{}'", where, body.name)); !valid)
            return valid.error();
        vertices += body.mesh.vertices.size();
    }
    if (vertices > std::numeric_limits<std::uint32_t>::max())
        return make_error(ErrorCode::Unsupported, where,
                          fmt::format("{} vertices; a file holds at most 4294967295", vertices),
                          "write several files");
    return {};
}

/// Surface names of a mesh made different, so that a reader that goes by name keeps them apart.
Mesh with_unique_surfaces(Mesh mesh) {
    UniqueNames unique;
    for (Surface& surface : mesh.surfaces) surface.name = unique.add(clean_name(surface.name));
    return mesh;
}

void write_obj_bodies(AtomicFile& file, std::span<const FileBody> bodies) {
    UniqueNames unique;
    std::vector<Mesh> meshes;
    std::vector<ObjObject> objects;
    for (const FileBody& body : bodies) meshes.push_back(with_unique_surfaces(body.mesh));
    for (std::size_t b = 0; b < bodies.size(); ++b)
        objects.push_back({bodies.size() == 1 ? "" : unique.add(clean_name(bodies[b].name)), &meshes[b]});
    write_obj(file, objects);
}

double largest_coordinate(const Mesh& mesh) {
    double most = 0.0;
    for (const Vec3& vertex : mesh.vertices) most = std::max(most, vertex.cwiseAbs().maxCoeff());
    return most;
}

}  // namespace

Expected<Mesh> internal::finish_mesh(Mesh mesh, const std::string& where, double factor,
                           std::optional<double> crease_deg, bool is_welded) {
    if (factor != 1.0) {
        for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
            mesh.vertices[v] *= factor;
            if (!mesh.vertices[v].allFinite()) return non_finite_error(where, v, factor);
        }
        // One rounding of each coordinate: u of it, and sqrt(3) < 2 for three.
        follow_deviation(mesh, factor, next_up(2.0 * kUnitRoundoff * largest_coordinate(mesh)));
        for (Surface& surface : mesh.surfaces)
            if (surface.analytic) surface.analytic = scaled(*surface.analytic, factor);
    }
    if (factor != 1.0 || !is_welded) mesh = welded(std::move(mesh));
    if (crease_deg) mesh = split_at_creases(std::move(mesh), *crease_deg);
    if (auto valid = validate(mesh, where); !valid) return valid.error();
    return mesh;
}

std::filesystem::path internal::path_without_packing(const std::filesystem::path& path) {
    const std::string ending = lower_ending(path);
    std::filesystem::path plain = path;
    if (ending == ".gz") return plain.replace_extension();
    if (ending == ".stpz" || ending == ".stepz") return plain.replace_extension(".step");
    if (ending == ".igsz" || ending == ".igesz") return plain.replace_extension(".iges");
    return plain;
}

std::optional<MeshFormat> internal::format_of(std::string_view bytes, const std::filesystem::path& path) {
    if (begins_like_glb(bytes)) return MeshFormat::Glb;
    if (begins_like_step(bytes)) return MeshFormat::Step;
    if (begins_like_brep(bytes)) return MeshFormat::Brep;
    if (begins_like_off(bytes)) return MeshFormat::Off;
    if (begins_like_ply(bytes)) return MeshFormat::PlyBinary;  // parse_ply tells which
    if (is_binary_stl(bytes)) return MeshFormat::StlBinary;
    if (begins_like_iges(bytes)) return MeshFormat::Iges;
    if (begins_like_ascii_stl(bytes)) return MeshFormat::StlAscii;
    const std::string ending = lower_ending(path);
    if (ending == ".step" || ending == ".stp" || ending == ".p21") return MeshFormat::Step;
    if (ending == ".iges" || ending == ".igs") return MeshFormat::Iges;
    if (ending == ".brep" || ending == ".brp") return MeshFormat::Brep;
    if (ending == ".off") return MeshFormat::Off;
    if (ending == ".obj") return MeshFormat::Obj;
    if (ending == ".glb") return MeshFormat::Glb;
    if (ending == ".ply") return MeshFormat::PlyBinary;
    if (ending == ".stl") return MeshFormat::StlBinary;
    if (begins_like_obj(bytes)) return MeshFormat::Obj;
    return std::nullopt;
}

const char* name_of(MeshFormat format) {
    constexpr std::array<const char*, 10> kNames{"stl", "stl-ascii", "obj",  "ply-ascii", "ply",
                                                 "glb", "step",      "iges", "brep",      "off"};
    return kNames[static_cast<std::size_t>(format)];
}

Expected<MeshFile> read_mesh_file(const std::filesystem::path& path, const MeshReadOptions& options) {
    const auto bytes = read_file(path);
    if (!bytes) return bytes.error();
    return parse_mesh_file(*bytes, path, options);
}

Expected<MeshFile> parse_mesh_file(std::string_view bytes, const std::filesystem::path& path,
                                   const MeshReadOptions& options) {
    const std::string where = path.string();
    if (options.crease_deg && !(*options.crease_deg >= 0.0 && *options.crease_deg <= 180.0))
        return make_error(ErrorCode::BadUsage, where,
                          fmt::format("crease angle {} is not in 0 .. 180 degrees", *options.crease_deg),
                          "30 is usual");
    if (bytes.empty())
        return make_error(ErrorCode::BadInput, where + ", byte 0", "the file is empty",
                          "was it written completely?");
    if (begins_like_gzip(bytes)) {
        const auto unpacked = unpack_gzip(bytes, where);
        if (!unpacked) return unpacked.error();
        return parse_mesh_file(*unpacked, path_without_packing(path), options);
    }
    if (auto good = refuse_container(bytes, where); !good) return good.error();
    const auto format = format_of(bytes, path);
    if (!format) return unknown_format(path);
    if (is_cad(*format)) {
        auto model = parse_model_file(bytes, path, options);
        if (!model) return model.error();
        MeshFile file{*format, true, {}, std::move(model->missing)};
        for (ModelBody& body : model->bodies)
            file.bodies.push_back({std::move(body.name), placed(*body.mesh, body.pose)});
        return file;
    }
    switch (*format) {
        case MeshFormat::StlBinary:
            return one_body(parse_stl_binary(bytes, where), *format, path, options);
        case MeshFormat::StlAscii:
            return one_body(parse_stl_ascii(bytes, where), *format, path, options);
        case MeshFormat::Obj:
            return one_body(parse_obj(bytes, where), *format, path, options);
        case MeshFormat::Glb:
            return glb_bodies(bytes, path, options);
        case MeshFormat::Off:
            return one_body(parse_off(bytes, where), *format, path, options);
        case MeshFormat::PlyAscii:
        case MeshFormat::PlyBinary:
        case MeshFormat::Step:
        case MeshFormat::Iges:
        case MeshFormat::Brep:
            break;
    }
    auto ply = parse_ply(bytes, where);
    if (!ply) return ply.error();
    const bool ascii = ply->encoding == PlyEncoding::Ascii;
    return one_body(std::move(ply->mesh), ascii ? MeshFormat::PlyAscii : MeshFormat::PlyBinary, path,
                    options);
}

Expected<void> write_mesh_file(const std::filesystem::path& path, std::span<const FileBody> bodies,
                               const MeshWriteOptions& options) {
    const std::string where = path.string();
    const auto format = options.format ? options.format : format_by_ending(path);
    if (!format) return unknown_format(path);
    if (is_cad(*format) || *format == MeshFormat::Off) return not_written(path);
    if (auto good = check_bodies(bodies, where); !good) return good.error();
    auto file = AtomicFile::create(path);
    if (!file) return file.error();
    Expected<void> written;
    switch (*format) {
        case MeshFormat::StlBinary:
            written = write_stl_binary(*file, joined(bodies), where);
            break;
        case MeshFormat::StlAscii:
            write_stl_ascii(*file, with_unique_surfaces(joined(bodies)));
            break;
        case MeshFormat::Obj:
            write_obj_bodies(*file, bodies);
            break;
        case MeshFormat::PlyAscii:
            write_ply(*file, joined(bodies), PlyEncoding::Ascii);
            break;
        case MeshFormat::PlyBinary:
            write_ply(*file, joined(bodies), PlyEncoding::LittleEndian);
            break;
        case MeshFormat::Glb:
            written = write_glb(*file, bodies, conversion_factor(options.unit, Unit::Metre), where);
            break;
        case MeshFormat::Step:
        case MeshFormat::Iges:
        case MeshFormat::Brep:
        case MeshFormat::Off:
            break;
    }
    if (!written) return written.error();
    return file->commit();
}

}  // namespace graze
