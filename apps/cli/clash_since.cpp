#include "clash_since.h"

#include "graze/core/file.h"
#include "graze/core/wording.h"
#include "output.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace graze::cli {
namespace {

constexpr std::size_t kMostLines = 50;

/// Bounds [lo, hi]; nothing if there are none.
std::optional<std::array<double, 2>> bounds_of(const Json& pair, const char* key) {
    const auto at = pair.find(key);
    if (at == pair.end() || !at->is_array() || at->size() != 2) return std::nullopt;
    if (!(*at)[0].is_number() || !(*at)[1].is_number()) return std::nullopt;
    return std::array{(*at)[0].get<double>(), (*at)[1].get<double>()};
}

/// Throws nlohmann's exceptions where the JSON is of another kind.
ReportedPair reported_pair(const Json& json) {
    ReportedPair pair;
    pair.bodies = {json.at("bodies").at(0).get<std::string>(), json.at("bodies").at(1).get<std::string>()};
    if (const auto products = json.find("products"); products != json.end())
        pair.products = {products->at(0).get<std::string>(), products->at(1).get<std::string>()};
    pair.kind = json.at("kind").get<std::string>();
    pair.is_clash = json.at("clash").get<bool>();
    for (int k = 0; k < 3; ++k)
        pair.place[k] = 0.5 * json.at("points").at(0).at(k).get<double>() +
                        0.5 * json.at("points").at(1).at(k).get<double>();
    pair.distance = bounds_of(json, "distance");
    pair.penetration = bounds_of(json, "penetration");
    return pair;
}

using NamePair = std::array<std::string, 2>;

NamePair sorted(NamePair names) {
    std::sort(names.begin(), names.end());
    return names;
}

bool are_disjoint(const std::optional<std::array<double, 2>>& p,
                  const std::optional<std::array<double, 2>>& q) {
    return p && q && ((*p)[1] < (*q)[0] || (*q)[1] < (*p)[0]);
}

/// The same pair of products, or a body that kept its name and a product that did.
bool may_be_renamed(const ReportedPair& was, const ReportedPair& now) {
    for (const bool swap : {false, true}) {
        int same = 0;
        for (const std::size_t k : {0u, 1u}) {
            const std::size_t other = swap ? 1 - k : k;
            const bool same_product = !was.products[k].empty() && was.products[k] == now.products[other];
            if (same_product || was.bodies[k] == now.bodies[other]) ++same;
        }
        if (same == 2) return true;
    }
    return false;
}

class Matcher {
  public:
    Matcher(const EarlierReport& earlier, const Json& pairs, const Scene& scene) : was_(earlier.pairs) {
        for (const Json& pair : pairs) now_.push_back(reported_pair(pair));
        for (const SceneBody& body : scene.bodies) size_[body.name] = size_of(graze::bounds_of(*body.mesh));
        result_.now.resize(now_.size());
        taken_.assign(was_.size(), false);
    }

    Comparison run() {
        by_name();
        by_place();
        for (std::size_t i = 0; i < was_.size(); ++i)
            if (!taken_[i]) result_.resolved.push_back(i);
        return std::move(result_);
    }

  private:
    void by_name() {
        std::map<NamePair, std::size_t> known;
        for (std::size_t i = 0; i < was_.size(); ++i) known.emplace(sorted(was_[i].bodies), i);
        for (std::size_t i = 0; i < now_.size(); ++i)
            if (const auto at = known.find(sorted(now_[i].bodies)); at != known.end())
                if (!taken_[at->second]) match(i, at->second);
    }

    /// The nearest places first.
    void by_place() {
        std::vector<std::tuple<double, std::size_t, std::size_t>> candidates;
        for (std::size_t i = 0; i < now_.size(); ++i) {
            if (result_.now[i].was) continue;
            for (std::size_t k = 0; k < was_.size(); ++k) {
                const double away = (now_[i].place - was_[k].place).norm();
                if (!taken_[k] && away <= reach_of(now_[i]) && may_be_renamed(was_[k], now_[i]))
                    candidates.emplace_back(away, i, k);
            }
        }
        std::sort(candidates.begin(), candidates.end());
        for (const auto& [away, i, k] : candidates)
            if (!result_.now[i].was && !taken_[k]) match(i, k);
    }

    [[nodiscard]] double reach_of(const ReportedPair& pair) const {
        return std::min(size_.at(pair.bodies[0]), size_.at(pair.bodies[1]));
    }

    void match(std::size_t i, std::size_t k) {
        const ReportedPair &now = now_[i], &was = was_[k];
        PairHistory& history = result_.now[i];
        history.was = k;
        taken_[k] = true;
        if (now.kind != was.kind || now.is_clash != was.is_clash) history.changes.emplace_back("kind");
        if ((now.place - was.place).norm() > reach_of(now)) history.changes.emplace_back("place");
        if (are_disjoint(now.penetration, was.penetration)) history.changes.emplace_back("penetration");
        if (are_disjoint(now.distance, was.distance)) history.changes.emplace_back("distance");
        history.status = history.changes.empty() ? PairStatus::StillThere : PairStatus::Changed;
    }

    const std::vector<ReportedPair>& was_;
    std::vector<ReportedPair> now_;
    std::map<std::string, double> size_;
    std::vector<bool> taken_;
    Comparison result_;
};

std::size_t count_of_status(const Comparison& comparison, PairStatus status) {
    return static_cast<std::size_t>(
        std::count_if(comparison.now.begin(), comparison.now.end(),
                      [&](const PairHistory& history) { return history.status == status; }));
}

std::string spaced(std::string kind) {
    std::replace(kind.begin(), kind.end(), '_', ' ');
    return kind;
}

/// "kind: was touching; place", or nothing.
std::string changes_text(const PairHistory& history, const EarlierReport& earlier) {
    std::string text;
    for (const std::string& change : history.changes) {
        text += (text.empty() ? "" : ", ") + change;
        if (change == "kind") text += " (was " + spaced(earlier.pairs[*history.was].kind) + ")";
    }
    return text;
}

}  // namespace

const char* name_of(PairStatus status) {
    switch (status) {
        case PairStatus::New:
            return "new";
        case PairStatus::StillThere:
            return "still_there";
        case PairStatus::Changed:
            return "changed";
    }
    return "";
}

Expected<EarlierReport> read_earlier(const std::string& file, Unit unit) {
    const auto text = read_file(file);
    if (!text) return text.error();
    const Json json = Json::parse(*text, nullptr, false);
    const char* remedy = "write it with graze clash --json";
    if (json.is_discarded() || !json.is_object() || !json.contains("pairs") || !json.contains("unit"))
        return make_error(ErrorCode::BadInput, file, "is not the JSON of an earlier graze clash", remedy);
    EarlierReport earlier{file, {}};
    try {
        if (json["unit"].get<std::string>() != graze::name_of(unit))
            return make_error(ErrorCode::BadInput, file,
                              fmt::format("is in {}, the scene in {}",
                                          in_quotes(json["unit"].get<std::string>()), graze::name_of(unit)),
                              "compare reports of one unit");
        for (const Json& pair : json["pairs"]) earlier.pairs.push_back(reported_pair(pair));
    } catch (const nlohmann::json::exception&) {
        return make_error(ErrorCode::BadInput, file,
                          fmt::format("/pairs/{} is not a pair of graze clash", earlier.pairs.size()),
                          remedy);
    }
    return earlier;
}

Comparison compare(const EarlierReport& earlier, const Json& pairs, const Scene& scene) {
    return Matcher(earlier, pairs, scene).run();
}

void add_since(Json& report, const EarlierReport& earlier, const Comparison& comparison) {
    Json resolved = Json::array();
    for (const std::size_t i : comparison.resolved) {
        const ReportedPair& pair = earlier.pairs[i];
        resolved.push_back({{"bodies", pair.bodies},
                            {"kind", pair.kind},
                            {"clash", pair.is_clash},
                            {"place", point_json(pair.place)},
                            {"status", "resolved"}});
    }
    for (std::size_t i = 0; i < comparison.now.size(); ++i) {
        const PairHistory& history = comparison.now[i];
        Json& pair = report["pairs"][i];
        pair["status"] = name_of(history.status);
        if (!history.changes.empty()) pair["changes"] = history.changes;
        if (history.was && sorted(earlier.pairs[*history.was].bodies) !=
                               sorted(pair["bodies"].get<std::array<std::string, 2>>()))
            pair["was"] = earlier.pairs[*history.was].bodies;
    }
    report["since"] = {{"file", earlier.file},
                       {"new", count_of_status(comparison, PairStatus::New)},
                       {"changed", count_of_status(comparison, PairStatus::Changed)},
                       {"still_there", count_of_status(comparison, PairStatus::StillThere)},
                       {"resolved", std::move(resolved)}};
}

std::string since_text(const Json& pairs, const EarlierReport& earlier, const Comparison& comparison) {
    std::string lines;
    std::size_t count = 0;
    const auto add = [&](const char* status, const ReportedPair& pair, const std::string& changes) {
        if (++count > kMostLines) return;
        lines += fmt::format("  {:8}  {}  {}  {}{}\n", status, shown(pair.bodies[0]), shown(pair.bodies[1]),
                             spaced(pair.kind), changes.empty() ? "" : "  changed: " + changes);
    };
    for (std::size_t i = 0; i < comparison.now.size(); ++i) {
        const PairHistory& history = comparison.now[i];
        if (history.status != PairStatus::StillThere)
            add(name_of(history.status), reported_pair(pairs[i]), changes_text(history, earlier));
    }
    for (const std::size_t i : comparison.resolved) add("resolved", earlier.pairs[i], "");
    if (count > kMostLines) lines += fmt::format("  and {} more\n", count_text(count - kMostLines));
    return fmt::format("since {}: {} new, {} changed, {} still there, {} resolved\n{}", shown(earlier.file),
                       count_text(count_of_status(comparison, PairStatus::New)),
                       count_text(count_of_status(comparison, PairStatus::Changed)),
                       count_text(count_of_status(comparison, PairStatus::StillThere)),
                       count_text(comparison.resolved.size()), lines);
}

}  // namespace graze::cli
