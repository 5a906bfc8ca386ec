// What people have said of a report's findings: a small file beside it, which the next run reads, matches and keeps.
#pragma once

#include "report_data.h"

namespace graze::cli {

/// "F.review.json" of "F.html".
[[nodiscard]] std::string review_file(const std::string& report);

/// Gives findings the status and the remark that the file beside the report has for them: by the names of both bodies
/// and the place, the nearest first, within a tenth of the smaller body's size. What it has and nobody found again goes
/// to `gone`. No file: nothing is known. Errors: a file that is damaged, or of another kind.
[[nodiscard]] Expected<void> add_review(const Scene& scene, ReportData& data, const std::string& file);

/// Of all findings, and of those that are gone and have a remark.
[[nodiscard]] std::string review_text(const Scene& scene, const ReportData& data);

/// The findings as a table: one line each.
[[nodiscard]] std::string csv_text(const Scene& scene, const ReportData& data);

}  // namespace graze::cli
