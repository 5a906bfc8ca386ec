#include "graze/io/scene/scene_node.h"

#include <algorithm>
#include <set>

namespace graze::internal {
namespace {

constexpr double kRulesVersion = 1.0;
constexpr const char* kReportAll = "nothing";  // is allowed

BodySelector read_side(const Node& node, const Names* names) {
    if (node.value.members()) {
        node.object("product");
        return {read_name(node.needed("product")), true};
    }
    return names ? names->read_side(node) : read_name(node);
}

std::array<BodySelector, 2> read_pair(const Node& node, const Names* names) {
    if (node.size() != 2)
        refuse(node.place, fmt::format("a pair of {} instead of 2", node.size()), "write [\"a\", \"b\"]");
    std::array<BodySelector, 2> pair{read_side(node.item(0), names), read_side(node.item(1), names)};
    if (pair[0] == pair[1] && !pair[0].is_product && names && names->is_body(pair[0].text))
        refuse(node.place, fmt::format("{} is paired with itself", in_quotes(pair[0].text)),
               "name two different bodies");
    return pair;
}

/// Refuses a pair that stood in the same list before.
class PairsOnce {
  public:
    void add(const std::array<BodySelector, 2>& pair, const JsonPlace& place) {
        if (!seen_.insert(std::minmax(pair[0], pair[1])).second)
            refuse(place,
                   fmt::format("the pair {}, {} is given twice", in_quotes(pair[0].text),
                               in_quotes(pair[1].text)),
                   "keep one");
    }

  private:
    std::set<std::pair<BodySelector, BodySelector>> seen_;
};

IgnoreDescription read_ignore(const Node& node, const Names* names) {
    if (node.value.items()) return {read_pair(node, names), Allowed::Everything, std::nullopt};
    if (!node.value.members()) node.wrong_kind("a pair [\"a\", \"b\"] or an object");
    node.object("ignore");
    IgnoreDescription ignore;
    ignore.bodies = read_pair(node.needed("pair"), names);
    const Node allow = node.needed("allow");
    ignore.allowed.reset();
    if (allow.text() != kReportAll)
        ignore.allowed = read_choice(allow, {Allowed::Touching, Allowed::Interference});
    const auto depth = node.member("depth");
    if (depth && ignore.allowed != Allowed::Interference)
        refuse(depth->place, "a depth without \"allow\": \"interference\"", "remove one of the two");
    if (depth) ignore.depth = read_length(*depth);
    return ignore;
}

RulesFileDescription read_rules_file_node(const Node& root) {
    if (!root.value.members()) root.wrong_kind("an object");
    if (const auto version = root.member("graze_rules");
        !version || !version->value.number() || version->number() != kRulesVersion)
        refuse(version ? version->place : root.place, version ? "is not 1" : "key 'graze_rules' is missing",
               "a file of rules holds \"graze_rules\": 1, the version of its format");
    root.object("rules");
    RulesFileDescription file;
    if (const auto unit = root.member("unit")) file.unit = read_unit(*unit);
    file.rules = read_rules(root, nullptr);
    return file;
}

}  // namespace

Unit read_unit(const Node& node) {
    const auto unit = unit_named(node.text());
    if (!unit)
        refuse(node.place, fmt::format("unknown unit {}", in_quotes(node.text())),
               "the units are um, mm, cm, m, in, ft");
    return *unit;
}

RuleDescriptions read_rules(const Node& root, const Names* names) {
    RuleDescriptions rules;
    PairsOnce ignored, kept_apart;
    if (const auto list = root.member("ignore"))
        for (std::size_t i = 0; i < list->size(); ++i) {
            rules.ignore.push_back(read_ignore(list->item(i), names));
            ignored.add(rules.ignore.back().bodies, list->item(i).place);
        }
    if (const auto list = root.member("clearance"))
        for (std::size_t i = 0; i < list->size(); ++i) {
            const Node node = list->item(i);
            node.object("clearance");
            rules.clearance.push_back(
                {read_pair(node.needed("pair"), names), read_length(node.needed("distance"))});
            kept_apart.add(rules.clearance.back().bodies, node.place);
        }
    return rules;
}

Expected<RulesFileDescription> parse_rules_text(std::string_view text, const std::string& file) {
    return read_json_text(text, file, read_rules_file_node);
}

}  // namespace graze::internal
