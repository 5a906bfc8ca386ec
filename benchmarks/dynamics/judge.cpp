#include "dynamics/judge.h"

#include "graze/discrete/bodies/body_meeting.h"
#include "graze/discrete/bodies/penetration.h"
#include "graze/queries/broad/broad_phase.h"

namespace graze::bench {
namespace {

constexpr int kMostDepths = 3;  // pairs a frame of which the depth is looked for

Box posed_box(const DynamicsBody& body, const Pose& pose) {
    Box box;
    const Vec3 half = 0.5 * (body.body.bounds().max - body.body.bounds().min), middle = apply(pose, body.body.bounds().centre());
    const Vec3 reach = pose.rotation.normalized().toRotationMatrix().cwiseAbs() * half * (1.0 + 1e-9);
    box.add(Vec3(middle - reach));
    box.add(Vec3(middle + reach));
    return box;
}

}  // namespace

DynamicsJudge::DynamicsJudge(const DynamicsScene& scene) : scene_(scene) {}

void DynamicsJudge::look_at(std::uint32_t i, std::uint32_t j, Poses poses, int frame) {
    const PosedBody a = scene_.bodies[i].body.at(poses[i]), b = scene_.bodies[j].body.at(poses[j]);
    const PosedModel model_a{a.body.model(), a.pose}, model_b{b.body.model(), b.pose};
    const auto found = find_intersections(a, b, {}, &workspace_);
    if (found.triangles.empty() && !some_piece_is_inside(model_a, model_b) && !some_piece_is_inside(model_b, model_a)) return;
    const BodyMeeting meeting = meeting_of(a, b, &workspace_);
    if (meeting == BodyMeeting::Apart || meeting == BodyMeeting::Touching) return;
    ++verdict_.pairs;
    if (++pairs_now_ > kMostDepths || !a.body.is_solid() || !b.body.is_solid()) return;
    PenetrationOptions options;
    options.enough = verdict_.deepest;
    options.most_cells = 400;
    if (!(penetration(model_a, model_b, options).lo > verdict_.deepest)) return;
    options.enough.reset();
    const Penetration depth = penetration(model_a, model_b, options);
    if (depth.lo > verdict_.deepest) verdict_.deepest = depth.lo, verdict_.deepest_frame = frame, verdict_.deepest_pair = {i, j};
}

void DynamicsJudge::look(Poses poses, int frame) {
    ++verdict_.frames;
    std::vector<Box> boxes;
    for (std::size_t i = 0; i < poses.size(); ++i) {
        if (!is_valid(poses[i])) {
            verdict_.is_lost = true;
            return;
        }
        boxes.push_back(posed_box(scene_.bodies[i], poses[i]));
    }
    const std::uint64_t before = verdict_.pairs;
    pairs_now_ = 0;
    for (const auto& [i, j] : pairs_within(boxes, 0.0))
        if (!scene_.bodies[i].is_fixed || !scene_.bodies[j].is_fixed) look_at(i, j, poses, frame);
    if (verdict_.pairs == before) return;
    ++verdict_.frames_with;
    if (verdict_.first_with < 0) verdict_.first_with = frame;
}

}  // namespace graze::bench
