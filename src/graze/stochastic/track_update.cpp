#include "graze/discrete/triangles/triangle_overlap.h"
#include "graze/stochastic/tracker_state.h"

#include <algorithm>

namespace graze::internal {
namespace {

constexpr int kMostSteps = 4;                // of one track to better neighbours, in one call
constexpr double kCoarsenMargin = 0.1;       // of the parent's radius: if farther apart than that, the parent will do
constexpr std::uint32_t kCoarsenEvery = 4;   // calls
constexpr std::uint32_t kOldEvery = 4;       // calls in which an old track's neighbours are looked at once
constexpr double kAlmostStill = 1e-4;        // of the smaller body's size, in a call
constexpr double kPassageTolerance = 1e-6;   // of the smaller body's size
constexpr std::size_t kFirstChildren = 2;    // the nearest ones are looked at at once, the others if there is time
constexpr double kMostCallsToWait = 8.0;
constexpr double kSoon = 4.0;                // calls: what may meet within so many at the present speed

/// Any corner of the one with any of the other: an upper bound of the distance.
double apart_at_most(const Corners& a, const MovedTriangle& b) {
    const PairPoint& y = b.corner[0];
    return ((a[0] - y.near).norm() + 2.0 * y.error) * (1.0 + 0x1p-40) +
           0x1p-46 * (a[0].cwiseAbs().sum() + y.near.cwiseAbs().sum());
}

std::uint32_t first_triangle(const ShellBody& body, const FacetId& id) {
    return body.shells.triangles[finest_below(body.shells, id.level, id.facet).begin];
}

}  // namespace

ShellView& TrackerState::view_of(TrackedBodies& pair) {
    if (pair.viewed == call) return pair.view;
    const auto [i, j] = pair.bodies;
    pair.viewed = call;
    pair.poses.reset();
    pair.passage.reset();
    pair.rests = !scene.has_moved(i) && !scene.has_moved(j);
    pair.view.a = shells[i].get();
    pair.view.b = shells[j].get();
    pair.view.deforming_a = deforming[i];
    pair.view.deforming_b = deforming[j];
    pair.view.form = options.form;
    pair.view.before.reset();
    pair.view.bend = 0.0;
    pair.b_in_a[0] = relative(scene.pose_before(i), scene.pose_before(j));
    pair.b_in_a[1] = relative(scene.pose(i), scene.pose(j));
    pair.view.b_in_a = placement_of(scene.pose(j), scene.pose(i));
    pair.view.turn = most_turn(pair.b_in_a[0].rotation, pair.b_in_a[1].rotation);
    const Vec3 middle = scene.body(j).bounds().centre();
    const double radius = 0.5 * scene.body(j).size();
    pair.speed = (apply(pair.b_in_a[1], middle) - apply(pair.b_in_a[0], middle)).norm() + pair.view.turn * radius;
    const bool is_rigid = deforming[i] == nullptr && deforming[j] == nullptr;
    for (const DeformingShells* of : {deforming[i], deforming[j]})
        if (of != nullptr) pair.speed += of->step();
    if (options.between && !pair.rests && is_rigid) {
        pair.view.before = placement_of(scene.pose_before(j), scene.pose_before(i));
        // A point at a distance r from the middle is on an arc; an eighth of r w^2 from its chord at most.
        pair.view.bend = 0.125 * radius * pair.view.turn * pair.view.turn * (1.0 + 0x1p-40);
    }
    pair.least_before = pair.least;
    pair.least = std::numeric_limits<double>::infinity();
    pair.limit = limit_for(pair, pair.least_before);
    return pair.view;
}

Corners TrackerState::corners_of(std::uint32_t body, std::uint32_t triangle) const {
    return deforming[body] != nullptr ? deforming[body]->corners_of(triangle)
                                      : corners(scene.body(body).mesh(), triangle);
}

double TrackerState::limit_for(const TrackedBodies& pair, double least) const {
    return least + reach * ((options.keep_factor - 1.0) * least + options.keep_within * pair.size);
}

bool TrackerState::is_finest(const FacetPair& at, const ShellView& view) const {
    return at.a.level <= last_level(*view.a) && at.b.level <= last_level(*view.b);
}

TrackClass TrackerState::class_of(const Track& track, const FacetGap& gap) const {
    if (track.meets || gap.may_meet) return TrackClass::Urgent;
    return gap.may_have_met || gap.distance <= kSoon * gap.moves ? TrackClass::Soon : TrackClass::Later;
}

void TrackerState::store(const Track& track, const FacetGap& gap) {
    TrackedBodies& pair = scene.pairs()[track.pair];
    pair.least = std::min(pair.least, gap.distance);
    pair.limit = std::min(pair.limit, limit_for(pair, pair.least));
    if (gap.distance > pair.limit) return;
    Track kept = track;
    kept.seen = call;
    kept.distance = static_cast<float>(gap.distance);
    list.keep(kept, class_of(track, gap));
}

void TrackerState::push_fresh(std::uint32_t pair, const FacetPair& at, const FacetGap& gap, std::vector<Track>& to) {
    if (gap.distance > scene.pairs()[pair].limit || list.is_known(pair, at) || to.size() >= options.most_tracks)
        return;
    Track track;
    track.at = at;
    track.pair = pair;
    if (gap.may_meet)
        to.push_back(track);
    else if (!gap.may_have_met)
        store(track, gap);
    else if (spare.size() < options.most_tracks)
        spare.push_back(track);
}

void TrackerState::compare_neighbours(const FacetPair& at, const ShellView& view) {
    beside.clear();
    const auto each = [&](const ShellBody& body, const FacetId& of, auto&& pair_with) {
        const ShellLevel& level = level_of(body, of);
        for (std::uint32_t k = level.first_neighbour[of.facet]; k < level.first_neighbour[of.facet + 1]; ++k) {
            const FacetPair pair = pair_with(FacetId{level.neighbours[k], of.level});
            beside.emplace_back(pair, gap_of(view, pair));
        }
    };
    each(*view.a, at.a, [&](const FacetId& a) { return FacetPair{a, at.b}; });
    each(*view.b, at.b, [&](const FacetId& b) { return FacetPair{at.a, b}; });
}

/// To the neighbour that is nearest, as long as one is nearer; `beside` has what lies about the last.
std::uint64_t TrackerState::walk_to_best(Track& track, FacetGap& best, const ShellView& view) {
    std::uint64_t work = 0;
    for (int step = 0; step < kMostSteps; ++step) {
        compare_neighbours(track.at, view);
        work += beside.size();
        const auto nearest = std::min_element(beside.begin(), beside.end(), [](const auto& p, const auto& q) {
            return p.second.rank < q.second.rank;
        });
        const bool may_go = !best.may_meet || (!track.meets && is_finest(track.at, view));
        if (!may_go || nearest == beside.end() || !(nearest->second.rank < best.rank)) break;
        track.at = nearest->first;
        track.still = 0;
        track.meets = false;
        best = nearest->second;
    }
    return work;
}

/// The exact test of two triangles, or what stands for it on a coarser last level.
std::uint64_t TrackerState::decide(Track& track, const FacetGap& gap) {
    TrackedBodies& pair = scene.pairs()[track.pair];
    const auto [i, j] = pair.bodies;
    if (!pair.poses) pair.poses = pose_pair(scene.pose(i), scene.pose(j));
    const IdPair ids{first_triangle(*pair.view.a, track.at.a), first_triangle(*pair.view.b, track.at.b)};
    const Corners a = corners_of(i, ids.a);
    const MovedTriangle b = move_into_a(*pair.poses, corners_of(j, ids.b));
    const bool exact = track.at.a.level == 0 && track.at.b.level == 0;
    track.meets = gap.may_meet && (!exact || meeting_of(a, b, *pair.poses).meeting != TriangleMeeting::Apart);
    if (track.meets) {
        contacts.push_back({pair.bodies, ids, exact ? 0.0 : apart_at_most(a, b), {}});
        pair.answer = ProbeAnswer::Meets;
        pair.triangles = ids;
        pair.decided = call;
        return 1;
    }
    if (exact && gap.may_have_met && pair.view.before && passages.size() < options.most_tracks)
        passages.push_back({track.pair, ids});
    return 1;
}

std::uint64_t TrackerState::decide_passage() {
    const auto [id, triangles] = passages.back();
    passages.pop_back();
    TrackedBodies& pair = scene.pairs()[id];
    const auto [i, j] = pair.bodies;
    if (!pair.passage)
        pair.passage = {passage_of({}, {}, Vec3::Zero()),
                        passage_of(pair.b_in_a[0], pair.b_in_a[1], scene.body(j).bounds().centre())};
    const auto met = first_contact_of({corners(scene.body(i).mesh(), triangles.a), (*pair.passage)[0]},
                                      {corners(scene.body(j).mesh(), triangles.b), (*pair.passage)[1]},
                                      kPassageTolerance * pair.size);
    // What met at the last call was told then.
    if (met && met->time > 0.0) contacts.push_back({pair.bodies, triangles, met->distance_hi, met->time});
    return kPassageWork;
}

/// The larger facet's children in its place.
std::uint64_t TrackerState::split(const Track& track, const ShellView& view) {
    const auto &[a, b] = track.at;
    const bool a_can = a.level > last_level(*view.a), b_can = b.level > last_level(*view.b);
    const bool splits_a = a_can && (!b_can || facet_of(*view.a, a).radius >= facet_of(*view.b, b).radius);
    const FacetId& of = splits_a ? a : b;
    const ShellLevel& level = level_of(splits_a ? *view.a : *view.b, of);
    const std::uint32_t begin = level.first_child[of.facet], end = level.first_child[of.facet + 1];
    beside.clear();
    for (std::uint32_t c = begin; c < end; ++c) {
        const FacetId child{c, of.level - 1};
        const FacetPair pair = splits_a ? FacetPair{child, b} : FacetPair{a, child};
        beside.emplace_back(pair, gap_of(view, pair));
    }
    std::sort(beside.begin(), beside.end(), [](const auto& p, const auto& q) { return p.second.rank > q.second.rank; });
    for (std::size_t i = 0; i < beside.size(); ++i)
        push_fresh(track.pair, beside[i].first, beside[i].second, i + kFirstChildren < beside.size() ? spare : fresh);
    beside.clear();
    return end - begin;
}

/// The parents' pair, if that is clearly apart, too.
std::optional<FacetPair> TrackerState::coarser(const Track& track, const ShellView& view) const {
    if ((call + track.at.a.facet + track.at.b.facet) % kCoarsenEvery != 0) return {};
    const auto &[a, b] = track.at;
    const bool a_can = a.level + 1 < view.a->shells.levels.size(), b_can = b.level + 1 < view.b->shells.levels.size();
    if (!a_can && !b_can) return {};
    const bool joins_a = a_can && (!b_can || facet_of(*view.a, a).radius <= facet_of(*view.b, b).radius);
    FacetPair pair = track.at;
    FacetId& of = joins_a ? pair.a : pair.b;
    of = {level_of(joins_a ? *view.a : *view.b, of).parent[of.facet], of.level + 1};
    const FacetGap gap = gap_of(view, pair);
    const double margin = kCoarsenMargin * static_cast<double>(facet_of(joins_a ? *view.a : *view.b, of).radius);
    if (gap.may_meet || gap.may_have_met || !(gap.distance > margin + gap.moves)) return {};
    return pair;
}

/// Far enough for the next look to come later: in a fraction of the calls that it takes to come near.
bool TrackerState::waits(const Track& track, const TrackedBodies& pair) const {
    if (track.seen == 0 || track.meets || options.form == ShellForm::Paper) return false;
    const double calls = static_cast<double>(call - track.seen), distance = static_cast<double>(track.distance);
    return distance > 0.0 && calls < kMostCallsToWait && kSoon * pair.speed * calls < distance;
}

std::uint64_t TrackerState::keep_waiting(const Track& track, TrackedBodies& pair) {
    const double distance = static_cast<double>(track.distance);
    pair.least = std::min(pair.least, distance);
    if (distance <= pair.limit) list.keep(track, TrackClass::Later);
    return 1;
}

std::uint64_t TrackerState::update(Track track) {
    TrackedBodies& pair = scene.pairs()[track.pair];
    if (pair.near != call) return 1;  // boxes are apart
    const ShellView& view = view_of(pair);
    if (waits(track, pair)) return keep_waiting(track, pair);
    if (!list.visit(track.pair, track.at)) return 1;
    FacetGap gap = gap_of(view, track.at);
    track.still = track.seen > 0 && pair.speed <= kAlmostStill * pair.size ? track.still + 1 : 0;
    const bool rests = (pair.rests && track.seen > 0 && track.seen + 1 == call) ||
                       (track.still >= options.old_after && (call + track.at.a.facet) % kOldEvery != 0);
    beside.clear();
    const FacetPair began = track.at;
    std::uint64_t work = 2;
    const auto tests = [&] { return (gap.may_meet || gap.may_have_met) && is_finest(track.at, view); };
    if (tests()) work += decide(track, gap);
    if (!rests) work += walk_to_best(track, gap, view);
    const bool has_gone = !(track.at == began);
    if (has_gone && !list.visit(track.pair, track.at)) return work;
    const bool matters = gap.may_meet || gap.may_have_met;
    if (matters && !is_finest(track.at, view)) {
        work += split(track, view);
    } else {
        if (has_gone && matters) work += decide(track, gap);
        const auto parents = matters ? std::nullopt : coarser(track, view);
        if (parents) {
            track.at = *parents;
            track.still = 0;
            gap = gap_of(view, track.at);
        }
        store(track, gap);
    }
    // Around a contact all of it is followed; around what only may meet, if there is time.
    std::vector<Track>& to = track.meets || !matters || options.form == ShellForm::Paper ? fresh : spare;
    for (const auto& [at, near] : beside)
        if (!(at == track.at)) push_fresh(track.pair, at, near, to);
    return work;
}

}  // namespace graze::internal
