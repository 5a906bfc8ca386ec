// MuJoCo, which collides boxes and the convex hulls of meshes: scenes whose bodies are not convex it cannot simulate.
// The world is written as MJCF and loaded through its virtual file system.
#include "peers/dynamics_contestant.h"

#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

namespace graze::bench {
namespace {

struct Words {
    std::ostringstream out;
    Words() { out.precision(17); }
    void list(const char* name, std::span<const double> numbers, double unit) {
        out << ' ' << name << "=\"";
        for (const double x : numbers) out << x / unit << ' ';
        out << '"';
    }
};

void write_geom(Words& words, const PlainRigidBody& body, std::size_t i, double unit) {
    words.out << "<geom";
    if (body.half_box[0] > 0.0) {
        words.out << " type=\"box\"";
        words.list("size", body.half_box, unit);
    } else {
        words.out << " type=\"mesh\" mesh=\"m" << i << '"';
    }
    words.out << " friction=\"" << body.friction << " 0.005 0.0001\" condim=\"3\"/>";
}

std::string mjcf(const PlainWorld& world) {
    // It allocates a dense matrix for as many rows as there may be: 4 a contact.
    const std::size_t contacts = std::min<std::size_t>(1500, 100 + 20 * world.bodies.size());
    Words words;
    words.out << "<mujoco><option timestep=\"" << world.frame / world.inner_steps << "\" integrator=\"implicit\"";
    words.list("gravity", world.gravity, world.unit);
    words.out << "/><size nconmax=\"" << contacts << "\" njmax=\"" << 4 * contacts << "\"/><compiler inertiafromgeom=\"false\" boundmass=\"0\"/><asset>";
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
        const PlainRigidBody& body = world.bodies[i];
        if (body.half_box[0] > 0.0) continue;
        words.out << "<mesh name=\"m" << i << '"';
        words.list("vertex", body.mesh.coordinates, world.unit);
        words.out << "/>";
    }
    words.out << "</asset><worldbody>";
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
        const PlainRigidBody& body = world.bodies[i];
        const double* q = body.pose.quaternion;
        const double wxyz[] = {q[3], q[0], q[1], q[2]};
        words.out << "<body name=\"b" << i << '"';
        words.list("pos", body.pose.translation, world.unit);
        words.list("quat", wxyz, 1.0);
        words.out << '>';
        if (body.mass > 0.0) {
            words.out << "<freejoint/><inertial pos=\"0 0 0\" mass=\"" << body.mass << '"';
            words.list("diaginertia", body.inertia, world.unit * world.unit);
            words.out << "/>";
        }
        write_geom(words, body, i, world.unit);
        words.out << "</body>";
    }
    words.out << "</worldbody></mujoco>";
    return words.out.str();
}

mjModel* load(const std::string& text) {
    auto files = std::make_unique<mjVFS>();
    mj_defaultVFS(files.get());
    if (mj_makeEmptyFileVFS(files.get(), "world.xml", static_cast<int>(text.size())) != 0) return nullptr;
    const int at = mj_findFileVFS(files.get(), "world.xml");
    std::memcpy(files->filedata[at], text.data(), text.size());
    char error[500] = "";
    mjModel* model = mj_loadXML("world.xml", files.get(), error, sizeof error);
    if (!model) std::fprintf(stderr, "MuJoCo: %s\n", error);
    mj_deleteVFS(files.get());
    return model;
}

class MujocoDynamics : public DynamicsContestant {
  public:
    MujocoDynamics(const PlainWorld& world, mjModel* model)
        : unit_(world.unit), frame_(world.frame), second_order_(world.is_second_order), inner_steps_(world.inner_steps), model_(model), data_(mj_makeData(model)) {
        for (std::size_t i = 0; i < world.bodies.size(); ++i) {
            const int id = mj_name2id(model_, mjOBJ_BODY, ("b" + std::to_string(i)).c_str());
            ids_.push_back(id);
            if (world.bodies[i].mass > 0.0) set_velocity(static_cast<int>(i), world.bodies[i].velocity);
        }
        mj_forward(model_, data_);
    }
    ~MujocoDynamics() override {
        mj_deleteData(data_);
        mj_deleteModel(model_);
    }
    void drive(int body, const PlainPose& target) override {
        double velocity[6];
        velocity_between(pose(body), target, frame_, velocity);
        set_velocity(body, velocity);
    }
    void advance() override {
        for (int step = 0; step < inner_steps_; ++step) mj_step(model_, data_);
        mj_kinematics(model_, data_);
        if (!second_order_) mju_zero(data_->qvel, model_->nv);
    }
    [[nodiscard]] PlainPose pose(int body) const override {
        const double *at = data_->xpos + 3 * ids_[body], *q = data_->xquat + 4 * ids_[body];
        PlainPose made{};
        for (int k = 0; k < 3; ++k) made.translation[k] = unit_ * at[k];
        const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        for (int k = 0; k < 4; ++k) made.quaternion[k] = q[(k + 1) % 4] / length;
        fill_rotation(made);
        return made;
    }

  private:
    // Angular velocity of a free joint is in the body's axes.
    void set_velocity(int body, const double* velocity) {
        double* to = data_->qvel + model_->jnt_dofadr[model_->body_jntadr[ids_[body]]];
        const double* q = data_->qpos + model_->jnt_qposadr[model_->body_jntadr[ids_[body]]] + 3;
        double back[4];
        mju_negQuat(back, q);
        for (int k = 0; k < 3; ++k) to[k] = velocity[k] / unit_;
        mju_rotVecQuat(to + 3, velocity + 3, back);
    }

    double unit_, frame_;
    bool second_order_;
    int inner_steps_;
    mjModel* model_;
    mjData* data_;
    std::vector<int> ids_;
};

}  // namespace

std::unique_ptr<DynamicsContestant> make_mujoco_dynamics(const PlainWorld& world) {
    for (const PlainRigidBody& body : world.bodies)
        if (!body.is_convex) return nullptr;
    mjModel* model = load(mjcf(world));
    return model ? std::make_unique<MujocoDynamics>(world, model) : nullptr;
}

}  // namespace graze::bench
