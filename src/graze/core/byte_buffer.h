// Bytes that are appended one after the other, perhaps many megabytes of them.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

namespace graze {

/// Grows without copying what is large, and touches only what is written: to be given memory page by page
/// takes longer than to write it.
class ByteBuffer {
  public:
    ByteBuffer() = default;
    explicit ByteBuffer(std::string_view bytes) { append(bytes.data(), bytes.size()); }
    ByteBuffer(const ByteBuffer& other) : ByteBuffer(other.view()) {}
    ByteBuffer(ByteBuffer&& other) noexcept { swap(other); }
    ByteBuffer& operator=(ByteBuffer other) noexcept {
        swap(other);
        return *this;
    }
    ~ByteBuffer() = default;

    [[nodiscard]] std::size_t size() const { return used_; }
    [[nodiscard]] bool empty() const { return used_ == 0; }
    [[nodiscard]] std::string_view view() const { return {bytes_.get(), used_}; }

    void append(const void* bytes, std::size_t count);

    /// Room for so many bytes more, of which those before `end` are then kept.
    [[nodiscard]] char* room_for(std::size_t bytes) {
        if (bytes > room_ - used_) grow(used_ + bytes);
        return bytes_.get() + used_;
    }
    void keep_until(const char* end) { used_ = static_cast<std::size_t>(end - bytes_.get()); }

    /// Drops what comes after. Pre: size <= size().
    void cut_to(std::size_t size) { used_ = size; }

    /// Room for so many bytes in all, which costs nothing until they are written.
    void reserve(std::size_t bytes) {
        if (bytes > room_) resize_room(bytes);
    }
    /// Gives back the room that is left.
    void shrink_to_fit();

    void swap(ByteBuffer& other) noexcept {
        std::swap(bytes_, other.bytes_);
        std::swap(used_, other.used_);
        std::swap(room_, other.room_);
    }

  private:
    struct Free {
        void operator()(char* bytes) const { std::free(bytes); }
    };
    void grow(std::size_t least);
    void resize_room(std::size_t room);

    std::unique_ptr<char, Free> bytes_;
    std::size_t used_ = 0, room_ = 0;
};

}  // namespace graze
