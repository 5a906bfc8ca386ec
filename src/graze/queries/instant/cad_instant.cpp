#include "graze/queries/instant/cad_instant.h"

#include "graze/queries/instant/cad_levels.h"
#include "graze/queries/instant/cad_margin.h"

#include <algorithm>
#include <optional>

namespace graze {
namespace {

constexpr int kMostRounds = 40;

/// The two bodies of a pair as a scene, which asks of them what the whole one does.
Scene scene_of(const Scene& scene, const BodyPair& bodies, double clearance) {
    Scene two;
    two.unit = scene.unit;
    for (const std::uint32_t body : bodies) two.bodies.push_back(scene.bodies[body]);
    two.clearance.push_back({{0, 1}, clearance});
    return two;
}

/// Proved: every two levels of different bodies are farther apart than the clearance and both radii.
Expected<bool> prove_clear(const Scene& levels, int threads) {
    ClashOptions asked;
    asked.detail = ClashDetail::First;
    asked.threads = threads;
    asked.progress = Progress::Draw::Never;
    Scene scene = levels;
    // Levels of one body are near each other: nobody asks.
    for (std::uint32_t j = 1; j < scene.bodies.size(); ++j)
        for (std::uint32_t i = 0; i < j; ++i) {
            const bool is_asked =
                std::any_of(scene.clearance.begin(), scene.clearance.end(), [&](const auto& pair) {
                    return pair.bodies == BodyPair{i, j};
                });
            if (!is_asked) scene.ignore.push_back({{i, j}, Allowed::Everything, {}, 0});
        }
    const auto report = find_clashes(scene, asked);
    if (!report) return report.error();
    const PairRules rules(scene, 0.0);
    return std::all_of(report->pairs.begin(), report->pairs.end(), [&](const ClashPair& pair) {
        return pair.distance_lo > rules.of(pair.bodies[0], pair.bodies[1]).clearance;
    });
}

class PairDecider {
  public:
    PairDecider(const Scene& two, const CadInstantOptions& how, int threads)
        : levels_(two, 0.0, how.floor), how_(how), threads_(threads), first_(levels_.elements()) {}

    Expected<CadPair> run(const BodyPair& bodies) {
        CadPair pair{bodies};
        if (!levels_.are_bounded()) {
            pair.why = "derivatives without a bound";
            return pair;
        }
        pair.why = "surfaces come closer than the thinnest elements can tell";
        for (int round = 0; round < kMostRounds; ++round) {
            const auto made = levels_.scene();
            if (!made) return made.error();
            // Poses are data: they are exact.
            if (levels_.find_meeting(*made, made->scene, 0.0)) return decided(pair, CadVerdict::Contact);
            if (!levels_.mark_near(*made, made->scene, 1.0)) {
                const auto is_clear = prove_clear(made->scene, threads_);
                if (!is_clear) return is_clear.error();
                if (*is_clear) return decided(pair, CadVerdict::Clear);
                break;
            }
            const std::size_t before = levels_.changes();
            levels_.cut_marked();
            if (levels_.changes() == before) break;
            if (cuts() > how_.most_cuts || levels_.are_crowded()) {
                pair.why = "too many elements would be needed";
                break;
            }
        }
        pair.closer_than = levels_.closer_than();
        return pair;
    }

    [[nodiscard]] std::size_t cuts() const { return levels_.elements() - first_; }
    [[nodiscard]] std::size_t elements() const { return levels_.elements(); }

  private:
    static CadPair decided(CadPair pair, CadVerdict verdict) {
        pair.verdict = verdict;
        pair.why.clear();
        return pair;
    }

    CadLevels levels_;
    const CadInstantOptions& how_;
    int threads_;
    std::size_t first_;
};

/// Pairs whose triangles do not keep their clearance and both deviations.
Expected<std::vector<ClashPair>> open_pairs(const Scene& scene, const ClashOptions& options) {
    const WidenedScene widened = with_cad_margins(scene, options.clearance);
    ClashOptions wide = options;
    wide.clearance = widened.clearance;
    wide.detail = ClashDetail::First;
    wide.note_touched = false;
    auto near = find_clashes(widened.scene, wide);
    if (!near) return near.error();
    const PairRules rules(scene, options.clearance);
    std::erase_if(near->pairs, [&](const ClashPair& pair) {
        const double margin = *cad_margin(scene.bodies[pair.bodies[0]], scene.bodies[pair.bodies[1]]);
        return pair.distance_lo > rules.of(pair.bodies[0], pair.bodies[1]).clearance + margin * (1.0 + 1e-12);
    });
    return std::move(near->pairs);
}

/// Two bodies that touch with faces on one analytic surface: no cutting will ever tell more.
bool is_mate(const ClashReport& report, const BodyPair& bodies) {
    return std::any_of(report.pairs.begin(), report.pairs.end(), [&](const ClashPair& pair) {
        return pair.bodies == bodies && pair.fit && is_contact(pair.kind) && pair.fit->gap_lo <= 0.0 &&
               pair.fit->gap_hi >= 0.0;
    });
}

/// Why a pair is not looked at; nothing if it is.
std::string objection(const ClashPair& pair, const PairRule& rule, const ClashReport& report) {
    if (pair.kind == ClashKind::Contained) return "one body is inside the other, as triangles tell";
    if (rule.allowed) return "the scene allows this pair to touch";
    if (is_mate(report, pair.bodies)) return "touching (mate): faces of both lie on one surface, see its fit";
    return {};
}

}  // namespace

const char* name_of(CadVerdict verdict) {
    return verdict == CadVerdict::Clear ? "clear" : verdict == CadVerdict::Contact ? "contact" : "undecided";
}

Expected<CadInstant> cad_at_instant(const Scene& scene, const ClashReport& report,
                                    const ClashOptions& options, const CadInstantOptions& how) {
    CadInstant answer;
    if (!have_covers(scene)) return answer;
    const auto open = open_pairs(scene, options);
    if (!open) return open.error();
    const PairRules rules(scene, options.clearance);
    std::size_t cuts = 0;
    bool all_clear = true, some_meet = false;
    for (const ClashPair& found : *open) {
        const PairRule rule = rules.of(found.bodies[0], found.bodies[1]);
        CadPair pair{found.bodies};
        pair.why = objection(found, rule, report);
        if (pair.why.empty() && cuts > how.most_cuts_in_all) pair.why = "too many pairs are near";
        if (pair.why.empty()) {
            const Scene two = scene_of(scene, found.bodies, rule.clearance);
            PairDecider decider(two, how, options.threads);
            auto decided = decider.run(found.bodies);
            if (!decided) return decided.error();
            pair = *std::move(decided);
            cuts += decider.cuts();
            answer.elements += decider.elements();
        }
        all_clear = all_clear && pair.verdict == CadVerdict::Clear;
        some_meet = some_meet || pair.verdict == CadVerdict::Contact;
        answer.pairs.push_back(std::move(pair));
    }
    // What rules allow is not reported even if it meets: the wider query may not have told of it either.
    const bool allows_some =
        std::any_of(scene.ignore.begin(), scene.ignore.end(),
                    [](const auto& ignored) {
                        return ignored.allowed == Allowed::Touching ||
                               ignored.allowed == Allowed::Interference;
                    }) ||
        std::any_of(scene.by_group.ignore.begin(), scene.by_group.ignore.end(), [](const auto& ignored) {
            return ignored.allowed == Allowed::Touching || ignored.allowed == Allowed::Interference;
        });
    if (some_meet)
        answer.verdict = CadVerdict::Contact;
    else if (all_clear && !allows_some && report.not_decided.empty())
        answer.verdict = CadVerdict::Clear;
    return answer;
}

}  // namespace graze
