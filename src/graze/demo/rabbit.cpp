#include "graze/demo/rabbit.h"

#include "graze/core/random.h"
#include "graze/demo/turn.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace graze::internal {
namespace {

constexpr double kNoiseBand =
    0.05;  // further from the skin than this, noise cannot change a sign and is left out

struct Octave {
    std::uint64_t seed;
    double frequency, amplitude;
};
constexpr std::array<Octave, 3> kOctaves{{{0, 6.0, 1.0}, {1, 13.0, 0.6}, {2, 29.0, 0.25}}};

double length(const Vec3& v) { return std::sqrt(v.x() * v.x() + v.y() * v.y() + v.z() * v.z()); }

// First-order distance f / |grad f| of f = k0 - 1, k0 = |p / r|: with k1 = |p / r^2|, k0 (k0 - 1) / k1. As k0
// is convex this is at most the distance. Inside it is cut off at the least radius, the greatest depth there
// is.
RabbitSample distance_to(const Ellipsoid& e, const Vec3& point) {
    const Vec3 local = e.axes.transpose() * (point - e.centre);
    const Vec3 by_r = local.cwiseQuotient(e.radii), by_r2 = by_r.cwiseQuotient(e.radii);
    const double k0 = length(by_r), k1 = length(by_r2), deepest = -e.radii.minCoeff();
    const double value = k1 < 1e-9 ? deepest : k0 * (k0 - 1.0) / k1;
    if (value <= deepest) return {deepest, Vec3::Zero(), e.coat};
    const Vec3 grad_k0 = by_r2 / k0, grad_k1 = by_r2.cwiseQuotient(e.radii).cwiseQuotient(e.radii) / k1;
    return {value, e.axes * (((2.0 * k0 - 1.0) / k1) * grad_k0 - (value / k1) * grad_k1), e.coat};
}

// Proves that distance_to(e, point) > value: k0 >= |p| / max r, and for k0 > 1 the distance is at least (k0 -
// 1) min r.
bool is_farther_than(double value, const Ellipsoid& e, const Vec3& point) {
    const double radius = e.radii.maxCoeff() * (1.0 + std::max(0.0, value) / e.radii.minCoeff());
    const Vec3 d = point - e.centre;
    return d.dot(d) > radius * radius;
}

Coat mixed(const Coat& a, const Coat& b, double share_of_b) {
    return {(1.0 - share_of_b) * a.roughness + share_of_b * b.roughness,
            (1.0 - share_of_b) * a.fineness + share_of_b * b.fineness};
}

// The least of both, rounded off where they differ by less than `blend`; once differentiable.
RabbitSample smooth_min(const RabbitSample& a, const RabbitSample& b, double blend) {
    const double h = std::max(blend - std::abs(a.value - b.value), 0.0);
    const double share = h / (2.0 * blend);  // of the greater one in the gradient and the coat
    const RabbitSample &least = a.value < b.value ? a : b, &other = a.value < b.value ? b : a;
    return {least.value - 0.5 * h * share, (1.0 - share) * least.gradient + share * other.gradient,
            mixed(least.coat, other.coat, share)};
}

RabbitSample negated(const RabbitSample& a) { return {-a.value, -a.gradient, a.coat}; }

RabbitSample joined(const RabbitSample& all, const Ellipsoid& e, const Vec3& point) {
    if (is_farther_than((e.is_hollow ? -all.value : all.value) + e.blend, e, point)) return all;
    const RabbitSample one = distance_to(e, point);
    return e.is_hollow ? negated(smooth_min(negated(all), one, e.blend)) : smooth_min(all, one, e.blend);
}

// A value of [-1, 1) for each whole point.
double lattice_value(std::uint64_t seed, const Eigen::Vector3i& at) {
    std::uint64_t key = seed;
    for (int i = 0; i < 3; ++i) key = key * 0x9E3779B97F4A7C15u + static_cast<std::uint32_t>(at[i]);
    return Rng(key).uniform(-1.0, 1.0);
}

// Lattice values joined by quintics, twice differentiable.
RabbitSample noise_at(std::uint64_t seed, const Vec3& point) {
    Eigen::Vector3i cell;
    std::array<Vec2, 3> weight, slope;  // of the lower and upper neighbour along each axis
    for (int i = 0; i < 3; ++i) {
        const double whole = std::floor(point[i]), f = point[i] - whole;
        const double w = f * f * f * (f * (f * 6.0 - 15.0) + 10.0), s = 30.0 * f * f * (f - 1.0) * (f - 1.0);
        cell[i] = static_cast<int>(whole);
        weight[i] = {1.0 - w, w};
        slope[i] = {-s, s};
    }
    RabbitSample sum{0.0, Vec3::Zero(), {}};
    for (int corner = 0; corner < 8; ++corner) {
        const int x = corner & 1, y = corner >> 1 & 1, z = corner >> 2;
        const double v = lattice_value(seed, cell + Eigen::Vector3i(x, y, z));
        sum.value += v * weight[0][x] * weight[1][y] * weight[2][z];
        sum.gradient +=
            v * Vec3(slope[0][x] * weight[1][y] * weight[2][z], weight[0][x] * slope[1][y] * weight[2][z],
                     weight[0][x] * weight[1][y] * slope[2][z]);
    }
    return sum;
}

// Thin ears stay smooth, or they would be pierced, and get small triangles, or their two sides would meet.
Coat coat_of(RabbitPart part) {
    switch (part) {
        case RabbitPart::Ears:
            return {0.003, 2.5};
        case RabbitPart::Head:
            return {0.004, 1.3};
        case RabbitPart::Paws:
            return {0.006, 1.3};
        default:
            return {0.012, 1.0};
    }
}

// Draws an individual. Left and right are mirror images but for the ears.
class Breeder {
  public:
    explicit Breeder(std::uint64_t seed) : rng_(seed) {}

    Rabbit rabbit() {
        plump_ = rng_.uniform(0.93, 1.12);
        nod_ = rng_.uniform(-0.02, 0.03);
        head_turn_ = rng_.uniform(-0.06, 0.06);
        add_trunk();
        add_paws();
        add_head();
        for (const double side : {-1.0, 1.0}) add_ear(side);
        return {std::move(ellipsoids_), rng_.bits()};
    }

  private:
    double vary(double value) { return value * rng_.uniform(0.94, 1.06); }

    void add(RabbitPart part, const Vec3& centre, const Vec3& radii, double blend,
             const Mat3& axes = Mat3::Identity()) {
        ellipsoids_.push_back({part, centre, radii, axes, blend, coat_of(part)});
    }

    void add_pair(RabbitPart part, const Vec3& centre, const Vec3& radii, double blend, double pitch = 0.0) {
        for (const double side : {-1.0, 1.0})
            add(part, {centre.x(), side * centre.y(), centre.z()}, radii, blend,
                rotation_about(Vec3::UnitY(), pitch));
    }

    void add_trunk() {
        add(RabbitPart::Body, {-0.10, 0.0, 0.285}, Vec3(vary(0.31), 0.215 * plump_, 0.255 * plump_), 0.1);
        add(RabbitPart::Body, {0.10, 0.0, 0.33}, Vec3(vary(0.19), 0.165 * plump_, 0.25), 0.12,
            rotation_about(Vec3::UnitY(), 0.06));
        add_pair(RabbitPart::Body, {-0.15, 0.155 * plump_, 0.19}, Vec3(vary(0.19), 0.085, vary(0.175)), 0.05);
        const double tail = vary(0.075);
        add(RabbitPart::Tail, {-0.395, 0.0, 0.17}, Vec3(tail, tail, tail * 1.1), 0.03);
    }

    void add_paws() {
        add_pair(RabbitPart::Paws, {-0.07, 0.178 * plump_, 0.056}, Vec3(vary(0.185), 0.06, 0.053), 0.065);
        add_pair(RabbitPart::Paws, {0.205, 0.095, 0.14}, Vec3(0.056, 0.052, vary(0.155)), 0.05, -0.02);
        add_pair(RabbitPart::Paws, {0.255, 0.095, 0.037}, Vec3(vary(0.08), 0.048, 0.037), 0.03);
    }

    // From the rabbit's frame with a straight head to the one with its head turned.
    Vec3 on_head(const Vec3& straight) const { return neck() + head_axes() * (straight - neck()); }
    static Vec3 neck() { return {0.14, 0.0, 0.55}; }
    Mat3 head_axes() const {
        return rotation_about(Vec3::UnitZ(), head_turn_) * rotation_about(Vec3::UnitY(), nod_);
    }

    void add_on_head(const Vec3& centre, const Vec3& radii, double blend) {
        add(RabbitPart::Head, on_head(centre), radii, blend, head_axes());
    }

    void add_head() {
        add_on_head({0.225, 0.0, 0.60}, Vec3(vary(0.165), vary(0.13), vary(0.14)), 0.08);
        add_on_head({0.345, 0.0, 0.565}, Vec3(0.085, 0.07, 0.068), 0.06);  // muzzle
        for (const double side : {-1.0, 1.0}) {
            add_on_head({0.285, side * 0.068, 0.545}, Vec3(0.075, 0.055, 0.06), 0.05);  // cheeks
            add_on_head({0.395, side * 0.028, 0.545}, Vec3(0.036, 0.032, 0.03), 0.018);
            add_on_head({0.300, side * 0.095, 0.635}, Vec3(0.032, 0.023, 0.032), 0.008);  // eyes
        }
        add_on_head({0.426, 0.0, 0.572}, Vec3(0.02, 0.022, 0.016), 0.012);  // nose
    }

    // A thin blade, hollow in front, that leans back and aside.
    void add_ear(double side) {
        const double half = 0.205 * rng_.uniform(0.88, 1.12);
        const double back = rng_.uniform(-0.11, -0.03), aside = rng_.uniform(0.02, 0.07);
        const Mat3 axes = head_axes() * rotation_about(Vec3::UnitX(), -side * aside) *
                          rotation_about(Vec3::UnitY(), back) * rotation_about(Vec3::UnitZ(), side * 0.07);
        const Vec3 root = on_head({0.165, side * 0.06, 0.69});
        const Vec3 centre = root + axes.col(2) * (0.86 * half);
        add(RabbitPart::Ears, centre, Vec3(0.027, 0.068, half), 0.022, axes);
        add(RabbitPart::Ears, centre + axes.col(0) * 0.036 + axes.col(2) * 0.02,
            Vec3(0.026, 0.045, 0.74 * half), 0.02, axes);
        ellipsoids_.back().is_hollow = true;
    }

    Rng rng_;
    double plump_ = 1.0, nod_ = 0.0, head_turn_ = 0.0;
    std::vector<Ellipsoid> ellipsoids_;
};

}  // namespace

const char* name_of(RabbitPart part) {
    switch (part) {
        case RabbitPart::Body:
            return "body";
        case RabbitPart::Head:
            return "head";
        case RabbitPart::Ears:
            return "ears";
        case RabbitPart::Paws:
            return "paws";
        default:
            return "tail";
    }
}

Rabbit make_rabbit(std::uint64_t seed) { return Breeder(seed).rabbit(); }

RabbitSample sample_at(const Rabbit& rabbit, const Vec3& point) {
    RabbitSample sample{1e3, Vec3::Zero(), {}};
    for (const Ellipsoid& e : rabbit.ellipsoids) sample = joined(sample, e, point);
    if (std::abs(sample.value) > kNoiseBand) return sample;
    for (const Octave& octave : kOctaves) {
        const RabbitSample noise = noise_at(rabbit.noise_seed + octave.seed, octave.frequency * point);
        const double amplitude = sample.coat.roughness * octave.amplitude;
        sample.value += amplitude * noise.value;
        sample.gradient += amplitude * octave.frequency * noise.gradient;
    }
    return sample;
}

RabbitPart part_at(const Rabbit& rabbit, const Vec3& point) {
    double nearest = 1e3;
    RabbitPart part = RabbitPart::Body;
    for (const Ellipsoid& e : rabbit.ellipsoids) {
        const double d = distance_to(e, point).value;
        if (!e.is_hollow && d < nearest) nearest = d, part = e.part;
    }
    return part;
}

}  // namespace graze::internal
