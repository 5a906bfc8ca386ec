#include "graze/surface/deviation_bound.h"

#include "graze/numeric/outward.h"

#include <algorithm>
#include <cmath>

namespace graze::surface {
namespace {

constexpr double kRoundUp = 1.0 + 0x1p-40;
constexpr double kDistanceError = 64.0 * kUnitRoundoff;   // of coordinates
constexpr double kThin = 0.1, kFar = 0.95, kThick = 0.5;  // of what is asked for
constexpr int kMostDepth = 24;                            // cuts of one element, one after the other
constexpr int kMostCuts = 20000;                          // of one element in all

double clamp01(double x) { return x > 0.0 ? std::min(x, 1.0) : 0.0; }

/// Parameter of the point of the segment a, a + d nearest to a + w.
double along(const Vec3& w, const Vec3& d) {
    const double length_sq = d.squaredNorm();
    return length_sq > 0.0 ? clamp01(w.dot(d) / length_sq) : 0.0;
}

struct Piece {
    Element element;
    std::array<RoundedPoint, 3> corners;
    ParametricBounds most;  // of derivatives, there or on what it was cut from
    int depth;
};

/// The elements of one face against the mesh.
class Bounder {
  public:
    Bounder(const Face& face, const MeshNeighbours& mesh, double enough)
        : face_(face), mesh_(mesh), enough_(enough) {}

    /// Of the element with these vertices.
    void add(const Element& element, const std::array<std::uint32_t, 3>& vertices) {
        own_ = mesh_.find(vertices);
        vertices_ = vertices;
        ring_.clear();
        int cuts = 0;
        pieces_.assign(1, {element, corners_of(element), bounds_on(face_, element), 0});
        while (!pieces_.empty()) {
            Piece piece = pieces_.back();
            pieces_.pop_back();
            Thickness thick = thickness_of(face_, piece.element, piece.most);
            double bound = distance_of(piece, thick.radius) + thick.radius;
            if (bound > enough_ && piece.depth > 0) {
                piece.most = bounds_on(face_, piece.element);
                thick = thickness_of(face_, piece.element, piece.most);
                bound = distance_of(piece, thick.radius) + thick.radius;
            }
            if (bound > enough_ && piece.depth < kMostDepth && cuts < kMostCuts) {
                ++cuts;
                divide(piece, thick);
                continue;
            }
            most_ = std::max(most_, bound * kRoundUp);
            enough_ = std::max(enough_, bound);  // the face is that bad: nothing less matters
        }
    }

    [[nodiscard]] double most() const { return most_; }

  private:
    std::array<RoundedPoint, 3> corners_of(const Element& e) const {
        return {point(face_, e.uv[0]), point(face_, e.uv[1]), point(face_, e.uv[2])};
    }

    void divide(const Piece& piece, const Thickness& thick) {
        // Thin enough: it only reaches over too many triangles.
        const bool is_thin = thick.radius <= kThin * enough_;
        const int side = is_thin ? longest_side(piece) : thick.side;
        const auto halves = cut(face_, piece.element, side, is_thin ? 0.5 : thick.at);
        const auto k = static_cast<std::size_t>(side);
        const RoundedPoint middle = point(face_, halves[0].uv[1]);
        const auto& at = piece.corners;  // cut() begins both halves with the side that is cut
        pieces_.push_back({halves[0], {at[k], middle, at[(k + 2) % 3]}, piece.most, piece.depth + 1});
        pieces_.push_back(
            {halves[1], {middle, at[(k + 1) % 3], at[(k + 2) % 3]}, piece.most, piece.depth + 1});
    }

    /// Of the corners from the best triangle that is near; no better than it takes.
    double distance_of(const Piece& piece, double radius) {
        double best = own_ == MeshNeighbours::kNoTriangle ? kInfinity : to_triangle(piece.corners, own_);
        // A neighbour helps only where this one is too far; else smaller pieces do.
        if (best <= kFar * enough_ || !(radius < kThick * enough_)) return best;
        if (ring_.empty())
            for (const std::uint32_t v : vertices_)
                for (const std::uint32_t t : mesh_.at(v)) ring_.push_back(t);
        for (const std::uint32_t t : ring_) {
            if (best + radius <= enough_) break;
            best = std::min(best, to_triangle(piece.corners, t));
        }
        return best;
    }

    static int longest_side(const Piece& piece) {
        const auto length_sq = [&](std::size_t k) {
            return (piece.corners[(k + 1) % 3].at - piece.corners[k].at).squaredNorm();
        };
        const double a = length_sq(0), b = length_sq(1), c = length_sq(2);
        return a >= b && a >= c ? 0 : b >= c ? 1 : 2;
    }

    double to_triangle(const std::array<RoundedPoint, 3>& at, std::uint32_t triangle) const {
        const std::array<Vec3, 3> corners = mesh_.corners(triangle);
        double most = 0.0;
        for (const RoundedPoint& p : at) {
            const double far = most_distance(p.at, corners) + p.error;
            most = far <= most ? most : far;  // NaN stays
        }
        return most >= 0.0 ? most : kInfinity;
    }

    const Face& face_;
    const MeshNeighbours& mesh_;
    double enough_, most_ = 0.0;
    std::uint32_t own_ = MeshNeighbours::kNoTriangle;
    std::array<std::uint32_t, 3> vertices_{};
    std::vector<std::uint32_t> ring_;
    std::vector<Piece> pieces_;
};

}  // namespace

MeshNeighbours::MeshNeighbours(std::span<const Vec3> vertices,
                               std::span<const std::array<std::uint32_t, 3>> triangles)
    : vertices_(vertices), triangles_(triangles), first_(vertices.size() + 1, 0), ids_(3 * triangles.size()) {
    for (const auto& t : triangles)
        for (const std::uint32_t v : t) ++first_[v + 1];
    for (std::size_t v = 0; v < vertices.size(); ++v) first_[v + 1] += first_[v];
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (std::uint32_t t = 0; t < triangles.size(); ++t)
        for (const std::uint32_t v : triangles[t]) ids_[next[v]++] = t;
}

std::array<Vec3, 3> MeshNeighbours::corners(std::uint32_t triangle) const {
    const auto& t = triangles_[triangle];
    return {vertices_[t[0]], vertices_[t[1]], vertices_[t[2]]};
}

std::span<const std::uint32_t> MeshNeighbours::at(std::uint32_t vertex) const {
    return std::span(ids_).subspan(first_[vertex], first_[vertex + 1] - first_[vertex]);
}

std::uint32_t MeshNeighbours::find(const std::array<std::uint32_t, 3>& corners) const {
    for (const std::uint32_t t : at(corners[0]))
        if (std::is_permutation(corners.begin(), corners.end(), triangles_[t].begin())) return t;
    return kNoTriangle;
}

double most_distance(const Vec3& p, const std::array<Vec3, 3>& triangle) {
    const auto& [a, b, c] = triangle;
    const Vec3 d = b - a, e = c - a, w = p - a;
    // Any point of the triangle gives an upper bound: rounding can make it no better than it is, only worse.
    const auto to = [&](double s, double t) { return (w - s * d - t * e).squaredNorm(); };
    const double dd = d.squaredNorm(), de = d.dot(e), ee = e.squaredNorm(), wd = w.dot(d), we = w.dot(e);
    const double determinant = dd * ee - de * de;
    double least = kInfinity;
    if (determinant > 0.0) {
        const double s = (ee * wd - de * we) / determinant, t = (dd * we - de * wd) / determinant;
        if (s >= 0.0 && t >= 0.0 && s + t <= 1.0) least = to(s, t);
    }
    const double on_bc = along(p - b, c - b);
    least = std::min({least, to(along(w, d), 0.0), to(0.0, along(w, e)), to(1.0 - on_bc, on_bc)});
    return std::sqrt(least) * kRoundUp + kDistanceError * (p.norm() + a.norm() + b.norm() + c.norm());
}

double deviation_bound(const Face& face, std::span<const std::array<std::uint32_t, 3>> vertices,
                       const MeshNeighbours& mesh, double enough) {
    Bounder bounder(face, mesh, enough);
    for (std::size_t i = 0; i < face.elements.size(); ++i) bounder.add(face.elements[i], vertices[i]);
    return bounder.most();
}

}  // namespace graze::surface
