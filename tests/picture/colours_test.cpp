#include "graze/picture/picture.h"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

namespace graze::colours_test {
namespace {

// What a protanope and a deuteranope see, in linear light: the matrices of severity 1.0 of [MOF09].
const Mat3 kProtan =
    (Mat3() << 0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998)
        .finished();
const Mat3 kDeutan =
    (Mat3() << 0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881)
        .finished();
// sRGB to XYZ, IEC 61966-2-1.
const Mat3 kToXyz = (Mat3() << 0.4124564, 0.3575761, 0.1804375, 0.2126729, 0.7151522, 0.0721750, 0.0193339,
                     0.1191920, 0.9503041)
                        .finished();

double linear(double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }

Vec3 lab(const Colour& colour, const Mat3& sight) {
    const Vec3 rgb =
        sight * Vec3(linear(colour.r / 255.0), linear(colour.g / 255.0), linear(colour.b / 255.0));
    const Vec3 xyz = kToXyz * rgb.cwiseMax(0.0).cwiseMin(1.0);
    const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116.0; };
    const double x = f(xyz.x() / 0.95047), y = f(xyz.y()), z = f(xyz.z() / 1.08883);
    return {116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)};
}

double difference(const Colour& a, const Colour& b) {
    double least = 1e9;
    for (const Mat3& sight : {Mat3(Mat3::Identity()), kProtan, kDeutan})
        least = std::min(least, (lab(a, sight) - lab(b, sight)).norm());
    return least;
}

constexpr double kDistinct = 20.0;  // CIE 1976; about 2 is just noticeable

}  // namespace

TEST(BodyColour, Example_MeasureKnowsRedFromGreenOnlyForThoseWhoDo) {
    const Colour red{190, 60, 60}, green{105, 105, 50};
    EXPECT_GT((lab(red, Mat3::Identity()) - lab(green, Mat3::Identity())).norm(), 50.0);
    EXPECT_LT(difference(red, green), 15.0);
}

TEST(BodyColour, Property_FirstDozenAreDistinctToAllAndFromTheHighlight) {
    for (std::uint32_t i = 0; i < 12; ++i) {
        EXPECT_GT(difference(body_colour(i), PictureOptions{}.highlight), kDistinct) << i;
        for (std::uint32_t j = 0; j < i; ++j)
            EXPECT_GT(difference(body_colour(i), body_colour(j)), kDistinct) << i << " " << j;
    }
    EXPECT_EQ(body_colour(3), body_colour(12 * 100000000u + 3)) << "they repeat";
}

}  // namespace graze::colours_test
