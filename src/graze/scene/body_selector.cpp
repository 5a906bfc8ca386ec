#include "graze/scene/body_selector.h"

#include "graze/scene/scene.h"

#include <algorithm>
#include <numeric>

namespace graze {
namespace {

constexpr std::string_view kAnyLevels = "**";

std::vector<std::string_view> levels_of(std::string_view path) {
    std::vector<std::string_view> levels;
    for (std::size_t slash = path.find('/'); slash != path.npos; slash = path.find('/')) {
        levels.push_back(path.substr(0, slash));
        path.remove_prefix(slash + 1);
    }
    levels.push_back(path);
    return levels;
}

/// Where the next character begins; bytes 10xxxxxx of UTF-8 continue one.
std::size_t next_character(std::string_view text, std::size_t at) {
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0u) == 0x80u) ++at;
    return at;
}

}  // namespace

bool is_pattern(std::string_view text) { return text.find_first_of("*?") != text.npos; }

bool matches_level(std::string_view pattern, std::string_view name) {
    std::size_t p = 0, n = 0, star = pattern.npos, resume = 0;
    while (n < name.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;  // stands for nothing at first
            resume = n;
        } else if (p < pattern.size() && pattern[p] == '?') {
            ++p;
            n = next_character(name, n);
        } else if (p < pattern.size() && pattern[p] == name[n]) {
            ++p, ++n;
        } else if (star != pattern.npos) {
            p = star + 1;  // let the last * stand for one character more
            n = resume = next_character(name, resume);
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == pattern.npos;
}

bool matches_path(std::string_view pattern, std::string_view path) {
    const std::vector<std::string_view> names = levels_of(path);
    std::vector<bool> reached(names.size() + 1, false);  // by number of levels that are matched so far
    reached[0] = true;
    for (const std::string_view level : levels_of(pattern)) {
        if (level == kAnyLevels) {
            std::fill(std::find(reached.begin(), reached.end(), true), reached.end(), true);
            continue;
        }
        for (std::size_t k = names.size(); k > 0; --k)
            reached[k] = reached[k - 1] && matches_level(level, names[k - 1]);
        reached[0] = false;
    }
    return std::find(reached.begin() + 1, reached.end(), true) != reached.end();
}

BodyIndex::BodyIndex(std::span<const SceneBody> bodies) : bodies_(bodies), sorted_(bodies.size()) {
    for (std::uint32_t i = 0; i < bodies.size(); ++i) by_name_.emplace(bodies[i].name, i);
    std::iota(sorted_.begin(), sorted_.end(), 0u);
    std::ranges::sort(sorted_, {}, [&](std::uint32_t i) { return std::string_view(bodies_[i].name); });
}

const std::uint32_t* BodyIndex::named(std::string_view name) const {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : &found->second;
}

std::vector<std::uint32_t> BodyIndex::subtree(const std::string& path) const {
    const std::string prefix = path + "/";
    const auto name = [&](std::uint32_t i) { return std::string_view(bodies_[i].name); };
    auto at = std::ranges::lower_bound(sorted_, std::string_view(prefix), {}, name);
    std::vector<std::uint32_t> ids;
    for (; at != sorted_.end() && name(*at).starts_with(prefix); ++at) ids.push_back(*at);
    std::sort(ids.begin(), ids.end());
    return ids;
}

std::vector<std::uint32_t> BodyIndex::select(const BodySelector& selector) const {
    const std::string& text = selector.text;
    if (!selector.is_product) {
        if (const std::uint32_t* id = named(text)) return {*id};
        if (!is_pattern(text)) return subtree(text);
    }
    std::vector<std::uint32_t> ids;
    for (std::uint32_t i = 0; i < bodies_.size(); ++i)
        if (selector.is_product ? matches_level(text, bodies_[i].product) && !bodies_[i].product.empty()
                                : matches_path(text, bodies_[i].name))
            ids.push_back(i);
    return ids;
}

}  // namespace graze
