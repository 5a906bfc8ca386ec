// Parts that stay near each other along their whole way: the hard case.
#pragma once

#include "continuous/bodies.h"

#include <optional>

namespace graze::bench {

struct NearWay {
    std::string name;
    std::shared_ptr<const ContinuousBodies> bodies;
    Pose start;
    RigidMotion motion;
    std::optional<ContinuousQuery> as_poses;  // for those who take no joint
    ContactVerdict expected;
    double wanted_us;  // 0: nobody said
    bool is_raced = false;  // others are asked as well
};

[[nodiscard]] NearWay screw_quarter_turn();
/// Screws, pins, plates, hinges.
[[nodiscard]] std::vector<NearWay> near_ways();

}  // namespace graze::bench
