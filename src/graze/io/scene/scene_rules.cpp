#include "graze/io/scene/scene_rules.h"

#include "graze/core/wording.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

namespace graze::internal {
namespace {

constexpr std::size_t kMostNamesListed = 20;

std::string words_of(const BodySelector& selector) {
    return selector.is_product ? "product " + in_quotes(selector.text) : in_quotes(selector.text);
}

template <class Rule>
std::uint32_t last_order(const std::vector<Rule>& rules, std::uint32_t least) {
    for (const Rule& rule : rules) least = std::max(least, rule.order);
    return least;
}

class RuleAdder {
  public:
    RuleAdder(Scene& scene, const RulesSource& source)
        : scene_(scene), source_(source), index_(scene.bodies) {
        order_ = last_order(scene.ignore, last_order(scene.by_group.ignore, 0));
        order_ = last_order(scene.clearance, last_order(scene.by_group.clearance, order_));
        for (std::size_t i = 0; i < scene.ignore.size(); ++i) ignore_at_[key(scene.ignore[i].bodies)] = i;
        for (std::size_t i = 0; i < scene.clearance.size(); ++i)
            clearance_at_[key(scene.clearance[i].bodies)] = i;
    }

    Expected<void> run(const RuleDescriptions& rules) {
        for (std::size_t i = 0; i < rules.ignore.size(); ++i)
            if (auto added = add(rules.ignore[i], fmt::format("/ignore/{}", i)); !added) return added;
        for (std::size_t i = 0; i < rules.clearance.size(); ++i)
            if (auto added = add(rules.clearance[i], fmt::format("/clearance/{}", i)); !added) return added;
        return {};
    }

  private:
    using Ids = std::array<std::uint32_t, 2>;

    /// Two bodies, or two groups; nothing: no pair is matched, and that was noted.
    struct Sides {
        bool are_bodies;
        Ids ids;
    };

    static Ids key(const Ids& ids) { return {std::min(ids[0], ids[1]), std::max(ids[0], ids[1])}; }

    Expected<void> add(const IgnoreDescription& rule, const std::string& place) {
        const auto sides = sides_of(rule.bodies, place);
        if (!sides) return sides.error();
        ++order_;
        if (!*sides) return {};
        // "Nothing is allowed" has no place among pairs: it is said of two groups of one.
        if ((*sides)->are_bodies && rule.allowed)
            replace(scene_.ignore, ignore_at_, IgnoredPair{(*sides)->ids, *rule.allowed, rule.depth, order_});
        else
            scene_.by_group.ignore.push_back(
                {groups(**sides, rule.bodies), rule.allowed, rule.depth, order_});
        return {};
    }

    Expected<void> add(const ClearanceDescription& rule, const std::string& place) {
        const auto sides = sides_of(rule.bodies, place);
        if (!sides) return sides.error();
        ++order_;
        if (!*sides) return {};
        if ((*sides)->are_bodies)
            replace(scene_.clearance, clearance_at_, PairClearance{(*sides)->ids, rule.distance, order_});
        else
            scene_.by_group.clearance.push_back({(*sides)->ids, rule.distance, order_});
        return {};
    }

    /// A pair that is there already gets the later rule.
    template <class Rule>
    static void replace(std::vector<Rule>& rules, std::map<Ids, std::size_t>& at, const Rule& rule) {
        const auto [known, is_new] = at.emplace(key(rule.bodies), rules.size());
        if (is_new)
            rules.push_back(rule);
        else
            rules[known->second] = rule;
    }

    Expected<std::optional<Sides>> sides_of(const std::array<BodySelector, 2>& pair,
                                            const std::string& place) {
        const std::uint32_t* named[2] = {exact(pair[0]), exact(pair[1])};
        if (named[0] && named[1]) {
            if (*named[0] == *named[1])
                return make_error(ErrorCode::BadInput, source_.file + ": " + place,
                                  in_quotes(pair[0].text) + " is paired with itself",
                                  "name two different bodies");
            return std::optional(Sides{true, {*named[0], *named[1]}});
        }
        for (const BodySelector& side : pair) {
            const auto group = group_of(side, place);
            if (!group) return group.error();
            if (!*group) return std::optional<Sides>();
        }
        const Ids ids{group_at_.at(pair[0]), group_at_.at(pair[1])};
        const auto &p = bodies_of(ids[0]), &q = bodies_of(ids[1]);
        if (p.size() == 1 && p == q) {
            note(place, fmt::format("{} and {} are one body: no pair is matched", words_of(pair[0]),
                                    words_of(pair[1])));
            return std::optional<Sides>();
        }
        return std::optional(Sides{false, ids});
    }

    [[nodiscard]] const std::uint32_t* exact(const BodySelector& side) const {
        return side.is_product ? nullptr : index_.named(side.text);
    }

    [[nodiscard]] const std::vector<std::uint32_t>& bodies_of(std::uint32_t group) const {
        return scene_.by_group.groups[group].bodies;
    }

    /// Sides that are written alike share a group. Nothing: no body is matched, and that was noted.
    Expected<std::optional<std::uint32_t>> group_of(const BodySelector& side, const std::string& place) {
        if (const auto known = group_at_.find(side); known != group_at_.end())
            return std::optional(known->second);
        std::vector<std::uint32_t> bodies = index_.select(side);
        if (bodies.empty()) {
            const bool is_name = !side.is_product && !is_pattern(side.text);
            if (is_name && source_.unknown == UnknownName::Refuse) return unknown_name(side.text, place);
            note(place, words_of(side) + " matches no body");
            return std::optional<std::uint32_t>();
        }
        const auto group = static_cast<std::uint32_t>(scene_.by_group.groups.size());
        scene_.by_group.groups.push_back({side, std::move(bodies)});
        group_at_.emplace(side, group);
        return std::optional(group);
    }

    Ids groups(const Sides& sides, const std::array<BodySelector, 2>& pair) {
        if (!sides.are_bodies) return sides.ids;
        Ids ids{};
        for (std::size_t k = 0; k < 2; ++k) {
            const auto [at, is_new] =
                group_at_.emplace(pair[k], static_cast<std::uint32_t>(scene_.by_group.groups.size()));
            if (is_new) scene_.by_group.groups.push_back({pair[k], {sides.ids[k]}});
            ids[k] = at->second;
        }
        return ids;
    }

    Error unknown_name(const std::string& name, const std::string& place) const {
        std::vector<std::string> names;
        for (const SceneBody& body : scene_.bodies) names.push_back(body.name);
        const std::string guess = did_you_mean(name, names);
        return make_error(ErrorCode::BadInput, source_.file + ": " + place,
                          fmt::format("no body or part is named {}", in_quotes(name)),
                          !guess.empty()                     ? guess
                          : names.size() <= kMostNamesListed ? "the bodies are " + listed(names)
                                                             : "graze info lists them");
    }

    void note(const std::string& place, const std::string& what) {
        scene_.notes.push_back(fmt::format("{}: {}: {}", source_.file, place, what));
    }

    Scene& scene_;
    const RulesSource& source_;
    BodyIndex index_;
    std::uint32_t order_ = 0;
    std::map<Ids, std::size_t> ignore_at_, clearance_at_;  // of pairs, in the scene's lists
    std::map<BodySelector, std::uint32_t> group_at_;
};

/// What one side of a rule is written as.
std::vector<BodySelector> sides_to_write(const Scene& scene, std::uint32_t group) {
    const auto& [selector, bodies] = scene.by_group.groups[group];
    if (!selector.is_product) return {selector};
    std::vector<BodySelector> names;
    for (const std::uint32_t body : bodies) names.emplace_back(scene.bodies[body].name);
    return names;
}

/// Both ways round are one rule, and a body has none with itself.
template <class Describe>
void describe_groups(const Scene& scene, const std::array<std::uint32_t, 2>& groups, Describe describe) {
    const bool by_body = scene.by_group.groups[groups[0]].selector.is_product;
    std::set<std::pair<BodySelector, BodySelector>> written;
    for (const BodySelector& p : sides_to_write(scene, groups[0]))
        for (const BodySelector& q : sides_to_write(scene, groups[1]))
            if (!(by_body && p == q) && written.insert(std::minmax(p, q)).second) describe(p, q);
}

template <class Rule>
std::vector<Rule> in_order(std::vector<std::pair<std::uint32_t, Rule>> rules) {
    std::ranges::stable_sort(rules, {}, &std::pair<std::uint32_t, Rule>::first);
    std::vector<Rule> sorted;
    for (auto& [order, rule] : rules) sorted.push_back(std::move(rule));
    return sorted;
}

}  // namespace

RuleDescriptions describe_rules(const Scene& scene) {
    std::vector<std::pair<std::uint32_t, IgnoreDescription>> ignore;
    std::vector<std::pair<std::uint32_t, ClearanceDescription>> clearance;
    const auto names = [&](const std::array<std::uint32_t, 2>& ids) {
        return std::array<BodySelector, 2>{scene.bodies[ids[0]].name, scene.bodies[ids[1]].name};
    };
    for (const IgnoredPair& rule : scene.ignore)
        ignore.push_back({rule.order, {names(rule.bodies), rule.allowed, rule.depth}});
    for (const PairClearance& rule : scene.clearance)
        clearance.push_back({rule.order, {names(rule.bodies), rule.distance}});
    for (const IgnoredGroups& rule : scene.by_group.ignore)
        describe_groups(scene, rule.groups, [&](const BodySelector& p, const BodySelector& q) {
            ignore.push_back({rule.order, {{p, q}, rule.allowed, rule.depth}});
        });
    for (const GroupsClearance& rule : scene.by_group.clearance)
        describe_groups(scene, rule.groups, [&](const BodySelector& p, const BodySelector& q) {
            clearance.push_back({rule.order, {{p, q}, rule.distance}});
        });
    return {in_order(std::move(ignore)), in_order(std::move(clearance))};
}

Expected<void> add_rules(Scene& scene, const RuleDescriptions& rules, const RulesSource& source) {
    return RuleAdder(scene, source).run(rules);
}

}  // namespace graze::internal
