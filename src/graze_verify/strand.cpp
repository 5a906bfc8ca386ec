#include "graze_verify/strand.h"

#include "graze/core/interrupt.h"

namespace graze::verify {
namespace {

constexpr std::size_t kDeepest = 1000;  // entries that wait on the stack
constexpr double kNoOverflow = 1e300;   // of one product: the sum of three stays finite
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Range {
    std::uint64_t begin, end;
};

// What a node speaks about.
struct Part {
    std::array<Range, 2> ranges;  // of a's and b's triangles
    double from, until;
};

// The least of n.y over the vertices of a range at both ends of the part, and the most of n.y'' in between.
struct Side {
    double least[2];
    double bend;
};

// m.x off by at most `error` from r.x, m the middle of r, as computed in plain sums.
struct PlainForm {
    Point m;
    double error;
};
PlainForm plain_form(const BoundVec& r, const Point& reach) {
    PlainForm form{};
    form.error = 8.0 * std::numeric_limits<double>::min();  // products that underflow
    for (int j = 0; j < 3; ++j) {
        form.m[j] = middle(r[j]);
        const double off = above(std::max(above(r[j].hi - form.m[j]), above(form.m[j] - r[j].lo)));
        // Three products and two sums are off by less than 4 * 2^-53 of the sum of magnitudes.
        const double rounding = above(0x1p-51 * std::abs(form.m[j]));
        form.error = above(form.error + above(above(off + rounding) * reach[j]));
        if (!(std::abs(form.m[j]) * reach[j] < kNoOverflow)) form.error = kInfinity;  // NaN too
    }
    return form;
}

class Walker {
  public:
    explicit Walker(const StrandTask& task) : task_(task), nodes_(task.source, task.strand, task.progress) {}

    StrandResult run() {
        std::array<Range, 2> all;
        for (int side = 0; side < 2; ++side) all[side] = {0, task_.bodies[side]->mesh->triangles.size()};
        stack_.push_back({all, task_.strand.from, task_.strand.until});
        CertificateNode node;
        while (!stack_.empty() && result_.problem.empty()) {
            if (!nodes_.next(node)) return fail(nodes_.problem()), result_;
            const Part part = stack_.back();
            stack_.pop_back();
            if (node.kind == NodeKind::Leaf)
                check_leaf(part, node.direction, static_cast<Frame>(node.frame));
            else
                divide(part, node);
            if ((++result_.records & 1023) == 0 && interrupt_requested()) fail("interrupted");
        }
        if (result_.problem.empty() && !nodes_.is_at_end()) fail("bytes follow the last node");
        return result_;
    }

  private:
    void fail(const std::string& what) { result_.problem = what; }

    void divide(const Part& part, const CertificateNode& node) {
        Part first = part, second = part;
        if (node.kind == NodeKind::SplitTime) {
            if (!(node.time > part.from && node.time < part.until))
                return fail("a split in time is outside its interval");
            first.until = second.from = node.time;
        } else {
            const int side = node.kind == NodeKind::SplitA ? 0 : 1;
            const Range range = part.ranges[side];
            if (!(node.middle > range.begin && node.middle < range.end))
                return fail("a split leaves one side empty");
            first.ranges[side].end = second.ranges[side].begin = node.middle;
        }
        if (stack_.size() + 2 > kDeepest) return fail("the proof is nested too deeply");
        stack_.push_back(second);
        stack_.push_back(first);
    }

    // Kept for the next leaf, which mostly has the same windows. Slots: the two ends, the whole interval.
    const ChainWindow& window(int side, int slot, double from, double until) {
        ChainWindow& kept = kept_[side][slot];
        if (kept.from == from && kept.until == until) return kept;
        set_window(kept, task_.bodies[side]->links, task_.bodies[side]->centre, from, until);
        return kept;
    }

    Plane plane(int side, const BoundVec& n, Frame frame, int slot, double from, double until) {
        return plane_seen(window(0, slot, from, until), window(1, slot, from, until), task_.common, side, n,
                          frame);
    }

    Side look(int side, const Part& part, const BoundVec& n, Frame frame) {
        const CarriedBody& body = *task_.bodies[side];
        const Plane ends[2] = {plane(side, n, frame, 0, part.from, part.from),
                               plane(side, n, frame, 1, part.until, part.until)};
        const PlainForm forms[2] = {plain_form(ends[0].r, body.reach), plain_form(ends[1].r, body.reach)};
        Side result{{kInfinity, kInfinity}, 0.0};
        BoundVec box;
        box.fill({kInfinity, -kInfinity});
        for (std::uint64_t i = part.ranges[side].begin; i < part.ranges[side].end; ++i)
            for (const std::uint32_t id : body.mesh->triangles[i]) {
                const Point& x = body.mesh->vertices[id];
                for (int e = 0; e < 2; ++e) {
                    const Point& m = forms[e].m;
                    const double along = m[0] * x[0] + m[1] * x[1] + m[2] * x[2];
                    if (along < result.least[e]) result.least[e] = along;  // not finite: the error is not
                }
                for (int k = 0; k < 3; ++k) box[k] = {std::min(box[k].lo, x[k]), std::max(box[k].hi, x[k])};
            }
        const BoundVec centre = exact(body.centre);
        for (int e = 0; e < 2; ++e) {
            const double offset = (ends[e].c - dot(ends[e].r, centre)).lo;
            result.least[e] = below(below(result.least[e] - forms[e].error) + offset);
        }
        const Plane whole = plane(side, n, frame, 2, part.from, part.until);
        result.bend = (dot(whole.r2, box - centre) + whole.c2).hi;
        return result;
    }

    void check_leaf(const Part& part, const Point& direction, Frame frame) {
        ++result_.leaves;
        const BoundVec n = exact(direction), back{-n[0], -n[1], -n[2]};
        const Side a = look(0, part, n, frame), b = look(1, part, back, frame);
        const Bound bend{0.0, std::max(above(a.bend + b.bend), 0.0)};  // NaN stays
        const Bound needed = exact(task_.clearance) * length(n) +
                             exact(0.125) * bend * square(exact(part.until) - exact(part.from));
        // A zero direction has needed.hi above 0 and gaps of at most 0; NaN fails each comparison.
        if (!(below(a.least[0] + b.least[0]) > needed.hi && below(a.least[1] + b.least[1]) > needed.hi))
            fail("a direction does not keep its triangles apart");
    }

    const StrandTask& task_;
    NodeReader nodes_;
    std::vector<Part> stack_;
    ChainWindow kept_[2][3];
    StrandResult result_;
};

}  // namespace

CarriedBody carried_body(const CertificateMesh& mesh, const MeshExtent& extent,
                         const CertificateMotion& motion) {
    CarriedBody body{&mesh, {}, extent.reach, extent.centre};
    for (const CertificateLink& link : motion) body.links.push_back(prepare(link));
    return body;
}

StrandResult check_strand(const StrandTask& task) { return Walker(task).run(); }

}  // namespace graze::verify
