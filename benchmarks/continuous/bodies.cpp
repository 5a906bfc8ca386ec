#include "continuous/bodies.h"

#include "peers/plain_screw.h"

#include "graze/core/random.h"
#include "graze/demo/demo.h"
#include "graze/discrete/wide/wide_query.h"

#include <cmath>
#include <numbers>

namespace graze::bench {
namespace {

Vec3 random_direction(Rng& rng) {
    for (;;) {
        const Vec3 v(rng.uniform(-1.0, 1.0), rng.uniform(-1.0, 1.0), rng.uniform(-1.0, 1.0));
        const double length = v.norm();
        if (length > 0.1 && length < 1.0) return v / length;
    }
}

Eigen::Quaterniond turn_about(const Vec3& axis, double angle) {
    return Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis));
}

Vec3 middle_of(const Mesh& mesh) {
    const Box box = bounds_of(mesh);
    return 0.5 * (box.min + box.max);
}

/// The pose that turns a body and puts one of its points somewhere.
Pose pose_with(const Eigen::Quaterniond& rotation, const Vec3& point, const Vec3& place) {
    return {place - rotation * point, rotation};
}

}  // namespace

std::unique_ptr<ContinuousBodies> bodies_of(const std::string& name, std::shared_ptr<const Mesh> a,
                                            std::shared_ptr<const Mesh> b) {
    auto bodies = std::make_unique<ContinuousBodies>();
    bodies->name = name;
    bodies->mesh_a = std::move(a);
    bodies->mesh_b = std::move(b);
    bodies->a = build_body_model(*bodies->mesh_a);
    bodies->b = build_body_model(*bodies->mesh_b);
    bodies->size = std::max(bodies->a.size, bodies->b.size);
    bodies->tolerance = default_tolerance(bodies->size);
    return bodies;
}

std::unique_ptr<ContinuousBodies> bunnies_of(int triangles) {
    const Scene scene = *make_demo("bunnies", {.parameters = {{"triangles", double(triangles)}}});
    return bodies_of("bunnies", scene.bodies[0].mesh, scene.bodies[1].mesh);
}

PlainMotion plain(const ContinuousQuery& query) {
    return {plain(query.poses.from), plain(query.poses.to), query.path};
}

RigidMotion motion_of(const ContinuousQuery& query) {
    if (query.path == PlainPath::Screw) return make_screw(query.poses);
    return make_slerp(query.poses);
}

Pose pose_at(const ContinuousQuery& query, double t) {
    const PlainScrew screw = plain_screw(plain(query.poses.from), plain(query.poses.to));
    const PlainPose at = pose_at(screw, t);
    Pose pose;
    pose.rotation = Eigen::Quaterniond(at.quaternion[3], at.quaternion[0], at.quaternion[1], at.quaternion[2])
                        .normalized();
    pose.translation = Vec3(at.translation[0], at.translation[1], at.translation[2]);
    if (query.path == PlainPath::Slerp)
        pose.translation = (1.0 - t) * query.poses.from.translation + t * query.poses.to.translation;
    return pose;
}

FirstContact ask(const ContinuousBodies& bodies, const ContinuousQuery& query,
                 const FirstContactOptions& options, FirstContactWorkspace& workspace,
                 FirstContactSearch& search) {
    static const RigidMotion kRest = AtRest{};
    const RigidMotion motion = motion_of(query);
    return search({bodies.a, kRest}, {bodies.b, motion, &query.poses.from}, options, workspace);
}

std::vector<ContinuousQuery> random_screws(const ContinuousBodies& bodies, int count, PlainPath path) {
    constexpr double kRightAngle = 0.5 * std::numbers::pi;
    Rng rng(20260703);
    DiscreteMemory workspace;
    const Vec3 middle_a = middle_of(*bodies.mesh_a), middle_b = middle_of(*bodies.mesh_b);
    std::vector<ContinuousQuery> queries;
    while (queries.size() < static_cast<std::size_t>(count)) {
        const Eigen::Quaterniond start = turn_about(random_direction(rng), rng.uniform(0.0, 3.0));
        const Eigen::Quaterniond turn = turn_about(random_direction(rng), rng.uniform(0.0, kRightAngle));
        const Vec3 from = middle_a + rng.uniform(0.6, 1.6) * bodies.size * random_direction(rng);
        // Towards a point near the middle of a: half of the motions miss it or stop before it.
        const Vec3 aim = middle_a + rng.uniform(0.0, 1.2) * bodies.size * random_direction(rng);
        const Vec3 to = from + rng.uniform(0.5, 2.0) * bodies.size * (aim - from).normalized();
        const Eigen::Quaterniond end = (turn * start).normalized();
        const ContinuousQuery query{{pose_with(start, middle_b, from), pose_with(end, middle_b, to), 0},
                                    path};
        const auto meeting =
            find_intersections(wide(bodies.a), {}, wide(bodies.b), query.poses.from, {}, workspace);
        if (meeting.triangles.empty()) queries.push_back(query);
    }
    return queries;
}

}  // namespace graze::bench
