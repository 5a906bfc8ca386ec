// Which surface each face of an OBJ file belongs to: one per used combination of object, group and material.
#pragma once

#include "graze/core/internal.h"
#include "graze/model/mesh.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace graze::internal {

/// Names are borrowed from the file's text until `surfaces` is called.
class ObjSurfaces {
  public:
    enum Part { kObject, kGroup, kMaterial };

    /// An `o`, `g` or `usemtl` statement: holds for the faces after it.
    void set(Part part, std::string_view name);

    /// The next face begins with this triangle. Pre: not less than in the call before.
    void add_face(std::size_t first_triangle) {
        if (current_ == kUnknown) begin_run(first_triangle);
    }

    [[nodiscard]] std::size_t count() const { return keys_.size(); }
    /// Of the names of all surfaces so far, before they are cleaned and cut.
    [[nodiscard]] std::uint64_t name_bytes() const { return name_bytes_; }

    /// In order of first use, with names that differ.
    [[nodiscard]] std::vector<Surface> surfaces() const;
    /// The objects that the file is divided into: by `o`, or by `g` if no face has an object. Sets the
    /// surfaces' `part`; empty if there are less than two.
    [[nodiscard]] std::vector<std::string> parts(std::vector<Surface>& surfaces) const;
    [[nodiscard]] std::vector<std::uint32_t> of_triangles(std::size_t triangles) const;

  private:
    using Key = std::array<std::uint32_t, 3>;  // ids of names, by Part
    struct KeyHash {
        std::size_t operator()(const Key& key) const {
            std::uint64_t h = 0;
            for (const std::uint32_t id : key) h = (h ^ id) * 0x9FB21C651E98DF25u;
            return h ^ (h >> 32);
        }
    };
    /// Faces from here on have this surface.
    struct Run {
        std::size_t first_triangle;
        std::uint32_t surface;
    };
    static constexpr std::uint32_t kUnknown = 0xFFFFFFFF;

    void begin_run(std::size_t first_triangle);

    std::vector<std::string_view> names_{""};
    std::unordered_map<std::string_view, std::uint32_t> id_of_{{"", 0}};
    std::unordered_map<Key, std::uint32_t, KeyHash> surface_of_;
    std::vector<Key> keys_;  // by surface
    std::vector<Run> runs_;
    Key now_{0, 0, 0};
    std::uint32_t current_ = kUnknown;
    std::uint64_t name_bytes_ = 0;
};

}  // namespace graze::internal
