#include "graze/core/unit.h"

#include <array>

#include <gtest/gtest.h>

namespace graze::unit_test {
namespace {

constexpr std::array kAll{Unit::Micrometre, Unit::Millimetre, Unit::Centimetre,
                          Unit::Metre,      Unit::Inch,       Unit::Foot};

TEST(Unit, Example_FactorsKnownByHand) {
    EXPECT_EQ(conversion_factor(Unit::Metre, Unit::Millimetre), 1000.0);
    EXPECT_EQ(conversion_factor(Unit::Millimetre, Unit::Metre), 0.001);
    EXPECT_EQ(conversion_factor(Unit::Inch, Unit::Millimetre), 25.4);
    EXPECT_EQ(conversion_factor(Unit::Foot, Unit::Inch), 12.0);
    EXPECT_EQ(conversion_factor(Unit::Micrometre, Unit::Metre), 1e-6);
    EXPECT_EQ(conversion_factor(Unit::Centimetre, Unit::Micrometre), 10000.0);
}

TEST(Unit, Property_NamesAndUnitsMatch) {
    for (const Unit unit : kAll) {
        EXPECT_EQ(unit_named(name_of(unit)), unit);
        EXPECT_EQ(conversion_factor(unit, unit), 1.0);
    }
    EXPECT_EQ(unit_named("MM"), std::nullopt);
    EXPECT_EQ(unit_named(""), std::nullopt);
    EXPECT_EQ(unit_named("furlong"), std::nullopt);
}

}  // namespace
}  // namespace graze::unit_test
