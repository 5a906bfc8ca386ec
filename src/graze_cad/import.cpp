#include "graze_cad/import.h"

#include "graze/core/parallel.h"
#include "graze_cad/document.h"
#include "graze_cad/quiet.h"
#include "graze_cad/tessellate.h"
#include "graze_cad/tree.h"

#include <atomic>
#include <new>
#include <optional>

#include <fmt/format.h>
#include <OSD.hxx>
#include <Standard_Failure.hxx>
#include <Standard_OutOfMemory.hxx>
#include <TopExp_Explorer.hxx>
#include <TopTools_MapOfShape.hxx>
#include <XCAFApp_Application.hxx>

namespace graze::cad {
namespace {

std::uint64_t face_count(const TopoDS_Shape& shape) {
    std::uint64_t count = 0;
    for (TopExp_Explorer at(shape, TopAbs_FACE); at.More(); at.Next()) ++count;
    return count;
}

/// Meshing writes into edges and vertices, so shapes that share some must not be meshed side by side.
bool share_nothing(const std::vector<TreeShape>& shapes) {
    TopTools_MapOfShape known;
    for (const TreeShape& shape : shapes) {
        TopTools_MapOfShape own;
        for (TopExp_Explorer at(shape.shape, TopAbs_EDGE); at.More(); at.Next())
            own.Add(at.Current().Located(TopLoc_Location()));
        for (TopTools_MapOfShape::Iterator at(own); at.More(); at.Next())
            if (!known.Add(at.Value())) return false;
    }
    return true;
}

/// One shape, whatever OpenCASCADE throws.
Expected<Tessellation> tessellate_safely(const TreeShape& shape, const Tree& tree,
                                         const TessellateOptions& options) {
    const std::string where = fmt::format("part '{}'", shape.name);
    try {
        OCC_CATCH_SIGNALS
        auto result = tessellate(shape.shape, tree.face_colours, options);
        if (!result) return Error{result.error().code, where + ", " + result.error().message};
        if (result->mesh.triangles.empty())
            return make_error(ErrorCode::BadInput, where, "no triangle of it has an area", "repair it");
        return result;
    } catch (const Standard_OutOfMemory&) {
        throw std::bad_alloc();
    } catch (const Standard_Failure& failure) {
        return make_error(ErrorCode::BadInput, where,
                          fmt::format("OpenCASCADE cannot mesh it: {}", failure.GetMessageString()),
                          "repair it");
    }
}

/// Empty, or which faces have no proved deviation, and why.
std::string note_of_faults(const Tessellation& mesh, const std::string& part) {
    constexpr int kMostNamed = 8;
    std::string names;
    int count = 0;
    for (const FaceCover& cover : mesh.covers) {
        if (cover.fault.empty()) continue;
        if (++count <= kMostNamed)
            names += fmt::format("{}{} ({})", count > 1 ? ", " : "", mesh.mesh.surfaces[cover.surface].name, cover.fault);
    }
    if (count == 0) return {};
    if (count > kMostNamed) names += fmt::format(" and {} more", count - kMostNamed);
    return fmt::format("part '{}': no bound of its deviation, for {}", part, names);
}

Expected<CadModel> import_document(const std::filesystem::path& path, CadFormat format,
                                   const ImportOptions& options) {
    const auto document = read_document(path, format, options.progress);
    if (!document) return document.error();
    auto tree = tree_of(*document, format, options.name);
    if (!tree) return tree.error();

    std::uint64_t faces = 0;
    for (const TreeShape& shape : tree->shapes) faces += face_count(shape.shape);
    std::atomic<std::uint64_t> done{0};
    if (options.progress) options.progress("meshing", 0, faces);
    const bool side_by_side = tree->shapes.size() > 1 && share_nothing(tree->shapes);
    const int inner = side_by_side ? 1 : options.threads;
    const auto meshes = parallel_map(
        tree->shapes.size(), {.threads = side_by_side ? options.threads : 1}, [&](std::size_t i) {
            auto mesh = tessellate_safely(tree->shapes[i], *tree, {options.deflection, inner});
            const std::uint64_t count = face_count(tree->shapes[i].shape);
            if (options.progress) options.progress("meshing", done.fetch_add(count) + count, faces);
            return std::optional(std::move(mesh));
        });
    CadModel model{document->unit,         document->schema,       {},
                   std::move(tree->nodes), std::move(tree->notes), std::move(tree->missing)};
    model.notes.insert(model.notes.begin(), document->notes.begin(), document->notes.end());
    for (std::size_t i = 0; i < tree->shapes.size(); ++i) {
        const Expected<Tessellation>& mesh = *(*meshes)[i];
        if (!mesh) return mesh.error();
        for (const std::string& face : mesh->faces_without_triangles)
            model.missing.push_back({{},
                                     fmt::format("{} of part '{}'", face, tree->shapes[i].name),
                                     "OpenCASCADE finds no triangles for it: the skin has a hole there"});
        if (std::string note = note_of_faults(*mesh, tree->shapes[i].name); !note.empty())
            model.notes.push_back(std::move(note));
        if (const auto off = *mesh->mesh.deviation; off.measured > off.requested)
            model.notes.push_back(fmt::format(
                "part '{}': a deflection of {:.4g} mm was requested and is not kept: up to {:.4g} mm",
                tree->shapes[i].name, off.requested, off.measured));
        CadShape shape{std::move(tree->shapes[i].name), mesh->mesh, 0, mesh->samples, tree->shapes[i].sewing};
        for (TopExp_Explorer at(tree->shapes[i].shape, TopAbs_SOLID); at.More(); at.Next()) ++shape.solids;
        model.shapes.push_back(std::move(shape));
    }
    XCAFApp_Application::GetApplication()->Close(document->document);
    if (auto valid = validate(model, "the import"); !valid) return valid.error();
    return model;
}

}  // namespace

Expected<CadModel> import_cad_file(const std::filesystem::path& path, CadFormat format,
                                   const ImportOptions& options) {
    silence_opencascade();
    try {
        return import_document(path, format, options);
    } catch (const Standard_OutOfMemory&) {
        throw std::bad_alloc();
    } catch (const Standard_Failure& failure) {
        return make_error(ErrorCode::BadInput, "OpenCASCADE gave up",
                          failure.GetMessageString() != nullptr && *failure.GetMessageString() != '\0'
                              ? failure.GetMessageString()
                              : failure.DynamicType()->Name(),
                          "is the file damaged?");
    }
}

}  // namespace graze::cad
