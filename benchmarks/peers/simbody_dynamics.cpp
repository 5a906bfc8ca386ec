// Simbody: closed triangle meshes as elastic foundations (a bed of springs), whose stiffness is chosen so that a body
// at rest sinks in by some hundredths of a percent of its size. Its integrator takes as many inner steps as it wants.
// Lengths are divided by the size of a typical body.
#include "peers/dynamics_contestant.h"

#include <Simbody.h>

#include <cmath>
#include <vector>

namespace graze::bench {
namespace {

using SimTK::Rotation;
using SimTK::Transform;
using SimTK::Vec3;

constexpr double kSink = 1e-3;        // of the unit, under its own weight on a hundredth of its area
constexpr double kDissipation = 1.0;  // s/unit
constexpr std::size_t kMostTriangles = 20000;  // of all bodies: beyond, a frame takes it minutes

Transform transform_of(const PlainPose& pose, double unit) {
    const double *q = pose.quaternion, *t = pose.translation;
    return {Rotation(SimTK::Quaternion(q[3], q[0], q[1], q[2])), Vec3(t[0] / unit, t[1] / unit, t[2] / unit)};
}

SimTK::PolygonalMesh mesh_of(const PlainMesh& mesh, double unit) {
    SimTK::PolygonalMesh made;
    for (std::size_t v = 0; v + 2 < mesh.coordinates.size(); v += 3)
        made.addVertex(Vec3(mesh.coordinates[v] / unit, mesh.coordinates[v + 1] / unit, mesh.coordinates[v + 2] / unit));
    for (std::size_t c = 0; c + 2 < mesh.corners.size(); c += 3) {
        SimTK::Array_<int> face;
        for (std::size_t k = 0; k < 3; ++k) face.push_back(static_cast<int>(mesh.corners[c + k]));
        made.addFace(face);
    }
    return made;
}

class SimbodyDynamics : public DynamicsContestant {
  public:
    explicit SimbodyDynamics(const PlainWorld& world)
        : unit_(world.unit), frame_(world.frame), second_order_(world.is_second_order), matter_(system_), forces_(system_), contacts_(system_),
          foundation_(forces_, contacts_, contacts_.createContactSet()), gravity_(forces_, matter_, gravity_of(world)) {
        for (const PlainRigidBody& body : world.bodies) add(body, world);
        system_.realizeTopology();
        SimTK::State state = system_.getDefaultState();
        system_.realizeModel(state);
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            if (!moves_[i]) continue;
            const PlainRigidBody& body = world.bodies[i];
            bodies_[i].setQToFitTransform(state, transform_of(body.pose, unit_));
            set_velocity(state, i, body.velocity);
        }
        integrator_ = std::make_unique<SimTK::SemiExplicitEuler2Integrator>(system_);
        integrator_->setAccuracy(1e-2);
        integrator_->initialize(state);
    }
    void drive(int body, const PlainPose& target) override {
        double velocity[6];
        velocity_between(pose(body), target, frame_, velocity);
        SimTK::State state = integrator_->getState();
        set_velocity(state, static_cast<std::size_t>(body), velocity);
        integrator_->initialize(state);
    }
    void advance() override {
        try {
            time_ += frame_;
            integrator_->stepTo(time_);
            if (second_order_) return;
            SimTK::State state = integrator_->getState();
            state.updU() = 0;
            integrator_->initialize(state);
        } catch (const std::exception&) {
            gave_up_ = true;  // it stays where it is
        }
    }
    [[nodiscard]] PlainPose pose(int body) const override {
        const SimTK::State& state = integrator_->getState();
        system_.realize(state, SimTK::Stage::Position);
        const Transform& at = bodies_[static_cast<std::size_t>(body)].getBodyTransform(state);
        const Transform shown = moves_[static_cast<std::size_t>(body)] ? at : places_[static_cast<std::size_t>(body)];
        const SimTK::Quaternion q = shown.R().convertRotationToQuaternion();
        PlainPose made{};
        for (int k = 0; k < 3; ++k) made.translation[k] = unit_ * shown.p()[k];
        for (int k = 0; k < 4; ++k) made.quaternion[k] = q[(k + 1) % 4];
        fill_rotation(made);
        return made;
    }
    [[nodiscard]] const char* remark() const override { return gave_up_ ? "its integrator gave up" : ""; }

  private:
    [[nodiscard]] Vec3 gravity_of(const PlainWorld& world) const {
        return Vec3(world.gravity[0], world.gravity[1], world.gravity[2]) / unit_;
    }
    void set_velocity(SimTK::State& state, std::size_t i, const double* v) {
        system_.realize(state, SimTK::Stage::Position);
        bodies_[i].setUToFitVelocity(state, SimTK::SpatialVec(Vec3(v[3], v[4], v[5]), Vec3(v[0], v[1], v[2]) / unit_));
    }
    void add(const PlainRigidBody& from, const PlainWorld& world) {
        const SimTK::ContactGeometry::TriangleMesh shape(mesh_of(from.mesh, unit_));
        const double heaviest = heaviest_of(world), weight = heaviest * std::max(1.0, gravity_of(world).norm());
        const double stiffness = weight / (0.01 * kSink);  // pressure by depth
        moves_.push_back(from.mass > 0.0);
        places_.push_back(transform_of(from.pose, unit_));
        if (from.mass > 0.0) {
            const double area = unit_ * unit_;
            const SimTK::Body::Rigid body(SimTK::MassProperties(
                from.mass, Vec3(0), SimTK::Inertia(from.inertia[0] / area, from.inertia[1] / area, from.inertia[2] / area)));
            bodies_.push_back(SimTK::MobilizedBody::Free(matter_.Ground(), Transform(), body, Transform()));
            contacts_.addBody(set_, bodies_.back(), shape, Transform());
        } else {
            bodies_.push_back(matter_.Ground());
            contacts_.addBody(set_, matter_.updGround(), shape, places_.back());
        }
        foundation_.setBodyParameters(SimTK::ContactSurfaceIndex(static_cast<int>(bodies_.size()) - 1), stiffness, kDissipation,
                                      from.friction, from.friction, 0.0);
    }
    static double heaviest_of(const PlainWorld& world) {
        double most = 0.0;
        for (const PlainRigidBody& body : world.bodies) most = std::max(most, body.mass);
        return most;
    }

    double unit_, frame_, time_ = 0.0;
    bool second_order_, gave_up_ = false;
    SimTK::MultibodySystem system_;
    SimTK::SimbodyMatterSubsystem matter_;
    SimTK::GeneralForceSubsystem forces_;
    SimTK::GeneralContactSubsystem contacts_;
    SimTK::ContactSetIndex set_{0};
    SimTK::ElasticFoundationForce foundation_;
    SimTK::Force::UniformGravity gravity_;
    std::vector<SimTK::MobilizedBody> bodies_;
    std::vector<bool> moves_;
    std::vector<Transform> places_;
    std::unique_ptr<SimTK::Integrator> integrator_;
};

}  // namespace

std::unique_ptr<DynamicsContestant> make_simbody_dynamics(const PlainWorld& world) {
    std::size_t triangles = 0;
    for (const PlainRigidBody& body : world.bodies) triangles += body.mesh.corners.size() / 3;
    if (triangles > kMostTriangles) return nullptr;
    try {
        return std::make_unique<SimbodyDynamics>(world);
    } catch (const std::exception&) {
        return nullptr;
    }
}

}  // namespace graze::bench
