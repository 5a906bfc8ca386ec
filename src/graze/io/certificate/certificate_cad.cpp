#include "graze/io/certificate/certificate_cad.h"

#include "graze/core/assert.h"

#include <bit>
#include <map>

namespace graze::internal {
namespace {

std::array<double, 3> known(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

CertificateFrame known(const surface::Frame& f) {
    return {known(f.origin), known(f.x), known(f.y), known(f.z)};
}

CertificateKnots known(const surface::Knots& k) { return {static_cast<std::uint32_t>(k.degree), k.values}; }

CertificateSpline known(const surface::Spline& s) {
    CertificateSpline spline{known(s.u), known(s.v)};
    for (const Vec3& pole : s.poles) spline.poles.push_back(known(pole));
    spline.weights = s.weights;
    return spline;
}

CertificateCurve known(const surface::Curve& c) {
    CertificateCurve curve;
    curve.kind = static_cast<CertificateCurveKind>(c.kind);
    if (c.kind == surface::CurveKind::Spline)
        curve.spline = known(c.spline);
    else
        curve.frame = known(c.frame), curve.major = c.major, curve.minor = c.minor;
    return curve;
}

CertificateSurface known(const surface::Parametric& s) {
    using surface::ParametricKind;
    CertificateSurface surface{static_cast<CertificateSurfaceKind>(s.kind), known(s.frame), s.radius,
                               s.tube_radius, s.half_angle};
    if (s.kind == ParametricKind::Spline) surface.spline = known(s.spline);
    if (s.kind == ParametricKind::Extrusion || s.kind == ParametricKind::Revolution)
        surface.curve = known(s.curve);
    return surface;
}

CertificateFace known(const surface::Face& f) {
    CertificateFace face{known(f.surface)};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) face.turn[i][j] = f.turn(i, j);
    face.shift = known(f.shift);
    for (const surface::Curve& curve : f.curves) face.curves.push_back(known(curve));
    // By their bits: equal numbers are one node, and so sides of neighbours are the same.
    std::map<std::array<std::uint64_t, 2>, std::uint32_t> number;
    for (std::uint32_t t = 0; t < f.elements.size(); ++t) {
        const surface::Element& e = f.elements[t];
        auto& triangle = face.triangles.emplace_back();
        for (std::uint32_t k = 0; k < 3; ++k) {
            const std::array<double, 2> uv{e.uv[k].x() + 0.0, e.uv[k].y() + 0.0};  // no -0
            const auto [at, is_new] =
                number.try_emplace({std::bit_cast<std::uint64_t>(uv[0]), std::bit_cast<std::uint64_t>(uv[1])},
                                   static_cast<std::uint32_t>(face.nodes.size()));
            if (is_new) face.nodes.push_back(uv);
            triangle[k] = at->second;
            const surface::Side& side = e.sides[k];
            if (side.curve != surface::kNoCurve) face.arcs.push_back({t, k, side.curve, side.from, side.to});
        }
    }
    return face;
}

}  // namespace

CertificateShape known_shape(const surface::Cover& cover) {
    CertificateShape shape;
    for (const surface::Face& face : cover.faces) shape.push_back(known(face));
    return shape;
}

std::vector<CertificateCut> known_cuts(const surface::CutForest& forest, std::size_t elements,
                                       const std::function<void(std::uint32_t node, CertificateCut&)>& leaf) {
    GRAZE_ASSERT(elements <= forest.nodes.size());
    std::vector<CertificateCut> cuts;
    std::vector<std::uint32_t> waiting;
    for (std::uint32_t element = 0; element < elements; ++element) {
        waiting.assign(1, element);
        while (!waiting.empty()) {
            const std::uint32_t id = waiting.back();
            const surface::CutForest::Node& node = forest.nodes[id];
            waiting.pop_back();
            CertificateCut& cut = cuts.emplace_back();
            if (node.side < 0) {
                leaf(id, cut);
                continue;
            }
            cut.side = static_cast<std::uint32_t>(node.side), cut.at = node.at;
            waiting.push_back(node.halves[1]), waiting.push_back(node.halves[0]);
        }
    }
    return cuts;
}

}  // namespace graze::internal
