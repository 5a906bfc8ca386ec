// Scenes that must exist, each built once for the whole test program.
#pragma once

#include "graze/demo/demo.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <tuple>

namespace graze::test {

using Parameters = std::map<std::string, double>;

inline const Scene& scene_of(const std::string& name, const Parameters& parameters = {},
                             std::uint64_t seed = 1) {
    static std::map<std::tuple<std::string, Parameters, std::uint64_t>, Scene> built;
    const auto [entry, is_new] = built.try_emplace({name, parameters, seed});
    if (!is_new) return entry->second;
    Expected<Scene> scene = make_demo(name, {seed, parameters});
    if (scene)
        entry->second = *std::move(scene);
    else
        ADD_FAILURE() << scene.error().message;
    return entry->second;
}

}  // namespace graze::test
