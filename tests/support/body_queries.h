// Small moving bodies with their truth, for first_contact: random and planted.
#pragma once

#include "graze/continuous/search/first_contact.h"

#include "oracle/body_contact.h"
#include "support/feature_queries.h"
#include "support/rounds.h"
#include "support/shapes.h"
#include "support/soups.h"

#include <memory>

namespace graze::test {

/// What an answer is, less views and counters.
struct Answer {
    ContactVerdict verdict;
    double clear_until, distance_hi;
    std::vector<std::array<std::uint32_t, 4>> contacts;
    bool operator==(const Answer&) const = default;
};

[[nodiscard]] inline Answer answer_of(const FirstContact& found) {
    Answer answer{found.verdict, found.clear_until, found.distance_hi, {}};
    for (const ContactFeaturePair& c : found.contacts)
        answer.contacts.push_back({c.triangles[0], c.triangles[1], c.features[0], c.features[1]});
    return answer;
}

/// A body that owns everything.
struct OwnedBody {
    std::unique_ptr<Mesh> mesh;
    std::unique_ptr<BodyModel> model;
    std::unique_ptr<RigidMotion> motion;
    oracle::Path path;

    void rebuild() { model = std::make_unique<BodyModel>(build_body_model(*mesh)); }
    [[nodiscard]] MovingModel moving() const { return {*model, *motion}; }
    [[nodiscard]] oracle::BodyPath truth() const { return {*mesh, path}; }
};

struct BodyQuery {
    OwnedBody a, b;
    double time;   // when the bodies were brought near each other
    double size;   // of the bodies, about
    double reach;  // lengths that are rounded

    [[nodiscard]] MotionJet a_seen_from_b(double t) const {
        return relative(jet_over(*a.motion, exactly(t)), jet_over(*b.motion, exactly(t)));
    }
};

/// Tolerances that rounding allows for; half of them with a clearance. For a BodyQuery, or a ChainQuery.
template <class Query>
[[nodiscard]] FirstContactOptions options_for(Rng& rng, const Query& query) {
    const double e = std::max(1e-6 * query.size, 1e-10 * query.reach);
    return {.clearance = rng.below(2) == 0 ? 0.0 : rng.uniform(0.0, 0.3) * query.size, .tolerance = e};
}

/// About as large as 1, near the origin: soups, soups on a grid (flat triangles among them), and closed ones.
[[nodiscard]] inline Mesh random_small_mesh(Rng& rng, int triangles) {
    switch (rng.below(4)) {
        case 0:
            return grid_soup(rng, triangles, 2);
        case 1: {
            const Vec3 half(rng.uniform(0.1, 1.0), rng.uniform(0.1, 1.0), rng.uniform(0.1, 1.0));
            return box_mesh(half, random_vector(rng, 0.3));
        }
        case 2: {
            const double bumps = rng.uniform(2.0, 6.0);
            return sphere_mesh(std::max(2, triangles / 12), 6,
                               [=](const Vec3& n) { return 0.6 + 0.2 * std::sin(bumps * n.x() + n.y()); });
        }
        default:
            return real_soup(rng, triangles, 0.3);
    }
}

inline void move_mesh(Mesh& mesh, double scale, const Vec3& to) {
    for (Vec3& x : mesh.vertices) x = scale * x + to;
}

/// Brought near each other at a random time: `gap` sizes between their middles.
[[nodiscard]] inline BodyQuery random_body_query(Rng& rng, MotionFamily family_a, MotionFamily family_b,
                                                 int triangles, double gap) {
    BodyQuery query;
    query.size = kSizes[rng.below(3)];
    query.time = rng.below(8) == 0 ? 1.0 : rng.unit();
    const MotionCase a = random_motion(rng, family_a, query.size),
                     b = random_motion(rng, family_b, query.size);
    query.a.motion = std::make_unique<RigidMotion>(a.motion);
    query.b.motion = std::make_unique<RigidMotion>(b.motion);
    query.a.path = a.truth;
    query.b.path = b.truth;
    query.a.mesh = std::make_unique<Mesh>(random_small_mesh(rng, triangles));
    query.b.mesh = std::make_unique<Mesh>(random_small_mesh(rng, triangles));
    const Vec3 home = a.near + random_vector(rng, query.size);
    const MotionJet seen = query.a_seen_from_b(query.time);
    move_mesh(*query.a.mesh, 0.5 * query.size, home);
    move_mesh(*query.b.mesh, 0.5 * query.size,
              middle_of(point_at(seen, home)) + query.size * gap * random_vector(rng, 1.0).normalized());
    query.reach = query.size;
    for (const auto family : {family_a, family_b})
        if (family == MotionFamily::FarBody) query.reach = 3e5 * query.size;
    for (const auto* mesh : {query.a.mesh.get(), query.b.mesh.get()})
        for (const Vec3& x : mesh->vertices) query.reach = std::max(query.reach, x.norm());
    query.a.rebuild();
    query.b.rebuild();
    return query;
}

/// Moves b so that a feature of it meets one of a at the planted time: a corner anywhere on a triangle, or
/// two edges. (Two faces that meet inside cross there, and may have done so from the start.)
template <class Query>
void plant_contact(Rng& rng, Query& query) {
    const auto point_of = [&](const Mesh& mesh, std::uint64_t corners_used) {
        const auto c = corners(mesh, static_cast<std::uint32_t>(rng.below(mesh.triangles.size())));
        const auto w = random_weights(rng, 3);
        if (corners_used == 1) return c[0];
        if (corners_used == 2) return Vec3(w[0] * c[0] + (1.0 - w[0]) * c[1]);
        return Vec3(w[0] * c[0] + w[1] * c[1] + w[2] * c[2]);
    };
    const auto of_a = 1 + rng.below(3), of_b = of_a == 1   ? 1 + rng.below(3)
                                               : of_a == 2 ? 1 + rng.below(2)
                                                           : 1;
    const Vec3 target = middle_of(point_at(query.a_seen_from_b(query.time), point_of(*query.a.mesh, of_a)));
    move_mesh(*query.b.mesh, 1.0, target - point_of(*query.b.mesh, of_b));
    query.b.rebuild();
}

}  // namespace graze::test
