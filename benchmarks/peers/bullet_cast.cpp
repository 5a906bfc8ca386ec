// Bullet's continuous cast of convex shapes: it asks of the convex hulls of the bodies, in float, which is
// another question; Bullet has no such cast for meshes.
#include "peers/continuous_peer.h"

#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <LinearMath/btConvexHullComputer.h>

namespace graze::bench {
namespace {

btConvexHullShape hull_of(const PlainMesh& mesh) {
    btConvexHullComputer hull;
    hull.compute(mesh.coordinates.data(), 3 * sizeof(double), static_cast<int>(mesh.coordinates.size() / 3),
                 0, 0);
    btConvexHullShape shape;
    for (int i = 0; i < hull.vertices.size(); ++i) shape.addPoint(hull.vertices[i], false);
    shape.setMargin(0);
    shape.recalcLocalAabb();
    return shape;
}

btTransform bullet_pose(const PlainPose& pose) {
    const auto f = [](double x) { return static_cast<btScalar>(x); };
    const double *q = pose.quaternion, *t = pose.translation;
    return btTransform(btQuaternion(f(q[0]), f(q[1]), f(q[2]), f(q[3])), {f(t[0]), f(t[1]), f(t[2])});
}

class BulletCast : public ContinuousPeer {
  public:
    BulletCast(const PlainMesh& a, const PlainMesh& b) : a_(hull_of(a)), b_(hull_of(b)) {}

    void move(const PlainMotion& motion) override {
        from_ = bullet_pose(motion.from);
        to_ = bullet_pose(motion.to);
    }
    PeerContact first_contact() override {
        btVoronoiSimplexSolver simplex;
        btGjkEpaPenetrationDepthSolver depth;
        btContinuousConvexCollision cast(&a_, &b_, &simplex, &depth);
        btConvexCast::CastResult result;
        const btTransform rest = btTransform::getIdentity();
        const bool hit = cast.calcTimeOfImpact(rest, rest, from_, to_, result);
        return {hit, hit ? double(result.m_fraction) : 1.0, 0};
    }

  private:
    btConvexHullShape a_, b_;
    btTransform from_, to_;
};

}  // namespace

std::unique_ptr<ContinuousPeer> make_bullet_cast(const PlainMesh& a, const PlainMesh& b) {
    return std::make_unique<BulletCast>(a, b);
}

}  // namespace graze::bench
