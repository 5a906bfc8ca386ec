// What carries each body through the covered time, and which bodies are at rest against each other
// (docs/certificates.md, section 4.5).
#pragma once

#include "graze/io/certificate/certificate_head.h"

#include <span>

namespace graze::verify {

/// The links of a body from one segment on, up to the next run.
struct Run {
    std::uint64_t first;
    const CertificateMotion* links;
};
using Course = std::vector<Run>;  // from segment 0 on; empty if nothing is covered

/// The covered segments of each body. They borrow from the head.
/// Cost: proportional to the bodies and to what the segments name.
[[nodiscard]] std::vector<Course> courses_of(const CertificateHead& head);

/// At rest, a joint that keeps its value, or a path link from a pose to the same one without turns.
[[nodiscard]] bool is_constant(const CertificateLink& link);

/// A number for each body. Two bodies have the same one if and only if their links are the same, number by
/// number, in every covered segment, once constant ones are dropped at the inner end.
[[nodiscard]] std::vector<std::uint32_t> carrier_numbers(std::span<const Course> courses);

}  // namespace graze::verify
