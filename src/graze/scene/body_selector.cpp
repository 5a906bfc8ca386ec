#include "graze/scene/body_selector.h"

#include "graze/scene/scene.h"

#include <algorithm>
#include <numeric>

namespace graze {
namespace {

constexpr std::string_view kAnyLevels = "**";

void split_levels(std::string_view path, std::vector<std::string_view>& levels) {
    levels.clear();
    for (std::size_t slash = path.find('/'); slash != path.npos; slash = path.find('/')) {
        levels.push_back(path.substr(0, slash));
        path.remove_prefix(slash + 1);
    }
    levels.push_back(path);
}

/// Where the next character begins; bytes 10xxxxxx of UTF-8 continue one.
std::size_t next_character(std::string_view text, std::size_t at) {
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0u) == 0x80u) ++at;
    return at;
}

/// A pattern for many paths. Borrows its text.
class PathPattern {
  public:
    explicit PathPattern(std::string_view pattern) { split_levels(pattern, levels_); }

    bool matches(std::string_view path) {
        split_levels(path, names_);
        reached_.assign(names_.size() + 1, 0);
        reached_[0] = 1;
        for (const std::string_view level : levels_) {
            if (level == kAnyLevels) {
                std::fill(std::find(reached_.begin(), reached_.end(), 1), reached_.end(), char{1});
                continue;
            }
            for (std::size_t k = names_.size(); k > 0; --k)
                reached_[k] = reached_[k - 1] && matches_level(level, names_[k - 1]);
            reached_[0] = 0;
        }
        return std::find(reached_.begin() + 1, reached_.end(), 1) != reached_.end();
    }

  private:
    std::vector<std::string_view> levels_, names_;
    std::vector<char> reached_;  // by number of levels that are matched so far
};

/// What every path begins with that the pattern matches.
std::string_view plain_beginning(std::string_view pattern) {
    std::string_view plain = pattern.substr(0, pattern.find_first_of("*?"));
    if (plain.ends_with('/')) plain.remove_suffix(1);  // ** after it may be no level at all
    return plain;
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
    return PathPattern(pattern).matches(path);
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

std::span<const std::uint32_t> BodyIndex::beginning_with(std::string_view prefix) const {
    const auto name = [&](std::uint32_t i) {
        return std::string_view(bodies_[i].name).substr(0, prefix.size());
    };
    return {std::ranges::lower_bound(sorted_, prefix, {}, name),
            std::ranges::upper_bound(sorted_, prefix, {}, name)};
}

std::vector<std::uint32_t> BodyIndex::select(const BodySelector& selector) const {
    const std::string& text = selector.text;
    if (selector.is_product) return of_product(text);
    if (const std::uint32_t* id = named(text)) return {*id};
    std::vector<std::uint32_t> ids;
    if (is_pattern(text)) {
        PathPattern pattern(text);
        for (const std::uint32_t id : beginning_with(plain_beginning(text)))
            if (pattern.matches(bodies_[id].name)) ids.push_back(id);
    } else {
        const auto subtree = beginning_with(text + "/");
        ids.assign(subtree.begin(), subtree.end());
    }
    std::sort(ids.begin(), ids.end());
    return ids;
}

std::vector<std::uint32_t> BodyIndex::of_product(const std::string& pattern) const {
    std::vector<std::uint32_t> ids;
    for (std::uint32_t i = 0; i < bodies_.size(); ++i)
        if (!bodies_[i].product.empty() && matches_level(pattern, bodies_[i].product)) ids.push_back(i);
    return ids;
}

}  // namespace graze
