// What is said of two moving things and a clearance: of features, of bodies, of a strand of a certificate.
#pragma once

namespace graze {

/// Clear: farther apart than the clearance, all the time. Contact: so only until some time, at which they
/// touch. OverlapAtStart: bodies only, what interpenetrates has no first contact. Undecided: the budget ran
/// out, or the tolerance is below rounding.
enum class ContactVerdict { Clear, Contact, OverlapAtStart, Undecided };

[[nodiscard]] const char* name_of(ContactVerdict verdict);  // "overlap_at_start"

}  // namespace graze
