// Bulky bodies that deform, among rigid bodies that go where they are told: seals, foam, rubber.
//
//     auto world = make_bulk_world({bodies, rigid}, {.per_metre = 1000.0});
//     const BulkReport report = advance(*world, poses_at);   // report.penetration, report.certified
//
// A frame is one step of implicit Euler. Contacts are planes that both sides may not pass, rows of the step's own
// system; they are not proved, so a report says how deep vertices are. `Response::Exact` makes only steps that are proved
// free. docs/soft.md, sections 8 to 11.
#pragma once

#include "graze/core/expected.h"
#include "graze/soft/lattice.h"
#include "graze/soft/soft_world.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace graze::soft {

/// What contacts do. Planes: one-sided rows in the step. Paper: the step ignores contacts, and what is inside of something
/// is then moved out to the average plane, as [GuyDebunne04, sec. 5.3] says. Exact: rows, and no step is made that is not
/// proved free. None: bodies pass through each other.
enum class Response { Planes, Paper, Exact, None };

/// Holds the lattice's nodes in a box (of the world, where everything begins).
struct BulkHold {
    Box within;
    std::optional<std::uint32_t> body = {};  // rigid; none: the world
    std::vector<HoldMove> moves = {};        // `by` alone
};

struct BulkDrawing {
    std::string name;
    Body body;
    Pose pose = {};
    BulkMaterial material = {};
    int cells = 12;  // along the longest side
    std::vector<BulkHold> holds = {};
};

struct BulkScene {
    std::vector<BulkDrawing> bodies;
    std::vector<SoftBody> rigid;
    std::vector<std::array<std::uint32_t, 2>> ignored = {};       // a deformable and a rigid body
    std::vector<std::array<std::uint32_t, 2>> ignored_soft = {};  // two deformable bodies
};

struct BulkOptions {
    double per_metre = 1000.0;       // units of length in a metre
    Vec3 gravity = Vec3::Zero();     // unit / s^2
    double frame = 1.0 / 30.0;       // s
    Response response = Response::Planes;
    int most_passes = 6;             // Newton's, of a step
    double tolerance = 1e-7;         // cells: what a pass may leave
    int most_iterations = 200;       // of conjugate gradients, in a pass
    bool sleeps = true;              // regions that rest stand still
    bool self_contact = true;
    int most_sub_steps = 64;         // of Exact
};

struct BulkReport {
    bool certified = false;       // Exact: every sub-step was proved free
    double penetration = 0.0;     // of the deepest sample of a skin at the end of the frame; Exact: 0
    int contacts = 0;             // rows that push
    int rows = 0;                 // rows in the system
    int passes = 0, iterations = 0;
    bool converged = true;        // the last pass met the tolerance
    std::size_t samples = 0;      // of skins, looked at; of `all_samples`
    std::size_t all_samples = 0;
    std::size_t sleeping = 0;     // nodes
    int sub_steps = 1, halved = 0;
    double stood = 0.0, waited = 0.0;  // s, of Exact
    std::uint64_t queries = 0;         // of Exact: pairs proved
};

/// How fast everything is, and what it is.
struct BulkMotion {
    Vec3 linear = Vec3::Zero();   // kg unit / s
    Vec3 angular = Vec3::Zero();  // kg unit^2 / s, about the origin
    double kinetic = 0.0;         // kg unit^2 / s^2
    double elastic = 0.0;         // the same
};

struct BulkMemory;
class BulkWorld {
  public:
    explicit BulkWorld(std::unique_ptr<BulkMemory> memory);
    ~BulkWorld();
    BulkWorld(BulkWorld&&) noexcept;
    BulkWorld& operator=(BulkWorld&&) noexcept;

    [[nodiscard]] std::size_t bodies() const;
    [[nodiscard]] const Lattice& lattice(std::size_t body) const;
    [[nodiscard]] std::span<const Vec3> nodes(std::size_t body) const;
    [[nodiscard]] std::span<const Vec3> vertices(std::size_t body) const;  // of its mesh, in the world
    [[nodiscard]] std::span<const Pose> poses() const;                     // of rigid bodies
    [[nodiscard]] double time() const;
    [[nodiscard]] BulkMotion motion() const;
    /// N, in the last frame: what deformable bodies do to a rigid one (contacts and holds), and of a hold alone.
    [[nodiscard]] Vec3 force_on(std::size_t rigid) const;
    [[nodiscard]] Vec3 force_on_hold(std::size_t body, std::size_t hold) const;

    /// Sets where nodes are and how fast: for tests and for whoever begins in motion. Pre: as many as there are nodes.
    void place(std::size_t body, std::span<const Vec3> nodes, std::span<const Vec3> velocities);
    [[nodiscard]] BulkMemory& memory() { return *memory_; }
    [[nodiscard]] const BulkMemory& memory() const { return *memory_; }

  private:
    std::unique_ptr<BulkMemory> memory_;
};

/// Errors: as make_lattice; a hold that holds nothing; with Exact, a start in which skins meet: both are named.
[[nodiscard]] Expected<BulkWorld> make_bulk_world(const BulkScene& scene, const BulkOptions& options);

/// One frame. `poses`: of all rigid bodies, continuous in time; at clock 0 those of the scene.
BulkReport advance(BulkWorld& world, BodyPoses poses);
/// The same, with rigid bodies that stand.
BulkReport advance(BulkWorld& world);

}  // namespace graze::soft
