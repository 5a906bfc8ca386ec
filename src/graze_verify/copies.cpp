#include "graze_verify/copies.h"

#include "graze_verify/bound.h"

#include <fmt/format.h>

namespace graze::verify {
namespace {

bool is_within(const Point& p, const Point& q, double distance) {
    if (p == q) return true;
    Bound sum = exact(0.0);
    for (int k = 0; k < 3; ++k) sum = sum + square(exact(p[k]) - exact(q[k]));
    return sum.hi <= square(exact(distance)).lo;  // false for NaN
}

// Whether x + y <= most in real arithmetic: the rounded sum, and by how much it was rounded.
bool is_sum_at_most(double x, double y, double most) {
    const double sum = x + y, y_part = sum - x;
    const double rest = (x - (sum - y_part)) + (y - y_part);
    return sum < most || (sum == most && rest <= 0.0);
}

}  // namespace

std::string problem_with_copies(const Certificate& certificate) {
    const CertificateHead& head = certificate.head;
    for (std::size_t i = 0; i < head.copies.size(); ++i) {
        const auto& of = certificate.meshes[head.copies[i].mesh].vertices;
        const auto& copy = certificate.meshes[head.meshes.size() + i].vertices;
        for (std::size_t k = 0; k < copy.size(); ++k)
            if (!is_within(of[k], copy[k], head.copies[i].within))
                return fmt::format("copy {}: vertex {} is farther than {} from where it was", i, k,
                                   head.copies[i].within);
    }
    for (std::size_t i = 0; i < head.seated.size(); ++i) {
        const CertificateSeat& seat = head.seated[i];
        const CertificateCopy &a = head.copies[seat.copies[0]], &b = head.copies[seat.copies[1]];
        if (a.mesh != head.bodies[seat.bodies.a].mesh || b.mesh != head.bodies[seat.bodies.b].mesh)
            return fmt::format("seated pair {}: a copy is of another mesh", i);
        if (!is_sum_at_most(a.within, b.within, seat.depth))
            return fmt::format("seated pair {}: its copies are farther off than its depth", i);
    }
    return {};
}

}  // namespace graze::verify
