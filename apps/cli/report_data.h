// What a report page shows, and how it becomes one file: the page's template with data and geometry put in.
//
// The template is built from apps/studio/page/report, and embedded. Everything that people read is in this
// structure; the page computes nothing but how it looks.
#pragma once

#include "command.h"
#include "graze/queries/broad/broad_phase.h"
#include "graze/queries/paths/clearance_profile.h"
#include "graze/scene/scene.h"

#include <nlohmann/json.hpp>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace graze::cli {

enum class ReportTone { Good, Bad, Open };

struct ReportFinding {
    std::string kind;  // "intersecting", "contact", ...
    bool is_clash = true;
    BodyPair bodies{};
    std::string what;                  // half a sentence
    std::optional<double> amount = {};  // a depth or a distance
    std::string amount_text = {};
    Vec3 place = Vec3::Zero(), normal = Vec3::UnitZ();
    std::optional<PathTime> at = {};
    std::array<std::string, 2> surfaces = {};
    // Of the last report, if there was one: report_review.h.
    std::string status = "new", comment = {};
    bool was_known = false;
    std::string picture = {};  // a data URL; empty: none
};

struct ReportWorst {
    PathTime at;
    BodyPair bodies;
    std::array<Vec3, 2> points;
    double lo, hi;
};

/// Of the last report, and not found any more.
struct ReportGone {
    std::array<std::string, 2> bodies;
    std::string status, comment;
    Vec3 place = Vec3::Zero();
};

struct ReportData {
    std::string kind;  // "path", "clash" or "audit"
    std::string title, command;
    ReportTone tone = ReportTone::Open;
    std::string verdict, sentence;
    std::vector<std::string> guaranteed, unchecked, verify;
    std::optional<std::string> tightest = {};
    std::vector<std::pair<std::string, std::string>> facts = {};
    std::vector<std::string> inputs = {};  // files
    std::vector<ReportFinding> findings = {};
    std::vector<ReportGone> gone = {};
    bool had_review = false;  // there was a last report
    std::optional<ClearanceProfile> profile = {};
    std::optional<double> limit = {};
    std::optional<ReportWorst> worst = {};
    Json answer = {};
};

struct ReportOptions {
    std::string file;  // F.html; F.csv and F.review.json stand beside it
    std::string bcf = {};  // empty: none
    int threads = 0;
};

/// Fills in what is common to all: hashes, pictures, what the last report's review says, the scene; writes the page, the
/// table beside it, the review, and the BCF file.
[[nodiscard]] Expected<void> write_report(const Scene& scene, ReportData data, const ReportOptions& options);

/// All files that a scene file or a list of files stands for: themselves, and the meshes that they name.
[[nodiscard]] std::vector<std::string> files_behind(const std::vector<std::string>& files);

/// The end of a name is to be .html.
[[nodiscard]] Expected<void> validate_report_name(const std::string& file);

}  // namespace graze::cli
