// Bullet as it can be used with triangle meshes that move: boxes with continuous detection where bodies are boxes, GImpact
// shapes for everything else (convex hulls were tried for what is convex, and fell through floors). Lengths are divided by the size of a typical
// body, since Bullet's margins and thresholds are meant for bodies of about one. Floats.
#include "peers/dynamics_contestant.h"

#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace graze::bench {
namespace {

constexpr double kMargin = 0.004;  // of the unit: the security distance that Graze takes

struct BulletBody {
    std::vector<btScalar> coordinates;
    std::vector<int> corners;
    btTriangleIndexVertexArray arrays;
    std::unique_ptr<btCollisionShape> shape;
    std::unique_ptr<btDefaultMotionState> state;
    std::unique_ptr<btRigidBody> body;

    void make_shape(const PlainRigidBody& from, double unit) {
        for (const double x : from.mesh.coordinates) coordinates.push_back(static_cast<btScalar>(x / unit));
        if (from.half_box[0] > 0.0) {
            const auto half = [&](int k) { return static_cast<btScalar>(from.half_box[k] / unit); };
            shape = std::make_unique<btBoxShape>(btVector3(half(0), half(1), half(2)));
            shape->setMargin(kMargin);
            return;
        }
        corners.assign(from.mesh.corners.begin(), from.mesh.corners.end());
        btIndexedMesh part;
        part.m_numTriangles = static_cast<int>(corners.size() / 3);
        part.m_triangleIndexBase = reinterpret_cast<const unsigned char*>(corners.data());
        part.m_triangleIndexStride = 3 * sizeof(int);
        part.m_numVertices = static_cast<int>(coordinates.size() / 3);
        part.m_vertexBase = reinterpret_cast<const unsigned char*>(coordinates.data());
        part.m_vertexStride = 3 * sizeof(btScalar);
        arrays.addIndexedMesh(part);
        // GImpact for what stands, too: Bullet has no algorithm for a moving mesh on a btBvhTriangleMeshShape.
        auto mesh = std::make_unique<btGImpactMeshShape>(&arrays);
        mesh->setMargin(kMargin);
        mesh->updateBound();
        shape = std::move(mesh);
    }
};

btTransform transform_of(const PlainPose& pose, double unit) {
    const double* r = pose.rotation;
    const auto f = [](double x) { return static_cast<btScalar>(x); };
    return btTransform(btMatrix3x3(f(r[0]), f(r[1]), f(r[2]), f(r[3]), f(r[4]), f(r[5]), f(r[6]), f(r[7]), f(r[8])),
            btVector3(f(pose.translation[0] / unit), f(pose.translation[1] / unit),
                      f(pose.translation[2] / unit)));
}

class BulletDynamics : public DynamicsContestant {
  public:
    explicit BulletDynamics(const PlainWorld& world)
        : unit_(world.unit),
          frame_(world.frame),
          second_order_(world.is_second_order),
          inner_steps_(world.inner_steps),
          dispatcher_(&configuration_),
          world_(&dispatcher_, &broad_, &solver_, &configuration_),
          bodies_(world.bodies.size()) {
        btGImpactCollisionAlgorithm::registerAlgorithm(&dispatcher_);
        world_.setGravity(vector(world.gravity));
        world_.getSolverInfo().m_numIterations = 50;
        for (std::size_t i = 0; i < bodies_.size(); ++i) add(world.bodies[i], bodies_[i]);
    }
    ~BulletDynamics() override {
        for (BulletBody& body : bodies_) world_.removeRigidBody(body.body.get());
    }
    void drive(int body, const PlainPose& target) override {
        double velocity[6];
        velocity_between(pose(body), target, frame_, velocity);
        btRigidBody& driven = *bodies_[body].body;
        driven.setLinearVelocity(vector(velocity));
        driven.setAngularVelocity({static_cast<btScalar>(velocity[3]), static_cast<btScalar>(velocity[4]),
                                   static_cast<btScalar>(velocity[5])});
    }
    void advance() override {
        world_.stepSimulation(static_cast<btScalar>(frame_), 2 * inner_steps_, static_cast<btScalar>(frame_ / inner_steps_));
        if (second_order_) return;
        for (BulletBody& body : bodies_) {
            body.body->setLinearVelocity({0, 0, 0});
            body.body->setAngularVelocity({0, 0, 0});
        }
    }
    [[nodiscard]] PlainPose pose(int body) const override {
        const btTransform& at = bodies_[body].body->getWorldTransform();
        const btQuaternion q = at.getRotation();
        PlainPose made{};
        for (int k = 0; k < 3; ++k) made.translation[k] = unit_ * static_cast<double>(at.getOrigin()[k]);
        const double xyzw[] = {q.x(), q.y(), q.z(), q.w()};
        double length = 0.0;
        for (const double part : xyzw) length += part * part;
        for (int k = 0; k < 4; ++k) made.quaternion[k] = xyzw[k] / std::sqrt(length);
        fill_rotation(made);
        return made;
    }

  private:
    [[nodiscard]] btVector3 vector(const double* v) const {
        return {static_cast<btScalar>(v[0] / unit_), static_cast<btScalar>(v[1] / unit_),
                static_cast<btScalar>(v[2] / unit_)};
    }
    void add(const PlainRigidBody& from, BulletBody& made) {
        made.make_shape(from, unit_);
        made.state = std::make_unique<btDefaultMotionState>(transform_of(from.pose, unit_));
        const auto inertia = [&](int k) { return static_cast<btScalar>(from.inertia[k] / (unit_ * unit_)); };
        btRigidBody::btRigidBodyConstructionInfo info(static_cast<btScalar>(from.mass), made.state.get(), made.shape.get(),
                                                      {inertia(0), inertia(1), inertia(2)});
        info.m_friction = static_cast<btScalar>(from.friction);
        info.m_restitution = static_cast<btScalar>(from.restitution);
        made.body = std::make_unique<btRigidBody>(info);
        btRigidBody& body = *made.body;
        body.setLinearVelocity(vector(from.velocity));
        body.setAngularVelocity({static_cast<btScalar>(from.velocity[3]), static_cast<btScalar>(from.velocity[4]),
                                 static_cast<btScalar>(from.velocity[5])});
        const auto radius = static_cast<btScalar>(0.1 * from.size / unit_);
        body.setCcdMotionThreshold(radius);
        body.setCcdSweptSphereRadius(radius);
        if (!second_order_) body.setActivationState(DISABLE_DEACTIVATION);
        world_.addRigidBody(&body);
    }

    double unit_, frame_;
    bool second_order_;
    int inner_steps_;
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_;
    btDbvtBroadphase broad_;
    btSequentialImpulseConstraintSolver solver_;
    btDiscreteDynamicsWorld world_;
    std::vector<BulletBody> bodies_;
};

}  // namespace

std::unique_ptr<DynamicsContestant> make_bullet_dynamics(const PlainWorld& world) {
    return std::make_unique<BulletDynamics>(world);
}

}  // namespace graze::bench
