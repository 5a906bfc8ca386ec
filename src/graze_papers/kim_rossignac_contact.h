// When a feature under a screw meets one at rest, from the closed form of [KimRossignac03, "Collision Time
// and Contact Calculation"]: kept as the baseline to compare with.
//
// In the frame of the axis (kim_rossignac_rejections.h) a vertex moves by
//     (x cos bt - y sin bt, x sin bt + y cos bt, z + t d),
// so that the volume of vertex and face, or of two edges, is
//     f(t) = k0 + k1 t + (k2 + k3 t) cos bt + (k4 + k5 t) sin bt                       (66; their 9 and 20)
// with k1 = 0 for edges and k3 = k5 = 0 for vertex and face. At a root the features may meet, or only their
// plane or lines; that is decided by their distance there. The paper finds roots by Newton's method in
// double, from starts that miss some. `Isolated` cuts time into stretches by interval arithmetic instead, on
// the same closed form, and then "no contact" is proved.
#pragma once

#include "graze/continuous/features/feature_contact.h"
#include "graze_papers/kim_rossignac_rejections.h"

#include <span>

namespace graze::papers {

/// f of (K9). T: double or Interval.
template <class T>
struct ScrewVolume {
    T k0, k1, k2, k3, k4, k5;
    T angle;  // b
};

enum class RootStarts {
    AsPublished,  // vertex and face: inflections between extremes after t = 0; edges: uniform samples
    WithEnds,     // vertex and face: also before the first and after the last extreme; edges: as published
    Isolated,     // interval bisection; misses no root
};

struct KimRossignacOptions {
    RootStarts starts = RootStarts::AsPublished;
    double tolerance = 1e-6;  // > 0; features this close at a root are a contact
    int most_evaluations = 4096;
};

struct KimRossignacContact {
    ContactVerdict verdict;  // nothing is proved: distances at roots are rounded
    double time;             // Contact: of the root
    int evaluations;         // of f
};

/// A screw against a feature at rest; vertices in the frame of the axis, those that move at t = 0.
///
/// Pre: a vertex and a face, a face and a vertex, or two edges.
[[nodiscard]] KimRossignacContact kim_rossignac_contact(const AxialScrew& screw,
                                                        std::span<const IntervalVec3> moving,
                                                        std::span<const IntervalVec3> still,
                                                        const KimRossignacOptions& options);

/// f for a pair of features, in double and in intervals: the same code.
[[nodiscard]] ScrewVolume<double> screw_volume(const AxialScrew& screw, std::span<const Vec3> moving,
                                               std::span<const Vec3> still);
[[nodiscard]] ScrewVolume<Interval> screw_volume(const AxialScrew& screw,
                                                 std::span<const IntervalVec3> moving,
                                                 std::span<const IntervalVec3> still);

[[nodiscard]] double value_at(const ScrewVolume<double>& f, double t);
[[nodiscard]] Interval value_at(const ScrewVolume<Interval>& f, const Interval& t);
[[nodiscard]] Interval slope_at(const ScrewVolume<Interval>& f, const Interval& t);

}  // namespace graze::papers
