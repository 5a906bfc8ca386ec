#include "path_cad.h"

#include "deviation.h"
#include "graze/queries/paths/cad_path.h"
#include "output.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace graze::cli {
namespace {

void add_refined(Json& cad, const std::optional<RefinedPath>& refined) {
    cad["elements"] = refined ? Json(refined->elements) : Json();
    if (!refined || !refined->stopped) return;
    cad["segment"] = refined->stopped->segment;
    cad["clear_until"] = refined->stopped->t;
    cad["closer_than"] = refined->closer_than;
    if (!refined->contact) return;
    cad["verdict"] = "contact";
    cad["between"] = {refined->stopped->t, refined->contact->t};
}

/// One line; empty: there is nothing to say.
std::string cad_text(const PathForCad& cad, bool is_clear, Unit unit) {
    if (cad.holds == HoldsForCad::Yes && cad.refined)
        return fmt::format("proved for the CAD surfaces, too: {} cut into {} where it is tight\n",
                           count_of(cad.refined->elements - cad.refined->cuts, "thick triangle"),
                           count_text(cad.refined->elements));
    if (cad.holds == HoldsForCad::Yes)
        return fmt::format(
            "proved for the CAD surfaces, too: triangles stay at least {} farther apart than asked\n",
            length_text(cad.margin, unit));
    if (cad.holds == HoldsForCad::AsSampled)
        return "as far as sampled, that holds for the CAD surfaces, too\n";
    if (cad.refined && cad.refined->contact)
        return fmt::format("the CAD surfaces meet, proved: segment {}, between t = {:.9g} and {:.9g}\n",
                           cad.refined->contact->segment, cad.refined->stopped->t, cad.refined->contact->t);
    if (cad.refined && cad.refined->stopped)
        return fmt::format(
            "not decided for the CAD surfaces: clear up to segment {}, t = {:.9g}, closer than {} there\n",
            cad.refined->stopped->segment, cad.refined->stopped->t,
            length_text(cad.refined->closer_than, unit));
    return is_clear ? fmt::format("not decided for the CAD surfaces: {}\n", cad.why) : std::string();
}

}  // namespace

Expected<std::shared_ptr<const CadPathProof>> say_of_cad(Answer& answer, const Scene& scene,
                                                         const PathOptions& options, const PathProof& proof) {
    if (!greatest_deviation(scene)) {
        answer.json["cad"] = nullptr;
        return std::shared_ptr<const CadPathProof>();
    }
    const auto cad = path_for_cad(scene, options, proof);
    if (!cad) return cad.error();
    const bool is_clear = proof.verdict == ContactVerdict::Clear;
    const bool is_clear_as_cad = is_clear || (cad->refined && cad->refined->is_clear);
    answer.json["cad"] = cad_json(scene, is_clear_as_cad, cad->holds, cad->margin, cad->why);
    add_refined(answer.json["cad"], cad->refined);
    answer.text += cad_text(*cad, is_clear, scene.unit);
    return cad->proof;
}

}  // namespace graze::cli
