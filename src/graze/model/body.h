// A rigid body for every query: build it once, then ask with poses and motions.
//
//     const Body a = *build_body(mesh_a), b = *build_body(mesh_b);
//     distance(a.at(pose_a), b.at(pose_b));
//     first_contact(a.at_rest(), b.moving(screw({from, to})));
#pragma once

#include "graze/core/expected.h"
#include "graze/geometry/box.h"
#include "graze/geometry/pose.h"
#include "graze/model/mesh.h"
#include "graze/motion/motion.h"

#include <memory>
#include <utility>

namespace graze {

namespace internal {
struct BodyModel;  // mesh, tree, adjacency: body_model.h
}  // namespace internal
struct PosedBody;
struct MovingBody;

/// Cheap to copy: copies share the mesh and all that was built for it. Queries on it may run side by side.
class Body {
  public:
    /// By build_body. Pre: not null, and keeps its mesh alive.
    explicit Body(std::shared_ptr<const internal::BodyModel> model) : model_(std::move(model)) {}

    [[nodiscard]] const Mesh& mesh() const;
    [[nodiscard]] const Box& bounds() const;  // of the vertices
    [[nodiscard]] double size() const;        // the diagonal of that
    /// The skin has no rim (MeshDiagnosis::balanced): there is an inside.
    [[nodiscard]] bool is_solid() const;

    [[nodiscard]] PosedBody at(const Pose& pose = {}) const;
    [[nodiscard]] MovingBody moving(Motion motion) const;
    [[nodiscard]] MovingBody at_rest(const Pose& pose = {}) const;

    [[nodiscard]] const internal::BodyModel& model() const { return *model_; }

  private:
    std::shared_ptr<const internal::BodyModel> model_;
};

/// A body at one instant.
struct PosedBody {
    Body body;
    Pose pose;  // valid (geometry/pose.h)
};

/// A body over t in [0, 1].
struct MovingBody {
    Body body;
    Motion motion;
};

/// Errors: BadInput for a mesh that is not valid (mesh.h); Unsupported for 2^30 triangles and more.
/// Cost:   O(n log n).
[[nodiscard]] Expected<Body> build_body(Mesh mesh);
/// The same of a mesh that others hold, too. Pre: not null.
[[nodiscard]] Expected<Body> build_body(std::shared_ptr<const Mesh> mesh);

}  // namespace graze
