// Prover and checker evaluate the same sets, each with its own arithmetic: what one counts on, the other
// grants.
#include "graze/continuous/proof/proof_body.h"
#include "graze_verify/motion.h"

#include "both_links.h"

#include <gtest/gtest.h>

namespace graze::agreement_test {
TEST(Agreement, Property_ProverAndCheckerSeeTheSamePlanes) {
    Rng rng(61);
    for (int i = 0; i < 3000; ++i) {
        SCOPED_TRACE(i);
        std::vector<RigidMotion> ours[2];
        std::vector<verify::PreparedLink> theirs[2];
        const std::size_t common = rng.below(2);
        for (std::size_t k = 0; k < common; ++k) {
            const test::BothLinks link = test::random_link(rng);
            for (int body = 0; body < 2; ++body)
                ours[body].push_back(link.ours), theirs[body].push_back(verify::prepare(link.theirs));
        }
        for (int body = 0; body < 2; ++body)
            for (std::size_t k = rng.below(3); k > 0; --k) {
                const test::BothLinks link = test::random_link(rng);
                ours[body].push_back(link.ours), theirs[body].push_back(verify::prepare(link.theirs));
            }
        const Vec3 centre(0.3, -0.2, 0.4), n(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1));
        const double span = i % 3 == 0 ? 0.0 : std::pow(10.0, rng.uniform(-5.0, 0.0)),
                     from = (1.0 - span) * rng.unit();
        const ChainWindow a = chain_window(ours[0], centre, from, from + span),
                          b = chain_window(ours[1], centre, from, from + span);
        verify::ChainWindow x, y;
        verify::set_window(x, theirs[0], {0.3, -0.2, 0.4}, from, from + span);
        verify::set_window(y, theirs[1], {0.3, -0.2, 0.4}, from, from + span);
        const int body = static_cast<int>(rng.below(2)), frame = static_cast<int>(rng.below(3));
        const PlaneWindow p = plane_in_body({a, b, common}, body, n, static_cast<LeafFrame>(frame));
        const verify::Plane q =
            verify::plane_seen(x, y, common, body, verify::exact(verify::Point{n[0], n[1], n[2]}),
                               static_cast<verify::Frame>(frame));
        const auto expect_same = [](const Interval& ours_set, const verify::Bound& their_set, double size) {
            EXPECT_NEAR(ours_set.lo, their_set.lo, 1e-10 * size);
            EXPECT_NEAR(ours_set.hi, their_set.hi, 1e-10 * size);
        };
        const double size = 1.0 + std::abs(q.c2.lo) + std::abs(q.c2.hi) + 10.0 * verify::length(q.r2).hi;
        for (int k = 0; k < 3; ++k) {
            expect_same(p.r[k], q.r[k], 1.0);
            if (span == 0.0) continue;  // derivatives at one instant are nobody's business
            expect_same(p.r1[k], q.r1[k], size);
            expect_same(p.r2[k], q.r2[k], size);
        }
        expect_same(p.c, q.c, 1.0 + std::abs(q.c.lo) + std::abs(q.c.hi));
        if (span > 0.0) expect_same(p.c2, q.c2, size);
    }
}

}  // namespace graze::agreement_test
