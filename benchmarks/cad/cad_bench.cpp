// How long does a CAD assembly take to load, cold and from the cache, and is any geometry held twice?
//
// The file is made here: 1,000 parts, instances of 50 shapes (blocks with fillets and bores, flanged shafts)
// in 20 groups. Every row is a process of its own, so that its peak memory is its own. The reference is what
// OpenCASCADE needs to read the file without meshing anything (STEPCAFControl_Reader, names and colours).
#include "bench.h"
#include "graze/core/child_process.h"
#include "graze/core/parallel.h"
#include "graze/io/cad/cad_process.h"
#include "graze/io/mesh/model_file.h"
#include "graze_cad/quiet.h"
#include "graze_cad/step_write.h"
#include "markdown.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>
#include <BRepAlgoAPI_Cut.hxx>
#include <BRepAlgoAPI_Fuse.hxx>
#include <BRepFilletAPI_MakeFillet.hxx>
#include <BRepPrimAPI_MakeBox.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <STEPCAFControl_Reader.hxx>
#include <TDocStd_Document.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Edge.hxx>
#include <XCAFApp_Application.hxx>

namespace graze::bench {
namespace {

namespace fs = std::filesystem;

constexpr int kShapes = 50, kInstances = 1000, kGroups = 20, kRepeats = 3;

gp_Ax2 upright(double x, double y, double z) { return {gp_Pnt(x, y, z), gp_Dir(0, 0, 1)}; }

/// A block with rounded edges and a row of bores.
TopoDS_Shape block(int number) {
    const double length = 40.0 + number, width = 20.0 + number % 7, height = 8.0 + number % 5;
    const TopoDS_Shape box = BRepPrimAPI_MakeBox(length, width, height).Shape();
    BRepFilletAPI_MakeFillet fillet(box);
    for (TopExp_Explorer at(box, TopAbs_EDGE); at.More(); at.Next())
        fillet.Add(1.5, TopoDS::Edge(at.Current()));
    TopoDS_Shape shape = fillet.Shape();
    for (int hole = 0; hole < 3; ++hole) {
        const gp_Ax2 axis = upright(length * (hole + 1) / 4.0, width / 2.0, -1.0);
        shape =
            BRepAlgoAPI_Cut(shape, BRepPrimAPI_MakeCylinder(axis, 2.5 + 0.05 * number, height + 2.0).Shape())
                .Shape();
    }
    return shape;
}

/// A shaft with flanges.
TopoDS_Shape shaft(int number) {
    TopoDS_Shape shape = BRepPrimAPI_MakeCylinder(upright(0, 0, 0), 4.0 + 0.1 * number, 60.0).Shape();
    for (int flange = 0; flange < 3; ++flange) {
        const gp_Ax2 axis = upright(0, 0, 10.0 + 18.0 * flange);
        shape =
            BRepAlgoAPI_Fuse(shape, BRepPrimAPI_MakeCylinder(axis, 9.0 + flange, 4.0 + 0.05 * number).Shape())
                .Shape();
    }
    return shape;
}

Expected<void> write_assembly(const fs::path& path) {
    std::vector<TopoDS_Shape> shapes;
    for (int s = 0; s < kShapes; ++s) shapes.push_back(s % 2 == 0 ? block(s) : shaft(s));
    cad::Part root{.name = "assembly", .shape = {}};
    for (int g = 0; g < kGroups; ++g) {
        cad::Part group{.name = fmt::format("group{}", g), .shape = {}};
        for (int i = 0; i < kInstances / kGroups; ++i) {
            gp_Trsf place, turn;
            place.SetTranslation(gp_Vec(100.0 * i, 100.0 * g, 0.0));
            turn.SetRotation(gp_Ax1(gp_Pnt(), gp_Dir(1, 2, 3)), 0.1 * i);
            const int s = (i + 7 * g) % kShapes;
            group.parts.push_back({.name = fmt::format("part{}", s),
                                   .shape = shapes[static_cast<std::size_t>(s)],
                                   .location = {place * turn}});
        }
        root.parts.push_back(std::move(group));
    }
    return cad::write_step(path, root);
}

std::uint64_t bytes_of(const Mesh& mesh) {
    return mesh.vertices.size() * sizeof(Vec3) +
           mesh.triangles.size() * (sizeof(Triangle) + sizeof(std::uint32_t));
}

double seconds_of(const auto& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The most memory that this program held. (ru_maxrss would count what its parent held when it forked.)
double peak_memory_mb() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:")) return std::strtod(line.c_str() + 6, nullptr) / 1024.0;
    return 0.0;
}

/// Of graze-cad, if it was started. It is much more than what this program held then.
double peak_memory_of_child_mb() {
    rusage usage{};
    ::getrusage(RUSAGE_CHILDREN, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

/// What a process of its own does and tells on standard error: "seconds MB MB-of-child bodies meshes bytes
/// triangles".
int run_part(const std::string& what, const fs::path& file) {
    const double before_mb = peak_memory_mb();
    std::uint64_t bodies = 0, meshes = 0, bytes = 0, triangles = 0;
    double seconds = 0.0;
    if (what == "plain") {
        cad::silence_opencascade();
        seconds = seconds_of([&] {
            Handle(TDocStd_Document) document;
            XCAFApp_Application::GetApplication()->NewDocument("BinXCAF", document);
            STEPCAFControl_Reader reader;
            reader.ReadFile(file.c_str());
            reader.Transfer(document);
        });
    } else if (what == "baked") {
        seconds = seconds_of([&] {
            const auto read = read_mesh_file(file);
            if (!read) return;
            bodies = meshes = read->bodies.size();
            for (const FileBody& body : read->bodies)
                bytes += bytes_of(body.mesh), triangles += body.mesh.triangles.size();
        });
    } else {
        seconds = seconds_of([&] {
            const auto read = read_model_file(file, {.threads = what == "one" ? 1 : 0});
            if (!read) return;
            bodies = read->bodies.size();
            std::set<const Mesh*> distinct;
            for (const ModelBody& body : read->bodies) {
                triangles += body.mesh->triangles.size();
                if (distinct.insert(body.mesh.get()).second) bytes += bytes_of(*body.mesh);
            }
            meshes = distinct.size();
        });
    }
    fmt::print(stderr, "bench {} {} {} {} {} {} {}\n", seconds, peak_memory_mb() - before_mb,
               peak_memory_of_child_mb(), bodies, meshes, bytes, triangles);
    std::fflush(nullptr);
    ::_exit(0);
}

struct Measured {
    double seconds = 0.0, memory_mb = 0.0, child_mb = 0.0;
    std::uint64_t bodies = 0, meshes = 0, bytes = 0, triangles = 0;
};

/// The least time of the repeats; before each, `prepare`.
Expected<Measured> measure(const std::string& what, const fs::path& file, const auto& prepare) {
    std::optional<Measured> best;
    for (int r = 0; r < kRepeats; ++r) {
        prepare();
        Measured now;
        const std::vector<std::string> words{"cad", "--part", what, "--file", file.string()};
        const auto result = run_child("/proc/self/exe", words, [&](std::string_view line) {
            if (!line.starts_with("bench ")) return false;
            std::istringstream text{std::string(line.substr(6))};
            text >> now.seconds >> now.memory_mb >> now.child_mb >> now.bodies >> now.meshes >> now.bytes >>
                now.triangles;
            return true;
        });
        if (!result) return result.error();
        if (result->end != ChildEnd::Exited || result->status != 0)
            return make_error(ErrorCode::Unsupported, what, "failed: " + result->messages);
        if (!best || now.seconds < best->seconds) best = now;
    }
    return *best;
}

TableRow row_of(const char* what, const Measured& m) {
    const auto count = [](std::uint64_t value) {
        return value == 0     ? std::string("-")
               : value < 1000 ? std::to_string(value)
                              : figure(static_cast<double>(value));
    };
    return {what,
            fmt::format("{:.3f}", m.seconds),
            figure(m.memory_mb),
            m.child_mb > 0.0 ? figure(m.child_mb) : "-",
            count(m.bodies),
            count(m.meshes),
            m.bytes == 0 ? "-" : fmt::format("{:.2f}", static_cast<double>(m.bytes) / 1e6),
            count(m.triangles)};
}

Expected<void> run_all(const fs::path& folder) {
    const fs::path file = folder / "assembly.step", cache = folder / "cache";
    if (auto written = write_assembly(file); !written) return written;
    ::setenv("GRAZE_CACHE", cache.c_str(), 1);
    const auto forget = [&] { fs::remove_all(cache); };
    const auto nothing = [] {};
    std::vector<TableRow> rows{{"load", "s", "memory added, MB", "of graze-cad, MB", "bodies", "meshes",
                                "numbers of meshes, MB", "triangles"}};
    const struct {
        const char *what, *shown;
        bool cold;
    } kRows[] = {{"plain", "OpenCASCADE reads it, no triangles", false},
                 {"one", "graze, cold, one thread", true},
                 {"all", "graze, cold, all cores", true},
                 {"all", "graze, from the cache", false},
                 {"baked", "graze, from the cache, instances written out", false}};
    Measured cold, cached, baked;
    for (const auto& row : kRows) {
        const auto measured = row.cold ? measure(row.what, file, forget) : measure(row.what, file, nothing);
        if (!measured) return measured.error();
        rows.push_back(row_of(row.shown, *measured));
        const std::string shown = row.shown;
        if (shown == "graze, cold, all cores") cold = *measured;
        if (shown == "graze, from the cache") cached = *measured;
        if (row.what == std::string("baked")) baked = *measured;
    }
    fmt::print(
        "An assembly of {} parts, instances of {} shapes; STEP file of {} MB. Each row is a process of its "
        "own, the "
        "least of {} runs;\n"
        "memory: its peak beyond what the program takes before it loads anything, and the peak of "
        "graze-cad.\n\n",
        figure(kInstances), kShapes, figure(static_cast<double>(fs::file_size(file)) / 1e6), kRepeats);
    std::fflush(stdout);
    print_table(rows);
    fmt::print(
        "\nThe cache makes it {} times as fast. Instances are not duplicated: {} bodies share {} meshes; "
        "written out "
        "their numbers would take\n{} times the memory.\n",
        figure(cold.seconds / cached.seconds), figure(static_cast<double>(cached.bodies)), cached.meshes,
        figure(static_cast<double>(baked.bytes) / static_cast<double>(cached.bytes)));
    return {};
}

}  // namespace

int run_cad_bench(std::span<const std::string> arguments) {
    constexpr const char* kUsage = "usage: graze-bench cad\n";
    constexpr std::array kOptions{"--part", "--file"};  // of the processes that it starts
    const auto wishes = parse_wishes(arguments, {}, kOptions, kUsage);
    if (!wishes) return 2;
    if (const std::string part = wishes->last("--part"); !part.empty())
        return run_part(part, wishes->last("--file"));
    if (std::getenv("GRAZE_CAD") == nullptr)  // as it lies in a build tree
        ::setenv("GRAZE_CAD",
                 (fs::read_symlink("/proc/self/exe").parent_path() / "../apps/cad/graze-cad").c_str(), 1);
    const auto folder = TemporaryFolder::create(fs::temp_directory_path());
    const auto done = folder ? run_all(folder->path()) : Expected<void>(folder.error());
    if (done) return 0;
    std::fprintf(stderr, "graze-bench: %s\n", done.error().message.c_str());
    return 1;
}

}  // namespace graze::bench
