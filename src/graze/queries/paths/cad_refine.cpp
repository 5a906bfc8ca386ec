#include "graze/queries/paths/cad_refine.h"

#include "graze/queries/instant/cad_levels.h"
#include "graze/queries/instant/scene_at.h"
#include "graze/queries/paths/cad_proof.h"
#include "graze/scene/scene_motion.h"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

constexpr int kMostRounds = 24;  // of cutting, for one set of times
/// What is looked at after the time where a proof stopped: the next one would stop there.
constexpr double kFirstAhead = 1e-6, kAheadAgain = 4.0, kMostAhead = 0.03;
constexpr double kFirstLater = 1e-7, kLaterAgain = 2.0;  // of a segment, after the last time that is clear
/// Elements are cut if they are within so much of the sum of their radii, at the times that are looked at: what just
/// holds takes long to prove, and longer to check.
constexpr double kRoom = 1.5;

/// Marks what is in the way of a proof, and cuts it.
class Refiner {
  public:
    Refiner(const Scene& scene, const PathOptions& options, const CadRefineOptions& how)
        : scene_(scene),
          options_(options),
          how_(how),
          levels_(scene, options.clearance, std::min(how.floor, how.contact_floor)) {
        levels_.set_floor(how.floor);
        first_elements_ = levels_.elements();
        most_elements_ = first_elements_ + how.most_cuts;
    }

    Expected<RefinedPath> run() {
        if (!levels_.are_bounded()) {
            result_.why = "derivatives without a bound";
            return result_;
        }
        if (auto thinned = thin_at(first_times()); !thinned) return thinned.error();
        while (result_.proofs < how_.most_proofs && !is_too_much()) {
            const std::size_t before = levels_.changes();
            const auto is_clear = prove();
            if (!is_clear) return is_clear.error();
            if (*is_clear) break;
            std::vector<SegmentTime> times{{result_.stopped->segment, result_.stopped->t}};
            for (double ahead = kFirstAhead; ahead < kMostAhead; ahead *= kAheadAgain)
                times.push_back({times[0].segment, std::min(1.0, times[0].t + ahead)});
            if (auto thinned = thin_at(times); !thinned) return thinned.error();
            if (levels_.changes() > before) continue;
            result_.why = "surfaces come closer than the thinnest elements can tell";
            break;
        }
        if (!result_.is_clear && result_.stopped)
            if (auto found = find_contact(); !found) return found.error();
        if (!result_.is_clear && result_.why.empty())
            result_.why =
                is_too_much() ? "too many elements would be needed" : "no proof in so many attempts";
        result_.elements = levels_.elements();
        result_.cuts = result_.elements - first_elements_;
        result_.closer_than = levels_.closer_than();
        return result_;
    }

  private:
    [[nodiscard]] std::vector<SegmentTime> first_times() const {
        std::vector<SegmentTime> times;
        for (std::size_t s = 0; s < segments_of(scene_); ++s)
            for (int i = 0; i <= how_.samples; ++i) {
                const double t = static_cast<double>(i) / how_.samples;
                if (!how_.until || s < how_.until->segment ||
                    (s == how_.until->segment && t <= how_.until->t))
                    times.push_back({s, t});
            }
        return times;
    }

    /// Pieces of a skin have no inside: which body is in another is asked of their triangles.
    bool is_apart_to_the_end(const PathProof& proof) const {
        const bool is_at_end = proof.segment + 1 == segments_of(scene_) && proof.clear_until >= 1.0;
        const bool is_apart =
            proof.verdict == ContactVerdict::Clear ||
            (proof.verdict == ContactVerdict::Undecided && is_at_end && !proof.not_decided.empty());
        return is_apart && proof.seated.empty() && proof.not_judged.empty() && proof.undecided.empty();
    }

    bool is_too_much() const { return levels_.elements() > most_elements_ || levels_.are_crowded(); }

    /// One attempt; marks where it stopped, and cuts there.
    Expected<bool> prove() {
        const auto made = levels_.scene();
        if (!made) return made.error();
        PathOptions asked = options_;
        asked.with_proof = asked.all_contacts = false;
        if (tolerance_) asked.tolerance = std::min(*tolerance_, options_.tolerance.value_or(*tolerance_));
        ++result_.proofs;
        const auto proof = prove_paths(made->scene, asked);
        if (!proof) return proof.error();
        if (is_apart_to_the_end(*proof)) {
            result_.is_clear = true;
            result_.stopped.reset();
            if (options_.with_proof)
                if (auto written = write_proof(*made); !written) return written.error();
            return true;
        }
        result_.stopped = PathTime{proof->segment, proof->clear_until};
        for (const BodyContact& at : proof->contacts)
            levels_.mark(*made, at.bodies, at.at.triangles[0], at.at.triangles[1], at.at.distance_hi);
        levels_.cut_marked();
        return false;
    }

    /// The same once more, with strands.
    Expected<void> write_proof(const LevelledScene& made) {
        PathOptions asked = options_;
        asked.all_contacts = false;
        auto proof = prove_paths(made.scene, asked);
        if (!proof) return proof.error();
        const bool is_whole = proof->covered.segment + 1 == segments_of(scene_) && proof->covered.t == 1.0;
        if (!is_apart_to_the_end(*proof) || !is_whole) return {};
        auto written = std::make_shared<CadPathProof>();
        written->clearance = options_.clearance;
        for (std::uint32_t b = 0; b < scene_.bodies.size(); ++b) {
            CadBodyProof& own = written->bodies.emplace_back();
            own.forest = levels_.forest_of(b);
            own.leaves.resize(own.forest.nodes.size());
        }
        for (std::uint32_t i = 0; i < made.pieces.size(); ++i) {
            CadBodyProof& own = written->bodies[made.pieces[i].body];
            const auto piece = static_cast<std::uint32_t>(own.pieces.size());
            own.pieces.push_back({i, levels_.radius_of(made.pieces[i])});
            const std::vector<surface::Thick>& elements = levels_.elements_of(made.pieces[i]);
            for (std::uint32_t t = 0; t < elements.size(); ++t) own.leaves[elements[t].node] = {piece, t};
        }
        written->pieces = made.scene;
        written->proof = *std::move(proof);
        result_.proof = std::move(written);
        return {};
    }

    struct Posed {
        LevelledScene made;
        Scene scene;
        double off;
    };
    Expected<Posed> pose_at(const SegmentTime& time) {
        auto made = levels_.scene();
        if (!made) return made.error();
        Scene posed = made->scene;
        const auto stood = stand_at(posed, time, "refining");
        if (!stood) return stood.error();
        return Posed{*std::move(made), std::move(posed), stood->deviation};
    }

    /// Until nothing at these times is in the way, or nothing can be cut.
    Expected<void> thin_at(const std::vector<SegmentTime>& times) {
        for (int round = 0; round < kMostRounds && !is_too_much(); ++round) {
            const auto made = levels_.scene();
            if (!made) return made.error();
            for (const SegmentTime& time : times) {
                Scene posed = made->scene;
                if (auto stood = stand_at(posed, time, "refining"); !stood) return stood.error();
                levels_.mark_near(*made, posed, kRoom);
            }
            const std::size_t before = levels_.changes();
            levels_.cut_marked();
            if (levels_.changes() == before) break;
        }
        return {};
    }

    enum class At { Apart, Meet, Unknown };

    /// One time, with as many rounds of cutting. Meet is certain; Apart is a guess for what proofs will say.
    Expected<At> look_at(const SegmentTime& time, int rounds) {
        for (int round = 0; round <= rounds; ++round) {
            auto posed = pose_at(time);
            if (!posed) return posed.error();
            if (const auto met = levels_.find_meeting(posed->made, posed->scene, posed->off)) {
                result_.contact = PathTime{time.segment, time.t};
                result_.bodies = *met;
                return At::Meet;
            }
            if (round == rounds) break;
            if (!levels_.mark_near(posed->made, posed->scene, 1.0)) return At::Apart;
            const std::size_t before = levels_.changes();
            levels_.cut_marked();
            if (levels_.changes() == before || is_too_much()) break;
        }
        return At::Unknown;
    }

    /// Later and later after the time up to which all is clear, until surfaces certainly meet; then between both,
    /// nearer and nearer, and a proof again.
    Expected<void> find_contact() {
        const std::size_t segment = result_.stopped->segment;
        levels_.set_floor(how_.contact_floor);
        tolerance_ = levels_.floor();
        most_elements_ = levels_.elements() + how_.most_contact_cuts;
        double apart = result_.stopped->t;
        // Only surfaces that meet are certain to: within a clearance, cutting brings that no nearer.
        const bool is_kept_apart =
            options_.clearance > 0.0 || !scene_.clearance.empty() || !scene_.by_group.clearance.empty();
        for (double later = kFirstLater; !result_.contact; later *= kLaterAgain) {
            const double t = std::min(1.0, result_.stopped->t + later);
            const auto at = look_at({segment, t}, is_kept_apart ? 0 : kMostRounds);
            if (!at) return at.error();
            if (*at == At::Apart) apart = t;
            if (t >= 1.0 || is_too_much()) break;
        }
        if (!result_.contact) return {};
        result_.why = "the surfaces meet";
        while (result_.contact->t - apart > how_.contact_width && !is_too_much()) {
            const double t = 0.5 * (apart + result_.contact->t);
            const auto at = look_at({segment, t}, kMostRounds);
            if (!at) return at.error();
            if (*at == At::Unknown) break;
            if (*at == At::Apart) apart = t;
        }
        for (int attempt = 0; attempt < how_.most_proofs && !is_too_much(); ++attempt) {
            if (result_.contact->t - result_.stopped->t <= 2.0 * how_.contact_width) break;
            const std::size_t before = levels_.changes();
            const PathTime last = *result_.stopped;
            if (auto proved = prove(); !proved) return proved.error();
            if (!result_.stopped || result_.stopped->segment != segment) break;
            if (result_.stopped->t < last.t) result_.stopped = last;  // both are proved
            const double t = result_.stopped->t;
            if (auto thinned = thin_at({{segment, t}, {segment, std::min(t + 0.25 * (apart - t), apart)}});
                !thinned)
                return thinned.error();
            if (levels_.changes() == before) break;
        }
        return {};
    }

    const Scene& scene_;
    const PathOptions& options_;
    const CadRefineOptions& how_;
    CadLevels levels_;
    std::size_t first_elements_ = 0, most_elements_ = 0;
    std::optional<double> tolerance_;  // of proofs: finer than that of the path where surfaces are
    RefinedPath result_;
};

}  // namespace

bool can_refine(const Scene& scene) { return scene.joints.empty() && have_covers(scene); }

Expected<RefinedPath> refine_path(const Scene& scene, const PathOptions& options,
                                  const CadRefineOptions& how) {
    return Refiner(scene, options, how).run();
}

}  // namespace graze
