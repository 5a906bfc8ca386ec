// One tree, or whatever a method prepares, for each distinct mesh of a scene: made when it is first asked
// for, by the thread that asks.
#pragma once

#include "graze/core/assert.h"
#include "graze/scene/scene.h"

#include <map>
#include <mutex>
#include <optional>

namespace graze::papers {

template <class T>
class PerMesh {
  public:
    /// Pre: the scene outlives this.
    explicit PerMesh(const Scene& scene) {
        for (const auto& body : scene.bodies) entries_.try_emplace(body.mesh.get());
    }

    /// make(mesh), called once for each mesh. Pre: a mesh of the scene.
    template <class Make>
    [[nodiscard]] const T& of(const Mesh& mesh, const Make& make) {
        const auto found = entries_.find(&mesh);
        GRAZE_ASSERT(found != entries_.end());
        Entry& entry = found->second;
        std::call_once(entry.once, [&] { entry.made.emplace(make(mesh)); });
        return *entry.made;
    }

  private:
    struct Entry {
        std::once_flag once;
        std::optional<T> made;
    };
    std::map<const Mesh*, Entry> entries_;
};

}  // namespace graze::papers
