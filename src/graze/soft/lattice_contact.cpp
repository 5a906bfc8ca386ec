#include "graze/soft/lattice_contact.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace graze::soft {
namespace {

constexpr double kStiffer = 10.0;       // a row's stiffness is this times E area / cell
constexpr double kSampleSpacing = 0.5;  // cells: longer edges get samples between
constexpr double kOpposite = -0.2;      // cosine of normals: sheets of one skin that face each other
constexpr double kOwnDistance = 1.0;    // cells: nearer at rest than this, parts of one skin are neighbours
constexpr int kOwnCells = 2;            // places in the grid: cells nearer to each other are neighbours
constexpr double kFlush = 1e-6;         // cells: closer than this the direction between says nothing

struct Target {
    const Skin* skin;
    Pose pose, back, from;
    Box box;  // in the world
};

Vec3 turned(const Pose& pose, const Vec3& v) { return pose.rotation * v; }

void add_samples(Skin& skin, const Mesh& mesh, const Lattice& lattice) {
    std::vector<bool> has_vertex(mesh.vertices.size(), false);
    const auto octant = [&](const LatticePlace& place) {
        return (place.at.x() > 0.5 ? 1U : 0U) + (place.at.y() > 0.5 ? 2U : 0U) + (place.at.z() > 0.5 ? 4U : 0U);
    };
    const auto add = [&](std::uint32_t t, const Vec3& weight) {
        int most = 0;
        weight.maxCoeff(&most);
        const LatticePlace& near = lattice.vertices[mesh.triangles[t][static_cast<std::size_t>(most)]];
        // Within long triangles: where the point itself is at rest.
        LatticePlace place = near;
        if (weight[most] < 1.0) {
            Vec3 at = Vec3::Zero();
            for (int k = 0; k < 3; ++k) at += weight[k] * skin.rest[mesh.triangles[t][static_cast<std::size_t>(k)]];
            const Vec3 grid = (at - lattice.origin) / lattice.cell;
            Vec3 cell = grid.array().floor();
            place.at = grid - cell;
            const auto same = std::find_if(lattice.cells.begin(), lattice.cells.end(), [&](const LatticeCell& c) {
                return c.place[0] == static_cast<int>(cell[0]) && c.place[1] == static_cast<int>(cell[1]) && c.place[2] == static_cast<int>(cell[2]);
            });
            if (same != lattice.cells.end()) place.cell = static_cast<std::uint32_t>(same - lattice.cells.begin());
        }
        skin.samples.push_back({t, weight, octant(place), place.cell});
    };
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        for (std::size_t k = 0; k < 3; ++k) {
            if (has_vertex[mesh.triangles[t][k]]) continue;
            has_vertex[mesh.triangles[t][k]] = true;
            add(t, Vec3::Unit(static_cast<Eigen::Index>(k)));
        }
        const auto [p, q, r] = corners(mesh, t);
        const double longest = std::max({(q - p).norm(), (r - q).norm(), (p - r).norm()});
        const int steps = std::min(100, static_cast<int>(std::ceil(longest / (kSampleSpacing * lattice.cell) - 1e-9)));
        for (int i = 0; steps > 1 && i <= steps; ++i)
            for (int j = 0; i + j <= steps; ++j) {
                if ((i == 0) + (j == 0) + (i + j == steps) >= 2) continue;  // a corner
                add(t, Vec3(steps - i - j, i, j) / steps);
            }
    }
}

void make_bins(Skin& skin) {
    std::sort(skin.samples.begin(), skin.samples.end(), [](const SkinSample& a, const SkinSample& b) {
        return std::tie(a.cell, a.bin, a.triangle) < std::tie(b.cell, b.bin, b.triangle) || (std::tie(a.cell, a.bin, a.triangle) == std::tie(b.cell, b.bin, b.triangle) && std::lexicographical_compare(a.weight.begin(), a.weight.end(), b.weight.begin(), b.weight.end()));
    });
    std::uint32_t bins = 0;
    for (std::uint32_t i = 0; i < skin.samples.size(); ++i) {
        const bool new_cell = i == 0 || skin.samples[i].cell != skin.samples[i - 1].cell;
        const bool new_bin = new_cell || skin.samples[i].bin != skin.samples[i - 1].bin;
        if (new_bin) {
            if (new_cell) {
                skin.cell_begin.push_back(i);
                skin.bin_of_cell.push_back(bins);
            }
            skin.bin_begin.push_back(i);
            ++bins;
        }
    }
    skin.cell_begin.push_back(static_cast<std::uint32_t>(skin.samples.size()));
    skin.bin_of_cell.push_back(bins);
    skin.bin_begin.push_back(static_cast<std::uint32_t>(skin.samples.size()));
    for (std::uint32_t b = 0; b < bins; ++b)
        for (std::uint32_t i = skin.bin_begin[b]; i < skin.bin_begin[b + 1]; ++i) skin.samples[i].bin = b;
}

Vec3 rest_point(const Skin& skin, std::uint32_t t, const Vec3& weight) {
    const Triangle& v = skin.surface.triangles[t];
    return weight[0] * skin.rest[v[0]] + weight[1] * skin.rest[v[1]] + weight[2] * skin.rest[v[2]];
}

/// Skin area by bins: of each triangle, shared by its samples and corners.
void measure_bins(Skin& skin) {
    skin.bin_area.assign(skin.bin_begin.size() - 1, 0.0);
    skin.bin_radius.assign(skin.bin_begin.size() - 1, 0.0);
    std::vector<std::uint32_t> bin_of_vertex(skin.rest.size(), 0);
    std::vector<std::vector<std::uint32_t>> inner(skin.surface.triangles.size());
    for (const SkinSample& sample : skin.samples) {
        const Triangle& v = skin.surface.triangles[sample.triangle];
        int most = 0;
        if (sample.weight.maxCoeff(&most) == 1.0)
            bin_of_vertex[v[static_cast<std::size_t>(most)]] = sample.bin;
        else
            inner[sample.triangle].push_back(sample.bin);
    }
    for (std::uint32_t t = 0; t < skin.surface.triangles.size(); ++t) {
        const Triangle& v = skin.surface.triangles[t];
        const double area = 0.5 * (skin.rest[v[1]] - skin.rest[v[0]]).cross(skin.rest[v[2]] - skin.rest[v[0]]).norm();
        const double each = area / static_cast<double>(inner[t].size() + 3);
        for (const std::uint32_t k : v) skin.bin_area[bin_of_vertex[k]] += each;
        for (const std::uint32_t b : inner[t]) skin.bin_area[b] += each;
    }
    for (std::size_t b = 0; b + 1 < skin.bin_begin.size(); ++b) {
        const SkinSample& first = skin.samples[skin.bin_begin[b]];
        const Vec3 middle = rest_point(skin, first.triangle, first.weight);
        for (std::uint32_t i = skin.bin_begin[b]; i < skin.bin_begin[b + 1]; ++i)
            skin.bin_radius[b] = std::max(skin.bin_radius[b], (rest_point(skin, skin.samples[i].triangle, skin.samples[i].weight) - middle).norm());
    }
}

Vec3 point_on(const Surface& surface, std::uint32_t t, const Vec3& weight) {
    const Triangle& v = surface.triangles[t];
    return weight[0] * surface.vertices[v[0]] + weight[1] * surface.vertices[v[1]] + weight[2] * surface.vertices[v[2]];
}

class Search {
  public:
    Search(const ContactModel& model, const ContactReach& reach, bool wants_rows) : model_(model), reach_(reach), wants_rows_(wants_rows) {
        for (std::size_t s = 0; s < model.skins.size(); ++s) {
            const Skin& skin = model.skins[s];
            const Pose pose = skin.is_rigid ? reach.poses[s - model.soft] : Pose{}, from = skin.is_rigid ? reach.from[s - model.soft] : Pose{};
            const Box own = skin.surface.tree.boxes.back();
            Box box = own;
            if (skin.is_rigid) {
                box = {};
                for (int k = 0; k < 8; ++k)
                    box.add(apply(pose, Vec3(k & 1 ? own.max.x() : own.min.x(), k & 2 ? own.max.y() : own.min.y(), k & 4 ? own.max.z() : own.min.z())));
            }
            targets_.push_back({&skin, pose, inverse(pose), from, box});
        }
    }

    ContactSearch run() {
        for (std::uint32_t a = 0; a < model_.soft; ++a) {
            result_.all_samples += model_.skins[a].samples.size();
            for (std::uint32_t b = 0; b < model_.skins.size(); ++b) {
                if (model_.is_ignored[a][b] || (a == b && !model_.self_contact)) continue;
                look_at(a, b);
                if (b >= model_.soft) look_at_vertices(b, a);
            }
        }
        return std::move(result_);
    }

  private:
    static bool meet(const Box& a, const Box& b) { return (a.min.array() <= b.max.array()).all() && (b.min.array() <= a.max.array()).all(); }

    /// The nearest place of b, in the world.
    std::optional<SurfacePlace> nearest(std::uint32_t a, std::uint32_t b, const SkinSample* sample, const Vec3& p, double most) const {
        const Target& target = targets_[b];
        const Skin& skin = *target.skin;
        if (a != b) {
            if (!skin.is_rigid) return nearest_place(skin.surface, p, most, [](std::uint32_t) { return false; });
            auto place = nearest_place(skin.surface, apply(target.back, p), most, [](std::uint32_t) { return false; });
            if (place) {
                place->point = apply(target.pose, place->point);
                place->normal = turned(target.pose, place->normal);
            }
            return place;
        }
        // Itself: sheets that face each other, with no material between them at rest.
        const Vec3 normal = normal_at(skin.surface, sample->triangle, sample->weight).normalized();
        const Vec3 rest = rest_point(skin, sample->triangle, sample->weight);
        const double near = kOwnDistance * skin.lattice->cell;
        return nearest_place(skin.surface, p, most, [&](std::uint32_t t) {
            const Triangle& v = skin.surface.triangles[t];
            const Vec3& at = skin.surface.vertices[v[0]];
            const Vec3 other = (skin.surface.vertices[v[1]] - at).cross(skin.surface.vertices[v[2]] - at);
            if (!(other.dot(normal) < kOpposite * other.norm())) return true;
            const Vec3 from = rest - skin.rest[v[0]], facing = (skin.rest[v[1]] - skin.rest[v[0]]).cross(skin.rest[v[2]] - skin.rest[v[0]]);
            return !(from.norm() > near && from.dot(facing) > 0.0);
        });
    }

    void look_at(std::uint32_t a, std::uint32_t b) {
        const Skin& skin = model_.skins[a];
        const double around = reach_.reach + reach_.depth;
        const Box other = grown(targets_[b].box, reach_.reach);
        if (!meet(other, targets_[a].box)) return;
        const std::vector<Box>& boxes = cell_boxes(a);
        const std::vector<bool> folded = a == b ? cells_near_others(skin, boxes) : std::vector<bool>{};
        for (std::size_t c = 0; c + 1 < skin.cell_begin.size(); ++c) {
            if (a == b ? !folded[c] : !meet(other, boxes[c])) continue;
            for (std::uint32_t bin = skin.bin_of_cell[c]; bin < skin.bin_of_cell[c + 1]; ++bin) look_at_bin(a, b, bin, around);
        }
    }

    /// Boxes of the triangles with samples of each cell, made once.
    const std::vector<Box>& cell_boxes(std::uint32_t a) {
        if (boxes_.size() <= a) boxes_.resize(a + 1);
        const Skin& skin = model_.skins[a];
        if (!boxes_[a].empty()) return boxes_[a];
        boxes_[a].resize(skin.cell_begin.size() - 1);
        for (std::size_t c = 0; c < boxes_[a].size(); ++c)
            for (std::uint32_t i = skin.cell_begin[c]; i < skin.cell_begin[c + 1]; ++i)
                for (const std::uint32_t v : skin.surface.triangles[skin.samples[i].triangle]) boxes_[a][c].add(skin.surface.vertices[v]);
        return boxes_[a];
    }

    /// Cells of a skin near others that are no neighbours: only there can it touch itself.
    [[nodiscard]] std::vector<bool> cells_near_others(const Skin& skin, const std::vector<Box>& boxes) const {
        std::vector<bool> near(boxes.size(), false);
        const BoxTree tree(boxes);
        const auto place = [&](std::size_t c) { return skin.lattice->cells[skin.samples[skin.cell_begin[c]].cell].place; };
        for (std::size_t c = 0; c < boxes.size(); ++c) {
            const std::array<int, 3> own = place(c);
            tree.visit_meeting(grown(boxes[c], reach_.reach), [&](std::uint32_t d) {
                const std::array<int, 3> other = place(d);
                const int apart = std::max({std::abs(own[0] - other[0]), std::abs(own[1] - other[1]), std::abs(own[2] - other[2])});
                if (apart >= kOwnCells) near[c] = true;
            });
        }
        return near;
    }

    void look_at_bin(std::uint32_t a, std::uint32_t b, std::uint32_t bin, double around) {
        const Skin& skin = model_.skins[a];
        std::optional<SurfacePlace> best;
        const SkinSample* deepest = nullptr;
        Vec3 point = Vec3::Zero();
        const double radius = 1.5 * skin.bin_radius[bin];
        for (std::uint32_t i = skin.bin_begin[bin]; i < skin.bin_begin[bin + 1]; ++i) {
            const SkinSample& sample = skin.samples[i];
            const Vec3 p = point_on(skin.surface, sample.triangle, sample.weight);
            ++result_.samples;
            const bool is_first = i == skin.bin_begin[bin];
            const auto place = nearest(a, b, &sample, p, is_first ? around + radius : around);
            if (!place) {
                if (is_first) return;
                continue;
            }
            if (is_first && place->gap > reach_.reach + radius) return;
            if (best && !(place->gap < best->gap)) continue;
            best = place;
            deepest = &sample;
            point = p;
        }
        if (!best || best->gap > reach_.reach || best->gap < -reach_.depth) return;
        result_.deepest = std::max(result_.deepest, -best->gap);
        if (wants_rows_) add_row(a, b, *deepest, point, *best);
    }

    void add_row(std::uint32_t a, std::uint32_t b, const SkinSample& sample, const Vec3& p, const SurfacePlace& place) {
        const Skin &skin = model_.skins[a], &other = model_.skins[b];
        ContactRow row;
        row.skin = a;
        row.other = b;
        row.key = (std::uint64_t{a} << 44) | (std::uint64_t{b} << 32) | sample.bin;
        row.first_gap = place.gap;
        const Vec3 own = normal_at(skin.surface, sample.triangle, sample.weight).normalized();
        row.normal = plane_normal(skin, other, own, p, place);
        add_side(row, skin, sample.triangle, sample.weight, 1.0);
        place_other(row, b, place);
        if (!(skin.bin_area[sample.bin] > 0.0)) return;  // of triangles without area alone
        set_stiffness(row, skin, other, skin.bin_area[sample.bin]);
        result_.rows.push_back(row);
    }

    void place_other(ContactRow& row, std::uint32_t b, const SurfacePlace& place) const {
        if (!model_.skins[b].is_rigid) {
            add_side(row, model_.skins[b], place.triangle, place.weight, -1.0);
            return;
        }
        row.fixed = -place.point;
        row.slide = place.point - apply(targets_[b].from, apply(targets_[b].back, place.point));
    }

    /// Turned by stiffness: a rigid body's plane is its own.
    static Vec3 plane_normal(const Skin& skin, const Skin& other, const Vec3& own, const Vec3& p, const SurfacePlace& place) {
        const Vec3 away = p - place.point;
        const double distance = away.norm();
        Vec3 of_other = place.normal;
        if (distance > kFlush * skin.lattice->cell) of_other = place.gap < 0.0 ? Vec3(-away / distance) : Vec3(away / distance);
        if (other.is_rigid) return of_other;
        const double share = other.stiffness / (other.stiffness + skin.stiffness);
        const Vec3 mean = share * of_other - (1.0 - share) * own;
        return mean.norm() > 0.1 ? Vec3(mean.normalized()) : of_other;
    }

    /// In series: a plane without mass stands where the springs of both sides push alike.
    static void set_stiffness(ContactRow& row, const Skin& skin, const Skin& other, double area) {
        const double own = kStiffer * skin.stiffness * area / skin.lattice->cell;
        if (other.is_rigid)
            row.stiffness = own;
        else {
            const double of_other = kStiffer * other.stiffness * area / other.lattice->cell;
            row.stiffness = own * of_other / (own + of_other);
        }
        row.friction = std::sqrt(skin.friction * other.friction);
        row.most_pull = (other.is_rigid ? skin.stick : std::max(skin.stick, other.stick)) * area;
    }

    /// Corners of a rigid body that press into triangles between samples: of each half cell's worth the deepest.
    void look_at_vertices(std::uint32_t rigid, std::uint32_t soft) {
        const Skin &body = model_.skins[rigid], &skin = model_.skins[soft];
        const Box box = grown(targets_[soft].box, reach_.reach);
        if (!meet(box, targets_[rigid].box)) return;
        struct Deepest {
            SurfacePlace place;
            Vec3 point;
            std::uint32_t vertex;
        };
        std::map<std::uint32_t, Deepest> by_cell;
        for (std::uint32_t v = 0; v < body.surface.vertices.size(); ++v) {
            const Vec3 p = apply(targets_[rigid].pose, body.surface.vertices[v]);
            if (square_to(box, p) > 0.0) continue;
            ++result_.samples;
            const auto place = nearest_place(skin.surface, p, reach_.reach + reach_.depth, [](std::uint32_t) { return false; });
            if (!place || place->gap > reach_.reach || place->gap < -reach_.depth) continue;
            result_.deepest = std::max(result_.deepest, -place->gap);
            const auto [found, is_new] = by_cell.try_emplace(skin.lattice->vertices[skin.surface.triangles[place->triangle][0]].cell, Deepest{*place, p, v});
            if (!is_new && place->gap < found->second.place.gap) found->second = {*place, p, v};
        }
        if (!wants_rows_) return;
        for (const auto& [cell, deepest] : by_cell) {
            ContactRow row;
            row.skin = soft;
            row.other = rigid;
            row.key = (std::uint64_t{1} << 60) | (std::uint64_t{soft} << 44) | (std::uint64_t{rigid} << 32) | cell;
            row.first_gap = deepest.place.gap;
            // Seen from the skin: the plane is the skin's, which lies on its inner side.
            row.normal = -deepest.place.normal;
            add_side(row, skin, deepest.place.triangle, deepest.place.weight, 1.0);
            row.fixed = -deepest.point;
            row.slide = deepest.point - apply(targets_[rigid].from, apply(targets_[rigid].back, deepest.point));
            set_stiffness(row, skin, body, 0.25 * skin.lattice->cell * skin.lattice->cell);
            result_.rows.push_back(row);
        }
    }

    const ContactModel& model_;
    const ContactReach& reach_;
    bool wants_rows_;
    std::vector<Target> targets_;
    std::vector<std::vector<Box>> boxes_;  // by skin, by cell
    ContactSearch result_;
};

}  // namespace

void add_side(ContactRow& row, const Skin& skin, std::uint32_t triangle, const Vec3& weight, double sign) {
    const Triangle& v = skin.surface.triangles[triangle];
    for (std::size_t k = 0; k < 3; ++k) {
        const double share = weight[static_cast<int>(k)];
        if (share == 0.0) continue;
        const LatticePlace& place = skin.lattice->vertices[v[k]];
        const std::array<double, 8> shares = corner_shares(place.at);
        for (std::size_t c = 0; c < 8; ++c) {
            const std::uint32_t node = skin.first_node + skin.lattice->cells[place.cell].node[c];
            const auto end = row.node.begin() + row.count;
            const auto known = std::find(row.node.begin(), end, node);
            const auto at = static_cast<std::size_t>(known - row.node.begin());
            if (known == end) {
                row.node[at] = node;
                ++row.count;
            }
            row.weight[at] += sign * share * shares[c];
        }
    }
}

void add_soft_skin(ContactModel& model, const std::string& name, const Mesh& mesh, const Lattice& lattice, std::span<const Vec3> vertices,
                   const BulkMaterial& material, double per_metre, std::uint32_t first_node) {
    Skin skin;
    skin.surface = surface_of(mesh, vertices);
    skin.name = name;
    skin.friction = material.friction;
    skin.stick = material.stick / per_metre;
    skin.stiffness = material.young / per_metre;
    skin.lattice = &lattice;
    skin.first_node = first_node;
    skin.rest = mesh.vertices;
    add_samples(skin, mesh, lattice);
    make_bins(skin);
    measure_bins(skin);
    model.skins.push_back(std::move(skin));
    ++model.soft;
}

void add_rigid_skin(ContactModel& model, const SoftBody& body) {
    Skin skin;
    skin.surface = surface_of(body.body.mesh(), body.body.mesh().vertices);
    skin.is_rigid = true;
    skin.name = body.name;
    skin.friction = body.friction;
    model.skins.push_back(std::move(skin));
}

ContactSearch find_contacts(const ContactModel& model, const ContactReach& reach, bool wants_rows) { return Search(model, reach, wants_rows).run(); }

}  // namespace graze::soft
