#include "graze/io/mesh/model_file.h"

#include "graze/core/file.h"
#include "graze/geometry/placement.h"
#include "graze/io/cad/cad_file.h"
#include "graze/io/mesh/finish_mesh.h"
#include "graze/io/mesh/glb.h"
#include "graze/io/text/gzip.h"
#include "graze/numeric/outward.h"

#include <fmt/format.h>

namespace graze {
namespace {

bool does_nothing(const Pose& pose) {
    return pose.translation == Vec3::Zero() &&
           pose.rotation.coeffs() == Eigen::Quaterniond::Identity().coeffs();
}

/// The model in the unit that is wanted. `factor` takes millimetres to it.
Expected<ModelFile> model_of_cad(CadModel&& cad, MeshFormat format, const std::string& where, double factor,
                                 std::optional<double> crease_deg) {
    ModelFile file{format, true, {}, CadFacts{std::move(cad.unit), std::move(cad.schema), {}, {}, {}}};
    file.cad->notes = std::move(cad.notes);
    file.missing = std::move(cad.missing);
    for (MissingPart& missing : file.missing) missing.file = where;
    std::vector<std::shared_ptr<const Mesh>> meshes;
    for (CadShape& shape : cad.shapes) {
        auto finished = finish_mesh(std::move(shape.mesh), fmt::format("{}, part '{}'", where, shape.name),
                                    factor, crease_deg, true);
        if (!finished) return finished.error();
        meshes.push_back(std::make_shared<const Mesh>(*std::move(finished)));
        if (shape.sewing) shape.sewing->tolerance *= factor;
        file.cad->shapes.push_back(
            {meshes.back().get(), std::move(shape.name), shape.solids, shape.samples, shape.sewing});
    }
    std::vector<std::string> paths = paths_of(cad);
    std::vector<std::optional<Rgb>> colours;  // own, or of what is above
    for (std::size_t n = 0; n < cad.nodes.size(); ++n) {
        CadNode& node = cad.nodes[n];
        node.pose.translation *= factor;
        if (auto valid = validate(node.pose, fmt::format("{}, '{}'", where, paths[n])); !valid)
            return valid.error();
        colours.push_back(node.colour || node.parent == kNoIndex ? node.colour : colours[node.parent]);
        ModelNode& shown =
            file.cad->nodes.emplace_back(ModelNode{std::move(node.name), node.parent, kNoIndex, node.pose});
        if (node.shape == kNoIndex) continue;
        shown.body = static_cast<std::uint32_t>(file.bodies.size());
        file.bodies.push_back({std::move(paths[n]), meshes[node.shape], node.pose, colours[n],
                               file.cad->shapes[node.shape].name});
    }
    return file;
}

}  // namespace

Mesh placed(Mesh mesh, const Pose& pose) {
    if (does_nothing(pose)) return mesh;
    const Placement placement = placement_of(pose);
    double moved = 0.0;
    for (Vec3& vertex : mesh.vertices) {
        const PosedPoint at = place(placement, vertex);
        vertex = at.near;
        moved = larger_bound(moved, at.error);
    }
    follow_deviation(mesh, 1.0, 2.0 * moved);  // the error is that of each coordinate
    mesh.cover.reset();
    for (Surface& surface : mesh.surfaces)
        if (surface.analytic) surface.analytic = placed(*surface.analytic, pose);
    return mesh;
}

ModelFile model_of(MeshFile file) {
    ModelFile model{file.format, file.unit_is_stated, {}, {}, std::move(file.missing)};
    for (FileBody& body : file.bodies)
        model.bodies.push_back({std::move(body.name), std::make_shared<const Mesh>(std::move(body.mesh))});
    return model;
}

Expected<ModelFile> parse_model_file(std::string_view bytes, const std::filesystem::path& path,
                                     const MeshReadOptions& options) {
    if (begins_like_gzip(bytes)) {
        const auto unpacked = unpack_gzip(bytes, path.string());
        if (!unpacked) return unpacked.error();
        return parse_model_file(*unpacked, path_without_packing(path), options);
    }
    const bool is_readable = !bytes.empty() && refuse_container(bytes, path.string()).has_value();
    const auto format = is_readable ? format_of(bytes, path) : std::nullopt;
    if (!format || !is_cad(*format)) {
        auto file = parse_mesh_file(bytes, path, options);
        if (!file) return file.error();
        return model_of(*std::move(file));
    }
    const bool states_unit = *format != MeshFormat::Brep;
    const Unit file_unit = states_unit ? Unit::Millimetre : options.file_unit;
    CadReadOptions how{
        .deflection = options.deflection, .threads = options.threads, .progress = options.progress, .watch = options.watch};
    if (how.deflection) *how.deflection *= conversion_factor(options.unit, file_unit);
    const CadFormat cad_format = *format == MeshFormat::Step   ? CadFormat::Step
                                 : *format == MeshFormat::Iges ? CadFormat::Iges
                                                               : CadFormat::Brep;
    auto cad = read_cad(bytes, cad_format, path.string(), how);
    if (!cad) return cad.error();
    if (!states_unit) cad->unit = name_of(file_unit);
    auto model = model_of_cad(*std::move(cad), *format, path.string(),
                              conversion_factor(file_unit, options.unit), options.crease_deg);
    if (model) model->unit_is_stated = states_unit;
    return model;
}

Expected<void> write_model_glb(const std::filesystem::path& path, const ModelFile& model, Unit unit) {
    auto file = AtomicFile::create(path);
    if (!file) return file.error();
    const auto written = write_glb_model(*file, model, conversion_factor(unit, Unit::Metre), path.string());
    if (!written) return written.error();
    return file->commit();
}

Expected<ModelFile> read_model_file(const std::filesystem::path& path, const MeshReadOptions& options) {
    const auto bytes = read_file(path);
    if (!bytes) return bytes.error();
    return parse_model_file(*bytes, path, options);
}

}  // namespace graze
