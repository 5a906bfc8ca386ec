#include "graze/soft/body_loads.h"

#include <Eigen/Eigenvalues>

namespace graze::soft {
namespace {

using Columns = Eigen::Matrix<double, Eigen::Dynamic, 6>;

/// Of one body, as springs are added.
class LoadSum {
  public:
    LoadSum(const Vec3& middle, int unknowns) : middle_(middle), across_(Columns::Zero(unknowns, 6)) {}

    /// A spring that pushes the body with `push` along `way` at a place.
    void add(const Vec3& place, const Vec3& way, double push, double stiffness, std::span<const int> at, std::span<const double> slope) {
        Vec6 w;
        w << way, (place - middle_).cross(way);
        add(w, push, stiffness, at, slope);
    }
    void add(const Vec6& w, double push, double stiffness, std::span<const int> at, std::span<const double> slope) {
        load_.load += push * w;
        load_.stiffness += stiffness * w * w.transpose();
        for (std::size_t i = 0; i < at.size(); ++i) across_.row(at[i]) += stiffness * slope[i] * w.transpose();
        is_empty_ = false;
    }

    /// Less what rods give way. Pre: system.factor().
    [[nodiscard]] BodyLoad sum(const StepSystem& system) const {
        if (is_empty_) return load_;
        BodyLoad result = load_;
        Columns given(across_.rows(), 6);
        for (int k = 0; k < 6; ++k) {
            const Eigen::VectorXd column = across_.col(k);
            const std::vector<double> x = system.solve({column.data(), static_cast<std::size_t>(column.size())});
            given.col(k) = Eigen::Map<const Eigen::VectorXd>(x.data(), column.size());
        }
        result.stiffness -= across_.transpose() * given;
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
    bool is_empty_ = true;
};

void add_contacts(const SoftMemory& memory, const LoadedStep& step, std::uint32_t body, LoadSum& sum) {
    for (const RodContact& contact : step.contacts) {
        if (contact.body != body) continue;
        const ContactUnknowns u = unknowns_along(memory.model, contact, contact.normal);
        sum.add(contact.point, contact.normal, memory.barrier.slope(contact.gap), memory.barrier.curvature(contact.gap), {u.at.data(), u.count},
                {u.slope.data(), u.count});
    }
    for (const RodContact& contact : step.rubbing) {
        if (contact.body != body) continue;
        const Rubbing rubbing = rubbing_of(contact, step.friction);
        if (!(rubbing.over > 0.0)) continue;
        for (const Vec3& t : rubbing.across) {
            const ContactUnknowns u = unknowns_along(memory.model, contact, t);
            sum.add(contact.point, t, rubbing.over * rubbing.slip.dot(t), rubbing.over, {u.at.data(), u.count}, {u.slope.data(), u.count});
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
            sum.add(step.places[i].place, Vec3::Unit(k), stiffness * away[k], stiffness, {&unknown, 1}, {&one, 1});
        }
        if (held.hold.kind != HoldKind::Clamp) continue;
        const auto strains = held_strains(memory.model.rods[rod], step.states[rod], step.held[rod], held.hold.node == 0 ? 0 : 1, memory.model.offset[rod]);
        for (const HeldStrain& one : strains) {
            Vec6 w;
            w << Vec3::Zero(), one.turn;
            sum.add(w, one.push, one.stiffness, {one.at.data(), one.count}, {one.slope.data(), one.count});
        }
    }
}

}  // namespace

std::vector<BodyLoad> body_loads(const SoftMemory& memory, const LoadedStep& step, StepSystem& system) {
    std::vector<BodyLoad> loads(memory.poses.size());
    bool is_factored = false;
    for (std::uint32_t b = 0; b < memory.feels.size(); ++b) {
        if (!memory.feels[b]) continue;
        LoadSum sum(apply(step.friction.bodies[b].to, memory.model.bodies[b].centre), system.size());
        add_contacts(memory, step, b, sum);
        add_holds_of(memory, step, b, sum);
        if (!is_factored) system.factor();
        is_factored = true;
        loads[b] = sum.sum(system);
    }
    return loads;
}

}  // namespace graze::soft
