#include "graze/soft/lattice.h"

#include "graze/core/wording.h"
#include "graze/soft/lattice_pieces.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

namespace graze::soft {
namespace {

constexpr std::size_t kMostCells = 100'000;  // of a grid: a third of a gigabyte while it is filled
constexpr double kSteadied = 0.002;          // of a full cube's stiffness, where a cell is partly empty
constexpr double kInwards = 1.0 / 24.0;      // cells: so far below the skin a vertex looks for the material that it is the skin of
constexpr double kFull = 1.0 - 1e-6;

constexpr std::array<BulkPreset, 6> kPresets{{
    {"rubber", {5e6, 0.48, 1100.0, 0.01, 0.8, 0.0}},
    {"foam", {1e5, 0.2, 60.0, 0.03, 0.6, 0.0}},
    {"EPDM seal", {2e6, 0.45, 700.0, 0.03, 0.7, 0.0}},
    {"PVC", {1e8, 0.4, 1350.0, 0.01, 0.4, 0.0}},
    {"nylon", {2e9, 0.4, 1140.0, 0.005, 0.3, 0.0}},
    {"steel", {2e11, 0.3, 7850.0, 0.0005, 0.2, 0.0}},
}};

bool is_within(double x, double least, double most) { return x >= least && x <= most; }

std::string bad_number(const BulkMaterial& m) {
    if (!is_within(m.young, 1.0, 1e13)) return fmt::format("young is {} Pa, allowed are 1 to 1e13", m.young);
    if (!is_within(m.poisson, -0.95, 0.495)) return fmt::format("poisson is {}, allowed are -0.95 to 0.495", m.poisson);
    if (!is_within(m.density, 1e-3, 1e6)) return fmt::format("density is {} kg/m^3, allowed are 0.001 to 1e6", m.density);
    if (!is_within(m.damping, 0.0, 100.0)) return fmt::format("damping is {} s, allowed are 0 to 100", m.damping);
    if (!is_within(m.friction, 0.0, 100.0)) return fmt::format("friction is {}, allowed are 0 to 100", m.friction);
    if (!is_within(m.stick, 0.0, 1e12)) return fmt::format("stick is {} Pa, allowed are 0 to 1e12", m.stick);
    return {};
}

Expected<Grid> grid_of(const Mesh& mesh, const LatticeOptions& options, const std::string& where) {
    const Box box = bounds_of(mesh);
    const Vec3 size = box.max - box.min;
    if (options.cells < 1 || options.cells > 500)
        return make_error(ErrorCode::BadInput, where, fmt::format("{} cells along the longest side, allowed are 1 to 500", options.cells), "write a number in that range");
    if (!(size.maxCoeff() > 0.0)) return make_error(ErrorCode::BadInput, where, "the mesh is a point", "give it a size");
    Grid grid;
    grid.cell = size.maxCoeff() / options.cells;
    for (int k = 0; k < 3; ++k) {
        const double shift = options.shift[k] - std::floor(options.shift[k]);
        const double wanted = size[k] / grid.cell;
        const int cells = std::max(1, static_cast<int>(std::ceil(wanted - 1e-9))) + (shift > 0.0 ? 1 : 0);
        grid.cells[static_cast<std::size_t>(k)] = cells;
        // Without a shift the box stands in the middle of the grid.
        grid.origin[k] = shift > 0.0 ? box.min[k] - shift * grid.cell : box.min[k] - 0.5 * (cells - wanted) * grid.cell;
    }
    if (grid.count() > kMostCells)
        return make_error(ErrorCode::Unsupported, where, fmt::format("a grid of {} cells, {} are the most", grid.count(), kMostCells), "ask for fewer cells");
    return grid;
}

std::vector<Vec3> vertex_normals(const Mesh& mesh) {
    std::vector<Vec3> normals(mesh.vertices.size(), Vec3::Zero());
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const auto [p, q, r] = corners(mesh, t);
        const Vec3 area = (q - p).cross(r - p);
        for (const std::uint32_t v : mesh.triangles[t]) normals[v] += area;
    }
    for (Vec3& n : normals) n = n.norm() > 0.0 ? Vec3(n.normalized()) : Vec3(Vec3::Zero());
    return normals;
}

class LatticeBuilder {
  public:
    LatticeBuilder(const Mesh& mesh, bool is_solid, const BulkMaterial& material, const LatticeOptions& options, const Grid& grid)
        : mesh_(mesh), grid_(grid), pieces_(divide(is_solid ? fill_of_solid(mesh, grid) : fill_of_soup(mesh, grid), grid)) {
        lattice_.cell = grid.cell;
        lattice_.origin = grid.origin;
        lattice_.is_solid = is_solid;
        const double density = material.density / (options.per_metre * options.per_metre * options.per_metre);
        mass_of_cell_ = density * grid.cell * grid.cell * grid.cell;
        law_ = {material.young / options.per_metre, material.poisson, grid.cell};
    }

    [[nodiscard]] bool is_empty() const { return pieces_.parts.empty(); }

    Lattice build() {
        number_nodes();
        make_elements();
        place_vertices();
        lattice_.rest_vertices.resize(mesh_.vertices.size());
        carry(lattice_, lattice_.nodes, lattice_.rest_vertices);
        return std::move(lattice_);
    }

  private:
    void number_nodes() {
        cell_of_part_.assign(pieces_.parts.size(), 0);
        std::map<std::size_t, std::uint32_t> number;  // of a class of corners
        std::map<std::array<int, 3>, int> elements_at;
        for (std::size_t p = 0; p < pieces_.parts.size(); ++p) {
            const CellPart& part = pieces_.parts[p];
            if (part.owner != p) continue;
            cell_of_part_[p] = static_cast<std::uint32_t>(lattice_.cells.size());
            LatticeCell cell;
            cell.place = part.place;
            if (++elements_at[part.place] > 1) ++lattice_.split_cells;
            for (std::size_t k = 0; k < 8; ++k) {
                const auto [found, is_new] = number.try_emplace(pieces_.corner_class(p, k), static_cast<std::uint32_t>(lattice_.nodes.size()));
                cell.node[k] = found->second;
                if (!is_new) continue;
                const std::array<int, 3> at{part.place[0] + (k & 1 ? 1 : 0), part.place[1] + (k & 2 ? 1 : 0), part.place[2] + (k & 4 ? 1 : 0)};
                lattice_.grid.push_back(at);
                lattice_.nodes.push_back(grid_.origin + grid_.cell * Vec3(at[0], at[1], at[2]));
            }
            lattice_.cells.push_back(cell);
        }
        for (std::size_t p = 0; p < pieces_.parts.size(); ++p) cell_of_part_[p] = cell_of_part_[pieces_.parts[p].owner];
    }

    void make_elements() {
        lattice_.elements.push_back(element_of(full_cube(), law_, nullptr, 0.0));
        lattice_.mass.assign(lattice_.nodes.size(), 0.0);
        std::vector<std::vector<MaterialPiece>> of_cell(lattice_.cells.size());
        for (std::size_t p = 0; p < pieces_.parts.size(); ++p) {
            std::vector<MaterialPiece>& all = of_cell[cell_of_part_[p]];
            const Vec3 ahead = place_of(pieces_.parts[p].place) - place_of(lattice_.cells[cell_of_part_[p]].place);
            for (const MaterialPiece& piece : pieces_.parts[p].pieces) all.push_back({piece.at + ahead, piece.volume});
        }
        for (std::size_t c = 0; c < lattice_.cells.size(); ++c) {
            LatticeCell& cell = lattice_.cells[c];
            cell.fill = 0.0;
            for (const MaterialPiece& piece : of_cell[c]) cell.fill += piece.volume;
            if (of_cell[c].size() != 216 || cell.fill < kFull) {
                cell.element = static_cast<std::uint32_t>(lattice_.elements.size());
                const Matrix24 full = lattice_.elements.front().stiffness;
                lattice_.elements.push_back(element_of(of_cell[c], law_, &full, kSteadied));
                ++lattice_.cut_cells;
            }
            for (std::size_t k = 0; k < 8; ++k)
                lattice_.mass[cell.node[k]] += mass_of_cell_ * cell.fill * lattice_.elements[cell.element].mass_share[k];
        }
        double sum = 0.0;
        for (const double m : lattice_.mass) sum += m;
        const double least = 1e-6 * sum / static_cast<double>(lattice_.mass.size());
        for (double& m : lattice_.mass) m = std::max(m, least);
    }

    static Vec3 place_of(const std::array<int, 3>& place) { return {static_cast<double>(place[0]), static_cast<double>(place[1]), static_cast<double>(place[2])}; }

    void place_vertices() {
        const std::vector<Vec3> normals = vertex_normals(mesh_);
        for (std::size_t v = 0; v < mesh_.vertices.size(); ++v) {
            const Vec3 at = (mesh_.vertices[v] - grid_.origin) / grid_.cell;
            const std::uint32_t cell = cell_of_part_[pieces_.part_near(at - kInwards * normals[v])];
            lattice_.vertices.push_back({cell, at - place_of(lattice_.cells[cell].place)});
        }
    }

    const Mesh& mesh_;
    Grid grid_;
    CellParts pieces_;
    Lattice lattice_;
    double mass_of_cell_ = 0.0;
    ElementMaterial law_{};
    std::vector<std::uint32_t> cell_of_part_;
};

}  // namespace

std::span<const BulkPreset> bulk_presets() { return kPresets; }

const BulkPreset* bulk_preset_named(std::string_view name) {
    const auto found = std::find_if(kPresets.begin(), kPresets.end(), [&](const BulkPreset& p) { return p.name == name; });
    return found == kPresets.end() ? nullptr : &*found;
}

Expected<void> validate(const BulkMaterial& material, const std::string& where) {
    if (const std::string bad = bad_number(material); !bad.empty())
        return make_error(ErrorCode::BadInput, where, bad, "write a number in that range");
    return {};
}

std::array<double, 8> corner_shares(const Vec3& at) {
    std::array<double, 8> shares{};
    for (std::size_t k = 0; k < 8; ++k)
        shares[k] = (k & 1 ? at.x() : 1.0 - at.x()) * (k & 2 ? at.y() : 1.0 - at.y()) * (k & 4 ? at.z() : 1.0 - at.z());
    return shares;
}

Expected<Lattice> make_lattice(const Mesh& mesh, bool is_solid, const BulkMaterial& material, const LatticeOptions& options, const std::string& where) {
    if (auto valid = validate(material, where); !valid) return valid.error();
    const auto grid = grid_of(mesh, options, where);
    if (!grid) return grid.error();
    LatticeBuilder builder(mesh, is_solid, material, options, *grid);
    if (builder.is_empty()) return make_error(ErrorCode::BadInput, where, "no material was found in the mesh", "is it closed, and not flat?");
    return builder.build();
}

void carry(const Lattice& lattice, std::span<const Vec3> nodes, std::span<Vec3> vertices) {
    for (std::size_t v = 0; v < lattice.vertices.size(); ++v) {
        const LatticePlace& place = lattice.vertices[v];
        const std::array<std::uint32_t, 8>& node = lattice.cells[place.cell].node;
        const double x = place.at.x(), y = place.at.y(), z = place.at.z();
        const auto mix = [](const Vec3& a, const Vec3& b, double share) { return Vec3(a + share * (b - a)); };
        const Vec3 low = mix(mix(nodes[node[0]], nodes[node[1]], x), mix(nodes[node[2]], nodes[node[3]], x), y);
        const Vec3 high = mix(mix(nodes[node[4]], nodes[node[5]], x), mix(nodes[node[6]], nodes[node[7]], x), y);
        vertices[v] = mix(low, high, z);
    }
}

}  // namespace graze::soft
