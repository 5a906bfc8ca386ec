// ODE: boxes as boxes, everything else as triangle meshes, contacts as joints, its iterative solver. Lengths are
// divided by the size of a typical body. No continuous detection: ODE has none.
#include "peers/dynamics_contestant.h"

#include <ode/ode.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace graze::bench {
namespace {

constexpr int kMostContacts = 64;  // of a pair

void ignore_message(int, const char*, va_list) {}

struct OdeBody {
    std::vector<double> coordinates;  // ODE refers to the caller's arrays
    std::vector<dTriIndex> corners;
    dTriMeshDataID data = nullptr;
    dGeomID geom = nullptr;
    dBodyID body = nullptr;  // null: it stands
    double friction = 0.0, restitution = 0.0;

    void make_geom(const PlainRigidBody& from, double unit, dSpaceID space) {
        if (from.half_box[0] > 0.0) {
            geom = dCreateBox(space, 2 * from.half_box[0] / unit, 2 * from.half_box[1] / unit, 2 * from.half_box[2] / unit);
            return;
        }
        for (const double x : from.mesh.coordinates) coordinates.push_back(x / unit);
        corners.assign(from.mesh.corners.begin(), from.mesh.corners.end());
        data = dGeomTriMeshDataCreate();
        dGeomTriMeshDataBuildDouble(data, coordinates.data(), 3 * sizeof(double),
                                    static_cast<int>(coordinates.size() / 3), corners.data(),
                                    static_cast<int>(corners.size()), 3 * sizeof(dTriIndex));
        geom = dCreateTriMesh(space, data, nullptr, nullptr, nullptr);
    }
};

class OdeDynamics : public DynamicsContestant {
  public:
    explicit OdeDynamics(const PlainWorld& world)
        : unit_(world.unit), frame_(world.frame), second_order_(world.is_second_order), inner_steps_(world.inner_steps), bodies_(world.bodies.size()) {
        static const bool ready = [] {
            dSetMessageHandler(&ignore_message);
            return dInitODE2(0) != 0;
        }();
        (void)ready;
        dAllocateODEDataForThread(dAllocateMaskAll);
        world_ = dWorldCreate();
        space_ = dHashSpaceCreate(nullptr);
        joints_ = dJointGroupCreate(0);
        dWorldSetGravity(world_, world.gravity[0] / unit_, world.gravity[1] / unit_, world.gravity[2] / unit_);
        dWorldSetERP(world_, 0.2);
        dWorldSetCFM(world_, 1e-5);
        dWorldSetQuickStepNumIterations(world_, 50);
        dWorldSetContactSurfaceLayer(world_, 0.001);
        for (std::size_t i = 0; i < bodies_.size(); ++i) add(world.bodies[i], bodies_[i]);
    }
    ~OdeDynamics() override {
        for (OdeBody& body : bodies_) {
            dGeomDestroy(body.geom);
            if (body.data) dGeomTriMeshDataDestroy(body.data);
        }
        dJointGroupDestroy(joints_);
        dSpaceDestroy(space_);
        dWorldDestroy(world_);
    }
    void drive(int body, const PlainPose& target) override {
        double v[6];
        velocity_between(pose(body), target, frame_, v);
        dBodySetLinearVel(bodies_[body].body, v[0] / unit_, v[1] / unit_, v[2] / unit_);
        dBodySetAngularVel(bodies_[body].body, v[3], v[4], v[5]);
    }
    void advance() override {
        for (int step = 0; step < inner_steps_; ++step) {
            dSpaceCollide(space_, this, &OdeDynamics::near);
            dWorldQuickStep(world_, frame_ / inner_steps_);
            dJointGroupEmpty(joints_);
        }
        for (OdeBody& body : bodies_) {
            if (!body.body) continue;
            if (!second_order_) {
                dBodySetLinearVel(body.body, 0, 0, 0);
                dBodySetAngularVel(body.body, 0, 0, 0);
            }
        }
    }
    [[nodiscard]] PlainPose pose(int body) const override {
        const dReal* at = dGeomGetPosition(bodies_[body].geom);
        dQuaternion q;  // w first
        dGeomGetQuaternion(bodies_[body].geom, q);
        PlainPose made{};
        for (int k = 0; k < 3; ++k) made.translation[k] = unit_ * at[k];
        const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        for (int k = 0; k < 4; ++k) made.quaternion[k] = q[(k + 1) % 4] / length;
        fill_rotation(made);
        return made;
    }

  private:
    static void near(void* self, dGeomID a, dGeomID b) { static_cast<OdeDynamics*>(self)->join(a, b); }

    void join(dGeomID a, dGeomID b) {
        const dBodyID body_a = dGeomGetBody(a), body_b = dGeomGetBody(b);
        if (!body_a && !body_b) return;
        const auto &of_a = *static_cast<OdeBody*>(dGeomGetData(a)), &of_b = *static_cast<OdeBody*>(dGeomGetData(b));
        dContactGeom found[kMostContacts];
        const int count = dCollide(a, b, kMostContacts, found, sizeof(dContactGeom));
        for (int k = 0; k < count; ++k) {
            dContact contact{};
            contact.geom = found[k];
            contact.surface.mode = dContactApprox1 | dContactBounce;
            contact.surface.mu = std::sqrt(of_a.friction * of_b.friction);
            contact.surface.bounce = std::max(of_a.restitution, of_b.restitution);
            contact.surface.bounce_vel = 0.05;
            dJointAttach(dJointCreateContact(world_, joints_, &contact), body_a, body_b);
        }
    }
    void add(const PlainRigidBody& from, OdeBody& made) {
        made.make_geom(from, unit_, space_);
        made.friction = from.friction;
        made.restitution = from.restitution;
        dGeomSetData(made.geom, &made);
        if (from.mass > 0.0) {
            made.body = dBodyCreate(world_);
            dMass mass;
            const double area = unit_ * unit_;
            dMassSetParameters(&mass, from.mass, 0, 0, 0, from.inertia[0] / area, from.inertia[1] / area,
                               from.inertia[2] / area, 0, 0, 0);
            dBodySetMass(made.body, &mass);
            dGeomSetBody(made.geom, made.body);
            const double* v = from.velocity;
            dBodySetLinearVel(made.body, v[0] / unit_, v[1] / unit_, v[2] / unit_);
            dBodySetAngularVel(made.body, v[3], v[4], v[5]);
        }
        const double* r = from.pose.rotation;
        const dMatrix3 turn = {r[0], r[1], r[2], 0, r[3], r[4], r[5], 0, r[6], r[7], r[8], 0};
        dGeomSetRotation(made.geom, turn);
        dGeomSetPosition(made.geom, from.pose.translation[0] / unit_, from.pose.translation[1] / unit_,
                         from.pose.translation[2] / unit_);
    }

    double unit_, frame_;
    bool second_order_;
    int inner_steps_;
    dWorldID world_;
    dSpaceID space_;
    dJointGroupID joints_;
    std::vector<OdeBody> bodies_;
};

}  // namespace

std::unique_ptr<DynamicsContestant> make_ode_dynamics(const PlainWorld& world) {
    return std::make_unique<OdeDynamics>(world);
}

}  // namespace graze::bench
