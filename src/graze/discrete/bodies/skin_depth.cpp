#include "graze/discrete/bodies/skin_depth.h"

#include <array>
#include <queue>
#include <vector>

namespace graze::internal::depth {
namespace {

constexpr std::size_t kMostBelow = 640;    // triangles around a piece that a plane may bound: a pole has many
constexpr double kGap = 1.02;              // done when no piece may be that much deeper than what is known
constexpr double kMargin = 0.5;            // around a piece, per its radius, if no depth is known
constexpr double kInside = 1.0 - 0x1p-20;  // of a margin: certainly within it
constexpr double kMidpoints = 0x1p-44;  // of the greatest coordinate: more than all midpoints are rounded by

/// A box of the skin's tree, or a part of one of its triangles: as cells see it.
struct Piece {
    Vec3 centre;
    double radius;  // no point of it is farther from the centre
    double error;   // of where its points are
    double bound;   // no point of it is deeper
    bool is_node;
    std::uint32_t id;      // of the node, or the triangle
    std::uint32_t near;    // a triangle of the other body that is near: a guess
    std::uint64_t number;  // ties are broken by this
    Corners corners;       // of a part of a triangle
};

struct LessDeep {
    bool operator()(const Piece& p, const Piece& q) const {
        return p.bound != q.bound ? p.bound < q.bound : p.number > q.number;
    }
};

class SkinSearch {
  public:
    SkinSearch(const DepthSolid& skin, DepthSolid& in, const SkinDepthOptions& options)
        : skin_(skin), in_(in), options_(options) {}

    SkinDepth run() {
        open_node(0, 0);
        while (!is_done()) {
            const Piece piece = queue_.top();
            queue_.pop();
            if (piece.is_node)
                open_node(piece.id, piece.near);
            else
                cut(piece);
        }
        result_.hi = std::max(result_.lo, queue_.empty() ? 0.0 : queue_.top().bound);
        return result_;
    }

  private:
    [[nodiscard]] bool is_done() const {
        if (queue_.empty() || result_.pieces >= options_.most_pieces) return true;
        if (options_.wanted && result_.lo > *options_.wanted) return true;
        return queue_.top().bound <= std::max(options_.wanted.value_or(0.0), kGap * result_.lo);
    }

    void open_node(std::uint32_t id, std::uint32_t near) {
        const WideNode& node = skin_.model().tree.nodes[id];
        for (int i = 0; i < node.count; ++i) {
            if (node.is_leaf)
                add_triangle(node.child[i], near);
            else
                add_box(node, i, near);
        }
    }

    /// A ball around all corners of the triangles below: in the coordinates of the node, which are orthonormal
    /// up to kFrameSkew.
    void add_box(const WideNode& node, int child, std::uint32_t near) {
        Vec3 own(node.origin[0], node.origin[1], node.origin[2]);
        double half_sq = 0.0;
        for (int j = 0; j < 3; ++j) {
            const double centre = double(node.centre[j][child]), half = double(node.half[j][child]);
            own += centre * Vec3(node.axes[0][j], node.axes[1][j], node.axes[2][j]);
            half_sq += half * half;
        }
        Piece piece{};
        piece.is_node = true;
        piece.id = node.child[child];
        piece.near = near;
        piece.centre = skin_.in_cells(own);
        piece.error = skin_.error_in_cells(piece.centre, own);
        piece.radius = std::sqrt(half_sq) + double(node.radius) * kBoxSkew;
        add(piece);
    }

    void add_triangle(std::uint32_t id, std::uint32_t near) {
        const Corners own = corners(*skin_.model().mesh, id);
        Piece piece{};
        piece.id = id;
        piece.near = near;
        double greatest = 0.0;
        for (int k = 0; k < 3; ++k) {
            piece.corners[k] = skin_.in_cells(own[k]);
            piece.error = larger_bound(piece.error, skin_.error_in_cells(piece.corners[k], own[k]));
            greatest = std::max(greatest, piece.corners[k].cwiseAbs().maxCoeff());
        }
        piece.error = just_above(piece.error + kMidpoints * greatest);
        add_part(piece);
    }

    void add_part(Piece& piece) {
        const auto& [p, q, r] = piece.corners;
        piece.centre = (p + q + r) / 3.0;
        piece.radius = 0.0;
        for (const Vec3& corner : piece.corners)
            piece.radius = larger_bound(piece.radius, (corner - piece.centre).norm() * kRoundUp);
        add(piece);
    }

    /// Drops what is outside of the other body, or no deeper than what is known.
    void add(Piece piece) {
        piece.number = ++result_.pieces;
        const Seen seen = in_.see(piece.centre, piece.near);
        piece.near = seen.gap.triangle;
        const double spare = piece.radius + piece.error;
        const double known = std::max(result_.lo, options_.wanted.value_or(0.0));
        piece.bound = just_above(seen.hi + spare);
        // Before a point is deep, the way to it from outside has come through the skin.
        if (in_.is_outside(seen))
            piece.bound = std::min(piece.bound, just_above(spare - seen.lo));
        else if (!piece.is_node && seen.lo - piece.error > result_.lo && in_.is_inside(seen))
            note(piece, just_below(seen.lo - piece.error));
        if (!piece.is_node && piece.bound > known) {
            double most = 0.0;
            for (const Vec3& corner : piece.corners)
                most = larger_bound(most, in_.most_at(corner, piece.near));
            piece.bound = std::min(piece.bound, just_above(most + piece.error));
            for (const Vec3& up : {in_.outward(piece.near), Vec3(-skin_.outward(piece.id))})
                if (piece.bound > known) piece.bound = std::min(piece.bound, below_plane(piece, up));
        }
        if (piece.bound > result_.lo) queue_.push(piece);
    }

    /// Within a margin of the piece no skin of the other body is higher than h along a direction, and a point
    /// above that is outside: then a point of the piece that is inside is below h, and outside again as far up
    /// as it is below. Directions tried: out of the nearest triangle, and into the piece's own body.
    [[nodiscard]] double below_plane(const Piece& piece, const Vec3& up) {
        if (!(std::abs(up.norm() - 1.0) < 0x1p-45)) return kInfinity;
        const double known = std::max(result_.lo, options_.wanted.value_or(0.0));
        const double margin = (known > 0.0 ? known : kMargin * piece.radius) + 2.0 * piece.error;
        if (!std::isfinite(margin)) return kInfinity;
        double lowest = kInfinity, greatest = -kInfinity;
        Vec3 top = piece.centre;
        for (const Vec3& corner : piece.corners) {
            const double height = up.dot(corner - piece.centre);
            lowest = std::min(lowest, height);
            if (height > greatest) greatest = height, top = corner;
        }
        // Not above the point that is to be outside, nor farther above the lowest corner than the margin.
        const double rise = margin * kInside, useful = std::min(greatest + rise * kInside, lowest + margin);
        const auto highest = in_.highest_beside({piece.corners, piece.corners[1] - piece.corners[0],
                                                 piece.centre, up, margin, useful, kMostBelow});
        if (!highest || !(*highest < greatest + rise * kInside)) return kInfinity;
        const double width = just_above(std::max(0.0, *highest - lowest) * kRoundUp + piece.error + kTiny);
        if (!(width + piece.error <= margin)) return kInfinity;
        return in_.is_outside(in_.see(top + rise * up, piece.near)) ? width : kInfinity;
    }

    void note(const Piece& piece, double depth) {
        result_.lo = depth;
        result_.at = piece.centre;
        result_.triangle = piece.id;
    }

    /// In two, across the longest side.
    void cut(const Piece& piece) {
        int longest = 0;
        double most = -1.0;
        for (int k = 0; k < 3; ++k) {
            const double length = (piece.corners[(k + 1) % 3] - piece.corners[k]).squaredNorm();
            if (length > most) most = length, longest = k;
        }
        const int next = (longest + 1) % 3;
        const Vec3 middle = 0.5 * (piece.corners[longest] + piece.corners[next]);
        for (const int replaced : {longest, next}) {
            Piece part = piece;
            part.corners[replaced] = middle;
            add_part(part);
        }
    }

    static constexpr double kBoxSkew = 0x1p-18;  // of lengths in node coordinates, with room to spare

    const DepthSolid& skin_;
    DepthSolid& in_;
    SkinDepthOptions options_;
    std::priority_queue<Piece, std::vector<Piece>, LessDeep> queue_;
    SkinDepth result_;
};

}  // namespace

SkinDepth depth_of_skin(const DepthSolid& skin, DepthSolid& in, const SkinDepthOptions& options) {
    return SkinSearch(skin, in, options).run();
}

}  // namespace graze::internal::depth
