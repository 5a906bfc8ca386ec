// What page and server of the studio say to each other: docs/studio-protocol.md, message by message.
#pragma once

#include "graze/core/expected.h"
#include "graze/geometry/pose.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace graze::studio {

inline constexpr int kProtocol = 1;
inline constexpr std::size_t kLongestMessage = std::size_t{64} << 10;
inline constexpr std::uint32_t kNone = 0xFFFFFFFF;
inline constexpr std::uint32_t kFrameMagic = 0x31465A47;     // "GZF1"
inline constexpr std::uint32_t kGeometryMagic = 0x31475A47;  // "GZG1"

enum class Role : std::uint8_t { Driver, Watcher };
enum class Frame : std::uint8_t { World, Part };

struct Hello {
    int protocol = 0;
    std::string session = {};  // empty: a new one
    Role role = Role::Driver;
};
struct Ping {};
struct AskToDrive {};
struct HandOver {
    bool yes = true;
};

struct Open {
    std::string demo = {};  // either this,
    std::map<std::string, double> parameters = {};
    std::vector<std::string> files = {};       // or these,
    std::optional<std::uint32_t> recent = {};  // or this
};
struct Close {};

struct Grab {
    std::uint32_t body = 0;
    Vec3 point = Vec3::Zero();
};
struct Drag {
    double seq = 0.0;
    std::optional<Vec3> point = {};
    std::optional<Vec3> turn = {};
    std::optional<Pose> pose = {};
};
struct Release {};
struct CancelDrag {};
struct Nudge {
    std::uint32_t body = 0;
    Vec3 move = Vec3::Zero(), turn = Vec3::Zero();
    Frame frame = Frame::World;
};
struct Place {
    std::uint32_t body = 0;
    Pose pose = {};
};
struct Throw {
    std::uint32_t body = 0;
    Vec3 velocity = Vec3::Zero(), spin = Vec3::Zero();
};
struct SetLock {
    std::array<bool, 3> move{}, turn{};
    Frame frame = Frame::World;
};
struct SetWorld {
    std::optional<int> order = {};
    std::optional<Vec3> gravity = {};
    std::optional<double> restitution = {}, friction = {}, keep_apart = {};
    std::optional<bool> paused = {};
};
using Pair = std::array<std::uint32_t, 2>;
struct SetMargin {
    Pair bodies{};
    std::optional<double> distance = {};
};
struct Step {
    int frames = 1;
};

struct Undo {};
struct Redo {};
struct Reset {};
struct Snapshot {
    std::string name = {};
};
struct Restore {
    std::uint32_t snapshot = 0;
};
struct Forget {
    std::uint32_t snapshot = 0;
};

struct Record {
    bool on = false;
};
struct LoadPath {
    std::string file;
};
struct AskTimeline {
    std::uint32_t path = 0;
};
struct RenamePath {
    std::uint32_t path = 0;
    std::string name;
};
struct DeletePath {
    std::uint32_t path = 0;
};
struct Trim {
    std::uint32_t path = 0, from = 0, until = 0;
};
struct Simplify {
    std::uint32_t path = 0;
    double tolerance = 0.0;
};
struct Reverse {
    std::uint32_t path = 0;
};
struct Play {
    std::uint32_t path = 0;
    std::optional<double> from = {};
    double speed = 1.0;
};
struct Scrub {
    std::uint32_t path = 0;
    double at = 0.0;
};
struct Stop {};
struct ContinueFrom {
    std::uint32_t path = 0, at = 0;
};
struct Check {
    std::uint32_t path = 0;
    double clearance = 0.0;
    std::optional<double> budget_s = {};
};
struct Certify {
    std::uint32_t path = 0;
    double clearance = 0.0;
    std::optional<double> budget_s = {};
};
enum class ExportAs : std::uint8_t { Scene, Glb };
struct Export {
    std::optional<std::uint32_t> path = {};
    ExportAs what = ExportAs::Scene;
};

struct MeasureEnd {
    std::optional<std::uint32_t> body = {}, face = {};
    std::optional<Vec3> point = {};
};
struct Measure {
    MeasureEnd a, b;
};
struct FindClashes {
    double clearance = 0.0;
};
struct ReviewClash {
    Pair bodies{};
    std::string status;  // "open", "accepted"
    std::optional<std::string> comment = {};
};
struct Ignore {
    Pair bodies{};
    bool on = true;
};
struct Save {};
struct Cancel {
    std::uint32_t task = 0;
};
struct Audit {};

using What = std::variant<Hello, Ping, AskToDrive, HandOver, Open, Close, Grab, Drag, Release, CancelDrag, Nudge, Place, Throw, SetLock,
                          SetWorld, SetMargin, Step, Undo, Redo, Reset, Snapshot, Restore, Forget, Record, LoadPath, AskTimeline, RenamePath,
                          DeletePath, Trim, Simplify, Reverse, Play, Scrub, Stop, ContinueFrom, Check, Certify, Export, Measure, FindClashes,
                          ReviewClash, Ignore, Save, Cancel, Audit>;

struct Command {
    std::optional<std::int64_t> id = {};
    What what;
};

/// Reads a text message of a page.
///
/// Errors: BadInput, with the name of what is wrong: no JSON, an unknown type or key, a missing one, a wrong kind, a
///         number that is not finite or too large. A text of kLongestMessage bytes is the longest.
[[nodiscard]] Expected<Command> parse_command(std::string_view text);

/// The `type` of a command.
[[nodiscard]] const char* type_of(const What& what);

/// Watchers may give it, too.
[[nodiscard]] bool is_for_all(const What& what);

// Of a frame, as it is sent.

enum class Badge : std::uint32_t { Certified, CertifiedToDepth, Replay, NotChecked };

enum FrameFlag : std::uint32_t {
    kPaused = 1, kReplay = 2, kRecording = 4, kGrabbed = 8, kOutOfTime = 16, kBlocked = 32, kAsleep = 64
};

struct FrameHead {
    std::uint32_t magic = kFrameMagic, scene = 0;
    double frame = 0.0, time = 0.0, seq = 0.0;
    double least_distance = 0.0, proved_gap = 0.0, depth = 0.0;
    double push = 0.0, lag = 0.0;
    std::array<double, 3> grabbed_point{}, wanted_point{};
    std::array<double, 7> ghost{};
    Badge badge = Badge::Certified;
    std::uint32_t flags = 0, grabbed = kNone;
    std::array<std::uint32_t, 2> least_bodies{kNone, kNone};
    float milliseconds = 0.0F;
    double stop = 0.0;
    std::uint32_t path = kNone, poses = 0, contacts = 0, zero = 0;
    double least_distance_hi = 0.0;
};
static_assert(sizeof(FrameHead) == 232);

struct FramePose {
    std::uint32_t body = 0, zero = 0;
    std::array<double, 7> pose{};
};
static_assert(sizeof(FramePose) == 64);

struct FrameContact {
    std::array<std::uint32_t, 2> bodies{}, triangles{}, faces{};
    std::array<double, 3> point_a{}, point_b{}, normal{};
    double distance = 0.0, push = 0.0;
};
static_assert(sizeof(FrameContact) == 112);

struct GeometryHead {
    std::uint32_t magic = kGeometryMagic, mesh = 0, vertices = 0, triangles = 0, edges = 0, faces = 0, text = 0, bytes = 0;
    std::array<double, 3> origin{};
};
static_assert(sizeof(GeometryHead) == 56);

}  // namespace graze::studio
