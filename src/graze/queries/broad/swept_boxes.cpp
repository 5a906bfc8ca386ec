#include "graze/queries/broad/swept_boxes.h"

#include "graze/core/parallel.h"
#include "graze/motion/motion_window.h"

namespace graze::internal {
namespace {

constexpr double kFar = 1.5;  // of a body's size: a longer box is divided in time

bool goes_far(const Box& whole, const Box& own) {
    const Vec3 sides = whole.max - whole.min;
    return !(sides.maxCoeff() <= kFar * size_of(own));
}

const Box& box_during(const SweptBoxes& boxes, std::uint32_t body, int eighth) {
    const std::uint32_t begin = boxes.eighths_begin[body];
    return begin == SweptBoxes::kNoEighths ? boxes.whole[body]
                                           : boxes.eighths[begin + static_cast<std::uint32_t>(eighth)];
}

}  // namespace

Box swept_box(const MotionRef& motion, const Box& own, const Interval& time) {
    const MotionWindow window = window_over(motion, time);
    const Vec3 middle = own.centre();
    const PointWindow path = point_over(window, middle);
    Box box;
    for (int k = 0; k < 3; ++k) {
        Interval spread = exactly(0.0);  // (1)
        for (int j = 0; j < 3; ++j) {
            const Interval half{0.0, magnitude(Interval{own.min[j], own.max[j]} - exactly(middle[j]))};
            spread = spread + half * abs(window.throughout.rotation[k][j]);
        }
        const Interval side = range(projection(path, Vec3::Unit(k))) + within(spread.hi);
        const bool is_known = side.lo <= side.hi;  // NaN: not
        box.min[k] = is_known ? side.lo : -kInfinity;
        box.max[k] = is_known ? side.hi : kInfinity;
    }
    return box;
}

SweptBoxes swept_boxes(std::span<const SweptBody> bodies, int threads) {
    constexpr std::size_t kGrain = 16;
    const Box everywhere{Vec3::Constant(-kInfinity), Vec3::Constant(kInfinity)};  // what Ctrl-C leaves open
    SweptBoxes boxes;
    boxes.whole.assign(bodies.size(), everywhere);
    boxes.eighths_begin.assign(bodies.size(), SweptBoxes::kNoEighths);
    std::vector<char> is_far(bodies.size());
    (void)parallel_for(bodies.size(), {.threads = threads, .grain = kGrain}, [&](std::size_t i) {
        const auto& [motion, own] = bodies[i];
        boxes.whole[i] = swept_box(motion, own, {0.0, 1.0});
        is_far[i] = !is_at_rest(motion) && goes_far(boxes.whole[i], own);
    });
    std::vector<std::size_t> far;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        if (!is_far[i]) continue;
        boxes.eighths_begin[i] = static_cast<std::uint32_t>(kSweptEighths * far.size());
        far.push_back(i);
    }
    boxes.eighths.assign(kSweptEighths * far.size(), everywhere);
    (void)parallel_for(far.size(), {.threads = threads}, [&](std::size_t k) {
        const auto& [motion, own] = bodies[far[k]];
        Box& whole = boxes.whole[far[k]];
        whole = Box{};
        for (int eighth = 0; eighth < kSweptEighths; ++eighth) {
            const Interval time{static_cast<double>(eighth) / kSweptEighths,
                                static_cast<double>(eighth + 1) / kSweptEighths};
            Box& box = boxes.eighths[kSweptEighths * k + static_cast<std::size_t>(eighth)];
            box = swept_box(motion, own, time);
            whole.add(box);
        }
    });
    return boxes;
}

std::optional<int> first_eighth_within(const SweptBoxes& boxes, const BodyPair& bodies, double distance) {
    const auto has_eighths = [&](std::uint32_t body) {
        return boxes.eighths_begin[body] != SweptBoxes::kNoEighths;
    };
    const int eighths = has_eighths(bodies[0]) || has_eighths(bodies[1]) ? kSweptEighths : 1;
    for (int eighth = 0; eighth < eighths; ++eighth)
        if (may_be_within(box_during(boxes, bodies[0], eighth), box_during(boxes, bodies[1], eighth),
                          distance))
            return eighth;
    return std::nullopt;
}

}  // namespace graze::internal
