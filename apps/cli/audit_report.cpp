#include "audit_report.h"

#include "clash_table.h"
#include "output.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace graze::cli {
namespace {

constexpr std::size_t kMostRows = 20;

Json names_json(const BodyPair& bodies, const Scene& scene) {
    return {scene.bodies[bodies[0]].name, scene.bodies[bodies[1]].name};
}

Json frame_time(const Recording& recording, std::size_t frame) {
    return recording.times.empty() ? Json() : Json(recording.times[frame]);
}

/// Between two frames, by the clock of the recording.
Json time_between(const Recording& recording, std::size_t segment, double t) {
    if (recording.times.empty()) return {};
    return recording.times[segment] + t * (recording.times[segment + 1] - recording.times[segment]);
}

const char* word_of(Passage passage) {
    return passage == Passage::Deeper ? "deeper" : passage == Passage::Crossing ? "crossing" : "undecided";
}

const char* verdict_of(const MotionAudit& audit) {
    return audit.interpenetrates() ? "interpenetrates" : audit.is_decided() ? "clean" : "undecided";
}

Json frame_json(const AuditedFrame& frame, const Recording& recording) {
    const ClashPair& pair = frame.pair;
    return {{"frame", frame.frame},
            {"time", frame_time(recording, frame.frame)},
            {"bodies", names_json(pair.bodies, recording.scene)},
            {"kind", name_of(pair.kind)},
            {"exact_kind", name_of(pair.exact_kind)},
            {"depth", pair.penetration ? Json{pair.penetration->lo, pair.penetration->hi} : Json()},
            {"point", point_json(pair.penetration && pair.penetration->lo > 0.0 ? pair.penetration->at : pair.points[0])}};
}

Json passage_json(const AuditedPassage& passage, const Recording& recording) {
    Json json{{"from_frame", passage.segment},
              {"t", passage.t},
              {"time", time_between(recording, passage.segment, passage.t)},
              {"bodies", names_json(passage.bodies, recording.scene)},
              {"passage", word_of(passage.passage)},
              {"between_frames_only", passage.is_hidden}};
    if (passage.passage == Passage::Deeper) {
        json["depth"] = {passage.depth_lo, passage.depth_hi};
        json["limit"] = passage.limit;
    }
    if (passage.passage != Passage::Undecided) json["point"] = point_json(passage.point);
    if (!passage.reason.empty()) json["reason"] = passage.reason;
    return json;
}

std::string more_text(std::size_t rows) {
    return rows > kMostRows ? fmt::format("  and {} more\n", count_text(rows - kMostRows)) : std::string();
}

}  // namespace

Json audit_json(const MotionAudit& audit, const Recording& recording) {
    Json frames = Json::array(), between = Json::array(), open = Json::array();
    for (const AuditedFrame& frame : audit.at_frames) frames.push_back(frame_json(frame, recording));
    for (const AuditedPassage& passage : audit.between) between.push_back(passage_json(passage, recording));
    for (const OpenContainment& one : audit.not_decided)
        open.push_back({{"body", recording.scene.bodies[one.body].name},
                        {"open", recording.scene.bodies[one.open].name}});
    return {{"verdict", verdict_of(audit)},
            {"unit", name_of(recording.scene.unit)},
            {"frames", audit.frames},
            {"in_between", recording.in_between},
            {"interpenetrating_frames", std::move(frames)},
            {"passages", std::move(between)},
            {"not_decided", std::move(open)},
            {"contacts_within_depth", audit.contacts},
            {"stats",
             {{"body_pairs", audit.counts.judged},
              {"pairs_at_rest", audit.counts.at_rest},
              {"ignored_pairs", audit.counts.ignored}}}};
}

std::string audit_text(const MotionAudit& audit, const Recording& recording, bool colour) {
    const Scene& scene = recording.scene;
    const auto name = [&](std::uint32_t body) { return shown(scene.bodies[body].name); };
    std::string text;
    if (!audit.at_frames.empty()) {
        Table table({"frame", "body", "body", "kind", "depth"});
        for (std::size_t i = 0; i < std::min(kMostRows, audit.at_frames.size()); ++i) {
            const ClashPair& pair = audit.at_frames[i].pair;
            table.add({std::to_string(audit.at_frames[i].frame), name(pair.bodies[0]), name(pair.bodies[1]),
                       kind_words(pair.kind),
                       pair.penetration ? length_text(pair.penetration->lo, scene.unit) : ""});
        }
        text += table.text(colour) + more_text(audit.at_frames.size());
    }
    if (!audit.between.empty()) {
        Table table({"between frames", "body", "body", "what", "from t", "seen at a frame"});
        for (std::size_t i = 0; i < std::min(kMostRows, audit.between.size()); ++i) {
            const AuditedPassage& passage = audit.between[i];
            const std::string what = passage.passage == Passage::Deeper
                                         ? "deeper than " + length_text(passage.limit, scene.unit)
                                     : passage.passage == Passage::Crossing ? "surfaces cross"
                                                                            : "undecided: " + passage.reason;
            table.add({fmt::format("{} and {}", passage.segment, passage.segment + 1), name(passage.bodies[0]),
                       name(passage.bodies[1]), what, number_text(passage.t), passage.is_hidden ? "no" : "yes"});
        }
        text += table.text(colour) + more_text(audit.between.size());
    }
    for (const OpenContainment& one : audit.not_decided)
        text += fmt::format("{}: whether {} is inside of {}, which is open\n",
                            toned("not decided", Tone::Warning, colour), name(one.body), name(one.open));
    const std::string frames = count_of(audit.frames, "frame");
    if (audit.interpenetrates()) {
        std::vector<std::size_t> bad;
        for (const AuditedFrame& frame : audit.at_frames)
            if (bad.empty() || bad.back() != frame.frame) bad.push_back(frame.frame);
        std::size_t hidden = 0, passages = 0;
        for (const AuditedPassage& passage : audit.between)
            if (passage.passage != Passage::Undecided) ++passages, hidden += passage.is_hidden;
        return text + fmt::format("{}: at {} of {}, and {} between frames, {} of which no frame shows\n",
                                  toned("interpenetrates", Tone::Warning, colour), count_text(bad.size()), frames,
                                  count_of(passages, "passage"), count_text(hidden));
    }
    if (!audit.is_decided())
        return text + fmt::format("{}: nothing is proved to interpenetrate, and not all is proved not to\n",
                                  toned("undecided", Tone::Warning, colour));
    return text + fmt::format("{}: no interpenetration of {} at any of {}, nor at any moment between: proved\n",
                              toned("clean", Tone::Good, colour), count_of(audit.counts.judged, "pair"), frames);
}

}  // namespace graze::cli
