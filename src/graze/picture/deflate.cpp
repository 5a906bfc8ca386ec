#include "graze/picture/deflate.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>
#include <vector>

namespace graze::picture {
namespace {

// The numbers of RFC 1951.
constexpr int kLeastMatch = 3, kGreatestMatch = 258, kWindow = 32768;
constexpr int kEndOfBlock = 256, kLiteralCodes = 286, kDistanceCodes = 30, kLengthCodes = 19;
constexpr int kLongestCode = 15, kLongestLengthCode = 7;
constexpr std::array<std::uint8_t, kLengthCodes> kLengthCodeOrder{16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                                  11, 4,  12, 3, 13, 2, 14, 1, 15};

constexpr int kHashBits = 14;
constexpr std::size_t kTokensPerBlock = 1 << 15;  // codes fit the bytes nearby better than all of them

class BitWriter {
  public:
    void put(std::uint32_t bits, int count) {
        pending_ |= static_cast<std::uint64_t>(bits) << used_;
        used_ += count;
        while (used_ >= 8) {
            bytes_.push_back(static_cast<char>(pending_ & 0xFF));
            pending_ >>= 8;
            used_ -= 8;
        }
    }
    void align() {
        if (used_ > 0) put(0, 8 - used_);
    }
    [[nodiscard]] std::string take() { return std::move(bytes_); }

  private:
    std::string bytes_;
    std::uint64_t pending_ = 0;
    int used_ = 0;
};

// A literal (length 0) or a match.
struct Token {
    std::uint16_t length;  // 0, or 3 to 258
    std::uint16_t value;   // the byte, or the distance less one
};

// A symbol and the bits that follow it.
struct Coded {
    int symbol;
    std::uint32_t extra;
    int extra_bits;
};

Coded length_code(int length) {
    if (length == kGreatestMatch) return {285, 0, 0};
    const int l = length - kLeastMatch;
    if (l < 8) return {257 + l, 0, 0};
    const int bits = std::bit_width(static_cast<unsigned>(l)) - 3;  // four symbols per number of extra bits
    return {257 + 4 * bits + (l >> bits), static_cast<std::uint32_t>(l & ((1 << bits) - 1)), bits};
}

Coded distance_code(int distance_less_one) {
    if (distance_less_one < 4) return {distance_less_one, 0, 0};
    const int bits = std::bit_width(static_cast<unsigned>(distance_less_one)) - 2;  // two symbols each
    return {2 * bits + (distance_less_one >> bits),
            static_cast<std::uint32_t>(distance_less_one & ((1 << bits) - 1)), bits};
}

// How deep each leaf lies in Huffman's tree. Pre: at least two weights, in increasing order.
std::vector<int> leaf_depths(const std::vector<std::uint32_t>& weights) {
    struct Node {
        std::uint64_t weight;
        std::size_t left, right;  // of inner nodes
    };
    std::vector<Node> nodes;
    for (const std::uint32_t weight : weights) nodes.push_back({weight, 0, 0});
    // Leaves are sorted and inner nodes come out sorted: the least two stand at the heads of two queues.
    std::size_t leaf = 0, inner = weights.size();
    const auto take_least = [&] {
        const bool from_leaves =
            leaf < weights.size() && (inner >= nodes.size() || nodes[leaf].weight <= nodes[inner].weight);
        return from_leaves ? leaf++ : inner++;
    };
    while (nodes.size() < 2 * weights.size() - 1) {
        const std::size_t a = take_least(), b = take_least();
        nodes.push_back({nodes[a].weight + nodes[b].weight, a, b});
    }
    std::vector<int> depth(nodes.size(), 0);
    for (std::size_t n = nodes.size(); n-- > weights.size();)
        depth[nodes[n].left] = depth[nodes[n].right] = depth[n] + 1;
    depth.resize(weights.size());
    return depth;
}

// Lengths of a Huffman code; 0 for what does not occur. Weights are evened out until no code is too long,
// which comes to an end: with weights of 1 and 2 alone, n symbols lie at most 1 + log2 n deep, give or take
// one.
std::vector<std::uint8_t> code_lengths(std::vector<std::uint32_t> weights, int longest) {
    std::vector<std::uint8_t> lengths(weights.size(), 0);
    std::vector<std::size_t> symbols;
    for (std::size_t s = 0; s < weights.size(); ++s)
        if (weights[s] > 0) symbols.push_back(s);
    if (symbols.size() < 2) {  // a lone symbol gets one bit
        for (const std::size_t s : symbols) lengths[s] = 1;
        return lengths;
    }
    std::stable_sort(symbols.begin(), symbols.end(),
                     [&](std::size_t a, std::size_t b) { return weights[a] < weights[b]; });
    std::vector<std::uint32_t> sorted;
    for (const std::size_t s : symbols) sorted.push_back(weights[s]);
    std::vector<int> depths = leaf_depths(sorted);
    while (*std::max_element(depths.begin(), depths.end()) > longest) {
        for (std::uint32_t& weight : sorted) weight = weight / 2 + 1;
        depths = leaf_depths(sorted);
    }
    for (std::size_t i = 0; i < symbols.size(); ++i)
        lengths[symbols[i]] = static_cast<std::uint8_t>(depths[i]);
    return lengths;
}

struct Code {
    std::vector<std::uint8_t> lengths;
    std::vector<std::uint16_t> bits;  // reversed, as they are written
};

std::uint16_t reversed(std::uint32_t value, int count) {
    std::uint32_t result = 0;
    for (int i = 0; i < count; ++i) result |= (value >> i & 1u) << (count - 1 - i);
    return static_cast<std::uint16_t>(result);
}

// Canonical codes, RFC 1951 section 3.2.2.
Code code_of(const std::vector<std::uint32_t>& weights, int longest) {
    Code code{code_lengths(weights, longest), std::vector<std::uint16_t>(weights.size(), 0)};
    std::uint32_t next = 0;
    for (int length = 1; length <= longest; ++length, next <<= 1)
        for (std::size_t s = 0; s < code.lengths.size(); ++s)
            if (code.lengths[s] == length) code.bits[s] = reversed(next++, length);
    return code;
}

int match_length(const std::uint8_t* a, const std::uint8_t* b, int limit) {
    int length = 0;
    for (; length + 8 <= limit; length += 8) {
        std::uint64_t x, y;
        std::memcpy(&x, a + length, 8);
        std::memcpy(&y, b + length, 8);
        if (x != y) return length + std::countr_zero(x ^ y) / 8;
    }
    while (length < limit && a[length] == b[length]) ++length;
    return length;
}

// Greedy: the last place with the same four bytes, if it is near enough.
std::vector<Token> tokens_of(std::span<const std::uint8_t> bytes) {
    std::vector<Token> tokens;
    std::vector<std::int32_t> last(std::size_t{1} << kHashBits, -1);
    const int size = static_cast<int>(bytes.size());
    for (int i = 0; i < size;) {
        int length = 0, from = -1;
        if (i + 4 <= size) {
            std::uint32_t four;
            std::memcpy(&four, bytes.data() + i, 4);
            from = std::exchange(last[four * 2654435761u >> (32 - kHashBits)], i);
            if (from >= 0 && i - from <= kWindow)
                length =
                    match_length(bytes.data() + from, bytes.data() + i, std::min(size - i, kGreatestMatch));
        }
        if (length >= kLeastMatch) {
            tokens.push_back({static_cast<std::uint16_t>(length), static_cast<std::uint16_t>(i - from - 1)});
            i += length;
        } else {
            tokens.push_back({0, bytes[static_cast<std::size_t>(i)]});
            ++i;
        }
    }
    return tokens;
}

// Code lengths of both codes as RFC 1951 section 3.2.7 shortens them: 16 repeats, 17 and 18 are zeros.
std::vector<Coded> run_lengths(const std::vector<std::uint8_t>& lengths) {
    std::vector<Coded> result;
    for (std::size_t i = 0; i < lengths.size();) {
        std::size_t run = 1;
        while (i + run < lengths.size() && lengths[i + run] == lengths[i]) ++run;
        i += run;
        const int value = lengths[i - 1];
        auto left = static_cast<int>(run);
        if (value != 0) result.push_back({value, 0, 0}), --left;
        while (left >= 3) {
            const int most = value != 0 ? 6 : left > 10 ? 138 : 10, count = std::min(left, most);
            const int symbol = value != 0 ? 16 : most == 138 ? 18 : 17;
            result.push_back({symbol, static_cast<std::uint32_t>(count - (symbol == 18 ? 11 : 3)),
                              symbol == 16   ? 2
                              : symbol == 17 ? 3
                                             : 7});
            left -= count;
        }
        for (; left > 0; --left) result.push_back({value, 0, 0});
    }
    return result;
}

void put_codes(BitWriter& out, const Code& literals, const Code& distances) {
    std::vector<std::uint8_t> lengths(literals.lengths);
    lengths.insert(lengths.end(), distances.lengths.begin(), distances.lengths.end());
    const std::vector<Coded> runs = run_lengths(lengths);
    std::vector<std::uint32_t> weights(kLengthCodes, 0);
    for (const Coded& run : runs) ++weights[static_cast<std::size_t>(run.symbol)];
    const Code code = code_of(weights, kLongestLengthCode);
    out.put(kLiteralCodes - 257, 5);
    out.put(kDistanceCodes - 1, 5);
    out.put(kLengthCodes - 4, 4);
    for (const std::uint8_t symbol : kLengthCodeOrder) out.put(code.lengths[symbol], 3);
    for (const Coded& run : runs) {
        out.put(code.bits[static_cast<std::size_t>(run.symbol)],
                code.lengths[static_cast<std::size_t>(run.symbol)]);
        out.put(run.extra, run.extra_bits);
    }
}

void put_block(BitWriter& out, std::span<const Token> tokens, bool is_last) {
    std::vector<std::uint32_t> literal_weights(kLiteralCodes, 0), distance_weights(kDistanceCodes, 0);
    literal_weights[kEndOfBlock] = 1;
    distance_weights[0] = 1;  // some readers want a distance code even if nothing uses it
    for (const Token& token : tokens) {
        ++literal_weights[static_cast<std::size_t>(token.length == 0 ? token.value
                                                                     : length_code(token.length).symbol)];
        if (token.length > 0) ++distance_weights[static_cast<std::size_t>(distance_code(token.value).symbol)];
    }
    const Code literals = code_of(literal_weights, kLongestCode),
               distances = code_of(distance_weights, kLongestCode);
    out.put(is_last ? 1 : 0, 1);
    out.put(2, 2);  // dynamic codes
    put_codes(out, literals, distances);
    const auto put = [&](const Code& code, const Coded& coded) {
        out.put(code.bits[static_cast<std::size_t>(coded.symbol)],
                code.lengths[static_cast<std::size_t>(coded.symbol)]);
        out.put(coded.extra, coded.extra_bits);
    };
    for (const Token& token : tokens) {
        if (token.length == 0) {
            put(literals, {token.value, 0, 0});
            continue;
        }
        put(literals, length_code(token.length));
        put(distances, distance_code(token.value));
    }
    put(literals, {kEndOfBlock, 0, 0});
}

}  // namespace

std::string deflate_piece(std::span<const std::uint8_t> bytes, PiecePlace place) {
    const std::vector<Token> tokens = tokens_of(bytes);
    BitWriter out;
    const std::size_t blocks =
        std::max<std::size_t>((tokens.size() + kTokensPerBlock - 1) / kTokensPerBlock, 1);
    for (std::size_t b = 0; b < blocks; ++b) {
        const std::size_t begin = b * kTokensPerBlock, end = std::min(begin + kTokensPerBlock, tokens.size());
        put_block(out, {tokens.data() + begin, end - begin}, place == PiecePlace::Last && b + 1 == blocks);
    }
    if (place == PiecePlace::Inside) {  // an empty stored block ends on a byte
        out.put(0, 3);
        out.align();
        out.put(0x0000, 16);
        out.put(0xFFFF, 16);
    }
    out.align();
    return out.take();
}

}  // namespace graze::picture
