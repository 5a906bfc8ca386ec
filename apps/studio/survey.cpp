#include "studio/survey.h"

#include "graze/dynamics/handling/places.h"

#include <algorithm>

#include <fmt/format.h>

namespace graze::studio {
namespace {

/// At most the distance of what is in the boxes.
double distance_lo(const Box& p, const Box& q) {
    Vec3 gap;
    for (int k = 0; k < 3; ++k) gap[k] = std::max({0.0, p.min[k] - q.max[k], q.min[k] - p.max[k]});
    return gap.norm() * (1.0 - 1e-12);
}

/// A point as a body: one triangle of no size.
Expected<Body> body_of(const Vec3& point) {
    Mesh mesh;
    mesh.vertices = {point, point, point};
    mesh.triangles = {{0, 1, 2}};
    make_one_surface(mesh, "point");
    return build_body(std::move(mesh));
}

struct End {
    PosedBody posed;
    std::vector<std::uint32_t> faces;  // by triangle; empty: no face
};

Expected<End> end_of(const OpenedScene& scene, const std::vector<Pose>& poses, const MeasureEnd& end) {
    if (end.point) {
        auto body = body_of(*end.point);
        if (!body) return body.error();
        return End{{*body, {}}, {}};
    }
    const std::uint32_t id = *end.body;
    if (id >= scene.bodies.size()) return make_error(ErrorCode::NotFound, "measure", fmt::format("there is no body {}", id));
    const Mesh& mesh = scene.bodies[id].mesh();
    if (!end.face) return End{{scene.bodies[id], poses[id]}, mesh.surface_of_triangle};
    Mesh part;
    part.vertices = mesh.vertices;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        if (mesh.surface_of_triangle[t] == *end.face) part.triangles.push_back(mesh.triangles[t]);
    if (part.triangles.empty()) return make_error(ErrorCode::NotFound, "measure", fmt::format("{} has no face {}", scene.scene.bodies[id].name, *end.face));
    make_one_surface(part, "face");
    auto body = build_body(std::move(part));
    if (!body) return body.error();
    return End{{*body, poses[id]}, std::vector<std::uint32_t>(body->mesh().triangles.size(), *end.face)};
}

}  // namespace

std::optional<Surroundings> surroundings(const OpenedScene& scene, const std::vector<Pose>& poses, std::uint32_t body, const std::vector<BodyPair>& ignored) {
    const Box own = box_around(poses[body], scene.bodies[body].bounds());
    std::vector<std::pair<double, std::uint32_t>> others;
    for (std::uint32_t i = 0; i < scene.bodies.size(); ++i) {
        const BodyPair pair{std::min(i, body), std::max(i, body)};
        if (i == body || std::find(ignored.begin(), ignored.end(), pair) != ignored.end()) continue;
        others.emplace_back(distance_lo(own, box_around(poses[i], scene.bodies[i].bounds())), i);
    }
    std::sort(others.begin(), others.end());
    std::optional<Surroundings> best;
    for (const auto& [lo, i] : others) {
        if (best && lo > best->hi) break;
        const BodyDistance found = distance({scene.bodies[body], poses[body]}, {scene.bodies[i], poses[i]});
        if (!best || found.hi < best->hi) best = Surroundings{best ? std::min(best->lo, found.lo) : found.lo, found.hi, {body, i}};
        best->lo = std::min(best->lo, found.lo);
    }
    return best;
}

Expected<Measured> measure(const OpenedScene& scene, const std::vector<Pose>& poses, const Measure& ends) {
    const auto a = end_of(scene, poses, ends.a), b = end_of(scene, poses, ends.b);
    if (!a) return a.error();
    if (!b) return b.error();
    const BodyDistance found = distance(a->posed, b->posed);
    Measured measured{.lo = found.lo, .hi = found.hi, .points = {found.on_a, found.on_b}};
    if (!a->faces.empty()) measured.faces[0] = a->faces[found.triangles.a];
    if (!b->faces.empty()) measured.faces[1] = b->faces[found.triangles.b];
    return measured;
}

Surveyor::Surveyor() : thread_([this] { run(); }) {}

Surveyor::~Surveyor() {
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
    }
    wake_.notify_all();
    thread_.join();
}

void Surveyor::ask(Wish wish) {
    {
        const std::lock_guard lock(mutex_);
        wish_ = std::move(wish);
    }
    wake_.notify_all();
}

std::optional<Surroundings> Surveyor::answer(std::uint32_t scene, std::uint32_t body) const {
    const std::lock_guard lock(mutex_);
    return scene == scene_ && body == body_ ? answer_ : std::nullopt;
}

void Surveyor::run() {
    for (;;) {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [&] { return ends_ || wish_; });
        if (ends_) return;
        const Wish wish = *std::move(wish_);
        wish_.reset();
        lock.unlock();
        const auto found = surroundings(*wish.scene, wish.poses, wish.body, wish.ignored);
        lock.lock();
        answer_ = found;
        scene_ = wish.scene->number;
        body_ = wish.body;
    }
}

}  // namespace graze::studio
