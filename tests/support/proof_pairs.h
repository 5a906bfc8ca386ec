// Two bodies on links as a prover has them, and the sets that a checker of certificates computes about them.
#pragma once

#include "graze/continuous/proof/proof_bends.h"
#include "graze/continuous/proof/proof_body.h"
#include "graze/continuous/relative/smooth_motions.h"

#include "support/chain_queries.h"

namespace graze::test {

struct TimeWindow {
    double from, until;
    [[nodiscard]] double length() const { return until - from; }
};

using NodePair = std::array<std::uint32_t, 2>;  // of a, of b

struct ProofPair {
    std::unique_ptr<Mesh> of_a, of_b;
    std::unique_ptr<BodyModel> model_a, model_b;
    std::vector<RigidMotion> links_a, links_b;  // that the two do not have in common, outermost first
    double reach;                               // lengths that are rounded

    ProofMesh mesh_a = make_proof_mesh(*of_a), mesh_b = make_proof_mesh(*of_b);
    std::unique_ptr<ChainMemory> memory = std::make_unique<ChainMemory>();  // borrowed by the motion
    RelativeMotion motion = relative_motion(links_a, links_b, tree_a(), tree_b(), *memory);
    ProofMotion proof = made(motion, mesh_a.centre, mesh_b.centre);

    static ProofMotion made(const RelativeMotion& motion, const Vec3& centre_a, const Vec3& centre_b) {
        ProofMotion proof;
        make_proof_motion(motion, centre_a, centre_b, proof);
        return proof;
    }

    [[nodiscard]] const WideTree& tree_a() const { return model_a->tree; }
    [[nodiscard]] const WideTree& tree_b() const { return model_b->tree; }
    [[nodiscard]] Moment moment(double t) const { return moment_at(motion, tree_a(), tree_b(), t); }
    [[nodiscard]] NodePair any_nodes(Rng& rng) const {
        return {static_cast<std::uint32_t>(rng.below(tree_a().nodes.size())),
                static_cast<std::uint32_t>(rng.below(tree_b().nodes.size()))};
    }
};

[[nodiscard]] inline ProofPair proof_pair(BodyQuery query) {
    return {std::move(query.a.mesh),
            std::move(query.b.mesh),
            std::move(query.a.model),
            std::move(query.b.model),
            {*query.a.motion},
            {*query.b.motion},
            query.reach};
}

[[nodiscard]] inline ProofPair proof_pair(ChainQuery query) {
    const Composed& tree = query.tree->body;
    const auto chain_of = [&](const ChainBody& body) {
        std::vector<std::uint32_t> links;
        if (body.link)
            for (std::optional<std::uint32_t> at = body.link->link; at; at = tree.links[*at].parent)
                links.insert(links.begin(), *at);
        return links;
    };
    const auto a = chain_of(query.a), b = chain_of(query.b);
    std::size_t common = 0;
    while (common < a.size() && common < b.size() && a[common] == b[common]) ++common;
    const auto motions = [&](const ChainBody& body, const std::vector<std::uint32_t>& links) {
        std::vector<RigidMotion> result;
        if (!body.link) result.push_back(*body.motion);
        for (std::size_t i = common; i < links.size(); ++i) result.push_back(tree.links[links[i]].motion);
        return result;
    };
    auto links_a = motions(query.a, a), links_b = motions(query.b, b);
    return {std::move(query.a.mesh),
            std::move(query.b.mesh),
            std::move(query.a.model),
            std::move(query.b.model),
            std::move(links_a),
            std::move(links_b),
            query.reach};
}

/// The plane of n as a checker has it from body 0 (a) or 1 (b).
[[nodiscard]] inline PlaneWindow checkers_plane(const ProofPair& pair, const TimeWindow& w, int body,
                                                const Vec3& n, LeafFrame frame) {
    const ChainWindow a = chain_window(pair.links_a, pair.mesh_a.centre, w.from, w.until),
                      b = chain_window(pair.links_b, pair.mesh_b.centre, w.from, w.until);
    return plane_in_body({a, b, 0}, body, n, frame);
}

/// M h^2 / 8 of a leaf over all triangles of a node each, h the length of `whole`.
[[nodiscard]] inline double checkers_bend(const ProofPair& pair, const NodePair& nodes, const TimeWindow& w,
                                          const TimeWindow& whole, const Vec3& n, LeafFrame frame) {
    const auto box = [](const WideTree& tree, std::uint32_t id, const Mesh& mesh) {
        Box all;
        for (std::uint32_t i = tree.nodes[id].begin; i < tree.nodes[id].end; ++i)
            for (const Vec3& x : corners(mesh, tree.order[i])) all.add(x);
        return all;
    };
    const double m = bend_bound(pair.mesh_a, box(pair.tree_a(), nodes[0], *pair.of_a),
                                checkers_plane(pair, w, 0, n, frame)) +
                     bend_bound(pair.mesh_b, box(pair.tree_b(), nodes[1], *pair.of_b),
                                checkers_plane(pair, w, 1, -n, frame));
    return 0.125 * std::max(m, 0.0) * whole.length() * whole.length();
}

/// |n x s| of the axes that are followed: of the own, and of the other's.
struct Crosses {
    double own, other;
};
[[nodiscard]] inline Crosses crosses_of(const Moment& first, const Vec3& n, LeafFrame frame) {
    const auto across = [&](const float* s) { return n.cross(Vec3(s[0], s[1], s[2])).norm(); };
    return frame == LeafFrame::A ? Crosses{across(first.axis_a_in_a), across(first.axis_b_in_a)}
                                 : Crosses{across(first.axis_b_in_b), across(first.axis_a_in_b)};
}

struct TwoBends {
    double plain, proof;
};

[[nodiscard]] inline TwoBends bends_along(const ProofPair& pair, const NodePair& nodes, const TimeWindow& w,
                                          const Vec3& n, LeafFrame frame) {
    const WideNode &a = pair.tree_a().nodes[nodes[0]], &b = pair.tree_b().nodes[nodes[1]];
    const auto apart = [&](const Moment& at) {
        Vec3 d(at.placement.shift[0] - a.origin[0], at.placement.shift[1] - a.origin[1],
               at.placement.shift[2] - a.origin[2]);
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 3; ++k) d[i] += at.placement.turn[k][i] * b.origin[k];
        return d.norm() * (1.0 + 1e-12) + static_cast<double>(at.placement.far);
    };
    const Moment first = pair.moment(w.from);
    const BendQuery query{a, b, std::max(apart(first), apart(pair.moment(w.until))), w.length()};
    const Crosses crosses = crosses_of(first, n, frame);
    const auto sum = [&](const PairBends& bends) {
        const Bend& bend = frame == LeafFrame::A ? bends.in_a : bends.in_b;
        return static_cast<double>(bend.from_own) * crosses.own +
               static_cast<double>(bend.from_other) * crosses.other + static_cast<double>(bend.isotropic);
    };
    return {sum(bends_of(pair.motion, query)),
            sum(proof_bends_of(pair.motion, pair.proof, proof_window(pair.proof, query.length),
                               centre_distance(pair.proof, first), query))};
}

/// Of a power of two, within [0, 1].
[[nodiscard]] inline TimeWindow dyadic_window(Rng& rng, std::uint64_t lengths) {
    const double length = std::ldexp(1.0, -static_cast<int>(rng.below(lengths)));
    const double from = std::floor(rng.unit() / length) * length;
    return {from, from + length};
}
[[nodiscard]] inline TimeWindow random_part(Rng& rng, const TimeWindow& w) {
    const double x = rng.unit(), y = rng.unit();
    return {w.from + w.length() * std::min(x, y), w.from + w.length() * std::max(x, y)};
}

/// Any, or often along the own axis: then little bends.
[[nodiscard]] inline Vec3 random_leaf_direction(Rng& rng, const Moment& first, LeafFrame frame) {
    const Vec3 n = random_vector(rng, 1.0).normalized();
    const float* own = frame == LeafFrame::A ? first.axis_a_in_a : first.axis_b_in_b;
    const Vec3 axis(own[0], own[1], own[2]);
    return rng.below(4) == 0 && axis.norm() > 0.5 ? Vec3(axis.normalized()) : n;
}

}  // namespace graze::test
