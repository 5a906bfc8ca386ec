#include "graze/io/mesh/off.h"

#include "graze/io/mesh/polygon.h"
#include "graze/io/text/text_cursor.h"

#include <optional>

#include <fmt/format.h>

namespace graze::internal {
namespace {

/// Methods return nothing (or false) after having put the reason into error_.
class OffReader {
  public:
    OffReader(std::string_view bytes, const std::string& where) : text_(bytes), where_(where) {}

    Expected<Mesh> read() {
        next_item();
        const std::string_view head = text_.word();
        extra_ = head.find("ST") == 0 || head.find('C') == 0 || head.find('N') == 0;
        const auto vertices = count("vertices"), faces = vertices ? count("faces") : vertices;
        if (!faces || !count("edges") || !read_vertices(*vertices) || !read_faces(*faces))
            return std::move(*error_);
        if (mesh_.triangles.empty()) {
            fail("0 faces", "a body needs at least one triangle");
            return std::move(*error_);
        }
        make_one_surface(mesh_, "surface");
        return std::move(mesh_);
    }

  private:
    bool fail(const std::string& what, const std::string& remedy) {
        if (!error_)
            error_ = make_error(ErrorCode::BadInput, fmt::format("{}, line {}", where_, text_.line_number()),
                                what, remedy);
        return false;
    }

    /// Over space and comments.
    void next_item() {
        for (text_.skip_space(); !text_.at_end() && *text_.at() == '#'; text_.skip_space()) text_.next_line();
    }

    std::optional<std::int64_t> integer(const char* what) {
        next_item();
        const auto number = parse_integer(text_.at(), text_.end());
        if (!number || number->value < 0) {
            const char* from = text_.at();
            fail(fmt::format("{} is not {}", quoted_word(text_.word()), what),
                 "was the file cut or damaged?");
            text_.go_to(from);
            return std::nullopt;
        }
        text_.go_to(number->stop);
        return number->value;
    }

    /// A vertex takes six bytes at least, a face eight: no count can ask for more than the file holds.
    std::optional<std::uint64_t> count(const char* what) {
        const auto number = integer(fmt::format("a number of {}", what).c_str());
        if (!number) return std::nullopt;
        if (static_cast<std::uint64_t>(*number) > text_.left() && std::string_view(what) != "edges") {
            fail(fmt::format("{} {}, but only {} bytes are left", *number, what, text_.left()),
                 "was the file truncated?");
            return std::nullopt;
        }
        return static_cast<std::uint64_t>(*number);
    }

    bool read_vertices(std::uint64_t vertices) {
        mesh_.vertices.reserve(vertices);
        for (std::uint64_t v = 0; v < vertices; ++v) {
            Vec3 point;
            for (double& x : point) {
                next_item();
                const auto number = parse_number(text_.at(), text_.end());
                if (!number) return fail(number_fault(text_.word()), "a vertex is three finite numbers");
                x = number->value;
                text_.go_to(number->stop);
            }
            mesh_.vertices.push_back(point);
            if (extra_) text_.next_line();  // colour, normal or texture of the vertex
        }
        return true;
    }

    bool read_faces(std::uint64_t faces) {
        mesh_.triangles.reserve(faces);
        std::vector<std::uint32_t> corners;
        for (std::uint64_t f = 0; f < faces; ++f) {
            const auto size = integer("a number of corners");
            if (!size) return false;
            if (*size < 3 || static_cast<std::size_t>(*size) > kMostPolygonCorners)
                return fail(
                    fmt::format("a face with {} corners; 3 to {} are read", *size, kMostPolygonCorners),
                    "remove it, or cut it");
            corners.clear();
            for (std::int64_t k = 0; k < *size; ++k) {
                const auto id = integer("a vertex index");
                if (!id) return false;
                if (static_cast<std::uint64_t>(*id) >= mesh_.vertices.size())
                    return fail(fmt::format("vertex index {} >= {}", *id, mesh_.vertices.size()),
                                "was the file truncated or damaged?");
                corners.push_back(static_cast<std::uint32_t>(*id));
            }
            reserve_more(mesh_.triangles, corners.size() - 2);
            triangulate(mesh_.vertices, corners, mesh_.triangles);
            text_.next_line();  // its colour
        }
        return true;
    }

    TextCursor text_;
    const std::string& where_;
    bool extra_ = false;  // more than a position per vertex
    Mesh mesh_;
    std::optional<Error> error_;
};

}  // namespace

bool begins_like_off(std::string_view bytes) {
    TextCursor text(bytes);
    for (text.skip_space(); !text.at_end() && *text.at() == '#'; text.skip_space()) text.next_line();
    const std::string_view head = text.word();
    for (const std::string_view known : {"OFF", "COFF", "NOFF", "CNOFF", "STOFF"})
        if (head == known) return true;
    return false;
}

Expected<Mesh> parse_off(std::string_view bytes, const std::string& where) {
    return OffReader(bytes, where).read();
}

}  // namespace graze::internal
