#include "graze/io/mesh/obj_surfaces.h"

#include "graze/io/text/names.h"

#include <algorithm>

namespace graze::internal {

void ObjSurfaces::set(Part part, std::string_view name) {
    const auto fresh = static_cast<std::uint32_t>(names_.size());
    const auto [entry, is_new] = id_of_.try_emplace(name, fresh);
    if (is_new) names_.push_back(name);
    now_[part] = entry->second;
    current_ = kUnknown;
}

void ObjSurfaces::begin_run(std::size_t first_triangle) {
    const auto fresh = static_cast<std::uint32_t>(keys_.size());
    current_ = surface_of_.try_emplace(now_, fresh).first->second;
    if (current_ == fresh) {
        keys_.push_back(now_);
        for (const std::uint32_t id : now_) name_bytes_ += 1 + names_[id].size();
    }
    if (runs_.empty() || runs_.back().surface != current_) runs_.push_back({first_triangle, current_});
}

std::vector<Surface> ObjSurfaces::surfaces() const {
    UniqueNames unique;
    std::vector<Surface> surfaces;
    surfaces.reserve(keys_.size());
    for (const Key& key : keys_) {
        std::string name;
        for (const std::uint32_t id : key) {
            if (names_[id].empty()) continue;
            if (!name.empty()) name += '/';
            name += clean_name(names_[id]);
        }
        surfaces.push_back({unique.add(name.empty() ? "surface" : std::move(name))});
    }
    return surfaces;
}

std::vector<std::string> ObjSurfaces::parts(std::vector<Surface>& surfaces) const {
    const bool has_objects =
        std::any_of(keys_.begin(), keys_.end(), [](const Key& key) { return key[kObject] != 0; });
    const Part by = has_objects ? kObject : kGroup;
    std::unordered_map<std::uint32_t, std::uint32_t> part_of;  // by id of the name
    std::vector<std::string> parts;
    UniqueNames unique;
    for (std::size_t s = 0; s < keys_.size(); ++s) {
        const std::uint32_t id = keys_[s][by];
        const auto [known, is_new] = part_of.try_emplace(id, static_cast<std::uint32_t>(parts.size()));
        if (is_new) parts.push_back(unique.add(id == 0 ? "object" : clean_name(names_[id])));
        surfaces[s].part = known->second;
    }
    if (parts.size() >= 2) return parts;
    for (Surface& surface : surfaces) surface.part = 0;
    return {};
}

std::vector<std::uint32_t> ObjSurfaces::of_triangles(std::size_t triangles) const {
    std::vector<std::uint32_t> ids(triangles);
    for (std::size_t r = 0; r < runs_.size(); ++r) {
        const std::size_t end = r + 1 < runs_.size() ? runs_[r + 1].first_triangle : triangles;
        for (std::size_t t = runs_[r].first_triangle; t < end; ++t) ids[t] = runs_[r].surface;
    }
    return ids;
}

}  // namespace graze::internal
