#include "elementary/rational_text.h"

#include "graze/numeric/dyadic.h"

#include <charconv>
#include <cmath>

#include <boost/multiprecision/cpp_int.hpp>

namespace graze::bench {
namespace {

using Int = boost::multiprecision::cpp_int;

constexpr int kDigits = 53;
constexpr int kLeastExponent = -1074;  // of the last digit of a double

bool is_integer(std::string_view text) {
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// A '+' is not for cpp_int; leading zeros would make it octal.
Int integer_of(std::string_view text) {
    const bool is_negative = text.front() == '-';
    if (is_negative || text.front() == '+') text.remove_prefix(1);
    while (text.size() > 1 && text.front() == '0') text.remove_prefix(1);
    const Int value{std::string(text)};
    return is_negative ? Int(-value) : value;
}

int top_bit(const Int& x) { return static_cast<int>(msb(x)); }

// The whole part of n / (d 2^exponent), and whether anything is left of it.
struct Scaled {
    Int whole, rest, divisor;
};
Scaled scaled(const Int& n, const Int& d, int exponent) {
    Scaled s;
    s.divisor = exponent > 0 ? Int(d << exponent) : d;
    divide_qr(exponent < 0 ? Int(n << -exponent) : n, s.divisor, s.whole, s.rest);
    return s;
}

// Pre: n, d > 0.
std::optional<FromRational> nearest(const Int& n, const Int& d) {
    constexpr int kFarthest = 4096;  // binary digits; beyond, there is no double near
    const int places = top_bit(n) - top_bit(d);
    if (places > kFarthest) return std::nullopt;
    if (places < -kFarthest) return FromRational{0.0, false};
    int exponent = std::max(places - kDigits + 1, kLeastExponent);
    Scaled s = scaled(n, d, exponent);
    // n / d is between 2^(places - 1) and 2^(places + 1), so one digit may be wanting.
    if (exponent > kLeastExponent && top_bit(s.whole) < kDigits - 1) s = scaled(n, d, --exponent);
    const bool is_exact = s.rest == 0;
    const Int twice = 2 * s.rest;
    if (twice > s.divisor || (twice == s.divisor && bit_test(s.whole, 0))) ++s.whole;
    const double value = std::ldexp(s.whole.convert_to<double>(), exponent);
    if (!std::isfinite(value)) return std::nullopt;
    return FromRational{value, is_exact};
}

std::optional<std::int64_t> small_integer(std::string_view text) {
    std::int64_t value = 0;
    const auto [stop, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc() || stop != text.data() + text.size()) return std::nullopt;
    return value;
}

// Nearly all of the public files: a short numerator over a power of two.
std::optional<FromRational> short_cut(std::string_view numerator, std::string_view denominator) {
    constexpr std::int64_t kExact = std::int64_t{1} << kDigits;
    const auto n = small_integer(numerator), d = small_integer(denominator);
    if (!n || !d || *n < -kExact || *n > kExact || *d <= 0 || (*d & (*d - 1)) != 0) return std::nullopt;
    return FromRational{static_cast<double>(*n) / static_cast<double>(*d), true};
}

}  // namespace

std::optional<FromRational> double_from_rational(std::string_view numerator, std::string_view denominator) {
    if (const auto value = short_cut(numerator, denominator)) return value;
    if (!is_integer(numerator) || !is_integer(denominator)) return std::nullopt;
    Int n = integer_of(numerator), d = integer_of(denominator);
    if (d == 0) return std::nullopt;
    if (n == 0) return FromRational{0.0, true};
    const bool is_negative = (n < 0) != (d < 0);
    auto result = nearest(abs(n), abs(d));
    if (result && is_negative) result->value = -result->value;
    return result;
}

RationalText rational_from_double(double x) {
    const OddForm form = odd_form(x);
    Int n = form.mantissa, d = 1;
    (form.exponent > 0 ? n : d) <<= std::abs(form.exponent);
    return {(form.negative ? "-" : "") + n.str(), d.str()};
}

}  // namespace graze::bench
