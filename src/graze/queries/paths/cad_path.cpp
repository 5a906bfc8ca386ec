#include "graze/queries/paths/cad_path.h"

#include <algorithm>

namespace graze {

namespace {

/// What the faces themselves say, if they are known; else `why`.
Expected<PathForCad> with_faces(PathForCad answer, const Scene& scene, const PathOptions& options,
                                const PathProof& proof, const char* why) {
    answer.why = why;
    if (!can_refine(scene) || options.budget_s) return answer;
    CadRefineOptions how;
    if (proof.verdict != ContactVerdict::Clear) how.until = PathTime{proof.segment, proof.clear_until};
    auto refined = refine_path(scene, options, how);
    if (!refined) return refined.error();
    // Skins that stay apart may be one in the other from the start: which, triangles tell.
    if (proof.verdict == ContactVerdict::OverlapAtStart && refined->is_clear) {
        answer.why = "the triangles overlap at the start";
        return answer;
    }
    answer.refined = *std::move(refined);
    answer.why = answer.refined->why;
    answer.proof = answer.refined->proof;
    if (answer.refined->is_clear) answer.holds = HoldsForCad::Yes;
    return answer;
}

/// A proof that margins decide, written about the faces.
Expected<PathForCad> with_strands(PathForCad answer, const Scene& scene, const PathOptions& options) {
    if (answer.holds != HoldsForCad::Yes || !options.with_proof || options.budget_s || !can_refine(scene))
        return answer;
    auto refined = refine_path(scene, options, {});
    if (!refined) return refined.error();
    answer.proof = refined->proof;
    return answer;
}

}  // namespace

Expected<PathForCad> path_for_cad(const Scene& scene, const PathOptions& options, const PathProof& proof) {
    PathForCad answer;
    const bool all_say = std::all_of(scene.bodies.begin(), scene.bodies.end(),
                                     [](const SceneBody& body) { return body.mesh->deviation.has_value(); });
    if (!all_say) {
        answer.why = "not all bodies are from CAD";
    } else if (!proof.seated.empty()) {
        answer.why = "pairs are seated: they touch";
    }
    if (!answer.why.empty()) return answer;
    if (proof.verdict != ContactVerdict::Clear)
        return with_faces(std::move(answer), scene, options, proof, "the triangles are not clear");
    WidenedScene wide = with_cad_margins(scene, options.clearance);
    PathOptions wider = options;
    wider.clearance = wide.clearance;
    wider.with_proof = false;
    wider.all_contacts = false;
    const auto again = prove_paths(wide.scene, wider);
    if (!again) return again.error();
    answer.margin = wide.clearance - options.clearance;
    if (again->verdict == ContactVerdict::Clear && again->seated.empty()) {
        answer.holds = all_are_proved(scene) ? HoldsForCad::Yes : HoldsForCad::AsSampled;
        return with_strands(std::move(answer), scene, options);
    }
    return with_faces(std::move(answer), scene, options, proof,
                      "triangles come nearer than their clearance and what they may be off");
}

}  // namespace graze
