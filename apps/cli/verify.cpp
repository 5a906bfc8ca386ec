// `graze verify`: checks a certificate, independently of the program that made it.
#include "graze_verify/verify.h"

#include "command.h"
#include "graze/core/byte_source.h"
#include "graze/core/wording.h"
#include "graze/io/certificate/certificate_reader.h"
#include "graze/io/scene/scene_file.h"
#include "graze/queries/broad/broad_phase.h"
#include "graze/scene/scene_motion.h"
#include "input.h"
#include "output.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <set>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace graze::cli {
namespace verify_command {

constexpr const char* kHelp = R"(Examples:
  graze verify proof.graze
  graze verify proof.graze --scene scene.json
  graze verify proof.graze --complete --clearance 0.5
  graze verify proof.graze --json

Checks that the proof covers all triangles and all of the time it claims, each of its inequalities, and that no body begins
inside another, with arithmetic of its own. With --scene the bodies' triangles, deviations and motions, ignored pairs and
clearances are compared with those of the scene, too, and all of the scene's time must be covered.
Exit codes: 0 valid, 1 rejected, proves nothing or less than demanded, 2 bad usage or input, 130 interrupted.)";

struct Words {
    std::string certificate, scene, clearance, deflection;
    bool complete = false;
};

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

/// Empty, or which pair the scene asks more of than the certificate proves.
std::string difference_of_rules(const Scene& scene, const CertificateHead& head) {
    const PairRules rules(scene, 0.0);
    const auto names = [&](const CertificatePair& pair) {
        return fmt::format("{} and {}", in_quotes(scene.bodies[pair.a].name),
                           in_quotes(scene.bodies[pair.b].name));
    };
    for (const PairClearance& wanted : scene.clearance) {
        const auto [i, j] = std::minmax(wanted.bodies[0], wanted.bodies[1]);
        const CertificatePair pair{i, j};
        const PairRule rule = rules.of(i, j);
        const double proved = clearance_of(head, pair);
        if (!rule.allowed && proved < rule.clearance)
            return fmt::format("{}: the certificate proves a clearance of {}, the scene asks for {}",
                               names(pair), proved, rule.clearance);
    }
    for (const auto& [pair, reason] : head.ignored)
        if (!rules.of(pair.a, pair.b).allowed)
            return fmt::format("{}: the certificate ignores this pair, the scene does not", names(pair));
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

Expected<std::string> difference_to_scene(const Certificate& certificate, const Scene& scene) {
    if (std::string difference = difference_of_bodies(scene, certificate); !difference.empty())
        return difference;
    if (certificate.head.unit != name_of(scene.unit))
        return fmt::format("the certificate is in {}, the scene in {}", certificate.head.unit,
                           name_of(scene.unit));
    if (std::string difference = difference_of_rules(scene, certificate.head); !difference.empty())
        return difference;
    auto motions = difference_of_motions(scene, certificate.head);
    if (!motions || !motions->empty()) return motions;
    const CertificateHead& head = certificate.head;
    if (head.whole_segments < head.motions.size())
        return fmt::format("the scene goes on after the time that the certificate covers: segment {}, t = {}",
                           head.whole_segments, head.until);
    return std::string();
}

/// Empty, or what a certificate that holds leaves open of what is demanded.
std::string missing_of(const verify::VerifyResult& result, const Words& words,
                       const std::optional<double>& clearance) {
    using verify::Proves;
    const auto& [segments, until, all_segments] = result.covered;
    if (result.proves == Proves::Nothing)
        return segments == 0 && until == 0.0 ? "it proves nothing, for no time is covered"
                                             : "it proves nothing, for no pair is claimed to stay apart";
    if (words.complete && segments < all_segments)
        return fmt::format("--complete: of {} only the time up to segment {}, t = {} is covered",
                           count_of(all_segments, "segment"), segments, until);
    if (words.complete && result.proves != Proves::All)
        return fmt::format("--complete: {} ignored", result.pairs.ignored == 1
                                                         ? "1 pair is"
                                                         : count_text(result.pairs.ignored) + " pairs are");
    if (clearance && result.clearance.least < *clearance)
        return fmt::format("--clearance: {} {} is wanted, and {} {} is proved of some pair", *clearance,
                           result.clearance.unit, result.clearance.least, result.clearance.unit);
    return {};
}

Json result_json(const verify::VerifyResult& result, double milliseconds) {
    const bool proves = result.proves != verify::Proves::Nothing;
    Json ignored = Json::array();
    for (const auto& [first, second, reason] : result.ignored)
        ignored.push_back({{"bodies", {first, second}}, {"reason", reason}});
    return {{"valid", result.valid},
            {"reason", result.valid ? Json() : Json(result.reason)},
            {"proves", name_of(result.proves)},
            {"covered",
             {{"segments", result.covered.segments},
              {"until", result.covered.until},
              {"all_segments", result.covered.all_segments}}},
            {"pairs",
             {{"by_strands", result.pairs.by_strands},
              {"by_boxes", result.pairs.by_boxes},
              {"seated", result.pairs.seated},
              {"at_rest", result.pairs.at_rest},
              {"ignored", result.pairs.ignored}}},
            {"ignored", std::move(ignored)},
            {"clearance", proves ? Json{{"least", result.clearance.least},
                                        {"most", result.clearance.most},
                                        {"unit", result.clearance.unit}}
                                 : Json()},
            {"records", result.records},
            {"leaves", result.leaves},
            {"proved", result.valid ? Json(result.sentence) : Json()},
            {"stats", {{"milliseconds", milliseconds}}}};
}

std::string result_text(const verify::VerifyResult& result, bool colour) {
    if (!result.valid)
        return fmt::format("{}: {}\n", toned("rejected", Tone::Warning, colour), result.reason);
    std::string text = fmt::format("{}: {}, proves: {}\n", toned("valid", Tone::Good, colour),
                                   count_of(result.records, "record"), name_of(result.proves));
    constexpr std::size_t kMostLines = 10;
    for (std::size_t i = 0; i < std::min(kMostLines, result.ignored.size()); ++i) {
        const auto& [first, second, reason] = result.ignored[i];
        text += fmt::format("  ignored: {} and {}, for {}\n", in_quotes(first), in_quotes(second),
                            in_quotes(reason));
    }
    if (result.ignored.size() > kMostLines)
        text += fmt::format("  ignored: {} more\n", count_text(result.ignored.size() - kMostLines));
    return text + result.sentence + "\n";
}

Expected<std::string> difference_to_scene(const ByteSource& source, const Words& words,
                                          const Globals& globals) {
    std::filesystem::path file = words.scene;
    if (std::filesystem::is_directory(file)) file /= "scene.json";
    const auto deflection = parse_deflection(words.deflection);
    if (!deflection) return deflection.error();
    const auto scene = read_scene_file(file, {.deflection = *deflection, .threads = globals.threads});
    if (!scene) return scene.error();
    const auto certificate = read_certificate(source);
    if (!certificate) return certificate.error();
    return difference_to_scene(*certificate, *scene);
}

Expected<Answer> run_verify(const Words& words, const Globals& globals) {
    const auto clearance = parse_length(words.clearance, "--clearance");
    if (!clearance) return clearance.error();
    const auto source = open_source(words.certificate);
    if (!source) return source.error();
    const auto start = std::chrono::steady_clock::now();
    auto result = verify::verify_certificate(*source, {globals.threads, Progress::Draw::OnTerminal});
    if (!result) return result.error();
    if (result->valid) result->reason = missing_of(*result, words, *clearance);
    if (result->valid && result->reason.empty() && !words.scene.empty()) {
        const auto difference = difference_to_scene(*source, words, globals);
        if (!difference) return difference.error();
        result->reason = *difference;
    }
    result->valid = result->reason.empty();
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
    Answer answer;
    answer.json = result_json(*result, elapsed.count());
    answer.text = result_text(*result, globals.colour);
    answer.exit_code = result->valid ? 0 : 1;
    return answer;
}

}  // namespace verify_command

Command add_verify(CLI::App& graze, const Globals& globals) {
    using namespace verify_command;
    const auto words = std::make_shared<Words>();
    CLI::App* app = graze.add_subcommand("verify", "Whether a certificate proves what it claims");
    app->add_option("CERTIFICATE", words->certificate, "A file that `graze path --certificate` wrote")
        ->required();
    app->add_option("--scene", words->scene, "Compare with this scene file, or the scene.json of this folder")
        ->type_name("SCENE");
    app->add_flag("--complete", words->complete, "Demand all of the time, and that no pair is ignored");
    app->add_option("--clearance", words->clearance, "Demand that every pair claimed keeps at least this")
        ->type_name("D");
    add_deflection_option(*app, words->deflection);
    app->footer(kHelp);
    return {app, [words, &globals] { return run_verify(*words, globals); }};
}

}  // namespace graze::cli
