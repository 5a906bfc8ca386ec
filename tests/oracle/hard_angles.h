// The doubles that lie closest to multiples of pi/2, for every exponent.
//
// x = m 2^e is close to n pi/2 if m/n is close to pi/2 2^-e, so the best m are the denominators of the
// convergents of 2^e 2/pi (Kahan's method, see [Muller16, sec. 11.2]). Both are computed in integers of 1,400
// digits.
#pragma once

#include <cmath>
#include <vector>

#include <gmpxx.h>
#include <mpfr.h>

namespace graze::test {

/// floor(2/pi 2^digits).
[[nodiscard]] inline mpz_class two_over_pi_digits(int digits) {
    mpfr_t x;
    mpfr_init2(x, digits + 64);
    mpfr_const_pi(x, MPFR_RNDN);
    mpfr_ui_div(x, 2, x, MPFR_RNDN);
    mpfr_mul_2si(x, x, digits, MPFR_RNDN);
    mpz_class result;
    mpfr_get_z(result.get_mpz_t(), x, MPFR_RNDD);
    mpfr_clear(x);
    return result;
}

/// Positive; for each exponent the last few convergents whose denominator fits 53 digits.
[[nodiscard]] inline std::vector<double> hard_angles() {
    constexpr int kDigits = 1400, kKept = 3;
    const mpz_class two_over_pi = two_over_pi_digits(kDigits);
    std::vector<double> angles;
    for (int e = -52; e <= 971; ++e) {
        // 2^e 2/pi = a / b, then Euclid; denominators q of its convergents.
        mpz_class a = two_over_pi, b = mpz_class(1) << kDigits, q = 0, q_before = 1;
        if (e >= 0) a <<= e;
        if (e < 0) b <<= -e;
        std::vector<double> found;
        while (b != 0) {
            const mpz_class quotient = a / b;
            const mpz_class rest = a - quotient * b;
            a = b;
            b = rest;
            const mpz_class q_next = quotient * q + q_before;
            q_before = q;
            q = q_next;
            if (mpz_sizeinbase(q.get_mpz_t(), 2) > 53) break;
            if (q > 1) found.push_back(std::ldexp(q.get_d(), e));
        }
        const std::size_t kept = std::min<std::size_t>(found.size(), kKept);
        angles.insert(angles.end(), found.end() - static_cast<std::ptrdiff_t>(kept), found.end());
    }
    return angles;
}

}  // namespace graze::test
