#include "graze/continuous/relative/smooth_motions.h"

#include <algorithm>

namespace graze::internal {
namespace {

std::optional<std::uint32_t> parent_of(const LinkMotion& motion, std::uint32_t link) {
    return motion.body->links[link].parent;
}

bool carries(const LinkMotion& motion, std::uint32_t ancestor) {
    for (std::optional<std::uint32_t> at = motion.link; at; at = parent_of(motion, *at))
        if (*at == ancestor) return true;
    return false;
}

/// The innermost link that carries both; none: the world.
std::optional<std::uint32_t> common_link(const LinkMotion& a, const LinkMotion& b) {
    if (a.body != b.body || a.relative_to || b.relative_to) return std::nullopt;
    for (std::optional<std::uint32_t> at = a.link; at; at = parent_of(a, *at))
        if (carries(b, *at)) return at;
    return std::nullopt;
}

/// Rounded; the intervals around them are what the errors of a chain allow for (motion.md, M34).
ClockedMotion clocked(const RigidMotion* motion, const Clock& clock) {
    return {motion, midpoint(clock.begin), midpoint(clock.rate)};
}

/// Outermost first.
void list_links(const SmoothMotion& motion, std::vector<ClockedMotion>& links) {
    links.clear();
    if (const auto* rigid = std::get_if<const RigidMotion*>(&motion)) {
        links.push_back({*rigid});
    } else if (const auto* clocked_motion = std::get_if<ClockedRigid>(&motion)) {
        links.push_back(clocked(clocked_motion->motion, clocked_motion->clock));
    } else {
        const auto& link = std::get<LinkMotion>(motion);
        for (std::optional<std::uint32_t> at = link.link; at && at != link.relative_to;
             at = parent_of(link, *at))
            links.push_back(clocked(&link.body->links[*at].motion, link.clock));
        std::reverse(links.begin(), links.end());
    }
}

bool is_one_motion(const RoundedChain& chain) {
    return chain.links.size() == 1 && chain.links[0].begin == 0.0 && chain.links[0].rate == 1.0;
}

RelativeMotion prepared(RelativeMotion motion, const WideTree& a, const WideTree& b) {
    prepare_bends(motion, a.nodes[0], b.nodes[0]);
    prepare_moments(motion, a, b);
    return motion;
}

/// Of the chains in the memory.
RelativeMotion relative_chains(const WideTree& a, const WideTree& b, ChainMemory& memory) {
    PairedChains& chains = memory.chains;
    if (is_one_motion(chains.a) && is_one_motion(chains.b))
        return prepared(relative_motion(chains.a.links[0].motion, chains.b.links[0].motion), a, b);
    pair_chains(chains, a.nodes[0], b.nodes[0]);
    look_at_chain(chains.a, memory.known_a);
    look_at_chain(chains.b, memory.known_b);
    RelativeMotion motion;
    motion.chains = &chains;
    motion.is_usable = chains.a.is_usable && chains.b.is_usable;
    motion.known_a = &memory.known_a;
    motion.known_b = &memory.known_b;
    return motion;
}

}  // namespace

SmoothMotions smooth_motions(const MotionRef& a, const MotionRef& b, double from, double until) {
    SmoothMotions motions{stretch_of(a, from, until), stretch_of(b, from, until)};
    auto *link_a = std::get_if<LinkMotion>(&motions.a), *link_b = std::get_if<LinkMotion>(&motions.b);
    if (link_a == nullptr || link_b == nullptr) return motions;
    if (const auto common = common_link(*link_a, *link_b)) {
        link_a->relative_to = link_b->relative_to = common;
        motions.frame = LinkMotion{link_a->body, *common, {}, link_a->clock};
    }
    return motions;
}

RelativeMotion relative_motion(const SmoothMotions& motions, const WideTree& a, const WideTree& b,
                               ChainMemory& memory) {
    const auto *rigid_a = std::get_if<const RigidMotion*>(&motions.a),
               *rigid_b = std::get_if<const RigidMotion*>(&motions.b);
    if (rigid_a != nullptr && rigid_b != nullptr)
        return prepared(relative_motion(**rigid_a, **rigid_b), a, b);
    PairedChains& chains = memory.chains;
    list_links(motions.a, memory.links);
    make_rounded_chain(memory.links, chains.a);
    list_links(motions.b, memory.links);
    make_rounded_chain(memory.links, chains.b);
    return relative_chains(a, b, memory);
}

RelativeMotion relative_motion(std::span<const RigidMotion> links_a, std::span<const RigidMotion> links_b,
                               const WideTree& a, const WideTree& b, ChainMemory& memory) {
    const auto make = [&](std::span<const RigidMotion> links, RoundedChain& chain) {
        memory.links.clear();
        for (const RigidMotion& motion : links) memory.links.push_back({&motion});
        make_rounded_chain(memory.links, chain);
    };
    make(links_a, memory.chains.a);
    make(links_b, memory.chains.b);
    return relative_chains(a, b, memory);
}

double speed_of(const SmoothMotions& motions, const BodyModel& a, const BodyModel& b, ChainMemory& memory) {
    double sum = 0.0;
    const auto add = [&](const SmoothMotion& motion, const BodyModel& model) {
        RoundedChain& chain = memory.chains.a;  // made anew for the search
        list_links(motion, memory.links);
        make_rounded_chain(memory.links, chain);
        const WideNode& root = model.tree.nodes[0];
        const Vec3 arm = Vec3(root.origin[0], root.origin[1], root.origin[2]) - chain.reference;
        sum += chain.speed.of(arm.lpNorm<1>() + static_cast<double>(root.radius));
    };
    add(motions.a, a);
    add(motions.b, b);
    return sum * (1.0 + 0x1p-20);
}

std::optional<ChainPose> common_frame(const SmoothMotions& motions, double t) {
    if (!motions.frame) return std::nullopt;
    const MotionJet jet = jet_over(*motions.frame, exactly(t));
    const IntervalVec3 origin = jet.position - jet.rotation * exactly(jet.reference);
    ChainPose pose{Mat3::Zero(), Vec3::Zero()};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) pose.rotation(i, j) = midpoint(jet.rotation[i][j]);
        pose.place[i] = midpoint(origin[i]);
    }
    return pose;
}

double jump_at(const MotionRef& motion, double t, const Vec3& centre, double radius) {
    const Piecewise* pieces = motion.piecewise();
    if (pieces == nullptr) return 0.0;
    const auto at = std::lower_bound(pieces->breaks.begin(), pieces->breaks.end(), t);
    if (at == pieces->breaks.end() || *at != t) return 0.0;
    const auto next = static_cast<std::size_t>(at - pieces->breaks.begin());
    const MotionJet before = jet_over(pieces->pieces[next - 1], exactly(1.0)),
                    after = jet_over(pieces->pieces[next], exactly(0.0));
    // R x + o of both, x within `radius` of the centre: motion.md (M23).
    const IntervalVec3 off = point_at(after, centre) - point_at(before, centre);
    const IntervalMat3 turn = after.rotation - before.rotation;
    Interval squares = exactly(0.0);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) squares = squares + sqr(turn[i][j]);
    return (norm(off) + exactly(radius) * sqrt(squares)).hi;
}

}  // namespace graze::internal
