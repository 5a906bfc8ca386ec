// Contacts against brute force: every pair of triangles by plain formulas, and a local minimum by what it is. If p
// is on the triangles A_i of one skin and q on the triangles B_j of the other, then (p, q) is a local minimum of
// the distance of the skins exactly if it is one on each A_i x B_j; and since these are convex sets, exactly if
// no A_i and B_j are nearer to each other than p and q are.
#include "graze/queries/instant/contacts_within.h"

#include "graze/core/random.h"
#include "graze/discrete/wide/distance.h"
#include "graze/model/sharp_features.h"
#include "graze/numeric/outward.h"
#include "graze/queries/instant/contact_lists.h"

#include "support/door_meshes.h"
#include "support/random_poses.h"

#include <gtest/gtest.h>

namespace graze::contacts_within_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

using Corners = std::array<Vec3, 3>;

struct Pair {
    Vec3 on_a, on_b;
    [[nodiscard]] double distance() const { return (on_a - on_b).norm(); }
};

const Pair& nearer(const Pair& x, const Pair& y) { return y.distance() < x.distance() ? y : x; }

Vec3 on_segment(const Vec3& a, const Vec3& b, const Vec3& p) {
    const double length_sq = (b - a).squaredNorm();
    return length_sq > 0.0 ? Vec3(a + std::clamp((p - a).dot(b - a) / length_sq, 0.0, 1.0) * (b - a)) : a;
}
Pair of_segments(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
    // Where the lines are nearest, by volumes; if that is outside, an end is.
    Pair best{a0, on_segment(b0, b1, a0)};
    best = nearer(best, {a1, on_segment(b0, b1, a1)});
    best = nearer(best, {on_segment(a0, a1, b0), b0});
    best = nearer(best, {on_segment(a0, a1, b1), b1});
    const Vec3 u = a1 - a0, v = b1 - b0, w = b0 - a0, across = u.cross(v);
    const double s = w.cross(v).dot(across) / across.squaredNorm(),
                 t = w.cross(u).dot(across) / across.squaredNorm();
    if (s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0)  // NaN of parallel ones: no
        best = nearer(best, {a0 + s * u, b0 + t * v});
    return best;
}
Vec3 on_triangle(const Corners& c, const Vec3& p) {
    Vec3 best = on_segment(c[0], c[1], p);
    for (const auto& [i, j] : {std::pair(1, 2), std::pair(2, 0)}) {
        const Vec3 other = on_segment(c[static_cast<std::size_t>(i)], c[static_cast<std::size_t>(j)], p);
        if ((other - p).norm() < (best - p).norm()) best = other;
    }
    const Vec3 n = (c[1] - c[0]).cross(c[2] - c[0]);
    for (std::size_t i = 0; i < 3; ++i)
        if (n.dot((c[(i + 1) % 3] - c[i]).cross(p - c[i])) < 0.0) return best;
    return n.squaredNorm() > 0.0 ? Vec3(p - n.dot(p - c[0]) / n.squaredNorm() * n) : best;
}
Pair of_triangles(const Corners& a, const Corners& b) {
    Pair best{a[0], on_triangle(b, a[0])};
    for (std::size_t i = 0; i < 3; ++i) {
        best = nearer(best, {a[i], on_triangle(b, a[i])});
        best = nearer(best, {on_triangle(a, b[i]), b[i]});
        for (std::size_t j = 0; j < 3; ++j)
            best = nearer(best, of_segments(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]));
    }
    return best;
}

/// A triangle and a ball around it: what is too far away by the balls is not looked at.
struct Posed {
    Corners c;
    Vec3 middle;
    double radius;
};

std::vector<Posed> posed_triangles(const Mesh& mesh, const Pose& pose) {
    std::vector<Posed> all;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const auto own = corners(mesh, t);
        const Corners c{apply(pose, own[0]), apply(pose, own[1]), apply(pose, own[2])};
        const Vec3 middle = (c[0] + c[1] + c[2]) / 3.0;
        all.push_back(
            {c, middle,
             std::max({(c[0] - middle).norm(), (c[1] - middle).norm(), (c[2] - middle).norm()}) + 1e-12});
    }
    return all;
}

/// By parity along a ray that meets no edge.
bool is_inside(const std::vector<Posed>& skin, const Vec3& p) {
    const Vec3 ray(0.3712, 0.5329, 0.7601);
    int crossings = 0;
    for (const auto& [c, middle, radius] : skin) {
        const auto side = [&, &c = c](std::size_t i, std::size_t j) {
            return ray.cross(c[i] - p).dot(c[j] - p) > 0.0;
        };
        if (side(0, 1) != side(1, 2) || side(1, 2) != side(2, 0)) continue;
        const Vec3 n = (c[1] - c[0]).cross(c[2] - c[0]);
        crossings += (n.dot(c[0] - p) > 0.0) == (n.dot(ray) > 0.0);
    }
    return crossings % 2 == 1;
}

struct Skins {
    std::vector<Posed> a, b;
    bool are_closed;
};

constexpr double kOn = 1e-9;     // of bodies of size 1: a point is on a triangle
constexpr double kEqual = 1e-5;  // two contacts are the same; more than kSameContact of the reach

bool is_on(const Posed& triangle, const Vec3& p) {
    return (triangle.middle - p).norm() <= triangle.radius + kOn &&
           (on_triangle(triangle.c, p) - p).norm() <= kOn;
}

/// Whether no small move brings the points nearer by more than `lack`; never from behind.
bool is_minimum(const Skins& skins, const Pair& pair, double lack) {
    const double least = pair.distance() - lack;
    for (const Posed& a : skins.a) {
        if (!is_on(a, pair.on_a)) continue;
        for (const Posed& b : skins.b)
            if (is_on(b, pair.on_b) && of_triangles(a.c, b.c).distance() < least) return false;
    }
    const Vec3 step = 1e-6 * (pair.on_a - pair.on_b);
    return !skins.are_closed ||
           (!is_inside(skins.b, pair.on_b + step) && !is_inside(skins.a, pair.on_a - step));
}

void attack(const ContactBody& a, const Pose& pose_a, const ContactBody& b, const Pose& pose_b, double reach,
            bool are_closed, int& minima) {
    ContactList list;
    const auto found = contacts_within({a, pose_a}, {b, pose_b}, {.reach = reach}, list);
    const Skins skins{posed_triangles(a.body().mesh(), pose_a), posed_triangles(b.body().mesh(), pose_b),
                      are_closed};
    // Tight: each is a local minimum, and where it says.
    for (const ContactFeaturePair& contact : found) {
        const Pair pair{contact.points[0], contact.points[1]};
        ASSERT_LE(pair.distance(), reach + 1e-9);
        ASSERT_LE(pair.distance(), contact.distance_hi + 1e-12);
        ASSERT_LE((contact.normal - (pair.on_a - pair.on_b).normalized()).norm(), 1e-6);
        ASSERT_LE((on_triangle(skins.a[contact.triangles[0]].c, pair.on_a) - pair.on_a).norm(), kOn);
        ASSERT_LE((on_triangle(skins.b[contact.triangles[1]].c, pair.on_b) - pair.on_b).norm(), kOn);
        // A slack of kContactSlack at each end loses no more than that of the triangles' size.
        ASSERT_TRUE(is_minimum(skins, pair, 4.0 * kContactSlack));
    }
    // Sound: each local minimum is listed.
    for (const Posed& ta : skins.a)
        for (const Posed& tb : skins.b) {
            if ((ta.middle - tb.middle).norm() > ta.radius + tb.radius + reach) continue;
            const Pair pair = of_triangles(ta.c, tb.c);
            if (pair.distance() > reach - 1e-9 || !is_minimum(skins, pair, 1e-12)) continue;
            ++minima;
            ASSERT_TRUE(std::any_of(found.begin(), found.end(),
                                    [&](const ContactFeaturePair& contact) {
                                        return (contact.points[0] - pair.on_a).norm() < kEqual &&
                                               (contact.points[1] - pair.on_b).norm() < kEqual;
                                    }))
                << "a minimum at distance " << pair.distance() << " is missing";
        }
}

/// `./test --campaign contacts` asks for more.
int trials_wanted() {
    const char* text = std::getenv("GRAZE_CAMPAIGN_CONTACTS");
    return text != nullptr ? std::atoi(text) : 10;
}

ContactBody prepared(const Mesh& mesh) { return prepare_contacts(*build_body(mesh)); }

Pose at(double x, double y, double z) { return {Vec3(x, y, z), Eigen::Quaterniond::Identity()}; }

/// A flat plate [-1, 1] x [-1, 1] x [-t, 0] of n x n squares on each side.
Mesh plate_mesh(int n, double thickness) {
    Mesh mesh = shell_mesh(n, thickness, 0.0);
    const auto half = mesh.vertices.size() / 2;
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i) mesh.vertices[i].z() = i < half ? -thickness : 0.0;
    return mesh;
}

}  // namespace

TEST(SharpFeatures, Example_APlateHasEightCornersAndTwelveRidges) {
    const Body plate = *build_body(plate_mesh(8, 0.1));
    const SharpFeatures sharp = find_sharp_features(plate.model());
    EXPECT_TRUE(sharp.is_one_sided);
    EXPECT_EQ(sharp.vertices.size(), 8u);
    ASSERT_EQ(sharp.ridges.size(), 12u);
    EXPECT_EQ(sharp.edges.size(), 64u + 4u);  // two rings of 32, and the upright ones
    for (const Ridge& ridge : sharp.ridges) {
        const Vec3 from = plate.mesh().vertices[ridge.ends[0]], to = plate.mesh().vertices[ridge.ends[1]];
        for (std::uint32_t k = 0; k < ridge.count; ++k) {
            const double middle = (k + 0.5) / ridge.count;
            const auto [u, v] = sharp.ends_of(sharp.edge_at(ridge, middle));
            const Vec3 of_edge = 0.5 * (plate.mesh().vertices[u] + plate.mesh().vertices[v]);
            EXPECT_LT((of_edge - (from + middle * (to - from))).norm(), 1e-12);
        }
    }
}

TEST(SharpFeatures, Example_EdgesThatBendInwardsAreNot) {
    Mesh roof;  // two sheets that meet in a valley
    roof.vertices = {Vec3(-1, 0, 1), Vec3(0, 0, 0), Vec3(0, 1, 0), Vec3(1, 0, 1)};
    roof.triangles = {{0, 1, 2}, {1, 3, 2}};
    make_one_surface(roof, "valley");
    // Open: it can be touched from below.
    EXPECT_EQ(find_sharp_features(build_body(roof)->model()).ridges.size(), 5u);
    const Body box = *build_body(box_mesh({1, 2, 3}));
    EXPECT_EQ(find_sharp_features(box.model()).ridges.size(), 12u);
    EXPECT_EQ(find_sharp_features(box.model()).vertices.size(), 8u);
    Mesh inside_out = box_mesh({1, 2, 3});
    for (Triangle& t : inside_out.triangles) std::swap(t[1], t[2]);
    EXPECT_EQ(find_sharp_features(build_body(inside_out)->model()).ridges.size(), 12u);
}

TEST(ContactsWithin, Example_ABoxOverAFloorHasItsFourCorners) {
    const ContactBody floor = prepared(plate_mesh(20, 0.1)), box = prepared(box_mesh({0.31, 0.22, 0.1}));
    ContactList list;
    const auto found =
        contacts_within({floor, at(0, 0, 0)}, {box, at(0.013, 0.017, 0.11)}, {.reach = 0.02}, list);
    ASSERT_EQ(found.size(), 4u);
    for (const ContactFeaturePair& contact : found) {
        EXPECT_NEAR(contact.distance_hi, 0.01, 1e-12);
        EXPECT_LT((contact.normal - Vec3(0, 0, -1)).norm(), 1e-12);  // from the box to the floor
        EXPECT_EQ(contact.features[0], kFaceSlot);
        EXPECT_LT(contact.features[1], kFirstEdgeSlot);
    }
    EXPECT_TRUE(
        contacts_within({floor, at(0, 0, 0)}, {box, at(0.013, 0.017, 0.13)}, {.reach = 0.02}, list).empty());
    EXPECT_EQ(list.least_distance(), kInfinity);
}

TEST(ContactsWithin, Example_CrossedEdges) {
    const ContactBody a = prepared(box_mesh({1, 0.1, 0.1})), b = prepared(box_mesh({0.1, 1, 0.1}));
    const Pose tilted{Vec3::Zero(), Eigen::Quaterniond(Eigen::AngleAxisd(0.7853, Vec3::UnitX()))};
    const Pose above{Vec3(0, 0, 0.3), Eigen::Quaterniond(Eigen::AngleAxisd(0.7853, Vec3::UnitY()))};
    ContactList list;
    const auto found = contacts_within({a, tilted}, {b, above}, {.reach = 0.1}, list);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(kind_of(found[0]), "edge_edge");
    EXPECT_NEAR(found[0].distance_hi, 0.3 - 0.2 * std::sqrt(2.0), 1e-5);
}

TEST(ContactsWithin, Example_ABoxThatIsTiltedALittle) {
    const ContactBody floor = prepared(plate_mesh(5, 0.1)), box = prepared(box_mesh({0.3, 0.2, 0.1}));
    const Pose tilted{Vec3(0.013, 0.017, 0.11),
                      Eigen::Quaterniond(Eigen::AngleAxisd(1e-4, Vec3(2, 1, 0).normalized()))};
    ContactList list;
    const auto count = [&](double slack) {
        return contacts_within({floor, at(0, 0, 0)}, {box, tilted},
                               {.reach = 0.02, .skin = 0.01, .slack = slack}, list)
            .size();
    };
    EXPECT_EQ(count(kContactSlack), 1u);  // the lowest corner
    EXPECT_EQ(count(1e-3), 4u);
    EXPECT_EQ(count(kContactSlack), 1u);  // the list is the same, the answer is not
    EXPECT_EQ(list.searches(), 1u);
}

TEST(ContactsWithin, Degenerate_FromBehindAThinPlateNothingTouches) {
    const ContactBody plate = prepared(plate_mesh(4, 0.05)), box = prepared(box_mesh({0.1, 0.1, 0.1}));
    ContactList list;
    for (const ContactFeaturePair& contact :
         contacts_within({plate, at(0, 0, 0)}, {box, at(0.03, 0.02, 0.11)}, {.reach = 0.2}, list))
        EXPECT_GT(contact.points[0].z(), -0.01);  // never the underside
    EXPECT_FALSE(list.contacts().empty());
}

TEST(ContactsWithin, Degenerate_CornersAndEdgesThatMeetExactlyAreListedOnce) {
    const ContactBody a = prepared(box_mesh({1, 1, 1})), b = prepared(box_mesh({0.5, 0.5, 0.5}));
    ContactList list;
    // Corner against corner along the diagonal.
    EXPECT_EQ(contacts_within({a, at(0, 0, 0)}, {b, at(1.6, 1.6, 1.6)}, {.reach = 0.2}, list).size(), 1u);
    // A corner over the very middle of a face, where its two triangles meet.
    const Pose on_tip{Vec3(0, 0, 1.9), Eigen::Quaterniond::FromTwoVectors(Vec3(1, 1, 1), Vec3(0, 0, -1))};
    EXPECT_EQ(contacts_within({a, at(0, 0, 0)}, {b, on_tip}, {.reach = 0.1}, list).size(), 1u);
    // Touching.
    const auto touching = contacts_within({a, at(0, 0, 0)}, {b, at(1.5, 0.1, 0.2)}, {.reach = 0.1}, list);
    ASSERT_EQ(touching.size(), 4u);
    EXPECT_LE(list.least_distance(), 1e-12);
}

TEST(ContactsWithin, Reference_ClosedBodiesAgainstBruteForce) {
    Rng rng(2510);
    int minima = 0;
    for (int trial = 0; trial < trials_wanted(); ++trial) {
        SCOPED_TRACE(trial);
        const double bumps = rng.uniform(2.0, 9.0);
        const auto any_body = [&] {
            switch (rng.below(4)) {
                case 0:
                    return prepared(box_mesh({0.4, 0.3, 0.2}));
                case 1:
                    return prepared(plate_mesh(2, 0.4));  // edges in halves
                case 2:
                    return prepared(bumpy_sphere_mesh(3, 5));
                default:
                    return prepared(sphere_mesh(3, 6, [=](const Vec3& n) {
                        return 0.5 + 0.15 * std::sin(bumps * n.x() + 2.0 * n.y()) * std::cos(4.0 * n.z());
                    }));
            }
        };
        const ContactBody a = any_body(), b = any_body();
        const Pose pose_a = random_pose(rng, random_vector(rng, 1.0));
        Pose pose_b = random_pose(rng, pose_a.translation + 0.9 * random_vector(rng, 1.0).normalized());
        ContactList list;
        // Apart, but not by much.
        const Vec3 away = (pose_b.translation - pose_a.translation).normalized();
        for (int i = 0; i < 60; ++i) {
            const auto near = distance(a.body().at(pose_a), b.body().at(pose_b));
            if (near.lo > 0.01) break;
            pose_b.translation += 0.05 * away;
        }
        attack(a, pose_a, b, pose_b, rng.uniform(0.1, 0.8), true, minima);
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(minima, 3 * trials_wanted());
}

TEST(ContactsWithin, Reference_OpenSheetsAgainstBruteForce) {
    Rng rng(2511);
    int minima = 0;
    for (int trial = 0; trial < trials_wanted(); ++trial) {
        SCOPED_TRACE(trial);
        const auto sheet = [&](double height) {  // a bumpy net of 4 x 4 squares
            Mesh mesh;
            for (int i = 0; i <= 4; ++i)
                for (int j = 0; j <= 4; ++j)
                    mesh.vertices.emplace_back(0.2 * i + rng.uniform(-0.05, 0.05),
                                               0.2 * j + rng.uniform(-0.05, 0.05),
                                               height + rng.uniform(-0.06, 0.06));
            const auto id = [](int i, int j) { return static_cast<std::uint32_t>(5 * i + j); };
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j) {
                    mesh.triangles.push_back({id(i, j), id(i + 1, j), id(i + 1, j + 1)});
                    mesh.triangles.push_back({id(i, j), id(i + 1, j + 1), id(i, j + 1)});
                }
            make_one_surface(mesh, "sheet");
            return prepared(mesh);
        };
        const Pose pose = random_pose(rng, random_vector(rng, 2.0));
        Pose other = pose;
        other.translation +=
            pose.rotation.normalized() * Vec3(rng.uniform(-0.1, 0.1), rng.uniform(-0.1, 0.1), 0.0);
        attack(sheet(0.0), pose, sheet(0.2), other, rng.uniform(0.1, 0.25), false, minima);
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(minima, 12 * trials_wanted());
}

// A list that is kept says what one that is made anew says, to the last bit; and it is kept most of the time.
TEST(ContactsWithin, Property_AKeptListSaysTheSame) {
    Rng rng(2512);
    const ContactBody seat = prepared(shell_mesh(12, 0.02, 0.03)), door = prepared(shell_mesh(15, 0.02, 0.0));
    ContactList kept;
    Pose pose_seat = at(1, 2, 3), pose = pose_seat;
    for (int step = 0; step < 200; ++step) {
        const double size = step % 50 == 49 ? 0.05 : 0.0012;
        pose.translation += random_vector(rng, size);
        pose.rotation =
            product(Eigen::Quaterniond(Eigen::AngleAxisd(rng.uniform(-size, size), Vec3::UnitY())),
                    pose.rotation)
                .normalized();
        if (size > 0.01) pose = pose_seat;
        if (step % 3 == 0) pose_seat.translation += random_vector(rng, 0.0003);
        ContactList fresh;
        const auto x = contacts_within({seat, pose_seat}, {door, pose}, {.reach = 0.02, .skin = 0.01}, kept);
        const auto y = contacts_within({seat, pose_seat}, {door, pose}, {.reach = 0.02}, fresh);
        ASSERT_EQ(x.size(), y.size()) << step;
        for (std::size_t i = 0; i < x.size(); ++i) {
            ASSERT_EQ(x[i].triangles, y[i].triangles);
            ASSERT_EQ(x[i].features, y[i].features);
            ASSERT_EQ(x[i].points, y[i].points);
            ASSERT_EQ(x[i].distance_hi, y[i].distance_hi);
        }
        if (kept.least_distance() <= 0.02) {
            ASSERT_EQ(kept.least_distance(), fresh.least_distance());
        }
    }
    EXPECT_GT(kept.uses(), 4 * kept.searches());
    EXPECT_GT(kept.searches(), 4u);
}

TEST(ContactLists, Property_ManyBodiesAreTheirPairsForAnyNumberOfThreads) {
    Rng rng(2513);
    const ContactBody box = prepared(box_mesh({0.3, 0.2, 0.25})), ball = prepared(sphere_mesh(5, 8, 0.3));
    std::vector<PosedContactBody> bodies;
    for (int i = 0; i < 30; ++i)
        bodies.push_back({i % 2 == 0 ? box : ball,
                          random_pose(rng, Vec3(0.75 * (i % 5), 0.75 * (i / 5 % 3), 0.75 * (i / 15)))});
    const std::vector<IgnoredPair> ignored{{{0, 1}, Allowed::Everything, {}}};
    const PairRules rules(ignored, {}, 0.0);
    ContactLists one, many;
    std::size_t pairs = 0;
    for (int step = 0; step < 5; ++step) {
        const ContactReach reach{.reach = 0.3, .skin = 0.05};
        const auto x = contacts_within(bodies, rules, reach, one);
        const auto y = contacts_within(bodies, rules, reach, many, 2);
        ASSERT_EQ(x.size(), y.size());
        std::size_t next = 0;
        for (std::uint32_t i = 0; i < bodies.size(); ++i)
            for (std::uint32_t j = i + 1; j < bodies.size(); ++j) {
                if (i == 0 && j == 1) continue;
                ContactList list;
                const auto of_pair = contacts_within(bodies[i], bodies[j], {.reach = 0.3}, list);
                if (!(list.least_distance() <= 0.3)) continue;
                ASSERT_LT(next, x.size());
                ASSERT_EQ(x[next].bodies, (BodyPair{i, j}));
                ASSERT_EQ(y[next].bodies, (BodyPair{i, j}));
                ASSERT_EQ(x[next].contacts.size(), of_pair.size());
                ASSERT_EQ(y[next].contacts.size(), of_pair.size());
                for (std::size_t k = 0; k < of_pair.size(); ++k) {
                    ASSERT_EQ(x[next].contacts[k].points, of_pair[k].points);
                    ASSERT_EQ(y[next].contacts[k].points, of_pair[k].points);
                }
                ++next;
            }
        ASSERT_EQ(next, x.size());
        pairs += next;
        for (PosedContactBody& body : bodies) body.pose.translation += random_vector(rng, 0.02);
    }
    EXPECT_GT(pairs, 100u);
}

}  // namespace graze::contacts_within_test
