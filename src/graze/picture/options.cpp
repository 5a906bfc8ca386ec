#include "graze/picture/picture.h"

#include <cmath>

#include <fmt/format.h>

namespace graze {
namespace {

Error bad(const std::string& where, const std::string& what, const std::string& remedy) {
    return make_error(ErrorCode::BadUsage, where, what, remedy);
}

Expected<void> validate(const Camera& camera) {
    if (!camera.eye.allFinite() || !camera.target.allFinite() || !camera.up.allFinite())
        return bad("camera", "eye, target or up is not finite", "give plain numbers");
    const double distance = (camera.target - camera.eye).stableNorm();
    if (!std::isnormal(distance))
        return bad("camera", fmt::format("eye and target are {} apart", distance),
                   "a direction needs two places");
    if (!(camera.field_of_view_deg >= kMinFieldOfViewDeg && camera.field_of_view_deg <= kMaxFieldOfViewDeg))
        return bad("camera",
                   fmt::format("field of view {} is outside {} to {} degrees", camera.field_of_view_deg,
                               kMinFieldOfViewDeg, kMaxFieldOfViewDeg),
                   "30 looks natural");
    return {};
}

}  // namespace

Expected<void> validate(const PictureOptions& options) {
    for (const auto& [name, side] : {std::pair("width", options.width), std::pair("height", options.height)})
        if (side < kMinPictureSide || side > kMaxPictureSide)
            return bad(
                "picture",
                fmt::format("{} {} is outside {} to {} pixels", name, side, kMinPictureSide, kMaxPictureSide),
                "1280 x 720 is the default");
    const long long pixels = static_cast<long long>(options.width) * options.height;
    if (pixels > kMaxPicturePixels)
        return bad("picture",
                   fmt::format("{} x {} are {} pixels, the limit is {}", options.width, options.height,
                               pixels, kMaxPicturePixels),
                   "make it smaller");
    if (options.threads < 0)
        return bad("picture", fmt::format("{} threads", options.threads), "0 means all cores");
    if (options.camera) return validate(*options.camera);
    return {};
}

}  // namespace graze
