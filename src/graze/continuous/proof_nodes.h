// What proofs are written with, by whoever finds them: docs/certificates.md. Not for users.
#pragma once

namespace graze {

inline constexpr char kSplitA = 16, kSplitB = 17, kSplitTime = 18;  // tags of nodes
inline constexpr double kLeastStretch = 0x1p-44;  // of time; what needs shorter ones is undecided
/// Of all lengths: so much more than needed that any sound arithmetic confirms it (section 4.1 there).
inline constexpr double kProofSlack = 0x1p-40;

}  // namespace graze
