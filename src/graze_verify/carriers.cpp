#include "graze_verify/carriers.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace graze::verify {
namespace {

using Links = std::span<const CertificateLink>;

bool is_before(const CertificateLink& p, const CertificateLink& q) {
    const auto numbers = [](const CertificateLink& link) {
        return std::tie(link.kind, link.from.translation, link.from.quaternion, link.to.translation,
                        link.to.quaternion, link.turns, link.axis, link.origin, link.value_from,
                        link.value_to);
    };
    return numbers(p) < numbers(q);
}
struct Before {
    bool operator()(Links p, Links q) const {
        return std::lexicographical_compare(p.begin(), p.end(), q.begin(), q.end(), is_before);
    }
};

Links carrier_of(Links links) {
    while (!links.empty() && is_constant(links.back())) links = links.first(links.size() - 1);
    return links;
}

}  // namespace

bool is_constant(const CertificateLink& link) {
    switch (link.kind) {
        case LinkKind::AtRest:
            return true;
        case LinkKind::Revolute:
        case LinkKind::Prismatic:
            return link.value_from == link.value_to;
        case LinkKind::Screw:
        case LinkKind::Slerp:
        case LinkKind::LinearParameters:
            break;
    }
    return link.from == link.to && link.turns == 0;
}

std::vector<Course> courses_of(const CertificateHead& head) {
    std::vector<Course> courses(head.bodies.size());
    const std::uint64_t segments = covered_segments(head);
    if (segments == 0) return courses;
    for (std::size_t body = 0; body < courses.size(); ++body)
        courses[body].push_back({0, &head.bodies[body].links});
    for (std::uint64_t segment = 0; segment < segments; ++segment)
        for (const CertificateMove& move : head.motions[segment]) {
            Course& course = courses[move.body];
            if (course.back().first == segment) course.pop_back();
            course.push_back({segment, &move.links});
            if (segment + 1 < segments) course.push_back({segment + 1, &head.bodies[move.body].links});
        }
    return courses;
}

std::vector<std::uint32_t> carrier_numbers(std::span<const Course> courses) {
    std::map<Links, std::uint32_t, Before> carriers;
    // Where the carrier changes, and to which: the same list for the same carriers, however they are told.
    std::map<std::vector<std::pair<std::uint64_t, std::uint32_t>>, std::uint32_t> known;
    std::vector<std::uint32_t> numbers;
    for (const Course& course : courses) {
        std::vector<std::pair<std::uint64_t, std::uint32_t>> changes;
        for (const Run& run : course) {
            const auto [entry, is_new] =
                carriers.try_emplace(carrier_of(*run.links), static_cast<std::uint32_t>(carriers.size()));
            if (changes.empty() || changes.back().second != entry->second)
                changes.emplace_back(run.first, entry->second);
        }
        numbers.push_back(
            known.try_emplace(std::move(changes), static_cast<std::uint32_t>(known.size())).first->second);
    }
    return numbers;
}

}  // namespace graze::verify
