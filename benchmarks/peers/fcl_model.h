// Meshes and poses in FCL's terms. Included after FCL, by two files that compile it differently.
#pragma once

#include "peers/contestant.h"

#include <memory>
#include <vector>

namespace graze::bench {

template <class Box>
std::unique_ptr<fcl::BVHModel<Box>> fcl_model(const PlainMesh& mesh) {
    std::vector<fcl::Vector3d> vertices;
    for (std::size_t i = 0; i < mesh.coordinates.size(); i += 3)
        vertices.emplace_back(mesh.coordinates[i], mesh.coordinates[i + 1], mesh.coordinates[i + 2]);
    std::vector<fcl::Triangle> triangles;
    for (std::size_t i = 0; i < mesh.corners.size(); i += 3)
        triangles.emplace_back(mesh.corners[i], mesh.corners[i + 1], mesh.corners[i + 2]);
    auto result = std::make_unique<fcl::BVHModel<Box>>();
    result->beginModel();
    result->addSubModel(vertices, triangles);
    result->endModel();
    return result;
}

inline fcl::Transform3d fcl_pose(const PlainPose& pose) {
    fcl::Transform3d result = fcl::Transform3d::Identity();
    result.linear() = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(pose.rotation);
    result.translation() = Eigen::Map<const fcl::Vector3d>(pose.translation);
    return result;
}

}  // namespace graze::bench
