#include "verify_scene.h"

#include "graze/continuous/search/start_meeting.h"
#include "graze/core/wording.h"
#include "graze/io/certificate/certificate_cad.h"
#include "graze/queries/broad/broad_phase.h"
#include "graze/queries/instant/contact_depth.h"
#include "graze/queries/instant/scene_at.h"
#include "graze/queries/paths/path_seats.h"
#include "graze/scene/scene_motion.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace graze::cli {
namespace {

CertificatePose known_pose(const Pose& pose) {
    const auto& q = pose.rotation.coeffs();  // x, y, z, w
    return {{pose.translation.x(), pose.translation.y(), pose.translation.z()}, {q[0], q[1], q[2], q[3]}};
}
CertificateLink known_link(const Pose& pose) { return {.from = known_pose(pose), .to = known_pose(pose)}; }
CertificateLink known_link(const PathLink& link) {
    constexpr LinkKind kKinds[] = {LinkKind::Screw, LinkKind::Slerp,
                                   LinkKind::LinearParameters};  // as InBetween
    return {.kind = kKinds[static_cast<int>(link.in_between)],
            .from = known_pose(link.poses.from),
            .to = known_pose(link.poses.to),
            .turns = link.poses.turns};
}
CertificateLink known_link(const JointLink& link) {
    CertificateLink known{.kind = link.kind == JointKind::Revolute ? LinkKind::Revolute : LinkKind::Prismatic,
                          .axis = {link.axis.x(), link.axis.y(), link.axis.z()},
                          .value_from = link.from,
                          .value_to = link.to};
    if (link.kind == JointKind::Revolute) known.origin = {link.origin.x(), link.origin.y(), link.origin.z()};
    return known;
}

/// Empty, or how the motions in the certificate differ from the scene's paths and joints.
Expected<std::string> difference_of_motions(const Scene& scene, const CertificateHead& head) {
    const std::size_t segments = segments_of(scene);
    if (head.motions.size() != segments)
        return fmt::format("{} segments in the certificate, {} in the scene", head.motions.size(), segments);
    for (std::size_t segment = 0; segment < segments; ++segment) {
        const auto motion = motion_of_segment(scene, segment, "scene");
        if (!motion) return motion.error();
        for (std::uint32_t body = 0; body < scene.bodies.size(); ++body) {
            CertificateMotion known;
            for (const LinkSource& source : sources_of(scene, *motion, body))
                known.push_back(std::visit([](const auto& kind) { return known_link(kind); }, source));
            if (links_of(head, segment, body) != known)
                return fmt::format("segment {}: {} moves differently in the scene", segment,
                                   in_quotes(scene.bodies[body].name));
        }
    }
    return std::string();
}

CertificatePair pair_of(const std::array<std::uint32_t, 2>& bodies) {
    const auto [a, b] = std::minmax(bodies[0], bodies[1]);
    return {a, b};
}

/// What a scene asks of its pairs, against what a certificate claims of them.
class RuleComparison {
  public:
    RuleComparison(const Scene& scene, const CertificateHead& head, const std::optional<double>& depth)
        : scene_(scene), head_(head), depth_(depth), rules_(scene, 0.0) {}

    /// Empty, or which pair the scene asks more of than the certificate proves.
    Expected<std::string> run() const {
        const auto motions = motions_of(scene_, "scene");
        if (!motions) return motions.error();
        for (const auto& bodies : named_pairs(scene_, carriers_of(*motions, scene_.bodies.size())))
            if (std::string difference = of_clearance(pair_of(bodies)); !difference.empty())
                return difference;
        for (const auto& [pair, reason] : head_.ignored)
            if (const PairRule asked = rule(pair); !asked.allowed || !leaves_out(*asked.allowed, asked.depth))
                return names(pair) + (asked.allowed ? ": the certificate ignores this pair, the scene asks for its depth"
                                                    : ": the certificate ignores this pair, the scene does not");
        return of_seats();
    }

  private:
    [[nodiscard]] PairRule rule(const CertificatePair& pair) const { return rules_.of(pair.a, pair.b); }
    [[nodiscard]] std::string names(const CertificatePair& pair) const {
        return fmt::format("{} and {}", in_quotes(scene_.bodies[pair.a].name),
                           in_quotes(scene_.bodies[pair.b].name));
    }

    [[nodiscard]] std::string of_clearance(const CertificatePair& pair) const {
        const PairRule asked = rule(pair);
        const double proved = clearance_of(head_, pair);
        if (asked.allowed || proved >= asked.clearance) return {};
        return fmt::format("{}: the certificate proves a clearance of {}, the scene asks for {}", names(pair),
                           proved, asked.clearance);
    }

    /// A pair may be seated if a rule says so, or if it touches at the start, up to the default tolerance.
    [[nodiscard]] Expected<std::string> of_seats() const {
        std::optional<Scene> start;
        for (const CertificateSeat& seat : head_.seated) {
            const PairRule asked = rule(seat.bodies);
            const double most = allowed_depth(seat.bodies, asked);
            if (seat.depth > most)
                return fmt::format("{}: the certificate proves a depth of at most {}, {} {}", names(seat.bodies),
                                   seat.depth,
                                   asked.depth ? "the scene allows"
                                   : depth_    ? "--depth allows"
                                               : "without a rule about it (or --depth) may be",
                                   most);
            if (asked.allowed) continue;
            if (!start) {
                start = scene_;
                if (auto stand = stand_at(*start, {}, "scene"); !stand) return stand.error();
            }
            if (!touches(*start, seat.bodies))
                return names(seat.bodies) +
                       ": the certificate lets this pair touch; in the scene it begins apart, and no rule "
                       "allows it";
        }
        return std::string();
    }

    [[nodiscard]] double allowed_depth(const CertificatePair& pair, const PairRule& rule) const {
        if (rule.depth) return *rule.depth;
        if (depth_) return *depth_;
        const SceneBody &a = scene_.bodies[pair.a], &b = scene_.bodies[pair.b];
        return default_depth(a, b, std::max(size_of_skin(*a.mesh), size_of_skin(*b.mesh)));
    }

    static bool touches(const Scene& start, const CertificatePair& pair) {
        const SceneBody &a = start.bodies[pair.a], &b = start.bodies[pair.b];
        const BodyModel model_a = build_body_model(*a.mesh), model_b = build_body_model(*b.mesh);
        DiscreteMemory memory;
        const StartMeeting meeting =
            meet_at_start({model_a, a.pose}, {model_b, b.pose},
                          default_tolerance(std::max(model_a.size, model_b.size)), memory);
        return meeting.how != BodyMeeting::Apart || meeting.witness.has_value();
    }

    const Scene& scene_;
    const CertificateHead& head_;
    std::optional<double> depth_;
    PairRules rules_;
};

/// A certificate about CAD surfaces as if its CAD bodies were its bodies: what rules and motions are compared with.
CertificateHead cad_bodies_of(const CertificateHead& head) {
    CertificateHead view = head;
    view.clearance = head.cad->clearance, view.clearances = head.cad->clearances,
    view.ignored = head.cad->ignored;
    view.bodies.clear();
    for (const CertificateCadBody& body : head.cad->bodies)
        view.bodies.push_back({body.name, 0, head.bodies[body.pieces.front().body].links});
    for (std::size_t segment = 0; segment < head.motions.size(); ++segment) {
        view.motions[segment].clear();
        for (std::uint32_t b = 0; b < view.bodies.size(); ++b) {
            const CertificateMotion& links = links_of(head, segment, head.cad->bodies[b].pieces.front().body);
            if (links != view.bodies[b].links) view.motions[segment].push_back({b, links});
        }
    }
    return view;
}

/// Empty, or the first difference between the faces of CAD bodies and those of the scene.
std::string difference_of_faces(const Scene& scene, const Certificate& certificate) {
    const auto& bodies = certificate.head.cad->bodies;
    if (bodies.size() != scene.bodies.size())
        return fmt::format("{} CAD bodies in the certificate, {} bodies in the scene", bodies.size(),
                           scene.bodies.size());
    std::set<std::pair<std::uint32_t, const surface::Cover*>> known;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const SceneBody& body = scene.bodies[i];
        if (bodies[i].name != body.name)
            return fmt::format("body {} is {} in the certificate and {} in the scene", i,
                               in_quotes(bodies[i].name), in_quotes(body.name));
        if (!body.mesh->cover)
            return fmt::format("body {}: the scene has no CAD faces of it", in_quotes(body.name));
        if (!known.emplace(bodies[i].shape, body.mesh->cover.get()).second) continue;
        const CertificateShape faces = known_shape(*body.mesh->cover),
                               &claimed = certificate.shapes[bodies[i].shape];
        if (claimed.size() != faces.size())
            return fmt::format("body {}: {} faces in the certificate, {} in the scene", in_quotes(body.name),
                               claimed.size(), faces.size());
        for (std::size_t f = 0; f < faces.size(); ++f)
            if (!(claimed[f] == faces[f]))
                return fmt::format("body {}: face {} differs", in_quotes(body.name), f);
    }
    return {};
}

/// Empty, or how the deviation that the certificate states of a mesh differs from that of the scene.
std::string difference_of_deviations(const CertificateMeshSize& known, const Mesh& mesh) {
    using Deviation = std::optional<double>;
    const auto& of_mesh = mesh.deviation;
    const auto words = [](const Deviation& x) { return x ? fmt::format("{}", *x) : std::string("none"); };
    const auto difference = [&](const char* which, const Deviation& stated, const Deviation& wanted) {
        if (stated == wanted) return std::string();
        return fmt::format("the certificate states a {} deviation of {}, the scene has {}", which,
                           words(stated), words(wanted));
    };
    const std::string requested = difference("requested", known.requested_deviation,
                                             of_mesh ? Deviation(of_mesh->requested) : Deviation());
    return !requested.empty() ? requested
                              : difference("measured", known.measured_deviation,
                                           of_mesh ? Deviation(of_mesh->measured) : Deviation());
}

/// Empty, or the first difference between a mesh of the certificate and one of the scene.
std::string difference_of_meshes(const CertificateMesh& known, const Mesh& mesh) {
    if (known.vertices.size() != mesh.vertices.size() || known.triangles.size() != mesh.triangles.size())
        return fmt::format("{} vertices and {} triangles in the certificate, {} and {} in the scene",
                           known.vertices.size(), known.triangles.size(), mesh.vertices.size(),
                           mesh.triangles.size());
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
        for (int k = 0; k < 3; ++k)
            if (known.vertices[v][k] != mesh.vertices[v][k]) return fmt::format("vertex {} differs", v);
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        if (known.triangles[t] != mesh.triangles[known.ids[t]])
            return fmt::format("triangle {} differs", known.ids[t]);
    return {};
}

/// Empty, or the first difference between the bodies. Meshes that bodies share are compared once.
std::string difference_of_bodies(const Scene& scene, const Certificate& certificate) {
    const auto& bodies = certificate.head.bodies;
    if (bodies.size() != scene.bodies.size())
        return fmt::format("{} bodies in the certificate, {} in the scene", bodies.size(),
                           scene.bodies.size());
    std::set<std::pair<std::uint32_t, const Mesh*>> known;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const SceneBody& body = scene.bodies[i];
        if (bodies[i].name != body.name)
            return fmt::format("body {} is {} in the certificate and {} in the scene", i,
                               in_quotes(bodies[i].name), in_quotes(body.name));
        if (!known.emplace(bodies[i].mesh, body.mesh.get()).second) continue;
        std::string difference = difference_of_meshes(certificate.meshes[bodies[i].mesh], *body.mesh);
        if (difference.empty())
            difference = difference_of_deviations(certificate.head.meshes[bodies[i].mesh], *body.mesh);
        if (!difference.empty()) return fmt::format("body {}: {}", in_quotes(body.name), difference);
    }
    return {};
}

}  // namespace

Expected<std::string> difference_to_scene(const Certificate& certificate, const Scene& scene,
                                          const std::optional<double>& depth) {
    const bool is_about_cad = certificate.head.cad.has_value();
    std::string bodies =
        is_about_cad ? difference_of_faces(scene, certificate) : difference_of_bodies(scene, certificate);
    if (!bodies.empty()) return bodies;
    const CertificateHead head = is_about_cad ? cad_bodies_of(certificate.head) : certificate.head;
    if (certificate.head.unit != name_of(scene.unit))
        return fmt::format("the certificate is in {}, the scene in {}", certificate.head.unit,
                           name_of(scene.unit));
    auto rules = RuleComparison(scene, head, depth).run();
    if (!rules || !rules->empty()) return rules;
    auto motions = difference_of_motions(scene, head);
    if (!motions || !motions->empty()) return motions;
    if (head.whole_segments < head.motions.size())
        return fmt::format("the scene goes on after the time that the certificate covers: segment {}, t = {}",
                           head.whole_segments, head.until);
    return std::string();
}

}  // namespace graze::cli
