#include "continuous/advancement.h"

#include "peers/plain_screw.h"

namespace graze::bench {
namespace {

class Advancement : public ContinuousPeer {
  public:
    Advancement(std::unique_ptr<Contestant> contestant, const PlainMesh& b, double tolerance)
        : contestant_(std::move(contestant)),
          coordinates_(b.coordinates.begin(), b.coordinates.end()),
          tolerance_(tolerance) {}

    void move(const PlainMotion& motion) override {
        screw_ = plain_screw(motion.from, motion.to);
        double from_axis = 0.0;
        for (std::size_t i = 0; i < coordinates_.size(); i += 3)
            from_axis = std::max(from_axis, distance_from_axis(screw_, {coordinates_[i], coordinates_[i + 1],
                                                                        coordinates_[i + 2]}));
        speed_ = std::sqrt(plain_dot(screw_.way, screw_.way) +
                           screw_.angle * screw_.angle * from_axis * from_axis);
    }

    PeerContact first_contact() override {
        constexpr std::uint64_t kMostSteps = 100000;
        PeerContact result;
        for (double t = 0.0; t <= 1.0 && result.steps < kMostSteps;) {
            ++result.steps;
            contestant_->place(pose_at(screw_, t));
            const double distance = contestant_->distance();
            if (distance <= tolerance_) return {true, t, result.steps};
            t += distance / speed_;
        }
        return result;
    }

  private:
    std::unique_ptr<Contestant> contestant_;
    std::vector<double> coordinates_;
    double tolerance_;
    PlainScrew screw_;
    double speed_ = 0.0;
};

}  // namespace

std::unique_ptr<ContinuousPeer> make_advancement(std::unique_ptr<Contestant> contestant, const PlainMesh& b,
                                                 double tolerance) {
    return std::make_unique<Advancement>(std::move(contestant), b, tolerance);
}

}  // namespace graze::bench
