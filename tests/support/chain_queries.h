// Small bodies on joints with their truth, for first_contact: random and planted.
#pragma once

#include "support/body_queries.h"

namespace graze::test {

enum class ChainFamily {
    Revolute,    // one to six joints that turn; the other body at rest
    Mixed,       // revolute, prismatic and screw-like joints, poses at rest between them
    Parallel,    // all axes the same: a planar arm
    OneMoves,    // six joints of which one moves
    AnyMotions,  // links of all families of rigid motions
    BothMove,    // each body on a chain of its own
    Ancestors,   // two chains that grow from a common one
};
inline constexpr int kChainFamilies = 7;
inline constexpr const char* kChainFamilyNames[kChainFamilies] = {
    "Revolute", "Mixed", "Parallel", "OneMoves", "AnyMotions", "BothMove", "Ancestors"};

/// A tree of links, with the true path of each in the world.
struct TrueTree {
    Composed body;
    std::vector<oracle::Path> paths;

    std::uint32_t add(std::optional<std::uint32_t> parent, const MotionCase& motion) {
        body.links.push_back({parent, motion.motion});
        paths.push_back(parent ? oracle::true_composition(paths[*parent], motion.truth) : motion.truth);
        return static_cast<std::uint32_t>(paths.size() - 1);
    }
};

[[nodiscard]] inline MotionCase joint_case(const Pose& placement, const Vec3& axis, double angle_t0,
                                           double angle_t1, double slide_t0, double slide_t1) {
    return {make_joint({placement, axis, angle_t0, angle_t1, slide_t0, slide_t1}),
            oracle::true_joint(placement, axis, angle_t0, angle_t1, slide_t0, slide_t1)};
}

[[nodiscard]] inline MotionCase random_joint(Rng& rng, ChainFamily family, double size) {
    Pose placement = random_pose(rng, 0.7 * size);
    Vec3 axis = random_vector(rng, 1.0);
    if (family == ChainFamily::Parallel) {
        placement.rotation = Eigen::Quaterniond(1.0, 0.0, 0.0, 0.0);
        axis = Vec3(0.3, -0.5, 0.8);
    }
    const double turn = rng.uniform(-1.5, 1.5), from = rng.uniform(-1.0, 1.0);
    const auto kind =
        family == ChainFamily::Mixed || family == ChainFamily::BothMove || family == ChainFamily::Ancestors
            ? rng.below(4)
            : 0;
    if (kind == 1) return joint_case(placement, axis, from, from, 0.0, rng.uniform(-1.0, 1.0) * size);
    if (kind == 2)
        return joint_case(placement, axis, from, from + turn, 0.1 * size, rng.uniform(-1.0, 1.0) * size);
    if (kind == 3 && rng.below(2) == 0) {
        MotionCase rest{AtRest{placement}, {}};
        rest.truth = [=](const NumVec& x, const Num&) { return oracle::posed_by(placement, x); };
        return rest;
    }
    return joint_case(placement, axis, from, from + turn, 0.0, 0.0);
}

/// A chain of so many joints on `parent`.
inline std::uint32_t grow(Rng& rng, TrueTree& tree, std::optional<std::uint32_t> parent, int joints,
                          ChainFamily family, double size) {
    const auto moving = static_cast<int>(rng.below(static_cast<std::uint64_t>(joints)));
    for (int i = 0; i < joints; ++i) {
        MotionCase link;
        if (family == ChainFamily::AnyMotions) {
            link = random_motion(rng, MotionFamily(rng.below(kMotionFamilies)), size);
        } else if (family == ChainFamily::OneMoves && i != moving) {
            link = joint_case(random_pose(rng, 0.7 * size), random_vector(rng, 1.0), 0.4, 0.4, 0.0, 0.0);
        } else {
            link = random_joint(rng, family, size);
        }
        parent = tree.add(parent, link);
    }
    return *parent;
}

struct ChainBody {
    std::unique_ptr<Mesh> mesh;
    std::unique_ptr<BodyModel> model;
    std::optional<LinkMotion> link;       // or
    std::unique_ptr<RigidMotion> motion;  // one that has nothing to do with the tree
    oracle::Path path;

    void rebuild() { model = std::make_unique<BodyModel>(build_body_model(*mesh)); }
    [[nodiscard]] MotionRef way() const { return link ? MotionRef(*link) : MotionRef(*motion); }
    [[nodiscard]] MovingModel moving() const { return {*model, way()}; }
    [[nodiscard]] oracle::BodyPath truth() const { return {*mesh, path}; }
};

struct ChainQuery {
    std::unique_ptr<TrueTree> tree;
    ChainBody a, b;
    double time, size, reach;

    [[nodiscard]] MotionJet a_seen_from_b(double t) const {
        return relative(jet_over(a.way(), exactly(t)), jet_over(b.way(), exactly(t)));
    }
};

[[nodiscard]] inline ChainQuery random_chain_query(Rng& rng, ChainFamily family, int triangles, double gap,
                                                   int most_joints = 6) {
    ChainQuery query;
    query.size = kSizes[rng.below(3)];
    query.time = rng.below(8) == 0 ? 1.0 : rng.unit();
    query.tree = std::make_unique<TrueTree>();
    const auto chain_on = [&](ChainBody& body, std::optional<std::uint32_t> parent) {
        const std::uint32_t link = grow(
            rng, *query.tree, parent,
            1 + static_cast<int>(rng.below(static_cast<std::uint64_t>(most_joints))), family, query.size);
        body.link = LinkMotion{&query.tree->body, link};
        body.path = query.tree->paths[link];
    };
    std::optional<std::uint32_t> common;
    if (family == ChainFamily::Ancestors)
        common = grow(rng, *query.tree, {},
                      1 + static_cast<int>(rng.below(static_cast<std::uint64_t>(most_joints + 1) / 2)),
                      family, query.size);
    chain_on(query.a, common);
    if (family == ChainFamily::BothMove || (family == ChainFamily::Ancestors && rng.below(4) != 0)) {
        chain_on(query.b, common);
    } else if (common) {  // b is itself what carries a
        query.b.link = LinkMotion{&query.tree->body, *common};
        query.b.path = query.tree->paths[*common];
    } else {
        const auto other = rng.below(3) == 0 ? random_motion(rng, MotionFamily::Slerp, query.size)
                                             : random_motion(rng, MotionFamily::Rest, query.size);
        query.b.motion = std::make_unique<RigidMotion>(other.motion);
        query.b.path = other.truth;
    }
    query.a.mesh = std::make_unique<Mesh>(random_small_mesh(rng, triangles));
    query.b.mesh = std::make_unique<Mesh>(random_small_mesh(rng, triangles));
    const Vec3 home = random_vector(rng, query.size);
    move_mesh(*query.a.mesh, 0.5 * query.size, home);
    move_mesh(*query.b.mesh, 0.5 * query.size,
              middle_of(point_at(query.a_seen_from_b(query.time), home)) +
                  query.size * gap * random_vector(rng, 1.0).normalized());
    query.reach = 10.0 * query.size;
    if (family == ChainFamily::AnyMotions) query.reach = 1e7 * query.size;  // of links far from the origin
    for (const auto* mesh : {query.a.mesh.get(), query.b.mesh.get()})
        for (const Vec3& x : mesh->vertices) query.reach = std::max(query.reach, x.norm());
    query.a.rebuild();
    query.b.rebuild();
    return query;
}

}  // namespace graze::test
