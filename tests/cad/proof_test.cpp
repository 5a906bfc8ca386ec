// The proved deviation against OpenCASCADE's own evaluation of the faces, on a dense grid.
#include "graze/core/random.h"
#include "graze/surface/deviation_bound.h"
#include "graze_cad/tessellate.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <BRepAdaptor_Surface.hxx>
#include <BRepAlgoAPI_Cut.hxx>
#include <BRepBuilderAPI_MakeEdge.hxx>
#include <BRepBuilderAPI_MakeFace.hxx>
#include <BRepBuilderAPI_MakeWire.hxx>
#include <BRepBuilderAPI_NurbsConvert.hxx>
#include <BRepBuilderAPI_Transform.hxx>
#include <BRepFilletAPI_MakeFillet.hxx>
#include <BRepPrimAPI_MakeBox.hxx>
#include <BRepPrimAPI_MakeCone.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <BRepPrimAPI_MakePrism.hxx>
#include <BRepPrimAPI_MakeRevol.hxx>
#include <BRepPrimAPI_MakeSphere.hxx>
#include <BRepPrimAPI_MakeTorus.hxx>
#include <BRepTools.hxx>
#include <GeomAPI_PointsToBSpline.hxx>
#include <GeomAPI_PointsToBSplineSurface.hxx>
#include <Geom_BSplineCurve.hxx>
#include <Geom_BSplineSurface.hxx>
#include <Geom_BezierSurface.hxx>
#include <Geom_OffsetSurface.hxx>
#include <IntTools_FClass2d.hxx>
#include <TColgp_Array1OfPnt.hxx>
#include <TColgp_Array2OfPnt.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <gp_Ax2.hxx>

namespace graze::proof_test {
namespace {

struct Named {
    std::string name;
    TopoDS_Shape shape;
};

const gp_Ax2 kSkew(gp_Pnt(3, 4, 5), gp_Dir(1, 2, 3));

TopoDS_Shape converted(const TopoDS_Shape& shape) { return BRepBuilderAPI_NurbsConvert(shape).Shape(); }

TopoDS_Shape moved(const TopoDS_Shape& shape) {
    gp_Trsf turn, shift;
    turn.SetRotation(gp_Ax1(gp_Pnt(1, 0, 0), gp_Dir(3, 1, 2)), 0.7);
    shift.SetTranslation(gp_Vec(100, -50, 25));
    return shape.Moved(TopLoc_Location(shift * turn));
}

Handle(Geom_BSplineCurve) wave() {
    TColgp_Array1OfPnt points(1, 7);
    for (int i = 1; i <= 7; ++i)
        points(i) = gp_Pnt(12 + 2 * std::sin(1.3 * i), 0.4 * std::cos(2.0 * i), 3.0 * i);
    return GeomAPI_PointsToBSpline(points).Curve();
}

TopoDS_Shape rounded_block() {
    const TopoDS_Shape box = BRepPrimAPI_MakeBox(30.0, 20.0, 10.0).Shape();
    BRepFilletAPI_MakeFillet fillet(box);
    for (TopExp_Explorer at(box, TopAbs_EDGE); at.More(); at.Next())
        fillet.Add(2.0, TopoDS::Edge(at.Current()));
    return BRepAlgoAPI_Cut(
               fillet.Shape(),
               BRepPrimAPI_MakeCylinder(gp_Ax2(gp_Pnt(15, 10, -1), gp_Dir(0, 0, 1)), 4.0, 12.0).Shape())
        .Shape();
}

Handle(Geom_BSplineSurface) bumpy() {
    TColgp_Array2OfPnt points(1, 6, 1, 5);
    for (int i = 1; i <= 6; ++i)
        for (int j = 1; j <= 5; ++j)
            points(i, j) = gp_Pnt(5.0 * i, 6.0 * j, 3.0 * std::sin(i * 1.1 + j * j * 0.3));
    return GeomAPI_PointsToBSplineSurface(points).Surface();
}

/// A roof: two pieces of degree 1 across, so a crease that no edge is on.
TopoDS_Shape creased() {
    TColgp_Array2OfPnt poles(1, 5, 1, 3);
    for (int i = 1; i <= 5; ++i)
        for (int j = 1; j <= 3; ++j)
            poles(i, j) = gp_Pnt(4.0 * i, 7.0 * j, (i == 3 ? 6.0 : 1.0 * (i % 2)) + 0.5 * j * j);
    TColStd_Array1OfReal u(1, 3), v(1, 2);
    u(1) = 0, u(2) = 0.43, u(3) = 1, v(1) = 0, v(2) = 1;
    TColStd_Array1OfInteger mu(1, 3), mv(1, 2);
    mu(1) = 3, mu(2) = 2, mu(3) = 3, mv(1) = 3, mv(2) = 3;
    const Handle(Geom_BSplineSurface) surface = new Geom_BSplineSurface(poles, u, v, mu, mv, 2, 2);
    return BRepBuilderAPI_MakeFace(surface, 1e-6).Shape();
}

/// A hole whose rim is concave in the face's parameters, in a bumpy sheet.
TopoDS_Shape sheet_with_hole() {
    const TopoDS_Shape sheet = BRepBuilderAPI_MakeFace(bumpy(), 1e-6).Shape();
    return BRepAlgoAPI_Cut(
               sheet,
               BRepPrimAPI_MakeCylinder(gp_Ax2(gp_Pnt(17, 16, -20), gp_Dir(0, 0, 1)), 5.0, 60.0).Shape())
        .Shape();
}

std::vector<Named> shapes() {
    const TopoDS_Shape sphere = BRepPrimAPI_MakeSphere(kSkew, 20).Shape(),
                       torus = BRepPrimAPI_MakeTorus(kSkew, 20, 6).Shape();
    const TopoDS_Shape cone = BRepPrimAPI_MakeCone(kSkew, 20, 0, 30).Shape();
    const TopoDS_Shape edge = BRepBuilderAPI_MakeEdge(wave()).Shape();
    return {
        {"sphere", sphere},
        {"torus", torus},
        {"cone", cone},
        {"sphere as spline", converted(sphere)},
        {"torus as spline", converted(torus)},
        {"cone as spline", converted(cone)},
        {"block", rounded_block()},
        {"block as splines", converted(rounded_block())},
        {"moved block", moved(rounded_block())},
        {"extrusion", BRepPrimAPI_MakePrism(edge, gp_Vec(3, 15, 2)).Shape()},
        {"revolution", BRepPrimAPI_MakeRevol(edge, gp_Ax1(gp_Pnt(0, 0, 0), gp_Dir(0, 0, 1)), 4.0).Shape()},
        {"spline", BRepBuilderAPI_MakeFace(bumpy(), 1e-6).Shape()},
        {"creased spline", creased()},
        {"sheet with a hole", sheet_with_hole()}};
}

cad::Tessellation tessellated(const TopoDS_Shape& shape, double deflection = 0.1) {
    auto result = cad::tessellate(shape, {}, {.deflection = deflection, .threads = 1});
    EXPECT_TRUE(result) << result.error().message;
    return result ? *std::move(result) : cad::Tessellation{};
}

double distance_to_mesh(const Vec3& p, const Mesh& mesh, const std::vector<Box>& boxes) {
    double least = 1e300;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
        if ((p - p.cwiseMax(boxes[t].min).cwiseMin(boxes[t].max)).squaredNorm() < least * least)
            least = std::min(least, surface::most_distance(p, corners(mesh, t)));
    return least;
}

/// The greatest distance from the mesh of points of the faces: a grid in the box of each face's parameters.
double farthest(const TopoDS_Shape& shape, const Mesh& mesh, int steps) {
    double most = 0.0;
    std::vector<Box> boxes;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const auto corner = corners(mesh, t);
        boxes.push_back(box_of(std::vector<Vec3>(corner.begin(), corner.end())));
    }
    for (TopExp_Explorer at(shape, TopAbs_FACE); at.More(); at.Next()) {
        const TopoDS_Face& face = TopoDS::Face(at.Current());
        const BRepAdaptor_Surface surface(face, true);
        IntTools_FClass2d inside(face, 1e-9);
        double u0 = 0, u1 = 0, v0 = 0, v1 = 0;
        BRepTools::UVBounds(face, u0, u1, v0, v1);
        for (int i = 0; i <= steps; ++i)
            for (int j = 0; j <= steps; ++j) {
                const gp_Pnt2d uv(u0 + (u1 - u0) * i / steps, v0 + (v1 - v0) * j / steps);
                if (inside.Perform(uv) == TopAbs_OUT) continue;
                const gp_Pnt p = surface.Value(uv.X(), uv.Y());
                most = std::max(most, distance_to_mesh({p.X(), p.Y(), p.Z()}, mesh, boxes));
            }
    }
    return most;
}

}  // namespace

TEST(ProvedDeviation, Reference_HoldsOnADenseGridAndIsTight) {
    for (const Named& one : shapes()) {
        SCOPED_TRACE(one.name);
        const cad::Tessellation result = tessellated(one.shape);
        const Mesh& mesh = result.mesh;
        ASSERT_TRUE(mesh.deviation && mesh.deviation->proved);
        const double proved = *mesh.deviation->proved;
        const double found = farthest(one.shape, mesh, mesh.triangles.size() < 200 ? 60 : mesh.triangles.size() < 1000 ? 24 : 10);
        EXPECT_GE(proved, found * (1.0 - 1e-9));
        EXPECT_LE(proved, 1.25 * mesh.deviation->measured);
        EXPECT_GT(found, 0.4 * proved);  // the grid sees something
        EXPECT_LT(mesh.deviation->edge_gap, 1e-3);
        for (const Surface& surface : mesh.surfaces) {
            ASSERT_TRUE(surface.proved_deviation);
            EXPECT_LE(*surface.proved_deviation, proved);
        }
    }
}

TEST(ProvedDeviation, Reference_OurPointsAreThoseOfOpenCascade) {
    Rng random(19);
    for (const Named& one : shapes()) {
        SCOPED_TRACE(one.name);
        const cad::Tessellation result = tessellated(one.shape);
        std::size_t f = 0;
        for (TopExp_Explorer at(one.shape, TopAbs_FACE); at.More(); at.Next(), ++f) {
            const BRepAdaptor_Surface surface(TopoDS::Face(at.Current()), true);
            const surface::Face& face = result.covers[f].face;
            for (int n = 0; n < 20; ++n) {
                const auto& e = face.elements[random.below(face.elements.size())];
                const Vec2 uv = 0.2 * e.uv[0] + 0.5 * e.uv[1] + 0.3 * e.uv[2];
                const gp_Pnt p = surface.Value(uv.x(), uv.y());
                const auto ours = surface::point(face, uv);
                EXPECT_LE((ours.at - Vec3(p.X(), p.Y(), p.Z())).norm(), 2.0 * ours.error + 1e-11);
                EXPECT_LT(ours.error, 1e-10);
            }
        }
    }
}

TEST(ProvedDeviation, Degenerate_AnOffsetSurfaceHasNoBoundAndIsNamed) {
    const Handle(Geom_OffsetSurface) offset = new Geom_OffsetSurface(bumpy(), 0.5);
    const cad::Tessellation result = tessellated(BRepBuilderAPI_MakeFace(offset, 1e-6).Shape(), 5.0);
    ASSERT_TRUE(result.mesh.deviation);
    EXPECT_FALSE(result.mesh.deviation->proved);
    EXPECT_FALSE(result.mesh.surfaces[0].proved_deviation);
    ASSERT_EQ(result.covers.size(), 1u);
    EXPECT_EQ(result.covers[0].fault, "Geom_OffsetSurface");
}

TEST(ProvedDeviation, Property_IsTheSameForAnyNumberOfThreads) {
    const TopoDS_Shape shape = rounded_block();
    const double one = *tessellated(shape).mesh.deviation->proved;
    const auto several = cad::tessellate(shape, {}, {.deflection = 0.1, .threads = 3});
    ASSERT_TRUE(several);
    EXPECT_EQ(*several->mesh.deviation->proved, one);
}

}  // namespace graze::proof_test
