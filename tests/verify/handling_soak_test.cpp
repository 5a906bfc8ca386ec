// A hand that is mad, for as long as one wants: nothing ever interpenetrates, memory stays flat, budgets are kept.
// ./test --campaign soak SECONDS takes the fine door in its car (GRAZE_SOAK_SCENE names another scene); without
// that, some hundred frames of demos. Every frame is looked at by the exact tests.
#include "graze/core/random.h"
#include "graze/demo/demo.h"
#include "graze/dynamics/handling/exact_check.h"
#include "graze/dynamics/handling/scene_world.h"
#include "graze/dynamics/handling/world_memory.h"
#include "graze/io/scene/scene_file.h"

#include "support/random_vector.h"
#include "support/slower.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <unistd.h>

namespace graze::handling_soak_test {
namespace {

using test::random_vector;

constexpr double kSlow = 20.0;  // ms: a frame that is worth a line
constexpr double kMostGrowth = 64.0;  // MB after the warm-up: what lists may still grow by

double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double resident_megabytes() {
    std::FILE* file = std::fopen("/proc/self/statm", "r");
    long size = 0, resident = 0;
    if (file != nullptr) {
        if (std::fscanf(file, "%ld %ld", &size, &resident) != 2) resident = 0;
        std::fclose(file);
    }
    return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

struct Soaked {
    std::uint64_t frames = 0, meetings = 0, near = 0, moved = 0, refused = 0, changed = 0, late = 0;
    std::vector<double> ms;  // CPU time of frames
    double megabytes_early = 0.0, megabytes_late = 0.0;
};

/// The hand, and whoever plays with the world behind it.
class Mad {
  public:
    Mad(World& world, const Scene& scene, std::uint64_t seed) : world_(world), rng_(seed), begin_(save(world)), kept_(begin_) {
        for (std::uint32_t i = 0; i < world.size(); ++i) {
            if (!world.is_movable(i)) continue;
            movable_.push_back(i);
            size_ = std::max(size_, world.body(i).size());
        }
        for (const Path& path : scene.paths) {
            paths_.push_back(&path);
        }
    }

    [[nodiscard]] std::uint64_t mood() const { return mood_; }

    void frame(Soaked& soaked) {
        if (left_ == 0) choose();
        --left_;
        for (const std::uint32_t i : movable_) drive(i);
        if (rng_.below(100) == 0) change(soaked);
    }

  private:
    void choose() {
        mood_ = rng_.below(7);
        left_ = 5 + rng_.below(60);
        part_ = rng_.uniform(0.0, 1.0);
        towards_ = rng_.uniform(0.0, 1.0);
        aim_ = random_vector(rng_, 1.0);
    }

    [[nodiscard]] Pose on_path(std::uint32_t i, double part) const {
        for (const Path* path : paths_)
            if (path->body == i && path->poses.size() > 1) {
                const double at = part * static_cast<double>(path->poses.size() - 1);
                const auto from = std::min(static_cast<std::size_t>(at), path->poses.size() - 2);
                const Pose a = body_pose(*path, from), b = body_pose(*path, from + 1);
                const double t = at - static_cast<double>(from);
                return {(1.0 - t) * a.translation + t * b.translation, a.rotation.slerp(t, b.rotation).normalized()};
            }
        return begin_.bodies[i].pose;
    }

    [[nodiscard]] Pose shaken(const Pose& pose, double length, double turn) {
        const Vec3 axis = random_vector(rng_, 1.0) + Vec3(0.0, 0.0, 1e-3);
        const Eigen::Quaterniond by(Eigen::AngleAxisd(turn * rng_.uniform(-1.0, 1.0), axis.normalized()));
        return {pose.translation + random_vector(rng_, length), (by * pose.rotation).normalized()};
    }

    void drive(std::uint32_t i) {
        Pull wanted;
        wanted.stiffness = rng_.uniform(5.0, 200.0);
        switch (mood_) {
            case 0: wanted.target = shaken(on_path(i, 1.0), 0.02 * size_, 0.05); break;             // in the seat
            case 1: wanted.target = shaken(on_path(i, part_), 0.01 * size_, 0.05); break;           // somewhere on the way
            case 2: part_ = std::clamp(part_ + (towards_ > part_ ? 0.02 : -0.02), 0.0, 1.0);        // along it
                    wanted.target = shaken(on_path(i, part_), 0.005 * size_, 0.02); break;
            case 3: wanted.target = shaken(on_path(i, 1.0), 2.0 * size_, 2.0); break;               // sweeps of metres
            case 4: wanted.target = Pose{world_.pose(i).translation + 0.05 * size_ * aim_, world_.pose(i).rotation}; break;
            case 5: wanted.grab = Grab{apply(inverse(world_.pose(i)), world_.pose(i).translation + 0.3 * size_ * aim_),
                                       world_.pose(i).translation + size_ * random_vector(rng_, 1.0)}; break;
            default: wanted.velocity = {10.0 * size_ * aim_, 10.0 * aim_};
                     wanted.force = {1e3 * size_ * random_vector(rng_, 1.0), 1e3 * random_vector(rng_, 1.0)};
        }
        pull(world_, i, wanted);
    }

    void change(Soaked& soaked) {
        ++soaked.changed;
        const std::uint32_t i = movable_[rng_.below(movable_.size())];
        switch (rng_.below(8)) {
            case 0: set_order(world_, WorldOrder::First); break;
            case 1: set_order(world_, WorldOrder::Second); break;
            case 2: set_gravity(world_, 20.0 * size_ * random_vector(rng_, 1.0)); break;
            case 3: set_velocity(world_, i, {100.0 * size_ * random_vector(rng_, 1.0), 50.0 * random_vector(rng_, 1.0)}); break;
            case 4: soaked.refused += !place(world_, i, shaken(on_path(i, rng_.uniform(0.0, 1.0)), 0.1 * size_, 0.1)); break;
            case 5: kept_ = save(world_); break;
            case 6: soaked.refused += !restore(world_, rng_.below(2) == 0 ? kept_ : begin_); break;
            default: set_security(world_, rng_.below(3) == 0 ? rng_.uniform(0.2, 3.0) : 1.0);
        }
    }

    World& world_;
    Rng rng_;
    WorldState begin_, kept_;
    std::vector<std::uint32_t> movable_;
    std::vector<const Path*> paths_;
    double size_ = 0.0, part_ = 0.0, towards_ = 1.0;
    Vec3 aim_ = Vec3::Zero();
    std::uint64_t mood_ = 0, left_ = 0;
};

/// For so many seconds, or frames.
Soaked soak(const Scene& scene, double seconds, std::uint64_t frames, std::uint64_t seed) {
    auto world = world_of(scene, {.world = {.gravity = {0.0, 0.0, -9810.0}}});
    Soaked soaked;
    if (!world) {
        ADD_FAILURE() << world.error().message;
        return soaked;
    }
    Mad mad(*world, scene, seed);
    ExactCheck check(*world);
    std::vector<Pose> before(world->size());
    const auto began = std::chrono::steady_clock::now();
    const auto passed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(); };
    FrameBudget budget;
    if (seconds > 0.0) budget.time = std::chrono::milliseconds(8);
    const auto goes_on = [&] { return seconds > 0.0 ? passed() < seconds : soaked.frames < frames; };
    while (goes_on()) {
        mad.frame(soaked);
        for (std::uint32_t i = 0; i < world->size(); ++i) before[i] = world->pose(i);
        const double start = thread_seconds();
        const FrameReport report = advance(*world, budget);
        if (seconds > 0.0) {
            soaked.ms.push_back(1e3 * (thread_seconds() - start));
            if (soaked.ms.back() > kSlow)
                std::printf("frame %llu: %.0f ms; %d sub-steps, %zu contacts, %llu queries, work %llu, mood %llu, security %.2f, order %d\n",
                            static_cast<unsigned long long>(soaked.frames), soaked.ms.back(), report.sub_steps, report.contacts.size(),
                            static_cast<unsigned long long>(report.queries), static_cast<unsigned long long>(report.work),
                            static_cast<unsigned long long>(mad.mood()), world->memory().options.security,
                            static_cast<int>(world->memory().options.order));
        }
        ++soaked.frames;
        soaked.near += report.least_distance < std::numeric_limits<double>::infinity();
        for (std::uint32_t i = 0; i < world->size(); ++i) soaked.moved += before[i].translation != world->pose(i).translation;
        const std::vector<BodyPair> met = check.meeting();
        soaked.meetings += met.size();
        if (!met.empty()) std::printf("frame %llu: bodies %u and %u meet\n", static_cast<unsigned long long>(soaked.frames), met[0][0], met[0][1]);
        if (seconds > 0.0 && soaked.megabytes_early == 0.0 && passed() > 0.2 * seconds) soaked.megabytes_early = resident_megabytes();
    }
    soaked.megabytes_late = resident_megabytes();
    return soaked;
}

void report(const Soaked& soaked) {
    std::vector<double> ms = soaked.ms;
    std::sort(ms.begin(), ms.end());
    const auto at = [&](double part) { return ms.empty() ? 0.0 : ms[static_cast<std::size_t>(part * static_cast<double>(ms.size() - 1))]; };
    std::printf("%llu frames, %llu of them near something, %llu changes (%llu refused): %llu interpenetrations; CPU ms a frame: median %.2f, "
                "p99 %.2f, most %.2f; resident %.0f MB after a fifth, %.0f MB at the end\n",
                static_cast<unsigned long long>(soaked.frames), static_cast<unsigned long long>(soaked.near),
                static_cast<unsigned long long>(soaked.changed), static_cast<unsigned long long>(soaked.refused),
                static_cast<unsigned long long>(soaked.meetings), at(0.5), at(0.99), at(1.0), soaked.megabytes_early, soaked.megabytes_late);
}

}  // namespace

TEST(HandlingSoak, Property_NothingEverInterpenetrates) {
    if (const char* seconds = std::getenv("GRAZE_CAMPAIGN_SOAK")) {
        const char* file = std::getenv("GRAZE_SOAK_SCENE");
        const auto scene = file != nullptr ? read_scene_file(file) : make_demo("bunnies");
        ASSERT_TRUE(scene) << scene.error().message;
        const char* seed = std::getenv("GRAZE_SOAK_SEED");
        const Soaked soaked = soak(*scene, std::atof(seconds), 0, seed != nullptr ? static_cast<std::uint64_t>(std::atoll(seed)) : 1);
        report(soaked);
        EXPECT_EQ(soaked.meetings, 0u);
        EXPECT_LT(soaked.megabytes_late, soaked.megabytes_early + kMostGrowth);
        EXPECT_GT(soaked.near, soaked.frames / 20);
        return;
    }
    Soaked all;
    for (const auto& [demo, parameters] : {std::pair<const char*, DemoOptions>{"bunnies", {1, {{"triangles", 5000.0}}}},
                                           {"peg-in-hole", {1, {{"resolution", 16.0}, {"rows", 2.0}}}},
                                           {"interlocked-tori", {}}}) {
        const Soaked soaked = soak(*make_demo(demo, parameters), 0.0, 300 / test::kSlower, 7);
        EXPECT_EQ(soaked.meetings, 0u) << demo;
        EXPECT_GT(soaked.near, soaked.frames / 20) << demo;
        EXPECT_GT(soaked.moved, soaked.frames / 4) << demo;
        all.changed += soaked.changed;
    }
    EXPECT_GT(all.changed, 0u);
}

}  // namespace graze::handling_soak_test
