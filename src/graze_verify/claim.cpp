#include "graze_verify/claim.h"

#include "graze/core/parallel.h"
#include "graze/core/wording.h"
#include "graze_verify/motion.h"
#include "graze_verify/sweep.h"

#include <fmt/format.h>

#include <algorithm>

namespace graze::verify {
namespace {

bool is_joint(LinkKind kind) { return kind == LinkKind::Revolute || kind == LinkKind::Prismatic; }

// Whether `next` begins where `link` ends.
bool joins(const CertificateLink& link, const CertificateLink& next) {
    if (!is_joint(link.kind) && !is_joint(next.kind)) return link.to == next.from;
    return link.kind == next.kind && link.axis == next.axis && link.origin == next.origin &&
           link.value_to == next.value_from;
}

bool motion_joins(const CertificateMotion& motion, const CertificateMotion& next) {
    return std::equal(motion.begin(), motion.end(), next.begin(), next.end(), joins);
}

std::string problem_with_links(const CertificateMotion& motion) {
    for (const CertificateLink& link : motion)
        if (std::string problem = problem_with(link); !problem.empty()) return problem;
    return {};
}

// Whether segments join. Bodies whose usual links do not begin where they end must be named in one of any two
// segments that follow each other; all others that two segments do not name are not looked at.
class Joints {
  public:
    explicit Joints(const CertificateHead& head) : head_(head) {
        for (const CertificateBody& body : head.bodies) {
            moves_on_.push_back(!motion_joins(body.links, body.links));
            must_be_named_ += moves_on_.back() ? 1 : 0;
        }
    }

    std::string problem_before(std::size_t segment) const {
        std::uint64_t named = 0;
        std::string problem;
        for_each_named(segment, [&](std::uint32_t body) {
            named += moves_on_[body] ? 1 : 0;
            if (!motion_joins(links_of(head_, segment - 1, body), links_of(head_, segment, body)))
                problem = fmt::format("segment {}, body {}: does not begin where the segment before ends",
                                      segment, body);
        });
        if (problem.empty() && named != must_be_named_)
            problem = fmt::format("segment {}: a body does not begin where the segment before ends", segment);
        return problem;
    }

  private:
    // Bodies that the segment or the one before names, each once.
    template <class Visit>
    void for_each_named(std::size_t segment, Visit visit) const {
        const auto &before = head_.motions[segment - 1], &now = head_.motions[segment];
        for (auto p = before.begin(), q = now.begin(); p != before.end() || q != now.end();) {
            const bool take_p = q == now.end() || (p != before.end() && p->body <= q->body);
            const bool take_q = p == before.end() || (q != now.end() && q->body <= p->body);
            visit(take_p ? p->body : q->body);
            if (take_p) ++p;
            if (take_q) ++q;
        }
    }

    const CertificateHead& head_;
    std::vector<bool> moves_on_;
    std::uint64_t must_be_named_ = 0;
};

std::string problem_with_motions(const CertificateHead& head) {
    for (std::size_t body = 0; body < head.bodies.size(); ++body)
        if (const std::string problem = problem_with_links(head.bodies[body].links); !problem.empty())
            return fmt::format("body {}: {}", body, problem);
    for (std::size_t segment = 0; segment < head.motions.size(); ++segment)
        for (const CertificateMove& move : head.motions[segment])
            if (const std::string problem = problem_with_links(move.links); !problem.empty())
                return fmt::format("segment {}, body {}: {}", segment, move.body, problem);
    const Joints joints(head);
    for (std::size_t segment = 1; segment < head.motions.size(); ++segment)
        if (std::string problem = joints.problem_before(segment); !problem.empty()) return problem;
    return {};
}

constexpr auto kPairItself = [](const CertificatePair& pair) { return pair; };
constexpr auto kPairOf = [](const auto& item) { return item.bodies; };

// Whether each pair comes after the one before it: then none is there twice.
template <class List, class PairOf>
bool rises(const List& list, PairOf pair_of) {
    for (std::size_t i = 1; i < list.size(); ++i)
        if (!(pair_of(list[i - 1]) < pair_of(list[i]))) return false;
    return true;
}

// Pre: the list rises.
template <class List>
bool names(const List& list, const CertificatePair& pair) {
    const auto at =
        std::partition_point(list.begin(), list.end(), [&](const auto& item) { return item.bodies < pair; });
    return at != list.end() && at->bodies == pair;
}
bool is_ignored(const CertificateHead& head, const CertificatePair& pair) {
    return names(head.ignored, pair);
}
bool is_listed(const CertificateHead& head, const CertificatePair& pair) {
    return std::binary_search(head.pairs.begin(), head.pairs.end(), pair);
}
bool is_seated(const CertificateHead& head, const CertificatePair& pair) { return names(head.seated, pair); }

double greatest_clearance(const CertificateHead& head) {
    double greatest = head.clearance;
    for (const CertificateClearance& own : head.clearances) greatest = std::max(greatest, own.clearance);
    return greatest;
}

PairCounts counts_of(const CertificateHead& head, std::span<const std::uint32_t> numbers) {
    const auto pairs_of = [](std::uint64_t n) { return n < 2 ? 0 : n * (n - 1) / 2; };
    std::vector<std::uint64_t> sizes(numbers.size(), 0);
    for (const std::uint32_t number : numbers) ++sizes[number];
    PairCounts counts{
        .by_strands = head.pairs.size(), .ignored = head.ignored.size(), .seated = head.seated.size()};
    for (const std::uint64_t size : sizes) counts.at_rest += pairs_of(size);
    const auto drop = [&](const CertificatePair& pair) {
        counts.at_rest -= numbers[pair.a] == numbers[pair.b] ? 1 : 0;
    };
    for (const CertificatePair& pair : head.pairs) drop(pair);
    for (const CertificateIgnored& pair : head.ignored) drop(pair.bodies);
    for (const CertificateSeat& seat : head.seated) drop(seat.bodies);
    counts.by_boxes =
        pairs_of(numbers.size()) - counts.at_rest - counts.by_strands - counts.ignored - counts.seated;
    return counts;
}

// The least and greatest clearance of pairs that are claimed.
void add_clearances(Partition& partition, const CertificateHead& head,
                    std::span<const std::uint32_t> numbers) {
    std::uint64_t own_count = 0;
    double least = std::numeric_limits<double>::infinity(), most = 0.0;
    const auto add = [&](double clearance) {
        least = std::min(least, clearance), most = std::max(most, clearance);
    };
    for (const auto& [bodies, clearance] : head.clearances) {
        const bool is_at_rest = numbers[bodies.a] == numbers[bodies.b] && !is_listed(head, bodies);
        if (is_at_rest || is_ignored(head, bodies) || is_seated(head, bodies)) continue;
        ++own_count;
        add(clearance);
    }
    if (own_count < partition.pairs.by_strands + partition.pairs.by_boxes) add(head.clearance);
    partition.least_clearance = least, partition.most_clearance = most;
}

std::string clearance_text(const CertificateHead& head, const Partition& partition) {
    const auto [least, most] = std::pair(partition.least_clearance, partition.most_clearance);
    if (least == most) return fmt::format("{} {}", least, head.unit);
    return fmt::format("its own clearance of {} to {} {}", least, most, head.unit);
}

// The greatest deviation of each kind that is stated of a mesh.
std::string deviation_text(const CertificateHead& head) {
    std::optional<double> requested, measured;
    for (const CertificateMeshSize& mesh : head.meshes) {
        requested = std::max(requested, mesh.requested_deviation);  // none is less than any
        measured = std::max(measured, mesh.measured_deviation);
    }
    const auto words = [&](const std::optional<double>& deviation) {
        return deviation ? fmt::format("{} {}", *deviation, head.unit) : "unknown";
    };
    if (!requested && !measured) return {};
    return fmt::format(" (deviation requested: {}, measured: {}, neither proved)", words(requested),
                       words(measured));
}

std::string seats_text(const CertificateHead& head) {
    if (head.seated.empty()) return {};
    const auto [least, most] = std::ranges::minmax(head.seated, {}, &CertificateSeat::depth);
    const std::string depth = least.depth == most.depth ? fmt::format("{} {}", least.depth, head.unit)
                                                        : fmt::format("its own depth of {} to {} {}",
                                                                      least.depth, most.depth, head.unit);
    const bool keeps =
        std::ranges::any_of(head.seated, [](const auto& seat) { return seat.clear_from.has_value(); });
    return fmt::format("no point of one body of {} lies deeper in the other than {}{}",
                       head.seated.size() == 1
                           ? "the seated pair"
                           : fmt::format("any of the {} seated pairs", head.seated.size()),
                       depth, keeps ? ", and a clearance is kept from when the file says so" : "");
}

std::string nearest_text(const CertificateHead& head, const Partition& partition,
                         const std::optional<NearestPlace>& nearest) {
    if (!nearest) return {};
    return fmt::format(" Their least clearance is above {} {} and at most {} {}: {} and {} are that near at segment {}, t = {}.",
                       partition.least_clearance, head.unit, nearest->at_most, head.unit, in_quotes(nearest->first),
                       in_quotes(nearest->second), nearest->segment, nearest->t);
}

// From when on a subject is claimed in a segment; nothing if not at all.
std::optional<double> begin_of(const CertificateHead& head, std::uint64_t number, std::uint64_t segment) {
    if (number < head.pairs.size() + head.seated.size()) return 0.0;
    const auto& from = head.seated[number - head.pairs.size() - head.seated.size()].clear_from;
    if (!from || from->segment > segment) return std::nullopt;
    return from->segment == segment ? from->t : 0.0;
}

}  // namespace

StrandSubject subject_of(const CertificateHead& head, std::uint64_t number) {
    const auto mesh_of = [&](std::uint32_t body) { return head.bodies[body].mesh; };
    const auto whole = [&](const CertificatePair& pair) {
        return StrandSubject{pair, {mesh_of(pair.a), mesh_of(pair.b)}, clearance_of(head, pair)};
    };
    if (number < head.pairs.size()) return whole(head.pairs[number]);
    const std::uint64_t place = (number - head.pairs.size()) % head.seated.size();
    const CertificateSeat& seat = head.seated[place];
    if (number - head.pairs.size() != place) return whole(seat.bodies);
    const auto meshes = static_cast<std::uint32_t>(head.meshes.size());
    return {seat.bodies, {meshes + seat.copies[0], meshes + seat.copies[1]}, 0.0};
}

std::string problem_with(const CertificateHead& head) {
    if (!rises(head.pairs, kPairItself) || !rises(head.ignored, kPairOf) ||
        !rises(head.clearances, kPairOf) || !rises(head.seated, kPairOf))
        return "a list of pairs does not rise, or names a pair twice";
    for (const CertificatePair& pair : head.pairs)
        if (is_ignored(head, pair)) return "a pair is listed and ignored";
    for (const CertificateSeat& seat : head.seated)
        if (is_ignored(head, seat.bodies) || is_listed(head, seat.bodies))
            return "a seated pair is listed or ignored";
    return problem_with_motions(head);
}

Expected<Partition> check_partition(const CertificateHead& head, std::span<const MeshExtent> meshes,
                                    int threads) {
    Partition partition;
    if (covered_segments(head) == 0) return partition;
    const std::vector<Course> courses = courses_of(head);
    const std::vector<std::uint32_t> numbers = carrier_numbers(courses);
    const auto boxes = parallel_map(courses.size(), {.threads = threads, .grain = 64}, [&](std::size_t body) {
        return world_box(meshes[head.bodies[body].mesh], courses[body], head);
    });
    if (!boxes) return make_error(ErrorCode::Interrupted, "verify", "interrupted");
    const auto holds = [&](std::uint32_t a, std::uint32_t b) {
        const CertificatePair pair{a, b};
        if (is_listed(head, pair) || is_ignored(head, pair) || is_seated(head, pair)) return true;
        const double clearance = clearance_of(head, pair);
        if (prove_apart((*boxes)[a], (*boxes)[b], clearance)) return true;
        partition.problem =
            fmt::format("{}: no strand is about this pair, and its boxes are not farther apart than {}",
                        names_of(head, pair), clearance);
        return false;
    };
    if (sweep(*boxes, numbers, greatest_clearance(head), holds) == SweepEnd::Interrupted)
        return make_error(ErrorCode::Interrupted, "verify", "interrupted");
    partition.pairs = counts_of(head, numbers);
    add_clearances(partition, head, numbers);
    return partition;
}

std::string names_of(const CertificateHead& head, const CertificatePair& pair) {
    return fmt::format("{} and {}", in_quotes(head.bodies[pair.a].name), in_quotes(head.bodies[pair.b].name));
}

Proves proves_of(const CertificateHead& head, const Partition& partition) {
    const PairCounts& pairs = partition.pairs;
    if (covered_segments(head) == 0 || pairs.by_strands + pairs.by_boxes + pairs.seated == 0)
        return Proves::Nothing;
    const bool is_all = head.whole_segments == head.motions.size() && pairs.ignored == 0;
    return is_all ? Proves::All : Proves::Part;
}

std::string times_text(const CertificateHead& head) {
    std::string text;
    if (head.whole_segments > 0)
        text = head.whole_segments == 1 ? "all of segment 0"
                                        : fmt::format("all of segments 0 to {}", head.whole_segments - 1);
    if (head.until > 0.0)
        text += fmt::format("{}segment {} up to t = {}", text.empty() ? "" : " and ", head.whole_segments,
                            head.until);
    return text;
}

std::string claims_text(const CertificateHead& head, const Partition& partition, std::size_t bodies) {
    const PairCounts& pairs = partition.pairs;
    const std::uint64_t claimed = pairs.by_strands + pairs.by_boxes;
    if (claimed == 0) return seats_text(head);
    return fmt::format(
        "{} of {} bodies stays farther apart than {} ({} by strands, {} by boxes){}",
        claimed == 1 ? "the one pair claimed" : fmt::format("each of the {} pairs claimed", claimed), bodies,
        clearance_text(head, partition), pairs.by_strands, pairs.by_boxes,
        head.seated.empty() ? "" : " and " + seats_text(head));
}

std::string rest_text(const Partition& partition) {
    const PairCounts& pairs = partition.pairs;
    const auto count_text = [](std::uint64_t count) {
        return count == 0   ? std::string("no pair is")
               : count == 1 ? "one pair is"
                            : fmt::format("{} pairs are", count);
    };
    return fmt::format("{}{} ignored; ",
                       pairs.at_rest == 0
                           ? ""
                           : count_text(pairs.at_rest) + " at rest against each other, and not claimed; ",
                       count_text(pairs.ignored));
}

std::string sentence_of(const CertificateHead& head, const Partition& partition,
                        const std::optional<NearestPlace>& nearest) {
    if (covered_segments(head) == 0) return "Proved: nothing, for no time is covered.";
    if (proves_of(head, partition) == Proves::Nothing)
        return "Proved: nothing, for no pair of bodies is claimed to stay apart.";
    return fmt::format(
        "Proved: {} at every moment of {}.{} Assumed: the bodies are the triangles in this file and move by "
        "its formulas; {}"
        "nothing is said of CAD surfaces behind the triangles{}, nor of how a real machine follows "
        "the motion.",
        claims_text(head, partition, head.bodies.size()), times_text(head), nearest_text(head, partition, nearest),
        rest_text(partition),
        deviation_text(head));
}

bool CoverReader::next(CertificateStrand& strand) {
    const auto fail = [&](const std::string& what) {
        problem_ = fmt::format("segment {}, pair {}: {}", segment_, pair_, what);
        return false;
    };
    const bool is_whole = segment_ >= covered_segments(head_);
    if (!problem_.empty()) return false;
    if (!reader_.next(strand)) {
        if (!reader_.problem().empty()) return fail(reader_.problem());
        return is_whole ? false : fail("the proof ends before the claim");
    }
    if (is_whole) return fail("a strand proves what is not claimed");
    if (strand.segment != segment_ || strand.pair != pair_ || strand.from != reached_ ||
        !(strand.until > reached_ && strand.until <= end()))
        return fail("the strands do not follow each other without a gap");
    reached_ = strand.until;
    if (reached_ == end()) ++pair_, find_next();
    return true;
}

// The next subject that is claimed, and from when on.
void CoverReader::find_next() {
    for (; segment_ < covered_segments(head_); ++segment_, pair_ = 0)
        for (; pair_ < subjects_of(head_); ++pair_) {
            const auto begin = begin_of(head_, pair_, segment_);
            if (!begin || *begin >= end()) continue;
            reached_ = *begin;
            return;
        }
}

}  // namespace graze::verify
