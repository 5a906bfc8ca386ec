// In steady state a world allocates nothing: lists, searches and solvers keep what they have.
#include "graze/dynamics/handling/world.h"

#include "support/bodies.h"
#include "support/handled_worlds.h"
#include "support/memory_use.h"
#include "support/shapes.h"
#include "support/slower.h"

namespace graze::world_memory_test {

using namespace graze::test;

constexpr int kPeriod = 24;

/// A box that is pressed on a floor and drawn round on it, into a wall and back; another that shakes in a slot.
void drive(World& world, int frame) {
    const double turn = 2.0 * std::numbers::pi * frame / kPeriod;
    pull(world, 0, {.target = at(2.0 * std::cos(turn), 2.0 * std::sin(turn), -0.5), .stiffness = 30.0});
    pull(world, 1, {.target = at(-8.0 + 0.5 * std::cos(turn), 0.0, 1.2 + 0.2 * std::sin(turn)), .stiffness = 60.0});
}

TEST(WorldMemory, Property_FramesAllocateNothingOnceWorldsHaveGrown) {
    for (const WorldOrder order : {WorldOrder::First, WorldOrder::Second}) {
        World world = world_of({movable(box_mesh({0.5, 0.4, 0.3}), at(0, 0, 1)), movable(box_mesh({0.6, 0.6, 0.1}), at(-8, 0, 1.2)),
                                standing(box_mesh({20, 20, 1}, {0, 0, -1})), standing(box_mesh({0.3, 5, 2}, {2.0, 0, 2.1})),
                                standing(box_mesh({1, 1, 0.2}, {-8, 0, 0.85})), standing(box_mesh({1, 1, 0.2}, {-8, 0, 1.5}))},
                               {.order = order, .gravity = {0, 0, -10}});
        int near = 0, frame = 0;
        for (; frame < 20 * kPeriod; ++frame) {
            drive(world, frame);
            near += !advance(world).contacts.empty();
        }
        const std::size_t grown = peak_memory_of([&] {
            for (const int end = frame + kPeriod; frame < end; ++frame) {
                drive(world, frame);
                near += !advance(world).contacts.empty();
            }
        });
        EXPECT_GT(near, 10 * kPeriod);
        if (kSlower == 1) {  // sanitizers keep books of their own
            EXPECT_EQ(grown, 0u) << (order == WorldOrder::First ? "first order" : "second order");
        }
    }
}

}  // namespace graze::world_memory_test
