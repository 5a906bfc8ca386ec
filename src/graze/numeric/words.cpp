#include "graze/numeric/words.h"

#include "graze/core/assert.h"

#include <algorithm>

namespace graze::internal {
namespace {

Word word_of(std::span<const Word> a, std::size_t i) { return i < a.size() ? a[i] : fill_of(a.back()); }

/// The magnitude of a number, without leading zero words; kept in `room` if it has to be negated.
std::span<const Word> magnitude(std::span<const Word> a, std::span<Word> room) {
    if (fill_of(a.back()) != 0) {
        std::copy(a.begin(), a.end(), room.begin());
        a = room.first(a.size());
        negate(room.first(a.size()));
    }
    while (!a.empty() && a.back() == 0) a = a.first(a.size() - 1);
    return a;
}

}  // namespace

void add(std::span<const Word> a, std::span<const Word> b, std::span<Word> sum) {
    Word carry = 0;
    for (std::size_t i = 0; i < sum.size(); ++i) {
        const DoubleWord t = static_cast<DoubleWord>(word_of(a, i)) + word_of(b, i) + carry;
        sum[i] = static_cast<Word>(t);
        carry = static_cast<Word>(t >> 64);
    }
}

void subtract(std::span<const Word> a, std::span<const Word> b, std::span<Word> difference) {
    Word borrow = 0;
    for (std::size_t i = 0; i < difference.size(); ++i) {
        const DoubleWord t = static_cast<DoubleWord>(word_of(a, i)) - word_of(b, i) - borrow;
        difference[i] = static_cast<Word>(t);
        borrow = static_cast<Word>(t >> 64) & 1;
    }
}

void negate(std::span<Word> a) {
    Word carry = 1;
    for (Word& word : a) {
        word = ~word + carry;
        carry &= word == 0;
    }
}

// Schoolbook on magnitudes, which skips the zero words of which long numbers mostly consist here.
void multiply(std::span<const Word> a, std::span<const Word> b, std::span<Word> product) {
    constexpr std::size_t kLongest = 256;  // words of a factor: above the 8,600 bits of the longest one
    GRAZE_ASSERT(a.size() <= kLongest && b.size() <= kLongest && product.size() == a.size() + b.size());
    std::array<Word, kLongest> room_a, room_b;
    const auto x = magnitude(a, room_a), y = magnitude(b, room_b);
    std::fill(product.begin(), product.end(), Word{0});
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (x[i] == 0) continue;
        Word carry = 0;
        for (std::size_t j = 0; j < y.size(); ++j) {
            const DoubleWord t = static_cast<DoubleWord>(x[i]) * y[j] + product[i + j] + carry;
            product[i + j] = static_cast<Word>(t);
            carry = static_cast<Word>(t >> 64);
        }
        product[i + y.size()] = carry;
    }
    if (fill_of(a.back()) != fill_of(b.back())) negate(product);
}

}  // namespace graze::internal
