#include "graze/queries/instant/cad_levels.h"

#include "graze/discrete/wide/intersections.h"
#include "graze/geometry/placement.h"
#include "graze/model/weld.h"
#include "graze/numeric/outward.h"
#include "graze/surface/pierce.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace graze::internal {
namespace {

using surface::Thick;

constexpr double kThinner = 0.25;  // each level is so much of the one before
constexpr int kMostCutsAtOnce = 64;
constexpr double kLeastFloor = 1e-9;

Mesh mesh_of(const std::vector<Thick>& elements) {
    Mesh mesh;
    VertexWelder welder(2 * elements.size());
    for (const Thick& thick : elements)
        mesh.triangles.push_back(
            {welder.add(thick.corners[0]), welder.add(thick.corners[1]), welder.add(thick.corners[2])});
    mesh.vertices = welder.take();
    make_one_surface(mesh, "cover");
    return mesh;
}

/// Rounded up, with something to spare for a checker that rounds otherwise.
double clearance_with(double clearance, double radius_a, double radius_b) {
    return next_up((clearance + radius_a + radius_b) * (1.0 + 0x1p-48));
}

}  // namespace

/// An element where it stands.
struct CadLevels::Placed {
    const Levelled& body;
    const Thick& thick;
    const Placement& placement;
};

bool have_covers(const Scene& scene) {
    return std::all_of(scene.bodies.begin(), scene.bodies.end(), [](const SceneBody& body) {
        return body.mesh->cover != nullptr && body.mesh->deviation && body.mesh->deviation->proved;
    });
}

std::size_t CadLevels::Levelled::level_of(double radius) const {
    std::size_t level = 0;
    while (level + 1 < radii.size() && radius <= radii[level + 1]) ++level;
    return level;
}

void CadLevels::Levelled::add(const Thick& thick, std::size_t level) {
    if (level == 0) radii.front() = std::max(radii.front(), thick.radius);  // that could not be made thinner
    elements[level].push_back(thick);
    models[level].reset();
}

CadLevels::Levelled CadLevels::levelled(const SceneBody& body, double floor) {
    Levelled made;
    made.cover = body.mesh->cover.get();
    double radius = std::max(*body.mesh->deviation->proved, floor);
    while (made.radii.push_back(std::max(radius, floor)), radius > floor) radius *= kThinner;
    made.elements.resize(made.radii.size());
    made.is_marked.resize(made.radii.size());
    made.models.resize(made.radii.size());
    made.meshes.resize(made.radii.size());
    made.forest = surface::uncut(*made.cover);
    for (const Thick& thick : surface::thick_elements(*made.cover, made.radii.front(), made.forest))
        made.add(thick, 0);
    return made;
}

CadLevels::CadLevels(const Scene& scene, double clearance, double finest)
    : scene_(scene), rules_(scene, clearance) {
    for (const SceneBody& body : scene.bodies) greatest_ = std::max(greatest_, *body.mesh->deviation->proved);
    floor_ = std::max(finest * greatest_, kLeastFloor);
    for (const SceneBody& body : scene.bodies) bodies_.push_back(levelled(body, floor_));
}

bool CadLevels::are_bounded() const {
    return std::all_of(bodies_.begin(), bodies_.end(),
                       [](const Levelled& body) { return body.radii.front() < kInfinity; });
}

void CadLevels::set_floor(double share) { floor_ = std::max(share * greatest_, kLeastFloor); }

std::size_t CadLevels::elements() const {
    std::size_t count = 0;
    for (const Levelled& body : bodies_)
        for (const auto& own : body.elements) count += own.size();
    return count;
}

double CadLevels::radius_of(const CadLevel& piece) const { return bodies_[piece.body].radii[piece.level]; }

const std::vector<Thick>& CadLevels::elements_of(const CadLevel& piece) const {
    return bodies_[piece.body].elements[piece.level];
}

const Body& CadLevels::model_of(const CadLevel& piece) const {
    return *bodies_[piece.body].models[piece.level];
}

bool CadLevels::can_be_cut(const CadLevel& piece) const {
    const Levelled& body = bodies_[piece.body];
    return piece.level + 1 < body.radii.size() && body.radii[piece.level] > floor_;
}

Expected<LevelledScene> CadLevels::scene() const {
    LevelledScene made;
    made.scene.unit = scene_.unit;
    for (std::uint32_t b = 0; b < bodies_.size(); ++b)
        for (std::uint32_t level = 0; level < bodies_[b].elements.size(); ++level) {
            const Levelled& body = bodies_[b];
            if (body.elements[level].empty()) continue;
            if (!body.models[level]) {
                body.meshes[level] = std::make_shared<const Mesh>(mesh_of(body.elements[level]));
                auto model = build_body(body.meshes[level]);
                if (!model) return model.error();
                body.models[level] = *std::move(model);
            }
            made.pieces.push_back({b, level});
            made.scene.bodies.push_back({fmt::format("{}, level {}", scene_.bodies[b].name, level),
                                         body.meshes[level], scene_.bodies[b].pose});
            for (const Path& path : scene_.paths)
                if (path.body == b) {
                    made.scene.paths.push_back(path);
                    made.scene.paths.back().body = static_cast<std::uint32_t>(made.scene.bodies.size() - 1);
                }
        }
    for (std::uint32_t j = 1; j < made.pieces.size(); ++j)
        for (std::uint32_t i = 0; i < j; ++i) {
            const CadLevel p = made.pieces[i], q = made.pieces[j];
            if (p.body == q.body) continue;  // at rest against each other
            const PairRule rule = rules_.of(p.body, q.body);
            if (rule.allowed && leaves_out(*rule.allowed, rule.depth))
                made.scene.ignore.push_back({{i, j}, Allowed::Everything, {}, 0});
            else
                made.scene.clearance.push_back(
                    {{i, j}, clearance_with(rule.clearance, radius_of(p), radius_of(q))});
        }
    return made;
}

bool CadLevels::mark_near(const LevelledScene& made, const Scene& posed, double room) {
    bool is_near = false;
    near_pairs_ = 0;
    const std::vector<Box> boxes = posed_boxes(posed);
    for (const PairClearance& pair : made.scene.clearance) {
        const auto [i, j] = pair.bodies;
        const double within =
            pair.distance + (room - 1.0) * (radius_of(made.pieces[i]) + radius_of(made.pieces[j]));
        if (!may_be_within(boxes[i], boxes[j], within)) continue;
        const MovingBody a = model_of(made.pieces[i]).at_rest(posed.bodies[i].pose),
                         b = model_of(made.pieces[j]).at_rest(posed.bodies[j].pose);
        for (const ContactFeaturePair& at :
             features_within(moving_model(a), moving_model(b), 0.0, within, workspace_)) {
            mark(made, {i, j}, at.triangles[0], at.triangles[1], at.distance_hi);
            is_near = true;
            ++near_pairs_;
        }
    }
    return is_near;
}

void CadLevels::mark(const LevelledScene& made, const BodyPair& bodies, std::uint32_t a, std::uint32_t b,
                     std::optional<double> distance_hi) {
    const auto radius = [&](std::size_t side) { return radius_of(made.pieces[bodies[side]]); };
    const double thicker = std::max(radius(0), radius(1));
    for (std::size_t side = 0; side < 2; ++side) {
        const CadLevel piece = made.pieces[bodies[side]];
        if (radius(side) < 0.5 * thicker && can_be_cut(made.pieces[bodies[1 - side]])) continue;
        if (!can_be_cut(piece)) continue;
        Levelled& body = bodies_[piece.body];
        auto& marked = body.is_marked[piece.level];
        marked.resize(body.elements[piece.level].size(), false);
        marked[side == 0 ? a : b] = true;
    }
    if (distance_hi) closer_than_ = radius(0) + radius(1) + *distance_hi;
}

void CadLevels::cut_marked() {
    for (Levelled& body : bodies_) {
        std::vector<Thick> changed;
        for (std::size_t level = 0; level + 1 < body.radii.size(); ++level) {
            auto& marked = body.is_marked[level];
            if (std::find(marked.begin(), marked.end(), true) == marked.end()) continue;
            marked.resize(body.elements[level].size(), false);
            std::vector<Thick> kept;
            for (std::size_t i = 0; i < marked.size(); ++i) {
                const Thick& thick = body.elements[level][i];
                changes_ += marked[i] ? 1 : 0;
                if (!marked[i])
                    kept.push_back(thick);
                else if (body.level_of(thick.radius) > level)
                    changed.push_back(thick);  // thin enough as it is
                else
                    cut_until(*body.cover, thick, body.radii[level + 1], kMostCutsAtOnce, changed,
                              body.forest);
            }
            body.models[level].reset();
            body.elements[level] = std::move(kept);
            marked.clear();
        }
        for (const Thick& thick : changed) body.add(thick, body.level_of(thick.radius));
    }
}

std::optional<BodyPair> CadLevels::find_meeting(const LevelledScene& made, const Scene& posed, double off) {
    std::optional<BodyPair> found;
    const std::vector<Box> boxes = posed_boxes(posed);
    for (const PairClearance& pair : made.scene.clearance) {
        const auto [i, j] = pair.bodies;
        if (!may_be_within(boxes[i], boxes[j], 0.0)) continue;
        const CadLevel p = made.pieces[i], q = made.pieces[j];
        const Intersections met =
            find_intersections(model_of(p).at(posed.bodies[i].pose), model_of(q).at(posed.bodies[j].pose),
                               {.find = Find::TrianglePairs});
        const Placement of_a = placement_of(posed.bodies[i].pose), of_b = placement_of(posed.bodies[j].pose);
        for (const IdPair& ids : met.triangles) {
            if (goes_through({bodies_[p.body], elements_of(p)[ids.a], of_a},
                             {bodies_[q.body], elements_of(q)[ids.b], of_b}, off))
                return BodyPair{p.body, q.body};
            mark(made, {i, j}, ids.a, ids.b);
        }
    }
    return found;
}

bool CadLevels::goes_through(const Placed& a, const Placed& b, double off) const {
    double error = next_up(2.0 * off + a.thick.error + b.thick.error);
    const auto placed = [&](const Placed& one) {
        surface::FlatPatch patch{{}, one.thick.radius};
        for (std::size_t k = 0; k < 3; ++k) {
            const PosedPoint at = place(one.placement, one.thick.corners[k]);
            patch.corners[k] = at.near;
            error = larger_bound(error, error + 2.0 * at.error);
        }
        return patch;
    };
    const surface::FlatPatch p = placed(a), q = placed(b);
    const auto in_face = [](const Placed& one, const surface::FlatPatch& patch) {
        return surface::PatchInFace{one.body.cover->faces[one.thick.face], one.thick.element, patch};
    };
    return surface::prove_pierced(in_face(a, p), in_face(b, q), error) ||
           surface::prove_pierced(in_face(b, q), in_face(a, p), error);
}

}  // namespace graze::internal
