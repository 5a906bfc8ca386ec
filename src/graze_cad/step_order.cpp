#include "graze_cad/step_order.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace graze::cad {
namespace {

using StepId = std::uint64_t;

constexpr std::string_view kRoot = "MECHANICAL_DESIGN_GEOMETRIC_PRESENTATION_REPRESENTATION(";
constexpr std::string_view kEnd = "ENDSEC;";

struct Statement {
    std::string text;          // after "#id = ", on one line, with its semicolon
    std::vector<StepId> uses;  // in the order of the text
};
using Statements = std::map<StepId, Statement>;

StepId number_at(std::string_view text, std::size_t at) {
    StepId id = 0;
    std::from_chars(text.data() + at, text.data() + text.size(), id);
    return id;
}

/// Calls `found(position of '#', id)` for each reference outside of quotes.
template <class Found>
void for_references(std::string_view text, Found found) {
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\'') quoted = !quoted;
        if (text[i] == '#' && !quoted) found(i, number_at(text, i + 1));
    }
}

/// The statements from `at` to the end of the section.
Statements read_statements(std::string_view text, std::size_t at, std::size_t end) {
    Statements statements;
    while (at < end && text[at] == '#') {
        const StepId id = number_at(text, at + 1);
        Statement statement;
        bool quoted = false;
        for (at = text.find("= ", at) + 2; at < end; ++at) {
            if (text[at] == '\n') {  // a continued line is indented
                while (at + 1 < end && text[at + 1] == ' ') ++at;
                continue;
            }
            if (text[at] == '\'') quoted = !quoted;
            statement.text += text[at];
            if (text[at] == ';' && !quoted) break;
        }
        for_references(statement.text, [&](std::size_t, StepId used) { statement.uses.push_back(used); });
        statements.emplace(id, std::move(statement));
        at = std::min(text.find('#', at), end);
    }
    return statements;
}

/// What a statement is about, in the part of the file before the colours: 0 if nothing.
StepId subject(const Statement& statement) { return statement.uses.empty() ? 0 : statement.uses.back(); }

/// Ids in the order in which they are to be written: each root, then what it uses, depth first.
struct Order {
    const Statements& statements;
    std::vector<StepId> ids;
    std::map<StepId, StepId> renamed;
    StepId next;

    void visit(StepId id) {
        const auto at = statements.find(id);
        if (at == statements.end() || !renamed.emplace(id, next).second) return;
        ++next;
        ids.push_back(id);
        std::vector<StepId> uses = at->second.uses;
        if (at->second.text.starts_with(kRoot)) sort_by_subject(uses);
        for (const StepId used : uses) visit(used);
    }
    void sort_by_subject(std::vector<StepId>& list) const {
        std::stable_sort(list.begin(), list.end(), [&](StepId a, StepId b) { return key(a) < key(b); });
    }
    [[nodiscard]] StepId key(StepId id) const {
        const auto at = statements.find(id);
        return at == statements.end() ? id : subject(at->second);
    }
};

std::string renumbered(const Statement& statement, const Order& order) {
    std::vector<StepId> uses = statement.uses;
    if (statement.text.starts_with(kRoot)) {  // a set of styled items, then the context
        std::vector<StepId> items(uses.begin(), uses.end() - 1);
        order.sort_by_subject(items);
        std::copy(items.begin(), items.end(), uses.begin());
    }
    std::string text;
    std::size_t done = 0, k = 0;
    for_references(statement.text, [&](std::size_t at, StepId old) {
        const StepId used = uses[k++];
        const auto name = order.renamed.find(used);
        text.append(statement.text, done, at + 1 - done)
            .append(std::to_string(name == order.renamed.end() ? used : name->second));
        done = at + 1 + std::to_string(old).size();
    });
    return text.append(statement.text, done);
}

}  // namespace

std::string with_colours_in_order(const std::string& step) {
    const std::size_t root = step.find(kRoot);
    if (root == std::string::npos) return step;
    const std::size_t begin = step.rfind('#', root), end = step.rfind(kEnd);
    const Statements statements = read_statements(step, begin, end);
    Order order{statements, {}, {}, number_at(step, begin + 1)};
    std::vector<StepId> roots, others;
    for (const auto& [id, statement] : statements)
        (statement.text.starts_with(kRoot) ? roots : others).push_back(id);
    order.sort_by_subject(roots);
    for (const StepId id : roots) order.visit(id);
    for (const StepId id : others) order.visit(id);  // nothing is lost

    std::string result = step.substr(0, begin);
    for (const StepId id : order.ids)
        result.append("#")
            .append(std::to_string(order.renamed.at(id)))
            .append(" = ")
            .append(renumbered(statements.at(id), order) + "\n");
    return result.append(step, end);
}

}  // namespace graze::cad
