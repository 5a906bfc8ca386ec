#include "graze/dynamics/handling/world.h"

#include "graze/core/assert.h"
#include "graze/dynamics/handling/begin.h"
#include "graze/dynamics/handling/joint_places.h"
#include "graze/dynamics/handling/places.h"
#include "graze/dynamics/handling/settle.h"
#include "graze/dynamics/solve/joint_graph.h"

#include <map>

#include <fmt/format.h>

namespace graze {
namespace {

constexpr double kLeastInertia = 1e-9;  // of mass times size squared: needles and flakes get this much

}  // namespace

namespace internal {

Expected<void> check(const WorldBody& body, const std::string& where) {
    if (auto valid = validate(body.pose, where); !valid) return valid.error();
    const auto refuse = [&](const char* what, double value) {
        return make_error(ErrorCode::BadInput, where, fmt::format("{} {}", what, value));
    };
    if (!(body.friction >= 0.0 && body.friction < kInfinity)) return refuse("friction must be 0 or more, not", body.friction);
    if (!(body.restitution >= 0.0 && body.restitution <= 1.0))
        return refuse("restitution must be from 0 to 1, not", body.restitution);
    if (!(body.deviation >= 0.0 && body.deviation < kInfinity)) return refuse("deviation must be 0 or more, not", body.deviation);
    if (body.mass && !(body.mass->mass > 0.0 && body.mass->mass < kInfinity))
        return refuse("mass must be above 0, not", body.mass->mass);
    if (!body.velocity.linear.allFinite() || !body.velocity.angular.allFinite())
        return make_error(ErrorCode::BadInput, where, "its velocity is not finite");
    if (body.mass && !(body.mass->centre.allFinite() && body.mass->inertia.allFinite()))
        return make_error(ErrorCode::BadInput, where, "its centre of mass or inertia is not finite");
    return {};
}

}  // namespace internal

namespace {

/// Of flat and needle-like bodies one principal moment may be nothing; they still have to turn.
Mat3 sane_inertia(const BodyMass& mass, double size) {
    return mass.inertia + kLeastInertia * mass.mass * std::max(size * size, 1e-300) * Mat3::Identity();
}

}  // namespace

namespace internal {

BodyState body_state_of(WorldBody given, std::shared_ptr<const ContactBody> shape, std::uint32_t group) {
    BodyState state{std::move(given), std::move(shape)};
    state.size = state.given.body.size();
    state.group = group;
    if (state.given.mass) {
        const BodyMass& mass = *state.given.mass;
        for (const Vec3& vertex : state.given.body.mesh().vertices)
            state.reach = std::max(state.reach, (vertex - mass.centre).norm());
        state.reach *= 1.0 + 1e-12;
        state.inverse.mass = 1.0 / mass.mass;
        state.inverse_own_inertia = sane_inertia(mass, state.size).inverse();
        state.velocity << state.given.velocity.linear, state.given.velocity.angular;
    }
    stand_at(state, state.given.pose);
    state.inverse_before = state.inverse.inertia;
    return state;
}

}  // namespace internal

namespace {

Expected<void> add_joints(WorldMemory& memory, std::span<const WorldJoint> joints) {
    std::vector<JointEnds> ends;
    std::vector<std::string> names;
    for (const BodyState& body : memory.bodies) names.push_back(body.given.name);
    for (const WorldJoint& joint : joints)
        ends.push_back({static_cast<std::int32_t>(joint.body), joint.parent ? static_cast<std::int32_t>(*joint.parent) : kNobody});
    const bool have_names = std::none_of(names.begin(), names.end(), [](const std::string& name) { return name.empty(); });
    if (auto trees = require_joint_trees(memory.bodies.size(), ends, have_names ? names : std::vector<std::string>{}); !trees)
        return trees.error();
    for (std::size_t k = 0; k < joints.size(); ++k) {
        const WorldJoint& joint = joints[k];
        const std::string where = fmt::format("joint {}", k);
        if (!memory.bodies[joint.body].is_movable())
            return make_error(ErrorCode::BadInput, where, body_name(memory, joint.body) + " cannot move", "give it a mass");
        if (!joint.origin.allFinite() || !joint.axis.allFinite() || !(joint.kind == JointKind::Fixed || joint.axis.norm() > 0.0))
            return make_error(ErrorCode::BadInput, where, "its axis is no direction");
        memory.joints.push_back(place_joint(memory, joint));
        if (joint.kind == JointKind::Prismatic) continue;
        const auto lengthen = [&](std::uint32_t i) {
            BodyState& body = memory.bodies[i];
            if (body.is_movable()) body.joint_arm = std::max(body.joint_arm, (joint.origin - body.centre).norm());
        };
        lengthen(joint.body);
        if (joint.parent) lengthen(*joint.parent);
    }
    // Bodies on common joints are one group: each takes the least number in it.
    for (bool changed = true; changed;) {
        changed = false;
        for (const WorldJoint& joint : joints) {
            if (!joint.parent || !memory.bodies[*joint.parent].is_movable()) continue;
            auto &p = memory.bodies[joint.body].group, &q = memory.bodies[*joint.parent].group;
            if (p == q) continue;
            p = q = std::min(p, q);
            changed = true;
        }
    }
    return {};
}

}  // namespace

World::World(std::unique_ptr<WorldMemory> memory) : memory_(std::move(memory)) {}
World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
std::size_t World::size() const { return memory_->bodies.size(); }
const Pose& World::pose(std::uint32_t body) const { return memory_->bodies[body].pose; }
Twist World::velocity(std::uint32_t body) const {
    const Vec6& v = memory_->bodies[body].velocity;
    return {v.head<3>(), v.tail<3>()};
}
bool World::is_movable(std::uint32_t body) const { return memory_->bodies[body].is_movable(); }
const std::optional<BodyMass>& World::mass(std::uint32_t body) const { return memory_->bodies[body].given.mass; }
bool World::is_asleep(std::uint32_t body) const { return memory_->bodies[body].asleep; }
const Body& World::body(std::uint32_t body) const { return memory_->bodies[body].given.body; }
std::span<const WorldSeat> World::seats() const { return memory_->seats; }

Expected<World> make_world(std::vector<WorldBody> bodies, const WorldOptions& options, const PairRules& rules,
                           std::span<const WorldJoint> joints) {
    if (!(options.frame > 0.0 && options.frame < kInfinity) || !options.gravity.allFinite() ||
        !(options.security > 0.0 && options.security < kInfinity) || options.most_sub_steps < 1)
        return make_error(ErrorCode::BadInput, "world",
                          "the frame and the security factor must be above 0, gravity finite, and sub-steps at least 1");
    auto memory = std::make_unique<WorldMemory>();
    memory->options = options;
    memory->rules = rules;
    std::map<const BodyModel*, std::shared_ptr<const ContactBody>> shapes;  // bodies may share one
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
        const std::string where = bodies[i].name.empty() ? fmt::format("body {}", i) : bodies[i].name;
        if (auto checked = check(bodies[i], where); !checked) return checked.error();
        auto& shape = shapes[&bodies[i].body.model()];
        if (shape == nullptr) shape = std::make_shared<const ContactBody>(prepare_contacts(bodies[i].body));
        if (bodies[i].mass) memory->movable.push_back(i);
        memory->bodies.push_back(body_state_of(std::move(bodies[i]), shape, i));
    }
    if (auto added = add_joints(*memory, joints); !added) return added.error();
    if (auto begun = begin_pairs(*memory); !begun) return begun.error();
    return World(std::move(memory));
}

void pull(World& world, std::uint32_t i, const Pull& pull) {
    GRAZE_ASSERT(i < world.size() && world.is_movable(i));
    GRAZE_ASSERT(!pull.grab || (pull.grab->point.allFinite() && pull.grab->target.allFinite() && pull.grab->turn_damping >= 0.0));
    GRAZE_ASSERT(!pull.target || is_valid(*pull.target));
    GRAZE_ASSERT(pull.velocity.linear.allFinite() && pull.velocity.angular.allFinite() && pull.force.linear.allFinite() &&
                 pull.force.angular.allFinite() && pull.stiffness >= 0.0 && pull.damping >= 0.0);
    BodyState& body = world.memory().bodies[i];
    body.pull = pull;
    body.asleep = false;
    body.quiet = 0;
}

void let_go(World& world, std::uint32_t body) {
    GRAZE_ASSERT(body < world.size());
    world.memory().bodies[body].pull.reset();
}

void set_order(World& world, WorldOrder order) {
    WorldMemory& memory = world.memory();
    if (memory.options.order == order) return;
    memory.options.order = order;
    wake_all(memory);
    for (BodyState& body : memory.bodies) body.velocity.setZero();  // first order knows no velocity
}

void set_gravity(World& world, const Vec3& gravity) {
    GRAZE_ASSERT(gravity.allFinite());
    world.memory().options.gravity = gravity;
    wake_all(world.memory());
}

void set_velocity(World& world, std::uint32_t i, const Twist& velocity) {
    GRAZE_ASSERT(i < world.size() && world.is_movable(i) && velocity.linear.allFinite() && velocity.angular.allFinite());
    BodyState& body = world.memory().bodies[i];
    body.velocity << velocity.linear, velocity.angular;
    body.asleep = false;
    body.quiet = 0;
}

void set_motor_speed(World& world, std::size_t joint, double speed) {
    WorldMemory& memory = world.memory();
    GRAZE_ASSERT(joint < memory.joints.size() && memory.joints[joint].given.motor && std::isfinite(speed));
    memory.joints[joint].given.motor->speed = speed;
    memory.bodies[memory.joints[joint].given.body].asleep = false;
}

void record(World& world, WorldTrack* track) {
    WorldMemory& memory = world.memory();
    memory.track = track;
    if (track == nullptr) return;
    *track = {};
    track->bodies = memory.movable;
    for (const std::uint32_t i : memory.movable) track->poses.push_back({memory.bodies[i].pose});
}

}  // namespace graze
