// Two bodies whose vertices move, as another library holds them.
//
// No Eigen and no Graze types here, as in contestant.h.
#pragma once

#include "peers/contestant.h"

namespace graze::bench {

enum class TreeUpdate { Refit, Rebuild };

class DeformingPeer {
  public:
    DeformingPeer() = default;
    DeformingPeer(const DeformingPeer&) = delete;
    DeformingPeer& operator=(const DeformingPeer&) = delete;
    virtual ~DeformingPeer() = default;

    /// Coordinates of all vertices, x y z each; the trees follow.
    virtual void move(std::span<const double> a, std::span<const double> b, TreeUpdate how) = 0;
    /// Do the surfaces meet, with b so far away? Stops at the first pair.
    virtual bool meets(const PlainPose& pose) = 0;
};

/// Trees of oriented boxes. Null if the library does not take the meshes.
std::unique_ptr<DeformingPeer> make_fcl_deforming(const PlainMesh& a, const PlainMesh& b);

}  // namespace graze::bench
