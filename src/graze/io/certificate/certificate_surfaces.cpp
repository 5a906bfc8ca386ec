#include "graze/io/certificate/certificate_surfaces.h"

#include <cmath>
#include <cstring>

namespace graze::internal {
namespace {

constexpr std::uint8_t kCutTags = 4;  // sides 0 to 2, and kUncut

class Writer {
  public:
    template <class T>
    void put(const T& value) {
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    template <class T>
    void put_list(const std::vector<T>& list) {
        put(static_cast<std::uint32_t>(list.size()));
        for (const T& one : list) put(one);
    }
    void put_frame(const CertificateFrame& f) { put(f.origin), put(f.x), put(f.y), put(f.z); }
    void put_spline(const CertificateSpline& s) {
        for (const CertificateKnots* knots : {&s.u, &s.v}) put(knots->degree), put_list(knots->values);
        put_list(s.poles), put_list(s.weights);
    }
    void put_curve(const CertificateCurve& c) {
        put(static_cast<std::uint8_t>(c.kind));
        if (c.kind == CertificateCurveKind::Spline) return put_spline(c.spline);
        put_frame(c.frame), put(c.major), put(c.minor);
    }
    void put_surface(const CertificateSurface& s) {
        using enum CertificateSurfaceKind;
        put(static_cast<std::uint8_t>(s.kind));
        put_frame(s.frame), put(s.radius), put(s.tube_radius), put(s.half_angle);
        if (s.kind == Spline || s.kind == Offset) put_spline(s.spline);
        if (s.kind == Extrusion || s.kind == Revolution) put_curve(s.curve);
    }
    void put_face(const CertificateFace& f) {
        put_surface(f.surface), put(f.turn), put(f.shift);
        put(static_cast<std::uint32_t>(f.curves.size()));
        for (const CertificateCurve& curve : f.curves) put_curve(curve);
        put_list(f.nodes), put_list(f.triangles);
        put(static_cast<std::uint32_t>(f.arcs.size()));
        for (const CertificateArc& arc : f.arcs) {
            put(arc.triangle), put(arc.side), put(arc.curve);
            put(arc.from), put(arc.to);
        }
    }
    std::string take() { return std::move(bytes_); }

  private:
    std::string bytes_;
};

/// Keeps the first problem; what cannot be read is zero or empty from then on.
class Reader {
  public:
    explicit Reader(std::string_view bytes) : rest_(bytes) {}

    template <class T>
    T take() {
        T value{};
        demand(rest_.size() >= sizeof value, "it ends too soon");
        if (!problem_.empty()) return value;
        std::memcpy(&value, rest_.data(), sizeof value);
        rest_.remove_prefix(sizeof value);
        return value;
    }
    template <class T>
    void take_list(std::vector<T>& list) {
        const auto count = take<std::uint32_t>();
        demand(std::uint64_t{count} * sizeof(T) <= rest_.size(), "a list is longer than the file");
        if (!problem_.empty() || count == 0) return;
        list.resize(count);
        std::memcpy(list.data(), rest_.data(), count * sizeof(T));
        rest_.remove_prefix(count * sizeof(T));
    }
    void demand(bool holds, const char* otherwise) {
        if (!holds && problem_.empty()) problem_ = otherwise;
    }
    [[nodiscard]] bool is_at_end() const { return rest_.empty(); }
    [[nodiscard]] const std::string& problem() const { return problem_; }

    double number() {
        const auto x = take<double>();
        demand(std::isfinite(x), "a number is not finite");
        return problem_.empty() ? x : 0.0;
    }
    std::array<double, 3> vector() {
        const double x = number(), y = number(), z = number();
        return {x, y, z};
    }
    CertificateFrame frame() {
        CertificateFrame f;
        f.origin = vector(), f.x = vector(), f.y = vector(), f.z = vector();
        return f;
    }
    template <class Kind>
    Kind kind_up_to(Kind last) {
        const auto kind = take<std::uint8_t>();
        demand(kind <= static_cast<std::uint8_t>(last), "a curve or surface of unknown kind");
        return problem_.empty() ? static_cast<Kind>(kind) : Kind{};
    }

    std::uint64_t knots(CertificateKnots& k) {
        k.degree = take<std::uint32_t>();
        demand(k.degree <= kMostCertificateDegree, "a degree is too large");
        take_list(k.values);
        demand(k.values.size() >= 2 * std::size_t{k.degree} + 2, "too few knots");
        for (std::size_t i = 0; i < k.values.size(); ++i)
            demand(std::isfinite(k.values[i]) && (i == 0 || k.values[i] >= k.values[i - 1]),
                   "knots do not rise");
        if (!problem_.empty()) return 0;
        demand(k.values[k.degree] < k.values[k.values.size() - 1 - k.degree], "knots without a span");
        return k.values.size() - 1 - k.degree;
    }
    void spline(CertificateSpline& s) {
        const std::uint64_t u = knots(s.u), v = knots(s.v);
        take_list(s.poles), take_list(s.weights);
        demand(s.poles.size() == u * v, "the number of poles does not fit");
        demand(s.weights.empty() || s.weights.size() == s.poles.size(), "the number of weights does not fit");
        for (const auto& pole : s.poles)
            for (const double x : pole) demand(std::isfinite(x), "a pole is not finite");
        for (const double w : s.weights) demand(w > 0.0 && std::isfinite(w), "a weight is not above 0");
    }
    void curve(CertificateCurve& c) {
        c.kind = kind_up_to(CertificateCurveKind::Spline);
        if (c.kind == CertificateCurveKind::Spline) {
            spline(c.spline);
            demand(c.spline.v.degree == 0 && c.spline.v.values.size() == 2, "a curve with two parameters");
            return;
        }
        c.frame = frame(), c.major = number(), c.minor = number();
    }
    void surface(CertificateSurface& s) {
        using enum CertificateSurfaceKind;
        s.kind = kind_up_to(Offset);
        s.frame = frame(), s.radius = number(), s.tube_radius = number(), s.half_angle = number();
        if (s.kind == Spline || s.kind == Offset) spline(s.spline);
        if (s.kind == Extrusion || s.kind == Revolution) curve(s.curve);
    }
    void arc(CertificateFace& f) {
        CertificateArc a;
        a.triangle = take<std::uint32_t>(), a.side = take<std::uint32_t>(), a.curve = take<std::uint32_t>();
        a.from = number(), a.to = number();
        demand(a.triangle < f.triangles.size() && a.side < 3 && a.curve < f.curves.size(),
               "an arc names a triangle, side or curve that does not exist");
        const auto place = [](const CertificateArc& x) { return 3 * std::uint64_t{x.triangle} + x.side; };
        demand(f.arcs.empty() || place(f.arcs.back()) < place(a), "arcs do not rise");
        f.arcs.push_back(a);
    }
    void face(CertificateFace& f) {
        surface(f.surface);
        for (auto& row : f.turn) row = vector();
        f.shift = vector();
        const auto curves = take<std::uint32_t>();
        for (std::uint32_t i = 0; i < curves && problem_.empty(); ++i) curve(f.curves.emplace_back());
        take_list(f.nodes), take_list(f.triangles);
        for (const auto& node : f.nodes)
            for (const double x : node) demand(std::isfinite(x), "a node is not finite");
        for (const auto& triangle : f.triangles)
            for (const std::uint32_t node : triangle)
                demand(node < f.nodes.size(), "a triangle names a node that does not exist");
        const auto arcs = take<std::uint32_t>();
        for (std::uint32_t i = 0; i < arcs && problem_.empty(); ++i) arc(f);
    }

  private:
    std::string_view rest_;
    std::string problem_;
};

}  // namespace

std::string shape_bytes(const CertificateShape& shape) {
    Writer writer;
    for (const CertificateFace& face : shape) writer.put_face(face);
    return writer.take();
}

std::string cut_bytes(const std::vector<CertificateCut>& cuts) {
    Writer writer;
    for (const CertificateCut& cut : cuts) {
        writer.put(static_cast<std::uint8_t>(cut.side));
        if (cut.side == kUncut)
            writer.put(cut.piece), writer.put(cut.triangle);
        else
            writer.put(cut.at);
    }
    return writer.take();
}

std::string read_shape(std::string_view bytes, std::uint64_t faces, CertificateShape& shape) {
    Reader reader(bytes);
    for (std::uint64_t i = 0; i < faces && reader.problem().empty(); ++i) {
        reader.face(shape.emplace_back());
        if (!reader.problem().empty()) return "face " + std::to_string(i) + ": " + reader.problem();
    }
    reader.demand(reader.is_at_end(), "bytes follow its last face");
    return reader.problem();
}

std::string read_cuts(std::string_view bytes, std::vector<CertificateCut>& cuts) {
    Reader reader(bytes);
    while (!reader.is_at_end() && reader.problem().empty()) {
        CertificateCut& cut = cuts.emplace_back();
        cut.side = reader.take<std::uint8_t>();
        reader.demand(cut.side < kCutTags, "a cut of unknown kind");
        if (cut.side == kUncut)
            cut.piece = reader.take<std::uint32_t>(), cut.triangle = reader.take<std::uint32_t>();
        else
            cut.at = reader.number();
    }
    return reader.problem();
}

}  // namespace graze::internal
