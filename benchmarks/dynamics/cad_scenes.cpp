// Car parts, from the scene files that `graze demo car-door` and `graze demo window-motor` write.
#include "dynamics/scenes.h"

#include "graze/demo/solids.h"
#include "graze/demo/turn.h"
#include "graze/io/scene/scene_file.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace graze::bench {
namespace {

// Steps of a hand that shakes: mm, and turns.
Pose shaken(const Pose& pose, int frame, double length, double turns) {
    Rng rng(977u + 7919u * static_cast<std::uint64_t>(frame));
    const auto any = [&] { return rng.uniform(-1.0, 1.0); };
    Pose made = pose;
    made.translation += length * Vec3(any(), any(), any());
    made.rotation = product(turned_about({any(), any(), any() + 1.5}, turns * any()), pose.rotation);
    return made;
}

// Where a path is at a part of its way: straight between its poses, turning evenly. For a hand, who needs no
// more.
Pose along(const Path& path, double part) {
    const double at = std::clamp(part, 0.0, 1.0) * static_cast<double>(path.poses.size() - 1);
    const auto from = std::min(static_cast<std::size_t>(at), path.poses.size() - 2);
    const double t = at - static_cast<double>(from);
    const Pose &a = path.poses[from], &b = path.poses[from + 1];
    return {(1.0 - t) * a.translation + t * b.translation, a.rotation.slerp(t, b.rotation).normalized()};
}

struct Read {
    Scene scene;
    DynamicsScene made;
    Pose to_file;  // pose in the file = compose(pose here, to_file)
};

// The body with a path moves, from `start`.
Expected<Read> read_pair(const std::string& file, const char* name, const char* what, double start) {
    auto scene = read_scene_file(file);
    if (!scene) return scene.error();
    Read read{*std::move(scene), {name, what, {}}, {}};
    const Path& path = read.scene.paths.at(0);
    for (std::uint32_t i = 0; i < read.scene.bodies.size(); ++i) {
        const SceneBody& body = read.scene.bodies[i];
        if (i != path.body) {
            read.made.bodies.push_back(standing(body.name, *body.mesh, body.pose));
            continue;
        }
        const Pose pose = along(path, start);
        read.made.driven = static_cast<int>(read.made.bodies.size());
        read.made.bodies.push_back(movable(body.name, *body.mesh, pose));
        read.to_file = relative(read.made.bodies.back().pose, pose);
    }
    read.made.is_second_order = false;
    read.made.gravity.setZero();
    return read;
}

Expected<DynamicsScene> door_of(const std::string& folder, const char* name) {
    auto read = read_pair(folder + "/scene.json", name,
                          "A car's door shaken in its seat (31 mm, 3 degrees a frame), then swept by metres "
                          "a frame, then taken out",
                          1.0);
    if (!read) return read.error();
    const Path path = read->scene.paths[0];
    const Pose back = inverse(read->to_file), out = path.poses.front();
    read->made.frames = 300;
    read->made.target = [=](int frame, const Pose&) {
        if (frame < 180) return compose(shaken(path.poses.back(), frame, 31.0, 3.0 / 360.0), back);
        if (frame < 270) return compose(shaken(path.poses.back(), frame, 2500.0, 0.3), back);
        return compose(out, back);
    };
    const auto driven = static_cast<std::size_t>(read->made.driven);
    read->made.ending = [=, to_file = read->to_file](Poses poses) {
        const double left = (compose(poses[driven], to_file).translation - out.translation).norm();
        return DynamicsEnding{fmt::format("{:.0f} mm from where it was wanted", left), 0};
    };
    return read->made;
}

Expected<DynamicsScene> door(const std::string& cad) { return door_of(cad + "/car-door", "door"); }
Expected<DynamicsScene> fine_door(const std::string& cad) { return door_of(cad + "/car-door-fine", "door-fine"); }

Expected<DynamicsScene> mounted_door_of(const std::string& folder, const char* name) {
    auto read = read_pair(folder + "/scene.json", name,
                          "The door into its seat by a noisy hand (16 mm, 3 degrees)", 0.0);
    if (!read) return read.error();
    const Path path = read->scene.paths[0];
    const Pose back = inverse(read->to_file), seat = path.poses.back();
    read->made.frames = 300;
    read->made.target = [=](int frame, const Pose&) {
        const Pose wanted = along(path, frame / 240.0);
        return compose(frame < 240 ? shaken(wanted, frame, 16.0, 3.0 / 360.0) : wanted, back);
    };
    const auto driven = static_cast<std::size_t>(read->made.driven);
    read->made.ending = [=, to_file = read->to_file](Poses poses) {
        const double left = (compose(poses[driven], to_file).translation - seat.translation).norm();
        return DynamicsEnding{fmt::format("{:.2f} mm from its seat", left), 0};
    };
    return read->made;
}

Expected<DynamicsScene> mounted_door(const std::string& cad) { return mounted_door_of(cad + "/car-door", "door-in"); }
Expected<DynamicsScene> mounted_fine_door(const std::string& cad) {
    return mounted_door_of(cad + "/car-door-fine", "door-in-fine");
}

Expected<DynamicsScene> motor(const std::string& cad) {
    auto read = read_pair(cad + "/window-motor/scene.json", "motor",
                          "The motor of a window out of its door, by a noisy hand", 0.0);
    if (!read) return read.error();
    const Path path = read->scene.paths[0];
    const Pose back = inverse(read->to_file);
    read->made.frames = 300;
    read->made.target = [=](int frame, const Pose&) {
        return compose(
            shaken(along(path, frame / 260.0), frame, frame < 260 ? 2.0 : 0.0, frame < 260 ? 0.005 : 0.0),
            back);
    };
    const auto driven = static_cast<std::size_t>(read->made.driven);
    read->made.ending = [=, to_file = read->to_file](Poses poses) {
        const double left =
            (compose(poses[driven], to_file).translation - path.poses.back().translation).norm();
        return DynamicsEnding{fmt::format("{:.2f} mm from the end of its way", left), 0};
    };
    return read->made;
}

Expected<DynamicsScene> bouncing_car(const std::string& cad) {
    auto scene = read_scene_file(cad + "/car-door/scene.json");
    if (!scene) return scene.error();
    DynamicsScene made{"car", "The skeleton of a car dropped on a floor from half a metre", {}};
    made.frames = 180;
    const SceneBody& car = scene->bodies.at(1 - scene->paths.at(0).body);
    Pose tilted;
    tilted.rotation = turned_about({1.0, 0.3, 0.1}, 0.04);
    made.bodies.push_back(movable("car", *car.mesh, tilted));
    Box box;
    for (const Vec3& v : made.bodies[0].mesh->vertices) box.add(apply(made.bodies[0].pose, v));
    Pose floor;
    floor.translation = Vec3(box.centre().x(), box.centre().y(), box.min.z() - 500.0 - 200.0);
    made.bodies.push_back(standing("floor", box_solid({10000.0, 10000.0, 200.0}), floor));
    made.bodies[0].restitution = made.bodies[1].restitution = 0.4;
    const double ground = floor.translation.z() + 200.0;
    made.ending = [ground](Poses poses) {
        const double above = poses[0].translation.z() - ground;
        return DynamicsEnding{fmt::format("centre {:.0f} mm above the floor", above), above < 0.0 ? 1 : 0};
    };
    return made;
}

// The gripper hangs on a spring that is drawn through the fixture and back; the arm follows on its six joints.
Expected<DynamicsScene> robot(const std::string& cad) {
    auto scene = read_scene_file(cad + "/robot-cell/scene.json");
    if (!scene) return scene.error();
    DynamicsScene made{"robot", "A robot's gripper on a spring, drawn onto the fixture and along it; the arm follows on six joints", {}};
    made.gravity.setZero();
    made.frames = 300;
    made.stiffness = 12.0;
    std::vector<char> moves(scene->bodies.size(), 0);
    for (const Joint& joint : scene->joints) moves[joint.body] = 1;
    for (std::size_t i = 0; i < scene->bodies.size(); ++i) {
        const SceneBody& body = scene->bodies[i];
        made.bodies.push_back(moves[i] ? movable(body.name, *body.mesh, body.pose) : standing(body.name, *body.mesh, body.pose));
        if (body.name == "gripper") made.driven = static_cast<int>(i);
    }
    for (const Joint& joint : scene->joints) {
        WorldJoint hinge{.kind = joint.kind, .body = joint.body, .parent = joint.parent, .axis = joint.axis, .origin = joint.origin, .limits = joint.limits};
        if (hinge.limits)
            for (double& limit : *hinge.limits) limit *= 3.14159265358979323846 / 180.0;
        made.joints.push_back(hinge);
    }
    if (made.driven < 0) return make_error(ErrorCode::BadInput, "robot-cell", "it has no gripper");
    const Pose start = made.bodies[static_cast<std::size_t>(made.driven)].pose;
    made.target = [start](int frame, const Pose&) {
        Pose wanted = start;
        const double down = std::min(1.0, frame / 120.0);
        wanted.translation += Vec3(-100.0 * down, 150.0 * std::sin(0.03 * frame), -1200.0 * down);
        return wanted;
    };
    const auto driven = static_cast<std::size_t>(made.driven);
    made.ending = [=](Poses poses) {
        return DynamicsEnding{fmt::format("gripper went {:.0f} mm", (poses[driven].translation - start.translation).norm()), 0};
    };
    return made;
}

constexpr DynamicsCadKind kScenes[] = {{"door", door},           {"door-in", mounted_door},           {"door-fine", fine_door},
                                       {"door-in-fine", mounted_fine_door}, {"motor", motor},        {"car", bouncing_car},
                                       {"robot", robot}};

}  // namespace

std::span<const DynamicsCadKind> cad_scenes() { return kScenes; }

}  // namespace graze::bench
