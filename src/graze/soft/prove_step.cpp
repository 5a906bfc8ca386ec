#include "graze/soft/prove_step.h"

#include "graze/core/assert.h"
#include "graze/numeric/ordered_sums.h"

#include <algorithm>
#include <cmath>

namespace graze::soft {
namespace {

constexpr double kSlack = 0x1p-40;  // relative: more than all roundings of the few operations that it covers
// Corners of rings are some ten roundings of coordinates: SoftModel::skin_error covers them up to so much of it.
constexpr double kRingsRounded = 0x1p-46;
constexpr int kMostHalvings = 4;    // of the step, where one bound for all of it is too coarse

/// A segment as a vector that goes straight from one value to another.
struct StraightVector {
    Vec3 from, to;

    /// Its length is at least this at every time: the square is a polynomial, above the least of its three coefficients
    /// in Bernstein's form.
    [[nodiscard]] double least_length() const {
        const double least = std::min({dot(from, from), dot(from, to), dot(to, to)});
        return least > 0.0 ? std::sqrt(least) * (1.0 - kSlack) : 0.0;
    }
    /// At most this: a length is convex in time.
    [[nodiscard]] double greatest_length() const { return std::sqrt(std::max(dot(from, from), dot(to, to))) * (1.0 + kSlack); }
};

StraightVector part_of(const StraightVector& way, const Vec2& part) {
    return {way.from + part.x() * (way.to - way.from), way.from + part.y() * (way.to - way.from)};
}

/// From node a to node b. Differences of stored doubles lose nothing but their own rounding.
StraightVector between(const SoftWays& ways, std::size_t a, std::size_t b) {
    return {ways.from[b] - ways.from[a], ways.to[b] - ways.to[a]};
}

StraightVector segment_vector(const SoftWays& ways, std::size_t node, const Vec2& part) {
    return part_of(between(ways, node, node + 1), part);
}

/// Turns by less than a right angle, and its length changes by less than a factor of 8: then it is never shorter than a
/// twelfth of either end, and `kSlack` covers the roundings of a part of it.
bool is_tame(const SoftWays& ways, std::size_t node) {
    const StraightVector e = between(ways, node, node + 1);
    const double from = dot(e.from, e.from), to = dot(e.to, e.to);
    return dot(e.from, e.to) > 0.0 && from < 64.0 * to && to < 64.0 * from && from > 0x1p-900;
}

double least_cosine(const StraightVector& e, const StraightVector& f) {
    const double products = std::min({dot(e.from, f.from), 0.5 * (dot(e.from, f.to) + dot(e.to, f.from)), dot(e.to, f.to)});
    const double sizes = e.greatest_length() * f.greatest_length();
    if (!(products > 0.0)) return -1.0;
    return products / sizes - 2.0 * kSlack;  // roundings of a product of vectors are relative to the lengths
}

/// Half the angle between them has a cosine of at most this.
double greatest_half_cosine(const StraightVector& e, const StraightVector& f) {
    const double products = std::max({dot(e.from, f.from), 0.5 * (dot(e.from, f.to) + dot(e.to, f.from)), dot(e.to, f.to)});
    const double sizes = e.least_length() * f.least_length();
    if (!(sizes > 0.0)) return 1.0;
    const double cosine = (products > 0.0 ? products / sizes : 0.0) + 2.0 * kSlack;
    return std::sqrt(0.5 * (1.0 + std::min(cosine, 1.0))) * (1.0 + kSlack);
}

/// tan of half the angle, at most; infinite if nothing is known of it.
double half_tangent(double cosine) {
    if (!(cosine > -1.0 + kSlack)) return kInfinity;
    const double ratio = (1.0 - cosine) / (1.0 + cosine);
    return ratio > 0.0 ? std::sqrt(ratio) * (1.0 + kSlack) : 0.0;
}

bool is_inner(const SoftModel& model, std::uint32_t rod, std::uint32_t node) {
    return node > model.first_node[rod] && node < model.first_node[rod] + static_cast<std::uint32_t>(model.rods[rod].segments());
}

/// Calls prove(part) for the whole step, and where that fails for its halves, quarters, ...
template <class Prove>
bool prove_in_parts(const Prove& prove, const Vec2& part = {0.0, 1.0}, int halvings = kMostHalvings) {
    if (prove(part)) return true;
    if (halvings == 0) return false;
    const double middle = 0.5 * (part.x() + part.y());
    return prove_in_parts(prove, {part.x(), middle}, halvings - 1) && prove_in_parts(prove, {middle, part.y()}, halvings - 1);
}

bool rings_apart_in(const SoftModel& model, std::uint32_t segment, const SoftWays& ways, const Vec2& part) {
    const auto [rod, node, radius] = model.segments[segment];
    const StraightVector own = segment_vector(ways, node, part);
    double tangents = 0.0;
    if (is_inner(model, rod, node)) tangents += half_tangent(least_cosine(segment_vector(ways, node - 1, part), own));
    if (is_inner(model, rod, node + 1)) tangents += half_tangent(least_cosine(own, segment_vector(ways, node + 1, part)));
    return (radius + model.skin_error) * tangents * (1.0 + kSlack) < own.least_length();
}

/// n.e / |e| at every time, at least: n.e is linear.
double least_cosine_to(const Vec3& n, const StraightVector& e) {
    const double least = std::min(dot(n, e.from), dot(n, e.to));
    return least / (least > 0.0 ? e.greatest_length() : e.least_length()) - kSlack;
}

/// Of the angle between n and the normal of the ring at a node, which is the mean of the unit segments there, divided by
/// the cosine of half the angle between them.
double greatest_sine(const SoftModel& model, const SoftWays& ways, std::uint32_t rod, std::uint32_t node, const Vec3& n, const Vec2& part) {
    double cosine = 0.0;
    if (is_inner(model, rod, node)) {
        const StraightVector e = segment_vector(ways, node - 1, part), f = segment_vector(ways, node, part);
        const double sum = 0.5 * (least_cosine_to(n, e) + least_cosine_to(n, f));
        cosine = sum / greatest_half_cosine(e, f);
    } else {
        cosine = least_cosine_to(n, segment_vector(ways, node == model.first_node[rod] ? node : node - 1, part));
    }
    cosine -= kSlack;
    if (!(cosine > 0.0)) return kInfinity;
    return std::sqrt(std::max(0.0, 1.0 - cosine * cosine)) + kSlack;
}

bool unfolded_in(const SoftModel& model, const RodCandidate& pair, const SoftWays& ways, const Vec2& part) {
    const std::uint32_t first = model.segments[pair.a].node, last = model.segments[pair.b].node, rod = model.segments[pair.a].rod;
    const StraightVector chord = part_of(between(ways, first + 1, last), part);
    const Vec3 way = 0.5 * (chord.from + chord.to);
    const double length = std::sqrt(dot(way, way));
    if (!(length > 0.0)) return false;
    const Vec3 n = way / length;
    const auto sine = [&](std::uint32_t node) { return greatest_sine(model, ways, rod, node, n, part); };
    const double radius = model.segments[pair.a].radius + model.skin_error;
    const std::array<double, 2> of_a{sine(first), sine(first + 1)}, of_b{sine(last), sine(last + 1)};
    for (std::uint32_t i = 0; i < 2; ++i)
        for (std::uint32_t j = 0; j < 2; ++j) {
            const StraightVector whole = between(ways, first + i, last + j), d = part_of(whole, part);
            const double ahead = std::min(dot(n, d.from), dot(n, d.to)) -
                                 kSlack * (sum_of_magnitudes(whole.from) + sum_of_magnitudes(whole.to));
            if (!(ahead > radius * (of_a[i] + of_b[j]) * (1.0 + kSlack))) return false;
        }
    return true;
}

/// The segments that meet at two neighbouring nodes.
bool are_tame_around(const SoftModel& model, const SoftWays& ways, std::uint32_t segment) {
    const auto [rod, node, radius] = model.segments[segment];
    return is_tame(ways, node) && (!is_inner(model, rod, node) || is_tame(ways, node - 1)) &&
           (!is_inner(model, rod, node + 1) || is_tame(ways, node + 1));
}

void note(StepProof& proof, const StepProof& found) {
    if (found.clear_until < proof.clear_until) {
        const std::uint64_t queries = proof.queries;
        proof = found;
        proof.queries = queries;
    }
}

void prove_bends(const SoftModel& model, const SoftWays& ways, StepProof& proof) {
    for (std::uint32_t s = 0; s < model.segments.size(); ++s) {
        if (!prove_rings_apart(model, s, ways)) note(proof, {.clear_until = 0.0, .obstacle = Obstacle::Bend, .a = model.segments[s].node});
    }
}

void prove_bodies(const SoftModel& model, const SoftWays& ways, const Candidates& near, StepProof& proof) {
    for (const BodyCandidate& pair : near.bodies) {
        ++proof.queries;
        const double until = prove_apart_until(segment_on(model, pair.segment, ways.from, ways.to), pair.set, clearance_of(model, pair.segment));
        if (until < 1.0) note(proof, {.clear_until = std::max(until, 0.0), .obstacle = Obstacle::Body, .a = pair.segment, .b = pair.body});
    }
}

void prove_rods(const SoftModel& model, const SoftWays& ways, const Candidates& near, StepProof& proof) {
    for (const RodCandidate& pair : near.rods) {
        ++proof.queries;
        if (pair.is_close_along && prove_unfolded(model, pair, ways)) continue;
        const double until = prove_apart_until(segment_on(model, pair.a, ways.from, ways.to),
                                               segment_on(model, pair.b, ways.from, ways.to), pair.clearance);
        if (until < 1.0)
            note(proof, {.clear_until = std::max(until, 0.0), .obstacle = pair.is_close_along ? Obstacle::Fold : Obstacle::Rod, .a = pair.a, .b = pair.b});
    }
}

}  // namespace

StepProof prove_step(const SoftModel& model, const SoftWays& ways) {
    StepProof proof;
    for (const auto& nodes : {ways.from, ways.to})
        for (std::uint32_t i = 0; i < nodes.size(); ++i)
            if (!(kRingsRounded * nodes[i].cwiseAbs().maxCoeff() <= model.skin_error))  // NaN: nothing is proved
                note(proof, {.clear_until = 0.0, .obstacle = Obstacle::Bend, .a = i});
    prove_bends(model, ways, proof);
    const Candidates near = candidates_of(model, ways, 0.0);
    prove_bodies(model, ways, near, proof);
    prove_rods(model, ways, near, proof);
    return proof;
}

bool prove_rings_apart(const SoftModel& model, std::uint32_t segment, const SoftWays& ways) {
    return are_tame_around(model, ways, segment) &&
           prove_in_parts([&](const Vec2& part) { return rings_apart_in(model, segment, ways, part); });
}

bool prove_unfolded(const SoftModel& model, const RodCandidate& pair, const SoftWays& ways) {
    return are_tame_around(model, ways, pair.a) && are_tame_around(model, ways, pair.b) &&
           prove_in_parts([&](const Vec2& part) { return unfolded_in(model, pair, ways, part); });
}

}  // namespace graze::soft
