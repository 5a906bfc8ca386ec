// From a text message to a command.
#include "studio/protocol.h"

#include "graze/core/wording.h"
#include "graze/io/text/json_text.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <utility>

#include <fmt/format.h>

namespace graze::studio {
namespace {

constexpr double kLargest = 1e12;       // of a number
constexpr double kLargestWhole = 9e15;  // that a double holds, of `id` and `seq`
constexpr std::size_t kLongestName = 1000;
constexpr std::size_t kMostFiles = 1000;
constexpr int kMostSteps = 1000;

/// Leaves the reader at the first mistake; caught in parse_command.
struct Refused {
    std::string why;
};

[[noreturn]] void refuse(std::string why) { throw Refused{std::move(why)}; }

/// The members of a message, and which of them were asked for.
class Members {
  public:
    explicit Members(const JsonValue::Members& members) : members_(members), is_known_(members.size(), false) {}

    /// Null: it is not there, or is null.
    const JsonValue* find(const char* key) {
        for (std::size_t i = 0; i < members_.size(); ++i) {
            if (members_[i].key != key) continue;
            is_known_[i] = true;
            return std::holds_alternative<std::monostate>(members_[i].value.state) ? nullptr : &members_[i].value;
        }
        return nullptr;
    }

    const JsonValue& need(const char* key) {
        const JsonValue* value = find(key);
        if (value == nullptr) refuse(fmt::format("{} is missing", key));
        return *value;
    }

    void refuse_others() const {
        for (std::size_t i = 0; i < members_.size(); ++i)
            if (!is_known_[i]) refuse(fmt::format("{} is not known here", in_quotes(members_[i].key)));
    }

  private:
    const JsonValue::Members& members_;
    std::vector<bool> is_known_;
};

double number(const JsonValue& value, const char* key) {
    const double* found = value.number();
    if (found == nullptr) refuse(fmt::format("{} must be a number", key));
    if (!(std::abs(*found) <= kLargest)) refuse(fmt::format("{} is beyond {:g}", key, kLargest));
    return *found;
}

double whole(const JsonValue& value, const char* key, double least, double most) {
    const double* found = value.number();
    if (found == nullptr || !(*found >= least && *found <= most) || std::floor(*found) != *found)
        refuse(fmt::format("{} must be a whole number from {} to {}", key, least, most));
    return *found;
}

std::uint32_t place(const JsonValue& value, const char* key) {
    return static_cast<std::uint32_t>(whole(value, key, 0.0, kNone - 1.0));
}

bool boolean(const JsonValue& value, const char* key) {
    const bool* found = value.boolean();
    if (found == nullptr) refuse(fmt::format("{} must be true or false", key));
    return *found;
}

std::string text(const JsonValue& value, const char* key) {
    const std::string* found = value.text();
    if (found == nullptr) refuse(fmt::format("{} must be a text", key));
    if (found->size() > kLongestName) refuse(fmt::format("{} has {} bytes, the limit is {}", key, found->size(), kLongestName));
    if (!is_plain_text(*found)) refuse(fmt::format("{} has control characters", key));
    return *found;
}

template <std::size_t N, class Read>
auto array_of(const JsonValue& value, const char* key, Read read) {
    const JsonValue::Items* items = value.items();
    if (items == nullptr || items->size() != N) refuse(fmt::format("{} must be a list of {}", key, N));
    std::array<decltype(read((*items)[0], key)), N> found;
    for (std::size_t i = 0; i < N; ++i) found[i] = read((*items)[i], key);
    return found;
}

Vec3 vector(const JsonValue& value, const char* key) {
    const auto numbers = array_of<3>(value, key, number);
    return {numbers[0], numbers[1], numbers[2]};
}

Pose pose(const JsonValue& value, const char* key) {
    const auto n = array_of<7>(value, key, number);
    Eigen::Quaterniond turn(n[6], n[3], n[4], n[5]);
    const double norm = turn.norm();
    if (!(norm > 0.9 && norm < 1.1)) refuse(fmt::format("{}: its quaternion must have length 1", key));
    turn.coeffs() /= norm;
    return {.translation = {n[0], n[1], n[2]}, .rotation = turn};
}

Pair pair(const JsonValue& value, const char* key) {
    Pair bodies = array_of<2>(value, key, place);
    if (bodies[0] == bodies[1]) refuse(fmt::format("{} must be two", key));
    if (bodies[0] > bodies[1]) std::swap(bodies[0], bodies[1]);
    return bodies;
}

template <class Value, class Read>
void read_if(Members& members, const char* key, Read read, Value& into) {
    if (const JsonValue* value = members.find(key)) into = read(*value, key);
}

template <class Enum>
Enum choice(const JsonValue& value, const char* key, std::initializer_list<std::pair<const char*, Enum>> choices) {
    const std::string word = text(value, key);
    std::vector<std::string> known;
    for (const auto& [name, one] : choices) {
        if (word == name) return one;
        known.push_back(in_quotes(name));
    }
    refuse(fmt::format("{} must be one of {}", key, listed(known)));
}

Frame frame_of(const JsonValue& value, const char* key) { return choice<Frame>(value, key, {{"world", Frame::World}, {"part", Frame::Part}}); }

double at_least_zero(const JsonValue& value, const char* key) {
    const double found = number(value, key);
    if (!(found >= 0.0)) refuse(fmt::format("{} must not be below 0", key));
    return found;
}

double above_zero(const JsonValue& value, const char* key) {
    const double found = number(value, key);
    if (!(found > 0.0)) refuse(fmt::format("{} must be above 0", key));
    return found;
}

double share(const JsonValue& value, const char* key) {
    const double found = number(value, key);
    if (!(found >= 0.0 && found <= 1.0)) refuse(fmt::format("{} must be from 0 to 1", key));
    return found;
}

Hello read_hello(Members& m) {
    Hello hello;
    hello.protocol = static_cast<int>(whole(m.need("protocol"), "protocol", 0.0, 1e6));
    read_if(m, "session", text, hello.session);
    if (const JsonValue* role = m.find("role"))
        hello.role = choice<Role>(*role, "role", {{"driver", Role::Driver}, {"watcher", Role::Watcher}});
    return hello;
}

Open read_open(Members& m) {
    Open open;
    read_if(m, "demo", text, open.demo);
    if (const JsonValue* values = m.find("parameters")) {
        if (values->members() == nullptr) refuse("parameters must be an object");
        for (const JsonMember& member : *values->members()) open.parameters[member.key] = number(member.value, "a parameter");
    }
    if (const JsonValue* files = m.find("files")) {
        if (files->items() == nullptr || files->items()->empty() || files->items()->size() > kMostFiles)
            refuse(fmt::format("files must be a list of 1 to {} names", kMostFiles));
        for (const JsonValue& file : *files->items()) open.files.push_back(text(file, "files"));
    }
    read_if(m, "recent", place, open.recent);
    if (!open.demo.empty() + !open.files.empty() + open.recent.has_value() != 1) refuse("one of demo, files and recent is wanted");
    return open;
}

Drag read_drag(Members& m) {
    Drag drag;
    drag.seq = whole(m.need("seq"), "seq", 0.0, kLargestWhole);
    read_if(m, "point", vector, drag.point);
    read_if(m, "turn", vector, drag.turn);
    read_if(m, "pose", pose, drag.pose);
    if (drag.pose && (drag.point || drag.turn)) refuse("a drag has a pose, or a point and a turn, not both");
    if (!drag.pose && !drag.point && !drag.turn) refuse("a drag needs a pose, a point or a turn");
    return drag;
}

SetWorld read_set_world(Members& m) {
    SetWorld set;
    if (const JsonValue* order = m.find("order")) set.order = static_cast<int>(whole(*order, "order", 1.0, 2.0));
    read_if(m, "gravity", vector, set.gravity);
    read_if(m, "restitution", share, set.restitution);
    read_if(m, "friction", at_least_zero, set.friction);
    read_if(m, "paused", boolean, set.paused);
    read_if(m, "keep_apart", above_zero, set.keep_apart);
    return set;
}

SetLock read_set_lock(Members& m) {
    SetLock lock{array_of<3>(m.need("move"), "move", boolean), array_of<3>(m.need("turn"), "turn", boolean)};
    read_if(m, "frame", frame_of, lock.frame);
    return lock;
}

MeasureEnd read_end(const JsonValue& value, const char* key) {
    if (value.members() == nullptr) refuse(fmt::format("{} must be an object", key));
    Members m(*value.members());
    MeasureEnd end;
    read_if(m, "body", place, end.body);
    read_if(m, "face", place, end.face);
    read_if(m, "point", vector, end.point);
    m.refuse_others();
    if (end.body.has_value() == end.point.has_value()) refuse(fmt::format("{} must have a body or a point", key));
    if (end.face && !end.body) refuse(fmt::format("{}: a face needs its body", key));
    return end;
}

ReviewClash read_review(Members& m) {
    ReviewClash review{pair(m.need("bodies"), "bodies"), text(m.need("status"), "status")};
    if (review.status != "open" && review.status != "accepted") refuse("status must be \"open\" or \"accepted\"");
    read_if(m, "comment", text, review.comment);
    return review;
}

template <class Judge>
Judge read_judge(Members& m) {
    Judge judge{.path = place(m.need("path"), "path")};
    read_if(m, "clearance", at_least_zero, judge.clearance);
    read_if(m, "budget_s", above_zero, judge.budget_s);
    return judge;
}

Nudge read_nudge(Members& m) {
    Nudge nudge{.body = place(m.need("body"), "body")};
    read_if(m, "move", vector, nudge.move);
    read_if(m, "turn", vector, nudge.turn);
    read_if(m, "frame", frame_of, nudge.frame);
    return nudge;
}

Throw read_throw(Members& m) {
    Throw thrown{.body = place(m.need("body"), "body")};
    read_if(m, "velocity", vector, thrown.velocity);
    read_if(m, "spin", vector, thrown.spin);
    return thrown;
}

Play read_play(Members& m) {
    Play play{.path = place(m.need("path"), "path")};
    read_if(m, "from", at_least_zero, play.from);
    read_if(m, "speed", number, play.speed);
    return play;
}

Export read_export(Members& m) {
    Export made;
    read_if(m, "path", place, made.path);
    made.what = choice<ExportAs>(m.need("what"), "what", {{"scene", ExportAs::Scene}, {"glb", ExportAs::Glb}});
    return made;
}

SetMargin read_margin(Members& m) {
    SetMargin margin{.bodies = pair(m.need("bodies"), "bodies")};
    read_if(m, "distance", at_least_zero, margin.distance);
    return margin;
}

std::uint32_t path_in(Members& m) { return place(m.need("path"), "path"); }
std::uint32_t snapshot_in(Members& m) { return place(m.need("snapshot"), "snapshot"); }

struct Kind {
    const char* type;
    std::function<What(Members&)> read;
    bool is_for_all = false;
};

/// In the order of What.
const std::vector<Kind>& kinds() {
    static const std::vector<Kind> all{
        {"hello", [](Members& m) { return read_hello(m); }, true},
        {"ping", [](Members&) { return Ping{}; }, true},
        {"ask_to_drive", [](Members&) { return AskToDrive{}; }, true},
        {"hand_over", [](Members& m) { return HandOver{boolean(m.need("yes"), "yes")}; }},
        {"open", [](Members& m) { return read_open(m); }},
        {"close", [](Members&) { return Close{}; }},
        {"grab", [](Members& m) { return Grab{place(m.need("body"), "body"), vector(m.need("point"), "point")}; }},
        {"drag", [](Members& m) { return read_drag(m); }},
        {"release", [](Members&) { return Release{}; }},
        {"cancel_drag", [](Members&) { return CancelDrag{}; }},
        {"nudge", [](Members& m) { return read_nudge(m); }},
        {"place", [](Members& m) { return Place{place(m.need("body"), "body"), pose(m.need("pose"), "pose")}; }},
        {"throw", [](Members& m) { return read_throw(m); }},
        {"set_lock", [](Members& m) { return read_set_lock(m); }},
        {"set_world", [](Members& m) { return read_set_world(m); }},
        {"set_margin", [](Members& m) { return read_margin(m); }},
        {"step", [](Members& m) {
             Step step;
             if (const JsonValue* frames = m.find("frames")) step.frames = static_cast<int>(whole(*frames, "frames", 1.0, kMostSteps));
             return step;
         }},
        {"undo", [](Members&) { return Undo{}; }},
        {"redo", [](Members&) { return Redo{}; }},
        {"reset", [](Members&) { return Reset{}; }},
        {"snapshot", [](Members& m) {
             Snapshot snapshot;
             read_if(m, "name", text, snapshot.name);
             return snapshot;
         }},
        {"restore", [](Members& m) { return Restore{snapshot_in(m)}; }},
        {"forget", [](Members& m) { return Forget{snapshot_in(m)}; }},
        {"record", [](Members& m) { return Record{boolean(m.need("on"), "on")}; }},
        {"load_path", [](Members& m) { return LoadPath{text(m.need("file"), "file")}; }},
        {"timeline", [](Members& m) { return AskTimeline{path_in(m)}; }, true},
        {"rename_path", [](Members& m) { return RenamePath{path_in(m), text(m.need("name"), "name")}; }},
        {"delete_path", [](Members& m) { return DeletePath{path_in(m)}; }},
        {"trim", [](Members& m) { return Trim{path_in(m), place(m.need("from"), "from"), place(m.need("until"), "until")}; }},
        {"simplify", [](Members& m) { return Simplify{path_in(m), above_zero(m.need("tolerance"), "tolerance")}; }},
        {"reverse", [](Members& m) { return Reverse{path_in(m)}; }},
        {"play", [](Members& m) { return read_play(m); }},
        {"scrub", [](Members& m) { return Scrub{path_in(m), at_least_zero(m.need("at"), "at")}; }},
        {"stop", [](Members&) { return Stop{}; }},
        {"continue_from", [](Members& m) { return ContinueFrom{path_in(m), place(m.need("at"), "at")}; }},
        {"check", [](Members& m) { return read_judge<Check>(m); }},
        {"certify", [](Members& m) { return read_judge<Certify>(m); }},
        {"export", [](Members& m) { return read_export(m); }},
        {"measure", [](Members& m) { return Measure{read_end(m.need("a"), "a"), read_end(m.need("b"), "b")}; }, true},
        {"find_clashes", [](Members& m) {
             FindClashes find;
             read_if(m, "clearance", at_least_zero, find.clearance);
             return find;
         }, true},
        {"review_clash", [](Members& m) { return read_review(m); }},
        {"ignore", [](Members& m) { return Ignore{pair(m.need("bodies"), "bodies"), boolean(m.need("on"), "on")}; }},
        {"save", [](Members&) { return Save{}; }},
        {"cancel", [](Members& m) { return Cancel{place(m.need("task"), "task")}; }, true},
        {"audit", [](Members&) { return Audit{}; }, true},
    };
    return all;
}

Command read_command(const JsonValue& value) {
    if (value.members() == nullptr) refuse("a message is an object");
    Members members(*value.members());
    const std::string type = text(members.need("type"), "type");
    const auto kind = std::find_if(kinds().begin(), kinds().end(), [&](const Kind& one) { return one.type == type; });
    if (kind == kinds().end()) refuse(fmt::format("{} is no type of message", in_quotes(type)));
    Command command{.id = {}, .what = kind->read(members)};
    if (const JsonValue* id = members.find("id")) command.id = static_cast<std::int64_t>(whole(*id, "id", -kLargestWhole, kLargestWhole));
    members.refuse_others();
    return command;
}

}  // namespace

Expected<Command> parse_command(std::string_view text) {
    if (text.size() > kLongestMessage)
        return make_error(ErrorCode::BadInput, "message", fmt::format("{} bytes, the limit is {}", text.size(), kLongestMessage));
    const auto json = parse_json_text(text, "message", {.bytes = kLongestMessage, .depth = 8, .keys_per_object = 100});
    if (!json) return json.error();
    try {
        return read_command(*json);
    } catch (const Refused& refused) {
        return make_error(ErrorCode::BadInput, "message", refused.why, "docs/studio-protocol.md lists all messages");
    }
}

const char* type_of(const What& what) { return kinds()[what.index()].type; }

bool is_for_all(const What& what) { return kinds()[what.index()].is_for_all; }

}  // namespace graze::studio
