// How long does a picture take? A bumpy sphere of 12 (a box), 20 thousand, 130 thousand and a million
// triangles at 1280 x 720, on one thread and on all; drawing and packing apart.
#include "bench.h"
#include "markdown.h"

#include "graze/core/hash.h"
#include "graze/picture/picture.h"
#include "support/shapes.h"

#include <fmt/format.h>

namespace graze::bench {
namespace {

constexpr int kRepeats = 9;

struct Subject {
    const char* name;
    Mesh mesh;
    Mesh shell;  // transparent, around it; may be empty
};

std::uint64_t hash_of(const std::string& png) {
    Hash hash;
    hash.add(png);
    return hash.value();
}

TableRow measure(const Subject& subject, int threads) {
    PictureOptions options;
    options.threads = threads;
    std::vector<PictureBody> bodies{{&subject.mesh, {}, body_colour(0), 1.0, {}, "body"}};
    if (!subject.shell.triangles.empty())
        bodies.push_back({&subject.shell, {}, body_colour(1), 0.3, {}, "shell"});
    Image image;
    std::string png;
    const Timing drawing = time_repeats(kRepeats, 1, [&] { image = draw(bodies, options); });
    const Timing packing = time_repeats(kRepeats, 1, [&] { png = encode_png(image, threads); });
    return {subject.name,
            fmt::format("{}", subject.mesh.triangles.size() + subject.shell.triangles.size()),
            threads == 0 ? "all" : fmt::format("{}", threads),
            figure(drawing.min_ns * 1e-6),
            figure(drawing.median_ns * 1e-6),
            figure(packing.min_ns * 1e-6),
            figure(packing.median_ns * 1e-6),
            fmt::format("{}", png.size()),
            fmt::format("{:016x}", hash_of(png))};
}

}  // namespace

int picture_bench(std::span<const std::string>) {
    const Subject subjects[] = {
        {"box", test::box_mesh(Vec3(3, 2, 1)), {}},
        {"small", test::bumpy_sphere_mesh(100, 100), {}},
        {"medium", test::bumpy_sphere_mesh(254, 256), {}},
        {"in a shell", test::bumpy_sphere_mesh(254, 256), test::sphere_mesh(60, 120, 1.35)},
        {"lattice", test::lattice_mesh(20, 10.0, 2.5), {}},
        {"large", test::bumpy_sphere_mesh(707, 707), {}},
    };
    fmt::print("1280 x 720, milliseconds, {} repeats; the hash must not depend on the threads.\n\n",
               kRepeats);
    std::vector<TableRow> table{
        {"scene", "triangles", "threads", "draw, min", "median", "pack, min", "median", "bytes", "hash"}};
    for (const Subject& subject : subjects)
        for (const int threads : {1, 0}) table.push_back(measure(subject, threads));
    print_table(table);
    return 0;
}

}  // namespace graze::bench
