#include "report_of.h"

#include "clash_table.h"
#include "deviation.h"
#include "output.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>

namespace graze::cli {
namespace {

std::string name_of_body(const ReportRun& run, std::uint32_t body) { return run.scene.bodies[body].name; }
std::string names(const ReportRun& run, const BodyPair& pair) {
    return name_of_body(run, pair[0]) + " and " + name_of_body(run, pair[1]);
}
std::string surface_name(const ReportRun& run, std::uint32_t body, std::uint32_t surface) {
    const auto& surfaces = run.scene.bodies[body].mesh->surfaces;
    return surface < surfaces.size() ? surfaces[surface].name : std::string();
}
std::string length(const ReportRun& run, double value) { return length_text(value, run.scene.unit); }
std::string time_words(const PathTime& time) {
    return fmt::format("segment {}, t = {}", time.segment, number_text(time.t));
}
std::string without_underscores(std::string word) {
    std::replace(word.begin(), word.end(), '_', ' ');
    return word;
}

/// What is the same in all reports.
ReportData begun(const ReportRun& run, const char* kind) {
    ReportData data;
    data.kind = kind;
    data.title = run.files.empty() ? kind : std::filesystem::path(run.files.front()).filename().string();
    data.command = run.command;
    data.answer = run.answer;
    data.verdict = without_underscores(run.answer.value("verdict", ""));
    data.inputs = files_behind(run.files);
    for (const std::string& rules : run.rules) data.inputs.push_back(rules);
    data.facts = {{"Command", run.command}, {"Unit", name_of(run.scene.unit)}};
    std::size_t triangles = 0;
    for (const SceneBody& body : run.scene.bodies) triangles += body.mesh->triangles.size();
    data.facts.emplace_back("Bodies", fmt::format("{}, {}", count_text(run.scene.bodies.size()), count_of(triangles, "triangle")));
    if (run.clearance) data.facts.emplace_back("Clearance asked for", length(run, *run.clearance));
    if (run.depth) data.facts.emplace_back("Depth that is allowed", length(run, *run.depth));
    data.facts.emplace_back("Tolerance", run.tolerance ? length(run, *run.tolerance) : "1e-6 of the larger size of each pair");
    const std::string off = deviation_text(run.scene);
    data.facts.emplace_back("Deviation from CAD", off.empty() ? "no body is from CAD: the triangles are the bodies" : off);
    std::string rules = count_of(run.scene.ignore.size() + run.scene.by_group.ignore.size(), "rule") + " about what pairs may do, " +
                        count_of(run.scene.clearance.size() + run.scene.by_group.clearance.size(), "clearance") + " of pairs";
    for (const std::string& file : run.rules) rules += ", from " + file;
    data.facts.emplace_back("Rules", rules);
    const Json& cad = run.answer.contains("cad") ? run.answer["cad"] : run.answer;
    const bool holds_for_cad = cad.is_object() && cad.contains("holds_for_cad") && cad["holds_for_cad"] == "yes";
    if (holds_for_cad)
        data.guaranteed.push_back("The verdict holds for the CAD surfaces behind the triangles, too: proved with a bound on how far these are off.");
    if (cad.is_object() && cad.contains("trusted"))
        for (const Json& one : cad["trusted"]) data.unchecked.push_back("Trusted: " + one.get<std::string>());
    if (!holds_for_cad && !off.empty())
        data.unchecked.push_back("The CAD surfaces behind the triangles, but for what the deviation says: " + off);
    for (const MissingPart& missing : run.scene.missing) data.unchecked.push_back("Missing, and not checked: " + missing.what + ": " + missing.why);
    for (const std::string& note : run.scene.notes) data.unchecked.push_back(note);
    data.verify = {"The inputs are those whose SHA-256 stands above: `sha256sum FILE`.",
                   fmt::format("The same question again: `{}`.", run.command)};
    return data;
}

std::string pairs_text(const PairCounts& counts) { return count_of(counts.judged, "pair"); }

void add_counts(ReportData& data, const PairCounts& counts) {
    data.facts.emplace_back("Pairs of bodies", fmt::format("{} judged, {} ignored by rules, {} at rest against each other", count_text(counts.judged),
                                                           count_text(counts.ignored), count_text(counts.at_rest)));
    if (counts.ignored > 0)
        data.unchecked.push_back(count_of(counts.ignored, "pair") + " that the rules ignore");
    if (counts.at_rest > 0)
        data.unchecked.push_back(count_of(counts.at_rest, "pair") + " that never move against each other: `graze clash` tells about them");
}

void add_contacts(const ReportRun& run, const PathProof& proof, ReportData& data) {
    std::map<BodyPair, std::size_t> known;
    for (const BodyContact& contact : proof.contacts) {
        if (!known.emplace(contact.bodies, data.findings.size()).second) continue;
        ReportFinding finding;
        finding.kind = proof.verdict == ContactVerdict::OverlapAtStart ? "overlap at the start" : "contact";
        finding.bodies = contact.bodies;
        finding.what = without_underscores(kind_of(contact.at));
        finding.amount = contact.at.distance_hi;
        finding.amount_text = length(run, contact.at.distance_hi);
        finding.place = contact.at.points[0];
        finding.normal = contact.at.normal;
        finding.at = PathTime{proof.segment, proof.clear_until};
        for (std::size_t side = 0; side < 2; ++side)
            finding.surfaces[side] = surface_name(run, contact.bodies[side], contact.at.surfaces[side]);
        data.findings.push_back(std::move(finding));
    }
    for (const PathDeep& deep : proof.deep) {
        ReportFinding finding;
        finding.kind = "too deep";
        finding.bodies = deep.bodies;
        finding.what = fmt::format("deeper than {}", length(run, deep.limit));
        finding.amount = deep.depth_lo;
        finding.amount_text = length(run, deep.depth_lo);
        finding.place = deep.point;
        finding.at = deep.at;
        data.findings.push_back(std::move(finding));
    }
}

void add_least(const ReportRun& run, const LeastClearance& least, bool is_known_everywhere, ReportData& data) {
    const auto side = [&](std::size_t i) {
        const std::string surface = surface_name(run, least.bodies[i], least.nearest.surfaces[i]);
        return name_of_body(run, least.bodies[i]) + (surface.empty() ? "" : " (" + surface + ")");
    };
    data.tightest = is_known_everywhere
                        ? fmt::format("{} to {} between {} and {}, at {}.", number_text(least.lo), length(run, least.hi), side(0), side(1), time_words(least.at))
                        : fmt::format("{} between {} and {}, at {}: the nearest of some instants; --profile finds it for sure.", length(run, least.hi),
                                      side(0), side(1), time_words(least.at));
    data.worst = ReportWorst{least.at, least.bodies, least.nearest.points, least.lo, least.hi};
    ReportFinding finding;
    finding.kind = "least clearance";
    finding.is_clash = false;
    finding.bodies = least.bodies;
    finding.what = is_known_everywhere ? fmt::format("proved at least {} everywhere", length(run, least.lo)) : "nearest of some instants";
    finding.amount = least.hi;
    finding.amount_text = length(run, least.hi);
    finding.place = 0.5 * (least.nearest.points[0] + least.nearest.points[1]);
    if ((least.nearest.points[0] - least.nearest.points[1]).norm() > 0.0)
        finding.normal = (least.nearest.points[0] - least.nearest.points[1]).normalized();
    finding.at = least.at;
    for (std::size_t i = 0; i < 2; ++i) finding.surfaces[i] = surface_name(run, least.bodies[i], least.nearest.surfaces[i]);
    data.findings.push_back(std::move(finding));
}

/// Where it goes wrong is what people want to see first.
void show_first_contact(const ReportRun& run, const PathProof& proof, ReportData& data) {
    const BodyContact& first = proof.contacts.front();
    const auto side = [&](std::size_t i) {
        const std::string surface = surface_name(run, first.bodies[i], first.at.surfaces[i]);
        return name_of_body(run, first.bodies[i]) + (surface.empty() ? "" : " (" + surface + ")");
    };
    const PathTime at{proof.segment, proof.clear_until};
    data.tightest = fmt::format("{} and {} meet, at {}.", side(0), side(1), time_words(at));
    data.worst = ReportWorst{at, first.bodies, first.at.points, 0.0, first.at.distance_hi};
}

Vec3 middle_of_body(const ReportRun& run, std::uint32_t body) {
    return apply(run.scene.bodies[body].pose, bounds_of(*run.scene.bodies[body].mesh).centre());
}

void add_open(const ReportRun& run, const std::vector<PathOpen>& open, const char* kind, ReportData& data) {
    for (const PathOpen& pair : open) {
        ReportFinding finding;
        finding.kind = kind;
        finding.is_clash = false;
        finding.bodies = pair.bodies;
        finding.what = pair.reason;
        finding.place = middle_of_body(run, pair.bodies[1]);
        finding.at = pair.from;
        data.findings.push_back(std::move(finding));
        data.unchecked.push_back(fmt::format("{}: {}", names(run, pair.bodies), pair.reason));
    }
}

}  // namespace

ReportData report_of_path(const ReportRun& run, const PathProof& proof, const std::optional<ClearanceProfile>& profile,
                          const std::optional<double>& limit) {
    ReportData data = begun(run, "path");
    data.profile = profile;
    data.limit = limit;
    const std::string until = time_words({proof.segment, proof.clear_until});
    const std::string wanted = run.clearance.value_or(0.0) > 0.0 ? fmt::format("farther apart than {}", length(run, *run.clearance)) : "apart";
    switch (proof.verdict) {
        case ContactVerdict::Clear:
            data.tone = data.verdict == "incomplete" ? ReportTone::Open : ReportTone::Good;
            data.sentence = fmt::format("{} {} {} along the whole path of {}.", pairs_text(proof.counts), proof.counts.judged == 1 ? "stays" : "stay", wanted, count_of(proof.segment + 1, "segment"));
            break;
        case ContactVerdict::Contact:
            data.tone = ReportTone::Bad;
            data.sentence = proof.contacts.empty() ? "Bodies go deeper into each other than they may."
                                                   : fmt::format("{} meet at {}.", names(run, proof.contacts.front().bodies), until);
            break;
        case ContactVerdict::OverlapAtStart:
            data.tone = ReportTone::Bad;
            data.sentence = "Some bodies are not apart, or deeper in each other than they may be, when the path begins.";
            break;
        case ContactVerdict::Undecided:
            data.sentence = fmt::format("Proved up to {}; what comes after it is not known.", until);
    }
    if (proof.covered.segment > 0 || proof.covered.t > 0.0 || proof.verdict == ContactVerdict::Clear)
        data.guaranteed.push_back(fmt::format("At every moment up to {}, not only at samples, all judged pairs are {}: proved with outward rounding.", until, wanted));
    if (!proof.seated.empty())
        data.guaranteed.push_back(fmt::format("{} that touch are never deeper in each other than their depth, {}.", count_of(proof.seated.size(), "pair"),
                                              proof.undecided.empty() && proof.deep.empty() ? "all along" : "but for those listed"));
    if (profile && profile->least)
        data.guaranteed.push_back(fmt::format("The clearance is known at every moment {}{}", profile->meets_gap() ? "to 1 %" : "as the curve shows it",
                                              profile->least->lo > 0.0 ? fmt::format("; it is never below {}.", length(run, profile->least->lo)) : "."));
    if (proof.verdict == ContactVerdict::Contact && !proof.contacts.empty())
        data.guaranteed.push_back(fmt::format("There the bodies are at most {} apart: reached, not guessed.", length(run, proof.contacts.front().at.distance_hi)));
    if (data.guaranteed.empty()) data.guaranteed.push_back("Nothing along the path: it begins with what is listed below.");
    data.unchecked.push_back("How a real machine follows the motion, and how parts bend");
    if (proof.verdict == ContactVerdict::Contact) data.unchecked.push_back(profile ? "Other contacts after the first: the curve shows where the clearance is 0" : "What comes after the first contact");
    if (profile && !profile->left_out.empty())
        data.unchecked.push_back(count_of(profile->left_out.size(), "pair") + " that touch or may touch have no part in the clearance curve; they are judged by depth");
    add_counts(data, proof.counts);
    add_contacts(run, proof, data);
    if (proof.least) add_least(run, *proof.least, profile.has_value(), data);
    if (!proof.contacts.empty()) show_first_contact(run, proof, data);
    add_open(run, proof.not_judged, "not judged", data);
    add_open(run, proof.undecided, "undecided", data);
    if (!run.certificate.empty()) {
        data.inputs.push_back(run.certificate);
        std::string asked = fmt::format("graze verify {} --scene {}", run.certificate, run.files.front());
        if (run.depth) asked += fmt::format(" --depth {}", *run.depth);
        for (const std::string& rules : run.rules) asked += " --rules " + rules;
        data.verify.push_back(fmt::format("The certificate, by a checker that shares no code with the prover: `{}`.", asked));
    } else {
        data.verify.push_back(fmt::format("A proof that others can check: `graze path {} --certificate proof.graze`, then `graze verify proof.graze`.", run.files.front()));
    }
    return data;
}

ReportData report_of_clash(const ReportRun& run, const ClashReport& report) {
    ReportData data = begun(run, "clash");
    std::size_t clashes = 0, contacts = 0;
    double deepest = -1.0;
    for (const ClashPair& pair : report.pairs) {
        ReportFinding finding;
        finding.kind = kind_words(pair.kind);
        finding.is_clash = pair.is_clash;
        finding.bodies = pair.bodies;
        const auto& depth = pair.penetration;
        const bool is_deep = depth && depth->lo > 0.0;
        finding.what = pair.is_undecided ? "not decided" : is_deep ? fmt::format("{} to {} deep", number_text(depth->lo), length(run, depth->hi))
                                                                   : pair.distance_hi > 0.0 ? fmt::format("{} apart", length(run, pair.distance_hi)) : "in contact";
        if (is_deep) {
            finding.amount = depth->lo;
            finding.amount_text = length(run, depth->lo) + " deep";
        } else if (pair.distance_hi > 0.0) {
            finding.amount = -pair.distance_hi;
            finding.amount_text = length(run, pair.distance_hi) + " apart";
        }
        finding.place = is_deep ? depth->at : Vec3(0.5 * (pair.points[0] + pair.points[1]));
        if (!pair.surfaces.empty())
            finding.surfaces = {surface_name(run, pair.bodies[0], pair.surfaces[0].a), surface_name(run, pair.bodies[1], pair.surfaces[0].b)};
        ++(pair.is_clash ? clashes : contacts);
        if (pair.is_clash && finding.amount && *finding.amount > deepest) {
            deepest = *finding.amount;
            data.tightest = fmt::format("{}: {}, {}.", names(run, pair.bodies), finding.kind, finding.what);
        }
        data.findings.push_back(std::move(finding));
    }
    std::stable_sort(data.findings.begin(), data.findings.end(), [](const ReportFinding& x, const ReportFinding& y) {
        return std::pair(!x.is_clash, -x.amount.value_or(-1e300)) < std::pair(!y.is_clash, -y.amount.value_or(-1e300));
    });
    data.tone = report.is_clash ? ReportTone::Bad : data.verdict == "clear" ? ReportTone::Good : ReportTone::Open;
    const std::uint64_t n = run.scene.bodies.size();
    data.sentence = report.is_clash ? fmt::format("{} of {} {}.", count_of(clashes, "pair"), count_of(n, "body", "bodies"), clashes == 1 ? "clashes" : "clash")
                                    : fmt::format("No pair of {} clashes.", count_of(n, "body", "bodies"));
    const std::vector<std::string> said = {"Whether triangles meet is decided exactly, for the poses as they stand.",
                       "Depths are bounds: a point inside both bodies is proved to be as deep as the lower number.",
                       fmt::format("All {} of bodies were considered; boxes prove those apart that are not among the {} that were looked at closely.",
                                   count_of(n * (n - 1) / 2, "pair"), count_text(report.candidates))};
    data.guaranteed.insert(data.guaranteed.begin(), said.begin(), said.end());
    data.unchecked.push_back("Any other moment than this one: `graze path` tells of a motion");
    if (contacts > 0) data.facts.emplace_back("Contacts that are no clash", count_text(contacts));
    for (const OpenContainment& open : report.not_decided)
        data.unchecked.push_back(fmt::format("Whether {} is inside of {}, an open mesh", name_of_body(run, open.body), name_of_body(run, open.open)));
    if (run.scene.ignore.size() + run.scene.by_group.ignore.size() > 0) data.unchecked.push_back("Pairs that the rules ignore");
    return data;
}

ReportData report_of_audit(const ReportRun& run, const MotionAudit& audit, const Recording& recording) {
    ReportData data = begun(run, "audit");
    for (const AuditedFrame& frame : audit.at_frames) {
        ReportFinding finding;
        finding.kind = "at a frame";
        finding.bodies = frame.pair.bodies;
        finding.what = fmt::format("frame {}: {}", frame.frame, kind_words(frame.pair.kind));
        if (frame.pair.penetration) {
            finding.amount = frame.pair.penetration->lo;
            finding.amount_text = length(run, frame.pair.penetration->lo) + " deep";
            finding.place = frame.pair.penetration->at;
        } else {
            finding.place = frame.pair.points[0];
        }
        finding.at = frame.frame == 0 ? PathTime{0, 0.0} : PathTime{frame.frame - 1, 1.0};
        data.findings.push_back(std::move(finding));
    }
    std::size_t hidden = 0;
    for (const AuditedPassage& passage : audit.between) {
        ReportFinding finding;
        finding.is_clash = passage.passage != Passage::Undecided;
        finding.kind = !finding.is_clash ? "undecided" : passage.is_hidden ? "between frames, seen at none" : "between frames";
        hidden += finding.is_clash && passage.is_hidden;
        finding.bodies = passage.bodies;
        finding.what = passage.passage == Passage::Deeper     ? fmt::format("from here on deeper than {}", length(run, passage.limit))
                       : passage.passage == Passage::Crossing ? "surfaces cross"
                                                              : passage.reason;
        finding.place = finding.is_clash ? passage.point : middle_of_body(run, passage.bodies[1]);
        finding.at = PathTime{passage.segment, passage.t};
        if (!finding.is_clash) data.unchecked.push_back(fmt::format("{}, from frame {} on: {}", names(run, passage.bodies), passage.segment, passage.reason));
        data.findings.push_back(std::move(finding));
    }
    data.tone = audit.interpenetrates() ? ReportTone::Bad : audit.is_decided() ? ReportTone::Good : ReportTone::Open;
    data.sentence = audit.interpenetrates()
                        ? fmt::format("The recorded motion goes through something: {} at frames, {} between frames that no frame shows.",
                                      count_of(audit.at_frames.size(), "case"), count_text(hidden))
                    : audit.is_decided() ? fmt::format("Nothing interpenetrates at any of {}, nor at any moment between.", count_of(audit.frames, "frame"))
                                         : "Nothing is proved to interpenetrate, and not all is proved not to.";
    data.guaranteed = {fmt::format("At each of {} what triangles do is decided exactly.", count_of(audit.frames, "frame")),
                       "Between frames every pair that is not listed is proved never deeper in each other than its depth, at every moment.",
                       "Between frames it is assumed: " + recording.in_between + "."};
    add_counts(data, audit.counts);
    if (!data.findings.empty()) data.tightest = fmt::format("{}: {}.", names(run, data.findings.front().bodies), data.findings.front().what);
    data.unchecked.push_back("How the engine really moved between the frames that it recorded");
    return data;
}

}  // namespace graze::cli
