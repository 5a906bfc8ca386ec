// How much memory a piece of code holds at its worst. Include in one file of a test program: it replaces the
// global operator new of that program.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

#include <malloc.h>

namespace graze::test {

inline std::atomic<std::size_t> live_bytes{0};
inline std::atomic<std::size_t> peak_bytes{0};

inline void* counted_allocation(std::size_t size, std::size_t alignment) {
    void* block = alignment <= alignof(std::max_align_t)
                      ? std::malloc(size)
                      : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    if (!block) throw std::bad_alloc();
    const std::size_t live = live_bytes += malloc_usable_size(block);
    std::size_t peak = peak_bytes;
    while (live > peak && !peak_bytes.compare_exchange_weak(peak, live)) {
    }
    return block;
}

inline void counted_release(void* block) {
    if (block) live_bytes -= malloc_usable_size(block);
    std::free(block);
}

/// The most bytes that were held at once during `body`, above what was held before it.
template <class Body>
std::size_t peak_memory_of(Body&& body) {
    const std::size_t before = live_bytes;
    peak_bytes = before;
    body();
    return peak_bytes - before;
}

}  // namespace graze::test

void* operator new(std::size_t size) { return graze::test::counted_allocation(size, 1); }
void* operator new[](std::size_t size) { return graze::test::counted_allocation(size, 1); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {  // of std::stable_sort
    return graze::test::counted_allocation(size, 1);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    return graze::test::counted_allocation(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
    return graze::test::counted_allocation(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* block) noexcept { graze::test::counted_release(block); }
void operator delete[](void* block) noexcept { graze::test::counted_release(block); }
void operator delete(void* block, std::size_t) noexcept { graze::test::counted_release(block); }
void operator delete[](void* block, std::size_t) noexcept { graze::test::counted_release(block); }
void operator delete(void* block, std::align_val_t) noexcept { graze::test::counted_release(block); }
void operator delete[](void* block, std::align_val_t) noexcept { graze::test::counted_release(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
    graze::test::counted_release(block);
}
void operator delete[](void* block, std::size_t, std::align_val_t) noexcept {
    graze::test::counted_release(block);
}
