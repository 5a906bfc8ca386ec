// Bullet's GImpact: the only part of Bullet that takes two moving triangle meshes. Floats.
//
// Called below its dispatcher, which finds nothing for two such meshes unless told of them, and makes contact
// manifolds that nobody asked for: pairs of overlapping boxes, then its own triangle test.
#include "peers/contestant.h"

#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletCollisionCommon.h>

#include <vector>

namespace graze::bench {
namespace {

struct BulletMesh {
    explicit BulletMesh(const PlainMesh& mesh) : corners(mesh.corners.begin(), mesh.corners.end()) {
        for (const double x : mesh.coordinates) coordinates.push_back(static_cast<btScalar>(x));
        btIndexedMesh part;
        part.m_numTriangles = static_cast<int>(corners.size() / 3);
        part.m_triangleIndexBase = reinterpret_cast<const unsigned char*>(corners.data());
        part.m_triangleIndexStride = 3 * sizeof(int);
        part.m_numVertices = static_cast<int>(coordinates.size() / 3);
        part.m_vertexBase = reinterpret_cast<const unsigned char*>(coordinates.data());
        part.m_vertexStride = 3 * sizeof(btScalar);
        arrays.addIndexedMesh(part);
        shape = std::make_unique<btGImpactMeshShape>(&arrays);
        shape->setMargin(0);
        shape->updateBound();
    }
    [[nodiscard]] btGImpactMeshShapePart& part() const { return *shape->getMeshPart(0); }

    std::vector<btScalar> coordinates;
    std::vector<int> corners;
    btTriangleIndexVertexArray arrays;
    std::unique_ptr<btGImpactMeshShape> shape;
};

class BulletContestant : public Contestant {
  public:
    BulletContestant(const PlainMesh& a, const PlainMesh& b) : a_(a), b_(b) {
        a_.part().lockChildShapes();
        b_.part().lockChildShapes();
    }
    ~BulletContestant() override {
        a_.part().unlockChildShapes();
        b_.part().unlockChildShapes();
    }
    void place(const PlainPose& pose) override {
        const double* r = pose.rotation;
        const auto f = [](double x) { return static_cast<btScalar>(x); };
        pose_.setBasis({f(r[0]), f(r[1]), f(r[2]), f(r[3]), f(r[4]), f(r[5]), f(r[6]), f(r[7]), f(r[8])});
        pose_.setOrigin({f(pose.translation[0]), f(pose.translation[1]), f(pose.translation[2])});
    }
    bool meets() override { return count(1) != 0; }
    [[nodiscard]] bool can_count() const override { return true; }
    std::uint64_t count_pairs() override { return count(~std::uint64_t{0}); }

  private:
    std::uint64_t count(std::uint64_t most) {
        pairs_.resize(0);
        btGImpactBoxSet::find_collision(a_.part().getBoxSet(), btTransform::getIdentity(),
                                        b_.part().getBoxSet(), pose_, pairs_);
        std::uint64_t found = 0;
        GIM_TRIANGLE_CONTACT contact;
        for (int i = 0; i < pairs_.size() && found < most; ++i) {
            btPrimitiveTriangle ta, tb;
            a_.part().getPrimitiveTriangle(pairs_[i].m_index1, ta);
            b_.part().getPrimitiveTriangle(pairs_[i].m_index2, tb);
            tb.applyTransform(pose_);
            ta.m_margin = tb.m_margin = 0;
            ta.buildTriPlane();
            tb.buildTriPlane();
            if (ta.overlap_test_conservative(tb) && ta.find_triangle_collision_clip_method(tb, contact))
                ++found;
        }
        return found;
    }

    BulletMesh a_, b_;
    btTransform pose_ = btTransform::getIdentity();
    btPairSet pairs_;
};

}  // namespace

std::unique_ptr<Contestant> make_bullet(const PlainMesh& a, const PlainMesh& b) {
    return std::make_unique<BulletContestant>(a, b);
}

}  // namespace graze::bench
