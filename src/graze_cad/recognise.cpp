#include "graze_cad/recognise.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

namespace graze::cad {
namespace {

using Samples = std::vector<SurfaceSample>;
constexpr std::size_t kFewest = 6;      // samples with normals; fewer say nothing
constexpr double kLargestRadius = 1e6;  // times the extent of the samples: beyond it is a plane

bool has_normal(const SurfaceSample& sample) { return sample.normal != Vec3::Zero(); }

/// A frame in which sums are of numbers that are not large.
struct Cloud {
    Vec3 centre = Vec3::Zero();
    double extent = 0.0;
    Samples samples;  // around the centre

    explicit Cloud(const Samples& all) : samples(all) {
        for (const SurfaceSample& sample : all) centre += sample.point / static_cast<double>(all.size());
        for (SurfaceSample& sample : samples) {
            sample.point -= centre;
            extent = std::max(extent, sample.point.norm());
        }
    }
};

/// The direction in which the normals change least; `around_mean`: their differences from their mean.
Vec3 stillest_direction(const Samples& samples, bool around_mean) {
    Vec3 mean = Vec3::Zero();
    double count = 0.0;
    for (const SurfaceSample& sample : samples)
        if (has_normal(sample)) mean += sample.normal, count += 1.0;
    mean = around_mean ? Vec3(mean / count) : Vec3::Zero();
    Mat3 sum = Mat3::Zero();
    for (const SurfaceSample& sample : samples)
        if (has_normal(sample)) sum += (sample.normal - mean) * (sample.normal - mean).transpose();
    return Eigen::SelfAdjointEigenSolver<Mat3>(sum).eigenvectors().col(0);
}

/// Rows of a least-squares problem A x = b.
class Rows {
  public:
    Rows(std::size_t rows, int columns) : a_(static_cast<int>(rows), columns), b_(static_cast<int>(rows)) {}
    void add(const Eigen::VectorXd& row, double value) {
        a_.row(used_) = row;
        b_(used_++) = value;
    }
    Eigen::VectorXd solution() const { return a_.topRows(used_).colPivHouseholderQr().solve(b_.head(used_)); }

  private:
    Eigen::MatrixXd a_;
    Eigen::VectorXd b_;
    int used_ = 0;
};

/// p = c + r n, without the direction `along` (zero: with all): c and r.
Eigen::Vector4d centre_and_radius(const Samples& samples, const Vec3& along) {
    Rows rows(3 * samples.size() + 1, 4);
    const Mat3 across = Mat3::Identity() - along * along.transpose();
    for (const SurfaceSample& sample : samples) {
        if (!has_normal(sample)) continue;
        const Vec3 p = across * sample.point, n = across * sample.normal;
        for (int k = 0; k < 3; ++k) {
            Eigen::VectorXd row = Eigen::VectorXd::Zero(4);
            row.head<3>() = across.row(k);
            row(3) = n(k);
            rows.add(row, p(k));
        }
    }
    Eigen::VectorXd fix = Eigen::VectorXd::Zero(4);  // the centre is free along the axis: take 0
    fix.head<3>() = along;
    rows.add(fix, 0.0);
    return rows.solution();
}

AnalyticSurface plane_of(const Samples& samples) {
    Vec3 mean = Vec3::Zero();
    for (const SurfaceSample& sample : samples) mean += sample.normal;
    return {SurfaceKind::Plane, Vec3::Zero(), mean.normalized()};
}

AnalyticSurface cylinder_of(const Samples& samples) {
    const Vec3 axis = stillest_direction(samples, false);
    const Eigen::Vector4d found = centre_and_radius(samples, axis);
    return {SurfaceKind::Cylinder, found.head<3>(), axis, std::abs(found(3))};
}

AnalyticSurface sphere_of(const Samples& samples) {
    const Eigen::Vector4d found = centre_and_radius(samples, Vec3::Zero());
    return {SurfaceKind::Sphere, found.head<3>(), Vec3::UnitZ(), std::abs(found(3))};
}

AnalyticSurface cone_of(const Samples& samples) {
    AnalyticSurface cone{SurfaceKind::Cone, Vec3::Zero(), stillest_direction(samples, true)};
    Rows rows(samples.size(), 3);
    for (const SurfaceSample& sample : samples)
        if (has_normal(sample)) rows.add(sample.normal, sample.normal.dot(sample.point));
    cone.origin = rows.solution();
    double sine = 0.0, along = 0.0;
    for (const SurfaceSample& sample : samples) {
        sine = std::max(sine, std::abs(sample.normal.dot(cone.axis)));
        along += (sample.point - cone.origin).dot(cone.axis);
    }
    if (along < 0.0) cone.axis = -cone.axis;
    cone.half_angle = std::asin(std::min(sine, 1.0));
    return cone;
}

/// Lines along normals that all meet one axis: d . (p x n) + m . n = 0 with m = c x d.
AnalyticSurface torus_of(const Samples& samples) {
    Eigen::Matrix<double, 6, 6> sum = Eigen::Matrix<double, 6, 6>::Zero();
    for (const SurfaceSample& sample : samples) {
        Eigen::Matrix<double, 6, 1> row;
        row << sample.point.cross(sample.normal), sample.normal;
        sum += row * row.transpose();
    }
    const Eigen::Matrix<double, 6, 1> least =
        Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, 6, 6>>(sum).eigenvectors().col(0);
    const double length = least.head<3>().norm();
    AnalyticSurface torus{SurfaceKind::Torus, Vec3::Zero(), least.head<3>() / length};
    const Vec3 on_axis = torus.axis.cross(Vec3(least.tail<3>() / length));
    Rows rows(2 * samples.size(), 3);  // (from axis, along) = (R, z0) + r (n's)
    for (const SurfaceSample& sample : samples) {
        if (!has_normal(sample)) continue;
        const Vec3 v = sample.point - on_axis;
        const double along = v.dot(torus.axis);
        const Vec3 across = v - along * torus.axis, out = across.normalized();
        rows.add(Eigen::Vector3d(1.0, 0.0, sample.normal.dot(out)), across.norm());
        rows.add(Eigen::Vector3d(0.0, 1.0, sample.normal.dot(torus.axis)), along);
    }
    const Eigen::Vector3d found = rows.solution();
    torus.origin = on_axis + found(1) * torus.axis;
    torus.radius = found(0);
    torus.tube_radius = std::abs(found(2));
    return torus;
}

bool agrees(const AnalyticSurface& surface, const Cloud& cloud, double tolerance) {
    if (!validate(surface, "")) return false;
    if (!(surface.radius + surface.tube_radius <= kLargestRadius * cloud.extent)) return false;
    return lies_on(surface, cloud.samples, tolerance);
}

}  // namespace

bool lies_on(const AnalyticSurface& surface, const Samples& samples, double tolerance) {
    return std::all_of(samples.begin(), samples.end(), [&](const SurfaceSample& sample) {
        if (!(std::abs(signed_distance(surface, sample.point)) <= tolerance)) return false;
        if (!has_normal(sample)) return true;
        const Vec3 out = outward_of(surface, sample.point).normalized();
        return sample.normal.cross(out).norm() <= kNormalSlack;
    });
}

Vec3 outward_of(const AnalyticSurface& surface, const Vec3& point) {
    const Vec3 v = point - surface.origin;
    const double along = v.dot(surface.axis);
    const Vec3 across = v - along * surface.axis;
    switch (surface.kind) {
        case SurfaceKind::Cylinder:
            return across;
        case SurfaceKind::Cone:
            return across.normalized() * std::cos(surface.half_angle) -
                   surface.axis * std::sin(surface.half_angle);
        case SurfaceKind::Sphere:
            return v;
        case SurfaceKind::Torus:
            return v - across.normalized() * surface.radius;
        default:
            return surface.axis;
    }
}

std::optional<AnalyticSurface> recognise(const Samples& samples, double tolerance) {
    if (static_cast<std::size_t>(std::count_if(samples.begin(), samples.end(), has_normal)) < kFewest)
        return std::nullopt;
    const Cloud cloud(samples);
    for (const auto fit : {plane_of, cylinder_of, sphere_of, cone_of, torus_of}) {
        AnalyticSurface surface = fit(cloud.samples);
        if (!agrees(surface, cloud, tolerance)) continue;
        surface.origin += cloud.centre;
        return surface;
    }
    return std::nullopt;
}

}  // namespace graze::cad
