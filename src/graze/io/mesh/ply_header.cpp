#include "graze/io/mesh/ply_header.h"

#include "graze/io/text/text_cursor.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace graze::internal {
namespace {

struct TypeName {
    std::string_view name;
    PlyType type;
};

constexpr std::array<TypeName, 16> kTypeNames{{{"char", PlyType::Int8},
                                               {"uchar", PlyType::UInt8},
                                               {"short", PlyType::Int16},
                                               {"ushort", PlyType::UInt16},
                                               {"int", PlyType::Int32},
                                               {"uint", PlyType::UInt32},
                                               {"float", PlyType::Float32},
                                               {"double", PlyType::Float64},
                                               {"int8", PlyType::Int8},
                                               {"uint8", PlyType::UInt8},
                                               {"int16", PlyType::Int16},
                                               {"uint16", PlyType::UInt16},
                                               {"int32", PlyType::Int32},
                                               {"uint32", PlyType::UInt32},
                                               {"float32", PlyType::Float32},
                                               {"float64", PlyType::Float64}}};

std::optional<PlyType> type_named(std::string_view name) {
    for (const TypeName& entry : kTypeNames)
        if (entry.name == name) return entry.type;
    return std::nullopt;
}

/// Methods return false after having put the reason into error_.
class HeaderReader {
  public:
    HeaderReader(std::string_view bytes, const std::string& where)
        : bytes_(bytes), text_(bytes), where_(where) {}

    Expected<PlyHeader> read() {
        if (!read_magic()) return std::move(*error_);
        bool is_done = false;
        while (!is_done) {
            line_start_ = text_.at();
            text_.skip_blanks();
            const std::string_view keyword = text_.word();
            is_done = keyword == "end_header";
            if (!is_done && !read_line(keyword)) return std::move(*error_);
            if (!is_done) text_.next_line();
        }
        end_header();
        if (!has_format_)
            return fail("no 'format' line in the header", "add one, as 'format ascii 1.0'"),
                   std::move(*error_);
        header_.body = static_cast<std::size_t>(text_.at() - bytes_.data());
        if (!elements_fit()) return std::move(*error_);
        return std::move(header_);
    }

  private:
    bool fail(const std::string& what, const std::string& remedy, ErrorCode code = ErrorCode::BadInput) {
        if (line_start_) text_.go_to(line_start_);
        error_ = make_error(code, fmt::format("{}, line {}", where_, text_.line_number()), what, remedy);
        return false;
    }

    bool read_magic() {
        if (text_.word() != "ply")
            return text_.go_to(bytes_.data()), fail("the first line is not 'ply'", "is this a PLY file?");
        text_.rest_of_line();
        ends_with_bare_return_ = text_.left() >= 2 && text_.at()[0] == '\r' && text_.at()[1] != '\n';
        text_.next_line();
        return true;
    }

    bool read_line(std::string_view keyword) {
        if (keyword == "format") return read_format();
        if (keyword == "comment") return read_comment();
        if (keyword == "obj_info") return true;
        if (keyword == "element") return read_element();
        if (keyword == "property") return read_property();
        if (keyword.empty() && text_.at_end())
            return fail("the file ends within the header (no 'end_header')", "was it truncated?");
        if (keyword.empty()) return true;
        return fail(fmt::format("{} is no header keyword of PLY", quoted_word(keyword)),
                    "is the file damaged?");
    }

    std::string_view next_word() {
        text_.skip_blanks();
        return text_.word();
    }

    bool read_format() {
        const std::string_view name = next_word(), version = next_word();
        if (name == "ascii") {
            header_.encoding = PlyEncoding::Ascii;
        } else if (name == "binary_little_endian") {
            header_.encoding = PlyEncoding::LittleEndian;
        } else if (name == "binary_big_endian") {
            header_.encoding = PlyEncoding::BigEndian;
        } else {
            return fail(fmt::format("format {} is unknown", quoted_word(name)),
                        "known: ascii, binary_little_endian, binary_big_endian");
        }
        if (version != "1.0")
            return fail(fmt::format("version {} is unknown", quoted_word(version)), "only 1.0 exists",
                        ErrorCode::Unsupported);
        has_format_ = true;
        return true;
    }

    /// `comment graze surface 3 lid` names a surface; other comments are only that.
    bool read_comment() {
        if (next_word() != "graze" || next_word() != "surface") return true;
        const std::string_view number = next_word();
        const auto id = parse_integer(number.data(), number.data() + number.size());
        if (id) header_.surface_names[id->value] = text_.rest_of_line();
        return true;
    }

    bool read_element() {
        const std::string_view name = next_word(), number = next_word();
        const auto count = parse_integer(number.data(), number.data() + number.size());
        if (!count || count->stop != number.data() + number.size())
            return fail(fmt::format("{} is not a count of elements", quoted_word(number)),
                        "write 'element NAME COUNT'");
        if (count->value < 0)
            return fail(fmt::format("element {} has the count {}", quoted_word(name), count->value),
                        "counts start at 0");
        bool* const seen = name == "vertex" ? &has_vertex_ : name == "face" ? &has_face_ : nullptr;
        if (seen && std::exchange(*seen, true))
            return fail(fmt::format("a second element {}", quoted_word(name)), "join them");
        header_.elements.push_back({name, static_cast<std::uint64_t>(count->value), {}});
        return true;
    }

    bool read_property() {
        if (header_.elements.empty())
            return fail("a property before the first element", "is the file damaged?");
        PlyProperty property{};
        std::string_view word = next_word();
        if (word == "list") {
            word = next_word();
            property.count_type = type_named(word);
            if (!property.count_type || !is_integer(*property.count_type))
                return fail(fmt::format("{} is no integer type for the length of a list", quoted_word(word)),
                            "write 'property list uchar int NAME'");
            word = next_word();
        }
        const auto type = type_named(word);
        if (!type)
            return fail(fmt::format("{} is no type of PLY", quoted_word(word)),
                        "known: char uchar short ushort int uint float double");
        property.type = *type;
        property.name = next_word();
        if (property.name.empty()) return fail("a property without a name", "write 'property TYPE NAME'");
        header_.elements.back().properties.push_back(property);
        return true;
    }

    /// Binary data may begin with a byte that looks like a line end, so exactly one line end follows: of the
    /// kind that the first line has.
    void end_header() {
        line_start_ = nullptr;
        text_.skip_blanks();
        if (text_.at_end()) return;
        if (ends_with_bare_return_ && *text_.at() == '\r') return text_.go_to(text_.at() + 1);
        if (text_.at_line_end()) text_.next_line();
    }

    bool elements_fit() {
        std::uint64_t left =
            bytes_.size() - header_.body + 1;  // the last word of a text needs no space after it
        for (const PlyElement& element : header_.elements) {
            const std::uint64_t each = element.least_bytes(header_.encoding);
            if (each == 0) continue;
            if (element.count > left / each) {
                fail(fmt::format(
                         "{} elements {} need at least {} bytes each, but only {} bytes follow the header",
                         element.count, quoted_word(element.name), each, bytes_.size() - header_.body),
                     "was the file truncated?");
                return false;
            }
            left -= element.count * each;
        }
        return true;
    }

    std::string_view bytes_;
    TextCursor text_;
    const std::string& where_;
    const char* line_start_ = nullptr;
    bool has_format_ = false, has_vertex_ = false, has_face_ = false;
    bool ends_with_bare_return_ = false;
    PlyHeader header_;
    std::optional<Error> error_;
};

}  // namespace

std::uint64_t PlyElement::least_bytes(PlyEncoding encoding) const {
    constexpr std::uint64_t kShortestWord = 2;  // a digit and a space
    std::uint64_t bytes = 0;
    for (const PlyProperty& property : properties)
        bytes += encoding == PlyEncoding::Ascii ? kShortestWord
                                                : size_of(property.count_type.value_or(property.type));
    return bytes;
}

bool PlyElement::has_lists() const {
    return std::any_of(properties.begin(), properties.end(),
                       [](const PlyProperty& p) { return p.count_type.has_value(); });
}

std::optional<std::size_t> PlyElement::find(std::string_view property) const {
    for (std::size_t i = 0; i < properties.size(); ++i)
        if (properties[i].name == property) return i;
    return std::nullopt;
}

bool begins_like_ply(std::string_view bytes) {
    TextCursor text(bytes);
    return text.word() == "ply" && text.at_line_end();
}

Expected<PlyHeader> parse_ply_header(std::string_view bytes, const std::string& where) {
    return HeaderReader(bytes, where).read();
}

}  // namespace graze::internal
