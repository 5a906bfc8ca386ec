#include "graze/queries/paths/swept_volume.h"

#include "graze/core/interrupt.h"
#include "graze/core/parallel.h"
#include "graze/model/lattice_skin.h"
#include "graze/queries/paths/path_work.h"
#include "graze/queries/paths/sweep_poses.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

namespace graze::internal {
namespace {

// docs/mathematics/sweep.md. All per unit u of the lattice.
constexpr double kRadius = 1.1180339887498949;  // (W2): above sqrt(5) / 2, of a tetrahedron
constexpr double kSlack = 0.5;     // poses are chosen so that points move by this at most between them
constexpr double kSpare = 0x1p-6;  // values this near the level are put that far below
constexpr double kSteepness = 1.4142135623730952;  // (W5): above 2 / (height of a tetrahedron)
constexpr double kWholeDeviation = 2.0 * kRadius + kSlack + 0.1;
constexpr double kFloatStep = 0x1p-22;  // of the greatest coordinate: what files may move vertices by
constexpr double kUnitBits = 0x1p19;
constexpr double kFinest = 1e-5;            // of the size of what is swept: slacks of poses
constexpr double kDefaultDeviation = 0.01;  // of the size of what is swept
constexpr double kRough = 0.25;             // of the body: slack of the poses that tell this size
constexpr double kGreatestIndex = 0x1p28;
constexpr int kBlock = 32;  // cubes along each side, judged by one thread
constexpr int kLeastBlock = 2;

/// Everything that the numbers of nodes are made with.
struct SweepGrid {
    Lattice lattice;
    double level, most;  // values are at most `most`
    double moved;        // how far rounding may move a vertex
};

/// A little less than x, with few bits.
double few_bits(double x) {
    int exponent = 0;
    const double mantissa = std::frexp(x, &exponent);
    return std::ldexp(std::floor(mantissa * kUnitBits), exponent - 19);
}

double above_of(const Interval& x) { return x.hi; }

float rounded_down(double x) {
    const auto f = static_cast<float>(x);
    return static_cast<double>(f) <= x ? f : std::nextafter(f, -std::numeric_limits<float>::infinity());
}

Error too_fine(double deviation, double possible, Unit unit, const char* why) {
    return make_error(ErrorCode::Unsupported, "--deviation",
                      fmt::format("{} {} is too fine: {}", deviation, name_of(unit), why),
                      fmt::format("{} {} is possible", possible, name_of(unit)));
}

Expected<SweepGrid> grid_of(const Box& bounds, double deviation, double margin, const SweepOptions& options,
                            Unit unit) {
    const double u = few_bits(deviation / kWholeDeviation);
    const double greatest =
        std::max(bounds.min.cwiseAbs().maxCoeff(), bounds.max.cwiseAbs().maxCoeff()) + margin + 16.0 * u;
    const double moved = above_of(exactly(2.0) * exactly(kFloatStep) * exactly(greatest));
    const double most_over = above_of(exactly(kRadius) * exactly(u) * exactly(8.0));  // above `most` below
    const double reserve = above_of(exactly(kSteepness) * exactly(most_over) * exactly(moved) / exactly(u));
    if (!(reserve < 0.05 * u) || !(greatest / u < kGreatestIndex))
        return too_fine(deviation, kWholeDeviation * 320.0 * moved, unit,
                        "files of 32-bit numbers would not keep it");
    const double level = above_of(exactly(kRadius) * exactly(u) + exactly(reserve));
    const double most = above_of(exactly(level) + exactly(2.0 * u));
    LatticePoint first{};
    std::array<int, 3> cells{};
    double nodes = 2.0;
    for (int k = 0; k < 3; ++k) {
        const double around = most + margin + 2.0 * u;
        const double lo = std::floor((bounds.min[k] - around) / (2.0 * u)),
                     hi = std::ceil((bounds.max[k] + around) / (2.0 * u));
        first[k] = 2 * static_cast<std::int64_t>(lo);
        nodes *= hi - lo + 1.0;
        cells[k] = static_cast<int>(std::min(hi - lo, 1e9));
    }
    if (!(nodes <= static_cast<double>(options.most_nodes)))
        return too_fine(deviation,
                        1.01 * deviation * std::cbrt(nodes / static_cast<double>(options.most_nodes)), unit,
                        "the lattice would have too many nodes");
    return SweepGrid{Lattice(u, first, cells), level, most, moved};
}

/// Values of the nodes in one block of cubes. Blocks write different nodes.
class BlockFiller {
  public:
    BlockFiller(const SweepGrid& grid, const SweepPoses& poses, const BodyModel& model, double margin,
                std::vector<float>& values)
        : grid_(grid), meter_(poses, model, margin), values_(values) {}

    /// The most that a value may be below the distance at its node.
    double run(const std::array<int, 3>& from, std::span<const NearPose> all) {
        divide(from, kBlock, all, 0);
        return loose_;
    }

  private:
    void divide(const std::array<int, 3>& from, int side, std::span<const NearPose> poses,
                std::size_t depth) {
        for (int k = 0; k < 3; ++k)
            if (from[k] > grid_.lattice.cells()[k]) return;
        const auto middle = [&](int k) { return std::int64_t{2} * from[k] + side; };
        const Vec3 centre = grid_.lattice.place({middle(0), middle(1), middle(2)});
        const double radius = above_of(exactly(1.7320508075688774) * exactly(side * grid_.lattice.unit()));
        if (lists_.size() <= depth) lists_.resize(depth + 1);
        std::vector<NearPose> kept = std::move(lists_[depth]);
        meter_.nearest_within(centre, radius, above_of(exactly(grid_.most) + exactly(radius)), poses, kept);
        if (!kept.empty()) {
            if (side == kLeastBlock) {
                fill(from, kept);
            } else {
                const int half = side / 2;
                for (int i = 0; i < 8; ++i)
                    divide({from[0] + (i & 1 ? half : 0), from[1] + (i & 2 ? half : 0),
                            from[2] + (i & 4 ? half : 0)},
                           half, kept, depth + 1);
            }
        }
        lists_[depth] = std::move(kept);
    }

    /// Corners from the first to before the last, and all middles.
    void fill(const std::array<int, 3>& from, std::span<const NearPose> poses) {
        const auto& cells = grid_.lattice.cells();
        for (int i = 0; i < 2 * kLeastBlock * kLeastBlock * kLeastBlock; ++i) {
            const int odd = i & 1, cube = i >> 1;
            const int x = from[0] + cube % 2, y = from[1] + cube / 2 % 2, z = from[2] + cube / 4;
            const int end = odd ? 0 : 1;
            if (x >= cells[0] + end || y >= cells[1] + end || z >= cells[2] + end) continue;
            const LatticePoint at{2 * x + odd, 2 * y + odd, 2 * z + odd};
            const auto [below, above] = meter_.distance(grid_.lattice.place(at), grid_.most, poses);
            float value = rounded_down(below);
            if (above - value > loose_ && below < grid_.most) loose_ = above - value;
            // None is at the level, and none so near it that two vertices would fall together.
            const double spare = kSpare * grid_.lattice.unit();
            if (std::abs(value - grid_.level) < spare) value = rounded_down(grid_.level - spare);
            values_[grid_.lattice.node(at)] = value;
        }
    }

    const SweepGrid& grid_;
    SweepMeter meter_;
    std::vector<float>& values_;
    std::vector<std::vector<NearPose>> lists_;  // by depth
    double loose_ = 0.0;
};

/// Parts of space that no skin reaches: each is inside of the body at all times, or outside.
class Hollows {
  public:
    Hollows(const SweepGrid& grid, std::vector<float>& values)
        : grid_(grid), values_(values), is_known_(values.size(), false) {}

    /// Those inside are filled. Pre: a solid.
    std::size_t fill(SweepMeter& meter) {
        flood(0);  // a corner of the lattice: outside
        std::size_t filled = 0;
        for (std::size_t node = 0; node < values_.size(); ++node) {
            if (is_known_[node] || values_[node] < grid_.level) continue;
            flood(node);
            if (!meter.is_inside(grid_.lattice.place(grid_.lattice.local_of(node)), 0)) continue;
            ++filled;
            for (const std::size_t inner : found_) values_[inner] = 0.0f;
        }
        return filled;
    }

  private:
    void flood(std::size_t start) {
        found_.assign(1, start);
        is_known_[start] = true;
        for (std::size_t next = 0; next < found_.size(); ++next) {
            const LatticePoint at = grid_.lattice.local_of(found_[next]);
            for (const LatticePoint& way : lattice_ways()) {
                const LatticePoint to{at[0] + way[0], at[1] + way[1], at[2] + way[2]};
                if (!grid_.lattice.contains(to)) continue;
                const std::size_t node = grid_.lattice.node(to);
                if (is_known_[node] || values_[node] < grid_.level) continue;
                is_known_[node] = true;
                found_.push_back(node);
            }
        }
    }

    const SweepGrid& grid_;
    std::vector<float>& values_;
    std::vector<bool> is_known_;
    std::vector<std::size_t> found_;
};

struct SweepWork {
    MovingScene moving;
    SweepPoses poses;
    BodyModel model;
    double deviation, margin;
};

Expected<SweepWork> prepare(const Scene& scene, std::uint32_t body, std::optional<double> deviation) {
    if (scene.paths.empty())
        return make_error(ErrorCode::BadInput, "sweep", "the scene has no paths, so nothing moves",
                          "`graze convert` writes bodies where they stand");
    auto moving = make_moving_scene(scene);
    if (!moving) return moving.error();
    SweepWork work{*std::move(moving), {}, {}, 0.0, 0.0};
    const Mesh& mesh = *scene.bodies[body].mesh;
    if (mesh.triangles.size() > kMostTriangles)
        return make_error(ErrorCode::Unsupported, "sweep", "a mesh of 2^30 triangles and more", "divide it");
    if (mesh.deviation && mesh.deviation->proved) work.margin = *mesh.deviation->proved;
    const Box roughly = sweep_poses(work.moving, body, kRough * size_of(bounds_of(mesh))).bounds;
    if (!roughly.min.allFinite() || !roughly.max.allFinite())
        return make_error(ErrorCode::Unsupported, "sweep", "the motion has no bounds in doubles",
                          "use smaller lengths");
    work.deviation = deviation.value_or(kDefaultDeviation * size_of(roughly));
    const double slack = kSlack * few_bits(work.deviation / kWholeDeviation);
    if (!(slack > 0.0) || !(slack > kFinest * size_of(roughly)))
        return too_fine(work.deviation, 4.0 * kWholeDeviation * kFinest * size_of(roughly), scene.unit,
                        "it would take too many poses");
    work.poses = sweep_poses(work.moving, body, slack);
    work.model = build_body_model(mesh);
    return work;
}

}  // namespace

Expected<SweptVolume> swept_volume(const Scene& scene, std::uint32_t body, const SweepOptions& options) {
    auto work = prepare(scene, body, options.deviation);
    if (!work) return work.error();
    const auto grid = grid_of(work->poses.bounds, work->deviation, work->margin, options, scene.unit);
    if (!grid) return grid.error();
    std::vector<float> values(grid->lattice.nodes(), rounded_down(grid->most));
    std::vector<NearPose> all;
    for (std::uint32_t i = 0; i < work->poses.poses.size(); ++i) all.push_back({i, 0, 0.0});
    std::array<std::size_t, 3> blocks;
    for (int k = 0; k < 3; ++k) blocks[k] = static_cast<std::size_t>(grid->lattice.cells()[k]) / kBlock + 1;
    const std::size_t count = blocks[0] * blocks[1] * blocks[2];
    Progress progress("sweep", count, options.progress);
    const auto loose =
        parallel_map(count, {.threads = options.threads, .progress = &progress}, [&](std::size_t i) {
            const std::array<int, 3> from{static_cast<int>(i % blocks[0]) * kBlock,
                                          static_cast<int>(i / blocks[0] % blocks[1]) * kBlock,
                                          static_cast<int>(i / blocks[0] / blocks[1]) * kBlock};
            return BlockFiller(*grid, work->poses, work->model, work->margin, values).run(from, all);
        });
    if (!loose || interrupt_requested()) return path_interrupted();
    SweptVolume swept;
    swept.is_solid = work->model.is_solid;
    SweepMeter meter(work->poses, work->model, work->margin);
    if (swept.is_solid) swept.filled = Hollows(*grid, values).fill(meter);
    swept.mesh = lattice_skin(grid->lattice, values, grid->level);
    const double u = grid->lattice.unit(), most_loose = *std::max_element(loose->begin(), loose->end());
    swept.deviation =
        above_of(exactly(kRadius) * exactly(u) + exactly(grid->level) + exactly(most_loose) +
                 exactly(2.0 * kSpare) * exactly(u) + exactly(grid->moved) + exactly(work->margin));
    swept.margin = work->margin;
    swept.spacing = u;
    swept.poses = work->poses.poses.size();
    swept.nodes = grid->lattice.nodes();
    return swept;
}

Expected<SweepMeasure> measure_sweep(const Scene& scene, std::uint32_t body, const SweptVolume& swept,
                                     std::size_t most_points, int threads) {
    auto work = prepare(scene, body, kWholeDeviation * swept.spacing);
    if (!work) return work.error();
    const std::size_t stride =
        (swept.mesh.vertices.size() + most_points - 1) / std::max<std::size_t>(1, most_points);
    SweepMeasure measure;
    measure.points = stride == 0 ? 0 : (swept.mesh.vertices.size() + stride - 1) / stride;
    const auto found = parallel_map(measure.points, {.threads = threads, .grain = 64}, [&](std::size_t i) {
        return SweepMeter(work->poses, work->model, 0.0).above(swept.mesh.vertices[i * stride]);
    });
    if (!found) return path_interrupted();
    for (const double distance : *found) {
        measure.most = std::max(measure.most, distance);
        measure.mean += distance / static_cast<double>(found->size());
    }
    return measure;
}

}  // namespace graze::internal
