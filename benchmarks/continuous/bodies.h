// Bodies and motions for the continuous benchmark, with the search under test.
#pragma once

#include "discrete/scenes.h"
#include "peers/continuous_peer.h"

#include "graze/continuous/search/model_contact.h"

#include <memory>
#include <string>
#include <vector>

namespace graze::bench {

/// Two bodies as Graze and as the others hold them. a stands still at the origin.
struct ContinuousBodies {
    std::string name;
    std::shared_ptr<const Mesh> mesh_a, mesh_b;
    BodyModel a, b;
    double size;       // the larger diagonal
    double tolerance;  // 1e-6 of it

    [[nodiscard]] MeshData data_a() const { return mesh_data(*mesh_a); }
    [[nodiscard]] MeshData data_b() const { return mesh_data(*mesh_b); }
};

[[nodiscard]] std::unique_ptr<ContinuousBodies> bodies_of(const std::string& name,
                                                          std::shared_ptr<const Mesh> a,
                                                          std::shared_ptr<const Mesh> b);
/// Two different rabbits with so many triangles each.
[[nodiscard]] std::unique_ptr<ContinuousBodies> bunnies_of(int triangles);

/// How b goes.
struct ContinuousQuery {
    PoseSegment poses;
    PlainPath path = PlainPath::Screw;
};
[[nodiscard]] PlainMotion plain(const ContinuousQuery& query);
[[nodiscard]] RigidMotion motion_of(const ContinuousQuery& query);
/// Where b is, in doubles: within 1e-15 or so of the truth.
[[nodiscard]] Pose pose_at(const ContinuousQuery& query, double t);

/// first_contact, or another like it.
using FirstContactSearch = FirstContact(const MovingModel&, const MovingModel&, const FirstContactOptions&,
                                        FirstContactWorkspace&);

/// From the two poses to the answer: making the motion counts.
[[nodiscard]] FirstContact ask(const ContinuousBodies& bodies, const ContinuousQuery& query,
                               const FirstContactOptions& options, FirstContactWorkspace& workspace,
                               FirstContactSearch& search = first_contact);

/// Turns of up to 90 degrees about any axis while the middle of b travels 0.5 to 2 sizes past a: about half
/// of them meet. All start apart. The same on every machine.
[[nodiscard]] std::vector<ContinuousQuery> random_screws(const ContinuousBodies& bodies, int count,
                                                         PlainPath path = PlainPath::Screw);

}  // namespace graze::bench
