// Proves that two moving features do meet: the volume of their four vertices changes its sign while the place
// where they meet stays inside. In MPFI, sharing nothing with the product.
//
// On a stretch of time over which the signed volume goes from certainly positive to certainly negative (or
// back) it is zero somewhere, and there the four vertices lie in one plane. If over the whole stretch the
// vertex is certainly on the inner side of the three edges, or the two edges certainly cross each other's
// line, the features meet at that moment.
#pragma once

#include "oracle/first_contact.h"

#include <optional>

namespace graze::oracle {

/// Vertices of a then b: a vertex and a face, or two edges.
[[nodiscard]] inline Num signed_volume(const std::vector<NumVec>& a, const std::vector<NumVec>& b) {
    if (a.size() == 2) return dot(b[0] - a[0], cross(a[1] - a[0], b[1] - b[0]));
    return dot(a[0] - b[0], cross(b[1] - b[0], b[2] - b[0]));
}

[[nodiscard]] inline bool certainly_meet_if_coplanar(const std::vector<NumVec>& a,
                                                     const std::vector<NumVec>& b) {
    if (a.size() == 1) {
        const NumVec normal = cross(b[1] - b[0], b[2] - b[0]);
        for (int i = 0; i < 3; ++i)
            if (!dot(cross(b[(i + 1) % 3] - b[i], a[0] - b[i]), normal).is_above(0.0)) return false;
        return true;
    }
    const NumVec e = a[1] - a[0], f = b[1] - b[0], r = b[0] - a[0], n = cross(e, f);
    const Num length = norm_sq(n);
    if (!length.is_above(0.0)) return false;
    for (const Num& weight : {dot(cross(r, f), n) / length, dot(cross(r, e), n) / length})
        if (!weight.is_above(0.0) || !weight.is_below(1.0)) return false;
    return true;
}

[[nodiscard]] inline int certain_sign(const Num& x) { return x.is_above(0.0) ? 1 : x.is_below(0.0) ? -1 : 0; }

/// The first crossing that sampling at `samples` times finds and that can be proved: a stretch of time that
/// contains a contact. Nothing: not proved, which says nothing about contacts.
[[nodiscard]] inline std::optional<Bracket> proved_crossing(const FeaturePath& a, const FeaturePath& b,
                                                            int samples = 64) {
    if (a(Num(0.0)).size() == 3) return proved_crossing(b, a, samples);
    const auto sign_at = [&](double t) { return certain_sign(signed_volume(a(Num(t)), b(Num(t)))); };
    double lo = 0.0;
    int sign_lo = sign_at(lo);
    for (int i = 1; i <= samples; ++i) {
        const double next = static_cast<double>(i) / samples;
        const int sign_next = sign_at(next);
        double hi = next;
        for (int halving = 0; sign_lo * sign_next < 0 && halving < 44; ++halving) {
            if (certainly_meet_if_coplanar(a(Num(lo, hi)), b(Num(lo, hi)))) return Bracket{lo, hi};
            const double middle = 0.5 * (lo + hi);
            const int sign = sign_at(middle);
            if (sign == 0) break;
            (sign == sign_lo ? lo : hi) = middle;
        }
        lo = next;
        sign_lo = sign_next;
    }
    return std::nullopt;
}

}  // namespace graze::oracle
