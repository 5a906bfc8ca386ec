#include "graze/dynamics/solve/joint_graph.h"

#include <algorithm>

#include <fmt/format.h>

namespace graze::internal {
namespace {

// Forest of the joints seen so far; node `bodies` is the world.
struct Forest {
    std::size_t bodies;
    std::span<const std::string> names;
    std::vector<std::vector<std::size_t>> neighbours;

    std::size_t node(std::int32_t body) const {
        return body == kNobody ? bodies : static_cast<std::size_t>(body);
    }

    std::string name(std::size_t node) const {
        if (node == bodies) return "the world";
        return node < names.size() ? names[node] : fmt::format("body {}", node);
    }

    // The way from one node to another, both included; empty: there is none.
    bool find_way(std::size_t at, std::size_t end, std::vector<std::size_t>& way) const {
        way.push_back(at);
        if (at == end) return true;
        for (const std::size_t next : neighbours[at])
            if ((way.size() < 2 || way[way.size() - 2] != next) && find_way(next, end, way)) return true;
        way.pop_back();
        return false;
    }

    std::string text_of(const std::vector<std::size_t>& way) const {
        std::string text;
        for (const std::size_t at : way) text += name(at) + " - ";
        return text + name(way.front());
    }
};

}  // namespace

Expected<void> require_joint_trees(std::size_t bodies, std::span<const JointEnds> joints,
                                   std::span<const std::string> names) {
    Forest forest{bodies, names, std::vector<std::vector<std::size_t>>(bodies + 1)};
    const auto is_there = [&](std::int32_t body) {
        return body >= 0 && static_cast<std::size_t>(body) < bodies;
    };
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const auto [a, b] = joints[i];
        const std::string where = fmt::format("joint {}", i);
        if (!is_there(a) || (b != kNobody && !is_there(b)))
            return make_error(ErrorCode::BadInput, where,
                              fmt::format("names body {}, but there are {}", is_there(a) ? b : a, bodies));
        if (a == b)
            return make_error(ErrorCode::BadInput, where,
                              "connects " + forest.name(forest.node(a)) + " with itself");
        std::vector<std::size_t> way;
        if (forest.find_way(forest.node(a), forest.node(b), way))
            return make_error(ErrorCode::Unsupported, where,
                              "closes a loop of joints: " + forest.text_of(way),
                              "joints must form trees; leave one of these joints out");
        forest.neighbours[forest.node(a)].push_back(forest.node(b));
        forest.neighbours[forest.node(b)].push_back(forest.node(a));
    }
    return {};
}

}  // namespace graze::internal
