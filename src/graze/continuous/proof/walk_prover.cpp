#include "graze/continuous/proof/walk_prover.h"

#include "graze/continuous/proof/proof_cuts.h"
#include "graze/continuous/proof/proof_nodes.h"
#include "graze/continuous/proof/triangle_follow.h"
#include "graze/continuous/relative/known_moments.h"
#include "graze/continuous/relative/smooth_motions.h"
#include "graze/core/interrupt.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace graze::internal {

/// A moment, and what the bends of windows that begin with it need.
struct ProofMoment : KnownMoment {
    double centre_distance;
};

struct WalkProofMemory {
    KnownMoments<ProofMoment> moments;
    std::array<ProofWindow, 64> windows;  // by their length in ticks: place_of
    ChainMemory chains;
    ProofMotion motion;
    std::vector<FollowedPiece> pieces;
    std::size_t last_size = 0;  // of the last proof, in bytes: the next may be as long
};

WalkProofWorkspace::WalkProofWorkspace() : memory_(std::make_unique<WalkProofMemory>()) {}
WalkProofWorkspace::~WalkProofWorkspace() = default;
WalkProofWorkspace::WalkProofWorkspace(WalkProofWorkspace&&) noexcept = default;
WalkProofWorkspace& WalkProofWorkspace::operator=(WalkProofWorkspace&&) noexcept = default;

namespace {

constexpr float kMostBend = 0.08f;   // of the larger node: where paths bend more, time is divided
constexpr float kLeastBend = 0.01f;  // of the larger node: where paths bend less, time is not divided again
constexpr int kMostFollowed = 1;     // pairs of triangles of two nodes: where more are left, time is divided
constexpr std::size_t kMostNodes = 2 * 64;  // for the children of two nodes
constexpr Tick kCutSnap = 16;               // cuts are at multiples of about this part of a window
constexpr Tick kLeastCut = 8;               // no cut takes less than this part of a window
constexpr double kCutOutward = 0x1p-20;     // more than a fraction is rounded by

/// Where a direction of axis_proofs.h is found, by its bit: among the axes of the two nodes, or the normals.
struct DirectionPlace {
    enum Source : std::uint8_t { AxesA, AxesB, NormalsB, NormalsA } source;
    std::uint8_t stride, axis;
    char kind;  // of a leaf
    float sign;
};
constexpr char kind_of_leaf(LeafFrame frame) { return static_cast<char>(2 * static_cast<int>(frame)); }
constexpr std::array<DirectionPlace, 16> kDirections = [] {
    constexpr char kInA = kind_of_leaf(LeafFrame::A), kInB = kind_of_leaf(LeafFrame::B);
    std::array<DirectionPlace, 16> d{};
    for (std::uint8_t k = 0; k < 3; ++k) {
        d[kAlongA + k] = {DirectionPlace::AxesA, 4, k, kInA, 1.0f};
        d[kAgainstA + k] = {DirectionPlace::AxesA, 4, k, kInA, -1.0f};
        d[kAlongB + k] = {DirectionPlace::AxesB, 4, k, kInB, 1.0f};
        d[kAgainstB + k] = {DirectionPlace::AxesB, 4, k, kInB, -1.0f};
    }
    d[kNormalB] = {DirectionPlace::NormalsB, kWide, 0, kInB, 1.0f};
    d[kNormalB + 1] = {DirectionPlace::NormalsB, kWide, 0, kInB, -1.0f};
    d[kNormalA] = {DirectionPlace::NormalsA, kWide, 0, kInA, 1.0f};
    d[kNormalA + 1] = {DirectionPlace::NormalsA, kWide, 0, kInA, -1.0f};
    return d;
}();

/// Where the directions of two nodes are found.
struct Directions {
    std::array<const float*, 4> sources;

    Directions(const WideNode& a, const WideNode& b, const AxisProofs& p)
        : sources{a.axes[0], b.axes[0], p.normal_b[0], p.normal_a[0]} {}

    /// `cell`: one of the pairs of children that the direction separates. Branch-free; the branches would be
    /// unpredictable.
    void put_leaf(ProofPen& pen, unsigned bit, const Cell& cell) const {
        const DirectionPlace& place = kDirections[bit];
        const std::array<int, 4> lanes{place.axis, place.axis, cell.j, cell.i};
        pen.put_leaf(place.kind, sources[place.source] + lanes[place.source], place.stride, place.sign);
    }
};

class WalkProver {
  public:
    WalkProver(const WalkProofQuery& query, WalkProofMemory& memory)
        : query_(query),
          memory_(memory),
          motion_(relative_motion(query.links_a, query.links_b, query.a.tree, query.b.tree, memory.chains)),
          proof_motion_(memory.motion),
          begin_(static_cast<Tick>(query.from * 0x1p30)),
          end_(static_cast<Tick>(std::ceil(query.until * 0x1p30))),
          search_{motion_, query.a.tree, query.b.tree, 0.0f} {
        make_proof_motion(motion_, query.centre_a, query.centre_b, memory.motion);
        memory_.moments.forget();
        memory_.windows.fill({});
        proof_.nodes.reserve(memory_.last_size);
        double lengths = query.clearance;
        for (const WideTree* tree : {&query.a.tree, &query.b.tree})
            lengths += 2.0 * (tree->farthest + 2.0 * static_cast<double>(tree->nodes[0].radius));
        slack_ = proof_motion_.slack + kProofSlack * proof_motion_.growth * lengths;
        search_.clearance = wide_clearance(query.clearance + slack_);
    }

    StrandProof run() {
        failed_ = !proof_motion_.is_usable;
        if (!failed_) prove(0, 0, {begin_, end_});
        proof_.verdict = failed_ ? ContactVerdict::Undecided : ContactVerdict::Clear;
        if (failed_) proof_.nodes = {};
        memory_.last_size = proof_.nodes.size();
        proof_.nodes.shrink_to_fit();
        return std::move(proof_);
    }

  private:
    [[nodiscard]] double time(Tick tick) const {
        if (tick == begin_) return query_.from;
        return tick == end_ ? query_.until : time_of(tick);
    }

    const ProofMoment& moment(Tick tick) {
        return memory_.moments.at(tick, [&](ProofMoment& known) {
            known.moment = moment_at(motion_, query_.a.tree, query_.b.tree, time(tick));
            known.centre_distance = centre_distance(proof_motion_, known.moment);
        });
    }
    const ProofWindow& window_of(const TickWindow& w) {
        const double length = time(w.end) - time(w.begin);
        ProofWindow& known = memory_.windows[place_of(w.end - w.begin) % memory_.windows.size()];
        if (known.length != length) known = proof_window(proof_motion_, length);
        return known;
    }

    /// To be kept when it has written; for at most so many nodes.
    [[nodiscard]] ProofPen pen(std::size_t nodes) { return {proof_.nodes.room_for(nodes * kLongestNode)}; }
    void commit(const ProofPen& pen) { proof_.nodes.keep_until(pen.at); }

    template <class T>
    void put(char kind, const T& value) {
        ProofPen one = pen(1);
        one.put(kind, value);
        commit(one);
    }
    void split_time(double t) { put(kSplitTime, t); }
    void put_leaf(const LeafDirection& direction) {
        ++proof_.leaves;
        put(kind_of_leaf(direction.frame), direction.n);
    }

    [[nodiscard]] const WideNode& node_a(std::uint32_t id) const { return query_.a.tree.nodes[id]; }
    [[nodiscard]] const WideNode& node_b(std::uint32_t id) const { return query_.b.tree.nodes[id]; }

    /// A pair of nodes that is being opened.
    struct Open {
        std::uint32_t a, b;
        TickWindow window;
        const AxisProofs& p;
        Directions directions;
        bool opens_a, opens_b;
    };

    void put_leaf(ProofPen& pen, const Open& o, unsigned bits, const Cell& cell) {
        ++proof_.leaves;
        o.directions.put_leaf(pen, static_cast<unsigned>(std::countr_zero(bits)), cell);
    }
    void put_leaf(const Open& o, unsigned bit) {
        ProofPen pen = this->pen(1);
        put_leaf(pen, o, 1u << bit, {0, 0});
        commit(pen);
    }

    static std::uint32_t first_triangle(const WideTree& tree, const WideNode& node, int child) {
        return node.is_leaf ? node.begin + static_cast<std::uint32_t>(child)
                            : tree.nodes[node.child[child]].begin;
    }
    /// Before a child.
    void split_a(ProofPen& pen, const Open& o, int child) const {
        pen.put(kSplitA, first_triangle(query_.a.tree, node_a(o.a), child));
    }
    void split_b(ProofPen& pen, const Open& o, int child) const {
        pen.put(kSplitB, first_triangle(query_.b.tree, node_b(o.b), child));
    }

    bool is_over() {
        if ((++proof_.steps & 1023) == 0) failed_ |= interrupt_requested();
        return failed_;
    }

    /// Many pairs of triangles that only the bend hides: half the time costs less than to follow each.
    [[nodiscard]] bool is_better_divided(const Open& o) const {
        const WideNode &a = node_a(o.a), &b = node_b(o.b);
        return a.is_leaf && b.is_leaf && o.window.end - o.window.begin > 2 * kCutSnap &&
               o.p.largest_bend > kLeastBend * std::max(a.radius, b.radius) &&
               std::popcount(o.p.open) > kMostFollowed;
    }

    void prove(std::uint32_t a, std::uint32_t b, const TickWindow& w);
    void put_children(const Open& open);
    void put_row(const Open& open, int j, ProofPen& pen);
    void put_cell(const Open& open, const Cell& cell);
    void follow(std::uint32_t triangle_a, std::uint32_t triangle_b, const TickWindow& window);

    const WalkProofQuery& query_;
    WalkProofMemory& memory_;
    RelativeMotion motion_;
    const ProofMotion& proof_motion_;
    Tick begin_, end_;
    double slack_ = 0.0;
    BoxSearch search_;
    bool failed_ = false;
    StrandProof proof_;
};

void WalkProver::prove(std::uint32_t a, std::uint32_t b, const TickWindow& w) {
    if (is_over()) return;
    const Tick length = w.end - w.begin;
    AxisProofs p;
    {
        const ProofMoment* begin = &moment(w.begin);
        ProofMoment kept;  // if the next takes its place
        if (share_a_place(w)) begin = &(kept = *begin);
        const Moment& end = moment(w.end).moment;
        const BoxTask box{.search = search_,
                          .a = node_a(a),
                          .b = node_b(b),
                          .begin = begin->moment,
                          .end = end,
                          .length = time(w.end) - time(w.begin),
                          .most_bend = length > 1 ? kMostBend : std::numeric_limits<float>::infinity()};
        find_axis_proofs({box, proof_motion_, window_of(w), begin->centre_distance}, p);
    }
    if (!std::isfinite(p.largest_bend)) {  // numbers too large for floats: nothing would ever end
        failed_ = true;
        return;
    }
    const Open open{
        a, b, w, p, {node_a(a), node_b(b), p}, p.opened != Opened::OnlyB, p.opened != Opened::OnlyA};
    if (p.outcome == BoxOutcome::Apart)
        return put_leaf(open, static_cast<unsigned>(std::countr_zero(p.whole)));
    if (p.outcome == BoxOutcome::Divide || is_better_divided(open)) {
        const Tick middle = w.begin + (length > 2 * kCutSnap ? std::bit_floor(length / 2) : length / 2);
        split_time(time(middle));
        prove(a, b, {w.begin, middle});
        prove(a, b, {middle, w.end});
        return;
    }
    put_children(open);
}

/// First by the children of b, then by those of a. Neighbours that have a direction in common are one leaf.
void WalkProver::put_children(const Open& open) {
    const int count_b = open.opens_b ? node_b(open.b).count : 1;
    const std::int32_t* rows = open.p.rows;
    ProofPen pen = this->pen(kMostNodes);
    for (int j = 0, next = 0; j < count_b && !failed_; j = next) {
        auto common = static_cast<unsigned>(rows[j]);
        for (next = j + 1; next < count_b && (common & rows[next] & kAxisBits) != 0; ++next)
            common &= static_cast<unsigned>(rows[next]);
        if (next < count_b) split_b(pen, open, next);
        if (common != 0)
            put_leaf(pen, open, common, {0, j});
        else
            put_row(open, j, pen);
    }
    commit(pen);
}

void WalkProver::put_row(const Open& open, int j, ProofPen& pen) {
    const int count_a = open.opens_a ? node_a(open.a).count : 1;
    const std::int32_t* separators = open.p.separators[j];
    for (int i = 0, next = 0; i < count_a && !failed_; i = next) {
        auto common = static_cast<unsigned>(separators[i]);
        for (next = i + 1; next < count_a && (common & separators[next] & kForAllOfA) != 0; ++next)
            common &= static_cast<unsigned>(separators[next]);
        if (next < count_a) split_a(pen, open, next);
        const int place = 8 * j + i;
        if (common != 0) {
            put_leaf(pen, open, common, {i, j});
        } else if (open.p.apart_across >> place & 1u) {
            ++proof_.leaves;
            const LeafFrame frame = open.p.across_in_b >> place & 1u ? LeafFrame::B : LeafFrame::A;
            pen.put_leaf(kind_of_leaf(frame), open.p.across[place], 1, 1.0f);
        } else {
            commit(pen);
            put_cell(open, {i, j});
            pen = this->pen(kMostNodes);
        }
    }
}

void WalkProver::put_cell(const Open& open, const Cell& cell) {
    const WideNode &a = node_a(open.a), &b = node_b(open.b);
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
                put_leaf(open, cut.first);
                put_leaf(open, cut.last);
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
        put_leaf(open, cut.first);
    }
    if (left.end < open.window.end) split_time(time(left.end));
    if (a.is_leaf && b.is_leaf)
        follow(a.child[cell.i], b.child[cell.j], left);
    else
        prove(open.opens_a ? a.child[cell.i] : open.a, open.opens_b ? b.child[cell.j] : open.b, left);
    if (left.end < open.window.end) put_leaf(open, cut.last);
}

void WalkProver::follow(std::uint32_t triangle_a, std::uint32_t triangle_b, const TickWindow& window) {
    const Moment first = moment(window.begin).moment, last = moment(window.end).moment;
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

bool can_prove_by_walk(std::span<const RigidMotion> links_a, std::span<const RigidMotion> links_b) {
    const auto are_known = [](std::span<const RigidMotion> links) {
        return std::all_of(links.begin(), links.end(),
                           [](const RigidMotion& link) { return rounded_motion(link).is_usable; });
    };
    return are_known(links_a) && are_known(links_b);
}

StrandProof prove_by_walk(const WalkProofQuery& query, WalkProofWorkspace& workspace) {
    return WalkProver(query, workspace.memory()).run();
}

}  // namespace graze::internal
