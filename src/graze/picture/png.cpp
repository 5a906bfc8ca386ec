// PNG (ISO/IEC 15948): strips of rows are filtered, packed and summed in parallel, one IDAT chunk each. The
// strips do not depend on the number of threads.
#include "graze/core/assert.h"
#include "graze/picture/deflate.h"
#include "graze/picture/loops.h"
#include "graze/picture/picture.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace graze {
namespace picture {
namespace {

constexpr std::size_t kStripBytes = 1 << 17;
constexpr std::uint32_t kAdlerModulus = 65521;
constexpr int kChannels = 3;

constexpr std::array<std::uint32_t, 256> crc_table() {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t n = 0; n < 256; ++n) {
        table[n] = n;
        for (int k = 0; k < 8; ++k) table[n] = table[n] & 1u ? 0xEDB88320u ^ table[n] >> 1 : table[n] >> 1;
    }
    return table;
}

std::uint32_t crc_of(const std::string& bytes) {
    static constexpr std::array<std::uint32_t, 256> kTable = crc_table();
    std::uint32_t crc = 0xFFFFFFFFu;
    for (const char byte : bytes) crc = kTable[(crc ^ static_cast<std::uint8_t>(byte)) & 0xFFu] ^ crc >> 8;
    return ~crc;
}

std::string big_endian(std::uint32_t value) {
    return {static_cast<char>(value >> 24), static_cast<char>(value >> 16), static_cast<char>(value >> 8),
            static_cast<char>(value)};
}

std::string chunk(const std::string& type, const std::string& data) {
    const std::string body = type + data;
    return big_endian(static_cast<std::uint32_t>(data.size())) + body + big_endian(crc_of(body));
}

// RFC 1950, section 8.2: a is 1 plus the sum of all bytes, b the sum of all a.
struct Adler {
    std::uint32_t a = 1, b = 0;
};

Adler adler_of(std::span<const std::uint8_t> bytes) {
    Adler sum;
    while (!bytes.empty()) {
        const std::size_t count =
            std::min<std::size_t>(bytes.size(), 4096);  // no overflow of b before the modulus
        for (const std::uint8_t byte : bytes.first(count)) sum.b += sum.a += byte;
        sum.a %= kAdlerModulus;
        sum.b %= kAdlerModulus;
        bytes = bytes.subspan(count);
    }
    return sum;
}

// The sum of two pieces of bytes, the second `length` long.
Adler joined(const Adler& first, const Adler& second, std::size_t length) {
    const std::uint64_t m = kAdlerModulus;
    return {static_cast<std::uint32_t>((first.a + second.a + m - 1) % m),
            static_cast<std::uint32_t>((first.b + second.b + (length % m) * (first.a + m - 1)) % m)};
}

int paeth(int left, int up, int corner) {
    const int to_left = std::abs(up - corner), to_up = std::abs(left - corner),
              to_corner = std::abs(left + up - 2 * corner);
    return to_left <= to_up && to_left <= to_corner ? left : to_up <= to_corner ? up : corner;
}

struct Row {
    const std::uint8_t* bytes;
    const std::uint8_t* above;  // zeros over the first row
    std::size_t size;
};

// A row behind its filter type of the standard: 1 (left), 2 (above) or 4 (Paeth).
template <class Guess>
std::vector<std::uint8_t> filtered(const Row& row, std::uint8_t type, Guess&& guess) {
    std::vector<std::uint8_t> out(row.size + 1);
    out[0] = type;
    for (std::size_t i = 0; i < kChannels; ++i)
        out[i + 1] = static_cast<std::uint8_t>(row.bytes[i] - guess(0, row.above[i], 0));
    for (std::size_t i = kChannels; i < row.size; ++i)
        out[i + 1] = static_cast<std::uint8_t>(
            row.bytes[i] - guess(row.bytes[i - kChannels], row.above[i], row.above[i - kChannels]));
    return out;
}

std::vector<std::uint8_t> filtered(const Row& row, std::uint8_t type) {
    if (type == 1) return filtered(row, type, [](int left, int, int) { return left; });
    if (type == 2) return filtered(row, type, [](int, int up, int) { return up; });
    return filtered(row, type, paeth);
}

// Small differences pack well: the usual guess is the filter with the least sum of them.
std::size_t cost_of(const std::vector<std::uint8_t>& row) {
    std::size_t cost = 0;
    for (std::size_t i = 1; i < row.size(); ++i) cost += row[i] < 128 ? row[i] : 256u - row[i];
    return cost;
}

std::vector<std::uint8_t> best_filtered(const Row& row) {
    std::vector<std::uint8_t> best = filtered(row, 2);
    std::size_t least = cost_of(best);
    for (const std::uint8_t type : {std::uint8_t{1}, std::uint8_t{4}}) {
        if (least == 0) break;
        std::vector<std::uint8_t> other = filtered(row, type);
        if (const std::size_t cost = cost_of(other); cost < least) least = cost, best = std::move(other);
    }
    return best;
}

struct Strip {
    std::string packed;
    Adler sum;
    std::size_t size = 0;
};

Strip strip_of(const Image& image, std::size_t first_row, std::size_t end_row) {
    const std::size_t size = static_cast<std::size_t>(image.width) * kChannels;
    const std::vector<std::uint8_t> zeros(size, 0);
    std::vector<std::uint8_t> bytes;
    for (std::size_t y = first_row; y < end_row; ++y) {
        const std::uint8_t* row = image.rgb.data() + y * size;
        const auto best = best_filtered({row, y == 0 ? zeros.data() : row - size, size});
        bytes.insert(bytes.end(), best.begin(), best.end());
    }
    const bool is_last = end_row == static_cast<std::size_t>(image.height);
    return {deflate_piece(bytes, is_last ? PiecePlace::Last : PiecePlace::Inside), adler_of(bytes),
            bytes.size()};
}

}  // namespace
}  // namespace picture

std::string encode_png(const Image& image, int threads) {
    using namespace picture;
    GRAZE_ASSERT(image.width > 0 && image.height > 0);
    GRAZE_ASSERT(image.rgb.size() ==
                 static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * kChannels);
    const std::size_t rows =
        std::max<std::size_t>(kStripBytes / (static_cast<std::size_t>(image.width) * kChannels), 1);
    const auto strips = Loops(threads).map_chunks(
        static_cast<std::size_t>(image.height), rows,
        [&](std::size_t begin, std::size_t end) { return strip_of(image, begin, end); });
    Adler sum;
    for (const Strip& strip : strips) sum = joined(sum, strip.sum, strip.size);
    std::string png = "\x89PNG\r\n\x1A\n";
    const std::string form{8, 2, 0, 0, 0};  // 8 bits, RGB, deflate, the five filters, not interlaced
    png += chunk("IHDR", big_endian(static_cast<std::uint32_t>(image.width)) +
                             big_endian(static_cast<std::uint32_t>(image.height)) + form);
    for (std::size_t s = 0; s < strips.size(); ++s) {
        std::string data = s == 0 ? "\x78\x01" : "";  // zlib: deflate, window of 32 KiB
        data += strips[s].packed;
        if (s + 1 == strips.size()) data += big_endian(sum.b << 16 | sum.a);
        png += chunk("IDAT", data);
    }
    return png + chunk("IEND", "");
}

}  // namespace graze
