#include "graze/continuous/proof/reference_prover.h"

#include "graze/continuous/proof/proof_nodes.h"
#include "graze/core/interrupt.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace graze::internal {
namespace {

constexpr double kFarForItsSize = 0.25;  // sets that move by more than this part of their size: divide time

struct TriangleSets {
    TriangleRange a, b;
};

// Both bodies over one window of time.
struct Chains {
    ChainWindow a, b;
};

// Where the bodies are at one instant, rounded.
struct BothPlaces {
    RoughPlacement a, b;
};

struct Window {
    double from, until;
    Chains at_from, at_until, between;
    BothPlaces first, middle, last;  // only where sets are divided: not kept up by `follow`
};

struct Direction {
    Vec3 n = Vec3::Zero();
    LeafFrame frame = LeafFrame::World;
};

double size_of_range(const ProofBody& body, const TriangleRange& range) {
    return size_of(box_of(corners_of(*body.mesh, range)));
}

std::pair<TriangleRange, TriangleRange> halves(const TriangleRange& range) {
    const std::uint32_t middle = range.begin + range.size() / 2;
    return {{range.begin, middle}, {middle, range.end}};
}

Vec3 to_float(const Vec3& n) {
    return {rounded_to_float(n[0]), rounded_to_float(n[1]), rounded_to_float(n[2])};
}

double size_of_place(const ChainWindow& chain) { return chain.origins.front().cwiseAbs().maxCoeff(); }

bool is_at_rest(const ProofBody& body) {
    return std::all_of(body.links.begin(), body.links.end(),
                       [](const RigidMotion& link) { return std::holds_alternative<AtRest>(link); });
}

Vec3 turned_back(const RoughPlacement& at, const Vec3& v) {
    return {at.columns[0].dot(v), at.columns[1].dot(v), at.columns[2].dot(v)};
}

class Prover {
  public:
    explicit Prover(const StrandQuery& query) : query_(query), limit_(query.until) {
        // Bodies that are carried by the same links see each other at rest, and one instant is all of time.
        is_still_ = query.a.links.size() == query.common && query.b.links.size() == query.common;
        if (is_at_rest(query.a)) resting_a_ = resting(query.a);
        if (is_at_rest(query.b)) resting_b_ = resting(query.b);
        frames_ = {LeafFrame::A};
        if (!is_still_) frames_.push_back(LeafFrame::B);
        // If one body rests, its own frame is the world but for a turn.
        if (!is_at_rest(query.a) && !is_at_rest(query.b)) frames_.push_back(LeafFrame::World);
        double lengths =
            query.a.mesh->magnitude.lpNorm<1>() + query.b.mesh->magnitude.lpNorm<1>() + query.clearance;
        for (const double t : {query.from, 0.5 * (query.from + query.until), query.until}) {
            const Chains chains = chains_at(t, t);
            lengths += size_of_place(chains.a) + size_of_place(chains.b);
        }
        slack_ = kProofSlack * lengths;
    }

    StrandProof run() {
        const TriangleSets whole{{0, static_cast<std::uint32_t>(query_.a.mesh->order.size())},
                                 {0, static_cast<std::uint32_t>(query_.b.mesh->order.size())}};
        prove(whole, window(query_.from, query_.until), {});
        proof_.verdict = gave_up_       ? ContactVerdict::Undecided
                         : has_contact_ ? ContactVerdict::Contact
                                        : ContactVerdict::Clear;
        proof_.contact_time = limit_;
        if (proof_.verdict != ContactVerdict::Clear) proof_.nodes = {};
        return std::move(proof_);
    }

  private:
    // Of a body at rest one window is all of them, and one place.
    struct Resting {
        ChainWindow window;
        RoughPlacement place;
    };
    static Resting resting(const ProofBody& body) {
        return {chain_window(body.links, body.mesh->centre, 0.0, 1.0), rough_placement(body, 0.0)};
    }
    static ChainWindow window_of(const ProofBody& body, const std::optional<Resting>& rest, double from,
                                 double until) {
        return rest ? rest->window : chain_window(body.links, body.mesh->centre, from, until);
    }
    Chains chains_at(double from, double until) const {
        return {window_of(query_.a, resting_a_, from, until), window_of(query_.b, resting_b_, from, until)};
    }

    Window window(double from, double until) const {
        return {from,
                until,
                chains_at(from, from),
                chains_at(until, until),
                chains_at(from, until),
                places_at(from),
                places_at(0.5 * (from + until)),
                places_at(until)};
    }

    BothPlaces places_at(double t) const {
        if (is_still_) return {};
        return {resting_a_ ? resting_a_->place : rough_placement(query_.a, t),
                resting_b_ ? resting_b_->place : rough_placement(query_.b, t)};
    }

    template <class T>
    void put(const T& value) {
        proof_.nodes.append(&value, sizeof value);
    }

    void put_leaf(const Direction& direction, bool as_float) {
        ++proof_.leaves;
        put(static_cast<char>(2 * static_cast<int>(direction.frame) + (as_float ? 0 : 1)));
        for (int k = 0; k < 3; ++k)
            if (as_float)
                put(static_cast<float>(direction.n[k]));
            else
                put(direction.n[k]);
    }

    // True if the direction, as it stands, keeps the part apart during the window.
    bool separates(const TriangleSets& sets, const Window& w, const Direction& direction) const {
        const Vec3 n = direction.n, back = -n;
        const double least = query_.clearance * norm(exactly(n)).hi * (1.0 + 0x1p-40) + slack_;
        const auto gap = [&](const Chains& at) {
            const ChainPair chains{at.a, at.b, query_.common};
            return lower_bound_along(*query_.a.mesh, sets.a, plane_in_body(chains, 0, n, direction.frame)) +
                   lower_bound_along(*query_.b.mesh, sets.b, plane_in_body(chains, 1, back, direction.frame));
        };
        const double first = gap(w.at_from);
        if (!(first > least)) return false;
        const double last = gap(w.at_until);
        if (!(last > least)) return false;
        if (is_still_) return true;
        const ChainPair chains{w.between.a, w.between.b, query_.common};
        const double bend = bend_bound(*query_.a.mesh, box_of(corners_of(*query_.a.mesh, sets.a)),
                                       plane_in_body(chains, 0, n, direction.frame)) +
                            bend_bound(*query_.b.mesh, box_of(corners_of(*query_.b.mesh, sets.b)),
                                       plane_in_body(chains, 1, back, direction.frame));
        const double h = w.until - w.from;
        return std::min(first, last) > least + 0.125 * std::max(bend, 0.0) * h * h * (1.0 + 0x1p-40);
    }

    // Writes a leaf if the direction proves the part, rounded to floats or as it is.
    bool prove_by(const TriangleSets& sets, const Window& w, const Direction& direction) {
        if (direction.n.isZero() || !direction.n.allFinite()) return false;
        const Direction rounded{to_float(direction.n), direction.frame};
        if (separates(sets, w, rounded)) return put_leaf(rounded, true), true;
        return false;
    }

    // n is a direction in the world, at a time when the bodies are at these places.
    Direction in_frame(LeafFrame frame, const Vec3& n, const BothPlaces& at) const {
        if (frame == LeafFrame::World) return {n, frame};
        return {turned_back(frame == LeafFrame::A ? at.a : at.b, n), frame};
    }

    // Tries the direction in each frame. The one that proves is tried first the next time.
    bool prove_in_some_frame(const TriangleSets& sets, const Window& w, const Vec3& n, const BothPlaces& at) {
        for (std::size_t i = 0; i < frames_.size(); ++i)
            if (prove_by(sets, w, in_frame(frames_[i], n, at))) {
                std::swap(frames_[0], frames_[i]);
                return true;
            }
        return false;
    }

    HullGap gap_at(const TriangleSets& sets, const BothPlaces& at) const {
        return hull_gap({corners_of(*query_.a.mesh, sets.a), at.a},
                        {corners_of(*query_.b.mesh, sets.b), at.b});
    }

    // About how far the two sets move against each other during the window.
    double travel(const TriangleSets& sets, const Window& w) const {
        if (is_still_) return 0.0;
        double most = 0.0;
        // Points of a, as b sees them.
        const auto in_b = [](const BothPlaces& at, const Vec3& point) {
            return turned_back(at.b, placed(at.a, point) - at.b.place);
        };
        const auto points = corners_of(*query_.a.mesh, sets.a);
        for (std::size_t i = 0; i < points.size(); i += std::max<std::size_t>(1, points.size() / 4))
            most = std::max(most, (in_b(w.last, points[i]) - in_b(w.first, points[i])).norm());
        return most;
    }

    bool is_done(const Window& w) {
        if (gave_up_ || w.from >= limit_) return true;
        if (++proof_.steps > query_.most_steps) gave_up_ = true;
        if ((proof_.steps & 63) == 1) gave_up_ |= interrupt_requested() || is_late();
        return gave_up_;
    }

    bool is_late() const { return query_.deadline && std::chrono::steady_clock::now() > *query_.deadline; }

    void prove(const TriangleSets& sets, const Window& w, const Direction& hint) {
        if (is_done(w)) return;
        if (limit_ < w.until) return divide_time(sets, w, limit_, hint);
        if (prove_by(sets, w, hint)) return;
        const HullGap gap = gap_at(sets, w.middle);
        const Vec3 n =
            gap.distance > query_.clearance ? Vec3(gap.separation / gap.distance) : Vec3(Vec3::Zero());
        if (prove_in_some_frame(sets, w, n, w.middle)) return;
        if (sets.a.size() == 1 && sets.b.size() == 1) return follow(sets, w);
        const Direction next = in_frame(frames_[0], n, w.middle);
        const double size_a = size_of_range(query_.a, sets.a), size_b = size_of_range(query_.b, sets.b);
        if (travel(sets, w) > kFarForItsSize * std::max(size_a, size_b))
            return divide_time(sets, w, 0.5 * (w.from + w.until), next);
        const bool divides_a = sets.b.size() == 1 || (sets.a.size() > 1 && size_a >= size_b);
        const auto [first, second] = halves(divides_a ? sets.a : sets.b);
        put(divides_a ? kSplitA : kSplitB);
        put(second.begin);
        prove(divides_a ? TriangleSets{first, sets.b} : TriangleSets{sets.a, first}, w, next);
        prove(divides_a ? TriangleSets{second, sets.b} : TriangleSets{sets.a, second}, w, next);
    }

    void divide_time(const TriangleSets& sets, const Window& w, double at, const Direction& hint) {
        if (!(at > w.from && at < w.until && w.until - w.from > kLeastStretch)) {
            gave_up_ = true;
            return;
        }
        put(kSplitTime);
        put(at);
        prove(sets, window(w.from, at), hint);
        prove(sets, window(at, w.until), hint);
    }

    // Two triangles, from whole.from on.
    void follow(const TriangleSets& sets, const Window& whole) {
        Window w = whole;
        double stretch = w.until - w.from;
        while (!is_done(w)) {
            const BothPlaces here = places_at(w.from);
            const HullGap gap = gap_at(sets, here);
            if (gap.distance + slack_ <= query_.clearance + query_.tolerance) {
                has_contact_ = true;
                limit_ = w.from;
                return;
            }
            const Vec3 n = gap.separation / gap.distance;
            stretch = std::min(2.0 * stretch, whole.until - w.from);
            for (;; stretch *= 0.5) {
                if (!(stretch > kLeastStretch)) {
                    gave_up_ = true;
                    return;
                }
                w.until = stretch < whole.until - w.from ? w.from + stretch : whole.until;
                w.at_until = chains_at(w.until, w.until);
                w.between = chains_at(w.from, w.until);
                const std::size_t before = proof_.nodes.size();
                if (w.until < whole.until) put(kSplitTime), put(w.until);
                if (prove_in_some_frame(sets, w, n, here) || prove_precisely(sets, w, n, here)) break;
                proof_.nodes.cut_to(before);
            }
            if (w.until == whole.until) return;
            w.from = w.until;
            w.at_from = std::move(w.at_until);
        }
    }

    // With all digits of the direction, where floats are too few.
    bool prove_precisely(const TriangleSets& sets, const Window& w, const Vec3& n, const BothPlaces& at) {
        const Direction direction = in_frame(frames_[0], n, at);
        return separates(sets, w, direction) ? (put_leaf(direction, false), true) : false;
    }

    const StrandQuery& query_;
    double limit_;
    bool is_still_ = false;
    std::optional<Resting> resting_a_, resting_b_;
    std::vector<LeafFrame> frames_;  // to be tried, in this order
    double slack_ = 0.0;
    bool gave_up_ = false, has_contact_ = false;
    StrandProof proof_;
};

}  // namespace

StrandProof prove_strand(const StrandQuery& query) { return Prover(query).run(); }

}  // namespace graze::internal
