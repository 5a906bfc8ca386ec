// Links of all kinds as the library and as certificates have them.
#pragma once

#include "graze/core/random.h"
#include "graze/io/certificate/certificate_head.h"
#include "graze/motion/rigid_motion.h"

namespace graze::test {

struct BothLinks {
    RigidMotion ours;
    CertificateLink theirs;
};

inline BothLinks random_link(Rng& rng) {
    const auto pose = [&] {
        return Pose{
            {rng.uniform(-2, 2), rng.uniform(-2, 2), rng.uniform(-2, 2)},
            Eigen::Quaterniond(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1))
                .normalized()};
    };
    const auto known = [](const Pose& p) {
        const auto& q = p.rotation.coeffs();
        return CertificatePose{{p.translation[0], p.translation[1], p.translation[2]},
                               {q[0], q[1], q[2], q[3]}};
    };
    PoseSegment poses{pose(), pose(), static_cast<int>(rng.below(3))};
    if (rng.below(6) == 0)  // hardly a turn, or none
        poses.to.rotation = poses.from.rotation, poses.turns = 0;
    if (rng.below(6) == 0) poses.to.rotation.x() *= 1.0 + 0x1p-50;
    const Vec3 axis(rng.uniform(-1, 1), rng.uniform(-1, 1), 1.0), origin(rng.uniform(-1, 1), 2.0, 0.5);
    const double from = rng.uniform(-90, 90), to = rng.uniform(-90, 90);
    CertificateLink link{.from = known(poses.from), .to = known(poses.to), .turns = poses.turns};
    switch (rng.below(6)) {
        case 0:
            link.to = link.from, link.turns = 0;
            return {AtRest{poses.from}, link};
        case 1:
            link.kind = LinkKind::Screw;
            return {make_screw(poses, {rng.uniform(-1, 1), 0.3, 0.2}), link};
        case 2:
            link.kind = LinkKind::Slerp;
            return {make_slerp(poses), link};
        case 3:
            link.kind = LinkKind::LinearParameters;
            return {make_linear_parameters(poses), link};
        case 4:
            return {make_joint({.axis = axis,
                                .angle_t0 = from,
                                .angle_t1 = to,
                                .unit = AngleUnit::Degree,
                                .origin = origin}),
                    {.kind = LinkKind::Revolute,
                     .axis = {axis[0], axis[1], axis[2]},
                     .origin = {origin[0], origin[1], origin[2]},
                     .value_from = from,
                     .value_to = to}};
        default:
            return {make_joint({.axis = axis,
                                .slide_t0 = from,
                                .slide_t1 = to,
                                .unit = AngleUnit::Degree,
                                .origin = origin}),
                    {.kind = LinkKind::Prismatic,
                     .axis = {axis[0], axis[1], axis[2]},
                     .value_from = from,
                     .value_to = to}};
    }
}

}  // namespace graze::test
