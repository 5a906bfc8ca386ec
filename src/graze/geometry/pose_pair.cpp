#include "graze/geometry/pose_pair.h"

#include "graze/geometry/exact_rotation.h"

namespace graze::internal {

PosePair pose_pair(const Pose& a, const Pose& b) {
    PosePair pair{{a.translation, reduced(a.rotation)},
                  {b.translation, reduced(b.rotation)},
                  placement_of(b, a),
                  {},
                  {},
                  {},
                  false};
    pair.bits_a = bit_range(pair.a.rotation);
    pair.bits_b = bit_range(pair.b.rotation);
    pair.bits_of_translations.add(a.translation);
    pair.bits_of_translations.add(b.translation);
    pair.same_rotation = pair.a.rotation.coeffs() == pair.b.rotation.coeffs();
    return pair;
}

PairPoint vertex_of_b(const PosePair& pair, const Vec3& x) {
    const PosedPoint posed = place(pair.b_in_a, x);
    return {x, posed.near, posed.error, Side::B};
}

}  // namespace graze::internal
