#include "graze/io/mesh/stl.h"

#include "graze/io/text/byte_reader.h"
#include "graze/io/text/names.h"
#include "graze/io/text/text_cursor.h"
#include "graze/io/text/text_out.h"
#include "graze/model/weld.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>
#include <Eigen/Geometry>

namespace graze::internal {
namespace {

constexpr std::size_t kHeaderBytes = 80;
constexpr std::size_t kFirstRecord = kHeaderBytes + 4;
constexpr std::size_t kRecordBytes = 50;  // normal, three corners (float32 each), two attribute bytes
constexpr std::size_t kNormalBytes = 12;

std::uint64_t binary_size(std::uint32_t triangles) {
    return kFirstRecord + std::uint64_t{triangles} * kRecordBytes;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool equals_ignoring_case(std::string_view word, std::string_view lower_case) {
    return word.size() == lower_case.size() && std::equal(word.begin(), word.end(), lower_case.begin(),
                                                          [](char a, char b) { return lower(a) == b; });
}

Error coordinate_error(const std::string& where, std::size_t record, std::size_t corner, const Vec3& point) {
    const std::size_t axis = !std::isfinite(point.x()) ? 0 : !std::isfinite(point.y()) ? 1 : 2;
    const std::size_t byte = kFirstRecord + record * kRecordBytes + kNormalBytes + 4 * (3 * corner + axis);
    return make_error(ErrorCode::BadInput, fmt::format("{}, byte {}", where, byte),
                      fmt::format("triangle {}, corner {}: coordinate {} is {}, not a finite number", record,
                                  corner, "xyz"[axis], point[static_cast<int>(axis)]),
                      "remove or mend that triangle");
}

/// Reads `solid`s word by word. Methods return false after having put the reason into error_.
class AsciiReader {
  public:
    AsciiReader(std::string_view bytes, const std::string& where) : text_(bytes), where_(where) {}

    Expected<Mesh> read() {
        text_.skip_space();
        while (!text_.at_end()) {
            if (!read_solid()) return std::move(*error_);
            text_.skip_space();
        }
        if (mesh_.triangles.empty())
            return make_error(ErrorCode::BadInput, place(), "no facet in any solid",
                              "a body needs at least one triangle");
        mesh_.vertices = welder_.take();
        name_parts();
        return std::move(mesh_);
    }

  private:
    /// Several solids are several objects.
    void name_parts() {
        if (mesh_.surfaces.size() < 2) return;
        for (Surface& surface : mesh_.surfaces) {
            surface.part = static_cast<std::uint32_t>(mesh_.parts.size());
            mesh_.parts.push_back(surface.name);
        }
    }

    std::string place() const { return fmt::format("{}, line {}", where_, text_.line_number()); }

    bool fail(const std::string& what, const std::string& remedy) {
        error_ = make_error(ErrorCode::BadInput, place(), what, remedy);
        return false;
    }

    /// Moves over `expected`, or complains about what stands there instead.
    bool expect(std::string_view expected) {
        text_.skip_space();
        const char* from = text_.at();
        const std::string_view word = text_.word();
        if (equals_ignoring_case(word, expected)) return true;
        text_.go_to(from);
        return fail(word.empty() ? fmt::format("the file ends where '{}' should stand", expected)
                                 : fmt::format("{} where '{}' should stand", quoted_word(word), expected),
                    word.empty() ? "was it truncated?" : "is this really an ASCII STL file?");
    }

    bool read_solid() {
        if (!expect("solid")) return false;
        const auto surface = static_cast<std::uint32_t>(mesh_.surfaces.size());
        const std::string name = clean_name(text_.rest_of_line());
        bool used = false;
        for (;;) {
            text_.skip_space();
            const char* from = text_.at();
            const std::string_view word = text_.word();
            if (equals_ignoring_case(word, "endsolid")) break;
            text_.go_to(from);
            if (!read_facet()) return false;
            mesh_.surface_of_triangle.push_back(surface);
            used = true;
        }
        text_.rest_of_line();
        if (used) mesh_.surfaces.push_back({names_.add(name.empty() ? "surface" : name)});
        return true;
    }

    bool read_facet() {
        if (!expect("facet")) return false;
        // The normal is not used, and writers put anything there, "-nan" for example: four words, whatever
        // they are.
        for (int i = 0; i < 4; ++i) {
            text_.skip_space();
            text_.word();
        }
        Triangle triangle{};
        if (!expect("outer") || !expect("loop")) return false;
        for (std::uint32_t& id : triangle)
            if (!read_vertex(id)) return false;
        if (!expect("endloop") || !expect("endfacet")) return false;
        mesh_.triangles.push_back(triangle);
        return true;
    }

    bool read_vertex(std::uint32_t& id) {
        if (!expect("vertex")) return false;
        Vec3 point;
        for (double& coordinate : point) {
            text_.skip_space();
            const auto number = parse_number(text_.at(), text_.end());
            if (!number || (number->stop != text_.end() && !TextCursor::is_space(*number->stop))) {
                const char* from = text_.at();
                const std::string fault = number_fault(text_.word());
                text_.go_to(from);
                return fail(fault, "a vertex is three finite numbers");
            }
            coordinate = number->value;
            text_.go_to(number->stop);
        }
        id = welder_.add(point);
        return true;
    }

    TextCursor text_;
    const std::string& where_;
    Mesh mesh_;
    VertexWelder welder_;
    UniqueNames names_;
    std::optional<Error> error_;
};

Vec3 normal_of(const std::array<Vec3, 3>& corner) {
    const Vec3 normal = (corner[1] - corner[0]).cross(corner[2] - corner[0]);
    const double length = normal.stableNorm();
    return length > 0.0 && std::isfinite(length) ? Vec3(normal / length) : Vec3(Vec3::Zero());
}

}  // namespace

bool is_binary_stl(std::string_view bytes) {
    return bytes.size() >= kFirstRecord &&
           bytes.size() == binary_size(load_little<std::uint32_t>(bytes.data() + kHeaderBytes));
}

bool begins_like_ascii_stl(std::string_view bytes) {
    constexpr std::size_t kLooked = 512;  // a binary file has a zero byte early, a text has none
    if (bytes.substr(0, kLooked).find('\0') != std::string_view::npos) return false;
    TextCursor text(bytes);
    text.skip_space();
    return equals_ignoring_case(text.word(), "solid");
}

Expected<Mesh> parse_stl_binary(std::string_view bytes, const std::string& where) {
    if (bytes.size() < kFirstRecord)
        return make_error(ErrorCode::BadInput, fmt::format("{}, byte {}", where, bytes.size()),
                          fmt::format("the file ends within the header, which has {} bytes", kFirstRecord),
                          "was it truncated?");
    const auto count = load_little<std::uint32_t>(bytes.data() + kHeaderBytes);
    if (bytes.size() != binary_size(count))
        return make_error(ErrorCode::BadInput, fmt::format("{}, byte {}", where, kHeaderBytes),
                          fmt::format("{} triangles need {} bytes, but the file has {}", count,
                                      binary_size(count), bytes.size()),
                          bytes.size() < binary_size(count)
                              ? "was it truncated?"
                              : "is the count wrong, or was something appended?");
    if (count == 0)
        return make_error(ErrorCode::BadInput, fmt::format("{}, byte {}", where, kHeaderBytes), "0 triangles",
                          "a body needs at least one");
    Mesh mesh;
    mesh.triangles.reserve(count);
    VertexWelder welder(count / 2);  // a closed mesh has about half as many vertices as triangles
    const auto corner_of = [&](std::size_t t, std::size_t k) -> Vec3 {
        float xyz[3];
        std::memcpy(xyz, bytes.data() + kFirstRecord + t * kRecordBytes + kNormalBytes + k * sizeof xyz,
                    sizeof xyz);
        return {xyz[0], xyz[1], xyz[2]};
    };
    constexpr std::size_t kAhead = 6;  // triangles; halves the time of welding
    for (std::size_t t = 0; t < count; ++t) {
        Triangle& triangle = mesh.triangles.emplace_back();
        for (std::size_t k = 0; k < 3; ++k) {
            if (t + kAhead < count) welder.prefetch(corner_of(t + kAhead, k));
            const Vec3 corner = corner_of(t, k);
            if (!corner.allFinite()) return coordinate_error(where, t, k, corner);
            triangle[k] = welder.add(corner);
        }
    }
    mesh.vertices = welder.take();
    make_one_surface(mesh, "surface");
    return mesh;
}

Expected<Mesh> parse_stl_ascii(std::string_view bytes, const std::string& where) {
    return AsciiReader(bytes, where).read();
}

Expected<void> write_stl_binary(AtomicFile& file, const Mesh& mesh, const std::string& where) {
    if (mesh.triangles.size() > std::numeric_limits<std::uint32_t>::max())
        return make_error(ErrorCode::Unsupported, where, "binary STL holds at most 4294967295 triangles",
                          "write PLY");
    std::string buffer(kHeaderBytes, '\0');
    constexpr std::string_view kHeader = "binary STL written by graze";  // must not begin with "solid"
    kHeader.copy(buffer.data(), kHeader.size());
    const auto put = [&](const auto& value) {
        buffer.append(reinterpret_cast<const char*>(&value), sizeof value);
    };
    put(static_cast<std::uint32_t>(mesh.triangles.size()));
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const auto corner = corners(mesh, t);
        const Vec3 normal = normal_of(corner);
        for (const double x : normal) put(static_cast<float>(x));
        for (const Vec3& p : corner)
            for (const double x : p) {
                if (!(std::abs(x) <= std::numeric_limits<float>::max()))
                    return make_error(ErrorCode::Unsupported, where,
                                      fmt::format("triangle {}: coordinate {} exceeds float32, which binary "
                                                  "STL stores (limit 3.4e38)",
                                                  t, x),
                                      "write OBJ, PLY or ASCII STL");
                put(static_cast<float>(x));
            }
        put(std::uint16_t{0});
        if (buffer.size() > (1u << 20)) {
            file.write(buffer);
            buffer.clear();
        }
    }
    file.write(buffer);
    return {};
}

void write_stl_ascii(AtomicFile& file, const Mesh& mesh) {
    std::vector<std::vector<std::uint32_t>> members(mesh.surfaces.size());
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
        members[mesh.surface_of_triangle[t]].push_back(t);
    fmt::memory_buffer buffer;
    for (std::size_t s = 0; s < members.size(); ++s) {
        if (members[s].empty()) continue;
        const std::string name = clean_name(mesh.surfaces[s].name);
        append(buffer, "solid {}\n", name);
        for (const std::uint32_t t : members[s]) {
            const auto corner = corners(mesh, t);
            const Vec3 n = normal_of(corner);
            append(buffer, "facet normal {} {} {}\nouter loop\n", n.x(), n.y(), n.z());
            for (const Vec3& p : corner) append(buffer, "vertex {} {} {}\n", p.x(), p.y(), p.z());
            append(buffer, "endloop\nendfacet\n");
            if (buffer.size() > (1u << 20)) {
                file.write({buffer.data(), buffer.size()});
                buffer.clear();
            }
        }
        append(buffer, "endsolid {}\n", name);
    }
    file.write({buffer.data(), buffer.size()});
}

}  // namespace graze::internal
