#include "path_sweep.h"

#include "exit_code.h"
#include "graze/core/file.h"
#include "graze/core/wording.h"
#include "input.h"
#include "joint_map_svg.h"
#include "output.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace graze::cli {
namespace {

using internal::CellState;
using internal::JointCell;
using internal::JointMap;
using internal::JointRange;

/// "FROM,TO"; nothing if it is none.
std::optional<std::array<double, 2>> numbers_of(const std::string& text) {
    std::array<double, 2> numbers{};
    const char* at = text.data();
    const char* const end = at + text.size();
    for (int i = 0; i < 2; ++i) {
        const auto [next, failure] = std::from_chars(at, end, numbers[i]);
        if (failure != std::errc() || (i == 0 ? next == end || *next != ',' : next != end))
            return std::nullopt;
        at = next + 1;
    }
    return numbers;
}

const char* kind_words(const Scene& scene, const JointRange& range) {
    for (const Joint& joint : scene.joints)
        if (joint.body == range.body)
            return joint.kind == JointKind::Revolute ? "degrees" : name_of(scene.unit);
    return "";
}

double value_at(const JointRange& range, double t) { return range.from + t * (range.to - range.from); }

Json range_json(const Scene& scene, const JointRange& range) {
    return {{"body", scene.bodies[range.body].name},
            {"unit", kind_words(scene, range)},
            {"from", range.from},
            {"to", range.to}};
}

/// Times in contact, joined over all pairs. Seated pairs may touch; what counts is when one is too deep.
std::vector<std::array<double, 2>> contact_times(const PathProof& proof) {
    std::vector<std::array<double, 2>> times;
    for (const PathInterval& interval : proof.intervals) {
        double from = interval.from.segment > 0
                          ? 1.0
                          : interval.from.t;  // the end is the beginning of what would be next
        const auto is_it = [&](const auto& item) { return item.bodies == interval.bodies; };
        if (std::any_of(proof.seated.begin(), proof.seated.end(), is_it)) {
            const auto deep = std::find_if(proof.deep.begin(), proof.deep.end(), is_it);
            if (deep == proof.deep.end()) continue;
            from = std::max(from, deep->at.t);
        }
        const double until = interval.until.segment > 0 ? 1.0 : interval.until.t;
        if (from <= until) times.push_back({from, until});
    }
    if (times.empty() && proof.verdict == ContactVerdict::Contact)
        times.push_back({proof.clear_until, proof.clear_until});
    std::sort(times.begin(), times.end());
    std::vector<std::array<double, 2>> joined;
    for (const auto& next : times) {
        if (!joined.empty() && next[0] <= joined.back()[1])
            joined.back()[1] = std::max(joined.back()[1], next[1]);
        else
            joined.push_back(next);
    }
    return joined;
}

const char* word_of(CellState state) {
    constexpr const char* kWords[] = {"clear", "contact", "undecided"};
    return kWords[static_cast<int>(state)];
}

Expected<std::array<int, 2>> parse_cells(const std::string& text) {
    if (text.empty()) return internal::JointMapOptions{}.cells;
    std::array<int, 2> cells{};
    const char* const end = text.data() + text.size();
    const auto [at, failure] = std::from_chars(text.data(), end, cells[0]);
    cells[1] = cells[0];
    bool fits = failure == std::errc();
    if (fits && at != end) {
        const auto [last, second] = std::from_chars(at + 1, end, cells[1]);
        fits = *at == 'x' && second == std::errc() && last == end;
    }
    if (!fits || cells[0] < 1 || cells[1] < 1 || cells[0] > 512 || cells[1] > 512)
        return make_error(ErrorCode::BadUsage, "--cells",
                          fmt::format("{} is not a number of cells", in_quotes(text)),
                          "write 48, or 64x32, up to 512");
    return cells;
}

Json map_json(const JointMap& map, const Scene& scene) {
    Json rows = Json::array();
    for (int j = 0; j < map.cells[1]; ++j) {
        Json row = Json::array();
        for (int i = 0; i < map.cells[0] && !map.of.empty(); ++i) {
            const JointCell& cell = map.cell(i, j);
            row.push_back({{"state", word_of(cell.state)},
                           {"lo", cell.lo},
                           {"hi", cell.hi},
                           {"reachable", cell.is_reachable}});
        }
        rows.push_back(std::move(row));
    }
    Json left_out = Json::array();
    for (const BodyPair& pair : map.left_out)
        left_out.push_back({scene.bodies[pair[0]].name, scene.bodies[pair[1]].name});
    return {
        {"joints", {range_json(scene, map.ranges[0]), range_json(scene, map.ranges[1])}},
        {"cells", map.cells},
        {"map", std::move(rows)},
        {"drawn",
         map.drawn ? Json{{"state", word_of(map.drawn->state)}, {"lo", map.drawn->lo}, {"hi", map.drawn->hi}}
                   : Json()},
        {"pairs", map.pairs},
        {"left_out", std::move(left_out)},
        {"looks", map.looks}};
}

}  // namespace

Expected<JointRange> parse_sweep(const std::string& word, const Scene& scene) {
    std::string name = word;
    std::optional<std::array<double, 2>> wanted;
    if (const auto colon = word.rfind(':'); colon != std::string::npos && !body_named(scene, word)) {
        name = word.substr(0, colon);
        const std::string rest = word.substr(colon + 1);
        wanted = numbers_of(rest);
        if (!wanted && rest != "joint")
            return make_error(ErrorCode::BadUsage, "--sweep", fmt::format("{} is no range", in_quotes(rest)),
                              "write BODY, BODY:joint or BODY:FROM,TO");
    }
    const auto body = body_named(scene, name);
    if (!body)
        return make_error(ErrorCode::BadUsage, "--sweep",
                          fmt::format("the scene has no body {}", in_quotes(name)),
                          "`graze info` lists them");
    return internal::range_of(scene, *body, wanted, "--sweep");
}

void add_travel(Answer& answer, const Scene& scene, const JointRange& range, const PathProof& proof,
                bool colour) {
    const std::vector<std::array<double, 2>> contacts = contact_times(proof);
    const bool has_drawn = range.from <= 0.0 && 0.0 <= range.to;
    const double drawn = has_drawn ? -range.from / (range.to - range.from) : 0.0;
    const bool is_known = proof.verdict != ContactVerdict::Undecided;
    const bool drawn_meets = std::any_of(contacts.begin(), contacts.end(),
                                         [&](const auto& c) { return c[0] <= drawn && drawn <= c[1]; });
    const std::string unit = kind_words(scene, range);
    Json clear = Json::array(), meets = Json::array();
    std::string words;
    double from = 0.0;
    const auto add_clear = [&](double until) {
        if (until > from) clear.push_back({value_at(range, from), value_at(range, until)});
    };
    for (const auto& [begin, end] : contacts) {
        add_clear(begin);
        meets.push_back({value_at(range, begin), value_at(range, end)});
        words += fmt::format("  in contact from {} to {} {}\n", number_text(value_at(range, begin)),
                             number_text(value_at(range, end)), unit);
        from = end;
    }
    add_clear(1.0);
    answer.json["travel"] = range_json(scene, range);
    answer.json["travel"]["drawn"] = has_drawn ? Json(0.0) : Json();
    answer.json["travel"]["clear_as_drawn"] = has_drawn && is_known ? Json(!drawn_meets) : Json();
    answer.json["travel"]["clear"] = std::move(clear);
    answer.json["travel"]["contact"] = std::move(meets);
    const std::string joint =
        fmt::format("the joint of {}, {} to {} {}", shown(scene.bodies[range.body].name),
                    number_text(range.from), number_text(range.to), unit);
    if (contacts.empty() && proof.verdict == ContactVerdict::Clear)
        answer.text += fmt::format("{}: {}: proved for every value\n",
                                   toned("clear over its whole travel", Tone::Good, colour), joint);
    else if (!contacts.empty() && has_drawn && !drawn_meets)
        answer.text +=
            fmt::format("{}: {}\n{}", toned("clear as drawn, but not over its travel", Tone::Warning, colour),
                        joint, words);
    else if (!contacts.empty())
        answer.text += fmt::format("{}: {}\n{}", toned("not clear over its travel", Tone::Warning, colour),
                                   joint, words);
    else
        answer.text +=
            fmt::format("{}: {}\n", toned("not decided over its whole travel", Tone::Warning, colour), joint);
}

Expected<Answer> map_answer(const Scene& scene, const std::array<JointRange, 2>& ranges,
                            const SweepWords& words, const Globals& globals) {
    const auto cells = parse_cells(words.cells);
    if (!cells) return cells.error();
    if (!words.map.empty())
        if (auto valid = validate_out(words.map, globals.json); !valid) return valid.error();
    if (ranges[0].body == ranges[1].body)
        return make_error(ErrorCode::BadUsage, "--sweep", "both are the same joint",
                          "name two bodies on different joints");
    const auto map = internal::joint_map(scene, ranges, {.cells = *cells, .threads = globals.threads});
    if (!map) return map.error();
    std::array<std::size_t, 3> count{};
    std::size_t unreachable = 0;
    const JointCell* tightest = nullptr;
    for (const JointCell& cell : map->of) {
        ++count[static_cast<std::size_t>(cell.state)];
        unreachable += cell.state == CellState::Clear && !cell.is_reachable;
        if (cell.state == CellState::Clear && (tightest == nullptr || cell.hi < tightest->hi))
            tightest = &cell;
    }
    const bool checks_nothing = map->pairs == 0, meets = count[1] > 0, open = count[2] > 0;
    Answer answer;
    answer.json = map_json(*map, scene);
    answer.json["unit"] = name_of(scene.unit);
    answer.json["verdict"] = checks_nothing ? "nothing_checked"
                             : meets        ? "contact"
                             : open         ? "undecided"
                                            : "clear";
    for (const BodyPair& pair : map->left_out)
        answer.text += fmt::format("left out: {} and {} meet as drawn\n", shown(scene.bodies[pair[0]].name),
                                   shown(scene.bodies[pair[1]].name));
    answer.text += fmt::format(
        "{} x {} cells, {}: {} clear ({} of them with no way there from the drawn position), {} with a "
        "contact, {} not decided\n",
        map->cells[0], map->cells[1], count_of(map->pairs, "pair"), count_text(count[0]),
        count_text(unreachable), count_text(count[1]), count_text(count[2]));
    if (tightest)
        answer.text += fmt::format("tightest clear cell: {} to {}, between {} and {}, at {}, {}\n",
                                   number_text(tightest->lo), length_text(tightest->hi, scene.unit),
                                   shown(scene.bodies[tightest->nearest[0]].name),
                                   shown(scene.bodies[tightest->nearest[1]].name),
                                   number_text(tightest->at[0]), number_text(tightest->at[1]));
    const bool drawn_clear = map->drawn && map->drawn->state == CellState::Clear;
    answer.text += (checks_nothing ? toned("nothing checked", Tone::Warning, globals.colour) +
                                         ": these joints move no pair that counts"
                    : meets ? toned(drawn_clear ? "clear as drawn, but not over the travel"
                                                : "not clear over the travel",
                                    Tone::Warning, globals.colour)
                    : open ? toned("not decided everywhere", Tone::Warning, globals.colour)
                           : toned("clear over the whole travel of both joints", Tone::Good, globals.colour) +
                                 ": proved for all values") +
                   "\n";
    if (!words.map.empty()) {
        if (auto written = write_file_atomically(words.map, joint_map_svg(*map, scene)); !written)
            return written.error();
        answer.json["picture"] = words.map;
        answer.text += shown(words.map) + ": the map\n";
        if (is_stdout(words.map)) answer.text.clear();
    }
    answer.exit_code = exit_code_of({.contact = meets, .incomplete = checks_nothing, .undecided = open});
    return answer;
}

}  // namespace graze::cli
