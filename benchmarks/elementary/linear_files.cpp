#include "elementary/query_files.h"
#include "elementary/rational_text.h"

#include "graze/core/file.h"
#include "graze/core/function_ref.h"
#include "graze/io/text/text_cursor.h"

#include <algorithm>

#include <fmt/format.h>

namespace graze::bench {
namespace {

constexpr int kRows = 8, kFields = 7;
constexpr const char* kRowRemedy =
    "a row holds numerator and denominator of x, y and z, then the truth, separated by commas";

using Fields = std::array<std::string_view, kFields>;

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && TextCursor::is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && TextCursor::is_space(text.back())) text.remove_suffix(1);
    return text;
}

// The number of fields found; more than kFields are counted but not kept.
int split(std::string_view row, Fields& fields) {
    int count = 0;
    for (;;) {
        const std::size_t comma = row.find(',');
        if (count < kFields) fields[count] = trimmed(row.substr(0, comma));
        ++count;
        if (comma == std::string_view::npos) return count;
        row.remove_prefix(comma + 1);
    }
}

struct Row {
    Vec3 place;
    bool is_contact;
    int rounded;
};

// `where` is asked for only if something is wrong.
Expected<Row> read_row(std::string_view text, FunctionRef<std::string()> where) {
    Fields fields;
    const int count = split(text, fields);
    if (count != kFields)
        return make_error(ErrorCode::BadInput, where(),
                          fmt::format("{} fields instead of {}", count, kFields), kRowRemedy);
    Row row{Vec3::Zero(), false, 0};
    for (int i = 0; i < 3; ++i) {
        const auto value = double_from_rational(fields[2 * i], fields[2 * i + 1]);
        if (!value)
            return make_error(ErrorCode::BadInput, where(),
                              fmt::format("{} / {} is no finite rational number of integers",
                                          quoted_word(fields[2 * i]), quoted_word(fields[2 * i + 1])),
                              kRowRemedy);
        row.place[i] = value->value;
        row.rounded += !value->is_exact;
    }
    if (fields[6] != "0" && fields[6] != "1")
        return make_error(ErrorCode::BadInput, where(),
                          fmt::format("the truth {} is neither 0 nor 1", quoted_word(fields[6])), kRowRemedy);
    row.is_contact = fields[6] == "1";
    return row;
}

std::optional<QueryKind> kind_of_folder(const std::filesystem::path& folder) {
    for (const QueryKind kind : {QueryKind::VertexFace, QueryKind::EdgeEdge})
        if (folder.filename() == name_of(kind)) return kind;
    return std::nullopt;
}

Expected<std::vector<std::filesystem::path>> csv_files(const std::filesystem::path& folder) {
    std::error_code fault;
    std::vector<std::filesystem::path> files;
    for (std::filesystem::recursive_directory_iterator at(folder, fault), end; !fault && at != end;
         at.increment(fault))
        if (at->path().extension() == ".csv" && kind_of_folder(at->path().parent_path()))
            files.push_back(at->path());
    if (fault)
        return make_error(ErrorCode::CannotRead, folder.string(), fault.message(),
                          "give a folder with SCENE/edge-edge/*.csv or SCENE/vertex-face/*.csv");
    if (files.empty())
        return make_error(ErrorCode::NotFound, folder.string(), "no files of queries below this folder",
                          "they are expected as SCENE/edge-edge/*.csv and SCENE/vertex-face/*.csv");
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace

Expected<LinearQueries> read_linear_queries(std::string_view text, QueryKind kind, const std::string& where) {
    LinearQueries result;
    LinearQuery query{kind, {}, {}, false};
    int rows = 0;
    std::uint64_t number = 0;
    for (TextCursor cursor(text); !cursor.at_end(); cursor.next_line()) {
        ++number;
        const std::string_view line = cursor.rest_of_line();
        if (line.empty()) continue;
        const auto place = [&] { return fmt::format("{}, line {}", where, number); };
        const auto row = read_row(line, place);
        if (!row) return row.error();
        if (rows > 0 && row->is_contact != query.is_contact)
            return make_error(ErrorCode::BadInput, place(),
                              fmt::format("the truth changes within a query of {} rows", kRows),
                              "is a row missing above?");
        query.is_contact = row->is_contact;
        (rows < 4 ? query.from : query.to)[rows % 4] = row->place;
        if (row->rounded > 0 && result.rounded == 0) result.first_rounded = place();
        result.rounded += row->rounded;
        if (++rows == kRows) {
            result.queries.push_back(query);
            rows = 0;
        }
    }
    if (rows != 0)
        return make_error(ErrorCode::BadInput, fmt::format("{}, line {}", where, number),
                          fmt::format("the last query has {} rows instead of {}", rows, kRows),
                          "was the file cut off?");
    return result;
}

Expected<LinearQueries> read_linear_query_folder(const std::filesystem::path& folder) {
    const auto files = csv_files(folder);
    if (!files) return files.error();
    LinearQueries all;
    for (const auto& file : *files) {
        const auto text = read_file(file);
        if (!text) return text.error();
        const auto some = read_linear_queries(*text, *kind_of_folder(file.parent_path()), file.string());
        if (!some) return some.error();
        if (all.rounded == 0) all.first_rounded = some->first_rounded;
        all.rounded += some->rounded;
        all.queries.insert(all.queries.end(), some->queries.begin(), some->queries.end());
    }
    return all;
}

std::string linear_queries_text(const std::vector<LinearQuery>& queries) {
    std::string text;
    for (const LinearQuery& query : queries)
        for (int row = 0; row < kRows; ++row) {
            const Vec3& place = (row < 4 ? query.from : query.to)[row % 4];
            for (int i = 0; i < 3; ++i) {
                const RationalText value = rational_from_double(place[i]);
                text += value.numerator + "," + value.denominator + ",";
            }
            text += query.is_contact ? "1\n" : "0\n";
        }
    return text;
}

}  // namespace graze::bench
