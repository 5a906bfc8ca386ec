#include "graze/queries/broad/swept_boxes.h"

#include "graze/core/parallel.h"
#include "graze/motion/motion_window.h"

namespace graze {
namespace {

constexpr double kFar = 1.5;  // of a body's size: a longer box is divided in time

bool goes_far(const Box& whole, const Box& own) {
    const Vec3 sides = whole.max - whole.min;
    return !(sides.maxCoeff() <= kFar * size_of(own));
}

const Box& box_during(const SweptBoxes& boxes, std::uint32_t body, int part) {
    const std::uint32_t begin = boxes.parts_begin[body];
    return begin == SweptBoxes::kNoParts ? boxes.whole[body]
                                         : boxes.parts[begin + static_cast<std::uint32_t>(part)];
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
    boxes.parts_begin.assign(bodies.size(), SweptBoxes::kNoParts);
    std::vector<char> is_far(bodies.size());
    (void)parallel_for(bodies.size(), {.threads = threads, .grain = kGrain}, [&](std::size_t i) {
        const auto& [motion, own] = bodies[i];
        boxes.whole[i] = swept_box(motion, own, {0.0, 1.0});
        is_far[i] = !is_at_rest(motion) && goes_far(boxes.whole[i], own);
    });
    std::vector<std::size_t> far;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        if (!is_far[i]) continue;
        boxes.parts_begin[i] = static_cast<std::uint32_t>(kSweptParts * far.size());
        far.push_back(i);
    }
    boxes.parts.assign(kSweptParts * far.size(), everywhere);
    (void)parallel_for(far.size(), {.threads = threads}, [&](std::size_t k) {
        const auto& [motion, own] = bodies[far[k]];
        Box& whole = boxes.whole[far[k]];
        whole = Box{};
        for (int part = 0; part < kSweptParts; ++part) {
            const Interval time{static_cast<double>(part) / kSweptParts,
                                static_cast<double>(part + 1) / kSweptParts};
            Box& box = boxes.parts[kSweptParts * k + static_cast<std::size_t>(part)];
            box = swept_box(motion, own, time);
            whole.add(box);
        }
    });
    return boxes;
}

std::optional<int> first_part_within(const SweptBoxes& boxes, const BodyPair& bodies, double distance) {
    const auto has_parts = [&](std::uint32_t body) {
        return boxes.parts_begin[body] != SweptBoxes::kNoParts;
    };
    const int parts = has_parts(bodies[0]) || has_parts(bodies[1]) ? kSweptParts : 1;
    for (int part = 0; part < parts; ++part)
        if (may_be_within(box_during(boxes, bodies[0], part), box_during(boxes, bodies[1], part), distance))
            return part;
    return std::nullopt;
}

}  // namespace graze
