#include "studio/clash_list.h"

#include <algorithm>

namespace graze::studio {

void ClashList::take(const ClashReport& report, double clearance) {
    std::vector<Entry> now;
    for (const ClashPair& pair : report.pairs) now.push_back({pair, false});
    for (Entry& old : entries_) {
        const auto again = std::find_if(report.pairs.begin(), report.pairs.end(), [&](const ClashPair& pair) { return pair.bodies == old.pair.bodies; });
        if (again != report.pairs.end() || old.is_gone) continue;
        old.is_gone = true;
        now.push_back(old);
    }
    entries_ = std::move(now);
    checked_ = report.candidates;
    clearance_ = clearance;
    is_stale_ = false;
    was_checked_ = true;
}

void ClashList::review(const BodyPair& bodies, ClashReview review) { reviews_[bodies] = std::move(review); }

ClashReview ClashList::review_of(const BodyPair& bodies) const {
    const auto found = reviews_.find(bodies);
    return found == reviews_.end() ? ClashReview{} : found->second;
}

nlohmann::ordered_json ClashList::json(const std::vector<BodyPair>& ignored) const {
    using Json = nlohmann::ordered_json;
    Json clashes = Json::array(), rules = Json::array();
    for (const BodyPair& bodies : ignored) rules.push_back({bodies[0], bodies[1]});
    for (const auto& [pair, is_gone] : entries_) {
        const ClashReview review = review_of(pair.bodies);
        const Vec3 point = pair.penetration && pair.penetration->lo > 0.0 ? pair.penetration->at : Vec3(0.5 * (pair.points[0] + pair.points[1]));
        clashes.push_back({{"bodies", {pair.bodies[0], pair.bodies[1]}},
                           {"kind", name_of(pair.kind)},
                           {"is_clash", pair.is_clash},
                           {"distance", {pair.distance_lo, pair.distance_hi}},
                           {"penetration", pair.penetration ? Json{pair.penetration->lo, pair.penetration->hi} : Json()},
                           {"point", {point.x(), point.y(), point.z()}},
                           {"status", review.status},
                           {"comment", review.comment},
                           {"ignored", std::find(ignored.begin(), ignored.end(), pair.bodies) != ignored.end()},
                           {"gone", is_gone}});
    }
    return {{"type", "clashes"}, {"clearance", clearance_}, {"stale", is_stale_}, {"checked", was_checked_ ? Json(checked_) : Json()},
            {"clashes", std::move(clashes)}, {"ignored", std::move(rules)}};
}

}  // namespace graze::studio
