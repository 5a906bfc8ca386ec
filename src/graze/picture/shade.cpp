#include "graze/picture/shade.h"

#include <algorithm>
#include <cmath>

namespace graze::picture {
namespace {

constexpr int kEncodingSteps = 4096;
const Vec3f kKey = Vec3f(-0.42f, -0.72f, -0.62f).normalized();  // towards the lamp; y is down, z away from us
const Vec3f kFill = Vec3f(0.85f, 0.15f, -0.5f).normalized();
constexpr float kKeyLight = 0.68f, kFillLight = 0.16f, kHeadLight = 0.10f;
constexpr float kSky = 0.42f, kGround = 0.20f;
constexpr float kGloss = 0.10f;
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
    for (const PictureBody& body : bodies) {
        albedo_.push_back(linear_of(body.colour));
        opacity_.push_back(static_cast<float>(body.opacity));
    }
    albedo_.push_back(linear_of(options.highlight));
    for (int i = 0; i <= kEncodingSteps; ++i)
        encoding_.push_back(encoded_of(static_cast<double>(i) / kEncodingSteps));
}

float Shader::encoded(float linear) const {
    return encoding_[static_cast<std::size_t>(std::clamp(linear, 0.0f, 1.0f) * kEncodingSteps + 0.5f)];
}

// Perspective-correct mean of the corner normals, towards the eye. Zero if the corners have none.
Vec3f Shader::normal_at(const ScreenTriangle& triangle, float x, float y) const {
    const auto& [p, q, r] = triangle.points;
    const float px = p.x - x, py = p.y - y, qx = q.x - x, qy = q.y - y, rx = r.x - x, ry = r.y - y;
    float to_p = qx * ry - qy * rx, to_q = rx * py - ry * px, to_r = px * qy - py * qx;
    const float side = to_p + to_q + to_r < 0.0f ? -1.0f : 1.0f;
    // Outside (at a rim, where no sample is in the middle) the nearest edge counts.
    to_p = std::max(side * to_p, 0.0f) * p.depth;
    to_q = std::max(side * to_q, 0.0f) * q.depth;
    to_r = std::max(side * to_r, 0.0f) * r.depth;
    const auto& normals = projection_.normals[triangle.normals];
    const Vec3f sum = to_p * normals[0] + to_q * normals[1] + to_r * normals[2];
    const float length = sum.norm();
    // Counter-clockwise from outside is clockwise on a screen whose y points down; < 0: we look at its front.
    return length > 0.0f && std::isfinite(length) ? Vec3f((side < 0.0f ? 1.0f : -1.0f) / length * sum)
                                                  : Vec3f::Zero();
}

Lit Shader::lit(std::uint32_t triangle, float x, float y, float open) const {
    const ScreenTriangle& shape = projection_.triangles[triangle];
    const Vec3f eye = Vec3f(centre_x_ - x, centre_y_ - y, -focal_).normalized();  // towards it
    Vec3f normal = normal_at(shape, x, y);
    if (normal.isZero()) normal = eye;
    const float facing = std::max(normal.dot(eye), 0.0f);
    const float sky = kGround + (kSky - kGround) * (0.5f - 0.5f * normal.y());
    const float lamps = kKeyLight * std::max(normal.dot(kKey), 0.0f) +
                        kFillLight * std::max(normal.dot(kFill), 0.0f) + kHeadLight * facing;
    float light = sky * open + lamps * (0.35f + 0.65f * open);
    const bool highlighted = triangle < projection_.first_opaque;
    if (highlighted) light = kHighlightGlow + (1.0f - kHighlightGlow) * light;
    const float gloss = kGloss * open * power_32(std::max(normal.dot((kKey + eye).normalized()), 0.0f));
    const Vec3f& albedo = highlighted ? albedo_.back() : albedo_[shape.body];
    const Vec3f linear = light * albedo + Vec3f::Constant(gloss);
    return {{encoded(linear.x()), encoded(linear.y()), encoded(linear.z())}, facing};
}

float Shader::opacity(std::uint32_t body, float facing) const {
    const float rim = 1.0f - facing;
    return opacity_[body] + (1.0f - opacity_[body]) * kRimOpacity * rim * rim * rim;
}

}  // namespace graze::picture
