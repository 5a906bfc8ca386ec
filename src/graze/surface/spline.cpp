#include "graze/surface/spline.h"

#include "graze/numeric/outward.h"

#include <algorithm>
#include <cmath>

namespace graze::surface {
namespace {

constexpr double kStepError = 16.0 * kUnitRoundoff;  // of one convex combination
constexpr double kRoundUp = 1.0 + 0x1p-40;           // covers the rounding of sums of positive numbers
constexpr double kLeastShare = 0.25;                 // of a box, that a piece of it is widened to
constexpr double kShareOfCell = 1e-3;                // of a cell, for a box without width
constexpr int kSide = kMostDegree + 1;

using Row = std::array<double, 4>;  // weight times point, weight

/// The control points of one piece, (p + 1) x (q + 1), and how far each component of each may be off.
struct Net {
    int p, q;
    std::vector<Row> at;
    double error;         // of points
    double weight_error;  // of weights; 0: polynomial

    Row& operator()(int i, int j) { return at[static_cast<std::size_t>(i * (q + 1) + j)]; }
    const Row& operator()(int i, int j) const { return at[static_cast<std::size_t>(i * (q + 1) + j)]; }
};

Vec3 vector_of(const Row& row) { return {row[0], row[1], row[2]}; }

/// The s with knots[s] <= x < knots[s + 1]; the first or last such span if x is beyond.
int span_of(const Knots& knots, double x) {
    const auto begin = knots.values.begin() + knots.degree, end = knots.values.begin() + knots.poles() + 1;
    auto at = std::upper_bound(begin, end, x);
    if (at == end) at = std::lower_bound(begin, end, knots.last());
    if (at == begin) at = std::upper_bound(begin, end, knots.first());
    return static_cast<int>(at - knots.values.begin()) - 1;
}

/// How much larger numbers may become in one step, if x is beyond the span: 1 within it.
double growth_of(const Knots& knots, int span, const Range& range) {
    const double lo = knots.values[static_cast<std::size_t>(span)];
    const double hi = knots.values[static_cast<std::size_t>(span) + 1];
    const double beyond = std::max({0.0, lo - range.lo, range.hi - hi});
    return std::pow(1.0 + 2.0 * beyond / (hi - lo), knots.degree) * kRoundUp;
}

/// The blossom of degree p at `low` b times and `high` the rest; overwrites d.
Row blossom(const Knots& knots, int span, const Range& range, int high, std::array<Row, kSide>& d) {
    const int p = knots.degree;
    for (int r = 1; r <= p; ++r) {
        const double x = r <= high ? range.hi : range.lo;
        for (int j = p; j >= r; --j) {
            const auto i = static_cast<std::size_t>(span - p + j);
            const double from = knots.values[i], to = knots.values[i + static_cast<std::size_t>(p - r + 1)];
            const double alpha = (x - from) / (to - from);
            Row &next = d[static_cast<std::size_t>(j)], &before = d[static_cast<std::size_t>(j) - 1];
            for (std::size_t k = 0; k < 4; ++k) next[k] = (1.0 - alpha) * before[k] + alpha * next[k];
        }
    }
    return d[static_cast<std::size_t>(p)];
}

void copy(const std::array<Row, kSide>& from, int degree, std::array<Row, kSide>& to) {
    std::copy_n(from.begin(), degree + 1, to.begin());
}

/// A pole in the middle of those that matter in a cell.
Vec3 centre_of(const Spline& spline, int span_u, int span_v) {
    const int i = span_u - spline.u.degree / 2, j = span_v - spline.v.degree / 2;
    return spline.poles[static_cast<std::size_t>(i * spline.v.poles() + j)];
}

/// The poles that matter in a cell, minus `centre` if the spline is rational; not yet restricted.
Net local_net(const Spline& spline, int span_u, int span_v, const Vec3& centre) {
    const int p = spline.u.degree, q = spline.v.degree;
    Net net{p, q, std::vector<Row>(static_cast<std::size_t>((p + 1) * (q + 1))), 0.0, 0.0};
    for (int i = 0; i <= p; ++i)
        for (int j = 0; j <= q; ++j) {
            const auto at = static_cast<std::size_t>((span_u - p + i) * spline.v.poles() + span_v - q + j);
            const double w = spline.weights.empty() ? 1.0 : spline.weights[at];
            const Vec3 x = w * (spline.poles[at] - centre);
            net(i, j) = {x.x(), x.y(), x.z(), w};
            net.error = std::max(net.error, x.cwiseAbs().maxCoeff());
            net.weight_error = std::max(net.weight_error, w);
        }
    const double steps = kStepError * (p + q + 1);
    net.error *= steps;
    net.weight_error = spline.weights.empty() ? 0.0 : net.weight_error * steps;
    return net;
}

/// The control points of the piece over a box, of the polynomials of one cell.
void restrict_to(Net& net, const Spline& spline, int span_u, int span_v, const UvBox& box) {
    std::array<Row, kSide> given, d;
    for (int j = 0; j <= net.q; ++j) {
        for (int i = 0; i <= net.p; ++i) given[static_cast<std::size_t>(i)] = net(i, j);
        for (int i = 0; i <= net.p; ++i)
            copy(given, net.p, d), net(i, j) = blossom(spline.u, span_u, box.u, i, d);
    }
    for (int i = 0; i <= net.p; ++i) {
        for (int j = 0; j <= net.q; ++j) given[static_cast<std::size_t>(j)] = net(i, j);
        for (int j = 0; j <= net.q; ++j)
            copy(given, net.q, d), net(i, j) = blossom(spline.v, span_v, box.v, j, d);
    }
    const double growth = growth_of(spline.u, span_u, box.u) * growth_of(spline.v, span_v, box.v);
    net.error *= growth;
    net.weight_error *= growth;
}

/// The greatest |difference| of each component of neighbours in a net, times a factor.
struct Greatest {
    Vec3 each = Vec3::Zero();
    double norm = 0.0;
    double weight = 0.0;

    void see(const Row& d) {
        each = each.cwiseMax(vector_of(d).cwiseAbs());
        norm = std::max(norm, vector_of(d).norm());
        weight = std::max(weight, std::abs(d[3]));
    }
    /// `errors`: how many control points' errors are in a difference.
    void scale(double factor, double errors, const Net& net) {
        each = (each.array() + errors * net.error) * factor * kRoundUp;
        norm = (norm + 2.0 * errors * net.error) * factor * kRoundUp;
        weight = (weight + errors * net.weight_error) * factor * kRoundUp;
    }
};

Row minus(const Row& a, const Row& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]}; }

/// Derivatives of the numerator and of the weight: u, v, uu, uv, vv.
std::array<Greatest, 5> differences(const Net& net, const UvBox& box) {
    std::array<Greatest, 5> most;
    for (int i = 0; i <= net.p; ++i)
        for (int j = 0; j <= net.q; ++j) {
            if (i > 0) most[0].see(minus(net(i, j), net(i - 1, j)));
            if (j > 0) most[1].see(minus(net(i, j), net(i, j - 1)));
            if (i > 1)
                most[2].see(minus(minus(net(i, j), net(i - 1, j)), minus(net(i - 1, j), net(i - 2, j))));
            if (i > 0 && j > 0)
                most[3].see(minus(minus(net(i, j), net(i - 1, j)), minus(net(i, j - 1), net(i - 1, j - 1))));
            if (j > 1)
                most[4].see(minus(minus(net(i, j), net(i, j - 1)), minus(net(i, j - 1), net(i, j - 2))));
        }
    const double p = net.p, q = net.q, u = box.u.width(), v = box.v.width();
    most[0].scale(p / u, 2.0, net);
    most[1].scale(q / v, 2.0, net);
    most[2].scale(p * (p - 1.0) / (u * u), 4.0, net);
    most[3].scale(p * q / (u * v), 4.0, net);
    most[4].scale(q * (q - 1.0) / (v * v), 4.0, net);
    return most;
}

/// Quotient rule: with S - c = A / w, S_u = (A_u - w_u (S - c)) / w, S_uv = (A_uv - w_u S_v - w_v S_u - w_uv (S -
/// c)) / w; every length by its greatest.
SplineBounds quotient(const std::array<Greatest, 5>& d, const Net& net) {
    if (net.weight_error == 0.0)  // polynomial: A is all there is
        return {{d[0].each, d[1].each},
                {d[2].each, d[3].each, d[4].each},
                {d[0].norm, d[1].norm},
                {d[2].norm, d[3].norm, d[4].norm}};
    double least = kInfinity;
    Greatest offset;  // S - c
    for (const Row& row : net.at) {
        const double w = row[3] - net.weight_error;
        least = std::min(least, w);
        if (!(w > 0.0)) continue;
        const Vec3 x = (vector_of(row).cwiseAbs().array() + net.error).matrix() / w;
        offset.each = offset.each.cwiseMax(x);
        offset.norm = std::max(offset.norm, x.norm());
    }
    SplineBounds most{};
    const double by = least > 0.0 ? kRoundUp / least : kInfinity;
    const auto& [u, v, uu, uv, vv] = d;
    const std::array<const Greatest*, 2> one{&u, &v};
    for (std::size_t k = 0; k < 2; ++k) {
        most.first[k] = (one[k]->each + one[k]->weight * offset.each) * by;
        most.first_norm[k] = (one[k]->norm + one[k]->weight * offset.norm) * by;
    }
    const std::array<const Greatest*, 3> two{&uu, &uv, &vv};
    constexpr std::array<std::array<std::size_t, 2>, 3> kBy{{{0, 0}, {0, 1}, {1, 1}}};
    for (std::size_t k = 0; k < 3; ++k) {
        const auto [i, j] = kBy[k];
        most.second[k] = (two[k]->each + one[i]->weight * most.first[j] + one[j]->weight * most.first[i] +
                          two[k]->weight * offset.each) *
                         by;
        most.second_norm[k] = (two[k]->norm + one[i]->weight * most.first_norm[j] +
                               one[j]->weight * most.first_norm[i] + two[k]->weight * offset.norm) *
                              by;
    }
    return most;
}

/// The part of a range in a span, widened to what differences are still good for, but not beyond the cell.
Range part_in(const Knots& knots, int span, const Range& range) {
    const double lo = knots.values[static_cast<std::size_t>(span)];
    const double hi = knots.values[static_cast<std::size_t>(span) + 1];
    if (knots.degree == 0) return {lo, hi};
    Range part = range;
    if (lo > knots.first()) part.lo = std::max(part.lo, lo);
    if (hi < knots.last()) part.hi = std::min(part.hi, hi);
    const double wanted = range.width() > 0.0 ? kLeastShare * range.width() : kShareOfCell * (hi - lo);
    const double least = std::min(wanted, hi - lo);
    if (part.width() >= least) return part;
    part.lo = std::min(part.lo, std::max(part.middle() - 0.5 * least, lo));
    part.hi = std::max(part.hi, std::min(part.lo + least, hi));
    part.lo = std::min(part.lo, std::max(part.hi - least, lo));
    return part;
}

void widen(SplineBounds& all, const SplineBounds& more) {
    for (std::size_t k = 0; k < 2; ++k) {
        all.first[k] = all.first[k].cwiseMax(more.first[k]);
        all.first_norm[k] = std::max(all.first_norm[k], more.first_norm[k]);
    }
    for (std::size_t k = 0; k < 3; ++k) {
        all.second[k] = all.second[k].cwiseMax(more.second[k]);
        all.second_norm[k] = std::max(all.second_norm[k], more.second_norm[k]);
    }
}

bool is_span(const Knots& knots, int span) {
    return knots.values[static_cast<std::size_t>(span)] < knots.values[static_cast<std::size_t>(span) + 1];
}

const char* fault_of(const Knots& knots) {
    if (knots.degree < 0 || knots.degree > kMostDegree) return "its degree";
    if (knots.poles() <= knots.degree) return "too few knots";
    for (std::size_t i = 0; i < knots.values.size(); ++i)
        if (!std::isfinite(knots.values[i]) || (i > 0 && knots.values[i] < knots.values[i - 1]))
            return "knots that do not increase";
    if (!(knots.first() < knots.last())) return "knots without a span";
    for (std::size_t i = 0; knots.degree > 0 && i < knots.values.size();) {
        std::size_t same = i;
        while (same < knots.values.size() && knots.values[same] == knots.values[i]) ++same;
        const bool is_inside = knots.values[i] > knots.first() && knots.values[i] < knots.last();
        if (is_inside && static_cast<int>(same - i) > knots.degree) return "a knot at which it is torn";
        i = same;
    }
    return nullptr;
}

}  // namespace

const char* fault_of(const Spline& spline) {
    if (const char* fault = fault_of(spline.u)) return fault;
    if (const char* fault = fault_of(spline.v)) return fault;
    const auto count =
        static_cast<std::size_t>(spline.u.poles()) * static_cast<std::size_t>(spline.v.poles());
    if (spline.poles.size() != count) return "the number of its poles";
    if (!spline.weights.empty() && spline.weights.size() != count) return "the number of its weights";
    for (const Vec3& pole : spline.poles)
        if (!pole.allFinite()) return "a pole that is not finite";
    for (const double w : spline.weights)
        if (!(w > 0.0 && std::isfinite(w))) return "a weight that is not above 0";
    return nullptr;
}

RoundedPoint point(const Spline& spline, double u, double v) {
    const int span_u = span_of(spline.u, u), span_v = span_of(spline.v, v);
    // Weights that differ much multiply errors: those of the distance from a pole nearby are small.
    const Vec3 centre = spline.weights.empty() ? Vec3::Zero() : centre_of(spline, span_u, span_v);
    const Net net = local_net(spline, span_u, span_v, centre);
    const UvBox box{{u, u}, {v, v}};
    std::array<Row, kSide> d, row;
    for (int i = 0; i <= net.p; ++i) {
        for (int j = 0; j <= net.q; ++j) d[static_cast<std::size_t>(j)] = net(i, j);
        row[static_cast<std::size_t>(i)] = blossom(spline.v, span_v, box.v, 0, d);
    }
    const Row at = blossom(spline.u, span_u, box.u, 0, row);
    const double growth = growth_of(spline.u, span_u, box.u) * growth_of(spline.v, span_v, box.v);
    if (spline.weights.empty()) return {vector_of(at), 2.0 * net.error * growth};
    const double w = at[3] - net.weight_error * growth;
    if (!(w > 0.0)) return {vector_of(at), kInfinity};
    const Vec3 x = vector_of(at) / at[3];
    const double error =
        (net.error * growth + x.norm() * (net.weight_error * growth + 2.0 * kUnitRoundoff * w)) / w;
    return {centre + x, 2.0 * kRoundUp * (error + kUnitRoundoff * (centre.norm() + x.norm()))};
}

SplineBounds bounds_over(const Spline& spline, const UvBox& box) {
    SplineBounds all{};
    const int u0 = span_of(spline.u, box.u.lo), u1 = span_of(spline.u, box.u.hi);
    const int v0 = span_of(spline.v, box.v.lo), v1 = span_of(spline.v, box.v.hi);
    for (int i = u0; i <= u1; ++i)
        for (int j = v0; j <= v1; ++j) {
            if (!is_span(spline.u, i) || !is_span(spline.v, j)) continue;
            const UvBox part{part_in(spline.u, i, box.u), part_in(spline.v, j, box.v)};
            Net net = local_net(spline, i, j, centre_of(spline, i, j));
            restrict_to(net, spline, i, j, part);
            widen(all, quotient(differences(net, part), net));
        }
    return all;
}

std::vector<double> creases_of(const Knots& knots) {
    std::vector<double> creases;
    for (std::size_t i = 0; i < knots.values.size();) {
        std::size_t same = i;
        while (same < knots.values.size() && knots.values[same] == knots.values[i]) ++same;
        const double x = knots.values[i];
        if (static_cast<int>(same - i) >= knots.degree && x > knots.first() && x < knots.last() &&
            knots.degree > 0)
            creases.push_back(x);
        i = same;
    }
    return creases;
}

}  // namespace graze::surface
