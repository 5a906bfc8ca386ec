// One frame of a world of rods: where a step would lead, filtered on the way, and proved before it is made.
#include "graze/soft/sub_step.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace graze::soft {
namespace {

constexpr double kBack = 0.9;          // of what bodies could move without meeting a rod
constexpr double kLeastShare = 0x1p-7;  // of a frame: shorter sub-steps are not tried
constexpr double kSameTime = 1e-12;     // of a second, or of a frame

/// A frame, sub-step by sub-step.
class Frame {
  public:
    Frame(SoftMemory& memory, BodyPoses poses) : memory_(memory), poses_(poses) {}

    SoftReport run() {
        memory_.refused.clear();
        memory_.loads.assign(memory_.feels.size(), {});
        double left = 1.0, share = 1.0;  // of the frame
        bool bodies_wait = false;
        while (left > 0.0) {
            const bool is_last_try = report_.sub_steps >= memory_.options.most_sub_steps;
            share = std::min(share, left);
            const double until = bodies_wait ? now() : clock_after(share);
            const double part = bodies_wait ? share : std::min(share, (until - now()) / memory_.options.frame);
            double free = 1.0;
            if (!is_last_try && try_step(part, bodies_wait ? std::nullopt : std::optional(until), free)) {
                left -= part;
                if (left < kSameTime) left = 0.0;
                if (!bodies_wait) clock_ = until - memory_.body_clock;
                share = left > 0.0 ? std::min(left, 2.0 * share) : share;
                continue;
            }
            ++report_.halved;
            share = part * std::min(0.5, std::max(0.125, kBack * free));
            if (share >= kLeastShare && !is_last_try) continue;
            share = left;
            if (!bodies_wait && !is_last_try) {
                bodies_wait = true;
                continue;
            }
            stand(left);
            left = 0.0;
        }
        memory_.body_clock += clock_;
        finish();
        return report_;
    }

  private:
    [[nodiscard]] double now() const { return memory_.body_clock + clock_; }

    /// What the bodies' clock shows after so much of the frame: the next knot at the latest, to the bit.
    [[nodiscard]] double clock_after(double share) const {
        const double to = now() + share * memory_.options.frame;
        for (const double knot : memory_.knots)
            if (knot > now() + kSameTime && knot < to + kSameTime) return knot;
        return to;
    }

    /// No clock: bodies wait.
    std::vector<BodyWay> ways_to(const std::optional<double>& clock) const {
        std::vector<BodyWay> ways;
        const std::vector<Pose> to = clock ? poses_(*clock) : memory_.poses;
        for (std::size_t b = 0; b < memory_.poses.size(); ++b) ways.push_back(way_of(memory_.model.bodies[b], memory_.poses[b], to[b], memory_.way_error));
        return ways;
    }

    /// `free`: of a step that was not made, the share for which bodies could move.
    bool try_step(double share, const std::optional<double>& clock, double& free) {
        SubStep step(memory_, share * memory_.options.frame, ways_to(clock), report_);
        const bool all_stand = std::all_of(step.ways().begin(), step.ways().end(), [](const BodyWay& way) { return way.stands(); });
        if (!all_stand) {
            free = step.begin_with_velocities(true);
            if (free < 1.0) free = std::max(free, step.begin_with_velocities(false));
            if (free < 1.0) return false;
        }
        step.solve();
        std::vector<RodState> states = step.result();
        const std::vector<Vec3> from = all_nodes(memory_.states), to = all_nodes(states);
        const StepProof proof = prove_step(memory_.model, {from, to, step.ways()});
        report_.queries += proof.queries;
        if (!proof.is_proved()) {
            memory_.refused.push_back(proof);
            free = 0.5;
            return false;
        }
        if (!memory_.feels.empty()) add_loads(step.loads(memory_.options.frame), share);
        memory_.states = std::move(states);
        memory_.held = step.held();
        for (std::size_t b = 0; b < memory_.poses.size(); ++b) memory_.poses[b] = step.ways()[b].to;
        memory_.time += share * memory_.options.frame;
        ++report_.sub_steps;
        note_track(to);
        return true;
    }

    /// Nothing moves: what was proved of where everything stands holds on.
    void stand(double share) {
        for (RodState& state : memory_.states) {
            std::fill(state.v.begin(), state.v.end(), Vec3::Zero());
            std::fill(state.spin.begin(), state.spin.end(), 0.0);
        }
        memory_.time += share * memory_.options.frame;
        report_.stood += share * memory_.options.frame;
        ++report_.sub_steps;
    }

    void add_loads(const std::vector<BodyLoad>& loads, double share) {
        memory_.loads.resize(loads.size());
        for (std::size_t b = 0; b < loads.size(); ++b) {
            const Vec6 sum = memory_.loads[b].load + share * loads[b].load;
            memory_.loads[b] = loads[b];
            memory_.loads[b].load = sum;
        }
    }

    void note_track(const std::vector<Vec3>& nodes) const {
        if (memory_.track_nodes != nullptr) memory_.track_nodes->push_back(nodes);
        if (memory_.track_poses != nullptr) memory_.track_poses->push_back(memory_.poses);
    }

    void finish() {
        report_.waited = std::max(0.0, memory_.time - memory_.body_clock);
        const std::vector<Vec3> nodes = all_nodes(memory_.states);
        std::vector<BodyWay> ways;
        for (std::size_t b = 0; b < memory_.poses.size(); ++b) ways.push_back(way_of(memory_.model.bodies[b], memory_.poses[b], memory_.poses[b]));
        const auto contacts = contacts_of(memory_.model, candidates_of(memory_.model, {nodes, nodes, ways}, memory_.barrier.begins), nodes, memory_.barrier);
        report_.contacts = static_cast<int>(contacts.size());
        report_.self_contacts = static_cast<int>(std::count_if(contacts.begin(), contacts.end(), [](const RodContact& c) { return !c.body; }));
        if (!contacts.empty()) report_.least_gap = least_gap(contacts, memory_.barrier);
    }

    SoftMemory& memory_;
    BodyPoses poses_;
    SoftReport report_;
    double clock_ = 0.0;  // how far bodies went in this frame, seconds
};

}  // namespace

SoftReport advance(SoftWorld& world, BodyPoses poses) { return Frame(world.memory(), poses).run(); }

SoftReport advance(SoftWorld& world) {
    const std::vector<Pose> standing = world.memory().poses;
    return advance(world, [&](double) { return standing; });
}

}  // namespace graze::soft
