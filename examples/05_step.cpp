// Bodies that fly about and never go through each other: how a simulator asks for the first contact of a
// step, moves everything up to there, and goes on. Not physics: what meets just turns back.
#include <graze/graze.h>

#include <cstdio>
#include <vector>

namespace {

constexpr int kPerSide = 3, kSteps = 200;
constexpr double kClearance = 1e-3;  // of a body's size: bodies are stopped while they are this far apart

struct Flying {
    graze::Pose pose;
    graze::Vec3 velocity;  // a step
};

/// Where it would be after a step if nothing were in its way.
graze::Motion motion_of(const Flying& body) {
    const Eigen::Quaterniond turn(Eigen::AngleAxisd(0.05, graze::Vec3(1, 2, 3).normalized()));
    return graze::slerp(
        {body.pose, {body.pose.translation + body.velocity, (turn * body.pose.rotation).normalized()}});
}

std::vector<Flying> cloud(double size) {
    std::vector<Flying> bodies;
    for (int i = 0; i < kPerSide * kPerSide * kPerSide; ++i) {
        const graze::Vec3 place(i % kPerSide - 1, i / kPerSide % kPerSide - 1, i / (kPerSide * kPerSide) - 1);
        const graze::Vec3 aside(0.03 * (i % 5), 0.02 * (i % 7), -0.04 * (i % 3));
        bodies.push_back(
            {{1.5 * size * place, Eigen::Quaterniond::Identity()}, -0.04 * size * (place + aside)});
    }
    return bodies;
}

}  // namespace

int main() {
    const auto scene = graze::make_demo("bunnies", {.parameters = {{"triangles", 5000.0}}});
    if (!scene) return std::fprintf(stderr, "%s\n", scene.error().message.c_str()), 2;
    const auto rabbit = graze::build_body(scene->bodies[0].mesh);  // once, for all of them
    if (!rabbit) return std::fprintf(stderr, "%s\n", rabbit.error().message.c_str()), 2;
    const graze::PairRules rules({}, {}, kClearance * rabbit->size());
    std::vector<Flying> bodies = cloud(rabbit->size());
    graze::FirstContactsWorkspace workspace;  // kept, and so is what met last
    std::vector<graze::PairMemo> last;
    int stops = 0;
    for (int step = 0; step < kSteps; ++step) {
        std::vector<graze::MovingBody> moving;
        for (const Flying& body : bodies) moving.push_back(rabbit->moving(motion_of(body)));
        const auto found = graze::first_contacts(moving, rules, {.threads = 0, .last = last}, &workspace);
        if (found.verdict == graze::ContactVerdict::OverlapAtStart)
            return std::printf("step %d: bodies are nearer than allowed\n", step), 1;
        const bool stops_early = found.verdict != graze::ContactVerdict::Clear;  // Undecided: no further, too
        for (std::size_t i = 0; i < bodies.size(); ++i)
            bodies[i].pose = moving[i].motion.pose_at(stops_early ? 0.99 * found.clear_until : 1.0);
        for (const graze::BodyContact& contact : found.contacts)
            for (int k = 0; k < 2; ++k) {  // the normal points from the second body to the first
                const graze::Vec3 away = (k == 0 ? 1.0 : -1.0) * contact.at.normal;
                graze::Vec3& velocity = bodies[contact.bodies[k]].velocity;
                if (velocity.dot(away) < 0.0) velocity -= 2.0 * velocity.dot(away) * away;
            }
        stops += stops_early;
        last = found.memos;
    }
    std::printf("%zu bodies of %zu triangles, %d steps: stopped %d times, never nearer than %g\n",
                bodies.size(), rabbit->mesh().triangles.size(), kSteps, stops, rules.largest_clearance());
    return 0;
}
