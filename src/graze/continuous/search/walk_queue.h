// What a walk through space and time has yet to look at, the earliest first.
#pragma once

#include "graze/continuous/relative/ticks.h"
#include "graze/core/internal.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <emmintrin.h>

namespace graze::internal {

/// A pair of nodes, or of triangles, and when it may matter.
struct WalkEntry {
    std::uint32_t a, b;
    TickWindow window;
};

/// One 16-byte store: the entry is soon read back as 16 bytes, and four 4-byte stores would defeat
/// store-to-load forwarding.
inline void set_entry(WalkEntry& entry, std::uint32_t a, std::uint32_t b, const TickWindow& window) {
    const auto whole = [](std::uint32_t x) { return static_cast<int>(x); };
    _mm_storeu_si128(reinterpret_cast<__m128i*>(&entry),
                     _mm_set_epi32(whole(window.end), whole(window.begin), whole(b), whole(a)));
}

/// Total, so that the order of a walk depends on nothing but its entries.
[[nodiscard]] inline bool is_earlier(const WalkEntry& x, const WalkEntry& y) {
    if (x.window.begin != y.window.begin) return x.window.begin < y.window.begin;
    if (x.window.end != y.window.end) return x.window.end < y.window.end;
    return x.a != y.a ? x.a < y.a : x.b < y.b;
}

/// A heap. Cost: O(log n) an entry; no allocation once it has grown.
class WalkQueue {
  public:
    void clear() { entries_.clear(); }
    [[nodiscard]] bool empty() const { return entries_.empty(); }
    [[nodiscard]] std::size_t size() const { return entries_.size(); }
    [[nodiscard]] const WalkEntry& earliest() const { return entries_.front(); }
    void push(const WalkEntry& entry) {
        entries_.push_back(entry);
        std::push_heap(entries_.begin(), entries_.end(), is_later);
    }
    WalkEntry pop() {
        std::pop_heap(entries_.begin(), entries_.end(), is_later);
        const WalkEntry entry = entries_.back();
        entries_.pop_back();
        return entry;
    }
    /// In no order.
    [[nodiscard]] std::span<const WalkEntry> all() const { return entries_; }
    /// Moves every second entry away: what is left and what is gone are about as early.
    void give_half(std::vector<WalkEntry>& to) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < entries_.size(); ++i)
            if (i % 2 == 0)
                entries_[kept++] = entries_[i];
            else
                to.push_back(entries_[i]);
        entries_.resize(kept);
        std::make_heap(entries_.begin(), entries_.end(), is_later);
    }

  private:
    static bool is_later(const WalkEntry& x, const WalkEntry& y) { return is_earlier(y, x); }

    std::vector<WalkEntry> entries_;
};

}  // namespace graze::internal
