#include "graze/model/feature_owners.h"

#include "graze/core/random.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

#include <map>

namespace graze::feature_owners_test {
namespace {

using Edge = std::pair<std::uint32_t, std::uint32_t>;

struct Owners {
    std::map<std::uint32_t, int> vertices;
    std::map<Edge, int> edges;
};

Owners count_owners(const Mesh& mesh) {
    const auto owned = find_feature_owners(mesh, find_adjacency(mesh));
    Owners owners;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        for (unsigned k = 0; k < 3; ++k) {
            const std::uint32_t p = mesh.triangles[t][k], q = mesh.triangles[t][(k + 1) % 3];
            owners.vertices[p] += owned[t] >> k & 1;
            owners.edges[{std::min(p, q), std::max(p, q)}] += owned[t] >> (3 + k) & 1;
        }
    return owners;
}

}  // namespace

TEST(FeatureOwners, Example_ABoxHasEachFeatureOnce) {
    const Owners owners = count_owners(test::box_mesh({1.0, 2.0, 3.0}));
    EXPECT_EQ(owners.vertices.size(), 8u);
    EXPECT_EQ(owners.edges.size(), 18u);
    for (const auto& [id, count] : owners.vertices) EXPECT_EQ(count, 1);
    for (const auto& [id, count] : owners.edges) EXPECT_EQ(count, 1);
}

TEST(FeatureOwners, Property_NoFeatureIsForgotten) {
    Rng rng(3);
    int collapsed = 0, shared = 0;
    for (int trial = 0; trial < 200; ++trial) {
        Mesh mesh;
        mesh.vertices.resize(6,
                             Vec3::Zero());  // few, so that edges are shared by many and triangles collapse
        while (mesh.triangles.size() < 8) {
            const Triangle t = {static_cast<std::uint32_t>(rng.below(6)),
                                static_cast<std::uint32_t>(rng.below(6)),
                                static_cast<std::uint32_t>(rng.below(6))};
            if (trial % 2 == 0 || !is_collapsed(t)) mesh.triangles.push_back(t);
        }
        make_one_surface(mesh, "all");
        const Owners owners = count_owners(mesh);
        for (const auto& [id, count] : owners.vertices) ASSERT_EQ(count, 1);
        bool has_collapsed = false;
        for (const Triangle& t : mesh.triangles) has_collapsed |= is_collapsed(t);
        for (const auto& [id, count] : owners.edges) {
            ASSERT_GE(count, 1);
            if (!has_collapsed) {
                ASSERT_EQ(count, 1);
            }
        }
        collapsed += has_collapsed;
        shared += !has_collapsed;
    }
    EXPECT_GT(collapsed, 20);
    EXPECT_GE(shared, 100);
}

}  // namespace graze::feature_owners_test
