#include "graze_verify/spline.h"

#include <algorithm>

namespace graze::verify {
namespace {

constexpr std::size_t kMostPoles = kMostCertificateDegree + 1;  // of one direction of a cell
constexpr double kLeastShare = 0.25;   // of a box, that its part in a cell is widened to
constexpr double kShareOfCell = 1e-3;  // of a cell, for a box without width
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Weight times point minus centre, and the weight.
using Row = std::array<Bound, 4>;

double size_of(const Bound& a) { return std::max(std::abs(a.lo), std::abs(a.hi)); }
double larger(double a, double b) { return b <= a ? a : b; }  // NaN stays, or comes

std::size_t poles_of(const CertificateKnots& k) { return k.values.size() - 1 - k.degree; }
bool is_cell(const CertificateKnots& k, std::size_t s) { return k.values[s] < k.values[s + 1]; }

/// The last cell that begins at x or before; the first if there is none.
std::size_t cell_at(const CertificateKnots& k, double x) {
    const auto begin = k.values.begin() + k.degree;
    const auto end = k.values.begin() + static_cast<std::ptrdiff_t>(poles_of(k));
    const auto after = std::upper_bound(begin, end, x);
    std::size_t s = static_cast<std::size_t>((after == begin ? begin : after - 1) - k.values.begin());
    while (s > k.degree && !is_cell(k, s)) --s;
    while (!is_cell(k, s)) ++s;
    return s;
}

bool is_first_cell(const CertificateKnots& k, std::size_t s) { return !(k.values[k.degree] < k.values[s]); }
bool is_last_cell(const CertificateKnots& k, std::size_t s) {
    return !(k.values[s + 1] < k.values[poles_of(k)]);
}

/// The shares of an interpolation: of the pole before, and of this one.
struct Shares {
    Bound before, own;
};

/// All shares for one argument in one cell: row r, pole j at [r (r - 1) / 2 ...] would be less; this is simpler.
class Rows {
  public:
    Rows(const CertificateKnots& k, std::size_t cell, double x) : p_(k.degree) {
        for (std::size_t r = 1; r <= p_; ++r)
            for (std::size_t j = r; j <= p_; ++j) {
                const std::size_t i = cell - p_ + j;
                const Bound from = exact(k.values[i]), to = exact(k.values[i + p_ - r + 1]);
                const Bound own = (exact(x) - from) / (to - from);
                shares_[place(r, j)] = {exact(1.0) - own, own};
            }
    }
    [[nodiscard]] const Shares& at(std::size_t r, std::size_t j) const { return shares_[place(r, j)]; }
    [[nodiscard]] std::size_t degree() const { return p_; }

  private:
    /// Rows after each other; the r-th has the poles r to p.
    [[nodiscard]] std::size_t place(std::size_t r, std::size_t j) const {
        return (r - 1) * (p_ + 1) - (r - 1) * r / 2 + (j - r);
    }
    std::size_t p_;
    std::array<Shares, kMostPoles * kMostPoles / 2> shares_;
};

/// The point at the argument of the rows. Overwrites d[0] to d[p].
template <std::size_t N>
void interpolate(std::array<Row, kMostPoles>& d, const Rows& rows) {
    for (std::size_t r = 1; r <= rows.degree(); ++r)
        for (std::size_t j = rows.degree(); j >= r; --j) {
            const Shares& s = rows.at(r, j);
            for (std::size_t k = 0; k < N; ++k) d[j][k] = s.before * d[j - 1][k] + s.own * d[j][k];
        }
}

/// The control points of a piece in doubles, and how far they may be off: docs/certificates.md, section 5.
using PlainRow = std::array<double, 4>;
struct Net {
    std::size_t p, q;
    bool is_rational;
    std::vector<PlainRow> at;  // (i, j) at i (q + 1) + j
    double error;              // of each coordinate
    double weight_error;

    PlainRow& operator()(std::size_t i, std::size_t j) { return at[i * (q + 1) + j]; }
    const PlainRow& operator()(std::size_t i, std::size_t j) const { return at[i * (q + 1) + j]; }
};

std::size_t pole_at(const CertificateSpline& s, std::size_t cell_u, std::size_t cell_v, std::size_t i,
                    std::size_t j) {
    return (cell_u - s.u.degree + i) * poles_of(s.v) + cell_v - s.v.degree + j;
}

/// The pole about which a cell is looked at: in the middle of those that matter.
Point centre_of(const CertificateSpline& s, std::size_t cell_u, std::size_t cell_v) {
    return s.poles[(cell_u - s.u.degree / 2) * poles_of(s.v) + cell_v - s.v.degree / 2];
}

/// One interpolation with shares that are computed in doubles is off by less than 10 u M, u = 2^-53, if M is the
/// greatest number, and what was off grows by the sum of the shares' sizes: 1, or 1 + 2 e for a parameter that is e
/// cells beyond the cell. Poles minus centre times weight are off by 3 u M, differences by 8 u M: all of it 16 u M a row.
double growth_of(const CertificateKnots& k, std::size_t cell, const Span& part) {
    const double lo = k.values[cell], hi = k.values[cell + 1];
    const double beyond = std::max({0.0, lo - part.lo, part.hi - hi});
    double growth = 1.0;
    for (std::size_t i = 0; i < k.degree; ++i)
        growth = above(growth * above(1.0 + 2.0 * above(beyond / below(hi - lo))));
    return growth;
}

/// The rows of shares for one argument, in doubles.
class PlainRows {
  public:
    PlainRows(const CertificateKnots& k, std::size_t cell, double x) : p_(k.degree) {
        std::size_t at = 0;
        for (std::size_t r = 1; r <= p_; ++r)
            for (std::size_t j = r; j <= p_; ++j) {
                const double from = k.values[cell - p_ + j], to = k.values[cell + j - r + 1];
                shares_[at++] = (x - from) / (to - from);
            }
    }
    [[nodiscard]] const double* row(std::size_t r) const {
        return &shares_[(r - 1) * (p_ + 1) - (r - 1) * r / 2];
    }

  private:
    std::size_t p_;
    std::array<double, kMostPoles * kMostPoles / 2> shares_;
};

/// The blossom with `high` arguments of the second kind, the rest of the first. Overwrites d[0] to d[p].
template <std::size_t N>
void interpolate(PlainRow* d, std::size_t p, const PlainRows& low, const PlainRows& high, std::size_t highs) {
    for (std::size_t r = 1; r <= p; ++r) {
        const double* shares = (r <= highs ? high : low).row(r);
        for (std::size_t j = p; j >= r; --j) {
            const double own = shares[j - r], before = 1.0 - own;
            for (std::size_t k = 0; k < N; ++k) d[j][k] = before * d[j - 1][k] + own * d[j][k];
        }
    }
}

template <std::size_t N>
void restrict_rows(Net& net, const PlainRows& u_lo, const PlainRows& u_hi, const PlainRows& v_lo,
                   const PlainRows& v_hi) {
    std::array<PlainRow, kMostPoles> given, d;
    for (std::size_t j = 0; j <= net.q; ++j) {
        for (std::size_t i = 0; i <= net.p; ++i) given[i] = net(i, j);
        for (std::size_t i = 0; i <= net.p; ++i) {
            std::copy_n(given.begin(), net.p + 1, d.begin());
            interpolate<N>(d.data(), net.p, u_lo, u_hi, i);
            net(i, j) = d[net.p];
        }
    }
    for (std::size_t i = 0; i <= net.p; ++i) {
        for (std::size_t j = 0; j <= net.q; ++j) given[j] = net(i, j);
        for (std::size_t j = 0; j <= net.q; ++j) {
            std::copy_n(given.begin(), net.q + 1, d.begin());
            interpolate<N>(d.data(), net.q, v_lo, v_hi, j);
            net(i, j) = d[net.q];
        }
    }
}

/// The control points of the piece over a part of a cell.
Net net_over(const CertificateSpline& s, std::size_t cell_u, std::size_t cell_v, const Span& u,
             const Span& v) {
    const std::size_t p = s.u.degree, q = s.v.degree;
    const Point centre = centre_of(s, cell_u, cell_v);
    Net net{p, q, !s.weights.empty(), std::vector<PlainRow>((p + 1) * (q + 1)), 0.0, 0.0};
    double most = 0.0, most_weight = 0.0;
    for (std::size_t i = 0; i <= p; ++i)
        for (std::size_t j = 0; j <= q; ++j) {
            const std::size_t pole = pole_at(s, cell_u, cell_v, i, j);
            const double w = net.is_rational ? s.weights[pole] : 1.0;
            PlainRow& row = net(i, j);
            for (std::size_t k = 0; k < 3; ++k) {
                row[k] = w * (s.poles[pole][k] - centre[k]);
                most = larger(most, std::abs(row[k]));
            }
            row[3] = w, most_weight = larger(most_weight, w);
        }
    const PlainRows u_lo(s.u, cell_u, u.lo), u_hi(s.u, cell_u, u.hi), v_lo(s.v, cell_v, v.lo),
        v_hi(s.v, cell_v, v.hi);
    net.is_rational ? restrict_rows<4>(net, u_lo, u_hi, v_lo, v_hi)
                    : restrict_rows<3>(net, u_lo, u_hi, v_lo, v_hi);
    const double off = above(0x1p-49 * static_cast<double>(p + q + 2) *
                             above(growth_of(s.u, cell_u, u) * growth_of(s.v, cell_v, v)));
    net.error = above(off * most);
    net.weight_error = net.is_rational ? above(off * most_weight) : 0.0;
    return net;
}

PlainRow minus(const PlainRow& a, const PlainRow& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]};
}

/// What derivatives of numerator and weight are at most.
struct Most {
    Point each{};
    double length = 0.0, weight = 0.0;  // `length` is squared until it is scaled

    void see(const PlainRow& d) {
        for (std::size_t k = 0; k < 3; ++k) each[k] = larger(each[k], std::abs(d[k]));
        length = larger(length, d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        weight = larger(weight, std::abs(d[3]));
    }
    /// `points`: how many control points are in a difference.
    void scale(const Bound& by, double points, const Net& net) {
        const Bound off = exact(points) * exact(net.error);
        for (double& x : each) x = ((exact(x) + off) * by).hi;
        // The square is off by less than 4 2^-53 of itself, and by what underflows.
        const Bound squared = exact(above(length * (1.0 + 0x1p-50))) + exact(0x1p-1000);
        length = ((root(squared) + exact(2.0) * off) * by).hi;
        weight = ((exact(weight) + exact(points) * exact(net.weight_error)) * by).hi;
    }
};

/// By u, v, uu, uv, vv.
std::array<Most, 5> differences(const Net& net, const Span& u, const Span& v) {
    std::array<Most, 5> most;
    const auto by_u = [&](std::size_t i, std::size_t j) { return minus(net(i, j), net(i - 1, j)); };
    const auto by_v = [&](std::size_t i, std::size_t j) { return minus(net(i, j), net(i, j - 1)); };
    for (std::size_t i = 0; i <= net.p; ++i)
        for (std::size_t j = 0; j <= net.q; ++j) {
            if (i > 0) most[0].see(by_u(i, j));
            if (j > 0) most[1].see(by_v(i, j));
            if (i > 1) most[2].see(minus(by_u(i, j), by_u(i - 1, j)));
            if (i > 0 && j > 0) most[3].see(minus(by_u(i, j), by_u(i, j - 1)));
            if (j > 1) most[4].see(minus(by_v(i, j), by_v(i, j - 1)));
        }
    const auto p = static_cast<double>(net.p), q = static_cast<double>(net.q);
    const Bound du = exact(u.hi) - exact(u.lo), dv = exact(v.hi) - exact(v.lo);
    if (net.p > 0) most[0].scale(exact(p) / du, 2.0, net);
    if (net.p > 1) most[2].scale(exact(p * (p - 1.0)) / square(du), 4.0, net);
    if (net.q > 0) most[1].scale(exact(q) / dv, 2.0, net);
    if (net.q > 1) most[4].scale(exact(q * (q - 1.0)) / square(dv), 4.0, net);
    if (net.p > 0 && net.q > 0) most[3].scale(exact(p * q) / (du * dv), 4.0, net);
    return most;
}

/// With S - c = A / w: S_u = (A_u - w_u (S - c)) / w, S_uv = (A_uv - w_u S_v - w_v S_u - w_uv (S - c)) / w. One
/// component, or the length.
template <class Value>
std::array<double, 5> quotients(const std::array<Most, 5>& d, double least_weight, double offset,
                                Value value) {
    const auto sum = [&](std::initializer_list<std::array<double, 2>> products, double first) {
        Bound all = exact(first);
        for (const auto& [a, b] : products) all = all + exact(a) * exact(b);
        return (all / exact(least_weight)).hi;
    };
    const double u = sum({{d[0].weight, offset}}, value(d[0])), v = sum({{d[1].weight, offset}}, value(d[1]));
    return {u, v, sum({{2.0 * d[0].weight, u}, {d[2].weight, offset}}, value(d[2])),
            sum({{d[0].weight, v}, {d[1].weight, u}, {d[3].weight, offset}}, value(d[3])),
            sum({{2.0 * d[1].weight, v}, {d[4].weight, offset}}, value(d[4]))};
}

SplineSlopes slopes_of(const Net& net, const std::array<Most, 5>& d) {
    SplineSlopes slopes;
    if (!net.is_rational) {
        for (std::size_t i = 0; i < 5; ++i) slopes.each[i] = d[i].each, slopes.length[i] = d[i].length;
        return slopes;
    }
    double least = kInfinity, far = 0.0;
    Point off{};
    const Bound around{-net.error, net.error};
    for (const PlainRow& row : net.at) {
        const Bound weight{below(row[3] - net.weight_error), above(row[3] + net.weight_error)};
        if (!(weight.lo > 0.0)) {  // NaN too
            slopes.length.fill(kInfinity);
            for (Point& each : slopes.each) each.fill(kInfinity);
            return slopes;
        }
        least = std::min(least, weight.lo);
        BoundVec x;
        for (std::size_t k = 0; k < 3; ++k)
            x[k] = exact(row[k]) + around, off[k] = larger(off[k], size_of(x[k] / weight));
        far = larger(far, (length(x) / weight).hi);
    }
    slopes.length = quotients(d, least, far, [](const Most& most) { return most.length; });
    for (std::size_t k = 0; k < 3; ++k) {
        const auto own = quotients(d, least, off[k], [&](const Most& most) { return most.each[k]; });
        for (std::size_t i = 0; i < 5; ++i) slopes.each[i][k] = own[i];
    }
    return slopes;
}

/// A part of a cell that holds what the box has of it, wide enough for differences to be good for something. Beyond
/// the first and last cell the spline goes on as it is there.
Span part_in(const CertificateKnots& k, std::size_t cell, const Span& box) {
    const double lo = k.values[cell], hi = k.values[cell + 1];
    if (k.degree == 0) return {lo, hi};
    Span part = box;
    if (!is_first_cell(k, cell)) part.lo = std::max(part.lo, lo);
    if (!is_last_cell(k, cell)) part.hi = std::min(part.hi, hi);
    const double width = box.hi - box.lo;
    const double least = std::min(width > 0.0 ? kLeastShare * width : kShareOfCell * (hi - lo), hi - lo);
    if (part.hi - part.lo >= least) return part;
    const Span needed = part;
    part.lo = std::min(needed.lo, std::max(0.5 * needed.lo + 0.5 * needed.hi - 0.5 * least, lo));
    part.hi = std::max(needed.hi, std::min(part.lo + least, hi));
    part.lo = std::min(part.lo, std::max(part.hi - least, lo));
    return part;
}

std::string problem_with(const CertificateKnots& k) {
    if (k.degree == 0) return k.values.size() == 2 ? "" : "a spline of steps";
    for (std::size_t i = 0; i < k.values.size();) {
        std::size_t same = i;
        while (same < k.values.size() && k.values[same] == k.values[i]) ++same;
        const bool is_inside = k.values[i] > k.values[k.degree] && k.values[i] < k.values[poles_of(k)];
        if (is_inside && same - i > k.degree) return "a spline that is torn at a knot";
        i = same;
    }
    return {};
}

}  // namespace

std::string problem_with(const CertificateSpline& spline) {
    std::string problem = problem_with(spline.u);
    return problem.empty() ? problem_with(spline.v) : problem;
}

BoundVec point_at(const CertificateSpline& s, double u, double v) {
    const std::size_t cell_u = cell_at(s.u, u), cell_v = cell_at(s.v, v);
    const Point centre = centre_of(s, cell_u, cell_v);
    const bool is_rational = !s.weights.empty();
    const Rows rows_u(s.u, cell_u, u), rows_v(s.v, cell_v, v);
    std::array<Row, kMostPoles> along_u, d;
    for (std::size_t i = 0; i <= s.u.degree; ++i) {
        for (std::size_t j = 0; j <= s.v.degree; ++j) {
            const std::size_t pole = pole_at(s, cell_u, cell_v, i, j);
            const Bound w = exact(is_rational ? s.weights[pole] : 1.0);
            for (std::size_t k = 0; k < 3; ++k) {
                const Bound x = exact(s.poles[pole][k]) - exact(centre[k]);
                d[j][k] = is_rational ? w * x : x;
            }
            d[j][3] = w;
        }
        is_rational ? interpolate<4>(d, rows_v) : interpolate<3>(d, rows_v);
        along_u[i] = d[s.v.degree];
    }
    is_rational ? interpolate<4>(along_u, rows_u) : interpolate<3>(along_u, rows_u);
    const Row& found = along_u[s.u.degree];
    BoundVec x{found[0], found[1], found[2]};
    if (is_rational)
        for (Bound& one : x) one = one / found[3];
    return exact(centre) + x;
}

SplineSlopes slopes_over(const CertificateSpline& s, const Span& u, const Span& v) {
    SplineSlopes all;
    for (std::size_t i = cell_at(s.u, u.lo), last_i = cell_at(s.u, u.hi); i <= last_i; ++i)
        for (std::size_t j = cell_at(s.v, v.lo), last_j = cell_at(s.v, v.hi); j <= last_j; ++j) {
            if (!is_cell(s.u, i) || !is_cell(s.v, j)) continue;
            const Span part_u = part_in(s.u, i, u), part_v = part_in(s.v, j, v);
            const Net net = net_over(s, i, j, part_u, part_v);
            const SplineSlopes own = slopes_of(net, differences(net, part_u, part_v));
            for (std::size_t k = 0; k < 5; ++k) {
                all.length[k] = larger(all.length[k], own.length[k]);
                for (std::size_t c = 0; c < 3; ++c) all.each[k][c] = larger(all.each[k][c], own.each[k][c]);
            }
        }
    return all;
}

std::vector<double> creases_of(const CertificateKnots& k) {
    std::vector<double> creases;
    if (k.degree == 0) return creases;
    for (std::size_t i = 0; i < k.values.size();) {
        std::size_t same = i;
        while (same < k.values.size() && k.values[same] == k.values[i]) ++same;
        const bool is_inside = k.values[i] > k.values[k.degree] && k.values[i] < k.values[poles_of(k)];
        if (is_inside && same - i >= k.degree) creases.push_back(k.values[i]);
        i = same;
    }
    return creases;
}

}  // namespace graze::verify
