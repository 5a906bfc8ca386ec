// `graze verify`: checks a certificate, independently of the program that made it.
#include "graze_verify/verify.h"

#include "command.h"
#include "graze/core/file.h"
#include "graze/io/scene_file.h"
#include "input.h"
#include "output.h"

#include <chrono>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace graze::cli {
namespace {

constexpr const char* kHelp = R"(Examples:
  graze verify proof.graze
  graze verify proof.graze --scene scene.json
  graze verify proof.graze --json

Checks that the proof covers all triangles and all of the time it claims, and each of its inequalities, with arithmetic of
its own. With --scene the bodies' triangles and motions are compared with those of the scene, too.
Exit codes: 0 valid, 1 rejected, 2 bad usage or input, 130 interrupted.)";

struct Words {
    std::string certificate, scene;
};

/// Empty, or how the motions in the certificate differ from the scene's paths.
std::string difference_of_motions(const Scene& scene, const verify::CertificateHead& head) {
    const auto same = [](const Pose& pose, const verify::CertificatePose& other) {
        for (int k = 0; k < 3; ++k)
            if (pose.translation[k] != other.translation[k]) return false;
        for (int k = 0; k < 4; ++k)
            if (pose.rotation.coeffs()[k] != other.quaternion[k]) return false;  // x, y, z, w
        return true;
    };
    constexpr verify::MotionKind kKinds[] = {verify::MotionKind::Screw, verify::MotionKind::Slerp,
                                             verify::MotionKind::LinearParameters};
    if (!scene.joints.empty()) return "the scene has joints, which certificates do not know";
    const std::size_t segments = scene.paths.empty() ? 0 : stops_of(scene.paths.front()) - 1;
    if (head.motions.size() != segments)
        return fmt::format("{} segments in the certificate, {} in the scene", head.motions.size(), segments);
    for (std::size_t segment = 0; segment < segments; ++segment) {
        std::vector<const Path*> path_of(scene.bodies.size(), nullptr);
        for (const Path& path : scene.paths) path_of[path.body] = &path;
        for (std::size_t body = 0; body < scene.bodies.size(); ++body) {
            const verify::CertificateMotion& motion = head.motions[segment][body];
            const Path* path = path_of[body];
            const bool is_same =
                path
                    ? motion.kind == kKinds[static_cast<int>(path->in_between)] &&
                          motion.turns == (path->turns.empty() ? 0 : path->turns[segment]) &&
                          same(path->poses[segment], motion.from) && same(path->poses[segment + 1], motion.to)
                    : motion.kind == verify::MotionKind::AtRest && same(scene.bodies[body].pose, motion.from);
            if (!is_same)
                return fmt::format("segment {}: \"{}\" moves differently in the scene", segment,
                                   scene.bodies[body].name);
        }
    }
    return {};
}

std::string difference_to_scene(const std::string& bytes, const Scene& scene) {
    std::vector<std::vector<std::array<double, 3>>> vertices(scene.bodies.size());
    std::vector<verify::KnownMesh> meshes;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        for (const Vec3& v : scene.bodies[i].mesh->vertices) vertices[i].push_back({v.x(), v.y(), v.z()});
        meshes.push_back({scene.bodies[i].name, vertices[i], scene.bodies[i].mesh->triangles});
    }
    if (std::string difference = verify::difference_to(bytes, meshes); !difference.empty()) return difference;
    const verify::HeadReading claim = verify::read_claim(bytes);
    if (claim.head.unit != name_of(scene.unit))
        return fmt::format("the certificate is in {}, the scene in {}", claim.head.unit, name_of(scene.unit));
    return difference_of_motions(scene, claim.head);
}

Expected<Answer> run_verify(const Words& words, const Globals& globals) {
    const auto bytes = read_file(words.certificate);
    if (!bytes) return bytes.error();
    const auto start = std::chrono::steady_clock::now();
    auto result = verify::verify_certificate(*bytes, {globals.threads, Progress::Draw::OnTerminal});
    if (!result) return result.error();
    if (result->valid && !words.scene.empty()) {
        std::filesystem::path file = words.scene;
        if (std::filesystem::is_directory(file)) file /= "scene.json";
        const auto scene = read_scene_file(file, {.threads = globals.threads});
        if (!scene) return scene.error();
        result->reason = difference_to_scene(*bytes, *scene);
        result->valid = result->reason.empty();
    }
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
    Answer answer;
    answer.json = {{"valid", result->valid},
                   {"reason", result->valid ? Json() : Json(result->reason)},
                   {"records", result->records},
                   {"leaves", result->leaves},
                   {"proved", result->valid ? Json(result->sentence) : Json()},
                   {"stats", {{"milliseconds", elapsed.count()}}}};
    answer.text = result->valid ? fmt::format("{}: {}\n{}\n", toned("valid", Tone::Good, globals.colour),
                                              count_of(result->records, "record"), result->sentence)
                                : fmt::format("{}: {}\n", toned("rejected", Tone::Warning, globals.colour),
                                              shown(result->reason));
    answer.exit_code = result->valid ? 0 : 1;
    return answer;
}

}  // namespace

Command add_verify(CLI::App& graze, const Globals& globals) {
    const auto words = std::make_shared<Words>();
    CLI::App* app = graze.add_subcommand("verify", "Whether a certificate proves what it claims");
    app->add_option("CERTIFICATE", words->certificate, "A file that `graze path --certificate` wrote")
        ->required();
    app->add_option("--scene", words->scene, "Compare with this scene file, or the scene.json of this folder")
        ->type_name("SCENE");
    app->footer(kHelp);
    return {app, [words, &globals] { return run_verify(*words, globals); }};
}

}  // namespace graze::cli
