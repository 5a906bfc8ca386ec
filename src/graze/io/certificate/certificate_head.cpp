#include "graze/io/certificate/certificate_head.h"

#include "graze/io/text/json_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze::internal {
namespace {

constexpr double kMostCount = 4294967295.0;
constexpr double kMostNumber = std::numeric_limits<double>::max();
constexpr std::size_t kMostBodies = 1000000, kMostLinks = 1000;
constexpr double kMostWholeTurns = 1e6;
constexpr double kQuaternionSlack = 1e-6 + 1e-12;               // | |q| - 1 | may be 1e-6; and rounding
constexpr double kShortestAxis = 1e-100, kLongestAxis = 1e100;  // of the longest component
constexpr const char* kKinds[] = {"at_rest",           "screw",    "slerp",
                                  "linear_parameters", "revolute", "prismatic"};  // as LinkKind
constexpr const char* kUnits[] = {"um", "mm", "cm", "m", "in", "ft"};

// Keeps the first problem; what cannot be read is zero or empty from then on.
class Reader {
  public:
    explicit Reader(CertificateHead& head) : head_(head) {}

    std::string read(const JsonValue& root) {
        const JsonValue* nearest = member_of(root, "nearest");
        if (member_of(root, "cad")) {
            const auto all = members<12>(root, "head",
                                         {"made_by", "scene", "unit", "meshes", "bodies", "motions",
                                          "clearance", "clearances", "pairs", "ignored", "covered", "cad"});
            read_all(
                {all[0], all[1], all[2], all[3], all[4], all[5], all[6], all[7], all[8], all[9], all[10]});
            read_cad(*all[11]);
            return problem_;  // what is nearest is told of triangles only
        }
        optional_ = nearest ? 1 : 0;
        if (member_of(root, "seated")) {
            const auto all =
                members<13>(root, "head",
                            {"made_by", "scene", "unit", "meshes", "bodies", "motions", "clearance",
                             "clearances", "pairs", "ignored", "covered", "copies", "seated"});
            optional_ = 0;
            read_all(
                {all[0], all[1], all[2], all[3], all[4], all[5], all[6], all[7], all[8], all[9], all[10]});
            read_seats(*all[11], *all[12]);
        } else {
            const auto all = members<11>(root, "head",
                                         {"made_by", "scene", "unit", "meshes", "bodies", "motions", "clearance",
                                          "clearances", "pairs", "ignored", "covered"});
            optional_ = 0;
            read_all(all);
        }
        if (nearest) read_nearest(*nearest);
        return problem_;
    }

  private:
    /// Null if it is not there.
    static const JsonValue* member_of(const JsonValue& root, std::string_view key) {
        const JsonValue::Members* all = root.members();
        if (!all) return nullptr;
        const auto at = std::find_if(all->begin(), all->end(), [&](const JsonMember& member) { return member.key == key; });
        return at == all->end() ? nullptr : &at->value;
    }

    void read_nearest(const JsonValue& value) {
        const auto [bodies, segment, t, triangles, weights] =
            members<5>(value, "\"nearest\"", {"bodies", "segment", "t", "triangles", "weights"});
        CertificateNearest nearest{.bodies = pair_of(*bodies, head_.bodies.size()), .at = {count(*segment, "a segment"), number(*t, 0.0, 1.0, "a time")}};
        demand(nearest.at.segment < head_.motions.size(), "\"nearest\" is in a segment that does not exist");
        const auto ids = numbers<2>(*triangles, "the triangles of \"nearest\"");
        const JsonValue::Items& sides = items(*weights, "the weights of \"nearest\"");
        demand(sides.size() == 2, "\"nearest\" has not two sets of weights");
        for (std::size_t side = 0; side < 2 && problem_.empty(); ++side) {
            const std::uint32_t body = side == 0 ? nearest.bodies.a : nearest.bodies.b;
            const auto count = static_cast<double>(head_.meshes[head_.bodies[body].mesh].triangles);
            const bool fits = ids[side] >= 0.0 && ids[side] < count && ids[side] == std::floor(ids[side]);
            demand(fits, "\"nearest\" names a triangle that does not exist");
            nearest.triangles[side] = fits ? static_cast<std::uint32_t>(ids[side]) : 0;
            nearest.weights[side] = numbers<3>(sides[side], "weights");
            double sum = 0.0;
            for (const double weight : nearest.weights[side]) {
                demand(weight >= 0.0 && weight <= 1.0, "a weight is not between 0 and 1");
                sum += weight;
            }
            demand(sum >= 0.5, "weights add up to less than a half");
        }
        head_.nearest = nearest;
    }

    void read_all(const std::array<const JsonValue*, 11>& all) {
        const auto [made_by, scene, unit, meshes, bodies, motions, clearance, clearances, pairs, ignored,
                    covered] = all;
        head_.made_by = text(*made_by, "\"made_by\""), head_.scene = text(*scene, "\"scene\"");
        head_.unit = text(*unit, "\"unit\"");
        demand(std::ranges::find(kUnits, head_.unit) != std::end(kUnits),
               "\"unit\" is none of um, mm, cm, m, in, ft");
        demand(items(*meshes, "\"meshes\"").size() <= kMostBodies, "too many meshes");
        for (const JsonValue& mesh : items(*meshes, "\"meshes\"")) read_mesh_size(mesh);
        demand(items(*bodies, "\"bodies\"").size() <= kMostBodies, "too many bodies");
        for (const JsonValue& body : items(*bodies, "\"bodies\"")) read_body(body);
        for (const JsonValue& segment : items(*motions, "\"motions\"")) read_segment(segment);
        head_.clearance = number(*clearance, 0.0, kMostNumber, "\"clearance\"");
        for (const JsonValue& own : items(*clearances, "\"clearances\""))
            head_.clearances.push_back(own_clearance(own, head_.bodies.size()));
        for (const JsonValue& pair : items(*pairs, "\"pairs\""))
            head_.pairs.push_back(pair_of(pair, head_.bodies.size()));
        for (const JsonValue& pair : items(*ignored, "\"ignored\""))
            head_.ignored.push_back(ignored_of(pair, head_.bodies.size()));
        read_covered(*covered);
    }

    void read_seats(const JsonValue& copies, const JsonValue& seated) {
        demand(items(copies, "\"copies\"").size() <= kMostBodies, "too many copies");
        for (const JsonValue& value : items(copies, "\"copies\"")) {
            const auto [mesh, within] = members<2>(value, "a copy", {"mesh", "within"});
            head_.copies.push_back({place_in(*mesh, head_.meshes.size(), "the mesh of a copy"),
                                    number(*within, 0.0, kMostNumber, "\"within\" of a copy")});
        }
        for (const JsonValue& value : items(seated, "\"seated\"")) read_seat(value);
        demand(!head_.seated.empty() || !problem_.empty(), "\"seated\" is empty");
    }

    void read_cad(const JsonValue& value) {
        const auto [shapes, bodies, clearance, clearances, ignored] =
            members<5>(value, "\"cad\"", {"shapes", "bodies", "clearance", "clearances", "ignored"});
        CertificateCad& cad = head_.cad.emplace();
        demand(items(*shapes, "\"shapes\"").size() <= kMostBodies, "too many shapes");
        for (const JsonValue& shape : items(*shapes, "\"shapes\"")) {
            const auto [faces, bytes] = members<2>(shape, "a shape", {"faces", "bytes"});
            cad.shapes.push_back({count(*faces, "faces"), count(*bytes, "bytes of a shape")});
        }
        demand(items(*bodies, "\"bodies\" of \"cad\"").size() <= kMostBodies, "too many CAD bodies");
        for (const JsonValue& body : items(*bodies, "\"bodies\" of \"cad\"")) read_cad_body(body);
        cad.clearance = number(*clearance, 0.0, kMostNumber, "\"clearance\" of \"cad\"");
        for (const JsonValue& own : items(*clearances, "\"clearances\" of \"cad\""))
            cad.clearances.push_back(own_clearance(own, cad.bodies.size()));
        for (const JsonValue& pair : items(*ignored, "\"ignored\" of \"cad\""))
            cad.ignored.push_back(ignored_of(pair, cad.bodies.size()));
    }

    void read_cad_body(const JsonValue& value) {
        const auto [name, shape, pieces, bytes] =
            members<4>(value, "a CAD body", {"name", "shape", "pieces", "bytes"});
        CertificateCadBody& body = head_.cad->bodies.emplace_back();
        body.name = text(*name, "a CAD body: its name");
        body.shape = place_in(*shape, head_.cad->shapes.size(), "a CAD body: its shape");
        body.bytes = count(*bytes, "bytes of cuts");
        for (const JsonValue& piece : items(*pieces, "\"pieces\"")) {
            const auto [own, radius] = members<2>(piece, "a piece", {"body", "radius"});
            body.pieces.push_back({place_in(*own, head_.bodies.size(), "the body of a piece"),
                                   number(*radius, 0.0, kMostNumber, "a radius")});
        }
    }

    void read_seat(const JsonValue& value) {
        const auto [bodies, copies, depth, clear_from] =
            members<4>(value, "a seated pair", {"bodies", "copies", "depth", "clear_from"});
        CertificateSeat seat{.bodies = pair_of(*bodies, head_.bodies.size()),
                             .depth = number(*depth, 0.0, kMostNumber, "a depth")};
        const auto ids = numbers<2>(*copies, "the copies of a seated pair");
        for (int side = 0; side < 2; ++side) {
            const bool fits = ids[side] >= 0.0 && ids[side] < static_cast<double>(head_.copies.size()) &&
                              ids[side] == std::floor(ids[side]);
            demand(fits, "a seated pair names a copy that does not exist");
            seat.copies[side] = fits ? static_cast<std::uint32_t>(ids[side]) : 0;
        }
        if (!std::holds_alternative<std::monostate>(clear_from->state)) {
            const auto [segment, t] = members<2>(*clear_from, "\"clear_from\"", {"segment", "t"});
            seat.clear_from = CertificateTime{count(*segment, "a segment"), number(*t, 0.0, 1.0, "a time")};
            demand(seat.clear_from->t < 1.0, "\"clear_from\" at 1 is 0 of the next segment");
        }
        head_.seated.push_back(seat);
    }

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
        demand(all && all->size() == N + optional_, what + ": not an object with the right keys");
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

    void read_mesh_size(const JsonValue& value) {
        const auto [vertices, triangles, requested, measured] = members<4>(
            value, "a mesh", {"vertices", "triangles", "requested_deviation", "measured_deviation"});
        head_.meshes.push_back({count(*vertices, "vertices"), count(*triangles, "triangles"),
                                deviation(*requested, "a requested deviation"),
                                deviation(*measured, "a measured deviation")});
        demand(head_.meshes.back().triangles > 0, "a mesh has no triangles");
    }

    // A place in a list of so many. Pre: there are fewer than 2^32.
    std::uint32_t place_in(const JsonValue& value, std::size_t size, const std::string& what) {
        return static_cast<std::uint32_t>(whole(value, 0.0, static_cast<double>(size) - 1.0, what));
    }

    void read_body(const JsonValue& value) {
        const std::string where = "body " + std::to_string(head_.bodies.size());
        const auto [name, mesh, links] = members<3>(value, where, {"name", "mesh", "links"});
        head_.bodies.push_back({text(*name, where + ": its name"),
                                place_in(*mesh, head_.meshes.size(), where + ": its mesh"),
                                motion_of(*links, where)});
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

    CertificateMotion motion_of(const JsonValue& value, const std::string& where) {
        demand(items(value, where).size() <= kMostLinks, where + ": too many links");
        CertificateMotion motion;
        for (const JsonValue& link : items(value, where)) motion.push_back(link_of(link, where));
        return motion;
    }

    void read_segment(const JsonValue& value) {
        const std::string where = "segment " + std::to_string(head_.motions.size());
        std::vector<CertificateMove> moves;
        for (const JsonValue& move : items(value, where)) {
            const auto [body, links] = members<2>(move, where, {"body", "links"});
            const std::uint32_t id = place_in(*body, head_.bodies.size(), where + ": a body");
            demand(moves.empty() || moves.back().body < id, where + ": its bodies do not rise");
            moves.push_back({id, motion_of(*links, where + ", body " + std::to_string(id))});
        }
        head_.motions.push_back(std::move(moves));
    }

    CertificatePair pair_of(const JsonValue& value, std::size_t bodies) {
        const auto ids = numbers<2>(value, "a pair");
        const bool fits = ids[0] >= 0.0 && ids[0] < ids[1] && ids[1] < static_cast<double>(bodies) &&
                          ids[0] == std::floor(ids[0]) && ids[1] == std::floor(ids[1]);
        demand(fits, "a pair is not two bodies in rising order");
        if (!fits) return {};
        return {static_cast<std::uint32_t>(ids[0]), static_cast<std::uint32_t>(ids[1])};
    }

    CertificateClearance own_clearance(const JsonValue& value, std::size_t count) {
        const auto [bodies, clearance] = members<2>(value, "a clearance", {"bodies", "clearance"});
        return {pair_of(*bodies, count), number(*clearance, 0.0, kMostNumber, "a clearance")};
    }

    CertificateIgnored ignored_of(const JsonValue& value, std::size_t count) {
        const auto [bodies, reason] = members<2>(value, "an ignored pair", {"bodies", "reason"});
        CertificateIgnored ignored{pair_of(*bodies, count), text(*reason, "a reason")};
        demand(!ignored.reason.empty(), "an ignored pair gives no reason");
        return ignored;
    }

    void read_covered(const JsonValue& value) {
        const auto [segments, until] = members<2>(value, "covered", {"segments", "until"});
        head_.whole_segments = count(*segments, "covered segments");
        head_.until = number(*until, 0.0, 1.0, "\"until\"");
        demand(covered_segments(head_) <= head_.motions.size(), "more segments are covered than there are");
        demand(head_.until < 1.0, "a segment that is covered up to 1 is a whole one");
    }

    CertificateHead& head_;
    std::size_t optional_ = 0;  // members that the next object may have besides
    std::string problem_;
};

double clearance_in(const std::vector<CertificateClearance>& own, const CertificatePair& pair,
                    double otherwise) {
    const auto at = std::lower_bound(
        own.begin(), own.end(), pair,
        [](const CertificateClearance& one, const CertificatePair& wanted) { return one.bodies < wanted; });
    return at != own.end() && at->bodies == pair ? at->clearance : otherwise;
}

}  // namespace

const char* name_of(LinkKind kind) { return kKinds[static_cast<int>(kind)]; }

const CertificateMotion& links_of(const CertificateHead& head, std::size_t segment, std::uint32_t body) {
    const auto& moves = head.motions[segment];
    const auto at = std::lower_bound(
        moves.begin(), moves.end(), body,
        [](const CertificateMove& move, std::uint32_t wanted) { return move.body < wanted; });
    return at != moves.end() && at->body == body ? at->links : head.bodies[body].links;
}

double clearance_of(const CertificateHead& head, const CertificatePair& pair) {
    return clearance_in(head.clearances, pair, head.clearance);
}
double clearance_of(const CertificateCad& cad, const CertificatePair& pair) {
    return clearance_in(cad.clearances, pair, cad.clearance);
}

Expected<CertificateHead> read_certificate_head(std::string_view text) {
    // The parser would skip a byte order mark, and end at a zero byte without a word about what follows.
    if (text.empty() || text.front() != '{' || text.find('\0') != std::string_view::npos)
        return Error{ErrorCode::BadInput, "head: not a JSON object that begins with its first byte"};
    const auto root = parse_json_text(text, "head", {.bytes = text.size() + 1, .depth = 8});
    if (!root) return root.error();
    CertificateHead head;
    if (std::string problem = Reader(head).read(*root); !problem.empty())
        return Error{ErrorCode::BadInput, std::move(problem)};
    return head;
}

}  // namespace graze::internal
