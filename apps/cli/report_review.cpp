#include "report_review.h"

#include "graze/core/file.h"

#include <filesystem>

#include <fmt/format.h>

namespace graze::cli {
namespace {

constexpr double kSamePlace = 0.1;  // of the smaller body's size

struct Remark {
    std::array<std::string, 2> bodies;
    Vec3 place;
    std::string status, comment;
    bool is_taken = false;
};

Expected<std::vector<Remark>> read_remarks(const std::string& text, const std::string& file) {
    const auto damaged = [&](const std::string& what) {
        return make_error(ErrorCode::BadInput, file, what, "mend it, or move it away");
    };
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded() || !json.is_object() || json.value("graze_review", 0) != 1 || !json.contains("findings"))
        return damaged("this is no review of a report");
    std::vector<Remark> remarks;
    try {
        for (const Json& one : json["findings"]) {
            const Json& place = one.at("place");
            remarks.push_back({{one.at("bodies").at(0).get<std::string>(), one.at("bodies").at(1).get<std::string>()},
                               Vec3(place.at(0).get<double>(), place.at(1).get<double>(), place.at(2).get<double>()),
                               one.value("status", "new"),
                               one.value("comment", "")});
        }
    } catch (const Json::exception& broken) {
        return damaged(broken.what());
    }
    return remarks;
}

double smaller_size(const Scene& scene, const BodyPair& pair) {
    return std::min(size_of(bounds_of(*scene.bodies[pair[0]].mesh)), size_of(bounds_of(*scene.bodies[pair[1]].mesh)));
}

bool are_bodies(const Remark& remark, const std::string& a, const std::string& b) {
    return (remark.bodies[0] == a && remark.bodies[1] == b) || (remark.bodies[0] == b && remark.bodies[1] == a);
}

std::string quoted(const std::string& text) {
    std::string cell = "\"";
    for (const char c : text) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
    return cell + "\"";
}

}  // namespace

std::string review_file(const std::string& report) {
    return std::filesystem::path(report).replace_extension(".review.json").string();
}

Expected<void> add_review(const Scene& scene, ReportData& data, const std::string& file) {
    std::error_code failed;
    if (!std::filesystem::exists(file, failed)) return {};
    const auto text = read_file(file);
    if (!text) return text.error();
    auto remarks = read_remarks(*text, file);
    if (!remarks) return remarks.error();
    data.had_review = true;
    struct Match {
        double distance;
        std::size_t finding, remark;
    };
    std::vector<Match> matches;
    for (std::size_t i = 0; i < data.findings.size(); ++i) {
        const ReportFinding& finding = data.findings[i];
        for (std::size_t k = 0; k < remarks->size(); ++k) {
            const Remark& remark = (*remarks)[k];
            if (!are_bodies(remark, scene.bodies[finding.bodies[0]].name, scene.bodies[finding.bodies[1]].name)) continue;
            const double distance = (remark.place - finding.place).norm();
            if (distance <= kSamePlace * smaller_size(scene, finding.bodies)) matches.push_back({distance, i, k});
        }
    }
    std::stable_sort(matches.begin(), matches.end(), [](const Match& x, const Match& y) { return x.distance < y.distance; });
    for (const Match& match : matches) {
        ReportFinding& finding = data.findings[match.finding];
        Remark& remark = (*remarks)[match.remark];
        if (finding.was_known || remark.is_taken) continue;
        remark.is_taken = finding.was_known = true;
        finding.status = remark.status;
        finding.comment = remark.comment;
    }
    for (const Remark& remark : *remarks)
        if (!remark.is_taken) data.gone.push_back({remark.bodies, remark.status, remark.comment, remark.place});
    return {};
}

std::string review_text(const Scene& scene, const ReportData& data) {
    Json findings = Json::array();
    for (const ReportFinding& finding : data.findings)
        findings.push_back({{"bodies", {scene.bodies[finding.bodies[0]].name, scene.bodies[finding.bodies[1]].name}},
                            {"kind", finding.kind},
                            {"place", point_json(finding.place)},
                            {"status", finding.status},
                            {"comment", finding.comment}});
    // Kept, should it come back.
    for (const ReportGone& gone : data.gone)
        if (!gone.comment.empty() || gone.status != "new")
            findings.push_back({{"bodies", gone.bodies},
                                {"kind", "gone"},
                                {"place", point_json(gone.place)},
                                {"status", gone.status},
                                {"comment", gone.comment}});
    return Json{{"graze_review", 1}, {"unit", name_of(scene.unit)}, {"findings", std::move(findings)}}.dump(
               1, ' ', false, Json::error_handler_t::replace) +
           "\n";
}

std::string csv_text(const Scene& scene, const ReportData& data) {
    std::string text = "number,kind,clash,body,body,surface,surface,amount,unit,segment,t,x,y,z,status,remark\n";
    for (std::size_t i = 0; i < data.findings.size(); ++i) {
        const ReportFinding& f = data.findings[i];
        text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", i + 1, quoted(f.kind),
                            f.is_clash ? "yes" : "no", quoted(scene.bodies[f.bodies[0]].name),
                            quoted(scene.bodies[f.bodies[1]].name), quoted(f.surfaces[0]), quoted(f.surfaces[1]),
                            f.amount ? fmt::format("{}", *f.amount) : "", name_of(scene.unit),
                            f.at ? std::to_string(f.at->segment) : "", f.at ? fmt::format("{}", f.at->t) : "",
                            f.place.x(), f.place.y(), f.place.z(), f.status, quoted(f.comment));
    }
    return text;
}

}  // namespace graze::cli
