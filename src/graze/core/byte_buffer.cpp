#include "graze/core/byte_buffer.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <new>

namespace graze {
namespace {

constexpr std::size_t kFirstRoom = 4096, kLargePage = 1u << 21;

/// A wish: nothing happens where the system has none. From page to page, so that memory stays in one piece:
/// only so can it grow without being copied.
void prefer_large_pages(char* memory, std::size_t bytes) {
    if (bytes < 2 * kLargePage) return;
    const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const std::uintptr_t before = reinterpret_cast<std::uintptr_t>(memory) % page;
    (void)::madvise(memory - before, before + bytes, MADV_HUGEPAGE);
}

}  // namespace

void ByteBuffer::resize_room(std::size_t room) {
    auto* bytes = static_cast<char*>(std::realloc(bytes_.get(), std::max(room, std::size_t{1})));
    if (bytes == nullptr) throw std::bad_alloc();
    (void)bytes_.release();  // realloc has taken it
    bytes_.reset(bytes);
    if (room > room_) prefer_large_pages(bytes, room);
    room_ = room;
}

void ByteBuffer::grow(std::size_t least) { resize_room(std::max({least, 2 * room_, kFirstRoom})); }

void ByteBuffer::shrink_to_fit() {
    if (room_ > used_) resize_room(used_);
}

void ByteBuffer::append(const void* bytes, std::size_t count) {
    if (count == 0) return;
    char* to = room_for(count);
    std::memcpy(to, bytes, count);
    keep_until(to + count);
}

}  // namespace graze
