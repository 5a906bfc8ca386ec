#include "graze/io/mesh/ply.h"
#include "graze/io/text/names.h"
#include "graze/io/text/text_out.h"

#include <cstdint>

#include <fmt/format.h>

namespace graze::internal {

void write_ply(AtomicFile& file, const Mesh& mesh, PlyEncoding encoding) {
    GRAZE_ASSERT(encoding != PlyEncoding::BigEndian);
    const bool ascii = encoding == PlyEncoding::Ascii;
    fmt::memory_buffer buffer;
    const auto put = [&](const auto& value) {
        buffer.append(reinterpret_cast<const char*>(&value),
                      reinterpret_cast<const char*>(&value) + sizeof value);
    };
    const auto flush_beyond = [&](std::size_t size) {
        if (buffer.size() <= size) return;
        file.write({buffer.data(), buffer.size()});
        buffer.clear();
    };
    constexpr std::size_t kBlock = 1 << 20;
    append(buffer, "ply\nformat {} 1.0\n", ascii ? "ascii" : "binary_little_endian");
    for (std::size_t s = 0; s < mesh.surfaces.size(); ++s)
        append(buffer, "comment graze surface {} {}\n", s, clean_name(mesh.surfaces[s].name));
    append(buffer,
           "element vertex {}\nproperty double x\nproperty double y\nproperty double z\n"
           "element face {}\nproperty list uchar uint vertex_indices\nproperty uint surface\nend_header\n",
           mesh.vertices.size(), mesh.triangles.size());
    for (const Vec3& p : mesh.vertices) {
        if (ascii) append(buffer, "{} {} {}\n", p.x(), p.y(), p.z());
        for (const double x : p)
            if (!ascii) put(x);
        flush_beyond(kBlock);
    }
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const Triangle& v = mesh.triangles[t];
        if (ascii) {
            append(buffer, "3 {} {} {} {}\n", v[0], v[1], v[2], mesh.surface_of_triangle[t]);
        } else {
            put(std::uint8_t{3});
            put(v);
            put(mesh.surface_of_triangle[t]);
        }
        flush_beyond(kBlock);
    }
    flush_beyond(0);
}

}  // namespace graze::internal
