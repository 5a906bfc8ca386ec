// Two bodies and a motion as another library sees them, and when it says that they first meet.
//
// No Eigen and no Graze types, for the same reason as in contestant.h.
#pragma once

#include "peers/contestant.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace graze::bench {

enum class PlainPath { Screw, Slerp };  // Slerp: the origin of the body goes straight ahead

/// Body a stands still at the origin, b goes from one pose to the other.
struct PlainMotion {
    PlainPose from, to;
    PlainPath path = PlainPath::Screw;
};

struct PeerContact {
    bool is_contact = false;
    double time = 1.0;
    std::uint64_t steps = 0;  // samples or distances, where we count them
};

class ContinuousPeer {
  public:
    ContinuousPeer() = default;
    ContinuousPeer(const ContinuousPeer&) = delete;
    ContinuousPeer& operator=(const ContinuousPeer&) = delete;
    virtual ~ContinuousPeer() = default;

    /// Takes over a motion in its own terms. Never timed.
    virtual void move(const PlainMotion& motion) = 0;
    virtual PeerContact first_contact() = 0;
};

struct NamedPeer {
    std::string name;
    std::unique_ptr<ContinuousPeer> peer;
};

// Building happens here. `tolerance` is a length: how near counts as contact.
std::vector<NamedPeer> fcl_samplers(const PlainMesh& a, const PlainMesh& b, const std::vector<int>& samples);
std::unique_ptr<ContinuousPeer> make_fcl_advancement(const PlainMesh& a, const PlainMesh& b);
std::unique_ptr<ContinuousPeer> make_local_advancement(const PlainMesh& a, const PlainMesh& b,
                                                       double tolerance);
std::unique_ptr<ContinuousPeer> make_bullet_cast(const PlainMesh& a, const PlainMesh& b);

}  // namespace graze::bench
