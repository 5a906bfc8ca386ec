#include "graze_verify/trigonometry.h"

#include <algorithm>
#include <utility>

namespace graze::verify {
namespace {

constexpr int kTerms = 10;  // what is left is below 1 / 20!

// 1 - z / (first (first + 1)) (1 - z / ((first + 2) (first + 3)) (1 - ...)), 0 <= z <= 1. The terms of the
// series alternate and shrink, so what is left of it after any term lies between 0 and 1 times the next
// factor.
Bound alternating(const Bound& z, int first) {
    Bound value{0.0, 1.0};
    for (int k = kTerms - 1; k >= 0; --k) {
        const double n = first + 2 * k;
        value = exact(1.0) - (z / exact(n * (n + 1.0))) * value;
    }
    return value;
}

// |x| <= 1.
Bound small_sinc(const Bound& x) { return alternating(square(x), 2); }
Bound small_cosine(const Bound& x) { return alternating(square(x), 1); }

bool is_small(const Bound& x) { return x.lo >= -1.0 && x.hi <= 1.0; }

// Factors are made larger by this, so that products of small ones do not get lost. Still below kLeastProduct a
// double does not hold what a product rounds away.
constexpr double kScale = 0x1p500, kLeastProduct = 0x1p-900;
constexpr double kUnscaled = 0x1p-1000;  // of a product

// Doubles that do not overlap, smallest first, whose sum is that of the products, scaled; zeros stand first. Products
// that are too small are left out.
struct ExactSum {
    std::array<double, 8> terms{};
    bool leaves_out = false;
};

// Each product is a double and what it rounds away, exactly; all of them are added into a sum of doubles that
// do not overlap [Shewchuk97, fig. 6], whose sign is that of its last one that is not zero.
ExactSum exact_sum(const std::array<double, 4>& p, const std::array<double, 4>& q) {
    ExactSum sum;
    int count = 0;
    const auto add = [&](double term) {
        for (int i = 0; i < count; ++i) {
            const double total = sum.terms[i] + term, back = total - sum.terms[i];
            sum.terms[i] = (sum.terms[i] - (total - back)) + (term - back);
            term = total;
        }
        sum.terms[count++] = term;
    };
    for (int i = 0; i < 4; ++i) {
        const double x = kScale * p[i], y = kScale * q[i], product = x * y;
        const bool is_lost = x != 0.0 && y != 0.0 && !(std::abs(product) >= kLeastProduct);
        sum.leaves_out |= is_lost;
        add(is_lost ? 0.0 : std::fma(x, y, -product));
        add(is_lost ? 0.0 : product);
    }
    std::fill(std::remove(sum.terms.rbegin(), sum.terms.rend(), 0.0), sum.terms.rend(), 0.0);
    return sum;
}

}  // namespace

SineCosine sine_cosine(const Bound& angle) {
    constexpr Bound kUnknown{-1.0, 1.0};
    constexpr double kMost = 1e9;
    if (!(angle.lo >= -kMost && angle.hi <= kMost)) return {kUnknown, kUnknown};  // NaN too
    const double quarter = std::nearbyint(0.5 * (angle.lo + angle.hi) / (0.5 * kPi.lo));
    const Bound x = angle - exact(0.5 * quarter) * kPi;
    if (!is_small(x)) return {kUnknown, kUnknown};
    const Bound s = cut(x * small_sinc(x), -1.0, 1.0), c = cut(small_cosine(x), -1.0, 1.0);
    const auto quarters = static_cast<long long>(quarter);
    const SineCosine upper = quarters & 1 ? SineCosine{c, -s} : SineCosine{s, c};
    return quarters & 2 ? SineCosine{-upper.sine, -upper.cosine} : upper;
}

Bound sinc(const Bound& x) { return is_small(x) ? small_sinc(x) : sine_cosine(x).sine / x; }

Bound sinc_defect(const Bound& x) {
    return is_small(x) ? alternating(square(x), 4) / exact(6.0) : (exact(1.0) - sinc(x)) / square(x);
}

Bound angle_of(const Bound& y, const Bound& x) {
    constexpr Bound kUnknown{-std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::infinity()};
    const double guess = std::atan2(0.5 * (y.lo + y.hi), 0.5 * (x.lo + x.hi));  // nothing is claimed of it
    const auto [s, c] = sine_cosine(exact(guess));
    const Bound off = (y * c - x * s) / root(square(x) + square(y));
    const Bound ahead = x * c + y * s;
    if (!(ahead.lo > 0.0 && off.lo >= -0.5 && off.hi <= 0.5)) return kUnknown;
    return exact(guess) + off * (exact(1.0) + Bound{0.0, 0.25} * square(off));  // asin, docs section 5
}

int sign_of_sum(const std::array<double, 4>& p, const std::array<double, 4>& q) {
    constexpr double kCertain = 0x1p-890;  // far more than all that is left out
    const auto [sum, leaves_out] = exact_sum(p, q);
    if (leaves_out && !(std::abs(sum.back()) >= kCertain)) return 2;
    return sum.back() > 0.0 ? 1 : sum.back() < 0.0 ? -1 : 0;
}

Bound sum_of_products(const std::array<double, 4>& p, const std::array<double, 4>& q) {
    const auto [sum, leaves_out] = exact_sum(p, q);
    Bound total = exact(0.0);
    for (const double term : sum)  // smallest first
        if (term != 0.0) total = total + exact(term);
    if (leaves_out) total = total + Bound{-4.0 * kLeastProduct, 4.0 * kLeastProduct};
    return total * exact(kUnscaled);
}

}  // namespace graze::verify
