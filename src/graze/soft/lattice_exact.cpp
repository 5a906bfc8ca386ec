#include "graze/soft/lattice_exact.h"

#include "graze/core/wording.h"
#include "graze/discrete/triangles/box_tree_pairs.h"
#include "graze/soft/lattice_memory.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

namespace graze::soft {
namespace {

constexpr double kKept = 0.02;            // cells: so far apart rows keep skins
constexpr double kPairKept = 0.5;         // of the distance of a pair that blocked
constexpr double kPairStiffer = 100.0;    // its row's stiffness, times E cell
constexpr double kLeastShare = 0x1p-7;    // of a frame: shorter steps are not tried
constexpr int kMostRounds = 4;            // of rows for pairs that block
constexpr std::size_t kMostBlocked = 400; // pairs that get rows in a round
constexpr double kExactReach = 0.3;       // cells

bool share_vertex(std::span<const std::uint32_t> a, const Triangle& t) {
    return std::any_of(a.begin(), a.end(), [&](std::uint32_t v) { return v == t[0] || v == t[1] || v == t[2]; });
}

class Prover {
  public:
    Prover(const SkinModel& model, std::span<const Vec3> from, std::span<const Vec3> to, std::span<const double> error) : model_(model), from_(from), to_(to), error_(error) {}

    SkinProof run() {
        std::vector<Box> boxes;
        boxes.reserve(model_.triangles.size());
        for (const Triangle& t : model_.triangles) boxes.push_back(swept(t));
        const BoxTree tree(boxes);
        for (const auto& edge : model_.edges) {
            const std::uint32_t skin = model_.skin_of_vertex[edge[0]];
            tree.visit_meeting(swept(edge), [&](std::uint32_t t) {
                const Triangle& triangle = model_.triangles[t];
                const std::uint32_t other = model_.skin_of_vertex[triangle[0]];
                if (model_.is_ignored[skin][other] || share_vertex(edge, triangle)) return;
                look({{edge[0], edge[1], 0}, {triangle[0], triangle[1], triangle[2]}, 2, 3});
            });
        }
        for (const auto& [p, a, b, q] : model_.folds) {
            if (!boxes_meet(swept(std::array{p}), swept(Triangle{a, b, q})) && !boxes_meet(swept(std::array{q}), swept(Triangle{a, b, p})) &&
                !boxes_meet(swept(std::array{p, a}), swept(std::array{q, b})) && !boxes_meet(swept(std::array{p, b}), swept(std::array{q, a})))
                continue;
            look({{p, p, 0}, {a, b, q}, 2, 3});
            look({{q, q, 0}, {a, b, p}, 2, 3});
            look({{p, a, 0}, {q, b, 0}, 2, 2});
            look({{p, b, 0}, {q, a, 0}, 2, 2});
        }
        return std::move(proof_);
    }

  private:
    template <class Ids>
    [[nodiscard]] Box swept(const Ids& ids) const {
        Box box;
        for (const std::uint32_t v : ids) {
            box.add(from_[v]);
            box.add(to_[v]);
        }
        const double error = error_[model_.skin_of_vertex[ids[0]]];
        return error > 0.0 ? grown(box, 2.0 * error) : box;  // twice: more than what adding it rounds
    }

    [[nodiscard]] StraightSet set_of(const std::array<std::uint32_t, 3>& ids, int count) const {
        StraightSet set;
        set.count = count;
        set.error = error_[model_.skin_of_vertex[ids[0]]];
        for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) {
            set.from[k] = from_[ids[k]];
            set.to[k] = to_[ids[k]];
        }
        return set;
    }

    void look(const SkinPair& pair) {
        ++proof_.queries;
        const double until = prove_apart_until(set_of(pair.a, pair.count_a), set_of(pair.b, pair.count_b), 0.0);
        if (until >= 1.0) return;
        proof_.clear_until = std::min(proof_.clear_until, std::max(0.0, until));
        proof_.blocked.push_back(pair);
    }

    const SkinModel& model_;
    std::span<const Vec3> from_, to_;
    std::span<const double> error_;
    SkinProof proof_;
};

/// Of rigid skins: how far vertices stray from straight, and what is rounded.
std::vector<double> errors_of(const BulkMemory& memory, std::span<const Pose> to) {
    std::vector<double> errors(memory.contact.skins.size(), 0.0);
    for (std::size_t s = memory.contact.soft; s < errors.size(); ++s) {
        const std::size_t b = s - memory.contact.soft;
        const BodyWay way = way_of(memory.prepared[b], memory.poses[b], to[b]);
        double rounded = 0.0;
        for (const Vec3& v : memory.contact.skins[s].surface.vertices)
            rounded = std::max({rounded, place(way.placed_from, v).error, place(way.placed_to, v).error});
        errors[s] = 2.0 * rounded + way.bend;
    }
    return errors;
}

class ExactFrame {
  public:
    ExactFrame(BulkMemory& memory, BodyPoses poses) : memory_(memory), poses_(poses) {
        if (memory_.skins.triangles.empty()) memory_.skins = skin_model_of(memory_);
    }

    BulkReport run() {
        double left = 1.0, share = 1.0;  // of the frame
        bool wait = false;
        while (left > 0.0) {
            share = std::min(share, left);
            const bool is_last = report_.sub_steps >= memory_.options.most_sub_steps;
            if (!is_last && try_step(share, wait)) {
                left -= share;
                ++report_.sub_steps;
                share = left > 0.0 ? std::min(left, 2.0 * share) : share;
                continue;
            }
            ++report_.halved;
            share *= 0.5;
            if (share >= kLeastShare && !is_last) continue;
            share = left;
            if (!wait && !is_last) {
                wait = true;
                continue;
            }
            stand(left);
            left = 0.0;
        }
        report_.certified = true;  // steps that were not proved were not made
        report_.waited = std::max(0.0, memory_.time - memory_.body_clock);
        return report_;
    }

  private:
    bool try_step(double share, bool wait) {
        const double h = share * memory_.options.frame;
        const std::vector<Pose> to = wait ? memory_.poses : poses_(memory_.body_clock + h);
        ContactSearch found = find_contacts(memory_.contact, reach(to, h), true);
        std::vector<ContactRow> rows = std::move(found.rows);
        report_.samples += found.samples;
        for (ContactRow& row : rows) prepare_row(row);
        const std::vector<Vec3> from = skin_vertices(memory_, memory_.poses);
        const std::vector<double> errors = errors_of(memory_, to);
        for (int round = 0; round < kMostRounds; ++round) {
            StepInput input{h, memory_.time + h, memory_.poses, to, &rows, true};
            StepOutput out = solve_step(memory_, input);
            report_.passes += out.passes;
            report_.iterations += out.iterations;
            report_.converged = out.converged;
            const std::vector<Vec3> ahead = vertices_at(out.x, to);
            const SkinProof proof = prove_skins(memory_.skins, from, ahead, errors);
            report_.queries += proof.queries;
            if (proof.clear_until >= 1.0) {
                accept(out.x, to, rows, h, wait);
                return true;
            }
            for (std::size_t i = 0; i < std::min(kMostBlocked, proof.blocked.size()); ++i) add_blocked(rows, proof.blocked[i], from, to);
        }
        return false;
    }

    [[nodiscard]] ContactReach reach(std::span<const Pose> to, double h) const {
        double cell = 0.0, fastest = 0.0, travel = 0.0;
        for (const BulkBody& body : memory_.bodies) {
            cell = std::max(cell, body.lattice->cell);
            for (const Vec3& v : body.v) fastest = std::max(fastest, v.norm());
        }
        for (std::size_t b = 0; b < to.size(); ++b) travel = std::max(travel, way_of(memory_.prepared[b], memory_.poses[b], to[b]).travel);
        const double ahead = 1.5 * h * (fastest + h * memory_.options.gravity.norm()) + travel;
        return {kExactReach * cell + std::min(ahead, 3.0 * cell), cell, to, memory_.poses};
    }

    void prepare_row(ContactRow& row) const {
        const double cell = memory_.contact.skins[row.skin].lattice->cell;
        row.kept_gap = kKept * cell;
        const auto known = memory_.kept.find(row.key);
        if (known == memory_.kept.end()) return;
        row.push = std::max(0.0, known->second.push);
        row.rub = known->second.rub - row.normal.dot(known->second.rub) * row.normal;
    }

    /// A plane between two features that came too near: along the way between their closest points now.
    void add_blocked(std::vector<ContactRow>& rows, const SkinPair& pair, std::span<const Vec3> from, std::span<const Pose> to) const {
        std::array<Vec3, 3> a, b;
        for (std::size_t k = 0; k < 3; ++k) {
            a[k] = from[pair.a[k]];
            b[k] = from[pair.b[k]];
        }
        const ClosePoints close = closest_points({a.data(), static_cast<std::size_t>(pair.count_a)}, {b.data(), static_cast<std::size_t>(pair.count_b)});
        const double distance = close.separation.norm();
        if (!(distance > 0.0)) return;
        ContactRow row;
        row.normal = close.separation / distance;
        row.kept_gap = kPairKept * distance;
        double stiffness = 0.0;
        for (std::size_t k = 0; k < 3; ++k) {
            if (static_cast<int>(k) < pair.count_a) add_vertex(row, pair.a[k], close.on_a[k], from, to, stiffness);
            if (static_cast<int>(k) < pair.count_b) add_vertex(row, pair.b[k], -close.on_b[k], from, to, stiffness);
        }
        if (row.count == 0) return;
        row.skin = memory_.skins.skin_of_vertex[pair.a[0]];
        row.other = memory_.skins.skin_of_vertex[pair.b[0]];
        if (row.skin >= memory_.contact.soft) {
            std::swap(row.skin, row.other);
            row.flipped = true;
        }
        row.stiffness = stiffness;
        row.key = ~std::uint64_t{0};
        rows.push_back(row);
    }

    void add_vertex(ContactRow& row, std::uint32_t vertex, double share, std::span<const Vec3> from, std::span<const Pose> to, double& stiffness) const {
        if (share == 0.0) return;
        const std::uint32_t s = memory_.skins.skin_of_vertex[vertex];
        const Skin& skin = memory_.contact.skins[s];
        const std::uint32_t own = vertex - memory_.first_vertex[s];
        if (skin.is_rigid) {
            const Vec3 at = apply(to[s - memory_.contact.soft], skin.surface.vertices[own]);
            row.fixed += share * at;
            row.slide -= share * (at - from[vertex]);
            return;
        }
        const LatticePlace& place = skin.lattice->vertices[own];
        const std::array<double, 8> shares = corner_shares(place.at);
        for (std::size_t k = 0; k < 8; ++k) {
            const std::uint32_t node = skin.first_node + skin.lattice->cells[place.cell].node[k];
            const auto end = row.node.begin() + row.count;
            const auto at = static_cast<std::size_t>(std::find(row.node.begin(), end, node) - row.node.begin());
            if (at == static_cast<std::size_t>(row.count)) row.node[static_cast<std::size_t>(row.count++)] = node;
            row.weight[at] += share * shares[k];
        }
        stiffness = std::max(stiffness, kPairStiffer * skin.stiffness * skin.lattice->cell);
    }

    [[nodiscard]] std::vector<Vec3> vertices_at(const Vectors& x, std::span<const Pose> to) const {
        std::vector<Vec3> all;
        for (std::size_t s = 0; s < memory_.contact.skins.size(); ++s) {
            const Skin& skin = memory_.contact.skins[s];
            std::vector<Vec3> own(skin.surface.vertices.size());
            if (skin.is_rigid) {
                const Placement placement = placement_of(to[s - memory_.contact.soft]);
                for (std::size_t v = 0; v < own.size(); ++v) own[v] = place(placement, skin.surface.vertices[v]).near;
            } else {
                carry(*skin.lattice, std::span(x).subspan(skin.first_node, skin.lattice->nodes.size()), own);
            }
            all.insert(all.end(), own.begin(), own.end());
        }
        return all;
    }

    void accept(const Vectors& x, const std::vector<Pose>& to, const std::vector<ContactRow>& rows, double h, bool wait) {
        for (BulkBody& body : memory_.bodies)
            for (std::size_t i = 0; i < body.x.size(); ++i) {
                body.v[i] = (x[body.first_node + i] - body.x[i]) / h;
                body.x[i] = x[body.first_node + i];
            }
        memory_.poses = to;
        memory_.time += h;
        if (!wait) memory_.body_clock += h;
        carry_skins(memory_);
        memory_.kept.clear();
        std::fill(memory_.rigid_force.begin(), memory_.rigid_force.end(), Vec3::Zero());
        report_.contacts = 0;
        report_.rows = static_cast<int>(rows.size());
        for (const ContactRow& row : rows) {
            if (row.key != ~std::uint64_t{0} && row.push != 0.0) memory_.kept[row.key] = {row.push, row.rub};
            report_.contacts += row.pushes;
            if (row.other >= memory_.contact.soft) memory_.rigid_force[row.other - memory_.contact.soft] += row.flipped ? row.force : Vec3(-row.force);
        }
        note_hold_forces(memory_);
    }

    void stand(double share) {
        for (BulkBody& body : memory_.bodies) std::fill(body.v.begin(), body.v.end(), Vec3::Zero());
        memory_.time += share * memory_.options.frame;
        report_.stood += share * memory_.options.frame;
        ++report_.sub_steps;
    }

    BulkMemory& memory_;
    BodyPoses poses_;
    BulkReport report_{.sub_steps = 0};
};

}  // namespace

SkinProof prove_skins(const SkinModel& model, std::span<const Vec3> from, std::span<const Vec3> to, std::span<const double> error) {
    return Prover(model, from, to, error).run();
}

SkinModel skin_model_of(const BulkMemory& memory) {
    SkinModel model;
    std::map<std::array<std::uint32_t, 2>, std::vector<std::uint32_t>> edges;  // and far vertices
    const std::size_t soft = memory.contact.soft;
    for (std::uint32_t s = 0; s < memory.contact.skins.size(); ++s) {
        const Surface& surface = memory.contact.skins[s].surface;
        const auto first = static_cast<std::uint32_t>(model.skin_of_vertex.size());
        model.skin_of_vertex.insert(model.skin_of_vertex.end(), surface.vertices.size(), s);
        for (const Triangle& t : surface.triangles) {
            const Triangle own{first + t[0], first + t[1], first + t[2]};
            model.triangles.push_back(own);
            for (std::size_t k = 0; k < 3; ++k) {
                const auto [a, b] = std::minmax(own[k], own[(k + 1) % 3]);
                std::vector<std::uint32_t>& far = edges[{a, b}];
                if (s < soft) far.push_back(own[(k + 2) % 3]);
            }
        }
        model.is_ignored.push_back(memory.contact.is_ignored[s]);
        for (std::size_t other = soft; other < memory.contact.skins.size(); ++other)
            if (s >= soft) model.is_ignored.back()[other] = true;  // rigid bodies go where they are told
    }
    for (const auto& [edge, far] : edges) {
        model.edges.push_back(edge);
        for (std::size_t i = 1; i < far.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) model.folds.push_back({far[j], edge[0], edge[1], far[i]});
    }
    return model;
}

std::vector<Vec3> skin_vertices(const BulkMemory& memory, std::span<const Pose> poses) {
    std::vector<Vec3> all;
    for (std::size_t s = 0; s < memory.contact.skins.size(); ++s) {
        const Skin& skin = memory.contact.skins[s];
        if (!skin.is_rigid) {
            all.insert(all.end(), skin.surface.vertices.begin(), skin.surface.vertices.end());
            continue;
        }
        const Placement placement = placement_of(poses[s - memory.contact.soft]);
        for (const Vec3& v : skin.surface.vertices) all.push_back(place(placement, v).near);
    }
    return all;
}

std::vector<std::array<std::uint32_t, 2>> meeting_triangles(const SkinModel& model, std::span<const Vec3> vertices) {
    std::vector<std::array<std::uint32_t, 2>> meeting;
    if (model.triangles.empty()) return meeting;
    const internal::BoxTree tree = internal::build_box_tree(vertices, model.triangles);
    internal::BoxTreeSearch search;
    internal::find_pairs({tree, vertices, Pose{}}, {tree, vertices, Pose{}}, search);
    for (const auto& pair : search.pairs) {
        if (pair.a >= pair.b || share_vertex(model.triangles[pair.a], model.triangles[pair.b])) continue;
        if (!model.is_ignored[model.skin_of_vertex[model.triangles[pair.a][0]]][model.skin_of_vertex[model.triangles[pair.b][0]]]) meeting.push_back({pair.a, pair.b});
    }
    return meeting;
}

Expected<void> check_apart(BulkMemory& memory) {
    memory.skins = skin_model_of(memory);
    std::uint32_t first = 0;
    for (const Skin& skin : memory.contact.skins) {
        memory.first_vertex.push_back(first);
        first += static_cast<std::uint32_t>(skin.surface.vertices.size());
    }
    const auto meeting = meeting_triangles(memory.skins, skin_vertices(memory, memory.poses));
    if (meeting.empty()) return {};
    const auto name = [&](std::uint32_t t) { return in_quotes(memory.contact.skins[memory.skins.skin_of_vertex[memory.skins.triangles[t][0]]].name); };
    return make_error(ErrorCode::BadInput, "the start", fmt::format("{} and {} meet in {} pairs of triangles", name(meeting[0][0]), name(meeting[0][1]), meeting.size()),
                      "move them apart, or ignore the pair");
}

BulkReport advance_exact(BulkMemory& memory, BodyPoses poses) { return ExactFrame(memory, poses).run(); }

}  // namespace graze::soft
