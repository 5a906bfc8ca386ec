// CGAL's detection between rigid triangle meshes. Says which bodies meet, not where.
#include "peers/contestant.h"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Rigid_triangle_mesh_collision_detection.h>
#include <CGAL/Surface_mesh.h>

#include <optional>
#include <vector>

namespace graze::bench {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using CgalMesh = CGAL::Surface_mesh<Kernel::Point_3>;

/// Empty if the mesh is not a manifold.
std::optional<CgalMesh> cgal_mesh(const PlainMesh& mesh) {
    CgalMesh result;
    std::vector<CgalMesh::Vertex_index> ids;
    for (std::size_t i = 0; i < mesh.coordinates.size(); i += 3)
        ids.push_back(result.add_vertex(
            Kernel::Point_3(mesh.coordinates[i], mesh.coordinates[i + 1], mesh.coordinates[i + 2])));
    for (std::size_t i = 0; i < mesh.corners.size(); i += 3)
        if (result.add_face(ids[mesh.corners[i]], ids[mesh.corners[i + 1]], ids[mesh.corners[i + 2]]) ==
            CgalMesh::null_face())
            return std::nullopt;
    return result;
}

class CgalContestant : public Contestant {
  public:
    CgalContestant(CgalMesh a, CgalMesh b) : mesh_{std::move(a), std::move(b)} {
        detection_.add_mesh(mesh_[0]);
        b_ = detection_.add_mesh(mesh_[1]);
    }
    void place(const PlainPose& pose) override {
        const double *r = pose.rotation, *t = pose.translation;
        detection_.set_transformation(b_, Kernel::Aff_transformation_3(r[0], r[1], r[2], t[0], r[3], r[4],
                                                                       r[5], t[1], r[6], r[7], r[8], t[2]));
    }
    bool meets() override { return !detection_.get_all_intersections(b_).empty(); }

  private:
    CgalMesh mesh_[2];  // the detection refers to them
    CGAL::Rigid_triangle_mesh_collision_detection<CgalMesh> detection_;
    std::size_t b_ = 0;
};

}  // namespace

std::unique_ptr<Contestant> make_cgal(const PlainMesh& a, const PlainMesh& b) {
    auto cgal_a = cgal_mesh(a), cgal_b = cgal_mesh(b);
    if (!cgal_a || !cgal_b) return nullptr;
    return std::make_unique<CgalContestant>(std::move(*cgal_a), std::move(*cgal_b));
}

}  // namespace graze::bench
