#include "graze/model/inset_copy.h"

#include "graze/core/assert.h"
#include "graze/geometry/pose_interval.h"
#include "graze/motion/interval_vector.h"

#include <algorithm>
#include <cmath>

namespace graze::internal {
namespace {

constexpr std::size_t kMostExact = 8;     // normals whose best direction is found by looking at all triples
constexpr int kGilbertSteps = 48;         // else
constexpr double kSameNormal = 1e-6;      // normals this near count as one
constexpr double kNeedle = 0x1p-20;       // height of a triangle over its longest edge: it has no direction
constexpr double kEdge = 0x1p-20;         // a way that passes a triangle as closely, per its size, meets it
constexpr double kShareOfWall = 0.375;    // of the way to the other side: both sides leave a quarter
constexpr double kSpare = 1.0 - 0x1p-36;  // of the length, for rounding

double least_along(std::span<const Vec3> normals, const Vec3& v) {
    double least = kInfinity;
    for (const Vec3& n : normals) least = std::min(least, -n.dot(v));
    return least;
}

struct Best {
    Vec3 v = Vec3::Zero();
    double least = 0.0;

    void try_direction(std::span<const Vec3> normals, const Vec3& way) {
        const double length = way.norm();
        if (!(length > kSameNormal)) return;  // NaN too
        const double along = least_along(normals, way / length);
        if (along > least) v = way / length, least = along;
    }
};

/// The best direction is that of one normal, of two, or is equally far from three.
Vec3 best_of_all(std::span<const Vec3> normals) {
    Best best;
    for (std::size_t i = 0; i < normals.size(); ++i) {
        best.try_direction(normals, -normals[i]);
        for (std::size_t j = 0; j < i; ++j) {
            best.try_direction(normals, -(normals[i] + normals[j]));
            for (std::size_t k = 0; k < j; ++k) {
                const Vec3 way = (normals[j] - normals[i]).cross(normals[k] - normals[i]);
                best.try_direction(normals, way);
                best.try_direction(normals, -way);
            }
        }
    }
    return best.v;
}

/// Gilbert's way to the point of the hull of -n that is nearest to the origin.
Vec3 best_of_many(std::span<const Vec3> normals) {
    Vec3 x = -normals[0];
    Best best;
    for (int step = 0; step < kGilbertSteps; ++step) {
        best.try_direction(normals, x);
        const Vec3 far =
            -*std::max_element(normals.begin(), normals.end(),
                               [&](const Vec3& p, const Vec3& q) { return p.dot(x) < q.dot(x); });
        const Vec3 way = far - x;
        const double length_sq = way.squaredNorm();
        if (!(length_sq > 0.0)) break;
        x += std::clamp(-x.dot(way) / length_sq, 0.0, 1.0) * way;
    }
    return best.v;
}

/// Unit normals of the triangles at each vertex, without needles and repetitions.
struct Fans {
    std::vector<std::uint32_t> begin;  // by vertex, in `normals`
    std::vector<Vec3> normals;

    [[nodiscard]] std::span<const Vec3> at(std::size_t vertex) const {
        return std::span(normals).subspan(begin[vertex], begin[vertex + 1] - begin[vertex]);
    }
};

/// Six times the volume.
double signed_volume(const Mesh& mesh, const Vec3& about) {
    double sum = 0.0;
    for (const Triangle& t : mesh.triangles)
        sum += (mesh.vertices[t[0]] - about)
                   .dot((mesh.vertices[t[1]] - about).cross(mesh.vertices[t[2]] - about));
    return sum;
}

/// Zero for a needle.
Vec3 normal_of_triangle(const Mesh& mesh, const Triangle& t) {
    const Vec3 &p = mesh.vertices[t[0]], &q = mesh.vertices[t[1]], &r = mesh.vertices[t[2]];
    const Vec3 normal = (q - p).cross(r - p);
    const double longest_sq = std::max({(q - p).squaredNorm(), (r - q).squaredNorm(), (p - r).squaredNorm()});
    const double length = normal.norm();  // of twice the area: height times longest edge
    return length > kNeedle * longest_sq ? Vec3(normal / length) : Vec3(Vec3::Zero());
}

Fans fans_of(const Mesh& mesh, double sign) {
    std::vector<std::vector<Vec3>> fans(mesh.vertices.size());
    for (const Triangle& t : mesh.triangles) {
        const Vec3 normal = sign * normal_of_triangle(mesh, t);
        if (normal.isZero(0.0)) continue;
        for (const std::uint32_t vertex : t)
            if (std::none_of(fans[vertex].begin(), fans[vertex].end(),
                             [&](const Vec3& n) { return (n - normal).squaredNorm() < kSameNormal; }))
                fans[vertex].push_back(normal);
    }
    Fans result;
    for (const auto& fan : fans) {
        result.begin.push_back(static_cast<std::uint32_t>(result.normals.size()));
        result.normals.insert(result.normals.end(), fan.begin(), fan.end());
    }
    result.begin.push_back(static_cast<std::uint32_t>(result.normals.size()));
    return result;
}

/// How far it is through the body from a vertex, in doubles: a guess that no proof rests on.
class Wall {
  public:
    explicit Wall(const BodyModel& model) : model_(model) {}

    /// The way from the vertex along `v` (unit) to the next triangle that does not have it as a corner; at
    /// most `limit`.
    [[nodiscard]] double thickness(std::uint32_t vertex, const Vec3& v, double limit) {
        const Vec3& x = model_.mesh->vertices[vertex];
        double nearest = limit;
        stack_.assign(1, 0);
        while (!stack_.empty()) {
            const WideNode& node = model_.tree.nodes[stack_.back()];
            stack_.pop_back();
            Vec3 start, along;
            for (int k = 0; k < 3; ++k) {
                const Vec3 axis(node.axes[0][k], node.axes[1][k], node.axes[2][k]);
                start[k] = axis.dot(x - Vec3(node.origin[0], node.origin[1], node.origin[2]));
                along[k] = axis.dot(v);
            }
            for (int i = 0; i < node.count; ++i) {
                if (!may_meet(node, i, start, along, nearest)) continue;
                if (!node.is_leaf)
                    stack_.push_back(node.child[i]);
                else
                    nearest = std::min(nearest, way_to(node.child[i], vertex, x, v));
            }
        }
        return nearest;
    }

  private:
    static bool may_meet(const WideNode& node, int child, const Vec3& start, const Vec3& along, double end) {
        double enter = 0.0, leave = end;
        for (int k = 0; k < 3; ++k) {
            const double low = double(node.centre[k][child]) - double(node.half[k][child]) - start[k],
                         high = double(node.centre[k][child]) + double(node.half[k][child]) - start[k];
            if (along[k] == 0.0) {
                if (low > 0.0 || high < 0.0) return false;
                continue;
            }
            const auto [in, out] = std::minmax({low / along[k], high / along[k]});
            enter = std::max(enter, in), leave = std::min(leave, out);
        }
        return !(leave < enter);
    }

    /// Infinite: none.
    [[nodiscard]] double way_to(std::uint32_t id, std::uint32_t vertex, const Vec3& x, const Vec3& v) const {
        const Triangle& t = model_.mesh->triangles[id];
        if (t[0] == vertex || t[1] == vertex || t[2] == vertex) return kInfinity;
        const auto [p, q, r] = corners(*model_.mesh, id);
        const Vec3 side = q - p, other = r - p, h = v.cross(other);
        const double determinant = side.dot(h);
        if (determinant == 0.0) return kInfinity;
        const Vec3 from = x - p, g = from.cross(side);
        const double u = from.dot(h) / determinant, w = v.dot(g) / determinant;
        const double way = other.dot(g) / determinant;
        return u >= -kEdge && w >= -kEdge && u + w <= 1.0 + kEdge && way >= 0.0 ? way : kInfinity;
    }

    const BodyModel& model_;
    std::vector<std::uint32_t> stack_;
};

/// x moved by at most `within`, or x itself: proved.
Vec3 moved_within(const Vec3& x, Vec3 by, double within) {
    constexpr int kTries = 4;
    for (int i = 0; i < kTries; ++i, by *= 0.5) {
        const Vec3 y = x + by;
        if (norm(exactly(y) - exactly(x)).hi <= within * (1.0 - 0x1p-40)) return y;
    }
    return x;
}

}  // namespace

Vec3 inward_direction(std::span<const Vec3> normals) {
    if (normals.empty()) return Vec3::Zero();
    return normals.size() <= kMostExact ? best_of_all(normals) : best_of_many(normals);
}

Mesh inset_copy(const BodyModel& model, double within) {
    GRAZE_ASSERT(model.is_solid && within >= 0.0 && within <= kLargest);
    Mesh copy = *model.mesh;
    copy.cover.reset();
    const Vec3 middle = 0.5 * (model.bounds.min + model.bounds.max);
    const Fans fans = fans_of(*model.mesh, signed_volume(*model.mesh, middle) < 0.0 ? -1.0 : 1.0);
    Wall wall(model);
    for (std::uint32_t i = 0; i < copy.vertices.size(); ++i) {
        const Vec3 v = inward_direction(fans.at(i));
        if (v.isZero(0.0)) continue;
        const double thickness = wall.thickness(i, v, within / kShareOfWall);
        const double length = std::min(kSpare * within, kShareOfWall * thickness);
        copy.vertices[i] = moved_within(copy.vertices[i], length * v, within);
    }
    return copy;
}

}  // namespace graze::internal
