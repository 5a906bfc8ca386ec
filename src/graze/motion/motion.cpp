#include "graze/motion/motion.h"

#include "graze/core/assert.h"
#include "graze/motion/motion_data.h"

#include <fmt/format.h>

namespace graze {
namespace {

Motion made(RigidMotion motion, const Pose& pose_t0) {
    return Motion(std::make_shared<const MotionData>(MotionData{std::move(motion), pose_t0}));
}

/// One that does not begin at a pose of doubles.
Motion made_rounded(std::variant<RigidMotion, Piecewise, SharedLink> of) {
    auto data = std::make_shared<MotionData>(MotionData{std::move(of), {}, false});
    const Motion motion(data);
    data->pose_t0 = motion.pose_at(0.0);
    return motion;
}

/// The i-th of a list, if it is one motion.
Expected<const RigidMotion*> single(const Motion& motion, std::size_t i, const char* where) {
    if (const auto* rigid = std::get_if<RigidMotion>(&motion.data().of)) return rigid;
    return make_error(ErrorCode::Unsupported, where, fmt::format("motion {} is itself made of several", i),
                      "give its parts one by one");
}

}  // namespace

MotionRef internal::motion_ref(const Motion& motion) {
    const auto& of = motion.data().of;
    if (const auto* rigid = std::get_if<RigidMotion>(&of)) return *rigid;
    if (const auto* pieces = std::get_if<Piecewise>(&of)) return *pieces;
    const auto& link = std::get<SharedLink>(of);
    return LinkMotion{link.body.get(), link.link};
}

const Pose& Motion::pose_t0() const { return data_->pose_t0; }

Pose Motion::pose_at(double t) const {
    GRAZE_ASSERT(t >= 0.0 && t <= 1.0);
    const MotionRef motion = motion_ref(*this);
    if (is_at_rest(motion) || (t == 0.0 && data_->begins_exactly)) return data_->pose_t0;
    return middle_pose(jet_over(motion, exactly(t)));
}

Motion rest(const Pose& pose) {
    GRAZE_ASSERT(is_valid(pose));
    return made(AtRest{pose}, pose);
}

Motion screw(const PoseSegment& poses, const Vec3& reference) {
    return made(make_screw(poses, reference), poses.from);
}

Motion slerp(const PoseSegment& poses, const Vec3& reference) {
    return made(make_slerp(poses, reference), poses.from);
}

Motion linear_in_parameters(const PoseSegment& poses) {
    return made(make_linear_parameters(poses), poses.from);
}

Motion joint(const JointMotion& joint) {
    const SteadyTurn motion = make_joint(joint);
    if (joint.angle_t0 == 0.0 && joint.slide_t0 == 0.0) return made(motion, joint.placement);
    return made_rounded(motion);
}

Expected<Motion> one_after_another(std::span<const Motion> pieces, std::span<const double> breaks) {
    constexpr const char* kWhere = "motions one after another";
    Piecewise motion{{}, {breaks.begin(), breaks.end()}};
    for (const Motion& piece : pieces) {
        const auto rigid = single(piece, motion.pieces.size(), kWhere);
        if (!rigid) return rigid.error();
        motion.pieces.push_back(**rigid);
    }
    if (const auto valid = validate(motion, kWhere); !valid) return valid.error();
    return Motion(std::make_shared<const MotionData>(
        MotionData{std::move(motion), pieces.front().pose_t0(), pieces.front().data().begins_exactly}));
}

Expected<std::vector<Motion>> carried_motions(std::span<const CarriedMotion> bodies) {
    constexpr const char* kWhere = "motions that carry each other";
    auto composed = std::make_shared<Composed>();
    for (const CarriedMotion& body : bodies) {
        const auto rigid = single(body.motion, composed->links.size(), kWhere);
        if (!rigid) return rigid.error();
        composed->links.push_back({body.carrier, **rigid});
    }
    if (const auto valid = validate(*composed, {}, kWhere); !valid) return valid.error();
    std::vector<Motion> motions;
    for (std::uint32_t i = 0; i < bodies.size(); ++i)
        motions.push_back(bodies[i].carrier ? made_rounded(SharedLink{composed, i}) : bodies[i].motion);
    return motions;
}

}  // namespace graze
