// Two bodies as one library holds them, and the questions that it can answer about them.
//
// No Eigen and no Graze types here: one contestant is compiled for this very processor, where Eigen's types
// are laid out differently.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

namespace graze::bench {

struct PlainMesh {
    std::span<const double> coordinates;     // x y z per vertex
    std::span<const std::uint32_t> corners;  // three per triangle
};

struct PlainPose {
    double rotation[9];  // rows
    double translation[3];
    double quaternion[4];  // x y z w, the same rotation
};

/// Body a stands still at the origin. Building happens in the constructor.
class Contestant {
  public:
    Contestant() = default;
    Contestant(const Contestant&) = delete;
    Contestant& operator=(const Contestant&) = delete;
    virtual ~Contestant() = default;

    /// Puts b somewhere, in the library's own terms. Never timed.
    virtual void place(const PlainPose& pose) = 0;
    /// Do the surfaces meet? Stops at the first pair if the library can.
    virtual bool meets() = 0;
    [[nodiscard]] virtual bool can_count() const { return false; }
    /// All pairs of triangles that meet, or whatever the library gives instead.
    virtual std::uint64_t count_pairs() { return 0; }
    [[nodiscard]] virtual bool can_measure() const { return false; }
    virtual double distance() { return 0.0; }
};

struct ContestantKind {
    const char* name;
    bool from_debian;  // an installed package as it is: what the targets compare with
    std::unique_ptr<Contestant> (*make)(const PlainMesh& a, const PlainMesh& b);
};

// One file each; null if the library does not take the meshes.
std::unique_ptr<Contestant> make_fcl_obb(const PlainMesh& a, const PlainMesh& b);
std::unique_ptr<Contestant> make_fcl_obbrss(const PlainMesh& a, const PlainMesh& b);
std::unique_ptr<Contestant> make_fcl_native_obb(const PlainMesh& a, const PlainMesh& b);
std::unique_ptr<Contestant> make_fcl_native_obbrss(const PlainMesh& a, const PlainMesh& b);
std::unique_ptr<Contestant> make_ode(const PlainMesh& a, const PlainMesh& b);
std::unique_ptr<Contestant> make_cgal(const PlainMesh& a, const PlainMesh& b);
std::unique_ptr<Contestant> make_bullet(const PlainMesh& a, const PlainMesh& b);

inline constexpr ContestantKind kPeers[] = {
    {"FCL OBBRSS", true, make_fcl_obbrss},
    {"FCL OBB", true, make_fcl_obb},
    {"ODE", true, make_ode},
    {"CGAL", true, make_cgal},
    {"Bullet GImpact", true, make_bullet},
    {"FCL OBB, native", false, make_fcl_native_obb},
    {"FCL OBBRSS, native", false, make_fcl_native_obbrss},
};

}  // namespace graze::bench
