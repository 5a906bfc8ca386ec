#include "studio/page_files.h"

#include <array>
#include <utility>

namespace graze::studio {

std::string_view content_type(std::string_view path) {
    constexpr std::array kTypes{
        std::pair<std::string_view, std::string_view>{".html", "text/html; charset=utf-8"},
        std::pair<std::string_view, std::string_view>{".js", "text/javascript; charset=utf-8"},
        std::pair<std::string_view, std::string_view>{".css", "text/css; charset=utf-8"},
        std::pair<std::string_view, std::string_view>{".json", "application/json"},
        std::pair<std::string_view, std::string_view>{".svg", "image/svg+xml"},
        std::pair<std::string_view, std::string_view>{".png", "image/png"},
        std::pair<std::string_view, std::string_view>{".jpg", "image/jpeg"},
        std::pair<std::string_view, std::string_view>{".webp", "image/webp"},
        std::pair<std::string_view, std::string_view>{".woff2", "font/woff2"},
        std::pair<std::string_view, std::string_view>{".wasm", "application/wasm"},
        std::pair<std::string_view, std::string_view>{".glb", "model/gltf-binary"},
    };
    for (const auto& [ending, type] : kTypes)
        if (path.ends_with(ending)) return type;
    return "application/octet-stream";
}

}  // namespace graze::studio
