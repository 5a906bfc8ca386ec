#include "graze/io/certificate/certificate_writer.h"

#include "graze/core/assert.h"
#include "graze/core/file.h"
#include "graze/core/interrupt.h"
#include "graze/io/certificate/certificate_reader.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <bit>
#include <functional>

namespace graze::internal {
namespace {

using Json = nlohmann::ordered_json;
using Sink = std::function<void(std::string_view)>;

static_assert(std::endian::native == std::endian::little, "the body is written as it stands in memory");

constexpr std::size_t kWriteAtOnce = 1 << 16;

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json pose_json(const CertificatePose& pose) {
    Json numbers(pose.translation);
    for (const double x : pose.quaternion) numbers.push_back(x);
    return numbers;
}

Json link_json(const CertificateLink& link) {
    Json json{{"kind", name_of(link.kind)}};
    switch (link.kind) {
        case LinkKind::AtRest:
            json["pose"] = pose_json(link.from);
            break;
        case LinkKind::Screw:
        case LinkKind::Slerp:
        case LinkKind::LinearParameters:
            json["from"] = pose_json(link.from), json["to"] = pose_json(link.to);
            json["turns"] = link.turns;
            break;
        case LinkKind::Revolute:
        case LinkKind::Prismatic:
            json["axis"] = link.axis;
            if (link.kind == LinkKind::Revolute) json["origin"] = link.origin;
            json["from"] = link.value_from, json["to"] = link.value_to;
    }
    return json;
}

Json links_json(const CertificateMotion& motion) {
    Json links = Json::array();
    for (const CertificateLink& link : motion) links.push_back(link_json(link));
    return links;
}

Json number_or_null(const std::optional<double>& x) { return x ? Json(*x) : Json(); }

Json pair_json(const CertificatePair& pair) { return {pair.a, pair.b}; }

Json item_json(const CertificateMeshSize& mesh) {
    return {{"vertices", mesh.vertices},
            {"triangles", mesh.triangles},
            {"requested_deviation", number_or_null(mesh.requested_deviation)},
            {"measured_deviation", number_or_null(mesh.measured_deviation)}};
}
Json item_json(const CertificateBody& body) {
    return {{"name", body.name}, {"mesh", body.mesh}, {"links", links_json(body.links)}};
}
Json item_json(const std::vector<CertificateMove>& segment) {
    Json list = Json::array();
    for (const CertificateMove& move : segment)
        list.push_back({{"body", move.body}, {"links", links_json(move.links)}});
    return list;
}
Json item_json(const CertificateClearance& own) {
    return {{"bodies", pair_json(own.bodies)}, {"clearance", own.clearance}};
}
Json item_json(const CertificatePair& pair) { return pair_json(pair); }
Json item_json(const CertificateIgnored& pair) {
    return {{"bodies", pair_json(pair.bodies)}, {"reason", pair.reason}};
}

Json item_json(const CertificateCopy& copy) { return {{"mesh", copy.mesh}, {"within", copy.within}}; }
Json item_json(const CertificateSeat& seat) {
    Json json{{"bodies", pair_json(seat.bodies)}, {"copies", seat.copies}, {"depth", seat.depth}};
    json["clear_from"] =
        seat.clear_from ? Json{{"segment", seat.clear_from->segment}, {"t", seat.clear_from->t}} : Json();
    return json;
}

Json item_json(const CertificateNearest& nearest) {
    return {{"bodies", pair_json(nearest.bodies)},
            {"segment", nearest.at.segment},
            {"t", nearest.at.t},
            {"triangles", nearest.triangles},
            {"weights", nearest.weights}};
}
Json item_json(const CertificateShapeSize& shape) { return {{"faces", shape.faces}, {"bytes", shape.bytes}}; }
Json item_json(const CertificateCadBody& body) {
    Json pieces = Json::array();
    for (const CertificatePiece& piece : body.pieces)
        pieces.push_back({{"body", piece.body}, {"radius", piece.radius}});
    return {{"name", body.name}, {"shape", body.shape}, {"pieces", std::move(pieces)}, {"bytes", body.bytes}};
}
template <class Item>
Json list_json(const std::vector<Item>& list) {
    Json json = Json::array();
    for (const Item& item : list) json.push_back(item_json(item));
    return json;
}
Json cad_json(const CertificateCad& cad) {
    return {{"shapes", list_json(cad.shapes)},
            {"bodies", list_json(cad.bodies)},
            {"clearance", cad.clearance},
            {"clearances", list_json(cad.clearances)},
            {"ignored", list_json(cad.ignored)}};
}

// One line for each item, so that a head of a thousand bodies can be looked at, and never is one big value.
template <class Item>
void add_list(std::string& text, const char* key, const std::vector<Item>& list) {
    text += fmt::format(" \"{}\": [", key);
    for (std::size_t i = 0; i < list.size(); ++i)
        text += (i == 0 ? "\n  " : ",\n  ") + text_of(item_json(list[i]));
    text += list.empty() ? "],\n" : "\n ],\n";
}

std::string head_text(const CertificateHead& head) {
    std::string text = "{\n";
    const auto add_value = [&](const char* key, const Json& value) {
        text += fmt::format(" \"{}\": {},\n", key, text_of(value));
    };
    add_value("made_by", head.made_by), add_value("scene", head.scene), add_value("unit", head.unit);
    add_list(text, "meshes", head.meshes);
    add_list(text, "bodies", head.bodies);
    add_list(text, "motions", head.motions);
    add_value("clearance", head.clearance);
    add_list(text, "clearances", head.clearances);
    add_list(text, "pairs", head.pairs);
    add_list(text, "ignored", head.ignored);
    if (!head.seated.empty()) add_list(text, "copies", head.copies), add_list(text, "seated", head.seated);
    if (head.nearest) add_value("nearest", item_json(*head.nearest));
    if (head.cad) add_value("cad", cad_json(*head.cad));
    const Json covered{{"segments", head.whole_segments}, {"until", head.until}};
    return text + fmt::format(" \"covered\": {}\n}}\n", text_of(covered));
}

// Hands small pieces on as large ones.
class Pieces {
  public:
    explicit Pieces(const Sink& sink) : sink_(sink) { waiting_.reserve(kWriteAtOnce + sizeof(double)); }

    template <class T>
    void put(const T& value) {
        waiting_.append(reinterpret_cast<const char*>(&value), sizeof value);
        if (waiting_.size() >= kWriteAtOnce) flush();
    }
    void put_bytes(std::string_view bytes) {
        if (bytes.size() >= kWriteAtOnce) {
            flush();
            return sink_(bytes);
        }
        waiting_ += bytes;
        if (waiting_.size() >= kWriteAtOnce) flush();
    }
    void flush() {
        sink_(waiting_);
        waiting_.clear();
    }

  private:
    const Sink& sink_;
    std::string waiting_;
};

/// The CAD part of the body, as it stands in the file.
struct CadBytes {
    std::vector<std::string> shapes, cuts;
};

CadBytes bytes_of_cad(const CertificateContent& content) {
    CadBytes bytes;
    for (const CertificateShape& shape : content.shapes) bytes.shapes.push_back(shape_bytes(shape));
    for (const auto& cuts : content.cuts) bytes.cuts.push_back(cut_bytes(cuts));
    return bytes;
}

void hand_body_to(const Sink& sink, const CertificateContent& content, const CadBytes& cad) {
    Pieces pieces(sink);
    for (const auto& [mesh, order] : content.meshes) {
        for (const Vec3& vertex : mesh->vertices)
            for (int k = 0; k < 3; ++k) pieces.put(vertex[k]);
        for (const std::uint32_t id : order) pieces.put(mesh->triangles[id]);
        for (const std::uint32_t id : order) pieces.put(id);
    }
    for (const auto& [copy, order] : content.copies) {
        for (const Vec3& vertex : copy->vertices)
            for (int k = 0; k < 3; ++k) pieces.put(vertex[k]);
        for (const std::uint32_t id : order) pieces.put(id);
    }
    for (const auto* part : {&cad.shapes, &cad.cuts})
        for (const std::string& bytes : *part) pieces.put_bytes(bytes);
    for (const StrandToWrite& strand : content.strands) {
        pieces.put(strand.segment), pieces.put(strand.pair);
        pieces.put(strand.from), pieces.put(strand.until);
        pieces.put(static_cast<std::uint64_t>(strand.nodes.size()));
        pieces.put_bytes(strand.nodes);
    }
    pieces.flush();
}

void hand_to(const Sink& sink, const CertificateContent& content) {
    GRAZE_ASSERT(content.head.meshes.size() == content.meshes.size());
    GRAZE_ASSERT(content.head.copies.size() == content.copies.size());
    const CadBytes cad = bytes_of_cad(content);
    CertificateHead known = content.head;
    if (known.cad) {
        for (std::size_t i = 0; i < cad.shapes.size(); ++i)
            known.cad->shapes.push_back({content.shapes[i].size(), cad.shapes[i].size()});
        for (std::size_t i = 0; i < cad.cuts.size(); ++i) known.cad->bodies[i].bytes = cad.cuts[i].size();
    }
    const int version = known.cad ? 4 : known.seated.empty() ? 2 : 3;
    const std::string head = head_text(known);
    std::uint64_t checksum = certificate_checksum(head), bytes = 0;
    hand_body_to(
        [&](std::string_view piece) {
            checksum = certificate_checksum(piece, checksum);
            bytes += piece.size();
        },
        content, cad);
    sink(fmt::format("graze-certificate {} {} {} {:016x}\n", version, head.size(), bytes, checksum));
    sink(head);
    hand_body_to(sink, content, cad);
}

}  // namespace

Expected<std::uint64_t> write_certificate(const std::filesystem::path& path,
                                          const CertificateContent& content) {
    auto file = AtomicFile::create(path);
    if (!file) return file.error();
    std::uint64_t bytes = 0;
    hand_to(
        [&](std::string_view piece) {
            if (interrupt_requested()) return;
            file->write(piece);
            bytes += piece.size();
        },
        content);
    if (interrupt_requested()) return make_error(ErrorCode::Interrupted, path.string(), "interrupted");
    if (auto written = file->commit(); !written) return written.error();
    return bytes;
}

std::string format_certificate(const CertificateContent& content) {
    std::string file;
    hand_to([&](std::string_view piece) { file += piece; }, content);
    return file;
}

}  // namespace graze::internal
