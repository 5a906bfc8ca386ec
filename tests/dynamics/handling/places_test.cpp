// Boxes around bodies and their ways, against samples; small displacements, there and back; islands, against a slow twin.
#include "graze/dynamics/handling/places.h"

#include "graze/dynamics/handling/islands.h"
#include "graze/geometry/box.h"
#include "support/handled_worlds.h"
#include "support/random_poses.h"

namespace graze::places_test {

using namespace graze::test;

bool holds(const Box& box, const Vec3& p) { return (p.array() >= box.min.array()).all() && (p.array() <= box.max.array()).all(); }

/// A point of a posed body in more digits than doubles have.
Vec3 posed(const Pose& pose, const Vec3& p) {
    using Long = Eigen::Matrix<long double, 3, 1>;
    const Eigen::Quaternion<long double> q = pose.rotation.cast<long double>().normalized();
    const Long at = q * Long(p.cast<long double>()) + pose.translation.cast<long double>();
    return at.cast<double>();
}

TEST(Places, Property_BoxesHoldPosedBoxesAndTheirWays) {
    Rng rng(91);
    double largest_spare = 0.0;
    for (int round = 0; round < 400; ++round) {
        const double size = std::pow(10.0, rng.uniform(-6, 6)), far = std::pow(10.0, rng.uniform(-3, 9));
        const Vec3 p = random_vector(rng, size) + random_vector(rng, rng.below(3) == 0 ? far : 0.0), extent = random_vector(rng, size).cwiseAbs();
        const Box own{p - extent, p + extent};
        const Pose pose = rng.below(4) == 0 ? Pose{.translation = random_vector(rng, far)} : random_pose(rng, random_vector(rng, far));
        const Box box = box_around(pose, own);
        const Vec3 centre = p + random_vector(rng, size);
        Vec6 way;
        way << random_vector(rng, std::pow(10.0, rng.uniform(-6, 6))), random_vector(rng, rng.uniform(0.0, 4.0));
        double reach = 0.0;
        for (int corner = 0; corner < 8; ++corner)
            reach = std::max(reach, (Vec3(corner & 1 ? own.max.x() : own.min.x(), corner & 2 ? own.max.y() : own.min.y(),
                                          corner & 4 ? own.max.z() : own.min.z()) - centre).norm());
        const Box swept = box_around_way(box, way, reach * (1.0 + 1e-12));
        const Pose end = moved(pose, centre, way);
        for (int corner = 0; corner < 8; ++corner) {
            const Vec3 point(corner & 1 ? own.max.x() : own.min.x(), corner & 2 ? own.max.y() : own.min.y(), corner & 4 ? own.max.z() : own.min.z());
            ASSERT_TRUE(holds(box, posed(pose, point))) << round;
            for (const double t : {0.0, 0.3, 0.7, 1.0}) ASSERT_TRUE(holds(swept, posed(between(pose, end, centre, t), point))) << round;
        }
        const double spare = (box.max - box.min).maxCoeff() / (2.0 * std::sqrt(3.0) * extent.norm() + 1e-9 * (far + size));
        largest_spare = std::max(largest_spare, spare);
    }
    EXPECT_LT(largest_spare, 1.01);  // tight: no box is larger than the ball around its body
}

TEST(Places, Property_DisplacementsLeadThereAndBack) {
    Rng rng(92);
    for (int round = 0; round < 500; ++round) {
        const Pose from = random_pose(rng, random_vector(rng, 5.0)), to = random_pose(rng, random_vector(rng, 5.0));
        const Vec3 centre = random_vector(rng, 2.0);
        const Pose there = moved(from, centre, displacement_to(from, to, centre));
        EXPECT_LT((there.translation - to.translation).norm(), 1e-13 * 40.0);
        EXPECT_LT(1.0 - std::abs(there.rotation.dot(to.rotation)), 1e-14);
        const Vec3 w = random_vector(rng, std::pow(10.0, rng.uniform(-12, 0)));
        EXPECT_LT((rotation_vector_of(turn_by(w)) - w).norm(), 1e-15 + 1e-14 * w.norm());
    }
    EXPECT_TRUE(rotation_vector_of(Eigen::Quaterniond::Identity()).isZero(0.0));
}

TEST(Islands, Reference_AgainstEverybodyTellingTheirNeighbours) {
    Rng rng(93);
    int alone = 0, together = 0;
    for (int round = 0; round < 300; ++round) {
        WorldMemory memory;
        const auto count = static_cast<std::uint32_t>(2 + rng.below(9));
        const Body body = *build_body(tube_mesh(3, 0.5, 1.0, 0.0, 1.0));
        for (std::uint32_t i = 0; i < count; ++i) {
            WorldBody given{.body = body};
            if (rng.below(4) > 0) given.mass = BodyMass{}, memory.movable.push_back(i);
            memory.bodies.push_back({given, {}});
            memory.bodies.back().asleep = given.mass && rng.below(6) == 0;
        }
        if (memory.movable.empty()) continue;
        std::vector<std::uint32_t> mark(count);
        for (std::uint32_t i = 0; i < count; ++i) mark[i] = i;
        for (std::uint64_t k = rng.below(count); k > 0; --k) {
            const std::uint32_t a = memory.movable[rng.below(memory.movable.size())], b = static_cast<std::uint32_t>(rng.below(count));
            if (a == b) continue;
            ActiveContact contact;
            contact.pair.a = static_cast<std::int32_t>(a);
            contact.pair.b = memory.bodies[b].is_movable() ? static_cast<std::int32_t>(b) : kNobody;
            contact.near = nullptr;
            memory.contacts.push_back(contact);
        }
        const auto awake = [&](std::int32_t i) { return i != kNobody && memory.bodies[static_cast<std::size_t>(i)].is_movable() && !memory.bodies[static_cast<std::size_t>(i)].asleep; };
        for (std::uint32_t pass = 0; pass < count; ++pass)
            for (const ActiveContact& c : memory.contacts)
                if (awake(c.pair.a) && awake(c.pair.b)) {
                    auto &p = mark[static_cast<std::size_t>(c.pair.a)], &q = mark[static_cast<std::size_t>(c.pair.b)];
                    p = q = std::min(p, q);
                }
        find_islands(memory);
        std::vector<int> seen(count, 0), island(count, -1);
        std::size_t contacts = 0;
        for (std::size_t k = 0; k < memory.island_count; ++k) {
            EXPECT_TRUE(std::is_sorted(memory.islands[k].bodies.begin(), memory.islands[k].bodies.end()));
            for (const std::uint32_t i : memory.islands[k].bodies) ++seen[i], island[i] = static_cast<int>(k);
            contacts += memory.islands[k].contacts.size();
            for (const std::uint32_t c : memory.islands[k].contacts)
                EXPECT_EQ(island[static_cast<std::size_t>(memory.contacts[c].pair.a)], static_cast<int>(k));
            (memory.islands[k].bodies.size() > 1 ? together : alone) += 1;
        }
        std::size_t expected = 0;
        for (const ActiveContact& c : memory.contacts) expected += awake(c.pair.a);
        EXPECT_EQ(contacts, expected);
        for (std::uint32_t i = 0; i < count; ++i) {
            EXPECT_EQ(seen[i], awake(static_cast<std::int32_t>(i)) ? 1 : 0);
            for (std::uint32_t j = 0; j < count; ++j)
                if (seen[i] && seen[j]) {
                    EXPECT_EQ(island[i] == island[j], mark[i] == mark[j]);
                }
        }
    }
    EXPECT_GT(alone, 100);
    EXPECT_GT(together, 50);
}

}  // namespace graze::places_test
