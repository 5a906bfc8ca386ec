#include "graze_verify/carriers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace graze::verify::carriers_test {
namespace {

const CertificatePose kHere{{0, 0, 0}, {0, 0, 0, 1}}, kThere{{1, 2, 3}, {0, 0, 0.6, 0.8}};

CertificateLink rest(const CertificatePose& pose) { return {.from = pose, .to = pose}; }
CertificateLink hinge(double from, double to) {
    return {.kind = LinkKind::Revolute, .axis = {0, 0, 1}, .value_from = from, .value_to = to};
}
CertificateLink path(const CertificatePose& from, const CertificatePose& to, int turns = 0,
                     LinkKind kind = LinkKind::Screw) {
    return {.kind = kind, .from = from, .to = to, .turns = turns};
}

/// Which of the bodies have the same number as the first one.
std::vector<bool> like_the_first(const CertificateHead& head) {
    const auto courses = courses_of(head);
    const auto numbers = carrier_numbers(courses);
    std::vector<bool> alike;
    for (const std::uint32_t number : numbers) alike.push_back(number == numbers[0]);
    return alike;
}

CertificateHead head_of(const std::vector<CertificateMotion>& motions, std::size_t segments = 1) {
    CertificateHead head;
    for (const CertificateMotion& motion : motions) head.bodies.push_back({"", 0, motion});
    head.motions.resize(segments);
    head.whole_segments = segments;
    return head;
}

}  // namespace

TEST(Carriers, Example_ConstantLinks) {
    EXPECT_TRUE(is_constant(rest(kThere)));
    EXPECT_TRUE(is_constant(hinge(20, 20)));
    EXPECT_FALSE(is_constant(hinge(20, std::nextafter(20.0, 30.0))));
    for (const LinkKind kind : {LinkKind::Screw, LinkKind::Slerp, LinkKind::LinearParameters}) {
        EXPECT_TRUE(is_constant(path(kThere, kThere, 0, kind)));
        EXPECT_FALSE(is_constant(path(kThere, kThere, 1, kind)));
        EXPECT_FALSE(is_constant(path(kHere, kThere, 0, kind)));
    }
    CertificateLink slide = hinge(1, 1);
    slide.kind = LinkKind::Prismatic;
    EXPECT_TRUE(is_constant(slide));
    slide.value_to = 2;
    EXPECT_FALSE(is_constant(slide));
}

TEST(Carriers, Example_ConstantLinksInsideDoNotMatter) {
    EXPECT_EQ(like_the_first(head_of({{},
                                      {rest(kThere)},
                                      {rest(kThere), hinge(3, 3), path(kThere, kThere)},
                                      {hinge(3, 4)},
                                      {path(kHere, kThere)}})),
              (std::vector{true, true, true, false, false}));
    EXPECT_EQ(like_the_first(head_of({{hinge(0, 20)},
                                      {hinge(0, 20), rest(kThere)},
                                      {hinge(0, 20), hinge(5, 5), rest(kHere)},
                                      {rest(kThere), hinge(0, 20)},
                                      {hinge(0, 20), hinge(5, 6)},
                                      {hinge(0, 21)},
                                      {hinge(0, 20), hinge(0, 20)}})),
              (std::vector{true, true, true, false, false, false, false}));
    // A constant link that something moves inside of is a part of the carrier.
    EXPECT_EQ(like_the_first(head_of({{rest(kThere), hinge(0, 20)}, {rest(kHere), hinge(0, 20)}})),
              (std::vector{true, false}));
}

TEST(Carriers, Property_EveryNumberCounts) {
    const CertificateLink joint = hinge(0, 20), way = path(kHere, kThere, 1);
    std::vector<CertificateMotion> motions{{joint}};
    for (int i = 0; i < 8; ++i) {
        CertificateLink other = joint;
        (i < 3    ? other.axis[i]
         : i < 6  ? other.origin[i - 3]
         : i == 6 ? other.value_from
                  : other.value_to) += 1e-9;
        motions.push_back({other});
    }
    motions.push_back({joint});
    motions.back()[0].kind = LinkKind::Prismatic;
    const auto joints = like_the_first(head_of(motions));
    EXPECT_EQ(std::count(joints.begin(), joints.end(), true), 1);
    motions = {{way}};
    for (int i = 0; i < 14; ++i) {
        CertificateLink other = way;
        CertificatePose& pose = i < 7 ? other.from : other.to;
        (i % 7 < 3 ? pose.translation[i % 7] : pose.quaternion[i % 7 - 3]) += 1e-9;
        motions.push_back({other});
    }
    motions.push_back({path(kHere, kThere, 0)});
    motions.push_back({path(kHere, kThere, 1, LinkKind::Slerp)});
    const auto ways = like_the_first(head_of(motions));
    EXPECT_EQ(std::count(ways.begin(), ways.end(), true), 1);
    // A zero has one value, whatever its sign.
    CertificateLink minus = joint;
    minus.axis[0] = -0.0, minus.value_from = -0.0;
    EXPECT_EQ(like_the_first(head_of({{joint}, {minus}})), (std::vector{true, true}));
}

TEST(Carriers, Property_SegmentsCountAsFarAsTheyAreCovered) {
    // Both stand; the second one turns in segment 2.
    CertificateHead head = head_of({{rest(kHere)}, {hinge(0, 0)}, {hinge(0, 0)}}, 4);
    head.motions[2] = {{1, {hinge(0, 9)}}};
    head.motions[3] = {{1, {hinge(9, 9)}}};
    EXPECT_EQ(like_the_first(head), (std::vector{true, false, true}));
    head.whole_segments = 2;
    EXPECT_EQ(like_the_first(head), (std::vector{true, true, true}));
    head.until = 0.25;
    EXPECT_EQ(like_the_first(head), (std::vector{true, false, true}));
    head.whole_segments = 0;
    EXPECT_EQ(like_the_first(head), (std::vector{true, true, true}));
}

// The same carriers told in different ways: by the body, by the segments, by both.
TEST(Carriers, Property_HowItIsToldDoesNotMatter) {
    CertificateHead head = head_of({{hinge(0, 5)}, {hinge(5, 7)}, {rest(kHere)}, {hinge(0, 5)}}, 3);
    head.motions[0] = {{1, {hinge(0, 5)}}, {2, {hinge(0, 5), rest(kThere)}}};
    head.motions[1] = {{0, {hinge(5, 7)}}, {2, {hinge(5, 7)}}, {3, {hinge(5, 8)}}};
    head.motions[2] = {{0, {hinge(7, 7)}}, {1, {rest(kThere)}}, {3, {hinge(8, 8)}}};
    EXPECT_EQ(like_the_first(head), (std::vector{true, true, true, false}));
    const auto courses = courses_of(head);
    ASSERT_EQ(courses[1].size(), 3u);
    EXPECT_EQ(courses[1][1].first, 1u);
    EXPECT_EQ(courses[1][1].links, &head.bodies[1].links);
    // Segments that name a body and change nothing.
    head = head_of({{hinge(0, 0)}, {hinge(0, 0)}, {rest(kHere)}}, 4);
    head.motions[1] = {{1, {rest(kThere)}}, {2, {}}};
    EXPECT_EQ(like_the_first(head), (std::vector{true, true, true}));
    // The same changes at another time are another course.
    head = head_of({{hinge(0, 0)}, {hinge(0, 0)}}, 4);
    head.motions[1] = {{0, {hinge(0, 1)}}};
    head.motions[2] = {{1, {hinge(0, 1)}}};
    EXPECT_EQ(like_the_first(head), (std::vector{true, false}));
    EXPECT_TRUE(courses_of(head_of({{}}, 0))[0].empty());
}

}  // namespace graze::verify::carriers_test
