#include "graze/soft/lattice_world.h"

#include "graze/core/wording.h"
#include "graze/soft/lattice_exact.h"
#include "graze/soft/lattice_memory.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>
#include <fmt/format.h>

namespace graze::soft {
namespace {

constexpr double kHoldStiffer = 30.0;  // a hold's stiffness is this times E cell
constexpr double kSlow = 0.01;         // cells / s: slower is resting
constexpr double kQuietTime = 0.5;     // s: then it sleeps
constexpr double kReach = 0.1;         // cells: rows are made for what is so near, and for what may come near in the step
constexpr double kDepth = 1.0;         // cells: what is deeper inside is not found any more
constexpr double kTipping = 0.2;       // of a fall
constexpr int kPaperSweeps = 4;

Expected<void> add_holds(BulkBody& body, const BulkDrawing& drawing, const std::vector<SoftBody>& rigid, double young) {
    body.hold_stiffness = kHoldStiffer * young * body.lattice->cell;
    for (std::uint32_t h = 0; h < drawing.holds.size(); ++h) {
        const BulkHold& hold = drawing.holds[h];
        const std::string where = fmt::format("deformable {}, attach {}", in_quotes(drawing.name), h);
        if (hold.body && *hold.body >= rigid.size()) return make_error(ErrorCode::BadInput, where, fmt::format("no body has the number {}", *hold.body));
        for (std::size_t i = 0; i < hold.moves.size(); ++i)
            if (!hold.moves[i].by.allFinite() || (i > 0 && !(hold.moves[i].time > hold.moves[i - 1].time)))
                return make_error(ErrorCode::BadInput, where, "its moves need finite numbers and rising times", "correct them");
        std::size_t count = 0;
        for (std::uint32_t n = 0; n < body.x.size(); ++n) {
            const Vec3& at = body.x[n];
            if (!((at.array() >= hold.within.min.array()).all() && (at.array() <= hold.within.max.array()).all())) continue;
            body.held.push_back({n, h, hold.body ? apply(inverse(rigid[*hold.body].pose), at) : at});
            ++count;
        }
        if (count == 0)
            return make_error(ErrorCode::BadInput, where, "no corner of the lattice lies in the box", fmt::format("make it at least {:.4g} wide, the side of a cell", body.lattice->cell));
    }
    body.holds = drawing.holds;
    body.hold_force.assign(drawing.holds.size(), Vec3::Zero());
    return {};
}

Expected<void> add_body(BulkMemory& memory, const BulkDrawing& drawing, const std::vector<SoftBody>& rigid) {
    const double per_metre = memory.options.per_metre;
    auto lattice = make_lattice(drawing.body.mesh(), drawing.body.is_solid(), drawing.material, {.cells = drawing.cells, .per_metre = per_metre},
                                fmt::format("deformable {}", in_quotes(drawing.name)));
    if (!lattice) return lattice.error();
    BulkBody body;
    body.name = drawing.name;
    body.material = drawing.material;
    body.lattice = std::make_unique<Lattice>(*std::move(lattice));
    body.system = std::make_unique<LatticeSystem>(*body.lattice);
    for (const Vec3& node : body.lattice->nodes) body.x.push_back(apply(drawing.pose, node));
    body.v.assign(body.x.size(), Vec3::Zero());
    body.turn.assign(body.lattice->cells.size(), drawing.pose.rotation.normalized());
    body.first_node = static_cast<std::uint32_t>(memory.nodes);
    body.quiet.assign(body.x.size(), 0.0);
    body.sleeps.assign(body.x.size(), 0);
    if (auto held = add_holds(body, drawing, rigid, drawing.material.young / per_metre); !held) return held;
    memory.nodes += body.x.size();
    Vectors vertices(body.lattice->vertices.size());
    carry(*body.lattice, body.x, vertices);
    add_soft_skin(memory.contact, body.name, drawing.body.mesh(), *body.lattice, vertices, body.material, per_metre, body.first_node);
    memory.bodies.push_back(std::move(body));
    return {};
}

Vec3 moved_by(const BulkHold& hold, double time) {
    const std::vector<HoldMove>& moves = hold.moves;
    if (moves.empty()) return Vec3::Zero();
    if (time <= moves.front().time) return moves.front().by;
    for (std::size_t i = 1; i < moves.size(); ++i)
        if (time <= moves[i].time) {
            const double share = (time - moves[i - 1].time) / (moves[i].time - moves[i - 1].time);
            return moves[i - 1].by + share * (moves[i].by - moves[i - 1].by);
        }
    return moves.back().by;
}

bool same_pose(const Pose& a, const Pose& b) { return a.translation == b.translation && a.rotation.coeffs() == b.rotation.coeffs(); }

double greatest_speed(const BulkMemory& memory) {
    double most = 0.0;
    for (const BulkBody& body : memory.bodies)
        for (const Vec3& v : body.v) most = std::max(most, v.norm());
    return most;
}

double greatest_cell(const BulkMemory& memory) {
    double most = 0.0;
    for (const BulkBody& body : memory.bodies) most = std::max(most, body.lattice->cell);
    return most;
}

Vec3 middle_of(const BulkBody& body) {
    Vec3 sum = Vec3::Zero();
    double mass = 0.0;
    for (std::size_t i = 0; i < body.x.size(); ++i) {
        sum += body.lattice->mass[i] * body.x[i];
        mass += body.lattice->mass[i];
    }
    return sum / mass;
}

/// Angular momentum about the middle of mass.
Vec3 spin_of(const BulkBody& body) {
    const Vec3 middle = middle_of(body);
    Vec3 sum = Vec3::Zero();
    for (std::size_t i = 0; i < body.x.size(); ++i) sum += body.lattice->mass[i] * (body.x[i] - middle).cross(body.v[i]);
    return sum;
}

/// Implicit Euler loses a share (w h)^2 of a spin w in each step. What nothing touches keeps it: it is turned on as a whole.
void restore_spin(BulkBody& body, const Vec3& spin) {
    const Vec3 middle = middle_of(body), lost = spin - spin_of(body);
    Mat3 inertia = Mat3::Zero();
    for (std::size_t i = 0; i < body.x.size(); ++i) {
        const Vec3 r = body.x[i] - middle;
        inertia += body.lattice->mass[i] * (r.squaredNorm() * Mat3::Identity() - r * r.transpose());
    }
    const Vec3 more = inertia.ldlt().solve(lost);
    for (std::size_t i = 0; i < body.x.size(); ++i) body.v[i] += more.cross(body.x[i] - middle);
}

/// A frame of planes, of the paper's projection, or of nothing.
class BulkFrame {
  public:
    BulkFrame(BulkMemory& memory, std::vector<Pose> to) : memory_(memory), to_(std::move(to)), h_(memory.options.frame) {}

    BulkReport run() {
        const double begin = memory_.time;
        wake();
        report_.all_samples = 0;
        for (const Skin& skin : memory_.contact.skins) report_.all_samples += skin.samples.size();
        moved_ = !all_sleep() || anything_is_driven();
        if (!all_sleep()) {
            if (memory_.options.response == Response::Planes) find_rows();
            StepInput input{h_, memory_.time + h_, memory_.poses, to_, &rows_, false};
            StepOutput out = solve_step(memory_, input);
            report_.passes = out.passes;
            report_.iterations = out.iterations;
            report_.converged = out.converged;
            if (memory_.options.response == Response::Paper) project(out.x);
            accept(out.x);
        }
        memory_.poses = to_;
        memory_.time = begin + h_;
        memory_.body_clock = memory_.time;
        measure();
        for (const BulkBody& body : memory_.bodies) report_.sleeping += static_cast<std::size_t>(std::count(body.sleeps.begin(), body.sleeps.end(), 1));
        return report_;
    }

  private:
    [[nodiscard]] bool all_sleep() const {
        return std::all_of(memory_.bodies.begin(), memory_.bodies.end(), [](const BulkBody& body) {
            return std::all_of(body.sleeps.begin(), body.sleeps.end(), [](std::uint8_t s) { return s != 0; });
        });
    }

    [[nodiscard]] bool anything_is_driven() const {
        for (std::size_t b = 0; b < to_.size(); ++b)
            if (!same_pose(memory_.poses[b], to_[b])) return true;
        for (const BulkBody& body : memory_.bodies)
            for (const BulkHold& hold : body.holds)
                if (moved_by(hold, memory_.time) != moved_by(hold, memory_.time + h_)) return true;
        return false;
    }

    /// Who is next to something that moves does not sleep. What is driven wakes all: what it does is not known yet.
    void wake() {
        const bool is_driven = anything_is_driven();
        for (BulkBody& body : memory_.bodies) {
            const double slow = kSlow * body.lattice->cell;
            std::vector<std::uint8_t> keeps = body.sleeps;
            for (const LatticeCell& cell : body.lattice->cells) {
                const bool moves = std::any_of(cell.node.begin(), cell.node.end(), [&](std::uint32_t n) { return body.sleeps[n] == 0 && body.v[n].norm() > 4.0 * slow; });
                if (moves)
                    for (const std::uint32_t n : cell.node) keeps[n] = 0;
            }
            for (std::size_t i = 0; i < keeps.size(); ++i) {
                if (is_driven || !memory_.options.sleeps) keeps[i] = 0;
                if (keeps[i] == 0 && body.sleeps[i] != 0) body.quiet[i] = 0.0;
            }
            body.sleeps = std::move(keeps);
        }
    }

    [[nodiscard]] ContactReach reach(std::span<const Pose> to, double ahead) const {
        double travel = 0.0;
        for (std::size_t b = 0; b < to.size(); ++b) {
            const Box& box = memory_.contact.skins[memory_.contact.soft + b].surface.tree.boxes.back();
            for (int k = 0; k < 8; ++k) {
                const Vec3 corner(k & 1 ? box.max.x() : box.min.x(), k & 2 ? box.max.y() : box.min.y(), k & 4 ? box.max.z() : box.min.z());
                travel = std::max(travel, (apply(to[b], corner) - apply(memory_.poses[b], corner)).norm());
            }
        }
        const double cell = greatest_cell(memory_);
        return {kReach * cell + std::min(ahead + travel, 3.0 * cell), kDepth * cell + std::min(travel, 3.0 * cell), to, memory_.poses};
    }

    void find_rows() {
        // What is held up already does not fall; it may tip.
        const double fall = h_ * h_ * memory_.options.gravity.norm() * (memory_.kept.empty() ? 1.0 : kTipping);
        const double ahead = 1.5 * (h_ * greatest_speed(memory_) + fall);
        ContactSearch found = find_contacts(memory_.contact, reach(to_, ahead), true);
        rows_ = std::move(found.rows);
        report_.samples += found.samples;
        report_.rows = static_cast<int>(rows_.size());
        for (ContactRow& row : rows_) {
            const auto known = memory_.kept.find(row.key);
            if (known == memory_.kept.end()) {
                row.most_pull = 0.0;  // nothing sticks that has not touched
                continue;
            }
            row.push = std::max(-row.most_pull, known->second.push);
            if (known->second.push <= 0.0 && known->second.push <= -row.most_pull) row.most_pull = 0.0;  // it broke
            row.rub = known->second.rub - row.normal.dot(known->second.rub) * row.normal;
        }
    }

    /// [GuyDebunne04, sec. 5.3]: what is inside goes back to the plane, and takes its cell's corners along.
    void project(Vectors& x) {
        for (int sweep = 0; sweep < kPaperSweeps; ++sweep) {
            put_skins(x);
            const ContactSearch found = find_contacts(memory_.contact, reach(to_, 0.0), true);
            report_.rows = static_cast<int>(found.rows.size());
            Vectors shift(x.size(), Vec3::Zero());
            std::vector<double> weight(x.size(), 0.0);
            for (const ContactRow& row : found.rows) {
                Vec3 ahead = row.fixed;
                double square = 0.0;
                for (int i = 0; i < row.count; ++i) {
                    const auto k = static_cast<std::size_t>(i);
                    ahead += row.weight[k] * x[row.node[k]];
                    square += row.weight[k] * row.weight[k];
                }
                const double gap = row.normal.dot(ahead);
                if (gap >= 0.0) continue;
                for (int i = 0; i < row.count; ++i) {
                    const auto k = static_cast<std::size_t>(i);
                    const double share = std::abs(row.weight[k]);
                    shift[row.node[k]] += share * (row.weight[k] * (-gap / square)) * row.normal;
                    weight[row.node[k]] += share;
                }
            }
            for (std::size_t i = 0; i < x.size(); ++i)
                if (weight[i] > 0.0) x[i] += shift[i] / weight[i];
        }
    }

    void put_skins(const Vectors& x) {
        for (std::size_t b = 0; b < memory_.bodies.size(); ++b) {
            const BulkBody& body = memory_.bodies[b];
            Surface& surface = memory_.contact.skins[b].surface;
            carry(*body.lattice, std::span(x).subspan(body.first_node, body.x.size()), surface.vertices);
            internal::refit(surface.tree, surface.vertices);
        }
    }

    void accept(const Vectors& x) {
        for (BulkBody& body : memory_.bodies) {
            const bool is_free = !is_touched(body);
            const Vec3 spin = is_free ? spin_of(body) : Vec3(Vec3::Zero());
            for (std::size_t i = 0; i < body.x.size(); ++i) {
                const Vec3& to = x[body.first_node + i];
                body.v[i] = (to - body.x[i]) / h_;
                body.x[i] = to;
            }
            if (is_free) restore_spin(body, spin);
        }
        note_forces();
        let_sleep();
        carry_skins(memory_);
    }

    [[nodiscard]] bool is_touched(const BulkBody& body) const {
        if (!body.held.empty() || std::any_of(body.sleeps.begin(), body.sleeps.end(), [](std::uint8_t s) { return s != 0; })) return true;
        const auto end = body.first_node + body.x.size();
        for (const ContactRow& row : rows_)
            for (int i = 0; row.pushes && i < row.count; ++i)
                if (row.node[static_cast<std::size_t>(i)] >= body.first_node && row.node[static_cast<std::size_t>(i)] < end) return true;
        return memory_.options.response == Response::Paper;
    }

    void note_forces() {
        std::fill(memory_.rigid_force.begin(), memory_.rigid_force.end(), Vec3::Zero());
        memory_.kept.clear();
        for (const ContactRow& row : rows_) {
            if (row.pushes || row.push != 0.0) memory_.kept[row.key] = {row.push, row.rub};
            report_.contacts += row.pushes;
            if (row.other >= memory_.contact.soft) memory_.rigid_force[row.other - memory_.contact.soft] -= row.force;
        }
        memory_.poses = to_;
        memory_.time += h_;
        note_hold_forces(memory_);
    }

    void let_sleep() {
        if (!memory_.options.sleeps) return;
        for (BulkBody& body : memory_.bodies) {
            const double slow = kSlow * body.lattice->cell;
            for (std::size_t i = 0; i < body.x.size(); ++i) body.quiet[i] = body.v[i].norm() < slow ? body.quiet[i] + h_ : 0.0;
            std::vector<std::uint8_t> rests(body.x.size(), 1);
            for (const LatticeCell& cell : body.lattice->cells) {
                const bool all = std::all_of(cell.node.begin(), cell.node.end(), [&](std::uint32_t n) { return body.quiet[n] >= kQuietTime; });
                if (!all)
                    for (const std::uint32_t n : cell.node) rests[n] = 0;
            }
            for (std::size_t i = 0; i < body.x.size(); ++i) {
                body.sleeps[i] = rests[i];
                if (rests[i] != 0) body.v[i].setZero();
            }
        }
    }

    void measure() {
        if (memory_.options.response == Response::None) return;
        if (all_sleep() && !moved_) {  // nothing has moved since it was measured
            report_.penetration = memory_.penetration;
            return;
        }
        const ContactSearch found = find_contacts(memory_.contact, reach(to_, 0.0), false);
        report_.penetration = memory_.penetration = found.deepest;
        report_.samples += found.samples;
    }

    BulkMemory& memory_;
    std::vector<Pose> to_;
    double h_;
    std::vector<ContactRow> rows_;
    BulkReport report_;
    bool moved_ = false;
};

std::string bad_options(const BulkOptions& options) {
    if (!(options.per_metre > 0.0 && options.frame > 0.0 && options.tolerance > 0.0) || !options.gravity.allFinite()) return "a unit, frame or tolerance that is not above 0, or no gravity";
    if (options.most_passes < 1 || options.most_iterations < 1) return "less than one pass or iteration";
    return {};
}

}  // namespace

Vec3 target_of(const BulkBody& body, const HeldCorner& held, std::span<const Pose> poses, double time) {
    const BulkHold& hold = body.holds[held.hold];
    const Vec3 at = hold.body ? apply(poses[*hold.body], held.place) : held.place;
    return at + moved_by(hold, time);
}

Vectors all_corners(const BulkMemory& memory) {
    Vectors all;
    all.reserve(memory.nodes);
    for (const BulkBody& body : memory.bodies) all.insert(all.end(), body.x.begin(), body.x.end());
    return all;
}

void carry_skins(BulkMemory& memory) {
    for (std::size_t b = 0; b < memory.bodies.size(); ++b) {
        Surface& surface = memory.contact.skins[b].surface;
        carry(*memory.bodies[b].lattice, memory.bodies[b].x, surface.vertices);
        internal::refit(surface.tree, surface.vertices);
    }
}

void note_hold_forces(BulkMemory& memory) {
    for (BulkBody& body : memory.bodies) {
        std::fill(body.hold_force.begin(), body.hold_force.end(), Vec3::Zero());
        for (const HeldCorner& held : body.held) {
            const Vec3 force = body.hold_stiffness * (body.x[held.node] - target_of(body, held, memory.poses, memory.time));
            body.hold_force[held.hold] += force;
            if (const auto rigid = body.holds[held.hold].body) memory.rigid_force[*rigid] += force;
        }
    }
}

BulkWorld::BulkWorld(std::unique_ptr<BulkMemory> memory) : memory_(std::move(memory)) {}
BulkWorld::~BulkWorld() = default;
BulkWorld::BulkWorld(BulkWorld&&) noexcept = default;
BulkWorld& BulkWorld::operator=(BulkWorld&&) noexcept = default;

std::size_t BulkWorld::bodies() const { return memory_->bodies.size(); }
const Lattice& BulkWorld::lattice(std::size_t body) const { return *memory_->bodies[body].lattice; }
std::span<const Vec3> BulkWorld::nodes(std::size_t body) const { return memory_->bodies[body].x; }
std::span<const Vec3> BulkWorld::vertices(std::size_t body) const { return memory_->contact.skins[body].surface.vertices; }
std::span<const Pose> BulkWorld::poses() const { return memory_->poses; }
double BulkWorld::time() const { return memory_->time; }
Vec3 BulkWorld::force_on(std::size_t rigid) const { return memory_->rigid_force[rigid] / memory_->options.per_metre; }
Vec3 BulkWorld::force_on_hold(std::size_t body, std::size_t hold) const { return memory_->bodies[body].hold_force[hold] / memory_->options.per_metre; }

BulkMotion BulkWorld::motion() const {
    BulkMotion sum;
    for (const BulkBody& body : memory_->bodies) {
        Vectors force(body.x.size(), Vec3::Zero());
        sum.elastic += add_elastic_forces(body, body.x, force);
        for (std::size_t i = 0; i < body.x.size(); ++i) {
            const Vec3 p = body.lattice->mass[i] * body.v[i];
            sum.linear += p;
            sum.angular += body.x[i].cross(p);
            sum.kinetic += 0.5 * p.dot(body.v[i]);
        }
    }
    return sum;
}

void BulkWorld::place(std::size_t body, std::span<const Vec3> nodes, std::span<const Vec3> velocities) {
    BulkBody& moved = memory_->bodies[body];
    GRAZE_ASSERT(nodes.size() == moved.x.size() && velocities.size() == moved.x.size());
    moved.x.assign(nodes.begin(), nodes.end());
    moved.v.assign(velocities.begin(), velocities.end());
    std::fill(moved.quiet.begin(), moved.quiet.end(), 0.0);
    std::fill(moved.sleeps.begin(), moved.sleeps.end(), std::uint8_t{0});
    carry_skins(*memory_);
}

Expected<BulkWorld> make_bulk_world(const BulkScene& scene, const BulkOptions& options) {
    if (const std::string bad = bad_options(options); !bad.empty()) return make_error(ErrorCode::BadUsage, "options", bad, "correct it");
    if (scene.bodies.empty()) return make_error(ErrorCode::BadInput, "the scene", "it has no deformable bodies", "add one");
    auto memory = std::make_unique<BulkMemory>();
    memory->options = options;
    memory->contact.self_contact = options.self_contact;
    for (const BulkDrawing& body : scene.bodies)
        if (auto added = add_body(*memory, body, scene.rigid); !added) return added.error();
    for (const SoftBody& body : scene.rigid) {
        add_rigid_skin(memory->contact, body);
        memory->poses.push_back(body.pose);
        if (options.response == Response::Exact) memory->prepared.push_back(prepared(body.body));
    }
    memory->rigid_force.assign(scene.rigid.size(), Vec3::Zero());
    const std::size_t skins = memory->contact.skins.size(), soft = memory->contact.soft;
    memory->contact.is_ignored.assign(skins, std::vector<bool>(skins, false));
    const auto ignore = [&](std::size_t a, std::size_t b) { memory->contact.is_ignored[a][b] = memory->contact.is_ignored[b][a] = true; };
    for (const auto& [a, b] : scene.ignored) ignore(a, soft + b);
    for (const auto& [a, b] : scene.ignored_soft) ignore(a, b);
    if (options.response == Response::Exact)
        if (auto apart = check_apart(*memory); !apart) return apart.error();
    return BulkWorld(std::move(memory));
}

BulkReport advance(BulkWorld& world, BodyPoses poses) {
    BulkMemory& memory = world.memory();
    if (memory.options.response == Response::Exact) return advance_exact(memory, poses);
    return BulkFrame(memory, poses(memory.time + memory.options.frame)).run();
}

BulkReport advance(BulkWorld& world) {
    const std::vector<Pose> standing = world.memory().poses;
    return advance(world, [&](double) { return standing; });
}

}  // namespace graze::soft
