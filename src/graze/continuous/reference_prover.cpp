#include "graze/continuous/reference_prover.h"

#include "graze/core/interrupt.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace graze {
namespace {

// Nodes of the proof, docs/certificates.md.
constexpr char kLeafFloat = 0, kLeafDouble = 1, kAlikeLeafFloat = 2, kAlikeLeafDouble = 3;
constexpr char kSplitA = 16, kSplitB = 17, kSplitTime = 18;

constexpr double kFarForItsSize = 0.25;    // sets that move by more than this part of their size: divide time
constexpr double kLeastStretch = 0x1p-44;  // of time; what needs shorter ones is undecided
constexpr double kSlack =
    0x1p-40;  // of all lengths: so much more than needed that any sound arithmetic confirms it

struct Part {
    TriangleRange a, b;
};

struct Window {
    double from, until;
    Instant a_from, b_from, a_until, b_until, a_middle, b_middle;
};

double size_of_range(const ProofBody& body, const TriangleRange& range) {
    return size_of(box_of(corners_of(*body.mesh, range)));
}

std::pair<TriangleRange, TriangleRange> halves(const TriangleRange& range) {
    const std::uint32_t middle = range.begin + range.size() / 2;
    return {{range.begin, middle}, {middle, range.end}};
}

Vec3 to_float(const Vec3& n) {
    return {static_cast<float>(n[0]), static_cast<float>(n[1]), static_cast<float>(n[2])};
}

double size_of_place(const Instant& at) {
    return std::max({std::abs(at.rough.place[0]), std::abs(at.rough.place[1]), std::abs(at.rough.place[2])});
}

const Instant& still_frame() {
    static const Instant frame = instant_at(AtRest{}, 0.0);
    return frame;
}

class Prover {
  public:
    explicit Prover(const StrandQuery& query) : query_(query), limit_(query.until), alike_(query.move_alike) {
        // In a common frame nothing moves, and one instant is all of time.
        double lengths = query.a.mesh->reach.lpNorm<1>() + query.b.mesh->reach.lpNorm<1>() + query.clearance;
        for (const double t : {query.from, 0.5 * (query.from + query.until), query.until})
            lengths += size_of_place(instant(query.a, t)) + size_of_place(instant(query.b, t));
        slack_ = kSlack * lengths;
    }

    StrandProof run() {
        const Part whole{{0, static_cast<std::uint32_t>(query_.a.mesh->order.size())},
                         {0, static_cast<std::uint32_t>(query_.b.mesh->order.size())}};
        prove(whole, window(query_.from, query_.until), Vec3::Zero());
        proof_.verdict = gave_up_       ? StrandVerdict::Undecided
                         : has_contact_ ? StrandVerdict::Contact
                                        : StrandVerdict::Clear;
        proof_.contact_time = limit_;
        if (proof_.verdict != StrandVerdict::Clear) proof_.nodes.clear();
        return std::move(proof_);
    }

  private:
    Instant instant(const ProofBody& body, double t) const {
        return alike_ ? still_frame() : instant_at(*body.motion, t);
    }

    Window window(double from, double until) const {
        const double middle = 0.5 * (from + until);
        return {from,
                until,
                instant(query_.a, from),
                instant(query_.b, from),
                instant(query_.a, until),
                instant(query_.b, until),
                instant(query_.a, middle),
                instant(query_.b, middle)};
    }

    template <class T>
    void put(const T& value) {
        proof_.nodes.append(reinterpret_cast<const char*>(&value), sizeof value);
    }

    void put_leaf(const Vec3& n, bool as_float) {
        ++proof_.leaves;
        proof_.nodes.push_back(alike_ ? (as_float ? kAlikeLeafFloat : kAlikeLeafDouble)
                                      : (as_float ? kLeafFloat : kLeafDouble));
        for (int k = 0; k < 3; ++k)
            if (as_float)
                put(static_cast<float>(n[k]));
            else
                put(n[k]);
    }

    // True if n, as it stands, keeps the part apart during the window.
    bool separates(const Part& part, const Window& w, const Vec3& n) const {
        double needed = query_.clearance * norm(exactly(n)).hi * (1.0 + 0x1p-40) + slack_;
        if (!alike_) {
            const double h = w.until - w.from;
            const double bend = most_along(*query_.a.motion, n) * most_acceleration(query_.a, part.a) +
                                most_along(*query_.b.motion, n) * most_acceleration(query_.b, part.b);
            needed += 0.125 * bend * h * h * (1.0 + 0x1p-40);
        }
        const Vec3 back = -n;
        const auto gap = [&](const Instant& at_a, const Instant& at_b) {
            return lower_bound_along(query_.a, part.a, n, at_a) +
                   lower_bound_along(query_.b, part.b, back, at_b);
        };
        return gap(w.a_from, w.b_from) > needed && (alike_ || gap(w.a_until, w.b_until) > needed);
    }

    // Writes a leaf if the direction proves the part, rounded to floats or as it is.
    bool prove_by(const Part& part, const Window& w, const Vec3& n) {
        if (n.isZero() || !n.allFinite()) return false;
        const Vec3 rounded = to_float(n);
        if (separates(part, w, rounded)) return put_leaf(rounded, true), true;
        if (rounded != n && separates(part, w, n)) return put_leaf(n, false), true;
        return false;
    }

    HullGap gap_at(const Part& part, const Instant& at_a, const Instant& at_b) const {
        return hull_gap({corners_of(*query_.a.mesh, part.a), at_a.rough},
                        {corners_of(*query_.b.mesh, part.b), at_b.rough});
    }

    // About how far the two sets move against each other during the window.
    double travel(const Part& part, const Window& w) const {
        if (alike_) return 0.0;
        double most = 0.0;
        const Vec3& on_b = corners_of(*query_.b.mesh, part.b).front();
        const Vec3 way_b = placed(w.b_until.rough, on_b) - placed(w.b_from.rough, on_b);
        const auto points = corners_of(*query_.a.mesh, part.a);
        for (std::size_t i = 0; i < points.size(); i += std::max<std::size_t>(1, points.size() / 4)) {
            const Vec3 way = placed(w.a_until.rough, points[i]) - placed(w.a_from.rough, points[i]) - way_b;
            most = std::max(most, way.norm());
        }
        return most;
    }

    bool is_done(const Window& w) {
        if (gave_up_ || w.from >= limit_) return true;
        if (++proof_.parts > query_.most_parts) gave_up_ = true;
        if ((proof_.parts & 63) == 1) gave_up_ |= interrupt_requested() || is_late();
        return gave_up_;
    }

    bool is_late() const { return query_.deadline && std::chrono::steady_clock::now() > *query_.deadline; }

    void prove(const Part& part, const Window& w, const Vec3& hint) {
        if (is_done(w)) return;
        if (limit_ < w.until) return divide_time(part, w, limit_, hint);
        if (prove_by(part, w, hint)) return;
        const HullGap gap = gap_at(part, w.a_middle, w.b_middle);
        const Vec3 n = gap.distance > query_.clearance ? Vec3(gap.apart / gap.distance) : Vec3(Vec3::Zero());
        if (prove_by(part, w, n)) return;
        if (part.a.size() == 1 && part.b.size() == 1) return follow(part, w);
        const double size_a = size_of_range(query_.a, part.a), size_b = size_of_range(query_.b, part.b);
        if (travel(part, w) > kFarForItsSize * std::max(size_a, size_b))
            return divide_time(part, w, 0.5 * (w.from + w.until), n);
        const bool divides_a = part.b.size() == 1 || (part.a.size() > 1 && size_a >= size_b);
        const auto [first, second] = halves(divides_a ? part.a : part.b);
        proof_.nodes.push_back(divides_a ? kSplitA : kSplitB);
        put(second.begin);
        prove(divides_a ? Part{first, part.b} : Part{part.a, first}, w, n);
        prove(divides_a ? Part{second, part.b} : Part{part.a, second}, w, n);
    }

    void divide_time(const Part& part, const Window& w, double at, const Vec3& hint) {
        if (!(at > w.from && at < w.until && w.until - w.from > kLeastStretch)) {
            gave_up_ = true;
            return;
        }
        proof_.nodes.push_back(kSplitTime);
        put(at);
        prove(part, window(w.from, at), hint);
        prove(part, window(at, w.until), hint);
    }

    // Two triangles, from w.from on.
    void follow(const Part& part, const Window& whole) {
        Window w = whole;
        double stretch = w.until - w.from;
        while (!is_done(w)) {
            const HullGap gap = gap_at(part, w.a_from, w.b_from);
            if (gap.distance + slack_ <= query_.clearance + query_.tolerance) {
                has_contact_ = true;
                limit_ = w.from;
                return;
            }
            const Vec3 n = gap.apart / gap.distance;
            stretch = std::min(2.0 * stretch, whole.until - w.from);
            double at = whole.until;
            for (;; stretch *= 0.5) {
                if (!(stretch > kLeastStretch)) {
                    gave_up_ = true;
                    return;
                }
                at = stretch < whole.until - w.from ? w.from + stretch : whole.until;
                w.until = at;
                w.a_until = instant(query_.a, at), w.b_until = instant(query_.b, at);
                const std::size_t before = proof_.nodes.size();
                if (at < whole.until) proof_.nodes.push_back(kSplitTime), put(at);
                if (prove_by(part, w, n)) break;
                proof_.nodes.resize(before);
            }
            if (at == whole.until) return;
            w = {at, whole.until, w.a_until, w.b_until, whole.a_until, whole.b_until, {}, {}};
        }
    }

    const StrandQuery& query_;
    double limit_;
    bool alike_;
    double slack_ = 0.0;
    bool gave_up_ = false, has_contact_ = false;
    StrandProof proof_;
};

struct NearSearch {
    const ProofBody &a, &b;
    Instant at_a, at_b;
    double distance;
    std::vector<NearTriangles> found = {};

    void visit(const Part& part) {
        const HullGap gap =
            hull_gap({corners_of(*a.mesh, part.a), at_a.rough}, {corners_of(*b.mesh, part.b), at_b.rough});
        if (gap.distance > distance * (1.0 + 1e-4)) return;  // the search for the gap stops a little early
        if (part.a.size() == 1 && part.b.size() == 1) {
            if (gap.distance <= distance)
                found.push_back({a.mesh->order[part.a.begin], b.mesh->order[part.b.begin], gap});
            return;
        }
        const bool divides_a = part.a.size() >= part.b.size();
        const auto [first, second] = halves(divides_a ? part.a : part.b);
        visit(divides_a ? Part{first, part.b} : Part{part.a, first});
        visit(divides_a ? Part{second, part.b} : Part{part.a, second});
    }
};

}  // namespace

StrandProof prove_strand(const StrandQuery& query) { return Prover(query).run(); }

std::vector<NearTriangles> triangles_within(const ProofBody& a, const ProofBody& b, double t,
                                            double distance) {
    NearSearch search{a, b, instant_at(*a.motion, t), instant_at(*b.motion, t), distance};
    search.visit({{0, static_cast<std::uint32_t>(a.mesh->order.size())},
                  {0, static_cast<std::uint32_t>(b.mesh->order.size())}});
    std::sort(search.found.begin(), search.found.end(), [](const NearTriangles& p, const NearTriangles& q) {
        return p.triangle_a != q.triangle_a ? p.triangle_a < q.triangle_a : p.triangle_b < q.triangle_b;
    });
    return std::move(search.found);
}

}  // namespace graze
