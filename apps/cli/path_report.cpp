#include "path_report.h"

#include "deviation.h"
#include "gather.h"
#include "output.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace graze::cli {
namespace {

/// Of an overlap at the start as `graze clash` calls it, else by its features: "edge_edge".
std::string kind_at(const BodyContact& contact, const PathProof& proof) {
    const auto overlap =
        std::find_if(proof.overlaps.begin(), proof.overlaps.end(),
                     [&](const BodyOverlap& known) { return known.bodies == contact.bodies; });
    return overlap != proof.overlaps.end() ? kind_of(*overlap) : kind_of(contact.at);
}

Json contact_json(const BodyContact& contact, const std::string& kind, const Scene& scene) {
    const SceneBody &a = scene.bodies[contact.bodies[0]], &b = scene.bodies[contact.bodies[1]];
    const ContactFeaturePair& at = contact.at;
    return {{"bodies", {a.name, b.name}},
            {"kind", kind},
            {"triangles", {at.triangles[0], at.triangles[1]}},
            {"surfaces", {a.mesh->surfaces[at.surfaces[0]].name, b.mesh->surfaces[at.surfaces[1]].name}},
            {"points", {point_json(at.points[0]), point_json(at.points[1])}},
            {"normal", point_json(at.normal)},
            {"distance", at.distance_hi}};
}

/// Pairs of which one is inside the other have no place.
std::vector<BodyOverlap> without_contact(const PathProof& proof) {
    std::vector<BodyOverlap> left;
    for (const BodyOverlap& overlap : proof.overlaps)
        if (std::none_of(proof.contacts.begin(), proof.contacts.end(),
                         [&](const BodyContact& contact) { return contact.bodies == overlap.bodies; }))
            left.push_back(overlap);
    return left;
}

Json names_json(const BodyPair& bodies, const Scene& scene) {
    return {scene.bodies[bodies[0]].name, scene.bodies[bodies[1]].name};
}

Json time_json(const PathTime& time) { return {{"segment", time.segment}, {"t", time.t}}; }

const char* word_of(SeatedBy by) {
    switch (by) {
        case SeatedBy::Touching:
            return "touching_at_start";
        case SeatedBy::TouchingAllowed:
            return "touching_allowed";
        case SeatedBy::InterferenceAllowed:
            break;
    }
    return "interference_allowed";
}

/// What became of a seated pair, up to where the verdict is about.
enum class SeatEnd { WithinDepth, TooDeep, Undecided };
SeatEnd end_of(const PathProof& proof, const BodyPair& bodies) {
    const auto is_it = [&](const auto& item) { return item.bodies == bodies; };
    if (std::any_of(proof.deep.begin(), proof.deep.end(), is_it)) return SeatEnd::TooDeep;
    if (std::any_of(proof.undecided.begin(), proof.undecided.end(), is_it)) return SeatEnd::Undecided;
    return SeatEnd::WithinDepth;
}

const char* word_of(SeatEnd end) {
    return end == SeatEnd::TooDeep ? "too_deep" : end == SeatEnd::Undecided ? "undecided" : "within_depth";
}

/// What matters first: too deep, open, then those that come apart, then the others; else as they were.
std::vector<PathSeat> by_weight(const PathProof& proof) {
    std::vector<PathSeat> seats = proof.seated;
    const auto weight = [&](const PathSeat& seat) {
        const SeatEnd end = end_of(proof, seat.bodies);
        return end == SeatEnd::TooDeep ? 0 : end == SeatEnd::Undecided ? 1 : seat.clear_from ? 2 : 3;
    };
    std::stable_sort(seats.begin(), seats.end(),
                     [&](const PathSeat& x, const PathSeat& y) { return weight(x) < weight(y); });
    return seats;
}

Json seated_json(const PathProof& proof, const Scene& scene) {
    Json seats = Json::array();
    for (const PathSeat& seat : by_weight(proof))
        seats.push_back({{"bodies", names_json(seat.bodies, scene)},
                         {"meeting", kind_of({seat.bodies, seat.meeting})},
                         {"by", word_of(seat.by)},
                         {"depth", seat.depth},
                         {"judged", word_of(end_of(proof, seat.bodies))},
                         {"keeps_clearance", seat.keeps_clearance},
                         {"clear_from", seat.clear_from ? time_json(*seat.clear_from) : Json()}});
    return seats;
}

Json not_decided_json(const PathProof& proof, const Scene& scene) {
    Json pairs = Json::array();
    for (const auto& [body, open, at] : proof.not_decided)
        pairs.push_back({{"bodies", {scene.bodies[body].name, scene.bodies[open].name}},
                         {"what", "containment"},
                         {"open", scene.bodies[open].name},
                         {"at", time_json(at)}});
    return pairs;
}

Json open_json(std::span<const PathOpen> open, const Scene& scene) {
    Json pairs = Json::array();
    for (const PathOpen& pair : open)
        pairs.push_back({{"bodies", names_json(pair.bodies, scene)},
                         {"from", time_json(pair.from)},
                         {"reason", pair.reason}});
    return pairs;
}

Json least_json(const PathProof& proof, const Scene& scene) {
    if (!proof.least) return {};
    const LeastClearance& least = *proof.least;
    const auto surface = [&](int side) {
        return scene.bodies[least.bodies[side]].mesh->surfaces[least.nearest.surfaces[side]].name;
    };
    return {{"distance", {least.lo, least.hi}},
            {"segment", least.at.segment},
            {"t", least.at.t},
            {"bodies", names_json(least.bodies, scene)},
            {"points", {point_json(least.nearest.points[0]), point_json(least.nearest.points[1])}},
            {"surfaces", {surface(0), surface(1)}}};
}

Json deep_json(const PathProof& proof, const Scene& scene) {
    Json pairs = Json::array();
    for (const PathDeep& deep : proof.deep)
        pairs.push_back({{"bodies", names_json(deep.bodies, scene)},
                         {"at", time_json(deep.at)},
                         {"depth", {deep.depth_lo, deep.depth_hi}},
                         {"limit", deep.limit},
                         {"point", point_json(deep.point)}});
    return pairs;
}

std::string contacts_text(const PathProof& proof, const Scene& scene, bool colour) {
    constexpr std::size_t kMostRows = 10;
    const std::vector<BodyOverlap> inside = without_contact(proof);
    if (proof.contacts.empty() && inside.empty()) return {};
    Table table({"body", "body", "kind", "triangles", "distance"});
    const auto add = [&](const BodyPair& bodies, std::string kind, const std::string& triangles,
                         const std::string& distance) {
        std::replace(kind.begin(), kind.end(), '_', ' ');
        table.add({shown(scene.bodies[bodies[0]].name), shown(scene.bodies[bodies[1]].name), kind, triangles,
                   distance});
    };
    for (const BodyOverlap& overlap : inside) add(overlap.bodies, kind_of(overlap), "", "");
    for (std::size_t i = 0; i < std::min(kMostRows, proof.contacts.size()); ++i) {
        const BodyContact& contact = proof.contacts[i];
        add(contact.bodies, kind_at(contact, proof),
            fmt::format("{} {}", contact.at.triangles[0], contact.at.triangles[1]),
            length_text(contact.at.distance_hi, scene.unit));
    }
    std::string text = table.text(colour);
    if (proof.contacts.size() > kMostRows)
        text += fmt::format("  and {} more\n", count_text(proof.contacts.size() - kMostRows));
    return text;
}

std::string time_text(const PathTime& time) {
    return fmt::format("segment {}, t = {}", time.segment, number_text(time.t));
}

std::string clear_text(const PathSeat& seat) {
    if (seat.clear_from) return time_text(*seat.clear_from);
    return seat.keeps_clearance ? "never apart" : "not asked";
}

/// To the end of the last segment, of all pairs but those that are named as open.
bool is_proved_throughout(const PathProof& proof) {
    return proof.verdict == ContactVerdict::Clear ||
           (proof.verdict == ContactVerdict::Undecided && proof.clear_until == 1.0);
}

std::string judged_text(const PathProof& proof, const PathSeat& seat, Unit unit) {
    for (const PathDeep& deep : proof.deep)
        if (deep.bodies == seat.bodies)
            return fmt::format("{} deep at {}", length_text(deep.depth_lo, unit), time_text(deep.at));
    for (const PathOpen& open : proof.undecided)
        if (open.bodies == seat.bodies) return fmt::format("undecided from {}", time_text(open.from));
    return is_proved_throughout(proof) ? "never deeper" : "not deeper up to there";
}

std::string seats_text(const PathProof& proof, const Scene& scene, bool colour) {
    constexpr std::size_t kMostRows = 20;
    if (proof.seated.empty()) return {};
    Table table({"body", "body", "at the start", "depth", "judged", "clear from"});
    const std::vector<PathSeat> seats = by_weight(proof);
    for (std::size_t i = 0; i < std::min(kMostRows, seats.size()); ++i) {
        std::string kind = kind_of({seats[i].bodies, seats[i].meeting});
        if (seats[i].meeting == BodyMeeting::Apart) kind = "apart";
        table.add({shown(scene.bodies[seats[i].bodies[0]].name), shown(scene.bodies[seats[i].bodies[1]].name),
                   kind, length_text(seats[i].depth, scene.unit), judged_text(proof, seats[i], scene.unit),
                   clear_text(seats[i])});
    }
    std::string text = table.text(colour);
    if (seats.size() > kMostRows)
        text += fmt::format("  and {} more\n", count_text(seats.size() - kMostRows));
    return text;
}

/// Pairs of which nothing, or not all, is known: one line each.
std::string open_text(const PathProof& proof, const Scene& scene, bool colour) {
    std::string text;
    const auto add = [&](const char* word, std::span<const PathOpen> pairs, bool with_time) {
        for (const PathOpen& pair : pairs)
            text += fmt::format("{}: {} and {}{}: {}\n", toned(word, Tone::Warning, colour),
                                shown(scene.bodies[pair.bodies[0]].name),
                                shown(scene.bodies[pair.bodies[1]].name),
                                with_time ? ", from " + time_text(pair.from) + " on" : "", pair.reason);
    };
    add("not judged", proof.not_judged, false);
    add("undecided", proof.undecided, true);
    for (const PathInside& inside : proof.not_decided) {
        const std::string open = shown(scene.bodies[inside.open].name);
        text += fmt::format("{}: {} is an open mesh; whether {} is inside of it at {}\n",
                            toned("not decided", Tone::Warning, colour), open,
                            shown(scene.bodies[inside.body].name), time_text(inside.at));
    }
    return text;
}

std::string intervals_text(const PathProof& proof, const Scene& scene, bool colour) {
    if (proof.intervals.empty()) return "no pair is in contact at any time\n";
    Table table({"body", "body", "in contact from", "until"});
    for (const PathInterval& interval : proof.intervals)
        table.add({shown(scene.bodies[interval.bodies[0]].name), shown(scene.bodies[interval.bodies[1]].name),
                   time_text(interval.from), time_text(interval.until)});
    return table.text(colour);
}

/// What never moves is one line.
std::string at_rest_text(const PathProof& proof) {
    if (proof.counts.at_rest == 0) return {};
    return fmt::format("{} at rest against each other: not judged\n", count_of(proof.counts.at_rest, "pair"));
}

std::string least_text(const PathProof& proof, const Scene& scene, bool has_profile) {
    if (!proof.least || has_profile) return {};  // a profile knows better
    const LeastClearance& least = *proof.least;
    return fmt::format("least clearance: at most {}, between {} and {}, at {}\n",
                       length_text(least.hi, scene.unit), shown(scene.bodies[least.bodies[0]].name),
                       shown(scene.bodies[least.bodies[1]].name), time_text(least.at));
}

std::string seated_words(const PathProof& proof) {
    if (proof.seated.empty()) return {};
    return proof.seated.size() == 1
               ? ", or not deeper than its depth"
               : fmt::format(", {} of them not deeper than their depths", count_text(proof.seated.size()));
}

std::string verdict_text(const PathProof& proof, bool colour) {
    const std::string pairs =
        count_of(proof.counts.judged, "pair") +
        (proof.counts.ignored == 0 ? "" : fmt::format(", {} ignored", count_text(proof.counts.ignored)));
    const std::string place = time_text({proof.segment, proof.clear_until});
    if (checks_nothing(proof))
        return fmt::format("{}: no pair that is to be judged moves against another; {} ignored\n",
                           toned("nothing checked", Tone::Warning, colour),
                           count_of(proof.counts.ignored, "pair"));
    switch (proof.verdict) {
        case ContactVerdict::Clear:
            return fmt::format("{}: {} proved apart along {}{}\n", toned("clear", Tone::Good, colour), pairs,
                               count_of(proof.segment + 1, "segment"), seated_words(proof));
        case ContactVerdict::Contact:
            return fmt::format("{}: {}; proved apart up to there\n", toned("contact", Tone::Warning, colour),
                               place);
        case ContactVerdict::OverlapAtStart:
            return toned("overlap at start", Tone::Warning, colour) +
                   (proof.deep.empty() ? ": some bodies are not apart to begin with\n"
                                       : ": some bodies are deeper in each other than they may be\n");
        case ContactVerdict::Undecided:
            break;
    }
    if (proof.clear_until == 1.0 && proof.undecided.empty())
        return fmt::format("{}: all else is proved along {}\n", toned("undecided", Tone::Warning, colour),
                           count_of(proof.segment + 1, "segment"));
    return fmt::format("{}: proved apart up to {}, and nothing is known after it\n",
                       toned("undecided", Tone::Warning, colour), place);
}

}  // namespace

bool checks_nothing(const PathProof& proof) {
    return proof.counts.judged == 0 && proof.verdict == ContactVerdict::Clear;
}

Json intervals_json(const PathProof& proof, const Scene& scene) {
    Json intervals = Json::array();
    for (const PathInterval& interval : proof.intervals)
        intervals.push_back({{"bodies", names_json(interval.bodies, scene)},
                             {"segment", interval.from.segment},
                             {"from", interval.from.t},
                             {"until_segment", interval.until.segment},
                             {"until", interval.until.t}});
    return intervals;
}

Json report_json(const PathProof& proof, const Scene& scene, double milliseconds) {
    Json contacts = Json::array();
    for (const BodyContact& contact : proof.contacts)
        contacts.push_back(contact_json(contact, kind_at(contact, proof), scene));
    for (const BodyOverlap& overlap : without_contact(proof))
        contacts.push_back({{"bodies", names_json(overlap.bodies, scene)}, {"kind", kind_of(overlap)}});
    return {{"verdict", name_of(proof.verdict)},
            {"unit", name_of(scene.unit)},
            {"segment", proof.segment},
            {"clear_until", proof.clear_until},
            {"contacts", std::move(contacts)},
            {"deep", deep_json(proof, scene)},
            {"seated", seated_json(proof, scene)},
            {"not_judged", open_json(proof.not_judged, scene)},
            {"not_decided", not_decided_json(proof, scene)},
            {"undecided_pairs", open_json(proof.undecided, scene)},
            {"least_clearance", least_json(proof, scene)},
            {"deviation", deviation_json(scene)},
            {"stats",
             {{"body_pairs", proof.counts.judged},
              {"ignored_pairs", proof.counts.ignored},
              {"pairs_at_rest", proof.counts.at_rest},
              {"searched_pairs", proof.stats.searched},
              {"proof_steps", proof.stats.proof_steps},
              {"leaves", proof.stats.leaves},
              {"slow_strands", proof.stats.slow_strands},
              {"node_pairs", proof.stats.search.node_pairs},
              {"elementary_tests", proof.stats.search.elementary},
              {"milliseconds", milliseconds}}}};
}

std::string report_text(const PathProof& proof, const Scene& scene, bool with_all, bool has_profile, bool colour) {
    return seats_text(proof, scene, colour) + (with_all ? intervals_text(proof, scene, colour) : "") +
           contacts_text(proof, scene, colour) + open_text(proof, scene, colour) + at_rest_text(proof) +
           least_text(proof, scene, has_profile) + verdict_text(proof, colour);
}

}  // namespace graze::cli
