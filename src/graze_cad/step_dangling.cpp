#include "graze_cad/step_dangling.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace graze::cad {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/// The statements "#from = ... ;" of a file, and what they refer to.
class Scan {
  public:
    explicit Scan(std::string_view text) : text_(text) {}

    std::vector<DanglingReference> run() {
        while (at_ < text_.size()) step();
        std::sort(defined_.begin(), defined_.end());
        std::vector<DanglingReference> found;
        for (const DanglingReference& use : uses_)
            if (!std::binary_search(defined_.begin(), defined_.end(), use.to)) found.push_back(use);
        for (std::size_t i = 1; i < defined_.size(); ++i)
            if (defined_[i] == defined_[i - 1]) found.push_back({defined_[i], defined_[i]});
        std::sort(found.begin(), found.end(), [](const DanglingReference& a, const DanglingReference& b) {
            return a.from != b.from ? a.from < b.from : a.to < b.to;
        });
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found;
    }

  private:
    void step() {
        const char c = text_[at_];
        if (c == '\'') {  // a quote within is written twice: two texts side by side
            at_ = after("'", at_ + 1);
        } else if (c == '/' && text_.substr(at_, 2) == "/*") {
            at_ = after("*/", at_ + 2);
        } else if (c == ';') {
            statement_.reset();
            ++at_;
        } else if (c == '#') {
            take_number();
        } else {
            ++at_;
        }
    }

    [[nodiscard]] std::size_t after(std::string_view end, std::size_t from) const {
        const std::size_t found = text_.find(end, from);
        return found == std::string_view::npos ? text_.size() : found + end.size();
    }

    void take_number() {
        std::uint64_t id = 0;
        const char* begin = text_.data() + at_ + 1;
        const auto [end, failure] = std::from_chars(begin, text_.data() + text_.size(), id);
        at_ += 1 + static_cast<std::size_t>(end - begin);
        if (failure != std::errc()) return;
        if (statement_) {
            uses_.push_back({*statement_, id});
            return;
        }
        while (at_ < text_.size() && is_space(text_[at_])) ++at_;
        if (at_ >= text_.size() || text_[at_] != '=') return;
        defined_.push_back(id);
        statement_ = id;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::optional<std::uint64_t> statement_;  // in which we are
    std::vector<std::uint64_t> defined_;
    std::vector<DanglingReference> uses_;
};

}  // namespace

std::vector<DanglingReference> dangling_references(std::string_view text) { return Scan(text).run(); }

}  // namespace graze::cad
