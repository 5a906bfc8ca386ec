#include "graze_verify/strand.h"

#include "graze/core/interrupt.h"

#include <algorithm>

namespace graze::verify {
namespace {

constexpr std::size_t kDeepest = 1000;  // entries that wait on the stack

// Nodes, each a tag and what follows it.
enum Tag : unsigned char {
    kLeafFloat = 0,       // 3 floats: a direction fixed in the world
    kLeafDouble = 1,      // 3 doubles
    kAlikeLeafFloat = 2,  // the same, fixed in the common frame of two bodies that move alike
    kAlikeLeafDouble = 3,
    kSplitA = 16,  // u32: the first triangle of the second part
    kSplitB = 17,
    kSplitTime = 18,  // double: the time at which the second part begins
};

struct Range {
    std::uint64_t begin, end;
};

// What a node speaks about.
struct Part {
    Range a, b;
    double from, until;
};

struct TimedPlacement {
    double t = -1.0;
    Placement placement;
};

class Walker {
  public:
    explicit Walker(const StrandTask& task) : task_(task), rest_(task.nodes) {}

    StrandResult run() {
        stack_.push_back(
            {{0, task_.a.mesh->triangle_count}, {0, task_.b.mesh->triangle_count}, task_.from, task_.until});
        while (!stack_.empty() && result_.problem.empty()) {
            const Part part = stack_.back();
            stack_.pop_back();
            read_node(part);
            if ((++result_.records & 1023) == 0 && interrupt_requested()) fail("interrupted");
        }
        if (result_.problem.empty() && !rest_.empty()) fail("bytes follow the last node");
        return result_;
    }

  private:
    void fail(const char* what) { result_.problem = what; }

    template <class T>
    bool take(T& value) {
        if (rest_.size() < sizeof value) {
            fail("the proof ends in the middle of a node");
            return false;
        }
        value = load<T>(rest_.data());
        rest_.remove_prefix(sizeof value);
        return true;
    }

    void read_node(const Part& part) {
        unsigned char tag = 0;
        if (!take(tag)) return;
        switch (tag) {
            case kLeafFloat:
            case kAlikeLeafFloat: {
                std::array<float, 3> n{};
                if (take(n)) check_leaf(part, {n[0], n[1], n[2]}, tag == kAlikeLeafFloat);
                return;
            }
            case kLeafDouble:
            case kAlikeLeafDouble: {
                std::array<double, 3> n{};
                if (take(n)) check_leaf(part, n, tag == kAlikeLeafDouble);
                return;
            }
            case kSplitA:
                return split_range(part, &Part::a);
            case kSplitB:
                return split_range(part, &Part::b);
            case kSplitTime:
                return split_time(part);
            default:
                fail("a node of unknown kind");
        }
    }

    void push(const Part& first, const Part& second) {
        if (stack_.size() + 2 > kDeepest) return fail("the proof is nested too deeply");
        stack_.push_back(second);
        stack_.push_back(first);
    }

    void split_range(const Part& part, Range Part::*side) {
        std::uint32_t middle = 0;
        if (!take(middle)) return;
        const Range range = part.*side;
        if (!(middle > range.begin && middle < range.end)) return fail("a split leaves one side empty");
        Part first = part, second = part;
        (first.*side).end = middle;
        (second.*side).begin = middle;
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

    // Neighbouring leaves mostly share their times.
    const Placement& placement(const MovingBody& body, int side, int end, double t) {
        TimedPlacement& kept = kept_[side][end];
        if (kept.t != t) kept = {t, placement_at(*body.motion, t)};
        return kept.placement;
    }

    // At most n.y of every vertex y of the triangles, the body being at `at` (nowhere: in its own frame).
    // Sums in plain double with one error bound for all of them.
    static double least_along(const MovingBody& body, const Range& range, const BoundVec& n,
                              const Placement* at) {
        BoundVec turned = n;  // R^T n
        Bound offset{};
        if (at) {
            for (int j = 0; j < 3; ++j) turned[j] = dot(column(at->rotation, j), n);
            offset = dot(n, at->place);
        }
        std::array<double, 3> m{};
        double error = std::numeric_limits<double>::min();
        for (int j = 0; j < 3; ++j) {
            m[j] = 0.5 * (turned[j].lo + turned[j].hi);
            const double off = above(std::max(above(turned[j].hi - m[j]), above(m[j] - turned[j].lo)));
            // Three products and two sums are off by less than 4 * 2^-53 of the sum of magnitudes.
            const double rounding = above(0x1p-51 * std::abs(m[j]));
            error = above(error + above(above(off + rounding) * body.reach[j]));
        }
        error = above(error + 8.0 * std::numeric_limits<double>::min());  // products that underflow
        double least = std::numeric_limits<double>::infinity();
        for (std::uint64_t i = range.begin; i < range.end; ++i)
            for (const std::uint32_t id : body.mesh->triangle(i)) {
                const std::array<double, 3> x = body.mesh->vertex(id);
                const double along = m[0] * x[0] + m[1] * x[1] + m[2] * x[2];
                if (!(along >= least)) least = along;  // NaN stays
                if (std::isnan(least)) return least;
            }
        return below(below(least - error) + offset.lo);
    }

    static double most_acceleration_in(const MovingBody& body, const Range& range) {
        if (body.motion->kind == MotionKind::AtRest) return 0.0;
        double most = 0.0;
        for (std::uint64_t i = range.begin; i < range.end; ++i)
            for (const std::uint32_t id : body.mesh->triangle(i)) {
                const double here = (*body.accelerations)[id];
                if (!(here <= most)) most = here;  // NaN stays
                if (std::isnan(most)) return most;
            }
        return most;
    }

    // How far the two sets are apart along n at one end of the part's time, at least.
    double gap(const Part& part, const BoundVec& n, bool alike, int end) {
        const double t = end == 0 ? part.from : part.until;
        const Placement* at_a = alike ? nullptr : &placement(task_.a, 0, end, t);
        const Placement* at_b = alike ? nullptr : &placement(task_.b, 1, end, t);
        const BoundVec back{-n[0], -n[1], -n[2]};
        return below(least_along(task_.a, part.a, n, at_a) + least_along(task_.b, part.b, back, at_b));
    }

    void check_leaf(const Part& part, const std::array<double, 3>& direction, bool alike) {
        ++result_.leaves;
        if (alike && !task_.move_alike)
            return fail("a direction in a common frame of bodies that move apart");
        const BoundVec n{exact(direction[0]), exact(direction[1]), exact(direction[2])};
        Bound needed = exact(task_.clearance) * length(n);
        if (!alike) {
            const Bound duration = exact(part.until) - exact(part.from);
            const double bend =
                above(above(most_along(*task_.a.motion, n) * most_acceleration_in(task_.a, part.a)) +
                      above(most_along(*task_.b.motion, n) * most_acceleration_in(task_.b, part.b)));
            needed = needed + exact(0.125) * Bound{0.0, bend} * square(duration);
        }
        // A zero direction has needed.hi above 0 and gaps of at most 0; NaN fails each comparison.
        if (!(gap(part, n, alike, 0) > needed.hi && (alike || gap(part, n, alike, 1) > needed.hi)))
            fail("a direction does not keep its triangles apart");
    }

    const StrandTask& task_;
    std::string_view rest_;
    std::vector<Part> stack_;
    TimedPlacement kept_[2][2];
    StrandResult result_;
};

}  // namespace

StrandResult check_strand(const StrandTask& task) { return Walker(task).run(); }

}  // namespace graze::verify
