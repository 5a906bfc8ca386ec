#include "graze/io/cad/cad_entry.h"

#include "graze/core/hash.h"
#include "graze/io/cad/cover_entry.h"
#include "graze/io/cad/entry_bytes.h"

#include <bit>
#include <cstring>

#include <fmt/format.h>

namespace graze::internal {
namespace {

constexpr std::string_view kMagic = "graze-cad entry\n";
constexpr std::size_t kChecksumBytes = 16;

void write_analytic(EntryWriter& out, const std::optional<AnalyticSurface>& analytic) {
    out.u32(analytic ? 1u + static_cast<std::uint32_t>(analytic->material) : 0u);
    if (!analytic) return;
    out.u32(static_cast<std::uint32_t>(analytic->kind));
    for (const Vec3& v : {analytic->origin, analytic->axis})
        for (const double x : v) out.number(x);
    for (const double x : {analytic->radius, analytic->tube_radius, analytic->half_angle}) out.number(x);
}

void write_shape(EntryWriter& out, const CadShape& shape) {
    const Mesh& mesh = shape.mesh;
    out.text(shape.name);
    out.u32(shape.solids);
    out.u64(shape.samples);
    out.u32(shape.sewing ? 1 : 0);
    if (shape.sewing) {
        out.number(shape.sewing->tolerance);
        out.u32(shape.sewing->faces);
        out.u32(shape.sewing->free_edges);
    }
    out.u32(mesh.deviation ? 1 : 0);
    if (mesh.deviation) {
        out.number(mesh.deviation->requested);
        out.number(mesh.deviation->measured);
        out.length(mesh.deviation->proved);
        out.number(mesh.deviation->edge_gap);
    }
    out.u32(static_cast<std::uint32_t>(mesh.surfaces.size()));
    for (const Surface& surface : mesh.surfaces) {
        out.text(surface.name);
        out.u32(static_cast<std::uint32_t>(surface.kind));
        out.colour(surface.colour);
        write_analytic(out, surface.analytic);
        out.u32(surface.part);
        out.length(surface.proved_deviation);
    }
    out.u32(static_cast<std::uint32_t>(mesh.parts.size()));
    for (const std::string& part : mesh.parts) out.text(part);
    static_assert(sizeof(Vec3) == 24 && sizeof(Triangle) == 12);
    out.u32(static_cast<std::uint32_t>(mesh.vertices.size()));
    out.raw(mesh.vertices.data(), mesh.vertices.size() * sizeof(Vec3));
    out.u32(static_cast<std::uint32_t>(mesh.triangles.size()));
    out.raw(mesh.triangles.data(), mesh.triangles.size() * sizeof(Triangle));
    out.raw(mesh.surface_of_triangle.data(), mesh.surface_of_triangle.size() * 4);
    out.u32(mesh.cover ? 1 : 0);
    if (mesh.cover) write_cover(out, *mesh.cover);
}

void write_node(EntryWriter& out, const CadNode& node) {
    out.text(node.name);
    out.u32(node.parent);
    out.u32(node.shape);
    for (const double x : node.pose.translation) out.number(x);
    const auto& q = node.pose.rotation;
    for (const double x : {q.x(), q.y(), q.z(), q.w()}) out.number(x);
    out.colour(node.colour);
}

SurfaceKind read_kind(EntryReader& in) {
    const std::uint32_t kind = in.u32();
    if (kind >= kSurfaceKinds) in.failed = true;
    return static_cast<SurfaceKind>(in.failed ? 0 : kind);
}

std::optional<AnalyticSurface> read_analytic(EntryReader& in) {
    const std::uint32_t side = in.u32();
    if (side == 0) return std::nullopt;
    if (side > 2) in.failed = true;
    AnalyticSurface analytic;
    analytic.material = side == 1 ? MaterialSide::Within : MaterialSide::Around;
    analytic.kind = read_kind(in);
    for (Vec3* v : {&analytic.origin, &analytic.axis})
        for (double& x : *v) x = in.number();
    for (double* x : {&analytic.radius, &analytic.tube_radius, &analytic.half_angle}) *x = in.number();
    return analytic;
}

CadShape read_shape(EntryReader& in) {
    CadShape shape;
    Mesh& mesh = shape.mesh;
    shape.name = in.text();
    shape.solids = in.u32();
    shape.samples = in.u64();
    if (in.u32() != 0) {
        CadSewing& sewing = shape.sewing.emplace();
        sewing.tolerance = in.number();
        sewing.faces = in.u32();
        sewing.free_edges = in.u32();
    }
    if (in.u32() != 0) {
        auto& deviation = mesh.deviation.emplace();
        deviation.requested = in.number();
        deviation.measured = in.number();
        deviation.proved = in.length();
        deviation.edge_gap = in.number();
    }
    const std::uint32_t surfaces = in.count(28);
    for (std::uint32_t s = 0; s < surfaces && !in.failed; ++s) {
        Surface& surface = mesh.surfaces.emplace_back();
        surface.name = in.text();
        surface.kind = read_kind(in);
        surface.colour = in.colour();
        surface.analytic = read_analytic(in);
        surface.part = in.u32();
        surface.proved_deviation = in.length();
    }
    const std::uint32_t parts = in.count(4);
    for (std::uint32_t p = 0; p < parts && !in.failed; ++p) mesh.parts.push_back(in.text());
    in.array(mesh.vertices, in.count(sizeof(Vec3)));
    const std::uint32_t triangles = in.count(sizeof(Triangle) + 4);
    in.array(mesh.triangles, triangles);
    in.array(mesh.surface_of_triangle, triangles);
    if (in.u32() != 0) mesh.cover = read_cover(in);
    return shape;
}

CadNode read_node(EntryReader& in) {
    CadNode node;
    node.name = in.text();
    node.parent = in.u32();
    node.shape = in.u32();
    for (double& x : node.pose.translation) x = in.number();
    auto& q = node.pose.rotation;
    for (double* x : {&q.x(), &q.y(), &q.z(), &q.w()}) *x = in.number();
    node.colour = in.colour();
    return node;
}

CadModel read_model(EntryReader& in) {
    CadModel model;
    model.unit = in.text();
    model.schema = in.text();
    const std::uint32_t notes = in.count(4);
    for (std::uint32_t i = 0; i < notes && !in.failed; ++i) model.notes.push_back(in.text());
    const std::uint32_t shapes = in.count(40);
    for (std::uint32_t i = 0; i < shapes && !in.failed; ++i) model.shapes.push_back(read_shape(in));
    const std::uint32_t nodes = in.count(72);
    for (std::uint32_t i = 0; i < nodes && !in.failed; ++i) model.nodes.push_back(read_node(in));
    const std::uint32_t missing = in.count(12);
    for (std::uint32_t i = 0; i < missing && !in.failed; ++i) {
        MissingPart& part = model.missing.emplace_back();
        for (std::string* text : {&part.file, &part.what, &part.why}) *text = in.text();
    }
    return model;
}

}  // namespace

std::array<std::uint64_t, 2> content_hash(std::string_view bytes) {
    Hash a, b;
    b.add(std::uint64_t{0x6A09E667F3BCC909u});
    const auto add = [&](std::uint64_t word) {
        a.add(word);
        b.add(std::rotl(word, 29) ^ a.value());
    };
    add(bytes.size());
    std::size_t i = 0;
    for (; i + 8 <= bytes.size(); i += 8) add(load_little<std::uint64_t>(bytes.data() + i));
    std::uint64_t last = 0;
    if (i < bytes.size()) std::memcpy(&last, bytes.data() + i, bytes.size() - i);
    add(last);
    return {a.value(), b.value()};
}

std::string format_cad_entry(const CadModel& model, std::string_view key) {
    EntryWriter out;
    out.bytes = kMagic;
    out.text(key);
    out.text(model.unit);
    out.text(model.schema);
    out.u32(static_cast<std::uint32_t>(model.notes.size()));
    for (const std::string& note : model.notes) out.text(note);
    out.u32(static_cast<std::uint32_t>(model.shapes.size()));
    for (const CadShape& shape : model.shapes) write_shape(out, shape);
    out.u32(static_cast<std::uint32_t>(model.nodes.size()));
    for (const CadNode& node : model.nodes) write_node(out, node);
    out.u32(static_cast<std::uint32_t>(model.missing.size()));
    for (const MissingPart& missing : model.missing)
        for (const std::string& text : {missing.file, missing.what, missing.why}) out.text(text);
    const auto checksum = content_hash(out.bytes);
    out.u64(checksum[0]);
    out.u64(checksum[1]);
    return std::move(out.bytes);
}

Expected<CadModel> parse_cad_entry(std::string_view bytes, std::string_view key, const std::string& where) {
    const auto bad = [&](const char* what) {
        return make_error(ErrorCode::BadInput, where, what, "it will be made anew");
    };
    if (bytes.size() < kMagic.size() + kChecksumBytes || !bytes.starts_with(kMagic))
        return bad("not an imported CAD file");
    const std::string_view body = bytes.substr(0, bytes.size() - kChecksumBytes);
    const auto checksum = content_hash(body);
    if (load_little<std::uint64_t>(bytes.data() + body.size()) != checksum[0] ||
        load_little<std::uint64_t>(bytes.data() + body.size() + 8) != checksum[1])
        return bad("the checksum does not hold");
    EntryReader in(body.substr(kMagic.size()));
    if (in.text() != key) return bad("it is the import of something else");
    CadModel model = read_model(in);
    if (in.failed || !in.at_end()) return bad("its lengths do not fit");
    if (auto valid = validate(model, where); !valid) return valid.error();
    return model;
}

}  // namespace graze::internal
