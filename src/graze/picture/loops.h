// How the room runs its loops: on all threads if there is enough to do, else on the calling one.
#pragma once

#include "graze/core/parallel.h"

#include <cstddef>
#include <vector>

namespace graze::picture {

/// Remembers the number of threads and whether somebody pressed Ctrl-C.
class Loops {
  public:
    explicit Loops(int threads) : threads_(threads) {}

    [[nodiscard]] bool interrupted() const { return interrupted_; }

    /// body(i) for cheap bodies: starting threads costs more than a few thousand of them.
    template <class Body>
    void each(std::size_t count, Body&& body) {
        const std::size_t grain = 2048;
        run(parallel_for(count, {count > 2 * grain ? threads_ : 1, grain, nullptr}, body));
    }

    /// body(i) for bodies that are worth a thread each, such as tiles.
    template <class Body>
    void each_task(std::size_t count, Body&& body) {
        run(parallel_for(count, {count > 1 ? threads_ : 1, 1, nullptr}, body));
    }

    /// The results of make(begin, end) over consecutive chunks of [0, count), in order. The chunks do not
    /// depend on the number of threads.
    template <class Make>
    [[nodiscard]] auto map_chunks(std::size_t count, std::size_t chunk, Make&& make) {
        std::vector<decltype(make(count, count))> results((count + chunk - 1) / chunk);
        each_task(results.size(), [&](std::size_t c) {
            results[c] = make(c * chunk, c * chunk + chunk < count ? c * chunk + chunk : count);
        });
        return results;
    }

  private:
    void run(LoopEnd end) { interrupted_ = interrupted_ || end == LoopEnd::Interrupted; }

    int threads_;
    bool interrupted_ = false;
};

}  // namespace graze::picture
