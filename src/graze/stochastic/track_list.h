// Pairs of facets that are watched, of all bodies of a scene in one list. Each call takes them once, what meets or
// nearly does first; what is not reached stays, and comes first in its class the next time.
#pragma once

#include "graze/core/internal.h"
#include "graze/stochastic/facet_pair.h"

#include <array>
#include <cstdint>
#include <vector>

namespace graze::internal {

struct Track {
    FacetPair at;
    std::uint32_t pair = 0;   // of bodies, in the tracker's list
    std::uint32_t seen = 0;   // the last call that looked at it
    std::uint32_t still = 0;  // calls in a row in which neither facet changed and nothing moved to speak of
    float distance = 0.0f;    // then
    bool meets = false;       // then: triangles, exactly
};

enum class TrackClass : std::uint8_t { Urgent, Soon, Later };
inline constexpr int kTrackClasses = 3;

class TrackList {
  public:
    explicit TrackList(std::size_t most);

    /// A new call: all that is kept is to be taken.
    void begin(std::uint32_t call);
    /// The next one to be looked at, that of the most urgent class, or null. Gone with the next `keep`.
    [[nodiscard]] const Track* take();

    /// For the next call; false if it is kept already or there is no room. Later gives way first: it may fill
    /// half of the room only, Soon three quarters.
    bool keep(const Track& track, TrackClass as);
    /// To look at a pair, once in a call: false if that has been done, or so many have been that no more can be
    /// marked.
    bool visit(std::uint32_t pair, const FacetPair& at);
    /// True if this call has kept or visited that pair.
    [[nodiscard]] bool is_known(std::uint32_t pair, const FacetPair& at) const;
    /// Moves what was not taken behind what was, to be first in its class. Cost: that of copying it.
    void end();

    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] std::size_t left() const;  // to be taken
    [[nodiscard]] const std::vector<Track>& of(TrackClass as) const { return kept_[static_cast<std::size_t>(as)]; }

  private:
    /// Where a pair is in `marks_`, or would be.
    [[nodiscard]] std::size_t place_of(std::uint64_t key) const;

    struct Mark {
        std::uint64_t key = 0;
        std::uint32_t call = 0;
        bool is_kept = false, is_visited = false;
    };
    /// The mark of a pair in this call, made if need be; null if there is no room.
    [[nodiscard]] Mark* mark_of(std::uint32_t pair, const FacetPair& at);
    std::array<std::vector<Track>, kTrackClasses> kept_, due_;
    std::array<std::size_t, kTrackClasses> next_ = {};
    std::vector<Mark> marks_;  // open addressing, emptied by the number of the call
    std::size_t marked_ = 0;
    std::size_t most_;
    std::uint32_t call_ = 0;
};

}  // namespace graze::internal
