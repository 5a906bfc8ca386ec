// A moving feature in plain doubles, and where it is at one moment: what the filters look at.
#pragma once

#include "graze/continuous/features/feature_contact.h"
#include "graze/core/internal.h"
#include "graze/motion/rounded_chain.h"

namespace graze::internal {

/// A feature whose vertices move as rounded_motion.h or rounded_chain.h says.
struct RoundedFeature {
    int count = 1;
    double angle = 0.0;                        // w; 0: straight
    Vec3 axis = Vec3::Zero();                  // if that is fixed
    const RoundedMotion* wandering = nullptr;  // the motion, if its axis is not fixed; borrowed
    KnownChainMoments* chain = nullptr;        // if it moves by a chain; `out` of a vertex is its arm there
    bool is_still = false;
    double error = 0.0;  // the largest of its vertices
    std::array<RoundedPoint, 3> vertices;
};

/// Pre: the feature moves by that motion, which is usable; or on straight lines, and the motion is null.
[[nodiscard]] RoundedFeature rounded_feature(const MovingFeature& feature, const RoundedMotion* motion);

/// A vertex at a moment: y, y' = straight + turning and y'' = -inward, of which `straight` stays and the rest
/// turns steadily; the true path leaves this one by at most swerve x^2 / 2 + jerk x^3 / 6, x the time from
/// the moment.
struct PlacedVertex {
    Vec3 place, straight, turning, inward;
    double swerve;
    double jerk = 0.0;
};

struct PlacedFeature {
    int count;
    bool is_still;
    std::array<PlacedVertex, 3> vertices;

    [[nodiscard]] std::array<Vec3, 3> places() const {
        return {vertices[0].place, vertices[count > 1 ? 1 : 0].place, vertices[count > 2 ? 2 : 0].place};
    }
};

/// Pre: t in [0, 1].
[[nodiscard]] PlacedFeature placed_at(const RoundedFeature& feature, double t);
/// The same, into `result`. Pre: `turn` is turn_at(feature.angle, t), if the axis is fixed and the feature
/// turns.
void place_feature(const RoundedFeature& feature, double t, PlacedFeature& result);
void place_feature(const RoundedFeature& feature, double t, const RoundedTurn& turn, PlacedFeature& result);

}  // namespace graze::internal
