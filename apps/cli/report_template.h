// The page that data is put into: apps/studio/page/report/dist/report.html, embedded by CMakeLists.txt.
#pragma once

#include <string_view>

namespace graze::cli {

/// Empty if graze was built without it.
[[nodiscard]] std::string_view report_template();

/// Of graze: "0.1.0".
[[nodiscard]] const char* report_version();

}  // namespace graze::cli
