#include "graze/stochastic/track_list.h"

#include "graze/core/hash.h"

#include <algorithm>
#include <bit>

namespace graze::internal {
namespace {

constexpr std::size_t kMarksPerTrack = 16;  // half of them are used at most

std::uint64_t key_of(std::uint32_t pair, const FacetPair& at) {
    Hash hash;
    hash.add(std::uint64_t{pair} << 32 | at.a.level << 8 | at.b.level);
    hash.add(std::uint64_t{at.a.facet} << 32 | at.b.facet);
    return hash.value();
}

}  // namespace

TrackList::TrackList(std::size_t most) : marks_(std::bit_ceil(kMarksPerTrack * (most + 1))), most_(most) {}

void TrackList::begin(std::uint32_t call) {
    call_ = call;
    marked_ = 0;
    std::swap(kept_, due_);
    for (std::vector<Track>& tracks : kept_) tracks.clear();
    next_ = {};
}

const Track* TrackList::take() {
    for (std::size_t c = 0; c < kTrackClasses; ++c)
        if (next_[c] < due_[c].size()) return &due_[c][next_[c]++];
    return nullptr;
}

std::size_t TrackList::place_of(std::uint64_t key) const {
    std::size_t place = key & (marks_.size() - 1);
    while (marks_[place].call == call_ && marks_[place].key != key) place = (place + 1) & (marks_.size() - 1);
    return place;
}

TrackList::Mark* TrackList::mark_of(std::uint32_t pair, const FacetPair& at) {
    const std::uint64_t key = key_of(pair, at);
    Mark& mark = marks_[place_of(key)];
    if (mark.call == call_) return &mark;
    if (marked_ >= marks_.size() / 2) return nullptr;
    ++marked_;
    mark = {key, call_, false, false};
    return &mark;
}

bool TrackList::is_known(std::uint32_t pair, const FacetPair& at) const {
    return marks_[place_of(key_of(pair, at))].call == call_;
}

bool TrackList::visit(std::uint32_t pair, const FacetPair& at) {
    Mark* mark = mark_of(pair, at);
    if (mark == nullptr || mark->is_visited) return false;
    return mark->is_visited = true;
}

std::size_t TrackList::left() const {
    return due_[0].size() - next_[0] + due_[1].size() - next_[1] + due_[2].size() - next_[2];
}

std::size_t TrackList::size() const { return kept_[0].size() + kept_[1].size() + kept_[2].size(); }

bool TrackList::keep(const Track& track, TrackClass as) {
    const std::size_t room = as == TrackClass::Urgent ? most_ : as == TrackClass::Soon ? most_ - most_ / 4 : most_ / 2;
    if (size() >= room) return false;
    Mark* mark = mark_of(track.pair, track.at);
    if (mark == nullptr || mark->is_kept) return false;
    mark->is_kept = true;
    kept_[static_cast<std::size_t>(as)].push_back(track);
    return true;
}

void TrackList::end() {
    for (std::size_t c = 0; c < kTrackClasses; ++c) {
        std::vector<Track>& kept = kept_[c];
        const std::size_t taken = kept.size();
        for (std::size_t i = next_[c]; i < due_[c].size(); ++i) keep(due_[c][i], static_cast<TrackClass>(c));
        std::rotate(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(taken), kept.end());
    }
}

}  // namespace graze::internal
