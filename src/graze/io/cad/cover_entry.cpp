#include "graze/io/cad/cover_entry.h"

#include <cmath>

namespace graze::internal {
namespace {

using surface::Curve;
using surface::Element;
using surface::Face;
using surface::Frame;
using surface::Knots;
using surface::Parametric;
using surface::Side;
using surface::Spline;

constexpr std::size_t kLeastFace = 300, kLeastCurve = 140, kElementBytes = 48, kArcBytes = 60;

void write_vector(EntryWriter& out, const Vec3& v) {
    for (const double x : v) out.number(x);
}

void write_frame(EntryWriter& out, const Frame& frame) {
    for (const Vec3* v : {&frame.origin, &frame.x, &frame.y, &frame.z}) write_vector(out, *v);
}

void write_knots(EntryWriter& out, const Knots& knots) {
    out.u32(static_cast<std::uint32_t>(knots.degree));
    out.u32(static_cast<std::uint32_t>(knots.values.size()));
    out.raw(knots.values.data(), knots.values.size() * sizeof(double));
}

void write_spline(EntryWriter& out, const Spline& spline) {
    write_knots(out, spline.u);
    write_knots(out, spline.v);
    out.u32(static_cast<std::uint32_t>(spline.poles.size()));
    out.raw(spline.poles.data(), spline.poles.size() * sizeof(Vec3));
    out.u32(static_cast<std::uint32_t>(spline.weights.size()));
    out.raw(spline.weights.data(), spline.weights.size() * sizeof(double));
}

void write_curve(EntryWriter& out, const Curve& curve) {
    out.u32(static_cast<std::uint32_t>(curve.kind));
    write_frame(out, curve.frame);
    out.number(curve.major);
    out.number(curve.minor);
    write_spline(out, curve.spline);
}

void write_parametric(EntryWriter& out, const Parametric& surface) {
    out.u32(static_cast<std::uint32_t>(surface.kind));
    write_frame(out, surface.frame);
    for (const double x : {surface.radius, surface.tube_radius, surface.half_angle}) out.number(x);
    write_spline(out, surface.spline);
    write_curve(out, surface.curve);
}

void write_elements(EntryWriter& out, const std::vector<Element>& elements) {
    out.u32(static_cast<std::uint32_t>(elements.size()));
    std::uint32_t arcs = 0;
    for (const Element& e : elements) {
        for (const Vec2& uv : e.uv)
            for (const double x : uv) out.number(x);
        for (const Side& side : e.sides) arcs += side.curve != surface::kNoCurve ? 1 : 0;
    }
    out.u32(arcs);
    for (std::size_t i = 0; i < elements.size(); ++i)
        for (std::size_t k = 0; k < 3; ++k) {
            const Side& side = elements[i].sides[k];
            if (side.curve == surface::kNoCurve) continue;
            out.u32(static_cast<std::uint32_t>(i));
            out.u32(static_cast<std::uint32_t>(k));
            out.u32(side.curve);
            for (const double x :
                 {side.from, side.to, side.off[0].x(), side.off[0].y(), side.off[1].x(), side.off[1].y()})
                out.number(x);
        }
}

Vec3 read_vector(EntryReader& in) {
    const double x = in.number(), y = in.number(), z = in.number();
    return {x, y, z};
}

Frame read_frame(EntryReader& in) {
    Frame frame;
    for (Vec3* v : {&frame.origin, &frame.x, &frame.y, &frame.z}) *v = read_vector(in);
    return frame;
}

Knots read_knots(EntryReader& in) {
    Knots knots;
    const std::uint32_t degree = in.u32();
    if (degree > surface::kMostDegree) in.failed = true;
    knots.degree = in.failed ? 0 : static_cast<int>(degree);
    in.array(knots.values, in.count(sizeof(double)));
    return knots;
}

Spline read_spline(EntryReader& in) {
    Spline spline;
    spline.u = read_knots(in);
    spline.v = read_knots(in);
    in.array(spline.poles, in.count(sizeof(Vec3)));
    in.array(spline.weights, in.count(sizeof(double)));
    return spline;
}

template <class Kind>
Kind read_kind_of(EntryReader& in, Kind last) {
    const std::uint32_t kind = in.u32();
    if (kind > static_cast<std::uint32_t>(last)) in.failed = true;
    return in.failed ? Kind{} : static_cast<Kind>(kind);
}

Curve read_curve(EntryReader& in) {
    Curve curve;
    curve.kind = read_kind_of(in, surface::CurveKind::Spline);
    curve.frame = read_frame(in);
    curve.major = in.number();
    curve.minor = in.number();
    curve.spline = read_spline(in);
    return curve;
}

Parametric read_parametric(EntryReader& in) {
    Parametric surface;
    surface.kind = read_kind_of(in, surface::ParametricKind::Revolution);
    surface.frame = read_frame(in);
    for (double* x : {&surface.radius, &surface.tube_radius, &surface.half_angle}) *x = in.number();
    surface.spline = read_spline(in);
    surface.curve = read_curve(in);
    return surface;
}

void read_elements(EntryReader& in, Face& face) {
    const std::uint32_t count = in.count(kElementBytes);
    for (std::uint32_t i = 0; i < count && !in.failed; ++i) {
        Element& e = face.elements.emplace_back();
        for (Vec2& uv : e.uv)
            for (double& x : uv) x = in.number(), in.failed = in.failed || !std::isfinite(x);
    }
    const std::uint32_t arcs = in.count(kArcBytes);
    for (std::uint32_t i = 0; i < arcs && !in.failed; ++i) {
        const std::uint32_t element = in.u32(), k = in.u32();
        Side side;
        side.curve = in.u32();
        for (double* x :
             {&side.from, &side.to, &side.off[0].x(), &side.off[0].y(), &side.off[1].x(), &side.off[1].y()})
            *x = in.number();
        const bool fits = element < face.elements.size() && k < 3 && side.curve < face.curves.size() &&
                          std::isfinite(side.from) && std::isfinite(side.to);
        if (!fits)
            in.failed = true;
        else
            face.elements[element].sides[k] = side;
    }
}

Face read_face(EntryReader& in) {
    Face face;
    face.surface = read_parametric(in);
    for (int i = 0; i < 9; ++i) face.turn(i / 3, i % 3) = in.number();
    face.shift = read_vector(in);
    const std::uint32_t curves = in.count(kLeastCurve);
    for (std::uint32_t i = 0; i < curves && !in.failed; ++i) face.curves.push_back(read_curve(in));
    if (in.failed || fault_of(face.surface) != nullptr) in.failed = true;
    for (const Curve& curve : face.curves)
        if (in.failed || fault_of(curve) != nullptr) in.failed = true;
    read_elements(in, face);
    if (!in.failed) prepare(face);
    return face;
}

}  // namespace

void write_cover(EntryWriter& out, const surface::Cover& cover) {
    out.u32(static_cast<std::uint32_t>(cover.faces.size()));
    for (const Face& face : cover.faces) {
        write_parametric(out, face.surface);
        for (int i = 0; i < 9; ++i) out.number(face.turn(i / 3, i % 3));
        write_vector(out, face.shift);
        out.u32(static_cast<std::uint32_t>(face.curves.size()));
        for (const Curve& curve : face.curves) write_curve(out, curve);
        write_elements(out, face.elements);
    }
}

std::shared_ptr<const surface::Cover> read_cover(EntryReader& in) {
    auto cover = std::make_shared<surface::Cover>();
    const std::uint32_t faces = in.count(kLeastFace);
    for (std::uint32_t f = 0; f < faces && !in.failed; ++f) cover->faces.push_back(read_face(in));
    if (in.failed) return nullptr;
    return cover;
}

}  // namespace graze::internal
