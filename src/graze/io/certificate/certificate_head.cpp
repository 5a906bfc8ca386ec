#include "graze/io/certificate/certificate_head.h"

#include "graze/io/text/json_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze {
namespace {

constexpr double kMostCount = 4294967295.0;
constexpr double kMostNumber = std::numeric_limits<double>::max();
constexpr std::size_t kMostBodies = 1000000, kMostLinks = 1000;
constexpr double kMostWholeTurns = 1e6;
constexpr double kQuaternionSlack = 1e-6 + 1e-12;               // | |q| - 1 | may be 1e-6; and rounding
constexpr double kShortestAxis = 1e-100, kLongestAxis = 1e100;  // of the longest component
constexpr const char* kKinds[] = {"at_rest",           "screw",    "slerp",
                                  "linear_parameters", "revolute", "prismatic"};  // as LinkKind

// Keeps the first problem; what cannot be read is zero or empty from then on.
class Reader {
  public:
    explicit Reader(CertificateHead& head) : head_(head) {}

    std::string read(const JsonValue& root) {
        const auto [made_by, scene, unit, bodies, motions, pairs, ignored, covered] = members<8>(
            root, "head", {"made_by", "scene", "unit", "bodies", "motions", "pairs", "ignored", "covered"});
        (void)text(*made_by, "\"made_by\""), (void)text(*scene, "\"scene\"");
        head_.unit = text(*unit, "\"unit\"");
        demand(items(*bodies, "\"bodies\"").size() <= kMostBodies, "too many bodies");
        for (const JsonValue& body : items(*bodies, "\"bodies\"")) read_body(body);
        for (const JsonValue& segment : items(*motions, "\"motions\"")) read_segment(segment);
        for (const JsonValue& pair : items(*pairs, "\"pairs\"")) read_pair(pair, head_.pairs, true);
        for (const JsonValue& pair : items(*ignored, "\"ignored\"")) read_pair(pair, head_.ignored, false);
        read_covered(*covered);
        return problem_;
    }

  private:
    void demand(bool holds, const std::string& otherwise) {
        if (!holds && problem_.empty()) problem_ = otherwise;
    }

    // The members of an object that has these keys and no others.
    template <std::size_t N>
    std::array<const JsonValue*, N> members(const JsonValue& value, const std::string& what,
                                            const std::array<const char*, N>& keys) {
        static const JsonValue nothing;
        std::array<const JsonValue*, N> found;
        found.fill(&nothing);
        const JsonValue::Members* all = value.members();
        demand(all && all->size() == N, what + ": not an object with the right keys");
        for (std::size_t i = 0; i < N && all; ++i) {
            const auto at = std::find_if(all->begin(), all->end(),
                                         [&](const JsonMember& member) { return member.key == keys[i]; });
            demand(at != all->end(), what + ": \"" + keys[i] + "\" is missing");
            if (at != all->end()) found[i] = &at->value;
        }
        return found;
    }
    const JsonValue::Items& items(const JsonValue& value, const std::string& what) {
        static const JsonValue::Items none;
        demand(value.items(), what + " is not a list");
        return value.items() && problem_.empty() ? *value.items() : none;
    }
    std::string text(const JsonValue& value, const std::string& what) {
        demand(value.text(), what + " is not a text");
        return value.text() ? *value.text() : std::string();
    }
    double number(const JsonValue& value, double least, double most, const std::string& what) {
        const double* x = value.number();
        const bool fits = x && *x >= least && *x <= most;
        demand(fits, what + " is not a number in its range");
        return fits ? *x : 0.0;
    }
    double whole(const JsonValue& value, double least, double most, const std::string& what) {
        const double x = number(value, least, most, what);
        demand(x == std::floor(x), what + " is not a whole number");
        return x;
    }
    std::uint64_t count(const JsonValue& value, const std::string& what) {
        return static_cast<std::uint64_t>(whole(value, 0.0, kMostCount, what));
    }
    template <std::size_t N>
    std::array<double, N> numbers(const JsonValue& value, const std::string& what) {
        std::array<double, N> all{};
        const JsonValue::Items& list = items(value, what);
        demand(list.size() == N, what + ": not " + std::to_string(N) + " numbers");
        for (std::size_t i = 0; i < N && i < list.size(); ++i)
            all[i] = number(list[i], -kMostNumber, kMostNumber, what);
        return all;
    }
    CertificatePose pose(const JsonValue& value, const std::string& what) {
        const auto x = numbers<7>(value, what);
        const double length = std::sqrt(x[3] * x[3] + x[4] * x[4] + x[5] * x[5] + x[6] * x[6]);
        demand(std::abs(length - 1.0) <= kQuaternionSlack, what + ": a quaternion is not of length 1");
        return {{x[0], x[1], x[2]}, {x[3], x[4], x[5], x[6]}};
    }
    std::optional<double> deviation(const JsonValue& value, const std::string& what) {
        if (std::holds_alternative<std::monostate>(value.state)) return std::nullopt;
        return number(value, 0.0, kMostNumber, what);
    }

    void read_body(const JsonValue& value) {
        const auto [name, vertices, triangles, requested, measured] = members<5>(
            value, "a body", {"name", "vertices", "triangles", "requested_deviation", "measured_deviation"});
        head_.bodies.push_back(
            {text(*name, "a body's name"), count(*vertices, "vertices"), count(*triangles, "triangles"),
             deviation(*requested, "a requested deviation"), deviation(*measured, "a measured deviation")});
        demand(head_.bodies.back().triangles > 0, "a body has no triangles");
    }

    CertificateLink link_of(const JsonValue& value, const std::string& where) {
        CertificateLink link;
        std::string kind;
        if (const JsonValue::Members* all = value.members())
            for (const JsonMember& member : *all)
                if (member.key == "kind") kind = text(member.value, where);
        const auto known = std::find(std::begin(kKinds), std::end(kKinds), kind);
        demand(known != std::end(kKinds), where + ": a kind of motion that is not known");
        link.kind = static_cast<LinkKind>((known - std::begin(kKinds)) % std::ssize(kKinds));
        if (link.kind == LinkKind::AtRest) {
            link.from = link.to = pose(*members<2>(value, where, {"kind", "pose"})[1], where);
        } else if (link.kind == LinkKind::Revolute || link.kind == LinkKind::Prismatic) {
            const JsonValue *axis, *from, *to;
            if (link.kind == LinkKind::Revolute) {
                const auto all = members<5>(value, where, {"kind", "axis", "from", "to", "origin"});
                axis = all[1], from = all[2], to = all[3], link.origin = numbers<3>(*all[4], where);
            } else {
                const auto all = members<4>(value, where, {"kind", "axis", "from", "to"});
                axis = all[1], from = all[2], to = all[3];
            }
            link.axis = numbers<3>(*axis, where);
            const double longest =
                std::max({std::abs(link.axis[0]), std::abs(link.axis[1]), std::abs(link.axis[2])});
            demand(longest >= kShortestAxis && longest <= kLongestAxis,
                   where + ": an axis is zero, or far too short or long");
            link.value_from = number(*from, -kMostNumber, kMostNumber, where);
            link.value_to = number(*to, -kMostNumber, kMostNumber, where);
        } else {
            const auto [kind_again, from, to, turns] =
                members<4>(value, where, {"kind", "from", "to", "turns"});
            link.from = pose(*from, where), link.to = pose(*to, where);
            link.turns = static_cast<int>(whole(*turns, -kMostWholeTurns, kMostWholeTurns, where));
        }
        return link;
    }

    void read_segment(const JsonValue& value) {
        const std::string where = "segment " + std::to_string(head_.motions.size());
        std::vector<CertificateMotion> motions;
        for (const JsonValue& chain : items(value, where)) {
            const std::string place = where + ", body " + std::to_string(motions.size());
            demand(items(chain, place).size() <= kMostLinks, place + ": too many links");
            CertificateMotion motion;
            for (const JsonValue& link : items(chain, place)) motion.push_back(link_of(link, place));
            motions.push_back(std::move(motion));
        }
        demand(motions.size() == head_.bodies.size(), where + ": not one motion per body");
        head_.motions.push_back(std::move(motions));
    }

    void read_pair(const JsonValue& value, std::vector<CertificatePair>& list, bool is_proved) {
        const auto [bodies, more] =
            members<2>(value, "a pair", {"bodies", is_proved ? "clearance" : "reason"});
        const auto ids = numbers<2>(*bodies, "a pair");
        const bool fits = ids[0] >= 0.0 && ids[0] < ids[1] &&
                          ids[1] < static_cast<double>(head_.bodies.size()) && ids[0] == std::floor(ids[0]) &&
                          ids[1] == std::floor(ids[1]);
        demand(fits, "a pair is not two bodies in rising order");
        CertificatePair pair;
        if (fits) pair = {static_cast<std::uint32_t>(ids[0]), static_cast<std::uint32_t>(ids[1]), 0.0};
        if (is_proved)
            pair.clearance = number(*more, 0.0, kMostNumber, "a clearance");
        else
            demand(!text(*more, "a reason").empty(), "an ignored pair gives no reason");
        list.push_back(pair);
    }

    void read_covered(const JsonValue& value) {
        const auto [segments, until] = members<2>(value, "covered", {"segments", "until"});
        head_.whole_segments = count(*segments, "covered segments");
        head_.until = number(*until, 0.0, 1.0, "\"until\"");
        const std::uint64_t known = head_.motions.size();
        demand(head_.whole_segments + (head_.until > 0.0 ? 1 : 0) <= known,
               "more segments are covered than there are");
        demand(head_.until < 1.0, "a segment that is covered up to 1 is a whole one");
    }

    CertificateHead& head_;
    std::string problem_;
};

}  // namespace

Expected<CertificateHead> read_certificate_head(std::string_view text) {
    const auto root = parse_json_text(text, "head", {.bytes = text.size() + 1, .depth = 8});
    if (!root) return root.error();
    CertificateHead head;
    if (std::string problem = Reader(head).read(*root); !problem.empty())
        return Error{ErrorCode::BadInput, std::move(problem)};
    return head;
}

}  // namespace graze
