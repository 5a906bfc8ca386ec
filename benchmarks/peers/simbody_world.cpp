// Closed triangle meshes as elastic foundations (beds of springs), so stiff that a body at rest sinks in by a
// thousandth of its size or so. The integrator takes as many inner steps as it wants.
#include "peers/simbody_world.h"

#include <Simbody.h>

#include <algorithm>
#include <vector>

namespace graze::bench {
namespace {

using SimTK::Rotation;
using SimTK::Transform;
using SimTK::Vec3;

constexpr double kSink = 1e-3;        // of the unit, with the heaviest body on a hundredth of a square unit
constexpr int kMostSteps = 300;       // of a frame: beyond, it would take minutes
constexpr double kDissipation = 1.0;  // per speed of a unit a second

class World : public SimbodyWorld {
  public:
    World(const SimbodyBody* bodies, std::size_t count, const SimbodySettings& settings)
        : unit_(settings.unit),
          frame_(settings.frame),
          gravity_vector_(Vec3(settings.gravity[0], settings.gravity[1], settings.gravity[2]) / unit_),
          matter_(system_),
          forces_(system_),
          contacts_(system_),
          foundation_(forces_, contacts_, contacts_.createContactSet()),
          gravity_(forces_, matter_, gravity_vector_) {
        double heaviest = 0.0;
        for (std::size_t i = 0; i < count; ++i) heaviest = std::max(heaviest, bodies[i].mass);
        const double pull = std::max(gravity_vector_.norm(), 10.0);
        for (std::size_t i = 0; i < count; ++i) add(bodies[i], heaviest * pull / (0.01 * kSink));
        system_.realizeTopology();
        SimTK::State state = system_.getDefaultState();
        system_.realizeModel(state);
        for (std::size_t i = 0; i < count; ++i)
            if (moves_[i]) bodies_[i].setQToFitTransform(state, places_[i]);
        integrator_ = std::make_unique<SimTK::SemiExplicitEuler2Integrator>(system_);
        integrator_->setAccuracy(1e-2);
        integrator_->setInternalStepLimit(kMostSteps);
        integrator_->initialize(state);
        for (std::size_t i = 0; i < count; ++i)
            if (moves_[i]) set_velocity(i, bodies[i].velocity);
    }
    void set_velocity(std::size_t i, const double* v) override {
        SimTK::State state = integrator_->getState();
        system_.realize(state, SimTK::Stage::Position);
        bodies_[i].setUToFitVelocity(
            state, SimTK::SpatialVec(Vec3(v[3], v[4], v[5]), Vec3(v[0], v[1], v[2]) / unit_));
        integrator_->initialize(state);
    }
    void stop_all() override {
        SimTK::State state = integrator_->getState();
        state.updU() = 0;
        integrator_->initialize(state);
    }
    void advance() override {
        if (gave_up_) return;
        try {
            const double end = integrator_->getState().getTime() + frame_;
            // It also returns where a continuous interval begins, as at every start.
            while (!gave_up_ && integrator_->getState().getTime() < end)
                gave_up_ = integrator_->stepTo(end) == SimTK::Integrator::ReachedStepLimit;
        } catch (const std::exception&) {
            gave_up_ = true;  // its bodies stay where they are
        }
    }
    [[nodiscard]] bool gave_up() const override { return gave_up_; }
    void write_pose(std::size_t i, double* quaternion, double* translation) const override {
        Transform at = places_[i];
        if (moves_[i]) {
            const SimTK::State& state = integrator_->getState();
            system_.realize(state, SimTK::Stage::Position);
            at = bodies_[i].getBodyTransform(state);
        }
        const SimTK::Quaternion q = at.R().convertRotationToQuaternion();
        for (int k = 0; k < 4; ++k) quaternion[k] = q[(k + 1) % 4];
        for (int k = 0; k < 3; ++k) translation[k] = unit_ * at.p()[k];
    }

  private:
    SimTK::ContactGeometry::TriangleMesh shape_of(const SimbodyBody& from) const {
        SimTK::PolygonalMesh mesh;
        for (std::size_t v = 0; v < from.vertices; ++v) {
            const double* x = from.coordinates + 3 * v;
            mesh.addVertex(Vec3(x[0], x[1], x[2]) / unit_);
        }
        for (std::size_t t = 0; t < from.triangles; ++t) {
            SimTK::Array_<int> face;
            for (std::size_t k = 0; k < 3; ++k) face.push_back(static_cast<int>(from.corners[3 * t + k]));
            mesh.addFace(face);
        }
        return SimTK::ContactGeometry::TriangleMesh(mesh);
    }
    void add(const SimbodyBody& from, double stiffness) {
        const double *q = from.quaternion, *t = from.translation;
        moves_.push_back(from.mass > 0.0);
        places_.emplace_back(Rotation(SimTK::Quaternion(q[3], q[0], q[1], q[2])),
                             Vec3(t[0], t[1], t[2]) / unit_);
        const SimTK::ContactSetIndex set(0);
        if (from.mass > 0.0) {
            const double area = unit_ * unit_;
            const SimTK::Body::Rigid body(SimTK::MassProperties(
                from.mass, Vec3(0),
                SimTK::Inertia(from.inertia[0] / area, from.inertia[1] / area, from.inertia[2] / area)));
            bodies_.push_back(SimTK::MobilizedBody::Free(matter_.Ground(), Transform(), body, Transform()));
            contacts_.addBody(set, bodies_.back(), shape_of(from), Transform());
        } else {
            bodies_.push_back(matter_.updGround());
            contacts_.addBody(set, matter_.updGround(), shape_of(from), places_.back());
        }
        foundation_.setBodyParameters(SimTK::ContactSurfaceIndex(static_cast<int>(moves_.size()) - 1),
                                      stiffness, kDissipation, from.friction, from.friction, 0.0);
    }

    double unit_, frame_;
    Vec3 gravity_vector_;
    bool gave_up_ = false;
    SimTK::MultibodySystem system_;
    SimTK::SimbodyMatterSubsystem matter_;
    SimTK::GeneralForceSubsystem forces_;
    SimTK::GeneralContactSubsystem contacts_;
    SimTK::ElasticFoundationForce foundation_;
    SimTK::Force::UniformGravity gravity_;
    std::vector<SimTK::MobilizedBody> bodies_;
    std::vector<bool> moves_;
    std::vector<Transform> places_;
    std::unique_ptr<SimTK::Integrator> integrator_;
};

}  // namespace

std::unique_ptr<SimbodyWorld> make_simbody_world(const SimbodyBody* bodies, std::size_t count,
                                                 const SimbodySettings& settings) {
    try {
        return std::make_unique<World>(bodies, count, settings);
    } catch (const std::exception&) {
        return nullptr;
    }
}

}  // namespace graze::bench
