// How long does it take to read and weld mesh files of a million triangles, next to assimp in the same run?
//
// The files are written by us from one bumpy sphere into a temporary folder. Assimp keeps float32 and does
// not weld unless asked (aiProcess_JoinIdenticalVertices); we keep doubles and always weld. The hash covers
// all corners as float32 in the order of the file, so a row of assimp is comparable where it reads the same
// floats. Wall time of one thread; the least CPU time over the repeats stands beside it, since other work may
// share the machine.
#include "bench.h"

#include "graze/core/hash.h"
#include "graze/io/mesh/mesh_file.h"
#include "graze/model/crease.h"
#include "graze/model/adjacency.h"
#include "graze/model/diagnosis.h"
#include "graze/model/weld.h"
#include "support/odd_meshes.h"

#include <algorithm>
#include <filesystem>
#include <functional>

#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/format.h>
#include <assimp/Importer.hpp>

#include <time.h>
#include <unistd.h>

namespace graze::bench {
namespace {

double cpu_seconds() {
    timespec now{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// What a reader found, for comparing.
struct Answer {
    std::size_t vertices = 0;
    std::size_t triangles = 0;
    std::uint64_t hash = 0;
};

class CornerHash {
  public:
    void add(double x, double y, double z) {
        for (const double c : {x, y, z})
            hash_.add(std::uint64_t{std::bit_cast<std::uint32_t>(static_cast<float>(c) + 0.0f)});
    }
    std::uint64_t value() const { return hash_.value(); }

  private:
    Hash hash_;
};

Answer answer_of(const MeshFile& file) {
    Answer answer;
    CornerHash hash;
    for (const FileBody& body : file.bodies) {
        answer.vertices += body.mesh.vertices.size();
        answer.triangles += body.mesh.triangles.size();
        for (std::uint32_t t = 0; t < body.mesh.triangles.size(); ++t)
            for (const Vec3& p : corners(body.mesh, t)) hash.add(p.x(), p.y(), p.z());
    }
    answer.hash = hash.value();
    return answer;
}

Answer answer_of(const aiScene& scene) {
    Answer answer;
    CornerHash hash;
    for (unsigned m = 0; m < scene.mNumMeshes; ++m) {
        const aiMesh& mesh = *scene.mMeshes[m];
        answer.vertices += mesh.mNumVertices;
        answer.triangles += mesh.mNumFaces;
        for (unsigned f = 0; f < mesh.mNumFaces; ++f)
            for (unsigned k = 0; k < mesh.mFaces[f].mNumIndices; ++k) {
                const aiVector3D& p = mesh.mVertices[mesh.mFaces[f].mIndices[k]];
                hash.add(p.x, p.y, p.z);
            }
    }
    answer.hash = hash.value();
    return answer;
}

struct Contest {
    std::string scene;
    std::string file;
    int repeats;
};

Row timed(const Contest& contest, const std::string& variant, double file_mb,
          const std::function<Answer()>& read) {
    Answer answer = read();  // outside the clock: hashing is not reading
    double least_cpu = 1e300;
    const Timing timing = time_repeats(contest.repeats, 1, [&] {
        const double start = cpu_seconds();
        answer = read();
        least_cpu = std::min(least_cpu, cpu_seconds() - start);
    });
    return {contest.scene,
            variant,
            1,
            timing.min_ns,
            timing.median_ns,
            fmt::format("triangles={} vertices={} file_mb={:.1f} cpu_ms={:.0f}", answer.triangles,
                        answer.vertices, file_mb, 1e3 * least_cpu),
            answer.hash};
}

/// Reading is timed without hashing: the first call hashes, the others only count.
Row graze_row(const Contest& contest, double file_mb) {
    std::uint64_t hash = 0;
    return timed(contest, "graze", file_mb, [&]() -> Answer {
        const auto file = read_mesh_file(contest.file, {.file_unit = Unit::Metre, .unit = Unit::Metre});
        if (!file) return fmt::print(stderr, "{}\n", file.error().message), Answer{};
        if (hash == 0) hash = answer_of(*file).hash;
        return {file->bodies[0].mesh.vertices.size(), file->bodies[0].mesh.triangles.size(), hash};
    });
}

Row assimp_row(const Contest& contest, double file_mb, bool weld) {
    std::uint64_t hash = 0;
    return timed(contest, weld ? "assimp, joined" : "assimp, not joined", file_mb, [&]() -> Answer {
        Assimp::Importer importer;
        // Normals and texture coordinates would keep equal positions apart: drop them before joining.
        importer.SetPropertyInteger(AI_CONFIG_PP_RVC_FLAGS,
                                    aiComponent_NORMALS | aiComponent_TEXCOORDS | aiComponent_COLORS);
        const aiScene* scene = importer.ReadFile(
            contest.file, weld ? aiProcess_RemoveComponent | aiProcess_JoinIdenticalVertices : 0u);
        if (!scene) return fmt::print(stderr, "assimp: {}\n", importer.GetErrorString()), Answer{};
        Answer answer = hash == 0 ? answer_of(*scene) : Answer{};
        if (hash == 0) hash = answer.hash;
        for (unsigned m = 0; hash != 0 && answer.triangles == 0 && m < scene->mNumMeshes; ++m)
            answer.vertices += scene->mMeshes[m]->mNumVertices,
                answer.triangles += scene->mMeshes[m]->mNumFaces;
        answer.hash = hash;
        return answer;
    });
}

void add_model_rows(const Mesh& mesh, int repeats, std::vector<Row>& rows) {
    const auto add = [&](const char* variant, auto&& work) {
        std::uint64_t answer = 0;
        const Timing timing = time_repeats(repeats, 1, [&] { answer = work(); });
        rows.push_back({std::string("model: ") + variant, "graze", 1, timing.min_ns, timing.median_ns,
                        fmt::format("triangles={}", mesh.triangles.size()), answer});
    };
    add("adjacency", [&] { return find_adjacency(mesh).edge_count(); });
    const Adjacency adjacency = find_adjacency(mesh);
    add("diagnose", [&] { return diagnose(mesh, adjacency).pieces.size(); });
    add("weld", [&] { return welded(mesh).vertices.size(); });
    add("crease", [&] { return split_at_creases(mesh, 30.0).surfaces.size(); });
}

}  // namespace

int run_io(std::span<const std::string> arguments) {
    int rings = 500, repeats = 5;  // 2 * 500 * 1000 = 1 M triangles
    if (!arguments.empty() && arguments[0] == "--small") rings = 50, repeats = 2;
    const std::vector<FileBody> bodies{{"ball", test::bumpy_sphere(rings, 1000)}};
    const auto folder = std::filesystem::temp_directory_path() / fmt::format("graze-bench-io-{}", ::getpid());
    std::filesystem::create_directories(folder);
    std::vector<Row> rows;
    struct Format {
        const char* scene;
        const char* name;
        MeshFormat format;
    };
    for (const Format& f : {Format{"STL binary", "ball.stl", MeshFormat::StlBinary},
                            Format{"OBJ, 17 digits", "ball.obj", MeshFormat::Obj},
                            Format{"PLY binary", "ball.ply", MeshFormat::PlyBinary},
                            Format{"PLY ASCII", "ball-ascii.ply", MeshFormat::PlyAscii},
                            Format{"STL ASCII", "ball-ascii.stl", MeshFormat::StlAscii},
                            Format{"GLB", "ball.glb", MeshFormat::Glb}}) {
        const auto path = folder / f.name;
        const auto written = write_mesh_file(path, bodies, {.format = f.format, .unit = Unit::Metre});
        if (!written) return fmt::print(stderr, "{}\n", written.error().message), 1;
        const double mb = static_cast<double>(std::filesystem::file_size(path)) / 1e6;
        const Contest contest{f.scene, path.string(), repeats};
        rows.push_back(graze_row(contest, mb));
        rows.push_back(assimp_row(contest, mb, true));
        rows.push_back(assimp_row(contest, mb, false));
    }
    std::filesystem::remove_all(folder);
    add_model_rows(bodies[0].mesh, repeats, rows);
    print_rows(rows);
    return 0;
}

}  // namespace graze::bench
