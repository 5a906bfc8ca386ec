#include "graze/discrete/triangles/outward_box.h"

#include "graze/numeric/outward.h"
#include "oracle/exact_triangles.h"
#include "support/triangle_pairs.h"

#include <gtest/gtest.h>

namespace graze::outward_box_test {
namespace {

Box unit_box() {
    Box box;
    box.add(Vec3(-1, -2, -3));
    box.add(Vec3(4, 5, 7));
    return box;
}

}  // namespace

TEST(OutwardBox, Example_OverlappingPartIsCommonToBoth) {
    Box other;
    other.add(Vec3(3, -9, 0));
    other.add(Vec3(9, 1, 1));
    const Box common = intersection_of(unit_box(), other);
    EXPECT_EQ(common.min, Vec3(3, -2, 0));
    EXPECT_EQ(common.max, Vec3(4, 1, 1));
}

TEST(OutwardBox, Degenerate_WhatIsNotKnownBoundsNothing) {
    const Vec3 p(1, 2, 3);
    for (const double strange : {std::nan(""), kInfinity, -kInfinity})
        for (int corner = 0; corner < 3; ++corner)
            for (int field = 0; field < 4; ++field) {
                MovedTriangle moved{
                    {PairPoint{p, p, 0.5, Side::B}, {p, p, 0.5, Side::B}, {p, p, 0.5, Side::B}}, 0.5};
                (field < 3 ? moved.corner[corner].near[field] : moved.corner[corner].error) = strange;
                const Box box = box_of(moved);
                for (int k = 0; k < 3; ++k) {
                    EXPECT_EQ(box.min[k], -kInfinity);
                    EXPECT_EQ(box.max[k], kInfinity);
                }
            }
}

TEST(OutwardBox, Reference_HoldsTheExactCornersAndIsTight) {
    Rng rng(1234);
    const Box box = unit_box();
    double widest = 0.0;
    for (int trial = 0; trial < 2000; ++trial) {
        const Pose pose{test::real_point(rng, 10.0),
                        trial % 2 == 0 ? test::real_rotation(rng) : test::rational_rotation(rng).q};
        const Box cover = cover_of(placement_of(pose, Pose{}), box);
        mpq_class low[3], high[3];
        for (int corner = 0; corner < 8; ++corner) {
            const Vec3 x((corner & 1) != 0 ? box.max.x() : box.min.x(),
                         (corner & 2) != 0 ? box.max.y() : box.min.y(),
                         (corner & 4) != 0 ? box.max.z() : box.min.z());
            const oracle::Rational3 exact = oracle::posed(pose, x);
            for (int k = 0; k < 3; ++k) {
                if (corner == 0 || exact[k] < low[k]) low[k] = exact[k];
                if (corner == 0 || exact[k] > high[k]) high[k] = exact[k];
            }
        }
        for (int k = 0; k < 3; ++k) {
            ASSERT_LE(mpq_class(cover.min[k]), low[k]);
            ASSERT_GE(mpq_class(cover.max[k]), high[k]);
            widest = std::max({widest, mpq_class(low[k] - cover.min[k]).get_d(),
                               mpq_class(cover.max[k] - high[k]).get_d()});
        }
    }
    EXPECT_LT(widest, 2e-13);  // lengths up to 30: 100 roundings of 1.1e-16 each, times 16
    EXPECT_GT(widest, 0.0);
}

}  // namespace graze::outward_box_test
