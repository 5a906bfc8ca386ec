#include "graze_verify/head.h"

#include "graze/io/json_text.h"

#include <initializer_list>
#include <optional>

namespace graze::verify {
namespace {

constexpr double kMostCount = 4294967295.0;
constexpr std::size_t kMostBodies = 1000000;

using Problem = std::string;  // empty: none

// Reads one object: every key must be asked for, and nothing else may be there.
class Fields {
  public:
    Fields(const JsonValue& value, std::string where) : members_(value.members()), where_(std::move(where)) {
        if (!members_) problem_ = where_ + ": not an object";
    }
    const JsonValue* get(std::string_view key) {
        if (!members_) return nullptr;
        ++asked_;
        for (const JsonMember& member : *members_)
            if (member.key == key) return &member.value;
        return fail(key, "is missing");
    }
    const JsonValue::Items* items(std::string_view key) {
        const JsonValue* value = get(key);
        if (!value) return nullptr;
        if (!value->items()) fail(key, "is not a list");
        return value->items();
    }
    std::string text(std::string_view key) {
        const JsonValue* value = get(key);
        if (value && value->text()) return *value->text();
        fail(key, "is not a text");
        return {};
    }
    double number(std::string_view key, double least, double most) {
        const JsonValue* value = get(key);
        const double* number = value ? value->number() : nullptr;
        if (number && *number >= least && *number <= most) return *number;
        fail(key, "is not a number in its range");
        return 0.0;
    }
    std::uint64_t count(std::string_view key) {
        const double value = number(key, 0.0, kMostCount);
        if (value != std::floor(value)) fail(key, "is not a whole number");
        return static_cast<std::uint64_t>(value);
    }
    Problem finish() {
        if (problem_.empty() && members_ && members_->size() != asked_) problem_ = where_ + ": unknown keys";
        return problem_;
    }

  private:
    const JsonValue* fail(std::string_view key, const char* what) {
        if (problem_.empty()) problem_ = where_ + ": \"" + std::string(key) + "\" " + what;
        return nullptr;
    }
    const JsonValue::Members* members_;
    std::string where_;
    std::size_t asked_ = 0;
    Problem problem_;
};

template <std::size_t N>
bool read_numbers(const JsonValue& value, std::array<double, N>& out) {
    const JsonValue::Items* items = value.items();
    if (!items || items->size() != N) return false;
    for (std::size_t i = 0; i < N; ++i) {
        const double* number = (*items)[i].number();
        if (!number) return false;
        out[i] = *number;
    }
    return true;
}

bool read_pose(const JsonValue* value, CertificatePose& pose) {
    std::array<double, 7> all;
    if (!value || !read_numbers(*value, all)) return false;
    for (int i = 0; i < 3; ++i) pose.translation[i] = all[i];
    for (int i = 0; i < 4; ++i) pose.quaternion[i] = all[3 + i];
    return true;
}

Problem read_motion(const JsonValue& value, const std::string& where, CertificateMotion& motion) {
    Fields fields(value, where);
    const std::string kind = fields.text("kind");
    if (kind == "at_rest") {
        if (!read_pose(fields.get("pose"), motion.from)) return where + ": \"pose\" is not seven numbers";
        motion.to = motion.from;
    } else {
        if (kind == "screw")
            motion.kind = MotionKind::Screw;
        else if (kind == "slerp")
            motion.kind = MotionKind::Slerp;
        else if (kind == "linear_parameters")
            motion.kind = MotionKind::LinearParameters;
        else
            return where + ": a kind of motion that this checker does not know";
        if (!read_pose(fields.get("from"), motion.from) || !read_pose(fields.get("to"), motion.to))
            return where + ": a pose is not seven numbers";
        const double turns = fields.number("turns", -1e6, 1e6);
        if (turns != std::floor(turns)) return where + ": \"turns\" is not a whole number";
        motion.turns = static_cast<int>(turns);
    }
    if (Problem problem = fields.finish(); !problem.empty()) return problem;
    if (const Problem problem = problem_with(motion); !problem.empty()) return where + ": " + problem;
    return {};
}

Problem read_bodies(const JsonValue::Items& items, CertificateHead& head) {
    if (items.size() > kMostBodies) return "too many bodies";
    for (const JsonValue& item : items) {
        Fields fields(item, "a body");
        CertificateBody body{fields.text("name"), fields.count("vertices"), fields.count("triangles")};
        if (Problem problem = fields.finish(); !problem.empty()) return problem;
        if (body.triangles == 0) return "a body has no triangles";
        head.bodies.push_back(std::move(body));
    }
    return {};
}

Problem read_motions(const JsonValue::Items& items, CertificateHead& head) {
    for (std::size_t segment = 0; segment < items.size(); ++segment) {
        const std::string where = "segment " + std::to_string(segment);
        const JsonValue::Items* list = items[segment].items();
        if (!list || list->size() != head.bodies.size()) return where + ": not one motion per body";
        std::vector<CertificateMotion> motions(list->size());
        for (std::size_t body = 0; body < list->size(); ++body) {
            const std::string place = where + ", body " + std::to_string(body);
            if (Problem problem = read_motion((*list)[body], place, motions[body]); !problem.empty())
                return problem;
            if (segment > 0 && !(head.motions.back()[body].to == motions[body].from))
                return place + ": does not begin where the segment before ends";
        }
        head.motions.push_back(std::move(motions));
    }
    return {};
}

Problem read_pair(const JsonValue* value, std::size_t bodies, CertificatePair& pair) {
    std::array<double, 2> ids;
    const double limit = static_cast<double>(bodies);
    if (!value || !read_numbers(*value, ids)) return "a pair is not two numbers";
    if (!(ids[0] >= 0.0 && ids[0] < ids[1] && ids[1] < limit) || ids[0] != std::floor(ids[0]) ||
        ids[1] != std::floor(ids[1]))
        return "a pair is not two bodies in rising order";
    pair.a = static_cast<std::uint32_t>(ids[0]), pair.b = static_cast<std::uint32_t>(ids[1]);
    return {};
}

// All pairs of bodies, each once, as proved or ignored.
Problem find_gaps(const CertificateHead& head, const std::vector<CertificatePair>& ignored) {
    const std::uint64_t n = head.bodies.size(), all = n * (n - (n > 0 ? 1 : 0)) / 2;
    if (head.pairs.size() + ignored.size() != all)
        return "pairs and ignored pairs are not all pairs of bodies";
    std::vector<bool> seen(all, false);
    for (const auto* list : {&head.pairs, &ignored})
        for (const CertificatePair& pair : *list) {
            const std::uint64_t a = pair.a, b = pair.b, place = b * (b - 1) / 2 + a;
            if (seen[place]) return "a pair is named twice";
            seen[place] = true;
        }
    return {};
}

Problem read_pairs(const JsonValue::Items& proved, const JsonValue::Items& ignored, CertificateHead& head) {
    for (const JsonValue& item : proved) {
        Fields fields(item, "a pair");
        CertificatePair pair;
        if (Problem problem = read_pair(fields.get("bodies"), head.bodies.size(), pair); !problem.empty())
            return problem;
        pair.clearance = fields.number("clearance", 0.0, std::numeric_limits<double>::max());
        if (Problem problem = fields.finish(); !problem.empty()) return problem;
        head.pairs.push_back(pair);
    }
    std::vector<CertificatePair> left_out;
    for (const JsonValue& item : ignored) {
        Fields fields(item, "an ignored pair");
        CertificatePair pair;
        if (Problem problem = read_pair(fields.get("bodies"), head.bodies.size(), pair); !problem.empty())
            return problem;
        if (fields.text("reason").empty()) return "an ignored pair gives no reason";
        if (Problem problem = fields.finish(); !problem.empty()) return problem;
        left_out.push_back(pair);
    }
    head.ignored = left_out.size();
    return find_gaps(head, left_out);
}

Problem read_covered(const JsonValue* value, CertificateHead& head) {
    if (!value) return "\"covered\" is missing";
    Fields fields(*value, "covered");
    head.whole_segments = fields.count("segments");
    head.until = fields.number("until", 0.0, 1.0);
    if (Problem problem = fields.finish(); !problem.empty()) return problem;
    const std::uint64_t segments = head.motions.size();
    if (head.whole_segments > segments || (head.until > 0.0 && head.whole_segments == segments))
        return "more segments are covered than there are";
    if (!(head.until < 1.0)) return "a segment that is covered up to 1 is a whole one";
    return {};
}

Problem read_all(const JsonValue& root, CertificateHead& head) {
    Fields fields(root, "head");
    (void)fields.text("made_by");
    (void)fields.text("scene");
    head.unit = fields.text("unit");
    const JsonValue* deviation = fields.get("tessellation_deviation");
    if (!deviation || !(deviation->number() || std::holds_alternative<std::monostate>(deviation->state)))
        return "head: \"tessellation_deviation\" is neither a number nor null";
    const JsonValue::Items *bodies = fields.items("bodies"), *motions = fields.items("motions"),
                           *pairs = fields.items("pairs"), *ignored = fields.items("ignored");
    const JsonValue* covered = fields.get("covered");
    if (Problem problem = fields.finish(); !problem.empty()) return problem;
    if (Problem problem = read_bodies(*bodies, head); !problem.empty()) return problem;
    if (Problem problem = read_motions(*motions, head); !problem.empty()) return problem;
    if (Problem problem = read_pairs(*pairs, *ignored, head); !problem.empty()) return problem;
    return read_covered(covered, head);
}

}  // namespace

HeadReading read_head(std::string_view text) {
    HeadReading reading;
    const auto root = parse_json_text(text, "head", {.bytes = text.size() + 1, .depth = 8});
    reading.problem = root ? read_all(*root, reading.head) : root.error().message;
    return reading;
}

}  // namespace graze::verify
