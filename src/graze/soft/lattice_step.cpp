// One implicit step of all lattices together: passes of Newton's method with turned elements, conjugate gradients in each.
//
//     M (x - y) / h^2 + dE/dx + damping + rows + holds = 0,     y = x_n + h v_n + h^2 g                      (13)
//     E = sum 1/2 u^T K u,     u = R(x)^T x - X                                                           (14)
//
// R is the rotation of each cell's mean deformation F = R S [Mueller04]. Forces are E's own slopes, with how R follows x:
// a cell then never turns itself. Without that a strain e makes a torque of order e^2, which is nothing for jelly and
// throws steel about. With f = K u, Y_a = R^T x_a and F = sum x_a G_a^T, in the cell's frame
//
//     dE/dx_a = f_a - t x G_a,     (tr S - S) t = sum Y_a x f_a                                           (15)
//
// The matrix is sum R K R^T: at least as stiff as E, so steps lead down. State, forces and residual are
// doubles. Conjugate gradients end when what is preconditioned, an estimate of what x is still away from the answer, is
// below an absolute length: relative tolerances would work on rounding noise when everything rests.
#include "graze/soft/lattice_memory.h"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace graze::soft {
namespace {

constexpr double kPassShare = 1e-3;     // of a pass's first estimate: closer is for the next pass
constexpr double kArrived = 100.0;      // tolerances: a pass that moves nothing farther is the last one
constexpr double kSafeStep = 0.02;      // cells: shorter steps are not doubted
constexpr double kRounding = 1e-9;
constexpr int kMostHalvings = 8;
constexpr double kLeastStretch = 0.2;   // sums of two stretches of a cell below this: it is turned inside out, and (15) is left out
constexpr int kMostTurnRounds = 60;
constexpr double kTurned = 1e-12;

/// The Hessian of a row at its points, and its force on the first side.
struct RowState {
    Mat3 stiffness = Mat3::Zero();
    Vec3 force = Vec3::Zero();
    double energy = 0.0;
    bool pushes = false;
};

Vec3 point_of(const ContactRow& row, std::span<const Vec3> x) {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < row.count; ++i) sum += row.weight[static_cast<std::size_t>(i)] * x[row.node[static_cast<std::size_t>(i)]];
    return sum;
}

/// Push and rub that the row's springs give here.
KeptPush trial_of(const ContactRow& row, const Vec3& ahead, const Vec3& slid) {
    KeptPush trial;
    trial.push = std::max(-row.most_pull, row.push - row.stiffness * (row.normal.dot(ahead) - row.kept_gap));
    const Vec3 across = slid - row.normal.dot(slid) * row.normal;
    trial.rub = row.rub - row.stiffness * across;
    const double most = row.friction * std::max(0.0, trial.push), size = trial.rub.norm();
    if (size > most) trial.rub *= size > 0.0 ? most / size : 0.0;
    return trial;
}

using Corners24 = Eigen::Matrix<double, 24, 1>;

/// What (15) adds to K u, in the cell's frame.
void add_turning(const Element& element, const std::array<Vec3, 8>& y, Corners24& f) {
    Mat3 stretch = Mat3::Zero();
    Vec3 torque = Vec3::Zero();
    for (std::size_t k = 0; k < 8; ++k) {
        stretch += y[k] * element.gradient[k].transpose();
        torque += y[k].cross(f.segment<3>(static_cast<Eigen::Index>(3 * k)));
    }
    const Mat3 sums = stretch.trace() * Mat3::Identity() - 0.5 * (stretch + stretch.transpose());
    const Eigen::LDLT<Mat3> solver(sums);
    if (!(solver.vectorD().minCoeff() > kLeastStretch)) return;
    const Vec3 t = solver.solve(torque);
    for (std::size_t k = 0; k < 8; ++k) f.segment<3>(static_cast<Eigen::Index>(3 * k)) -= t.cross(element.gradient[k]);
}

class Step {
  public:
    Step(BulkMemory& memory, const StepInput& input) : memory_(memory), input_(input), h_(input.seconds), start_(all_corners(memory)) {
        cell_ = std::numeric_limits<double>::infinity();
        for (const BulkBody& body : memory_.bodies) cell_ = std::min(cell_, body.lattice->cell);
        const Vec3 fall = h_ * h_ * memory_.options.gravity;
        for (const BulkBody& body : memory_.bodies)
            for (std::size_t i = 0; i < body.x.size(); ++i) {
                ahead_.push_back(body.x[i] + h_ * body.v[i] + fall);
                mass_.push_back(body.lattice->mass[i]);
                sleeps_.push_back(body.sleeps[i]);
            }
        out_.x = start_;
        force_.resize(start_.size());
        step_.resize(start_.size());
        r_.resize(start_.size());
        z_.resize(start_.size());
        p_.resize(start_.size());
        q_.resize(start_.size());
    }

    StepOutput run() {
        begin();
        for (int pass = 0; pass < memory_.options.most_passes; ++pass) {
            ++out_.passes;
            turn_cells();
            find_row_states();
            const double before = find_forces();
            in_system_.clear();
            for (const RowState& state : row_states_) in_system_.push_back(state.pushes ? 1 : 0);
            assemble();
            precondition_rows();
            double moved = solve();
            moved *= go_down(before, moved);
            const bool settled = rows_are_settled();
            const bool is_last = pass + 1 == memory_.options.most_passes || (settled && moved <= kArrived * memory_.options.tolerance * cell_);
            follow_rows(settled);
            if (is_last) break;
        }
        balance_momentum();
        return std::move(out_);
    }

  private:
    std::span<const Vec3> of_body(const BulkBody& body, const Vectors& all) const { return std::span(all).subspan(body.first_node, body.x.size()); }
    std::span<Vec3> of_body(const BulkBody& body, Vectors& all) const { return std::span(all).subspan(body.first_node, body.x.size()); }

    static bool is_asleep(const BulkBody& body, std::size_t cell) {
        const auto& node = body.lattice->cells[cell].node;
        return std::all_of(node.begin(), node.end(), [&](std::uint32_t n) { return body.sleeps[n] != 0; });
    }

    /// From where motion alone leads each node, or each body as if it were rigid, or from where everything is: from where
    /// there is the least energy.
    void begin() {
        // What sticks holds on from where it is: elsewhere there may be less energy, but no way there.
        const bool sticks = input_.rows != nullptr && std::any_of(input_.rows->begin(), input_.rows->end(), [](const ContactRow& row) { return row.most_pull > 0.0; });
        if (input_.is_exact || sticks) return;
        Vectors best = start_, rigid = start_;
        for (const BulkBody& body : memory_.bodies) advance_rigidly(body, rigid);
        double least = std::numeric_limits<double>::infinity();
        for (const Vectors* candidate : {&std::as_const(start_), &std::as_const(rigid), &std::as_const(ahead_)}) {
            for (std::size_t i = 0; i < start_.size(); ++i)
                if (sleeps_[i] == 0) out_.x[i] = (*candidate)[i];
            turn_cells();
            find_row_states();
            const double energy = find_forces();
            if (!(energy < least)) continue;
            least = energy;
            best = out_.x;
        }
        out_.x = std::move(best);
    }

    /// As its momenta say, all of a piece.
    void advance_rigidly(const BulkBody& body, Vectors& x) const {
        Vec3 middle = Vec3::Zero(), to = Vec3::Zero(), spin = Vec3::Zero();
        double mass = 0.0;
        const std::size_t begin = body.first_node, end = begin + body.x.size();
        for (std::size_t i = begin; i < end; ++i) {
            middle += mass_[i] * start_[i];
            to += mass_[i] * ahead_[i];
            mass += mass_[i];
        }
        middle /= mass;
        to /= mass;
        Mat3 inertia = Mat3::Zero();
        for (std::size_t i = begin; i < end; ++i) {
            const Vec3 r = start_[i] - middle;
            spin += mass_[i] * r.cross(ahead_[i] - start_[i]);
            inertia += mass_[i] * (r.squaredNorm() * Mat3::Identity() - r * r.transpose());
        }
        const Vec3 turn = inertia.ldlt().solve(spin);
        const double angle = turn.norm();
        const Mat3 turned = angle > 0.0 ? Eigen::AngleAxisd(angle, turn / angle).toRotationMatrix() : Mat3(Mat3::Identity());
        for (std::size_t i = begin; i < end; ++i) x[i] = to + turned * (start_[i] - middle);
    }

    void turn_cells() {
        for (BulkBody& body : memory_.bodies) {
            const auto x = of_body(body, std::as_const(out_.x));
            for (std::size_t c = 0; c < body.turn.size(); ++c)
                if (!is_asleep(body, c)) body.turn[c] = rotation_of(deformation_of(*body.lattice, c, x), body.turn[c]);
        }
    }

    /// Half as far, and again, while the energy would rise: where cells are turned inside out it may. Returns the share gone.
    double go_down(double before, double moved) {
        const Vectors from = out_.x;
        double share = 1.0;
        for (int k = 0;; ++k, share *= 0.5) {
            for (std::size_t i = 0; i < out_.x.size(); ++i) out_.x[i] = from[i] + share * step_[i];
            if (moved <= kSafeStep * cell_ || k == kMostHalvings) return share;
            turn_cells();
            find_row_states();
            if (find_forces() <= before + kRounding * std::abs(before)) return share;
        }
    }

    Vec3 slid(const ContactRow& row) const { return point_of(row, out_.x) - point_of(row, start_) - row.slide; }

    void find_row_states() {
        row_states_.clear();
        if (input_.rows == nullptr) return;
        for (const ContactRow& row : *input_.rows) {
            RowState state;
            const Vec3 along = slid(row);
            const KeptPush trial = trial_of(row, point_of(row, out_.x) + row.fixed, along);
            state.force = trial.push * row.normal + trial.rub;
            state.pushes = trial.push > -row.most_pull;
            state.energy = 0.5 * trial.push * trial.push / row.stiffness;
            if (state.pushes) {
                state.stiffness = row.stiffness * row.normal * row.normal.transpose();
                const Vec3 across = along - row.normal.dot(along) * row.normal;
                const Vec3 wanted = row.rub - row.stiffness * across;
                const double size = wanted.norm(), most = row.friction * std::max(0.0, trial.push);
                Mat3 plane = Mat3::Identity() - row.normal * row.normal.transpose();
                if (size > most) plane = most / size * (plane - wanted * wanted.transpose() / (size * size));  // it slides: no stiffer along its way
                state.stiffness += row.stiffness * plane;
            }
            row_states_.push_back(state);
        }
    }

    /// What is left of (13): forces less inertia. Returns the energy whose slopes they are, friction left out.
    double find_forces() {
        double energy = 0.0;
        std::fill(force_.begin(), force_.end(), Vec3::Zero());
        for (const BulkBody& body : memory_.bodies) {
            const auto x = of_body(body, std::as_const(out_.x)), from = of_body(body, std::as_const(start_));
            const auto force = of_body(body, force_);
            const double lag = body.material.damping / h_;
            Corners24 u, w;
            std::array<Vec3, 8> y;
            for (std::size_t c = 0; c < body.turn.size(); ++c) {
                if (is_asleep(body, c)) continue;
                const LatticeCell& cell = body.lattice->cells[c];
                const Mat3 turn = body.turn[c].toRotationMatrix();
                const Element& element = body.lattice->elements[cell.element];
                for (std::size_t k = 0; k < 8; ++k) {
                    const std::uint32_t n = cell.node[k];
                    y[k] = turn.transpose() * x[n];
                    u.segment<3>(static_cast<Eigen::Index>(3 * k)) = y[k] - body.lattice->nodes[n];
                    w.segment<3>(static_cast<Eigen::Index>(3 * k)) = lag * (turn.transpose() * (x[n] - from[n]));
                }
                Corners24 f = element.stiffness * u;
                energy += 0.5 * u.dot(f);
                add_turning(element, y, f);
                const Corners24 drag = element.stiffness * w;
                if (lag > 0.0) energy += 0.5 / lag * w.dot(drag);
                f += drag;
                for (std::size_t k = 0; k < 8; ++k) force[cell.node[k]] -= turn * f.segment<3>(static_cast<Eigen::Index>(3 * k));
            }
            for (const HeldCorner& held : body.held) {
                const Vec3 away = target_of(body, held, input_.to, input_.time) - x[held.node];
                force[held.node] += body.hold_stiffness * away;
                energy += 0.5 * body.hold_stiffness * away.squaredNorm();
            }
        }
        for (std::size_t i = 0; i < force_.size(); ++i) {
            force_[i] += mass_[i] / (h_ * h_) * (ahead_[i] - out_.x[i]);
            energy += 0.5 * mass_[i] / (h_ * h_) * (ahead_[i] - out_.x[i]).squaredNorm();
            if (sleeps_[i] != 0) force_[i].setZero();
        }
        for (std::size_t r = 0; r < row_states_.size(); ++r) {
            const ContactRow& row = (*input_.rows)[r];
            for (int i = 0; i < row.count; ++i)
                if (sleeps_[row.node[static_cast<std::size_t>(i)]] == 0) force_[row.node[static_cast<std::size_t>(i)]] += row.weight[static_cast<std::size_t>(i)] * row_states_[r].force;
            energy += row_states_[r].energy;
        }
        return energy;
    }

    void assemble() {
        for (BulkBody& body : memory_.bodies) {
            LatticeSystem& system = *body.system;
            system.reset(body.lattice->mass, 1.0 / (h_ * h_));
            const double factor = 1.0 + body.material.damping / h_;
            for (std::size_t c = 0; c < body.turn.size(); ++c)
                if (!is_asleep(body, c)) system.add_cell(c, body.turn[c].toRotationMatrix(), factor);
            for (const HeldCorner& held : body.held) system.add_diagonal(held.node, Mat3(Mat3::Identity() * body.hold_stiffness));
            system.hold(body.sleeps);
            system.mark();
        }
    }

    /// Rows in the preconditioner: what each side does to itself within cells; between sides nothing is known there.
    void precondition_rows() {
        for (std::size_t r = 0; r < row_states_.size(); ++r) {
            if (row_states_[r].pushes) add_row((*input_.rows)[r], row_states_[r].stiffness);
        }
        for (BulkBody& body : memory_.bodies) body.system->prepare();
    }

    /// Blocks that the pattern lacks go to the diagonal with their size: the sum stays positive.
    void add_row(const ContactRow& row, const Mat3& stiffness) {
        for (BulkBody& body : memory_.bodies) {
            const auto end = body.first_node + static_cast<std::uint32_t>(body.x.size());
            const BlockPattern& pattern = body.system->plan().levels[0].pattern;
            for (int i = 0; i < row.count; ++i) {
                const auto a = static_cast<std::size_t>(i);
                if (row.node[a] < body.first_node || row.node[a] >= end || sleeps_[row.node[a]] != 0) continue;
                for (int j = 0; j < row.count; ++j) {
                    const auto b = static_cast<std::size_t>(j);
                    if (row.node[b] < body.first_node || row.node[b] >= end || sleeps_[row.node[b]] != 0) continue;
                    const std::uint32_t p = row.node[a] - body.first_node, q = row.node[b] - body.first_node;
                    const auto from = pattern.column.begin() + pattern.begin[p], to = pattern.column.begin() + pattern.begin[p + 1];
                    const auto found = std::lower_bound(from, to, q);
                    const double w = row.weight[a] * row.weight[b];
                    if (found != to && *found == q)
                        body.system->add_block(static_cast<std::uint32_t>(found - pattern.column.begin()), Mat3(w * stiffness));
                    else
                        body.system->add_diagonal(p, Mat3(std::abs(w) * stiffness));
                }
            }
        }
    }

    void apply(const Vectors& x, Vectors& y) const {
        for (const BulkBody& body : memory_.bodies) {
            const auto out = std::span(y).subspan(body.first_node, body.x.size());
            body.system->apply(of_body(body, x), out);
        }
        for (std::size_t r = 0; r < row_states_.size(); ++r) {
            if (!row_states_[r].pushes) continue;
            const ContactRow& row = (*input_.rows)[r];
            const Vec3 force = row_states_[r].stiffness * point_of(row, x);
            for (int i = 0; i < row.count; ++i) y[row.node[static_cast<std::size_t>(i)]] += row.weight[static_cast<std::size_t>(i)] * force;
        }
        for (std::size_t i = 0; i < y.size(); ++i)
            if (sleeps_[i] != 0) y[i] = x[i];
    }

    double precondition() {
        double most = 0.0;
        for (BulkBody& body : memory_.bodies) body.system->precondition(of_body(body, std::as_const(r_)), of_body(body, z_));
        for (std::size_t i = 0; i < z_.size(); ++i) {
            if (sleeps_[i] != 0) z_[i].setZero();
            most = std::max(most, z_[i].cwiseAbs().maxCoeff());
        }
        return most;
    }

    static double inner(const Vectors& a, const Vectors& b) {
        double sum = 0.0;
        for (std::size_t i = 0; i < a.size(); ++i) sum += a[i].x() * b[i].x() + a[i].y() * b[i].y() + a[i].z() * b[i].z();
        return sum;
    }

    /// Returns the greatest coordinate of the step.
    double solve() {
        std::fill(step_.begin(), step_.end(), Vec3::Zero());
        r_ = force_;
        double left = precondition();
        const double wanted = std::max(memory_.options.tolerance * cell_, kPassShare * left);
        p_ = z_;
        double rz = inner(r_, z_);
        int k = 0;
        while (left > wanted && rz > 0.0 && k < memory_.options.most_iterations) {
            apply(p_, q_);
            const double curve = inner(p_, q_);
            if (!(curve > 0.0)) break;
            const double share = rz / curve;
            for (std::size_t i = 0; i < p_.size(); ++i) {
                step_[i] += share * p_[i];
                r_[i] -= share * q_[i];
            }
            left = precondition();
            const double next = inner(r_, z_);
            for (std::size_t i = 0; i < p_.size(); ++i) p_[i] = z_[i] + (next / rz) * p_[i];
            rz = next;
            ++k;
        }
        out_.iterations += k;
        out_.converged = left <= wanted;
        if (left > 0.0 && rz > 0.0)  // the estimate of the rest is at hand: take it
            for (std::size_t i = 0; i < step_.size(); ++i) step_[i] += z_[i];
        double most = 0.0;
        for (const Vec3& s : step_) most = std::max(most, s.cwiseAbs().maxCoeff());
        return most;
    }

    /// A body that nothing touches keeps its momentum to rounding, wherever conjugate gradients ended.
    void balance_momentum() {
        for (const BulkBody& body : memory_.bodies) {
            if (!body.held.empty() || std::any_of(body.sleeps.begin(), body.sleeps.end(), [](std::uint8_t s) { return s != 0; })) continue;
            const auto end = body.first_node + body.x.size();
            bool is_touched = false;
            for (std::size_t r = 0; r < row_states_.size(); ++r) {
                if (row_states_[r].force == Vec3::Zero() && row_states_[r].stiffness == Mat3::Zero()) continue;
                const ContactRow& row = (*input_.rows)[r];
                for (int i = 0; i < row.count; ++i) is_touched = is_touched || (row.node[static_cast<std::size_t>(i)] >= body.first_node && row.node[static_cast<std::size_t>(i)] < end);
            }
            if (is_touched) continue;
            Vec3 rest = Vec3::Zero();
            double mass = 0.0;
            for (std::size_t i = body.first_node; i < end; ++i) {
                rest += mass_[i] / (h_ * h_) * (ahead_[i] - out_.x[i]);
                mass += mass_[i];
            }
            for (std::size_t i = body.first_node; i < end; ++i) out_.x[i] += rest * (h_ * h_ / mass);
        }
    }

    [[nodiscard]] KeptPush trial_now(const ContactRow& row) const { return trial_of(row, point_of(row, out_.x) + row.fixed, slid(row)); }

    /// No row that was left out of the system would push now, and none that was in it does not.
    bool rows_are_settled() const {
        for (std::size_t r = 0; r < in_system_.size(); ++r) {
            const ContactRow& row = (*input_.rows)[r];
            if ((in_system_[r] != 0) != (trial_now(row).push > -row.most_pull)) return false;
        }
        return true;
    }

    /// Pushes become what the springs gave: with each pass skins come nearer to not passing at all. While rows change sides
    /// only the forces are noted.
    void follow_rows(bool settled) {
        for (std::size_t r = 0; r < in_system_.size(); ++r) {
            ContactRow& row = (*input_.rows)[r];
            const KeptPush trial = in_system_[r] != 0 ? trial_now(row) : KeptPush{-row.most_pull, Vec3::Zero()};
            row.force = trial.push * row.normal + trial.rub;
            row.pushes = trial.push != 0.0;
            if (!settled) continue;
            row.push = trial.push;
            row.rub = trial.rub;
        }
    }

    BulkMemory& memory_;
    const StepInput& input_;
    double h_, cell_ = 0.0;
    Vectors start_, ahead_, force_, step_, r_, z_, p_, q_;
    std::vector<double> mass_;
    std::vector<std::uint8_t> sleeps_;
    std::vector<RowState> row_states_;
    std::vector<std::uint8_t> in_system_;  // by row
    StepOutput out_;
};

}  // namespace

Eigen::Quaterniond rotation_of(const Mat3& f, const Eigen::Quaterniond& guess) {
    Eigen::Quaterniond turn = guess;
    const double least = 1e-12 * f.norm();
    for (int k = 0; k < kMostTurnRounds; ++k) {
        const Mat3 r = turn.toRotationMatrix();
        const Vec3 twist = r.col(0).cross(f.col(0)) + r.col(1).cross(f.col(1)) + r.col(2).cross(f.col(2));
        const double sum = r.col(0).dot(f.col(0)) + r.col(1).dot(f.col(1)) + r.col(2).dot(f.col(2));
        const Vec3 way = twist / (std::abs(sum) + least + 1e-300);
        const double angle = way.norm();
        if (!(angle > kTurned)) break;
        turn = Eigen::Quaterniond(Eigen::AngleAxisd(angle, way / angle)) * turn;
        turn.normalize();
    }
    return turn;
}

Mat3 deformation_of(const Lattice& lattice, std::size_t cell, std::span<const Vec3> x) {
    const LatticeCell& c = lattice.cells[cell];
    const std::array<Vec3, 8>& gradient = lattice.elements[c.element].gradient;
    Mat3 f = Mat3::Zero();
    for (std::size_t k = 0; k < 8; ++k) f += x[c.node[k]] * gradient[k].transpose();
    return f;
}

double add_elastic_forces(const BulkBody& body, std::span<const Vec3> x, std::span<Vec3> force) {
    double energy = 0.0;
    Corners24 u;
    std::array<Vec3, 8> y;
    for (std::size_t c = 0; c < body.turn.size(); ++c) {
        const LatticeCell& cell = body.lattice->cells[c];
        const Mat3 turn = rotation_of(deformation_of(*body.lattice, c, x), body.turn[c]).toRotationMatrix();
        for (std::size_t k = 0; k < 8; ++k) {
            y[k] = turn.transpose() * x[cell.node[k]];
            u.segment<3>(static_cast<Eigen::Index>(3 * k)) = y[k] - body.lattice->nodes[cell.node[k]];
        }
        Corners24 f = body.lattice->elements[cell.element].stiffness * u;
        energy += 0.5 * u.dot(f);
        add_turning(body.lattice->elements[cell.element], y, f);
        for (std::size_t k = 0; k < 8; ++k) force[cell.node[k]] -= turn * f.segment<3>(static_cast<Eigen::Index>(3 * k));
    }
    return energy;
}

StepOutput solve_step(BulkMemory& memory, const StepInput& input) { return Step(memory, input).run(); }

}  // namespace graze::soft
