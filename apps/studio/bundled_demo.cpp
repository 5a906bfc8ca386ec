#include "studio/bundled_demo.h"

#include "graze/core/file.h"
#include "studio/page_files.h"

#include <nlohmann/json.hpp>

namespace graze::studio {
namespace {

std::string place_of(const std::string& demo, const std::string& file) { return "demos/" + demo + "/" + file; }

}  // namespace

bool is_bundled(const std::string& demo) { return page_file(place_of(demo, "scene.json")).has_value(); }

Expected<void> unpack_bundled(const std::string& demo, const std::filesystem::path& folder) {
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed) return make_error(ErrorCode::CannotWrite, folder.string(), "cannot be made: " + failed.message());
    const std::string_view scene = *page_file(place_of(demo, "scene.json"));
    const auto json = nlohmann::json::parse(scene);
    for (const auto& body : json.at("bodies")) {
        const std::string mesh = body.at("mesh");
        const auto bytes = page_file(place_of(demo, mesh));
        if (!bytes) return make_error(ErrorCode::NotFound, demo, "was bundled without " + mesh, "build apps/studio/page again");
        if (auto written = write_file_atomically(folder / mesh, *bytes); !written) return written;
    }
    return write_file_atomically(folder / "scene.json", scene);
}

}  // namespace graze::studio
