// Numbers, texts and lists as bytes, for entries of the cache (cad_entry.h).
#pragma once

#include "graze/core/internal.h"
#include "graze/io/text/byte_reader.h"
#include "graze/model/mesh.h"

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graze::internal {

class EntryWriter {
  public:
    void u32(std::uint32_t value) { raw(&value, sizeof value); }
    void u64(std::uint64_t value) { raw(&value, sizeof value); }
    void number(double value) { raw(&value, sizeof value); }
    void text(std::string_view value) {
        u32(static_cast<std::uint32_t>(value.size()));
        bytes.append(value);
    }
    void colour(const std::optional<Rgb>& value) {
        u32(value ? 1u << 24 | std::uint32_t{(*value)[0]} << 16 | std::uint32_t{(*value)[1]} << 8 |
                        std::uint32_t{(*value)[2]}
                  : 0);
    }
    /// Of at least 0; none is less.
    void length(const std::optional<double>& value) { number(value.value_or(-1.0)); }
    void raw(const void* data, std::size_t size) { bytes.append(static_cast<const char*>(data), size); }

    std::string bytes;
};

/// Reads until something does not fit; after that everything is empty and `failed` is true.
class EntryReader {
  public:
    explicit EntryReader(std::string_view bytes) : rest_(bytes) {}

    std::uint32_t u32() { return value<std::uint32_t>(); }
    std::uint64_t u64() { return value<std::uint64_t>(); }
    double number() { return value<double>(); }
    std::string text() { return std::string(take(u32())); }
    std::optional<Rgb> colour() {
        const std::uint32_t packed = u32();
        if (packed == 0) return std::nullopt;
        return Rgb{static_cast<std::uint8_t>(packed >> 16), static_cast<std::uint8_t>(packed >> 8),
                   static_cast<std::uint8_t>(packed)};
    }
    std::optional<double> length() {
        const double x = number();
        return x >= 0.0 ? std::optional(x) : std::nullopt;
    }
    /// A count of things that take at least `each` bytes.
    std::uint32_t count(std::size_t each) {
        const std::uint32_t wanted = u32();
        if (wanted <= rest_.size() / each) return wanted;
        failed = true;
        return 0;
    }
    template <class T>
    void array(std::vector<T>& to, std::uint32_t size) {
        const std::string_view bytes = take(std::size_t{size} * sizeof(T));
        if (failed) return;
        to.resize(size);
        if (size > 0) std::memcpy(static_cast<void*>(to.data()), bytes.data(), bytes.size());
    }
    bool at_end() const { return rest_.empty(); }

    bool failed = false;

  private:
    template <class T>
    T value() {
        const std::string_view bytes = take(sizeof(T));
        return failed ? T{} : load_little<T>(bytes.data());
    }
    std::string_view take(std::size_t size) {
        if (failed || size > rest_.size()) {
            failed = true;
            return {};
        }
        const std::string_view taken = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return taken;
    }

    std::string_view rest_;
};

}  // namespace graze::internal
