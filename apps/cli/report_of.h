// Answers of commands in the words of a report.
#pragma once

#include "audit_report.h"
#include "graze/queries/instant/clash.h"
#include "graze/queries/paths/path_proof.h"
#include "report_data.h"

namespace graze::cli {

/// What all of them know of the run.
struct ReportRun {
    const Scene& scene;
    const std::vector<std::string>& files;  // that were named
    std::string command;                    // as it can be typed again
    const Json& answer;
    std::optional<double> clearance = {}, tolerance = {}, depth = {};
    std::vector<std::string> rules = {};  // files
    std::string certificate = {};
};

/// `verdict`: as in the JSON.
[[nodiscard]] ReportData report_of_path(const ReportRun& run, const PathProof& proof,
                                        const std::optional<ClearanceProfile>& profile,
                                        const std::optional<double>& limit);
[[nodiscard]] ReportData report_of_clash(const ReportRun& run, const ClashReport& report);
[[nodiscard]] ReportData report_of_audit(const ReportRun& run, const MotionAudit& audit, const Recording& recording);

}  // namespace graze::cli
