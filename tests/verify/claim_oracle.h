// Whether what a certificate claims is true, found out in another way than by certificates: at each instant,
// the distances of all pairs of triangles, with poses from the oracle; between instants, a bound of speed. No
// separating direction, no second derivative, no tree.
#pragma once

#include "graze/continuous/hull_gap.h"
#include "graze_verify/head.h"

#include "oracle/true_motion.h"
#include "unpacked.h"

namespace graze::test {

enum class Truth { True, False, Unknown };

inline Pose pose_from(const verify::CertificatePose& pose) {
    Pose p;
    p.translation = {pose.translation[0], pose.translation[1], pose.translation[2]};
    p.rotation.coeffs() << pose.quaternion[0], pose.quaternion[1], pose.quaternion[2], pose.quaternion[3];
    return p;
}

/// The rotation vectors of linear parameters, by the words of DESIGN 4 and motion/linear_parameters.h.
inline oracle::NumVec vector_of(const Eigen::Quaterniond& q, int turns) {
    using oracle::Num;
    const oracle::NumVec v = oracle::nums(q.vec());
    if (q.vec().isZero()) return {0.0, 0.0, 0.0};
    const Num size = sqrt(oracle::norm_sq(v));
    return ((Num(2.0) * atan2(size, Num(q.w())) + Num(2.0 * turns) * oracle::pi()) / size) * v;
}
inline bool is_against(const Eigen::Quaterniond& a, const Eigen::Quaterniond& b) {
    const oracle::Quaternion r = times(conjugate(oracle::exact(a)), oracle::exact(b));
    for (const auto* c : {&r.w, &r.x, &r.y, &r.z})
        if (sgn(*c) != 0) return sgn(*c) < 0;
    return false;
}
inline oracle::Path truth_of(const verify::CertificateMotion& motion) {
    const Pose from = pose_from(motion.from), to = pose_from(motion.to);
    switch (motion.kind) {
        case verify::MotionKind::AtRest:
            return [from](const oracle::NumVec& x, const oracle::Num&) { return oracle::posed_by(from, x); };
        case verify::MotionKind::Screw:
            return oracle::true_screw(from, to, motion.turns);
        case verify::MotionKind::Slerp:
            return oracle::true_slerp(from, to, motion.turns, Vec3::Zero());
        default:
            break;
    }
    Eigen::Quaterniond q0 = from.rotation, q1 = to.rotation;
    const auto negate = [](Eigen::Quaterniond& q) { q.coeffs() = -q.coeffs(); };
    if (is_against(Eigen::Quaterniond::Identity(), q0)) negate(q0);
    if (is_against(q0, q1)) negate(q1);
    if (q1.vec().isZero() && q1.w() < 0.0) negate(q1);
    return oracle::true_linear_parameters(oracle::nums(from.translation), vector_of(q0, 0),
                                          oracle::nums(to.translation), vector_of(q1, motion.turns));
}

struct ClaimedBody {
    const UnpackedBody* mesh;
    oracle::Path path;

    /// All vertices at time t, rounded.
    std::vector<Vec3> at(double t) const {
        const oracle::NumVec o = path({0.0, 0.0, 0.0}, t);
        Vec3 axes[3], place(o[0].middle(), o[1].middle(), o[2].middle());
        for (int k = 0; k < 3; ++k) {
            oracle::NumVec e{0.0, 0.0, 0.0};
            e[k] = 1.0;
            const oracle::NumVec y = path(e, t) - o;
            axes[k] = {y[0].middle(), y[1].middle(), y[2].middle()};
        }
        std::vector<Vec3> points;
        for (const auto& v : mesh->vertices)
            points.push_back(place + v[0] * axes[0] + v[1] * axes[1] + v[2] * axes[2]);
        return points;
    }
};

inline double distance_of(const ClaimedBody& a, const ClaimedBody& b, double t) {
    const auto at_a = a.at(t), at_b = b.at(t);
    double least = std::numeric_limits<double>::infinity();
    for (const auto& p : a.mesh->triangles)
        for (const auto& q : b.mesh->triangles) {
            const std::array<Vec3, 3> x{at_a[p[0]], at_a[p[1]], at_a[p[2]]},
                y{at_b[q[0]], at_b[q[1]], at_b[q[2]]};
            double radius_a = 0.0;  // about the first corners
            for (int k = 1; k < 3; ++k) radius_a = std::max(radius_a, (x[k] - x[0]).norm());
            double radius_b = 0.0;
            for (int k = 1; k < 3; ++k) radius_b = std::max(radius_b, (y[k] - y[0]).norm());
            if ((x[0] - y[0]).norm() > least + radius_a + radius_b) continue;
            least = std::min(least, hull_gap({x, {}}, {y, {}}).distance);
        }
    return least;
}

/// Twice the greatest speed that is seen at 65 instants: these motions change it slowly.
inline double speed_of(const ClaimedBody& body) {
    double most = 0.0;
    auto before = body.at(0.0);
    for (int i = 1; i <= 64; ++i) {
        const auto now = body.at(i / 64.0);
        for (std::size_t k = 0; k < now.size(); ++k)
            most = std::max(most, 64.0 * (now[k] - before[k]).norm());
        before = now;
    }
    return 2.0 * most;
}

inline Truth truth_between(const ClaimedBody& a, const ClaimedBody& b, double clearance, double until) {
    const double speed = speed_of(a) + speed_of(b);
    constexpr double kRounding = 1e-9;
    double t = 0.0;
    for (int step = 0; step < 3000; ++step) {
        const double gap = distance_of(a, b, t) - clearance;
        if (gap < -kRounding) return Truth::False;
        if (t >= until) return Truth::True;
        if (gap < kRounding) return Truth::Unknown;
        t = std::min(until, t + gap / std::max(speed, 1e-300));
    }
    return Truth::Unknown;
}

/// Pre: an accepted certificate.
inline Truth truth_of_claim(const verify::CertificateHead& head, const Unpacked& file) {
    oracle::Num::digits() = 200;
    Truth all = Truth::True;
    const std::size_t segments = head.whole_segments + (head.until > 0.0 ? 1 : 0);
    for (std::size_t segment = 0; segment < segments; ++segment)
        for (const verify::CertificatePair& pair : head.pairs) {
            const auto& motions = head.motions[segment];
            const Truth truth =
                truth_between({&file.bodies[pair.a], truth_of(motions[pair.a])},
                              {&file.bodies[pair.b], truth_of(motions[pair.b])}, pair.clearance,
                              segment < head.whole_segments ? 1.0 : head.until);
            if (truth == Truth::False) return Truth::False;
            if (truth == Truth::Unknown) all = Truth::Unknown;
        }
    return all;
}

}  // namespace graze::test
