// Skins of fields on a lattice against winding numbers.
#include "graze/model/lattice_skin.h"

#include "graze/core/random.h"
#include "graze/model/diagnosis.h"
#include "support/solid_angles.h"

#include <gtest/gtest.h>

namespace graze::lattice_skin_test {

TEST(LatticeSkin, Property_IsClosedAndFacesAwayFromWhatIsBelow) {
    Rng rng(8);
    std::uint64_t kinds = 0;
    for (int round = 0; round < 40; ++round) {
        const internal::Lattice lattice(0.25, {-4, 2, -6}, {4, 5, 3});
        std::vector<float> values(lattice.nodes());
        std::size_t below = 0;
        for (std::size_t node = 0; node < values.size(); ++node) {
            const auto at = lattice.local_of(node);
            ASSERT_EQ(lattice.node(at), node);
            bool is_outer = false;
            for (int k = 0; k < 3; ++k) is_outer |= at[k] <= 1 || at[k] >= 2 * lattice.cells()[k] - 1;
            values[node] = is_outer ? 2.0f : static_cast<float>(rng.uniform(0.0, 2.0));
            if (values[node] == 1.0f) values[node] = 0.5f;
            below += values[node] < 1.0f;
        }
        const Mesh skin = internal::lattice_skin(lattice, values, 1.0);
        ASSERT_EQ(skin.triangles.empty(), below == 0);
        if (below == 0) continue;
        const MeshDiagnosis diagnosis = diagnose(skin);
        ASSERT_TRUE(diagnosis.closed);
        ASSERT_EQ(diagnosis.nonmanifold_vertices.count, 0u);
        for (std::size_t node = 0; node < values.size(); node += 3) {
            const double winding = test::winding_of(skin, lattice.place(lattice.local_of(node)));
            ASSERT_NEAR(winding, values[node] < 1.0f ? 1.0 : 0.0, 1e-9);
            kinds |= std::uint64_t{1} << (values[node] < 1.0f);
        }
    }
    EXPECT_EQ(kinds, 3u);
}

}  // namespace graze::lattice_skin_test
