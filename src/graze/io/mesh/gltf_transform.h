// The transform of a glTF node, from its `matrix` or its `translation`, `rotation` and `scale`.
#pragma once

#include "graze/core/internal.h"
#include "graze/io/mesh/gltf_json.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace graze::internal {

/// The numbers that a node gives.
class GltfNodeNumbers {
  public:
    /// `name` is matrix, translation, rotation or scale; as many leading values as that takes.
    void set(std::string_view name, const std::array<double, 16>& values);

    [[nodiscard]] bool is_identity() const { return !matrix_ && !translation_ && !rotation_ && !scale_; }

    /// Translation * rotation * scale, or the matrix; or what is wrong with it.
    [[nodiscard]] std::variant<GltfTransform, std::string> transform() const;

  private:
    std::optional<std::array<double, 16>> matrix_;  // column by column
    std::optional<Vec3> translation_, scale_;
    std::optional<std::array<double, 4>> rotation_;  // x y z w
};

/// First b, then a.
[[nodiscard]] inline GltfTransform operator*(const GltfTransform& a, const GltfTransform& b) {
    return {a.linear * b.linear, a.linear * b.offset + a.offset};
}

}  // namespace graze::internal
