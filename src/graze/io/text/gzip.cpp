#include "graze/io/text/gzip.h"

#include "graze/io/text/byte_reader.h"

#include <array>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

namespace graze::internal {
namespace {

constexpr std::size_t kHead = 10, kTail = 8;
constexpr int kLongestCode = 15;

/// Thrown nowhere: set when the data does not fit, and everything after it is zero.
class BitReader {
  public:
    explicit BitReader(std::string_view bytes) : bytes_(bytes) {}

    std::uint32_t bits(int count) {
        while (held_ < count) {
            if (at_ == bytes_.size()) failed = true;
            const std::uint64_t byte = at_ < bytes_.size() ? static_cast<unsigned char>(bytes_[at_++]) : 0u;
            word_ |= byte << held_;
            held_ += 8;
        }
        const auto value = static_cast<std::uint32_t>(word_ & ((std::uint64_t{1} << count) - 1));
        word_ >>= count;
        held_ -= count;
        return value;
    }
    /// To the next whole byte.
    std::string_view take_bytes(std::size_t count) {
        at_ -= static_cast<std::size_t>(held_ / 8);
        word_ = 0;
        held_ = 0;
        if (count > bytes_.size() - at_) failed = true;
        if (failed) return {};
        at_ += count;
        return bytes_.substr(at_ - count, count);
    }
    std::size_t whole_bytes_read() const { return at_ - static_cast<std::size_t>(held_ / 8); }

    bool failed = false;

  private:
    std::string_view bytes_;
    std::size_t at_ = 0;
    std::uint64_t word_ = 0;
    int held_ = 0;
};

/// Codes by length, then by value, as RFC 1951, 3.2.2 gives them to symbols.
class Code {
  public:
    explicit Code(const std::vector<std::uint8_t>& lengths) : symbols_(lengths.size()) {
        for (const std::uint8_t length : lengths) ++count_[length];
        count_[0] = 0;
        std::array<std::uint32_t, kLongestCode + 2> next{};
        for (std::size_t i = 1; i <= kLongestCode; ++i) next[i + 1] = next[i] + count_[i];
        for (std::size_t s = 0; s < lengths.size(); ++s)
            if (lengths[s] != 0) symbols_[next[lengths[s]]++] = static_cast<std::uint16_t>(s);
    }

    std::uint32_t read(BitReader& in) const {
        std::uint32_t code = 0, first = 0, index = 0;
        for (std::size_t length = 1; length <= kLongestCode; ++length) {
            code |= in.bits(1);
            if (code - first < count_[length]) return symbols_[index + (code - first)];
            index += count_[length];
            first = (first + count_[length]) << 1;
            code <<= 1;
        }
        in.failed = true;
        return 0;
    }

  private:
    std::array<std::uint32_t, kLongestCode + 1> count_{};
    std::vector<std::uint16_t> symbols_;
};

struct Codes {
    Code literals, distances;
};

Codes fixed_codes() {
    std::vector<std::uint8_t> lengths(288, 8);
    for (std::size_t i = 144; i < 256; ++i) lengths[i] = 9;
    for (std::size_t i = 256; i < 280; ++i) lengths[i] = 7;
    return {Code(lengths), Code(std::vector<std::uint8_t>(30, 5))};
}

Codes read_codes(BitReader& in) {
    constexpr std::array<std::size_t, 19> kOrder{16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                 11, 4,  12, 3, 13, 2, 14, 1, 15};
    const std::size_t literals = in.bits(5) + 257, distances = in.bits(5) + 1, given = in.bits(4) + 4;
    std::vector<std::uint8_t> of_lengths(19, 0);
    for (std::size_t i = 0; i < given; ++i) of_lengths[kOrder[i]] = static_cast<std::uint8_t>(in.bits(3));
    const Code code(of_lengths);
    std::vector<std::uint8_t> lengths;
    while (lengths.size() < literals + distances && !in.failed) {
        const std::uint32_t symbol = code.read(in);
        if (symbol < 16) {
            lengths.push_back(static_cast<std::uint8_t>(symbol));
            continue;
        }
        if (symbol == 16 && lengths.empty()) in.failed = true;
        const std::uint8_t value = symbol == 16 && !lengths.empty() ? lengths.back() : std::uint8_t{0};
        const std::uint32_t times = symbol == 16   ? 3 + in.bits(2)
                                    : symbol == 17 ? 3 + in.bits(3)
                                                   : 11 + in.bits(7);
        lengths.insert(lengths.end(), times, value);
    }
    if (lengths.size() != literals + distances) in.failed = true;
    lengths.resize(literals + distances);
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(literals);
    return {Code({lengths.begin(), middle}), Code({middle, lengths.end()})};
}

void unpack_block(BitReader& in, const Codes& codes, std::string& out, std::size_t start, std::size_t most) {
    constexpr std::array<std::uint16_t, 29> kLength{3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                                    15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                                    67, 83, 99, 115, 131, 163, 195, 227, 258};
    constexpr std::array<std::uint8_t, 29> kLengthBits{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                                       2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    constexpr std::array<std::uint16_t, 30> kDistance{
        1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
        193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    while (!in.failed && out.size() <= most) {
        const std::uint32_t symbol = codes.literals.read(in);
        if (symbol < 256) {
            out += static_cast<char>(symbol);
            continue;
        }
        if (symbol == 256) return;
        if (symbol > 285) break;
        const std::size_t length = kLength[symbol - 257] + in.bits(kLengthBits[symbol - 257]);
        const std::uint32_t slot = codes.distances.read(in);
        if (slot >= kDistance.size()) break;
        const std::size_t distance = kDistance[slot] + in.bits(slot < 2 ? 0 : static_cast<int>(slot / 2 - 1));
        if (distance > out.size() - start) break;
        for (std::size_t i = 0; i < length; ++i) out += out[out.size() - distance];
    }
    in.failed = true;
}

void unpack_stored(BitReader& in, std::string& out) {
    const std::string_view head = in.take_bytes(4);
    if (in.failed) return;
    const auto length = load_little<std::uint16_t>(head.data()),
               inverse = load_little<std::uint16_t>(head.data() + 2);
    if ((length ^ inverse) != 0xFFFF) in.failed = true;
    out += in.take_bytes(length);
}

/// Appends what was deflated; `in.failed` if it does not fit.
void inflate(BitReader& in, std::string& out, std::size_t most) {
    const std::size_t start = out.size();
    for (bool last = false; !last && !in.failed;) {
        last = in.bits(1) != 0;
        const std::uint32_t kind = in.bits(2);
        if (kind == 0)
            unpack_stored(in, out);
        else if (kind == 3)
            in.failed = true;
        else
            unpack_block(in, kind == 1 ? fixed_codes() : read_codes(in), out, start, most);
        if (out.size() > most) in.failed = true;
    }
}

std::uint32_t crc_of(std::string_view bytes) {
    static const std::array<std::uint32_t, 256> kTable = [] {
        std::array<std::uint32_t, 256> table{};
        for (std::uint32_t i = 0; i < 256; ++i) {
            std::uint32_t value = i;
            for (int k = 0; k < 8; ++k) value = (value >> 1) ^ ((value & 1) != 0 ? 0xEDB88320u : 0);
            table[i] = value;
        }
        return table;
    }();
    std::uint32_t crc = 0xFFFFFFFF;
    for (const char c : bytes) crc = kTable[(crc ^ static_cast<unsigned char>(c)) & 0xFF] ^ (crc >> 8);
    return ~crc;
}

/// The length of a member's head; 0: it is none.
std::size_t head_of(std::string_view bytes) {
    if (bytes.size() < kHead || !begins_like_gzip(bytes)) return 0;
    const auto flags = static_cast<unsigned char>(bytes[3]);
    std::size_t at = kHead;
    if ((flags & 4) != 0 && at + 2 <= bytes.size()) at += 2u + load_little<std::uint16_t>(bytes.data() + at);
    for (const unsigned flag : {8u, 16u})  // a name, a comment
        if ((flags & flag) != 0) {
            const std::size_t end = bytes.find('\0', at);
            if (end == std::string_view::npos) return 0;
            at = end + 1;
        }
    if ((flags & 2) != 0) at += 2;
    return at <= bytes.size() ? at : 0;
}

}  // namespace

bool begins_like_gzip(std::string_view bytes) { return bytes.starts_with("\x1F\x8B\x08"); }

Expected<std::string> unpack_gzip(std::string_view bytes, const std::string& where, std::size_t most) {
    const auto bad = [&](const char* what) {
        return make_error(ErrorCode::BadInput, where, what, "was it transferred completely? pack it again");
    };
    std::string out;
    while (!bytes.empty() && bytes.find_first_not_of('\0') != std::string_view::npos) {
        const std::size_t head = head_of(bytes);
        if (head == 0) return bad("is packed with gzip, and there is no head where one should be");
        BitReader in(bytes.substr(head));
        const std::size_t start = out.size();
        inflate(in, out, most);
        if (out.size() > most)
            return make_error(ErrorCode::Unsupported, where,
                              fmt::format("holds more than {} bytes, packed", most),
                              "unpack it and give a part of it");
        const std::size_t tail = head + in.whole_bytes_read();
        if (in.failed || bytes.size() - tail < kTail) return bad("is packed with gzip and damaged or cut");
        const char* sums = bytes.data() + tail;
        if (load_little<std::uint32_t>(sums) != crc_of(std::string_view(out).substr(start)) ||
            load_little<std::uint32_t>(sums + 4) != static_cast<std::uint32_t>(out.size() - start))
            return bad("is packed with gzip and its checksum does not hold");
        bytes.remove_prefix(tail + kTail);
    }
    return out;
}

Expected<void> refuse_container(std::string_view bytes, const std::string& where) {
    if (bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06"))
        return make_error(ErrorCode::Unsupported, where, "is a ZIP archive",
                          "unpack it and give the file in it");
    if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"))
        return make_error(ErrorCode::Unsupported, where, "is text in UTF-16, which no CAD or mesh format is",
                          "save it as UTF-8 or ASCII: iconv -f UTF-16 -t UTF-8");
    return {};
}

}  // namespace graze::internal
