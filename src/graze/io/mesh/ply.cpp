#include "graze/io/mesh/ply.h"

#include "graze/io/mesh/ply_value.h"
#include "graze/io/mesh/polygon.h"
#include "graze/io/text/names.h"
#include "graze/io/text/text_cursor.h"

#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace graze::internal {
namespace {

/// Surface ids of faces, numbered in order of appearance.
class FaceSurfaces {
  public:
    std::uint32_t id_of(std::int64_t value) {
        if (!values_.empty() && value == last_value_) return last_id_;
        const auto fresh = static_cast<std::uint32_t>(values_.size());
        last_id_ = id_of_.try_emplace(value, fresh).first->second;
        if (last_id_ == fresh) values_.push_back(value);
        last_value_ = value;
        return last_id_;
    }

    std::size_t count() const { return values_.size(); }

    std::vector<Surface> named(const PlyHeader& header) const {
        UniqueNames unique;
        std::vector<Surface> surfaces;
        for (const std::int64_t value : values_) {
            const auto name = header.surface_names.find(value);
            surfaces.push_back(
                {unique.add(name == header.surface_names.end() ? fmt::format("surface {}", value)
                                                               : clean_name(name->second))});
        }
        return surfaces;
    }

  private:
    std::vector<std::int64_t> values_;  // by id
    std::unordered_map<std::int64_t, std::uint32_t> id_of_;
    std::int64_t last_value_ = 0;
    std::uint32_t last_id_ = 0;
};

std::optional<std::size_t> find_index_list(const PlyElement& element) {
    for (const char* name : {"vertex_indices", "vertex_index"})
        if (const auto list = element.find(name); list && element.properties[*list].count_type)
            return is_integer(element.properties[*list].type) ? list : std::nullopt;
    return std::nullopt;
}

/// Methods return false (or nothing) after having put the reason into error_.
class BodyReader {
  public:
    BodyReader(std::string_view bytes, const PlyHeader& header, const std::string& where)
        : text_(bytes),
          begin_(bytes.data()),
          header_(header),
          where_(where),
          surface_limit_(most_surfaces(bytes.size())) {
        text_.go_to(begin_ + header.body);
    }

    Expected<Mesh> read() {
        bool has_faces = false;
        std::vector<std::pair<const PlyElement*, const char*>>
            before;  // faces that stand before the vertices
        for (const PlyElement& element : header_.elements) {
            const bool is_vertex = element.name == "vertex";
            const bool is_face = element.name == "face" || element.name == "tristrips";
            has_faces = has_faces || is_face;
            if (is_face && !has_vertices_) before.emplace_back(&element, text_.at());
            if (!is_vertex && !is_face && find_index_list(element)) {
                element_ = &element;
                index_ = 0;
                return fail("a list of vertices in an element that is no face: what it means is not known",
                            "call it 'face', or leave it out", ErrorCode::Unsupported),
                       std::move(*error_);
            }
            const bool done = is_vertex                  ? read_vertices(element)
                              : is_face && has_vertices_ ? read_any_faces(element)
                                                         : skip(element);
            if (!done) return std::move(*error_);
        }
        if (!at_body_end())
            return fail("data after the last element", "are the counts of the header right?"),
                   std::move(*error_);
        if (!has_vertices_)
            return fail("no element 'vertex'", "a mesh needs vertices and faces"), std::move(*error_);
        if (!has_faces)
            return fail("no element 'face'", "a mesh needs vertices and faces; point clouds are not read"),
                   std::move(*error_);
        for (const auto& [faces, at] : before) {
            text_.go_to(at);
            if (!read_any_faces(*faces)) return std::move(*error_);
        }
        if (mesh_.triangles.empty())
            return fail("0 faces", "a body needs at least one triangle"), std::move(*error_);
        finish_surfaces();
        return std::move(mesh_);
    }

  private:
    bool is_ascii() const { return header_.encoding == PlyEncoding::Ascii; }

    std::string place() const {
        const std::string at = is_ascii() ? fmt::format("line {}", text_.line_number())
                                          : fmt::format("byte {}", text_.at() - begin_);
        return element_ ? fmt::format("{}, {}, {} {}", where_, at, clean_name(element_->name), index_)
                        : fmt::format("{}, {}", where_, at);
    }

    bool fail(const std::string& what, const std::string& remedy, ErrorCode code = ErrorCode::BadInput) {
        error_ = make_error(code, place(), what, remedy);
        return false;
    }

    bool fail_at_word(std::string (*fault)(std::string_view), const std::string& remedy) {
        const char* from = text_.at();
        const std::string_view word = text_.word();
        text_.go_to(from);
        return word.empty() ? fail("the file ends here", "was it truncated?") : fail(fault(word), remedy);
    }

    /// Bytes of a binary value, moving over them; null if the file ends before.
    const char* take(std::size_t size) {
        if (text_.left() < size) return fail("the file ends here", "was it truncated?"), nullptr;
        const char* bytes = text_.at();
        text_.go_to(bytes + size);
        return bytes;
    }

    std::optional<double> read_number(PlyType type) {
        if (!is_ascii()) {
            const char* bytes = take(size_of(type));
            return bytes ? std::optional(load_as<double>(bytes, type, header_.encoding)) : std::nullopt;
        }
        text_.skip_space();
        const auto number = parse_number(text_.at(), text_.end());
        if (!number || (number->stop != text_.end() && !TextCursor::is_space(*number->stop)))
            return fail_at_word(number_fault, "coordinates are finite numbers"), std::nullopt;
        text_.go_to(number->stop);
        return number->value;
    }

    std::optional<std::int64_t> read_integer(PlyType type) {
        if (!is_ascii()) {
            const char* bytes = take(size_of(type));
            return bytes ? std::optional(load_as<std::int64_t>(bytes, type, header_.encoding)) : std::nullopt;
        }
        text_.skip_space();
        const auto number = parse_integer(text_.at(), text_.end());
        if (!number || (number->stop != text_.end() && !TextCursor::is_space(*number->stop)))
            return fail_at_word(
                       [](std::string_view word) { return quoted_word(word) + " is not an integer"; },
                       "counts and indices are integers"),
                   std::nullopt;
        text_.go_to(number->stop);
        return number->value;
    }

    /// The length of a list, judged by what is left of the file.
    std::optional<std::uint64_t> read_length(const PlyProperty& list) {
        const auto length = read_integer(*list.count_type);
        if (!length) return std::nullopt;
        if (*length < 0)
            return fail(fmt::format("a list of {} items", *length), "lengths start at 0"), std::nullopt;
        const std::uint64_t each = is_ascii() ? 2 : size_of(list.type);
        if (static_cast<std::uint64_t>(*length) > (text_.left() + 1) / each)
            return fail(fmt::format("a list of {} items, but only {} bytes are left", *length, text_.left()),
                        "was the file truncated?"),
                   std::nullopt;
        return static_cast<std::uint64_t>(*length);
    }

    bool skip_values(std::uint64_t count, PlyType type) {
        if (!is_ascii()) return count == 0 || take(count * size_of(type)) != nullptr;
        for (; count > 0; --count) {
            text_.skip_space();
            if (text_.word().empty()) return fail("the file ends here", "was it truncated?");
        }
        return true;
    }

    bool skip_property(const PlyProperty& property) {
        if (!property.count_type) return skip_values(1, property.type);
        const auto length = read_length(property);
        return length && skip_values(*length, property.type);
    }

    bool skip(const PlyElement& element) {
        element_ = &element;
        index_ = 0;
        const bool is_one_block = !is_ascii() && !element.has_lists();
        if (element.properties.empty()) return true;
        if (is_one_block)
            return take(element.count * element.least_bytes(header_.encoding)) !=
                   nullptr;  // it fits: the header was judged
        for (; index_ < element.count; ++index_)
            for (const PlyProperty& property : element.properties)
                if (!skip_property(property)) return false;
        return true;
    }

    bool read_vertices(const PlyElement& element) {
        element_ = &element;
        index_ = 0;
        has_vertices_ = true;
        std::array<std::size_t, 3> axes{};
        for (int a = 0; a < 3; ++a) {
            const auto found = element.find(std::string_view("xyz").substr(static_cast<std::size_t>(a), 1));
            if (!found || element.properties[*found].count_type)
                return fail(fmt::format("no scalar property '{}'", "xyz"[a]), "vertices need x, y and z");
            axes[static_cast<std::size_t>(a)] = *found;
        }
        if (element.count > std::numeric_limits<std::uint32_t>::max())
            return fail("more than 4294967295 vertices", "split the file");
        mesh_.vertices.reserve(element.count);
        for (; index_ < element.count; ++index_) {
            Vec3 point = Vec3::Zero();
            for (std::size_t p = 0; p < element.properties.size(); ++p) {
                const PlyProperty& property = element.properties[p];
                const auto axis = std::find(axes.begin(), axes.end(), p);
                if (axis == axes.end()) {
                    if (!skip_property(property)) return false;
                    continue;
                }
                const auto value = read_number(property.type);
                if (!value) return false;
                if (!std::isfinite(*value))
                    return fail(fmt::format("{} is {}, not a finite number", property.name, *value),
                                "remove or mend it");
                point[axis - axes.begin()] = *value;
            }
            mesh_.vertices.push_back(point);
        }
        return true;
    }

    bool read_any_faces(const PlyElement& element) {
        return element.name == "tristrips" ? read_strips(element) : read_faces(element);
    }
    bool read_faces(const PlyElement& element);
    bool read_strips(const PlyElement& element);
    bool read_strip(const PlyProperty& list);
    bool read_corners(const PlyProperty& list);
    bool at_body_end() {
        element_ = nullptr;
        text_.skip_space();
        return text_.at_end();
    }
    void finish_surfaces() {
        if (face_surfaces_.has_value()) {
            mesh_.surfaces = face_surfaces_->named(header_);
        } else {
            make_one_surface(mesh_, "surface");
        }
    }

    TextCursor text_;
    const char* begin_;
    const PlyHeader& header_;
    const std::string& where_;
    const std::uint64_t surface_limit_;
    const PlyElement* element_ = nullptr;  // being read
    std::uint64_t index_ = 0;              // of the element being read
    bool has_vertices_ = false;
    Mesh mesh_;
    std::vector<std::uint32_t> corners_;
    std::optional<FaceSurfaces> face_surfaces_;
    std::optional<Error> error_;
};

bool BodyReader::read_corners(const PlyProperty& list) {
    const auto length = read_length(list);
    if (!length) return false;
    if (*length < 3)
        return fail(fmt::format("a face with {} corners; at least 3 are needed", *length), "remove it");
    if (*length > kMostPolygonCorners)
        return fail(fmt::format("a face with {} corners; at most {} are read", *length, kMostPolygonCorners),
                    "cut it into smaller ones", ErrorCode::Unsupported);
    corners_.clear();
    for (std::uint64_t i = 0; i < *length; ++i) {
        const auto v = read_integer(list.type);
        if (!v) return false;
        if (*v < 0 || static_cast<std::uint64_t>(*v) >= mesh_.vertices.size())
            return fail(fmt::format("vertex index {} is not in 0 .. {}", *v,
                                    static_cast<std::int64_t>(mesh_.vertices.size()) - 1),
                        "was the file truncated or damaged?");
        corners_.push_back(static_cast<std::uint32_t>(*v));
    }
    return true;
}

bool BodyReader::read_faces(const PlyElement& element) {
    element_ = &element;
    index_ = 0;
    const auto list = find_index_list(element);
    if (!list) return fail("no list property 'vertex_indices' of an integer type", "faces need one");
    constexpr std::size_t kNoTag = ~std::size_t{0};
    std::size_t tag = element.find("surface").value_or(kNoTag);
    if (tag != kNoTag && (element.properties[tag].count_type || !is_integer(element.properties[tag].type)))
        tag = kNoTag;
    if (tag != kNoTag) face_surfaces_.emplace();
    mesh_.triangles.reserve(element.count);
    for (; index_ < element.count; ++index_) {
        std::int64_t surface = 0;
        for (std::size_t p = 0; p < element.properties.size(); ++p) {
            if (p == *list) {
                if (!read_corners(element.properties[p])) return false;
            } else if (p == tag) {
                const auto value = read_integer(element.properties[p].type);
                if (!value) return false;
                surface = *value;
            } else if (!skip_property(element.properties[p])) {
                return false;
            }
        }
        reserve_more(mesh_.triangles, corners_.size() - 2);
        triangulate(mesh_.vertices, corners_, mesh_.triangles);
        if (tag == kNoTag) continue;
        mesh_.surface_of_triangle.resize(mesh_.triangles.size(), face_surfaces_->id_of(surface));
        if (face_surfaces_->count() > surface_limit_)
            return fail(fmt::format("more than {} surfaces in a file of this size", surface_limit_),
                        "drop the property 'surface'", ErrorCode::Unsupported);
    }
    return true;
}

/// Vertex after vertex, each with the two before it a triangle; the second of them turned, the third not. -1
/// begins anew. Triangles that name a vertex twice only turn the strip around.
bool BodyReader::read_strip(const PlyProperty& list) {
    const auto length = read_length(list);
    if (!length) return false;
    std::array<std::uint32_t, 2> before{};
    std::uint64_t in_strip = 0;
    for (std::uint64_t i = 0; i < *length; ++i) {
        const auto v = read_integer(list.type);
        if (!v) return false;
        if (*v == -1) {
            in_strip = 0;
            continue;
        }
        if (*v < 0 || static_cast<std::uint64_t>(*v) >= mesh_.vertices.size())
            return fail(fmt::format("vertex index {} is not -1 or in 0 .. {}", *v,
                                    static_cast<std::int64_t>(mesh_.vertices.size()) - 1),
                        "was the file truncated or damaged?");
        const auto id = static_cast<std::uint32_t>(*v);
        const auto [a, b] = before;
        if (in_strip >= 2 && a != b && b != id && id != a)
            mesh_.triangles.push_back(in_strip % 2 == 0 ? Triangle{a, b, id} : Triangle{b, a, id});
        before = {b, id};
        ++in_strip;
    }
    return true;
}

bool BodyReader::read_strips(const PlyElement& element) {
    element_ = &element;
    index_ = 0;
    const auto list = find_index_list(element);
    if (!list) return fail("no list property 'vertex_indices' of an integer type", "strips need one");
    if (face_surfaces_)
        return fail("strips beside faces that have surfaces", "drop the property 'surface'",
                    ErrorCode::Unsupported);
    for (; index_ < element.count; ++index_)
        for (std::size_t p = 0; p < element.properties.size(); ++p)
            if (!(p == *list ? read_strip(element.properties[p]) : skip_property(element.properties[p])))
                return false;
    return true;
}

}  // namespace

Expected<PlyFile> parse_ply(std::string_view bytes, const std::string& where) {
    auto header = parse_ply_header(bytes, where);
    if (!header) return header.error();
    auto mesh = BodyReader(bytes, *header, where).read();
    if (!mesh) return mesh.error();
    return PlyFile{header->encoding, std::move(*mesh)};
}

}  // namespace graze::internal
