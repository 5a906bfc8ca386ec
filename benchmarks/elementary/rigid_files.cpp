#include "elementary/query_files.h"

#include "graze/core/file.h"
#include "graze/io/text/text_cursor.h"

#include <set>

#include <fmt/format.h>

namespace graze::bench {
namespace {

constexpr const char* kLineRemedy = "a line is: name ee|vf nA xA... pA0 rA0 pA1 rA1 nB xB... pB0 rB0 pB1 rB1";
constexpr const char* kTruthRemedy = "a line is: name contact TIME, or: name clear";

std::optional<double> number_of(std::string_view word) {
    const auto number = parse_number(word.data(), word.data() + word.size());
    if (!number || number->stop != word.data() + word.size()) return std::nullopt;
    return number->value;
}

// The words of one line, read from the left; remembers the first thing that is wrong.
class Words {
  public:
    Words(std::string_view line, std::string where) : cursor_(line), where_(std::move(where)) {}

    std::string_view word(const char* what) {
        cursor_.skip_blanks();
        const std::string_view found = cursor_.word();
        if (found.empty()) complain(fmt::format("the line ends before {}", what));
        return found;
    }
    double number(const char* what) {
        const std::string_view text = word(what);
        if (text.empty()) return 0.0;
        const auto value = number_of(text);
        if (!value) complain(fmt::format("{}: {}", what, number_fault(text)));
        return value.value_or(0.0);
    }
    Vec3 vector(const char* what) {
        const double x = number(what), y = number(what), z = number(what);
        return {x, y, z};
    }
    [[nodiscard]] bool has_more() {
        cursor_.skip_blanks();
        return !cursor_.at_end();
    }
    void complain(const std::string& what) {
        if (fault_.empty()) fault_ = what;
    }
    [[nodiscard]] bool is_wrong() const { return !fault_.empty(); }
    [[nodiscard]] Error error(const char* remedy) const {
        return make_error(ErrorCode::BadInput, where_, fault_, remedy);
    }

  private:
    TextCursor cursor_;
    std::string where_, fault_;
};

void read_feature(Words& words, RigidFeature& feature, int count) {
    const std::string_view given = words.word("the number of vertices");
    if (words.is_wrong()) return;
    if (given != std::to_string(count))
        return words.complain(fmt::format("{} vertices where this type has {}", quoted_word(given), count));
    feature.count = count;
    for (int i = 0; i < count; ++i) feature.vertices[i] = words.vector("a vertex");
    feature.from.position = words.vector("a position at t = 0");
    feature.from.rotation_vector = words.vector("a rotation vector at t = 0");
    feature.to.position = words.vector("a position at t = 1");
    feature.to.rotation_vector = words.vector("a rotation vector at t = 1");
}

RigidQuery read_query(Words& words) {
    RigidQuery query{std::string(words.word("a name")), QueryKind::EdgeEdge, {}, {}};
    const std::string_view type = words.word("the type");
    if (type == "vf") query.kind = QueryKind::VertexFace;
    if (type != "vf" && type != "ee")
        words.complain(fmt::format("the type {} is neither ee nor vf", quoted_word(type)));
    if (words.is_wrong()) return query;
    const int of_a = query.kind == QueryKind::VertexFace ? 1 : 2;
    read_feature(words, query.a, of_a);
    if (!words.is_wrong()) read_feature(words, query.b, 4 - of_a);
    if (!words.is_wrong() && words.has_more()) words.complain("more words than a query has");
    return query;
}

// Calls with each line that says something, and its place; stops at the first error.
template <class Read>
Expected<void> for_each_line(std::string_view text, const std::string& where, Read read) {
    std::uint64_t number = 0;
    for (TextCursor cursor(text); !cursor.at_end(); cursor.next_line()) {
        ++number;
        const std::string_view line = cursor.rest_of_line();
        if (line.empty() || line.front() == '#') continue;
        if (auto done = read(line, fmt::format("{}, line {}", where, number)); !done) return done;
    }
    return {};
}

std::string text_of(const Vec3& v) { return fmt::format(" {} {} {}", v.x(), v.y(), v.z()); }

std::string text_of(const RigidFeature& feature) {
    std::string text = fmt::format(" {}", feature.count);
    for (int i = 0; i < feature.count; ++i) text += text_of(feature.vertices[i]);
    return text + text_of(feature.from.position) + text_of(feature.from.rotation_vector) +
           text_of(feature.to.position) + text_of(feature.to.rotation_vector);
}

}  // namespace

Expected<std::vector<RigidQuery>> read_rigid_queries(std::string_view text, const std::string& where) {
    std::vector<RigidQuery> queries;
    std::set<std::string> names;
    const auto done = for_each_line(text, where, [&](auto line, const std::string& place) -> Expected<void> {
        Words words(line, place);
        queries.push_back(read_query(words));
        if (!words.is_wrong() && !names.insert(queries.back().name).second)
            words.complain(fmt::format("a second query of the name {}", quoted_word(queries.back().name)));
        return words.is_wrong() ? Expected<void>(words.error(kLineRemedy)) : Expected<void>();
    });
    if (!done) return done.error();
    return queries;
}

std::string rigid_queries_text(const std::vector<RigidQuery>& queries) {
    std::string text;
    for (const RigidQuery& query : queries)
        text += query.name + (query.kind == QueryKind::EdgeEdge ? " ee" : " vf") + text_of(query.a) +
                text_of(query.b) + "\n";
    return text;
}

Expected<RigidTruths> read_rigid_truths(std::string_view text, const std::string& where) {
    RigidTruths truths;
    const auto done = for_each_line(text, where, [&](auto line, const std::string& place) -> Expected<void> {
        Words words(line, place);
        const std::string name(words.word("a name"));
        const std::string_view truth = words.word("contact or clear");
        if (truth != "contact" && truth != "clear")
            words.complain(fmt::format("the truth {} is neither contact nor clear", quoted_word(truth)));
        const double time = truth == "contact" ? words.number("the time of contact") : 1.0;
        if (!words.is_wrong() && words.has_more()) words.complain("more words than a truth has");
        if (words.is_wrong()) return words.error(kTruthRemedy);
        truths[name] = {truth == "contact", time};
        return {};
    });
    if (!done) return done.error();
    return truths;
}

std::string rigid_truths_text(const std::vector<RigidQuery>& queries, const RigidTruths& truths) {
    std::string text;
    for (const RigidQuery& query : queries) {
        const RigidTruth& truth = truths.at(query.name);
        text += truth.is_contact ? fmt::format("{} contact {}\n", query.name, truth.time)
                                 : fmt::format("{} clear\n", query.name);
    }
    return text;
}

Expected<RigidFile> read_rigid_file(const std::filesystem::path& file) {
    const auto text = read_file(file);
    if (!text) return text.error();
    auto queries = read_rigid_queries(*text, file.string());
    if (!queries) return queries.error();
    if (queries->empty())
        return make_error(ErrorCode::BadInput, file.string(), "there is no query in it", kLineRemedy);
    RigidFile result{std::move(*queries), {}};
    const std::filesystem::path truth_file = file.string() + ".truth";
    if (!std::filesystem::exists(truth_file)) return result;
    const auto truth_text = read_file(truth_file);
    if (!truth_text) return truth_text.error();
    auto truths = read_rigid_truths(*truth_text, truth_file.string());
    if (!truths) return truths.error();
    for (const RigidQuery& query : result.queries)
        if (truths->find(query.name) == truths->end())
            return make_error(ErrorCode::BadInput, truth_file.string(),
                              fmt::format("no truth for the query {}", quoted_word(query.name)),
                              "remove the file if the truth is not known");
    result.truths = std::move(*truths);
    return result;
}

}  // namespace graze::bench
