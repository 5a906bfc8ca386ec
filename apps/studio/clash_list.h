// The clashes of a scene as it stands, and what people said of them.
#pragma once

#include "graze/queries/instant/clash.h"
#include "studio/opened_scene.h"

#include <map>
#include <nlohmann/json.hpp>

namespace graze::studio {

struct ClashReview {
    std::string status = "open", comment = {};
};

class ClashList {
  public:
    /// Findings of a new check. Pairs that were there before and are not any more stay, marked as gone, until forgotten.
    void take(const ClashReport& report, double clearance);
    void review(const BodyPair& bodies, ClashReview review);
    [[nodiscard]] ClashReview review_of(const BodyPair& bodies) const;
    void set_stale() { is_stale_ = true; }
    [[nodiscard]] bool is_stale() const { return is_stale_; }
    [[nodiscard]] bool was_checked() const { return was_checked_; }
    [[nodiscard]] const std::map<BodyPair, ClashReview>& reviews() const { return reviews_; }
    [[nodiscard]] nlohmann::ordered_json json(const std::vector<BodyPair>& ignored) const;

  private:
    struct Entry {
        ClashPair pair;
        bool is_gone = false;
    };
    std::vector<Entry> entries_;
    std::map<BodyPair, ClashReview> reviews_;
    std::uint64_t checked_ = 0;
    double clearance_ = 0.0;
    bool is_stale_ = false, was_checked_ = false;
};

}  // namespace graze::studio
