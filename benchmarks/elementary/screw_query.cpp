#include "elementary/screw_query.h"

#include "graze/core/assert.h"

namespace graze::bench {
namespace {

using namespace papers;  // NOLINT(google-build-using-namespace): all of this is about them

bool moves(const RigidFeature& feature) {
    return feature.from.position != feature.to.position ||
           feature.from.rotation_vector != feature.to.rotation_vector;
}

bool is_about_z(const PoseParameters& pose) {
    return pose.rotation_vector.head<2>().isZero(0.0) && pose.position.head<2>().isZero(0.0);
}

}  // namespace

ScrewQuery::ScrewQuery(const RigidQuery& query) {
    const RigidFeature &mover = moves(query.a) ? query.a : query.b,
                       &rest = moves(query.a) ? query.b : query.a;
    GRAZE_ASSERT(!moves(rest) && rest.from.rotation_vector.isZero(0.0));
    GRAZE_ASSERT(is_about_z(mover.from) && is_about_z(mover.to));
    turn = make_joint({.placement = {},
                       .axis = {0, 0, 1},
                       .angle_t0 = mover.from.rotation_vector.z(),
                       .angle_t1 = mover.to.rotation_vector.z(),
                       .slide_t0 = mover.from.position.z(),
                       .slide_t1 = mover.to.position.z()});
    moving_motion = turn;
    still_motion = AtRest{{rest.from.position, Eigen::Quaterniond::Identity()}};
    moving = {mover.count, mover.vertices, &moving_motion};
    still = {rest.count, rest.vertices, &still_motion};
    screw = *axial_screw(turn);
    const MotionJet start = jet_over(turn, {0.0, 0.0});
    for (int i = 0; i < moving.count; ++i)
        moving_at.push_back(seen_from_axis(screw, point_at(start, moving.vertices[i])));
    for (int i = 0; i < still.count; ++i)
        still_at.push_back(seen_from_axis(screw, exactly(still.vertices[i]) + exactly(rest.from.position)));
    moving_range = axial_range(moving_at);
    still_range = axial_range(still_at);
    motion = axial_motion(screw);
}

ContactVerdict kim_rossignac_verdict(const ScrewQuery& query, RootStarts starts, const AxialTests& tests,
                                     double tolerance) {
    if (prove_apart_about_axis(query.moving_range, query.still_range, query.motion, tests) !=
        AxialRejection::NotRejected)
        return ContactVerdict::Clear;
    return kim_rossignac_contact(query.screw, query.moving_at, query.still_at,
                                 {.starts = starts, .tolerance = tolerance})
        .verdict;
}

}  // namespace graze::bench
