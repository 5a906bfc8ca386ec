#include "graze/scene/scene.h"

#include "graze/core/wording.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

namespace graze {
namespace {

constexpr std::size_t kLongestName = 1000;

/// The first complaint wins; places are spelt as in scene files, "/bodies/3".
class Checker {
  public:
    Checker(const Scene& scene, const std::string& where) : scene_(scene), where_(where) {}

    Expected<void> run() {
        bodies();
        pairs();
        paths();
        if (error_) return *error_;
        return {};
    }

  private:
    void refuse(const std::string& place, const std::string& what, const std::string& remedy) {
        if (!error_) error_ = make_error(ErrorCode::BadInput, where_ + ": " + place, what, remedy);
    }

    void expect(const Expected<void>& checked) {
        if (!checked && !error_) error_ = checked.error();
    }

    void bodies() {
        if (scene_.bodies.empty()) refuse("/bodies", "no bodies", "a scene needs at least one");
        std::unordered_map<std::string_view, std::size_t> seen;
        std::unordered_set<const Mesh*> checked;
        for (std::size_t i = 0; i < scene_.bodies.size() && !error_; ++i) {
            const Body& body = scene_.bodies[i];
            const std::string place = fmt::format("/bodies/{}", i);
            const std::string problem = problem_with_name(body.name);
            if (!problem.empty()) refuse(place + "/name", problem, "give every body a name of its own");
            const auto [same, is_new] = seen.emplace(body.name, i);
            if (!is_new)
                refuse(place + "/name",
                       fmt::format("name {} is taken by /bodies/{}", in_quotes(body.name), same->second),
                       "give every body a name of its own");
            expect(validate(body.pose, where_ + ": " + place + "/pose"));
            if (!body.mesh)
                refuse(place + "/mesh", "no mesh", "a body needs one");
            else if (checked.insert(body.mesh.get()).second)
                expect(validate(*body.mesh, where_ + ": " + place + "/mesh"));
        }
    }

    void pair(const std::array<std::uint32_t, 2>& ids, const std::string& place) {
        for (const std::uint32_t id : ids)
            if (id >= scene_.bodies.size())
                return refuse(place, fmt::format("body id {} >= {} bodies", id, scene_.bodies.size()), "");
        if (ids[0] == ids[1]) refuse(place, "a pair needs two different bodies", "");
        if (!pairs_seen_.insert(std::minmax(ids[0], ids[1])).second)
            refuse(place, "the pair is given twice", "keep one");
    }

    void length(double value, const std::string& place) {
        if (!(value >= 0.0 && std::isfinite(value)))  // NaN is refused too
            refuse(place, fmt::format("{} is not a length", value), "write a finite number >= 0");
    }

    void pairs() {
        for (std::size_t i = 0; i < scene_.ignore.size() && !error_; ++i) {
            const std::string place = fmt::format("/ignore/{}", i);
            pair(scene_.ignore[i].bodies, place);
            if (!scene_.ignore[i].depth) continue;
            length(*scene_.ignore[i].depth, place + "/depth");
            if (scene_.ignore[i].allowed != Allowed::Interference)
                refuse(place + "/depth", "a depth without \"allow\": \"interference\"",
                       "remove one of the two");
        }
        pairs_seen_.clear();
        for (std::size_t i = 0; i < scene_.clearance.size() && !error_; ++i) {
            const std::string place = fmt::format("/clearance/{}", i);
            pair(scene_.clearance[i].bodies, place);
            length(scene_.clearance[i].distance, place + "/distance");
        }
    }

    void paths() {
        std::unordered_set<std::uint32_t> moving;
        for (std::size_t i = 0; i < scene_.paths.size() && !error_; ++i) {
            const Path& path = scene_.paths[i];
            const std::string place = fmt::format("/paths/{}", i);
            const std::size_t poses = path.poses.size(), first = scene_.paths.front().poses.size();
            if (path.body >= scene_.bodies.size())
                refuse(place, fmt::format("body id {} >= {} bodies", path.body, scene_.bodies.size()), "");
            if (!moving.insert(path.body).second) refuse(place, "the body has a path already", "keep one");
            if (poses < 2)
                refuse(place + "/poses", fmt::format("{} poses", poses), "a path needs at least two");
            if (poses != first)
                refuse(place + "/poses", fmt::format("{} poses, but /paths/0 has {}", poses, first),
                       "all paths need the same number, repeat a pose to wait");
            if (!path.turns.empty() && path.turns.size() + 1 != poses)
                refuse(place + "/turns",
                       fmt::format("{} turns for {} segments", path.turns.size(), poses - 1),
                       "write one per segment, or a single number for all");
            for (std::size_t k = 0; k < poses && !error_; ++k)
                expect(validate(path.poses[k], fmt::format("{}: {}/poses/{}", where_, place, k)));
        }
    }

    const Scene& scene_;
    const std::string& where_;
    std::set<std::pair<std::uint32_t, std::uint32_t>> pairs_seen_;
    std::optional<Error> error_;
};

}  // namespace

std::optional<std::uint32_t> body_named(const Scene& scene, std::string_view name) {
    for (std::size_t i = 0; i < scene.bodies.size(); ++i)
        if (scene.bodies[i].name == name) return static_cast<std::uint32_t>(i);
    return std::nullopt;
}

std::string problem_with_name(std::string_view name) {
    if (name.empty()) return "the name is empty";
    if (name.size() > kLongestName)
        return fmt::format("a name of {} bytes, more than {}", name.size(), kLongestName);
    if (!is_plain_text(name))
        return fmt::format("name {} holds a control character or is not UTF-8", in_quotes(name));
    return {};
}

Expected<void> validate(const Scene& scene, const std::string& where) { return Checker(scene, where).run(); }

}  // namespace graze
