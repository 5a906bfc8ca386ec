#include "graze/stochastic/seed_search.h"

namespace graze::internal {
namespace {

/// `scanned` is a facet of the body that is looked through, `fixed` one of the other.
FacetGap compare(const SeedSearch& search, const ShellView& view, const FacetId& fixed,
                 const FacetId& scanned) {
    const bool fixed_is_a = search.of_b == search.is_back;
    return gap_of(view, fixed_is_a ? FacetPair{fixed, scanned} : FacetPair{scanned, fixed});
}

/// From the best of the coarsest level down, child by child.
std::uint64_t descend(SeedSearch& search, const ShellView& view, const ShellBody& through,
                      const FacetId& fixed) {
    std::uint64_t compared = 0;
    while (search.best.level > search.finest) {
        const ShellLevel& level = level_of(through, search.best);
        const std::uint32_t begin = level.first_child[search.best.facet],
                            end = level.first_child[search.best.facet + 1];
        FacetId best{begin, search.best.level - 1};
        double rank = 0.0;
        for (std::uint32_t child = begin; child < end; ++child) {
            const FacetGap gap = compare(search, view, fixed, {child, search.best.level - 1});
            if (child == begin || gap.rank < rank) rank = gap.rank, best.facet = child;
            ++compared;
        }
        search.best = best;
    }
    return compared;
}

void finish_part(SeedSearch& search) {
    if (!search.is_back) {
        search.other = search.best;
        search.is_back = true;
        search.next = 0;
        return;
    }
    search.found = search.of_b ? FacetPair{search.other, search.best} : FacetPair{search.best, search.other};
}

}  // namespace

std::uint64_t go_on(SeedSearch& search, const ShellView& view, std::uint64_t most) {
    // First through the other body, then back through the seed's.
    const ShellBody& through = search.of_b == search.is_back ? *view.b : *view.a;
    const FacetId& fixed = search.is_back ? search.other : search.seed;
    const auto top = static_cast<std::uint32_t>(through.shells.levels.size() - 1);
    const auto count = static_cast<std::uint32_t>(through.shells.levels[top].facets.size());
    std::uint64_t compared = 0;
    for (; search.next < count && compared < most; ++search.next, ++compared) {
        const FacetGap gap = compare(search, view, fixed, {search.next, top});
        if (!search.is_back) {
            search.all_apart = search.all_apart && !gap.may_meet;
            const FacetId scanned{search.next, top};
            if (gap.may_meet && search.others.size() < kMostOthers)
                search.others.push_back(search.of_b ? FacetPair{scanned, fixed} : FacetPair{fixed, scanned});
        }
        if (search.next == 0 || gap.rank < search.best_rank) {
            search.best_rank = gap.rank;
            search.best = {search.next, top};
        }
    }
    if (search.next < count) return compared;
    const bool goes_down = search.seed.level == search.finest;
    if (goes_down) compared += descend(search, view, through, fixed);
    finish_part(search);
    return compared;
}

}  // namespace graze::internal
