#include "graze/queries/paths/cad_refine.h"

#include "graze/continuous/search/features_within.h"
#include "graze/discrete/wide/intersections.h"
#include "graze/geometry/placement.h"
#include "graze/model/body.h"
#include "graze/model/weld.h"
#include "graze/numeric/outward.h"
#include "graze/queries/broad/broad_phase.h"
#include "graze/queries/instant/scene_at.h"
#include "graze/scene/scene_motion.h"
#include "graze/surface/pierce.h"
#include "graze/surface/thick.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

namespace graze {
namespace {

using surface::Thick;

constexpr int kMostLevels = 12;
constexpr double kThinner = 0.25;  // each level is so much of the one before
constexpr int kMostCutsAtOnce = 64;
/// What is looked at after the time where a proof stopped: the next one would stop there.
constexpr double kFirstAhead = 1e-6, kAheadAgain = 4.0, kMostAhead = 0.03;
constexpr double kFirstLater = 1e-7, kLaterAgain = 2.0;  // of a segment, after the last time that is clear

/// A body as elements, by level: each element is on the last level whose radius it does not exceed.
struct LevelledBody {
    const surface::Cover* cover = nullptr;
    std::vector<double> radii;                        // of levels
    std::vector<std::vector<Thick>> elements;         // of levels
    std::vector<std::vector<bool>> is_marked;         // to be cut
    std::vector<std::optional<Body>> models;          // of levels; none: not built since it changed
    std::vector<std::shared_ptr<const Mesh>> meshes;  // of the models

    std::size_t level_of(double radius) const {
        std::size_t level = 0;
        while (level + 1 < radii.size() && radius <= radii[level + 1]) ++level;
        return level;
    }
    void add(const Thick& thick) {
        const std::size_t level = level_of(thick.radius);
        elements[level].push_back(thick);
        models[level].reset();
    }
    std::size_t size() const {
        std::size_t count = 0;
        for (const auto& own : elements) count += own.size();
        return count;
    }
};

LevelledBody levelled(const SceneBody& body, double floor) {
    LevelledBody made;
    made.cover = body.mesh->cover.get();
    double radius =
        std::max({body.mesh->deviation ? body.mesh->deviation->proved.value_or(0.0) : 0.0, floor});
    for (int level = 0; level < kMostLevels; ++level, radius *= kThinner) {
        made.radii.push_back(std::max(radius, floor));
        if (radius <= floor) break;
    }
    made.elements.resize(made.radii.size());
    made.is_marked.resize(made.radii.size());
    made.models.resize(made.radii.size());
    made.meshes.resize(made.radii.size());
    for (const Thick& thick : surface::thick_elements(*made.cover, made.radii.front())) {
        made.radii.front() =
            std::max(made.radii.front(), thick.radius);  // one that could not be cut that far
        made.add(thick);
    }
    return made;
}

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

/// Builds what changed.
Expected<void> build_models(std::vector<LevelledBody>& bodies) {
    for (LevelledBody& body : bodies)
        for (std::size_t level = 0; level < body.elements.size(); ++level) {
            if (body.elements[level].empty() || body.models[level]) continue;
            body.meshes[level] = std::make_shared<const Mesh>(mesh_of(body.elements[level]));
            auto model = build_body(body.meshes[level]);
            if (!model) return model.error();
            body.models[level] = *std::move(model);
        }
    return {};
}

/// A level of a body that has elements, as a body of the levelled scene.
struct Piece {
    std::uint32_t body, level;
};

struct LevelledScene {
    Scene scene;
    std::vector<Piece> pieces;  // by body of the scene
};

/// Bodies of the scene, levels of two bodies with the clearance of their pair and both radii; levels of one body
/// and of ignored pairs are ignored.
LevelledScene scene_of(const Scene& scene, const std::vector<LevelledBody>& bodies, const PairRules& rules) {
    LevelledScene made;
    made.scene.unit = scene.unit;
    for (std::uint32_t b = 0; b < bodies.size(); ++b)
        for (std::uint32_t level = 0; level < bodies[b].elements.size(); ++level) {
            if (bodies[b].elements[level].empty()) continue;
            made.pieces.push_back({b, level});
            const std::shared_ptr<const Mesh>& mesh = bodies[b].meshes[level];
            made.scene.bodies.push_back({fmt::format("{} {}", b, level), mesh, scene.bodies[b].pose});
            for (const Path& path : scene.paths)
                if (path.body == b) {
                    made.scene.paths.push_back(path);
                    made.scene.paths.back().body = static_cast<std::uint32_t>(made.scene.bodies.size() - 1);
                }
        }
    for (std::uint32_t j = 1; j < made.pieces.size(); ++j)
        for (std::uint32_t i = 0; i < j; ++i) {
            const Piece p = made.pieces[i], q = made.pieces[j];
            const PairRule rule = rules.of(p.body, q.body);
            if (p.body == q.body || (rule.allowed && leaves_out(*rule.allowed, rule.depth))) {
                made.scene.ignore.push_back({{i, j}, Allowed::Everything, {}, 0});
                continue;
            }
            const double radii = next_up(bodies[p.body].radii[p.level] + bodies[q.body].radii[q.level]);
            made.scene.clearance.push_back({{i, j}, next_up(rule.clearance + radii)});
        }
    return made;
}

/// Two elements of bodies of the levelled scene that are in the way.
struct NearPair {
    BodyPair bodies;
    std::uint32_t a, b;
    std::optional<double> distance_hi = {};
};

/// Marks what is in the way of a proof, and cuts it.
class Refiner {
  public:
    Refiner(const Scene& scene, const PathOptions& options, const CadRefineOptions& how)
        : scene_(scene), options_(options), how_(how), rules_(scene, options.clearance) {
        double most = 0.0;
        for (const SceneBody& body : scene.bodies)
            most = std::max(most, body.mesh->deviation->proved.value_or(0.0));
        const double floor = std::max(how.floor * most, 1e-9);
        for (const SceneBody& body : scene.bodies) bodies_.push_back(levelled(body, floor));
        for (const LevelledBody& body : bodies_) result_.elements += body.size();
        first_elements_ = result_.elements;
    }

    Expected<RefinedPath> run() {
        for (const LevelledBody& body : bodies_)
            if (!(body.radii.front() < kInfinity)) {
                result_.why = "derivatives without a bound";
                return result_;
            }
        const std::size_t segments = segments_of(scene_);
        for (std::size_t s = 0; s < segments; ++s)
            for (int i = 0; i <= how_.samples; ++i) {
                const double t = static_cast<double>(i) / how_.samples;
                if (!how_.until || s < how_.until->segment ||
                    (s == how_.until->segment && t <= how_.until->t))
                    times_.push_back({s, t});
            }
        if (auto thinned = thin_at_times(); !thinned) return thinned.error();
        while (result_.proofs < how_.most_proofs && !is_too_much()) {
            if (auto built = build_models(bodies_); !built) return built.error();
            const LevelledScene made = scene_of(scene_, bodies_, rules_);
            PathOptions asked = options_;
            asked.with_proof = asked.all_contacts = false;
            ++result_.proofs;
            const auto proof = prove_paths(made.scene, asked);
            if (!proof) return proof.error();
            if (proof->verdict == ContactVerdict::Clear && proof->seated.empty() &&
                proof->not_judged.empty()) {
                result_.is_clear = true;
                break;
            }
            result_.stopped = PathTime{proof->segment, proof->clear_until};
            times_.assign(1, {proof->segment, proof->clear_until});
            for (double ahead = kFirstAhead; ahead < kMostAhead; ahead *= kAheadAgain)
                times_.push_back({proof->segment, std::min(1.0, proof->clear_until + ahead)});
            const std::size_t before = result_.elements;
            if (auto thinned = thin_at_times(); !thinned) return thinned.error();
            for (const BodyContact& at : proof->contacts)
                mark(made, {at.bodies, at.at.triangles[0], at.at.triangles[1], at.at.distance_hi});
            cut_marked();
            if (result_.elements == before) {
                result_.why = "surfaces come closer than the thinnest elements can tell";
                break;
            }
        }
        if (result_.is_clear)
            result_.stopped.reset();
        else if (result_.stopped)
            if (auto found = find_contact(*result_.stopped); !found) return found.error();
        if (!result_.is_clear && result_.why.empty())
            result_.why =
                is_too_much() ? "too many elements would be needed" : "no proof in so many attempts";
        result_.cuts = result_.elements - first_elements_;
        return result_;
    }

  private:
    bool is_too_much() const { return result_.elements > first_elements_ + how_.most_cuts; }

    /// Until nothing at these times is in the way, or nothing can be cut.
    Expected<void> thin_at_times() {
        for (int round = 0; round < 2 * kMostLevels && !is_too_much(); ++round) {
            if (auto built = build_models(bodies_); !built) return built;
            const LevelledScene made = scene_of(scene_, bodies_, rules_);
            for (const SegmentTime& time : times_)
                if (auto looked = look(made, time); !looked) return looked;
            const std::size_t before = result_.elements;
            cut_marked();
            if (result_.elements == before) break;
        }
        return {};
    }

    const Body& model_of(const Piece& piece) const { return *bodies_[piece.body].models[piece.level]; }

    Expected<void> look(const LevelledScene& made, const SegmentTime& time) {
        Scene posed = made.scene;
        if (auto stood = stand_at(posed, time, "refining"); !stood) return stood.error();
        const std::vector<Box> boxes = posed_boxes(posed);
        for (const PairClearance& pair : made.scene.clearance) {
            const auto [i, j] = pair.bodies;
            if (!may_be_within(boxes[i], boxes[j], pair.distance)) continue;
            const MovingBody a = model_of(made.pieces[i]).at_rest(posed.bodies[i].pose),
                             b = model_of(made.pieces[j]).at_rest(posed.bodies[j].pose);
            for (const ContactFeaturePair& at :
                 features_within(moving_model(a), moving_model(b), 0.0, pair.distance, workspace_))
                mark(made, {{i, j}, at.triangles[0], at.triangles[1], at.distance_hi});
        }
        return {};
    }

    /// The thicker of both, or both if they are alike; none that is on the last level.
    void mark(const LevelledScene& made, const NearPair& contact) {
        const auto radius = [&](std::size_t side) {
            const Piece piece = made.pieces[contact.bodies[side]];
            return bodies_[piece.body].radii[piece.level];
        };
        const double thicker = std::max(radius(0), radius(1));
        for (std::size_t side = 0; side < 2; ++side) {
            const Piece piece = made.pieces[contact.bodies[side]];
            LevelledBody& body = bodies_[piece.body];
            if (radius(side) < 0.5 * thicker && piece_can_be_cut(made.pieces[contact.bodies[1 - side]]))
                continue;
            if (!piece_can_be_cut(piece)) continue;
            auto& marked = body.is_marked[piece.level];
            marked.resize(body.elements[piece.level].size(), false);
            marked[side == 0 ? contact.a : contact.b] = true;
        }
        if (contact.distance_hi) result_.closer_than = radius(0) + radius(1) + *contact.distance_hi;
    }

    /// Later and later after the time up to which all is clear, until surfaces certainly meet.
    Expected<void> find_contact(const PathTime& after) {
        for (double later = kFirstLater; !result_.contact; later *= kLaterAgain) {
            const double t = std::min(1.0, after.t + later);
            if (auto built = build_models(bodies_); !built) return built;
            const LevelledScene made = scene_of(scene_, bodies_, rules_);
            Scene posed = made.scene;
            const auto stood = stand_at(posed, {after.segment, t}, "looking for contact");
            if (!stood) return stood.error();
            for (const PairClearance& pair : made.scene.clearance) {
                const auto [i, j] = pair.bodies;
                if (!meet_certainly(made, posed, pair, stood->deviation)) continue;
                result_.contact = PathTime{after.segment, t};
                result_.bodies = {made.pieces[i].body, made.pieces[j].body};
                result_.why = "the surfaces meet";
                break;
            }
            // What meets now, and is too thick to be certain, is thinner the next time.
            cut_marked();
            if (t >= 1.0 || is_too_much()) break;
        }
        return {};
    }

    bool meet_certainly(const LevelledScene& made, const Scene& posed, const PairClearance& pair,
                        double off) {
        const auto [i, j] = pair.bodies;
        const Intersections met = find_intersections(model_of(made.pieces[i]).at(posed.bodies[i].pose),
                                                     model_of(made.pieces[j]).at(posed.bodies[j].pose),
                                                     {.find = Find::TrianglePairs});
        const Placement of_a = placement_of(posed.bodies[i].pose), of_b = placement_of(posed.bodies[j].pose);
        for (const IdPair& ids : met.triangles) {
            if (goes_through({made.pieces[i], ids.a, of_a}, {made.pieces[j], ids.b, of_b}, off)) return true;
            mark(made, {{i, j}, ids.a, ids.b});
        }
        return false;
    }

    /// An element where it stands.
    struct Placed {
        Piece piece;
        std::uint32_t id;
        const Placement& placement;
    };

    bool goes_through(const Placed& a, const Placed& b, double off) const {
        const Thick& thick_a = bodies_[a.piece.body].elements[a.piece.level][a.id];
        const Thick& thick_b = bodies_[b.piece.body].elements[b.piece.level][b.id];
        double error = next_up(2.0 * off + thick_a.error + thick_b.error);
        const auto placed = [&](const Thick& thick, const Placement& placement) {
            surface::FlatPatch patch{{}, thick.radius};
            for (std::size_t k = 0; k < 3; ++k) {
                const PosedPoint at = place(placement, thick.corners[k]);
                patch.corners[k] = at.near;
                error = larger_bound(error, error + 2.0 * at.error);
            }
            return patch;
        };
        const surface::FlatPatch p = placed(thick_a, a.placement), q = placed(thick_b, b.placement);
        bool pierced = false;
        for (std::size_t k = 0; k < 3 && !pierced; ++k)
            pierced = surface::prove_pierced(p, k, q, error) || surface::prove_pierced(q, k, p, error);
        return pierced && is_within(a, thick_a) && is_within(b, thick_b);
    }

    bool is_within(const Placed& at, const Thick& thick) const {
        return surface::lies_within(bodies_[at.piece.body].cover->faces[thick.face], thick.element);
    }

    bool piece_can_be_cut(const Piece& piece) const {
        return piece.level + 1 < bodies_[piece.body].radii.size();
    }

    void cut_marked() {
        for (LevelledBody& body : bodies_) {
            std::vector<Thick> cut;
            for (std::size_t level = 0; level + 1 < body.radii.size(); ++level) {
                auto& marked = body.is_marked[level];
                marked.resize(body.elements[level].size(), false);
                std::vector<Thick> kept;
                for (std::size_t i = 0; i < marked.size(); ++i) {
                    if (marked[i])
                        cut_until(*body.cover, body.elements[level][i], body.radii[level + 1],
                                  kMostCutsAtOnce, cut);
                    else
                        kept.push_back(body.elements[level][i]);
                }
                if (kept.size() < body.elements[level].size()) body.models[level].reset();
                body.elements[level] = std::move(kept);
                marked.clear();
            }
            for (const Thick& thick : cut) body.add(thick);
        }
        result_.elements = 0;
        for (const LevelledBody& body : bodies_) result_.elements += body.size();
    }

    const Scene& scene_;
    const PathOptions& options_;
    const CadRefineOptions& how_;
    PairRules rules_;
    std::vector<LevelledBody> bodies_;
    std::vector<SegmentTime> times_;
    FirstContactWorkspace workspace_;
    std::size_t first_elements_ = 0;
    RefinedPath result_;
};

}  // namespace

bool can_refine(const Scene& scene) {
    return scene.joints.empty() &&
           std::all_of(scene.bodies.begin(), scene.bodies.end(), [](const SceneBody& body) {
               return body.mesh->cover != nullptr && body.mesh->deviation && body.mesh->deviation->proved;
           });
}

Expected<RefinedPath> refine_path(const Scene& scene, const PathOptions& options,
                                  const CadRefineOptions& how) {
    return Refiner(scene, options, how).run();
}

}  // namespace graze
