#include "graze/soft/soft_world.h"

#include "graze/continuous/search/start_meeting.h"
#include "graze/core/wording.h"
#include "graze/model/body_model.h"
#include "graze/soft/rod_skin.h"
#include "graze/soft/soft_memory.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace graze::soft {
namespace {

// The stiffness of the barrier: a force at half its distance of about a fifth of the heaviest rod's weight on earth, and
// as much as bends the stiffest rod to a radius of 40 of its own.
constexpr double kWeightShare = 0.2, kBentRadii = 40.0, kEarth = 9.81;
constexpr int kStartSides = 12;  // of the skin that is compared with bodies before anything moves

Expected<void> add_rod(SoftMemory& memory, const RodDrawing& drawing) {
    if (auto valid = validate(drawing, fmt::format("rod {}", in_quotes(drawing.name))); !valid) return valid;
    const std::vector<Vec3> nodes = nodes_of(drawing);
    SoftModel& model = memory.model;
    const auto rod = static_cast<std::uint32_t>(model.rods.size());
    model.rods.push_back(rod_of(drawing, nodes, memory.options.per_metre));
    model.first_node.push_back(model.nodes);
    model.first_segment.push_back(static_cast<std::uint32_t>(model.segments.size()));
    model.offset.push_back(model.unknowns);
    for (std::uint32_t i = 0; i + 1 < nodes.size(); ++i) model.segments.push_back({rod, model.nodes + i, drawing.radius});
    model.nodes += static_cast<std::uint32_t>(nodes.size());
    model.unknowns += 4 * static_cast<int>(nodes.size()) - 1;
    memory.states.push_back(state_at(nodes));
    follow_twist(memory.states.back(), {});
    if (drawing.is_preformed) {
        const auto strains = strains_of(memory.states.back(), {});
        for (std::size_t i = 0; i < strains.size(); ++i) model.rods.back().natural[i] = {strains[i][0], strains[i][1], strains[i][2]};
    }
    return {};
}

std::string bad_hold(const SoftMemory& memory, const Hold& hold) {
    if (hold.rod >= memory.model.rods.size()) return fmt::format("no rod has the number {}", hold.rod);
    const int nodes = memory.model.rods[hold.rod].nodes();
    if (hold.node < 0 || hold.node >= nodes) return fmt::format("the rod has no node {}", hold.node);
    if (hold.body && *hold.body >= memory.model.bodies.size()) return fmt::format("no body has the number {}", *hold.body);
    if (hold.kind == HoldKind::Clamp && hold.node != 0 && hold.node != nodes - 1) return "a clamp holds an end, and nothing between";
    if (!(hold.stiffness > 0.0 && std::isfinite(hold.stiffness))) return "the stiffness has to be above 0";
    if (!(hold.most_force > 0.0)) return "the greatest force has to be above 0";
    for (std::size_t i = 0; i < hold.moves.size(); ++i)
        if (!hold.moves[i].by.allFinite() || !std::isfinite(hold.moves[i].turn_deg) || (i > 0 && !(hold.moves[i].time > hold.moves[i - 1].time)))
            return "its moves need finite numbers and rising times";
    return {};
}

Expected<void> add_hold(SoftMemory& memory, const Hold& hold) {
    if (const std::string bad = bad_hold(memory, hold); !bad.empty())
        return make_error(ErrorCode::BadInput, fmt::format("hold {}", in_quotes(hold.name)), bad, "correct it");
    const RodState& state = memory.states[hold.rod];
    const auto node = static_cast<std::size_t>(hold.node);
    const std::size_t segment = node == 0 ? 0 : node - 1;
    HeldNode held{hold, state.x[node], (state.x[segment + 1] - state.x[segment]).normalized(), state.across[segment]};
    if (hold.body) {
        const Pose back = inverse(memory.poses[*hold.body]), turn{Vec3::Zero(), back.rotation};
        held.place = apply(back, held.place);
        held.tangent = apply(turn, held.tangent);
        held.material = apply(turn, held.material);
    }
    held.stiffness = hold.stiffness;  // N/m = kg/s^2, whatever the unit of length
    held.most_force = hold.most_force * memory.options.per_metre;
    memory.holds.push_back(held);
    return {};
}

void add_body(SoftMemory& memory, const SoftBody& body) {
    memory.model.bodies.push_back(prepared(body.body, body.centre));
    memory.model.body_friction.push_back(body.friction);
    memory.model.body_names.push_back(body.name);
    memory.poses.push_back(body.pose);
}

void choose_barrier(SoftMemory& memory) {
    double weight = 0.0, bent = 0.0, far = 0.0;
    double least_radius = std::numeric_limits<double>::infinity();
    for (const Rod& rod : memory.model.rods) {
        double mass = 0.0;
        for (const double m : rod.mass) mass += m;
        weight = std::max(weight, mass * kEarth * memory.options.per_metre);
        bent = std::max(bent, rod.bend / (kBentRadii * kBentRadii * rod.radius * rod.radius));
        least_radius = std::min(least_radius, rod.radius);
    }
    for (const RodState& state : memory.states)
        for (const Vec3& x : state.x) far = std::max(far, x.cwiseAbs().maxCoeff());
    memory.barrier = {memory.options.barrier_share * least_radius, 0.0};
    memory.barrier.stiffness = (kWeightShare * weight + bent) / memory.barrier.begins;
    // Corners of rings are some ten roundings of coordinates, which may grow by a thousand times what they are now.
    memory.model.skin_error = 0x1p-36 * (far + least_radius);
}

/// The name of a solid body that a rod is inside of; empty if there is none. Skins that meet are not asked.
Expected<void> check_not_inside(const SoftMemory& memory, std::uint32_t rod) {
    const SoftModel& model = memory.model;
    const RodState& state = memory.states[rod];
    const auto skin = build_body(skin_of(rings_of(state.x, state.across.front()), model.rods[rod].radius, kStartSides));
    if (!skin) return skin.error();
    DiscreteMemory workspace;
    for (std::size_t b = 0; b < model.bodies.size(); ++b) {
        if (model.is_ignored[rod][b]) continue;
        const StartMeeting meeting = meet_at_start({skin->model(), Pose{}}, {model.bodies[b].body.model(), memory.poses[b]}, 0.0, workspace);
        if (meeting.how != BodyMeeting::Apart || meeting.witness)
            return make_error(ErrorCode::BadInput, "the start",
                              fmt::format("rod {} and body {} are in each other", in_quotes(model.rods[rod].name), in_quotes(model.body_names[b])),
                              "draw the rod clear of it, or ignore the pair");
    }
    return {};
}

Expected<void> check_start(const SoftMemory& memory) {
    const StepProof proof = prove_standing(memory);
    if (!proof.is_proved())
        return make_error(ErrorCode::BadInput, "the start", describe(memory.model, proof), "draw the rod clear of it, or ignore the pair");
    for (std::uint32_t r = 0; r < memory.states.size(); ++r)
        if (auto outside = check_not_inside(memory, r); !outside) return outside;
    return {};
}

}  // namespace

std::string describe(const SoftModel& model, const StepProof& proof) {
    const auto rod_at = [&](std::uint32_t segment) { return in_quotes(model.rods[model.segments[segment].rod].name); };
    const auto along = [&](std::uint32_t segment) { return segment - model.first_segment[model.segments[segment].rod]; };
    switch (proof.obstacle) {
        case Obstacle::Body:
            return fmt::format("segment {} of rod {} is in body {}, or touches it", along(proof.a), rod_at(proof.a), in_quotes(model.body_names[proof.b]));
        case Obstacle::Rod:
            return fmt::format("segment {} of rod {} is in segment {} of rod {}, or touches it", along(proof.a), rod_at(proof.a), along(proof.b), rod_at(proof.b));
        case Obstacle::Bend: {
            const std::uint32_t rod = model.rod_of_node(proof.a);
            return fmt::format("rod {} bends too sharply at node {} for its radius", in_quotes(model.rods[rod].name), proof.a - model.first_node[rod]);
        }
        case Obstacle::Fold:
            return fmt::format("rod {} folds onto itself between segments {} and {}", rod_at(proof.a), along(proof.a), along(proof.b));
        case Obstacle::None:
            break;
    }
    return "nothing is wrong";
}

SoftWorld::SoftWorld(std::unique_ptr<SoftMemory> memory) : memory_(std::move(memory)) {}
SoftWorld::~SoftWorld() = default;
SoftWorld::SoftWorld(SoftWorld&&) noexcept = default;
SoftWorld& SoftWorld::operator=(SoftWorld&&) noexcept = default;

std::size_t SoftWorld::rods() const { return memory_->states.size(); }
std::span<const Vec3> SoftWorld::nodes(std::size_t rod) const { return memory_->states[rod].x; }
std::span<const Pose> SoftWorld::poses() const { return memory_->poses; }
double SoftWorld::time() const { return memory_->time; }

double SoftWorld::twist_of(std::size_t rod) const {
    const RodState& state = memory_->states[rod];
    double twist = state.theta.back() - state.theta.front();
    for (std::size_t i = 1; i + 1 < state.x.size(); ++i) twist += state.ref_twist[i];
    return twist;
}

HoldForce SoftWorld::force_on(std::size_t hold) const {
    const HeldNode& held = memory_->holds[hold];
    const HoldPlace at = place_of(held, memory_->poses, memory_->time);
    const RodState& state = memory_->states[held.hold.rod];
    const Vec3 away = state.x[static_cast<std::size_t>(held.hold.node)] - at.place;
    const double stretch = away.norm(), force = std::min(held.stiffness * stretch, held.most_force);
    const double per_metre = memory_->options.per_metre;
    HoldForce result{stretch > 0.0 ? Vec3(away * (force / stretch / per_metre)) : Vec3(Vec3::Zero()), Vec3::Zero(), stretch};
    if (held.hold.kind == HoldKind::Clamp)
        result.moment = moment_on_holder(memory_->model.rods[held.hold.rod], state, memory_->held[held.hold.rod], held.hold.node == 0 ? 0 : 1) /
                        (per_metre * per_metre);
    return result;
}

Expected<SoftWorld> make_soft_world(const SoftScene& scene, const SoftOptions& options) {
    auto memory = std::make_unique<SoftMemory>();
    memory->options = options;
    if (!(options.per_metre > 0.0 && options.frame > 0.0 && options.barrier_share > 0.0) || !options.gravity.allFinite())
        return make_error(ErrorCode::BadUsage, "options", "a unit, frame or distance that is not above 0, or no gravity", "correct it");
    for (const RodDrawing& rod : scene.rods)
        if (auto added = add_rod(*memory, rod); !added) return added.error();
    for (const SoftBody& body : scene.bodies) add_body(*memory, body);
    memory->model.is_ignored.assign(scene.rods.size(), std::vector<bool>(scene.bodies.size(), false));
    for (const auto& [rod, body] : scene.ignored) memory->model.is_ignored[rod][body] = true;
    for (const Hold& hold : scene.holds)
        if (auto added = add_hold(*memory, hold); !added) return added.error();
    if (scene.rods.empty()) return make_error(ErrorCode::BadInput, "the scene", "it has no rods", "add one");
    choose_barrier(*memory);
    memory->held = held_ends(*memory, memory->poses, 0.0);
    for (std::size_t r = 0; r < memory->states.size(); ++r) follow_twist(memory->states[r], memory->held[r]);
    if (auto free = check_start(*memory); !free) return free.error();
    return SoftWorld(std::move(memory));
}

}  // namespace graze::soft
