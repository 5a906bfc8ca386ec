#include "graze/demo/isosurface.h"

#include "graze/core/assert.h"
#include "graze/core/parallel.h"
#include "graze/demo/build.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace graze::internal {
namespace {

// Crossings keep this part of an edge away from its ends, so that no two of them meet in a lattice point.
constexpr double kEndMargin = 0.05;
constexpr int kBlock = 5;  // lattice points along the edge of a block that is skipped at once

// Walks from corner 0 to corner 7 along the axes in the six possible orders. Bit i of a corner: step along
// axis i.
constexpr std::array<std::array<int, 4>, 6> kTetrahedra{{{0, 1, 3, 7},
                                                         {0, 3, 2, 7},
                                                         {0, 2, 6, 7},
                                                         {0, 6, 4, 7},
                                                         {0, 4, 5, 7},
                                                         {0, 5, 1, 7}}};  // all positively oriented

class March {
  public:
    March(FunctionRef<double(const Vec3&)> function, const IsosurfaceOptions& options)
        : origin_(options.box.min), spacing_(options.spacing) {
        const Vec3 extent = options.box.max - options.box.min;
        for (int i = 0; i < 3; ++i) size_[i] = static_cast<int>(std::ceil(extent[i] / spacing_)) + 1;
        sample(function, options.slope);
        for (int z = 0; z + 1 < size_[2]; ++z)
            for (int y = 0; y + 1 < size_[1]; ++y)
                for (int x = 0; x + 1 < size_[0]; ++x) add_cube(index({x, y, z}));
    }

    Mesh take() && { return std::move(mesh_); }

  private:
    using Corner = std::size_t;  // index of a lattice point

    Corner index(const std::array<int, 3>& at) const {
        return (static_cast<std::size_t>(at[2]) * size_[1] + at[1]) * size_[0] + at[0];
    }

    Vec3 position(Corner corner) const {
        const auto x = corner % size_[0], y = corner / size_[0] % size_[1], z = corner / size_[0] / size_[1];
        return origin_ +
               spacing_ * Vec3(static_cast<double>(x), static_cast<double>(y), static_cast<double>(z));
    }

    // Blocks of lattice points far from the surface get the value at their middle.
    void sample(FunctionRef<double(const Vec3&)> function, double slope) {
        values_.resize(static_cast<std::size_t>(size_[0]) * size_[1] * size_[2]);
        const auto blocks = static_cast<std::size_t>((size_[2] + kBlock - 1) / kBlock);
        const LoopEnd end = parallel_for(blocks, {}, [&](std::size_t z) {
            for (int y = 0; y < size_[1]; y += kBlock)
                for (int x = 0; x < size_[0]; x += kBlock)
                    sample_block(function, slope, {x, y, static_cast<int>(z) * kBlock});
        });
        // After Ctrl-C the caller gets an empty mesh and stops anyway.
        if (end == LoopEnd::Interrupted) std::fill(values_.begin(), values_.end(), 1.0);
    }

    void sample_block(FunctionRef<double(const Vec3&)> function, double slope,
                      const std::array<int, 3>& first) {
        const double half = 0.5 * (kBlock - 1) * spacing_;
        const double at_middle = function(position(index(first)) + Vec3::Constant(half));
        const bool is_far = std::abs(at_middle) > slope * std::sqrt(3.0) * half;
        for (int z = first[2]; z < std::min(first[2] + kBlock, size_[2]); ++z)
            for (int y = first[1]; y < std::min(first[1] + kBlock, size_[1]); ++y)
                for (int x = first[0]; x < std::min(first[0] + kBlock, size_[0]); ++x) {
                    const Corner at = index({x, y, z});
                    values_[at] = is_far ? at_middle : function(position(at));
                }
    }

    bool is_inside(Corner corner) const { return values_[corner] < 0.0; }

    void add_cube(Corner first) {
        const std::size_t row = size_[0], slice = row * size_[1];
        std::array<Corner, 8> corners{};
        int inside = 0;
        for (int i = 0; i < 8; ++i) {
            corners[i] = first + (i & 1) + (i >> 1 & 1) * row + (i >> 2 & 1) * slice;
            inside += is_inside(corners[i]) ? 1 : 0;
        }
        if (inside == 0 || inside == 8) return;
        for (const auto& t : kTetrahedra)
            add_tetrahedron({corners[t[0]], corners[t[1]], corners[t[2]], corners[t[3]]});
    }

    // Brings the corners into an order with those inside first, by an even permutation: the orientation
    // stays.
    void add_tetrahedron(std::array<Corner, 4> c) {
        int swaps = 0;
        for (int pass = 0; pass < 3; ++pass)
            for (int i = 0; i < 3; ++i)
                if (!is_inside(c[i]) && is_inside(c[i + 1])) std::swap(c[i], c[i + 1]), ++swaps;
        const auto inside =
            std::count_if(c.begin(), c.end(), [&](Corner corner) { return is_inside(corner); });
        if (inside == 0 || inside == 4) return;
        if (swaps % 2 != 0) inside == 1 ? std::swap(c[2], c[3]) : std::swap(c[0], c[1]);
        const auto cut = [&](int i, int j) { return crossing(c[i], c[j]); };
        if (inside == 1) {
            add_triangle(mesh_, 0, {cut(0, 1), cut(0, 2), cut(0, 3)});
        } else if (inside == 3) {
            add_triangle(mesh_, 0, {cut(0, 3), cut(1, 3), cut(2, 3)});
        } else {
            const std::uint32_t a = cut(0, 2), b = cut(0, 3), d = cut(1, 2), e = cut(1, 3);
            add_triangle(mesh_, 0, {a, b, e});
            add_triangle(mesh_, 0, {a, e, d});
        }
    }

    std::uint32_t crossing(Corner a, Corner b) {
        if (a > b) std::swap(a, b);
        const auto [entry, is_new] =
            crossings_.try_emplace(a * values_.size() + b, static_cast<std::uint32_t>(mesh_.vertices.size()));
        if (is_new) {
            const double t = std::clamp(values_[a] / (values_[a] - values_[b]), kEndMargin, 1.0 - kEndMargin);
            add_vertex(mesh_, position(a) + t * (position(b) - position(a)));
        }
        return entry->second;
    }

    Vec3 origin_;
    double spacing_;
    std::array<int, 3> size_{};  // lattice points along each axis
    std::vector<double> values_;
    std::unordered_map<std::uint64_t, std::uint32_t> crossings_;
    Mesh mesh_;
};

}  // namespace

Mesh isosurface(FunctionRef<double(const Vec3&)> function, const IsosurfaceOptions& options) {
    GRAZE_ASSERT(!options.box.is_empty() && options.spacing > 0.0 && options.slope > 0.0);
    return March(function, options).take();
}

}  // namespace graze::internal
