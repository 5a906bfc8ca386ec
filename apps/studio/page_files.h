// The built page, inside of the program.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace graze::studio {

/// By path below page/dist: "index.html". Nothing: there is no such file.
[[nodiscard]] std::optional<std::string_view> page_file(std::string_view path);

/// Of a file name, for Content-Type.
[[nodiscard]] std::string_view content_type(std::string_view path);

}  // namespace graze::studio
