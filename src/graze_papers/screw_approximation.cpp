#include "graze_papers/screw_approximation.h"

#include "graze/core/assert.h"

#include <algorithm>

namespace graze::papers {
namespace {

// What the bound (M23) needs of the true motion.
struct Truth {
    IntervalMat3 rotation;  // at the middle of a window
    IntervalVec3 place;     // of the ball's centre, at the middle
};
// Bounds of the difference of velocities of the centre, and of spins, over a window.
struct Drift {
    double speed, spin;
};

// Two ways to know the true motion; each lives only during a call.
class JetSource {
  public:
    JetSource(FunctionRef<MotionJet(const Interval&)> jet, const Vec3& centre) : jet_(jet), centre_(centre) {}

    [[nodiscard]] Truth at(double t) const {
        const MotionJet jet = jet_(exactly(t));
        return {jet.rotation, point_at(jet, centre_)};
    }
    [[nodiscard]] Drift drift(const MotionJet& screw, const Interval& time) const {
        const MotionJet jet = jet_(time);
        return {norm(velocity_at(screw, centre_) - velocity_at(jet, centre_)).hi,
                norm(screw.spin - jet.spin).hi};
    }

  private:
    FunctionRef<MotionJet(const Interval&)> jet_;
    Vec3 centre_;
};

class SpeedSource {
  public:
    SpeedSource(FunctionRef<Pose(double)> pose, const SpeedBounds& bounds, const Vec3& centre)
        : pose_(pose), bounds_(bounds), centre_(centre) {}

    [[nodiscard]] Truth at(double t) const {
        const Pose pose = pose_(t);
        return {interval_matrix(pose.rotation), apply_interval(pose, exactly(centre_))};
    }
    [[nodiscard]] Drift drift(const MotionJet& screw, const Interval&) const {
        return {(norm(velocity_at(screw, centre_)) + exactly(bounds_.speed)).hi,
                (norm(screw.spin) + exactly(bounds_.spin)).hi};
    }

  private:
    FunctionRef<Pose(double)> pose_;
    SpeedBounds bounds_;
    Vec3 centre_;
};

// motion.md (M23): |e(m)| + h |e'| for the centre, and r (|dR(m)|_F / sqrt 2 + h |dw|) for the turn.
template <class Source>
double window_error(const Source& source, const Piecewise& piece, const Interval& time,
                    const BodyBall& body) {
    const double middle = midpoint(time);
    const Truth truth = source.at(middle);
    const MotionJet screw = jet_over(piece, exactly(middle)), all = jet_over(piece, time);
    const Drift drift = source.drift(all, time);
    const Interval half = max(exactly(time.hi) - exactly(middle), exactly(middle) - exactly(time.lo));
    const IntervalMat3 turn = screw.rotation - truth.rotation;
    const Interval turn_sq = norm_sq(turn[0]) + norm_sq(turn[1]) + norm_sq(turn[2]);
    const Interval off = norm(point_at(screw, body.centre) - truth.place) + half * exactly(drift.speed);
    const Interval twist = sqrt(turn_sq * exactly(0.5)) + half * exactly(drift.spin);
    return (off + exactly(body.radius) * twist).hi;
}

// One screw from pose to pose, in a motion of its own that only covers [begin, end].
struct Piece {
    double begin, end;
    RigidMotion screw;
    double error;
};

template <class Source>
Piece make_piece(const Source& source, FunctionRef<Pose(double)> pose, const Interval& time,
                 const BodyBall& body, int windows) {
    Piece piece{time.lo, time.hi, make_screw({pose(time.lo), pose(time.hi), 0}, body.centre), 0.0};
    const Piecewise alone{{piece.screw}, {time.lo, time.hi}};
    double lo = time.lo;
    for (int i = 1; i <= windows; ++i) {
        const double hi =
            i == windows ? time.hi : std::min(time.hi, time.lo + (time.hi - time.lo) * i / windows);
        const double error = window_error(source, alone, {lo, hi}, body);
        piece.error = larger_bound(piece.error, error);
        lo = hi;
    }
    if (!(piece.error >= 0.0)) piece.error = kInfinity;
    return piece;
}

template <class Source>
ScrewApproximation approximate(const Source& source, FunctionRef<Pose(double)> pose, const BodyBall& body,
                               const ApproximationOptions& options) {
    GRAZE_ASSERT(options.tolerance > 0.0 && options.windows > 0 && options.most_pieces > 0);
    GRAZE_ASSERT(body.radius >= 0.0 && body.radius <= kLargest && body.centre.allFinite());
    ScrewApproximation result{{{}, {0.0}}, 0.0, true};
    std::vector<Piece> open{make_piece(source, pose, {0.0, 1.0}, body, options.windows)};
    while (!open.empty()) {
        const Piece piece = open.back();
        open.pop_back();
        const double middle = 0.5 * (piece.begin + piece.end);
        const int made = static_cast<int>(result.motion.pieces.size() + open.size()) + 2;
        const bool may_split = made <= options.most_pieces && piece.begin < middle && middle < piece.end;
        if (piece.error > options.tolerance && may_split) {
            open.push_back(make_piece(source, pose, {middle, piece.end}, body, options.windows));
            open.push_back(make_piece(source, pose, {piece.begin, middle}, body, options.windows));
            continue;
        }
        result.motion.pieces.push_back(piece.screw);
        result.motion.breaks.push_back(piece.end);
        result.error = std::max(result.error, piece.error);
    }
    result.is_within_tolerance = result.error <= options.tolerance;
    return result;
}

}  // namespace

ScrewApproximation approximate_by_screws(FunctionRef<Pose(double)> pose,
                                         FunctionRef<MotionJet(const Interval&)> jet, const BodyBall& body,
                                         const ApproximationOptions& options) {
    return approximate(JetSource(jet, body.centre), pose, body, options);
}

ScrewApproximation approximate_by_screws(FunctionRef<Pose(double)> pose, const SpeedBounds& bounds,
                                         const BodyBall& body, const ApproximationOptions& options) {
    GRAZE_ASSERT(bounds.spin >= 0.0 && bounds.speed >= 0.0);
    return approximate(SpeedSource(pose, bounds, body.centre), pose, body, options);
}

}  // namespace graze::papers
