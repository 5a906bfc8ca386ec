#include "graze/core/assert.h"
#include "graze/picture/view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace graze {
namespace picture {
namespace {

const Vec3 kDefaultDirection(1.0, -1.6, 0.95);
constexpr double kFreeMargin = 0.08;       // of the half picture, free on each side of a fitted scene
constexpr double kLeastApproach = 0.05;    // of the scene's extent, between the eye and the nearest vertex
constexpr double kResolvable = 1e-12;      // of the distance to the origin: thousands of roundings
constexpr double kLeastSquareness = 1e-6;  // sine of the angle between view and up below which up is replaced

double radians(double degrees) { return degrees * (std::numbers::pi / 180.0); }

// Zero and non-finite vectors have no direction: then `otherwise`.
Vec3 direction_of(const Vec3& v, const Vec3& otherwise) {
    const double length = v.stableNorm();
    return length > 0.0 && std::isfinite(length) ? Vec3(v / length) : otherwise.normalized();
}

// What a fit needs to know of the points, all relative to `reference` and along the view's axes. With the
// slopes sx, sy of the picture's edges, an eye at (ex, ey, ez) sees a point (x, y, z) inside its right edge
// if x - ex <= sx (z - ez), that is, x - sx z <= ex - sx ez; likewise for the three other edges.
struct Fit {
    Vec3 reference = Vec3::Zero();
    bool empty = true;
    double right = 0.0, left = 0.0, down = 0.0,
           up = 0.0;  // greatest x - sx z, -x - sx z, y - sy z, -y - sy z
    Vec3 low = Vec3::Zero(), high = Vec3::Zero();
};

struct Slopes {
    double x, y;
};

void include(Fit& fit, const Vec3& p, const Slopes& s) {
    const double right = p.x() - s.x * p.z(), left = -p.x() - s.x * p.z();
    const double down = p.y() - s.y * p.z(), up = -p.y() - s.y * p.z();
    if (fit.empty) {
        fit = {fit.reference, false, right, left, down, up, p, p};
        return;
    }
    fit.right = std::max(fit.right, right);
    fit.left = std::max(fit.left, left);
    fit.down = std::max(fit.down, down);
    fit.up = std::max(fit.up, up);
    fit.low = fit.low.cwiseMin(p);
    fit.high = fit.high.cwiseMax(p);
}

std::vector<char> vertices_in_use(const Mesh& mesh) {
    std::vector<char> used(mesh.vertices.size(), 0);
    for (const Triangle& triangle : mesh.triangles)
        for (const std::uint32_t v : triangle) used[v] = 1;
    return used;
}

Fit fit_of(const std::vector<PictureBody>& bodies, const Mat3& axes, const Slopes& slopes) {
    Fit fit;
    for (const PictureBody& body : bodies) {
        GRAZE_ASSERT(body.mesh);
        const RigidMap map = map_of(body.pose);
        const std::vector<char> used = vertices_in_use(*body.mesh);
        for (std::size_t v = 0; v < used.size(); ++v) {
            if (!used[v]) continue;
            const Vec3 point = map(body.mesh->vertices[v]);
            if (fit.empty) fit.reference = point;
            include(fit, axes * (point - fit.reference), slopes);
        }
    }
    return fit;
}

}  // namespace

RigidMap map_of(const Pose& pose) {
    return {pose.rotation.normalized().toRotationMatrix(), pose.translation};
}

Mat3 view_axes(const Vec3& back, const Vec3& up) {
    const Vec3 forward = -direction_of(back, kDefaultDirection);
    Vec3 right = forward.cross(direction_of(up, Vec3::UnitZ()));
    if (!(right.norm() > kLeastSquareness)) right = forward.cross(Vec3::UnitY());
    if (!(right.norm() > kLeastSquareness)) right = forward.cross(Vec3::UnitX());
    right.normalize();
    Mat3 axes;
    axes.row(0) = right;
    axes.row(1) = forward.cross(right);
    axes.row(2) = forward;
    return axes;
}

View view_of(const Camera& camera, int width, int height) {
    const Vec3 back = camera.eye - camera.target;
    View view;
    view.axes = view_axes(back, camera.up);
    view.eye = camera.eye;
    view.distance = back.stableNorm();
    view.focal = 0.5 * height / std::tan(0.5 * radians(camera.field_of_view_deg));
    view.centre_x = 0.5 * width;
    view.centre_y = 0.5 * height;
    return view;
}

}  // namespace picture

std::optional<Vec3> view_direction_named(std::string_view name) {
    static constexpr std::array<std::pair<std::string_view, std::array<int, 3>>, 7> kViews{{
        {"front", {0, -1, 0}},
        {"back", {0, 1, 0}},
        {"left", {-1, 0, 0}},
        {"right", {1, 0, 0}},
        {"top", {0, 0, 1}},
        {"bottom", {0, 0, -1}},
        {"iso", {1, -1, 1}},
    }};
    for (const auto& [view, d] : kViews)
        if (view == name) return Vec3(d[0], d[1], d[2]);
    return std::nullopt;
}

Camera camera_from(const Vec3& direction, const std::vector<PictureBody>& bodies,
                   const PictureOptions& options) {
    using namespace picture;
    Camera camera;
    if (options.camera) camera.field_of_view_deg = options.camera->field_of_view_deg;
    const Mat3 axes = view_axes(direction_of(direction, kDefaultDirection), camera.up);
    camera.up = -axes.row(1).transpose();

    const double slope = (1.0 - kFreeMargin) * std::tan(0.5 * radians(camera.field_of_view_deg));
    const Slopes slopes{slope * options.width / options.height, slope};
    const Fit fit = fit_of(bodies, axes, slopes);
    // Adding the inequalities of opposite edges bounds ez; the middle of what is left centres the scene.
    const double fitting =
        std::min(-(fit.right + fit.left) / (2.0 * slopes.x), -(fit.down + fit.up) / (2.0 * slopes.y));
    const double extent = (fit.high - fit.low).maxCoeff();
    // The eye must differ from the target after rounding too, and a scene of one point has no size of its
    // own.
    const double resolvable = kResolvable * fit.reference.stableNorm();
    const double approach = std::max(extent > 0.0 ? kLeastApproach * extent : 1.0, resolvable);
    const Vec3 eye(0.5 * (fit.right - fit.left), 0.5 * (fit.down - fit.up),
                   std::min(fitting, fit.low.z() - approach));
    const Vec3 target(eye.x(), eye.y(), 0.5 * fit.low.z() + 0.5 * fit.high.z());
    camera.eye = fit.reference + axes.transpose() * eye;
    camera.target = fit.reference + axes.transpose() * target;
    return camera;
}

}  // namespace graze
