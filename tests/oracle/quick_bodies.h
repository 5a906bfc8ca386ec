// The same question as body_contact.h, still over all pairs of triangles and all their features, but quick
// enough for thousands of motions. Shares nothing with the product: no trees, no owners, no accelerations.
//
// MPFI says where a few points of each body are; a rigid placement is affine, so these give all others in
// doubles. Every length that is computed here is within kSlack of the truth, relative to all lengths that
// enter it (places have some 20 roundings of 2^-53: 2e-15).
//
// Over a stretch of time, y(x, t) - y(x, middle) is affine in x, so its length is convex in x: x is a convex
// combination of the middle c of the body and of six points c +- h e_k, whose boxes MPFI computes.
//
// At an instant, plain formulas guess the closest points of two triangles. What is used is right whatever
// they say: the distance is at most that of the two points, and at least the gap of the corners along the
// line between them. Pairs of triangles that are farther apart than the clearance throughout a stretch are
// not looked at again in its halves.
#pragma once

#include "oracle/body_contact.h"

namespace graze::oracle {

inline constexpr double kSlack = 1e-13;

using Corner3 = std::array<Vec3, 3>;

struct ClosestGuess {
    Vec3 on_a, on_b;
    double sq = HUGE_VAL;

    void see(const Vec3& p, const Vec3& q) {
        if (const double d = (p - q).squaredNorm(); d < sq) on_a = p, on_b = q, sq = d;
    }
};

[[nodiscard]] inline Vec3 guess_on_segment(const Vec3& x, const Vec3& p, const Vec3& q) {
    const Vec3 d = q - p;
    const double s = (x - p).dot(d) / d.squaredNorm();  // NaN without a length
    return s > 0.0 ? Vec3(p + std::min(s, 1.0) * d) : p;
}

[[nodiscard]] inline Vec3 guess_on_triangle(const Vec3& x, const Corner3& t) {
    const Vec3 e = t[1] - t[0], f = t[2] - t[0], r = x - t[0];
    const double ee = e.dot(e), ff = f.dot(f), ef = e.dot(f), er = e.dot(r), fr = f.dot(r);
    const double det = ee * ff - ef * ef, u = (ff * er - ef * fr) / det, v = (ee * fr - ef * er) / det;
    if (u >= 0.0 && v >= 0.0 && u + v <= 1.0) return t[0] + u * e + v * f;
    Vec3 best = guess_on_segment(x, t[0], t[1]);
    for (const int k : {1, 2}) {
        const Vec3 p = guess_on_segment(x, t[k], t[(k + 1) % 3]);
        if ((p - x).squaredNorm() < (best - x).squaredNorm()) best = p;
    }
    return best;
}

[[nodiscard]] inline ClosestGuess guess_closest(const Corner3& a, const Corner3& b) {
    ClosestGuess best;
    for (int i = 0; i < 3; ++i) best.see(a[i], guess_on_triangle(a[i], b));
    for (int j = 0; j < 3; ++j) best.see(guess_on_triangle(b[j], a), b[j]);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const Vec3 e = a[(i + 1) % 3] - a[i], f = b[(j + 1) % 3] - b[j], r = b[j] - a[i];
            const double ee = e.dot(e), ff = f.dot(f), ef = e.dot(f), er = e.dot(r), fr = f.dot(r);
            const double det = ee * ff - ef * ef, u = (ff * er - ef * fr) / det,
                         v = (ef * er - ee * fr) / det;
            if (u >= 0.0 && u <= 1.0 && v >= 0.0 && v <= 1.0) best.see(a[i] + u * e, b[j] + v * f);
        }
    return best;
}

/// No more than the distance, if n is at most a unit; less rounding.
[[nodiscard]] inline double gap_of(const Vec3& n, const Corner3& a, const Corner3& b) {
    return std::min({n.dot(b[0]), n.dot(b[1]), n.dot(b[2])}) -
           std::max({n.dot(a[0]), n.dot(a[1]), n.dot(a[2])});
}

/// Bounds of the distance, less rounding, and the line between the closest points.
[[nodiscard]] inline Bracket triangle_bracket(const Corner3& a, const Corner3& b, Vec3& line) {
    const ClosestGuess guess = guess_closest(a, b);
    const double length = std::sqrt(guess.sq);
    line = Vec3::Zero();
    if (!(length > 0.0)) return {0.0, length};
    line = (guess.on_b - guess.on_a) / length;
    return {std::max(gap_of(line, a, b), 0.0), length};
}

/// A body seen from its middle.
class QuickBody {
  public:
    explicit QuickBody(const BodyPath& body) : body_(body) {
        Vec3 lo = body.mesh.vertices[0], hi = lo;
        for (const Vec3& x : body.mesh.vertices) lo = lo.cwiseMin(x), hi = hi.cwiseMax(x);
        centre_ = 0.5 * (lo + hi);
        double most = 0.0;
        for (const Vec3& x : body.mesh.vertices) most = std::max(most, (x - centre_).lpNorm<1>());
        h_ = std::exp2(std::ceil(std::log2(std::max(1.0001 * most, 1e-300))));
        for (const Triangle& t : body.mesh.triangles) {
            const Corner3 c{body.mesh.vertices[t[0]] - centre_, body.mesh.vertices[t[1]] - centre_,
                            body.mesh.vertices[t[2]] - centre_};
            const Vec3 middle = (c[0] + c[1] + c[2]) / 3.0;
            corners.push_back(c);
            balls.push_back(
                {middle, std::max({(c[0] - middle).norm(), (c[1] - middle).norm(), (c[2] - middle).norm()})});
        }
    }

    struct Places {
        NumVec middle;
        std::array<NumVec, 3> steps;  // of c + h e_k
    };
    [[nodiscard]] Places places(const Num& t) const {
        const NumVec c = nums(centre_);
        Places p{body_.path(c, t), {}};
        for (int k = 0; k < 3; ++k) p.steps[k] = body_.path(stepped(c, k, h_), t);
        return p;
    }
    /// Columns of the rotation.
    [[nodiscard]] Eigen::Matrix3d turn(const Places& p) const {
        Eigen::Matrix3d r;
        for (int k = 0; k < 3; ++k) {
            const NumVec d = p.steps[k] - p.middle;
            r.col(k) = near_double(d) / h_;
        }
        return r;
    }
    /// How far a corner of each triangle gets at most from where it is at the middle of the stretch.
    void deviations(double lo, double hi, const Places& at_middle, std::vector<double>& of_triangle) const {
        const Num t(lo, hi);
        const NumVec c = nums(centre_), twice = at_middle.middle + at_middle.middle;
        const double own = length_hi(body_.path(c, t) - at_middle.middle);
        double step[3][2];
        for (int k = 0; k < 3; ++k) {
            step[k][0] = length_hi(body_.path(stepped(c, k, h_), t) - at_middle.steps[k]);
            step[k][1] = length_hi(body_.path(stepped(c, k, -h_), t) - (twice - at_middle.steps[k]));
        }
        of_triangle.clear();
        for (const Corner3& corner : corners) {
            double most = 0.0;
            for (const Vec3& x : corner) {
                double sum = own;
                for (int k = 0; k < 3; ++k) sum += std::abs(x[k]) / h_ * (step[k][x[k] < 0.0 ? 1 : 0] - own);
                most = std::max(most, sum);
            }
            of_triangle.push_back(most * (1.0 + 1e-12));
        }
    }
    [[nodiscard]] double reach() const { return 2.0 * h_; }

    std::vector<Corner3> corners;  // from the middle, as are the balls
    std::vector<Ball> balls;

  private:
    [[nodiscard]] static NumVec stepped(const NumVec& c, int k, double h) {
        NumVec x = c;
        x[k] = c[k] + Num(h);
        return x;
    }
    [[nodiscard]] static double length_hi(const NumVec& v) { return oracle::sqrt(norm_sq(v)).hi(); }

    BodyPath body_;
    Vec3 centre_;
    double h_;
};

struct NearPair {
    std::uint32_t a, b;
    Vec3 line = Vec3::Zero();  // at most a unit: that of the closest points when they were last guessed
};

class QuickBodies {
  public:
    QuickBodies(const BodyPath& a, const BodyPath& b) : a_(a), b_(b) {}

    /// The distance at t.
    [[nodiscard]] Bracket distance_at(double t) {
        place(t);
        double seen = HUGE_VAL;
        for (const Ball& p : balls_a_)
            for (const Ball& q : balls_b_) seen = std::min(seen, (p.centre - q.centre).norm());
        Bracket best{seen, seen};
        for (NearPair& pair : pairs_near(seen + slack_)) {
            const Ball &p = balls_a_[pair.a], &q = balls_b_[pair.b];
            if ((p.centre - q.centre).norm() - p.radius - q.radius > best.hi + slack_) continue;
            best = least_of(best, bracket_of(pair));
        }
        return {std::max(0.0, best.lo - slack_), best.hi + slack_};
    }

    /// All pairs of triangles that are certainly within `distance` at t.
    [[nodiscard]] std::vector<NearPair> within(double t, double distance) {
        place(t);
        std::vector<NearPair> all;
        for (NearPair& pair : pairs_near(distance + slack_))
            if (bracket_of(pair).hi + slack_ <= distance) all.push_back(pair);
        return all;
    }

    enum class Proof { Farther, Refuted, Unresolved };
    struct Outcome {
        Proof proof;
        double time;  // Refuted: the distance is at most d here. Unresolved: proved up to here.
    };
    /// Whether the bodies are farther apart than d throughout. Gives up below `shortest`.
    [[nodiscard]] Outcome prove_farther(const Stretch& over, double d, double shortest) {
        budget_ = 30000;
        constexpr int kParts = 16;  // of which the first few levels of halving would leave nothing out
        const double step = (over.hi - over.lo) / kParts;
        for (int k = 0; k < kParts; ++k) {
            const Stretch part{over.lo + k * step, k + 1 == kParts ? over.hi : over.lo + (k + 1) * step};
            const Outcome outcome = prove(part, d, shortest, nullptr);
            if (outcome.proof != Proof::Farther) return outcome;
        }
        return {Proof::Farther, over.hi};
    }
    int windows = 0;

  private:
    void place(double t) {
        at_a_ = a_.places(Num(t)), at_b_ = b_.places(Num(t));
        turn_a_ = a_.turn(at_a_), turn_b_ = b_.turn(at_b_);
        apart_ = near_double(at_b_.middle - at_a_.middle);
        slack_ = kSlack * (apart_.lpNorm<1>() + a_.reach() + b_.reach());
        balls_a_.clear(), balls_b_.clear();
        for (const Ball& ball : a_.balls) balls_a_.push_back({turn_a_ * ball.centre, ball.radius});
        for (const Ball& ball : b_.balls) balls_b_.push_back({turn_b_ * ball.centre + apart_, ball.radius});
    }
    [[nodiscard]] Corner3 corners_a(const NearPair& pair) const {
        const Corner3& p = a_.corners[pair.a];
        return {turn_a_ * p[0], turn_a_ * p[1], turn_a_ * p[2]};
    }
    [[nodiscard]] Corner3 corners_b(const NearPair& pair) const {
        const Corner3& q = b_.corners[pair.b];
        return {turn_b_ * q[0] + apart_, turn_b_ * q[1] + apart_, turn_b_ * q[2] + apart_};
    }
    [[nodiscard]] double gap_along(const Vec3& n, const NearPair& pair) const {
        return gap_of(n, corners_a(pair), corners_b(pair));
    }
    /// Notes the line.
    [[nodiscard]] Bracket bracket_of(NearPair& pair) const {
        return triangle_bracket(corners_a(pair), corners_b(pair), pair.line);
    }
    /// Balls within `distance` of each other, each grown by its radius.
    [[nodiscard]] std::vector<NearPair> pairs_near(double distance) const {
        std::vector<NearPair> pairs;
        double largest = 0.0;
        for (const Ball& q : balls_b_) largest = std::max(largest, (q.centre - apart_).norm() + q.radius);
        std::vector<double> x, y, z, r;
        for (const Ball& q : balls_b_) {
            x.push_back(q.centre.x()), y.push_back(q.centre.y()), z.push_back(q.centre.z());
            r.push_back(q.radius);
        }
        std::vector<char> is_near(balls_b_.size());
        for (std::uint32_t i = 0; i < balls_a_.size(); ++i) {
            const double px = balls_a_[i].centre.x(), py = balls_a_[i].centre.y(),
                         pz = balls_a_[i].centre.z(), reach = balls_a_[i].radius + distance;
            if ((balls_a_[i].centre - apart_).norm() > reach + largest) continue;
            for (std::size_t j = 0; j < r.size(); ++j) {
                const double dx = x[j] - px, dy = y[j] - py, dz = z[j] - pz, sum = r[j] + reach;
                is_near[j] = dx * dx + dy * dy + dz * dz <= sum * sum;
            }
            for (std::uint32_t j = 0; j < r.size(); ++j)
                if (is_near[j] != 0) pairs.push_back({i, j});
        }
        return pairs;
    }

    Outcome prove(const Stretch& part, double d, double shortest, const std::vector<NearPair>* of) {
        ++windows;
        const double middle = 0.5 * (part.lo + part.hi);
        if (--budget_ < 0) return {Proof::Unresolved, part.lo};
        place(middle);
        a_.deviations(part.lo, part.hi, at_a_, away_a_);
        b_.deviations(part.lo, part.hi, at_b_, away_b_);
        for (std::size_t i = 0; i < balls_a_.size(); ++i) balls_a_[i].radius += away_a_[i];
        for (std::size_t j = 0; j < balls_b_.size(); ++j) balls_b_[j].radius += away_b_[j];
        std::vector<NearPair> near;
        if (of == nullptr) {
            near = pairs_near(d + slack_);
        } else {
            for (const NearPair& pair : *of) {
                const Ball &p = balls_a_[pair.a], &q = balls_b_[pair.b];
                const double sum = p.radius + q.radius + d + slack_;
                if ((p.centre - q.centre).squaredNorm() <= sum * sum) near.push_back(pair);
            }
        }
        // Too many to look at each; but if balls no longer leave out much, there is nothing else to do.
        constexpr std::size_t kMany = 1000;
        if (near.size() <= kMany || (of != nullptr && 10 * near.size() > 7 * of->size())) {
            std::vector<NearPair> left;
            for (NearPair& pair : near) {
                const double enough = d + slack_ + away_a_[pair.a] + away_b_[pair.b];
                if (gap_along(pair.line, pair) > enough) continue;
                const Bracket distance = bracket_of(pair);
                if (distance.hi + slack_ <= d) return {Proof::Refuted, middle};
                if (distance.lo <= enough) left.push_back(pair);
            }
            near = std::move(left);
        }
        if (near.empty()) return {Proof::Farther, part.hi};
        if (part.hi - part.lo < shortest) return {Proof::Unresolved, part.lo};
        const Outcome first = prove({part.lo, middle}, d, shortest, &near);
        return first.proof == Proof::Farther ? prove({middle, part.hi}, d, shortest, &near) : first;
    }

    QuickBody a_, b_;
    // Where the bodies are now, seen from the middle of a.
    QuickBody::Places at_a_, at_b_;
    Eigen::Matrix3d turn_a_, turn_b_;
    Vec3 apart_;
    double slack_ = 0.0;
    std::vector<Ball> balls_a_, balls_b_;
    std::vector<double> away_a_, away_b_;
    int budget_ = 0;
};

}  // namespace graze::oracle
