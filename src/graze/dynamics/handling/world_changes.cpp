#include "graze/dynamics/handling/world_changes.h"

#include "graze/core/assert.h"
#include "graze/dynamics/handling/begin.h"
#include "graze/dynamics/handling/near_pairs.h"
#include "graze/dynamics/handling/places.h"
#include "graze/dynamics/handling/settle.h"

#include <algorithm>

#include <fmt/format.h>

namespace graze {
namespace {

std::uint64_t key_of(const BodyPair& bodies) { return (std::uint64_t{bodies[0]} << 32) | bodies[1]; }

BodyPair rising(const BodyPair& bodies) { return {std::min(bodies[0], bodies[1]), std::max(bodies[0], bodies[1])}; }

void put(BodyState& body, const Pose& pose) {
    stand_at(body, pose);
    body.inverse_before = body.inverse.inertia;  // it jumped, and did not turn
    body.squeeze = {};
    body.asleep = false;
    body.quiet = 0;
}

bool hangs_on_joint(const WorldMemory& memory, std::uint32_t i) {
    return std::any_of(memory.joints.begin(), memory.joints.end(),
                       [&](const JointPlace& joint) { return joint.given.body == i || joint.given.parent == i; });
}

ChangedPairs pairs_of(std::uint32_t i) {
    return {[i](const BodyPair& bodies) { return bodies[0] == i || bodies[1] == i; }};
}

void begin_track_anew(World& world) {
    if (world.memory().track != nullptr) record(world, world.memory().track);
}

void move_to(WorldMemory& memory, const WorldState& state) {
    for (std::uint32_t i = 0; i < memory.bodies.size(); ++i) {
        const WorldState::OfBody& of = state.bodies[i];
        BodyState& body = memory.bodies[i];
        put(body, of.pose);
        if (!body.is_movable()) continue;
        body.velocity << of.velocity.linear, of.velocity.angular;
        body.pull = of.pull;
        body.asleep = of.asleep;
    }
    for (std::size_t k = 0; k < memory.joints.size(); ++k) {
        memory.joints[k].value = state.joints[k].value;
        if (memory.joints[k].given.motor) memory.joints[k].given.motor->speed = state.joints[k].motor_speed;
    }
    memory.options.order = state.order;
    memory.options.gravity = state.gravity;
}

/// What was known of pairs when the state was saved holds again, since the poses are the same bits.
void know_again(WorldMemory& memory, const WorldState& state) {
    std::erase_if(memory.pairs, [&](const auto& entry) {
        const auto known = std::lower_bound(state.pairs.begin(), state.pairs.end(), entry.second->bodies,
                                            [](const WorldState::OfPair& of, const BodyPair& bodies) { return of.bodies < bodies; });
        return known == state.pairs.end() || known->bodies != entry.second->bodies;
    });
    for (const WorldState::OfPair& of : state.pairs) {
        const auto known = memory.pairs.find(key_of(of.bodies));
        NearPair& pair = known != memory.pairs.end() ? *known->second : add_pair(memory, of.bodies, {}, of.apart);
        pair.part = of.part;
        pair.apart = of.apart;
        pair.forces = of.forces;
    }
    memory.listed.clear();
    memory.contacts.clear();
}

}  // namespace

WorldState save(const World& world) {
    const WorldMemory& memory = world.memory();
    WorldState state;
    for (const BodyState& body : memory.bodies)
        state.bodies.push_back({body.pose, {body.velocity.head<3>(), body.velocity.tail<3>()}, body.pull, body.asleep});
    for (const JointPlace& joint : memory.joints)
        state.joints.push_back({joint.value, joint.given.motor ? joint.given.motor->speed : 0.0});
    for (const auto& [key, pair] : memory.pairs)
        state.pairs.push_back({pair->bodies, pair->part, pair->apart, pair->forces});
    std::sort(state.pairs.begin(), state.pairs.end(),
              [](const WorldState::OfPair& p, const WorldState::OfPair& q) { return p.bodies < q.bodies; });
    state.order = memory.options.order;
    state.gravity = memory.options.gravity;
    state.version = memory.version;
    state.of_version = *memory.version;
    if (memory.companion.save) state.companion = memory.companion.save();
    return state;
}

namespace {

Expected<void> restore_bodies(World& world, const WorldState& state) {
    WorldMemory& memory = world.memory();
    if (state.version != memory.version)
        return make_error(ErrorCode::BadInput, "restore", "this is the state of another world");
    if (state.bodies.size() != memory.bodies.size())
        return make_error(ErrorCode::BadInput, "restore",
                          fmt::format("the state has {} bodies, the world {}", state.bodies.size(), memory.bodies.size()),
                          "bodies were added since");
    if (state.of_version == *memory.version) {
        move_to(memory, state);
        know_again(memory, state);
        begin_track_anew(world);
        return {};
    }
    const WorldState now = save(world);
    move_to(memory, state);
    wake_all(memory);  // whoever sleeps is not looked at
    if (auto begun = begin_again(memory, {[](const BodyPair&) { return true; }}); !begun) {
        move_to(memory, now);
        return begun.error();
    }
    begin_track_anew(world);
    return {};
}

}  // namespace

Expected<void> restore(World& world, const WorldState& state) {
    const WorldCompanion& companion = world.memory().companion;
    const std::optional<WorldState> now = companion.restore ? std::optional(save(world)) : std::nullopt;
    if (auto back = restore_bodies(world, state); !back || !now) return back;
    auto along = companion.restore(state.companion);
    if (!along) {
        const bool is_as_it_was = restore_bodies(world, *now).has_value() && companion.restore(now->companion).has_value();
        GRAZE_ASSERT(is_as_it_was);
    }
    return along;
}

Expected<void> place(World& world, std::uint32_t i, const Pose& pose) {
    GRAZE_ASSERT(i < world.size() && world.is_movable(i) && is_valid(pose));
    WorldMemory& memory = world.memory();
    if (hangs_on_joint(memory, i))
        return make_error(ErrorCode::BadInput, body_name(memory, i), "it hangs on a joint", "move it by its joint");
    BodyState& body = memory.bodies[i];
    const Pose before = body.pose;
    wake_all(memory);
    put(body, pose);
    if (auto begun = begin_again(memory, pairs_of(i)); !begun) {
        put(body, before);
        return begun.error();
    }
    if (memory.companion.restore)
        if (auto along = memory.companion.restore(memory.companion.save()); !along) {
            put(body, before);
            const bool is_as_it_was = begin_again(memory, pairs_of(i)).has_value();
            GRAZE_ASSERT(is_as_it_was);
            return along;
        }
    body.velocity.setZero();
    begin_track_anew(world);
    return {};
}

Expected<std::uint32_t> add_body(World& world, WorldBody given) {
    WorldMemory& memory = world.memory();
    const auto i = static_cast<std::uint32_t>(memory.bodies.size());
    if (auto checked = check(given, given.name.empty() ? fmt::format("body {}", i) : given.name); !checked) return checked.error();
    std::shared_ptr<const ContactBody> shape;
    for (const BodyState& body : memory.bodies)
        if (&body.given.body.model() == &given.body.model()) shape = body.shape;
    if (shape == nullptr) shape = std::make_shared<const ContactBody>(prepare_contacts(given.body));
    wake_all(memory);
    memory.bodies.push_back(body_state_of(std::move(given), shape, i));
    if (memory.bodies.back().is_movable()) memory.movable.push_back(i);
    if (auto begun = begin_again(memory, pairs_of(i)); !begun) {
        if (memory.bodies.back().is_movable()) memory.movable.pop_back();
        memory.bodies.pop_back();
        return begun.error();
    }
    begin_track_anew(world);
    return i;
}

namespace {

/// Something else is asked of a pair from now on, unless it stands against it.
Expected<void> change_pair(World& world, const BodyPair& bodies, const PairChange& change) {
    WorldMemory& memory = world.memory();
    GRAZE_ASSERT(bodies[0] != bodies[1] && bodies[0] < memory.bodies.size() && bodies[1] < memory.bodies.size());
    const BodyPair pair = rising(bodies);
    const auto before = memory.changes;
    const double largest = memory.largest_change;
    memory.changes[pair] = change;
    memory.largest_change = std::max(largest, change.clearance.value_or(0.0));
    wake_all(memory);
    if (auto begun = begin_again(memory, {[&](const BodyPair& of) { return of == pair; }}); !begun) {
        memory.changes = before;
        memory.largest_change = largest;
        return begun.error();
    }
    ++*memory.version;
    return {};
}

PairChange change_of(const WorldMemory& memory, const BodyPair& bodies) {
    const auto found = memory.changes.find(rising(bodies));
    return found == memory.changes.end() ? PairChange{} : found->second;
}

}  // namespace

Expected<void> set_clearance(World& world, const BodyPair& bodies, double clearance) {
    GRAZE_ASSERT(clearance >= 0.0 && clearance < kInfinity);
    const WorldMemory& memory = world.memory();
    for (const WorldSeat& seat : memory.seats)
        if (clearance > 0.0 && seat.bodies == rising(bodies))
            return make_error(ErrorCode::BadInput, fmt::format("{} and {}", body_name(memory, seat.bodies[0]), body_name(memory, seat.bodies[1])),
                              "they began in contact, so they keep no clearance", "begin with them apart");
    PairChange change = change_of(memory, bodies);
    change.clearance = clearance;
    return change_pair(world, bodies, change);
}

Expected<void> set_ignored(World& world, const BodyPair& bodies, bool ignored) {
    WorldMemory& memory = world.memory();
    PairChange change = change_of(memory, bodies);
    change.ignored = ignored;
    const BodyPair pair = rising(bodies);
    if (ignored) {  // a seat is one no longer
        std::erase_if(memory.seats, [&](const WorldSeat& seat) { return seat.bodies == pair; });
        memory.pairs.erase(key_of(pair));
        memory.listed.clear();  // it may be one of these
        memory.contacts.clear();
    }
    return change_pair(world, bodies, change);
}

namespace {

/// Margins of pairs changed, by sizes or security. What is known of a pair that is not listed must not be more than
/// its margin, for it will not be looked at before it is nearer than that.
void have_new_margins(WorldMemory& memory) {
    for (const auto& [key, pair] : memory.pairs) {
        pair->apart = std::min(pair->apart, margin_of(*pair));
        pair->base = security_length(memory, pair->bodies);
        pair->apart = std::min(pair->apart, margin_of(*pair));
    }
    wake_all(memory);
    memory.going.assign(memory.bodies.size(), Vec6::Zero());
    memory.margins_are_new = true;
    list_pairs(memory);
    memory.margins_are_new = false;
    ++*memory.version;
}

void set_movable(WorldMemory& memory, std::uint32_t i, const std::optional<BodyMass>& mass) {
    BodyState& body = memory.bodies[i];
    WorldBody given = body.given;
    given.mass = mass;
    given.pose = body.pose;
    given.velocity = {};
    body = body_state_of(std::move(given), body.shape, i);
    std::erase(memory.movable, i);
    if (mass) memory.movable.insert(std::lower_bound(memory.movable.begin(), memory.movable.end(), i), i);
    memory.boxes[i] = memory.swept[i] = box_around(body.pose, body.given.body.bounds());
}

}  // namespace

Expected<void> set_mass(World& world, std::uint32_t i, const std::optional<BodyMass>& mass) {
    WorldMemory& memory = world.memory();
    GRAZE_ASSERT(i < world.size());
    if (!mass && !world.is_movable(i)) return {};
    WorldBody wanted = memory.bodies[i].given;
    wanted.mass = mass;
    if (auto checked = check(wanted, body_name(memory, i)); !checked) return checked.error();
    if (hangs_on_joint(memory, i)) return make_error(ErrorCode::BadInput, body_name(memory, i), "it hangs on a joint");
    const std::optional<BodyMass> before = memory.bodies[i].given.mass;
    wake_all(memory);
    const Vec6 velocity = memory.bodies[i].velocity;
    const std::optional<Pull> pull = memory.bodies[i].pull;
    set_movable(memory, i, mass);
    if (mass && before) memory.bodies[i].velocity = velocity, memory.bodies[i].pull = pull;
    if (mass && !before) {  // others that stand were never compared with it
        const ChangedPairs changed{[&](const BodyPair& bodies) {
                                       const auto other = bodies[0] == i ? bodies[1] : bodies[0];
                                       return (bodies[0] == i || bodies[1] == i) && !memory.bodies[other].is_movable();
                                   },
                                   memory.options.seats};
        if (auto begun = begin_again(memory, changed); !begun) {
            set_movable(memory, i, before);
            return begun.error();
        }
    }
    // Of two that stand nothing is known later on.
    std::erase_if(memory.pairs, [&](const auto& entry) {
        const auto& [a, b] = entry.second->bodies;
        return !entry.second->is_seat && !memory.bodies[a].is_movable() && !memory.bodies[b].is_movable();
    });
    have_new_margins(memory);
    memory.listed.clear();
    memory.contacts.clear();
    begin_track_anew(world);
    return {};
}

void set_security(World& world, double security) {
    GRAZE_ASSERT(security > 0.0 && security < kInfinity);
    world.memory().options.security = security;
    have_new_margins(world.memory());
}

void set_friction(World& world, std::uint32_t i, double friction) {
    WorldMemory& memory = world.memory();
    GRAZE_ASSERT(i < world.size() && friction >= 0.0 && friction < kInfinity);
    memory.bodies[i].given.friction = friction;
    for (const auto& [key, pair] : memory.pairs) set_surfaces(memory, *pair);
    wake_all(memory);
}

void set_restitution(World& world, std::uint32_t i, double restitution) {
    WorldMemory& memory = world.memory();
    GRAZE_ASSERT(i < world.size() && restitution >= 0.0 && restitution <= 1.0);
    memory.bodies[i].given.restitution = restitution;
    for (const auto& [key, pair] : memory.pairs) set_surfaces(memory, *pair);
    wake_all(memory);
}

void set_lock(World& world, std::uint32_t i, const AxisLock& lock) {
    GRAZE_ASSERT(i < world.size() && world.is_movable(i));
    world.memory().bodies[i].lock = lock;
    wake_all(world.memory());
}

Twist resistance(const World& world, std::uint32_t i) {
    GRAZE_ASSERT(i < world.size());
    const std::vector<Vec6>& felt = world.memory().felt;
    if (i >= felt.size()) return {};
    return {felt[i].head<3>(), felt[i].tail<3>()};
}

double joint_value(const World& world, std::size_t joint) {
    GRAZE_ASSERT(joint < world.memory().joints.size());
    return world.memory().joints[joint].value;
}

}  // namespace graze
