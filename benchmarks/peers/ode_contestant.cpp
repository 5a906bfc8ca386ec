// ODE, whose triangle meshes are OPCODE's. Debian compiles it with double coordinates; OPCODE inside keeps
// floats.
#include "peers/contestant.h"

#include <ode/ode.h>

#include <vector>

namespace graze::bench {
namespace {

constexpr int kMostContacts = 0xFFFF;  // what the flags of dCollide can say

void ignore(int, const char*, va_list) {}

class OdeContestant : public Contestant {
  public:
    OdeContestant(const PlainMesh& a, const PlainMesh& b) : contacts_(kMostContacts) {
        static const bool ready = [] {
            dSetMessageHandler(&ignore);  // it tells of every overflow of a hash bucket
            return dInitODE2(0) != 0;
        }();
        (void)ready;
        a_ = geom(a, kept_[0]);
        b_ = geom(b, kept_[1]);
    }
    ~OdeContestant() override {
        for (const dGeomID geom : {a_, b_}) {
            const dTriMeshDataID data = dGeomTriMeshGetData(geom);
            dGeomDestroy(geom);
            dGeomTriMeshDataDestroy(data);
        }
    }
    void place(const PlainPose& pose) override {
        const double* r = pose.rotation;
        const dMatrix3 turn = {r[0], r[1], r[2], 0, r[3], r[4], r[5], 0, r[6], r[7], r[8], 0};
        dGeomSetRotation(b_, turn);
        dGeomSetPosition(b_, pose.translation[0], pose.translation[1], pose.translation[2]);
    }
    bool meets() override { return contacts(1 | static_cast<int>(CONTACTS_UNIMPORTANT)) != 0; }
    [[nodiscard]] bool can_count() const override { return true; }
    std::uint64_t count_pairs() override { return contacts(kMostContacts); }

  private:
    struct Kept {  // ODE refers to the caller's arrays
        std::vector<double> coordinates;
        std::vector<dTriIndex> corners;
    };

    static dGeomID geom(const PlainMesh& mesh, Kept& kept) {
        kept.coordinates.assign(mesh.coordinates.begin(), mesh.coordinates.end());
        kept.corners.assign(mesh.corners.begin(), mesh.corners.end());
        const dTriMeshDataID data = dGeomTriMeshDataCreate();
        dGeomTriMeshDataBuildDouble(data, kept.coordinates.data(), 3 * sizeof(double),
                                    static_cast<int>(kept.coordinates.size() / 3), kept.corners.data(),
                                    static_cast<int>(kept.corners.size()), 3 * sizeof(dTriIndex));
        const dGeomID result = dCreateTriMesh(nullptr, data, nullptr, nullptr, nullptr);
        dGeomTriMeshEnableTC(result, dTriMeshClass, 0);
        return result;
    }
    std::uint64_t contacts(int flags) {
        return static_cast<std::uint64_t>(dCollide(a_, b_, flags, contacts_.data(), sizeof(dContactGeom)));
    }

    Kept kept_[2];
    dGeomID a_, b_;
    std::vector<dContactGeom> contacts_;
};

}  // namespace

std::unique_ptr<Contestant> make_ode(const PlainMesh& a, const PlainMesh& b) {
    return std::make_unique<OdeContestant>(a, b);
}

}  // namespace graze::bench
