#include "graze/stochastic/shell_tracker.h"

#include "graze/core/random.h"
#include "graze/discrete/triangles/triangle_distance.h"
#include "graze/discrete/wide/intersections.h"
#include "graze/stochastic/facet_pair.h"
#include "graze/stochastic/missed_estimate.h"
#include "graze/stochastic/track_list.h"
#include "graze/stochastic/triangle_passage.h"

#include "support/bodies.h"
#include "support/random_poses.h"
#include "support/shapes.h"
#include "support/slower.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace graze::shell_tracker_test {
namespace {

using test::at;
using test::random_pose;
using test::random_vector;

Body body_of(Mesh mesh) { return *build_body(std::move(mesh)); }

/// Round, but without any symmetry.
Body lump(int rings, int sectors) {
    return body_of(test::sphere_mesh(rings, sectors, [](const Vec3& d) {
        return 1.0 + 0.2 * std::sin(3.0 * d.x() + 1.0) + 0.15 * std::cos(4.0 * d.y()) + 0.1 * d.z();
    }));
}

/// The second body about the first, in and out of contact.
std::vector<Pose> drift(Rng& rng, int frames, double least, double most) {
    std::vector<Pose> poses;
    Vec3 direction = random_vector(rng, 1.0).normalized();
    Pose pose = random_pose(rng, Vec3::Zero());
    double away = most;
    for (int k = 0; k < frames; ++k) {
        pose.translation = direction * away;
        poses.push_back(pose);
        direction = (direction + random_vector(rng, 0.02)).normalized();
        pose.rotation = (Eigen::Quaterniond(Eigen::AngleAxisd(0.02, random_vector(rng, 1.0).normalized())) *
                         pose.rotation).normalized();
        away = std::clamp(away + rng.uniform(-0.1, 0.095), least, most);
    }
    return poses;
}

bool meet(const PosedBody& a, const PosedBody& b) { return !find_intersections(a, b).triangles.empty(); }

/// Of three bodies: pieces of work, what was found, and the truth.
struct Played {
    int frames = 0, met = 0, found = 0, contacts = 0, false_contacts = 0;
    int freed = 0, wrongly_freed = 0;
};

Played play(const TrackerOptions& options, const TimeBudget& budget, std::uint64_t seed, int frames) {
    const Body a = lump(14, 20), b = lump(20, 16);
    ShellTracker tracker({a, b}, options);
    Rng rng(seed);
    Played played;
    for (const Pose& pose : drift(rng, frames, 1.7, 2.4)) {
        const std::vector<Pose> poses{Pose{}, pose};
        const TrackerResult& now = tracker.look(poses, budget);
        ++played.frames;
        const Intersections truth = find_intersections(a.at(), b.at(pose), {.find = Find::TrianglePairs});
        played.met += truth.triangles.empty() ? 0 : 1;
        int real = 0;
        for (const TrackedContact& contact : now.contacts) {
            if (contact.time) continue;
            ++real;
            const auto [i, j] = contact.triangles;
            played.false_contacts +=
                triangles_meet(corners(a.mesh(), i), {}, corners(b.mesh(), j), pose) ? 0 : 1;
        }
        played.contacts += real;
        played.found += real > 0 ? 1 : 0;
        for (int side = 0; side < 2; ++side) {
            const std::vector<std::uint32_t> freed = tracker.free_triangles({0, 1}, side);
            const std::set<std::uint32_t> is_free(freed.begin(), freed.end());
            played.freed += static_cast<int>(freed.size());
            for (const IdPair& pair : truth.triangles)
                played.wrongly_freed += is_free.contains(side == 0 ? pair.a : pair.b) ? 1 : 0;
        }
    }
    return played;
}

}  // namespace

TEST(ShellTracker, Example_FindsWhereTwoLumpsMeetAndCertifiesOnlyThat) {
    const Body a = lump(14, 20);
    ShellTracker tracker({a, a});
    const TrackerResult& far = tracker.look(std::vector<Pose>{at(0), at(5)}, {});
    EXPECT_TRUE(far.known.certified);  // by their boxes
    EXPECT_TRUE(far.contacts.empty());
    // Boxes overlap at a corner, surfaces do not: never certified.
    const TrackerResult& near = tracker.look(std::vector<Pose>{at(0), at(1.5, 1.5, 1.5)}, {});
    ASSERT_FALSE(meet(a.at(), a.at(at(1.5, 1.5, 1.5))));
    EXPECT_FALSE(near.known.certified);
    ASSERT_EQ(near.known.near.size(), 1u);
    EXPECT_EQ(near.known.near[0].answer, ProbeAnswer::Unknown);
    const TrackerResult& deep = tracker.look(std::vector<Pose>{at(0), at(1.9)}, {});
    EXPECT_TRUE(deep.known.certified);
    EXPECT_EQ(deep.known.near[0].answer, ProbeAnswer::Meets);
    EXPECT_GT(deep.contacts.size(), 10u);
}

TEST(ShellTracker, Example_ForgetsWhatItTracksAndFindsItAnew) {
    const Body a = lump(14, 20);
    ShellTracker tracker({a, a});
    const std::vector<Pose> poses{at(0), at(1.9)};
    EXPECT_GT(tracker.look(poses, {}).tracks, 0u);
    tracker.forget();
    const TrackerResult& none = tracker.look(poses, {.most_work = 1});  // not even the boxes
    EXPECT_TRUE(none.contacts.empty());
    EXPECT_EQ(none.tracks, 0u);
    EXPECT_EQ(tracker.look(poses, {}).known.near[0].answer, ProbeAnswer::Meets);
}

TEST(ShellTracker, Degenerate_SingleTrianglesThatTouchInACorner) {
    Mesh mesh;
    mesh.vertices = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
    mesh.triangles = {{0, 1, 2}};
    make_one_surface(mesh, "one");
    const Body body = body_of(mesh);
    ShellTracker tracker({body, body});
    EXPECT_EQ(tracker.look(std::vector<Pose>{at(0), at(1.0)}, {}).contacts.size(), 1u);
    EXPECT_TRUE(tracker.look(std::vector<Pose>{at(0), at(0.25, 0.25, 0x1p-40)}, {}).contacts.empty());
    const TrackerResult& same = tracker.look(std::vector<Pose>{at(0), at(0)}, {});
    EXPECT_TRUE(same.known.certified);
    ShellTracker none({});
    EXPECT_TRUE(none.look({}, {}).known.certified);
}

TEST(ShellTracker, Reference_ContactsAreThereAndFreedTrianglesMeetNothing) {
    Played all;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        const Played one = play({}, {.most_work = 4000}, seed, 100 / test::kSlower);
        EXPECT_EQ(one.false_contacts, 0);
        EXPECT_EQ(one.wrongly_freed, 0);
        all.frames += one.frames, all.met += one.met, all.found += one.found;
        all.contacts += one.contacts, all.freed += one.freed;
    }
    EXPECT_GT(all.met, all.frames / 6);  // both answers are common
    EXPECT_LT(all.met, all.frames * 5 / 6);
    EXPECT_GT(all.contacts, all.met);
    EXPECT_GT(all.freed, 100 * all.frames);
}

TEST(ShellTracker, Reference_WithTimeNearlyEveryMeetingIsFound) {
    const Played rich = play({}, {}, 7, 200 / test::kSlower);
    EXPECT_GT(rich.met, rich.frames / 10);
    EXPECT_GE(rich.found, rich.met - rich.met / 50);
    const Played poor = play({}, {.most_work = 60}, 7, 200 / test::kSlower);
    EXPECT_LT(poor.found, rich.found);
}

TEST(ShellTracker, Property_WorkAloneGivesTheSameAnswersAndIsKept) {
    const Body a = lump(14, 20);
    ShellTracker one({a, a, a}), two({a, a, a});
    Rng rng(3);
    const std::vector<Pose> way = drift(rng, 60, 1.7, 2.4);
    for (const Pose& pose : way) {
        const std::vector<Pose> poses{Pose{}, pose, {-pose.translation, pose.rotation}};
        const TrackerResult& p = one.look(poses, {.most_work = 500});
        const TrackerResult& q = two.look(poses, {.most_work = 500});
        EXPECT_EQ(p.tracks, q.tracks);
        EXPECT_EQ(p.seeds, q.seeds);
        ASSERT_EQ(p.contacts.size(), q.contacts.size());
        for (std::size_t i = 0; i < p.contacts.size(); ++i)
            EXPECT_TRUE(p.contacts[i].triangles == q.contacts[i].triangles);
        // One update: four steps with their neighbours, and a passage.
        EXPECT_LE(p.known.work, 500 + 200 + kPassageWork);
        EXPECT_EQ(p.known.work, q.known.work);
    }
}

TEST(ShellTracker, Property_NobodyWaitsForEver) {
    const Body a = lump(14, 20);
    ShellTracker tracker({a, a});
    const std::vector<Pose> poses{Pose{}, at(1.5, 1.5, 1.5)};
    (void)tracker.look(poses, {.most_work = 100});
    const LookedAt first = tracker.looked_at(1000);
    EXPECT_GT(first.never, 0.5 * first.area);
    for (int k = 0; k < 200; ++k) (void)tracker.look(poses, {.most_work = 100});
    const LookedAt all = tracker.looked_at(1000);
    EXPECT_EQ(all.never, 0.0);
    EXPECT_EQ(all.older, 0.0);
    EXPECT_GT(tracker.looked_at(0).older, 0.0);
    EXPECT_NEAR(all.area, 2.0 * tracker.shells(0).area, 1e-9 * all.area);
}

TEST(ShellTracker, Example_WhatFliesThroughAPlateBetweenTwoCallsIsSeen) {
    const Body plate = body_of(test::box_mesh(Vec3(1.0, 1.3, 0.02))), ball = body_of(test::sphere_mesh(6, 8, 0.2));
    const std::vector<Pose> before{Pose{}, at(0.1, 0.2, 0.5)}, after{Pose{}, at(0.15, 0.1, -0.5)};
    ASSERT_FALSE(meet(plate.at(), ball.at(before[1])));
    ASSERT_FALSE(meet(plate.at(), ball.at(after[1])));
    ShellTracker tracker({plate, ball});
    (void)tracker.look(before, {});
    const TrackerResult& now = tracker.look(after, {});
    EXPECT_FALSE(now.contacts.empty());
    for (const TrackedContact& contact : now.contacts) {
        ASSERT_TRUE(contact.time);
        // The front of the ball is 0.3 above the plane of the middle, and 0.28 above the skin: it moves by 1.
        EXPECT_GT(*contact.time, 0.27);
        EXPECT_LT(*contact.time, 0.75);
    }
    ShellTracker blind({plate, ball}, {.between = false});
    (void)blind.look(before, {});
    EXPECT_TRUE(blind.look(after, {}).contacts.empty());
    // It comes by: nothing.
    ShellTracker other({plate, ball});
    (void)other.look(std::vector<Pose>{Pose{}, at(1.15, 1.45, 0.5)}, {});
    EXPECT_TRUE(other.look(std::vector<Pose>{Pose{}, at(1.15, 1.45, -0.5)}, {}).contacts.empty());
}

TEST(ShellTracker, Property_ACoarserLastLevelTellsItsError) {
    const Body a = lump(14, 20);
    ShellTracker tracker({a, a}, {.finest = 1});
    Rng rng(5);
    int apart = 0, told = 0;
    for (const Pose& pose : drift(rng, 40 / test::kSlower + 5, 1.7, 2.4)) {
        const PosePair poses = pose_pair({}, pose);
        for (const TrackedContact& c : tracker.look(std::vector<Pose>{Pose{}, pose}, {.most_work = 3000}).contacts) {
            if (c.time) continue;
            ++told;
            const Corners of_a = corners(a.mesh(), c.triangles.a);
            const MovedTriangle of_b = move_into_a(poses, corners(a.mesh(), c.triangles.b));
            if (meeting_of(of_a, of_b, poses).meeting != TriangleMeeting::Apart) continue;
            ++apart;
            EXPECT_LE(gap(of_a, of_b).lo, c.apart_hi);
        }
    }
    EXPECT_GT(apart, 20);
    EXPECT_GT(told, apart);
    EXPECT_FALSE(tracker.look(std::vector<Pose>{at(0), at(1.8)}, {}).known.certified);
}

TEST(ShellTracker, Regression_PaperFormDeniesATouchThatOursFinds) {
    // [GuyDebunne04, sec. 4]: right triangles with legs 1 and 0.1, whose disks of sec. 4.1 miss the far corner.
    Mesh mesh;
    mesh.vertices = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 0.1, 0)};
    mesh.triangles = {{0, 1, 2}};
    make_one_surface(mesh, "legs");
    const Body body = body_of(mesh);
    // The other stands on the far corner, tilted, the mirror image of the first.
    const Pose pose{Vec3(2, 0, 0), Eigen::Quaterniond(0, 0, 0, 1)};  // half a turn about z
    ASSERT_TRUE(meet(body.at(), body.at(pose)));
    ShellTracker ours({body, body}), paper({body, body}, {.form = ShellForm::Paper, .keep_within = 0.01});
    EXPECT_EQ(ours.look(std::vector<Pose>{Pose{}, pose}, {}).contacts.size(), 1u);
    EXPECT_TRUE(paper.look(std::vector<Pose>{Pose{}, pose}, {}).contacts.empty());
}

TEST(TrackList, Example_UrgentFirstAndWhatWasNotReachedComesFirstTheNextTime) {
    TrackList list(8);
    const auto track = [](std::uint32_t facet) {
        Track t;
        t.at.a.facet = facet;
        return t;
    };
    list.begin(1);
    EXPECT_TRUE(list.keep(track(1), TrackClass::Later));
    EXPECT_FALSE(list.keep(track(1), TrackClass::Urgent));  // it is there
    EXPECT_TRUE(list.keep(track(2), TrackClass::Urgent));
    EXPECT_TRUE(list.keep(track(3), TrackClass::Urgent));
    list.end();
    list.begin(2);
    EXPECT_EQ(list.take()->at.a.facet, 2u);
    EXPECT_TRUE(list.keep(track(2), TrackClass::Urgent));
    list.end();  // 3 and 1 were not reached
    list.begin(3);
    for (const std::uint32_t facet : {3u, 2u, 1u}) EXPECT_EQ(list.take()->at.a.facet, facet);
    EXPECT_EQ(list.take(), nullptr);
    // Room: half of it for Later, three quarters with Soon, all with Urgent.
    std::array<int, 3> kept{};
    for (std::uint32_t i = 0; i < 20; ++i) kept[0] += list.keep(track(i), TrackClass::Later) ? 1 : 0;
    for (std::uint32_t i = 20; i < 40; ++i) kept[1] += list.keep(track(i), TrackClass::Soon) ? 1 : 0;
    for (std::uint32_t i = 40; i < 60; ++i) kept[2] += list.keep(track(i), TrackClass::Urgent) ? 1 : 0;
    EXPECT_EQ(kept, (std::array<int, 3>{4, 2, 2}));
}

TEST(ShellBody, Property_SeedsComeAllAndFarApart) {
    for (const std::uint32_t count : {1u, 2u, 3u, 5u, 7u, 8u, 13u, 100u, 129u}) {
        std::set<std::uint32_t> seen;
        for (std::uint32_t i = 0; i < 2 * count; ++i) {
            const std::uint32_t facet = far_apart(i, count);
            ASSERT_LT(facet, count);
            seen.insert(facet);
        }
        EXPECT_EQ(seen.size(), count);
    }
    EXPECT_GE(std::abs(int(far_apart(0, 100)) - int(far_apart(1, 100))), 49);
    const ShellBody body = build_shell_body(lump(14, 20), ShellForm::Enclosing, {});
    const std::vector<ShellFacet>& facets = body.shells.levels.back().facets;
    EXPECT_EQ(std::set<std::uint32_t>(body.seeds.begin(), body.seeds.end()).size(), facets.size());
    const auto middle = [&](std::size_t i) { return Vec3(facets[body.seeds[i]].centre.data()); };
    EXPECT_GT((middle(0) - middle(1)).norm(), 1.7);  // the lump is about 2 wide
    EXPECT_NEAR(body.disk_share, 3.0, 1.5);
}

TEST(MissedEstimate, Reference_IsTheProductOfWhatEachSeedMisses) {
    // P(all N miss) = prod (beta + i) / (alpha + beta + i)
    for (const double alpha : {0.5, 2.0})
        for (const double beta : {0.3, 4.0}) {
            double product = 1.0;
            for (int n = 0; n < 50; ++n) {
                EXPECT_NEAR(chance_of_missing(alpha, beta, n), product, 1e-12);
                product *= (beta + n) / (alpha + beta + n);
            }
        }
    EXPECT_FALSE(missed_estimate(MeshKind::Slivers, 10.0));
    const auto few = missed_estimate(MeshKind::Even, 1.0), many = missed_estimate(MeshKind::Even, 100.0);
    ASSERT_TRUE(few && many);
    EXPECT_GT(few->chance, many->chance);
    EXPECT_LE(many->lo, many->chance);
    EXPECT_GE(many->hi, many->chance);
    EXPECT_EQ(mesh_kind(30.0), MeshKind::Slivers);
}

TEST(FacetPair, Reference_TurnsAreNoMoreThanMostTurn) {
    Rng rng(11);
    double tightest = 0.0;
    for (int trial = 0; trial < 3000 / test::kSlower; ++trial) {
        const Pose from = random_pose(rng, Vec3::Zero());
        Pose to = random_pose(rng, Vec3::Zero());
        if (trial % 2 == 0) to.rotation = from.rotation.slerp(0.05, to.rotation).normalized();
        if (trial % 3 == 0) to.rotation.coeffs() *= -1.0;
        const double turn = from.rotation.angularDistance(to.rotation);
        EXPECT_LE(turn, most_turn(from.rotation, to.rotation));
        tightest = std::max(tightest, turn / most_turn(from.rotation, to.rotation));
    }
    EXPECT_GT(tightest, 0.9);
    EXPECT_EQ(most_turn(Eigen::Quaterniond::Identity(), Eigen::Quaterniond::Identity()), 0.0);
}

TEST(FacetPair, Reference_WhatIsDeniedBetweenTwoCallsDoesNotMeetAtAnyInstant) {
    const Body a = lump(6, 8), b = lump(5, 9);
    const ShellBody of_a = build_shell_body(a, ShellForm::Enclosing, {.coarsest = 8}),
                    of_b = build_shell_body(b, ShellForm::Enclosing, {.coarsest = 8});
    Rng rng(17);
    int denied = 0, met = 0;
    for (int trial = 0; trial < 60 / test::kSlower; ++trial) {
        const Pose from = random_pose(rng, 2.2 * random_vector(rng, 1.0).normalized());
        Pose to = from;
        to.translation += random_vector(rng, 0.8);
        to.rotation = (Eigen::Quaterniond(Eigen::AngleAxisd(rng.uniform(0.0, 0.6), random_vector(rng, 1.0).normalized())) *
                       from.rotation).normalized();
        const Vec3 middle = b.bounds().centre();
        ShellView view{&of_a, &of_b, ShellForm::Enclosing, placement_of(to), placement_of(from), 0.0, 0.0};
        view.turn = most_turn(from.rotation, to.rotation);
        view.bend = 0.125 * 0.5 * b.size() * view.turn * view.turn;
        const Motion motion = slerp({from, to}, middle);
        std::set<std::pair<std::uint32_t, std::uint32_t>> meeting;  // facets of level 0, by number
        std::vector<std::uint32_t> place_a(of_a.shells.triangles.size()), place_b(of_b.shells.triangles.size());
        for (std::uint32_t i = 0; i < place_a.size(); ++i) place_a[of_a.shells.triangles[i]] = i;
        for (std::uint32_t i = 0; i < place_b.size(); ++i) place_b[of_b.shells.triangles[i]] = i;
        for (int k = 0; k <= 16; ++k)
            for (const IdPair& pair :
                 find_intersections(a.at(), b.at(motion.pose_at(k / 16.0)), {.find = Find::TrianglePairs}).triangles)
                meeting.insert({place_a[pair.a], place_b[pair.b]});
        for (std::uint32_t level = 0; level < 2; ++level)
            for (std::uint32_t i = 0; i < of_a.shells.levels[level].facets.size(); ++i)
                for (std::uint32_t j = 0; j < of_b.shells.levels[level].facets.size(); ++j) {
                    if (gap_of(view, {{i, level}, {j, level}}).may_have_met) continue;
                    ++denied;
                    const FacetRange p = finest_below(of_a.shells, level, i), q = finest_below(of_b.shells, level, j);
                    for (const auto& [x, y] : meeting)
                        EXPECT_FALSE(x >= p.begin && x < p.end && y >= q.begin && y < q.end);
                }
        met += meeting.empty() ? 0 : 1;
    }
    EXPECT_GT(met, 5);
    EXPECT_GT(denied, 1000);
}

TEST(TrianglePassage, Example_ThroughAndPast) {
    const Corners flat{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)}, steep{Vec3(0, 0, 0), Vec3(0.1, 0, 1), Vec3(0, 0.1, 1)};
    const Passage rests = passage_of({}, {}, Vec3::Zero());
    const Passage down = passage_of(at(0.2, 0.3, 1.0), at(0.2, 0.3, -3.0), Vec3::Zero());
    const auto met = first_contact_of({flat, rests}, {steep, down}, 1e-6);
    ASSERT_TRUE(met);
    EXPECT_NEAR(met->time, 0.25, 1e-5);
    EXPECT_LE(met->distance_hi, 1e-6);
    const Passage past = passage_of(at(2.2, 0.3, 1.0), at(2.2, 0.3, -3.0), Vec3::Zero());
    EXPECT_FALSE(first_contact_of({flat, rests}, {steep, past}, 1e-6));
}

}  // namespace graze::shell_tracker_test
