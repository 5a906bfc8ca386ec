#include "graze/model/body.h"

#include "graze/core/assert.h"
#include "graze/model/body_model.h"

#include <fmt/format.h>

namespace graze {
namespace {

/// One allocation for both.
struct OwnedModel {
    std::shared_ptr<const Mesh> mesh;
    BodyModel model;
};

}  // namespace

const Mesh& Body::mesh() const { return *model_->mesh; }
const Box& Body::bounds() const { return model_->bounds; }
double Body::size() const { return model_->size; }
bool Body::is_solid() const { return model_->is_solid; }

PosedBody Body::at(const Pose& pose) const {
    GRAZE_ASSERT(is_valid(pose));
    return {*this, pose};
}
MovingBody Body::moving(Motion motion) const { return {*this, std::move(motion)}; }
MovingBody Body::at_rest(const Pose& pose) const { return {*this, rest(pose)}; }

Expected<Body> build_body(std::shared_ptr<const Mesh> mesh) {
    GRAZE_ASSERT(mesh != nullptr);
    constexpr const char* kWhere = "build_body";
    if (const auto valid = validate(*mesh, kWhere); !valid) return valid.error();
    if (mesh->triangles.size() > kMostTriangles)
        return make_error(ErrorCode::Unsupported, kWhere,
                          fmt::format("{} triangles, the limit is 2^30 - 1", mesh->triangles.size()),
                          "split the mesh");
    BodyModel model = build_body_model(*mesh);
    const auto owned = std::make_shared<const OwnedModel>(OwnedModel{std::move(mesh), std::move(model)});
    return Body(std::shared_ptr<const BodyModel>(owned, &owned->model));
}

Expected<Body> build_body(Mesh mesh) { return build_body(std::make_shared<const Mesh>(std::move(mesh))); }

}  // namespace graze
