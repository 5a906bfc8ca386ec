#include "graze/soft/body_loads.h"

#include <Eigen/Eigenvalues>

namespace graze::soft {
namespace {

using Columns = Eigen::Matrix<double, Eigen::Dynamic, 6>;

struct Spring {
    double push, stiffness;
    double slipped = 0.0;  // by so much it begins anew in the next step
};

/// Of one body, as springs are added.
class LoadSum {
  public:
    LoadSum(const Vec3& middle, const Eigen::VectorXd& goes_on) : middle_(middle), across_(Columns::Zero(goes_on.size(), 6)), goes_on_(goes_on) {}

    /// A spring that pushes the body along `way` at a place.
    void add(const Vec3& place, const Vec3& way, const Spring& spring, std::span<const int> at, std::span<const double> slope) {
        Vec6 w;
        w << way, (place - middle_).cross(way);
        add(w, spring, at, slope);
    }
    void add(const Vec6& w, const Spring& spring, std::span<const int> at, std::span<const double> slope) {
        load_.load += spring.push * w;
        load_.stiffness += spring.stiffness * w * w.transpose();
        load_.drift -= spring.stiffness * spring.slipped * w;
        for (std::size_t i = 0; i < at.size(); ++i) {
            across_.row(at[i]) += spring.stiffness * slope[i] * w.transpose();
            goes_on_[at[i]] += spring.stiffness * spring.slipped * slope[i];
        }
        is_empty_ = false;
    }

    /// A force that stays as it is while its place turns with the body.
    void add_turning(const Vec3& place, const Vec3& force) {
        const Vec3 arm = place - middle_;
        const Mat3 turns = arm.dot(force) * Mat3::Identity() - arm * force.transpose();
        turning_ += 0.5 * (turns + turns.transpose());
    }

    /// Less what rods give way. Pre: system.factor().
    [[nodiscard]] BodyLoad sum(const StepSystem& system) const {
        if (is_empty_) return load_;
        BodyLoad result = load_;
        result.last = load_.load;
        Columns given(across_.rows(), 6);
        for (int k = 0; k < 6; ++k) {
            const Eigen::VectorXd column = across_.col(k);
            const std::vector<double> x = system.solve({column.data(), static_cast<std::size_t>(column.size())});
            given.col(k) = Eigen::Map<const Eigen::VectorXd>(x.data(), column.size());
        }
        result.stiffness -= across_.transpose() * given;
        result.stiffness.bottomRightCorner<3, 3>() += turning_;
        result.drift += given.transpose() * goes_on_;
        // Roundings may leave it negative where a rod is slack.
        const Mat6 even = 0.5 * (result.stiffness + result.stiffness.transpose());
        const Eigen::SelfAdjointEigenSolver<Mat6> eigen(even);
        result.stiffness = eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0.0).asDiagonal() * eigen.eigenvectors().transpose();
        if (!result.stiffness.allFinite()) result.stiffness = load_.stiffness;
        return result;
    }

  private:
    Vec3 middle_;
    BodyLoad load_;
    Columns across_;
    Mat3 turning_ = Mat3::Zero();
    Eigen::VectorXd goes_on_;  // of (7): what pulls rods on
    bool is_empty_ = true;
};

/// M v / h + M (v - v_before) / s, with v what leads from the state of the memory to that of the step.
Eigen::VectorXd inertia_that_goes_on(const SoftMemory& memory, const LoadedStep& step) {
    Eigen::VectorXd pull = Eigen::VectorXd::Zero(memory.model.unknowns);
    const double s = step.seconds, h = step.next_seconds;
    for (std::size_t r = 0; r < step.states.size(); ++r) {
        const Rod& rod = memory.model.rods[r];
        const RodState &now = step.states[r], &old = memory.states[r];
        const int first = memory.model.offset[r];
        for (std::size_t i = 0; i < now.x.size(); ++i) {
            const Vec3 v = (now.x[i] - old.x[i]) / s;
            pull.segment<3>(first + 4 * static_cast<int>(i)) = rod.mass[i] * (v / h + (v - old.v[i]) / s);
        }
        for (std::size_t i = 0; i < now.theta.size(); ++i) {
            const double spin = (now.theta[i] - old.theta[i]) / s;
            pull[first + 4 * static_cast<int>(i) + 3] = rod.spin_inertia[i] * (spin / h + (spin - old.spin[i]) / s);
        }
    }
    return pull;
}

void add_contacts(const SoftMemory& memory, const LoadedStep& step, std::uint32_t body, LoadSum& sum) {
    for (const RodContact& contact : step.contacts) {
        if (contact.body != body) continue;
        const ContactUnknowns u = unknowns_along(memory.model, contact, contact.normal);
        sum.add(contact.point, contact.normal, {contact.times * memory.barrier.slope(contact.gap), contact.times * memory.barrier.curvature(contact.gap)}, {u.at.data(), u.count},
                {u.slope.data(), u.count});
    }
    for (const RodContact& contact : step.rubbing) {
        if (contact.body != body) continue;
        const Rubbing rubbing = rubbing_of(contact, step.friction);
        if (!(rubbing.over > 0.0)) continue;
        for (const Vec3& t : rubbing.across) {
            const ContactUnknowns u = unknowns_along(memory.model, contact, t);
            const double slipped = rubbing.slip.dot(t);
            sum.add(contact.point, t, {rubbing.over * slipped, rubbing.over, slipped}, {u.at.data(), u.count}, {u.slope.data(), u.count});
        }
    }
}

void add_holds_of(const SoftMemory& memory, const LoadedStep& step, std::uint32_t body, LoadSum& sum) {
    for (std::size_t i = 0; i < memory.holds.size(); ++i) {
        const HeldNode& held = memory.holds[i];
        if (held.hold.body != body) continue;
        const std::uint32_t rod = held.hold.rod;
        const Vec3 away = step.states[rod].x[static_cast<std::size_t>(held.hold.node)] - step.places[i].place;
        const double stretch = away.norm();
        const double stiffness = stretch * held.stiffness > held.most_force ? held.most_force / stretch : held.stiffness;
        const int at = memory.model.offset[rod] + 4 * held.hold.node;
        for (int k = 0; k < 3; ++k) {
            const int unknown = at + k;
            const double one = 1.0;
            sum.add(step.places[i].place, Vec3::Unit(k), {stiffness * away[k], stiffness}, {&unknown, 1}, {&one, 1});
        }
        sum.add_turning(step.places[i].place, stiffness * away);
        if (held.hold.kind != HoldKind::Clamp) continue;
        const auto strains = held_strains(memory.model.rods[rod], step.states[rod], step.held[rod], held.hold.node == 0 ? 0 : 1, memory.model.offset[rod]);
        for (const HeldStrain& one : strains) {
            Vec6 w;
            w << Vec3::Zero(), one.turn;
            sum.add(w, {one.push, one.stiffness}, {one.at.data(), one.count}, {one.slope.data(), one.count});
        }
    }
}

}  // namespace

std::vector<BodyLoad> body_loads(const SoftMemory& memory, const LoadedStep& step, StepSystem& system) {
    std::vector<BodyLoad> loads(memory.poses.size());
    bool is_factored = false;
    const Eigen::VectorXd goes_on = inertia_that_goes_on(memory, step);
    for (std::uint32_t b = 0; b < memory.feels.size(); ++b) {
        if (!memory.feels[b]) continue;
        LoadSum sum(apply(step.friction.bodies[b].to, memory.model.bodies[b].centre), goes_on);
        add_contacts(memory, step, b, sum);
        add_holds_of(memory, step, b, sum);
        if (!is_factored) system.factor();
        is_factored = true;
        loads[b] = sum.sum(system);
    }
    return loads;
}

}  // namespace graze::soft
