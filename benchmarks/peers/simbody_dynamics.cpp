// Simbody as a contestant (simbody_world.h). One pair of meshes of some thousand triangles takes it seconds a
// frame, so larger scenes are left out.
#include "peers/dynamics_contestant.h"
#include "peers/simbody_world.h"

#include <algorithm>
#include <vector>

namespace graze::bench {
namespace {

constexpr std::size_t kMostTriangles = 8000;  // of all bodies

class SimbodyDynamics : public DynamicsContestant {
  public:
    SimbodyDynamics(std::unique_ptr<SimbodyWorld> world, const PlainWorld& plain)
        : world_(std::move(world)), frame_(plain.frame), second_order_(plain.is_second_order) {}
    void drive(int body, const PlainPose& target) override {
        double velocity[6];
        velocity_between(pose(body), target, frame_, velocity);
        world_->set_velocity(static_cast<std::size_t>(body), velocity);
    }
    void advance() override {
        world_->advance();
        if (!second_order_) world_->stop_all();
    }
    [[nodiscard]] bool gave_up() const override { return world_->gave_up(); }
    [[nodiscard]] PlainPose pose(int body) const override {
        PlainPose made{};
        world_->write_pose(static_cast<std::size_t>(body), made.quaternion, made.translation);
        fill_rotation(made);
        return made;
    }

  private:
    std::unique_ptr<SimbodyWorld> world_;
    double frame_;
    bool second_order_;
};

}  // namespace

std::unique_ptr<DynamicsContestant> make_simbody_dynamics(const PlainWorld& world) {
    std::size_t triangles = 0;
    std::vector<SimbodyBody> bodies;
    for (const PlainRigidBody& from : world.bodies) {
        SimbodyBody to{from.mesh.coordinates.data(),
                       from.mesh.coordinates.size() / 3,
                       from.mesh.corners.data(),
                       from.mesh.corners.size() / 3,
                       {},
                       {},
                       from.mass,
                       {},
                       from.friction,
                       {}};
        std::copy(std::begin(from.pose.quaternion), std::end(from.pose.quaternion), to.quaternion);
        std::copy(std::begin(from.pose.translation), std::end(from.pose.translation), to.translation);
        std::copy(std::begin(from.inertia), std::end(from.inertia), to.inertia);
        std::copy(std::begin(from.velocity), std::end(from.velocity), to.velocity);
        triangles += to.triangles;
        bodies.push_back(to);
    }
    if (triangles > kMostTriangles) return nullptr;
    SimbodySettings settings{{world.gravity[0], world.gravity[1], world.gravity[2]}, world.frame, world.unit};
    auto made = make_simbody_world(bodies.data(), bodies.size(), settings);
    return made ? std::make_unique<SimbodyDynamics>(std::move(made), world) : nullptr;
}

}  // namespace graze::bench
