#include "graze_cad/tessellate.h"

#include "graze/core/parallel.h"
#include "graze/model/weld.h"
#include "graze_cad/analytic.h"
#include "graze_cad/deviation.h"
#include "graze_cad/deviation_proof.h"
#include "graze_cad/face_cover.h"
#include "graze_cad/import.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <fmt/format.h>
#include <BRepBndLib.hxx>
#include <BRepMesh_IncrementalMesh.hxx>
#include <BRepTools.hxx>
#include <BRep_Tool.hxx>
#include <Bnd_Box.hxx>
#include <IMeshTools_Parameters.hxx>
#include <Poly_PolygonOnTriangulation.hxx>
#include <Poly_Triangulation.hxx>
#include <Precision.hxx>
#include <ShapeBuild_ReShape.hxx>
#include <ShapeUpgrade_ShapeDivideClosed.hxx>
#include <TopExp.hxx>
#include <TopExp_Explorer.hxx>
#include <TopTools_DataMapOfOrientedShapeInteger.hxx>
#include <TopTools_IndexedMapOfShape.hxx>
#include <TopTools_MapOfOrientedShape.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Edge.hxx>
#include <TopoDS_Face.hxx>
#include <TopoDS_Vertex.hxx>

namespace graze::cad {
namespace {

/// Triangles that are off by more than both of this are not an approximation of anything.
constexpr double kAbsurdTimes = 10.0;  // what was requested
constexpr double kAbsurdPart = 0.01;   // the size
/// How a deflection that is not kept is asked for again.
constexpr int kTries = 3;
constexpr double kSurely = 0.9, kLeastStep = 0.2;  // of what was asked for before
constexpr std::size_t kMostGrowth = 16;            // times as many triangles, and it is left at that
/// Beyond it a double has no thousandths of a millimetre left.
constexpr double kMostSize = 1e12;  // mm

double diagonal_of(const Bnd_Box& box) {
    if (box.IsVoid() || box.IsOpen()) return 0.0;
    return std::sqrt(box.SquareExtent());
}

/// The size that decides the default deflection. The quick box is generous for curved faces; where the cap
/// does not decide anyway, the tight one is taken.
double size_of_shape(const TopoDS_Shape& shape) {
    Bnd_Box quick;
    BRepBndLib::Add(shape, quick, false);
    const double generous = diagonal_of(quick);
    if (generous * kDeflectionOfSize * 0.25 > kMostDeflection) return generous;
    Bnd_Box tight;
    BRepBndLib::AddOptimal(shape, tight, false, false);
    return diagonal_of(tight);
}

std::vector<TopoDS_Face> faces_of(const TopoDS_Shape& shape) {
    std::vector<TopoDS_Face> faces;
    TopTools_MapOfOrientedShape known;  // a face between two solids stands there twice, turned either way
    for (TopExp_Explorer at(shape, TopAbs_FACE); at.More(); at.Next())
        if (known.Add(at.Current())) faces.push_back(TopoDS::Face(at.Current()));
    return faces;
}

/// Which solid of the shape each face belongs to, if it has several: the names of its parts, and a part for
/// each face. Faces of no solid are the last part.
struct Solids {
    std::vector<std::string> names;
    std::vector<std::uint32_t> of_face;
};

Solids solids_of(const TopoDS_Shape& shape, const std::vector<TopoDS_Face>& faces) {
    TopTools_DataMapOfOrientedShapeInteger known;
    int count = 0;
    for (TopExp_Explorer solid(shape, TopAbs_SOLID); solid.More(); solid.Next(), ++count)
        for (TopExp_Explorer at(solid.Current(), TopAbs_FACE); at.More(); at.Next())
            known.Bind(at.Current(), count);
    Solids solids;
    if (count < 2) return {{}, std::vector<std::uint32_t>(faces.size(), 0)};
    for (int i = 1; i <= count; ++i) solids.names.push_back(fmt::format("solid-{}", i));
    for (const TopoDS_Face& face : faces) {
        int solid = count;
        known.Find(face, solid);
        solids.of_face.push_back(static_cast<std::uint32_t>(solid));
        if (solid == count && solids.names.size() == static_cast<std::size_t>(count))
            solids.names.emplace_back("faces");
    }
    return solids;
}

bool has_triangles(const TopoDS_Face& face) {
    TopLoc_Location location;
    const Handle(Poly_Triangulation) triangles = BRep_Tool::Triangulation(face, location);
    return !triangles.IsNull() && triangles->NbTriangles() > 0;
}

void mesh_shape(const TopoDS_Shape& shape, double deflection, bool in_parallel) {
    IMeshTools_Parameters how;
    how.Deflection = deflection;
    how.Angle = kAngularDeflectionDeg * std::numbers::pi / 180.0;
    how.DeflectionInterior = deflection;
    how.AngleInterior = 2.0 * how.Angle;
    how.InParallel = in_parallel;
    how.Relative = false;
    how.InternalVerticesMode = true;
    how.ControlSurfaceDeflection = true;
    BRepMesh_IncrementalMesh mesher(shape, how);
}

/// True if the face is so small that no triangle of it could matter: within OpenCASCADE's own precision.
bool is_speck(const TopoDS_Face& face) {
    Bnd_Box box;
    BRepBndLib::Add(face, box, false);
    return diagonal_of(box) <= 4.0 * Precision::Confusion();
}

bool is_without_triangles(const TopoDS_Face& face) { return !has_triangles(face) && !is_speck(face); }

/// The faces to mesh in the place of each face of a shape: itself, or what it was cut into.
struct FaceParts {
    std::vector<TopoDS_Face> whole;
    std::vector<std::vector<TopoDS_Face>> parts;  // of each

    std::size_t without_triangles() const {
        std::size_t count = 0;
        for (const auto& own : parts) count += any_without(own) ? 1 : 0;
        return count;
    }
    static bool any_without(const std::vector<TopoDS_Face>& own) {
        return std::any_of(own.begin(), own.end(), is_without_triangles);
    }
};

/// OpenCASCADE cannot mesh some faces that go all the way round; cut in two they mesh.
void mesh_with_closed_faces_cut(const TopoDS_Shape& shape, double deflection, bool in_parallel,
                                FaceParts& faces) {
    ShapeUpgrade_ShapeDivideClosed divide(shape);
    if (!divide.Perform()) return;
    const TopoDS_Shape divided = divide.Result();
    BRepTools::Clean(divided);
    mesh_shape(divided, deflection, in_parallel);
    FaceParts cut{faces.whole, {}};
    for (const TopoDS_Face& face : faces.whole) {
        auto& own = cut.parts.emplace_back();
        for (TopExp_Explorer at(divide.GetContext()->Apply(face), TopAbs_FACE); at.More(); at.Next())
            own.push_back(TopoDS::Face(at.Current()));
        if (own.empty()) return;
    }
    if (cut.without_triangles() < faces.without_triangles()) faces = std::move(cut);
}

FaceParts meshed_faces(const TopoDS_Shape& shape, double deflection, bool in_parallel) {
    BRepTools::Clean(shape);
    mesh_shape(shape, deflection, in_parallel);
    FaceParts faces{faces_of(shape), {}};
    for (const TopoDS_Face& face : faces.whole) faces.parts.push_back({face});
    if (faces.without_triangles() > 0) mesh_with_closed_faces_cut(shape, deflection, in_parallel, faces);
    return faces;
}

/// The points of all edges and vertices of a shape: the same for all of their faces. OpenCASCADE gives each
/// face points of its own, which differ by rounding, or by the tolerance of an edge that was sewn.
class SharedPoints {
  public:
    /// Moves the nodes on the edges of a face to where those of its neighbours are.
    void share(const TopoDS_Face& face, const Handle(Poly_Triangulation) & triangles,
               const TopLoc_Location& location, std::vector<Vec3>& points) {
        for (TopExp_Explorer at(face, TopAbs_EDGE); at.More(); at.Next()) {
            const TopoDS_Edge& edge = TopoDS::Edge(at.Current());
            const Handle(Poly_PolygonOnTriangulation) polygon =
                BRep_Tool::PolygonOnTriangulation(edge, triangles, location);
            if (polygon.IsNull() || polygon->NbNodes() < 2) continue;
            share_edge(edge, *polygon, points);
        }
    }

    double most_moved() const { return most_moved_; }

  private:
    void share_edge(const TopoDS_Edge& edge, const Poly_PolygonOnTriangulation& polygon,
                    std::vector<Vec3>& points) {
        const int count = polygon.NbNodes();
        const auto id = static_cast<std::size_t>(edges_.Add(edge));
        if (id > of_edge_.size()) of_edge_.resize(id);
        std::vector<Vec3>& shared = of_edge_[id - 1];
        if (shared.empty()) {
            for (int i = 1; i <= count; ++i) shared.push_back(points[index(polygon.Node(i))]);
            const TopoDS_Edge forward = TopoDS::Edge(edge.Oriented(TopAbs_FORWARD));
            share_vertex(TopExp::FirstVertex(forward), shared.front());
            share_vertex(TopExp::LastVertex(forward), shared.back());
        }
        if (shared.size() != static_cast<std::size_t>(count)) return;  // the mesh will be open here
        for (int i = 1; i <= count; ++i) {
            Vec3& point = points[index(polygon.Node(i))];
            most_moved_ = std::max(most_moved_, (point - shared[index(i)]).norm());
            point = shared[index(i)];
        }
    }

    void share_vertex(const TopoDS_Vertex& vertex, Vec3& point) {
        if (vertex.IsNull()) return;
        const auto id = static_cast<std::size_t>(vertices_.Add(vertex));
        if (id > of_vertex_.size())
            of_vertex_.push_back(point);
        else
            point = of_vertex_[id - 1];
    }

    static std::size_t index(int one_based) { return static_cast<std::size_t>(one_based - 1); }

    TopTools_IndexedMapOfShape edges_, vertices_;
    std::vector<std::vector<Vec3>> of_edge_;
    std::vector<Vec3> of_vertex_;
    double most_moved_ = 0.0;
};

/// The number of the mesh's vertex for each node of the face.
std::vector<std::uint32_t> add_triangles(const TopoDS_Face& face, std::uint32_t surface, SharedPoints& shared,
                                         VertexWelder& welder, Mesh& mesh) {
    TopLoc_Location location;
    const Handle(Poly_Triangulation) triangles = BRep_Tool::Triangulation(face, location);
    if (triangles.IsNull()) return {};
    const gp_Trsf place = location.Transformation();
    const bool moves = !location.IsIdentity();
    const bool turned = (face.Orientation() == TopAbs_REVERSED) != place.IsNegative();
    std::vector<Vec3> points;
    for (int n = 1; n <= triangles->NbNodes(); ++n) {
        gp_Pnt p = triangles->Node(n);
        if (moves) p.Transform(place);
        points.emplace_back(p.X(), p.Y(), p.Z());
    }
    shared.share(face, triangles, location, points);
    std::vector<std::uint32_t> vertex_of_node(points.size(), 0);
    for (int t = 1; t <= triangles->NbTriangles(); ++t) {
        std::array<int, 3> ids{};
        triangles->Triangle(t).Get(ids[0], ids[1], ids[2]);
        if (turned) std::swap(ids[1], ids[2]);
        Triangle triangle{};
        for (std::size_t k = 0; k < 3; ++k)
            triangle[k] = vertex_of_node[static_cast<std::size_t>(ids[k] - 1)] =
                welder.add(points[static_cast<std::size_t>(ids[k] - 1)]);
        // At poles and apexes corners fall together: such a triangle has no area, and its other edges cancel.
        if (triangle[0] == triangle[1] || triangle[1] == triangle[2] || triangle[2] == triangle[0]) continue;
        mesh.triangles.push_back(triangle);
        mesh.surface_of_triangle.push_back(surface);
    }
    return vertex_of_node;
}

Deviation deviation_of(const FaceParts& faces, int threads) {
    std::vector<TopoDS_Face> parts;
    for (const auto& own : faces.parts) parts.insert(parts.end(), own.begin(), own.end());
    const auto deviations = parallel_map(parts.size(), {.threads = threads, .grain = 16},
                                         [&](std::size_t f) { return measure_deviation(parts[f]); });
    Deviation all;
    for (const Deviation& deviation : *deviations) {
        all.most = std::max(all.most, deviation.most);
        all.samples += deviation.samples;
    }
    return all;
}

/// Meshed so that OpenCASCADE aims at `aim`; the deviation says what was requested, and what came of it.
Tessellation tessellation_at(const TopoDS_Shape& shape, const TopTools_DataMapOfShapeInteger& packed_colours,
                             double requested, double aim, int threads) {
    const FaceParts face_parts = meshed_faces(shape, aim, threads != 1);
    const std::vector<TopoDS_Face>& faces = face_parts.whole;
    Solids solids = solids_of(shape, faces);
    Tessellation result;
    Mesh& mesh = result.mesh;
    mesh.parts = std::move(solids.names);
    VertexWelder welder;
    SharedPoints shared;
    for (std::size_t f = 0; f < faces.size(); ++f) {
        const SurfaceKind kind = kind_of(faces[f]);
        if (FaceParts::any_without(face_parts.parts[f]))
            result.faces_without_triangles.push_back(
                fmt::format("face {} of {} ({})", f + 1, faces.size(), name_of(kind)));
        Surface surface{fmt::format("{}-{}", name_of(kind), f + 1), kind, {}, analytic_surface_of(faces[f])};
        if (int packed = 0; packed_colours.Find(faces[f], packed))
            surface.colour = Rgb{static_cast<std::uint8_t>(packed >> 16),
                                 static_cast<std::uint8_t>(packed >> 8), static_cast<std::uint8_t>(packed)};
        surface.part = solids.of_face[f];
        mesh.surfaces.push_back(std::move(surface));
        for (const TopoDS_Face& part : face_parts.parts[f]) {
            const auto id = static_cast<std::uint32_t>(f);
            FaceCover cover = cover_of(part, add_triangles(part, id, shared, welder, mesh));
            cover.surface = id;
            result.covers.push_back(std::move(cover));
        }
    }
    mesh.vertices = welder.take();
    const Deviation all = deviation_of(face_parts, threads);
    mesh.deviation = {requested, all.most + shared.most_moved()};
    result.samples = all.samples;
    return result;
}

bool is_kept(const Tessellation& result) {
    return result.mesh.deviation->measured <= result.mesh.deviation->requested;
}

/// OpenCASCADE does not always keep what it is asked for: then it is asked for less, a few times, and the best
/// counts.
Tessellation best_tessellation(const TopoDS_Shape& shape,
                               const TopTools_DataMapOfShapeInteger& packed_colours, double requested,
                               int threads) {
    Tessellation best = tessellation_at(shape, packed_colours, requested, requested, threads);
    const std::size_t most_triangles = kMostGrowth * best.mesh.triangles.size();
    double aim = requested, measured = best.mesh.deviation->measured;
    for (int again = 0; again < kTries && !is_kept(best); ++again) {
        aim *= std::max(kLeastStep, kSurely * requested / measured);
        if (aim < Precision::Confusion()) break;
        Tessellation finer = tessellation_at(shape, packed_colours, requested, aim, threads);
        measured = finer.mesh.deviation->measured;
        if (finer.mesh.triangles.size() > most_triangles) break;
        if (measured < best.mesh.deviation->measured &&
            finer.faces_without_triangles.size() <= best.faces_without_triangles.size())
            best = std::move(finer);
    }
    return best;
}

}  // namespace

Expected<Tessellation> tessellate(const TopoDS_Shape& shape,
                                  const TopTools_DataMapOfShapeInteger& packed_colours,
                                  const TessellateOptions& options) {
    const double size = size_of_shape(shape);
    if (!(size <= kMostSize))
        return make_error(ErrorCode::BadInput, "its size",
                          fmt::format("{:.4g} mm is beyond {:.4g} mm", size, kMostSize),
                          "is the unit of the file right?");
    const double deflection =
        options.deflection.value_or(std::min(kMostDeflection, kDeflectionOfSize * size));
    const double requested = std::max(deflection, Precision::Confusion());
    Tessellation result = best_tessellation(shape, packed_colours, requested, options.threads);
    prove_deviation(result, options.threads);
    const double measured = result.mesh.deviation->measured;
    if (measured > kAbsurdTimes * requested && measured > kAbsurdPart * size)
        return make_error(ErrorCode::BadInput, "its triangles",
                          fmt::format("are up to {:.4g} mm off its surfaces where {:.4g} mm was requested",
                                      measured, requested),
                          "edges and surfaces do not belong together, repair it");
    return result;
}

}  // namespace graze::cad
