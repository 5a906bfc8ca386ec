// Simbody behind plain numbers: its headers want C++17, where comparisons mean what they meant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace graze::bench {

struct SimbodyBody {
    const double* coordinates;  // x y z per vertex
    std::size_t vertices;
    const std::uint32_t* corners;  // three per triangle
    std::size_t triangles;
    double quaternion[4];  // x y z w
    double translation[3];
    double mass;  // 0: it stands
    double inertia[3];
    double friction;
    double velocity[6];
};

struct SimbodySettings {
    double gravity[3];
    double frame;
    double unit;  // lengths are divided by it
};

class SimbodyWorld {
  public:
    virtual ~SimbodyWorld() = default;
    virtual void set_velocity(std::size_t body, const double* velocity) = 0;
    virtual void stop_all() = 0;
    virtual void advance() = 0;
    [[nodiscard]] virtual bool gave_up() const = 0;
    virtual void write_pose(std::size_t body, double* quaternion, double* translation) const = 0;
};

/// Null if Simbody does not take the bodies.
std::unique_ptr<SimbodyWorld> make_simbody_world(const SimbodyBody* bodies, std::size_t count,
                                                 const SimbodySettings& settings);

}  // namespace graze::bench
