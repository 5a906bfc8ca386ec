// Whether what a certificate claims is true, found out in another way than by certificates: each pair of
// triangles is followed by steps of (its distance - clearance) / (a proved bound of speed), with poses from
// the oracle. No second derivative, no tree, no frame but the world.
#pragma once

#include "graze/continuous/proof/hull_gap.h"
#include "graze/io/certificate/certificate_head.h"

#include "oracle/true_motion.h"
#include "unpacked.h"

#include <map>
#include <optional>

namespace graze::test {

enum class Truth { True, False, Unknown };

inline Pose pose_from(const CertificatePose& pose) {
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
/// One link by textbook formulas, with bounds of its speed.
///
/// Of a screw and of a turn the speed is constant. A point at the distance r of the axis of a screw by the
/// angle w has the displacement sqrt(l^2 + (2 r sin(w/2))^2) and the speed sqrt(l^2 + (w r)^2), which is at
/// most w/2 / |sin(w/2)| times as much. The spin of linear parameters is the mean of exp(u [r]) k, which is
/// within u |r x k| of k, and r x k does not change: so the spin is at most |k| long, and within |r0 x k| / 2
/// of k (seen from the body as well, where x does not move).
struct TrueLink {
    oracle::Path path;
    double spin = 0.0;                         // at least the rate of turning
    std::function<double(const Vec3&)> speed;  // at least that of a point of the body, at all times
};

/// Where a body is at one instant, rounded: y = place + x.x axes[0] + x.y axes[1] + x.z axes[2].
struct RoundedPose {
    std::array<Vec3, 3> axes;
    Vec3 place;

    Vec3 of(const Vec3& x) const { return place + turned(x); }
    Vec3 turned(const Vec3& x) const { return x[0] * axes[0] + x[1] * axes[1] + x[2] * axes[2]; }
};
template <class PointAt>
RoundedPose rounded_pose(PointAt point_at) {
    RoundedPose pose;
    const oracle::NumVec o = point_at({0.0, 0.0, 0.0});
    pose.place = {o[0].middle(), o[1].middle(), o[2].middle()};
    for (int k = 0; k < 3; ++k) {
        oracle::NumVec e{0.0, 0.0, 0.0};
        e[k] = 1.0;
        const oracle::NumVec y = point_at(e) - o;
        pose.axes[k] = {y[0].middle(), y[1].middle(), y[2].middle()};
    }
    return pose;
}

inline double length_of(const oracle::NumVec& v) { return sqrt(oracle::norm_sq(v)).hi(); }

inline TrueLink true_joint_link(const CertificateLink& link) {
    using oracle::Num;
    const Vec3 axis(link.axis[0], link.axis[1], link.axis[2]);
    const oracle::NumVec q{link.origin[0], link.origin[1], link.origin[2]};
    const Num from(link.value_from), to(link.value_to), degree = oracle::pi() / Num(180.0);
    if (link.kind == LinkKind::Prismatic) {
        const double way = length_of({to - from, 0.0, 0.0});
        return {oracle::true_joint({}, axis, 0.0, 0.0, from, to), 0.0, [way](const Vec3&) { return way; }};
    }
    const oracle::Path turn = oracle::true_joint({}, axis, degree * from, degree * to, 0.0, 0.0);
    const double rate = length_of({degree * (to - from), 0.0, 0.0});
    const oracle::NumVec u = (Num(1.0) / sqrt(oracle::norm_sq(oracle::nums(axis)))) * oracle::nums(axis);
    return {[turn, q](const oracle::NumVec& x, const Num& t) { return turn(x - q, t) + q; }, rate,
            [=](const Vec3& x) { return rate * length_of(oracle::cross(u, oracle::nums(x) - q)); }};
}

inline TrueLink true_link(const CertificateLink& link) {
    using oracle::Num;
    const Pose from = pose_from(link.from), to = pose_from(link.to);
    const double way = length_of(oracle::nums(to.translation) - oracle::nums(from.translation));
    switch (link.kind) {
        case LinkKind::AtRest:
            return {[from](const oracle::NumVec& x, const Num&) { return oracle::posed_by(from, x); }, 0.0,
                    [](const Vec3&) { return 0.0; }};
        case LinkKind::Screw:
        case LinkKind::Slerp: {
            const bool is_screw = link.kind == LinkKind::Screw;
            const oracle::Path path = is_screw ? oracle::true_screw(from, to, link.turns)
                                               : oracle::true_slerp(from, to, link.turns, Vec3::Zero());
            const oracle::AxisAngle turn =
                oracle::axis_angle(oracle::way_of_turning(from.rotation, to.rotation));
            if (turn.is_none) return {path, 0.0, [way](const Vec3&) { return way; }};
            const Num half = Num(0.5) * turn.angle + Num(link.turns) * oracle::pi();
            const Num gain = sqrt(sqr(half / sin(half)));
            const auto pose_at = [&](double t) {
                return rounded_pose([&](const oracle::NumVec& x) { return path(x, t); });
            };
            const RoundedPose first = pose_at(0.0), last = pose_at(1.0);
            const double least_gain = gain.hi();
            return {path, length_of({Num(2.0) * half, 0.0, 0.0}), [=](const Vec3& x) {
                        const double rounding =
                            1e-12 * (1.0 + x.norm() + first.place.norm() + last.place.norm());
                        if (is_screw) return least_gain * ((last.of(x) - first.of(x)).norm() + rounding);
                        return way + least_gain * ((last.turned(x) - first.turned(x)).norm() + rounding);
                    }};
        }
        case LinkKind::LinearParameters:
            break;
        default:
            return true_joint_link(link);
    }
    Eigen::Quaterniond q0 = from.rotation, q1 = to.rotation;
    const auto negate = [](Eigen::Quaterniond& q) { q.coeffs() = -q.coeffs(); };
    if (is_against(Eigen::Quaterniond::Identity(), q0)) negate(q0);
    if (is_against(q0, q1)) negate(q1);
    if (q1.vec().isZero() && q1.w() < 0.0) negate(q1);
    const oracle::NumVec r0 = vector_of(q0, 0), r1 = vector_of(q1, link.turns), k = r1 - r0;
    const double rate = length_of(k), bend = length_of(oracle::cross(r0, k));
    return {
        oracle::true_linear_parameters(oracle::nums(from.translation), r0, oracle::nums(to.translation), r1),
        rate, [=](const Vec3& x) {
            return way + std::min(rate * x.norm(),
                                  length_of(oracle::cross(k, oracle::nums(x))) + 0.5 * bend * x.norm());
        }};
}

inline std::map<std::string, std::map<double, RoundedPose>>& known_poses() {
    static std::map<std::string, std::map<double, RoundedPose>> all;
    return all;
}

/// A body and its links, outermost first.
struct ClaimedBody {
    const UnpackedMesh* mesh;
    std::vector<TrueLink> links;
    std::map<double, RoundedPose>* poses;            // known before, of the same motion
    std::map<double, std::vector<Vec3>> known = {};  // vertices by time

    ClaimedBody(const UnpackedMesh& body, const CertificateMotion& motion, const std::string& words)
        : mesh(&body) {
        poses = &known_poses()[words];
        for (const CertificateLink& link : motion) links.push_back(true_link(link));
    }

    const RoundedPose& pose_at(double t) {
        const auto pose = poses->find(t);
        if (pose != poses->end()) return pose->second;
        const auto point_at = [&](oracle::NumVec x) {
            for (auto link = links.rbegin(); link != links.rend(); ++link) x = link->path(x, t);
            return x;
        };
        return poses->emplace(t, rounded_pose(point_at)).first->second;
    }

    /// All vertices at time t, rounded.
    const std::vector<Vec3>& at(double t) {
        std::vector<Vec3>& points = known[t];
        if (!points.empty()) return points;
        const RoundedPose& pose = pose_at(t);
        for (const auto& v : mesh->vertices) points.push_back(pose.of({v[0], v[1], v[2]}));
        return points;
    }

    /// At least the speed of every vertex at all times. The innermost link that moves has its points in known
    /// places; further out they are somewhere in a ball about the frame's origin.
    double speed() const {
        std::size_t moving = links.size();
        std::vector<Vec3> points;
        for (const auto& v : mesh->vertices) points.emplace_back(v[0], v[1], v[2]);
        const auto rests = [](const TrueLink& link) {
            return link.spin == 0.0 && link.speed(Vec3::Zero()) == 0.0;
        };
        for (; moving > 0 && rests(links[moving - 1]); --moving)
            for (Vec3& p : points) {
                const oracle::NumVec y = links[moving - 1].path(oracle::nums(p), 0.0);
                p = {y[0].middle(), y[1].middle(), y[2].middle()};
            }
        if (moving == 0) return 0.0;
        double most = 0.0, far = 0.0;
        for (const Vec3& p : points)
            most = std::max(most, links[moving - 1].speed(p)), far = std::max(far, p.norm());
        for (std::size_t i = moving; i-- > 0;) {
            const double drift = links[i].speed(Vec3::Zero());
            if (i + 1 < moving) most += drift + links[i].spin * far;
            far += length_of(links[i].path({0.0, 0.0, 0.0}, 0.0)) + drift;
        }
        return most * (1.0 + 1e-9);
    }
};

/// The distance of two triangles at an instant: from below by the direction of their nearest points, which
/// either separates them so far or does not.
struct TriangleDistance {
    double lo, hi;
};
inline TriangleDistance triangle_distance(const std::array<Vec3, 3>& x, const std::array<Vec3, 3>& y) {
    const HullGap gap = hull_gap({x, {}}, {y, {}});
    if (!(gap.distance > 0.0)) return {0.0, 0.0};
    const Vec3 n = gap.separation / gap.distance;
    double least = std::numeric_limits<double>::infinity(), most = -least;
    for (int k = 0; k < 3; ++k) least = std::min(least, n.dot(x[k])), most = std::max(most, n.dot(y[k]));
    return {std::max(least - most, 0.0), gap.distance};
}

/// Follows every pair of triangles through time.
inline Truth truth_between(ClaimedBody& a, ClaimedBody& b, double clearance, double until) {
    constexpr double kRounding = 1e-9, kCoarse = 64.0, kFine = 65536.0;
    constexpr int kMostSteps = 3000;
    const double speed = std::max(a.speed() + b.speed(), 1e-300);
    Truth all = Truth::True;
    for (const auto& p : a.mesh->triangles)
        for (const auto& q : b.mesh->triangles) {
            double t = 0.0;
            for (int step = 0;; ++step) {
                const auto &at_a = a.at(t), &at_b = b.at(t);
                const std::array<Vec3, 3> x{at_a[p[0]], at_a[p[1]], at_a[p[2]]},
                    y{at_b[q[0]], at_b[q[1]], at_b[q[2]]};
                double gap = (x[0] - y[0]).norm();  // less the reach of both about their first corners
                gap -= std::max((x[1] - x[0]).norm(), (x[2] - x[0]).norm()) +
                       std::max((y[1] - y[0]).norm(), (y[2] - y[0]).norm()) + clearance;
                if (!(gap - kRounding >= speed * (until - t))) {
                    const TriangleDistance distance = triangle_distance(x, y);
                    if (distance.hi - clearance < -kRounding) return Truth::False;
                    gap = distance.lo - clearance;
                }
                if (t >= until && gap > kRounding) break;
                if (!(gap > kRounding) || step == kMostSteps) {
                    all = Truth::Unknown;
                    break;
                }
                // Rounded down to a coarse or a fine grid, so that poses are used again.
                const double next = t + (gap - kRounding) / speed;
                double grid = kCoarse;
                while (grid < kFine && !(std::floor(next * grid) / grid > t)) grid *= 4.0;
                const double on_grid = std::floor(next * grid) / grid;
                t = std::min(until, on_grid > t ? on_grid : next);
            }
        }
    return all;
}

inline std::uint64_t fnv_1a(const std::string& bytes) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return hash;
}

/// What carries a body, as words: motions with the same words are the same.
inline std::string words_of(Unpacked& file, std::size_t segment, std::uint32_t body) {
    return links_in(file, segment, body).dump();
}

/// Whether two bodies keep their places against each other, as far as looking at some instants tells.
inline bool seem_at_rest(const CertificateHead& head, Unpacked& file, std::uint32_t a, std::uint32_t b) {
    constexpr double kRounding = 1e-9;
    std::optional<std::array<Vec3, 4>> first;  // b's origin and axes, seen from a
    for (std::size_t segment = 0; segment < covered_segments(head); ++segment) {
        const double end = segment < head.whole_segments ? 1.0 : head.until;
        ClaimedBody bodies[2] = {{mesh_of(file, a), links_of(head, segment, a), words_of(file, segment, a)},
                                 {mesh_of(file, b), links_of(head, segment, b), words_of(file, segment, b)}};
        for (const double part : {0.0, 0.11, 0.25, 0.37, 0.5, 0.62, 0.83, 1.0}) {
            const RoundedPose &p = bodies[0].pose_at(part * end), &q = bodies[1].pose_at(part * end);
            const auto seen = [&](const Vec3& v) {
                return Vec3(p.axes[0].dot(v), p.axes[1].dot(v), p.axes[2].dot(v));
            };
            const std::array<Vec3, 4> now{seen(q.place - p.place), seen(q.axes[0]), seen(q.axes[1]),
                                          seen(q.axes[2])};
            if (!first) first = now;
            for (int k = 0; k < 4; ++k)
                if (!((now[k] - (*first)[k]).norm() <= kRounding * (1.0 + (*first)[0].norm()))) return false;
        }
    }
    return true;
}

/// Whether a pair stays farther apart than its clearance. What has been found out is remembered by content.
inline Truth truth_of_pair(const CertificateHead& head, Unpacked& file, const CertificatePair& pair,
                           std::size_t segment) {
    static std::map<std::string, Truth> known;
    const double until = segment < head.whole_segments ? 1.0 : head.until,
                 clearance = clearance_of(head, pair);
    std::string key;
    add(key, clearance), add(key, until);
    for (const std::uint32_t body : {pair.a, pair.b}) {
        for (const auto& v : mesh_of(file, body).vertices) add(key, v);
        for (const auto& t : mesh_of(file, body).triangles) add(key, t);
        key += words_of(file, segment, body);
    }
    key = std::to_string(std::hash<std::string>{}(key)) + " " + std::to_string(fnv_1a(key));
    if (const auto place = known.find(key); place != known.end()) return place->second;
    // What carries both changes no distance.
    CertificateMotion of_a = links_of(head, segment, pair.a), of_b = links_of(head, segment, pair.b);
    std::size_t common = 0;
    while (!of_a.empty() && !of_b.empty() && of_a.front() == of_b.front())
        of_a.erase(of_a.begin()), of_b.erase(of_b.begin()), ++common;
    if (known_poses().size() > 1000) known_poses().clear();
    const auto words = [&](std::uint32_t body) {
        return std::to_string(common) + words_of(file, segment, body);
    };
    ClaimedBody a(mesh_of(file, pair.a), of_a, words(pair.a)), b(mesh_of(file, pair.b), of_b, words(pair.b));
    return known[key] = truth_between(a, b, clearance, until);
}

/// Whether all that is claimed is so: every pair of bodies that is not ignored, and not at rest against each
/// other. Pre: an accepted certificate.
inline Truth truth_of_claim(const CertificateHead& head, Unpacked file) {
    oracle::Num::digits() = 120;
    Truth all = Truth::True;
    for (std::uint32_t b = 1; b < head.bodies.size(); ++b)
        for (std::uint32_t a = 0; a < b; ++a) {
            const CertificatePair pair{a, b};
            const auto is_pair = [&](const auto& item) { return item.bodies == pair; };
            if (std::any_of(head.ignored.begin(), head.ignored.end(), is_pair)) continue;
            const bool is_listed = std::find(head.pairs.begin(), head.pairs.end(), pair) != head.pairs.end();
            if (!is_listed && seem_at_rest(head, file, a, b)) continue;
            for (std::size_t segment = 0; segment < covered_segments(head); ++segment) {
                const Truth truth = truth_of_pair(head, file, pair, segment);
                if (truth == Truth::False) return Truth::False;
                if (truth == Truth::Unknown) all = Truth::Unknown;
            }
        }
    return all;
}

}  // namespace graze::test
