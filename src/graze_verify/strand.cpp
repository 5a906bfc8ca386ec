#include "graze_verify/strand.h"

#include "graze/core/interrupt.h"

#include <algorithm>
#include <cstring>

namespace graze::verify {
namespace {

constexpr std::size_t kDeepest = 1000;  // entries that wait on the stack
constexpr std::size_t kPiece = 1 << 15;
constexpr double kNoOverflow = 1e300;  // of one product: the sum of three stays finite
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Nodes, each a tag and what follows it. Leaves: twice the frame, 1 more for doubles instead of floats.
enum Tag : unsigned char { kLeafEnd = 6, kSplitA = 16, kSplitB = 17, kSplitTime = 18 };

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
    explicit Walker(const StrandTask& task)
        : task_(task), next_(task.strand.at), end_(task.strand.at + task.strand.bytes) {}

    StrandResult run() {
        stack_.push_back({{Range{0, task_.bodies[0].body->triangles.size()},
                           Range{0, task_.bodies[1].body->triangles.size()}},
                          task_.strand.from,
                          task_.strand.until});
        while (!stack_.empty() && result_.problem.empty()) {
            const Part part = stack_.back();
            stack_.pop_back();
            read_node(part);
            if ((++result_.records & 1023) == 0 && interrupt_requested()) fail("interrupted");
        }
        if (result_.problem.empty() && (used_ < piece_.size() || next_ < end_))
            fail("bytes follow the last node");
        return result_;
    }

  private:
    void fail(const char* what) { result_.problem = what; }

    // Makes the next piece of the strand available, after what is left of the last one.
    void refill() {
        piece_.erase(0, used_);
        used_ = 0;
        const std::size_t left = piece_.size(), more = std::min<std::uint64_t>(kPiece, end_ - next_);
        piece_.resize(left + more);
        if (!task_.source.read(next_, piece_.data() + left, more)) return fail("the file cannot be read");
        next_ += more;
        if (task_.progress) task_.progress->advance(more);
    }

    template <class T>
    bool take(T& value) {
        if (piece_.size() - used_ < sizeof value) refill();
        if (piece_.size() - used_ < sizeof value) fail("the proof ends in the middle of a node");
        if (!result_.problem.empty()) return false;
        std::memcpy(&value, piece_.data() + used_, sizeof value);
        used_ += sizeof value;
        return true;
    }

    void read_node(const Part& part) {
        unsigned char tag = 0;
        if (!take(tag)) return;
        if (tag < kLeafEnd && tag % 2 == 0) {
            std::array<float, 3> n{};
            if (take(n)) check_leaf(part, {n[0], n[1], n[2]}, static_cast<Frame>(tag / 2));
        } else if (tag < kLeafEnd) {
            Point n{};
            if (take(n)) check_leaf(part, n, static_cast<Frame>(tag / 2));
        } else if (tag == kSplitA || tag == kSplitB) {
            split_range(part, tag - kSplitA);
        } else if (tag == kSplitTime) {
            split_time(part);
        } else {
            fail("a node of unknown kind");
        }
    }

    void push(const Part& first, const Part& second) {
        if (stack_.size() + 2 > kDeepest) return fail("the proof is nested too deeply");
        stack_.push_back(second);
        stack_.push_back(first);
    }

    void split_range(const Part& part, int side) {
        std::uint32_t middle = 0;
        if (!take(middle)) return;
        const Range range = part.ranges[side];
        if (!(middle > range.begin && middle < range.end)) return fail("a split leaves one side empty");
        Part first = part, second = part;
        first.ranges[side].end = middle;
        second.ranges[side].begin = middle;
        push(first, second);
    }

    void split_time(const Part& part) {
        double middle = 0.0;
        if (!take(middle)) return;
        if (!(middle > part.from && middle < part.until))
            return fail("a split in time is outside its interval");
        Part first = part, second = part;
        first.until = second.from = middle;
        push(first, second);
    }

    // Kept for the next leaf, which mostly has the same windows. Slots: the two ends, the whole interval.
    const ChainWindow& window(int side, int slot, double from, double until) {
        ChainWindow& kept = kept_[side][slot];
        if (kept.from == from && kept.until == until) return kept;
        set_window(kept, *task_.bodies[side].links, task_.bodies[side].body->centre, from, until);
        return kept;
    }

    Plane plane(int side, const BoundVec& n, Frame frame, int slot, double from, double until) {
        return plane_seen(window(0, slot, from, until), window(1, slot, from, until), task_.common, side, n,
                          frame);
    }

    Side look(int side, const Part& part, const BoundVec& n, Frame frame) {
        const Body& body = *task_.bodies[side].body;
        const Plane ends[2] = {plane(side, n, frame, 0, part.from, part.from),
                               plane(side, n, frame, 1, part.until, part.until)};
        const PlainForm forms[2] = {plain_form(ends[0].r, body.reach), plain_form(ends[1].r, body.reach)};
        Side result{{kInfinity, kInfinity}, 0.0};
        BoundVec box;
        box.fill({kInfinity, -kInfinity});
        for (std::uint64_t i = part.ranges[side].begin; i < part.ranges[side].end; ++i)
            for (const std::uint32_t id : body.triangles[i]) {
                const Point& x = body.vertices[id];
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
    std::uint64_t next_, end_;  // of the strand, not yet read
    std::string piece_;
    std::size_t used_ = 0;  // of the piece
    std::vector<Part> stack_;
    ChainWindow kept_[2][3];
    StrandResult result_;
};

}  // namespace

StrandResult check_strand(const StrandTask& task) { return Walker(task).run(); }

}  // namespace graze::verify
