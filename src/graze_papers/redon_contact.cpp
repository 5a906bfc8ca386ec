#include "graze_papers/redon_contact.h"

#include "graze/core/assert.h"

#include <algorithm>

namespace graze::papers {
namespace {

using Vertices = std::array<IntervalVec3, 3>;

struct RedonStretch {
    Vertices places, velocities;
};

RedonStretch stretch_of(const MovingFeature& feature, const Interval& time) {
    RedonStretch stretch;
    if (const auto* ends = std::get_if<VertexEnds>(&feature.motion)) {
        for (int i = 0; i < feature.count; ++i) {
            const IntervalVec3 from = exactly(feature.vertices[i]);
            stretch.velocities[i] = exactly(ends->to[i]) - from;
            stretch.places[i] = from + time * stretch.velocities[i];
        }
        return stretch;
    }
    const MotionJet jet = jet_of(feature, time);
    for (int i = 0; i < feature.count; ++i) {
        stretch.places[i] = point_at(jet, feature.vertices[i]);
        stretch.velocities[i] = velocity_at(jet, feature.vertices[i]);
    }
    return stretch;
}

// Vertex x, face p, q, r: (x - p).((q - p) x (r - p)), and whether x may be on the inner side of each edge.
bool vertex_may_touch(const IntervalVec3& x, const Vertices& face) {
    const IntervalVec3 normal = cross(face[1] - face[0], face[2] - face[0]);
    return may_contain(dot(x - face[0], normal), 0.0);
}
bool vertex_may_be_inside(const IntervalVec3& x, const Vertices& face) {
    const IntervalVec3 normal = cross(face[1] - face[0], face[2] - face[0]);
    for (int i = 0; i < 3; ++i) {
        const IntervalVec3& p = face[i];
        if (certainly_negative(dot(cross(face[(i + 1) % 3] - p, x - p), normal))) return false;
    }
    return true;
}

bool edges_may_touch(const Vertices& a, const Vertices& b) {
    return may_contain(dot(b[0] - a[0], cross(a[1] - a[0], b[1] - b[0])), 0.0);
}
bool edges_may_cross_inside(const Vertices& a, const Vertices& b) {
    const IntervalVec3 e = a[1] - a[0], f = b[1] - b[0], r = b[0] - a[0], n = cross(e, f);
    const Interval length_sq = norm_sq(n);
    const Interval s = dot(cross(r, f), n) / length_sq, t = dot(cross(r, e), n) / length_sq;
    return may_overlap(s, {0.0, 1.0}) && may_overlap(t, {0.0, 1.0});
}

// [Redon02, eq. 11], for all vertices of both features.
bool is_last(const RedonStretch& of_a, const RedonStretch& of_b, const MovingFeature& a,
             const MovingFeature& b, const Interval& time, double place_error) {
    const Interval length = exactly(time.hi) - exactly(time.lo);
    double travel = 0.0;
    for (int i = 0; i < a.count; ++i) travel = std::max(travel, (length * norm(of_a.velocities[i])).hi);
    for (int i = 0; i < b.count; ++i) travel = std::max(travel, (length * norm(of_b.velocities[i])).hi);
    return travel <= place_error;
}

class RedonFeatures {
  public:
    RedonFeatures(const MovingFeature& a, const MovingFeature& b, const RedonOptions& options)
        : a_(a), b_(b), options_(options) {}

    RedonContact run() {
        const auto found = look({0.0, 1.0});
        if (found) return {ContactVerdict::Contact, *found, evaluations_};
        if (out_of_budget_) return {ContactVerdict::Undecided, {0.0, clear_until_}, evaluations_};
        return {ContactVerdict::Clear, {0.0, 1.0}, evaluations_};
    }

  private:
    // Depth: each level halves the time, so at most some 1075.
    std::optional<Interval> look(const Interval& time) {
        if (out_of_budget_) return std::nullopt;
        if (++evaluations_ > options_.most_evaluations) {
            out_of_budget_ = true;
            clear_until_ = time.lo;
            return std::nullopt;
        }
        const RedonStretch of_a = stretch_of(a_, time), of_b = stretch_of(b_, time);
        if (!may_touch(of_a.places, of_b.places)) return std::nullopt;
        const double middle = midpoint(time);
        const bool is_point = !(time.lo < middle && middle < time.hi);
        if (is_point || is_last(of_a, of_b, a_, b_, time, options_.place_error)) {
            if (may_be_inside(of_a.places, of_b.places)) return time;
            return std::nullopt;
        }
        if (const auto earlier = look({time.lo, middle})) return earlier;
        return look({middle, time.hi});
    }

    [[nodiscard]] bool may_touch(const Vertices& a, const Vertices& b) const {
        if (a_.count == 2) return edges_may_touch(a, b);
        return a_.count == 1 ? vertex_may_touch(a[0], b) : vertex_may_touch(b[0], a);
    }
    [[nodiscard]] bool may_be_inside(const Vertices& a, const Vertices& b) const {
        if (a_.count == 2) return edges_may_cross_inside(a, b);
        return a_.count == 1 ? vertex_may_be_inside(a[0], b) : vertex_may_be_inside(b[0], a);
    }

    const MovingFeature& a_;
    const MovingFeature& b_;
    const RedonOptions& options_;
    int evaluations_ = 0;
    bool out_of_budget_ = false;
    double clear_until_ = 0.0;
};

}  // namespace

RedonContact redon_first_contact(const MovingFeature& a, const MovingFeature& b,
                                 const RedonOptions& options) {
    GRAZE_ASSERT(a.count + b.count == 4 && a.count >= 1 && b.count >= 1 && options.place_error > 0.0);
    return RedonFeatures(a, b, options).run();
}

}  // namespace graze::papers
