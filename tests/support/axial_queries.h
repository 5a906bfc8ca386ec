// Screw queries seen from the axis of the screw, as [KimRossignac03] does.
#pragma once

#include "graze_papers/kim_rossignac_rejections.h"
#include "support/screw_queries.h"

namespace graze::test {

struct AxialQuery : ScrewQuery {
    papers::AxialScrew screw;
    std::vector<IntervalVec3> moving_at, still_at;  // in the frame of the axis, t = 0
    papers::AxialRange moving_range, still_range;

    void see_from_axis() {
        screw = *papers::axial_screw(motion);
        const MotionJet start = jet_over(motion, {0.0, 0.0});
        const MotionJet rest = jet_over(still_motion, {0.0, 0.0});
        for (int i = 0; i < moving.count; ++i)
            moving_at.push_back(papers::seen_from_axis(screw, point_at(start, moving.vertices[i])));
        for (int i = 0; i < still.count; ++i)
            still_at.push_back(papers::seen_from_axis(screw, point_at(rest, still.vertices[i])));
        moving_range = papers::axial_range(moving_at);
        still_range = papers::axial_range(still_at);
    }
};

/// As random_screw_query.
[[nodiscard]] inline std::unique_ptr<AxialQuery> random_axial_query(Rng& rng, MotionFamily family,
                                                                    double apart) {
    auto query = std::make_unique<AxialQuery>();
    make_screw_query(rng, family, apart, query.get());
    query->see_from_axis();
    return query;
}

}  // namespace graze::test
