#include "graze/geometry/exact_pose.h"

#include "graze/core/assert.h"
#include "graze/geometry/exact_rotation.h"

namespace graze {
namespace {

constexpr int kLengthBits = 2112;  // from 2^-1074 to 2^1024, and the sign

template <int Bits>
Dyadic to_dyadic(WideInt<Bits> value, int exponent) {
    if (value.sign() == Sign::Zero) return {};
    const bool negative = value.is_negative();
    negate_if(negative, value.word);
    int first = 0;
    while (value.word[first] == 0) ++first;
    int last = value.kWords - 1;
    while (value.word[last] == 0) --last;
    const int zeros = std::countr_zero(value.word[first]);
    Dyadic result{{}, exponent + 64 * first + zeros, negative};
    for (int i = first; i <= last; ++i) {
        const Word above = i < last ? value.word[i + 1] : 0;
        result.magnitude.push_back(value.word[i] >> zeros | (zeros > 0 ? above << (64 - zeros) : 0));
    }
    if (result.magnitude.back() == 0) result.magnitude.pop_back();
    return result;
}

}  // namespace

ExactPoint apply_exactly(const Pose& pose, const Vec3& point) {
    GRAZE_ASSERT(is_valid(pose) && point.allFinite());
    const int low_q = bit_range(pose.rotation).low();
    BitRange lengths;
    lengths.add(point);
    lengths.add(pose.translation);
    const auto q = scaled<kComponentBits>(pose.rotation, low_q);
    const auto w = norm_sq(q);
    const auto numerator = matrix(q) * scaled<kLengthBits>(point, lengths.low()) +
                           w * scaled<kLengthBits>(pose.translation, lengths.low());
    const int exponent = 2 * low_q + lengths.low();
    return {{to_dyadic(numerator[0], exponent), to_dyadic(numerator[1], exponent),
             to_dyadic(numerator[2], exponent)},
            to_dyadic(w, 2 * low_q)};
}

}  // namespace graze
