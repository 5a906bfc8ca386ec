#include "graze/picture/shade.h"

#include <algorithm>
#include <cmath>

namespace graze::picture {
namespace {

const Vec3f kKey = Vec3f(-0.42f, -0.72f, -0.62f).normalized();  // towards the lamp; y is down, z away from us
const Vec3f kFill = Vec3f(0.85f, 0.15f, -0.5f).normalized();
constexpr float kKeyLight = 0.68f, kFillLight = 0.16f, kHeadLight = 0.10f;
constexpr float kSky = 0.42f, kGround = 0.20f;
constexpr float kGloss = 0.10f;
constexpr float kUnoccluded = 0.45f;     // part of the lamps' light that finds its way into corners
constexpr float kRimOpacity = 0.55f;     // of what is left of transparency, at the very rim
constexpr float kHighlightGlow = 0.45f;  // part of the highlight that needs no light

// IEC 61966-2-1.
float linear_of(std::uint8_t encoded) {
    const double c = encoded / 255.0;
    return static_cast<float>(c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4));
}

float encoded_of(double linear) {
    const double c = linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1.0 / 2.4) - 0.055;
    return static_cast<float>(255.0 * c);
}

Vec3f linear_of(const Colour& colour) {
    return {linear_of(colour.r), linear_of(colour.g), linear_of(colour.b)};
}

float power_32(float x) {
    for (int i = 0; i < 5; ++i) x *= x;
    return x;
}

}  // namespace

Rgb rgb_of(const Colour& colour) {
    return {static_cast<float>(colour.r), static_cast<float>(colour.g), static_cast<float>(colour.b)};
}

Shader::Shader(const std::vector<PictureBody>& bodies, const PictureOptions& options, const View& view,
               const Projection& projection)
    : projection_(projection),
      focal_(static_cast<float>(view.focal)),
      centre_x_(static_cast<float>(view.centre_x)),
      centre_y_(static_cast<float>(view.centre_y)) {
    std::uint32_t first_triangle = 0;
    for (const PictureBody& body : bodies) {
        albedo_.push_back(linear_of(body.colour));
        surfaces_.push_back({body.mesh, first_triangle, {}});
        first_triangle += static_cast<std::uint32_t>(body.mesh->triangles.size());
        if (body.surface_colours)
            for (const Surface& surface : body.mesh->surfaces)
                surfaces_.back().albedo.push_back(
                    surface.colour
                        ? linear_of(Colour{(*surface.colour)[0], (*surface.colour)[1], (*surface.colour)[2]})
                        : albedo_.back());
        opacity_.push_back(static_cast<float>(body.opacity));
    }
    albedo_.push_back(linear_of(options.highlight));
    for (int i = 0; i <= kEncodingSteps; ++i)
        encoding_.push_back(encoded_of(static_cast<double>(i) / kEncodingSteps));
}

Spot Shader::spot(std::uint32_t triangle, float x, float y) const {
    const Vec3f ray(centre_x_ - x, centre_y_ - y, -focal_);
    const Vec3f eye = ray * (1.0f / std::sqrt(ray.squaredNorm()));
    const Vec3f normal = normal_at(projection_, projection_.triangles[triangle], x, y);
    if (is_zero(normal)) return {triangle, eye, eye, 1.0f};
    return {triangle, normal, eye, std::max(normal.dot(eye), 0.0f)};
}

const Vec3f& Shader::albedo_of(std::uint32_t triangle) const {
    const ScreenTriangle& at = projection_.triangles[triangle];
    const SurfacePaint& own = surfaces_[at.body];
    if (own.albedo.empty()) return albedo_[at.body];
    return own.albedo[own.mesh->surface_of_triangle[at.triangle - own.first_triangle]];
}

Rgb Shader::lit(const Spot& spot, float open) const {
    const float to_key = spot.normal.dot(kKey);
    const float sky = kGround + (kSky - kGround) * (0.5f - 0.5f * spot.normal.y());
    const float lamps = kKeyLight * std::max(to_key, 0.0f) +
                        kFillLight * std::max(spot.normal.dot(kFill), 0.0f) + kHeadLight * spot.facing;
    float light = sky * open + lamps * (kUnoccluded + (1.0f - kUnoccluded) * open);
    const bool highlighted = spot.triangle < projection_.first_opaque;
    if (highlighted) light = kHighlightGlow + (1.0f - kHighlightGlow) * light;
    // Blinn's half vector h = (key + eye) / |key + eye|, without building it. key . eye > -1: the lamp is
    // behind us.
    const float half = (to_key + spot.facing) / std::sqrt(2.0f + 2.0f * kKey.dot(spot.eye));
    const float gloss = kGloss * open * power_32(std::max(half, 0.0f));
    const Vec3f& albedo = highlighted ? albedo_.back() : albedo_of(spot.triangle);
    return {encoded(light * albedo.x() + gloss), encoded(light * albedo.y() + gloss),
            encoded(light * albedo.z() + gloss)};
}

float Shader::opacity(const Spot& spot) const {
    const float own = opacity_[projection_.triangles[spot.triangle].body], rim = 1.0f - spot.facing;
    return own + (1.0f - own) * kRimOpacity * rim * rim * rim;
}

}  // namespace graze::picture
