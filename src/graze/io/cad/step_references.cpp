#include "graze/io/cad/step_references.h"

#include "graze/core/file.h"
#include "graze/io/cad/cad_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <deque>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

namespace graze::internal {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 10'000;
constexpr std::array<std::string_view, 2> kEntities{"DOCUMENT_FILE", "EXTERNAL_IDENTIFICATION_ASSIGNMENT"};

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

std::size_t skip_space(std::string_view text, std::size_t at) {
    while (at < text.size() && is_space(text[at])) ++at;
    return at;
}

/// The text between quotes that is the first argument after `at`; nothing if it is something else.
std::optional<StepReference> first_argument(std::string_view text, std::size_t at) {
    at = skip_space(text, at);
    if (at >= text.size() || text[at] != '(') return std::nullopt;
    at = skip_space(text, at + 1);
    if (at >= text.size() || text[at] != '\'') return std::nullopt;
    const std::size_t begin = at + 1, end = text.find('\'', begin);
    if (end == std::string_view::npos || end == begin) return std::nullopt;
    return StepReference{std::string(text.substr(begin, end - begin)), begin, end};
}

std::string last_part(const std::string& name) { return name.substr(name.find_last_of("/\\") + 1); }

std::string lower(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

bool leads_out(const fs::path& name) {
    return name.is_absolute() || std::find(name.begin(), name.end(), "..") != name.end();
}

std::optional<fs::path> find_beside(const fs::path& folder, const std::string& name) {
    std::error_code failure;
    for (const fs::path& candidate : {fs::path(name), fs::path(last_part(name))})
        if (!candidate.empty() && !leads_out(candidate) && fs::is_regular_file(folder / candidate, failure))
            return folder / candidate;
    const std::string wanted = lower(last_part(name));
    const fs::path here = folder.empty() ? fs::path(".") : folder;
    for (fs::directory_iterator at(here, failure), end; !failure && at != end; at.increment(failure))
        if (lower(at->path().filename().string()) == wanted && at->is_regular_file(failure))
            return at->path();
    return std::nullopt;
}

/// Reads what is referred to, once, and gives it a plain name.
class Collector {
  public:
    explicit Collector(const fs::path& folder) : folder_(folder) {}

    ReferencedFiles run(std::string_view bytes) {
        result_.main = renamed(bytes);
        while (!waiting_.empty()) {
            const auto [name, text] = std::move(waiting_.front());
            waiting_.pop_front();
            result_.files.push_back({name, renamed(text)});
        }
        return std::move(result_);
    }

  private:
    /// The text with plain names; files that it names are read.
    std::string renamed(std::string_view bytes) {
        std::string text;
        std::size_t from = 0;
        for (const StepReference& reference : step_references(bytes)) {
            text.append(bytes.substr(from, reference.begin - from));
            text += plain_name(reference.name);
            from = reference.end;
        }
        return text.append(bytes.substr(from));
    }

    const std::string& plain_name(const std::string& name) {
        const auto [known, is_new] = plain_.try_emplace(name, name);
        if (is_new) known->second = read(name);
        return known->second;
    }

    std::string read(const std::string& name) {
        const auto path = find_beside(folder_, name);
        if (!path || taken_.size() >= kMostFiles) {
            result_.absent.push_back(name);
            return name;
        }
        auto bytes = read_file(*path);
        if (!bytes) result_.absent.push_back(name);
        if (!bytes || !begins_like_step(*bytes)) return name;
        std::string plain = last_part(name);
        for (int number = 2; !taken_.insert(lower(plain)).second; ++number)
            plain = fmt::format("{}-{}", number, last_part(name));
        waiting_.emplace_back(plain, *std::move(bytes));
        return plain;
    }

    fs::path folder_;
    ReferencedFiles result_;
    std::map<std::string, std::string> plain_;           // by name as written
    std::set<std::string> taken_{"in.step", "out.cad"};  // of the importer's own files
    std::deque<std::pair<std::string, std::string>> waiting_;
};

}  // namespace

std::vector<StepReference> step_references(std::string_view bytes) {
    std::vector<StepReference> found;
    for (const std::string_view entity : kEntities)
        for (std::size_t at = bytes.find(entity); at != std::string_view::npos;
             at = bytes.find(entity, at + 1))
            if (auto reference = first_argument(bytes, at + entity.size()))
                found.push_back(*std::move(reference));
    std::sort(found.begin(), found.end(),
              [](const StepReference& a, const StepReference& b) { return a.begin < b.begin; });
    return found;
}

ReferencedFiles read_step_references(std::string_view bytes, const fs::path& folder) {
    return Collector(folder).run(bytes);
}

}  // namespace graze::internal
