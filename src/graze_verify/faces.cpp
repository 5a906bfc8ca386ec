#include "graze_verify/faces.h"

#include "graze/core/interrupt.h"
#include "graze/core/parallel.h"
#include "graze/core/wording.h"
#include "graze_verify/surface.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace graze::verify {
namespace {

using Uv = std::array<double, 2>;

constexpr std::uint32_t kStraight = 0xFFFFFFFF;
constexpr std::size_t kAtOnce = 1024;  // triangles in the parameter plane
/// Cuts, one after the other; each rounds a corner by less than 5 2^-53 of its greatest coordinate. All of it: 2^-44.
constexpr int kMostDepth = 80;
constexpr double kUvSlack = 0x1p-44;

double up(const Bound& a) { return a.hi; }
double size_of(const Bound& a) { return std::max(std::abs(a.lo), std::abs(a.hi)); }
double larger(double a, double b) { return b <= a ? a : b; }  // NaN stays, or comes
double sum(std::initializer_list<double> all) {
    double s = 0.0;
    for (const double x : all) s = above(s + x);
    return s;
}
double product(double a, double b) { return up(exact(a) * exact(b)); }

/// The side from one corner to the next.
struct Side {
    std::uint32_t curve = kStraight;
    double from = 0.0, to = 0.0;
};

struct Element {
    std::array<Uv, 3> uv;
    std::array<BoundVec, 3> at;
    std::array<Side, 3> sides;
};

/// A face, and what is looked up once.
struct Prepared {
    const CertificateFace* face = nullptr;
    std::array<std::vector<double>, 2> creases = {};
    std::vector<std::vector<double>> curve_creases = {};
    double stretch = 0.0;                                 // how much longer the turn makes a vector, at most
    std::vector<std::array<std::uint32_t, 3>> arcs = {};  // by triangle and side; kStraight: none
};

std::string problem_with_face(const CertificateFace& face) {
    std::string problem = problem_with(face.surface);
    for (std::size_t i = 0; i < face.curves.size() && problem.empty(); ++i)
        problem = problem_with(face.curves[i]);
    return problem;
}

/// Sides that are no arcs must go as often one way as the other: then the arcs are the boundary of all triangles.
bool ends_at_arcs(const Prepared& p) {
    std::map<std::array<std::uint32_t, 2>, std::int64_t> times;
    const auto& triangles = p.face->triangles;
    for (std::size_t t = 0; t < triangles.size(); ++t)
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t a = triangles[t][k], b = triangles[t][(k + 1) % 3];
            if (p.arcs[t][k] != kStraight || a == b) continue;
            times[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
        }
    return std::all_of(times.begin(), times.end(), [](const auto& side) { return side.second == 0; });
}

double stretch_of(const CertificateFace& face) {
    double most = 0.0;
    for (std::size_t i = 0; i < 3; ++i) {
        double row = 0.0;
        for (std::size_t j = 0; j < 3; ++j) {
            Bound entry = exact(0.0);
            for (std::size_t k = 0; k < 3; ++k)
                entry = entry + exact(face.turn[k][i]) * exact(face.turn[k][j]);
            row = above(row + size_of(entry));
        }
        most = larger(most, row);
    }
    return up(root(exact(most)));
}

Prepared prepared(const CertificateFace& face) {
    Prepared p{&face, creases_of(face.surface), {}, stretch_of(face), {}};
    for (const CertificateCurve& curve : face.curves) p.curve_creases.push_back(creases_of(curve));
    p.arcs.assign(face.triangles.size(), {kStraight, kStraight, kStraight});
    for (std::uint32_t i = 0; i < face.arcs.size(); ++i) p.arcs[face.arcs[i].triangle][face.arcs[i].side] = i;
    return p;
}

/// The greatest distance of a crease within an interval from its nearer end; 0: none.
double crease_depth(const std::vector<double>& creases, double lo, double hi) {
    double most = 0.0;
    for (const double x : creases)
        if (x > lo && x < hi) most = std::max(most, above(std::min(x - lo, hi - x)));
    return most;
}

/// One triangle in the parameter plane, and all it is cut into.
class Tree {
  public:
    /// `cut` goes on behind the tree.
    Tree(const Prepared& p, const CertificateCadBody& body, std::span<const CertificateMesh* const> meshes,
         std::span<const std::vector<std::uint32_t>* const> places)
        : p_(p), body_(body), meshes_(meshes), places_(places) {}

    /// Empty, or what does not hold.
    std::string check(const Element& element, const CertificateCut*& cut, int depth = 0) {
        if (cut->side == kUncut) return check_leaf(element, *cut++);
        if (depth >= kMostDepth) return "an element is cut too often";
        const CertificateCut& own = *cut++;
        if (!(own.at > 0.0 && own.at < 1.0)) return "a cut is beyond its side";
        const auto halves = cut_in_two(element, own.side, own.at);
        std::string problem = check(halves[0], cut, depth + 1);
        return problem.empty() ? check(halves[1], cut, depth + 1) : problem;
    }

    BoundVec at(const Uv& uv) const {
        const CertificateFace& face = *p_.face;
        const BoundVec local = point_at(face.surface, uv[0], uv[1]);
        BoundVec moved = exact(face.shift);
        for (std::size_t i = 0; i < 3; ++i) moved[i] = moved[i] + dot(exact(face.turn[i]), local);
        return moved;
    }

    [[nodiscard]] std::uint64_t leaves() const { return leaves_; }

  private:
    std::array<Element, 2> cut_in_two(const Element& e, std::size_t k, double at) const {
        const std::size_t to = (k + 1) % 3, apex = (k + 2) % 3;
        const Side& side = e.sides[k];
        Uv middle;
        Side first = side, second = side;
        if (side.curve == kStraight) {
            for (std::size_t c = 0; c < 2; ++c) middle[c] = e.uv[k][c] + at * (e.uv[to][c] - e.uv[k][c]);
        } else {
            const double t = side.from + at * (side.to - side.from);
            const BoundVec on = point_at(p_.face->curves[side.curve], t);
            for (std::size_t c = 0; c < 2; ++c) middle[c] = verify::middle(on[c]);
            first.to = second.from = t;
        }
        const BoundVec there = this->at(middle);
        return {
            Element{{e.uv[k], middle, e.uv[apex]}, {e.at[k], there, e.at[apex]}, {first, {}, e.sides[apex]}},
            Element{
                {middle, e.uv[to], e.uv[apex]}, {there, e.at[to], e.at[apex]}, {second, e.sides[to], {}}}};
    }

    std::string check_leaf(const Element& e, const CertificateCut& leaf) {
        ++leaves_;
        if (leaf.piece >= meshes_.size()) return "an element names a piece that does not exist";
        const CertificateMesh& mesh = *meshes_[leaf.piece];
        if (leaf.triangle >= mesh.triangles.size()) return "an element names a triangle that does not exist";
        const auto& corners = mesh.triangles[(*places_[leaf.piece])[leaf.triangle]];
        double off = 0.0;
        for (std::size_t k = 0; k < 3; ++k)
            off = larger(off, up(length(e.at[k] - exact(mesh.vertices[corners[k]]))));
        const double needed = above(thickness(e) + off), radius = body_.pieces[leaf.piece].radius;
        if (needed <= radius) return {};  // false for NaN
        return fmt::format("a triangle of piece {} needs the radius {}, and has {}", leaf.piece, needed,
                           radius);
    }

    /// How far an arc and the convex hull of it and its chord are from the chord, each coordinate.
    Uv hull_of(const Side& side, const Uv& a, const Uv& b) const {
        const CertificateCurve& curve = p_.face->curves[side.curve];
        const Span t{std::min(side.from, side.to), std::max(side.from, side.to)};
        const CurveSlopes most = slopes_over(curve, t);
        const double depth = crease_depth(p_.curve_creases[side.curve], t.lo, t.hi);
        const Bound dt = exact(t.hi) - exact(t.lo);
        const BoundVec from = point_at(curve, side.from), to = point_at(curve, side.to);
        Uv hull;
        for (std::size_t c = 0; c < 2; ++c) {
            const Bound first = exact(most.first[c]);
            const double bend =
                up(exact(0.125) * square(dt) * exact(most.second[c]) + exact(2.0 * depth) * first);
            const double chord = up(exact(0.5) * dt * first);
            const double off = larger(size_of(from[c] - exact(a[c])), size_of(to[c] - exact(b[c])));
            hull[c] = above(std::min(bend, chord) + off);
        }
        return hull;
    }

    /// docs/certificates.md (10): how far the face is from the flat triangle through the exact corners.
    double thickness(const Element& e) const {
        Uv beside{}, lo = e.uv[0], hi = e.uv[0];
        for (std::size_t k = 0; k < 3; ++k) {
            Uv hull{};
            if (e.sides[k].curve != kStraight) hull = hull_of(e.sides[k], e.uv[k], e.uv[(k + 1) % 3]);
            for (std::size_t c = 0; c < 2; ++c) {
                beside[c] = larger(beside[c], hull[c]);
                lo[c] = std::min(lo[c], e.uv[k][c]), hi[c] = std::max(hi[c], e.uv[k][c]);
            }
        }
        std::array<Span, 2> box;
        std::array<double, 2> width, depth;
        for (std::size_t c = 0; c < 2; ++c) {
            beside[c] = above(beside[c] + above(kUvSlack * std::max(std::abs(lo[c]), std::abs(hi[c]))));
            box[c] = {below(lo[c] - beside[c]), above(hi[c] + beside[c])};
            width[c] = above(hi[c] - lo[c]);
            depth[c] = crease_depth(p_.creases[c], lo[c], hi[c]);
        }
        const Slopes m = slopes_over(p_.face->surface, box[0], box[1]);
        const double du = width[0], dv = width[1];
        const double bend =
            sum({0.125 * sum({product(m.uu, product(du, du)), 2.0 * product(m.uv, product(du, dv)),
                              product(m.vv, product(dv, dv))}),
                 2.0 * product(m.u, depth[0]), 2.0 * product(m.v, depth[1])});
        const double slope = 0.5 * sum({product(m.u, du), product(m.v, dv)});
        const double flat = bend <= slope ? bend : slope;  // if one is NaN: the other, or NaN
        const double all = sum({flat, product(m.u, beside[0]), product(m.v, beside[1])});
        return product(all, p_.stretch);
    }

    const Prepared& p_;
    const CertificateCadBody& body_;
    std::span<const CertificateMesh* const> meshes_;
    std::span<const std::vector<std::uint32_t>* const> places_;
    std::uint64_t leaves_ = 0;
};

/// Some triangles of a face of a body, and where their cuts begin.
struct Task {
    std::size_t body, face, first, count;
    const CertificateCut* cuts;
};

/// The end of a tree; null if the list ends before.
const CertificateCut* end_of_tree(const CertificateCut* at, const CertificateCut* end) {
    for (std::uint64_t open = 1; open > 0; ++at) {
        if (at == end) return nullptr;
        at->side == kUncut ? --open : ++open;
    }
    return at;
}

class Checker {
  public:
    Checker(const Certificate& certificate, int threads) : c_(certificate), threads_(threads) {}

    Expected<FacesResult> run() {
        if (auto ready = prepare(); !ready) return ready.error();
        list_tasks();
        if (!result_.problem.empty()) return result_;
        const auto checked = parallel_map(tasks_.size(), {.threads = threads_},
                                          [&](std::size_t i) { return check(tasks_[i]); });
        if (!checked || interrupt_requested())
            return make_error(ErrorCode::Interrupted, "verify", "interrupted");
        for (std::size_t i = 0; i < tasks_.size(); ++i) {
            result_.elements += (*checked)[i].elements;
            if (result_.problem.empty()) result_.problem = (*checked)[i].problem;
        }
        return result_;
    }

  private:
    const CertificateCad& cad() const { return *c_.head.cad; }

    /// Faces, and where triangles stand by their numbers in the scene.
    Expected<void> prepare() {
        faces_.resize(c_.shapes.size());
        for (std::size_t s = 0; s < c_.shapes.size() && result_.problem.empty(); ++s) {
            const auto found = parallel_map(c_.shapes[s].size(), {.threads = threads_}, [&](std::size_t f) {
                const CertificateFace& face = c_.shapes[s][f];
                std::string problem = problem_with_face(face);
                Prepared p;
                if (problem.empty()) p = prepared(face);
                if (problem.empty() && !ends_at_arcs(p))
                    problem = "its triangles do not end at its trimming curves";
                return std::pair(std::move(p), std::move(problem));
            });
            if (!found) return make_error(ErrorCode::Interrupted, "verify", "interrupted");
            for (std::size_t f = 0; f < found->size(); ++f) {
                if (!(*found)[f].second.empty() && result_.problem.empty())
                    result_.problem = fmt::format("shape {}, face {}: {}", s, f, (*found)[f].second);
                faces_[s].push_back((*found)[f].first);
            }
        }
        places_.resize(c_.meshes.size());
        for (std::size_t m = 0; m < c_.meshes.size(); ++m) {
            places_[m].resize(c_.meshes[m].ids.size());
            for (std::uint32_t i = 0; i < places_[m].size(); ++i) places_[m][c_.meshes[m].ids[i]] = i;
        }
        return {};
    }

    void list_tasks() {
        for (std::size_t b = 0; b < cad().bodies.size() && result_.problem.empty(); ++b) {
            const auto& faces = faces_[cad().bodies[b].shape];
            const CertificateCut *at = c_.cuts[b].data(), *const end = at + c_.cuts[b].size();
            for (std::size_t f = 0; f < faces.size(); ++f) {
                const std::size_t count = faces[f].face->triangles.size();
                for (std::size_t t = 0; t < count && at != nullptr; ++t) {
                    if (t % kAtOnce == 0) tasks_.push_back({b, f, t, std::min(kAtOnce, count - t), at});
                    at = end_of_tree(at, end);
                }
            }
            result_.faces += faces.size();
            if (at != end)
                result_.problem = fmt::format("CAD body {}: its cuts are not those of its faces", b);
        }
    }

    FacesResult check(const Task& task) const {
        FacesResult result;
        const CertificateCadBody& body = cad().bodies[task.body];
        const Prepared& p = faces_[body.shape][task.face];
        std::vector<const CertificateMesh*> meshes;
        std::vector<const std::vector<std::uint32_t>*> places;
        for (const CertificatePiece& piece : body.pieces) {
            const std::uint32_t mesh = c_.head.bodies[piece.body].mesh;
            meshes.push_back(&c_.meshes[mesh]), places.push_back(&places_[mesh]);
        }
        Tree tree(p, body, meshes, places);
        std::vector<std::optional<BoundVec>> known(p.face->nodes.size());
        const CertificateCut* cut = task.cuts;
        for (std::size_t t = task.first; t < task.first + task.count && result.problem.empty(); ++t) {
            Element e;
            for (std::size_t k = 0; k < 3; ++k) {
                const std::uint32_t node = p.face->triangles[t][k], arc = p.arcs[t][k];
                if (!known[node]) known[node] = tree.at(p.face->nodes[node]);
                e.uv[k] = p.face->nodes[node], e.at[k] = *known[node];
                if (arc != kStraight)
                    e.sides[k] = {p.face->arcs[arc].curve, p.face->arcs[arc].from, p.face->arcs[arc].to};
            }
            result.problem = tree.check(e, cut);
        }
        result.elements = tree.leaves();
        if (!result.problem.empty())
            result.problem = fmt::format("{}, face {}: {}", in_quotes(body.name), task.face, result.problem);
        return result;
    }

    const Certificate& c_;
    int threads_;
    FacesResult result_;
    std::vector<std::vector<Prepared>> faces_;        // by shape
    std::vector<std::vector<std::uint32_t>> places_;  // by mesh: where the triangle of a number stands
    std::vector<Task> tasks_;
};

}  // namespace

Expected<FacesResult> check_faces(const Certificate& certificate, int threads) {
    return Checker(certificate, threads).run();
}

}  // namespace graze::verify
