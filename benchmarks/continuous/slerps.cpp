// Motions whose origin goes straight ahead: FCL's linear motion, and Bullet's cast of convex hulls.
#include "continuous/race.h"

#include <fmt/format.h>

namespace graze::bench {

void contest_slerps(ContinuousContest& contest) {
    const auto bodies = bunnies_of(5000);
    fmt::print(
        "## Straight ahead while turning: bunnies of {}\n\nThe origin of b moves on a straight line, b "
        "turns "
        "at a constant rate. FCL's linear motion gets the origin from us (its own\n"
        "constructor leaves that point uninitialised). Bullet's cast takes the convex hulls of the bodies, "
        "in "
        "float: another question,\n"
        "whose answer here is held against the bodies.\n\n",
        bodies->mesh_a->triangles.size());
    const MeshData a = bodies->data_a(), b = bodies->data_b();
    std::vector<Lane> lanes;
    for (NamedPeer& peer : fcl_samplers(a.plain(), b.plain(), {10, 100, 1000}))
        lanes.push_back({std::move(peer), contest.seconds(1.0)});
    lanes.push_back(
        {{"FCL, its own advancement", make_fcl_advancement(a.plain(), b.plain())}, contest.seconds(1.0)});
    lanes.push_back(
        {{"Bullet, cast of convex hulls", make_bullet_cast(a.plain(), b.plain())}, contest.seconds(1.0)});
    (void)race(*bodies, random_screws(*bodies, contest.queries(100), PlainPath::Slerp), std::move(lanes));
}

}  // namespace graze::bench
