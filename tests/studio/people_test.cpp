#include "studio/people.h"

#include <gtest/gtest.h>

namespace graze::studio::people_test {

TEST(StudioPeople, Example_TheFirstDrivesOthersWatch) {
    People people;
    const auto one = people.join(1, {.protocol = 1}, 0.0);
    const auto two = people.join(2, {.protocol = 1}, 0.0);
    EXPECT_TRUE(people.is_driver(1));
    EXPECT_FALSE(people.is_driver(2));
    EXPECT_NE(one.person.session, two.person.session);
    EXPECT_EQ(people.clients().size(), 2U);
}

TEST(StudioPeople, Example_WhoOnlyWatchesDoesNotDrive) {
    People people;
    (void)people.join(1, {.protocol = 1, .role = Role::Watcher}, 0.0);
    EXPECT_FALSE(people.driver());
    people.ask(1, 0.0);
    EXPECT_TRUE(people.is_driver(1));
}

TEST(StudioPeople, Example_TheWheelIsAskedForAndHandedOver) {
    People people;
    (void)people.join(1, {.protocol = 1}, 0.0);
    (void)people.join(2, {.protocol = 1}, 0.0);
    people.ask(2, 1.0);
    EXPECT_TRUE(people.is_driver(1));
    EXPECT_EQ(people.asks(), 2U);
    people.answer(false);
    EXPECT_TRUE(people.is_driver(1));
    EXPECT_FALSE(people.asks());
    people.ask(2, 2.0);
    people.answer(true);
    EXPECT_TRUE(people.is_driver(2));
    people.ask(1, 3.0);
    EXPECT_FALSE(people.tick(12.9));
    EXPECT_TRUE(people.is_driver(2));
    EXPECT_TRUE(people.tick(13.0));  // no answer is a yes
    EXPECT_TRUE(people.is_driver(1));
    people.answer(true);  // nobody asks: the wheel is free
    EXPECT_FALSE(people.driver());
    people.ask(2, 20.0);
    EXPECT_TRUE(people.is_driver(2));
}

TEST(StudioPeople, Example_WhoComesBackIsTheSame) {
    People people;
    const std::string session = people.join(1, {.protocol = 1}, 0.0).person.session;
    (void)people.join(2, {.protocol = 1}, 0.0);
    people.leave(1, 5.0);
    EXPECT_EQ(people.driver(), 1U);  // it may come back
    const auto back = people.join(3, {.protocol = 1, .session = session}, 30.0);
    EXPECT_EQ(back.person.number, 1U);
    EXPECT_FALSE(back.replaced);
    EXPECT_TRUE(people.is_driver(3));
    // A second connection of the same session takes over from the first.
    const auto again = people.join(4, {.protocol = 1, .session = session}, 31.0);
    EXPECT_EQ(again.replaced, 3U);
    EXPECT_TRUE(people.is_driver(4));
    EXPECT_FALSE(people.is_driver(3));
    people.leave(3, 32.0);  // that of the old connection comes late
    EXPECT_TRUE(people.is_driver(4));
}

TEST(StudioPeople, Degenerate_WhoIsAwayCannotRefuse) {
    People people;
    const std::string session = people.join(1, {.protocol = 1}, 0.0).person.session;
    (void)people.join(2, {.protocol = 1}, 0.0);
    people.leave(1, 1.0);
    people.ask(2, 2.0);
    EXPECT_TRUE(people.is_driver(2));
    (void)people.join(3, {.protocol = 1, .session = session}, 3.0);
    EXPECT_FALSE(people.is_driver(3));
}

TEST(StudioPeople, Degenerate_WhoStaysAwayIsForgotten) {
    People people;
    const std::string session = people.join(1, {.protocol = 1}, 0.0).person.session;
    people.leave(1, 1.0);
    EXPECT_FALSE(people.tick(60.9));
    EXPECT_TRUE(people.tick(61.0));
    EXPECT_FALSE(people.driver());
    EXPECT_NE(people.join(2, {.protocol = 1, .session = session}, 62.0).person.session, session);
    EXPECT_TRUE(people.is_driver(2));
}

TEST(StudioPeople, Degenerate_SessionsAreNotGuessed) {
    People people;
    (void)people.join(1, {.protocol = 1}, 0.0);
    EXPECT_EQ(people.join(2, {.protocol = 1, .session = "guess"}, 0.0).person.number, 2U);
    EXPECT_FALSE(people.is_driver(2));
}

}  // namespace graze::studio::people_test
