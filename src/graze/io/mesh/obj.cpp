#include "graze/io/mesh/obj.h"

#include "graze/io/mesh/obj_surfaces.h"
#include "graze/io/mesh/polygon.h"
#include "graze/io/text/names.h"
#include "graze/io/text/text_cursor.h"
#include "graze/io/text/text_out.h"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

namespace graze::internal {
namespace {

enum class Statement { Vertex, Face, Object, Group, Material, Ignored, Refused, Unknown };

constexpr std::array<std::string_view, 31> kIgnored{
    "vt",    "vn",       "vp",       "s",      "l",      "p",      "mtllib",     "mg",
    "bevel", "c_interp", "d_interp", "lod",    "maplib", "usemap", "shadow_obj", "trace_obj",
    "deg",   "bmat",     "step",     "cstype", "ctech",  "stech",  "parm",       "trim",
    "hole",  "scrv",     "sp",       "end",    "con",    "curv",   "curv2"};

Statement statement_named(std::string_view word) {
    if (word == "v") return Statement::Vertex;
    if (word == "f" || word == "fo") return Statement::Face;
    if (word == "g") return Statement::Group;
    if (word == "o") return Statement::Object;
    if (word == "usemtl") return Statement::Material;
    if (word == "surf" || word == "csh" || word == "call") return Statement::Refused;
    return std::find(kIgnored.begin(), kIgnored.end(), word) != kIgnored.end() ? Statement::Ignored
                                                                               : Statement::Unknown;
}

/// A backslash before the line's end joins the next line.
void skip_blanks_and_joints(TextCursor& text) {
    for (;;) {
        text.skip_blanks();
        if (text.left() < 2 || *text.at() != '\\' || (text.at()[1] != '\n' && text.at()[1] != '\r')) return;
        text.next_line();
    }
}

void next_statement(TextCursor& text) {
    for (bool joined = true; joined && !text.at_end();) {
        const char* from = text.at();
        text.next_line();
        const char* stop = text.at();
        while (stop != from && (stop[-1] == '\n' || stop[-1] == '\r')) --stop;
        joined = stop != text.at() && stop != from && stop[-1] == '\\';
    }
}

bool begins_with_letter(const TextCursor& text, char letter) {
    return text.left() >= 2 && *text.at() == letter && (text.at()[1] == ' ' || text.at()[1] == '\t');
}

struct Counts {
    std::size_t vertices = 0;
    std::size_t faces = 0;
};

/// How many vertices and faces there are, so that indices can be judged where they stand and nothing grows by
/// doubling.
Counts count_statements(TextCursor text) {
    Counts counts;
    while (!text.at_end()) {
        skip_blanks_and_joints(text);
        counts.vertices += begins_with_letter(text, 'v');
        counts.faces += begins_with_letter(text, 'f');
        next_statement(text);
    }
    return counts;
}

/// Methods return false after having put the reason into error_.
class ObjReader {
  public:
    ObjReader(std::string_view bytes, const std::string& where)
        : text_(bytes),
          where_(where),
          name_limit_(4 * bytes.size() + 4096),
          surface_limit_(most_surfaces(bytes.size())) {}

    Expected<Mesh> read() {
        const Counts counts = count_statements(text_);
        if (counts.vertices > std::numeric_limits<std::uint32_t>::max())
            return make_error(ErrorCode::Unsupported, where_, "more than 4294967295 vertices",
                              "split the file");
        vertex_total_ = static_cast<std::int64_t>(counts.vertices);
        mesh_.vertices.reserve(counts.vertices);
        mesh_.triangles.reserve(counts.faces);
        while (!text_.at_end())
            if (!read_statement()) return std::move(*error_);
        if (mesh_.triangles.empty())
            return make_error(ErrorCode::BadInput, place(), "no face ('f' statement) in the file",
                              "a body needs at least one triangle");
        if (mesh_.vertices.size() !=
            counts.vertices)  // both passes split statements alike, so this cannot be
            return make_error(ErrorCode::BadInput, where_,
                              fmt::format("{} vertices were counted but {} were read", counts.vertices,
                                          mesh_.vertices.size()),
                              "please report this file");
        cut_waiting_faces();
        mesh_.surfaces = surfaces_.surfaces();
        mesh_.parts = surfaces_.parts(mesh_.surfaces);
        mesh_.surface_of_triangle = surfaces_.of_triangles(mesh_.triangles.size());
        return std::move(mesh_);
    }

  private:
    std::string place() const { return fmt::format("{}, line {}", where_, text_.line_number()); }

    bool fail(const std::string& what, const std::string& remedy, ErrorCode code = ErrorCode::BadInput) {
        error_ = make_error(code, place(), what, remedy);
        return false;
    }

    bool at_statement_end() const { return text_.at_line_end() || *text_.at() == '#'; }

    bool read_statement() {
        skip_blanks_and_joints(text_);
        if (at_statement_end()) return next_statement(text_), true;
        if (begins_with_letter(text_, 'v')) return text_.go_to(text_.at() + 1), read_vertex();
        if (begins_with_letter(text_, 'f')) return text_.go_to(text_.at() + 1), read_face();
        const char* from = text_.at();
        const std::string_view word = text_.word();
        switch (statement_named(word)) {
            case Statement::Vertex:
                return read_vertex();
            case Statement::Face:
                return read_face();
            case Statement::Object:
                return set_name(ObjSurfaces::kObject);
            case Statement::Group:
                return set_name(ObjSurfaces::kGroup);
            case Statement::Material:
                return set_name(ObjSurfaces::kMaterial);
            case Statement::Ignored:
                return next_statement(text_), true;
            case Statement::Refused:
                text_.go_to(from);
                return fail(
                    word == "surf"
                        ? fmt::format("{} describes a curved surface, which is not read", quoted_word(word))
                        : fmt::format("{} brings in what is not in this file, and is not read",
                                      quoted_word(word)),
                    word == "surf" ? "export triangles or polygons" : "put everything into one file",
                    ErrorCode::Unsupported);
            case Statement::Unknown:
                break;
        }
        text_.go_to(from);
        return fail(fmt::format("{} is no OBJ statement", quoted_word(word)),
                    "is the file damaged, or of another format?");
    }

    bool set_name(ObjSurfaces::Part part) {
        const char* from = text_.at();
        std::string_view name = text_.rest_of_line();
        if (name.ends_with('\\')) name.remove_suffix(1);  // joins the next line, which is not part of a name
        surfaces_.set(part, name);
        text_.go_to(from);
        next_statement(text_);
        return true;
    }

    /// The next number of the statement; complains if there is none.
    std::optional<double> read_number() {
        skip_blanks_and_joints(text_);
        const auto number = parse_number(text_.at(), text_.end());
        if (number && ends_word(number->stop)) {
            text_.go_to(number->stop);
            return number->value;
        }
        const char* from = text_.at();
        const std::string fault = at_statement_end() ? number_fault({}) : number_fault(text_.word());
        text_.go_to(from);
        fail(fault, "a vertex is 'v x y z' with finite numbers");
        return std::nullopt;
    }

    bool ends_word(const char* p) const {
        return p == text_.end() || TextCursor::is_space(*p) || *p == '#' || *p == '\\';
    }

    bool read_vertex() {
        Vec3 point;
        for (double& coordinate : point) {
            const auto value = read_number();
            if (!value) return false;
            coordinate = *value;
        }
        skip_blanks_and_joints(text_);
        if (!at_statement_end() && !read_weight_or_colour()) return false;
        mesh_.vertices.push_back(point);
        next_statement(text_);
        return true;
    }

    /// One more number is a weight, three are a colour (ignored), four are both.
    bool read_weight_or_colour() {
        std::array<double, 4> extra{};
        std::size_t count = 0;
        for (; !at_statement_end(); ++count) {
            if (count == extra.size())
                return fail("a vertex with more than 7 numbers",
                            "a vertex is 'v x y z', with a weight or a colour at most");
            const auto value = read_number();
            if (!value) return false;
            extra[count] = *value;
            skip_blanks_and_joints(text_);
        }
        const bool has_weight = count == 1 || count == 4;
        if (has_weight && extra[0] != 1.0)
            return fail(fmt::format("a vertex with weight {}; only 1 is read", extra[0]),
                        "export polygons instead of rational surfaces", ErrorCode::Unsupported);
        return true;
    }

    /// "7", "7/1", "7//3", "7/1/3"; only the first number counts. Leaves the cursor behind it.
    std::optional<std::int64_t> read_index() {
        const auto index = parse_integer(text_.at(), text_.end());
        const char* stop = index ? index->stop : nullptr;
        while (stop && stop != text_.end() &&
               (*stop == '/' || *stop == '-' || (*stop >= '0' && *stop <= '9')))
            ++stop;
        if (stop && ends_word(stop)) {
            text_.go_to(stop);
            return index->value;
        }
        const char* from = text_.at();
        const std::string word = quoted_word(text_.word());
        text_.go_to(from);
        fail(fmt::format("{} is no corner of a face", word), "write 'v', 'v/vt', 'v//vn' or 'v/vt/vn'");
        return std::nullopt;
    }

    bool read_corner() {
        const auto index = read_index();
        if (!index) return false;
        const auto so_far = static_cast<std::int64_t>(mesh_.vertices.size());
        const std::int64_t v = *index < 0 ? so_far + *index : *index - 1;
        if (*index == 0)
            return fail("vertex index 0; indices start at 1 (or -1 for the last vertex)",
                        "renumber the faces");
        if (v < 0)
            return fail(
                fmt::format("vertex index {} goes back beyond the {} vertices so far", *index, so_far),
                "are vertices missing?");
        if (v >= vertex_total_)
            return fail(fmt::format("vertex index {} exceeds {} vertices", *index, vertex_total_),
                        "was the file truncated?");
        corners_.push_back(static_cast<std::uint32_t>(v));
        return true;
    }

    bool read_face() {
        corners_.clear();
        for (;;) {
            skip_blanks_and_joints(text_);
            if (at_statement_end()) break;
            if (corners_.size() == kMostPolygonCorners)
                return fail(fmt::format("a face with more than {} corners", kMostPolygonCorners),
                            "cut it into smaller ones", ErrorCode::Unsupported);
            if (!read_corner()) return false;
        }
        if (corners_.size() < 3)
            return fail(fmt::format("a face with {} corners; at least 3 are needed", corners_.size()),
                        "remove it");
        surfaces_.add_face(mesh_.triangles.size());
        if (surfaces_.count() > surface_limit_)
            return fail(fmt::format("more than {} surfaces in a file of this size", surface_limit_),
                        "join groups or materials", ErrorCode::Unsupported);
        if (surfaces_.name_bytes() > name_limit_)
            return fail(fmt::format("the names of all surfaces so far need {} bytes, more than {}",
                                    surfaces_.name_bytes(), name_limit_),
                        "shorten the names of objects, groups or materials", ErrorCode::Unsupported);
        append_face();
        next_statement(text_);
        return true;
    }

    void append_face() {
        reserve_more(mesh_.triangles, corners_.size() - 2);
        const bool is_ready =
            corners_.size() == 3 ||
            std::all_of(corners_.begin(), corners_.end(), [&](auto v) { return v < mesh_.vertices.size(); });
        if (is_ready) return triangulate(mesh_.vertices, corners_, mesh_.triangles);
        // Cut when all vertices are known; until then the triangles only hold the place.
        waiting_.push_back({mesh_.triangles.size(), corners_});
        mesh_.triangles.resize(mesh_.triangles.size() + corners_.size() - 2);
    }

    void cut_waiting_faces() {
        std::vector<Triangle> triangles;
        for (const WaitingFace& face : waiting_) {
            triangles.clear();
            triangulate(mesh_.vertices, face.corners, triangles);
            std::copy(triangles.begin(), triangles.end(),
                      mesh_.triangles.begin() + static_cast<std::ptrdiff_t>(face.first_triangle));
        }
    }

    /// A polygon that stands before some of its vertices.
    struct WaitingFace {
        std::size_t first_triangle;
        std::vector<std::uint32_t> corners;
    };

    TextCursor text_;
    const std::string& where_;
    const std::uint64_t name_limit_, surface_limit_;
    std::int64_t vertex_total_ = 0;
    Mesh mesh_;
    ObjSurfaces surfaces_;
    std::vector<std::uint32_t> corners_;
    std::vector<WaitingFace> waiting_;
    std::optional<Error> error_;
};

}  // namespace

bool begins_like_obj(std::string_view bytes) {
    TextCursor text(bytes);
    for (text.skip_space(); !text.at_end() && *text.at() == '#'; text.skip_space()) text.next_line();
    const std::string_view word = text.word();
    return !word.empty() && statement_named(word) != Statement::Unknown;
}

Expected<Mesh> parse_obj(std::string_view bytes, const std::string& where) {
    return ObjReader(bytes, where).read();
}

void write_obj(AtomicFile& file, std::span<const ObjObject> objects) {
    fmt::memory_buffer buffer;
    const auto flush_beyond = [&](std::size_t size) {
        if (buffer.size() <= size) return;
        file.write({buffer.data(), buffer.size()});
        buffer.clear();
    };
    constexpr std::size_t kBlock = 1 << 20;
    std::uint64_t base = 1;  // OBJ counts from 1, through all objects
    for (const ObjObject& object : objects) {
        if (!object.name.empty()) append(buffer, "o {}\n", clean_name(object.name));
        for (const Vec3& p : object.mesh->vertices) {
            append(buffer, "v {} {} {}\n", p.x(), p.y(), p.z());
            flush_beyond(kBlock);
        }
        const Mesh& mesh = *object.mesh;
        for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
            const std::uint32_t surface = mesh.surface_of_triangle[t];
            if (t == 0 || surface != mesh.surface_of_triangle[t - 1])
                append(buffer, "g {}\n", clean_name(mesh.surfaces[surface].name));
            const Triangle& v = mesh.triangles[t];
            append(buffer, "f {} {} {}\n", base + v[0], base + v[1], base + v[2]);
            flush_beyond(kBlock);
        }
        base += mesh.vertices.size();
    }
    flush_beyond(0);
}

}  // namespace graze::internal
