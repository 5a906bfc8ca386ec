// The Clear side of the baseline is a proof too: contacts that are certain must never be called Clear.
#include "graze_papers/redon_contact.h"

#include "support/axial_queries.h"

#include <gtest/gtest.h>

namespace graze::papers::redon_guard_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

struct Straight {
    MovingFeature a, b;
};

// Vertices on straight lines through a point that is well inside both features at `time`.
Straight crossing(Rng& rng, double time, double size) {
    Straight pair;
    pair.a.count = 1 + static_cast<int>(rng.below(3));
    pair.b.count = 4 - pair.a.count;
    for (MovingFeature* feature : {&pair.a, &pair.b}) {
        place_around(rng, *feature, Vec3::Zero(), size);
        VertexEnds ends{feature->vertices};
        const Vec3 common = random_vector(rng, 2.0 * size);
        for (int i = 0; i < 3; ++i) {
            const Vec3 way = common + random_vector(rng, 0.3 * size);
            ends.to[i] += (1.0 - time) * way;
            feature->vertices[i] -= time * way;
        }
        feature->motion = ends;
    }
    return pair;
}

}  // namespace

TEST(RedonContact, Reference_NoPlantedContactIsClear) {
    Rng rng(202);
    int contacts = 0, late = 0;
    constexpr int kTrials = 6000;
    for (int i = 0; i < kTrials; ++i) {
        SCOPED_TRACE(i);
        RedonContact result{};
        double time = rng.uniform(0.02, 0.98);
        if (i % 2 == 0) {
            const double size = kSizes[rng.below(3)];
            const Straight pair = crossing(rng, time, size);
            result =
                redon_first_contact(pair.a, pair.b, {.place_error = 1e-2 * size, .most_evaluations = 3000});
        } else {
            const auto query = random_axial_query(rng, kScrewFamilies[rng.below(7)], 0.0);
            time = query->time;
            result = redon_first_contact(query->moving, query->still,
                                         {.place_error = 1e-2 * query->size, .most_evaluations = 600});
        }
        ASSERT_NE(result.verdict, ContactVerdict::Clear);
        // What came before was proved to be no contact: it cannot reach past the planted one.
        ASSERT_LE(result.verdict == ContactVerdict::Contact ? result.time.lo : result.time.hi, time + 1e-9);
        contacts += result.verdict == ContactVerdict::Contact;
        late += result.verdict == ContactVerdict::Contact && result.time.lo > 0.5;
    }
    EXPECT_GT(contacts, kTrials / 2);
    EXPECT_GT(late, kTrials / 20);
}

}  // namespace graze::papers::redon_guard_test
