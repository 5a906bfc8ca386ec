#include "graze_cad/models/spline.h"

#include <algorithm>

#include <Eigen/LU>

#include <BRepBuilderAPI_MakeEdge.hxx>
#include <BRepBuilderAPI_MakeFace.hxx>
#include <BRepLib.hxx>
#include <Geom2d_BSplineCurve.hxx>
#include <TColStd_Array1OfInteger.hxx>
#include <TColStd_Array1OfReal.hxx>
#include <TColgp_Array1OfPnt2d.hxx>
#include <TColgp_Array2OfPnt.hxx>
#include <TopoDS_Face.hxx>

namespace graze::cad::car {

std::vector<double> fractions(std::size_t count) {
    std::vector<double> at(count);
    for (std::size_t i = 0; i < count; ++i) at[i] = static_cast<double>(i) / static_cast<double>(count - 1);
    return at;
}

namespace {

constexpr double kThinning = 3e-3;      // mm: by how much a knot that is taken out may move a surface
constexpr double kBaseThinning = 2e-2;  // the same of a curved base
constexpr int kDegree = 8;              // at most, of what is interpolated along a segment
constexpr int kBaseDegree = 3;

struct Knots {
    int degree;
    std::vector<double> flat;
    Eigen::MatrixXd poles_of_values;  // poles = matrix * values
};

double basis(const std::vector<double>& flat, int i, int degree, double t, bool last) {
    const auto k = static_cast<std::size_t>(i), d = static_cast<std::size_t>(degree);
    if (degree == 0)
        return (t >= flat[k] && t < flat[k + 1]) || (last && t == flat[k + 1] && flat[k] < flat[k + 1]) ? 1.0
                                                                                                        : 0.0;
    double sum = 0.0;
    if (const double width = flat[k + d] - flat[k]; width > 0.0)
        sum += (t - flat[k]) / width * basis(flat, i, degree - 1, t, last);
    if (const double width = flat[k + d + 1] - flat[k + 1]; width > 0.0)
        sum += (flat[k + d + 1] - t) / width * basis(flat, i + 1, degree - 1, t, last);
    return sum;
}

/// Knots by averaging, and the matrix that interpolates.
Knots knots_for(const std::vector<double>& at, int degree) {
    const int n = static_cast<int>(at.size());
    Knots knots{std::min(degree, n - 1), {}, {}};
    const int p = knots.degree;
    knots.flat.assign(static_cast<std::size_t>(p + 1), at.front());
    for (int j = 1; j < n - p; ++j) {
        double sum = 0.0;
        for (int i = j; i < j + p; ++i) sum += at[static_cast<std::size_t>(i)];
        knots.flat.push_back(sum / p);
    }
    knots.flat.insert(knots.flat.end(), static_cast<std::size_t>(p + 1), at.back());
    Eigen::MatrixXd values_of_poles(n, n);
    for (int row = 0; row < n; ++row)
        for (int column = 0; column < n; ++column)
            values_of_poles(row, column) =
                basis(knots.flat, column, p, at[static_cast<std::size_t>(row)], row == n - 1);
    knots.poles_of_values = values_of_poles.partialPivLu().inverse();
    return knots;
}

struct KnotArrays {
    TColStd_Array1OfReal knots;
    TColStd_Array1OfInteger multiplicities;
};

KnotArrays arrays_of(const Knots& knots) {
    const int distinct = static_cast<int>(knots.flat.size()) - 2 * knots.degree;
    KnotArrays arrays{TColStd_Array1OfReal(1, distinct), TColStd_Array1OfInteger(1, distinct)};
    for (int i = 1; i <= distinct; ++i) {
        arrays.knots.SetValue(i, knots.flat[static_cast<std::size_t>(knots.degree + i - 1)]);
        arrays.multiplicities.SetValue(i, i == 1 || i == distinct ? knots.degree + 1 : 1);
    }
    return arrays;
}

/// Takes out knots that hardly matter, every other one first: meshes put vertices at each.
template <class Remove>
void thin_out(int count, const Remove& remove) {
    for (bool again = true; again && count > 2;) {
        again = false;
        for (int knot = 2; knot < count; ++knot)
            if (remove(knot)) --count, again = true;
    }
}

void thin_out(const Handle(Geom_BSplineSurface) & surface, double thinning) {
    thin_out(surface->NbUKnots(), [&](int knot) { return surface->RemoveUKnot(knot, 0, thinning); });
    thin_out(surface->NbVKnots(), [&](int knot) { return surface->RemoveVKnot(knot, 0, thinning); });
}

Handle(Geom_BSplineSurface)
    interpolated(const Rows& points, const Knots& along, const Knots& across, double thinning) {
    const auto n = static_cast<Eigen::Index>(points.size());
    const auto m = static_cast<Eigen::Index>(points.front().size());
    TColgp_Array2OfPnt poles(1, static_cast<int>(n), 1, static_cast<int>(m));
    for (int c = 1; c <= 3; ++c) {
        Eigen::MatrixXd values(n, m);
        for (Eigen::Index i = 0; i < n; ++i)
            for (Eigen::Index j = 0; j < m; ++j)
                values(i, j) = points[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].Coord(c);
        const Eigen::MatrixXd solved = along.poles_of_values * values * across.poles_of_values.transpose();
        for (Eigen::Index i = 0; i < n; ++i)
            for (Eigen::Index j = 0; j < m; ++j)
                poles.ChangeValue(static_cast<int>(i) + 1, static_cast<int>(j) + 1).SetCoord(c, solved(i, j));
    }
    const KnotArrays u = arrays_of(along), v = arrays_of(across);
    Handle(Geom_BSplineSurface) surface = new Geom_BSplineSurface(
        poles, u.knots, v.knots, u.multiplicities, v.multiplicities, along.degree, across.degree);
    thin_out(surface, thinning);
    return surface;
}

Knots even_knots(std::size_t count, int degree) { return knots_for(fractions(count), degree); }

}  // namespace

Handle(Geom_BSplineSurface)
    surface_through(const Rows& points, const std::vector<double>& u, const std::vector<double>& v) {
    return interpolated(points, knots_for(u, kBaseDegree), knots_for(v, kBaseDegree), kBaseThinning);
}

TopoDS_Shape face_through(const Rows& points) {
    const std::size_t across = points.front().size();
    const Handle(Geom_BSplineSurface) surface =
        interpolated(points, even_knots(points.size(), kDegree), even_knots(across, kDegree), kThinning);
    return BRepBuilderAPI_MakeFace(surface, 1e-6).Face();
}

TopoDS_Edge edge_through(const std::vector<gp_XY>& uvs, const Handle(Geom_BSplineSurface) & surface) {
    const Knots knots = even_knots(uvs.size(), kDegree);
    const auto n = static_cast<Eigen::Index>(uvs.size());
    Eigen::MatrixXd values(n, 2);
    for (Eigen::Index i = 0; i < n; ++i)
        values.row(i) << uvs[static_cast<std::size_t>(i)].X(), uvs[static_cast<std::size_t>(i)].Y();
    const Eigen::MatrixXd solved = knots.poles_of_values * values;
    TColgp_Array1OfPnt2d poles(1, static_cast<int>(n));
    for (int i = 1; i <= static_cast<int>(n); ++i)
        poles.SetValue(i, gp_Pnt2d(solved(i - 1, 0), solved(i - 1, 1)));
    const KnotArrays arrays = arrays_of(knots);
    const Handle(Geom2d_BSplineCurve) curve =
        new Geom2d_BSplineCurve(poles, arrays.knots, arrays.multiplicities, knots.degree);
    thin_out(curve->NbKnots(), [&](int knot) { return curve->RemoveKnot(knot, 0, kThinning); });
    TopoDS_Edge edge =
        BRepBuilderAPI_MakeEdge(Handle(Geom2d_Curve)(curve), Handle(Geom_Surface)(surface)).Edge();
    BRepLib::BuildCurves3d(edge);
    return edge;
}

}  // namespace graze::cad::car
