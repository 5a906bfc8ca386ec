// Many pairs of features of the same two motions at once: which are proved apart over a window of time.
//
// The inequality of quick_contact.h in floats, one pair to a SIMD lane, in the direction of (nearly) closest
// points at the middle of the window and along the normal. It only culls (contract C5): what it leaves is
// decided by first_feature_contact. Every target gives the same lanes the same bits all the same.
// docs/continuous-mathematics.md, section 8.
#pragma once

#include "graze/continuous/quick_contact.h"

#include <cstdint>
#include <span>
#include <vector>

namespace graze {

/// The line that one of the two bodies turns about while the other stands still, rounded.
struct BatchAxis {
    Vec3 point = Vec3::Zero();
    Vec3 direction = Vec3::Zero();  // about unit; zero: there is no such line
    double point_error = 0.0, direction_error = 0.0;
};

/// None if both or neither move, or the axis wanders or is very far away.
[[nodiscard]] BatchAxis batch_axis(const MotionPair& motions);

/// The stretch of time that a batch is about, and a point near the features, from which they are measured.
struct BatchWindow {
    Interval time{0.0, 1.0};
    Vec3 home = Vec3::Zero();
    BatchAxis axis = {};
};

/// All features of one kind of a body: how they stand and move at the middle of a window.
struct FeatureBatch {
    int vertices = 1;  // of each feature
    std::size_t size = 0;
    // Per feature, padded to a multiple of four: its range along the axis during the window and its range of
    // distances from the axis, rounded outward; then x, y, z of its vertices' places from home, of their
    // turning velocities, and of their inward accelerations.
    std::vector<float> numbers;
    bool has_ring = false;  // the first four mean something
    bool is_still = true;
    float straight[3] = {};            // velocity that does not turn
    double angle = 0.0;                // w
    double half_length = 0.5;          // of the window
    double magnitude = 0.0;            // of all numbers that floats stand for: docs eq. 42
    double error = 0.0, swerve = 0.0;  // the largest of all features
};

inline constexpr int kRingNumbers = 4;

/// Numbers per feature.
[[nodiscard]] constexpr int batch_width(int vertices) { return (kRingNumbers + 9 * vertices + 3) / 4 * 4; }

/// Puts features into a batch, whose memory is used again.
///
/// Pre: all with the same number of vertices and the same motion, or all on straight lines; |w| times half
///      the window is at most 1.6; an axis only if it is batch_axis of the two motions.
void fill_batch(FeatureBatch& batch, std::span<const RoundedFeature> features, const BatchWindow& window);

struct FeaturePairIds {
    std::uint32_t a, b;
};

/// Moves the pairs that are not proved farther apart than the clearance throughout the window to the front,
/// in their order, and returns how many there are.
///
/// Pre:       vertices with faces, edges with edges; batches for the same window; ids below their sizes.
/// Guarantee: a pair that is left out is farther apart than the clearance at every t of the window.
/// Cost:      3 to 20 ns a pair; no allocation.
[[nodiscard]] std::size_t cull_feature_pairs(const FeatureBatch& a, const FeatureBatch& b,
                                             std::span<FeaturePairIds> pairs, double clearance);

}  // namespace graze
