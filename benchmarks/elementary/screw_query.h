// A rigid query as a screw against a feature at rest: what [KimRossignac03] takes.
#pragma once

#include "elementary/query.h"

#include "graze_papers/kim_rossignac_contact.h"

namespace graze::bench {

/// The same motion as a screw about the z axis, exactly: a joint with the angles and slides of the query.
/// Holds its motions, so it stays where it was made.
struct ScrewQuery {
    SteadyTurn turn;
    RigidMotion moving_motion, still_motion;
    MovingFeature moving, still;

    papers::AxialScrew screw;
    std::vector<IntervalVec3> moving_at, still_at;
    papers::AxialRange moving_range, still_range;
    papers::AxialMotion motion;

    explicit ScrewQuery(const RigidQuery& query);
    ScrewQuery(const ScrewQuery&) = delete;
    ScrewQuery& operator=(const ScrewQuery&) = delete;
};

/// The rejections, then the closed form for what they leave.
[[nodiscard]] ContactVerdict kim_rossignac_verdict(const ScrewQuery& query, papers::RootStarts starts,
                                                   const papers::AxialTests& tests, double tolerance);

}  // namespace graze::bench
