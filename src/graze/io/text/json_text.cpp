#include "graze/io/text/json_text.h"

#include "graze/io/text/names.h"

#include "graze/core/wording.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace graze::internal {
namespace {

using nlohmann::json;

constexpr int kNumberOverflow = 406;  // nlohmann's id of "number overflow"

/// What the parser complains about, without its own prefix; it names the last token in escaped form.
std::string complaint_of(const json::exception& exception) {
    const std::string_view words = exception.what();
    const std::size_t start = words.find("syntax error");
    return clean_name(words.substr(start == std::string_view::npos ? 0 : start, 200));  // it quotes raw bytes
}

/// Builds the value. Containers still open stand on a stack, because their parents' vectors may move.
class Builder {
  public:
    Builder(std::string_view text, const std::string& file, const JsonLimits& limits)
        : text_(text), file_(file), limits_(limits) {}

    bool null() { return add({}); }
    bool boolean(bool value) { return add({value}); }
    bool number_integer(std::int64_t value) { return add({static_cast<double>(value)}); }
    bool number_unsigned(std::uint64_t value) { return add({static_cast<double>(value)}); }
    bool number_float(double value, const std::string&) { return add({value}); }
    bool string(std::string& value) { return add({std::make_unique<std::string>(std::move(value))}); }
    bool binary(json::binary_t&) { return false; }  // not in texts
    bool start_object(std::size_t) { return open({std::make_unique<JsonValue::Members>()}); }
    bool start_array(std::size_t) { return open({std::make_unique<JsonValue::Items>()}); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }

    bool key(std::string& name) {
        JsonValue::Members& members = *std::get<std::unique_ptr<JsonValue::Members>>(open_.back().state);
        if (std::any_of(members.begin(), members.end(), [&](const JsonMember& m) { return m.key == name; }))
            return refuse(fmt::format("key {} appears twice", in_quotes(name)), "remove one of them");
        if (members.size() == limits_.keys_per_object)
            return refuse(fmt::format("more than {} keys in one object", limits_.keys_per_object), "");
        members.push_back({std::move(name), {}});
        return true;
    }

    bool parse_error(std::size_t position, const std::string& token, const json::exception& exception) {
        const std::string_view before = text_.substr(0, std::min(position, text_.size()));
        const auto line = 1 + std::count(before.begin(), before.end(), '\n');
        const std::size_t newline = before.rfind('\n');
        const std::size_t column =
            newline == std::string_view::npos ? before.size() : before.size() - newline - 1;
        const std::string where =
            fmt::format("{}, line {}, column {}", file_, line, std::max<std::size_t>(column, 1));
        const bool overflow = exception.id == kNumberOverflow;
        error_ =
            overflow
                ? make_error(ErrorCode::BadInput, where,
                             fmt::format("number {} is beyond the largest double, 1.8e308", in_quotes(token)),
                             "write a finite number")
                : make_error(ErrorCode::BadInput, where, complaint_of(exception),
                             "the file must be JSON in UTF-8");
        return false;
    }

    Expected<JsonValue> result() && {
        if (error_) return *std::move(error_);
        return std::move(root_);
    }

  private:
    bool add(JsonValue value) {
        if (open_.empty()) {
            root_ = std::move(value);
        } else if (auto* members = std::get_if<std::unique_ptr<JsonValue::Members>>(&open_.back().state)) {
            (*members)->back().value = std::move(value);
        } else {
            std::get<std::unique_ptr<JsonValue::Items>>(open_.back().state)->push_back(std::move(value));
        }
        return true;
    }

    bool open(JsonValue container) {
        if (open_.size() == limits_.depth)
            return refuse(fmt::format("nested deeper than {} levels", limits_.depth), "a scene needs six");
        open_.push_back(std::move(container));
        return true;
    }

    bool close() {
        JsonValue finished = std::move(open_.back());
        open_.pop_back();
        return add(std::move(finished));
    }

    /// Where the innermost open container stands.
    JsonPlace place() const {
        JsonPlace place{file_, ""};
        for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
            const JsonValue& container = open_[i];
            place = container.members() ? place / container.members()->back().key
                                        : place / container.items()->size();
        }
        return place;
    }

    bool refuse(const std::string& what, const std::string& remedy) {
        error_ = make_error(ErrorCode::BadInput, place().words(), what, remedy);
        return false;
    }

    std::string_view text_;
    const std::string& file_;
    const JsonLimits& limits_;
    std::vector<JsonValue> open_;
    JsonValue root_;
    std::optional<Error> error_;
};

}  // namespace

const char* kind_of(const JsonValue& value) {
    constexpr const char* kKinds[] = {"null",     "true or false", "a number",
                                      "a string", "an array",      "an object"};
    static_assert(std::size(kKinds) == std::variant_size_v<JsonValue::State>);
    return kKinds[value.state.index()];
}

JsonPlace JsonPlace::operator/(std::string_view key) const {
    JsonPlace child{file, pointer + "/"};
    const std::string shown = in_quotes(key);  // one line, short, printable
    for (const char c : shown.substr(1, shown.size() - 2)) {
        if (c == '~')
            child.pointer += "~0";
        else if (c == '/')
            child.pointer += "~1";
        else
            child.pointer += c;
    }
    return child;
}

JsonPlace JsonPlace::operator/(std::size_t index) const {
    return {file, pointer + "/" + std::to_string(index)};
}

std::string JsonPlace::words() const { return pointer.empty() ? file : file + ": " + pointer; }

Expected<JsonValue> parse_json_text(std::string_view text, const std::string& file,
                                    const JsonLimits& limits) {
    const auto bad = [&](const std::string& what, const std::string& remedy) {
        return make_error(ErrorCode::BadInput, file, what, remedy);
    };
    if (text.size() > limits.bytes)
        return bad(fmt::format("{} bytes, more than the limit of {}", text.size(), limits.bytes),
                   "is it a JSON file?");
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
        return bad("is UTF-16", "save it as UTF-8");
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return bad("is empty", "a JSON text is needed");
    Builder builder(text, file, limits);
    (void)json::sax_parse(text, &builder);  // its answer repeats what the builder knows
    return std::move(builder).result();
}

}  // namespace graze::internal
