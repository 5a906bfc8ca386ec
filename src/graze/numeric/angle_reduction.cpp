#include "graze/numeric/angle_reduction.h"

#include "graze/numeric/words.h"

#include <array>

namespace graze::internal {
namespace {

// 192 bits, the most significant word first.
using ThreeWords = std::array<Word, 3>;

// The binary digits of 2/pi after the point, with one word of zeros (those before the point) in front.
// A test recomputes them.
constexpr std::array<Word, 20> kTwoOverPi{
    0x0000000000000000, 0xA2F9836E4E441529, 0xFC2757D1F534DDC0, 0xDB6295993C439041, 0xFE5163ABDEBBC561,
    0xB7246E3A424DD2E0, 0x06492EEA09D1921C, 0xFE1DEB1CB129A73E, 0xE88235F52EBB4484, 0xE99C7026B45F7E41,
    0x3991D639835339F4, 0x9C845F8BBDF9283B, 0x1FF897FFDE05980F, 0xEF2F118B5A0A6D1F, 0x6D367ECF27CB09B7,
    0x4F463F669E5FEA2D, 0x7527BAC7EBE5F17B, 0x3D0739F78A5292EA, 0x6BFB5FB11F8D5D08, 0x56033046FC7B6BAB};

constexpr double kSector = 0x1.921fb54442d18p-4, kSectorLow = 0x1.1a62633145c07p-58;  // pi/32

double power_of_two(int exponent) {  // -1022 <= exponent <= 1023
    return std::bit_cast<double>(static_cast<Word>(1023 + exponent) << 52);
}

// |x| = mantissa * 2^exponent, the mantissa having 53 bits. Pre: x normal.
struct Decomposed {
    Word mantissa;
    int exponent;
};
Decomposed decompose(double x) {
    const Word bits = std::bit_cast<Word>(magnitude_of(x));
    return {(bits & 0x000FFFFFFFFFFFFFu) | 0x0010000000000000u, static_cast<int>(bits >> 52) - 1075};
}

// The 192 digits of 2/pi from place `exponent - 1` after the point on; those before contribute multiples of 4
// to x 2/pi, that is whole turns. Pre: -62 <= exponent <= 971.
ThreeWords digits_for(int exponent) {
    const int place = exponent + 62;  // in kTwoOverPi, counted from 0
    const int word = place / 64, shift = place % 64;
    ThreeWords digits{};
    for (int i = 0; i < 3; ++i) {
        const DoubleWord pair = (DoubleWord{kTwoOverPi[word + i]} << 64) | kTwoOverPi[word + i + 1];
        digits[i] = static_cast<Word>(pair >> (64 - shift));
    }
    return digits;
}

ThreeWords multiply_modulo(const ThreeWords& a, Word factor) {
    ThreeWords product{};
    Word carry = 0;
    for (int i = 2; i >= 0; --i) {
        const DoubleWord step = DoubleWord{a[i]} * factor + carry;
        product[i] = static_cast<Word>(step);
        carry = static_cast<Word>(step >> 64);
    }
    return product;
}

ThreeWords negated(const ThreeWords& a) {
    ThreeWords result{~a[0], ~a[1], ~a[2] + 1};
    if (result[2] == 0 && ++result[1] == 0) ++result[0];
    return result;
}

// A number of sectors below one half, as two doubles. Pre: a > 0, in units of 2^-186.
struct TwoDoubles {
    double high, low;
};
TwoDoubles to_doubles(ThreeWords a) {
    int shift = 0;
    for (; a[0] == 0 && shift < 128; shift += 64) a = {a[1], a[2], 0};
    const int bits = std::countl_zero(a[0]);
    if (bits > 0) a = {a[0] << bits | a[1] >> (64 - bits), a[1] << bits | a[2] >> (64 - bits), a[2] << bits};
    shift += bits;
    const Word next = a[0] << 53 | a[1] >> 11;
    return {static_cast<double>(a[0] >> 11) * power_of_two(-47 - shift),
            static_cast<double>(next) * power_of_two(-111 - shift)};
}

// x y = high + low exactly [Dekker71, sec. 5]. Pre: no underflow or overflow.
TwoDoubles multiply_exactly(double x, double y) {
    constexpr double kSplitter = 0x1p27 + 1.0;
    const double cx = kSplitter * x, x1 = cx - (cx - x), x2 = x - x1;
    const double cy = kSplitter * y, y1 = cy - (cy - y), y2 = y - y1;
    const double high = x * y;
    return {high, ((x1 * y1 - high) + x1 * y2 + x2 * y1) + x2 * y2};
}

// n sectors in radians.
ExactSum to_radians(const TwoDoubles& n) {
    const TwoDoubles product = multiply_exactly(n.high, kSector);
    return add_exactly(product.high, product.low + (n.high * kSectorLow + n.low * kSector));
}

}  // namespace

ReducedAngle reduce_any_angle(double x) noexcept {
    constexpr double kErrorBase = 0x1p-136, kErrorRelative = 0x1p-100;  // docs/numerics.md, eq. 9
    constexpr Word kHalfSector = Word{1} << 57;

    const Decomposed form = decompose(x);
    ThreeWords sectors =
        multiply_modulo(digits_for(form.exponent), form.mantissa);  // 6 digits, then 186 after the point
    sectors[0] += kHalfSector;
    const int nearest = static_cast<int>(sectors[0] >> 58);
    sectors[0] = (sectors[0] & ((Word{1} << 58) - 1)) - kHalfSector;

    const bool below = (sectors[0] >> 63) != 0;
    const ExactSum rest = to_radians(to_doubles(below ? negated(sectors) : sectors));
    const double sign = below == (x < 0.0) ? 1.0 : -1.0;
    const int sector = x < 0.0 ? (kSectorsPerTurn - nearest) % kSectorsPerTurn : nearest;
    return {sector, sign * rest.sum, sign * rest.rest, kErrorBase + kErrorRelative * magnitude_of(rest.sum)};
}

}  // namespace graze::internal
