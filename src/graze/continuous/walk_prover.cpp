#include "graze/continuous/walk_prover.h"

#include "graze/continuous/axis_proofs.h"
#include "graze/continuous/proof_nodes.h"
#include "graze/continuous/space_time_walk.h"
#include "graze/continuous/triangle_follow.h"
#include "graze/core/interrupt.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace graze {

struct WalkProofMemory {
    std::array<KnownMoment, 256> moments;
    std::uint64_t epoch = 0;
    std::vector<FollowedPiece> pieces;
    std::vector<char> nodes;  // of the proof, so far
    std::size_t used = 0;
};

WalkProofWorkspace::WalkProofWorkspace() : memory_(std::make_unique<WalkProofMemory>()) {}
WalkProofWorkspace::~WalkProofWorkspace() = default;
WalkProofWorkspace::WalkProofWorkspace(WalkProofWorkspace&&) noexcept = default;
WalkProofWorkspace& WalkProofWorkspace::operator=(WalkProofWorkspace&&) noexcept = default;

namespace {

constexpr std::size_t kLongestNode = 16;  // bytes, and some more
constexpr float kMostBend = 0.08f;        // of the larger node: where paths bend more, time is divided
constexpr float kLeastBend = 0.01f;  // of the larger node: where paths bend less, time is not divided again
constexpr int kMostFollowed = 1;     // pairs of triangles of two nodes: where more are left, time is divided
constexpr Tick kCutSnap = 16;        // cuts are at multiples of about this part of a window
constexpr Tick kLeastCut = 8;        // no cut takes less than this part of a window
constexpr double kCutOutward = 0x1p-20;  // more than a fraction is rounded by

/// Coordinates of a node to those of its body.
LeafDirection in_body(const WideNode& node, const float* y, float sign, LeafFrame frame) {
    LeafDirection direction{{}, frame};
    for (int k = 0; k < 3; ++k) {
        double sum = 0.0;
        for (int j = 0; j < 3; ++j)
            sum += static_cast<double>(node.axes[k][j]) * static_cast<double>(sign * y[j]);
        direction.n[k] = static_cast<float>(sum);
    }
    return direction;
}

LeafDirection along_axis(const WideNode& node, unsigned k, float sign, LeafFrame frame) {
    return {{sign * node.axes[0][k], sign * node.axes[1][k], sign * node.axes[2][k]}, frame};
}

/// Where an axis takes time from a window of two boxes: at its beginning, and at its end.
struct TimeCut {
    double begin = 0.0, end = 1.0;  // fractions
    unsigned first = 0, last = 0;   // bits of the axes that cut

    void by(double at_begin, double at_end, unsigned bit) {
        const double where = at_begin / (at_begin - at_end);
        if (at_begin > 0.0 && at_end <= 0.0 && where > begin) begin = where, first = bit;
        if (at_end > 0.0 && at_begin <= 0.0 && where < end) end = where, last = bit;
    }
};

/// Child i of a and child j of b.
struct Cell {
    int i, j;
};

/// Leaves on a part [t0, t] of a window of length l need the chord to exceed M l^2 (f/2 - 3 f^2/8) where f is
/// the fraction at t, at most M l^2 / 6: a third more than the bends that boxes are widened by (docs eq. 89).
TimeCut cut_of(const AxisProofs& p, const Cell& c) {
    TimeCut cut;
    for (int k = 0; k < 3; ++k) {
        const auto bit = static_cast<unsigned>(k);
        const auto line = [&](const SeenBoxes& own, int of_own, const SeenBoxes& seen, int of_seen,
                              float bend, unsigned above, unsigned below) {
            double at[2], radius[2];
            for (int e = 0; e < 2; ++e) {
                at[e] = static_cast<double>(seen.seen_centre[k][kWide * e + of_seen]) -
                        static_cast<double>(own.centre[k][of_own]);
                radius[e] = static_cast<double>(seen.seen_half[k][kWide * e + of_seen]) +
                            static_cast<double>(own.half[k][of_own]) + static_cast<double>(bend) / 3.0;
            }
            cut.by(at[0] - radius[0], at[1] - radius[1], above + bit);
            cut.by(-at[0] - radius[0], -at[1] - radius[1], below + bit);
        };
        line(p.a, c.i, p.b, c.j, p.bends_a[k], kAgainstA, kAlongA);
        line(p.b, c.j, p.a, c.i, p.bends_b[k], kAlongB, kAgainstB);
    }
    return cut;
}

/// Pairs of triangles of two leaves that no direction has separated.
int pairs_left(const AxisProofs& p, const WideNode& a, const WideNode& b) {
    int left = -std::popcount(p.apart_across);
    for (int j = 0; j < b.count; ++j)
        for (int i = 0; i < a.count; ++i) left += p.apart[j][i] == 0 ? 1 : 0;
    return left;
}

/// Eight sets of bits at once.
struct EightBits {
    std::uint64_t low, high;

    [[nodiscard]] unsigned in_common() const {
        std::uint64_t all = low & high;
        all &= all >> 32;
        return static_cast<unsigned>((all & all >> 16) & 0xFFFFu);
    }
};
EightBits row_of(const AxisProofs& p, int j) {
    EightBits row{};
    std::memcpy(&row, p.apart[j], sizeof row);
    return row;
}

/// How the 64 pairs of children are divided: first by the children of one body, then by those of the other.
/// Neighbours that a direction has in common are one leaf.
struct Layout {
    const AxisProofs& p;
    bool b_first = true;
    int outer = 0, inner = 0;                 // children
    std::array<unsigned, kWide> common = {};  // directions that separate an outer child from all inner ones

    /// By the body of which fewer children have to be looked at one by one.
    Layout(const AxisProofs& proofs, int count_a, int count_b) : p(proofs) {
        std::array<unsigned, kWide> of_b{};
        EightBits columns{~std::uint64_t{0}, ~std::uint64_t{0}};
        int open_a = 0, open_b = 0;
        for (int j = 0; j < count_b; ++j) {
            const EightBits row = row_of(p, j);
            columns.low &= row.low, columns.high &= row.high;
            of_b[j] = row.in_common() & (count_a > 1 ? kForAllOfA : 0xFFFFu);
            open_b += of_b[j] == 0 ? 1 : 0;
        }
        std::array<std::uint16_t, kWide> of_a{};
        std::memcpy(of_a.data(), &columns, sizeof columns);
        const unsigned shared_by_b = count_b > 1 ? kForAllOfB : 0xFFFFu;
        for (int i = 0; i < count_a; ++i) open_a += (of_a[i] & shared_by_b) == 0 ? 1 : 0;
        b_first = open_b <= open_a;
        outer = b_first ? count_b : count_a;
        inner = b_first ? count_a : count_b;
        for (int o = 0; o < outer; ++o) common[o] = b_first ? of_b[o] : of_a[o] & shared_by_b;
    }

    [[nodiscard]] unsigned bits(int o, int n) const { return b_first ? p.apart[o][n] : p.apart[n][o]; }
    [[nodiscard]] unsigned shared() const { return b_first ? kForAllOfA : kForAllOfB; }

    /// The end of the run of outer children that begins with o, and what it has in common.
    int end_of_run(int o, unsigned& all) const {
        all = common[o];
        int end = o + 1;
        for (; end < outer && (all & common[end] & kAxisBits) != 0; ++end) all &= common[end] & kAxisBits;
        return end;
    }
    int end_of_run(int o, int n, unsigned& all) const {
        all = bits(o, n);
        int end = n + 1;
        for (; end < inner && (all & bits(o, end) & shared()) != 0; ++end) all &= bits(o, end) & shared();
        return end;
    }
};

class WalkProver {
  public:
    WalkProver(const WalkProofQuery& query, WalkProofMemory& memory)
        : query_(query),
          memory_(memory),
          motion_(paired_motion(query.motion_a, query.motion_b)),
          proof_motion_(proof_motion(motion_, query.centre_a, query.centre_b)),
          begin_(static_cast<Tick>(query.from * 0x1p30)),
          end_(static_cast<Tick>(std::ceil(query.until * 0x1p30))) {
        prepare_bends(motion_, query.a.tree.nodes[0], query.b.tree.nodes[0]);
        prepare_moments(motion_, query.a.tree, query.b.tree);
        ++memory_.epoch;
        memory_.used = 0;
        double lengths = query.clearance;
        for (const WideTree* tree : {&query.a.tree, &query.b.tree})
            lengths += 2.0 * (tree->farthest + 2.0 * static_cast<double>(tree->nodes[0].reach));
        slack_ = proof_motion_.slack + kProofSlack * lengths;
        reach_ = wide_clearance(query.clearance + slack_);
    }

    StrandProof run() {
        failed_ = !proof_motion_.is_usable;
        if (!failed_) prove(0, 0, {begin_, end_});
        proof_.verdict = failed_ ? StrandVerdict::Undecided : StrandVerdict::Clear;
        if (!failed_) proof_.nodes.assign(memory_.nodes.data(), memory_.used);
        return std::move(proof_);
    }

  private:
    [[nodiscard]] double time(Tick tick) const {
        if (tick == begin_) return query_.from;
        return tick == end_ ? query_.until : time_of(tick);
    }

    const Moment& moment(Tick tick) {
        auto& known = memory_.moments[place_of(tick)];
        if (known.epoch != memory_.epoch || known.tick != tick) {
            known.moment = moment_at(time(tick));
            known.tick = tick;
            known.epoch = memory_.epoch;
        }
        return known.moment;
    }
    [[nodiscard]] Moment moment_at(double t) const {
        return graze::moment_at(motion_, query_.a.tree, query_.b.tree, t);
    }

    template <class T>
    void put(char kind, const T& value) {
        if (memory_.used + kLongestNode > memory_.nodes.size())
            memory_.nodes.resize(2 * memory_.nodes.size() + 4096);
        char* at = memory_.nodes.data() + memory_.used;
        at[0] = kind;
        std::memcpy(at + 1, &value, sizeof value);
        memory_.used += 1 + sizeof value;
    }
    void split_time(double t) { put(kSplitTime, t); }
    void put_leaf(const LeafDirection& direction) {
        ++proof_.leaves;
        put(static_cast<char>(2 * static_cast<int>(direction.frame)), direction.n);
    }

    [[nodiscard]] const WideNode& node_a(std::uint32_t id) const { return query_.a.tree.nodes[id]; }
    [[nodiscard]] const WideNode& node_b(std::uint32_t id) const { return query_.b.tree.nodes[id]; }

    /// A pair of nodes that is being opened.
    struct Open {
        std::uint32_t a, b;
        TickWindow window;
        const AxisProofs& p;
        bool opens_a, opens_b;
    };

    static LeafDirection direction_of(unsigned bit, const WideNode& a, const WideNode& b) {
        if (bit < kAgainstA) return along_axis(a, bit - kAlongA, 1.0f, LeafFrame::A);
        if (bit < kAlongB) return along_axis(a, bit - kAgainstA, -1.0f, LeafFrame::A);
        if (bit < kAgainstB) return along_axis(b, bit - kAlongB, 1.0f, LeafFrame::B);
        return along_axis(b, bit - kAgainstB, -1.0f, LeafFrame::B);
    }

    /// A leaf along one of the directions; `first` is a pair of those that it separates.
    void put_leaf(const Open& o, unsigned bits, const Cell& first) {
        const auto bit = static_cast<unsigned>(std::countr_zero(bits));
        const WideNode &a = node_a(o.a), &b = node_b(o.b);
        if (bit < kNormalB) return put_leaf(direction_of(bit, a, b));
        const bool of_a = bit >= kNormalA;
        const auto& normals = of_a ? o.p.normal_a : o.p.normal_b;
        const int lane = of_a ? first.i : first.j;
        const float n[3] = {normals[0][lane], normals[1][lane], normals[2][lane]};
        const float sign = bit == kNormalA || bit == kNormalB ? 1.0f : -1.0f;
        put_leaf(in_body(of_a ? a : b, n, sign, of_a ? LeafFrame::A : LeafFrame::B));
    }

    static std::uint32_t first_triangle(const WideTree& tree, const WideNode& node, int child) {
        return node.is_leaf ? node.begin + static_cast<std::uint32_t>(child)
                            : tree.nodes[node.child[child]].begin;
    }
    void split_sets(const Open& o, bool splits_b, int child) {
        const WideTree& tree = splits_b ? query_.b.tree : query_.a.tree;
        put(splits_b ? kSplitB : kSplitA, first_triangle(tree, splits_b ? node_b(o.b) : node_a(o.a), child));
    }

    bool is_over() {
        if ((++proof_.parts & 1023) == 0) failed_ |= interrupt_requested();
        return failed_;
    }

    /// Many pairs of triangles that only the bend hides: half the time costs less than to follow each.
    [[nodiscard]] bool is_better_divided(const Open& o) const {
        const WideNode &a = node_a(o.a), &b = node_b(o.b);
        return a.is_leaf && b.is_leaf && o.window.end - o.window.begin > 2 * kCutSnap &&
               o.p.largest_bend > kLeastBend * std::max(a.reach, b.reach) &&
               pairs_left(o.p, a, b) > kMostFollowed;
    }

    void prove(std::uint32_t a, std::uint32_t b, const TickWindow& w);
    void put_children(const Open& open);
    void put_cell(const Open& open, const Cell& cell);
    void follow(std::uint32_t triangle_a, std::uint32_t triangle_b, const TickWindow& window);

    const WalkProofQuery& query_;
    WalkProofMemory& memory_;
    PairedMotion motion_;
    ProofMotion proof_motion_;
    Tick begin_, end_;
    double slack_ = 0.0;
    float reach_ = 0.0f;
    bool failed_ = false;
    StrandProof proof_;
};

void WalkProver::prove(std::uint32_t a, std::uint32_t b, const TickWindow& w) {
    if (is_over()) return;
    const Tick length = w.end - w.begin;
    AxisProofs p;
    {
        const Moment* begin = &moment(w.begin);
        Moment kept;  // if the next takes its place
        if (place_of(w.begin) == place_of(w.end)) begin = &(kept = *begin);
        const Moment& end = moment(w.end);
        const BoxTask box{.motion = motion_,
                          .tree_a = query_.a.tree,
                          .tree_b = query_.b.tree,
                          .a = node_a(a),
                          .b = node_b(b),
                          .begin = *begin,
                          .end = end,
                          .length = time(w.end) - time(w.begin),
                          .clearance = reach_,
                          .most_bend = length > 1 ? kMostBend : std::numeric_limits<float>::infinity()};
        find_axis_proofs({box, proof_motion_}, p);
    }
    if (!std::isfinite(p.largest_bend)) {  // numbers too large for floats: nothing would ever end
        failed_ = true;
        return;
    }
    const Open open{a, b, w, p, p.opened != Opened::OnlyB, p.opened != Opened::OnlyA};
    if (p.outcome == BoxOutcome::Apart) return put_leaf(open, p.whole, {0, 0});
    if (p.outcome == BoxOutcome::Divide || is_better_divided(open)) {
        const Tick middle = w.begin + (length > 2 * kCutSnap ? std::bit_floor(length / 2) : length / 2);
        split_time(time(middle));
        prove(a, b, {w.begin, middle});
        prove(a, b, {middle, w.end});
        return;
    }
    put_children(open);
}

void WalkProver::put_children(const Open& open) {
    const int count_a = open.opens_a ? node_a(open.a).count : 1,
              count_b = open.opens_b ? node_b(open.b).count : 1;
    const Layout l(open.p, count_a, count_b);
    unsigned common = 0;
    for (int o = 0, next = 0; o < l.outer && !failed_; o = next) {
        next = l.end_of_run(o, common);
        if (next < l.outer) split_sets(open, l.b_first, next);
        if (common != 0) {
            put_leaf(open, common, l.b_first ? Cell{0, o} : Cell{o, 0});
            continue;
        }
        for (int n = 0, then = 0; n < l.inner && !failed_; n = then) {
            then = l.end_of_run(o, n, common);
            const Cell cell = l.b_first ? Cell{n, o} : Cell{o, n};
            if (then < l.inner) split_sets(open, !l.b_first, then);
            if (common != 0)
                put_leaf(open, common, cell);
            else
                put_cell(open, cell);
        }
    }
}

void WalkProver::put_cell(const Open& open, const Cell& cell) {
    const WideNode &a = node_a(open.a), &b = node_b(open.b);
    const int place = 8 * cell.j + cell.i;
    if (open.p.apart_across >> place & 1u)
        return put_leaf(in_body(a, open.p.across[place], 1.0f, LeafFrame::A));
    const TimeCut cut = cut_of(open.p, cell);
    const Tick length = open.window.end - open.window.begin;
    const auto tick_at = [&](double fraction) {
        return open.window.begin + static_cast<Tick>(fraction * static_cast<double>(length));
    };
    TickWindow left = open.window;
    if (length >= 2 * kCutSnap) {
        const Tick step = std::bit_floor(length / kCutSnap), least = length / kLeastCut;
        if (cut.begin - kCutOutward > cut.end + kCutOutward) {  // two leaves
            const Tick middle = tick_at(0.5 * (cut.begin + cut.end));
            if (middle > open.window.begin && middle < open.window.end) {
                split_time(time(middle));
                put_leaf(direction_of(cut.first, a, b));
                put_leaf(direction_of(cut.last, a, b));
                return;
            }
        }
        if (cut.begin > kCutOutward && cut.begin < 1.0) {
            const Tick tick = tick_at(cut.begin - kCutOutward) / step * step;
            if (tick >= open.window.begin + least) left.begin = tick;
        }
        if (cut.end < 1.0 - kCutOutward && cut.end > 0.0) {
            const Tick tick = (tick_at(cut.end + kCutOutward) + step) / step * step;
            if (tick + least <= open.window.end && tick > left.begin) left.end = tick;
        }
    }
    if (left.begin > open.window.begin) {
        split_time(time(left.begin));
        put_leaf(direction_of(cut.first, a, b));
    }
    if (left.end < open.window.end) split_time(time(left.end));
    if (a.is_leaf && b.is_leaf)
        follow(a.child[cell.i], b.child[cell.j], left);
    else
        prove(open.opens_a ? a.child[cell.i] : open.a, open.opens_b ? b.child[cell.j] : open.b, left);
    if (left.end < open.window.end) put_leaf(direction_of(cut.last, a, b));
}

void WalkProver::follow(std::uint32_t triangle_a, std::uint32_t triangle_b, const TickWindow& window) {
    const Moment first = moment(window.begin), last = moment(window.end);
    const FollowTask task{.a = corners(*query_.a.mesh, triangle_a),
                          .b = corners(*query_.b.mesh, triangle_b),
                          .tree_a = query_.a.tree,
                          .tree_b = query_.b.tree,
                          .motion = motion_,
                          .proof = proof_motion_,
                          .clearance = query_.clearance,
                          .slack = slack_,
                          .from = time(window.begin),
                          .until = time(window.end),
                          .first = first,
                          .last = last};
    auto& pieces = memory_.pieces;
    failed_ = !follow_triangles(
        task, [this] { return is_over(); }, pieces);
    if (failed_) return;
    for (std::size_t i = pieces.size(); i-- > 0;) {
        if (i > 0) split_time(pieces[i].until);
        put_leaf(pieces[i].direction);
    }
}

}  // namespace

bool can_prove_by_walk(const RigidMotion& a, const RigidMotion& b) {
    return proof_motion(paired_motion(a, b), Vec3::Zero(), Vec3::Zero()).is_usable;
}

StrandProof prove_by_walk(const WalkProofQuery& query, WalkProofWorkspace& workspace) {
    return WalkProver(query, workspace.memory()).run();
}

}  // namespace graze
