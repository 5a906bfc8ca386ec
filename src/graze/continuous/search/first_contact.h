// When two moving bodies first come within a clearance of each other: contract C1 for whole bodies.
//
// The exact discrete test at t = 0 comes first. Then two wide trees are walked together through space and
// time: a pair of nodes comes with a window of time in which it may matter, each test narrows it
// (box_times.h), what may matter first is opened first, and time is divided where paths bend too much for the
// size of the boxes. Pairs of triangles that are left are looked at feature by feature (quick_contact.h).
//
// Bodies may move by one rigid motion, by a chain of joints, or by motions one after the other: these are
// searched piece by piece (section 12).
//
// Nothing is left out that comes within clearance + tolerance during the time that counts; so the answer is
// the least over *all* pairs of features, and 64 equal cells of time, of a function of these alone, ties
// broken by ids, whatever the order of the walk and the instruction set. docs/mathematics/search.md.
#pragma once

#include "graze/continuous/features/contact_verdict.h"
#include "graze/discrete/bodies/meeting.h"
#include "graze/model/body.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>

namespace graze {

/// Which features met first, for the next query about the same two bodies, if they then move much the same.
struct FirstContactMemo {
    bool is_set = false;
    std::array<std::uint32_t, 2> triangles{};
    std::array<FeatureSlot, 2> features{};
};

/// The caller knows, as by an earlier proof, that at the beginning the bodies are farther apart than this, and
/// that no piece of one is inside the other.
struct ProvedApart {
    double distance;  // >= 0
};

namespace internal {
struct FirstContactTuning;  // tuning.h
}  // namespace internal

struct FirstContactOptions {
    double clearance = 0.0;                          // d >= 0; bodies this close count as touching
    std::optional<double> tolerance = std::nullopt;  // e > 0; default: 1e-6 of the larger size
    /// The budget: pairs of nodes and of triangles looked at, and steps through time of pairs of features.
    std::uint64_t most_work = ~std::uint64_t{0};
    /// Gives up then; looked at between steps of some microseconds. Which time is reached depends on luck.
    std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt;
    // Only [from, until] is asked about: `clear` is about that, and `clear_until` begins at `from`. If `from`
    // is above 0, that the bodies are apart there is the caller's word.
    double from = 0.0, until = 1.0;
    /// The caller's word on how they stand at `from`: then the exact discrete test there is left out, which in
    /// close quarters costs more than the search. Without it that test comes first, if `from` is 0.
    std::optional<ProvedApart> start = std::nullopt;
    /// For one long query; 0: all cores. A query that is short, or has a budget, runs on the calling thread
    /// alone. The same answer for any number; counters vary from run to run.
    int threads = 1;
    /// FirstContact::memo of an earlier query, or null; borrowed. What met then is looked at first; a memo of
    /// other bodies or motions costs time only, also one that names features that do not exist.
    const FirstContactMemo* last = nullptr;
    const internal::FirstContactTuning* tuning = nullptr;  // for benches and tests: only the time differs; borrowed
};

/// Two features near each other. A triangle names the feature: corner 0 to 2, edge 3 to 5, or face
/// (model/mesh.h).
struct ContactFeaturePair {
    std::array<std::uint32_t, 2> triangles, surfaces;
    std::array<FeatureSlot, 2> features;
    std::array<Vec3, 2> points;  // on a and on b, in the world, rounded
    Vec3 normal;                 // from b to a, unit up to rounding; zero if the points coincide
    double distance_hi;          // proved
};

/// "vertex_face", "edge_edge", ...
[[nodiscard]] std::string kind_of(const ContactFeaturePair& pair);

struct FirstContactCounters {
    std::uint64_t node_pairs = 0;  // opened
    std::uint64_t rows = 0;        // tests of one box against eight
    std::uint64_t divisions = 0;   // of time
    std::uint64_t moments = 0;     // placements computed
    std::uint64_t leaf_pairs = 0;
    std::uint64_t triangle_pairs = 0;  // left after all filters
    std::uint64_t feature_pairs = 0;   // looked at during a window
    std::uint64_t elementary = 0;      // first contacts of two features, in a cell of time
    std::uint64_t feature_steps = 0;   // windows of time of these, and of what was looked at before them
    std::uint64_t guesses = 0;         // of a time before which there is a contact, by tests of the bodies
    std::uint64_t wrong_guesses = 0;

    FirstContactCounters& operator+=(const FirstContactCounters& other);
};

struct FirstContact {
    ContactVerdict verdict = ContactVerdict::Undecided;
    /// Proved: farther apart than the clearance on [from, clear_until); Clear: on all of [from, until].
    double clear_until = 0.0;
    /// Contact: the distance at clear_until is proved to be at most this.
    double distance_hi = std::numeric_limits<double>::infinity();
    /// OverlapAtStart: how the bodies meet; Apart: within the clearance.
    BodyMeeting meeting = BodyMeeting::Apart;
    /// LOOK OUT: views into the workspace if one was given, gone with its next query; else kept by `owner`.
    /// Contact: every pair of features within d + e at clear_until, sorted by triangles and features; pairs
    /// beyond that by no more than rounding may be among them. OverlapAtStart: triangles that meet, or are
    /// within the clearance; at most one pair, none if one body is inside the other.
    std::span<const ContactFeaturePair> contacts;
    FirstContactMemo memo;  // of this query: set if the verdict is Contact
    FirstContactCounters counters;
    std::shared_ptr<const void> owner = {};  // of `contacts`, if no workspace was given
};

/// Memory that a query needs. One per thread; keep it, and queries stop allocating once it has grown.
namespace internal {
struct FirstContactMemory;
}  // namespace internal
class FirstContactWorkspace {
  public:
    FirstContactWorkspace();
    ~FirstContactWorkspace();
    FirstContactWorkspace(FirstContactWorkspace&&) noexcept;
    FirstContactWorkspace& operator=(FirstContactWorkspace&&) noexcept;
    [[nodiscard]] internal::FirstContactMemory& memory() { return *memory_; }

  private:
    std::unique_ptr<internal::FirstContactMemory> memory_;
};

/// The tolerance where the options name none: 1e-6 of the larger size. Bodies without a size count as 1.
[[nodiscard]] double default_tolerance(double larger_size);

/// First contact of two bodies over t in [0, 1].
///
/// Pre:         0 <= clearance, 0 < tolerance, both finite; 0 <= from < until <= 1.
/// Guarantee:   contract C1.
/// Clear:       farther apart than the clearance at every t of [from, until].
/// Contact:     so on [from, clear_until); there no farther than distance_hi <= clearance + tolerance.
/// Undecided:   so on [from, clear_until); then the budget ran out, or the tolerance is below rounding.
/// Start:       the exact discrete test at the pose_t0 of both motions, unless options.start makes it needless.
///              Where that pose is rounded (motion/motion.h), what it lets pass is still proved apart or found
///              in contact at t = 0. Bodies that begin within (clearance, clearance + tolerance] are not in
///              contact for that alone: the tolerance is then half of what they have to spare beyond the
///              clearance, so that bodies which part are clear. Where nothing moves the clearance alone decides.
/// Determinism: the same bits on every instruction set and for any number of threads. On several, after
///              Ctrl-C (core/interrupt.h), Undecided from the beginning.
/// Lifetime:    `contacts` are views into `workspace`, until its next query; without one the answer owns
///              them.
/// Cost:        docs/mathematics/search.md. No allocation once the workspace has grown, unless
///              the bodies overlap, or the box of one overlaps that of a solid, at t = 0. Without a workspace
///              every call makes a new one.
[[nodiscard]] FirstContact first_contact(const MovingBody& a, const MovingBody& b,
                                         const FirstContactOptions& options = {},
                                         FirstContactWorkspace* workspace = nullptr);

}  // namespace graze
