#include "graze/queries/paths/joint_map.h"

#include "graze/core/interrupt.h"
#include "graze/core/parallel.h"
#include "graze/discrete/bodies/body_meeting.h"
#include "graze/discrete/wide/wide_distance.h"
#include "graze/motion/rounded_pose.h"
#include "graze/queries/broad/scene_models.h"
#include "graze/queries/broad/swept_boxes.h"
#include "graze/queries/paths/path_work.h"

#include <algorithm>

#include <fmt/format.h>

namespace graze::internal {
namespace {

constexpr double kMeets =
    1e-9;  // of the largest body: bodies that are no farther apart, and not proved apart
constexpr double kDefaultTolerance = 1e-4;  // of the largest body

using Values = std::array<double, 2>;

const Joint* joint_of(const Scene& scene, std::uint32_t body) {
    for (const Joint& joint : scene.joints)
        if (joint.body == body) return &joint;
    return nullptr;
}

Path path_of(std::uint32_t body, double from, double to) {
    Path path{.body = body, .poses = {}, .turns = {}};
    path.values = {from, to};
    return path;
}

/// A bound of how far a point of the box is from the line, at most.
Interval farthest_from(const Box& box, const Vec3& origin, const Vec3& axis) {
    const IntervalVec3 along = exactly(axis);
    const Interval size = norm(along);
    Interval most{0.0, 0.0};
    for (int i = 0; i < 8; ++i) {
        const Vec3 corner((i & 1 ? box.max : box.min).x(), (i & 2 ? box.max : box.min).y(),
                          (i & 4 ? box.max : box.min).z());
        most = max(most, norm(cross(exactly(corner) - exactly(origin), along)) / size);
    }
    return most;
}

/// The scene while two joints move, and how fast.
struct MapWork {
    const Scene& scene;
    std::array<JointRange, 2> ranges;
    std::vector<BodyPair> pairs = {};
    SceneModels models = {};
    std::vector<Box> own = {};                    // by body
    std::vector<std::array<bool, 2>> moves = {};  // by body and joint
    /// By pair: its distance changes at most by so much per unit of a joint's value.
    std::vector<Values> rates = {};
    double tolerance = 0.0, largest = 0.0;
};

/// Which bodies a joint carries: those that hang on its body, itself among them.
std::vector<std::array<bool, 2>> carried_by(const Scene& scene, const std::array<JointRange, 2>& ranges) {
    std::vector<const Joint*> joints(scene.bodies.size(), nullptr);
    for (const Joint& joint : scene.joints) joints[joint.body] = &joint;
    std::vector<std::array<bool, 2>> moves(scene.bodies.size());
    for (std::uint32_t body = 0; body < scene.bodies.size(); ++body)
        for (std::optional<std::uint32_t> at = body; at;
             at = joints[*at] ? joints[*at]->parent : std::nullopt)
            for (int k = 0; k < 2; ++k) moves[body][k] = moves[body][k] || *at == ranges[k].body;
    return moves;
}

/// Where a body may be while the other joint moves, if that hangs on this one; this one and what carries it at 0.
Expected<Box> box_while_other_moves(const MapWork& work, std::uint32_t body, int other) {
    Scene moved = work.scene;
    moved.paths.clear();
    const bool is_inner = work.moves[work.ranges[other].body][1 - other];  // it hangs on this joint
    if (is_inner && work.moves[body][other])
        moved.paths = {path_of(work.ranges[other].body, work.ranges[other].from, work.ranges[other].to)};
    const RigidMotion rest = AtRest{work.scene.bodies[body].pose};
    if (moved.paths.empty()) return swept_box(rest, work.own[body], exactly(0.0));
    const auto motion = motion_of_segment(moved, 0, "joints");
    if (!motion) return motion.error();
    const auto link = link_of(*motion, body);
    if (!link) return swept_box(rest, work.own[body], exactly(0.0));
    Box box;
    constexpr int kParts = 16;
    for (int i = 0; i < kParts; ++i)
        box.add(swept_box(LinkMotion{&motion->links, *link}, work.own[body],
                          {static_cast<double>(i) / kParts, static_cast<double>(i + 1) / kParts}));
    return box;
}

/// How fast points of a body go while a joint turns by a degree or slides by a length: docs/mathematics/joints.md.
Expected<double> reach_of(const MapWork& work, std::uint32_t body, int joint) {
    const Joint& known = *joint_of(work.scene, work.ranges[joint].body);
    if (known.kind == JointKind::Prismatic) return 1.0;
    const auto box = box_while_other_moves(work, body, 1 - joint);
    if (!box) return box.error();
    constexpr Interval kDegree{0x1.1df46a2529d38p-6, 0x1.1df46a2529d3ap-6};  // pi / 180
    const double reach = (kDegree * farthest_from(*box, known.origin, known.axis)).hi;
    return reach >= 0.0 ? reach : kInfinity;
}

Expected<void> find_rates(MapWork& work) {
    std::vector<std::array<std::optional<double>, 2>> reaches(work.scene.bodies.size());
    for (const BodyPair& pair : work.pairs) {
        Values& rate = work.rates.emplace_back(Values{0.0, 0.0});
        for (int k = 0; k < 2; ++k) {
            if (work.moves[pair[0]][k] == work.moves[pair[1]][k])
                continue;  // both or neither: it does nothing
            const std::uint32_t body = work.moves[pair[0]][k] ? pair[0] : pair[1];
            if (!reaches[body][k]) {
                const auto reach = reach_of(work, body, k);
                if (!reach) return reach.error();
                reaches[body][k] = *reach;
            }
            rate[k] = *reaches[body][k];
        }
    }
    return {};
}

/// Distances at values of the joints. One per thread.
class MapMeter {
  public:
    explicit MapMeter(const MapWork& work) : work_(work), scene_(bare(work.scene)) {}

    /// lo <= D at all values within the half sides of q, hi >= D at q itself.
    struct Least {
        double lo = kInfinity, hi = kInfinity;
        BodyPair nearest{};
        bool is_apart = true;  // at q: proved
    };

    Least at(const Values& q, const Values& half) {
        ++looks_;
        Least least;
        if (!place(q, work_.pairs)) return {0.0, kInfinity, {}, false};
        std::vector<std::pair<double, std::size_t>> order;
        for (std::size_t i = 0; i < work_.pairs.size(); ++i) {
            const BodyPair& pair = work_.pairs[i];
            const Vec3 gap = (boxes_[pair[0]].min - boxes_[pair[1]].max)
                                 .cwiseMax(boxes_[pair[1]].min - boxes_[pair[0]].max)
                                 .cwiseMax(0.0);
            order.emplace_back(gap.squaredNorm(), i);
        }
        std::stable_sort(order.begin(), order.end(),
                         [](const auto& x, const auto& y) { return x.first < y.first; });
        for (const auto& [gap, i] : order) {
            const BodyPair& pair = work_.pairs[i];
            const Interval change =
                exactly(work_.rates[i][0]) * exactly(half[0]) + exactly(work_.rates[i][1]) * exactly(half[1]);
            const double near = (exactly(least.hi) + change).hi;  // farther ones stay farther than hi
            if (!(least.hi < kInfinity) || may_be_within(boxes_[pair[0]], boxes_[pair[1]], near))
                measure(pair, change, least);
        }
        least.lo = std::min(least.lo, least.hi);
        return least;
    }

    /// As drawn.
    [[nodiscard]] bool meets(const BodyPair& pair) {
        Least least;
        if (!place({0.0, 0.0}, std::span(&pair, 1))) return true;
        if (!may_be_within(boxes_[pair[0]], boxes_[pair[1]], 0.0)) return false;
        measure(pair, exactly(0.0), least);
        return !least.is_apart;
    }

    /// A pair of which one body is inside the other at poses of which all skins are apart.
    [[nodiscard]] std::optional<BodyPair> one_inside(const Values& q) {
        if (!place(q, work_.pairs)) return std::nullopt;
        for (const BodyPair& pair : work_.pairs)
            if (may_be_within(boxes_[pair[0]], boxes_[pair[1]], 0.0) &&
                some_piece_is_inside({*work_.models.of_body[pair[0]], poses_[pair[0]]->pose},
                                     {*work_.models.of_body[pair[1]], poses_[pair[1]]->pose}))
                return pair;
        return std::nullopt;
    }

    [[nodiscard]] std::uint64_t looks() const { return looks_; }

  private:
    bool place(const Values& q, std::span<const BodyPair> pairs) {
        scene_.paths.clear();
        for (int k = 0; k < 2; ++k) scene_.paths.push_back(path_of(work_.ranges[k].body, q[k], q[k]));
        const auto motion = motion_of_segment(scene_, 0, "joints");
        if (!motion) return false;
        poses_.resize(scene_.bodies.size());
        boxes_.resize(scene_.bodies.size());
        for (std::uint32_t body = 0; body < scene_.bodies.size(); ++body)  // others stay where they are
            if (work_.moves[body][0] || work_.moves[body][1]) poses_[body].reset();
        for (const BodyPair& pair : pairs)
            for (const std::uint32_t body : pair) stand(*motion, body);
        return true;
    }

    /// Meshes are shared; rules and names are of no use here.
    static Scene bare(const Scene& scene) {
        Scene bare = scene;
        bare.ignore.clear(), bare.clearance.clear(), bare.by_group = {}, bare.notes.clear();
        return bare;
    }

    void stand(const SceneMotion& motion, std::uint32_t body) {
        if (poses_[body]) return;
        const auto link = link_of(motion, body);
        const RigidMotion rest = AtRest{scene_.bodies[body].pose};
        if (link) {
            const LinkMotion carried{&motion.links, *link};
            poses_[body] = rounded_pose(carried, 0.0, work_.own[body]);
            boxes_[body] = swept_box(carried, work_.own[body], exactly(0.0));
        } else {
            poses_[body] = RoundedPose{scene_.bodies[body].pose, 0.0};
            boxes_[body] = swept_box(rest, work_.own[body], exactly(0.0));
        }
    }

    void measure(const BodyPair& pair, const Interval& change, Least& least) {
        const BodyDistance found =
            distance(wide(*work_.models.of_body[pair[0]]), poses_[pair[0]]->pose,
                     wide(*work_.models.of_body[pair[1]]), poses_[pair[1]]->pose, memory_);
        const Interval error = exactly(poses_[pair[0]]->error) + exactly(poses_[pair[1]]->error);
        const double lo = (exactly(found.lo) - error).lo, hi = (exactly(found.hi) + error).hi;
        if (!(lo > 0.0)) least.is_apart = false;  // NaN, too
        const double within = (exactly(lo) - change).lo;
        least.lo = std::min(least.lo, within > 0.0 ? within : 0.0);
        if (hi < least.hi) least.hi = hi, least.nearest = pair;
    }

    const MapWork& work_;
    Scene scene_;
    std::vector<std::optional<RoundedPose>> poses_;
    std::vector<Box> boxes_;
    DiscreteMemory memory_;
    std::uint64_t looks_ = 0;
};

/// A part of a cell.
struct Patch {
    Values from, to;
    double lo = 0.0;  // of D in it
};

/// One cell: patches are quartered, that with the least lower bound first, until the bounds are near each other.
class CellJudge {
  public:
    CellJudge(const MapWork& work, const JointMapOptions& options)
        : work_(work), options_(options), meter_(work) {}

    JointCell run(const Values& from, const Values& to) {
        best_ = {};
        best_.hi = kInfinity;
        patches_.clear();
        look({from, to});
        for (int looks = 1; looks < options_.most_looks && !interrupt_requested(); looks += 4) {
            const Patch worst = patches_.front();
            const double wanted = std::max(options_.gap * best_.hi, work_.tolerance);
            if (best_.lo_is_zero || best_.hi - worst.lo <= wanted) break;
            std::pop_heap(patches_.begin(), patches_.end(), is_higher);
            patches_.pop_back();
            const Values middle = middle_of(worst);
            for (int i = 0; i < 4; ++i)
                look({{i & 1 ? middle[0] : worst.from[0], i & 2 ? middle[1] : worst.from[1]},
                      {i & 1 ? worst.to[0] : middle[0], i & 2 ? worst.to[1] : middle[1]}});
        }
        JointCell cell{CellState::Undecided, patches_.front().lo, best_.hi, best_.nearest, best_.at};
        if (best_.lo_is_zero)
            cell.state = CellState::Contact, cell.lo = 0.0;
        else if (cell.lo > 0.0)
            cell.state = CellState::Clear;
        return cell;
    }
    [[nodiscard]] std::uint64_t looks() const { return meter_.looks(); }

  private:
    struct Best {
        double hi = kInfinity;
        bool lo_is_zero = false;  // bodies meet there, up to rounding
        BodyPair nearest{};
        Values at{};
    };

    static bool is_higher(const Patch& x, const Patch& y) { return x.lo > y.lo; }
    static Values middle_of(const Patch& patch) {
        return {0.5 * patch.from[0] + 0.5 * patch.to[0], 0.5 * patch.from[1] + 0.5 * patch.to[1]};
    }

    void look(Patch patch) {
        const Values middle = middle_of(patch);
        Values half;
        for (int k = 0; k < 2; ++k)
            half[k] =
                max(exactly(patch.to[k]) - exactly(middle[k]), exactly(middle[k]) - exactly(patch.from[k]))
                    .hi;
        const auto least = meter_.at(middle, half);
        patch.lo = least.lo;
        if (least.hi < best_.hi) best_.hi = least.hi, best_.nearest = least.nearest, best_.at = middle;
        if (!least.is_apart && least.hi <= kMeets * work_.largest) best_.lo_is_zero = true;
        patches_.push_back(patch);
        std::push_heap(patches_.begin(), patches_.end(), is_higher);
    }

    const MapWork& work_;
    const JointMapOptions& options_;
    MapMeter meter_;
    Best best_;
    std::vector<Patch> patches_;  // a heap, the least bound first
};

/// Cells that are clear, and hang together by edges: a way leads through them without contact, so either no body
/// is inside another in all of these, or one is.
void judge_islands(const MapWork& work, JointMap& map) {
    std::vector<bool> is_known(map.of.size(), false);
    const int width = map.cells[0], height = map.cells[1];
    MapMeter meter(work);
    for (std::size_t start = 0; start < map.of.size(); ++start) {
        if (is_known[start] || map.of[start].state != CellState::Clear) continue;
        std::vector<std::size_t> island{start};
        is_known[start] = true;
        bool holds_drawn = false;
        for (std::size_t next = 0; next < island.size(); ++next) {
            const int x = static_cast<int>(island[next]) % width, y = static_cast<int>(island[next]) / width;
            const auto u = map.values(0, x), v = map.values(1, y);
            holds_drawn |= u[0] <= 0.0 && 0.0 <= u[1] && v[0] <= 0.0 && 0.0 <= v[1];
            for (const auto& [i, j] : {std::pair{x + 1, y}, {x - 1, y}, {x, y + 1}, {x, y - 1}}) {
                if (i < 0 || j < 0 || i >= width || j >= height) continue;
                const std::size_t to = static_cast<std::size_t>(j) * static_cast<std::size_t>(width) +
                                       static_cast<std::size_t>(i);
                if (is_known[to] || map.of[to].state != CellState::Clear) continue;
                is_known[to] = true;
                island.push_back(to);
            }
        }
        const auto inside = meter.one_inside(map.of[start].at);
        for (const std::size_t cell : island) {
            map.of[cell].is_reachable = holds_drawn;
            if (inside)
                map.of[cell].state = CellState::Contact, map.of[cell].lo = map.of[cell].hi = 0.0,
                map.of[cell].nearest = *inside;
        }
    }
}

Expected<MapWork> prepare(const Scene& scene, const std::array<JointRange, 2>& ranges, JointMap& map,
                          const JointMapOptions& options) {
    MapWork work{scene, ranges};
    work.moves = carried_by(scene, ranges);
    for (const SceneBody& body : scene.bodies) {
        work.own.push_back(bounds_of(*body.mesh));
        work.largest = std::max(work.largest, size_of(work.own.back()));
    }
    work.tolerance = options.tolerance.value_or(kDefaultTolerance * work.largest);
    const PairRules rules(scene, 0.0);
    for (std::uint32_t i = 0; i < scene.bodies.size(); ++i)
        for (std::uint32_t j = i + 1; j < scene.bodies.size(); ++j)
            if (work.moves[i] != work.moves[j] && !rules.of(i, j).allowed) work.pairs.push_back({i, j});
    if (interrupt_requested()) return path_interrupted();
    auto models = build_models(scene, work.pairs, {.threads = options.threads, .progress = options.progress});
    if (!models) return models.error();
    work.models = *std::move(models);
    MapMeter meter(work);
    std::erase_if(work.pairs, [&](const BodyPair& pair) {
        const bool meets = meter.meets(pair);
        if (meets) map.left_out.push_back(pair);
        return meets;
    });
    if (auto found = find_rates(work); !found) return found.error();
    return work;
}

}  // namespace

std::array<double, 2> JointMap::values(int joint, int cell) const {
    const auto& [body, from, to] = ranges[joint];
    const auto edge = [&, from = from, to = to](int i) {
        return i == 0              ? from
               : i == cells[joint] ? to
                                   : from + (to - from) * (static_cast<double>(i) / cells[joint]);
    };
    return {edge(cell), edge(cell + 1)};
}

Expected<JointRange> range_of(const Scene& scene, std::uint32_t body,
                              const std::optional<std::array<double, 2>>& wanted, const std::string& where) {
    const Joint* joint = joint_of(scene, body);
    if (!joint || joint->kind == JointKind::Fixed)
        return make_error(ErrorCode::BadUsage, where,
                          fmt::format("{} has no joint that moves", scene.bodies[body].name),
                          "name a body that a revolute or prismatic joint moves");
    const auto range = wanted ? wanted : joint->limits;
    if (!range)
        return make_error(ErrorCode::BadUsage, where,
                          fmt::format("the joint of {} has no limits", scene.bodies[body].name),
                          "write BODY:FROM,TO");
    if (!((*range)[0] < (*range)[1]))
        return make_error(ErrorCode::BadUsage, where, "the range does not rise",
                          "write BODY:FROM,TO with FROM below TO");
    return JointRange{body, (*range)[0], (*range)[1]};
}

Scene swept_joint(const Scene& scene, const JointRange& range) {
    Scene swept = scene;
    swept.paths = {path_of(range.body, range.from, range.to)};
    return swept;
}

Expected<JointMap> joint_map(const Scene& scene, const std::array<JointRange, 2>& ranges,
                             const JointMapOptions& options) {
    JointMap map{ranges, options.cells, {}, {}, 0, 0, {}};
    Scene still = scene;
    still.paths.clear();
    const auto work = prepare(still, ranges, map, options);
    if (!work) return work.error();
    map.pairs = work->pairs.size();
    map.of.assign(static_cast<std::size_t>(map.cells[0]) * static_cast<std::size_t>(map.cells[1]), {});
    if (work->pairs.empty()) return map;
    Progress progress("map", map.of.size(), options.progress);
    std::vector<std::uint64_t> looks(static_cast<std::size_t>(map.cells[1]), 0);
    // A row at a time: a judge copies the scene.
    const LoopEnd end = parallel_for(looks.size(), {.threads = options.threads}, [&](std::size_t row) {
        CellJudge judge(*work, options);
        for (int i = 0; i < map.cells[0] && !interrupt_requested(); ++i) {
            const auto x = map.values(0, i), y = map.values(1, static_cast<int>(row));
            map.of[row * static_cast<std::size_t>(map.cells[0]) + static_cast<std::size_t>(i)] =
                judge.run({x[0], y[0]}, {x[1], y[1]});
            progress.advance(1);
        }
        looks[row] = judge.looks();
    });
    if (end == LoopEnd::Interrupted || interrupt_requested()) return path_interrupted();
    for (const std::uint64_t count : looks) map.looks += count;
    judge_islands(*work, map);
    if (ranges[0].from <= 0.0 && 0.0 <= ranges[0].to && ranges[1].from <= 0.0 && 0.0 <= ranges[1].to) {
        MapMeter meter(*work);
        const auto least = meter.at({0.0, 0.0}, {0.0, 0.0});
        map.drawn = JointCell{least.is_apart ? CellState::Clear : CellState::Contact,
                              least.lo,
                              least.hi,
                              least.nearest,
                              {0.0, 0.0}};
    }
    return map;
}

}  // namespace graze::internal
