#include "graze/io/mesh/gltf_transform.h"

#include <cmath>

#include <fmt/format.h>
#include <Eigen/Geometry>

namespace graze::internal {
namespace {

// Exporters write quaternions with as few as four digits, and only the direction of one matters.
constexpr double kLengthSlack = 1e-3;  // on |q|

}  // namespace

void GltfNodeNumbers::set(std::string_view name, const std::array<double, 16>& values) {
    if (name == "matrix") matrix_ = values;
    if (name == "translation") translation_ = Vec3(values[0], values[1], values[2]);
    if (name == "scale") scale_ = Vec3(values[0], values[1], values[2]);
    if (name == "rotation") rotation_ = {values[0], values[1], values[2], values[3]};
}

std::variant<GltfTransform, std::string> GltfNodeNumbers::transform() const {
    GltfTransform result;
    if (matrix_) {
        if (translation_ || rotation_ || scale_)
            return "a node with both a matrix and translation, rotation or scale";
        const auto& m = *matrix_;
        if (m[3] != 0.0 || m[7] != 0.0 || m[11] != 0.0 || m[15] != 1.0)
            return fmt::format("the last row of the matrix is {} {} {} {}, not 0 0 0 1", m[3], m[7], m[11],
                               m[15]);
        result.linear << m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10];
        result.offset = {m[12], m[13], m[14]};
        return result;
    }
    if (rotation_) {
        const Eigen::Quaterniond q((*rotation_)[3], (*rotation_)[0], (*rotation_)[1], (*rotation_)[2]);
        if (!(std::abs(q.norm() - 1.0) <= kLengthSlack))
            return fmt::format("the rotation has length {}, not 1 (within {})", q.norm(), kLengthSlack);
        result.linear = q.normalized().toRotationMatrix();
    }
    if (scale_) result.linear = result.linear * scale_->asDiagonal();
    if (translation_) result.offset = *translation_;
    return result;
}

}  // namespace graze::internal
