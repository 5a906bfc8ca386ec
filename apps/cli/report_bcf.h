// Findings as a BCF 2.1 file, which coordination tools read: a zip of topics, each with a viewpoint and a picture.
#pragma once

#include "report_data.h"

namespace graze::cli {

/// The bytes of the file. Lengths are in metres, as BCF wants them; the same topic has the same GUID in every run.
/// `when`: "2026-11-19T04:20:00Z".
[[nodiscard]] std::string bcf_bytes(const Scene& scene, const ReportData& data, const std::string& when);

}  // namespace graze::cli
