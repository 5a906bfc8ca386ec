// Conservative advancement by us on a library's distance of two bodies: step by the distance over the
// greatest speed of any point, until the distance is at most the tolerance.
#pragma once

#include "peers/continuous_peer.h"

namespace graze::bench {

/// Pre: the contestant can measure. For screws.
[[nodiscard]] std::unique_ptr<ContinuousPeer> make_advancement(std::unique_ptr<Contestant> contestant,
                                                               const PlainMesh& b, double tolerance);

}  // namespace graze::bench
