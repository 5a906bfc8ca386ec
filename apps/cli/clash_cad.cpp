#include "clash_cad.h"

#include "graze/core/wording.h"
#include "graze/queries/instant/cad_instant.h"
#include "output.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace graze::cli {

const char* words_of(HoldsForCad holds) {
    if (holds == HoldsForCad::Yes) return "proved for the CAD surfaces, too\n";
    return holds == HoldsForCad::AsSampled ? "as far as sampled, the verdict holds for CAD too\n"
                                           : "the verdict need not hold for CAD\n";
}

Expected<std::string> say_of_faces(Answer& answer, const Scene& scene, const ClashReport& report,
                                   const ClashOptions& options, HoldsForCad& holds) {
    if (holds == HoldsForCad::Yes || answer.json["cad"].is_null()) return std::string();
    const auto cad = cad_at_instant(scene, report, options);
    if (!cad) return cad.error();
    std::string text;
    Json pairs = Json::array();
    std::size_t meeting = 0;
    bool clash_is_certain = false;
    for (const CadPair& pair : cad->pairs) {
        const std::string &a = scene.bodies[pair.bodies[0]].name, &b = scene.bodies[pair.bodies[1]].name;
        pairs.push_back({{"bodies", {a, b}},
                         {"verdict", name_of(pair.verdict)},
                         {"closer_than", pair.closer_than > 0.0 ? Json(pair.closer_than) : Json()},
                         {"why", pair.why.empty() ? Json() : Json(pair.why)}});
        if (pair.verdict != CadVerdict::Contact) continue;
        ++meeting;
        if (meeting == 1)
            text = fmt::format("the CAD surfaces meet, proved: {} and {}", in_quotes(a), in_quotes(b));
        clash_is_certain |= std::any_of(
            report.pairs.begin(), report.pairs.end(),
            [&](const ClashPair& known) { return known.bodies == pair.bodies && known.is_clash; });
    }
    if (meeting > 1) text += fmt::format(", and {} more", count_of(meeting - 1, "pair"));
    if (!text.empty()) text += "\n";
    if (report.is_clash ? clash_is_certain : cad->verdict == CadVerdict::Clear) holds = HoldsForCad::Yes;
    answer.json["cad"]["pairs"] = std::move(pairs);
    answer.json["cad"]["elements"] = cad->elements;
    if (cad->verdict != CadVerdict::Undecided) answer.json["cad"]["verdict"] = name_of(cad->verdict);
    return text;
}

}  // namespace graze::cli
